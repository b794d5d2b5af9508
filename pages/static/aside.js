// What can be taken back, beside the question.
import { h } from './dom.js';
import { words } from './words.js';

export const button = (press, text, props = {}) => h('button', { type: 'button', ...props,
  dataset: { press, key: press, test: press } }, text);

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
    canUndo ? button('undo', text, { class: 'quiet' }) : null,
    canUndo ? h('small', {}, why) : null,
    canRedo ? button('redo', words.undo.redo, { class: 'quiet' }) : null);
}
