// The bar below the table with which one goes through the steps: buttons, slider, pace, and what the step tells.
import { h, s } from './dom.js';
import { headingsOf, turnsOf } from './sent-in.js';
import { words } from './words-replay.js';

const PACES_MS = { slow: 4000, normal: 1800, fast: 800, fastest: 250, played: null };
// Paced by the times at which things happened, nobody waits longer than this, and everything can be seen.
const PLAYED_MS_MIN = 250;
const PLAYED_MS_MAX = 4000;
const STROKE = { fill: 'currentColor', stroke: 'currentColor', 'stroke-width': 2.5, 'stroke-linejoin': 'round',
  'stroke-linecap': 'round' };
const icon = (d) => s('svg', { viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': 'true' },
  s('path', { d, ...STROKE }));
const ICONS = { first: 'M6 5v14M19 5l-10 7 10 7z', back: 'M17 5L7 12l10 7z', forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z', play: 'M7 5l11 7-11 7z', pause: 'M8 5v14M16 5v14' };

export const isTyping = (target) => target.matches?.('input:not([type=range]), select, textarea');

export class Transport {
  #timer = null;
  #pace = 'normal';

  // `steps()` are those of the line shown, `at()` the index of the one shown, `go(index)` shows another.
  constructor(place, { steps, at, go }) {
    Object.assign(this, { steps, at, go });
    const { transport: say } = words;
    const press = (name, action) => h('button', { type: 'button', 'aria-label': say[name], title: say[name],
      dataset: { test: name }, onclick: () => { this.stop(); action(); } }, icon(ICONS[name]));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': say.step,
      dataset: { test: 'slider' }, oninput: () => { this.stop(); go(Number(this.slider.value)); } });
    this.told = h('p', { class: 'told-now', role: 'status', 'aria-live': 'polite', dataset: { test: 'told' } });
    this.count = h('output', { class: 'count', dataset: { test: 'step' } });
    this.turn = h('span', { class: 'turn-count' });
    this.button = h('button', { type: 'button', class: 'primary', dataset: { test: 'play' },
      onclick: () => this.toggle() });
    const speed = h('select', { 'aria-label': say.speed, dataset: { test: 'speed' },
      onchange: (event) => this.#setPace(event.target.value) },
      Object.keys(PACES_MS).map((name) => h('option', { value: name, selected: name === this.#pace },
        say.speeds[name])));
    place.replaceChildren(h('div', { class: 'transport-keys', role: 'group', 'aria-label': say.label },
      press('first', () => go(0)), press('back', () => go(at() - 1)), this.button,
      press('forward', () => go(at() + 1)), press('last', () => go(Infinity))),
    h('div', { class: 'transport-way' }, this.slider, this.told),
    h('div', { class: 'transport-side' }, h('div', {}, this.count, this.turn), speed));
    this.stop();
  }

  get isPlaying() { return this.#timer !== null; }

  // More steps have come in.
  stretch() {
    this.slider.max = Math.max(this.steps().length - 1, 0);
    this.slider.value = this.at();
    const turns = turnsOf(this.steps());
    this.turn.textContent = words.transport.turn(turns[this.at()] ?? '', headingsOf(turns).map((at) => turns[at]));
  }

  show(one, lastStep) {
    this.stretch();
    const text = one.narration.join(' ');
    this.slider.setAttribute('aria-valuetext', words.transport.spoken(one.step, text));
    this.told.replaceChildren(one.undone ? h('s', {}, text) : text,
      one.undone ? words.transport.undone : '');
    this.told.title = text;
    this.count.textContent = words.transport.count(one.step, lastStep);
  }

  toggle() { if (this.isPlaying) this.stop(); else this.start(); }

  start() {
    if (this.at() >= this.steps().length - 1) this.go(0);
    this.#showButton('pause');
    this.#schedule();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#showButton('play');
  }

  #showButton(name) {
    const state = name === 'pause' ? 'playing' : 'paused';
    if (this.button.dataset.state === state) return;
    this.button.replaceChildren(icon(ICONS[name]), h('span', {}, words.transport[name]));
    this.button.setAttribute('aria-label', words.transport[name]); // a narrow screen shows the sign alone
    this.button.dataset.state = state;
  }

  #setPace(name) {
    this.#pace = name;
    if (!this.isPlaying) return;
    clearTimeout(this.#timer);
    this.#schedule();
  }

  #schedule() {
    const [now, next] = [this.steps()[this.at()], this.steps()[this.at() + 1]];
    if (!next) { this.stop(); return; }
    const ms = PACES_MS[this.#pace] ?? Math.min(PLAYED_MS_MAX, Math.max(PLAYED_MS_MIN, next.at - now.at));
    this.#timer = setTimeout(() => {
      this.go(this.at() + 1);
      if (this.isPlaying) this.#schedule();
    }, ms);
  }

  // To the first step of the next turn, or of this one, or of the last one.
  goTurn(by) {
    const turns = headingsOf(turnsOf(this.steps()));
    const found = by > 0 ? turns.find((index) => index > this.at()) : turns.findLast((index) => index < this.at());
    this.go(found ?? (by > 0 ? Infinity : 0));
  }

  // Whether the key is one of the transport's: then the step has been shown.
  press(event) {
    if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return false;
    const at = this.at();
    const keys = {
      ArrowRight: () => (event.shiftKey ? this.goTurn(1) : this.go(at + 1)),
      ArrowLeft: () => (event.shiftKey ? this.goTurn(-1) : this.go(at - 1)),
      Home: () => this.go(0), End: () => this.go(Infinity),
      PageDown: () => this.go(at + 10), PageUp: () => this.go(at - 10),
    };
    if (event.key === ' ' && !event.target.matches('button, summary, a')) {
      event.preventDefault();
      this.toggle();
      return true;
    }
    if (!(event.key in keys)) return false;
    event.preventDefault();
    this.stop();
    const began = performance.now();
    keys[event.key]();
    performance.measure('replay-step', { start: began, end: performance.now() });
    return true;
  }
}
