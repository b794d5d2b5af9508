// The dungeon of Clank! drawn from its data: rooms, corridors with what they cost, tokens and pawns.
import { s } from '../../dom.js';
import { whatFor } from '../../table.js';
import { tokenOf } from './faces.js';
import { words } from './words.js';

const SIZE = 1000;
const STRETCH = 1.56; // the board is drawn wider than its data, so that the names of rooms fit
const ROOM_W = 146;
const ROOM_H = 78;
const RIM = { side: 30, above: 38, below: 24 }; // around the outermost rooms: ways to the other side, pawns, tokens
const NAME = 27; // the size of a room's name: 11 px in the smallest window that shows the whole board
const LINE = 26;
// About the width of a letter of a name, in sizes of it.
const widthOf = (letter) => (/[mwMW]/.test(letter) ? 0.98 : /[ filjtrI']/.test(letter) ? 0.46 : 0.7);
const TOKENS = { artifact: '#8a6508', major: '#7a3b8f', minor: '#2f6180', idol: '#7a4c20', monkey: '#7a4c20' };
export const PAWNS = { red: '#b3281d', blue: '#2264b8', green: '#2e7d32', yellow: '#8a6800' };
export const BOOT = 'M-5-7v10h11v-4l-6-2v-4z';
export const SWORDS = 'M-6 6L6-6M-6-6L6 6M-6 2l4 4M6 2l-4 4';
export const LOCK = 'M-6-1h12v8h-12zM-4-1v-3a4 4 0 0 1 8 0v3';

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

const tokenName = (token) => token.title || words.secret[token.type] || token.type;
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
    s('rect', { x: left, y: border, width, height: top + height - border, class: 'depths' }),
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
    const taken = [...rooms.values()].flatMap(({ x, y }) => [[x, y, ROOM_W, ROOM_H, 1],
      [x, y, ROOM_W - 30, ROOM_H - 20, 2], [x, y + 40, 74, 32, 2]]);
    const drawn = board.corridors.map((corridor) => drawWay(corridor, rooms, frameOf(board), taken));
    drawnWays.set(board, { ways: s('g', {}, drawn.map(([lines]) => lines)),
      marks: s('g', {}, drawn.map(([, marks]) => marks)) });
  }
  return drawnWays.get(board)[layer].cloneNode(true);
}

// Where the marks of a corridor hide least. `taken`: [x, y, width, height, weight] of rooms, tokens and other marks.
const shared = (gap, one, two) => Math.max(0, Math.min(one, two, (one + two) / 2 - Math.abs(gap)));
function clearPlace(a, b, width, taken) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const places = [0, -14, 14, -28, 28].flatMap((along) => [0, -12, 12, -24, 24, -36, 36].map((beside) => {
    const [t, n] = [along / Math.hypot(dx, dy), beside / Math.hypot(dx, dy)];
    const [x, y] = [(a.x + b.x) / 2 + dx * t - dy * n, (a.y + b.y) / 2 + dy * t + dx * n];
    return [taken.reduce((sum, [tx, ty, w, h, weight]) => sum + weight * shared(x - tx, w, width)
      * shared(y - ty, h, 32), 6 * Math.hypot(along, beside)), x, y];
  }));
  const [, x, y] = places.reduce((best, one) => (one[0] < best[0] ? one : best));
  taken.push([x, y, width, 32, 2]);
  return [x, y];
}

function drawWay(corridor, rooms, { left, width }, taken) {
  const [a, b] = corridor.ends.map((id) => rooms.get(id));
  const costs = [words.boots(corridor.boots), corridor.monsters ? words.monsters(corridor.monsters) : '',
    corridor.locked ? words.locked : '', corridor.one_way ? words.oneWay : ''];
  const label = `${a.title} – ${b.title}: ${costs.filter(Boolean).join(', ')}`;
  const isLeft = a.x < b.x;
  const right = left + width;
  const lines = corridor.wrap
    ? [[a.x, a.y, isLeft ? left : right, a.y], [b.x, b.y, isLeft ? right : left, b.y]]
    : [[a.x, a.y, b.x, b.y]];
  const rim = isLeft ? (a.x - ROOM_W / 2 + left) / 2 : (a.x + ROOM_W / 2 + right) / 2;
  const marks = [...Array(corridor.boots > 1 ? corridor.boots : 0).fill(['boot', BOOT]),
    ...Array(corridor.monsters).fill(['monster', SWORDS]), ...(corridor.locked ? [['lock', LOCK]] : [])];
  const [x, y] = corridor.wrap || !marks.length ? [rim, a.y]
    : clearPlace(a, b, 12 + marks.length * 25, taken);
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const arrow = `translate(${a.x + (b.x - a.x) * 0.62} ${a.y + (b.y - a.y) * 0.62}) rotate(${angle})`;
  return [
    s('g', { class: ['way', corridor.locked ? 'locked' : null] }, s('title', {}, label),
      lines.map(([x1, y1, x2, y2]) => s('line', { x1, y1, x2, y2 })),
      corridor.one_way ? s('path', { d: 'M-9-8L9 0-9 8z', class: 'arrow', transform: arrow }) : null),
    marks.length ? s('g', { transform: `translate(${x} ${y}) scale(1.25)` }, s('title', {}, label),
      s('rect', { x: -5 - marks.length * 10, y: -13, width: 10 + marks.length * 20, height: 26, rx: 13,
        class: 'way-mark' }),
      marks.map(([name, d], at) => s('path', { d, class: `way-icon ${name}`,
        transform: `translate(${(at - (marks.length - 1) / 2) * 20} 0)` }))) : null];
}

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
  return drawSpot(ctx, keys, props, label, shapeOf(room),
    lines.map((line, at) => drawName(at === 0 && signs ? `${signs} ${line}` : line, top + at * LINE)),
    shown.map(([token], at) => drawToken(token, -((shown.length - 1) * 18) + at * 36, ROOM_H / 2 + 2)));
}

// A long name is set narrower, not smaller.
const drawName = (name, y) => s('text', { y, class: 'room-name', 'font-size': NAME, lengthAdjust: 'spacingAndGlyphs',
  textLength: [...name].reduce((sum, one) => sum + NAME * widthOf(one), 0) > ROOM_W - 8 ? ROOM_W - 8 : null }, name);

// A part of the board that can be pressed when something can be done there.
function drawSpot(ctx, keys, props, label, ...children) {
  const key = keys.find((one) => ctx.offers.has(one));
  if (!key) return s('g', props, s('title', {}, label), ...children);
  const text = `${whatFor(ctx, key)}: ${label}`;
  return s('g', {
    ...props, class: `${props.class}${ctx.glows.has(key) ? ' can' : ''}`, role: 'button', tabindex: '0',
      'aria-label': text,
    dataset: { ...props.dataset, press: 'spot', target: key },
  }, s('title', {}, text), ...children);
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
  + here.indexOf(player) * 40 - (here.length - 1) * 20} ${room.y - ROOM_H / 2 - 8}) scale(1.25)`,
  dataset: { path: `/players/${player.seat}/room_id` } },
  s('path', { d: 'M-14 16h28l-7-16h-14z', fill: PAWNS[player.colour] || '#555' }),
    s('circle', { cy: -8, r: 12, fill: PAWNS[player.colour] || '#555' }),
  s('text', { y: -3, class: 'pawn-text' }, name.charAt(0)),
  s('path', { d: 'M-25-20h5v36h-5z', class: 'pawn-change' })); // beside it: its own colour says whose it is
