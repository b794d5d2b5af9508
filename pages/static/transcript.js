// What happened, in sentences, step by step; undone steps are struck through.
import { h } from './dom.js';
import { ruleButton } from './alerts.js';

export function transcript(steps, { match, slug, isNewestFirst = false, current = null, onStep = null }) {
  const shown = isNewestFirst ? [...steps].reverse() : steps;
  return h('ol', { class: 'transcript', dataset: { scroll: 'transcript' }, tabindex: '0', 'aria-label': 'Transcript' }, shown.map((one) => entry(one, { match, slug, current, onStep })));
}

export function entry(one, { match, slug, current, onStep }) {
  const link = onStep
    ? h('button', { type: 'button', class: 'step-number', dataset: { key: `step-${one.step}` }, 'aria-label': `Go to step ${one.step}`, onclick: () => onStep(one.step) }, one.step)
    : h('a', { class: 'step-number', href: `/m/${match}/replay#step=${one.step}`, 'aria-label': `Replay step ${one.step}` }, one.step);
  const text = one.narration.join(' ');
  return h('li', { class: [one.undone ? 'undone' : null, one.step === current ? 'current' : null], dataset: { step: one.step }, 'aria-current': one.step === current ? 'step' : null },
    one.markers.length ? h('span', { class: 'marker' }, one.markers.join(', ')) : null,
    link, h('span', { class: 'told' }, one.undone ? [h('s', {}, text), h('em', {}, ' (taken back)')] : text),
    one.rules.length ? rulesOf(one, slug) : null);
}

// A long match has thousands of them, of which hardly one is looked at: made when they are.
function rulesOf(one, slug) {
  const box = h('details', { class: 'rules', dataset: { key: `rules-${one.step}` }, ontoggle: () => { if (box.children.length === 1) box.append(...one.rules.map((rule) => ruleButton(rule, slug))); } },
    h('summary', { 'aria-label': `Rules of step ${one.step}` }, '§'));
  return box;
}
