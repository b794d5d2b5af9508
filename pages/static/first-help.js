// How to play, for somebody's first table of a game: beside the question, which can be answered at once. A wide window
// shows the sentences over the upper part of the log, a narrow one a single line that opens them (frame.css). It goes
// with the press of the first move.
import { h } from './dom.js';
import { isFirstTable, rememberTable } from './settings.js';
import { words } from './words.js';

export class FirstHelp {
  #box = null;

  constructor({ session, adapter, frame }) {
    this.question = frame.question;
    this.slug = session.match.game;
    // Without words of its own, help is the rulebook, for which nobody is sent away from the table unasked.
    const own = adapter.words?.help;
    if (!own || session.seat === null || !session.isRunning || !isFirstTable(this.slug)) return;
    this.#box = drawHelp(words.firstHelp.title(session.game.name), own.sentences);
    frame.log.before(this.#box);
  }

  get isShown() { return this.#box !== null; }

  close() {
    if (!this.#box) return;
    rememberTable(this.slug);
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.remove();
    this.#box = null;
    if (hadFocus) this.question.focus({ preventScroll: true });
  }
}

function drawHelp(title, sentences) {
  const button = (press, text, props = {}) => h('button', { type: 'button', dataset: { press }, ...props }, text);
  return h('section', { class: 'first-help', 'aria-label': title, dataset: { test: 'first-help' } },
    h('div', { class: 'first-help-head' }, h('h2', {}, title), button('help', title, { class: 'only-narrow' }),
      button('help-close', '✕', { class: 'quiet', 'aria-label': words.firstHelp.close })),
    h('div', { class: 'first-help-body', tabindex: '0' },
      h('ol', { class: 'two-minutes' }, sentences.map((text) => h('li', {}, text)))),
    button('help', words.firstHelp.more, { class: 'quiet first-help-more' }));
}
