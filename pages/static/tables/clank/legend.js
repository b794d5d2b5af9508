// What the signs on the map mean, each drawn as it is there. Read when somebody opens the legend.
import { h, s } from '../../dom.js';
import { ARROW, BOOT, LOCK, SWORDS, drawRim, drawToken } from './board.js';
import { signs } from './words-legend.js';
import { words } from './words.js';

export function drawSigns() {
  const icon = (name, d) => s('path', { d, class: `way-icon ${name}` });
  const text = (sign) => s('text', { y: 6, class: 'room-name', 'font-size': 18 }, sign);
  const features = Object.values(words.features).map(([name, sign]) => [text(sign), signs[name] ?? name]);
  const tokens = [['artifact', 20], ['major'], ['minor'], ['idol', 5]].map(([type, points]) =>
    [drawToken({ type, points, kind: points }, 0, 0, 0.8), signs[type]]);
  const rows = [[s('g', { class: 'way' }, s('line', { x1: -12, x2: 12 })), signs.plain],
    [s('g', {}, [-8, 8].map((x) => s('path', { d: BOOT, class: 'way-icon boot', transform: `translate(${x} 0)` }))),
      signs.boots], [icon('monster', SWORDS), signs.monster], [icon('lock', LOCK), signs.lock],
    [s('path', { d: ARROW, class: 'arrow', transform: 'translate(-11 0) scale(.8)' }), signs.oneWay],
    [s('g', { transform: 'scale(.8)' }, drawRim('A', 0, 0)), signs.around], ...features, ...tokens,
    [drawToken({ type: 'minor', kind: 'x', title: 'P' }, 0, 0, 0.8), signs.shown],
    [s('rect', { x: -14, y: -10, width: 28, height: 20, class: 'depths' }), signs.depths],
    [s('g', {}, s('circle', { r: 11, class: 'rage-mark' }), s('text', { y: 5, class: 'token-text' }, 3)), signs.rage],
    [text('2✦'), signs.skill], [text('⚔2'), signs.swords]];
  return h('ul', {}, rows.map(([sign, meaning]) => h('li', {},
    s('svg', { viewBox: '-14 -14 28 28', width: 20, height: 20, 'aria-hidden': 'true' }, sign), meaning)));
}
