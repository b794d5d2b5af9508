// Tells what a step led to one thing after another; most tables begin without such a step, and so without telling.js.
import { isLong } from './news.js';
import { isTold } from './settings.js';

export class TellLater {
  #telling = null;
  #seen = null; // the last step that was there; those of the beginning are told by the log alone

  constructor(frame, adapter) { Object.assign(this, { frame, adapter }); }

  // After each drawing: what has come since the one before.
  async draw(steps, ctx) {
    this.#telling?.mark(ctx);
    const last = steps.at(-1)?.step ?? 0;
    const seen = this.#seen ?? last;
    this.#seen = Math.max(seen, last);
    const long = isTold() ? steps.filter((one) => one.step > seen && isLong(one, this.adapter)) : [];
    if (!long.length) return;
    const { Telling } = await import('./telling.js');
    this.#telling ??= new Telling(this.frame);
    await this.#telling.add(long, ctx);
  }

  go(by) { if (this.#telling?.isOpen) this.#telling.go(by); }

  close() { this.#telling?.close(); }

  get handlers() {
    return { 'tell-next': () => this.go(1), 'tell-back': () => this.go(-1),
      'tell-close': () => this.close() };
  }
}
