// A refused request in words, with the rule's text one click away (rule-text.js).
import { h } from './dom.js';
import { Problem } from './api.js';
import { words } from './words.js';

const versionIn = (address = '') => new URLSearchParams(address.split('?')[1]).get('version');

const slugIn = (address = '') => address.match(/^\/v1\/games\/([^/]+)\/rules\//)?.[1];

// The text is that of the rules version which the match is played by.
export function ruleButton(rule, slug, version) {
  return h('button', { type: 'button', class: 'rule', dataset: { rule, key: `rule-${rule}` },
    onclick: async () => (await import('./rule-text.js')).showRule(rule, slug, version) }, rule);
}

// The rules of a step. A long match has thousands of them, of which hardly one is looked at: made when they are.
export function rulesOf(one, slug, version) {
  const box = h('details', { class: 'rules', dataset: { key: `rules-${one.step}`, keep: `rules-${one.step}` },
    ontoggle: () => {
      if (box.children.length === 1) box.append(...one.rules.map((rule) => ruleButton(rule, slug, version)));
    } }, h('summary', { 'aria-label': words.alert.rulesOf(one.step) }, '§'));
  return box;
}

const inWords = (one) => (typeof one === 'string' ? one : JSON.stringify(one));

export function alertBox(problem, slug, onClose) {
  if (!(problem instanceof Problem)) console.error(problem);
  const document_ = problem.document || {};
  const wrong = Object.entries(document_.errors || {}).map(([name, texts]) =>
    h('li', {}, `${name}: ${[texts].flat().map(inWords).join(' ')}`));
  const box = h('div', { class: 'alert', role: 'alert', dataset: { problem: problem.slug || 'error' } },
    h('div', {}, h('strong', {}, document_.title || words.alert.failed), h('p', {}, problem.message),
      wrong.length ? h('ul', {}, wrong) : null,
      document_.remedy ? h('p', { class: 'dim' }, document_.remedy) : null,
      document_.rule ? h('p', {}, words.alert.rule, ruleButton(document_.rule, slugIn(document_.rule_text) ?? slug,
        versionIn(document_.rule_text))) : null,
      document_.dispute ? h('p', {}, h('a', { href: document_.dispute.replace('/v1', '') }, words.alert.dispute))
        : null),
    h('button', { type: 'button', class: 'quiet', 'aria-label': words.alert.close,
      onclick: () => { box.remove(); onClose?.(); } }, '✕'));
  return box;
}
