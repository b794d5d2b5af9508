// The docket: all disputes, by state, game, age, hold, and whose they are.
import { ago } from './ago.js';
import { h, human } from './dom.js';
import { redraw } from './redraw.js';
import { get, me } from './api.js';
import { aboutText } from './desk.js';
import { words } from './words-desk.js';

const { filters: say } = words;
const PAGE = 50;
const PAGES_MAX = 20; // of one's own matches, and of disputes searched for them at once

export async function show(place) {
  document.title = say.docketTitle;
  const { games } = await get('/v1/games', { token: '' });
  await new Docket(place, games).draw();
}

class Docket {
  wanted = { status: '', game: '', age: '0', held: false, mine: false };
  #mine = null; // the ids of the matches of whoever looks

  constructor(place, games) { Object.assign(this, { place, games }); }

  async draw() {
    const first = await this.#read(null);
    this.list = h('ul', { class: 'matches' });
    this.more = h('button', { type: 'button', onclick: () => this.#addPage() }, say.more);
    redraw(this.place, h('section', { class: 'panel reading' }, h('h1', {}, say.title),
      me() && me().role !== 'player' ? h('p', {}, say.arbiter(me().name, me().role))
        : h('p', { class: 'dim' }, say.reader),
      this.#drawFilters(), this.list, this.more));
    this.#append(first);
  }

  #drawFilters() {
    const { wanted } = this;
    const set = (name, value) => { wanted[name] = value; this.draw(); };
    const pick = (name, options) => h('label', { class: 'field inline' }, say[name], h('select', {
      dataset: { test: `filter-${name}`, key: `filter-${name}` }, onchange: (event) => set(name, event.target.value) },
    options.map(([value, text]) => h('option', { value, selected: wanted[name] === value }, text))));
    const check = (name, title) => h('label', { class: 'check', title }, h('input', { type: 'checkbox',
      checked: wanted[name], dataset: { test: `filter-${name}`, key: `filter-${name}` },
      onchange: (event) => set(name, event.target.checked) }), say[name]);
    return h('div', { class: 'docket-filters' },
      h('div', { class: 'chips', role: 'group', 'aria-label': say.which }, Object.entries(say.states)
        .map(([value, name]) => h('button', { type: 'button', class: 'chip',
          'aria-pressed': String(wanted.status === value), dataset: { key: `tab-${value}`, test: `status-${value}` },
            onclick: () => set('status', value) }, name))),
      pick('game', [['', say.anyGame], ...this.games.map((one) => [one.slug, one.name])]),
      pick('age', Object.entries(say.ages)), check('held'), me() ? check('mine', say.mineTitle) : null);
  }

  async #read(cursor) {
    const { status, game, age, held, mine } = this.wanted;
    const query = new URLSearchParams({ limit: PAGE });
    if (held) query.set('held', 'true');
    else if (status) query.set('status', status);
    if (game) query.set('game', game);
    if (cursor) query.set('cursor', cursor);
    else if (Number(age)) query.set('opened_before', Date.now() - Number(age) * 1000);
    const page = await get(`/v1/disputes?${query}`);
    if (!mine) return page;
    const own = await this.#ownMatches();
    const isMine = (one) => own.has(one.match) || one.ruled_by === `${me().role}:${me().id}`;
    return { disputes: page.disputes.filter(isMine), next: page.next };
  }

  async #ownMatches() {
    if (this.#mine) return this.#mine;
    const found = new Set();
    let cursor = '';
    for (let pages = 0; cursor !== null && pages < PAGES_MAX; pages += 1) {
      const page = await get(`/v1/matches?mine=true&limit=100${cursor && `&cursor=${cursor}`}`);
      for (const one of page.matches) found.add(one.id);
      cursor = page.next;
    }
    this.#mine = found;
    return found;
  }

  async #addPage() { this.#append(await this.#read(this.next)); }

  #append({ disputes, next }) {
    this.next = next;
    this.more.hidden = next === null;
    this.list.append(...disputes.map(drawLine));
    this.list.querySelector('.empty')?.remove();
    if (!this.list.children.length) this.list.append(h('li', { class: 'empty' }, say.none));
  }
}

function drawLine(dispute) {
  const state = dispute.status === 'ruled' ? say.ruled(dispute.ruling) : words.states[dispute.status].toLowerCase();
  const isHeld = dispute.freezes && dispute.status === 'open';
  return h('li', { class: 'match-line', dataset: { dispute: dispute.id } }, h('div', { class: 'match-what' },
    h('a', { href: `/disputes/${dispute.id}` }, words.head(dispute.number, human(dispute.game), aboutText(dispute))),
    h('span', { class: 'names' }, `“${dispute.claim}”`),
    h('small', {}, say.line(state, isHeld, ago(dispute.opened_at)))));
}
