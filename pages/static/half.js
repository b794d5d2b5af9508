// One of two tables side by side. Each is as narrow as a phone, so it is laid out as on one: the parts of a player's
// own things are shown one at a time.
import { h } from './dom.js';
import { drawTabs, showPane } from './frame.js';
import { morph } from './morph.js';
import { DrawnTable } from './drawn-table.js';

export class Half {
  constructor({ game, adapter, test }) {
    this.head = h('h2', { class: 'half-head' });
    this.table = h('div', { class: 'table', dataset: { test } });
    this.tabs = h('nav', { class: 'pane-tabs', 'aria-label': test });
    this.root = h('section', { class: 'half', dataset: { shown: 'hand' } }, this.head,
      h('div', { class: 'half-table' }, this.table, this.tabs));
    this.drawn = new DrawnTable(this.table, { game, adapter });
  }

  show(title, drawing) {
    this.head.textContent = title;
    this.root.setAttribute('aria-label', title);
    const ctx = this.drawn.draw(drawing);
    morph(this.tabs, drawTabs(this.table, showPane(this)));
    return ctx;
  }

  showPane(pane) {
    this.root.dataset.shown = pane;
    morph(this.tabs, drawTabs(this.table, showPane(this)));
  }
}
