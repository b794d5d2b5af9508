// What stands in the place of the question while nobody can move: a request to take something back, a dispute.
import { h } from './dom.js';
import { button } from './aside.js';
import { words } from './words.js';
import { words as say } from './words-held.js';

const toldOf = (session, step) => session.steps.find((one) => one.step === step)?.narration.join(' ') ?? '';

// Answers to a request stand in a box of their own, away from the answers of the game.
export function drawUndoRequest(session, nameOf) {
  const { by, steps, waiting_for: waiting } = session.match.undo_request;
  const { seat } = session;
  const text = toldOf(session, steps[0]);
  const asks = by === seat ? say.youAsk : steps.length > 1 ? say.asksMany(nameOf(by), text, steps.length - 1)
    : say.asksOne(nameOf(by), text);
  return h('section', { class: 'undo-request', 'aria-label': words.undo.box,
    dataset: { test: 'undo-request', key: 'undo-request' } },
    h('h2', {}, asks),
    waiting.includes(seat) ? h('div', { class: 'row' }, button('undo-yes', say.agree, { class: 'primary' }),
      button('undo-no', say.decline))
      : by === seat ? button('undo-withdraw', say.withdraw)
        : h('p', { class: 'dim' }, say.waiting(waiting.map(nameOf))));
}

export function drawHeld(match) {
  const until = match.held.deadline === null ? ''
    : ` ${say.until(new Date(match.held.deadline).toLocaleString())}`;
  return h('div', { class: 'held', role: 'status', dataset: { test: 'held', key: 'held' } },
    h('h2', {}, words.heldByDispute), h('p', {}, say.dispute + until),
      h('p', {}, h('a', { href: `/disputes/${match.held.id}` }, say.link)));
}
