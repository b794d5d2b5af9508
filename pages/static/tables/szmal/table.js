// Szmal: rounds, hands and packets, the cards put face down, gangs with markers, symbols and cash.
import { h, money, human } from '../../dom.js';
import { labelOf } from '../../domains.js';
import { back, card, cards, counter, empty, fan, glyph, layTable, mine, openHand, other, pane,
  zone } from '../parts.js';
import { words } from './words.js';

const SYMBOLS = {
  BOTTLE: 'M10 3h4v5l2 3v10H8V11l2-3z', HEART: 'M12 20s-8-5-8-10a4 4 0 0 1 8-1.500A4 4 0 0 1 20 10c0 5-8 10-8 10z',
  WRENCH: 'M14 6a4 4 0 0 1 5-2l-3 3 1 2 2 1 3-3a4 4 0 0 1-5 5l-8 8-3-3 8-8z', GUN: 'M3 8h17v4h-9l-1 3H7l-1 4H3l1-7H3z',
  CAR: 'M3 15l2-5h12l3 5v3H3zM7 18v1M17 18v1M6 13h11',
    KEY: 'M8 15a4 4 0 1 1 3.500-6H21v3h-2v2h-3v-2h-4.500A4 4 0 0 1 8 15z',
};
const TONES = { GANGSTER: 'sz-gangster', PROPERTY: 'sz-property', ACTION: 'sz-action' };
const rows = new WeakMap();

function rowOf(ctx, number) {
  if (!rows.has(ctx.catalogue)) rows.set(ctx.catalogue, new Map(ctx.catalogue.cards.map((one) => [one.id, one])));
  return rows.get(ctx.catalogue).get(Number(number));
}

const symbol = (name) => h('span', { class: 'symbol', title: words.symbols[name] || human(name) },
  glyph(SYMBOLS[name] || []), h('span', { class: 'visually-hidden' }, words.symbols[name] || human(name)));
const symbolsOf = (list) => (list.length ? h('span', { class: 'symbols' }, list.map(symbol)) : null);

export const cardNames = (ctx) => ctx.catalogue.cards.map((one) => [one.name, one.id]);

export function describe(number, ctx) {
  const row = rowOf(ctx, number);
  if (!row) return null;
  const symbols = (row.symbols || []).map((name) => words.symbols[name] || human(name));
  return { title: row.name, corner: row.id, tone: TONES[row.type] || 'paper',
    kind: [words.types[row.type], ...symbols].join(', '),
    text: [row.text, noteOf(ctx, { card: row.id, name: row.name })], rule: row.rule };
}

const marksOf = (number) => (number ? h('span', { class: 'marks', title: `${number} ${words.markers}` }, h('i', {}),
  h('b', {}, number)) : null);

// What the game says behind the name of a card that can be chosen: one's own price, or that it would bring nothing.
function noteOf(ctx, { card: id, name }) {
  const [offer] = ctx.offers.get(`card:${id}`) ?? [];
  const called = offer ? labelOf(offer.param, offer.value, offer.template, ctx) : name;
  return called.startsWith(`${name} (`) ? words.noted(called.slice(name.length + 2, -1)) : null;
}

function face(ctx, one, { path, size = '', extra = null, key = `card:${one.card}` } = {}) {
  const row = rowOf(ctx, one.card);
  const symbols = one.symbols || row?.symbols || [];
  const note = noteOf(ctx, one);
  return card(ctx, {
    key, id: one.card, trace: one.card, path, size,
    title: one.name, corner: one.card, tone: TONES[one.type] || 'paper',
    text: [note ? h('b', { class: 'line against' }, note) : null, row?.text],
    foot: [h('span', {}, words.types[one.type] || human(one.type), ' '), symbolsOf(symbols), extra],
  });
}

// A card of a gang, as small as it can be read: its name, symbols and markers. The rest is in the card view.
function member(ctx, one, path, size) {
  const copy = one.copy_of ? h('span', { title: words.copies(one.copy_of.name) },
    h('em', { 'aria-hidden': 'true' }, words.copy), h('span', { class: 'visually-hidden' },
    words.copies(one.copy_of.name))) : null;
  return ctx.spot(`card:${one.card}`, { class: ['gang-chip', `tone-${TONES[one.type] || 'paper'}`, size],
    dataset: { path, card: one.card, trace: one.card } },
    h('span', { class: 'chip-name' }, one.name), symbolsOf(one.symbols || []), marksOf(one.markers), copy);
}

const stateOf = (view, one) => ({
  path: `/seats/${one.seat}`, isWaiting: view.decision?.pending.includes(one.seat),
    isWinner: view.winners.includes(one.seat),
});

function worthOf(one) {
  const path = `/seats/${one.seat}`;
  const has = Object.entries(one.symbols).filter(([, count]) => count);
  return [counter(words.cash, money(one.cash), { path: `${path}/cash` }),
    counter(words.markers, one.markers, { path: `${path}/markers`, short: words.markersShort }),
    counter(words.worth, money(one.worth), { path: `${path}/worth`, short: null }),
    h('span', { class: 'counter symbols-count minor', dataset: { path: `${path}/symbols` } },
      has.length ? has.map(([name, count]) => [symbol(name), h('b', {}, count)])
      : h('span', { class: 'dim' }, words.noSymbols))];
}

export const style = './table.css';

export function draw(view, ctx) {
  const own = ctx.seat === null ? null : view.seats[ctx.seat];
  return layTable('szmal',
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => ctx.kept(`seat ${seat}`, [view.seats[seat],
      view.decision, view.winners], () => drawOther(view, ctx, view.seats[seat])))),
    h('div', { class: 'middle', tabindex: '0' }, drawStage(view, ctx, own)),
    own ? drawMine(view, ctx, own) : null);
}

// A new packet is read from its top, wherever the one before it was left.
const packets = new WeakMap();
export function settle(place, { view, seat }) {
  const middle = place.querySelector('.middle');
  const packet = seat === null ? '' : (view.seats[seat].packet.cards ?? []).map((one) => one.card).join();
  if (!middle || !packet || packets.get(middle) === packet) return;
  packets.set(middle, packet);
  middle.scrollTop = 0;
}

function drawOther(view, ctx, one) {
  const path = `/seats/${one.seat}`;
  return other(ctx, one.seat, { ...stateOf(view, one), facts: [fan(one.hand.size, { label: words.handCards,
    path: `${path}/hand` }), worthOf(one)] },
    openHand(ctx, one.hand.cards?.map((held) => ({ id: held.card, name: held.name,
      trace: held.card })), `${path}/hand`),
    h('div', { class: 'gang', dataset: { path: `${path}/territory` } },
      one.territory.map((place, at) => member(ctx, place, `${path}/territory/${at}`)),
      one.committed.chosen ? (one.committed.card ? member(ctx, one.committed.card)
        : back(ctx, { size: 'tiny', label: words.sealed, path: `${path}/committed` })) : null));
}

function drawMine(view, ctx, own) {
  const path = `/seats/${own.seat}`;
  const sealed = [[words.facedown, own.committed, 'committed'], [words.losing, own.losing,
    'losing']].filter(([, one]) => one.chosen);
  return mine(ctx, own.seat, { ...stateOf(view, own), facts: worthOf(own) },
    pane('hand', words.hand, { dataset: { path: `${path}/hand` } }, own.hand.cards?.length ? cards({},
      own.hand.cards.map((held, at) => face(ctx, held, { path: `${path}/hand/cards/${at}`, size: 'hand' })))
      : empty(words.emptyHand)),
    sealed.map(([name, one, part]) => pane(part, name, { dataset: { path: `${path}/${part}` } },
      one.card ? member(ctx, one.card, `${path}/${part}`, 'wide') : back(ctx, { size: 'small' }))),
    pane('gang', words.gang, { dataset: { path: `${path}/territory` } },
      own.territory.length ? h('div', { class: 'gang' }, own.territory.map((place, at) => member(ctx, place,
      `${path}/territory/${at}`, 'wide'))) : empty(words.noGang)));
}

function drawStage(view, ctx, own) {
  const { decision } = view;
  const packet = own?.packet.cards?.length ? own.packet : null;
  const picked = own?.packet.picked;
  const head = view.winners.length ? words.wins(view.winners.map((seat) => ctx.names[seat]).join(', '),
    view.winners.length === 1)
    : decision?.card && decision.cash_due ? words.costs(decision.card.name, money(decision.cash_due))
      : words.phases[view.phase] || human(view.phase);
  const path = own ? `/seats/${own.seat}` : '';
  const lasting = view.effects.filter((one) => one.works_in_round <= view.rounds);
  return h('div', { class: 'stage' }, h('div', { class: 'now' },
    h('div', { class: 'now-head' }, h('span', { class: 'turn-mark', dataset: { path: '/round' } },
      words.round(view.round, view.rounds)), h('p', { class: 'big', dataset: { path: '/phase' } }, head),
      decision ? h('ul', { class: 'answered', dataset: { path: '/decision' } },
        (decision.seats || decision.pending).map((seat) => (decision.pending.includes(seat)
      ? h('li', {}, words.thinking(ctx.names[seat])) : h('li', { class: 'done' }, words.done(ctx.names[seat])))))
        : null,
      h('span', { class: 'dim' }, words.bank(money(view.bank), view.marker_pool))),
    view.scores.length ? h('ol', { class: 'scores' }, [...view.scores].sort((a,
      b) => b.worth - a.worth).map((one) => h('li', {}, words.score(ctx.names[one.seat], money(one.worth),
      money(one.cash), one.markers)))) : null,
    lasting.length && !view.winners.length ? h('p', { class: 'dim', dataset: { path: '/effects' } },
      `${words.effects}: `, lasting.map((one) => words.effect(ctx.names[one.seat], one.card.name,
        one.works_in_round)).join('; ')) : null,
    picked?.chosen && picked.card ? zone(words.kept, { class: 'kept', dataset: { path: `${path}/packet` } },
      cards({}, face(ctx, picked.card, { key: 'kept' }))) : null,
    packet ? zone(words.packet(packet.cards.length), { dataset: { path: `${path}/packet`, key: 'packet' } },
      cards({ class: 'packet' }, packet.cards.map((held, at) => face(ctx, held,
      { path: `${path}/packet/cards/${at}` })))) : null,
    view.table.length ? zone(words.played, { dataset: { path: '/table', key: 'table' } },
      cards({ class: 'packet' }, view.table.map((one, at) => h('div', { class: 'played',
      dataset: { key: `played ${one.card}` } }, h('small', {}, ctx.names[one.seat]),
      face(ctx, one, { path: `/table/${at}` }))))) : null));
}

export const target = (param, value) => (param === 'card' ? `card:${value}` : undefined);

export function label(param, value, ctx) {
  if (param === 'card') return rowOf(ctx, value)?.name;
  if (param === 'option') return value === 'CASH' ? words.inCash(money(ctx.view.decision?.cash_due ?? 0))
    : human(value);
  return undefined;
}

export const scored = money;
// The packet and the question lie open.
export const unsaid = /^(Round \d+ begins; .*|.* must (choose a card to keep|put a card face down))\.$/;

export const title = (template) => words.titles[template.type];
export { words };

// The cards of a round are turned over, or carried out after somebody was asked (telling.js). That packets go on, which
// ends a round too (SZMAL-4.3), is seen on the table.
const TELL_MIN = 3;
export const tells = (step) => step.narration.length >= TELL_MIN && !step.rules.includes('SZMAL-4.3');

// Cards are chosen by texts that are longer than a small card, and most choices are for ever: a press shows the card
// whole, a second one chooses it.
export const readsFirst = (offers) => offers.length > 0;
