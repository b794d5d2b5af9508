// Variations: matches that go on from a step of this one. They are listed, shown along the line that they leave, and
// begun from any step against bots.
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { get, me, post } from './api.js';
import { Line, branchedLine } from './line.js';
import { words } from './words-replay.js';

const PAGE = 100;

export class Variation {
  line = null; // the steps of the match up to where this leaves it, then its own
  match = null;

  constructor(document_) {
    const { id, step, seats, last_step: last } = document_;
    Object.assign(this, { id, step, last });
    const people = seats.filter((one) => one.player !== null && !one.player.startsWith('bot')).map((one) => one.name);
    this.title = `${words.variation.by(people.filter(Boolean))}: ${words.variation.steps(Math.max(0, last - step))}`;
  }

  get ownSteps() { return this.line ? this.line.steps.slice(this.line.forkedAt) : []; }

  // As the same viewer sees it, if they may: a variation that is not over is seen as its player or as a spectator.
  async load(main) {
    this.match = await get(`/v1/matches/${this.id}`);
    const isSeated = this.match.seats.some((one) => one.player !== null && one.player === me()?.id);
    const view = this.match.status === 'finished' ? main.view : isSeated ? 'then' : 'spectator';
    const own = new Line(this.id, view);
    await own.more();
    this.line = branchedLine(main, own, this.step);
    this.line.main = main;
  }
}

export async function readVariations(match) {
  const found = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await get(`/v1/matches/${match}/branches?limit=${PAGE}${cursor && `&cursor=${cursor}`}`);
    found.push(...page.branches.filter((one) => one.status !== 'open'));
    cursor = page.next;
  }
  return found.sort((a, b) => a.step - b.step || a.opened_at - b.opened_at).map((one) => new Variation(one));
}

// Goes on from a step against bots, in the seat that is chosen.
export function askWhatIf({ match, step, seat, onProblem }) {
  const { variation: say } = words;
  if (!me()) { dialog(say.whatIfTitle(step), h('p', {}, h('a', { href: '/' }, say.noName))); return; }
  const seats = h('select', { dataset: { test: 'what-if-seat' } }, match.seats.map((one) => h('option',
    { value: one.seat, selected: one.seat === seat }, one.name)));
  const policy = h('select', { dataset: { test: 'what-if-policy' } }, Object.entries(say.policies)
    .map(([value, name]) => h('option', { value }, name)));
  const begin = async (event) => {
    event.preventDefault();
    try {
      location.href = `/m/${await beginVariation(match, step, Number(seats.value), policy.value)}`;
    } catch (problem) { box.close(); onProblem(problem); }
  };
  const box = dialog(say.whatIfTitle(step), h('p', {}, say.whatIfText), h('form', { class: 'row', onsubmit: begin },
    h('label', { class: 'field' }, say.sit, seats), h('label', { class: 'field' }, say.against, policy),
    h('button', { class: 'primary', dataset: { test: 'what-if-go' } }, say.go)));
}

async function beginVariation(match, step, seat, policy) {
  const made = await post(`/v1/matches/${match.id}/branches`, { step, public: match.status === 'finished' });
  await post(`/v1/matches/${made.id}/seats`, { seat });
  await post(`/v1/matches/${made.id}/bots`, { policy, count: match.seats.length - 1 });
  await post(`/v1/matches/${made.id}/start`);
  return made.id;
}
