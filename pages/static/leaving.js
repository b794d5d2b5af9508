// Leaving a match, coming back, and what can be done about somebody who is away. Two presses each, away from the
// answers. Most tables need none of it for long, so it is loaded when it is needed.
import { h } from './dom.js';
import { call, post, me, clockSkewMs } from './api.js';
import { awayState, bringIntoView } from './seat-state.js';
import { words as text } from './words-leaving.js';

// Before the match begins: its opener may cancel it.
export function cancelPart(match, attempt) {
  if (!me() || match.opened_by !== me().id) return null;
  return twice('cancel', text.cancel, text.cancelYes,
    () => attempt(() => post(`/v1/matches/${match.id}/cancel`, {})));
}

// While it runs: what there is to say and to do beside the choices of a seat.
export function leavingParts({ match, seat, attempt, nameOf }) {
  if (match.status !== 'running' || seat === null) return [];
  const path = `/v1/matches/${match.id}`;
  const { left } = match.seats[seat];
  if (left === 'conceded') return [h('p', { class: 'note', dataset: { test: 'conceded' } },
    text.conceded)];
  if (left === 'bot') {
    return [h('div', { class: 'note', dataset: { test: 'bot-plays' } }, h('p', {}, text.botPlays),
      h('button', { type: 'button', class: 'primary', dataset: { test: 'take-back-seat', key: 'take-back-seat' },
        onclick: () => attempt(() => call('DELETE', `${path}/leave`)) }, text.takeBack))];
  }
  return [...awayParts(match, seat, attempt, nameOf), callOffPart(match, seat, attempt, nameOf)];
}

function awayParts(match, seat, attempt, nameOf) {
  const now = Date.now() + clockSkewMs();
  const report = (one, as) => attempt(() => post(`/v1/matches/${match.id}/away`, { seat: one.seat, as }));
  const others = match.away.filter((one) => one.seat !== seat);
  const soon = others.filter((one) => awayState(one, now) === 'soon')
    .map((one) => h('p', { class: 'dim', dataset: { test: 'away-soon' } },
    text.awayFrom(nameOf(one.seat), new Date(one.at - clockSkewMs()).toLocaleTimeString())));
  return [...soon, ...others.filter((one) => awayState(one, now) === 'away')
    .map((one) => h('div', { class: 'note', dataset: { test: 'away' } },
    h('p', {}, text.away(nameOf(one.seat))),
    h('div', { class: 'row' },
      match.seats[one.seat].left === 'bot' ? null : h('button',
        { type: 'button', dataset: { test: 'away-bot', key: `away-bot-${one.seat}` },
        onclick: () => report(one, 'bot') }, text.awayBot),
      h('button', { type: 'button', dataset: { test: 'away-concede', key: `away-concede-${one.seat}` },
        onclick: () => report(one, 'concede') }, match.seats.length === 2 ? text.awayEnd : text.awayConcede))))];
}

function callOffPart(match, seat, attempt, nameOf) {
  if (!match.call_off) return null;
  const { agreed, waiting_for: waiting } = match.call_off;
  const path = `/v1/matches/${match.id}/leave`;
  return h('div', { class: 'note', dataset: { test: 'call-off' } },
    h('p', {}, text.callOffAsked(agreed.map(nameOf), waiting.map(nameOf))),
    agreed.includes(seat)
      ? h('button', { type: 'button', dataset: { test: 'call-off-no', key: 'call-off-no' },
        onclick: () => attempt(() => call('DELETE', path)) }, text.callOffNo)
      : h('button', { type: 'button', dataset: { test: 'call-off-yes', key: 'call-off-yes' },
        onclick: () => attempt(() => post(path, { as: 'call-off' })) }, text.callOff));
}

// What the menu of leaveMenu (seat-state.js) opens.
export function leaveWays(match, attempt) {
  const leave = (as) => () => attempt(() => post(`/v1/matches/${match.id}/leave`, { as }));
  const others = match.seats.length - 1;
  return h('div', { class: 'leave-ways' },
    twice('leave-bot', text.bot, text.botYes, leave('bot'), text.botHint),
    twice('leave-call-off', text.callOff, text.callOffYes, leave('call-off'), text.callOffHint),
    twice('leave-concede', text.concede, text.concedeYes, leave('concede'), text.concedeHint(others)));
}

// A button that shows what it does and waits for a second press.
function twice(name, label, confirmation, act, hint = null) {
  return h('details', { class: 'twice', dataset: { key: name }, ontoggle: bringIntoView },
    h('summary', { class: 'button quiet', dataset: { test: name } }, label),
    hint ? h('small', {}, hint) : null,
    h('button', { type: 'button', class: 'danger', dataset: { test: `${name}-yes`, key: `${name}-yes` },
      onclick: act }, confirmation));
}
