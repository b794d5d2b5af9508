// Clank!: the dungeon, pawns and tokens on it, the dragon's track, health, the row to buy from.
import { h } from '../../dom.js';
import { addStyles } from '../../late-styles.js';
import { cards, counter, empty, fan, layTable, mine, openHand, other, pane, zone } from '../parts.js';
import { PAWNS, drawBoard, placeOf } from './board.js';
import { cardNames, describe, face, tokenOf } from './faces.js';
import { words } from './words.js';

const NARROW_PX = 700; // below this a board that fits could not be read

export const style = './table.css';

export function draw(view, ctx) {
  const own = ctx.seat === null ? null : view.players[ctx.seat];
  return layTable('clank',
    ctx.kept('row', [view.row, view.reserve, view.goblin], () => drawRow(view, ctx)),
    h('div', { class: 'middle', tabindex: '0' },
      h('div', { class: 'map', dataset: { key: 'map', test: 'map', home: homeOf(view, ctx) } },
        ctx.kept('board', [view.board_side, view.tokens, whereabouts(view)], () => drawBoard(view, ctx))),
      drawLegend(),
      h('div', { class: 'map-keys' }, [['fit', words.fit], ['in', words.zoomIn],
        ['out', words.zoomOut]].map(([name, text]) => h('button', { type: 'button',
        dataset: { press: 'map', map: name }, 'aria-label': `${words.zoom} ${text}` }, text)))),
    h('div', { class: 'aside', dataset: { pane: 'dragon', title: words.dragonShort } },
      drawDragon(view, ctx), drawMarket(view, ctx)),
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => ctx.kept(`seat ${seat}`, [view.players[seat],
      view.turn.seat, view.decision, view.outcome], () => drawOther(view, ctx, view.players[seat])))),
    own ? drawMine(view, ctx, own) : null);
}

// What it says is read when it is opened for the first time.
let legend = null;
const drawLegend = () => h('details', { class: 'map-legend', dataset: { key: 'legend', test: 'legend' },
  ontoggle: openLegend }, h('summary', {}, words.legendTitle), legend?.drawSigns());
async function openLegend({ target }) {
  if (legend) return;
  [legend] = await Promise.all([import('./legend.js'), addStyles('later.css')]);
  if (!target.querySelector('ul')) target.append(legend.drawSigns());
}

const whereabouts = (view) => view.players.map((one) => one.room_id).join();
// Where whoever looks stands, or who plays: there the map is enlarged.
const roomOf = (view, { seat, catalogue }) => catalogue.board.rooms.find((one) =>
  one.id === view.players[seat ?? view.turn.seat]?.room_id);
const homeOf = (view, ctx) => { const room = roomOf(view, ctx); return room && placeOf(room).join(' '); };
const roomTitle = (ctx, id) => ctx.catalogue.board.rooms.find((room) => room.id === id)?.title;
const pawn = (one, name) => h('span', { class: 'pawn-mark', vars: { '--pawn': PAWNS[one.colour] || '#555' },
  'aria-hidden': 'true' }, name.charAt(0));

// What zooms the map (map.js) is read when somebody points at it, and at once where the board does not fit.
let zoom = null;
const awaited = new WeakSet();
const readZoom = async (box) => { zoom = await import('../../map.js'); zoom.prepareMap(box); };

// On a narrow screen the board is shown around whoever is looked at, and follows when they move.
let settledAt = '';
export async function settle(place, { view, seat, catalogue }) {
  const box = place.querySelector('.map');
  if (!box) return;
  const isNarrow = innerWidth <= NARROW_PX;
  if (!zoom && !isNarrow) {
    if (!awaited.has(box)) box.addEventListener('pointerenter', () => readZoom(box), { once: true });
    awaited.add(box);
    return;
  }
  await readZoom(box);
  const room = roomOf(view, { seat, catalogue });
  const now = `${room?.id} ${innerWidth}`;
  if (!room || now === settledAt || !(isNarrow || zoom.isZoomed(box))) return;
  settledAt = now;
  zoom.showOnMap(box, placeOf(room), isNarrow ? 2.2 : 2);
}

function drawRow(view, ctx) {
  const slots = view.row.map((slot) => (slot.card ? face(ctx, slot.card,
    { key: `row:${slot.slot}`, path: `/row/${slot.slot}`, size: 'row', isPriced: true })
    : h('div', { class: 'card row is-empty', dataset: { key: `empty ${slot.slot}` } }, words.empty)));
  const piles = view.reserve.map((pile, at) => face(ctx, { name: pile.pile, title: pile.title },
    { key: `pile:${pile.pile}`, path: `/reserve/${at}`, size: 'row', isPriced: true,
    title: `${pile.title} ×${pile.left}` }));
  return pane('row', words.row, { dataset: { path: '/row' } }, cards({ class: 'row' }, slots, piles,
    face(ctx, view.goblin, { key: 'goblin', size: 'row', isPriced: true })));
}

const cube = (ctx, view, seat, count) => h('span', { class: 'cube', title: ctx.names[seat],
  vars: { '--pawn': PAWNS[view.players[seat].colour] || '#555' } }, h('i', {}, ctx.names[seat].charAt(0)),
  h('b', {}, count));

function drawDragon(view, ctx) {
  const { rage_space: space, rage_track: track, bag, clank_area: area, cubes_per_attack: draws, danger } = view.dragon;
  return zone(words.dragon(draws), { dataset: { path: '/dragon' } },
    h('div', { class: 'bag' }, h('span', {}, words.rageShort), h('ol', { class: 'rage', title: words.rageTitle,
      'aria-label': words.rage(space, track.length), dataset: { path: '/dragon/rage_space' } },
    track.map((cubes, at) => h('li', { class: at + 1 === space ? 'here' : at + 1 < space ? 'past' : null }, cubes,
      at + 1 === space ? h('span', { class: 'visually-hidden' }, words.here) : null)))),
    h('div', { class: 'bag', dataset: { path: '/dragon/bag' } }, h('span', {}, words.bag),
      h('span', { class: 'cube black', title: words.black }, h('i', {}, '●'), h('b', {}, bag.black)),
      bag.by_seat.map((count, seat) => cube(ctx, view, seat, count))),
    h('div', { class: 'bag', dataset: { path: '/dragon/clank_area' } }, h('span', {}, words.area),
      area.map((count, seat) => cube(ctx, view, seat, count))),
    danger ? h('p', { dataset: { key: 'danger' } }, words.danger(danger)) : null, drawCountdown(view, ctx));
}

// CLANK-16.5, CLANK-16.7: and what its next space does.
const drawCountdown = ({ countdown: { seat, space, spaces, extra_cubes: extra }, dragon, outcome }, ctx) =>
  (seat === null ? null : h('p', { class: 'countdown', dataset: { path: '/countdown' } },
    words.countdown(space, spaces, ctx.names[seat]), outcome ? null
      : words.nextSpace(space + 1 < spaces ? dragon.cubes_per_attack + extra[space] : 0)));

function drawMarket(view, ctx) {
  if (!view.market.stock.length) return null;
  const items = Object.entries(words.items).map(([item, name]) => {
    const left = view.market.stock.filter((token) => token.kind.startsWith(item));
    const points = item === 'crown' && left.length
      ? ` ${Math.max(...left.map((token) => tokenOf(ctx, token).points))}` : '';
    return left.length ? ctx.spot(`item:${item}`, { class: 'gang-chip' }, `${name}${points} ×${left.length}`) : null;
  });
  return zone(words.market(view.market.price), { dataset: { path: '/market' } }, h('div', { class: 'gang' }, items));
}

function stateOf(view, ctx, one) {
  return {
    path: `/players/${one.seat}`, isActive: view.turn.seat === one.seat && !view.outcome, isOut: one.status !== 'in',
    isWinner: Boolean(view.outcome) && ctx.match.result?.winners.includes(one.seat),
      mark: pawn(one, ctx.names[one.seat]),
    tags: [one.rescued && !view.outcome ? words.rescued : null],
  };
}

function factsOf(view, one, isOwn = false) {
  const path = `/players/${one.seat}`;
  const scored = view.outcome?.scores.find((score) => score.seat === one.seat);
  return [counter(words.health, one.health_spaces - one.damage, { path: `${path}/damage`, icon: '♥' }),
    counter(words.gold, one.gold, { path: `${path}/gold`, short: scored ? null : words.goldShort }),
    scored ? counter(words.score, scored.total, { short: `${words.score} ` })
      : [counter(words.clank, one.clank, { path: `${path}/clank`, short: null }),
        one.status === 'ko' && !one.rescued ? null
          : counter(words.score, one.points, { path: `${path}/points`, title: words.pointsNow, short: null })],
    // Pressed, it says which cards these are (about.js).
    h('button', { type: 'button', class: isOwn ? 'cards-of' : 'cards-of minor',
      dataset: { press: 'read', card: `cards ${one.seat}`, path: `${path}/deck_size` } },
    h('span', {}, `${words.deck} `, h('b', {}, one.deck_size)))];
}

const tokensOf = (ctx, one) => (one.tokens.length ? h('div',
  { class: 'gang', dataset: { path: `/players/${one.seat}/tokens` } },
  one.tokens.map((held) => tokenOf(ctx, held)).map((token) => ctx.spot(`potion:${token.token_id}`,
  { class: 'gang-chip' }, token.title, token.points && !/\d/.test(token.title) ? ` (${token.points})` : ''))) : null);

function drawOther(view, ctx, one) {
  const path = `/players/${one.seat}`;
  return other(ctx, one.seat, { ...stateOf(view, ctx, one), facts: [factsOf(view, one), h('span', { class: 'minor' },
    fan(one.hand_size, { label: words.handCards, path: `${path}/hand_size` }))],
    where: h('span', { class: 'where', dataset: { path: `${path}/room_id` } },
      roomTitle(ctx, one.room_id)?.replace(/ \(.*/, '')) }, tokensOf(ctx, one),
    openHand(ctx, one.hand?.map((held) => ({ id: held.name, name: held.title, trace: held.card_id })), `${path}/hand`),
    one.play_area.length ? h('div', { class: 'gang', dataset: { path: `${path}/play_area` } },
      one.play_area.map((held) => ctx.spot(`card:${held.card_id}`, { class: 'gang-chip',
      dataset: { card: held.name, trace: held.card_id } },
      held.title))) : null);
}

function drawPools(view) {
  const { turn, outcome } = view;
  const shown = ['skill', 'swords', 'boots', ...(turn.teleports ? ['teleports'] : [])];
  return [h('div', { class: 'pools', tabindex: '0', dataset: { path: '/turn' } },
    shown.map((name) => h('span', { class: ['pool', name, turn[name] ? null : 'dim'],
    dataset: { path: `/turn/${name}` } }, h('b', {}, turn[name]), ` ${words.pools[name](turn[name])}`))),
    turn.exhausted ? h('span', { class: 'tag bad' }, words.exhausted) : null,
      outcome ? h('span', { class: 'tag' }, words.closed) : null];
}

function drawMine(view, ctx, own) {
  const path = `/players/${own.seat}`;
  const shown = (list, part, size) => list.map((held, at) => face(ctx, held,
    { key: `card:${held.card_id}`, path: `${path}/${part}/${at}`, size }));
  const isOfDiscards = own.discard.some((held) => ctx.offers.has(`card:${held.card_id}`));
  return mine(ctx, own.seat, { ...stateOf(view, ctx, own), facts: [view.turn.seat === own.seat ? drawPools(view) : null,
    factsOf(view, own, true)] },
    pane('hand', words.hand, { dataset: { path: `${path}/hand` } }, own.hand?.length ? cards({},
      shown(own.hand, 'hand', 'hand')) : empty(own.status === 'in' ? words.noHand : words.isOut)),
    own.play_area.length ? pane('played', words.played, { dataset: { path: `${path}/play_area` } },
      cards({}, shown(own.play_area, 'play_area', 'row'))) : null,
    isOfDiscards ? pane('discards', words.discards, {}, cards({}, shown(own.discard, 'discard', 'row'))) : null,
    own.tokens.length ? pane('tokens', words.tokens, {}, tokensOf(ctx, own)) : null);
}

const corridorOf = (ctx, id) => ctx.catalogue.board.corridors.find((one) => one.id === id);
const otherEnd = (ctx, id) => {
  const found = corridorOf(ctx, id);
  return found && found.ends[found.ends[0] === ctx.view.players[ctx.seat]?.room_id ? 1 : 0];
};
const roomOfToken = (ctx, template) => template.params.room_id?.one_of[0] ?? ctx.view.players[ctx.seat]?.room_id;

export function target(param, value, ctx, template) {
  if (param === 'corridor_id') return `room:${otherEnd(ctx, value)}`;
  if (param === 'to_room') return `room:${value}`;
  if (param === 'card_id' || param === 'discard_card_id') return `card:${value}`;
  if ((param === 'slot' && template.type !== 'take_token') || param === 'row_slot') return `row:${value}`;
  if (param === 'pile') return `pile:${value}`;
  if (param === 'target') return value === 'goblin' ? 'goblin' : `row:${value}`;
  if (param === 'item') return `item:${value}`;
  if (param === 'token_id') return `potion:${value}`;
  return param === 'token_slot' ? `token:${roomOfToken(ctx, template)}:${value}` : undefined;
}

// The game itself has named everything else.
export function label(param, value, ctx) {
  if (param !== 'corridor_id') return undefined;
  const found = corridorOf(ctx, value);
  return `${roomTitle(ctx, otherEnd(ctx, value))} `
    + `(${words.boots(found.boots)}${found.monsters ? `, ${words.monsters(found.monsters)}` : ''})`;
}

// Cards that ask nothing: nearly always all of them are played.
export function allOf({ type, params }) {
  const ids = Object.keys(params).join() === 'card_id' ? params.card_id.one_of : [];
  return type === 'play_card' && ids.length > 1 ? words.playAll(ids.length) : null;
}

// Whoever was knocked out in the depths has no score; whoever was rescued above them has one.
export function fate(view, seat) {
  const { status, rescued } = view.players[seat];
  return status !== 'ko' ? null : rescued ? words.fates.rescued : words.fates.lost;
}

// What a score is made of (CLANK-17.2).
export function points(view, seat) {
  const score = view.outcome?.scores.find((one) => one.seat === seat);
  return score ? words.scoreOf(score) : null;
}

// Where one can go comes before what one can buy, which is often much.
const RANKS = { play_card: 0, take_token: 0, move: 1, teleport: 1 };
// Nobody wants to be hurt while there are Swords left.
export const preset = (param, { one_of: values }) => (param === 'swords' ? values.at(-1) : undefined);
// To leave it out is to spend none, which is one of its values.
export const isAlwaysSaid = (param) => param === 'swords';
// A step that hurts is read before it is taken.
export const readsFirst = (offers) => offers.some(({ template: { params: { swords } } }) =>
  swords?.optional?.one_of.length === 1);
export const rank = ({ type }) => RANKS[type] ?? 2;

export { cardNames, describe, drawLegend, words };

// Told one by one (telling.js): that the dragon attacks (CLANK-13.1), and whatever leads further than a new hand does.
const TELL_MIN = 7;
export const tells = (step) => step.rules.includes('CLANK-13.1') || step.narration.length >= TELL_MIN;
