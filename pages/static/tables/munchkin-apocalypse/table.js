// Munchkin Apocalypse: levels, what everybody wears, Seals, and the fight with both strengths and their parts.
import { autoAnswer as answerFor } from '../../auto_answer.js';
import { h } from '../../dom.js';
import { cards, counter, empty, fan, layTable, mine, openHand, other, pane, pile, zone } from '../parts.js';
import { cardNames, chip, describe, face, rowOf, signed } from './faces.js';
import { words } from './words.js';

const names = (ctx, seats) => seats.map((seat) => ctx.names[seat]).join(', ');

const stateOf = (view, one) => ({
  path: `/players/${one.seat}`, isActive: view.active === one.seat && !view.winners.length,
    isWaiting: view.decision.must_act.includes(one.seat),
  isOut: !one.is_alive, isWinner: view.winners.includes(one.seat), tags: [...one.classes,
    ...one.super_munchkins].map((item) => item.name),
});
const strengthOf = (one) => one.level + one.items.filter((item) => item.in_use).reduce((sum,
  item) => sum + (item.bonus || 0), 0);
const factsOf = (one) => [counter(words.level, one.level,
  { path: `/players/${one.seat}/level`, short: words.levelShort }),
  counter(words.strength, strengthOf(one), { short: words.strengthShort })];
const heldBeside = (one) => ['hirelings', 'paranoia', 'disasters'].flatMap((name) => (one[name] || []).map((item,
  at) => [item, `/players/${one.seat}/${name}/${at}`]));

export const style = './table.css';

export function draw(view, ctx) {
  const own = ctx.seat === null ? null : view.players[ctx.seat];
  return layTable('munchkin',
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => ctx.kept(`seat ${seat}`, [view.players[seat],
      view.active, view.decision, view.winners], () => drawOther(view, ctx, view.players[seat])))),
    h('div', { class: ['middle', view.combat ? 'in-fight' : null], tabindex: '0' },
      drawPiles(view, ctx),
      h('div', { class: 'stage' }, drawNow(view, ctx), view.combat ? drawFight(view, ctx) : null,
        drawBeside(view, ctx))),
    own ? drawMine(view, ctx, own) : null);
}

function drawPiles({ decks, discards }, ctx) {
  const size = ctx.view.combat ? 'tiny' : 'small';
  const last = (list, path) => (list.length && size === 'small' ? face(ctx, list.at(-1), { path, key: `last ${path}` })
    : null);
  return h('div', { class: 'piles' }, pile(words.doors, decks.doors, { path: '/decks/doors', size }),
    last(discards.doors, '/discards/doors'),
    pile(words.treasures, decks.treasures, { path: '/decks/treasures', size }),
      last(discards.treasures, '/discards/treasures'), pile(words.seals, decks.seals, { path: '/decks/seals', size }));
}

function drawOther(view, ctx, one) {
  const path = `/players/${one.seat}`;
  const { doors, treasures } = one.hand;
  return other(ctx, one.seat, { ...stateOf(view, one), facts: [factsOf(one), h('span',
    { class: 'minor', dataset: { path: `${path}/hand` } },
    fan(doors, { label: words.doorCards, mark: words.doorMark(doors) }),
    fan(treasures, { label: words.treasureCards, mark: words.treasureMark(treasures) }))] },
    openHand(ctx, one.hand.cards?.map((held) => ({ id: held.card, name: held.name,
      trace: held.card })), `${path}/hand`),
    h('div', { class: 'gang', dataset: { path: `${path}/items` } },
      one.items.map((item, at) => chip(ctx, item, `${path}/items/${at}`)),
      heldBeside(one).map(([item, at]) => chip(ctx, item, at))));
}

function drawMine(view, ctx, own) {
  const path = `/players/${own.seat}`;
  const at = (item) => `${path}/items/${own.items.indexOf(item)}`;
  const worn = own.items.filter((item) => item.in_use);
  const carried = own.items.filter((item) => !item.in_use);
  const put = [...[...own.classes, ...own.super_munchkins].map((item) => [item, undefined]),
    ...worn.map((item) => [item, at(item)]), ...heldBeside(own)];
  return mine(ctx, own.seat, { ...stateOf(view, own), facts: factsOf(own) },
    pane('hand', words.hand(own.hand_limit), { dataset: { path: `${path}/hand` } },
      own.hand.cards?.length ? cards({}, own.hand.cards.map((held, index) => face(ctx, held,
      { path: `${path}/hand/cards/${index}`, size: 'hand' }))) : empty(words.emptyHand)),
    pane('worn', words.worn, { short: words.wornShort, dataset: { path: `${path}/items` } },
      put.length ? h('div', { class: 'gang' }, put.map(([item, where]) => chip(ctx, item, where)))
        : empty(words.nothing)),
    carried.length ? pane('carried', words.carried, {}, h('div', { class: 'gang' },
      carried.map((item) => chip(ctx, item, at(item)))),
    carried.some((item) => item.hands > freeHands(worn)) ? h('p', { class: 'dim' }, words.handsFull) : null) : null);
}

const HANDS = 2;
const handsOf = ({ slot, hands, cheat, both_hands: both }) => (both ? HANDS : slot === 'hands' && !cheat ? hands : 0);
const freeHands = (worn) => HANDS - worn.reduce((sum, item) => sum + handsOf(item), 0);

function drawNow(view, ctx) {
  const { window: asked, choice, charity, basket } = view;
  const step = words.steps.findIndex(([, phases]) => phases.includes(view.phase));
  const forSale = basket.table_cards.length + basket.hand_count;
  const head = view.winners.length ? words.wins(names(ctx, view.winners), view.winners.length === 1)
    : view.phase === 'SETUP' ? words.ready : words.now(ctx.names[view.active] ?? '', ctx.isMine(view.active));
  return h('div', { class: 'now' },
    h('div', { class: 'now-head' }, h('span', { class: 'turn-mark', dataset: { path: '/turn' } },
      words.turn(view.turn, view.winning_level)),
      h('p', { class: 'big', dataset: { path: '/phase' } }, head),
      h('ol', { class: 'phases' }, words.steps.map(([name], at) => h('li', { class: at === step ? 'here' : null,
        'aria-current': at === step ? 'step' : null }, name)))),
    choice ? h('p', { dataset: { path: '/choice' } }, words.chooses(ctx.names[choice.seat], ctx.isMine(choice.seat),
      choice.source?.name)) : null,
    charity ? h('p', { dataset: { path: '/charity' } }, words.charity(charity.surplus)) : null,
    forSale ? h('p', { dataset: { path: '/basket' } }, words.sale(forSale, basket.total)) : null,
    asked ? h('ul', { class: 'answered', dataset: { path: '/window' } },
      asked.asked.filter((seat) => !asked.passed.includes(seat)).map((seat) => h('li', {},
        words.thinking(ctx.names[seat], ctx.isMine(seat)))),
      asked.passed.map((seat) => h('li', { class: 'done' }, words.passed(ctx.names[seat], ctx.isMine(seat))))) : null);
}

const drawParts = (list) => h('ul', { class: 'parts' }, list.map((one) => h('li', {}, h('span', {},
  one.label.replace(/^./, (first) => first.toUpperCase())), h('b', {}, signed(one.amount)))));

function drawFight(view, ctx) {
  const { fighters, monsters, played, runners } = view.combat;
  const isAhead = fighters.total > monsters.total;
  const monster = (one, at) => h('div', { class: 'monster', dataset: { path: `/combat/monsters/monsters/${at}`,
    key: one.monster } }, face(ctx, one, { key: `monster:${one.monster}` }),
    h('div', {}, h('h4', {}, `${one.name} ${one.total}`), drawParts(one.parts),
      h('small', {}, words.reward(one.treasures, one.levels))));
  return h('section', { class: 'combat',
    'aria-label': `${words.fighters} ${fighters.total}, ${words.monsters} ${monsters.total}`,
    dataset: { path: '/combat' } },
    h('div', { class: ['side', isAhead ? 'ahead' : null] },
      h('h3', {}, sideName(ctx, 'fighters', words.fighters), h('span',
        { class: 'strength', dataset: { path: '/combat/fighters/total' } }, fighters.total)),
      fighters.characters.map((one, at) => h('div', { dataset: { path: `/combat/fighters/characters/${at}` } },
        h('h4', {}, `${ctx.names[one.seat]} ${one.total}`), drawParts(one.parts))),
      fighters.side.length ? drawParts(fighters.side) : null),
    h('div', { class: 'versus', 'aria-hidden': 'true' }, isAhead ? '>' : fighters.total === monsters.total ? '=' : '<'),
    h('div', { class: ['side', 'monsters', isAhead ? null : 'ahead'] },
      h('h3', {}, sideName(ctx, 'monsters', words.monsters), h('span',
        { class: 'strength', dataset: { path: '/combat/monsters/total' } }, monsters.total)),
      monsters.monsters.map(monster), monsters.side.length ? drawParts(monsters.side) : null),
    h('p', { class: 'combat-foot' }, isAhead ? words.ahead : words.needs(monsters.total + 1),
      played.length ? ` ${words.played(played.map((one) => one.name).join(', '))}.` : '',
      runners.length ? ` ${runners.every(ctx.isMine) ? words.youRun : words.running(names(ctx, runners))}.` : ''));
}

const sideName = (ctx, side, name) => (ctx.offers.has(`side:${side}`) ? ctx.spot(`side:${side}`, { class: 'seat-pick' },
  name) : h('span', {}, name));

function drawBeside(view, ctx) {
  const list = (title, path, found) => (found.length ? zone(title, { dataset: { path, key: path } },
    cards({}, found.map((one) => face(ctx, one, {})))) : null);
  return h('div', { class: 'beside' },
    list(words.openSeals(view.seal_bonus), '/open_seals', view.open_seals),
      list(words.resolving, '/resolving', view.resolving),
    list(words.share, '/treasures_to_share', view.treasures_to_share),
      view.body ? list(words.body(ctx.names[view.body.seat]), '/body', view.body.cards) : null,
    view.deals.map((deal, at) => zone(dealTitle(ctx, deal),
      { dataset: { path: `/deals/${at}`, key: `deal ${deal.deal}` } },
      h('p', {}, [...deal.items.map((items, side) => words.gives(ctx.names[deal.parties[side]],
        ctx.isMine(deal.parties[side]), items.map((one) => one.name).join(', '))),
          deal.treasures ? words.forHelp(deal.treasures) : '',
        words.agreed(names(ctx, deal.agreed))].filter(Boolean).join('. '), '.'))));
}

const dealTitle = (ctx, { parties }) => (parties.some(ctx.isMine)
  ? words.dealWithYou(names(ctx, parties.filter((seat) => !ctx.isMine(seat)))) : words.deal(names(ctx, parties)));

const isSeatChoice = (ctx) => /seat|player|victim/.test(ctx.view.choice?.kind || '');

export function target(param, value, ctx, template) {
  if (['card', 'item', 'second', 'source'].includes(param)) return `card:${value}`;
  if (param === 'monster') return `monster:${value}`;
  if (param === 'side') return `side:${value}`;
  if (['to', 'partner', 'picker'].includes(param)) return typeof value === 'number' ? `seat:${value}` : undefined;
  if (param === 'target') return targetOf(value);
  if (param !== 'value' || template.type !== 'choose') return undefined;
  if (typeof value === 'string' && value.includes('#')) return `card:${value}`;
  return typeof value === 'number' && isSeatChoice(ctx) ? `seat:${value}` : undefined;
}

function targetOf(value) {
  if (typeof value === 'number') return `seat:${value}`;
  if (['fighters', 'monsters'].includes(value)) return `side:${value}`;
  return /^m\d+$/.test(value) ? `monster:${value}` : `card:${value}`;
}

export function label(param, value, ctx) {
  if (typeof value === 'string' && value.includes('#')) return rowOf(ctx, value).name;
  if (typeof value === 'string'
    && /^m\d+$/.test(value)) return ctx.view.combat?.monsters.monsters.find((one) => one.monster === value)?.name;
  if (param === 'deal') {
    const deal = ctx.view.deals.find((one) => one.deal === value);
    return deal ? words.withWhom(names(ctx, deal.parties.filter((seat) => seat !== ctx.seat))) : undefined;
  }
  if (['target', 'to', 'partner', 'picker'].includes(param) && typeof value === 'number') return ctx.names[value];
  if (param === 'both') return value ? words.bothHands : words.oneHand;
  if (param === 'value' && typeof value === 'number' && isSeatChoice(ctx)) return ctx.names[value];
  return undefined;
}

// Who is struck: nobody means themselves.
export const preset = (param, domain, { type }, ctx) => (type === 'play_disaster' && param === 'target'
  ? domain.one_of.find((seat) => seat !== ctx.seat) : type === 'set_deal_treasures' && param === 'count' ? 1
    : undefined);

// What a fight has to share; the rules allow promises beyond it.
export const most = (param, ctx) => (param === 'count' && ctx.view.combat
  ? ctx.view.combat.monsters.monsters.reduce((sum, one) => sum + one.treasures, 0) : undefined);

const ASIDE = new Set(['show_card', 'discard_item', 'stow_item', 'set_grip', 'add_to_sale', 'open_deal',
  'discard_class', 'play_disaster', 'wield_item']);
export const group = (template) => (ASIDE.has(template.type) ? 'more' : 'main');
// MUNCH-5.14, MUNCH-5.15: a window has an end of its own, in a match without a clock too.
export const ruleWindow = ({ window: open }) => (open?.deadline ? { due: open.deadline, say: words.windows[open.kind] }
  : null);
// Whether what is asked about concerns a seat, by what lies open.
const concerns = ({ combat, pending }, seat) => combat?.fighter === seat || combat?.helper === seat
  || [pending?.target, pending?.by, pending?.runner].includes(seat);
export const autoAnswer = () => answerFor(concerns);
export { cardNames, describe, words };

// A theft and a curse are short, and pass quickly (telling.js).
const TELL_MIN = 4;
export const tells = (step) => step.narration.length >= TELL_MIN;
