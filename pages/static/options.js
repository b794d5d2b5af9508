// The options of a game, and controls made from their JSON Schema; `title` and `description` there are the words
// of the game.
import { h, human } from './dom.js';
import { words } from './words-lobby.js';

const { optionValues: say } = words;

export const titleOfOption = (game, name) => resolved(game.options, game.options).properties?.[name]?.title
  || human(name);

export function valueOfOption(name, value) {
  if (value === null) return say.open;
  if (typeof value === 'boolean') return value ? say.yes : say.no;
  if (/seat$/.test(name)) return say.seat(value + 1);
  return name.endsWith('_ms') ? String(value / 1000) : [value].flat().join(', ') || say.none;
}

function resolved(schema, root) {
  if (schema.$ref) return resolved(root.$defs[schema.$ref.split('/').pop()], root);
  if (schema.anyOf) {
    const real = schema.anyOf.find((one) => one.type !== 'null') || {};
    return { ...resolved(real, root), isNullable: schema.anyOf.some((one) => one.type === 'null'),
      default: schema.default };
  }
  return schema;
}

export function optionsForm(game) {
  const root = resolved(game.options, game.options);
  // Nobody can name a pack where none is installed.
  const asked = Object.entries(root.properties || {}).filter(([name]) => name !== 'packs' || game.packs?.length);
  const controls = asked.map(([name, raw]) => {
    const schema = { ...resolved(raw, game.options), default: 'x-start' in raw ? raw['x-start'] : raw.default };
    return [name, ...control(name, schema, raw.title || human(name), raw.description || '', game)];
  });
  return {
    element: h('div', { class: 'options' }, controls.length ? controls.map(([, element]) => element)
      : h('p', {}, say.noOptions)),
    value: () => Object.fromEntries(controls.map(([name, , value]) => [name, value()])
      .filter(([, value]) => value !== undefined)),
  };
}

function control(name, schema, title, about, game) {
  const hint = about ? h('small', {}, about) : null;
  const mark = { option: name };
  if (schema.enum) {
    const select = h('select', { dataset: mark }, schema.enum.map((value) =>
      h('option', { value, selected: value === schema.default }, human(value))));
    return [h('label', { class: 'field' }, title, select, hint), () => select.value];
  }
  if (schema.type === 'boolean') {
    const box = h('input', { type: 'checkbox', checked: schema.default === true, dataset: mark });
    return [h('label', { class: 'check' }, box, h('span', {}, title, hint ? h('br') : null, hint)), () => box.checked];
  }
  if (schema.type === 'integer' && /seat$/.test(name)) {
    const select = h('select', { dataset: mark }, h('option', { value: '' }, say.open),
      Array.from({ length: game.seats_max }, (_, seat) => h('option', { value: seat }, say.seat(seat + 1))));
    return [h('label', { class: 'field' }, title, select, hint),
      () => (select.value === '' ? (schema.isNullable ? null : undefined) : Number(select.value))];
  }
  if (schema.type === 'integer' && name.endsWith('_ms')) { // people think in seconds
    const input = h('input', { type: 'number', min: (schema.minimum ?? 0) / 1000, step: 'any',
      value: schema.default === undefined || schema.default === null ? '' : schema.default / 1000,
      placeholder: say.open, dataset: mark });
    return [h('label', { class: 'field' }, title, input, hint),
      () => (input.value === '' ? (schema.isNullable ? null : undefined) : Math.round(Number(input.value) * 1000))];
  }
  if (schema.type === 'integer') {
    const max = schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - 1);
    const input = h('input', { type: 'number', min: schema.minimum, max, value: schema.default ?? '',
      placeholder: say.open, dataset: mark });
    return [h('label', { class: 'field' }, title, input, hint),
      () => (input.value === '' ? (schema.isNullable ? null : undefined) : Number(input.value))];
  }
  if (schema.type === 'array') {
    const input = h('input', { type: 'text', placeholder: say.list, dataset: mark });
    const packs = name === 'packs' ? h('small', {}, say.packs(game.packs)) : null;
    return [h('label', { class: 'field' }, title, input, hint, packs),
      () => (input.value.trim() ? input.value.split(',').map((one) => one.trim()) : undefined)];
  }
  const input = h('input', { type: 'text', value: schema.default ?? '', dataset: mark });
  return [h('label', { class: 'field' }, title, input, hint), () => input.value || undefined];
}
