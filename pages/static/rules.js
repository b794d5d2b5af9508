// The rulebook of a game, in our own words, by id.
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { get } from './api.js';
import { inVersion } from './rule-text.js';
import { adapterFor } from './table.js';
import { words } from './words-rules.js';

// What rules are written in: sentences, `names of the API`, and tables of lines that begin with a bar.
const inline = (text) => text.split('`').map((part, at) => (at % 2 ? h('code', {}, part) : part));
const cellsOf = (line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim()));

function drawTable([head, , ...lines]) {
  return h('div', { class: 'wide-table', tabindex: '0' }, h('table', {},
    h('thead', {}, h('tr', {}, cellsOf(head).map((cell) => h('th', { scope: 'col' }, cell)))),
    h('tbody', {}, lines.map((line) => h('tr', {}, cellsOf(line).map((cell) => h('td', {}, cell)))))));
}

function drawText(text) {
  const blocks = text.split(/((?:^\s*\|.*\|[ \t]*(?:\n|$))+)/m).map((block) => block.trim()).filter(Boolean);
  return blocks.map((block) => (block.startsWith('|') ? drawTable(block.split('\n')) : h('p', {}, inline(block))));
}

export async function show(place, slug) {
  const version = new URLSearchParams(location.search).get('version');
  const [{ rules, rules_version: shown }, game] = await Promise.all([get(
    `/v1/games/${slug}/rules${inVersion(version)}`, { token: '' }), get(`/v1/games/${slug}`, { token: '' })]);
  document.title = words.title(game.name);
  const help = (await adapterFor(game)).words?.help;
  const sections = new Map();
  for (const rule of rules) sections.set(rule.section, [...(sections.get(rule.section) || []), rule]);
  const found = h('div', {});
  const draw = (word) => redraw(found, [...sections].map(([name, all]) => {
    const matching = all.filter((rule) => `${rule.id} ${rule.text}`.toLowerCase().includes(word));
    return matching.length ? h('section', {}, h('h2', {}, name),
      matching.map((rule) => h('article', { id: rule.id }, h('h3', {}, rule.id),
        h('div', {}, drawText(rule.text))))) : null;
  }));
  redraw(place, h('div', { class: 'panel rulebook reading' }, h('h1', {}, words.head(game.name)),
    shown === game.rules_version ? null : h('p', { class: 'note', dataset: { test: 'old-rules' } },
      words.old(shown, game.rules_version)),
    game.about ? h('p', {}, game.about) : null,
    help ? h('section', { dataset: { test: 'in-short' } }, h('h2', {}, words.short), h('ol', {},
      help.sentences.map((text) => h('li', {}, text)))) : null,
    h('p', { class: 'dim' }, words.whole),
    h('label', { class: 'field' }, words.find, h('input', { type: 'text',
      oninput: (event) => draw(event.target.value.toLowerCase()) })), found));
  draw('');
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
