// What the drawings share: a card, its back, a pile, a seat, a counter.
import { h, s } from '../dom.js';

export function glyph(paths, props = {}) {
  return s('svg', { viewBox: '0 0 24 24', class: 'glyph', 'aria-hidden': 'true', ...props },
    [paths].flat().map((d) => s('path', { d, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })));
}

// A card face. `tone` picks its colour; colour never says anything that the words do not say too.
export function card(ctx, { key, title, corner, tone = 'paper', art, text, foot, path, size = '', isTurned = false, label }) {
  return ctx.spot(key, { class: ['card', `tone-${tone}`, size, isTurned ? 'is-lost' : null], dataset: path ? { path } : {}, 'aria-label': label },
    h('span', { class: 'card-head' }, corner ? h('span', { class: 'card-corner' }, corner) : null, h('span', { class: 'card-title' }, title)),
    art ? h('span', { class: 'card-art' }, art) : null,
    text ? h('span', { class: 'card-text' }, text) : null,
    foot ? h('span', { class: 'card-foot' }, foot) : null);
}

export function back(ctx, { key, label = 'A face-down card', path, size = '', mark = '' }) {
  return ctx.spot(key, { class: ['card', 'card-back', size], dataset: path ? { path } : {} }, h('span', { class: 'visually-hidden' }, label), h('span', { class: 'back-mark', 'aria-hidden': 'true' }, mark));
}

export function backs(count, { label, path, mark = '' }) {
  return h('div', { class: 'backs', dataset: path ? { path } : {}, role: 'img', 'aria-label': `${count} ${label}` },
    Array.from({ length: Math.min(count, 12) }, () => h('span', { class: 'card card-back mini' }, h('span', { class: 'back-mark' }, mark))),
    count > 12 ? h('span', { class: 'more' }, `${count}`) : null);
}

export function pile(name, count, { path, top } = {}) {
  return h('div', { class: 'pile', dataset: path ? { path } : {} },
    top || h('span', { class: ['card', 'card-back', 'small', count ? null : 'is-empty'] }, h('span', { class: 'back-mark', 'aria-hidden': 'true' })),
    h('span', { class: 'pile-name' }, name, ' ', h('b', {}, count)));
}

export function counter(label, value, { path, icon, title } = {}) {
  return h('span', { class: 'counter', dataset: path ? { path } : {}, title: title || null }, icon ? h('span', { class: 'icon', 'aria-hidden': 'true' }, icon) : null, h('span', { class: icon ? 'visually-hidden' : 'counter-name' }, `${label} `), h('b', {}, value));
}

export function seatPanel(ctx, seat, { isActive, isWaiting: isAwaited, isOut, isWinner, tags = [], path, key = `seat:${seat}`, tone }, ...children) {
  const isWaiting = isAwaited && !ctx.isHeld;
  const classes = ['seat', isActive ? 'is-active' : null, isWaiting ? 'is-waiting' : null, isOut ? 'is-out' : null, isWinner ? 'is-winner' : null, ctx.isMine(seat) ? 'is-mine' : null, tone ? `seat-${tone}` : null];
  const offers = ctx.offers.get(key);
  const name = h('span', { class: 'seat-name' }, ctx.names[seat], ctx.isMine(seat) ? ' (you)' : '');
  return h('section', { class: classes, 'aria-label': `${ctx.names[seat]}`, dataset: { seat, ...(path ? { path } : {}) } },
    h('header', { class: 'seat-head' },
      h('h3', {}, offers ? ctx.spot(key, { class: 'seat-pick' }, name) : name),
      h('span', { class: 'tags' },
        isWinner ? h('span', { class: 'tag good' }, '★ winner') : null,
        isActive ? h('span', { class: 'tag' }, 'on turn') : null,
        isWaiting ? h('span', { class: 'tag warn' }, 'to act') : null,
        isOut ? h('span', { class: 'tag dim' }, 'out') : null,
        tags.map((tag) => h('span', { class: 'tag' }, tag)))),
    ...children);
}

export const zone = (title, props, ...children) => h('section', { ...props, class: ['zone', props?.class].flat().filter(Boolean), 'aria-label': title }, h('h3', { class: 'zone-title' }, title), ...children);
export const cards = (props, ...children) => h('div', { ...props, class: ['cards', props?.class].flat().filter(Boolean) }, ...children);
