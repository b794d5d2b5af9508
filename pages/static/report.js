// The report of a dispute, to be printed: what the server writes for whoever asks, with as much in it as they may see.
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { call, me } from './api.js';
import { words } from './words-audit.js';

export async function show(place, id) {
  document.title = words.report.title;
  const text = await call('GET', `/v1/disputes/${id}/report`, { accept: 'text/html' });
  const body = text.slice(text.indexOf('<main>'), text.indexOf('</main>')); // its own style sheet stays behind
  const written = new DOMParser().parseFromString(body, 'text/html');
  redraw(place,
    h('div', { class: 'row no-print' }, h('button', { type: 'button', class: 'primary', onclick: () => print() },
      words.report.print),
      h('a', { class: 'button', href: `/disputes/${id}` }, words.report.back),
      h('span', { class: 'dim' }, me() ? words.report.all(me().name) : words.report.some)),
    h('article', { class: 'panel report', dataset: { test: 'report-text' } },
      ...written.querySelector('main').childNodes));
}
