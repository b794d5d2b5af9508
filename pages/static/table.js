// Loads the table of a game, or the general one, and gives all tables what they share.
import { h } from './dom.js';
import { offersOf, titleOf } from './domains.js';
import { groupOf } from './question.js';
import { words } from './words.js';

// Relative, so that it is kept by the browser for as long as these pages are.
export async function adapterFor({ table }) {
  const path = (table ?? '/static/tables/general.js').replace('/static/', './');
  const adapter = await import(path);
  if (adapter.style) await addStyle(new URL(adapter.style, `http://x/${path}`).pathname.slice(1));
  return adapter;
}

// A joined file brings the style sheets of its table along (pages/__init__.py); else the sheet is asked for.
const added = new Set();
async function addStyle(name) {
  if (added.has(name)) return;
  added.add(name);
  const text = globalThis.matchledgerModules?.[name];
  if (text === undefined) {
    const href = new URL(name, document.querySelector('link[rel=icon]').href).href;
    await new Promise((done, fail) => document.head.append(h('link', { rel: 'stylesheet', href, onload: done,
      onerror: fail })));
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

// `kept(name, shows, make)` is given where a drawing follows another one in the same place (see partsKeeper).
export function makeContext({ match, view, seat, game, adapter, choices = [], isPlaying = false, isOwn = true,
  kept = (_name, _shows, make) => make() }) {
  const names = match.seats.map((one) => one.name || words.anyPlayer);
  const ctx = { match, view, seat, game, catalogue: game.catalogue, adapter, names, choices, kept };
  ctx.isMine = (at) => isOwn && at === seat; // a replay also looks over the shoulders of others
  // Nobody is waited for. A replay shows the table as it was, held or not.
  ctx.isHeld = isPlaying && (match.held !== null || match.status !== 'running');
  ctx.leftOf = (at) => (isPlaying ? match.seats[at].left : null); // who plays there instead, or that nobody does
  ctx.offers = offersOf(choices, adapter, ctx);
  // Only what answers the present question glows, never what is offered beside it; where nothing but to end is left,
  // what ends it.
  const asked = choices.some((one) => groupOf(one, ctx) === 'main') ? 'main' : 'end';
  const isAsked = (key) => ctx.offers.get(key).some(({ template }) => groupOf(template, ctx) === asked);
  ctx.glows = new Set([...ctx.offers.keys()].filter(isAsked));
  ctx.spot = (key, props, ...children) => drawSpot(ctx, key, props, ...children);
  ctx.otherSeats = () => names.map((_, at) => (seat === null ? at
    : (seat + at) % names.length)).filter((at) => at !== seat);
  return ctx;
}

export const whatFor = (ctx, key) => [...new Set(ctx.offers.get(key).map(({ template }) => titleOf(template,
  ctx)))].join(', ');

// A place on the table: something to read, and to press when something can be done with it.
function drawSpot(ctx, key, props = {}, ...children) {
  const isOffered = ctx.offers.has(key);
  const classes = [props.class, isOffered ? 'offered' : null, ctx.glows.has(key) ? 'can' : null].flat();
  const label = props['aria-label'];
  return h('button', {
    ...props, type: 'button', class: classes, title: isOffered ? whatFor(ctx, key) : null,
    'aria-label': label && isOffered ? `${label} (${whatFor(ctx, key)})` : label,
    dataset: { press: 'spot', target: key, key: key === undefined ? undefined : `spot-${key}`, ...props.dataset },
  }, ...children, isOffered && !label ? h('span', { class: 'visually-hidden' }, ` (${whatFor(ctx, key)})`) : null);
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
