// One command can lead to many events: the turning over of a round, a challenge, the end of a turn. The table shows at
// once what came of them; here they are told one after another, each with what it names marked on the table. It goes on
// by itself or by a press, holds up nobody, and stays until one's own next move. Who wants less motion presses.
import { h } from './dom.js';
import { namesIn, withCardNames } from './card-names.js';
import { addStyles } from './late-styles.js';
import { isLong, tellable } from './news.js';
import { tellMs } from './settings.js';
import { words } from './words-telling.js';

const CHARS = 60; // a longer sentence stays longer
const LINES_MAX = 60; // whoever was away reads the log
const BEHIND_MAX = 12;

export class Telling {
  #lines = []; // {text, step}
  #at = 0;
  #timer = null;

  // `place` is beside the log, or in a narrow window in the place of the news; `table` is where things are marked.
  constructor({ news, table, root }) {
    Object.assign(this, { table, root });
    this.place = h('section', { class: 'telling', 'aria-label': words.title, hidden: true,
      dataset: { test: 'telling' } });
    this.isReady = addStyles('later.css');
    news.after(this.place);
  }

  get isOpen() { return !this.place.hidden; }

  // The sentences of more steps.
  async add(steps, ctx) {
    await this.isReady;
    // Whoever is far behind reads the log for what did not lead far.
    const isBehind = this.isOpen && this.#lines.length - this.#at > BEHIND_MAX;
    const told = steps.filter((one) => !isBehind || isLong(one, ctx.adapter));
    const lines = told.flatMap((one) => linesOf(one, ctx.adapter).map((text) => ({ text, step: one.step })));
    if (!this.isOpen) this.#lines = [];
    const had = this.#lines.length;
    const isWaiting = this.#at < had - 1;
    const all = [...this.#lines, ...lines];
    const gone = Math.max(0, all.length - LINES_MAX);
    this.#lines = all.slice(gone);
    this.#at = Math.max(0, (isWaiting ? this.#at : Math.min(had, all.length - 1)) - gone);
    this.place.hidden = false;
    this.root.classList.add('is-telling');
    this.mark(ctx);
  }

  go(by) {
    this.#at = Math.min(Math.max(0, this.#at + by), this.#lines.length - 1);
    this.mark(this.ctx);
  }

  close() {
    clearTimeout(this.#timer);
    if (!this.isOpen) return;
    this.place.hidden = true;
    this.place.replaceChildren();
    this.root.classList.remove('is-telling');
    this.#unmark();
  }

  // After each drawing of the table, too: a new drawing has no marks.
  mark(ctx) {
    this.ctx = ctx;
    if (!this.isOpen) return;
    this.#draw();
    this.#unmark();
    for (const one of this.#named(this.#lines[this.#at].text)) one.classList.add('is-told');
  }

  #unmark() {
    for (const one of [...this.table.getElementsByClassName('is-told')]) one.classList.remove('is-told');
  }

  // The players of a sentence, and its cards where they lie on the table: with those players or in the middle, as
  // another one may have a card of the same name.
  #named(text) {
    const { ctx, table } = this;
    const cards = namesIn(text, ctx).map((id) => `.card[data-card="${CSS.escape(id)}"], `
      + `.gang-chip[data-card="${CSS.escape(id)}"]`);
    const players = ctx.names.flatMap((name, seat) => (saysName(text, name)
      ? [...table.querySelectorAll(`.other[data-seat="${seat}"], .mine[data-seat="${seat}"]`)] : []));
    const isTheirs = (node) => !players.length || players.includes(node.closest('.other, .mine') ?? players[0]);
    return [...cards.flatMap((one) => [...table.querySelectorAll(one)]).filter(isTheirs), ...players];
  }

  #draw() {
    const shown = `${this.#at} ${this.#lines.length} ${this.#lines[0].step}`; // else it is drawn already
    if (this.place.dataset.shown === shown && this.place.firstChild) return;
    this.place.dataset.shown = shown;
    const button = (press, text, props = {}) => h('button', { type: 'button', ...props,
      dataset: { press, key: press, test: press } }, text);
    const had = this.place.contains(document.activeElement) ? document.activeElement.dataset.press : null;
    const all = this.#lines.length;
    const list = h('ol', { dataset: { press: 'tell-next' } }, this.#lines.slice(0, this.#at + 1).map((one, at) =>
      h('li', { class: at === this.#at ? 'is-now' : null, 'aria-current': at === this.#at ? 'step' : null },
        withCardNames(one.text, this.ctx))));
    this.place.replaceChildren(h('header', {}, h('h3', {}, words.title),
      h('span', { class: 'telling-count', dataset: { test: 'telling-count' } }, words.of(this.#at + 1, all)),
      button('tell-close', '✕', { class: 'quiet', 'aria-label': words.close })), list,
    h('p', { class: 'row' }, button('tell-back', words.back, { class: 'quiet', disabled: this.#at === 0 }),
      this.#at === all - 1 ? button('tell-close', words.done) : button('tell-next', words.next)));
    if (had) this.place.querySelector(`[data-press=${had}]:not(:disabled, ol)`)?.focus({ preventScroll: true });
    list.scrollTop = list.scrollHeight;
    this.#goOn();
  }

  #goOn() {
    clearTimeout(this.#timer);
    const ms = tellMs();
    if (!ms || this.#at === this.#lines.length - 1) return;
    const { text } = this.#lines[this.#at];
    this.#timer = setTimeout(() => this.go(1), ms * Math.max(1, text.length / CHARS));
  }
}

// A step that does not lead far is one line.
const linesOf = (one, adapter) => {
  const found = tellable(one.narration, adapter);
  return isLong(one, adapter) ? found : [found.join(' ')];
};

const LETTER = /[\p{L}\p{N}]/u;
function saysName(text, name) {
  for (let at = text.indexOf(name); name && at >= 0; at = text.indexOf(name, at + 1)) {
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + name.length] ?? '')) return true;
  }
  return false;
}
