// A small drawing for each game; our own.
import { s } from './dom.js';

const DRAWINGS = {
  coup: ['M6 26h20M8 26V14M13 26V14M19 26V14M24 26V14M5 13l11-8 11 8z', 'M16 8.5v2'],
  'big-deal': ['M5 11h22v15H5zM12 11V7h8v4', 'M16 15v7M13.5 17h4a1.5 1.5 0 0 1 0 3h-3a1.5 1.5 0 0 0 0 3'],
  szmal: ['M4 20h24M8 20c0-8 2-12 8-12s8 4 8 12', 'M9 16h14M13 25h6'],
  clank: ['M6 22c4-12 10-15 20-16-3 3-3 5-2 8-4-1-6 1-6 4l-5 8z', 'M20 10h.5M9 24l-3 3'],
  'munchkin-apocalypse': ['M16 5a9 9 0 0 0-9 9c0 4 2 5 2 7h14c0-2 2-3 2-7a9 9 0 0 0-9-9zM12 21v5M16 21v5M20 21v5', 'M12.500 14h.5M19 14h.5'],
};

export function emblem(slug, size = 32) {
  const paths = DRAWINGS[slug] || ['M6 6h20v20H6z'];
  return s('svg', { viewBox: '0 0 32 32', width: size, height: size, class: `emblem emblem-${slug}`, 'aria-hidden': 'true' },
    paths.map((d, at) => s('path', { d, fill: at === 0 ? 'currentColor' : 'none', 'fill-opacity': at === 0 ? 0.15 : null, stroke: 'currentColor', 'stroke-width': at === 0 ? 1.8 : 2.4, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })));
}
