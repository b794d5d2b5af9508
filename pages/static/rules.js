// The rulebook of a game, in our own words, by id.
import { h, redraw } from './dom.js';
import { get } from './api.js';

export async function show(place, slug) {
  const [{ rules }, game] = await Promise.all([get(`/v1/games/${slug}/rules`, { token: '' }), get(`/v1/games/${slug}`, { token: '' })]);
  document.title = `Rules of ${game.name} · Match Ledger`;
  const sections = new Map();
  for (const rule of rules) sections.set(rule.section, [...(sections.get(rule.section) || []), rule]);
  const found = h('div', {});
  const draw = (word) => redraw(found, [...sections].map(([name, all]) => {
    const shown = all.filter((rule) => `${rule.id} ${rule.text}`.toLowerCase().includes(word));
    return shown.length ? h('section', {}, h('h2', {}, name), shown.map((rule) => h('article', { id: rule.id }, h('h3', {}, rule.id), h('p', {}, rule.text)))) : null;
  }));
  redraw(place, h('div', { class: 'panel rulebook reading' }, h('h1', {}, `Rules of ${game.name}`),
    h('label', { class: 'field' }, 'Find', h('input', { type: 'text', oninput: (event) => draw(event.target.value.toLowerCase()) })), found));
  draw('');
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
