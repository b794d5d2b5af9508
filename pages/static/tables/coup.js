// Coup: two influences each, hidden or lost; money; what is claimed, by whom, against whom, and who is asked.
import { h, human } from '../dom.js';
import { card, back, counter, glyph, pile, seatPanel, cards } from './parts.js';

const star = (x, y) => `M${x.toFixed(2)} ${(y - 1).toFixed(2)}l.3.7.75.07-.57.5.17.74-.65-.4-.65.4.17-.74-.57-.5.75-.07z`;
const ART = {
  russia: ['M12 3l2.6 5.6 6.1.7-4.500 4.200 1.200 6L12 16.500 6.600 19.500l1.200-6L3.300 9.300l6.100-.7z'],
  protest: ['M4 10v4l10 4V6zM14 8l5-2v12l-5-2M6 14.500l1.500 5h3L9 15.500'],
  media: ['M3 6h18v11H3zM8 21h8M12 17v4', 'M10 9l5 2.500-5 2.500z'],
  un: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18'],
  police: ['M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z', 'M12 8l1.200 2.500 2.700.3-2 1.800.6 2.700-2.500-1.400-2.500 1.400.6-2.700-2-1.800 2.700-.3z'],
  eu: Array.from({ length: 12 }, (_, at) => star(12 + 8.4 * Math.sin(at * Math.PI / 6), 12 - 8.4 * Math.cos(at * Math.PI / 6))),
};

const COIN = ['M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v8M10 10h3a1.200 1.200 0 0 1 0 2.400h-2a1.200 1.200 0 0 0 0 2.400h3'];
const say = (kind) => kind && kind.name;
const influence = (view) => Object.fromEntries(view.seats.flatMap((seat) => seat.cards.map((one) => [`${seat.seat}/${one.slot}`, one.card])));

export function draw(view, ctx) {
  return h('div', { class: 'coup' },
    h('div', { class: 'middle' },
      h('div', { class: 'piles' },
        pile('Deck', view.deck.size, { path: '/deck' }),
        view.exchange ? exchange(view, ctx) : null),
      stage(view, ctx)),
    view.deck.order ? h('details', { class: 'panel', dataset: { key: 'deck-order' } }, h('summary', {}, 'The deck, from the next card on'), h('p', {}, view.deck.order.map(say).join(', ') || 'empty')) : null,
    h('div', { class: 'seats' }, ctx.seatOrder().map((seat) => player(view, ctx, view.seats[seat]))));
}

function player(view, ctx, one) {
  const path = `/seats/${one.seat}`;
  return seatPanel(ctx, one.seat, {
    path, isActive: view.actor === one.seat && view.winner === null, isWaiting: view.decision?.waiting_for.includes(one.seat), isOut: !one.is_live, isWinner: view.winner === one.seat,
  },
  h('div', { class: 'counters' }, counter('Money', `${one.money}M`, { path: `${path}/money`, icon: glyph(COIN) }), counter('Influences', one.hidden_count, { path: `${path}/hidden_count` })),
  cards({ class: 'hand' }, one.cards.map((slot) => influenceCard(ctx, one, slot))));
}

function influenceCard(ctx, one, slot) {
  const path = `/seats/${one.seat}/cards/${slot.slot}`;
  const key = `slot:${one.seat}:${slot.slot}`;
  if (!slot.card) return back(ctx, { key, path, label: 'A hidden influence', mark: '?' });
  return card(ctx, {
    key, path, title: slot.card.name, tone: `coup-${slot.card.kind}`, art: glyph(ART[slot.card.kind] || []), isTurned: slot.is_lost,
    foot: slot.is_lost ? 'lost' : 'hidden', label: `${slot.card.name}, ${slot.is_lost ? 'lost' : 'hidden'}`,
  });
}

function exchange(view, ctx) {
  const { drawn, count, seat } = view.exchange;
  return h('div', { class: 'zone', dataset: { path: '/exchange' } }, h('h3', { class: 'zone-title' }, `${ctx.names[seat]} has drawn`),
    cards({}, drawn ? drawn.map((one, at) => card(ctx, { key: `drawn:${at}`, title: one.name, tone: `coup-${one.kind}`, art: glyph(ART[one.kind] || []), size: 'small' }))
      : Array.from({ length: count }, () => back(ctx, { size: 'small', mark: '?' }))));
}

// What is going on, from the claim to who is asked.
function stage(view, ctx) {
  const lines = [];
  const { declaration, block, reactions, loss, inspection } = view;
  if (view.winner !== null) lines.push(h('p', { class: 'big' }, `${ctx.names[view.winner]} has the last influence.`));
  else if (!declaration) lines.push(h('p', { class: 'big' }, `${ctx.names[view.actor]} chooses an action.`));
  if (declaration) {
    const claim = declaration.claim ? ` claims ${declaration.claim.name}` : `: ${declaration.name}`;
    lines.push(h('p', { class: 'big', dataset: { path: '/declaration' } }, ctx.names[view.actor], claim, declaration.mode ? ` (${declaration.mode})` : '',
      declaration.target !== null ? h('span', { class: 'against' }, ` → ${ctx.names[declaration.target]}`) : '',
      declaration.cost ? h('span', { class: 'tag' }, `${declaration.is_paid ? 'paid' : 'costs'} ${declaration.cost}M`) : '',
      declaration.is_cancelled ? h('span', { class: 'tag warn' }, 'stopped') : ''));
  }
  if (block) lines.push(h('p', { class: 'big', dataset: { path: '/block' } }, `${ctx.names[block.blocker]} blocks, claiming ${block.claim.name}.`));
  if (reactions) {
    lines.push(h('ul', { class: 'asked', dataset: { path: '/reactions' } },
      reactions.asked.map((one) => h('li', {}, h('b', {}, ctx.names[one.seat]), ` may ${one.reactions.join(', ')}`)),
      reactions.passed.map((seat) => h('li', { class: 'dim' }, `${ctx.names[seat]} passed`))));
  }
  if (loss) lines.push(h('p', { class: 'big', dataset: { path: '/loss' } }, `${ctx.names[loss.seat]} loses an influence (${human(loss.cause).toLowerCase()}).`));
  if (inspection) lines.push(h('p', { class: 'big', dataset: { path: '/inspection' } }, `${ctx.names[inspection.seat]} shows ${inspection.card ? inspection.card.name : 'a card'} to ${ctx.names[inspection.to]}.`));
  return h('section', { class: 'stage', 'aria-label': 'What is going on' }, h('span', { class: 'turn-mark', dataset: { path: '/turn' } }, `Turn ${view.turn}`), lines);
}

export function target(param, value, ctx, template) {
  if (param === 'target') return `seat:${value}`;
  if (param === 'slot') return `slot:${ctx.seat}:${value}`;
  if (param === 'keep') {
    const found = /^(\D+)(\d+)$/.exec(String(value));
    if (found) return /draw/.test(found[1]) ? `drawn:${found[2]}` : `slot:${ctx.seat}:${found[2]}`;
  }
  return undefined;
}

export function label(param, value, ctx, template) {
  if (param === 'target') return ctx.names[value];
  if (param === 'slot') return say(influence(ctx.view)[`${ctx.seat}/${value}`]);
  if (param === 'keep') {
    const found = /^(\D+)(\d+)$/.exec(String(value));
    const kind = found && (/draw/.test(found[1]) ? ctx.view.exchange?.drawn?.[found[2]] : influence(ctx.view)[`${ctx.seat}/${found[2]}`]);
    return kind ? `${kind.name} (${/draw/.test(found[1]) ? 'drawn' : 'yours'})` : undefined;
  }
  if (param === 'claim') return ctx.catalogue.cards.find((one) => one.id === value)?.name;
  if (param === 'action' || param === 'mode') return '';
  if (param === 'force_exchange') return value ? 'make them exchange it' : 'let them keep it';
  return undefined;
}

export function title(template, ctx) {
  if (template.type === 'declare_action') {
    const word = template.params.action.one_of[0];
    const mode = template.params.mode?.one_of[0];
    return ctx.catalogue.actions.find((one) => one.word === word && (one.mode ?? undefined) === mode)?.name;
  }
  return { pass: 'Pass', challenge: 'Challenge', block: 'Block as', accept_block: 'Accept the block', challenge_block: 'Challenge the block', choose_influence: 'Lose', choose_exchange: 'Keep', choose_card_to_show: 'Show', decide_inspection: 'The shown card' }[template.type];
}
