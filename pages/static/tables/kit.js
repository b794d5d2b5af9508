// All that the table module of an installed game imports: version 1 of the kit (games/tables.py). A name that stands
// here stays; other modules may change at any time.
export { h, s, human, money, plural } from '../dom.js';
export { back, card, cards, counter, empty, fan, glyph, layTable, mine, openHand, other, pane, pile,
  zone } from './parts.js';
