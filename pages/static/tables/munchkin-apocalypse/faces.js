// The cards of Munchkin Apocalypse: faces, chips, and what the card view says.
import { h, human } from '../../dom.js';
import { card, glyph } from '../parts.js';
import { words } from './words.js';

const books = new WeakMap();
const SKULL =
  'M12 4a7 7 0 0 0-7 7c0 3 1.500 4 2 6h10c.5-2 2-3 2-6a7 7 0 0 0-7-7zM9 17v3M12 17v3M15 17v3M9.500 11h.5M14 11h.5';
const ART = {
  monster: SKULL, class: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-6 4-8 8-8s7 2 8 8',
    disaster: 'M13 3L6 13h5l-2 8 9-11h-6z',
  seal: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3l-2 6 4 3-3 4 1 5',
    item: 'M4 9l8-5 8 5v8l-8 4-8-4zM4 9l8 4 8-4M12 13v8',
  one_shot: 'M10 3h4M11 3v6l-5 9a2 2 0 0 0 2 3h8a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  special: 'M12 3l2.600 5.600 6.100.7-4.500 4.200 1.200 6L12 16.500 6.600 19.500l1.200-6L3.300 9.300l6.100-.7z',
  headgear: 'M4 16a8 8 0 0 1 16 0zM2 16h20M12 8V5', armour: 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6z',
  footgear: 'M8 3v11l-4 4v2h14v-3l-6-3V3z', hands: 'M5 19l4-4M7 13l4 4M9 15L20 4M20 4v4M20 4h-4',
};
const artOf = (row) => ART[row.slot] || ART[row.type] || (/monster|enhancer/.test(row.type || '') ? SKULL
  : ART.special);
const toneOf = (row) => (row.type === 'monster' ? 'mu-monster' : `mu-${row.deck || 'door'}`);
export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

export function rowOf(ctx, instance) {
  const rows = Array.isArray(ctx.catalogue) ? ctx.catalogue : ctx.catalogue.cards || [];
  if (!books.has(ctx.catalogue)) books.set(ctx.catalogue, new Map(rows.map((one) => [one.id, one])));
  return books.get(ctx.catalogue).get(String(instance).split('#')[0]) || {};
}

const factsOf = (row) => [
  words.types[row.type] || human(row.type || ''),
    row.slot === 'hands' && row.hands ? words.hands(row.hands) : words.slots[row.slot],
    row.size === 'big' ? words.big : '',
  row.gold ? words.gold(row.gold) : '', row.type === 'monster' ? words.reward(row.treasures, row.levels ?? 1) : '',
    row.class && row.type !== 'class' ? words.only(human(row.class)) : ''].filter(Boolean);
const cornerOf = (row, one = {}) => (row.type === 'monster' ? `Lv ${row.level}` : one.bonus || row.bonus
  ? signed(one.bonus ?? row.bonus) : '');

export function cardNames(ctx) {
  return (Array.isArray(ctx.catalogue) ? ctx.catalogue : ctx.catalogue.cards || []).map((one) => [one.name, one.id]);
}

export function describe(instance, ctx) {
  const row = rowOf(ctx, instance);
  if (!row.id) return null;
  return { title: row.name, corner: cornerOf(row), tone: toneOf(row), kind: factsOf(row).join(', '),
    text: row.text || [], facts: [words.copies(row.copies ?? 1)] };
}

export function face(ctx, one, { path, size = '', extra = null, key = `card:${one.card}` } = {}) {
  const row = rowOf(ctx, one.card);
  return card(ctx, {
    key, id: one.card, trace: one.card, path, size,
    title: one.name, corner: cornerOf(row, one), tone: toneOf(row),
      text: (row.text || []).join(' '),
    foot: [h('span', { class: 'kind' }, glyph(artOf(row)), h('span', {}, factsOf(row)[0])), extra],
  });
}

// A card in play, as small as it can be read: sign, name and bonus. The rest is in the card view.
export function chip(ctx, one, path, key = `card:${one.card}`) {
  const row = rowOf(ctx, one.card);
  const more = one.enhancers?.length ? ` ${words.with(one.enhancers.map((item) => item.name).join(', '))}` : '';
  return ctx.spot(key, { class: ['gang-chip', `tone-${toneOf(row)}`, one.in_use === false ? 'stowed' : null],
    dataset: { path, card: one.card, trace: one.card } },
    glyph(artOf(row)), h('span', { class: 'chip-name' }, one.name, more),
      one.bonus ? h('b', {}, signed(one.bonus)) : null);
}
