// The frame of the replay: one window that does not scroll, with a bar, the table, the strip of the whole match, the
// transport and the steps. Narrow windows show the steps as a sheet.
import { h } from './dom.js';
import { emblem } from './emblems.js';
import { words } from './words-replay.js';

export function buildReplayFrame(place) {
  const parts = {
    bar: h('header', { class: 'match-bar', dataset: { test: 'bar' } }),
    alerts: h('div', { class: 'alerts' }),
    toast: h('p', { class: 'toast', role: 'status', hidden: true, dataset: { test: 'toast' } }),
    table: h('section', { class: 'table', 'aria-label': words.table, tabindex: '-1', dataset: { test: 'table' } }),
    tabs: h('nav', { class: 'pane-tabs', 'aria-label': words.table }),
    overview: h('section', { class: 'overview', 'aria-label': words.transport.label, dataset: { test: 'overview' } }),
    transport: h('section', { class: 'transport', 'aria-label': words.transport.label,
      dataset: { test: 'transport' } }),
    side: h('section', { class: 'log steps', 'aria-label': words.steps, dataset: { test: 'steps' } }),
    view: h('aside', { class: 'card-view', 'aria-label': words.table, dataset: { test: 'card-view' } }),
  };
  const root = h('div', { class: 'match replay', dataset: { shown: 'hand' } }, parts.bar,
    h('div', { class: 'notices' }, parts.alerts, parts.toast), parts.table, parts.tabs, parts.overview, parts.transport,
    parts.side, parts.view);
  document.documentElement.classList.add('at-table');
  place.replaceChildren(root);
  return { ...parts, root };
}

const button = (press, text, props = {}) => h('button', { type: 'button', class: 'quiet', ...props,
  dataset: { press, key: press, test: press } }, text);

export function drawReplayBar({ match, game, status, views, view, variation, isSplit }) {
  const select = h('select', { class: 'view-pick', 'aria-label': words.view.label,
    dataset: { test: 'perspective', key: 'views', keep: views.map((one) => one.label).join() } },
    views.map((one) => h('option', { value: one.value }, one.label)));
  select.value = view.value;
  return h('div', { class: 'bar-row' },
    h('a', { href: '/', class: 'brand', 'aria-label': 'Match Ledger' }, emblem(game, 26)),
    h('h1', {}, game.name),
    h('p', { class: 'status', dataset: { test: 'replay-status', status: match.status } }, status),
    select,
    h('nav', { 'aria-label': words.pages },
      variation ? [button('main', words.variation.main), button('split', isSplit ? words.variation.single
        : words.variation.compare, { 'aria-pressed': String(isSplit) })] : null,
      button('what-if', words.variation.whatIf, { class: 'quiet only-wide' }),
      match.status === 'finished' && !variation ? button('advice', words.advice.button, { class: 'quiet only-wide' })
        : null,
      button('share', words.share.button),
      h('a', { href: `/m/${match.id}` }, words.table),
      h('a', { href: `/m/${match.id}/audit`, dataset: { test: 'to-audit' } }, words.audit),
      button('keys', '?', { 'aria-label': words.keys.title, class: 'quiet only-wide' }),
      button('steps', words.steps, { class: 'quiet only-narrow' }),
      button('menu', words.menu, { class: 'quiet only-narrow' })));
}
