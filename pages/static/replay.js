// Replay: every step of a match, forwards and backwards, as any seat saw it, and on by itself while it still runs.
import { h } from './dom.js';
import { gameOfMatch, get, me } from './api.js';
import { follow } from './follow.js';
import { adapterFor, makeContext } from './table.js';
import { askAdvice } from './advice.js';
import { alertBox } from './alerts.js';
import { CardView } from './card-view.js';
import { CardWays } from './card-way.js';
import { DrawnTable } from './drawn-table.js';
import { Finder } from './find.js';
import { drawTabs, showPane } from './frame.js';
import { importedLine } from './imported.js';
import { Known } from './known.js';
import { Line } from './line.js';
import { fitMap, stepMap } from './map.js';
import { morph } from './morph.js';
import { Overview } from './overview.js';
import { Presses } from './press.js';
import { copyLink, showKeys, showMenu } from './replay-dialogs.js';
import { buildReplayFrame, drawReplayBar } from './replay-frame.js';
import { Transcript } from './transcript.js';
import { Transport, isTyping } from './transport.js';
import { VariationBoard } from './variation-board.js';
import { askWhatIf } from './variations.js';
import { defaultView, findView, viewsOf } from './views.js';
import { words } from './words-replay.js';

const TOAST_MS = 4000;
const ADDRESS_MS = 250; // the address is not written at every step of a quick run
const UNDOING = ['MoveUndone', 'MoveRedone'];
const fromAddress = () => new URLSearchParams(location.hash.slice(1));

export async function show(place, id) {
  const match = await get(`/v1/matches/${id}`);
  if (match.status === 'open') { location.replace(`/m/${id}`); return; }
  const game = await gameOfMatch(match);
  const adapter = await adapterFor(game);
  await new ReplayPage(place, { match, game, adapter }).start();
}

class ReplayPage {
  at = 0; // the index of the step shown in `line`
  line = null; // what is shown: the match, or a variation from where it leaves the match
  main = null; // the line of the match
  known = null;
  #isEarly = false; // a step is shown before everything up to it has been loaded
  #addressing = null;
  #toastTimer = null;
  #catching = Promise.resolve();

  constructor(place, { match, game, adapter }) {
    Object.assign(this, { match, game, adapter });
    this.mySeat = match.seats.find((one) => one.player !== null && one.player === me()?.id)?.seat ?? null;
    this.frame = buildReplayFrame(place);
    const { frame } = this;
    this.names = match.seats.map((one) => one.name || '–');
    this.table = new DrawnTable(frame.table, { game, adapter });
    this.ctx = makeContext({ match, view: null, seat: null, game, adapter });
    this.transcript = new Transcript(this.ctx);
    this.finder = new Finder({ list: this.transcript.list, steps: () => this.line.steps, known: () => this.known,
      titleOf: (kind) => adapter.describe?.(kind, this.ctx)?.title ?? kind });
    frame.side.replaceChildren(h('div', { class: 'steps-head' }, this.finder.input), this.finder.results,
      this.transcript.list);
    this.transport = new Transport(frame.transport, { steps: () => this.line?.steps ?? [], at: () => this.at,
      go: (index) => this.go(index) });
    this.board = new VariationBoard(this);
    this.overview = new Overview(frame.overview, { match: match.id, names: this.names, go: (step) => this.goTo(step) });
    this.cardView = new CardView(frame.root, frame.view, { onGone: () => {} });
    new Presses(frame.root, this.#handlers());
    frame.bar.addEventListener('change', (event) => this.#chooseView(event.target.value));
    addEventListener('keydown', (event) => this.#press(event));
    addEventListener('hashchange', () => this.#followAddress());
    document.title = words.title(game.name);
  }

  get seat() { return this.view.seat ?? (this.view.value === 'revealed' ? this.lastSeat ?? this.mySeat ?? 0 : null); }

  async start() {
    const wanted = fromAddress();
    this.views = viewsOf(this.match, this.mySeat);
    this.view = findView(this.views, wanted.get('view')) ?? defaultView(this.views, this.mySeat);
    if (wanted.get('view') && !findView(this.views, wanted.get('view'))) {
      this.tell(words.view.noSeat(wanted.get('view'), this.view.label));
    }
    this.lastSeat = this.view.seat ?? this.mySeat;
    this.drawBar();
    const imported = importedLine(this.match);
    if (imported) this.frame.side.prepend(imported);
    await Promise.all([this.load(Number(wanted.get('step') ?? 0)), this.#attempt(() => this.board.read(wanted))]);
    await this.#attempt(() => this.overview.load());
    this.overview.show(this.line.steps[this.at]?.step ?? 0);
    if (this.match.status !== 'finished') {
      this.catchUp(); // whatever was played while the line was loading
      addEventListener('pagehide', follow(this.match.id, this.match.version, () => this.catchUp()));
    }
  }

  async #attempt(action) {
    try { await action(); } catch (problem) { this.warn(problem); }
  }

  #status() {
    const { match } = this;
    if (match.status !== 'finished') return words.running;
    return words.wonBy((match.result?.winners ?? []).map((seat) => this.names[seat]));
  }

  drawBar() {
    const { match, game, views, view, board } = this;
    morph(this.frame.bar, drawReplayBar({ match, game, views, view, variation: board.shown, isSplit: board.isSplit,
      status: this.#status() }));
    this.frame.bar.querySelector('.view-pick').value = view.value; // what is kept keeps its value too
  }

  // Everything again from the first step, as the chosen view has it; `target` is the step to show.
  async load(target) {
    const { frame, transcript } = this;
    const mine = new Line(this.match.id, this.view.api);
    this.main = mine;
    this.line = mine;
    this.known = null;
    this.#isEarly = false;
    this.table.forget();
    transcript.clear();
    delete frame.table.dataset.loaded;
    this.ways = new CardWays({ match: this.match.id, view: mine.view, known: () => this.known,
      step: () => this.line.steps[this.at]?.step ?? 0, onRead: () => this.cardView.update(this.ctx),
      onProblem: (problem) => this.warn(problem) });
    let isShown = false;
    try {
      await mine.more((told) => {
        if (this.main !== mine) return false;
        transcript.append(told);
        this.transport.stretch();
        if (isShown) return true;
        if (mine.steps.at(-1).step >= target) { isShown = true; this.#isEarly = false; this.go(mine.indexOf(target)); }
        else if (!this.#isEarly) this.#showEarly(mine, target);
        return true;
      });
      if (this.main !== mine) return;
      if (!isShown) {
        this.#isEarly = false;
        this.go(mine.last);
        if (target > mine.steps.at(-1).step) this.tell(words.noStep(target, mine.steps.at(-1).step));
      }
      mine.isWhole = true;
      await this.board.followView(target);
      await this.#readKnown(mine);
      frame.table.dataset.view = this.view.value;
      frame.table.dataset.loaded = String(mine.steps.length);
    } catch (problem) {
      if (this.main === mine) this.warn(problem);
    }
  }

  async #readKnown(line) {
    const known = await Known.read(this.match.id, line.steps.at(-1).step, line.view, this.names);
    if (this.main !== line) return;
    this.known = known;
    this.#markKnown();
    this.cardView.update(this.ctx);
  }

  // A link deep into a long match: that step is fetched by itself and shown while the rest comes in.
  async #showEarly(mine, step) {
    this.#isEarly = true;
    const one = await mine.one(step).catch(() => null); // the whole line is on its way, and says what is wrong
    if (one && this.main === mine && this.#isEarly) this.#draw(one.state, one);
  }

  // The match goes on: what is new is added, and whoever looks at the newest step stays with the newest.
  catchUp() {
    this.#catching = this.#catching.then(() => this.#attempt(async () => {
      const mine = this.main;
      if (!this.isLoaded) return; // what is being loaded ends with the newest anyway
      const wasLast = this.line === mine && this.at === mine.last;
      this.match = await get(`/v1/matches/${this.match.id}`);
      await mine.more((told) => {
        if (this.main !== mine) return false;
        if (told.some((one) => one.events.some((event) => UNDOING.includes(event.type)))) {
          this.transcript.clear();
          this.transcript.append(mine.steps);
          this.board.list();
        } else this.transcript.append(told);
        return true;
      });
      if (this.main !== mine) return;
      this.views = viewsOf(this.match, this.mySeat);
      this.view = findView(this.views, this.view.value) ?? defaultView(this.views, this.mySeat);
      this.drawBar();
      this.go(wasLast ? mine.last : this.at);
      await this.overview.load();
      if (this.main !== mine) return; // another view was chosen meanwhile, which loads everything anew
      this.overview.show(this.line.steps[this.at].step);
      await this.#readKnown(mine);
      this.frame.table.dataset.loaded = String(mine.steps.length);
    }));
  }

  go(to) {
    const { line } = this;
    if (!line?.steps.length || this.#isEarly) return;
    this.at = Math.min(Math.max(to, 0), line.last);
    const one = line.steps[this.at];
    this.transcript.scrollTo(one.step); // before anything is changed: the browser need not lay out twice
    this.#draw(line.states[this.at], one);
    this.transcript.mark(one.step);
    this.overview.show(one.step);
    clearTimeout(this.#addressing);
    this.#addressing = setTimeout(() => this.#writeAddress(), ADDRESS_MS);
    if (this.at === line.last && this.transport.isPlaying) this.transport.stop();
  }

  goTo(step) {
    this.transport.stop();
    this.go(this.line.indexOf(step));
  }

  get isLoaded() { return this.frame.table.dataset.loaded !== undefined; }

  // The step shown is one that only the variation has.
  get isBranched() { return this.board.shown !== null && this.at >= this.line.forkedAt; }

  #draw(view, one) {
    const { frame } = this;
    const drawing = { match: this.isBranched ? this.board.shown.match : this.match, view, seat: this.seat,
      isOwn: this.view.isOwn, patch: one.patch };
    const ctx = this.board.isSplit ? this.board.draw(drawing, one) : this.table.draw(drawing);
    if (ctx) {
      ctx.moreOfCard = (shown) => (this.isBranched ? null : this.ways.draw(shown));
      this.ctx = ctx;
      this.cardView.update(ctx);
    }
    if (!this.board.isSplit) {
      morph(frame.tabs, drawTabs(frame.table, showPane(frame)));
    }
    this.transport.show(one, this.board.shown ? this.line.steps.at(-1).step : Math.max(this.match.step, one.step));
    this.#markKnown(one.step);
    frame.table.dataset.step = one.step;
  }

  // What is known of a match says nothing of what came out in a variation of it.
  #markKnown(step = this.line.steps[this.at]?.step) {
    if (!this.isBranched) this.known?.mark(this.frame.table, step);
  }

  #goVariation(by) {
    const next = this.board.next(by);
    if (next !== undefined) this.#attempt(() => this.board.show(next));
    return next !== undefined;
  }

  #chooseView(value) {
    this.view = findView(this.views, value) ?? this.view;
    this.lastSeat = this.view.seat ?? this.lastSeat;
    this.drawBar();
    this.load(this.line.steps[this.at]?.step ?? 0);
  }

  #nextView() {
    const at = this.views.indexOf(this.view);
    this.#chooseView(this.views[(at + 1) % this.views.length].value);
  }

  #address() {
    const hash = new URLSearchParams({ step: this.line.steps[this.at].step, view: this.view.value });
    if (this.board.shown) hash.set('variation', this.board.shown.id);
    return `${location.origin}/m/${this.match.id}/replay#${hash}`;
  }

  #writeAddress() { if (this.line.steps.length) history.replaceState(null, '', this.#address()); }

  #followAddress() {
    const step = Number(fromAddress().get('step'));
    const found = this.line.steps.some((one) => one.step === step);
    if (found) this.go(this.line.indexOf(step));
    else this.tell(words.noStep(step, this.line.steps.at(-1)?.step ?? 0));
  }

  async share() {
    const what = [words.share.step(this.line.steps[this.at].step), this.view.label,
      ...(this.board.shown ? [words.share.variation] : [])].join(', ');
    if (await copyLink(this.#address())) this.tell(words.share.copied(what));
  }

  whatIf() {
    askWhatIf({ match: this.match, step: this.main.steps[Math.min(this.at, this.main.last)].step,
      seat: this.seat ?? 0, onProblem: (problem) => this.warn(problem) });
  }

  get hasAdvice() { return this.match.status === 'finished' && !this.board.shown; }

  advise() {
    if (!this.hasAdvice) return false;
    return askAdvice({ match: this.match, step: this.line.steps[this.at].step, seat: this.view.seat ?? null,
      names: this.names });
  }

  #handlers() {
    const { frame } = this;
    const map = () => frame.table.querySelector('.map');
    return {
      go: ({ dataset }) => this.#attempt(async () => {
        if (dataset.branch) await this.board.show(this.board.find(dataset.branch), Number(dataset.step));
        frame.side.removeAttribute('data-open'); // where it is a sheet, it would hide the table
        this.goTo(Number(dataset.step));
      }),
      variation: ({ dataset }) => this.#attempt(() => this.board.toggle(this.board.find(dataset.branch))),
      main: () => this.#attempt(() => this.board.show(null)),
      split: () => this.board.split(),
      read: (node) => this.cardView.open(node, true),
      spot: (node) => this.cardView.open(node, true),
      'close-card': () => this.cardView.close(),
      pane: (node) => this.#showPane(node.dataset.tab),
      map: ({ dataset }) => (dataset.map === 'fit' ? fitMap(map()) : stepMap(map(), dataset.map === 'in' ? 1 : -1)),
      share: () => this.share(), 'what-if': () => this.whatIf(), advice: () => this.advise(), keys: () => showKeys(),
      steps: () => frame.side.toggleAttribute('data-open'),
      menu: () => showMenu(this),
    };
  }

  #showPane(pane) {
    this.frame.root.dataset.shown = pane;
    for (const half of this.board.halves) half.showPane(pane);
    morph(this.frame.tabs, drawTabs(this.frame.table, showPane(this.frame)));
  }

  #press(event) {
    if (document.querySelector('dialog[open]') || event.defaultPrevented || this.transport.press(event)) return;
    if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowUp: () => this.#goVariation(-1), ArrowDown: () => this.#goVariation(1), v: () => this.#nextView(),
      f: () => { this.frame.side.setAttribute('data-open', ''); this.finder.input.focus(); },
      s: () => this.share(), a: () => this.advise(), '?': () => showKeys(),
      escape: () => this.frame.side.removeAttribute('data-open'),
    };
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (action && action() !== false) event.preventDefault();
  }

  tell(text) {
    const { toast } = this.frame;
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
  }

  warn(problem) { this.frame.alerts.replaceChildren(alertBox(problem, this.match.game)); }
}
