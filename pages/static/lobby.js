// The lobby: who one is, a new match, and the matches there are.
import { ago } from './ago.js';
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { get, post, game, me, people, remember, become, forget } from './api.js';
import { optionsForm } from './options.js';
import { clockForm } from './clock_form.js';
import { fillIn, forgetDraft, keepDraft, readDraft } from './draft.js';
import { emblem } from './emblems.js';
import { alertBox } from './alerts.js';
import { takeSeat } from './luck.js';
import { isCalm } from './settings.js';
import { startTurns, onTurns } from './turns.js';
import { ownMatches } from './own-matches.js';
import { words } from './words-lobby.js';

let games = [];

export async function show(place) {
  document.title = 'Match Ledger';
  games = (await get('/v1/games', { token: '' })).games;
  const own = h('div', {});
  const lists = h('section', { class: 'panel', 'aria-label': words.list.label });
  redraw(place,
    h('div', { class: 'lobby' },
      h('div', { class: 'lobby-side' }, whoPanel(), me() ? openPanel() : gamesPanel()),
      h('div', { class: 'stack' }, own, lists)));
  startTurns();
  onTurns(() => redraw(own, ownMatches((slug) => games.find((one) => one.slug === slug)?.name || slug)));
  await matchLists(lists);
}

function whoPanel() {
  const current = me();
  const alerts = h('div', {});
  const name = h('input', { type: 'text', required: true, maxlength: 40, autocomplete: 'nickname',
    dataset: { test: 'name' } });
  const token = h('input', { type: 'password', autocomplete: 'off', dataset: { test: 'token' } });
  const makeOne = async (event) => {
    event.preventDefault();
    try {
      const made = await post('/v1/players', { name: name.value.trim() }, { token: '' });
      remember({ ...made, role: 'player' });
      location.reload();
    } catch (problem) { redraw(alerts, alertBox(problem)); }
  };
  const bring = async (event) => {
    event.preventDefault();
    try {
      await (await import('./devices.js')).bringPlayer(token.value.trim());
      location.reload();
    } catch (problem) { redraw(alerts, alertBox(problem)); }
  };
  const making = h('form', { class: 'row', onsubmit: makeOne },
    h('label', { class: 'field grow' }, current ? words.who.another : words.who.yours, name),
      h('button', { class: 'primary', dataset: { test: 'make-player' } }, current ? words.who.add : words.who.play));
  const bringing = h('details', {}, h('summary', {}, words.who.bring),
    h('form', { class: 'row', onsubmit: bring },
    h('label', { class: 'field grow' }, words.who.token, token),
      h('button', {}, words.who.use)));
  if (!current) {
    return h('section', { class: 'panel welcome', 'aria-labelledby': 'who' },
      h('h1', { id: 'who' }, words.who.title),
      h('p', {}, words.who.about),
      alerts, making, people().length ? pickOne() : null, bringing);
  }
  return h('section', { class: 'panel', 'aria-labelledby': 'who' },
    h('h1', { id: 'who' }, words.who.hello(current.name)),
    alerts,
    h('details', {}, h('summary', {}, words.who.names), pickOne(), making, bringing,
      h('p', { class: 'dim' }, words.who.keep),
      h('button', { type: 'button', dataset: { test: 'devices' },
        onclick: async () => (await import('./devices.js')).openDevices() }, words.who.devices),
      h('button', { type: 'button', onclick: () => { forget(current.id); location.reload(); } },
        words.who.forget(current.name))));
}

const pickOne = () => h('div', { class: 'chips' }, people().map((person) => h('button', {
  type: 'button', class: 'chip', 'aria-pressed': me()?.id === person.id ? 'true' : 'false',
    onclick: () => { become(person.id); location.reload(); },
}, person.name)));

// For somebody who does not play yet.
const gamesPanel = () => h('section', { class: 'panel', 'aria-labelledby': 'games', dataset: { test: 'games' } },
  h('h2', { id: 'games' }, words.open.games),
  h('div', { class: 'games' }, games.map((one) => h('a', { class: 'game-pick', href: `/rules/${one.slug}` },
    aboutGame(one)))));

const aboutGame = (one) => [emblem(one), h('span', {}, h('b', {}, one.name), h('small', {},
  words.open.players(one.seats_min, one.seats_max)),
one.about ? h('small', { class: 'about', dataset: { test: 'about' } }, one.about) : null)];

function openPanel() {
  const alerts = h('div', {});
  const rest = h('div', { class: 'open-rest' });
  let wanted = null; // the game that was chosen last
  let drawn = null; // the game, options and clock that the form shows
  const form = h('form', { class: 'panel', 'aria-labelledby': 'new', dataset: { test: 'open-form' }, onsubmit: open },
    h('h2', { id: 'new' }, words.open.title),
    h('fieldset', { class: 'games' }, h('legend', { class: 'visually-hidden' }, words.open.game),
      games.map((one) => h('label', { class: 'game-pick' },
        h('input', { type: 'radio', name: 'game', value: one.slug, dataset: { game: one.slug },
          onchange: () => attempt(async () => { await choose(one); showRest(); }) }),
        aboutGame(one)))),
    rest, alerts);
  const keep = () => { if (drawn) keepDraft(form, drawn.slug); };
  for (const name of ['input', 'change', 'toggle']) form.addEventListener(name, keep, { capture: name === 'toggle' });
  attempt(chooseAgain);

  async function attempt(action) {
    try { await action(); } catch (problem) { redraw(alerts, alertBox(problem)); }
  }

  // What comes next may lie below the window.
  function showRest() {
    rest.scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'auto' : 'smooth' });
  }

  // What this tab had chosen before it went to another page.
  async function chooseAgain() {
    const draft = readDraft();
    const kept = games.find((one) => one.slug === draft?.game);
    if (!kept) return;
    form.querySelector(`[data-game="${kept.slug}"]`).checked = true;
    await choose(kept);
    if (wanted === kept) fillIn(form, draft);
  }

  async function choose(one) {
    wanted = one;
    rest.inert = true; // it still asks for the options of another game
    const described = await game(one.slug);
    if (wanted !== one) return;
    const [options, clock] = [optionsForm(described), clockForm()];
    drawn = { slug: one.slug, options, clock };
    const seats = [];
    for (let count = Math.max(2, one.seats_min); count <= one.seats_max; count += 1) seats.push(count);
    redraw(rest,
      h('div', { class: 'row' },
        h('label', { class: 'field' }, words.open.seats, h('select', { name: 'seats', dataset: { test: 'seats' } },
          seats.map((count) => h('option', { value: count }, count)))),
        h('label', { class: 'field grow' }, words.open.others,
          h('select', { name: 'others', dataset: { test: 'others' } },
          Object.entries(words.open.kinds).map(([value, name]) => h('option', { value }, name))))),
      h('details', {}, h('summary', {}, words.open.options), options.element,
        clock.element,
        h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'public', checked: true,
          dataset: { test: 'public' } }), h('span', {}, words.open.public))),
      h('div', { class: 'row' }, h('button', { class: 'primary', dataset: { test: 'open' } }, words.open.open),
        h('a', { href: `/rules/${one.slug}` }, words.open.rules(one.name))));
    rest.inert = false;
    keep();
  }

  async function open(event) {
    event.preventDefault();
    const { seats, others, public: isPublic } = form.elements;
    try {
      const made = await post('/v1/matches', { game: drawn.slug, seats: Number(seats.value),
        options: drawn.options.value(), public: isPublic.checked, ...drawn.clock.value() });
      forgetDraft();
      await takeSeat(made.id);
      if (others.value !== 'people') {
        await post(`/v1/matches/${made.id}/bots`, { policy: others.value });
        await post(`/v1/matches/${made.id}/start`, {});
      }
      location.href = `/m/${made.id}`;
    } catch (problem) { redraw(alerts, alertBox(problem, drawn.slug)); }
  }
  return form;
}

async function matchLists(place) {
  let status = new URLSearchParams(location.search).get('status') || '';
  let slug = new URLSearchParams(location.search).get('game') || '';
  let rows = [];
  let next = null;
  const current = me();

  async function load(cursor) {
    const query = new URLSearchParams({ limit: '20' });
    if (cursor) query.set('cursor', cursor);
    if (status === 'mine') return get(`/v1/players/${current.id}/matches?${query}`);
    if (status) query.set('status', status);
    if (slug) query.set('game', slug);
    return get(`/v1/matches?${query}`);
  }
  async function refresh() {
    const page = await load();
    rows = page.matches;
    next = page.next;
    draw();
  }
  async function more() {
    const page = await load(next);
    rows = [...rows, ...page.matches];
    next = page.next;
    draw();
  }
  function tab(value, name) {
    return h('button', { type: 'button', class: 'chip', 'aria-pressed': status === value ? 'true' : 'false',
      dataset: { key: `tab-${value}`, tab: value }, onclick: () => { status = value; refresh(); } }, name);
  }
  function draw() {
    redraw(place,
      h('div', { class: 'list-head' }, h('h2', {}, words.list.title),
        h('label', { class: 'field inline' }, h('span', { class: 'visually-hidden' }, words.open.game),
          h('select', { dataset: { key: 'list-game' }, disabled: status === 'mine',
          onchange: (event) => { slug = event.target.value; refresh(); } },
          h('option', { value: '' }, words.list.all), games.map((one) =>
            h('option', { value: one.slug, selected: slug === one.slug }, one.name))))),
      h('div', { class: 'chips', role: 'group', 'aria-label': words.list.which },
        Object.entries(words.list.tabs).filter(([value]) => current || value !== 'mine')
          .map(([value, name]) => tab(value, name))),
      rows.length ? h('ul', { class: 'matches' }, rows.map(line))
        : h('p', { class: 'empty' },
        current ? words.list.noneOfMine : words.list.none),
      next ? h('button', { type: 'button', onclick: more, dataset: { key: 'more' } }, words.list.more) : null);
  }
  await refresh();
  setInterval(() => { if (!document.hidden && rows.length <= 20) refresh().catch(() => {}); }, 5000);
}

function line(one) {
  const played = games.find((kind) => kind.slug === one.game);
  const name = played?.name || one.game;
  const winners = new Set(one.result?.winners || []);
  const free = one.seats.filter((seat) => seat.player === null).length;
  const isSeated = one.seats.some((seat) => seat.player === me()?.id);
  const { list } = words;
  const verb = one.status === 'open' ? (isSeated ? list.yourTable : free && me() ? list.join : list.look)
    : one.status === 'running' ? (isSeated ? list.playOn : list.watch) : list.end;
  return h('li', { class: `match-line is-${one.status}`, dataset: { match: one.id } },
    emblem(played, 36),
    h('div', { class: 'match-what' },
      h('a', { href: `/m/${one.id}` }, name),
      h('span', { class: 'names' }, one.seats.map((seat, at) =>
        [at ? ', ' : '', h('span', { class: winners.has(seat.seat) ? 'winner' : null },
        seat.name || (seat.player ? words.erased : list.freeSeat), winners.has(seat.seat) ? ' ★' : '')])),
      h('small', {},
        `${one.status}${one.status === 'open' ? `, ${words.freeSeats(free)}` : ''} · `,
        list.opened(ago(one.opened_at)),
        one.imported ? list.imported(one.imported) : '')),
    h('div', { class: 'match-go' },
      h('a', { class: 'button', href: `/m/${one.id}`, 'aria-label': list.go(verb, name, ago(one.opened_at)) },
        verb),
      one.status !== 'open' ? h('a', { href: `/m/${one.id}/replay`,
        'aria-label': list.replayOf(name, ago(one.opened_at)) }, list.replay) : null,
      one.status === 'finished' ? h('a', { href: `/m/${one.id}/audit`,
        'aria-label': list.auditOf(name, ago(one.opened_at)) }, list.audit) : null));
}
