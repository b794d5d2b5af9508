// Small helpers for making elements, and words for people.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class', Array.isArray(value) ? value.filter(Boolean).join(' ') : value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'vars') for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
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

export function ago(at) {
  const seconds = Math.max(0, Math.round((Date.now() - at) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return plural(Math.floor(seconds / 60), 'minute') + ' ago';
  if (seconds < 86400) return plural(Math.floor(seconds / 3600), 'hour') + ' ago';
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

// Draw anew without losing the place of somebody who plays by keyboard.
export function redraw(place, ...content) {
  const focused = document.activeElement;
  const key = place.contains(focused) ? focused.closest('[data-key]')?.dataset.key : undefined;
  const scrolls = [...place.querySelectorAll('[data-scroll]')].map((one) => [one.dataset.scroll, one.scrollTop, one.scrollLeft]);
  const open = new Set([...place.querySelectorAll('details[data-key][open]')].map((one) => one.dataset.key));
  place.replaceChildren();
  add(place, content);
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

// Parts of a drawing that are made anew only when something that they show is another thing than before. `shows` lists all
// of it, compared by identity: the views of a replay share what a step has not touched.
const PART = Symbol('part'); // on an element: the part that it shows
export function partsKeeper() {
  const parts = new Map();
  return (name, shows, make) => {
    const known = parts.get(name);
    if (known && known.shows.every((one, at) => one === shows[at])) {
      known.make = make;
      const stand = document.createElement('template'); // only says: as it was
      stand[PART] = known;
      return stand;
    }
    const part = { shows, make };
    parts.set(name, part);
    const drawn = make();
    drawn[PART] = part;
    return drawn;
  };
}

const isStand = (node) => node[PART] !== undefined && node.nodeName === 'TEMPLATE';

// For where nothing is drawn yet: a part that should be as it was is made after all.
function whole(node) {
  if (isStand(node)) {
    const made = whole(node[PART].make());
    made[PART] = node[PART];
    return made;
  }
  if (node.nodeType === Node.ELEMENT_NODE) for (const stand of node.querySelectorAll('template')) stand.replaceWith(whole(stand));
  return node;
}

// Makes what is drawn like the new drawing by changing no more than differs, so that the browser lays out and paints no
// more than that. Only for drawings that nothing listens to: the listeners of the new drawing are not taken over.
export function morph(place, drawing) {
  if (place.firstElementChild === null || place.childNodes.length > 1) place.replaceChildren(whole(drawing));
  else alter(place.firstElementChild, drawing);
}

function alter(old, drawn) {
  if (isStand(drawn) && drawn[PART] === old[PART]) return;
  const wanted = isStand(drawn) ? drawn[PART].make() : drawn; // it is drawn, but in another place
  if (old.nodeType !== wanted.nodeType || old.nodeName !== wanted.nodeName) {
    const made = whole(wanted);
    made[PART] = drawn[PART];
    old.replaceWith(made);
    return;
  }
  if (old[PART] !== drawn[PART]) old[PART] = drawn[PART];
  if (old.nodeType === Node.TEXT_NODE) { if (old.data !== wanted.data) old.data = wanted.data; return; }
  if (old.isEqualNode(wanted)) return;
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const has = [...old.childNodes];
  const wants = [...wanted.childNodes];
  has.slice(wants.length).forEach((one) => one.remove());
  wants.forEach((one, at) => (at < has.length ? alter(has[at], one) : old.append(whole(one))));
}

// A modal window; Escape and the button close it.
export function dialog(title, ...content) {
  const box = h('dialog', { class: 'sheet', 'aria-label': title },
    h('div', { class: 'sheet-head' }, h('h2', {}, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => box.close() }, '✕')),
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
