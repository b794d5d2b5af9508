// The pane that holds what answers the question comes into view when it is asked, with the first of it; where a player
// has chosen a pane since, it stays.
const MARGIN_PX = 8;

// Brings the first place that glows into a box that scrolls, if none of them is in its view.
function reveal(box) {
  const found = [...box.querySelectorAll('.can')].filter((one) => one.checkVisibility());
  const view = box.getBoundingClientRect();
  const isSeen = (one) => one.left >= view.left - 1 && one.right <= view.right + 1 && one.top >= view.top - 1
    && one.top < view.bottom - MARGIN_PX;
  const places = found.map((one) => one.getBoundingClientRect());
  if (!places.length || places.some(isSeen)) return;
  box.scrollLeft += places[0].left - view.left - MARGIN_PX;
  box.scrollTop += places[0].top - view.top - MARGIN_PX;
}

export class PaneFollow {
  #asked = '';
  #chosenFor = null; // the question beside which the player chose a pane

  constructor({ root, table }) {
    Object.assign(this, { root, table });
  }

  choose(pane) {
    this.root.dataset.shown = pane;
    this.#chosenFor = this.#asked;
  }

  // An answer was given: what is asked next is another question, even if it is put in the same words.
  forget() {
    this.#asked = '';
    this.#chosenFor = null;
  }

  // `asked`: the question in words; empty where there is none.
  follow(asked) {
    const isNew = asked !== this.#asked;
    this.#asked = asked;
    if (isNew) this.#chosenFor = null;
    if (!asked || this.#chosenFor !== null) return;
    const panes = [...this.table.querySelectorAll('[data-pane]')];
    const answers = panes.filter((one) => one.querySelector('.can'));
    const shown = panes.find((one) => one.dataset.pane === this.root.dataset.shown) ?? panes[0];
    if (answers.length && !answers.includes(shown)) this.root.dataset.shown = answers[0].dataset.pane;
    this.isDue = isNew;
  }

  // After the panes are shown.
  settle() {
    if (!this.isDue) return;
    this.isDue = false;
    for (const box of this.table.querySelectorAll('.others, .pane-body > :is(.cards, .gang)')) {
      if (box.checkVisibility()) reveal(box);
    }
  }
}
