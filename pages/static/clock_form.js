// The clock of a new match: none, seconds for a decision, days for a move, or total time. What happens at zero is
// said beforehand.
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { words } from './words-lobby.js';

const { clock: say } = words;

export function clockForm() {
  const fields = h('div', { class: 'row' });
  const says = h('small', {});
  const number = (label, name, props) => h('label', { class: 'field' }, label,
    h('input', { type: 'number', dataset: { test: name }, name, ...props }));
  const PARTS = {
    none: () => [],
    decision: () => [number(say.turn, 'turn', { min: 5, value: 60, required: true }),
      number(say.reaction, 'reaction', { min: 5, placeholder: say.same })],
    days: () => [number(say.days, 'days', { min: 1, max: 14, value: 3, required: true })],
    total: () => [number(say.total, 'total', { min: 1, max: 10080, value: 20, required: true }),
      number(say.increment, 'increment', { min: 0, max: 3600, value: 10 })],
  };
  const kind = h('select', { dataset: { test: 'clock-kind' }, onchange: () => draw() },
    Object.entries(say.kinds).map(([value, name]) => h('option', { value }, name)));
  function draw() {
    redraw(fields, PARTS[kind.value]());
    says.textContent = say.says[kind.value];
  }
  draw();
  const read = (name, factor = 1) => { const field = fields.querySelector(`[name=${name}]`);
    return field && field.value !== '' ? Number(field.value) * factor : null; };
  return {
    element: h('div', {}, h('label', { class: 'field' }, say.label, kind), fields, says),
    value: () => ({ turn_s: read('turn') ?? read('days', 86400), reaction_s: read('reaction'),
      total_s: read('total', 60), increment_s: read('increment') ?? 0 }),
  };
}
