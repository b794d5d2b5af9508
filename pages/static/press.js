// One listener for all presses on the table page. Drawn things carry `data-press`, the name of a handler. A press
// counts only if it ends on the node on which it began, and only if that node has been there, and in that place, long
// enough to be meant.

// Longer than the two presses of a double click lie apart: the second one never answers what came with the first.
export const ARM_MS = 600;
const CLICK_MS = 700; // a click comes within this time after the pointer that makes it was lifted
const MOVED_PX = 12; // an answer that has moved further lies where another one was
const placesOf = (nodes) => new Map([...nodes].map((node) => [node, node.getBoundingClientRect()]));
const isApart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top) > MOVED_PX;

export class Presses {
  #born = new WeakMap(); // a node with data-press -> since when it is there, or where it is
  #places = new Map(); // of the answers before a drawing
  #down = null;
  #began = null; // {node or null, isOver}: where the last pointer went down, until its click can no longer come
  #waiting = null;

  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    root.addEventListener('pointerdown', (event) => this.#begin(event));
    for (const name of ['pointerup', 'pointercancel', 'dragend']) addEventListener(name, () => this.#end(), true);
    addEventListener('blur', () => this.#end()); // of the window: those of elements do not bubble
    // A mouse that was released where nobody could tell, such as over a menu of the browser.
    addEventListener('pointermove', (event) => { if (event.pointerType === 'mouse' && !event.buttons) this.#end(); });
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && event.target.matches?.('[role=button][data-press]')) {
        event.preventDefault();
        this.#press(event.target, event);
      }
    });
  }

  // Before each drawing.
  measure() { this.#places = placesOf(this.root.querySelectorAll('[data-send]')); }

  // After each drawing: what is new, or has moved, takes a moment until it can be pressed. `isAtOnce`: nothing was
  // there before, or not where it was pressed. Answers whether all of it is new.
  arm(place, isAtOnce) {
    const all = [...place.querySelectorAll('[data-send]')];
    const fresh = all.filter((node) => !this.#born.has(node));
    const hasMoved = (node) => this.#places.has(node)
      && isApart(this.#places.get(node), node.getBoundingClientRect());
    if (isAtOnce) for (const node of fresh) this.#born.set(node, -ARM_MS);
    else this.rearm(all.filter((node) => !this.#born.has(node) || hasMoved(node)));
    return fresh.length > 0 && fresh.length === all.length;
  }

  // These are not meant by a press within the next moment.
  rearm(nodes) {
    for (const node of nodes) this.#born.set(node, performance.now());
    if (!nodes.length) return;
    this.root.dataset.arming = 'yes';
    clearTimeout(this.arming);
    this.arming = setTimeout(() => { delete this.root.dataset.arming; }, ARM_MS);
  }

  isArmed(node) { return performance.now() - (this.#born.get(node) ?? -ARM_MS) >= ARM_MS; }

  // Redraws now, or when the pointer that is down is up again and its press has been dealt with.
  whenReleased(draw) {
    if (this.#down) this.#waiting = draw;
    else draw();
  }

  #begin(event) {
    const node = event.target.closest?.('[data-press]');
    this.#began = { node, isOver: false };
    if (node && event.button === 0) this.#down = { node, pointer: event.pointerType, isArmed: this.isArmed(node) };
  }

  #end() {
    const began = this.#began;
    if (began && !began.isOver) {
      began.isOver = true;
      setTimeout(() => { if (this.#began === began) this.#began = null; }, CLICK_MS);
    }
    const ended = this.#down;
    if (!ended) return;
    setTimeout(() => { // the click of this press comes first
      if (this.#down !== ended) return; // the next press has begun
      this.#down = null;
      const draw = this.#waiting;
      this.#waiting = null;
      draw?.();
    });
  }

  // What opens under a finger that is still down, as the view of a card that is held, is not pressed by lifting it.
  #click(event) {
    const node = event.target.closest?.('[data-press]');
    const isElsewhere = event.detail > 0 && this.#began && this.#began.node !== node;
    if (node && !isElsewhere) this.#press(node, event);
  }

  #press(node, event) {
    const isArmed = this.#down?.node === node ? this.#down.isArmed : this.isArmed(node);
    if (node.disabled || !isArmed) return;
    const isTouch = event.pointerType === 'touch' || this.#down?.pointer === 'touch';
    const name = node.hasAttribute('aria-disabled') ? 'incomplete' : node.dataset.press;
    this.handlers[name]?.(node, { isTouch, event });
  }
}
