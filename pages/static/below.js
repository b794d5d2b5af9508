// Answers that lie below the edge of the question, where it has more than there is room for: their number stands at
// that edge, and a press goes on to them.
import { h } from './dom.js';
import { words } from './words.js';

const EDGE_PX = 32; // which the number itself covers

export const drawBelow = () => h('button', { type: 'button', class: 'below', hidden: true, tabindex: '-1',
  dataset: { press: 'below', key: 'below', test: 'below' } });

// After each drawing, and whenever the question is scrolled or gets another size.
export function countBelow(question) {
  const button = question.querySelector('.below');
  if (!button) return;
  const end = question.getBoundingClientRect().bottom - EDGE_PX;
  const isBelow = (one) => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2 > end; };
  const hidden = [...question.querySelectorAll('[data-send], .fold > summary, .more > summary')]
    .filter((one) => one.checkVisibility() && isBelow(one)).length;
  button.hidden = hidden === 0;
  if (hidden) button.textContent = words.question.below(hidden);
}

// A new question is read from its top, wherever the one before it was left.
const asked = new WeakMap(); // the place of the question -> what it asks
export function readFromTop(question, what) {
  if (asked.get(question) !== what) question.scrollTop = 0;
  asked.set(question, what);
}

export function watchBelow(question) {
  const count = () => countBelow(question);
  question.addEventListener('scroll', count, { passive: true });
  new ResizeObserver(count).observe(question);
}

export const goBelow = (question) => question.scrollBy({ top: question.clientHeight - 2 * EDGE_PX });
