// One match: the lobby of it while it is open, the table while it runs, the result when it is over.
import { h, redraw, say, plural, human, dialog } from './dom.js';
import { get, post, call, gameOfMatch, me, follow, newKey, clockSkewMs } from './api.js';
import { adapterFor, makeContext, highlight } from './table.js';
import { choiceList } from './choices.js';
import { changes } from './patch.js';
import { joined } from './line.js';
import { alertBox } from './alerts.js';
import { titleOfOption, valueOfOption } from './options.js';
import { transcript } from './transcript.js';
import { emblem } from './emblems.js';

const TRANSCRIPT_STEPS = 30;
const PAUSE_MS = 150;

export async function show(place, id) {
  let match = await get(`/v1/matches/${id}`);
  const game = await gameOfMatch(match);
  const adapter = await adapterFor(match.game);
  document.title = `${game.name} · Match Ledger`;
  let offered = { choices: [], seat: null };
  let steps = [];
  let undo = null;
  let isSending = false;
  let connection = 'live';
  const mySeat = () => match.seats.find((one) => one.player !== null && one.player === me()?.id)?.seat ?? null;

  const top = h('div', { class: 'match-top' });
  const alerts = h('div', { class: 'alerts' });
  const table = h('section', { class: 'table', 'aria-label': 'Table', tabindex: '-1', dataset: { test: 'table' } });
  const side = h('section', { id: 'acts', class: 'acts panel', 'aria-label': 'What you may do', tabindex: '-1', dataset: { test: 'acts' } });
  const log = h('section', { class: 'log panel', 'aria-label': 'What happened' });
  redraw(place, h('a', { class: 'skip', href: '#acts' }, 'Skip to what you may do'), top, alerts, h('div', { class: 'match-page' }, table, h('div', { class: 'match-side' }, side, log)));

  const hasNoTable = () => match.status === 'finished' && match.state === null;

  async function refresh() {
    const before = match;
    match = await get(`/v1/matches/${id}`);
    const seat = mySeat();
    const after = steps.length ? steps[steps.length - 1].step : Math.max(-1, match.step - TRANSCRIPT_STEPS);
    const [found, told, taken] = await Promise.all([
      seat !== null && match.status === 'running' ? get(`/v1/matches/${id}/choices`) : { choices: [], seat },
      match.status === 'open' || hasNoTable() ? { steps: [] } : get(`/v1/matches/${id}/steps?after=${after}&limit=100&patch=false`),
      seat !== null && match.status === 'running' ? get(`/v1/matches/${id}/undo`).catch(() => null) : null,
    ]);
    offered = found;
    undo = taken;
    steps = joined(steps, told.steps).slice(-200);
    draw(before.state && match.state && before.version !== match.version ? changes(before.state, match.state) : []);
    const last = steps[steps.length - 1];
    if (before.version !== match.version && last) say(`${last.narration.join(' ')} ${statusText()}`);
  }

  // One look at a time; whoever asks while one is under way gets the next one.
  let looking = null;
  let again = false;
  function soon() {
    if (looking) { again = true; return looking; }
    looking = (async () => {
      do {
        again = false;
        try { await refresh(); } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
        if (again) await new Promise((done) => setTimeout(done, PAUSE_MS)); // quick bots: nobody reads faster
      } while (again);
      looking = null;
    })();
    return looking;
  }

  function statusText() {
    if (match.status === 'open') return `Waiting for ${plural(match.seats.filter((one) => one.player === null).length, 'more player')}.`;
    if (match.status === 'finished') {
      const winners = match.result?.winners || [];
      if (winners.includes(mySeat())) return winners.length > 1 ? 'You win together!' : 'You win!';
      return winners.length ? `Won by ${winners.map(nameOf).join(' and ')}.` : 'It is over.';
    }
    if (match.held) return match.held.by === 'dispute' ? 'Held by a dispute. Waiting for an arbiter.' : `Held by a request. Waiting for ${match.held.waiting_for.map(nameOf).join(', ')}.`;
    if (match.to_act.includes(mySeat())) return 'Your move.';
    const waiting = `Waiting for ${match.to_act.map(nameOf).join(', ')}.`;
    return offered.choices.length ? `You may act. ${waiting}` : waiting;
  }
  const nameOf = (seat) => match.seats[seat]?.name || `seat ${seat + 1}`;

  async function send(command) {
    if (isSending) return;
    isSending = true;
    alerts.replaceChildren();
    document.body.dataset.sending = 'yes';
    try {
      // A choice made by several at once must not fail because another was faster: its decision carries an id.
      const isShared = 'decision_id' in command.params || 'window' in command.params;
      const headers = isShared ? {} : { 'If-Match': `"${offered.version}"` };
      await post(`/v1/matches/${id}/commands`, command, { headers });
    } catch (problem) {
      redraw(alerts, alertBox(problem, match.game));
      alerts.querySelector('button')?.focus({ preventScroll: true });
    }
    isSending = false;
    delete document.body.dataset.sending;
    await soon();
  }

  async function attempt(action) {
    alerts.replaceChildren();
    try { await action(); } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
    await soon();
  }

  function draw(changed) {
    drawTop();
    const seat = mySeat();
    if (match.status === 'open') {
      redraw(table, lobbyOf());
      redraw(side, sideOfOpen());
      redraw(log);
      log.hidden = true;
      return;
    }
    if (hasNoTable()) {
      redraw(table, h('p', { class: 'note', dataset: { test: 'no-table' } }, 'There is no table to show: the match was over before it began, or a player of it has been erased. Its result, its public events and its proofs are still there.'));
      redraw(side, h('a', { class: 'button', href: `/m/${id}/audit` }, 'Audit'));
      log.hidden = true;
      return;
    }
    log.hidden = false;
    const ctx = makeContext({ match, view: match.state, seat, game, adapter, choices: offered.choices, send });
    redraw(table, adapter.draw(match.state, ctx));
    highlight(table, changed);
    adapter.settle?.(table, ctx);
    redraw(side, acts(ctx));
    redraw(log, h('h2', {}, 'What happened'), transcript(steps, { match: id, slug: match.game, isNewestFirst: true }));
  }

  function drawTop() {
    const status = statusText();
    redraw(top,
      h('h1', {}, emblem(match.game, 30), game.name),
      h('p', { class: ['status', match.to_act.includes(mySeat()) ? 'mine' : null], dataset: { test: 'status', status: match.status, version: match.version } }, status),
      match.held ? h('span', { class: 'clock', dataset: { test: 'clock-stopped' } }, 'Clock stopped') : match.deadline ? clock() : null,
      connection === 'lost' ? h('span', { class: 'badge warn' }, 'connection lost, trying again') : null,
      h('nav', { 'aria-label': 'This match' },
        match.status !== 'open' ? h('a', { href: `/m/${id}/replay` }, 'Replay') : null,
        match.status !== 'open' ? h('a', { href: `/m/${id}/audit` }, 'Audit') : null,
        h('a', { href: `/rules/${match.game}` }, 'Rules'),
        h('button', { type: 'button', class: 'quiet', dataset: { key: 'share' }, onclick: share }, 'Share')));
  }

  function clock() {
    const element = h('span', { class: 'clock', role: 'timer', dataset: { test: 'clock' } });
    const tick = () => {
      const left = Math.max(0, Math.round((match.deadline - Date.now() - clockSkewMs) / 1000));
      element.textContent = `Time ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      element.classList.toggle('short', left <= 5);
    };
    tick();
    const timer = setInterval(() => (element.isConnected ? tick() : clearInterval(timer)), 500);
    return element;
  }

  function linkBox() {
    const link = location.origin + `/m/${id}`;
    const input = h('input', { type: 'text', readonly: true, value: link, 'aria-label': 'Link', dataset: { key: 'link' }, onfocus: (event) => event.target.select() });
    return h('div', { class: 'invite' }, input,
      h('button', { type: 'button', dataset: { key: 'copy' }, onclick: async (event) => { try { await navigator.clipboard.writeText(link); event.target.textContent = 'Copied'; } catch { input.select(); } } }, 'Copy'));
  }

  function share() {
    dialog('Share this match', h('p', {}, match.status === 'open' ? 'Whoever opens this link can take a seat.' : 'Whoever opens this link can watch.'), linkBox());
  }

  function lobbyOf() {
    return h('div', { class: 'panel seats-open' }, h('h2', {}, 'Seats'),
      h('ol', { class: 'seat-list' }, match.seats.map((one) => h('li', { class: one.player ? 'taken' : 'free', dataset: { seat: one.seat } }, h('small', {}, `Seat ${one.seat + 1}`), h('b', {}, one.name || 'free', one.player && one.player === me()?.id ? ' (you)' : '')))),
      match.seats.some((one) => one.player === null) ? [h('h2', {}, 'Invite'), h('p', { class: 'dim' }, 'Whoever opens this link can take a seat.'), linkBox()] : null,
      match.branch ? h('p', {}, 'Plays on from ', h('a', { href: `/m/${match.branch.match}/replay#step=${match.branch.step}` }, `step ${match.branch.step} of another match`), '.') : null,
      h('h2', {}, 'Options'),
      Object.keys(match.options).length ? h('dl', { class: 'facts' }, Object.entries(match.options).map(([name, value]) => h('div', {}, h('dt', {}, titleOfOption(match.game, name)), h('dd', {}, valueOfOption(name, value))))) : h('p', {}, 'None.'));
  }

  function sideOfOpen() {
    const seat = mySeat();
    const free = match.seats.filter((one) => one.player === null).length;
    const parts = [h('h2', {}, 'Before it begins')];
    if (!me()) parts.push(h('p', {}, h('a', { class: 'button', href: '/' }, 'Pick a name to join')));
    else if (seat === null && free) {
      parts.push(h('button', { type: 'button', class: 'primary', dataset: { test: 'join', key: 'join' }, onclick: () => attempt(() => post(`/v1/matches/${id}/seats`, { entropy: newKey() })) }, 'Take a seat'));
    }
    if (me() && free) {
      for (const policy of ['sensible', 'random']) {
        parts.push(h('button', { type: 'button', dataset: { test: `bot-${policy}`, key: `bot-${policy}` }, onclick: () => attempt(() => post(`/v1/matches/${id}/bots`, { policy, count: 1 })) }, `Seat a ${policy} bot`));
      }
    }
    if (me() && !free) parts.push(h('button', { type: 'button', class: 'primary', dataset: { test: 'start', key: 'start' }, onclick: () => attempt(() => post(`/v1/matches/${id}/start`, {})) }, 'Start'));
    if (seat !== null) parts.push(h('button', { type: 'button', class: 'quiet', dataset: { key: 'leave' }, onclick: () => attempt(() => call('DELETE', `/v1/matches/${id}/seats/${seat}`)) }, 'Leave the seat'));
    parts.push(h('p', { class: 'dim' }, 'Everybody who joins adds luck of their own to the dice.'));
    return parts;
  }

  function acts(ctx) {
    const seat = mySeat();
    const parts = [h('div', { class: 'acts-head' }, h('h2', {}, statusText()), fold())];
    if (match.held?.by === 'dispute') parts.push(heldByDispute());
    if (match.undo_request) parts.push(undoRequest(seat));
    if (match.status === 'finished') {
      const scores = Object.entries(match.result?.scores || {});
      if (scores.length) parts.push(h('ol', { class: 'scores' }, scores.sort(([, a], [, b]) => b - a).map(([at, score]) => h('li', {}, `${nameOf(Number(at))}: ${score.toLocaleString('en-US')}`))));
      parts.push(h('p', {}, h('a', { class: 'button primary', href: `/m/${id}/replay` }, 'Watch it again'), ' ', h('a', { class: 'button', href: `/m/${id}/audit` }, 'Prove it')));
    } else if (match.held) {
      if (seat === null) parts.push(h('p', {}, 'You are watching.'));
    } else if (seat === null) {
      parts.push(h('p', {}, 'You are watching. ', me() ? '' : h('a', { href: '/' }, 'Pick a name to play.')));
    } else if (ctx.choices.length) {
      parts.push(h('p', { class: 'dim touch-hint' }, 'Touch what glows on the table, or choose here.'), choiceList(ctx.choices, ctx, send));
    } else parts.push(h('p', { class: 'dim' }, 'Nothing to do for you just now.'));
    if (undo) parts.push(undoPart());
    return parts;
  }

  // On a narrow screen the choices lie over the table, and can be put aside to see it whole.
  function fold() {
    const isFolded = side.classList.contains('is-folded');
    return h('button', { type: 'button', class: 'quiet fold', 'aria-expanded': String(!isFolded), dataset: { key: 'fold', test: 'fold' }, onclick: () => { side.classList.toggle('is-folded'); draw([]); } }, isFolded ? 'Show' : 'Hide');
  }

  // In a sentence: who must agree, and what they have learned since.
  function whyConsent() {
    const learned = [...new Set(undo.reasons.filter((one) => one.event).map((one) => human(one.event).toLowerCase()))];
    const others = undo.reasons.some((one) => !one.event);
    return `${undo.voters.map(nameOf).join(' and ')} must agree: ${[learned.length ? `something was learned since (${learned.slice(0, 3).join(', ')})` : '', others ? 'others have moved since' : ''].filter(Boolean).join(', and ')}.`;
  }

  function undoPart() {
    const canUndo = undo.needs !== 'impossible';
    const canRedo = undo.redo_code === null;
    if (!canUndo && !canRedo) return null;
    const why = undo.needs === 'consent' ? whyConsent() : 'Nobody has learned anything from it: it is taken back at once.';
    return h('div', { class: 'undo' },
      canUndo ? h('button', { type: 'button', dataset: { test: 'undo', key: 'undo' }, title: why, onclick: () => attempt(() => post(`/v1/matches/${id}/undo`, {})) }, undo.needs === 'consent' ? 'Ask to take back' : 'Take back', ` ${plural(undo.steps.length, 'step')}`) : null,
      canUndo ? h('small', {}, why) : null,
      canRedo ? h('button', { type: 'button', dataset: { test: 'redo', key: 'redo' }, onclick: () => attempt(() => post(`/v1/matches/${id}/redo`, {})) }, 'Play it again') : null);
  }

  // Nothing can be done before the ruling: who waits for whom, until when, and where to read about it.
  function heldByDispute() {
    const until = match.held.deadline === null ? '' : ` The hold ends by itself on ${new Date(match.held.deadline).toLocaleString()}.`;
    return h('div', { class: 'note', role: 'status', dataset: { test: 'held' } },
      h('p', {}, `A dispute holds this match until an arbiter has ruled.${until}`),
      h('p', {}, h('a', { href: `/disputes/${match.held.id}` }, 'The dispute')));
  }

  function undoRequest(seat) {
    const { by, steps: taken, waiting_for: waiting } = match.undo_request;
    const vote = (accepts) => attempt(() => post(`/v1/matches/${id}/undo/votes`, { accepts }));
    return h('div', { class: 'undo-request', dataset: { test: 'undo-request' } },
      h('p', {}, `${nameOf(by)} asks to take ${plural(taken.length, 'step')} back (${taken.join(', ')}).`),
      waiting.includes(seat) ? h('div', { class: 'row' },
        h('button', { type: 'button', class: 'primary', dataset: { test: 'undo-yes', key: 'undo-yes' }, onclick: () => vote(true) }, 'Agree'),
        h('button', { type: 'button', dataset: { test: 'undo-no', key: 'undo-no' }, onclick: () => vote(false) }, 'Decline'))
        : by === seat ? h('button', { type: 'button', dataset: { key: 'undo-withdraw' }, onclick: () => attempt(() => call('DELETE', `/v1/matches/${id}/undo`)) }, 'Withdraw')
          : h('p', { class: 'dim' }, `Waiting for ${waiting.map(nameOf).join(', ')}.`));
  }

  await refresh();
  const stop = follow(id, match.version, () => soon(), (state) => {
    if (state !== connection && (state === 'lost' || connection === 'lost')) { connection = state; drawTop(); }
    connection = state;
  });
  addEventListener('pagehide', stop);
}
