// What happened, in sentences, newest at the bottom: the set-up folded, the moves since one's own last one set apart.
import { h } from './dom.js';
import { inLines } from './card-names.js';
import { rulesOf } from './alerts.js';
import { headingsOf, turnsOf } from './sent-in.js';
import { words } from './words.js';

const NEAR_PX = 40; // whoever has scrolled further up than this reads, and stays there

function drawStep(one, heading, ctx) {
  const text = one.narration.join(' ');
  return h('li', { class: [one.undone ? 'undone' : null], dataset: { step: one.step, key: `step ${one.step}` } },
    heading ? h('span', { class: 'marker' }, heading) : null,
    h('a', { class: 'step-number', href: `/m/${ctx.match.id}/replay#step=${one.step}`,
      dataset: { press: ctx.match.status === 'running' ? 'look' : undefined, step: one.step },
      'aria-label': words.log.replay(one.step) }, one.step),
    h('span', { class: 'told' }, one.undone ? [h('s', {}, text), h('em', {}, words.log.undone)]
      : inLines(one.narration, ctx)),
    one.rules.length ? rulesOf(one, ctx.match.game) : null);
}

// It is read when it is unfolded (see Session), and lies open while it is all that has happened.
function drawSetup(setup, ctx, isAll) {
  return h('li', { dataset: { key: 'setup', step: 0 } }, h('details',
    { dataset: { key: isAll ? 'only setup' : 'setup' }, open: isAll },
    h('summary', { dataset: { press: 'setup', test: 'setup' } }, words.log.setup),
    h('p', { class: 'told' }, setup ? inLines(setup.narration, ctx) : words.log.reading)));
}

function headedBy(steps) {
  const turns = turnsOf(steps);
  return new Map(headingsOf(turns).map((at) => [steps[at].step, turns[at]]));
}

export function drawLog(steps, ctx, lastMove) {
  const setup = steps.find((one) => one.step === 0);
  const played = steps.filter((one) => one.step > 0);
  const isFresh = (one) => ctx.seat !== null && one.step > lastMove;
  const first = played.findIndex(isFresh);
  const headings = headedBy(steps);
  const items = played.map((one) => ctx.kept(`log ${one.step}`, [one.narration.join(' '), one.undone,
    headings.get(one.step)], () => drawStep(one, headings.get(one.step), ctx)));
  if (first > 0) items.splice(first, 0, h('li', { class: 'since', dataset: { key: 'since', test: 'since' } },
    words.log.since));
  return h('div', { class: 'log-body' },
    h('h2', { class: 'visually-hidden' }, words.log.title),
    h('button', { type: 'button', class: 'quiet log-close', dataset: { press: 'log', key: 'close' } },
      words.card.close),
    h('ol', { class: 'transcript', tabindex: '0', 'aria-label': words.log.title, dataset: { key: 'log', test: 'log' } },
      setup || played[0]?.step === 1 ? drawSetup(setup, ctx, !played.length) : null,
      played[0]?.step > 1 ? h('li', { class: 'dim', dataset: { key: 'earlier' } }, words.log.earlier) : null,
      steps.length ? items : h('li', { class: 'dim' }, words.log.empty)),
    h('button', { type: 'button', class: 'fresh', hidden: true, dataset: { press: 'newest', key: 'fresh' } },
      words.log.fresh(0)));
}

// Stays with the newest line, unless somebody reads further up: then it says how many are new.
export class LogScroll {
  #seen = 0;

  before(place) {
    const list = place.querySelector('.transcript');
    this.isAtEnd = !list || list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  }

  after(place, steps) {
    const last = steps.at(-1)?.step ?? 0;
    if (this.isAtEnd) this.toEnd(place, last);
    const button = place.querySelector('.fresh');
    if (!button) return;
    button.hidden = this.isAtEnd || last <= this.#seen;
    button.textContent = words.log.fresh(last - this.#seen);
  }

  toStep(place, step) {
    const list = place.querySelector('.transcript');
    const found = list.querySelector(`li[data-step="${step}"]`);
    if (found) list.scrollTop += found.getBoundingClientRect().top - list.getBoundingClientRect().top;
  }

  toEnd(place, last = Infinity) {
    const list = place.querySelector('.transcript');
    if (list) list.scrollTop = list.scrollHeight;
    if (Number.isFinite(last)) this.#seen = last;
    place.querySelector('.fresh')?.setAttribute('hidden', '');
  }
}
