// The question that a seat is asked: the prompt and its answers, each with what follows from it. Prompt, labels,
// effects and groups come with the choices; where a game has none yet, the words of its table stand in.
import { h } from './dom.js';
import { aboutFixed, canOmit, fixedParams, freeParams, isLabelled, labelOf, paramsOf, titleOf,
  valuesOf } from './domains.js';
import { INLINE_MAX, makeControl } from './controls.js';
import { withCardNames } from './card-names.js';
import { words } from './words.js';

const readers = new WeakMap(); // a form -> how to read it
const GROUPS = ['main', 'end', 'more'];
const ALIKE_MAX = 2; // so many answers of one kind stand by themselves; more are folded
export const groupOf = (template, ctx) => template.group ?? ctx.adapter.group?.(template) ?? 'main';
export const keyOf = (template) => `choice ${JSON.stringify([template.type, template.params])}`;

// What a button or form stands for: `{template, params}`, or `{wrong}` if something is still to be chosen.
export function readAnswer(element, templates) {
  const box = element.closest('[data-choice]');
  const template = templates.find((one) => keyOf(one) === box?.dataset.key);
  if (!template) return null;
  const fixed = fixedParams(template);
  if (readers.has(box)) {
    const { wrong, params } = readers.get(box)();
    return wrong ? { wrong } : { template, params: { ...fixed, ...params } };
  }
  const [free] = freeParams(template);
  if (!free) return { template, params: fixed };
  return { template, params: { ...fixed, [free[0]]: valuesOf(free[1])[Number(element.dataset.value)] } };
}

export function drawQuestion(offered, ctx) {
  const choices = ctx.adapter.distinct?.(offered.choices) ?? offered.choices;
  const inGroup = (name) => choices.filter((one) => groupOf(one, ctx) === name);
  const rank = (one) => ctx.adapter.rank?.(one) ?? 0; // what is done first stands first
  const [main, end, more] = GROUPS.map((name) => inGroup(name).sort((a, b) => rank(a) - rank(b)));
  const isBeside = main.length + end.length > 0; // two keys: what opened by itself does not stay open beside answers
  const prompt = offered.prompt ?? (ctx.match.to_act.includes(ctx.seat) ? words.question.turn
    : words.question.simultaneous);
  return [
    h('h2', { class: 'prompt', dataset: { key: 'prompt' } }, withCardNames(prompt, ctx)),
    h('div', { class: 'answers', dataset: { key: 'answers' } },
      [...main, ...end].map((one, _, all) => drawFolded(one, all, ctx) ?? [drawAll(one, ctx), drawAnswer(one, ctx)])),
    more.length ? h('details', { class: 'more', dataset: { key: isBeside ? 'more' : 'only more', test: 'more' },
      open: !isBeside },
      h('summary', {}, words.question.more),
      h('div', { class: 'answers' }, more.map((one) => drawAnswer(one, ctx)))) : null,
  ];
}

export const drawAnswers = (templates, ctx) => templates.map((one) => drawAnswer(one, ctx));

// Many answers of one kind, where the game's table has a name for them (`fold`): they stand behind it, in the place of
// the first, so that the other answers stay in view. Null: this one stands by itself.
function drawFolded(template, all, ctx) {
  const title = ctx.adapter.fold?.(template);
  const alike = title ? all.filter((one) => ctx.adapter.fold(one) === title) : [];
  if (alike.length <= ALIKE_MAX) return null;
  if (alike[0] !== template) return [];
  return h('div', { class: 'choice group-main', role: 'group', 'aria-label': title,
    dataset: { key: `fold ${alike.map(keyOf)}` } },
    h('button', { type: 'button', class: 'act to-values', dataset: { press: 'unfold' } },
      h('strong', {}, words.question.choose(title))),
    h('details', { class: 'fold', dataset: { key: 'fold', test: 'fold' } },
      h('summary', {}, h('strong', {}, title), h('span', { class: 'effect' }, words.question.ways(alike.length))),
      h('div', { class: 'answers' }, drawAnswers(alike, ctx))));
}

// One press for every value of an answer, one after another, where the game's table says that it can be wanted.
function drawAll(template, ctx) {
  const label = ctx.adapter.allOf?.(template);
  if (!label) return null;
  return h('div', { class: ['choice', 'group-main'], dataset: { choice: template.type,
    key: `all ${keyOf(template)}` } },
    answerButton({ title: label }, { send: '', press: 'answer-all' }));
}

// What the button of drawAll stands for: `{type, param, values}`; null if that is no longer asked.
export function readAll(element, templates) {
  const key = element.closest('[data-choice]')?.dataset.key;
  const template = templates.find((one) => `all ${keyOf(one)}` === key);
  if (!template) return null;
  const [[param, domain]] = freeParams(template);
  return { type: template.type, param, values: domain.one_of };
}

function drawAnswer(template, ctx) {
  const key = keyOf(template);
  const about = isLabelled(template) ? '' : aboutFixed(template, ctx);
  const say = {
    title: titleOf(template, ctx), about,
    effect: template.effect ?? template.hint ?? '',
  };
  const mark = {
    class: ['choice', `group-${groupOf(template, ctx)}`],
    dataset: { choice: template.type, key },
  };
  const free = freeParams(template);
  if (!free.length) {
    return h('div', mark, answerButton(say, { send: '', press: 'answer', about: aboutOf(template, ctx) }));
  }
  const [name, domain] = free[0];
  const values = (domain.optional ?? domain).one_of;
  if (free.length === 1 && values && values.length <= INLINE_MAX && !canOmit(name, domain, ctx)) {
    const places = ctx.adapter.distinctOf?.(values) ?? [...values.keys()];
    const toSend = (at) => ({ send: '', press: 'answer', value: at,
      about: ctx.adapter.target?.(name, values[at], ctx, template) });
    if (values[1] && !places[1]) return h('div', mark, answerButton(say, toSend(0)));
    return h('div', { ...mark, role: 'group', 'aria-label': `${say.title} ${about}`.trim() }, heading(say, ctx),
      h('button', { type: 'button', class: 'act to-values', dataset: { press: 'unfold' } },
        h('strong', {}, words.question.choose(say.title))),
      h('div', { class: 'chips' }, places.map((at) => h('button', {
        type: 'button', class: 'chip', dataset: toSend(at),
      }, labelOf(name, values[at], template, ctx)))));
  }
  return drawForm(template, ctx, say, mark, free);
}

// The place on the table that a settled answer names, so that what lies there can be read from the answer too.
const aboutOf = (template, ctx) => paramsOf(template).map(([name, domain]) => ctx.adapter.target?.(name,
  valuesOf(domain)[0], ctx, template)).find((key) => key !== undefined);

const heading = (say, ctx) => h('p', { class: 'choice-title' }, h('strong', {}, say.title),
  say.about ? ` ${say.about}` : '',
  say.effect ? h('span', { class: 'effect' }, withCardNames(say.effect, ctx)) : null);

function answerButton(say, dataset, type = 'button') {
  return h('button', { type, class: 'act', dataset },
    h('strong', {}, say.title, say.about ? ` ${say.about}` : ''), say.effect ? h('span', { class: 'effect' },
      say.effect) : null);
}

function drawForm(template, ctx, say, mark, free) {
  const { key } = mark.dataset;
  const controls = free.map(([param, domain]) => [param, makeControl(param, domain, template, ctx, key)]);
  const read = () => {
    const wrong = controls.map(([, one]) => one.wrong()).find(Boolean);
    const values = controls.map(([param, one]) => [param, one.value()]).filter(([, value]) => value !== undefined);
    return { wrong, params: Object.fromEntries(values) };
  };
  const button = answerButton(say, { send: '', press: 'answer' }, 'submit');
  const check = () => {
    const { wrong } = read();
    button.toggleAttribute('aria-disabled', Boolean(wrong));
    button.title = wrong || '';
  };
  const form = h('form', {
    ...mark, 'aria-label': `${say.title} ${say.about}`.trim(), dataset: { ...mark.dataset, keep: key },
    oninput: check, onchange: check, onsubmit: (event) => event.preventDefault(),
  }, controls.map(([, one]) => one.element), button);
  readers.set(form, read);
  check();
  return form;
}
