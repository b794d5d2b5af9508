// Keys of the table page: 1 to 9 answer, M more, H hand, L log, Z map, N tells the next thing, ? help. They can be
// switched off in the menu.
import { settings } from './settings.js';

export function answerKey(page, event) {
  const { frame } = page;
  const actions = {
    m: () => { const more = frame.question.querySelector('details.more'); if (more) more.open = !more.open; },
    h: () => frame.table.querySelector('.pane-hand button')?.focus(),
    l: () => frame.log.querySelector('.transcript')?.focus(),
    z: () => { const map = frame.table.querySelector('.map'); if (map) page.withMap((all) => all.toggleMap(map)); },
    n: () => page.tellings.go(1),
    '?': () => page.help(),
  };
  page.session.hurry(); // any key skips what is shown of others' moves
  const isTyping = event.target.matches?.('input:not([type=checkbox]):not([type=radio]), select, textarea');
  if (isTyping || event.altKey || event.ctrlKey || event.metaKey || !settings().keys
    || document.querySelector('dialog[open]')) return;
  const answers = [...frame.question.querySelectorAll('[data-send]')].filter((one) => one.checkVisibility());
  const answer = /^[1-9]$/.test(event.key) ? answers[Number(event.key) - 1] : null;
  const action = answer ? () => answer.click() : actions[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}
