// What the tables of all games share: a card, its back, a pile, another player, a counter, a pane of one's own things.
import { h, s } from '../dom.js';
import { words } from '../words.js';

export function glyph(paths, props = {}) {
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round',
    'stroke-linejoin': 'round' };
  return s('svg', { viewBox: '0 0 24 24', class: 'glyph', 'aria-hidden': 'true', ...props },
    [paths].flat().map((d) => s('path', { d, ...stroke })));
}

// A card face. `tone` picks its colour; colour never says anything that the words do not say too. Every card is a
// button: it can be read by all, and played by whoever may. `trace` is the id by which events name this very card.
export function card(ctx, { key, id, trace, title, corner, tone = 'paper', art, text, foot, path, size = '',
  isLost = false, label }) {
  return ctx.spot(key, {
    class: ['card', `tone-${tone}`, size, isLost ? 'is-lost' : null], 'aria-label': label,
    dataset: { path, card: id, trace },
  },
  h('span', { class: 'card-head' }, corner ? h('span', { class: 'card-corner' }, corner) : null,
    h('span', { class: 'card-title' }, title)),
  art ? h('span', { class: 'card-art' }, art) : null,
  text ? h('span', { class: 'card-text' }, h('span', {}, text)) : null,
  foot ? h('span', { class: 'card-foot' }, foot) : null);
}

export function back(ctx, { key, label = words.card.hidden, path, size = '', mark = '' }) {
  const props = { class: ['card', 'card-back', size], dataset: { path }, 'aria-label': label };
  const face = h('span', { class: 'back-mark', 'aria-hidden': 'true' }, mark);
  return ctx.offers.has(key) ? ctx.spot(key, props, face) : h('span', { ...props, role: 'img', dataset: { path, key } },
    face);
}

// So many cards in somebody's hand: a fan of backs and their number.
export function fan(count, { label, path, mark = '' }) {
  return h('span', { class: 'fan', dataset: { path }, role: 'img', 'aria-label': `${count} ${label}`,
    title: `${count} ${label}` },
    Array.from({ length: Math.min(count, 5) }, () => h('i', { class: 'card-back' })), h('b', {}, count),
      mark ? h('small', {}, mark) : null);
}

// A hand that is no longer hidden: after the end, in the replay of all that was.
export const openHand = (ctx, held, path) => (held?.length ? h('div', { class: 'gang open-hand', dataset: { path } },
  held.map(({ id, name, trace }) => h('button', { type: 'button', class: 'gang-chip',
    dataset: { press: 'read', card: id, trace } },
    name))) : null);

export function pile(name, count, { path, top, size = 'small' } = {}) {
  return h('div', { class: 'pile', dataset: { path, key: `pile ${name}` } },
    top || h('span', { class: ['card', 'card-back', size, count ? null : 'is-empty'] },
      h('span', { class: 'back-mark', 'aria-hidden': 'true' })),
    h('span', { class: 'pile-name', dataset: { key: 'name' } }, name, ' ', h('b', {}, count)));
}

// A fact with its name. `short` stands for the name where a narrow window shows another player; null: it is left out
// there, until that player is pressed.
export function counter(label, value, { path, icon, title, short = '' } = {}) {
  return h('span', { class: ['counter', short === null ? 'minor' : null], dataset: { path },
    title: title || (icon ? label : null) },
    icon ? h('span', { class: 'icon', 'aria-hidden': 'true' }, icon) : null,
    short ? h('span', { class: 'short', 'aria-hidden': 'true' }, short) : null,
    h('span', { class: icon ? 'visually-hidden' : 'counter-name' }, `${label} `), h('b', {}, value));
}

function seatClasses(ctx, seat, { isActive, isWaiting, isOut, isWinner }) {
  return [isActive ? 'is-active' : null, isWaiting && !ctx.isHeld ? 'is-waiting' : null, isOut ? 'is-out' : null,
    isWinner ? 'is-winner' : null];
}

function nameOf(ctx, seat) {
  const key = `seat:${seat}`;
  const full = ctx.names[seat];
  const name = h('span', { class: 'seat-name' }, full.replace(words.botName, ''),
    words.botName.test(full) ? h('small', { class: 'bot-mark' }, ` ${words.bot}`) : null,
    ctx.isMine(seat) ? ` (${words.you})` : '');
  return ctx.offers.has(key) ? ctx.spot(key, { class: 'seat-pick' }, name) : name;
}

const tagsOf = (ctx, seat, { isActive, isWaiting, isOut, isWinner, tags = [] }) => h('span', { class: 'tags' },
  isWinner ? h('span', { class: 'tag good' }, words.seat.winner) : null,
  isActive && !isWaiting ? h('span', { class: 'tag' }, words.seat.turn) : null,
  isWaiting && !ctx.isHeld ? h('span', { class: 'tag turn', title: words.seat.waiting },
    tags.some(Boolean) ? words.seat.waitingShort : words.seat.waiting) : null,
  isOut ? h('span', { class: 'tag' }, words.seat.out) : null,
  ctx.leftOf(seat) ? h('span', { class: 'tag bad' }, words.seat[ctx.leftOf(seat)]) : null,
  tags.filter(Boolean).map((tag) => h('span', { class: 'tag' }, tag)));

// Another player: name and the facts that count are always in view, the rest where there is room for it. A narrow
// window lays it all over the table while it has the focus; its place in the strip stays, so that nobody moves.
export function other(ctx, seat, { path, facts, mark, where, ...state }, ...children) {
  return h('div', { class: 'other-place', dataset: { key: `seat ${seat}` } }, h('section', {
    class: ['other', ...seatClasses(ctx, seat, state)], 'aria-label': ctx.names[seat], tabindex: '0',
    dataset: { seat, path },
  },
  h('header', { class: 'seat-head' }, mark || null,
    h('h3', { title: ctx.names[seat] }, nameOf(ctx, seat)), where || null,
    tagsOf(ctx, seat, state)),
  h('div', { class: 'facts-line' }, facts), h('div', { class: 'other-more' }, children)));
}

// Whoever looks: what they own, in panes. A narrow window shows one pane at a time (data-pane).
export function mine(ctx, seat, { path, facts, mark, ...state }, ...panes) {
  return h('section', { class: ['mine', ...seatClasses(ctx, seat, state)], 'aria-label': ctx.names[seat],
    dataset: { seat, path } },
    h('header', { class: 'seat-head me' }, mark || null, h('h3', {}, nameOf(ctx, seat)),
      h('div', { class: 'facts-line' }, facts), tagsOf(ctx, seat, { ...state, isWaiting: false })),
    h('div', { class: 'panes' }, panes));
}

// `short`: what its tab is called in a narrow window, where the title is too long for it.
export const pane = (id, title, { short, ...props }, ...children) => h('section', {
  ...props, class: ['pane', `pane-${id}`], 'aria-label': title,
  dataset: { ...props.dataset, pane: id, title: short ?? title.split(/[,:]/)[0], key: `pane ${id}`, scroll: id },
}, h('h3', { class: 'zone-title' }, title), h('div', { class: 'pane-body' }, children));

export const zone = (title, props, ...children) => h('section', {
  ...props, class: ['zone', props.class].flat().filter(Boolean), 'aria-label': title,
}, h('h3', { class: 'zone-title' }, title), ...children);

export const cards = (props, ...children) => h('div', { ...props,
  class: ['cards', props.class].flat().filter(Boolean) }, ...children);
export const empty = (text = words.card.empty) => h('p', { class: 'dim' }, text);

// The parts of a table in their places: others, middle, mine, and whatever else a game has between them.
export const layTable = (game, ...parts) => h('div', { class: `felt felt-${game}` }, parts);
