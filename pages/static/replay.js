// Replay: every step of a match, forwards and backwards, and on by itself while the match is still running.
import { h, s, redraw, morph, partsKeeper, say, human } from './dom.js';
import { get, post, gameOfMatch, me, follow } from './api.js';
import { adapterFor, makeContext, highlight } from './table.js';
import { Line } from './line.js';
import { alertBox } from './alerts.js';
import { entry } from './transcript.js';
import { emblem } from './emblems.js';

const icon = (d) => s('svg', { viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': 'true' }, s('path', { d, fill: 'currentColor', stroke: 'currentColor', 'stroke-width': 2.5, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }));
const CHUNK = 20; // entries of the transcript that the browser lays out and paints by themselves
const SPEEDS = [[4000, 'slow'], [1800, 'normal'], [800, 'fast'], [250, 'very fast']];

export async function show(place, id) {
  let match = await get(`/v1/matches/${id}`);
  const game = await gameOfMatch(match);
  const adapter = await adapterFor(match.game);
  document.title = `Replay of ${game.name} · Match Ledger`;
  if (match.status === 'open') { location.replace(`/m/${id}`); return; }
  const mySeat = match.seats.find((one) => one.player !== null && one.player === me()?.id)?.seat ?? null;

  const wanted = new URLSearchParams(location.hash.slice(1));
  let perspective = wanted.get('view') || (mySeat === null ? 'spectator' : 'mine');
  let line = null;
  let at = 0;
  let timer = null;
  let speed = 1800;
  let kept = partsKeeper();
  let isEarly = false; // a step is shown before everything up to it has been loaded

  const alerts = h('div', { class: 'alerts' });
  const status = h('p', { class: 'status', dataset: { test: 'replay-status' } });
  const table = h('section', { class: 'table', 'aria-label': 'Table', dataset: { test: 'table' } });
  const told = h('div', { class: 'told-now', tabindex: '0', role: 'status', 'aria-live': 'polite', dataset: { test: 'told' } });
  const slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step', dataset: { test: 'slider' }, oninput: () => { stop(); go(Number(slider.value)); } });
  const count = h('output', { class: 'count', dataset: { test: 'step' } });
  const playing = h('button', { type: 'button', class: 'primary', dataset: { test: 'play' }, onclick: () => (timer ? stop() : start()) });
  const list = h('div', { class: 'transcript', tabindex: '0', role: 'group', 'aria-label': 'Transcript' });
  let items = []; // its entries
  const jumps = h('select', { 'aria-label': 'Jump to', dataset: { test: 'jump' }, onchange: () => { if (jumps.value !== '') { stop(); go(Number(jumps.value)); } jumps.value = ''; } });
  const kinds = h('select', { 'aria-label': 'Kind of event to jump to', dataset: { test: 'kind' } });
  const press = (label, glyph, action, test) => h('button', { type: 'button', 'aria-label': label, title: label, dataset: { test }, onclick: () => { stop(); action(); } }, glyph);
  const views = h('select', { 'aria-label': 'Seen as', dataset: { test: 'perspective' }, onchange: () => { perspective = views.value; load(line.steps[at]?.step ?? 0); } });
  function fillViews() {
    views.replaceChildren(...[
      mySeat === null ? null : h('option', { value: 'mine' }, `as ${match.seats[mySeat].name || 'you'} knew it then`),
      h('option', { value: 'spectator' }, 'as a spectator knew it then'),
      match.status === 'finished' ? h('option', { value: 'revealed' }, 'all revealed') : null].filter(Boolean));
    if (![...views.options].some((one) => one.value === perspective)) perspective = views.options[0].value;
    views.value = perspective;
  }
  fillViews();

  const evidence = h('a', { class: 'button', href: `/m/${id}/audit`, dataset: { test: 'to-audit' } }, 'Evidence of this step');
  const controls = h('div', { class: 'replay-controls panel', role: 'group', 'aria-label': 'Replay' },
    told,
    h('div', { class: 'row nowrap' }, slider, count),
    h('div', { class: 'row' },
      press('First step', icon('M6 5v14M19 5l-10 7 10 7z'), () => go(0), 'first'), press('Step back', icon('M17 5L7 12l10 7z'), () => go(at - 1), 'back'), playing,
      press('Step forward', icon('M7 5l10 7-10 7z'), () => go(at + 1), 'forward'), press('Last step', icon('M18 5v14M5 5l10 7-10 7z'), () => go(line.last), 'last'),
      h('label', { class: 'field inline' }, h('span', { class: 'visually-hidden' }, 'Speed'), h('select', { dataset: { test: 'speed' }, onchange: (event) => { speed = Number(event.target.value); if (timer) start(); } },
        SPEEDS.map(([ms, name]) => h('option', { value: ms, selected: ms === speed }, name)))),
      jumps),
    h('details', { class: 'more-controls', open: innerWidth > 900 }, h('summary', {}, 'Perspective, search, links'),
      h('div', { class: 'row' }, views),
      h('div', { class: 'row' }, kinds, press('Next event of this kind', 'next', () => seek(1), 'kind-next'), press('Event of this kind before', 'before', () => seek(-1), 'kind-back')),
      h('div', { class: 'row' },
        h('button', { type: 'button', dataset: { test: 'link' }, onclick: copyLink }, 'Link to this step'),
        me() ? h('button', { type: 'button', dataset: { test: 'branch' }, onclick: branch }, 'Play on from here') : null,
        evidence),
      h('p', { class: 'keys dim' }, ['←', '→'].map((key) => h('kbd', {}, key)), ' step, with ', h('kbd', {}, 'Shift'), ' a turn; ', h('kbd', {}, 'Page ↑'), h('kbd', {}, 'Page ↓'), ' ten steps; ', h('kbd', {}, 'Space'), ' plays')));
  redraw(place,
    h('div', { class: 'match-top' }, h('h1', {}, emblem(match.game, 30), `${game.name}, replay`),
      status,
      h('nav', { 'aria-label': 'This match' }, h('a', { href: `/m/${id}` }, 'Table'), h('a', { href: `/m/${id}/audit` }, 'Audit'), h('a', { href: `/rules/${match.game}` }, 'Rules'))),
    alerts,
    h('div', { class: 'match-page replay' }, table, h('div', { class: 'match-side' }, controls, h('section', { class: 'log panel', 'aria-label': 'What happened' }, list))));

  function drawStatus() {
    status.textContent = match.status === 'finished' ? `Won by ${match.result?.winners.map((seat) => match.seats[seat].name).join(' and ') || 'nobody'}.` : 'Still running: new steps come in as they are played.';
    status.dataset.status = match.status;
  }

  // Everything again from the first step, as the chosen perspective has it.
  async function load(target) {
    kept = partsKeeper();
    const mine = new Line(id, perspective === 'revealed' ? 'revealed' : 'then', perspective === 'spectator' ? { token: '' } : {});
    line = mine;
    isEarly = false;
    clear();
    delete table.dataset.loaded;
    let isShown = false;
    try {
      await mine.more((told) => {
        if (line !== mine) return false;
        append(told);
        const found = mine.steps.findIndex((one) => one.step >= target);
        if (isShown) return true;
        if (found >= 0) { isShown = true; isEarly = false; go(found); } else if (!isEarly) showEarly(mine, target);
        return true;
      });
      if (line !== mine) return;
      if (!isShown) { isEarly = false; go(mine.last); }
      fillJumps();
      table.dataset.view = perspective;
      table.dataset.loaded = String(mine.steps.length);
    } catch (problem) {
      if (line === mine) redraw(alerts, alertBox(problem, match.game));
    }
  }

  const toStep = (step) => { stop(); go(line.steps.findIndex((one) => one.step === step)); };
  function clear() {
    list.replaceChildren();
    items = [];
  }
  function append(told) {
    const fresh = told.map((one) => entry(one, { match: id, slug: match.game, current: null, onStep: toStep }));
    for (const item of fresh) {
      if (items.length % CHUNK === 0) list.append(h('ol', {}));
      list.lastChild.append(item);
      items.push(item);
    }
    slider.max = line.last;
  }

  // A link deep into a long match: that step is fetched by itself and shown while the rest comes in.
  async function showEarly(mine, step) {
    isEarly = true;
    const one = await mine.one(step).catch(() => null); // the whole line is on its way
    if (one && line === mine && isEarly) drawState(one.state, one);
  }

  // The match goes on: what is new is added, and whoever looks at the newest step stays with the newest.
  let catching = Promise.resolve();
  const catchUp = () => { catching = catching.then(async () => {
    const mine = line;
    if (table.dataset.loaded === undefined) return; // what is being loaded ends with the newest anyway
    const wasLast = at === mine.last;
    try {
      match = await get(`/v1/matches/${id}`);
      await mine.more((told) => {
        if (line !== mine) return false;
        if (told.some((one) => one.events.some((event) => event.type === 'MoveUndone' || event.type === 'MoveRedone'))) { clear(); append(mine.steps); } else append(told);
        return true;
      });
      if (line !== mine) return;
      if (wasLast) go(mine.last); else count.textContent = `${mine.steps[at].step} / ${match.step}`;
      mark();
      fillJumps();
      fillViews();
      drawStatus();
      table.dataset.loaded = String(mine.steps.length);
    } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
  }); };

  function drawState(view, one) {
    const seat = perspective === 'mine' ? mySeat : null;
    if (view) {
      const ctx = makeContext({ match, view, seat, game, adapter, kept });
      highlight(table, []);
      morph(table, adapter.draw(view, ctx));
      highlight(table, one.patch);
      adapter.settle?.(table, ctx);
    } else morph(table, h('p', { class: 'empty' }, 'The table is not laid yet.'));
    morph(told, h('p', {}, one.markers.length ? h('span', { class: 'marker' }, one.markers.join(', ')) : null, one.undone ? h('s', {}, one.narration.join(' ')) : one.narration.join(' '), one.undone ? ' (taken back)' : ''));
    count.textContent = `${one.step} / ${match.step}`;
    table.dataset.step = one.step;
  }

  function go(to) {
    const { steps, states, last } = line;
    if (!steps.length || isEarly) return;
    at = Math.min(Math.max(to, 0), last);
    const one = steps[at];
    scrollTo(items[at]); // before anything is changed: the browser need not lay out twice
    drawState(states[at], one);
    slider.value = at;
    slider.setAttribute('aria-valuetext', `step ${one.step}: ${one.narration.join(' ')}`);
    mark();
    evidence.href = `/m/${id}/audit#step=${one.step}`;
    const hash = new URLSearchParams({ step: one.step, view: perspective });
    clearTimeout(addressing);
    addressing = setTimeout(() => history.replaceState(null, '', `#${hash}`), 250); // not at every step of a quick run
    if (at === last && timer) stop();
  }

  let addressing = null;
  let marked = null;
  function mark() {
    marked?.classList.remove('current');
    marked?.removeAttribute('aria-current');
    marked = items[at] || null;
    if (!marked) return;
    marked.classList.add('current');
    marked.setAttribute('aria-current', 'step');
  }
  // Moves the transcript alone: scrollIntoView would move the whole page under the reader.
  function scrollTo(item) {
    if (!item) return;
    const { scrollTop, clientHeight } = list;
    const top = item.offsetTop + item.parentNode.offsetTop; // each chunk counts from its own beginning
    const spare = Math.max(0, clientHeight - item.offsetHeight);
    if (top < scrollTop || top > scrollTop + spare) list.scrollTop = top - Math.min(spare, clientHeight / 3);
  }

  function start() {
    clearInterval(timer);
    if (at === line.last) go(0);
    timer = setInterval(() => go(at + 1), speed);
    playing.replaceChildren(icon('M8 5v14M16 5v14'), ' Pause');
    playing.dataset.state = 'playing';
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    if (playing.dataset.state === 'paused') return;
    playing.replaceChildren(icon('M7 5l11 7-11 7z'), ' Play');
    playing.dataset.state = 'paused';
  }
  stop();

  function fillJumps() {
    const marks = line.steps.flatMap((one, index) => one.markers.map((name) => h('option', { value: index }, name)));
    jumps.replaceChildren(h('option', { value: '' }, marks.length ? 'Jump to…' : 'No turns marked'), ...marks);
    const chosen = kinds.value;
    const types = [...new Set(line.steps.flatMap((one) => one.events.map((event) => event.type)))].sort();
    kinds.replaceChildren(...types.map((type) => h('option', { value: type, selected: type === chosen }, human(type))));
  }

  // To the next or last turn that begins: what the list to jump to names.
  function goTurn(by) {
    let index = at + by;
    while (index > 0 && index < line.last && !line.steps[index].markers.length) index += by;
    go(index);
  }

  function seek(by) {
    for (let index = at + by; index >= 0 && index <= line.last; index += by) {
      if (line.steps[index].events.some((event) => event.type === kinds.value)) { go(index); return; }
    }
    say('There is no further event of this kind.');
  }

  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); say('The link is copied.'); } catch { prompt('The link to this step', location.href); }
  }

  async function branch() {
    try {
      const made = await post(`/v1/matches/${id}/branches`, { step: line.steps[at].step, public: match.status === 'finished' });
      location.href = `/m/${made.id}`;
    } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
  }

  addEventListener('keydown', (event) => {
    if (event.target.matches('input:not([type=range]), select, textarea') || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowRight: () => (event.shiftKey ? goTurn(1) : go(at + 1)), ArrowLeft: () => (event.shiftKey ? goTurn(-1) : go(at - 1)), Home: () => go(0), End: () => go(line.last),
      PageDown: () => go(at + 10), PageUp: () => go(at - 10),
    };
    if (event.key === ' ' && !event.target.matches('button, summary, a')) { event.preventDefault(); if (timer) stop(); else start(); return; }
    if (!(event.key in keys)) return;
    event.preventDefault();
    stop();
    const began = performance.now();
    keys[event.key]();
    performance.measure('replay-step', { start: began, end: performance.now() });
  });
  addEventListener('hashchange', () => {
    const now = new URLSearchParams(location.hash.slice(1));
    const index = line.steps.findIndex((one) => one.step === Number(now.get('step')));
    if (index >= 0) go(index);
  });
  drawStatus();
  await load(Number(wanted.get('step') ?? 0));
  if (match.status !== 'finished') {
    catchUp(); // whatever was played while the line was loading
    addEventListener('pagehide', follow(id, match.version, catchUp));
  }
}
