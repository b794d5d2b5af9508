// Looks at the address, loads the page that belongs there, and draws the bar above every page.
import { h } from './dom.js';
import { me, people, become, Problem } from './api.js';
import { applyTheme } from './settings.js';
import { words } from './words.js';

const ROUTES = [
  [/^\/$/, () => import('./lobby.js')],
  [/^\/m\/([^/]+)$/, () => import('./invitation.js')], // which goes on to match.js for all but guests
  [/^\/m\/([^/]+)\/replay$/, () => import('./replay.js')],
  [/^\/m\/([^/]+)\/audit$/, () => import('./audit.js')],
  [/^\/audit$/, () => import('./audit.js')],
  [/^\/disputes$/, () => import('./docket.js')],
  [/^\/disputes\/([^/]+)$/, () => import('./desk.js')],
  [/^\/disputes\/([^/]+)\/report$/, () => import('./report.js')],
  [/^\/standings$/, () => import('./standings.js')],
  [/^\/rules\/([^/]+)$/, () => import('./rules.js')],
];

function drawBar() {
  const current = me();
  const known = people();
  // which hides this bar: its image would be one more request
  const isTable = /^\/m\/[^/]+(\/replay)?$/.test(location.pathname);
  const who = known.length
    ? h('label', { class: 'who' }, h('span', { class: 'visually-hidden' }, words.app.playAs), h('select', {
      dataset: { test: 'who' }, onchange: (event) => { become(event.target.value); location.reload(); },
    }, h('option', { value: '', selected: !current }, words.app.spectator),
    known.map((person) => h('option', { value: person.id, selected: current?.id === person.id },
      person.name + (person.role === 'player' ? '' : ` (${person.role})`)))))
    : null;
  document.getElementById('bar').replaceChildren(
    h('a', { href: '/', class: 'brand' }, isTable ? null
      : h('img', { src: document.querySelector('link[rel=icon]').href, alt: '', width: 28, height: 28 }),
      'Match Ledger'),
    h('nav', { 'aria-label': words.app.pages }, words.app.links.map(([path, name]) =>
      h('a', { href: path, 'aria-current': path === location.pathname ? 'page' : null }, name))),
    who || '');
}

export function failed(place, problem) {
  const isProblem = problem instanceof Problem;
  if (!isProblem) console.error(problem);
  place.replaceChildren(h('div', { class: 'panel lost', role: 'alert', dataset: { test: 'lost' } },
    h('h1', {}, isProblem && problem.status === 404 ? words.app.nothing : words.app.failed),
    h('p', {}, isProblem ? problem.message : words.app.unknown),
    isProblem && problem.status === 404 ? h('p', { class: 'dim' }, words.app.cut) : null,
    h('p', {}, h('a', { class: 'button primary', href: '/' }, words.app.lobby))));
}

async function start() {
  applyTheme();
  drawBar();
  const place = document.getElementById('main');
  for (const [pattern, load] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (!found) continue;
    try {
      const page = await load();
      await page.show(place, ...found.slice(1).map(decodeURIComponent));
    } catch (problem) {
      failed(place, problem);
    }
    document.documentElement.dataset.ready = 'yes';
    return;
  }
}

start();
