// The domains of a command's parameters: which are settled, which are to be chosen, and the table's places they name.
// It knows the kinds of domains and nothing of any game.
import { human } from './dom.js';
import { words } from './words.js';

const inner = (domain) => domain.optional || domain;
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const paramsOf = (template) => Object.entries(template.params);
export const valuesOf = (domain) => inner(domain).one_of || inner(domain).some_of || inner(domain).order_of || [];

// So many of the same: two of three cards with one name. Nobody is asked which.
const isOfEquals = ({ some_of: values, min, max, weights }, names) => min === max && !weights
  && names?.length === values.length && names.every((one) => one === names[0]);

const isFixed = (domain, names) => !domain.optional
  && ((domain.one_of && domain.one_of.length === 1)
    || (domain.some_of && domain.min === domain.some_of.length && domain.max === domain.min)
    || (domain.some_of && isOfEquals(domain, names))
    || (domain.order_of && domain.order_of.length < 2)
    || (domain.integer && domain.integer.min === domain.integer.max));

function fixedValue(domain) {
  if (domain.one_of) return domain.one_of[0];
  // The one that was pressed is among them, wherever it lies.
  if (domain.some_of) return domain.some_of.length === domain.min ? [...domain.some_of]
    : [...new Set([...(domain.chosen ?? []), ...domain.some_of])].slice(0, domain.min);
  if (domain.order_of) return [...domain.order_of];
  return domain.integer.min;
}

// How many of nothing, or answers that are all called the same: left out, not asked for.
const isNone = ({ optional }, names) => optional?.integer?.max === 0
  || (optional?.one_of && names?.length && names.every((one) => one === names[0]));
// Whether to leave a parameter out says what none of its values does.
export const canOmit = (name, { optional }, ctx) => Boolean(optional) && !optional.one_of?.includes(false)
  && !ctx.adapter.isAlwaysSaid?.(name);
const isSettled = (template, [name, domain]) => isFixed(domain, template.names?.[name]);
export const freeParams = (template) => paramsOf(template).filter((one) => !isSettled(template, one)
  && !isNone(one[1], template.names?.[one[0]]));

export function fixedParams(template) {
  const fixed = paramsOf(template).filter((one) => isSettled(template, one));
  return Object.fromEntries(fixed.map(([name, domain]) => [name, fixedValue(domain)]));
}

// Where on the table each value can be pressed: key -> [{template, param, value}]. Only what answers the question
// counts.
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

// What a press on a place does at once. Null where it is read first: where it does not glow, where it says whom and not
// what (a name, the target of a card), and where more than one thing can be meant. `isSeen`: what it does is in view
// already, so the place may be a part of it.
export function answerAt(key, ctx, isSeen = false) {
  const offers = ctx.offers.get(key) ?? [];
  if (offers.length !== 1 || !ctx.glows.has(key) || key.startsWith('seat:')) return null;
  const [{ template, param }] = offers;
  const isPart = paramsOf(template).some(([name, domain]) => name !== param
    && valuesOf(domain).some((value) => ctx.adapter.target?.(name, value, ctx, template) !== undefined));
  const one = settled(offers[0]);
  return freeParams(one).length || (isPart && !isSeen) ? null : one;
}

// The template with one parameter settled. `whole` stays the template that the service has offered.
export function settled({ template, param, value }) {
  const domain = template.params[param];
  const narrowed = inner(domain).one_of ? { one_of: [value] } : { ...inner(domain), chosen: [value] };
  const names = template.names?.[param] && inner(domain).one_of
    ? { ...template.names, [param]: [template.names[param][inner(domain).one_of.findIndex((one) => same(one, value))]] }
    : template.names;
  return { ...template, names, params: { ...template.params, [param]: narrowed }, whole: template };
}

// What a value is called: by the game, else by the drawing of the table, else as well as can be.
export function labelOf(param, value, template, ctx) {
  const at = valuesOf(template.params[param] || {}).findIndex((one) => same(one, value));
  const called = template.names?.[param]?.[at] ?? ctx.adapter.label?.(param, value, ctx, template);
  if (called !== undefined && called !== null) return called;
  if (value === true) return words.yes;
  if (value === false) return words.no;
  if (value === null) return words.nothing;
  const isSeat = typeof value === 'number' && /seat|target|partner|player|^to$|picker|who/.test(param);
  if (isSeat) return ctx.names[value] ?? String(value);
  return typeof value === 'string' ? human(value) : String(value);
}

const UNSAID = /decision_id|^window$|^choice$|^terms$/; // ids of decisions mean nothing to a player

// What the settled parameters say, for a template that the game has not labelled.
export function aboutFixed(template, ctx) {
  return paramsOf(template)
    .filter(([name, domain]) => isFixed(domain) && !ctx.adapter.isSilent?.(name, template) && !UNSAID.test(name))
    .map(([name, domain]) => [fixedValue(domain)].flat().map((value) => labelOf(name, value, template, ctx)).join(', '))
    .filter(Boolean).join(', ');
}

export const isLabelled = (template) => typeof template.label === 'string';
export const titleOf = (template, ctx) => template.label ?? ctx.adapter.title?.(template, ctx) ?? human(template.type);
