// Standings and statistics over the newest finished public matches, with plots drawn here.
import { h, s, redraw, plural } from './dom.js';
import { get } from './api.js';

export async function show(place) {
  document.title = 'Standings · Match Ledger';
  const { games } = await get('/v1/games', { token: '' });
  let slug = new URLSearchParams(location.search).get('game') || '';
  async function draw() {
    const query = slug ? `?game=${slug}` : '';
    const [table, stats] = await Promise.all([get(`/v1/standings${query}`), get(`/v1/stats${query}`)]);
    const tab = (value, name) => h('button', { type: 'button', class: 'chip', 'aria-pressed': String(slug === value), dataset: { key: `tab-${value}`, tab: value }, onclick: () => { slug = value; draw(); } }, name);
    redraw(place, h('div', { class: 'stack' }, h('section', { class: 'panel' }, h('h1', {}, 'Standings'),
      h('div', { class: 'chips', role: 'group', 'aria-label': 'Game' }, tab('', 'All games'), games.map((one) => tab(one.slug, one.name))),
      h('p', { class: 'dim' }, `From ${plural(table.matches, 'finished match', 'finished matches')}.`)),
    table.matches ? h('div', { class: 'columns' },
      h('section', { class: 'panel' }, h('h2', {}, 'Players'), h('table', { class: 'plain' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Player'), h('th', { scope: 'col', class: 'number' }, 'Won'), h('th', { scope: 'col', class: 'number' }, 'Played'), h('th', { scope: 'col', class: 'number' }, 'Rate'))),
        h('tbody', {}, table.standings.map((one) => h('tr', {}, h('td', {}, one.name), h('td', { class: 'number' }, one.won), h('td', { class: 'number' }, one.played), h('td', { class: 'number' }, `${Math.round((100 * one.won) / one.played)} %`)))))),
      h('div', { class: 'stack' },
        h('section', { class: 'panel' }, h('h2', {}, 'Wins by seat'), [...new Set(stats.seats.map((one) => one.players))].map((players) => {
          const seats = stats.seats.filter((one) => one.players === players);
          return h('figure', {}, h('figcaption', {}, plural(players, 'player')), bars(seats.map((one) => ({ name: `seat ${one.seat}`, value: one.won / one.played, text: `${Math.round((100 * one.won) / one.played)} % of ${one.played}` })), 1, `Share of wins by seat with ${players} players`, 1 / players));
        })),
        h('section', { class: 'panel' }, h('h2', {}, 'Length'), h('p', {}, `Half of the matches take at most ${stats.events_median} events.`),
          bars(stats.lengths.map((one) => ({ name: `${one.least}–${one.below - 1}`, value: one.count, text: String(one.count) })), Math.max(...stats.lengths.map((one) => one.count)), 'Matches by number of events')))) : h('p', { class: 'empty panel' }, 'No finished matches yet.')));
  }
  await draw();
}

// Bars lying down: the words fit, and a screen reader gets them in order.
function bars(rows, most, label, mark) {
  const height = rows.length * 26 + 4;
  return s('svg', { viewBox: `0 0 420 ${height}`, class: 'plot', role: 'img', 'aria-label': `${label}: ${rows.map((one) => `${one.name} ${one.text}`).join(', ')}` },
    rows.map((one, at) => s('g', { transform: `translate(0 ${at * 26 + 2})` },
      s('text', { x: 96, y: 16, 'text-anchor': 'end' }, one.name), s('rect', { x: 104, y: 3, width: Math.max(1, 220 * (one.value / (most || 1))), height: 18, rx: 3, class: 'bar-shape' }),
      s('text', { x: 110 + 220 * (one.value / (most || 1)), y: 16 }, one.text))),
    mark ? s('line', { x1: 104 + 220 * mark, x2: 104 + 220 * mark, y1: 0, y2: height, class: 'axis', 'stroke-dasharray': '4 3' }) : null);
}
