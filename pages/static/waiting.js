// The waiting room of an open match: seats, the invitation, options; it ends when the match begins.
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { call, clockSkewMs, me, post } from './api.js';
import { addStyles } from './late-styles.js';
import { cancelPart } from './leaving.js';
import { takeSeat } from './luck.js';
import { signalControls } from './signals.js';
import { linkBox } from './menu.js';
import { titleOfOption, valueOfOption } from './options.js';
import { alertBox } from './alerts.js';
import { emblem } from './emblems.js';
import { words } from './words.js';
import { words as menu } from './words-menu.js';
import { words as lobby } from './words-lobby.js';

const { waiting: text } = lobby;

export async function showWaiting(place, session) {
  await addStyles('beside.css');
  const { id } = session;
  const top = h('div', { class: 'match-top' });
  const alerts = h('div', { class: 'alerts' });
  const seats = h('section', { class: 'table', 'aria-label': text.seats, dataset: { test: 'table' } });
  const side = h('section', { id: 'acts', class: 'acts panel', 'aria-label': text.before, tabindex: '-1',
    dataset: { test: 'acts' } });
  redraw(place, top, alerts, h('div', { class: 'match-page' }, seats, h('div', { class: 'match-side' }, side)));
  session.onProblem = (problem) => redraw(alerts, alertBox(problem, session.match.game));
  return new Promise((begun) => {
    session.onChange = () => {
      if (session.match.status !== 'open') { begun(); return; }
      drawTop(top, session);
      redraw(seats, drawSeats(session));
      redraw(side, drawActs(session, (action) => { alerts.replaceChildren(); session.attempt(action); }));
    };
    session.onChange();
    document.documentElement.dataset.ready = 'yes';
    session.follow();
  }).then(() => { session.markMoves(); });

  function drawTop(box, { match, game }) {
    const free = match.seats.filter((one) => one.player === null).length;
    document.title = words.title(game.name);
    redraw(box, h('h1', {}, emblem(game, 30), game.name),
      h('p', { class: 'status', dataset: { test: 'status', status: match.status, version: match.version } },
        match.opening ? lobby.luck.waiting(match.opening.waiting_for.map((one) => match.seats[one].name))
          : words.waitingForPlayers(free)),
      h('nav', { 'aria-label': words.bar.pages }, h('a', { href: `/rules/${match.game}` }, words.bar.rules)));
  }

  function drawSeats({ match, game }) {
    const options = Object.entries(match.options);
    return h('div', { class: 'panel seats-open' }, h('h2', {}, text.seats),
      h('ol', { class: 'seat-list' }, match.seats.map((one) => h('li', { class: one.player ? 'taken' : 'free',
        dataset: { seat: one.seat } }, h('b', {}, one.name || text.free,
        one.player && one.player === me()?.id ? text.you : '')))),
      match.seats.some((one) => one.player === null) ? [h('h2', {}, text.invite),
        h('p', { class: 'dim' }, menu.shareOpen), linkBox(id)] : null,
      match.branch ? h('p', {}, text.branch, h('a',
        { href: `/m/${match.branch.match}/replay#step=${match.branch.step}` },
        text.step(match.branch.step)), '.') : null,
      h('h2', {}, text.options),
      options.length ? h('dl', { class: 'facts' }, options.map(([name, value]) => h('div', {}, h('dt', {},
        titleOfOption(game, name)), h('dd', {}, valueOfOption(name, value))))) : h('p', {}, text.none));
  }

  function drawActs({ match, seat, luckNote }, attempt) {
    const nameOf = (one) => match.seats[one].name ?? words.anyPlayer;
    const free = match.seats.filter((one) => one.player === null).length;
    const button = (key, label, onclick, kind = '') => h('button', { type: 'button', class: kind,
      dataset: { test: key, key }, onclick }, label);
    const parts = [h('h2', {}, text.before)];
    if (match.opening) return [...parts, ...openingParts(match.opening, nameOf, luckNote)];
    if (!me()) parts.push(h('p', {}, h('a', { class: 'button', href: '/' }, text.pickName)));
    else if (seat === null && free) parts.push(button('join', text.take,
      () => attempt(() => takeSeat(id)), 'primary'));
    if (me() && free) {
      for (const [policy, name] of Object.entries(text.bots)) parts.push(button(`bot-${policy}`, name,
        () => attempt(() => post(`/v1/matches/${id}/bots`, { policy, count: 1 }))));
    }
    if (me() && !free) parts.push(button('start', text.start, () => attempt(() => post(`/v1/matches/${id}/start`, {})),
      'primary'));
    if (seat !== null) parts.push(button('leave', text.leave,
      () => attempt(() => call('DELETE', `/v1/matches/${id}/seats/${seat}`)), 'quiet'));
    parts.push(seat === null ? null : signalControls(), cancelPart(match, attempt));
    if (match.must_commit.length) parts.push(h('p', { dataset: { test: 'must-commit' } },
      lobby.luck.mustCommit(match.must_commit.map(nameOf))));
    parts.push(h('p', { class: 'dim' }, lobby.luck.everybody));
    return parts;
  }

  // The lobby is closed: every browser opens its part by itself.
  function openingParts({ deadline, waiting_for: waiting }, nameOf, note) {
    const until = new Date(deadline - clockSkewMs()).toLocaleString('en-GB',
      { dateStyle: 'medium', timeStyle: 'short' });
    return [h('p', { dataset: { test: 'opening' } }, lobby.luck.opening(waiting.map(nameOf))),
      h('p', { class: 'dim' }, lobby.luck.until(until)),
      note ? h('p', { class: 'note', dataset: { test: 'luck-note' } }, note) : null];
  }
}
