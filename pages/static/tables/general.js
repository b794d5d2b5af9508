// The table of any game, from nothing but its view: a column for each seat, lists as chips, a dash for what is null.
import { h, human } from '../dom.js';
import { counter, empty, layTable, mine, other, pane, zone } from './parts.js';
import { words } from '../words.js';

const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isPlain = (value) => value === null || typeof value !== 'object';

// The field of the view that has a record for each seat, in their order.
function findSeats(view, total) {
  const isSeats = (value) => Array.isArray(value) && value.length === total
    && value.every((one, at) => isRecord(one) && (one.seat ?? at) === at);
  const found = Object.keys(view).filter((name) => isSeats(view[name]));
  return found.find((name) => 'seat' in view[name][0]) ?? found[0];
}

export function draw(view, ctx) {
  const field = findSeats(view, ctx.names.length);
  const rest = Object.entries(view).filter(([name]) => name !== field);
  const stateOf = (seat) => {
    // The match says whom it waits for now; a replay shows other moments too.
    const isNow = view === ctx.match.state;
    return { fields: field ? Object.entries(view[field][seat]).filter(([name]) => name !== 'seat') : [],
      path: field ? `/${field}/${seat}` : undefined, isWaiting: isNow && ctx.match.to_act.includes(seat),
      isWinner: isNow && (ctx.match.result?.winners ?? []).includes(seat) };
  };
  return layTable('general',
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => drawOther(ctx, seat, stateOf(seat)))),
    h('div', { class: 'middle', tabindex: '0' }, h('div', { class: 'now' }, drawFacts(rest, ''),
      rest.filter(([, value]) => !isPlain(value)).map(([name, value]) => drawZone(name, value, '')))),
    ctx.seat === null ? null : drawMine(ctx, ctx.seat, stateOf(ctx.seat)));
}

function drawOther(ctx, seat, { fields, ...state }) {
  return other(ctx, seat, { ...state, facts: drawCounters(fields, state.path) },
    fields.filter(([, value]) => !isPlain(value)).map(([name, value]) => drawZone(name, value, state.path)));
}

function drawMine(ctx, seat, { fields, ...state }) {
  return mine(ctx, seat, { ...state, facts: drawCounters(fields, state.path) },
    fields.filter(([, value]) => !isPlain(value)).map(([name, value]) => pane(name, human(name),
      { dataset: { path: `${state.path}/${name}` } }, drawValue(value, `${state.path}/${name}`))));
}

const drawFacts = (fields, path) => h('div', { class: 'facts-line' }, drawCounters(fields, path));
const drawCounters = (fields, path) => fields.filter(([, value]) => isPlain(value))
  .map(([name, value]) => counter(human(name), sayPlain(value), { path: `${path}/${name}` }));
const drawZone = (name, value, path) => zone(human(name), { dataset: { path: `${path}/${name}` } },
  drawValue(value, `${path}/${name}`));

function sayPlain(value) {
  if (value === null) return '—';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function drawValue(value, path) {
  if (isPlain(value)) return h('span', { dataset: { path } }, sayPlain(value));
  const entries = Object.entries(value);
  if (!entries.length) return empty(words.card.none);
  if (isRecord(value)) {
    return h('dl', { class: 'fields' }, entries.map(([name, one]) => h('div', {}, h('dt', {}, human(name)),
      h('dd', {}, drawValue(one, `${path}/${name}`)))));
  }
  if (value.every(isPlain)) {
    return h('div', { class: 'gang' }, value.map((one, at) => h('span', { class: 'gang-chip',
      dataset: { path: `${path}/${at}` } }, sayPlain(one))));
  }
  return h('ol', { class: 'rows' }, value.map((one, at) => h('li', { dataset: { path: `${path}/${at}` } },
    drawValue(one, `${path}/${at}`))));
}
