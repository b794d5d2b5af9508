// Controls for the parameters of a command that are still to be chosen, one for each kind of domain. Each answers its
// element, its value, and what is wrong with it.
import { h, human } from './dom.js';
import { canOmit, labelOf, same } from './domains.js';
import { words } from './words.js';

export const INLINE_MAX = 14; // more values than this go into a list to open
const { control: say } = words;
const fine = () => '';

export function makeControl(param, domain, template, ctx, key) {
  const isOptional = canOmit(param, domain, ctx);
  const real = domain.optional || domain;
  const label = ctx.adapter.words?.asks?.[param] ?? human(param.replace(/_ids?$/, ''));
  const name = (value) => labelOf(param, value, template, ctx);
  const own = `${key}-${param}`;
  const start = ctx.adapter.preset?.(param, real, template, ctx); // what is chosen before anybody has
  if (real.one_of) return oneOf(real, isOptional, label, name, own, start);
  if (real.some_of) return someOf(real, isOptional, label, name, own);
  if (real.order_of) return orderOf(real, label, name, own);
  if (real.integer) return integer(atMost(real.integer, ctx.adapter.most?.(param, ctx)), isOptional, label, own, start);
  return text(real.text, isOptional, label, own);
}

const chip = (type, group, checked, value, label, key) => h('label', { class: 'chip' },
  h('input', { type, name: group, checked, value, dataset: { key } }), h('span', {}, label));

function oneOf(domain, isOptional, label, name, key, start) {
  const values = isOptional ? [undefined, ...domain.one_of] : domain.one_of;
  const first = Math.max(0, values.indexOf(start));
  const shown = (value) => (value === undefined ? say.omit : name(value));
  if (values.length > INLINE_MAX) {
    const options = values.map((value, at) => h('option', { value: at, selected: at === first }, shown(value)));
    const select = h('select', { dataset: { key } }, options);
    return { element: h('label', { class: 'field' }, label, select), value: () => values[select.value], wrong: fine };
  }
  const chips = values.map((value, at) => chip('radio', key, at === first, at, shown(value), `${key}-${at}`));
  const element = h('fieldset', {}, h('legend', {}, label), h('div', { class: 'chips' }, chips));
  return { element, value: () => values[element.querySelector('input:checked').value], wrong: fine };
}

function someOf(domain, isOptional, label, name, key) {
  const { some_of: values, min, max, weights, min_total: least, chosen = [] } = domain;
  const range = say.range(min, max);
  const legend = weights ? say.chooseAtLeast(label, range, least) : say.choose(label, range);
  const isChosen = (value) => chosen.some((one) => same(one, value));
  const shown = (value, at) => name(value) + (weights ? ` (${weights[at]})` : '');
  const chips = values.map((value, at) => chip('checkbox', key, isChosen(value), at, shown(value, at), `${key}-${at}`));
  const element = h('fieldset', {}, h('legend', {}, legend), h('div', { class: 'chips' }, chips));
  // In the order in which they were ticked: for some commands the order says where each one goes.
  const order = [...element.querySelectorAll('input:checked')];
  element.addEventListener('change', ({ target }) => {
    if (order.includes(target)) order.splice(order.indexOf(target), 1);
    if (target.checked) order.push(target);
  });
  const picked = () => order.map((box) => Number(box.value));
  const wrong = () => {
    const now = picked();
    if (isOptional && !now.length) return '';
    if (now.length < min || now.length > max) return say.tooFew(range);
    return weights && now.reduce((sum, at) => sum + weights[at], 0) < least ? say.together(least) : '';
  };
  return { element, wrong, value: () => (isOptional && !order.length ? undefined : picked().map((at) => values[at])) };
}

function orderOf(domain, label, name, key) {
  const values = [...domain.order_of];
  const items = h('ol', { class: 'order' });
  const arrow = (value, at, by) => h('button', {
    type: 'button', class: 'quiet', disabled: at + by < 0 || at + by >= values.length,
    'aria-label': by < 0 ? say.up(name(value)) : say.down(name(value)),
    dataset: { key: `${key}-${at}-${by}` }, onclick: () => move(at, by),
  }, by < 0 ? '↑' : '↓');
  function move(at, by) {
    [values[at], values[at + by]] = [values[at + by], values[at]];
    draw();
    items.children[at + by].querySelector('button:not([disabled])')?.focus();
  }
  function draw() {
    items.replaceChildren(...values.map((value, at) => h('li', {}, h('span', {}, name(value)), arrow(value, at, -1),
      arrow(value, at, 1))));
  }
  draw();
  return { element: h('fieldset', {}, h('legend', {}, say.order(label)), items), value: () => values, wrong: fine };
}

const atMost = ({ min, max }, most = max) => ({ min, max: Math.min(max, most) });

function integer({ min, max }, isOptional, label, key, start = min) {
  const input = h('input', { type: 'number', min, max, step: 1, value: start, inputmode: 'numeric', dataset: { key } });
  const wrong = () => {
    if (input.value === '') return isOptional ? '' : say.number;
    const value = Number(input.value);
    return Number.isInteger(value) && value >= min && value <= max ? '' : say.between(min, max);
  };
  return {
    element: h('label', { class: 'field' }, say.numberOf(label, min, max), input), wrong,
    value: () => (input.value === '' ? undefined : Number(input.value)),
  };
}

function text({ max }, isOptional, label, key) {
  const input = h('input', { type: 'text', maxlength: max, dataset: { key } });
  return {
    element: h('label', { class: 'field' }, label, input),
    value: () => (isOptional && input.value === '' ? undefined : input.value),
    wrong: fine,
  };
}
