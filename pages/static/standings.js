// Standings and statistics over the newest finished public matches, with plots drawn here.
import { h, human, s } from './dom.js';
import { redraw } from './redraw.js';
import { get, game as gameOf } from './api.js';
import { words } from './words-standings.js';

const percent = (part, whole) => (whole ? `${Math.round((100 * part) / whole)} %` : '–');

export async function show(place) {
  document.title = words.pageTitle;
  const { games } = await get('/v1/games', { token: '' });
  let slug = new URLSearchParams(location.search).get('game') || '';
  async function draw() {
    const query = slug ? `?game=${slug}` : '';
    const [table, stats, game] = await Promise.all([get(`/v1/standings${query}`), get(`/v1/stats${query}`),
      slug ? gameOf(slug) : null]);
    const tab = (value, name) => h('button', { type: 'button', class: 'chip', 'aria-pressed': String(slug === value),
      dataset: { key: `tab-${value}`, tab: value }, onclick: () => choose(value) }, name);
    redraw(place, h('div', { class: 'stack' }, h('section', { class: 'panel' }, h('h1', {}, words.title),
      h('div', { class: 'chips', role: 'group', 'aria-label': words.game }, tab('', words.all),
        games.map((one) => tab(one.slug, one.name))),
      h('p', { class: 'dim' }, words.from(table.matches))),
    table.matches ? h('div', { class: 'columns' },
      h('div', { class: 'stack' }, game ? [decisive(stats, game), players(table)]
        : [players(table), decisive(stats, game)]),
      h('div', { class: 'stack' }, seats(stats), lengths(stats)))
        : h('p', { class: 'empty panel' }, words.none)));
  }
  async function choose(value) {
    slug = value;
    history.replaceState(null, '', slug ? `?game=${slug}` : location.pathname);
    await draw();
  }
  await draw();
}

const players = ({ standings }) => h('section', { class: 'panel' }, h('h2', {}, words.players),
  h('div', { class: 'wide', role: 'region', 'aria-label': words.players, tabindex: '0' }, h('table', { class: 'plain' },
  h('thead', {}, h('tr', {}, words.columns.map((name, at) =>
    h('th', { scope: 'col', class: at ? 'number' : null }, name)))),
  h('tbody', {}, standings.map((one) => h('tr', {}, h('td', {}, one.name || words.erased),
    [one.won, one.played, percent(one.won, one.played), one.conceded, one.by_bot,
    one.called_off].map((value) => h('td', { class: 'number' }, value))))))));

// The cards after whose playing one wins more often than chance would have it.
function decisive({ cards }, game) {
  const text = !game ? words.cards.choose : cards.length ? words.cards.about : words.cards.tooFew;
  return h('section', { class: 'panel', dataset: { test: 'decisive' } }, h('h2', {}, words.cards.title),
    h('p', { class: 'dim' }, text),
    cards.length ? bars(cards.map((one) => ({ name: nameOf(one.card, game.catalogue), value: one.won / one.played,
      mark: one.expected / one.played, text: words.ofPlayed(percent(one.won, one.played), one.played) })), 1,
      words.cards.label) : null);
}

// The title of a card, wherever the game's catalogue has it.
function nameOf(id, value) {
  if (value === null || typeof value !== 'object') return human(id);
  if (!Array.isArray(value) && String(value.id) === id && (value.name || value.title)) return value.name || value.title;
  for (const inner of Object.values(value)) {
    const found = inner !== null && typeof inner === 'object' ? nameOf(id, inner) : human(id);
    if (found !== human(id)) return found;
  }
  return human(id);
}

const seats = (stats) => h('section', { class: 'panel' }, h('h2', {}, words.seats.title),
  [...new Set(stats.seats.map((one) => one.players))].map((count) => {
  const rows = stats.seats.filter((one) => one.players === count);
  return h('figure', {}, h('figcaption', {}, words.seats.players(count)),
    bars(rows.map((one) => ({ name: words.seats.seat(one.seat + 1), value: one.won / one.played, mark: 1 / count,
      text: words.ofPlayed(percent(one.won, one.played), one.played) })), 1,
      words.seats.label(count)));
}), h('p', { class: 'dim' }, words.seats.even));

const lengths = (stats) => h('section', { class: 'panel' }, h('h2', {}, words.lengths.title),
  h('p', {}, words.lengths.median(stats.events_median)),
  bars(stats.lengths.map((one) => ({ name: `${one.least}–${one.below - 1}`, value: one.count,
    text: String(one.count) })), Math.max(...stats.lengths.map((one) => one.count)), words.lengths.label));

const WIDTH = { names: 150, bars: 190, all: 430 };
const ROW = 26;

// Bars lying down: the words fit, and a screen reader gets them in order.
function bars(rows, most, label) {
  const at = (value) => WIDTH.names + 8 + WIDTH.bars * (value / (most || 1));
  const short = (name) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);
  return s('svg', { viewBox: `0 0 ${WIDTH.all} ${rows.length * ROW + 4}`, class: 'plot', role: 'img',
    'aria-label': `${label}: ${rows.map((one) => `${one.name} ${one.text}`).join(', ')}` },
    rows.map((one, row) => s('g', { transform: `translate(0 ${row * ROW + 2})` },
      s('title', {}, `${one.name}: ${one.text}`),
      s('text', { x: WIDTH.names, y: 16, 'text-anchor': 'end' }, short(one.name)),
      s('rect', { x: at(0), y: 3, width: WIDTH.bars, height: 18, rx: 3, class: 'bar-room' }),
      s('rect', { x: at(0), y: 3, width: Math.max(1, at(one.value) - at(0)), height: 18, rx: 3, class: 'bar-shape' }),
      one.mark === undefined ? null : s('line', { x1: at(one.mark), x2: at(one.mark), y1: 0, y2: ROW - 2,
        class: 'axis', 'stroke-dasharray': '4 3' }),
      s('text', { x: at(most || 1) + 8, y: 16 }, one.text))));
}
