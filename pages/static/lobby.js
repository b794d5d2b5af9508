// The lobby: who one is, a new match, and the matches there are.
import { h, ago, plural, redraw } from './dom.js';
import { get, post, game, me, people, remember, become, forget, newKey } from './api.js';
import { optionsForm } from './options.js';
import { emblem } from './emblems.js';
import { alertBox } from './alerts.js';

let games = [];

export async function show(place) {
  document.title = 'Match Ledger';
  games = (await get('/v1/games', { token: '' })).games;
  const lists = h('section', { class: 'panel', 'aria-label': 'Matches' });
  redraw(place,
    h('div', { class: 'lobby' },
      h('div', { class: 'lobby-side' }, whoPanel(), me() ? openPanel() : null),
      lists));
  await matchLists(lists);
}

function whoPanel() {
  const current = me();
  const alerts = h('div', {});
  const name = h('input', { type: 'text', required: true, maxlength: 40, autocomplete: 'nickname', dataset: { test: 'name' } });
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
      const found = await get('/v1/players/me', { token: token.value.trim() });
      remember({ ...found, token: token.value.trim() });
      location.reload();
    } catch (problem) { redraw(alerts, alertBox(problem)); }
  };
  const making = h('form', { class: 'row', onsubmit: makeOne },
    h('label', { class: 'field grow' }, current ? 'Another name' : 'Your name', name), h('button', { class: 'primary', dataset: { test: 'make-player' } }, current ? 'Add' : 'Play under this name'));
  const bringing = h('details', {}, h('summary', {}, 'I have a token'), h('form', { class: 'row', onsubmit: bring },
    h('label', { class: 'field grow' }, 'Token of a player or an arbiter', token), h('button', {}, 'Use it')));
  if (!current) {
    return h('section', { class: 'panel welcome', 'aria-labelledby': 'who' }, h('h1', { id: 'who' }, 'Play, replay, prove'),
      h('p', {}, 'Five games with a ledger under them: every move can be taken back, watched again, and proved fair. Pick a name to play; watching needs none.'),
      alerts, making, people().length ? pickOne() : null, bringing);
  }
  return h('section', { class: 'panel', 'aria-labelledby': 'who' }, h('h1', { id: 'who' }, `Hello, ${current.name}`), alerts,
    h('details', {}, h('summary', {}, 'Names in this browser'), pickOne(), making, bringing,
      h('p', { class: 'dim' }, 'Your token stays in this browser; whoever has it plays as you.'),
      h('button', { type: 'button', onclick: () => { forget(current.id); location.reload(); } }, `Forget ${current.name} here`)));
}

const pickOne = () => h('div', { class: 'chips' }, people().map((person) => h('button', {
  type: 'button', class: 'chip', 'aria-pressed': me()?.id === person.id ? 'true' : 'false', onclick: () => { become(person.id); location.reload(); },
}, person.name)));

function openPanel() {
  const alerts = h('div', {});
  const rest = h('div', {});
  let chosen = null;
  let options = null;
  const form = h('form', { class: 'panel', 'aria-labelledby': 'new', dataset: { test: 'open-form' }, onsubmit: open },
    h('h2', { id: 'new' }, 'New match'),
    h('fieldset', { class: 'games' }, h('legend', { class: 'visually-hidden' }, 'Game'),
      games.map((one) => h('label', { class: 'game-pick' },
        h('input', { type: 'radio', name: 'game', value: one.slug, dataset: { game: one.slug }, onchange: () => choose(one) }),
        emblem(one.slug), h('span', {}, one.name, h('small', {}, one.seats_min === one.seats_max ? plural(one.seats_min, 'player') : `${one.seats_min} to ${one.seats_max} players`))))),
    rest, alerts);

  async function choose(one) {
    chosen = one;
    options = optionsForm(await game(one.slug));
    if (chosen !== one) return;
    const seats = [];
    for (let count = Math.max(2, one.seats_min); count <= one.seats_max; count += 1) seats.push(count);
    redraw(rest,
      h('div', { class: 'row' },
        h('label', { class: 'field' }, 'Seats', h('select', { name: 'seats', dataset: { test: 'seats' } }, seats.map((count) => h('option', { value: count }, count)))),
        h('label', { class: 'field grow' }, 'The other seats', h('select', { name: 'others', dataset: { test: 'others' } },
          h('option', { value: 'sensible' }, 'Sensible bots'), h('option', { value: 'random' }, 'Random bots'), h('option', { value: 'people' }, 'People, by a link')))),
      h('details', {}, h('summary', {}, 'Options'), options.element,
        h('label', { class: 'field' }, 'Seconds for a decision', h('input', { type: 'number', name: 'turn', min: 5, placeholder: 'no clock', dataset: { test: 'turn' } }), h('small', {}, 'When they are up, the clock passes or takes the first choice. Left open, everybody is waited for.')),
        h('label', { class: 'field' }, 'Seconds for an answer to another\'s turn', h('input', { type: 'number', name: 'reaction', min: 5, placeholder: 'as for any decision', dataset: { test: 'reaction' } })),
        h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'public', checked: true, dataset: { test: 'public' } }), h('span', {}, 'Public: anybody may watch and replay it'))),
      h('div', { class: 'row' }, h('button', { class: 'primary', dataset: { test: 'open' } }, 'Open the match'), h('a', { href: `/rules/${one.slug}` }, `Rules of ${one.name}`)));
  }

  async function open(event) {
    event.preventDefault();
    const { seats, others, public: isPublic, turn, reaction } = form.elements;
    const seconds = (field) => field.value === '' ? null : Number(field.value);
    try {
      const made = await post('/v1/matches', { game: chosen.slug, seats: Number(seats.value), options: options.value(), public: isPublic.checked, turn_s: seconds(turn), reaction_s: seconds(reaction) });
      await post(`/v1/matches/${made.id}/seats`, { entropy: newKey() });
      if (others.value !== 'people') {
        await post(`/v1/matches/${made.id}/bots`, { policy: others.value });
        await post(`/v1/matches/${made.id}/start`, {});
      }
      location.href = `/m/${made.id}`;
    } catch (problem) { redraw(alerts, alertBox(problem, chosen?.slug)); }
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
    return h('button', { type: 'button', class: 'chip', 'aria-pressed': status === value ? 'true' : 'false', dataset: { key: `tab-${value}`, tab: value }, onclick: () => { status = value; refresh(); } }, name);
  }
  function draw() {
    redraw(place,
      h('div', { class: 'list-head' }, h('h2', {}, 'Matches'),
        h('label', { class: 'field inline' }, h('span', { class: 'visually-hidden' }, 'Game'), h('select', { dataset: { key: 'list-game' }, disabled: status === 'mine', onchange: (event) => { slug = event.target.value; refresh(); } },
          h('option', { value: '' }, 'All games'), games.map((one) => h('option', { value: one.slug, selected: slug === one.slug }, one.name))))),
      h('div', { class: 'chips', role: 'group', 'aria-label': 'Which matches' }, tab('', 'All'), tab('open', 'Open'), tab('running', 'Running'), tab('finished', 'Finished'), current ? tab('mine', 'Mine') : null),
      rows.length ? h('ul', { class: 'matches' }, rows.map(line)) : h('p', { class: 'empty' }, 'No matches here yet. ', h('code', {}, 'matchledger demo'), ' plays a few of every game, so that there is something to look at.'),
      next ? h('button', { type: 'button', onclick: more, dataset: { key: 'more' } }, 'More') : null);
  }
  await refresh();
  setInterval(() => { if (!document.hidden && rows.length <= 20) refresh().catch(() => {}); }, 5000);
}

function line(one) {
  const name = games.find((kind) => kind.slug === one.game)?.name || one.game;
  const winners = new Set(one.result?.winners || []);
  const free = one.seats.filter((seat) => seat.player === null).length;
  const isSeated = one.seats.some((seat) => seat.player === me()?.id);
  const verb = one.status === 'open' ? (isSeated ? 'Your table' : free && me() ? 'Join' : 'Look') : one.status === 'running' ? (isSeated ? 'Play on' : 'Watch') : 'See the end';
  return h('li', { class: `match-line is-${one.status}`, dataset: { match: one.id } },
    emblem(one.game, 36),
    h('div', { class: 'match-what' },
      h('a', { href: `/m/${one.id}` }, name),
      h('span', { class: 'names' }, one.seats.map((seat, at) => [at ? ', ' : '', h('span', { class: winners.has(seat.seat) ? 'winner' : null }, seat.name || (seat.player ? 'erased' : 'free seat'), winners.has(seat.seat) ? ' ★' : '')])),
      h('small', {}, `${one.status}${one.status === 'open' ? `, ${plural(free, 'free seat')}` : ''} · ${ago(one.opened_at)}`)),
    h('div', { class: 'match-go' },
      h('a', { class: 'button', href: `/m/${one.id}`, 'aria-label': `${verb}: ${name} of ${ago(one.opened_at)}` }, verb),
      one.status !== 'open' ? h('a', { href: `/m/${one.id}/replay`, 'aria-label': `Replay ${name} of ${ago(one.opened_at)}` }, 'Replay') : null,
      one.status === 'finished' ? h('a', { href: `/m/${one.id}/audit`, 'aria-label': `Audit ${name} of ${ago(one.opened_at)}` }, 'Audit') : null));
}
