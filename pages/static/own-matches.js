// The matches of this player in the lobby, those that wait for them first.
import { h } from './dom.js';
import { mine, waiting } from './turns.js';
import { signalControls } from './signals.js';
import { words } from './words-lobby.js';

const { own: text } = words;

export function ownMatches(names) {
  const found = mine();
  if (!found.length) return null;
  return h('section', { class: 'panel', 'aria-labelledby': 'own', dataset: { test: 'own-matches' } },
    h('h2', { id: 'own' }, text.title),
    h('ul', { class: 'matches' }, [...waiting(), ...found.filter((one) => !one.wants.length)].map((one) =>
      h('li', { class: ['match-line', one.wants.length ? 'is-mine' : null],
      dataset: { match: one.match, wants: one.wants.join(' ') } },
      h('div', { class: 'match-what' }, h('a', { href: `/m/${one.match}`, dataset: { key: `own-${one.match}` } },
        names(one.game)),
        h('span', { class: 'names' }, one.names.map((name) => name || words.erased).join(', ')),
        h('small', {}, one.wants.length ? one.wants.map((wish) => text.wants[wish]).join(', ') : one.status === 'open'
          ? text.open(one.names.length, one.seats) : one.held ? text.held : text.waiting,
          one.deadline && one.wants.length ? text.until(new Date(one.deadline).toLocaleString()) : ''))))),
    signalControls());
}
