// Szmal: rounds, hands and packets, the cards put face down, territories with markers, symbols and cash.
import { h, money, human, plural } from '../dom.js';
import { card, back, backs, counter, glyph, pile, seatPanel, cards, zone } from './parts.js';

const SYMBOLS = {
  BOTTLE: ['M10 3h4v5l2 3v10H8V11l2-3z'], HEART: ['M12 20s-8-5-8-10a4 4 0 0 1 8-1.500A4 4 0 0 1 20 10c0 5-8 10-8 10z'],
  WRENCH: ['M14 6a4 4 0 0 1 5-2l-3 3 1 2 2 1 3-3a4 4 0 0 1-5 5l-8 8-3-3 8-8z'], GUN: ['M3 8h17v4h-9l-1 3H7l-1 4H3l1-7H3z'],
  CAR: ['M3 15l2-5h12l3 5v3H3zM7 18v1M17 18v1M6 13h11'], KEY: ['M8 15a4 4 0 1 1 3.500-6H21v3h-2v2h-3v-2h-4.500A4 4 0 0 1 8 15z'],
};
const PHASES = {
  DRAFT_PICK: 'Take a card from the packet', COMMIT_CARD: 'Put a card face down', PAY_COST: 'A cost is to be paid', RESOLUTION: 'The cards are carried out', CHOOSE_LOSS: 'Something is lost', CHOOSE_PROPERTY: 'A Property is chosen', CHOOSE_GANGSTER: 'A Gangster is chosen', OPTIONAL_PLAY: 'One more card may be played', EXTRA_PLAY: 'One more card is played', ORDER_EACH_TURN: 'The order of abilities is chosen', FINISHED: 'The match is over',
};
const TONES = { GANGSTER: 'sz-gangster', PROPERTY: 'sz-property', ACTION: 'sz-action' };
const rows = new WeakMap();

function row(ctx, number) {
  if (!rows.has(ctx.catalogue)) rows.set(ctx.catalogue, new Map(ctx.catalogue.cards.map((one) => [one.id, one])));
  return rows.get(ctx.catalogue).get(number);
}

const symbols = (list) => h('span', { class: 'symbols' }, list.map((name) => h('span', { class: 'symbol', title: human(name) }, glyph(SYMBOLS[name] || []), h('span', { class: 'visually-hidden' }, human(name)))));

function face(ctx, one, { path, extra = null } = {}) {
  const known = row(ctx, one.card);
  const list = one.symbols || known?.symbols || [];
  return card(ctx, {
    key: `card:${one.card}`, path, size: 'wide', title: one.name, tone: TONES[one.type] || 'paper', text: known?.text,
    foot: [h('span', {}, human(one.type), ' '), list.length ? symbols(list) : null, extra],
  });
}

export function draw(view, ctx) {
  return h('div', { class: 'szmal' },
    h('div', { class: 'middle' },
      h('div', { class: 'piles' }, pile('Draw pile', view.draw_pile.size, { path: '/draw_pile' }), pile('Discards', view.discard_pile.length, { path: '/discard_pile' })),
      stage(view, ctx)),
    view.table.length ? zone('Played this round', { dataset: { path: '/table' } }, cards({ class: 'grid' }, view.table.map((one, at) => h('div', { class: 'played' }, h('small', {}, ctx.names[one.seat]), face(ctx, one, { path: `/table/${at}` }))))) : null,
    view.effects.length ? zone('Lasting effects', { dataset: { path: '/effects' } }, h('ul', {}, view.effects.map((one, at) => h('li', { dataset: { path: `/effects/${at}` } }, `${ctx.names[one.seat]}: ${one.card.name}, in round ${one.works_in_round}`)))) : null,
    h('div', { class: 'seats wide' }, ctx.seatOrder().map((seat) => player(view, ctx, view.seats[seat]))));
}

function stage(view, ctx) {
  const decision = view.decision;
  const lines = [h('span', { class: 'turn-mark', dataset: { path: '/round' } }, `Round ${view.round} of ${view.rounds}`)];
  if (view.winners.length) lines.push(h('p', { class: 'big' }, `${view.winners.map((seat) => ctx.names[seat]).join(' and ')} ${view.winners.length > 1 ? 'win' : 'wins'}.`));
  else lines.push(h('p', { class: 'big', dataset: { path: '/phase' } }, PHASES[view.phase] || human(view.phase)));
  if (decision) lines.push(h('p', { dataset: { path: '/decision' } }, decision.card ? h('b', {}, `${decision.card.name} `) : '', decision.cash_due ? `costs ${money(decision.cash_due)} ` : '', decision.pending.length ? `Waiting for ${decision.pending.map((seat) => ctx.names[seat]).join(', ')}.` : ''));
  if (view.order.length) lines.push(h('p', { class: 'dim', dataset: { path: '/order' } }, `Order: ${view.order.map((seat) => ctx.names[seat]).join(', ')}`));
  lines.push(h('p', { class: 'dim' }, h('span', { dataset: { path: '/bank' } }, `Bank ${money(view.bank)}`), ' · ', h('span', { dataset: { path: '/marker_pool' } }, plural(view.marker_pool, 'marker'), ' left')));
  if (view.scores.length) lines.push(h('ol', { class: 'scores' }, [...view.scores].sort((a, b) => b.worth - a.worth).map((one) => h('li', {}, `${ctx.names[one.seat]}: ${money(one.worth)} (${money(one.cash)} and ${plural(one.markers, 'marker')})`))));
  return h('section', { class: 'stage', 'aria-label': 'What is going on' }, lines);
}

const sealed = (ctx, name, one, path) => (one.chosen ? h('div', { class: 'sealed', dataset: { path } }, h('h4', {}, name), one.card ? face(ctx, one.card) : back(ctx, { label: `${name}: a face-down card`, size: 'small' })) : null);

function player(view, ctx, one) {
  const shows = [one, view.decision?.pending.includes(one.seat), view.winners.includes(one.seat)];
  return ctx.kept(`seat ${one.seat}`, shows, () => panel(view, ctx, one));
}

function panel(view, ctx, one) {
  const path = `/seats/${one.seat}`;
  const has = Object.entries(one.symbols).filter(([, count]) => count);
  return seatPanel(ctx, one.seat, { path, isWaiting: view.decision?.pending.includes(one.seat), isWinner: view.winners.includes(one.seat) },
    h('div', { class: 'counters' }, counter('Cash', money(one.cash), { path: `${path}/cash` }), counter('Markers', one.markers, { path: `${path}/markers` }), counter('Worth', money(one.worth), { path: `${path}/worth` }),
      h('span', { class: 'counter', dataset: { path: `${path}/symbols` } }, has.length ? has.map(([name, count]) => [symbols([name]), h('b', {}, count), ' ']) : h('span', { class: 'dim' }, 'no symbols'))),
    one.territory.length ? zone('Territory', { dataset: { path: `${path}/territory` } }, cards({ class: 'grid' }, one.territory.map((place, at) => face(ctx, place, {
      path: `${path}/territory/${at}`,
      extra: [place.markers ? h('span', { class: 'marks', title: plural(place.markers, 'marker') }, Array.from({ length: place.markers }, () => h('i', {})), h('b', {}, place.markers)) : null, place.copy_of ? h('em', {}, ` copies ${place.copy_of.name}`) : null],
    })))) : h('p', { class: 'dim' }, 'No territory yet.'),
    h('div', { class: 'row' }, sealed(ctx, 'Taken', one.packet.picked, `${path}/packet`), sealed(ctx, 'Face down', one.committed, `${path}/committed`), sealed(ctx, 'To lose', one.losing, `${path}/losing`)),
    one.hand.cards ? zone('Hand', { dataset: { path: `${path}/hand` } }, one.hand.cards.length ? cards({ class: 'grid' }, one.hand.cards.map((held, at) => face(ctx, held, { path: `${path}/hand/cards/${at}` }))) : h('p', { class: 'dim' }, 'empty')) : backs(one.hand.size, { label: 'cards in hand', path: `${path}/hand` }),
    one.packet.cards?.length ? zone('Packet to choose from', { dataset: { path: `${path}/packet` } }, cards({ class: 'grid' }, one.packet.cards.map((held, at) => face(ctx, held, { path: `${path}/packet/cards/${at}` })))) : null);
}

export const target = (param, value) => (param === 'card' ? `card:${value}` : undefined);

export function label(param, value, ctx) {
  if (param === 'card') return row(ctx, value)?.name;
  if (param === 'option') return value === 'CASH' ? `${money(ctx.view.decision?.cash_due ?? 0)} in cash` : human(value);
  return undefined;
}

export function title(template) {
  return { draft_card: 'Take', commit_card: 'Put face down', pay_cost: 'Pay', decline_cost: 'Do not pay', choose_property: 'Markers on', choose_gangster: 'Copy', play_extra: 'Play also', pass_extra: 'Play nothing more', resolve_ability: 'Carry out next', choose_loss: 'Lose' }[template.type];
}
