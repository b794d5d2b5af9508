// The text of a rule, in a window over the page.
import { get } from './api.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { words } from './words.js';

export const inVersion = (version) => (version ? `?version=${version}` : '');

export async function showRule(rule, slug, version) {
  try {
    const isLedger = rule.startsWith('LEDGER-');
    const found = await get(isLedger ? `/v1/ledger/rules/${rule}`
      : `/v1/games/${slug}/rules/${rule}${inVersion(version)}`, { token: '' });
    dialog(found.id, h('p', { class: 'dim' }, found.section), h('p', { class: 'rule-text' }, found.text),
      isLedger ? null : h('p', {}, h('a', { href: `/rules/${slug}${inVersion(version)}#${rule}` },
      words.alert.allRules)));
  } catch (problem) {
    dialog(rule, h('p', {}, problem.message));
  }
}
