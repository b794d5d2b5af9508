// What stands beside the question: a request to take something back, what can be taken back, a hold.
import { h } from './dom.js';
import { words } from './words.js';

const button = (press, text, props = {}) => h('button', { type: 'button', ...props,
  dataset: { press, key: press, test: press } }, text);

const toldOf = (session, step) => session.steps.find((one) => one.step === step)?.narration.join(' ') ?? '';

// Answers to a request stand in a box of their own, away from the answers of the game.
export function drawUndoRequest(session, nameOf) {
  const { by, steps, waiting_for: waiting } = session.match.undo_request;
  const { seat } = session;
  const text = toldOf(session, steps[0]);
  const asks = by === seat ? words.undo.youAsk : steps.length > 1 ? words.undo.asksMany(nameOf(by), text,
    steps.length - 1) : words.undo.asksOne(nameOf(by), text);
  return h('section', { class: 'undo-request', 'aria-label': words.undo.box,
    dataset: { test: 'undo-request', key: 'undo-request' } },
    h('h2', {}, asks),
    waiting.includes(seat) ? h('div', { class: 'row' }, button('undo-yes', words.undo.agree, { class: 'primary' }),
      button('undo-no', words.undo.decline))
      : by === seat ? button('undo-withdraw', words.undo.withdraw) : h('p', { class: 'dim' },
        words.undo.waiting(waiting.map(nameOf))));
}

export function drawUndo(session, nameOf) {
  const { undo } = session;
  const canUndo = undo && undo.needs !== 'impossible';
  const canRedo = undo && undo.redo_code === null;
  if (!canUndo && !canRedo) return null;
  const isConsent = undo.needs === 'consent';
  const many = undo.steps.length;
  const text = isConsent ? (many > 1 ? words.undo.askMany(many) : words.undo.askOne) : many > 1
    ? words.undo.undoMany(many) : words.undo.undoOne;
  const isAll = undo.voters.length > 1 && undo.voters.length === session.match.seats.length - 1;
  const why = !isConsent ? words.undo.free : isAll ? words.undo.consentAll
    : words.undo.consent(undo.voters.map(nameOf));
  return h('section', { class: 'undo', 'aria-label': words.undo.box, dataset: { key: 'undo' } },
    canUndo ? button('undo', text, { class: 'quiet', title: why }) : null,
    canUndo && isConsent ? h('small', {}, why) : null,
    canRedo ? button('redo', words.undo.redo, { class: 'quiet' }) : null);
}

export function drawHeld(match) {
  const until = match.held.deadline === null ? ''
    : ` ${words.held.until(new Date(match.held.deadline).toLocaleString())}`;
  return h('div', { class: 'held', role: 'status', dataset: { test: 'held', key: 'held' } },
    h('h2', {}, words.heldByDispute), h('p', {}, words.held.dispute + until),
      h('p', {}, h('a', { href: `/disputes/${match.held.id}` }, words.held.link)));
}
