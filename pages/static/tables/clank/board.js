// The dungeon of Clank! drawn from its data: rooms, corridors with what they cost, tokens and pawns.
import { s } from '../../dom.js';
import { whatFor } from '../../table.js';
import { tokenOf } from './faces.js';
import { words } from './words.js';

const SIZE = 1000;
const STRETCH = 1.56; // the board is drawn wider than its data, so that the names of rooms fit
const ROOM_W = 146;
const ROOM_H = 78;
const RIM = { side: 46, above: 46, below: 24 }; // around the outermost rooms: ways to the other side, pawns, tokens
const NAME = 27; // the size of a room's name: 11 px in the smallest window that shows the whole board
const LINE = 26;
// About the width of a letter of a name, in sizes of it.
const widthOf = (letter) => (/[mwMW]/.test(letter) ? 0.98 : /[ filjtrI']/.test(letter) ? 0.46 : 0.7);
const TOKENS = { artifact: '#8a6508', major: '#7a3b8f', minor: '#2f6180', idol: '#7a4c20', monkey: '#7a4c20' };
export const PAWNS = { red: '#b3281d', blue: '#2264b8', green: '#2e7d32', yellow: '#8a6800' };
export const BOOT = 'M-5-7v10h11v-4l-6-2v-4z';
export const SWORDS = 'M-6 6L6-6M-6-6L6 6M-6 2l4 4M6 2l-4 4';
export const LOCK = 'M-6-1h12v8h-12zM-4-1v-3a4 4 0 0 1 8 0v3';
export const ARROW = 'M0-14L28 0 0 14z';
const ARROW_LENGTH = 28;

export const placeOf = (room) => [room.x * STRETCH, room.y];

const frames = new WeakMap();
function frameOf(board) {
  if (!frames.has(board)) {
    const [xs, ys] = [0, 1].map((axis) => board.rooms.map((room) => placeOf(room)[axis]));
    const left = Math.min(...xs) - ROOM_W / 2 - RIM.side;
    const top = Math.min(...ys) - ROOM_H / 2 - RIM.above;
    frames.set(board, { left, top, width: Math.max(...xs) + ROOM_W / 2 + RIM.side - left,
      height: Math.max(...ys) + ROOM_H / 2 + RIM.below - top });
  }
  return frames.get(board);
}

export const tokenName = (token) => token.title || words.secret[token.type] || token.type;
export const costsOf = (corridor) => [words.boots(corridor.boots),
  corridor.monsters ? words.monsters(corridor.monsters) : '', corridor.locked ? words.locked : '',
  corridor.one_way ? words.oneWay : ''].filter(Boolean).join(', ');
const whoIs = (view, room) => view.players.filter((one) => one.room_id === room.id).map((one) => one.seat).join();

export function drawBoard(view, ctx) {
  const { board } = ctx.catalogue;
  const rooms = new Map(board.rooms.map((room) => [room.id, { ...room, x: room.x * STRETCH }]));
  const tokens = new Map(view.tokens.map((place, at) => [place.room_id, { ...place, at }]));
  const depths = board.rooms.filter((room) => room.zone === 'depths').map((room) => room.y);
  const upper = board.rooms.filter((room) => room.zone === 'upper').map((room) => room.y);
  const border = depths.length && upper.length ? (Math.min(...depths) + Math.max(...upper)) / 2 : SIZE;
  const { left, top, width, height } = frameOf(board);
  const showsOf = (room) => [room, tokens.get(room.id)?.at, view.tokens[tokens.get(room.id)?.at], whoIs(view, room)];
  return s('svg', { viewBox: `${left} ${top} ${width} ${height}`, class: 'board', role: 'group',
    'aria-label': words.side(board.side) },
    s('rect', { x: left - SIZE, y: border, width: width + 2 * SIZE, height: 2 * SIZE, class: 'depths' }),
    s('text', { x: left + 16, y: top + height - 16, class: 'zone-name' }, words.depths),
    waysOf(board, rooms, 'ways'),
    board.rooms.map((room) => ctx.kept(`room ${room.id}`, showsOf(room),
      () => drawRoom(rooms.get(room.id), tokens.get(room.id), view, ctx))),
    waysOf(board, rooms, 'marks'), // over the rooms: what a short corridor costs must be seen too
    view.players.map((player) => drawPawn(player, ctx.names[player.seat], rooms.get(player.room_id),
      view.players.filter((one) => one.room_id === player.room_id)))); // and who is where, over everything
}

// The corridors never change during a match: drawn once for a board, then copied from drawing to drawing.
const drawnWays = new WeakMap();
function waysOf(board, rooms, layer) {
  if (!drawnWays.has(board)) {
    const around = board.corridors.filter((one) => one.wrap);
    const drawn = board.corridors.map((one) => (one.wrap ? drawAround(one, rooms, frameOf(board),
      'ABCD'[around.indexOf(one)]) : drawWay(one, rooms)));
    drawnWays.set(board, { ways: s('g', {}, drawn.map(([lines]) => lines)),
      marks: s('g', {}, drawn.map(([, marks]) => marks)) });
  }
  return drawnWays.get(board)[layer].cloneNode(true);
}

const labelOf = ({ ends, ...corridor }, rooms) => `${rooms.get(ends[0]).title} ${corridor.one_way ? '→' : '–'} `
  + `${rooms.get(ends[1]).title}: ${costsOf(corridor)}`;

// How far a corridor runs under a room, or under the tokens at its lower edge.
const hasTokens = (room) => room.artifact || room.features.some((one) => one in TOKENS || one === 'shrine');
function hidden(room, x, y) {
  const height = ROOM_H / 2 + (y > 0.5 && hasTokens(room) ? 18 : 2);
  return Math.min((ROOM_W / 2 + 2) / Math.abs(x || 1e-9), height / Math.abs(y || 1e-9));
}

// The signs stand on their corridor, in the middle of what is seen of it, and behind them the arrow if it is one-way.
function drawWay(corridor, rooms) {
  const [a, b] = corridor.ends.map((id) => rooms.get(id));
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [from, to] = [hidden(a, x, y), length - hidden(b, -x, -y)];
  const middle = (from + to) / 2;
  const at = (along) => `translate(${a.x + x * along} ${a.y + y * along})`;
  const signs = [...Array(corridor.boots > 1 ? corridor.boots : 0).fill(['boot', BOOT]),
    ...Array(corridor.monsters).fill(['monster', SWORDS]), ...(corridor.locked ? [['lock', LOCK]] : [])];
  const half = signs.length && 2 + 1.25 * Math.min((5 + signs.length * 10) / Math.abs(x || 1e-9),
    13 / Math.abs(y || 1e-9));
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  const tip = corridor.one_way ? ARROW_LENGTH / 2 : 0;
  const title = s('title', {}, labelOf(corridor, rooms));
  return [
    s('g', { class: ['way', corridor.locked ? 'locked' : null] }, title,
      s('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y })),
    s('g', { class: 'way-marks' }, title.cloneNode(true),
      signs.length ? s('g', { transform: `${at(middle - tip)} scale(1.25)` },
        s('rect', { x: -5 - signs.length * 10, y: -13, width: 10 + signs.length * 20, height: 26, rx: 13,
          class: 'way-mark' }),
        signs.map(([name, d], nth) => s('path', { d, class: `way-icon ${name}`,
          transform: `translate(${(nth - (signs.length - 1) / 2) * 20} 0)` }))) : null,
      tip ? s('path', { d: ARROW, class: 'arrow',
        transform: `${at(middle - tip + half)} rotate(${angle})` }) : null)];
}

// A corridor around the edge: two lines that end at the rim under the same letter.
function drawAround(corridor, rooms, { left, width }, letter) {
  const [a, b] = corridor.ends.map((id) => rooms.get(id)).sort((one, other) => one.x - other.x);
  const title = s('title', {}, labelOf(corridor, rooms));
  const rims = [[a, left + 20], [b, left + width - 20]];
  return [
    s('g', { class: 'way' }, title, rims.map(([room, x]) => s('line', { x1: room.x, y1: room.y, x2: x, y2: room.y }))),
    s('g', { class: 'way-marks' }, title.cloneNode(true), rims.map(([room, x]) => drawRim(letter, x, room.y)))];
}

export const drawRim = (letter, x, y) => s('g', { class: 'rim', transform: `translate(${x} ${y})` },
  s('circle', { r: 17, class: 'way-mark' }), s('text', { y: 8, class: 'rim-name' }, letter));

function shapeOf(room) {
  const [w, r] = [ROOM_W / 2, ROOM_H / 2];
  if (room.features.includes('cave')) return s('path',
    { d: `M${-w - 4} 0L${-w + 12} ${-r - 2}H${w - 12}L${w + 4} 0 ${w - 12} ${r + 2}H${-w + 12}z`,
    class: 'room-shape' });
  return s('rect', { x: -w, y: -r, width: ROOM_W, height: ROOM_H, rx: room.features.includes('market') ? 2 : 12,
    class: 'room-shape' });
}

function nameLines(title, signs) {
  const parts = title.replace(/ \(.*\)$/, '').split(' ');
  const half = Math.ceil(parts.length / 2);
  const isLong = title.length + 2 * signs.length > 10 && parts.length > 1;
  return isLong ? [parts.slice(0, half).join(' '), parts.slice(half).join(' ')] : [parts.join(' ')];
}

function drawRoom(room, place, view, ctx) {
  const here = view.players.filter((player) => player.room_id === room.id);
  const features = room.features.filter((name) => words.features[name]);
  const signs = features.map((name) => words.features[name][1]).join('');
  const shown = (place?.tokens || []).map((token, slot) => [token && tokenOf(ctx, token), slot])
    .filter(([token]) => token);
  const label = [room.title, ...features.map((name) => words.features[name][0]),
    ...shown.map(([token]) => tokenName(token)), ...here.map((player) => ctx.names[player.seat])].join(', ');
  const lines = nameLines(room.title, signs);
  const keys = [`room:${room.id}`, ...shown.map(([, slot]) => `token:${room.id}:${slot}`)];
  const top = (shown.length ? -8 : 0) - (lines.length - 1) * LINE / 2 + NAME / 3;
  const props = {
    class: ['room', `zone-${room.zone}`, ...room.features.map((name) => `has-${name}`)].join(' '),
      transform: `translate(${room.x} ${room.y})`,
    dataset: { key: `room ${room.id}`, path: place ? `/tokens/${place.at}` : undefined },
  };
  return drawSpot(ctx, keys, props, label, `room ${room.id}`, shapeOf(room),
    lines.map((line, at) => drawName(at === 0 && signs ? `${signs} ${line}` : line, top + at * LINE)),
    shown.map(([token], at) => drawToken(token, -((shown.length - 1) * 18) + at * 36, ROOM_H / 2 + 2)));
}

// A long name is set narrower, not smaller.
const drawName = (name, y) => s('text', { y, class: 'room-name', 'font-size': NAME, lengthAdjust: 'spacingAndGlyphs',
  textLength: [...name].reduce((sum, one) => sum + NAME * widthOf(one), 0) > ROOM_W - 8 ? ROOM_W - 8 : null }, name);

// A part of the board. It says what it is (`card`, see about.js), and is pressed when something can be done there.
function drawSpot(ctx, keys, props, label, card, ...children) {
  const key = keys.find((one) => ctx.offers.has(one));
  if (!key) return s('g', { ...props, role: 'img', 'aria-label': label,
    dataset: { ...props.dataset, press: 'read', card } }, ...children);
  return s('g', {
    ...props, class: `${props.class}${ctx.glows.has(key) ? ' can' : ''}`, role: 'button', tabindex: '0',
      'aria-label': `${whatFor(ctx, key)}: ${label}`,
    dataset: { ...props.dataset, press: 'spot', target: key, card },
  }, ...children);
}

export function drawToken(token, x, y, scale = 1.3) {
  const fill = TOKENS[token.type] || '#555';
  const text = token.type === 'artifact' ? token.points : token.kind ? (token.points || token.title.charAt(0)) : '?';
  const shape = token.type === 'artifact' ? s('path', { d: 'M-15-3L0-16 15-3 11 12H-11z', fill })
    : token.type === 'major' ? s('rect', { x: -12, y: -12, width: 24, height: 24, rx: 4, fill })
      : s('circle', { r: 12.5, fill });
  return s('g', { transform: `translate(${x} ${y}) scale(${scale})`, class: `token token-${token.type}` },
    s('title', {}, tokenName(token)), shape, s('text', { y: 5, class: 'token-text' }, text));
}

const drawPawn = (player, name, room, here) => room && s('g', { class: 'pawn', transform: `translate(${room.x
  + here.indexOf(player) * 40 - (here.length - 1) * 20} ${room.y - ROOM_H / 2 - 17}) scale(1.25)`,
  dataset: { path: `/players/${player.seat}/room_id` } },
  s('path', { d: 'M-14 16h28l-7-16h-14z', fill: PAWNS[player.colour] || '#555' }),
    s('circle', { cy: -8, r: 12, fill: PAWNS[player.colour] || '#555' }),
  s('text', { y: -3, class: 'pawn-text' }, name.charAt(0)),
  s('path', { d: 'M-25-20h5v36h-5z', class: 'pawn-change' })); // beside it: its own colour says whose it is
