// The line of a match: every step with the view after it. Views are made here from the patches, so a step costs no request.
import { get } from './api.js';
import { applied } from './patch.js';

const PAGE = 100;
const stepsOf = (told, type) => new Set(told.flatMap((one) => one.events.filter((event) => event.type === type).flatMap((event) => event.public.steps)));

// What is known so far and what has come since: a later step may take an earlier one back, or play it again.
export function joined(known, told) {
  const undone = stepsOf(told, 'MoveUndone');
  const redone = stepsOf(told, 'MoveRedone');
  const again = (one) => (undone.has(one.step) ? { ...one, undone: true } : redone.has(one.step) ? { ...one, undone: false } : one);
  return [...(undone.size || redone.size ? known.map(again) : known), ...told];
}

export class Line {
  steps = []; // in full, the undone ones too
  states = []; // the view after each of them

  constructor(match, view, options) {
    this.match = match;
    this.view = view;
    this.options = options;
  }

  get last() { return Math.max(this.steps.length - 1, 0); }

  // Whatever has been played since; `onPage(told)` after each page, and it stops when that answers false.
  async more(onPage) {
    for (;;) {
      const after = this.steps.at(-1)?.step ?? -1;
      const page = await get(`/v1/matches/${this.match}/steps?after=${after}&limit=${PAGE}&view=${this.view}`, this.options);
      for (const one of page.steps) this.states.push(applied(this.states.at(-1) ?? null, one.patch));
      this.steps = joined(this.steps, page.steps);
      if (onPage(page.steps) === false || page.next === null) return;
    }
  }

  // One step by itself, for a link deep into a long match.
  one(step) {
    return get(`/v1/matches/${this.match}/steps/${step}?state=true&view=${this.view}`, this.options);
  }
}
