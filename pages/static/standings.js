// Standings and statistics over the newest finished public matches, with plots drawn here.
import { h, s, redraw, plural, human } from './dom.js';
import { get, game as gameOf } from './api.js';

const percent = (part, whole) => (whole ? `${Math.round((100 * part) / whole)} %` : '–');

export async function show(place) {
  document.title = 'Standings · Match Ledger';
  const { games } = await get('/v1/games', { token: '' });
  let slug = new URLSearchParams(location.search).get('game') || '';
  async function draw() {
    const query = slug ? `?game=${slug}` : '';
    const [table, stats, game] = await Promise.all([get(`/v1/standings${query}`), get(`/v1/stats${query}`),
      slug ? gameOf(slug) : null]);
    const tab = (value, name) => h('button', { type: 'button', class: 'chip', 'aria-pressed': String(slug === value),
      dataset: { key: `tab-${value}`, tab: value }, onclick: () => choose(value) }, name);
    redraw(place, h('div', { class: 'stack' }, h('section', { class: 'panel' }, h('h1', {}, 'Standings'),
      h('div', { class: 'chips', role: 'group', 'aria-label': 'Game' }, tab('', 'All games'),
        games.map((one) => tab(one.slug, one.name))),
      h('p', { class: 'dim' }, `From ${plural(table.matches, 'finished match', 'finished matches')}.`)),
    table.matches ? h('div', { class: 'columns' },
      h('div', { class: 'stack' }, game ? [decisive(stats, game), players(table)]
        : [players(table), decisive(stats, game)]),
      h('div', { class: 'stack' }, seats(stats), lengths(stats)))
        : h('p', { class: 'empty panel' }, 'No finished matches yet.')));
  }
  async function choose(value) {
    slug = value;
    history.replaceState(null, '', slug ? `?game=${slug}` : location.pathname);
    await draw();
  }
  await draw();
}

const players = ({ standings }) => h('section', { class: 'panel' }, h('h2', {}, 'Players'),
  h('div', { class: 'wide', role: 'region', 'aria-label': 'Players', tabindex: '0' }, h('table', { class: 'plain' },
  h('thead', {}, h('tr', {}, ['Player', 'Won', 'Played', 'Rate', 'Conceded', 'By a bot',
    'Called off'].map((name, at) => h('th', { scope: 'col', class: at ? 'number' : null }, name)))),
  h('tbody', {}, standings.map((one) => h('tr', {}, h('td', {}, one.name || 'erased'),
    [one.won, one.played, percent(one.won, one.played), one.conceded, one.by_bot,
    one.called_off].map((value) => h('td', { class: 'number' }, value))))))));

// The cards after whose playing one wins more often than chance would have it.
function decisive({ cards }, game) {
  const text = !game ? 'Choose a game to see which of its cards decide matches.'
    : cards.length
      ? 'How often those won who had openly played the card, in finished matches. The broken line is what chance '
        + 'alone would give them; the surest difference comes first.'
      : 'Not enough has been played yet: a card counts from five seats on.';
  return h('section', { class: 'panel', dataset: { test: 'decisive' } }, h('h2', {}, 'Most decisive cards'),
    h('p', { class: 'dim' }, text),
    cards.length ? bars(cards.map((one) => ({ name: nameOf(one.card, game.catalogue), value: one.won / one.played,
      mark: one.expected / one.played, text: `${percent(one.won, one.played)} of ${one.played}` })), 1,
      'Share of wins of those who played the card') : null);
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

const seats = (stats) => h('section', { class: 'panel' }, h('h2', {}, 'Wins by seat'),
  [...new Set(stats.seats.map((one) => one.players))].map((count) => {
  const rows = stats.seats.filter((one) => one.players === count);
  return h('figure', {}, h('figcaption', {}, plural(count, 'player')),
    bars(rows.map((one) => ({ name: `Seat ${one.seat + 1}`, value: one.won / one.played, mark: 1 / count,
      text: `${percent(one.won, one.played)} of ${one.played}` })), 1,
      `Share of wins by seat with ${count} players`));
}), h('p', { class: 'dim' }, 'The broken line is an even share.'));

const lengths = (stats) => h('section', { class: 'panel' }, h('h2', {}, 'Length'),
  h('p', {}, `Half of the matches take at most ${plural(stats.events_median, 'event')}.`),
  bars(stats.lengths.map((one) => ({ name: `${one.least}–${one.below - 1}`, value: one.count,
    text: String(one.count) })), Math.max(...stats.lengths.map((one) => one.count)), 'Matches by number of events'));

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
