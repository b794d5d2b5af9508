// Search over what was told, over the kinds of events and over the cards of a match.
import { h, human } from './dom.js';
import { turnsOf } from './sent-in.js';
import { words } from './words-replay.js';

const STEPS_MAX = 80;
const CARDS_MAX = 12;
const texts = new WeakMap(); // a step -> what is searched of it

function textOf(one) {
  if (!texts.has(one)) {
    const kinds = one.events.map((event) => `${human(event.type)} ${event.type}`);
    texts.set(one, [...one.narration, ...kinds].join(' ').toLowerCase());
  }
  return texts.get(one);
}

const isIn = (text, parts) => parts.every((part) => text.includes(part));

// The cards whose name matches, those of one kind together.
function cardsNamed(parts, known, titleOf) {
  const kinds = new Map();
  for (const { card, kind } of known?.cards ?? []) {
    if (kind) kinds.set(kind, [...(kinds.get(kind) ?? []), card]);
  }
  return [...kinds].map(([kind, cards]) => ({ kind, cards, title: titleOf(kind) }))
    .filter((one) => isIn(one.title.toLowerCase(), parts)).slice(0, CARDS_MAX);
}

export class Finder {
  // `steps()`, `known()` and `titleOf(kind)` are those of the moment; `list` is hidden while something is found.
  constructor({ list, steps, known, titleOf }) {
    Object.assign(this, { list, steps, known, titleOf });
    this.input = h('input', { type: 'search', placeholder: words.find.hint, 'aria-label': words.find.label,
      dataset: { test: 'find' }, oninput: () => this.search(),
      onkeydown: (event) => {
        if (event.key === 'Enter') this.results.querySelector('[data-press]')?.click();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        this.clear();
        this.input.blur();
      } });
    this.results = h('div', { class: 'found', hidden: true, tabindex: '0', role: 'region',
      'aria-label': words.find.label, dataset: { test: 'found' } });
  }

  clear() { this.input.value = ''; this.search(); }

  search() {
    const parts = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.results.hidden = !parts.length;
    this.list.hidden = parts.length > 0;
    if (!parts.length) { this.results.replaceChildren(); return; }
    const cards = cardsNamed(parts, this.known(), this.titleOf);
    const all = this.steps();
    const turns = turnsOf(all);
    const steps = all.filter((one, at) => isIn(`${turns[at]} ${textOf(one)}`.toLowerCase(), parts));
    const more = steps.length - STEPS_MAX;
    this.results.replaceChildren(
      cards.length ? h('section', {}, h('h3', {}, words.find.cards), h('ul', {}, cards.map(drawCard))) : '',
      h('h3', { role: 'status' }, words.find.found(steps.length)),
      steps.length ? h('ol', {}, steps.slice(0, STEPS_MAX).map(drawStep)) : h('p', {}, words.find.none),
      more > 0 ? h('p', { class: 'dim' }, words.find.more(more)) : '');
  }
}

const drawCard = ({ kind, cards, title }) => h('li', {}, h('button', { type: 'button', class: 'found-card',
  dataset: { press: 'read', card: kind, trace: cards.length === 1 ? cards[0] : undefined, test: 'found-card' } }, title,
  cards.length > 1 ? h('small', {}, ` ${words.find.copies(cards.length)}`) : ''));

const drawStep = (one) => h('li', {}, h('button', { type: 'button', class: 'way-step',
  dataset: { press: 'go', step: one.step, test: 'found-step' } }, h('b', {}, one.step),
  h('span', {}, one.narration.join(' '))));
