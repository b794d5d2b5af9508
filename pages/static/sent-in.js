// The turn in which each step was sent, as its heading. The marker of a step names the turn that begins with it, so it
// stands over the steps that follow; a turn that was taken back has not begun.
export class SentIn {
  #turn = '';
  #last = null; // the number of the step before

  // To be called for one step after another. Where steps are missing in between, the turn is not known.
  of(one) {
    if (this.#last !== null && one.step !== this.#last + 1) this.#turn = '';
    this.#last = one.step;
    const turn = this.#turn;
    if (one.markers.length && !one.undone) this.#turn = one.markers.at(-1);
    return turn;
  }
}

const known = new WeakMap(); // steps -> the turn of each of them
export function turnsOf(steps) {
  if (!known.has(steps)) {
    const sentIn = new SentIn();
    known.set(steps, steps.map((one) => sentIn.of(one)));
  }
  return known.get(steps);
}

// The indexes at which a heading stands: each turn once, over the steps that were sent in it.
export const headingsOf = (turns) => turns.flatMap((turn, at) => (turn && turn !== turns[at - 1] ? [at] : []));
