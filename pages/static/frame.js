// The frame of the table page: one window that does not scroll, with a bar, the table, the question, the log and the
// card view, each in its place. Narrow windows show the same parts as strips and sheets (frame.css).
import { h } from './dom.js';
import { emblem } from './emblems.js';
import { clockSkewMs } from './api.js';
import { words } from './words.js';

export function buildFrame(place) {
  const parts = {
    bar: h('header', { class: 'match-bar', dataset: { test: 'bar' } }),
    notices: h('div', { class: 'notices' }, h('div', { class: 'alerts' }),
      h('p', { class: 'toast', role: 'status', hidden: true, dataset: { test: 'toast' } }),
      h('p', { class: 'offline', role: 'status', hidden: true, dataset: { test: 'offline' } })),
    table: h('section', { class: 'table', 'aria-label': words.bar.pages, tabindex: '-1', dataset: { test: 'table' } }),
    question: h('section', { id: 'acts', class: 'question', 'aria-label': words.question.label, tabindex: '-1',
      dataset: { test: 'acts' } }),
    news: h('div', { class: 'news-line' }),
    tabs: h('nav', { class: 'pane-tabs', 'aria-label': words.card.view }),
    log: h('section', { id: 'log', class: 'log', 'aria-label': words.log.title }),
    shade: h('div', { class: 'shade', dataset: { press: 'log' } }), // beside the open log of a narrow window
    view: h('aside', { class: 'card-view', 'aria-label': words.card.view, dataset: { test: 'card-view' } }),
  };
  const skip = h('a', { class: 'skip', href: '#acts' }, words.question.skip);
  const root = h('div', { class: 'match', dataset: { shown: 'hand' } }, skip, parts.bar, parts.notices, parts.table,
    parts.news, parts.question, parts.tabs, parts.log, parts.shade, parts.view);
  document.documentElement.classList.add('at-table');
  place.replaceChildren(root);
  return { ...parts, root, alerts: parts.notices.querySelector('.alerts'), toast: parts.notices.querySelector('.toast'),
    offline: parts.notices.querySelector('.offline') };
}

// `due`: when the clock of the match acts; a pause of the rules is told beside the question instead.
export function drawBar({ match, due, game, status, isMine, turn }) {
  const link = (href, text) => h('a', { href }, text);
  return h('div', { class: 'bar-row' },
    h('a', { href: '/', class: 'brand', 'aria-label': words.bar.home }, emblem(game, 26)),
    h('h1', {}, game.name), turn ? h('span', { class: 'turn-number' }, turn) : null,
    h('p', { class: ['status', isMine ? 'is-turn' : null], dataset: { test: 'status', status: match.status,
      version: match.version } }, status),
    h('span', { class: 'clock', dataset: { test: match.held ? 'clock-stopped' : 'clock', key: 'clock',
      due: due ?? undefined }, hidden: !match.held && !due, role: match.held ? null : 'timer' },
      match.held ? words.bar.clockStopped : clockText(due)),
    h('nav', { 'aria-label': words.bar.pages },
      h('button', { type: 'button', class: 'quiet only-narrow', dataset: { press: 'log' } }, words.bar.log),
      link(`/rules/${match.game}`, words.bar.rules), match.status === 'open' ? null : h('a', {
        href: `/m/${match.id}/replay`, dataset: { press: match.status === 'running' ? 'look' : undefined,
          test: 'look-back' } }, words.bar.back),
      h('button', { type: 'button', class: 'quiet', dataset: { press: 'help' }, 'aria-label': words.bar.help }, '?'),
      h('button', { type: 'button', class: 'quiet', dataset: { press: 'menu', test: 'menu' } }, words.bar.menu)));
}

const secondsLeft = (due) => Math.max(0, Math.round((due - Date.now() - clockSkewMs()) / 1000));

export function clockText(due) {
  if (!due) return '';
  const left = secondsLeft(due);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

// How long the rules leave the others to step in, in the game's words: `say` stands before the time and after it.
export function drawRuleWindow({ due, say: [before, after] }) {
  return h('p', { class: 'rule-window', dataset: { key: 'rule-window', test: 'rule-window' } }, before,
    h('b', { class: 'clock', role: 'timer', dataset: { due, key: 'clock' } }, clockText(due)), after);
}

// Keeps the clocks going between two drawings.
export function runClocks(root) {
  setInterval(() => {
    for (const clock of root.querySelectorAll('.clock[data-due]')) {
      const text = clockText(Number(clock.dataset.due));
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle('is-ending', secondsLeft(Number(clock.dataset.due)) <= 10);
    }
  }, 500);
}

// Which pane of one's own things a narrow window shows: the one that was chosen, else the first. Answers its id.
export function showPane({ root, table }) {
  const panes = [...table.querySelectorAll('[data-pane]')];
  const shown = panes.find((one) => one.dataset.pane === root.dataset.shown) ?? panes[0];
  for (const one of panes) one.classList.toggle('is-shown', one === shown);
  return shown?.dataset.pane;
}

// The panes by name, to choose one of them.
export function drawTabs(table, shown) {
  const panes = [...table.querySelectorAll('[data-pane]')].map((one) => [one.dataset.pane, one.dataset.title,
    one.classList.contains('pane') ? one.querySelectorAll('.card:not(.is-lost), .gang-chip').length : 0]);
  return h('div', { class: 'tabs-row' }, panes.map(([id, title, count]) => h('button', {
    type: 'button', 'aria-pressed': String(id === shown), dataset: { press: 'pane', tab: id, key: `tab ${id}` },
  }, count ? `${title} ${count}` : title)));
}
