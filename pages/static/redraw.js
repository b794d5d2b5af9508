// Draws anew without losing the place of somebody who plays by keyboard.
import { append } from './dom.js';

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
