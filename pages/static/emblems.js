// The small drawing of a game, which comes with it; a card where it has none.
import { s } from './dom.js';

const CARD = ['M9 4h14a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z'];

export function emblem(game, size = 32) {
  const paths = game?.emblem?.length ? game.emblem : CARD;
  return s('svg', { viewBox: '0 0 32 32', width: size, height: size, class: 'emblem', 'aria-hidden': 'true' },
    paths.map((d, at) => s('path', { d, fill: at === 0 ? 'currentColor' : 'none',
      'fill-opacity': at === 0 ? 0.15 : null, stroke: 'currentColor', 'stroke-width': at === 0 ? 1.8 : 2.4,
      'stroke-linecap': 'round', 'stroke-linejoin': 'round' })));
}
