// A table as it stood, drawn by the game's own module wherever it is wanted: in the replay, beside another, at the
// desk.
import { h } from './dom.js';
import { highlight, makeContext } from './table.js';
import { morph, partsKeeper } from './morph.js';
import { words } from './words-replay.js';

export class DrawnTable {
  #kept = partsKeeper();

  constructor(place, { game, adapter }) {
    Object.assign(this, { place, game, adapter });
  }

  // What follows is another view: nothing of the drawing before is like it.
  forget() { this.#kept = partsKeeper(); }

  // `patch` is what is marked as changed. Answers the context of the drawing, or null if no table is laid.
  draw({ match, view, seat, isOwn = false, patch = [] }) {
    const { place, game, adapter } = this;
    highlight(place, []); // before parts are compared: a mark of the last step is no difference
    if (!view) {
      this.forget();
      morph(place, h('p', { class: 'empty' }, words.notLaid));
      return null;
    }
    const ctx = makeContext({ match, view, seat, game, adapter, isOwn, kept: this.#kept });
    morph(place, adapter.draw(view, ctx));
    highlight(place, patch);
    adapter.settle?.(place, ctx);
    return ctx;
  }
}
