// The invitation to an open match: one form to sit down, with a name if the guest has none yet. Most who open the
// address of a match are no guests, so it is loaded when it is needed.
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { get, post, game, me, remember } from './api.js';
import { takeSeat } from './luck.js';
import { alertBox } from './alerts.js';
import { emblem } from './emblems.js';
import { addStyles } from './late-styles.js';
import { titleOfOption, valueOfOption } from './options.js';
import { words } from './words-lobby.js';

const { invitation: text } = words;

// `showMatch` shows the match in the same place.
export async function showInvitation(place, id, showMatch) {
  const invitation = await get(`/v1/matches/${id}/invitation`);
  const [played] = await Promise.all([game(invitation.game), addStyles('beside.css')]);
  document.title = text.title(invitation.game_name);
  redraw(place, invitationPanel(id, invitation, played, showMatch));
}

function invitationPanel(id, invitation, played, showMatch) {
  const names = invitation.seats.filter((one) => one.name !== null).map((one) => one.name || words.erased);
  const options = Object.entries(invitation.options).filter(([, value]) => value !== null);
  return h('section', { class: 'panel welcome invitation', 'aria-labelledby': 'invited',
    dataset: { test: 'invitation' } },
    h('h1', { id: 'invited' }, emblem(played, 30), ` ${invitation.game_name}`),
    h('p', {}, names.length ? text.atTable(names) : text.nobody, `${words.freeSeats(invitation.free)}.`),
    h('p', { class: 'dim' }, timesOf(invitation)),
    options.length ? h('dl', { class: 'facts' }, options.map(([name, value]) =>
      h('div', {}, h('dt', {}, titleOfOption(played, name)), h('dd', {}, valueOfOption(name, value))))) : null,
    invitation.free ? sitForm(id, showMatch) : h('p', { dataset: { test: 'taken' } }, text.taken),
    invitation.public ? h('p', {}, h('button', { type: 'button', class: invitation.free ? 'quiet' : 'primary',
      dataset: { test: 'watch' }, onclick: () => showMatch() }, text.watch)) : null,
    h('p', {}, h('a', { href: `/rules/${invitation.game}` }, text.rules)));
}

function timesOf({ turn_s: turn, total_s: total, increment_s: increment, away_s: away }) {
  if (total !== null) return text.total(total, increment);
  if (turn !== null) return text.turn(turn);
  return away === null ? '' : text.away(away);
}

function sitForm(id, showMatch) {
  const current = me();
  const alerts = h('div', { class: 'alerts' });
  const name = h('input', { type: 'text', required: true, maxlength: 40, autocomplete: 'nickname',
    dataset: { test: 'guest-name' } });
  const button = h('button', { class: 'primary', dataset: { test: 'join', key: 'join' } }, text.sit);
  const sit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if (!me()) remember({ ...await post('/v1/players', { name: name.value.trim() }, { token: '' }), role: 'player' });
      await takeSeat(id);
      await showMatch();
    } catch (problem) {
      redraw(alerts, alertBox(problem));
      button.disabled = false;
    }
  };
  return h('form', { class: 'row', onsubmit: sit },
    current ? h('p', { class: 'grow' }, text.as(current.name))
      : h('label', { class: 'field grow' }, text.yourName, name), button, alerts);
}
