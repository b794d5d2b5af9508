// Big Deal: hands, stacked sets with the top one marked where it can be attacked, the two piles, the race to a million.
import { h, money } from '../../dom.js';
import { card, cards, counter, empty, fan, glyph, layTable, mine, openHand, other, pane, pile,
  zone } from '../parts.js';
import { words } from './words.js';

const ART = {
  GOLD: 'M4 17l3-7h10l3 7zM8 10l2-4h4l2 4', SILVER: 'M4 17l3-7h10l3 7z',
  HOME: 'M4 12l8-7 8 7M6 11v8h12v-8M10 19v-5h4v5', YACHT: 'M3 16h18l-3 4H6zM12 16V4l7 10h-7M11 14H5l6-8',
  AUTO: 'M3 15l2-5 4-1 3-3h5l2 4 2 1v4zM7 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  JEWELS: 'M6 4h12l4 6-10 11L2 10zM2 10h20M9 10l3 11 3-11-3-6z', STOCKS: 'M4 19h16M6 16l4-5 3 3 5-8M18 6h-4M18 6v4',
  BANK: 'M4 20h16M5 17h14M7 17v-6M12 17v-6M17 17v-6M4 10l8-6 8 6z',
  CASH: 'M3 7h18v10H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM6 10v.5M18 13.500v.5',
  PIGGY: 'M5 12c0-3 3-5 7-5s8 2 8 6c0 2-1 3-2 4v3h-3v-2h-5v2H7v-3c-2-1-3-2-3-4zM16 11h.5M10 8.500h4',
  STAMP: 'M5 5h14v14H5zM8 8h8v8H8z',
  COIN: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v8M10 10h3a1.200 1.200 0 0 1 0 2.400h-2a1.200 1.200 0 0 0 0 2.400h3',
};
const kindOf = (id) => String(id).split('-')[0];
const isJoker = (id) => ['GOLD', 'SILVER'].includes(kindOf(id));
const short = (value) => (value >= 1000 ? `${value / 1000}K` : value);
const tone = (one) => (isJoker(one.id) ? `bd-${kindOf(one.id).toLowerCase()}` : `bd-${one.value}`);
const artOf = (id) => glyph(ART[kindOf(id)] || ART.COIN);
const topOf = (one) => one.collection.at(-1);
// BIGDEAL-6.2, BIGDEAL-6.3: the only set of a player is safe, and nobody attacks without a set.
const canBeAttacked = (view, one) => !view.winner_seats.length && one.collection.length > 1
  && view.seats.some((by) => by.seat !== one.seat && by.collection.length > 0);

const face = (ctx, one, { key = `card:${one.id}`, ...extra } = {}) => card(ctx, {
  key, id: kindOf(one.id), trace: one.id, title: one.title,
    corner: short(one.value), tone: tone(one), art: artOf(one.id),
    label: `${one.title}, ${money(one.value)}`, ...extra,
});

export const cardNames = (ctx) => ctx.catalogue.cards.map((one) => [one.title, one.id]);

export function describe(kind, ctx) {
  const row = ctx.catalogue.cards.find((one) => one.id === kind);
  if (!row) return null;
  const value = row.effects.find((one) => one.do === 'SCORE')?.amount ?? 0;
  return {
    title: row.title, corner: short(value), tone: tone({ id: kind, value }), kind: money(value),
    text: [row.bundle === 'JOKER' ? words.joker : words.object], facts: [words.copies(row.copies)],
  };
}

const stateOf = (view, one) => ({
  path: `/seats/${one.seat}`, isActive: view.active_seat === one.seat && !view.winner_seats.length,
    isWaiting: view.decision?.seat === one.seat,
  isWinner: view.winner_seats.includes(one.seat), tags: [view.dealer_seat === one.seat ? words.deals : null],
});
const worthOf = (one) => [
  counter(words.banked, money(one.match_total), { path: `/seats/${one.seat}/match_total`, title: words.bankedTitle,
    short: null }),
  counter(words.table, money(one.collection_value), { path: `/seats/${one.seat}/collection_value` })];

export const style = './table.css';

export function draw(view, ctx) {
  const own = ctx.seat === null ? null : view.seats[ctx.seat];
  const { discard_pile: discards } = view;
  const top = discards.top ? face(ctx, discards.top, { key: 'discard', size: 'small' }) : undefined;
  return layTable('big-deal',
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => ctx.kept(`seat ${seat}`, showsOf(view, ctx, seat),
      () => drawOther(view, ctx, view.seats[seat])))),
    h('div', { class: 'middle', tabindex: '0' },
      h('div', { class: 'piles' }, pile(words.pickUp, view.pick_up_pile.count, { path: '/pick_up_pile' }),
        pile(words.discards, discards.count, { path: '/discard_pile', top })),
      drawStage(view, ctx), isNewRound(view, ctx) ? drawRound(view, ctx) : drawRace(view, ctx)),
    own ? mine(ctx, own.seat, { ...stateOf(view, own), facts: worthOf(own) },
      pane('hand', words.hand, { dataset: { path: `/seats/${own.seat}/hand` } },
        cards({}, (own.hand || []).map((held, at) => face(ctx, held, { path: `/seats/${own.seat}/hand/${at}`,
        size: 'hand' })))),
      pane('sets', words.sets, { dataset: { path: `/seats/${own.seat}/collection` } },
        own.collection.length ? h('div', { class: 'sets', tabindex: '0' },
          [...own.collection].reverse().map((set, at) => drawSet(ctx,
        set, at === 0 && canBeAttacked(view, own)))) : empty(words.noSets))) : null);
}

const showsOf = (view, ctx, seat) => [view.seats[seat], view.active_seat === seat, view.decision?.seat === seat,
  view.dealer_seat === seat, view.winner_seats.length, canBeAttacked(view, view.seats[seat]),
  ctx.offers.has(`seat:${seat}`)];

function drawOther(view, ctx, one) {
  const path = `/seats/${one.seat}`;
  const top = topOf(one);
  return other(ctx, one.seat, { ...stateOf(view, one), facts: [fan(one.hand_count, { label: words.handCards,
    path: `${path}/hand_count` }), worthOf(one)] },
    openHand(ctx, one.hand?.map((held) => ({ id: kindOf(held.id), name: held.title,
      trace: held.id })), `${path}/hand`),
    h('div', { class: 'sets', dataset: { path: `${path}/collection` } },
      top ? [drawSet(ctx, top, canBeAttacked(view, one)), one.collection.length > 1 ? h('span', { class: 'dim' },
      words.below(one.collection.length - 1)) : null] : empty(words.noSets)));
}

function drawSet(ctx, set, isOpen) {
  const lying = set.cards.map((one) => h('span', { class: `mini tone-${tone(one)}`, title: one.title }, artOf(one.id)));
  return h('div', { class: ['set', isOpen ? 'open' : null], dataset: { key: `set ${set.set_id}` } },
    h('span', { class: 'minis' }, lying), h('span', { class: 'set-name' }, set.title, ' ',
      h('b', {}, money(set.value))),
    isOpen ? h('span', { class: 'tag' }, words.open) : null);
}

function drawStage(view, ctx) {
  const { duel } = view;
  const winners = view.winner_seats;
  const names = winners.map((seat) => ctx.names[seat]).join(', ');
  const head = winners.length ? (winners.length > 1 ? words.winTogether(names)
    : words.wins(names, ctx.isMine(winners[0])))
    : duel ? words.attacks(ctx.names[duel.attacker_seat], ctx.isMine(duel.attacker_seat), duel.title,
      ctx.names[duel.defender_seat], ctx.isMine(duel.defender_seat))
      : view.active_seat === null ? words.nobody : words.turnOf(ctx.names[view.active_seat],
        ctx.isMine(view.active_seat));
  const lane = (title, list) => h('div', { class: 'lane' }, h('h3', { class: 'zone-title' }, title),
    cards({}, list.map((one) => face(ctx, one, { size: 'small' }))));
  // Two keys: an attack takes the place of the turn; it is not the turn that moves.
  return h('div', { class: 'stage', dataset: { key: duel ? 'duel' : 'turn' } }, h('div', { class: 'now' },
    h('span', { class: 'turn-mark', dataset: { path: '/turn' } }, words.round(view.round, view.turn)),
    h('p', { class: 'big', dataset: { path: duel ? '/duel' : '/active_seat' } }, head),
    !duel && !winners.length && !view.pick_up_pile.count ? h('p', { class: 'about', dataset: { test: 'last-cards' } },
      words.lastCards) : null,
    duel ? h('div', { class: 'lanes', dataset: { path: '/duel' } }, lane(words.attack, duel.attack_cards),
      lane(words.defence, duel.defence_cards)) : null));
}

// Banked and on the table together: what each would have if the round ended now. After the last round, whose sets stay
// on the table, they are banked already.
const raceOf = (view, one) => one.match_total + (view.winner_seats.length ? 0 : one.collection_value);

// What the last round brought stands there until one's own first move of the new one.
function isNewRound(view, ctx) {
  const seats = view.seats.length;
  const own = ctx.seat === null ? seats : ((ctx.seat - view.starting_seat + seats) % seats) + 1;
  return view.round > 1 && !view.winner_seats.length && view.turn <= own;
}

const drawRound = (view, ctx) => zone(words.roundOver(view.round - 1),
  { class: 'race', dataset: { test: 'round-over' } },
  h('p', { class: 'dim' }, words.roundBanked),
  h('ol', {}, view.seats.map((one) => h('li', { dataset: { key: `banked ${one.seat}` } },
    h('span', {}, ctx.names[one.seat]), h('b', {}, `+${money(one.last_round ?? 0)}`),
    h('b', {}, money(one.match_total))))));

function drawRace(view, ctx) {
  const reached = view.seats.filter((one) => raceOf(view, one) >= view.target).map((one) => ctx.names[one.seat]);
  const rule = view.winner_seats.length ? null : reached.length ? words.raceReached(reached) : words.raceRule;
  return zone(words.race(money(view.target)), { class: 'race' },
    rule ? h('p', { class: reached.length ? 'reached' : 'dim', dataset: { test: 'race-rule' } }, rule) : null,
    h('ol', {}, view.seats.map((one) => {
      const total = raceOf(view, one);
      return h('li', { dataset: { key: `race ${one.seat}` } }, h('span', {}, ctx.names[one.seat]),
        h('progress', { max: view.target, value: Math.min(view.target, total),
          'aria-label': `${ctx.names[one.seat]}: ${money(total)}` }), h('b', {}, money(total)));
    })));
}

export function target(param, value) {
  if (param === 'card_id' || param === 'card_ids') return `card:${value}`;
  return param === 'target_seat' ? `seat:${value}` : undefined;
}

export function label(param, value, ctx) {
  if (param === 'target_seat') return ctx.names[value];
  if (param !== 'card_id' && param !== 'card_ids') return undefined;
  const one = (ctx.seat === null ? [] : ctx.view.seats[ctx.seat].hand || []).find((held) => held.id === value);
  return one ? `${one.title} (${short(one.value)})` : undefined;
}

// Two cards of a kind are the same answer: the places of the first of each kind, and the first of such answers.
export const distinctOf = (values) => [...values.keys()].filter((at) => values.findIndex((one) => kindOf(one)
  === kindOf(values[at])) === at);
export function distinct(choices) {
  const seen = new Set();
  return choices.filter((one) => seen.size < seen.add(JSON.stringify([one.type, Object.values(one.params).map(
    (domain) => (domain.one_of ?? domain.some_of).map(kindOf))])).size);
}

// With a joker in hand there is a way for every other card.
export const fold = ({ type }) => (type === 'form_set_from_hand' ? words.titles[type] : null);
export const isSilent = (name, template) => name === 'target_seat'
  && template.type === 'attack_set'; // its title says it

export function title(template, ctx) {
  if (template.type !== 'attack_set') return words.titles[template.type];
  const seat = template.params.target_seat.one_of[0];
  const top = topOf(ctx.view.seats[seat]);
  return `${words.titles.attack} ${ctx.names[seat]}${top ? `: ${top.title} (${money(top.value)})` : ''}`;
}

export { words };
export const scored = money;
// The table shows whose turn it is.
export const unsaid = /^(The turn of .* is over|It is the turn of .*)\.$/;
