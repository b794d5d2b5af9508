// The card view: a card whole, with its text and what can be done with it. It opens by hover, focus and long press, and
// stays when it was asked for by a press. Escape closes it, and the pointer may enter it.
import { h } from './dom.js';
import { labelOf, settled } from './domains.js';
import { drawAnswers } from './question.js';
import { ruleButton } from './alerts.js';
import { morph } from './morph.js';
import { words } from './words.js';

const HOVER_MS = 150;
const LONG_PRESS_MS = 400;
const GAP_PX = 8;
const BAR_PX = 44; // at the top of the window

export class CardView {
  #ctx = null;
  #shown = null; // {card, target, trace, isPinned, canRepeat}
  #timer = null;
  #at = { x: null, y: null }; // where the pointer last moved to
  #slid = null; // the card that came to lie under a pointer at rest, until that moves

  constructor(root, place, { onGone }) {
    Object.assign(this, { root, place, onGone });
    this.hasLongPressed = false;
    place.hidden = true;
    root.addEventListener('pointerover', (event) => this.#hover(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerdown', (event) => this.#hold(event));
    for (const name of ['pointerup', 'pointercancel', 'pointermove']) addEventListener(name,
      (event) => this.#release(event));
    root.addEventListener('focusin', (event) => this.#focus(event));
    root.addEventListener('contextmenu', (event) => { if (this.hasLongPressed) event.preventDefault(); });
    addEventListener('keydown', (event) => { if (event.key === 'Escape'
      && this.#shown) { this.close(); event.preventDefault(); } });
  }

  get target() { return this.#shown?.target; }
  get isPinned() { return Boolean(this.#shown?.isPinned); }
  get templates() { return this.#narrowed(); }

  // `canRepeat`: a second press on the same place does what can be done there.
  open(node, isPinned, canRepeat = false) {
    clearTimeout(this.#timer);
    const { card, target, trace } = node.dataset;
    if (card === undefined && !this.#ctx?.offers.has(target)) return;
    this.#shown = { card, target, trace, isPinned, canRepeat };
    this.#draw();
    this.#stayBeside(node);
  }

  // In a narrow window the view lies over the table, but not over what was pressed: it may be pressed once more.
  #stayBeside(node) {
    const { style } = this.place;
    style.bottom = style.maxHeight = '';
    const { top, bottom } = node.getBoundingClientRect();
    const view = this.place.getBoundingClientRect();
    if (this.place.hidden || bottom + GAP_PX <= view.top || view.right - view.left < innerWidth / 2) return;
    const above = top - BAR_PX;
    const below = innerHeight - bottom;
    if (above > below) style.bottom = `${innerHeight - top + GAP_PX}px`;
    style.maxHeight = `${Math.max(above, below) - 2 * GAP_PX}px`;
  }

  // The card that a node shows or, for an answer, the one that lies on the place it names.
  #cardOf(target) {
    const node = target.closest('[data-card], [data-about]');
    if (!node || node.dataset.card !== undefined) return node;
    return this.root.querySelector(`[data-card][data-target="${CSS.escape(node.dataset.about)}"]`);
  }

  close() {
    clearTimeout(this.#timer);
    this.#shown = null;
    this.place.hidden = true;
  }

  // After each drawing of the table: what can be done with the card may have changed.
  update(ctx) {
    this.#ctx = ctx;
    if (!this.#shown) return;
    const { card, target, isPinned, hadOffers } = this.#shown;
    if (isPinned && hadOffers && !ctx.offers.has(target)) {
      this.close();
      this.onGone();
    } else if (card !== undefined || ctx.offers.has(target)) this.#draw();
    else this.close();
  }

  #narrowed() {
    const offers = this.#shown?.isPinned ? this.#ctx.offers.get(this.#shown.target) : null;
    return (offers || []).map(settled);
  }

  #draw() {
    const ctx = this.#ctx;
    const { card, target, isPinned, canRepeat } = this.#shown;
    const about = card === undefined ? null : ctx.adapter.describe?.(card, ctx);
    about?.later?.then(() => { if (this.#shown) this.#draw(); }); // the rest of it is being read
    if (about && !about.title) return;
    const offers = ctx.offers.get(target) || [];
    this.#shown.hadOffers = offers.length > 0;
    if (!about && !offers.length) { this.close(); return; }
    const title = about?.title ?? labelOf(offers[0].param, offers[0].value, offers[0].template, ctx);
    this.place.hidden = false;
    this.place.dataset.pinned = isPinned ? 'yes' : 'no';
    morph(this.place, h('div', { class: ['card-view-body', about ? `tone-${about.tone}` : null],
      dataset: { key: `view ${card} ${target} ${this.#shown.trace}` } },
      h('header', { class: 'card-head' }, about?.corner ? h('span', { class: 'card-corner' }, about.corner) : null,
        h('h3', {}, title),
        h('button', { type: 'button', class: 'quiet close', 'aria-label': words.card.close,
          dataset: { press: 'close-card' } }, '✕')),
      about?.kind ? h('p', { class: 'card-kind' }, about.kind) : null,
      [about?.text ?? []].flat().filter(Boolean).map((line) => h('p', {}, line)),
      about?.facts?.length ? h('ul', { class: 'card-facts' }, about.facts.map((one) => h('li', {}, one))) : null,
      about?.rule ? h('p', { class: 'card-rule' }, ruleButton(about.rule, ctx.match.game)) : null,
      isPinned && offers.length && canRepeat ? h('p', {}, h('span', { class: 'dim' }, words.card.tapAgain)) : null,
      isPinned && offers.length ? h('div', { class: 'answers', dataset: { key: 'answers' } },
        drawAnswers(this.#narrowed(), ctx)) : null,
      isPinned ? ctx.moreOfCard?.(this.#shown) : null));
  }

  #hover(event) {
    if (event.pointerType === 'touch' || this.isPinned || !this.#ctx) return;
    clearTimeout(this.#timer);
    if (this.place.contains(event.target)) return;
    const under = event.target.closest('[data-card], [data-about]');
    this.#slid = event.type === 'pointerover' && event.clientX === this.#at.x && event.clientY === this.#at.y
      ? under : null;
    const node = this.#slid ? null : this.#cardOf(event.target);
    if (node) this.#timer = setTimeout(() => this.open(node, false), HOVER_MS);
    else if (this.#shown) this.#timer = setTimeout(() => { if (!this.isPinned) this.close(); }, HOVER_MS);
  }

  // A hand that closes up after a move brings a card under the pointer which nobody asked to see.
  #move(event) {
    if (event.clientX === this.#at.x && event.clientY === this.#at.y) return;
    this.#at = { x: event.clientX, y: event.clientY };
    if (this.#slid?.contains(event.target)) this.#hover(event);
  }

  #focus({ target }) {
    if (this.isPinned || this.place.contains(target) || !this.#ctx) return;
    const node = target.closest('[data-card]');
    if (node?.matches(':focus-visible')) this.open(node, false);
    else if (!node && this.#shown && target.matches(':focus-visible')) this.close();
  }

  #hold(event) {
    this.hasLongPressed = false;
    const node = this.#cardOf(event.target);
    if (event.pointerType !== 'touch' || !node) return;
    clearTimeout(this.#timer);
    this.held = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => { this.hasLongPressed = true; this.open(node, true); }, LONG_PRESS_MS);
  }

  #release(event) {
    if (event.pointerType !== 'touch') return;
    const hasMoved = event.type !== 'pointermove' || Math.hypot(event.clientX - this.held?.x,
      event.clientY - this.held?.y) > 8;
    if (hasMoved) clearTimeout(this.#timer);
  }

  // Whether the press that ends now was a long one, which has shown a card and does nothing else.
  takeLongPress() {
    const was = this.hasLongPressed;
    this.hasLongPressed = false;
    return was;
  }
}
