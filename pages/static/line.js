// The line of a match: every step with the view after it. Views are made here from the patches, so a step costs no
// request.
import { get } from './api.js';
import { applied } from './patch.js';

const PAGE = 100;
const stepsOf = (told, type) => new Set(told.flatMap((one) => one.events.filter((event) => event.type === type)
  .flatMap((event) => event.public.steps)));

// What is known so far and what has come since: a later step may take an earlier one back, or play it again.
export function joined(known, told) {
  const undone = stepsOf(told, 'MoveUndone');
  const redone = stepsOf(told, 'MoveRedone');
  const again = (one) => (undone.has(one.step) ? { ...one, undone: true } : redone.has(one.step)
    ? { ...one, undone: false } : one);
  return [...(undone.size || redone.size ? known.map(again) : known), ...told];
}

export class Line {
  steps = []; // in full, the undone ones too
  states = []; // the view after each of them
  isWhole = false; // all pages have come in

  // `view` as the API names it: then, spectator, seat:2, revealed.
  constructor(match, view) {
    this.match = match;
    this.view = view;
  }

  get last() { return Math.max(this.steps.length - 1, 0); }

  // Whatever has been played since; `onPage(told)` after each page, and it stops when that answers false.
  async more(onPage = () => true) {
    for (;;) {
      const after = this.steps.at(-1)?.step ?? -1;
      const page = await get(`/v1/matches/${this.match}/steps?after=${after}&limit=${PAGE}&view=${this.view}`);
      for (const one of page.steps) this.states.push(applied(this.states.at(-1) ?? null, one.patch));
      this.steps = joined(this.steps, page.steps);
      if (onPage(page.steps) === false || page.next === null) return;
    }
  }

  // One step by itself, for a link deep into a long match.
  one(step) {
    return get(`/v1/matches/${this.match}/steps/${step}?state=true&view=${this.view}`);
  }

  // The index of a step, or of the first one after it.
  indexOf(step) {
    const index = this.steps.findIndex((one) => one.step >= step);
    return index < 0 ? this.last : index;
  }
}

// A line that leaves another one: the steps of the match up to where the variation begins, then its own.
export function branchedLine(main, own, step) {
  const shared = main.steps.filter((one) => one.step <= step).length;
  const first = own.steps.findIndex((one) => one.step > step);
  const [ownSteps, ownStates] = first < 0 ? [[], []] : [own.steps.slice(first), own.states.slice(first)];
  const line = new Line(own.match, own.view);
  line.steps = [...main.steps.slice(0, shared), ...ownSteps];
  line.states = [...main.states.slice(0, shared), ...ownStates];
  line.forkedAt = shared;
  return line;
}
