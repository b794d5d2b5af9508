// Clank!: the dungeon drawn from its data, pawns and tokens on it, the dragon's track, health, the row to buy from.
import { h, s, human, plural } from '../dom.js';
import { card, backs, counter, seatPanel, cards, zone } from './parts.js';
import { pick } from '../table.js';
import { titleOf } from '../choices.js';

const SIZE = 1000;
const STRETCH = 1.4; // the board is drawn wider than its data, so that the names of rooms fit
const WIDE = SIZE * STRETCH;
const BOARD_FITS_PX = 1200; // a window at least as wide shows the whole board
const EDGE = 34; // around the board, so that a room at its rim and a pawn on it are whole
const ROOM_W = 116;
const ROOM_H = 64;
const TOKENS = { artifact: ['#b8860b', '#fff'], major: ['#7a3b8f', '#fff'], minor: ['#3b6f8f', '#fff'], idol: ['#8a5a2b', '#fff'], monkey: ['#8a5a2b', '#fff'] };
const PAWNS = { red: '#c0392b', blue: '#2264b8', green: '#2e7d32', yellow: '#9a7400' };
const FEATURES = { cave: ['crystal cave', '◆'], market: ['market', '$'], fountain: ['spring', '♥'], shrine: ['shrine', '✦'] };
const BOOT = 'M-5-7v10h11v-4l-6-2v-4z';
const SWORDS = 'M-6 6L6-6M-6-6L6 6M-6 2l4 4M6 2l-4 4';
const LOCK = 'M-6-1h12v8h-12zM-4-1v-3a4 4 0 0 1 8 0v3';
const books = new WeakMap();

function row(ctx, name) {
  if (!books.has(ctx.catalogue)) {
    const { starters = [], reserve = [], dungeon = [] } = ctx.catalogue;
    books.set(ctx.catalogue, new Map([...starters, ...reserve, ...dungeon].map((one) => [one.id, one])));
  }
  return books.get(ctx.catalogue).get(name) || {};
}

const WORDS = {
  skill: (n) => `+${n} Skill`, swords: (n) => `+${n} Swords`, boots: (n) => `+${n} Boots`, gold: (n) => `+${n} gold`, clank: (n) => `${n} Clank`, quiet: (n) => `−${n} Clank`,
  clank_others: (n) => `${n} Clank for the others`, clank_all: (n) => `${n} Clank for all`, heal: (n) => `heal ${n}`, draw: (n) => `draw ${n}`, teleport: () => 'teleport', rage: (n) => `the dragon rages ${n}`,
  return_dragon_cubes: (n) => `${n} dragon cubes back`, dragon_attack: () => 'the dragon attacks', replace_row_card: () => 'replace a card of the row', take_adjacent_secret: () => 'take a secret next door',
};

function effect(one) {
  if (one.do === 'choose') return `choose: ${one.options.map(effects).join(' or ')}`;
  if (one.do === 'pay_gold') return `pay ${one.n} gold: ${effects(one.then)}`;
  if (one.do === 'discard') return `discard a card: ${effects(one.then)}`;
  if (one.do === 'when') return `if ${human(one.condition).toLowerCase()}: ${effects(one.then)}`;
  if (one.do === 'trash') return `trash ${one.filter === 'any' ? 'a card' : `a ${human(one.filter)}`}`;
  if (one.do === 'take_reserve') return `take ${one.n} ${human(one.pile)}`;
  if (one.do === 'flag') return human(one.name).toLowerCase();
  return WORDS[one.do]?.(one.n) || human(one.do);
}
const effects = (list) => list.map(effect).join(', ');

function gives(kind) {
  const pools = [['skill', 'Skill'], ['swords', 'Swords'], ['boots', 'Boots']].filter(([name]) => kind[name]);
  return pools.length ? h('span', { class: 'gives' }, pools.map(([name, title_]) => h('span', { class: `give ${name}` }, h('b', {}, kind[name]), ` ${title_}`))) : null;
}

function textOf(kind) {
  const parts = [];
  for (const [name, before] of [['play', ''], ['turn', ''], ['acquire', 'when bought: '], ['use', 'use: '], ['defeat', 'reward: '], ['arrive', 'arrives: ']]) if (kind[name]?.length) parts.push(before + effects(kind[name]));
  return parts.join('. ');
}

function face(ctx, one, { key, path, size = 'small', isPriced = false }) {
  const kind = row(ctx, one.name);
  const price = kind.cost ? (kind.kind === 'monster' ? `⚔${kind.cost}` : `${kind.cost}✦`) : '';
  const points = typeof kind.points === 'number' && kind.points ? `${kind.points} points` : kind.points ? 'points at the end' : '';
  return card(ctx, {
    key, path, size, title: one.title, corner: isPriced ? price : undefined, tone: `cl-${kind.kind || 'card'}`, art: gives(kind), text: textOf(kind),
    foot: [kind.kind && kind.kind !== 'card' ? `${human(kind.kind)} ` : '', kind.place ? `in: ${human(kind.place)} ` : '', kind.dragon ? 'dragon! ' : '', points],
  });
}

export function draw(view, ctx) {
  return h('div', { class: 'clank' },
    h('div', { class: 'clank-strip' }, stage(view, ctx), dragon(view, ctx), market(view, ctx)),
    h('div', { class: 'board-scroll', tabindex: '0', role: 'region', 'aria-label': 'The dungeon', dataset: { scroll: 'board' } },
      ctx.kept('board', [view.board, view.tokens, whereabouts(view)], () => board(view, ctx))),
    h('p', { class: 'legend' }, 'On a corridor: two boots cost two Boots, crossed swords are monsters, a lock and dots need a key, an arrow goes one way. In a room: ◆ crystal cave, $ market, ♥ spring, ✦ shrine; a house is an artifact with its points, a square a major secret, a circle a minor one.'),
    ctx.kept('row', [view.row, view.reserve, view.goblin], () => forSale(view, ctx)),
    h('div', { class: 'seats wide' }, ctx.seatOrder().map((seat) => player(view, ctx, view.players[seat]))));
}

const forSale = (view, ctx) => zone('Dungeon row and reserve', { dataset: { path: '/row' } }, cards({ class: 'row' }, view.row.map((slot) => (slot.card ? face(ctx, slot.card, { key: `row:${slot.slot}`, path: `/row/${slot.slot}`, size: '', isPriced: true }) : h('div', { class: 'card is-empty' }, 'empty'))),
      view.reserve.map((pile, at) => face(ctx, { name: pile.pile, title: `${pile.title} ×${pile.left}` }, { key: `pile:${pile.pile}`, path: `/reserve/${at}`, size: '', isPriced: true })),
      face(ctx, { name: view.goblin.name, title: view.goblin.title }, { key: 'goblin', size: '', isPriced: true })));
const whereabouts = (view) => view.players.map((one) => one.room_id).join();

// On a narrow screen the board is wider than its window: whoever is looked at is brought into it when they have moved.
let settledAt = '';
export function settle(place, { view, seat }) {
  const who = seat ?? view.turn.seat;
  const room = view.board.rooms.find((one) => one.id === view.players[who]?.room_id);
  const window_ = place.querySelector('.board-scroll');
  const now = `${who} ${room?.id} ${innerWidth}`;
  if (now === settledAt || !window_ || !room || innerWidth > BOARD_FITS_PX) return;
  settledAt = now;
  window_.scrollLeft = ((room.x * STRETCH + EDGE) / (WIDE + 2 * EDGE)) * window_.scrollWidth - window_.clientWidth / 2;
}

function stage(view, ctx) {
  const turn = view.turn;
  const lines = [h('span', { class: 'turn-mark', dataset: { path: '/turn/number' } }, `Turn ${turn.number}`)];
  if (view.outcome) lines.push(h('p', { class: 'big' }, 'The dungeon is closed.'));
  else if (view.decision) lines.push(h('p', { class: 'big', dataset: { path: '/decision' } }, `${ctx.names[view.decision.seat]}: ${{ turn: 'play, buy, fight, walk', token: 'take a token?', trash: 'trash a card' }[view.decision.about] || view.decision.about}`));
  lines.push(h('div', { class: 'pools', dataset: { path: '/turn' } }, [['Skill', turn.skill], ['Swords', turn.swords], ['Boots', turn.boots]].map(([name, count]) => h('span', { class: ['pool', count ? null : 'dim'], dataset: { path: `/turn/${name.toLowerCase()}` } }, h('b', {}, count), ` ${name}`)),
    turn.teleports ? h('span', { class: 'pool' }, h('b', {}, turn.teleports), ' teleport') : null, turn.exhausted ? h('span', { class: 'tag warn' }, 'exhausted') : null));
  if (view.countdown.seat !== null) lines.push(h('p', { class: 'warn-text', dataset: { path: '/countdown' } }, `Countdown ${view.countdown.space} of ${view.countdown.spaces}: ${ctx.names[view.countdown.seat]} is out.`));
  return h('section', { class: 'stage', 'aria-label': 'What is going on' }, lines);
}

function dragon(view, ctx) {
  const one = view.dragon;
  return zone('The dragon', { dataset: { path: '/dragon' } },
    h('ol', { class: 'rage', 'aria-label': `Rage ${one.rage_space} of ${one.rage_track.length}`, dataset: { path: '/dragon/rage_space' } }, one.rage_track.map((cubes, at) => h('li', { class: at + 1 === one.rage_space ? 'here' : at + 1 < one.rage_space ? 'past' : null }, cubes, at + 1 === one.rage_space ? h('span', { class: 'visually-hidden' }, ' here') : null))),
    h('div', { class: 'bag', dataset: { path: '/dragon/bag' } }, h('b', {}, 'Bag:'), cube('black', `${one.bag.black} black`), one.bag.by_seat.map((count, seat) => cube(view.players[seat].colour, `${count} of ${ctx.names[seat]}`))),
    h('p', { class: 'dim' }, `${plural(one.cubes_per_attack, 'cube')} drawn an attack · dungeon deck ${view.dungeon_deck_size}, discards ${view.dungeon_discard.length}`));
}

const cube = (colour, text) => h('span', {}, h('i', { class: `cube cube-${colour}`, 'aria-hidden': 'true' }), text);

function market(view, ctx) {
  if (!view.market.stock.length) return null;
  return zone(`Market (${view.market.price} gold each)`, { dataset: { path: '/market' } }, h('div', { class: 'chips' }, ['key', 'backpack', 'crown'].map((item) => {
    const left = view.market.stock.filter((token) => token.kind.startsWith(item));
    return left.length ? ctx.spot(`item:${item}`, { class: 'chip' }, `${human(item)}${item === 'crown' ? ` (${Math.max(...left.map((token) => token.points))} points)` : ''} ×${left.length}`) : null;
  })));
}

// A part of the board that can be touched when something can be done there.
function svgSpot(ctx, keys, props, label, ...children) {
  const key = keys.find((one) => ctx.offers.has(one));
  if (!key) return s('g', props, s('title', {}, label), ...children);
  const what = [...new Set(ctx.offers.get(key).map(({ template }) => titleOf(template, ctx)))].join(', ');
  return s('g', {
    ...props, class: [props.class, 'can'].flat().filter(Boolean), role: 'button', tabindex: '0', 'aria-label': `${what}: ${label}`, dataset: { ...props.dataset, target: key, key: `spot-${key}` },
    onclick: () => pick(ctx, key), onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); pick(ctx, key); } },
  }, s('title', {}, `${what}: ${label}`), ...children);
}

const whoIs = (view, room) => view.players.filter((one) => one.room_id === room.id).map((one) => one.seat).join();

function board(view, ctx) {
  const rooms = new Map(view.board.rooms.map((room) => [room.id, { ...room, x: room.x * STRETCH }]));
  const tokens = new Map(view.tokens.map((place, at) => [place.room_id, { ...place, at }]));
  const depths = view.board.rooms.filter((room) => room.zone === 'depths').map((room) => room.y);
  const upper = view.board.rooms.filter((room) => room.zone === 'upper').map((room) => room.y);
  const border = depths.length && upper.length ? (Math.min(...depths) + Math.max(...upper)) / 2 : SIZE;
  return s('svg', { viewBox: `${-EDGE} ${-EDGE} ${WIDE + 2 * EDGE} ${SIZE + EDGE}`, class: 'board', role: 'group', 'aria-label': `Side ${view.board.side} of the dungeon` },
    s('rect', { x: -EDGE, y: border, width: WIDE + 2 * EDGE, height: SIZE - border, class: 'depths' }), s('text', { x: WIDE / 2, y: SIZE - 20, class: 'zone-name' }, 'The Depths'),
    waysOf(view.board, rooms, 'ways'),
    view.board.rooms.map((room) => ctx.kept(`room ${room.id}`, [room, tokens.get(room.id)?.at, view.tokens[tokens.get(room.id)?.at], whoIs(view, room)], () => roomOf(rooms.get(room.id), tokens.get(room.id), view, ctx))),
    waysOf(view.board, rooms, 'marks')); // over the rooms: what a short corridor costs must be seen too
}

// The corridors never change during a match: drawn once for a board, then copied from drawing to drawing.
const drawnWays = new WeakMap();
function waysOf(board_, rooms, layer) {
  if (!drawnWays.has(board_)) {
    const drawn = board_.corridors.map((corridor) => way(corridor, rooms));
    drawnWays.set(board_, { ways: s('g', {}, drawn.map(([lines]) => lines)), marks: s('g', {}, drawn.map(([, marks]) => marks)) });
  }
  return drawnWays.get(board_)[layer].cloneNode(true);
}

function way(corridor, rooms) {
  const [a, b] = corridor.ends.map((id) => rooms.get(id));
  const what = [plural(corridor.boots, 'Boot'), corridor.monsters ? plural(corridor.monsters, 'monster') : '', corridor.locked ? 'locked' : '', corridor.one_way ? 'one way' : ''].filter(Boolean).join(', ');
  const lines = corridor.wrap
    ? [[a.x, a.y, a.x < b.x ? -EDGE : WIDE + EDGE, a.y], [b.x, b.y, a.x < b.x ? WIDE + EDGE : -EDGE, b.y]]
    : [[a.x, a.y, b.x, b.y]];
  const mx = corridor.wrap ? (a.x < b.x ? (a.x - ROOM_W / 2 - EDGE) / 2 : (a.x + ROOM_W / 2 + WIDE + EDGE) / 2) : (a.x + b.x) / 2;
  const my = corridor.wrap ? a.y : (a.y + b.y) / 2;
  const marks = [...Array(corridor.boots > 1 ? corridor.boots : 0).fill(['boot', BOOT]), ...Array(corridor.monsters).fill(['monster', SWORDS]), ...(corridor.locked ? [['lock', LOCK]] : [])];
  const angle = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
  const label = `${a.title} – ${b.title}: ${what}`;
  return [s('g', { class: ['way', corridor.locked ? 'locked' : null].filter(Boolean).join(' ') }, s('title', {}, label),
    lines.map(([x1, y1, x2, y2]) => s('line', { x1, y1, x2, y2 })),
    corridor.one_way ? s('path', { d: 'M-9-8L9 0-9 8z', class: 'arrow', transform: `translate(${a.x + (b.x - a.x) * 0.62} ${a.y + (b.y - a.y) * 0.62}) rotate(${angle})` }) : null),
  marks.length ? s('g', {}, s('title', {}, label), s('rect', { x: mx - 5 - marks.length * 10, y: my - 13, width: 10 + marks.length * 20, height: 26, rx: 13, class: 'way-mark' }),
      marks.map(([name, d], at) => s('path', { d, class: `way-icon ${name}`, transform: `translate(${mx + (at - (marks.length - 1) / 2) * 20} ${my})` }))) : null];
}

function roomOf(room, place, view, ctx) {
  const here = view.players.filter((player) => player.room_id === room.id);
  const features = room.features.filter((name) => FEATURES[name]).map((name) => FEATURES[name][0]);
  const signs = room.features.filter((name) => FEATURES[name]).map((name) => FEATURES[name][1]).join('');
  const shown = (place?.tokens || []).map((token, slot) => [token, slot]).filter(([token]) => token);
  const label = [room.title, ...features, ...shown.map(([token]) => token.title || `a ${token.type} secret`), ...here.map((player) => ctx.names[player.seat])].join(', ');
  const words = room.title.split(' ');
  const half = Math.ceil(words.length / 2);
  const lines = room.title.length + 2 * signs.length > 11 && words.length > 1 ? [words.slice(0, half).join(' '), words.slice(half).join(' ')] : [room.title];
  const keys = [`room:${room.id}`, ...shown.map(([, slot]) => `token:${room.id}:${slot}`)];
  return svgSpot(ctx, keys, { class: ['room', `zone-${room.zone}`, ...room.features.map((name) => `has-${name}`)].join(' '), transform: `translate(${room.x} ${room.y})`, dataset: place ? { path: `/tokens/${place.at}` } : {} }, label,
    room.features.includes('cave') ? s('path', { d: `M${-ROOM_W / 2 - 4} 0L${-ROOM_W / 2 + 12} ${-ROOM_H / 2 - 2}H${ROOM_W / 2 - 12}L${ROOM_W / 2 + 4} 0 ${ROOM_W / 2 - 12} ${ROOM_H / 2 + 2}H${-ROOM_W / 2 + 12}z`, class: 'room-shape' })
      : s('rect', { x: -ROOM_W / 2, y: -ROOM_H / 2, width: ROOM_W, height: ROOM_H, rx: room.features.includes('market') ? 2 : 12, class: 'room-shape' }),
    lines.map((line, at) => s('text', { y: (lines.length > 1 ? -11 : -2) + at * 17, class: 'room-name' }, at === 0 && signs ? `${signs} ${line}` : line)),
    shown.map(([token], at) => tokenOf(token, -((shown.length - 1) * 14) + at * 28, ROOM_H / 2 + 1)),
    here.map((player, at) => s('g', { class: 'pawn', transform: `translate(${-((here.length - 1) * 17) + at * 34} ${-ROOM_H / 2 - 9})`, dataset: { path: `/players/${player.seat}/room_id` } },
      s('path', { d: 'M-14 16h28l-7-16h-14z', fill: PAWNS[player.colour] || '#555' }), s('circle', { cy: -8, r: 12, fill: PAWNS[player.colour] || '#555' }), s('text', { y: -3, class: 'pawn-text' }, ctx.names[player.seat].charAt(0)))));
}

function tokenOf(token, x, y) {
  const [fill, ink] = TOKENS[token.type] || ['#555', '#fff'];
  const text = token.type === 'artifact' ? token.points : token.kind ? (token.points || token.title.charAt(0)) : '?';
  return s('g', { transform: `translate(${x} ${y})`, class: `token token-${token.type}` }, s('title', {}, token.title || `${human(token.type)} secret`),
    token.type === 'artifact' ? s('path', { d: 'M-15-3L0-16 15-3 11 12H-11z', fill }) : token.type === 'major' ? s('rect', { x: -12, y: -12, width: 24, height: 24, rx: 4, fill }) : s('circle', { r: 12.5, fill }),
    s('text', { y: 5, fill: ink, class: 'token-text' }, text));
}

const player = (view, ctx, one) => ctx.kept(`seat ${one.seat}`, [one, view.turn.seat === one.seat, view.decision?.seat === one.seat, view.outcome, ctx.match.result], () => panel(view, ctx, one));

function panel(view, ctx, one) {
  const path = `/players/${one.seat}`;
  const scored = view.outcome?.scores?.find?.((score) => score.seat === one.seat);
  return seatPanel(ctx, one.seat, {
    path, isActive: view.turn.seat === one.seat && !view.outcome, isWaiting: view.decision?.seat === one.seat, isOut: one.status !== 'in', isWinner: ctx.match.result?.winners.includes(one.seat) && Boolean(view.outcome), tone: one.colour,
    tags: [one.colour, one.rescued ? 'rescued' : null, one.countdown_space !== null ? `countdown ${one.countdown_space}` : null].filter(Boolean),
  },
  h('div', { class: 'health', role: 'img', 'aria-label': `${one.damage} of ${one.health_spaces} damage`, dataset: { path: `${path}/damage` } }, Array.from({ length: one.health_spaces }, (_, at) => h('i', { class: at < one.damage ? 'hit' : null })), h('span', {}, `${one.health_spaces - one.damage} health`)),
  h('div', { class: 'counters' }, counter('Gold', one.gold, { path: `${path}/gold` }), counter('Clank here', one.clank, { path: `${path}/clank` }), counter('Cubes left', one.supply, { path: `${path}/supply` }), counter('Deck', one.deck_size, { path: `${path}/deck_size` }), counter('Discards', one.discard.length, { path: `${path}/discard` }), scored ? counter('Points', scored.total ?? scored.points) : null),
  one.tokens.length ? h('div', { class: 'chips', dataset: { path: `${path}/tokens` } }, one.tokens.map((token) => ctx.spot(`potion:${token.token_id}`, { class: 'chip' }, token.title, token.points ? ` (${token.points})` : ''))) : null,
  one.play_area.length ? zone('Played', { dataset: { path: `${path}/play_area` } }, cards({ class: 'tight' }, one.play_area.map((held, at) => face(ctx, held, { key: `card:${held.card_id}`, path: `${path}/play_area/${at}` })))) : null,
  one.hand ? zone('Hand', { dataset: { path: `${path}/hand` } }, one.hand.length ? cards({ class: 'tight' }, one.hand.map((held, at) => face(ctx, held, { key: `card:${held.card_id}`, path: `${path}/hand/${at}` }))) : h('p', { class: 'dim' }, 'empty')) : backs(one.hand_size, { label: 'cards in hand', path: `${path}/hand_size` }),
  one.discard.length && ctx.offers.size && one.discard.some((held) => ctx.offers.has(`card:${held.card_id}`)) ? zone('Discards', {}, cards({ class: 'tight' }, one.discard.map((held) => face(ctx, held, { key: `card:${held.card_id}` })))) : null);
}

const other = (ctx, corridor) => {
  const found = ctx.view.board.corridors.find((one) => one.id === corridor);
  const room = ctx.view.players[ctx.seat]?.room_id;
  return found && found.ends[found.ends[0] === room ? 1 : 0];
};
const roomTitle = (ctx, id) => ctx.view.board.rooms.find((room) => room.id === id)?.title;

export function target(param, value, ctx, template) {
  if (param === 'corridor_id') return `room:${other(ctx, value)}`;
  if (param === 'to_room') return `room:${value}`;
  if (param === 'card_id' || param === 'discard_card_id') return `card:${value}`;
  if ((param === 'slot' && template.type !== 'take_token') || param === 'row_slot') return `row:${value}`;
  if (param === 'pile') return `pile:${value}`;
  if (param === 'target') return value === 'goblin' ? 'goblin' : `row:${value}`;
  if (param === 'item') return `item:${value}`;
  if (param === 'token_id') return `potion:${value}`;
  if (param === 'token_slot') return `token:${template.params.room_id?.one_of[0] ?? ctx.view.players[ctx.seat]?.room_id}:${value}`;
  return undefined;
}

export function label(param, value, ctx, template) {
  const own = ctx.seat === null ? null : ctx.view.players[ctx.seat];
  if (param === 'corridor_id') {
    const found = ctx.view.board.corridors.find((one) => one.id === value);
    return `${roomTitle(ctx, other(ctx, value))} (${plural(found.boots, 'Boot')}${found.monsters ? `, ${plural(found.monsters, 'monster')}` : ''})`;
  }
  if (param === 'to_room' || param === 'room_id') return roomTitle(ctx, value);
  if (param === 'card_id' || param === 'discard_card_id') return [...(own?.hand || []), ...(own?.discard || []), ...(own?.play_area || [])].find((one) => one.card_id === value)?.title;
  if (param === 'row_slot' || param === 'slot' || (param === 'target' && value !== 'goblin')) return ctx.view.row[value]?.card?.title;
  if (param === 'pile') return ctx.view.reserve.find((one) => one.pile === value)?.title;
  if (param === 'token_slot') {
    const room = template.params.room_id?.one_of[0] ?? own?.room_id;
    const token = ctx.view.tokens.find((place) => place.room_id === room)?.tokens[value];
    return token ? token.title || `a ${token.type} secret` : undefined;
  }
  if (param === 'token_id') return own?.tokens.find((token) => token.token_id === value)?.title;
  if (param === 'source') return value === 'row' ? 'from the row' : 'from the reserve';
  if (param === 'option') {
    const name = template.type === 'use_device' ? ctx.view.row[template.params.slot.one_of[0]]?.card?.name : own?.hand?.find((one) => one.card_id === template.params.card_id?.one_of[0])?.name;
    const kind = name ? row(ctx, name) : {};
    const all = [...(kind.play || []), ...(kind.use || [])];
    const choose = [...all, ...all.flatMap((one) => one.then || [])].find((one) => one.do === 'choose');
    return choose?.options[value] ? effects(choose.options[value]) : `option ${value + 1}`;
  }
  return undefined;
}

export function title(template) {
  return { play_card: 'Play', acquire_card: 'Buy', use_device: 'Use', fight: 'Fight', buy_item: 'Buy at the market', move: 'Walk to', teleport: 'Teleport to', use_potion: 'Drink', end_turn: 'End the turn', take_token: 'Take', decline_token: 'Leave it', trash_card: 'Trash' }[template.type];
}

