// Big Deal: hands, stacked sets with the top one open to attack, the two piles, the race to a million.
import { h, money } from '../dom.js';
import { card, backs, counter, glyph, pile, seatPanel, cards } from './parts.js';

const ART = {
  GOLD: ['M4 17l3-7h10l3 7zM8 10l2-4h4l2 4'], SILVER: ['M4 17l3-7h10l3 7z'],
  HOME: ['M4 12l8-7 8 7M6 11v8h12v-8M10 19v-5h4v5'], YACHT: ['M3 16h18l-3 4H6zM12 16V4l7 10h-7M11 14H5l6-8'],
  AUTO: ['M3 15l2-5 4-1 3-3h5l2 4 2 1v4zM7 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4z'],
  JEWELS: ['M6 4h12l4 6-10 11L2 10zM2 10h20M9 10l3 11 3-11-3-6z'], STOCKS: ['M4 19h16M6 16l4-5 3 3 5-8M18 6h-4M18 6v4'],
  BANK: ['M4 20h16M5 17h14M7 17v-6M12 17v-6M17 17v-6M4 10l8-6 8 6z'], CASH: ['M3 7h18v10H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM6 10v.5M18 13.500v.5'],
  PIGGY: ['M5 12c0-3 3-5 7-5s8 2 8 6c0 2-1 3-2 4v3h-3v-2h-5v2H7v-3c-2-1-3-2-3-4zM16 11h.5M10 8.500h4'],
  STAMP: ['M5 5h14v14H5zM8 8h8v8H8z'], COIN: ['M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v8M10 10h3a1.200 1.200 0 0 1 0 2.400h-2a1.200 1.200 0 0 0 0 2.400h3'],
};
const kindOf = (id) => String(id).split('-')[0];
const isJoker = (id) => ['GOLD', 'SILVER'].includes(kindOf(id));
const short = (value) => (value >= 1000 ? `${value / 1000}K` : value);

const face = (ctx, one, extra = {}) => card(ctx, { key: `card:${one.id}`, title: one.title, corner: short(one.value), tone: tone(one), art: glyph(ART[kindOf(one.id)] || ART.COIN), label: `${one.title}, ${money(one.value)}`, ...extra });

export function draw(view, ctx) {
  return h('div', { class: 'big-deal' },
    h('div', { class: 'middle' },
      h('div', { class: 'piles' },
        pile('Pick-up', view.pick_up_pile.count, { path: '/pick_up_pile' }),
        pile('Discards', view.discard_pile.count, { path: '/discard_pile', top: view.discard_pile.top ? face(ctx, view.discard_pile.top, { key: 'discard', size: 'small' }) : undefined })),
      stage(view, ctx)),
    h('div', { class: 'seats' }, ctx.seatOrder().map((seat) => player(view, ctx, view.seats[seat]))));
}

function stage(view, ctx) {
  const parts = [h('span', { class: 'turn-mark' }, h('span', { dataset: { path: '/round' } }, `Round ${view.round}`), ' · ', h('span', { dataset: { path: '/turn' } }, `turn ${view.turn}`))];
  if (view.winner_seats.length) parts.push(h('p', { class: 'big' }, `${view.winner_seats.map((seat) => ctx.names[seat]).join(' and ')} ${view.winner_seats.length > 1 ? 'win' : 'wins'} the match.`));
  else if (view.duel) {
    const { duel } = view;
    parts.push(h('p', { class: 'big', dataset: { path: '/duel' } }, `${ctx.names[duel.attacker_seat]} attacks the ${duel.title} of ${ctx.names[duel.defender_seat]}`),
      h('div', { class: 'duel', dataset: { path: '/duel' } },
        h('div', {}, h('h4', {}, 'Attack'), cards({ class: 'tight' }, duel.attack_cards.map((one) => face(ctx, one, { size: 'small' })))),
        h('div', {}, h('h4', {}, 'Defence'), cards({ class: 'tight' }, duel.defence_cards.map((one) => face(ctx, one, { size: 'small' }))))));
  } else parts.push(h('p', { class: 'big' }, `It is the turn of ${ctx.names[view.active_seat] ?? 'nobody'}.`));
  parts.push(h('p', { class: 'dim' }, `${money(view.target)} ends the match.`));
  return h('section', { class: 'stage', 'aria-label': 'What is going on' }, parts);
}

function player(view, ctx, one) {
  const shows = [one, view.target, view.active_seat === one.seat, view.decision?.seat === one.seat, view.dealer_seat === one.seat, view.winner_seats.length, view.winner_seats.includes(one.seat)];
  return ctx.kept(`seat ${one.seat}`, shows, () => panel(view, ctx, one));
}

function panel(view, ctx, one) {
  const path = `/seats/${one.seat}`;
  return seatPanel(ctx, one.seat, {
    path, isActive: view.active_seat === one.seat && !view.winner_seats.length, isWaiting: view.decision?.seat === one.seat, isWinner: view.winner_seats.includes(one.seat),
    tags: view.dealer_seat === one.seat ? ['deals'] : [],
  },
  h('div', { class: 'counters' }, counter('Banked', money(one.match_total), { path: `${path}/match_total`, title: 'Scored in earlier rounds' }), counter('On the table', money(one.collection_value), { path: `${path}/collection_value` }), counter('Hand', one.hand_count, { path: `${path}/hand_count` })),
  h('progress', { max: view.target, value: Math.min(view.target, one.match_total), 'aria-label': `${ctx.names[one.seat]}: ${money(one.match_total)} of ${money(view.target)}` }),
  one.hand ? cards({ class: 'hand', dataset: { path: `${path}/hand` } }, one.hand.map((held, at) => face(ctx, held, { path: `${path}/hand/${at}` }))) : backs(one.hand_count, { label: 'cards in hand', path: `${path}/hand_count` }),
  one.collection.length ? h('div', { class: 'sets', dataset: { path: `${path}/collection` } }, one.collection.map((set, at) => stack(ctx, set, `${path}/collection/${at}`, at === one.collection.length - 1))) : h('p', { class: 'dim' }, 'No sets yet.'));
}

const tone = (one) => (isJoker(one.id) ? `bd-${kindOf(one.id).toLowerCase()}` : `bd-${one.value}`);

// Only the top set can be attacked: it lies open, those below it are only glanced at.
function stack(ctx, set, path, isTop) {
  const lying = isTop ? h('div', { class: 'stacked' }, set.cards.map((one) => face(ctx, one, { size: 'small', key: undefined })))
    : h('span', { class: 'minis', title: set.cards.map((one) => one.title).join(', ') }, set.cards.map((one) => h('span', { class: `tone-${tone(one)}` }, glyph(ART[kindOf(one.id)] || ART.COIN))));
  return h('div', { class: ['set', isTop ? 'top' : null], dataset: { path } }, lying,
    h('span', { class: 'set-name' }, set.title, ' ', h('b', {}, money(set.value)), isTop ? h('span', { class: 'tag' }, 'top') : null));
}

export function target(param, value, ctx, template) {
  if (template.type === 'form_set_with_discard' && param === 'card_id') return `card:${value}`;
  if (param === 'card_id' || param === 'card_ids') return `card:${value}`;
  if (param === 'target_seat') return `seat:${value}`;
  return undefined;
}

export function label(param, value, ctx) {
  if (param === 'target_seat') return ctx.names[value];
  if (param === 'card_id' || param === 'card_ids') {
    const one = (ctx.seat === null ? [] : ctx.view.seats[ctx.seat].hand || []).find((held) => held.id === value);
    return one ? `${one.title} (${short(one.value)})` : undefined;
  }
  return undefined;
}

export const isSilent = (name, template) => name === 'target_seat' && template.type === 'attack_set'; // its title says it

export function title(template, ctx) {
  if (template.type === 'attack_set') return `Attack ${ctx.names[template.params.target_seat.one_of[0]]}`;
  return { form_set_from_hand: 'Lay a set', form_set_with_discard: 'Lay a set with the discard', discard_card: 'Discard', defend_set: 'Defend', yield_set: 'Give it up', continue_attack: 'Attack again', stop_attack: 'Stop' }[template.type];
}
