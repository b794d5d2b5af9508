// Small helpers for making elements.

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
