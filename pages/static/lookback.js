// Looking back during play, without leaving the table: the transport comes up below it, the question and the log stay.
import { h, say } from './dom.js';
import { DrawnTable } from './drawn-table.js';
import { showPane } from './frame.js';
import { addStyles } from './late-styles.js';
import { Line } from './line.js';
import { Transport } from './transport.js';
import { words } from './words-replay.js';

export class LookBack {
  #at = 0;
  #isOpen = false;

  // `page` is the table page: its frame, its session, its card view. `onClose` draws the present again.
  constructor(page, { onClose }) {
    Object.assign(this, { page, onClose });
    const { session } = page;
    this.line = new Line(session.id, 'then');
    this.place = h('section', { class: 'transport', 'aria-label': words.lookBack.label,
      dataset: { test: 'transport' } });
    this.text = h('span', {});
    this.banner = h('p', { class: 'looking', role: 'status', dataset: { test: 'looking' } }, this.text,
      h('button', { type: 'button', dataset: { press: 'look-return', test: 'look-return' } }, words.lookBack.back));
    this.transport = new Transport(this.place, { steps: () => this.line.steps, at: () => this.#at,
      go: (index) => this.#go(index) });
    this.table = new DrawnTable(page.frame.table, session);
    this.onKey = (event) => this.#press(event);
  }

  get isOpen() { return this.#isOpen; }

  // To this step, or to the last one.
  async open(step = Infinity) {
    await Promise.all([addStyles('replay.css'), this.#catchUp()]);
    if (!this.#isOpen) {
      this.#isOpen = true;
      const { root } = this.page.frame;
      root.classList.add('is-looking-back');
      root.append(this.banner, this.place);
      addEventListener('keydown', this.onKey);
      this.table.forget();
    }
    this.#go(this.line.indexOf(step));
  }

  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.transport.stop();
    removeEventListener('keydown', this.onKey);
    this.page.frame.root.classList.remove('is-looking-back');
    this.banner.remove();
    this.place.remove();
    say(words.lookBack.back);
    this.onClose();
  }

  // The match has gone on meanwhile: there is more to look at, and whoever looks stays where they are.
  async update() {
    await this.#catchUp();
    if (this.#isOpen) this.#showPlace();
  }

  async #catchUp() {
    const last = this.line.steps.at(-1)?.step ?? -1;
    if (last < this.page.session.match.step) await this.line.more();
  }

  #go(to) {
    const { session, cardView } = this.page;
    this.#at = Math.min(Math.max(to, 0), this.line.last);
    const one = this.line.steps[this.#at];
    const ctx = this.table.draw({ match: session.match, view: this.line.states[this.#at], seat: session.seat,
      isOwn: true, patch: one.patch });
    if (ctx) cardView.update(ctx);
    showPane(this.page.frame);
    this.page.frame.table.dataset.step = one.step;
    this.#showPlace();
  }

  #showPlace() {
    const one = this.line.steps[this.#at];
    this.transport.show(one, this.line.steps.at(-1).step);
    this.text.textContent = words.lookBack.at(one.step, this.line.steps.at(-1).step);
  }

  #press(event) {
    if (event.defaultPrevented || document.querySelector('dialog[open]') || this.transport.press(event)) return;
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.close();
  }
}
