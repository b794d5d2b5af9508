// The clock of a new match: none, seconds for a decision, days for a move, or total time. What happens at zero is
// said beforehand.
import { h, redraw } from './dom.js';

const KINDS = [['none', 'No clock'], ['decision', 'Seconds for a decision'], ['days', 'Days for a move'],
  ['total', 'Total time']];
const SAYS = {
  none: 'Everybody is waited for. Whoever lets the others wait for a day may be replaced by a bot, or loses.',
  decision: 'When they are up, the clock passes or takes the mildest choice.',
  days: 'When they are up, the clock passes or takes the mildest choice.',
  total: 'When a player has no time left, the clock passes or takes the mildest choice for them, each time.',
};

export function clockForm() {
  const fields = h('div', { class: 'row' });
  const says = h('small', {});
  const number = (label, name, props) => h('label', { class: 'field' }, label,
    h('input', { type: 'number', dataset: { test: name }, name, ...props }));
  const PARTS = {
    none: () => [],
    decision: () => [number('Seconds for a decision', 'turn', { min: 5, value: 60, required: true }),
      number('For an answer to another\'s turn', 'reaction', { min: 5, placeholder: 'the same' })],
    days: () => [number('Days for a move', 'days', { min: 1, max: 14, value: 3, required: true })],
    total: () => [number('Minutes for each player', 'total', { min: 1, max: 10080, value: 20, required: true }),
      number('Seconds added by each move', 'increment', { min: 0, max: 3600, value: 10 })],
  };
  const kind = h('select', { dataset: { test: 'clock-kind' }, onchange: () => draw() },
    KINDS.map(([value, name]) => h('option', { value }, name)));
  function draw() {
    redraw(fields, PARTS[kind.value]());
    says.textContent = SAYS[kind.value];
  }
  draw();
  const read = (name, factor = 1) => { const field = fields.querySelector(`[name=${name}]`);
    return field && field.value !== '' ? Number(field.value) * factor : null; };
  return {
    element: h('div', {}, h('label', { class: 'field' }, 'Clock', kind), fields, says),
    value: () => ({ turn_s: read('turn') ?? read('days', 86400), reaction_s: read('reaction'),
      total_s: read('total', 60), increment_s: read('increment') ?? 0 }),
  };
}
