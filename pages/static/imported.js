// What is said of a match that was played elsewhere.
import { h } from './dom.js';
import { words } from './words.js';

export const importedLine = ({ imported }) => (imported
  ? h('p', { class: 'note', dataset: { test: 'imported' } },
    words.imported(imported.origin, new Date(imported.at).toLocaleDateString('en-GB')))
  : null);
