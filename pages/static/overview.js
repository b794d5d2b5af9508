// The whole match at a glance: a line for each seat over the steps, in the game's own measure. A press goes there.
import { dialog } from './dialog.js';
import { h, s } from './dom.js';
import { initialsOf } from './initials.js';
import { get } from './api.js';
import { words } from './words-replay.js';

const [WIDTH, HEIGHT] = [1000, 100];
const ROWS_MAX = 40; // of the table: more would say no more
const DASHES = ['none', '9 4', '3 3', '12 3 3 3', '6 2 2 2 2 2', '1 4'];

export class Overview {
  #found = null;

  constructor(place, { match, names, go }) {
    Object.assign(this, { place, match, names, go, initials: initialsOf(names) });
    place.hidden = true;
  }

  async load() {
    this.#found = await get(`/v1/matches/${this.match}/overview`);
    const { seats, first_step: first, last_step: last } = this.#found;
    if (first === last || !seats.some((one) => one.points.length)) { this.place.hidden = true; return; }
    this.place.hidden = false;
    const lowest = Math.min(0, ...seats.flatMap((one) => one.points.map(([, value]) => value)));
    const highest = Math.max(1, ...seats.flatMap((one) => one.points.map(([, value]) => value)));
    this.x = (step) => ((step - first) / (last - first)) * WIDTH;
    const y = (value) => HEIGHT - 4 - ((value - lowest) / (highest - lowest)) * (HEIGHT - 8);
    this.here = s('line', { class: 'here', x1: 0, x2: 0, y1: 0, y2: HEIGHT });
    this.values = h('p', { class: 'overview-values' });
    const label = words.overview.label(this.#found.measure);
    const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': label, dataset: { test: 'overview-lines' } },
      seats.map((one) => s('path', { class: `seat-line seat-${one.seat}`, 'stroke-dasharray': DASHES[one.seat % 6],
        d: pathOf(one.points, this.x, y) })), this.here);
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      this.go(Math.round(first + ((event.clientX - box.left) / box.width) * (last - first)));
    });
    this.place.replaceChildren(h('div', { class: 'overview-head' },
      h('button', { type: 'button', class: 'quiet', title: words.overview.table, 'aria-label': `${label}: `
        + words.overview.table, dataset: { test: 'overview-table' }, onclick: () => this.#openTable(label) },
        this.#found.measure), this.values), svg);
  }

  valueAt(seat, step) {
    return this.#found.seats[seat].points.findLast(([at]) => at <= step)?.[1];
  }

  show(step) {
    if (this.place.hidden || !this.here) return;
    this.here.setAttribute('x1', this.x(step));
    this.here.setAttribute('x2', this.x(step));
    const short = (seat) => words.overview.compact(this.valueAt(seat, step) ?? 0);
    this.values.replaceChildren(...this.names.map((name, seat) => h('span', { class: `seat-value seat-${seat}`,
      title: name }, this.initials[seat], ' ', h('b', {}, short(seat)), ' ')));
  }

  #openTable(title) {
    const { seats, first_step: first, last_step: last } = this.#found;
    const changes = [...new Set(seats.flatMap((one) => one.points.map(([step]) => step)))].sort((a, b) => a - b);
    const every = Math.ceil(changes.length / ROWS_MAX);
    const steps = changes.filter((_, at) => at % every === 0 || at === changes.length - 1);
    const valuesOf = (step) => this.names.map((_, seat) => h('td', { class: 'number' },
      (this.valueAt(seat, step) ?? 0).toLocaleString('en')));
    const box = dialog(title, h('div', { class: 'wide' }, h('table', { class: 'plain',
      dataset: { test: 'overview-rows' } },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, words.transport.step),
        this.names.map((name) => h('th', { scope: 'col', class: 'number' }, name)))),
      h('tbody', {}, steps.filter((step) => step >= first && step <= last).map((step) => h('tr', {},
        h('th', { scope: 'row' }, h('button', { type: 'button', class: 'step-number',
          onclick: () => { box.close(); this.go(step); } }, step)), valuesOf(step)))))));
  }
}

// Steps, not slopes: a value stays until it changes.
function pathOf(points, x, y) {
  return points.map(([step, value], at) => (at === 0 ? `M${x(step).toFixed(1)} ${y(value).toFixed(1)}`
    : `H${x(step).toFixed(1)}V${y(value).toFixed(1)}`)).join('');
}
