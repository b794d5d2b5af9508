// What the card view says of a card beside its text: to whom it was shown, and the steps that name it.
import { h, human } from './dom.js';
import { get } from './api.js';
import { words } from './words-replay.js';

const COPIES_MAX = 6; // of one kind: as many requests

export class CardWays {
  #ways = new Map(); // the ids of the cards -> their steps, or null while they are read

  // `known()` and `step()` are those of the moment; `onRead` redraws when the steps of a card have come.
  constructor({ match, view, known, step, onRead, onProblem }) {
    Object.assign(this, { match, view, known, step, onRead, onProblem });
  }

  draw({ card, trace }) {
    const known = this.known();
    if (!known) return null;
    const kind = known.kindOf(String(card)) || String(card);
    const cards = trace ? [trace] : known.kindOf(String(card)) ? [String(card)] : known.ofKind(kind);
    if (!cards.length) return null;
    return h('div', { class: 'card-way', dataset: { key: `way ${cards}`, test: 'card-way' } },
      cards.length > 1 ? h('p', { class: 'dim' }, words.card.copies(cards.length)) : null,
      cards.slice(0, COPIES_MAX).map((one) => this.#drawShown(known, one, cards.length > 1)),
      h('h4', {}, words.card.way), this.#drawSteps(cards.slice(0, COPIES_MAX)));
  }

  #drawShown(known, card, isNumbered) {
    const { now, later } = known.shownTo(card, this.step());
    return h('p', { class: 'shown-to', dataset: { test: 'shown-to' } },
      isNumbered ? `${card}: ` : null, h('b', {}, `${words.card.shown} `), known.listed(now) || words.card.nobody,
      later.length ? `; ${words.card.later(known.listed(later))}` : '');
  }

  #drawSteps(cards) {
    const key = cards.join(' ');
    if (!this.#ways.has(key)) { this.#ways.set(key, null); this.#read(key, cards); }
    const steps = this.#ways.get(key);
    if (!steps) return h('p', { class: 'dim' }, words.card.reading);
    if (!steps.length) return h('p', { class: 'dim' }, words.card.nowhere);
    return h('ol', { class: 'way', dataset: { test: 'way' } }, steps.map((one) => h('li', {},
      h('button', { type: 'button', class: 'way-step', dataset: { press: 'go', step: one.step } },
        h('b', {}, one.step), h('span', {}, h('em', {}, one.kinds), ' ', one.text)))));
  }

  async #read(key, cards) {
    try {
      const pages = await Promise.all(cards.map((card) => this.#stepsOf(card)));
      const found = new Map(pages.flat().map((one) => [one.step, one]));
      this.#ways.set(key, [...found.values()].sort((a, b) => a.step - b.step));
      this.onRead();
    } catch (problem) {
      this.#ways.delete(key); // asked for again when the card is next looked at
      this.onProblem(problem);
    }
  }

  async #stepsOf(card) {
    const found = [];
    for (let after = -1; after !== null;) {
      const page = await get(`/v1/matches/${this.match}/steps?card=${encodeURIComponent(card)}&after=${after}`
        + `&limit=100&detail=words&view=${this.view}`);
      found.push(...page.steps.map((one) => ({ step: one.step, text: one.narration.join(' '),
        kinds: [...new Set(one.named_in)].map(human).join(', ') })));
      after = page.next;
    }
    return found;
  }
}
