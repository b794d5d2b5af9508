// What the signs on the map mean, each drawn as it is there. Read when somebody opens the legend.
import { h, s } from '../../dom.js';
import { BOOT, LOCK, SWORDS, drawToken } from './board.js';
import { signs } from './words-legend.js';
import { words } from './words.js';

export function drawSigns() {
  const icon = (name, d) => s('path', { d, class: `way-icon ${name}` });
  const text = (sign) => s('text', { y: 6, class: 'room-name', 'font-size': 18 }, sign);
  const features = Object.values(words.features).map(([name, sign]) => [text(sign), signs[name] ?? name]);
  const tokens = [['artifact', 20], ['major'], ['minor'], ['idol', 5]].map(([type, points]) =>
    [drawToken({ type, points, kind: points }, 0, 0, 0.8), signs[type]]);
  const rows = [[icon('boot', BOOT), signs.boots], [icon('monster', SWORDS), signs.monster],
    [icon('lock', LOCK), signs.lock], [s('path', { d: 'M-9-8L9 0-9 8z', class: 'arrow' }), signs.oneWay],
    ...features, ...tokens];
  return h('ul', {}, rows.map(([sign, meaning]) => h('li', {},
    s('svg', { viewBox: '-14 -14 28 28', width: 20, height: 20, 'aria-hidden': 'true' }, sign), meaning)));
}
