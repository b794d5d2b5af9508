// A drawing that is larger than its window: it fits at first, and is moved and enlarged by wheel, pinch, drag and keys.
// How it lies is kept in custom properties of the window, so that a new drawing does not move it.
const SCALE_MAX = 5;
const ZOOM_STEP = 1.4;
const DRAG_PX = 6;
const states = new WeakMap();

// Where the drawing lies in its window while it fits: it keeps its shape, so there is room left at two of its sides.
function layOf(box) {
  const { x: left, y: top, width, height } = box.querySelector('svg').viewBox.baseVal;
  const scale = Math.min(box.clientWidth / width, box.clientHeight / height);
  return { left, top, scale, width: width * scale, height: height * scale,
    x: (box.clientWidth - width * scale) / 2, y: (box.clientHeight - height * scale) / 2 };
}

// No more of the empty room is shown than must be.
function clamp(at, window_, start, length, scale) {
  if (length * scale <= window_) return (window_ - (2 * start + length) * scale) / 2;
  return Math.min(-start * scale, Math.max(window_ - (start + length) * scale, at));
}

function apply(box, state) {
  const lies = layOf(box);
  state.x = clamp(state.x, box.clientWidth, lies.x, lies.width, state.scale);
  state.y = clamp(state.y, box.clientHeight, lies.y, lies.height, state.scale);
  box.style.setProperty('--map-scale', state.scale);
  box.style.setProperty('--map-x', `${state.x}px`);
  box.style.setProperty('--map-y', `${state.y}px`);
}

// Enlarges around a point of the window.
export function zoomMap(box, factor, px = box.clientWidth / 2, py = box.clientHeight / 2) {
  prepareMap(box);
  const state = states.get(box);
  const scale = Math.min(SCALE_MAX, Math.max(1, state.scale * factor));
  state.aim = null;
  state.x = px - ((px - state.x) * scale) / state.scale;
  state.y = py - ((py - state.y) * scale) / state.scale;
  state.scale = scale;
  apply(box, state);
}

export function fitMap(box) {
  prepareMap(box);
  Object.assign(states.get(box), { scale: 1, x: 0, y: 0, aim: null });
  apply(box, states.get(box));
}

// Brings a point of the drawing into the middle at this scale.
export function showOnMap(box, [x, y], scale) {
  const state = states.get(box);
  const lies = layOf(box);
  state.aim = [x, y];
  state.scale = scale;
  state.x = box.clientWidth / 2 - (lies.x + (x - lies.left) * lies.scale) * scale;
  state.y = box.clientHeight / 2 - (lies.y + (y - lies.top) * lies.scale) * scale;
  apply(box, state);
}

export const isZoomed = (box) => states.get(box)?.scale > 1;
export const toggleMap = (box) => (isZoomed(box) ? fitMap(box) : zoomMap(box, ZOOM_STEP * ZOOM_STEP));

// From the whole drawing it goes to where the table says that one stands (data-home), if it says so.
export function stepMap(box, by) {
  const home = box.dataset.home?.split(' ').map(Number);
  prepareMap(box);
  if (by > 0 && home && !isZoomed(box)) showOnMap(box, home, ZOOM_STEP * ZOOM_STEP);
  else zoomMap(box, by > 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
}

export function prepareMap(box) {
  if (!box || states.has(box)) return;
  states.set(box, { scale: 1, x: 0, y: 0, aim: null });
  // The parts around it may be drawn after it, and then it gets another size.
  new ResizeObserver(() => {
    const state = states.get(box);
    if (state.aim) showOnMap(box, state.aim, state.scale);
    else if (state.scale > 1) apply(box, state);
  }).observe(box);
  const pointers = new Map();
  let hasMoved = false;
  let distance = 0;
  const at = (event) => [event.clientX - box.getBoundingClientRect().left,
    event.clientY - box.getBoundingClientRect().top];
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const shift = (x, y) => {
    const state = states.get(box);
    Object.assign(state, { aim: null, x: state.x + x, y: state.y + y });
    apply(box, state);
  };
  box.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) shift(-event.deltaX, 0); // sideways
    else if (event.deltaY) zoomMap(box, event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, ...at(event));
  }, { passive: false });
  box.addEventListener('pointerdown', (event) => {
    pointers.set(event.pointerId, at(event));
    hasMoved = false;
    if (pointers.size === 2) distance = spread();
  });
  box.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (pointers.size === 1) {
      if (!hasMoved && Math.hypot(now[0] - before[0], now[1] - before[1]) < DRAG_PX) return;
      hasMoved = true;
      shift(now[0] - before[0], now[1] - before[1]);
    }
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) {
      hasMoved = true;
      zoomMap(box, spread() / distance, ...now);
      distance = spread();
    }
  });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) box.addEventListener(name,
    (event) => pointers.delete(event.pointerId));
  // A drag that ends on a room does not press it.
  box.addEventListener('click', (event) => { if (hasMoved) { event.stopPropagation(); hasMoved = false; } }, true);
}
