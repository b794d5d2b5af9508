// The report of a dispute, to be printed: what the server writes for whoever asks, with as much in it as they may see.
import { h, redraw } from './dom.js';
import { call, me } from './api.js';

export async function show(place, id) {
  document.title = 'Report · Match Ledger';
  const text = await call('GET', `/v1/disputes/${id}/report`, { accept: 'text/html' });
  const body = text.slice(text.indexOf('<main>'), text.indexOf('</main>')); // its own style sheet stays behind
  const written = new DOMParser().parseFromString(body, 'text/html');
  redraw(place,
    h('div', { class: 'row no-print' }, h('button', { type: 'button', class: 'primary', onclick: () => print() },
      'Print'),
      h('a', { class: 'button', href: `/disputes/${id}` }, 'Back to the dispute'),
      h('span', { class: 'dim' }, me() ? `With everything that ${me().name} may see.` : 'As spectators may see it.')),
    h('article', { class: 'panel report', dataset: { test: 'report-text' } },
      ...written.querySelector('main').childNodes));
}
