// The cards of Clank!: what they give and do, in words.
import { h, human } from '../../dom.js';
import { card } from '../parts.js';
import { words } from './words.js';

const LONG_NAME = /\S{13}|.{17}/; // too wide for the head of a card, or for two lines of it
const books = new WeakMap();

function rowOf(ctx, name) {
  if (!books.has(ctx.catalogue)) {
    const { starters = [], reserve = [], dungeon = [] } = ctx.catalogue;
    books.set(ctx.catalogue, new Map([...starters, ...reserve, ...dungeon].map((one) => [one.id, one])));
  }
  return books.get(ctx.catalogue).get(name) || {};
}

// What is printed on a token; of one that lies face down only the type is known.
export const tokenOf = (ctx, token) => ({ ...ctx.catalogue.tokens.find((one) => one.id === token.kind), ...token });

function effectOf(one) {
  if (one.do === 'choose') return one.options.map(effectsOf).join(words.or);
  if (one.do === 'pay_gold') return words.pay(one.n, effectsOf(one.then));
  if (one.do === 'discard') return words.discard(effectsOf(one.then));
  if (one.do === 'when') return words.when(words.conditions[one.condition] ?? human(one.condition),
    effectsOf(one.then));
  if (one.do === 'trash') return words.trashCard(one.filter === 'any' ? 'any' : human(one.filter));
  if (one.do === 'take_reserve') return words.take(one.n, human(one.pile));
  if (one.do === 'flag') return words.flags[one.name] ?? human(one.name);
  return words.effect[one.do]?.(one.n) || human(one.do);
}
const effectsOf = (list) => list.map(effectOf).join(', ');

export const poolsOf = (row) => ['skill', 'swords', 'boots'].filter((name) => row[name]);
const giveOf = (row) => (poolsOf(row).length ? h('span', { class: 'gives' },
  poolsOf(row).map((name) => h('span', { class: `give ${name}` }, words.effect[name](row[name]))))
  : null);
export const linesOf = (row) => words.moments.filter(([name]) => row[name]?.length).map(([name,
  before]) => (before + effectsOf(row[name])).replace(/^./, (first) => first.toUpperCase()));
export const priceOf = (row) => (row.cost ? (row.kind === 'monster' ? `⚔${row.cost}` : `${row.cost}✦`) : '');
const pointsOf = ({ points }) => (typeof points === 'object' ? words.pointsShort[points.by](points.n)
  : points ? words.points(points) : null);
// What the card view says beside what is printed on a card (about.js) is read when it opens for the first time.
let about = null;
const readAbout = async () => { about = await import('./about.js'); };

export function cardNames(ctx) {
  const { starters = [], reserve = [], dungeon = [] } = ctx.catalogue;
  return [...starters, ...reserve, ...dungeon].map((one) => [one.title, one.id]);
}

export function describe(name, ctx) {
  const row = rowOf(ctx, name);
  if (about) return about.describe(name, row, ctx, (one) => rowOf(ctx, one).title);
  return row.id || name.includes(' ') ? { title: row.title, later: readAbout() } : null;
}

export function face(ctx, one, { key, path, size = '', isPriced = false, title = one.title }) {
  const row = rowOf(ctx, one.name);
  return card(ctx, {
    key, id: one.name, trace: one.card_id, path, title,
    size: LONG_NAME.test(title) ? `${size} has-long-name` : size,
    corner: isPriced ? priceOf(row) : undefined, tone: `cl-${row.kind || 'card'}`,
      art: giveOf(row),
    // The colour says what kind of card it is, and the card view has the rest.
    text: linesOf(row).join('. '),
    foot: pointsOf(row),
  });
}
