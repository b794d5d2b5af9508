// What the replay shows in a window of its own: the keys, the menu of a narrow screen, a link that cannot be copied.
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { words } from './words-replay.js';

export function showKeys() {
  dialog(words.keys.title, h('dl', { class: 'facts' }, words.keys.list.map(([keys, text]) => h('div', {},
    h('dt', {}, keys.split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, text)))));
}

export function showMenu(page) {
  const { match } = page;
  const close = (action) => () => { box.close(); action(); };
  const links = [[`/m/${match.id}`, words.table], [`/m/${match.id}/audit`, words.audit],
    [`/rules/${match.game}`, words.rules]];
  const box = dialog(words.menu, h('div', { class: 'stack' },
    h('button', { type: 'button', onclick: close(() => page.whatIf()) }, words.variation.whatIf),
    page.hasAdvice ? h('button', { type: 'button', onclick: close(() => page.advise()) }, words.advice.button) : null,
    h('button', { type: 'button', onclick: close(() => page.share()) }, words.share.button),
    links.map(([href, text]) => h('a', { class: 'button', href }, text))));
}

// Whether it is in the clipboard; where that is not allowed, whoever asks can copy it from here.
export async function copyLink(address) {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    dialog(words.share.title, h('input', { type: 'text', readonly: true, value: address,
      'aria-label': words.share.title, onfocus: (event) => event.target.select() }));
    return false;
  }
}
