// What opens over a page: a window with a title, and a file to keep.
import { h } from './dom.js';
import { words } from './words.js';

// A modal window; Escape and the button close it.
export function dialog(title, ...content) {
  const box = h('dialog', { class: 'sheet', 'aria-label': title },
    h('div', { class: 'sheet-head' }, h('h2', {}, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': words.close, onclick: () => box.close() }, '✕')),
    h('div', { class: 'sheet-body', tabindex: '0' }, ...content));
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}

export function download(name, text, type) {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
