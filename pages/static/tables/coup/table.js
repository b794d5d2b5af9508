// Coup: two influences each, hidden or lost; money; what is claimed, by whom, against whom, and who is asked.
import { autoAnswer as answerFor } from '../../auto_answer.js';
import { h } from '../../dom.js';
import { card, back, cards, counter, fan, glyph, layTable, mine, other, pane, pile } from '../parts.js';
import { words } from './words.js';

const STAR = 'M12 3l2.6 5.6 6.1.7-4.500 4.200 1.200 6L12 16.500 6.600 19.500l1.200-6L3.300 9.300l6.100-.7z';
const star = (x, y) =>
  `M${x.toFixed(2)} ${(y - 1).toFixed(2)}l.3.7.75.07-.57.5.17.74-.65-.4-.65.4.17-.74-.57-.5.75-.07z`;
const circle = (at) => star(12 + 8.4 * Math.sin((at * Math.PI) / 6), 12 - 8.4 * Math.cos((at * Math.PI) / 6));
const ART = {
  russia: [STAR],
  protest: ['M4 10v4l10 4V6zM14 8l5-2v12l-5-2M6 14.500l1.500 5h3L9 15.500'],
  media: ['M3 6h18v11H3zM8 21h8M12 17v4', 'M10 9l5 2.500-5 2.500z'],
  un: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18'],
  police: ['M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
    'M12 8l1.200 2.500 2.700.3-2 1.800.6 2.700-2.500-1.400-2.500 1.400.6-2.700-2-1.800 2.700-.3z'],
  eu: Array.from({ length: 12 }, (_, at) => circle(at)),
};
const COIN = 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v8M10 10h3a1.200 1.200 0 0 1 0 2.400h-2a1.200 1.200 0 0 0 0 '
  + '2.400h3';
const coin = () => glyph(COIN);

const rowOf = (ctx, kind) => ctx.catalogue.cards.find((one) => one.id === kind) || {};
const isIn = (ctx, row) => row.module === null || row.module === ctx.view.module;
const actionsOf = (ctx, kind) => ctx.catalogue.actions.filter((one) => one.claim === kind);
const actionWords = (row) => row.hint.replace(/^Claim [^:]*?(?=: | and pay)/, '').replace(/^(: | and )/,
  '').replace(/^./, (first) => first.toUpperCase());
const blocksOf = (ctx, kind) => ctx.catalogue.actions.filter((one) => one.block_kinds.includes(kind)
  && isIn(ctx, one)).map((one) => one.name);
const blockersOf = (ctx, kind) => [...new Set(actionsOf(ctx,
  kind).flatMap((one) => one.block_kinds))].map((one) => rowOf(ctx, one)).filter((one) => isIn(ctx,
  one)).map((one) => one.name);
const listed = (names) => names.join(', ') || words.none;

export const cardNames = (ctx) => ctx.catalogue.cards.map((one) => [one.name, one.id]);

export function describe(kind, ctx) {
  const row = rowOf(ctx, kind);
  if (!row.id) return null;
  return {
    title: row.name, tone: `coup-${kind}`,
    text: actionsOf(ctx, kind).map((one) => one.hint),
    facts: [`${words.blockedBy}: ${blockersOf(ctx, kind).join(', ') || words.nothing}`,
      `${words.blocksCards}: ${blocksOf(ctx, kind).join(', ') || words.nothing}`, words.copies(row.copies)],
    rule: actionsOf(ctx, kind)[0]?.rule,
  };
}

function influence(ctx, seat, slot, size) {
  const path = `/seats/${seat}/cards/${slot.slot}`;
  const key = `slot:${seat}:${slot.slot}`;
  if (!slot.card) return back(ctx, { key, path, size, label: words.hidden, mark: '?' });
  const { kind, name } = slot.card;
  const state = slot.is_lost ? words.lost : words.yours;
  return face(ctx, kind, name, { key, path, size, trace: `${seat}:${kind}`, isLost: slot.is_lost,
    foot: slot.is_lost || ctx.isMine(seat) ? state : null, label: `${name}, ${state}` });
}

function face(ctx, kind, name, { size, ...more }) {
  const text = size === 'small' ? null : [
    actionsOf(ctx, kind).filter((one) => isIn(ctx, one)).map((one) => h('span', { class: 'line' }, actionWords(one))),
    actionsOf(ctx, kind).length ? h('span', { class: 'line' }, h('b', {}, `${words.blockedBy}: `),
      listed(blockersOf(ctx, kind))) : null,
    blocksOf(ctx, kind).length ? h('span', { class: 'line' }, h('b', {}, `${words.blocksCards}: `),
      listed(blocksOf(ctx, kind))) : null];
  return card(ctx, { id: kind, title: name, tone: `coup-${kind}`, art: glyph(ART[kind] || []), size, text, ...more });
}

const stateOf = (view, one) => ({
  path: `/seats/${one.seat}`, isActive: view.actor === one.seat && view.winner === null,
  isWaiting: view.decision?.waiting_for.includes(one.seat), isOut: !one.is_live, isWinner: view.winner === one.seat,
});
const moneyOf = (one) => counter(words.money, words.gold(one.money), { path: `/seats/${one.seat}/money`,
  icon: coin() });

export const style = './table.css';

export function draw(view, ctx) {
  const own = ctx.seat === null ? null : view.seats[ctx.seat];
  return layTable('coup',
    h('div', { class: 'others' }, ctx.otherSeats().map((seat) => drawOther(view, ctx, view.seats[seat]))),
    h('div', { class: 'middle', tabindex: '0' }, h('div', { class: 'piles' },
      pile(words.deck, view.deck.size, { path: '/deck' })),
      drawStage(view, ctx)),
    own ? mine(ctx, own.seat, { ...stateOf(view, own), facts: moneyOf(own) },
      pane('hand', words.hand, {}, cards({}, own.cards.map((slot) => influence(ctx, own.seat, slot, 'large')))),
      pane('help', words.sheet, {}, helpSheet(ctx)))
      : h('div', { class: 'mine watching' }, h('div', { class: 'panes' },
        pane('help', words.sheet, {}, helpSheet(ctx)))));
}

// How many influences are left is also told beside the money, for a narrow window that shows no cards of others.
const leftOf = (one) => fan(one.cards.filter((slot) => !slot.is_lost).length, { label: words.influences,
  path: `/seats/${one.seat}/cards` });
// The signs of what is lost, where the cards themselves are not shown until the player is pressed.
const lostOf = (one) => one.cards.filter((slot) => slot.is_lost).map(({ card: { kind, name } }) => h('span',
  { class: 'short lost-sign', title: words.lostCard(name), 'aria-hidden': 'true' }, glyph(ART[kind] || [])));
const drawOther = (view, ctx, one) => other(ctx, one.seat, { ...stateOf(view, one),
  facts: [moneyOf(one), leftOf(one), lostOf(one)] },
  cards({}, one.cards.map((slot) => influence(ctx, one.seat, slot, 'small'))));

// What every card of this match does, as on the sheet that comes with the game.
function helpSheet(ctx) {
  const kinds = ctx.catalogue.cards.filter((one) => isIn(ctx, one));
  const name = (row) => h('button', { type: 'button', class: 'card-name', dataset: { press: 'read', card: row.id } },
    row.name);
  const open = ctx.catalogue.actions.filter((one) => one.claim === null);
  const line = (title, does, blockers, blocks) => h('tr', {}, h('th', { scope: 'row' }, title), h('td', {}, does),
    [blockers, blocks].map((names, at) => h('td', { dataset: { title: words.columns[2 + at] } }, listed(names))));
  return h('table', { class: 'help-sheet' },
    h('thead', {}, h('tr', {}, words.columns.map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {},
      kinds.map((row) => line(name(row), actionsOf(ctx, row.id).map(actionWords).join(' ') || words.none,
        blockersOf(ctx, row.id), blocksOf(ctx, row.id))),
      open.map((row) => line(row.name, actionWords(row).split(';')[0].replace(/\.?$/, '.'),
        row.block_kinds.map((kind) => rowOf(ctx, kind).name), []))));
}

// What is going on, from the claim to who is asked: the claimed cards large, as if laid on the table.
function drawStage(view, ctx) {
  const { declaration, block, reactions, loss, inspection, exchange } = view;
  const told = (say, seat, ...rest) => say(ctx.names[seat], ctx.isMine(seat), ...rest);
  const lines = [];
  const isOver = view.winner !== null;
  if (isOver) lines.push(['/winner', told(words.won, view.winner)]);
  else if (!declaration) lines.push(['/actor', told(words.chooses, view.actor)]);
  if (declaration) lines.push(['/declaration', declaration.claim ? told(words.claims, view.actor,
    declaration.claim.name) : told(words.acts, view.actor, declaration.name),
  isOver ? null : h('p', { class: 'about' }, effectOf(declaration, ctx))]);
  if (block) lines.push(['/block', told(words.blocks, block.blocker, block.claim.name)]);
  if (loss) lines.push(['/loss', told(words.loses, loss.seat)]);
  if (inspection) lines.push(['/inspection', told(words.shows, inspection.seat, inspection.card?.name,
    ctx.isMine(inspection.to) ? 'you' : ctx.names[inspection.to])]);
  const claimed = [declaration?.claim, block?.claim].filter(Boolean);
  // Keys by what is told: a claim takes the place of the turn; it is not the turn that moves.
  return h('div', { class: 'stage', dataset: { key: `stage ${lines.map(([path]) => path)} ${claimed.length}` } },
    claimed.length ? cards({ class: 'claimed' }, claimed.map((one, at) => face(ctx, one.kind, one.name, { size: 'small',
      key: `claimed ${at}` }))) : null,
    h('div', { class: 'now' },
      lines.map(([path, text, about]) => [h('p', { class: 'big', dataset: { path } }, text), about]),
      reactions ? h('ul', { class: 'answered', dataset: { path: '/reactions' } }, drawAnswered(reactions, told)) : null,
      exchange ? drawExchange(exchange, ctx) : null,
      ctx.told && !isOver ? h('div', { class: 'told-last', dataset: { test: 'told' } },
        h('h3', { class: 'zone-title' }, words.toldLast),
        ctx.told.filter((text) => !unsaid.test(text)).join(' ')) : null,
      view.deck.order ? h('p', { class: 'dim' }, `${words.order}: ${listed(view.deck.order.map((one) => one.name))}`)
        : null));
}

// Everybody in the place of their seat, with both words in it (table.css): whoever passes moves nobody.
const drawAnswered = ({ asked, passed }, told) => [...asked.map((one) => one.seat), ...passed].sort((a, b) => a - b)
  .map((seat) => h('li', { class: passed.includes(seat) ? 'done' : null },
    [words.thinking, words.passed].map((say) => h('span', {}, told(say, seat)))));

function effectOf(declaration, ctx) {
  const row = ctx.catalogue.actions.find((one) => one.word === declaration.action
    && (one.mode ?? null) === declaration.mode);
  return [row ? `${actionWords(row)} ` : '',
    declaration.target === null ? '' : h('strong', { class: 'against' },
      words.against(ctx.names[declaration.target], ctx.isMine(declaration.target))),
    declaration.cost ? h('span', { class: 'tag' }, declaration.is_paid ? words.paid(declaration.cost)
      : words.costs(declaration.cost)) : '',
    declaration.is_cancelled ? h('span', { class: 'tag bad' }, words.stopped) : ''];
}

function drawExchange({ drawn, count, seat }, ctx) {
  const faces = drawn ? drawn.map((one, at) => face(ctx, one.kind, one.name, { key: `drawn:${at}`, size: 'small' }))
    : Array.from({ length: count }, () => back(ctx, { size: 'small', mark: '?' }));
  return h('div', { class: 'exchange', dataset: { path: '/exchange' } },
    h('h3', { class: 'zone-title' }, words.drawn(ctx.names[seat], ctx.isMine(seat))), cards({}, faces));
}

const keepOf = (value) => /^(\D+)(\d+)$/.exec(String(value));

export function target(param, value, ctx) {
  if (param === 'target') return `seat:${value}`;
  if (param === 'slot') return `slot:${ctx.seat}:${value}`;
  const kept = param === 'keep' ? keepOf(value) : null;
  if (kept) return /draw/.test(kept[1]) ? `drawn:${kept[2]}` : `slot:${ctx.seat}:${kept[2]}`;
  return undefined;
}

export function label(param, value, ctx) {
  const own = (slot) => ctx.view.seats[ctx.seat].cards.find((one) => one.slot === Number(slot))?.card?.name;
  if (param === 'target') return ctx.names[value];
  if (param === 'slot') return own(value);
  const kept = param === 'keep' ? keepOf(value) : null;
  if (kept) return /draw/.test(kept[1]) ? ctx.view.exchange?.drawn?.[kept[2]]?.name : own(kept[2]);
  if (param === 'claim') return rowOf(ctx, value).name;
  if (param === 'action' || param === 'mode') return '';
  if (param === 'force_exchange') return value ? words.exchange : words.keep;
  return undefined;
}

export function title(template, ctx) {
  if (template.type !== 'declare_action') return words.titles[template.type];
  const word = template.params.action.one_of[0];
  const mode = template.params.mode?.one_of[0];
  return ctx.catalogue.actions.find((one) => one.word === word && (one.mode ?? undefined) === mode)?.name;
}

// A lost influence does not come back: it is looked at first, with a mouse too.
export const readsFirst = (offers) => offers.some(({ template }) => template.type === 'choose_influence');

// Whether what is asked about concerns a seat, by what lies open.
const concerns = (view, seat) => view.actor === seat || view.declaration?.target === seat
  || view.block?.blocker === seat;
export const autoAnswer = () => answerFor(concerns);
// A challenge (COUP-6.2): who doubted, what was shown, and what came of it stays told until one's own next move.
export const matters = (step) => step.rules.includes('COUP-6.2');
// What is told one thing after another: that, who loses an influence (COUP-9.2, COUP-9.3), and that a block stands
// (COUP-7.8), but no taking of money.
const TELL = ['COUP-6.2', 'COUP-7.8', 'COUP-9.2', 'COUP-9.3'];
export const tells = (step) => TELL.some((one) => step.rules.includes(one));
// The table shows whose turn it is, and nobody needs the order of a deck that was shuffled.
export const unsaid = new RegExp('^(The turn of .* ends|Turn \\d+: .* is to act.*|The action of .* is carried out: .*'
  + '|The deck of .* is shuffled.*)\\.$');
export { words };

// There are no points: what is left to whom.
export function fate(view, seat) {
  const left = view.seats[seat].cards.filter((slot) => !slot.is_lost).length;
  return left ? words.left(left) : words.nothingLeft;
}
