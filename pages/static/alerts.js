// A refused request in words, with the rule's text one click away.
import { h, dialog } from './dom.js';
import { get, Problem } from './api.js';

export function slugOfRule(rule) {
  return { COUP: 'coup', BIGDEAL: 'big-deal', SZMAL: 'szmal', CLANK: 'clank', MUNCH: 'munchkin-apocalypse' }[rule.split('-')[0]];
}

export function ruleButton(rule, slug) {
  return h('button', { type: 'button', class: 'rule', dataset: { rule, key: `rule-${rule}` }, onclick: () => showRule(rule, slug) }, rule);
}

export async function showRule(rule, slug = slugOfRule(rule)) {
  try {
    const isLedger = rule.startsWith('LEDGER-');
    const found = await get(isLedger ? `/v1/ledger/rules/${rule}` : `/v1/games/${slug}/rules/${rule}`, { token: '' });
    dialog(found.id, h('p', { class: 'dim' }, found.section), h('p', { class: 'rule-text' }, found.text), isLedger ? null : h('p', {}, h('a', { href: `/rules/${slug}#${rule}` }, 'All rules of the game')));
  } catch (problem) {
    dialog(rule, h('p', {}, problem.message));
  }
}

export function alertBox(problem, slug, onClose) {
  if (!(problem instanceof Problem)) console.error(problem);
  const document_ = problem.document || {};
  const wrong = Object.entries(document_.errors || {}).map(([name, texts]) => h('li', {}, `${name}: ${[texts].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ')}`));
  const box = h('div', { class: 'alert', role: 'alert', dataset: { problem: problem.slug || 'error' } },
    h('div', {}, h('strong', {}, document_.title || 'That did not work'), h('p', {}, problem.message),
      wrong.length ? h('ul', {}, wrong) : null,
      document_.remedy ? h('p', { class: 'dim' }, document_.remedy) : null,
      document_.rule ? h('p', {}, 'The rule: ', ruleButton(document_.rule, slug)) : null,
      document_.dispute ? h('p', {}, h('a', { href: document_.dispute.replace('/v1', '') }, 'The dispute')) : null),
    h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close this message', onclick: () => { box.remove(); onClose?.(); } }, '✕'));
  return box;
}
