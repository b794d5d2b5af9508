// Names of cards in a sentence become buttons that open the card view.
import { h } from './dom.js';

const patterns = new WeakMap(); // a catalogue -> the pattern of its names, and which card each one is
const EDGES = /^([^\p{L}\p{N}\s]*)(.*?)([^\p{L}\p{N}\s]*)$/su; // which stay on the line of a name beside them
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(ctx) {
  if (!patterns.has(ctx.catalogue)) {
    const names = new Map(ctx.adapter.cardNames?.(ctx) ?? []);
    const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length).map(escape);
    const pattern = longestFirst.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`,
      'gu') : null;
    patterns.set(ctx.catalogue, { names, pattern });
  }
  return patterns.get(ctx.catalogue);
}

export function withCardNames(text, ctx) {
  const { names, pattern } = patternOf(ctx);
  if (!pattern) return text;
  const parts = text.split(pattern);
  const edges = parts.map((part) => part.match(EDGES));
  return parts.map((part, at) => {
    const [, start, rest, end] = edges[at];
    if (at % 2 === 0) return (at ? '' : start) + rest + (at + 1 < parts.length ? '' : end);
    return h('span', { class: 'unbroken' }, edges[at - 1][3],
      h('button', { type: 'button', class: 'card-name', dataset: { press: 'read', card: names.get(part) } }, part),
      edges[at + 1][1]);
  });
}

// Of the cards that a sentence names.
export const namesIn = (text, ctx) => {
  const { names, pattern } = patternOf(ctx);
  return pattern ? text.split(pattern).filter((_, at) => at % 2).map((name) => String(names.get(name))) : [];
};

// What happened in a step, each sentence on a line of its own.
export const inLines = (sentences, ctx) => (sentences.length > 1
  ? sentences.map((text, at) => [at ? h('br') : null, h('span', { class: 'line-told' }, withCardNames(text, ctx))])
  : withCardNames(sentences.join(''), ctx));
