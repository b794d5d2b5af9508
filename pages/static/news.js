// What happened last, for a narrow window, where the log is closed. The end of a round and whatever else led far stays
// until it was read or until one's own next move, however fast the others go on; a game may say instead which steps
// matter (`matters` of its table), and a wide window shows those on the table itself.
import { h } from './dom.js';

const FAR = 5; // sentences of one step: a round was carried out, a fight decided

// Whether a step is told sentence by sentence (telling.js), unless the game says which are (`tells` of its table).
export const isLong = (one, adapter) => !one.undone && one.step > 0 && (adapter.tells?.(one)
  ?? (one.narration.length >= FAR || Boolean(adapter.matters?.(one))));

// Without the sentences that a game says go without saying (`unsaid` of its table), unless there is no other.
export function tellable(sentences, adapter) {
  const found = sentences.filter((text) => !adapter.unsaid?.test(text));
  return found.length ? found : sentences;
}

export class News {
  #read = -1;
  #matters;
  #isFar;

  constructor(matters) {
    this.#matters = matters ?? (() => false);
    this.#isFar = matters ?? ((one) => one.narration.length >= FAR);
  }

  // The last step that matters since `lastMove`, in sentences; null if there is none.
  told(steps, lastMove) {
    return steps.findLast((one) => one.step > 0 && !one.undone && one.step >= lastMove && this.#matters(one))?.narration
      ?? null;
  }

  // Since `lastMove`, that move itself included: much may follow from it.
  draw(steps, lastMove) {
    const all = steps.filter((one) => one.step > 0 && !one.undone);
    const far = all.findLast((one) => one.step >= lastMove && one.step > this.#read && this.#isFar(one));
    const one = far ?? all.at(-1);
    if (!one) return h('div', {});
    const [, ...followed] = one.narration;
    return h('div', {}, h('button', { type: 'button', class: ['news', far ? 'is-far' : null],
      dataset: { press: 'news', step: one.step, key: 'news', test: 'news' } },
      h('span', {}, (far && !this.#matters(one) ? followed : one.narration).join(' '))));
  }

  read(step) { this.#read = Math.max(this.#read, step); }
}
