// Small helpers for making elements, and words for people.
import { words } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class',
      Array.isArray(value) ? value.filter(Boolean).join(' ') : value);
    else if (name === 'dataset') for (const [key, one] of Object.entries(value)) {
      if (one !== undefined) element.dataset[key] = one; }
    else if (name === 'vars') for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') element[name] =
      value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

// Children as `h` takes them: nodes, text, lists of them; nothing for null, undefined and false.
export function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child
      : String(child));
  }
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export function say(text) {
  const region = document.getElementById('say');
  if (region.textContent !== text) region.textContent = text;
}

// `form_set_from_hand` -> `Form set from hand`
export function human(word) {
  const text = String(word).replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const money = (dollars) => '$' + Number(dollars).toLocaleString('en-US');
export const plural = (count, one, many) => `${count} ${count === 1 ? one : many || one + 's'}`;

// A letter or two for each name, so that those of one match can be told apart.
export function initialsOf(names) {
  const all = [(name) => name.charAt(0), (name) => name.charAt(0) + name.slice(-1)].map((short) => names.map(short));
  return all.find((found) => new Set(found).size === names.length)
    ?? names.map((name, at) => `${name.charAt(0)}${at + 1}`);
}

export function ago(at) {
  const seconds = Math.max(0, Math.round((Date.now() - at) / 1000));
  if (seconds < 60) return words.ago.now;
  if (seconds < 3600) return words.ago.minutes(Math.floor(seconds / 60));
  if (seconds < 86400) return words.ago.hours(Math.floor(seconds / 3600));
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

// Draw anew without losing the place of somebody who plays by keyboard.
export function redraw(place, ...content) {
  const focused = document.activeElement;
  const key = place.contains(focused) ? focused.closest('[data-key]')?.dataset.key : undefined;
  const scrolls = [...place.querySelectorAll('[data-scroll]')].map((one) =>
    [one.dataset.scroll, one.scrollTop, one.scrollLeft]);
  const open = new Set([...place.querySelectorAll('details[data-key][open]')].map((one) => one.dataset.key));
  place.replaceChildren();
  append(place, content);
  for (const key_ of open) place.querySelector(`details[data-key="${CSS.escape(key_)}"]`)?.setAttribute('open', '');
  for (const [name, top, left] of scrolls) {
    const found = place.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (found) { found.scrollTop = top; found.scrollLeft = left; }
  }
  if (key !== undefined) {
    const again = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again) again.focus({ preventScroll: true });
    else if (place.tabIndex >= -1 && place.hasAttribute('tabindex')) place.focus({ preventScroll: true });
  }
}

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
