// What happened, in sentences, step by step; undone steps are struck through, variations stand under the step that they
// leave.
import { h } from './dom.js';
import { rulesOf } from './alerts.js';
import { inLines } from './card-names.js';
import { SentIn, turnsOf } from './sent-in.js';
import { words } from './words-replay.js';

const CHUNK = 20; // entries that the browser lays out and paints by themselves

// `heading`: the turn in which it was sent, if that is another one than that of the step before.
function entry(one, ctx, heading, branch) {
  const text = one.narration.join(' ');
  return h('li', { class: one.undone ? 'undone' : null, dataset: { step: one.step, branch, press: 'go' } },
    heading ? h('span', { class: 'marker' }, heading) : null,
    h('button', { type: 'button', class: 'step-number', dataset: { press: 'go', step: one.step, branch },
      'aria-label': words.transport.goTo(one.step) }, one.step),
    h('span', { class: 'told' }, one.undone ? [h('s', {}, text), h('em', {}, words.transport.undone)]
      : inLines(one.narration, ctx)),
    one.rules.length ? rulesOf(one, ctx.match.game, ctx.match.rules_version) : null);
}

export class Transcript {
  #items = new Map(); // step -> its entry in the match
  #own = new Map(); // step -> its entry in the variation that is shown
  #marked = null;
  #sentIn = new SentIn();
  #turn = ''; // of the last entry

  constructor(ctx) {
    this.ctx = ctx;
    this.list = h('div', { class: 'transcript', tabindex: '0', role: 'group', 'aria-label': words.steps,
      dataset: { test: 'transcript' } });
  }

  clear() {
    this.list.replaceChildren();
    this.#items.clear();
    this.#own.clear();
    this.#marked = null;
    this.#sentIn = new SentIn();
    this.#turn = '';
  }

  append(steps) {
    for (const one of steps) {
      if (this.#items.size % CHUNK === 0) this.list.append(h('ol', {}));
      const turn = this.#sentIn.of(one);
      const item = entry(one, this.ctx, turn === this.#turn ? '' : turn);
      this.#turn = turn;
      this.list.lastChild.append(item);
      this.#items.set(one.step, item);
    }
  }

  // Under the step that each of them leaves; `shown` is the one whose steps are unfolded.
  showVariations(variations, shown) {
    for (const old of [...this.list.querySelectorAll('.variation')]) old.remove();
    this.#own.clear();
    for (const one of variations) {
      const item = h('li', { class: ['variation', one === shown ? 'is-shown' : null], dataset: { variation: one.id } },
        h('button', { type: 'button', class: 'quiet', 'aria-pressed': String(one === shown),
          dataset: { press: 'variation', branch: one.id } }, one.title));
      if (one === shown) item.append(h('ol', {}, this.#ownEntries(one)));
      const after = this.#items.get(one.step) ?? this.#lastItem();
      if (!after) continue;
      let place = after;
      while (place.nextSibling?.classList.contains('variation')) place = place.nextSibling;
      place.after(item);
    }
  }

  #lastItem() { return [...this.#items.values()].at(-1); }

  #ownEntries({ id, line, ownSteps }) {
    const turns = line ? turnsOf(line.steps) : [];
    return ownSteps.map((step, own) => {
      const at = line.forkedAt + own;
      const item = entry(step, this.ctx, turns[at] === turns[at - 1] ? '' : turns[at], id);
      this.#own.set(step.step, item);
      return item;
    });
  }

  // Moves the list alone: scrollIntoView would move the whole page under the reader.
  scrollTo(step) {
    const item = this.#own.get(step) ?? this.#items.get(step);
    if (!item) return;
    const { list } = this;
    const { scrollTop, clientHeight } = list;
    let top = 0; // each chunk counts from its own beginning
    for (let node = item; node && node !== list; node = node.offsetParent) top += node.offsetTop;
    const spare = Math.max(0, clientHeight - item.offsetHeight);
    if (top < scrollTop || top > scrollTop + spare) list.scrollTop = top - Math.min(spare, clientHeight / 3);
  }

  mark(step) {
    this.#marked?.classList.remove('current');
    this.#marked?.removeAttribute('aria-current');
    this.#marked = this.#own.get(step) ?? this.#items.get(step) ?? null;
    this.#marked?.classList.add('current');
    this.#marked?.setAttribute('aria-current', 'step');
  }
}
