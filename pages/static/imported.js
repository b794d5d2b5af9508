// What is said of a match that was played elsewhere.
import { h } from './dom.js';

export const importedLine = ({ imported }) => (imported
  ? h('p', { class: 'note', dataset: { test: 'imported' } },
    `Imported: played on ${imported.origin}, brought here on ${new Date(imported.at).toLocaleDateString('en-GB')}. `
      + `This service has checked the file and not seen the match.`)
  : null);
