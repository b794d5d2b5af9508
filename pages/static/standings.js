// Standings and statistics.
import { h, redraw } from './dom.js';

export async function show(place) {
  document.title = 'Standings · Match Ledger';
  redraw(place, h('section', { class: 'panel' }, h('h1', {}, 'Standings'), h('p', { class: 'empty' }, 'Not counted yet.')));
}
