// Munchkin Apocalypse: levels, what everybody wears, Seals, and the fight with both strengths and their parts.
import { h, human, plural } from '../dom.js';
import { card, backs, counter, glyph, pile, seatPanel, cards, zone } from './parts.js';

const books = new WeakMap();
const SKULL = 'M12 4a7 7 0 0 0-7 7c0 3 1.500 4 2 6h10c.5-2 2-3 2-6a7 7 0 0 0-7-7zM9 17v3M12 17v3M15 17v3M9.500 11h.5M14 11h.5';
const ART = {
  monster: SKULL, class: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-6 4-8 8-8s7 2 8 8', disaster: 'M13 3L6 13h5l-2 8 9-11h-6z', seal: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3l-2 6 4 3-3 4 1 5',
  item: 'M4 9l8-5 8 5v8l-8 4-8-4zM4 9l8 4 8-4M12 13v8', one_shot: 'M10 3h4M11 3v6l-5 9a2 2 0 0 0 2 3h8a2 2 0 0 0 2-3l-5-9V3M8 15h8', special: 'M12 3l2.600 5.600 6.100.7-4.500 4.200 1.200 6L12 16.500 6.600 19.500l1.200-6L3.300 9.300l6.100-.7z',
  headgear: 'M4 16a8 8 0 0 1 16 0zM2 16h20M12 8V5', armour: 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6z', footgear: 'M8 3v11l-4 4v2h14v-3l-6-3V3z', hands: 'M5 19l4-4M7 13l4 4M9 15L20 4M20 4v4M20 4h-4',
};
const artOf = (kind) => ART[kind.slot] || ART[kind.type] || (/monster|enhancer/.test(kind.type || '') ? SKULL : ART.special);
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const kindOf = (instance) => String(instance).split('#')[0];

function row(ctx, instance) {
  const list = Array.isArray(ctx.catalogue) ? ctx.catalogue : ctx.catalogue.cards || [];
  if (!books.has(ctx.catalogue)) books.set(ctx.catalogue, new Map(list.map((one) => [one.id, one])));
  return books.get(ctx.catalogue).get(kindOf(instance)) || {};
}

function face(ctx, one, { path, size = 'item', extra = null, key } = {}) {
  const kind = row(ctx, one.card);
  const corner = kind.type === 'monster' ? `Lv ${kind.level}` : one.bonus || kind.bonus ? signed(one.bonus ?? kind.bonus) : '';
  const facts = [human(kind.type || ''), kind.slot && kind.slot !== 'none' ? kind.slot + (kind.hands ? ` (${kind.hands})` : '') : '', kind.size === 'big' ? 'big' : '', kind.gold ? `${kind.gold} gold` : '', kind.type === 'monster' ? plural(kind.treasures, 'treasure') : '', kind.class ? `${kind.class} only` : ''].filter(Boolean).join(' · ');
  return card(ctx, { key: key ?? `card:${one.card}`, path, size, title: one.name, corner, tone: kind.type === 'monster' ? 'mu-monster' : `mu-${kind.deck || 'door'}`, text: (kind.text || []).join(' '), foot: [h('span', { class: 'kind' }, glyph(artOf(kind)), h('span', {}, facts)), extra] });
}

export function draw(view, ctx) {
  return h('div', { class: 'munchkin' },
    h('div', { class: 'middle' },
      h('div', { class: 'piles' }, pile('Doors', view.decks.doors, { path: '/decks/doors' }), pile('Treasures', view.decks.treasures, { path: '/decks/treasures' }), pile('Seals', view.decks.seals, { path: '/decks/seals' })),
      stage(view, ctx)),
    view.combat ? combat(view, ctx) : null,
    h('div', { class: 'side-by-side' }, view.open_seals.length ? zone(`Open Seals: every monster +${view.open_seals.length}`, { dataset: { path: '/open_seals' } }, cards({}, view.open_seals.map((one) => face(ctx, one)))) : null,
    view.resolving.length ? zone('Being carried out', { dataset: { path: '/resolving' } }, cards({}, view.resolving.map((one) => face(ctx, one)))) : null,
    view.treasures_to_share.length ? zone('Treasures to share', { dataset: { path: '/treasures_to_share' } }, cards({}, view.treasures_to_share.map((one) => face(ctx, one)))) : null),
    view.body ? zone(`The body of ${ctx.names[view.body.seat]}`, { dataset: { path: '/body' } }, cards({}, view.body.cards.map((one) => face(ctx, one)))) : null,
    view.deals.map((deal, at) => zone(`${human(deal.kind)}: ${deal.parties.map((seat) => ctx.names[seat]).join(' and ')}`, { dataset: { path: `/deals/${at}` } },
      h('p', {}, deal.items.map((items, side) => `${ctx.names[deal.parties[side]]} gives ${items.map((one) => one.name).join(', ') || 'nothing'}`).join('; '), deal.treasures ? `; ${plural(deal.treasures, 'treasure')} for the helper` : '', `. Agreed: ${deal.agreed.map((seat) => ctx.names[seat]).join(', ') || 'nobody yet'}.`))),
    h('div', { class: 'seats wide' }, ctx.seatOrder().map((seat) => player(view, ctx, view.players[seat]))));
}

function stage(view, ctx) {
  const lines = [h('span', { class: 'turn-mark', dataset: { path: '/turn' } }, `Turn ${view.turn}, level ${view.winning_level} wins`)];
  if (view.winners.length) lines.push(h('p', { class: 'big' }, `${view.winners.map((seat) => ctx.names[seat]).join(' and ')} ${view.winners.length > 1 ? 'win' : 'wins'}!`));
  else lines.push(h('p', { class: 'big', dataset: { path: '/phase' } }, `${ctx.names[view.active] ?? ''}: ${human(view.phase).toLowerCase()}`));
  if (view.window) lines.push(h('p', { dataset: { path: '/window' } }, `${human(view.window.kind)}: asked ${view.window.asked.map((seat) => ctx.names[seat]).join(', ')}${view.window.passed.length ? `; passed: ${view.window.passed.map((seat) => ctx.names[seat]).join(', ')}` : ''}`));
  if (view.choice) lines.push(h('p', { dataset: { path: '/choice' } }, `${ctx.names[view.choice.seat]} chooses${view.choice.source ? ` for ${view.choice.source.name}` : ''} (${human(view.choice.kind).toLowerCase()}).`));
  if (view.charity) lines.push(h('p', { dataset: { path: '/charity' } }, `Charity: ${plural(view.charity.surplus, 'card')} too many.`));
  if (view.basket.table_cards.length || view.basket.hand_count) lines.push(h('p', { dataset: { path: '/basket' } }, `For sale: ${plural(view.basket.table_cards.length + view.basket.hand_count, 'card')}${view.basket.total !== null ? `, ${view.basket.total} gold` : ''}.`));
  return h('section', { class: 'stage', 'aria-label': 'What is going on' }, lines);
}

const parts = (list) => h('ul', { class: 'parts' }, list.map((one) => h('li', {}, h('span', {}, human(one.label)), h('b', {}, one.amount > 0 ? `+${one.amount}` : one.amount))));

function combat(view, ctx) {
  const { fighters, monsters, claim } = view.combat;
  const isAhead = fighters.total > monsters.total;
  return h('section', { class: 'combat', 'aria-label': 'Combat', dataset: { path: '/combat' } },
    h('div', { class: ['side', isAhead ? 'ahead' : null] },
      h('h3', {}, ctx.spot('side:fighters', { class: 'side-name' }, 'Fighters'), h('span', { class: 'strength', dataset: { path: '/combat/fighters/total' } }, fighters.total)),
      fighters.characters.map((one, at) => h('div', { dataset: { path: `/combat/fighters/characters/${at}` } }, h('h4', {}, `${ctx.names[one.seat]} ${one.total}`), parts(one.parts))),
      fighters.side.length ? parts(fighters.side) : null),
    h('div', { class: 'versus', 'aria-hidden': 'true' }, isAhead ? '>' : fighters.total === monsters.total ? '=' : '<'),
    h('div', { class: ['side', 'monsters', isAhead ? null : 'ahead'] },
      h('h3', {}, ctx.spot('side:monsters', { class: 'side-name' }, 'Monsters'), h('span', { class: 'strength', dataset: { path: '/combat/monsters/total' } }, monsters.total)),
      monsters.monsters.map((one, at) => h('div', { class: 'monster', dataset: { path: `/combat/monsters/monsters/${at}` } }, face(ctx, one, { key: `monster:${one.monster}`, size: 'wide' }),
        h('div', {}, h('h4', {}, `${one.name} ${one.total}`), parts(one.parts), h('small', {}, `${plural(one.treasures, 'treasure')}, ${plural(one.levels, 'level')}${one.tags.length ? `, ${one.tags.join(', ')}` : ''}`)))),
      monsters.side.length ? parts(monsters.side) : null),
    h('p', { class: 'combat-foot' }, isAhead ? 'The fighters are ahead.' : 'The monsters hold: fighters must be higher.', claim ? ` Declared: ${human(claim).toLowerCase()}.` : '', view.combat.played.length ? ` Played: ${view.combat.played.map((one) => one.name).join(', ')}.` : '', view.combat.runners.length ? ` Running: ${view.combat.runners.map((seat) => ctx.names[seat]).join(', ')}.` : ''));
}

function player(view, ctx, one) {
  const shows = [one, view.winning_level, view.active === one.seat, view.decision.must_act.includes(one.seat), view.winners.length, view.winners.includes(one.seat)];
  return ctx.kept(`seat ${one.seat}`, shows, () => panel(view, ctx, one));
}

function panel(view, ctx, one) {
  const path = `/players/${one.seat}`;
  const worn = one.items.filter((item) => item.in_use);
  const carried = one.items.filter((item) => !item.in_use);
  const strength = one.level + worn.reduce((sum, item) => sum + (item.bonus || 0), 0);
  const placed = (item) => face(ctx, item, { path: `${path}/items/${one.items.indexOf(item)}`, extra: item.enhancers.length ? ` with ${item.enhancers.map((more) => more.name).join(', ')}` : null });
  return seatPanel(ctx, one.seat, {
    path, isActive: view.active === one.seat && !view.winners.length, isWaiting: view.decision.must_act.includes(one.seat), isOut: !one.is_alive, isWinner: view.winners.includes(one.seat),
    tags: [...one.classes.map((item) => item.name), ...one.super_munchkins.map((item) => item.name)],
  },
  h('div', { class: 'level', role: 'img', 'aria-label': `Level ${one.level} of ${view.winning_level}`, dataset: { path: `${path}/level` } }, Array.from({ length: view.winning_level }, (_, at) => h('i', { class: at < one.level ? 'reached' : null })), h('b', {}, `Level ${one.level}`)),
  h('div', { class: 'counters' }, counter('Strength', strength), counter('Doors in hand', one.hand.doors, { path: `${path}/hand/doors` }), counter('Treasures in hand', one.hand.treasures, { path: `${path}/hand/treasures` })),
  [['classes', 'Class'], ['paranoia', 'Paranoia'], ['hirelings', 'Hireling'], ['disasters', 'Disaster']].map(([name, title_]) => (one[name].length ? h('div', { class: 'chips', dataset: { path: `${path}/${name}` } }, one[name].map((item) => ctx.spot(`card:${item.card}`, { class: 'chip' }, item.name.startsWith(title_) ? item.name : `${title_}: ${item.name}`))) : null)),
  worn.length ? zone('In use', { dataset: { path: `${path}/items` } }, cards({ class: 'tight item-cards' }, worn.map(placed))) : null,
  carried.length ? zone('Carried', {}, cards({ class: 'tight item-cards' }, carried.map(placed))) : null,
  one.hand.cards ? zone(`Hand (at most ${one.hand_limit})`, { dataset: { path: `${path}/hand` } }, one.hand.cards.length ? cards({ class: 'grid' }, one.hand.cards.map((held, at) => face(ctx, held, { path: `${path}/hand/cards/${at}`, size: 'wide' }))) : h('p', { class: 'dim' }, 'empty'))
    : h('div', { dataset: { path: `${path}/hand` } }, backs(one.hand.doors, { label: 'door cards in hand', mark: 'D' }), backs(one.hand.treasures, { label: 'treasure cards in hand', mark: 'T' })));
}

export function target(param, value, ctx, template) {
  if (['card', 'item', 'second', 'source'].includes(param)) return `card:${value}`;
  if (param === 'monster') return `monster:${value}`;
  if (param === 'side') return `side:${value}`;
  if (['to', 'partner', 'picker'].includes(param)) return typeof value === 'number' ? `seat:${value}` : undefined;
  if (param === 'target') return typeof value === 'number' ? `seat:${value}` : ['fighters', 'monsters'].includes(value) ? `side:${value}` : /^m\d+$/.test(value) ? `monster:${value}` : `card:${value}`;
  if (param === 'value' && template.type === 'choose') return typeof value === 'string' && value.includes('#') ? `card:${value}` : typeof value === 'number' && /seat|player|victim/.test(ctx.view.choice?.kind || '') ? `seat:${value}` : undefined;
  return undefined;
}

export function label(param, value, ctx) {
  if (typeof value === 'string' && value.includes('#')) return row(ctx, value).name;
  if (typeof value === 'string' && /^m\d+$/.test(value)) return ctx.view.combat?.monsters.monsters.find((one) => one.monster === value)?.name;
  if (param === 'deal') {
    const deal = ctx.view.deals.find((one) => one.deal === value);
    return deal ? `with ${deal.parties.filter((seat) => seat !== ctx.seat).map((seat) => ctx.names[seat]).join(', ')}` : undefined;
  }
  if (['target', 'to', 'partner', 'picker'].includes(param) && typeof value === 'number') return ctx.names[value];
  if (param === 'both') return value ? 'both hands' : 'one hand';
  if (param === 'value' && typeof value === 'number' && /seat|player|victim/.test(ctx.view.choice?.kind || '')) return ctx.names[value];
  return undefined;
}

export function title(template) {
  return { open_door: 'Open the door', look_for_trouble: 'Look for trouble', search_room: 'Search the room', declare_victory: 'Claim the victory', declare_flight: 'Run away', end_turn: 'End the turn', finish_setup: 'Ready', wield_item: 'Use', stow_item: 'Put away', add_to_sale: 'Sell', complete_sale: 'Complete the sale' }[template.type];
}

// What rearranges or talks goes last, in one group.
export const group = (template) => (['show_card', 'discard_item', 'stow_item', 'set_grip', 'add_to_sale', 'open_deal', 'discard_class'].includes(template.type) ? 'zz-aside' : template.type);
