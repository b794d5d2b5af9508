// To whom each card was shown, and in which step first. One answer for the last step says it for all steps before.
import { initialsOf } from './initials.js';
import { get } from './api.js';
import { words } from './words-replay.js';

export class Known {
  #cards = new Map(); // its id in the events -> {card, kind, shown}

  constructor(list, names) {
    this.names = names;
    this.initials = initialsOf(names);
    for (const one of list) this.#cards.set(one.card, one);
  }

  static async read(match, step, view, names) {
    const { known } = await get(`/v1/matches/${match}/steps/${step}?known=true&patch=false&view=${view}`);
    return new Known(known, names);
  }

  get cards() { return [...this.#cards.values()]; }

  ofKind(kind) { return this.cards.filter((one) => one.kind === String(kind)).map((one) => one.card); }

  kindOf(card) { return this.#cards.get(card)?.kind; }

  // `{now, later}`: who had been shown the card when this step was over, and who was shown it afterwards.
  shownTo(card, step) {
    const shown = this.#cards.get(card)?.shown ?? [];
    return { now: shown.filter((one) => one.step <= step), later: shown.filter((one) => one.step > step) };
  }

  listed(shown) {
    const isAll = shown.length === this.names.length;
    if (isAll && shown.length > 1) {
      return words.card.everybody(Math.max(...shown.map((one) => one.step)));
    }
    return shown.map((one) => words.card.seat(this.names[one.seat], one.step)).join(', ');
  }

  // An eye on each card that some have been shown and others not, with the first letters of those who have.
  mark(place, step) {
    for (const node of place.querySelectorAll('[data-trace]')) {
      const { now } = this.shownTo(node.dataset.trace, step);
      if (now.length && now.length < this.names.length) {
        node.dataset.seen = now.map((one) => this.initials[one.seat]).join(' ');
        node.title = words.card.onlyTo(this.listed(now));
      } else if (node.dataset.seen) {
        delete node.dataset.seen;
        node.removeAttribute('title');
      }
    }
  }
}
