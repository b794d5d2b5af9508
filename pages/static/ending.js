// What the table page needs once a match is over: the result, and playing again.
import { h } from './dom.js';
import { words } from './words.js';
import { words as say } from './words-ending.js';
export { rematchPart } from './rematch.js';

const NO_SCORE = -Number.MAX_VALUE; // below every score, and unlike -Infinity it can be subtracted from itself

// `fateOf(seat)`: what became of it beside its score, or null. The winners come first and whoever has no score last;
// without any score the others have no order. `scored(score)`: the score in words. `pointsOf(seat)`: what
// the score is made of. `told`: what it ended with. `life`: playing again, which is what most want next.
export function drawResult(match, nameOf, status, { fateOf, pointsOf, scored, told, life }) {
  const scores = match.result?.scores || {};
  const inWords = (score) => (score === undefined ? '' : (scored ?? ((one) => one.toLocaleString()))(score));
  const hasWon = (seat) => Number(Boolean(match.result?.winners?.includes(seat)));
  const seats = [...match.seats.keys()].filter((seat) => seat in scores || (match.result && fateOf?.(seat)))
    .sort((a, b) => hasWon(b) - hasWon(a) || (scores[b] ?? NO_SCORE) - (scores[a] ?? NO_SCORE));
  const list = seats.some((seat) => seat in scores) ? 'ol' : 'ul';
  return h('div', { class: 'result', dataset: { key: 'result' } }, h('h2', { class: 'prompt' }, status),
    life,
    seats.length ? h(list, { class: 'scores' }, seats.map((seat) => h('li', {}, h('span', {}, nameOf(seat)),
      h('b', {}, inWords(scores[seat])), fateOf?.(seat) ? h('span', { class: 'tag' }, fateOf(seat)) : null,
      pointsOf?.(seat) ? h('small', { class: 'points', dataset: { test: 'points' } }, pointsOf(seat)) : null)))
      : null,
    h('p', { class: 'row' }, h('a', { class: 'button', href: `/m/${match.id}/replay` }, say.again),
      h('a', { class: 'button', href: `/m/${match.id}/audit` }, say.prove),
      h('a', { class: 'button', href: '/', dataset: { test: 'to-lobby' } }, words.bar.home)),
    told.map((text) => h('p', { class: 'ended-with', dataset: { test: 'ended-with' } }, text)));
}
