// Which variation of the match the replay shows, alone or beside the match.
import { Half } from './half.js';
import { changes } from './changes.js';
import { readVariations } from './variations.js';
import { words } from './words-replay.js';

export class VariationBoard {
  shown = null;
  isSplit = false;
  halves = [];
  #all = [];

  constructor(page) { this.page = page; }

  find(id) { return this.#all.find((one) => one.id === id); }

  // Under the steps that they leave.
  list() { this.page.transcript.showVariations(this.#all, this.shown); }

  async read(wanted) {
    this.#all = await readVariations(this.page.match.id);
    this.list();
    const id = wanted.get('variation');
    if (!id) return;
    const found = this.find(id);
    if (!found) this.page.tell(words.noVariation(id));
    else {
      this.shown = found; // while the match is still being loaded, that goes on with it
      if (this.page.main.isWhole) await this.show(found, Number(wanted.get('step') ?? found.step));
    }
  }

  // The match has been read anew, as another view has it.
  async followView(step) {
    this.list();
    if (this.shown) await this.show(this.shown, step);
  }

  toggle(variation) { return this.show(variation === this.shown ? null : variation, variation.step + 1); }

  // null is the match itself.
  async show(variation, step = this.#stepShown()) {
    const { page } = this;
    page.transport.stop();
    if (variation && variation.line?.main !== page.main) await variation.load(page.main);
    this.shown = variation;
    page.line = variation ? variation.line : page.main;
    if (!variation) this.#setSplit(false);
    this.list();
    page.drawBar();
    page.go(page.line.indexOf(variation ? Math.max(step, variation.step) : step));
  }

  #stepShown() { return this.page.line.steps[this.page.at]?.step ?? 0; }

  // Up and down: between the match and the variations that leave it at or before this step; undefined if there is none.
  next(by) {
    const all = [null, ...this.#all.filter((one) => one === this.shown || one.step <= this.#stepShown())];
    return all.length > 1 ? all[(all.indexOf(this.shown) + by + all.length) % all.length] : undefined;
  }

  split() {
    this.#setSplit(!this.isSplit);
    this.page.drawBar();
    this.page.go(this.page.at);
  }

  #setSplit(isSplit) {
    if (this.isSplit === isSplit) return;
    this.isSplit = isSplit;
    const { game, adapter, frame, table } = this.page;
    frame.root.classList.toggle('is-split', isSplit);
    table.forget();
    this.halves = isSplit ? ['half-main', 'half-variation'].map((test) => new Half({ game, adapter, test })) : [];
    frame.table.replaceChildren(...this.halves.map((one) => one.root));
  }

  // The match and the variation after the same step; what differs is marked.
  draw(drawing, one) {
    const { main, match } = this.page;
    const index = main.indexOf(one.step);
    const before = main.states[index];
    const differs = before && drawing.view ? changes(before, drawing.view) : [];
    this.halves[0].show(words.variation.as(main.steps[index].step), { ...drawing, match, view: before, patch: [] });
    return this.halves[1].show(words.variation.other(this.shown.title, one.step), { ...drawing, patch: differs });
  }
}
