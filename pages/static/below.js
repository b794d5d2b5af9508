// Answers that lie below the edge of the question, where it has more than there is room for: their number stands at
// that edge, and a press goes on to them.
import { h } from './dom.js';
import { words } from './words.js';

const EDGE_PX = 32; // which the number itself covers
const FRESH_MS = 1500;

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
  // Beside the answers there is what can be taken back, and the ways out.
  const isCut = question.scrollHeight - question.scrollTop - question.clientHeight > EDGE_PX;
  button.hidden = hidden === 0 && !isCut;
  if (!button.hidden) button.textContent = hidden ? words.question.below(hidden) : words.question.belowElse;
}

// How many answers the short bar of a narrow window holds back.
export function countMore(question) {
  const button = question.querySelector('.unfold');
  if (!button || 'open' in question.dataset) return;
  const more = [...question.querySelectorAll('.chip[data-send], .act[data-send]')]
    .filter((one) => !one.checkVisibility());
  if (more.length) button.textContent = words.question.moreOf(more.length);
}

// A new question is read from its top, wherever the one before it was left.
const asked = new WeakMap(); // the place of the question -> what it asks
export function readFromTop(question, what) {
  if (asked.get(question) !== what) question.scrollTop = 0;
  asked.set(question, what);
}

// Two questions in a row may differ in a name alone, so a new one is marked for a moment.
let fresh = null;
export function markNew(question) {
  question.dataset.fresh = 'yes';
  clearTimeout(fresh);
  fresh = setTimeout(() => { delete question.dataset.fresh; }, FRESH_MS);
}

export function watchBelow(question) {
  const count = () => countBelow(question);
  question.addEventListener('scroll', count, { passive: true });
  new ResizeObserver(count).observe(question);
}

export const goBelow = (question) => question.scrollBy({ top: question.clientHeight - 2 * EDGE_PX });
