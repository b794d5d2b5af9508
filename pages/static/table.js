// Chooses the drawing for a game, with one that shows any view as it is, and gives all drawings what they share.
import { h, human, dialog } from './dom.js';
import { offersOf, settled, freeParams, fixedParams, choiceList, titleOf, labelOf } from './choices.js';

const DRAWN = new Set(['coup', 'big-deal', 'szmal', 'clank', 'munchkin-apocalypse']);
const plain = { draw: (view, ctx) => h('div', { class: 'plain-view' }, anything(view, '', ctx)) };

export async function adapterFor(slug) {
  if (!DRAWN.has(slug)) return plain;
  return import(`./tables/${slug}.js`);
}

// `kept(name, shows, make)` is given where a drawing follows another one in the same place (see partsKeeper).
export function makeContext({ match, view, seat, game, adapter, choices = [], send = null, kept = (_name, _shows, make) => make() }) {
  const names = match.seats.map((one, at) => one.name || `Seat ${at + 1}`);
  const ctx = { match, view, seat, game, catalogue: game.catalogue, adapter, names, choices, send, kept };
  ctx.isMine = (at) => at === seat;
  ctx.isHeld = send !== null && match.held !== null; // a replay shows the table as it was, held or not
  ctx.offers = send ? offersOf(choices, adapter, ctx) : new Map();
  ctx.spot = (key, props, ...children) => spot(ctx, key, props, ...children);
  ctx.seatOrder = () => names.map((_, at) => (seat === null ? at : (seat + at) % names.length));
  return ctx;
}

// A place on the table: something to look at, and a button when something can be done with it.
export function spot(ctx, key, props = {}, ...children) {
  const offers = ctx.offers.get(key);
  const dataset = { ...props.dataset, target: key, key: `spot-${key}` };
  if (!offers) return h('div', { ...props, role: props['aria-label'] ? 'img' : null, dataset: { ...props.dataset, ...(key === undefined ? {} : { target: key }) } }, ...children);
  const what = [...new Set(offers.map(({ template }) => titleOf(template, ctx)))].join(', ');
  return h('button', {
    ...props, type: 'button', dataset, class: [props.class, 'can'].flat(), title: what,
    onclick: (event) => { event.stopPropagation(); pick(ctx, key); },
  }, ...children, h('span', { class: 'visually-hidden' }, ` (${what})`));
}

// Touching a place: done at once if only one thing is meant by it, else what is meant is asked.
export function pick(ctx, key) {
  const offers = ctx.offers.get(key) || [];
  const narrowed = offers.map(settled);
  if (narrowed.length === 1 && !freeParams(narrowed[0]).length) {
    ctx.send({ type: narrowed[0].type, params: fixedParams(narrowed[0]) });
    return;
  }
  const { param, value, template } = offers[0];
  const box = dialog(labelOf(param, value, template, ctx), choiceList(narrowed, ctx, (command) => { box.close(); ctx.send(command); }));
  box.querySelector('[data-send], input')?.focus();
}

function anything(value, path, ctx) {
  if (value === null) return h('span', { class: 'dim', dataset: { path } }, '—');
  if (Array.isArray(value)) {
    if (!value.length) return h('span', { class: 'dim', dataset: { path } }, 'none');
    return h('ol', { dataset: { path }, start: 0 }, value.map((one, at) => h('li', {}, anything(one, `${path}/${at}`, ctx))));
  }
  if (typeof value === 'object') {
    return h('dl', { dataset: { path } }, Object.entries(value).map(([name, one]) => h('div', {}, h('dt', {}, human(name)), h('dd', {}, anything(one, `${path}/${name}`, ctx)))));
  }
  return h('span', { dataset: { path } }, String(value));
}

// Marks what a patch has touched: for each change the smallest drawn thing that holds it.
export function highlight(place, patch) {
  for (const old of [...place.getElementsByClassName('changed')]) old.classList.remove('changed');
  if (!patch?.length || patch.some((one) => one.path === '')) return;
  const drawn = new Map();
  for (const element of place.querySelectorAll('[data-path]')) drawn.set(element.dataset.path, element);
  for (const { op, path } of patch) {
    let at = op === 'remove' ? path.slice(0, path.lastIndexOf('/')) : path;
    while (at && !drawn.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    if (at) drawn.get(at).classList.add('changed');
  }
}
