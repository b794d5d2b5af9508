// Tells what a step led to one thing after another, and then what the others did, so that it does not end before them;
// most tables begin without such a step, and so without telling.js.
import { isLong } from './news.js';
import { isTold } from './settings.js';

export class TellLater {
  #telling = null;
  #seen = null; // the last step that was there; those of the beginning are told by the log alone

  // `isBusy()`: something else is read in that place, and the log tells it.
  constructor(frame, adapter, isBusy) { Object.assign(this, { frame, adapter, isBusy }); }

  // After each drawing: what has come since the one before.
  async draw(steps, ctx) {
    this.#telling?.mark(ctx);
    const last = steps.at(-1)?.step ?? 0;
    const seen = this.#seen ?? last;
    this.#seen = Math.max(seen, last);
    const fresh = steps.filter((one) => one.step > seen && !one.undone);
    const first = this.#telling?.isOpen ? 0 : fresh.findIndex((one) => isLong(one, this.adapter));
    const told = isTold() && first >= 0 && !this.isBusy() ? fresh.slice(first) : [];
    if (!told.length) return;
    const { Telling } = await import('./telling.js');
    this.#telling ??= new Telling(this.frame);
    await this.#telling.add(told, ctx);
  }

  go(by) { if (this.#telling?.isOpen) this.#telling.go(by); }

  close() { this.#telling?.close(); }

  get handlers() {
    return { 'tell-next': () => this.go(1), 'tell-back': () => this.go(-1),
      'tell-close': () => this.close() };
  }
}
