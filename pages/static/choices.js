// Turns any template with domains into controls. It knows the table of domains and nothing of any game.
import { h, human } from './dom.js';

const INLINE_MAX = 14; // more values than this go into a list to open

const inner = (domain) => domain.optional || domain;
const isFixed = (domain) => !domain.optional
  && ((domain.one_of && domain.one_of.length === 1)
    || (domain.some_of && domain.min === domain.some_of.length && domain.max === domain.min)
    || (domain.order_of && domain.order_of.length < 2)
    || (domain.integer && domain.integer.min === domain.integer.max));

function fixedValue(domain) {
  if (domain.one_of) return domain.one_of[0];
  if (domain.some_of) return [...domain.some_of];
  if (domain.order_of) return [...domain.order_of];
  return domain.integer.min;
}

export const paramsOf = (template) => Object.entries(template.params);
const isNone = (domain) => domain.optional?.integer?.max === 0; // how many of nothing: left out, not asked for
export const freeParams = (template) => paramsOf(template).filter(([, domain]) => !isFixed(domain) && !isNone(domain));

export function fixedParams(template) {
  return Object.fromEntries(paramsOf(template).filter(([, domain]) => isFixed(domain)).map(([name, domain]) => [name, fixedValue(domain)]));
}

const valuesOf = (domain) => inner(domain).one_of || inner(domain).some_of || inner(domain).order_of || [];
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Where on the table each value can be touched: key -> [{template, param, value}].
export function offersOf(choices, adapter, ctx) {
  const offers = new Map();
  for (const template of choices) {
    for (const [param, domain] of paramsOf(template)) {
      for (const value of valuesOf(domain)) {
        const key = adapter.target?.(param, value, ctx, template);
        if (key === undefined) continue;
        if (!offers.has(key)) offers.set(key, []);
        offers.get(key).push({ template, param, value });
      }
    }
  }
  return offers;
}

// The template with one parameter settled.
export function settled({ template, param, value }) {
  const domain = template.params[param];
  const narrowed = inner(domain).one_of ? { one_of: [value] } : { ...inner(domain), chosen: [value] };
  return { ...template, params: { ...template.params, [param]: narrowed } };
}

export function labelOf(param, value, template, ctx) {
  const own = ctx.adapter.label?.(param, value, ctx, template);
  if (own !== undefined) return own;
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null) return 'nothing';
  if (typeof value === 'number' && /seat|target|partner|player|^to$|picker|who/.test(param)) return ctx.names[value] ?? `seat ${value + 1}`;
  return typeof value === 'string' ? human(value) : String(value);
}

export function titleOf(template, ctx) {
  return ctx.adapter.title?.(template, ctx) ?? human(template.type);
}

function aboutFixed(template, ctx) {
  return paramsOf(template)
    .filter(([name, domain]) => isFixed(domain) && !ctx.adapter.isSilent?.(name, template) && !/decision_id|^window$|^choice$|^terms$/.test(name))
    .map(([name, domain]) => [fixedValue(domain)].flat().map((value) => labelOf(name, value, template, ctx)).join(', '))
    .filter(Boolean).join(' · ');
}

// One template as a form; `send({type, params})` is called with a complete command.
function form(template, ctx, send, number) {
  const free = freeParams(template);
  const fixed = fixedParams(template);
  const title = titleOf(template, ctx);
  const about = aboutFixed(template, ctx);
  const complete = (params) => send({ type: template.type, params: { ...fixed, ...params } });
  const hint = template.hint ? h('p', { class: 'hint' }, template.hint) : null;
  const key = `choice-${template.type}-${number}`;
  const mark = { class: 'choice', dataset: { choice: template.type } };
  if (!free.length) {
    return h('div', mark, h('button', { type: 'button', class: 'act', dataset: { key, send: '' }, onclick: () => complete({}) },
      h('strong', {}, title), about ? h('span', {}, about) : null), hint);
  }
  const [name, domain] = free[0];
  if (free.length === 1 && domain.one_of && domain.one_of.length <= INLINE_MAX) {
    return h('div', { ...mark, role: 'group', 'aria-label': `${title} ${about}`.trim() },
      h('p', { class: 'choice-title' }, h('strong', {}, title), about ? ` ${about}` : ''), hint,
      h('div', { class: 'chips' }, domain.one_of.map((value, at) => h('button', {
        type: 'button', class: 'chip', dataset: { key: `${key}-${at}`, send: '' }, onclick: () => complete({ [name]: value }),
      }, labelOf(name, value, template, ctx)))));
  }
  const controls = free.map(([param, one]) => [param, control(param, one, template, ctx, key)]);
  const button = h('button', { type: 'submit', class: 'act', dataset: { key: `${key}-send`, send: '' } }, h('strong', {}, title), about ? h('span', {}, about) : null);
  const gather = () => Object.fromEntries(controls.map(([param, one]) => [param, one.value()]).filter(([, value]) => value !== undefined));
  const check = () => {
    const wrong = controls.map(([, one]) => one.wrong()).find(Boolean);
    button.toggleAttribute('aria-disabled', Boolean(wrong));
    button.title = wrong || '';
    return !wrong;
  };
  const element = h('form', {
    ...mark, 'aria-label': `${title} ${about}`.trim(), oninput: check,
    onsubmit: (event) => { event.preventDefault(); if (check()) complete(gather()); },
  }, hint, controls.map(([, one]) => one.element), button);
  element.addEventListener('change', check);
  check();
  return element;
}

function control(param, domain, template, ctx, key) {
  const isOptional = Boolean(domain.optional);
  const real = inner(domain);
  const label = human(param.replace(/_ids?$/, ''));
  const name = (value) => labelOf(param, value, template, ctx);
  if (real.one_of) return oneOf(real, isOptional, label, name, `${key}-${param}`);
  if (real.some_of) return someOf(real, isOptional, label, name, `${key}-${param}`);
  if (real.order_of) return orderOf(real, label, name, `${key}-${param}`);
  if (real.integer) return integer(real.integer, isOptional, label, `${key}-${param}`);
  return text(real.text, isOptional, label, `${key}-${param}`);
}

const chip = (type, group, checked, value, label, key) => h('label', { class: 'chip' },
  h('input', { type, name: group, checked, value, dataset: { key } }), h('span', {}, label));

function oneOf(domain, isOptional, label, name, key) {
  const values = isOptional ? [undefined, ...domain.one_of] : domain.one_of;
  const shown = (value) => (value === undefined ? 'leave out' : name(value));
  if (values.length > INLINE_MAX) {
    const select = h('select', { dataset: { key } }, values.map((value, at) => h('option', { value: at }, shown(value))));
    return { element: h('label', { class: 'field' }, label, select), value: () => values[select.value], wrong: () => '' };
  }
  const element = h('fieldset', {}, h('legend', {}, label),
    h('div', { class: 'chips' }, values.map((value, at) => chip('radio', key, at === 0, at, shown(value), `${key}-${at}`))));
  return { element, value: () => values[element.querySelector('input:checked').value], wrong: () => '' };
}

function someOf(domain, isOptional, label, name, key) {
  const { some_of: values, min, max, weights, min_total: least, chosen = [] } = domain;
  const range = min === max ? `${min}` : `${min} to ${max}`;
  const note = weights ? `choose ${range}, together at least ${least}` : `choose ${range}`;
  const element = h('fieldset', {}, h('legend', {}, `${label} (${note})`),
    h('div', { class: 'chips' }, values.map((value, at) => chip('checkbox', key, chosen.some((one) => same(one, value)), at,
      name(value) + (weights ? ` (${weights[at]})` : ''), `${key}-${at}`))));
  // In the order in which they were ticked: for some commands the order says where each one goes.
  const order = [...element.querySelectorAll('input:checked')];
  element.addEventListener('change', (event) => {
    const box = event.target;
    if (order.includes(box)) order.splice(order.indexOf(box), 1);
    if (box.checked) order.push(box);
  });
  const picked = () => order.map((box) => Number(box.value));
  return {
    element,
    value: () => (isOptional && !picked().length ? undefined : picked().map((at) => values[at])),
    wrong: () => {
      const now = picked();
      if (isOptional && !now.length) return '';
      if (now.length < min || now.length > max) return `Choose ${range}.`;
      return weights && now.reduce((sum, at) => sum + weights[at], 0) < least ? `Together at least ${least}.` : '';
    },
  };
}

function orderOf(domain, label, name, key) {
  const values = [...domain.order_of];
  const list = h('ol', { class: 'order' });
  const move = (at, by) => {
    [values[at], values[at + by]] = [values[at + by], values[at]];
    draw();
    list.children[at + by].querySelector('button:not([disabled])')?.focus();
  };
  function draw() {
    list.replaceChildren(...values.map((value, at) => h('li', {}, h('span', {}, name(value)),
      h('button', { type: 'button', class: 'quiet', disabled: at === 0, 'aria-label': `${name(value)} up`, dataset: { key: `${key}-${at}-up` }, onclick: () => move(at, -1) }, '↑'),
      h('button', { type: 'button', class: 'quiet', disabled: at === values.length - 1, 'aria-label': `${name(value)} down`, dataset: { key: `${key}-${at}-down` }, onclick: () => move(at, 1) }, '↓'))));
  }
  draw();
  return { element: h('fieldset', {}, h('legend', {}, `${label} (put in order)`), list), value: () => values, wrong: () => '' };
}

function integer({ min, max }, isOptional, label, key) {
  const input = h('input', { type: 'number', min, max, step: 1, value: isOptional ? '' : min, inputmode: 'numeric', dataset: { key } });
  return {
    element: h('label', { class: 'field' }, `${label} (${min} to ${max})`, input),
    value: () => (input.value === '' ? undefined : Number(input.value)),
    wrong: () => {
      if (input.value === '') return isOptional ? '' : 'A number is needed.';
      const value = Number(input.value);
      return Number.isInteger(value) && value >= min && value <= max ? '' : `From ${min} to ${max}.`;
    },
  };
}

function text({ max }, isOptional, label, key) {
  const input = h('input', { type: 'text', maxlength: max, dataset: { key } });
  return {
    element: h('label', { class: 'field' }, label, input),
    value: () => (isOptional && input.value === '' ? undefined : input.value),
    wrong: () => '',
  };
}

// All templates, those of one command together.
export function choiceList(templates, ctx, send) {
  const groups = new Map();
  templates.forEach((template, number) => {
    const name = ctx.adapter.group?.(template) ?? template.type;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(form(template, ctx, send, number));
  });
  return h('div', { class: 'choices' }, [...groups.values()].map((forms) => h('div', { class: 'choice-group' }, forms)));
}
