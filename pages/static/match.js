// One match: the waiting room while it is open, the table while it runs, the result when it is over.
import { h, say } from './dom.js';
import { clockSkewMs, me } from './api.js';
import { morph, partsKeeper } from './morph.js';
import { highlight, makeContext } from './table.js';
import { PaneFollow } from './pane-follow.js';
import { buildFrame, drawBar, drawRuleWindow, drawTabs, runClocks, showPane } from './frame.js';
import { drawUndo } from './aside.js';
import { drawQuestion, readAll, readAnswer } from './question.js';
import { answerAt, freeParams, fixedParams, valuesOf } from './domains.js';
import { countBelow, countMore, drawBelow, goBelow, markNew, readFromTop, watchBelow } from './below.js';
import { CardView } from './card-view.js';
import { LogScroll, drawLog } from './log.js';
import { News, tellable } from './news.js';
import { Presses } from './press.js';
import { TellLater } from './tell-later.js';
import { pressKey } from './keys-later.js';
import { Session } from './session.js';
import { changes } from './changes.js';
import { alertBox } from './alerts.js';
import { settings } from './settings.js';
import { FirstHelp } from './first-help.js';
import { words } from './words.js';
import { awayChanges, awayState, hasLeavingParts, leaveMenu, playsSeat } from './seat-state.js';
import { statusOf } from './status.js';
import { LateModules } from './late-modules.js';
import { importedLine } from './imported.js';
import { nextMatch, onTurns, startTurns } from './turns.js';

const TOAST_MS = 4000;
const SENTENCES_MAX = 4; // of the step that ended the match
const TIMER_MS_MAX = 2 ** 31 - 1; // longer ones would end at once
// What few moments of a match need.
const LATE = { ending: () => import('./ending.js'), held: () => import('./held.js'),
  leaving: () => import('./leaving.js') };
const NARROW = matchMedia('(max-width: 1099px)');

export async function show(place, id, match) {
  const room = match?.status === 'open' ? import('./waiting.js') : null; // read beside the rest
  const session = new Session(id, { onChange: () => {}, onProblem: (problem) => { throw problem; } });
  await session.load(match);
  if (session.match.status === 'open') await (await (room ?? import('./waiting.js'))).showWaiting(place, session);
  new TablePage(place, session).start();
}

class TablePage {
  #isSending = false;
  #hasDrawn = false;
  #toastTimer = null;
  #awayTimer = null;
  #said = '';

  constructor(place, session) {
    this.session = session;
    this.adapter = session.adapter;
    this.frame = buildFrame(place);
    this.panes = new PaneFollow(this.frame);
    this.scroll = new LogScroll();
    // Whoever watches has no next move, until which it would stay.
    this.news = new News(session.seat === null ? undefined : this.adapter.matters);
    this.kept = partsKeeper();
    this.tellings = new TellLater(this.frame, this.adapter, () => this.firstHelp.isShown);
    this.auto = session.adapter.autoAnswer?.();
    session.onChange = (before) => this.presses.whenReleased(() => this.draw(before));
    session.onProblem = (problem) => this.warn(problem);
    this.cardView = new CardView(this.frame.root, this.frame.view, { onGone: () => this.tell(words.question.gone) });
    this.presses = new Presses(this.frame.root, this.#handlers());
    this.firstHelp = new FirstHelp(this);
    this.late = new LateModules(LATE, { onCome: () => this.draw(session.match), onProblem: session.onProblem });
    watchBelow(this.frame.question);
    addEventListener('keydown', (event) => pressKey(this, event));
  }

  start() {
    const { session } = this;
    this.draw(session.match);
    startTurns();
    // The stream of the match ends with it; that somebody wants to play again comes by the player's own.
    onTurns((kind, one) => { if (kind === 'rematch' && one.match === session.id) session.refresh(); });
    runClocks(this.frame.root);
    NARROW.addEventListener('change', () => this.draw(session.match));
    if (session.match.status !== 'finished') session.follow();
    if (this.firstHelp.isShown) say(words.firstHelp.spoken);
  }

  get templates() {
    const { match, seat, offered } = this.session;
    return match.held || (seat !== null && !playsSeat(match, seat)) ? [] : offered.choices;
  }

  nameOf = (seat) => this.session.match.seats[seat]?.name || words.anyPlayer;

  status(how) { return statusOf(this.session.match, this.session.seat, this.nameOf, how); }

  // The pause of the rules that is running, where the game has one (MUNCH-5.14); it is no clock of the match.
  ruleWindow() {
    const { match } = this.session;
    const found = match.status === 'running' && !match.held ? this.adapter.ruleWindow?.(match.state) : null;
    return found && found.due === match.deadline ? found : null;
  }

  draw(before) {
    const { session, frame, adapter } = this;
    const { match, game, seat } = session;
    this.presses.measure();
    const isMine = match.status === 'running' && !match.held && match.to_act.includes(seat);
    document.title = isMine ? words.titleYourMove(game.name) : words.title(game.name);
    morph(frame.bar, drawBar({ match, due: this.ruleWindow() ? null : match.deadline, game, isMine,
      status: this.status({ isShort: true }), turn: adapter.turn?.(match.state) }));
    frame.offline.hidden = session.connection !== 'lost';
    frame.offline.textContent = session.connection === 'lost' ? words.bar.lost : '';
    if (!session.hasTable) { this.#drawNoTable(); return; }
    const ctx = makeContext({ match, view: match.state, seat, game, adapter, choices: this.templates,
      isPlaying: true });
    const since = seat === null ? 0 : session.lastMove + 1;
    ctx.told = this.news.told(session.steps, since);
    this.ctx = ctx;
    if (this.lookBack?.isOpen) this.lookBack.update().catch((problem) => this.warn(problem));
    else this.#drawTable(ctx);
    this.#drawQuestion(ctx);
    this.scroll.before(frame.log);
    morph(frame.log, drawLog(session.steps, { ...ctx, kept: this.kept }, session.lastMove));
    this.scroll.after(frame.log, session.steps);
    morph(frame.news, this.news.draw(session.steps, since));
    const asked = this.templates.length ? session.offered.prompt ?? words.yourMove : '';
    if (!this.lookBack?.isOpen) this.panes.follow(asked);
    morph(frame.tabs, drawTabs(frame.table, showPane(frame)));
    this.panes.settle();
    if (!this.lookBack?.isOpen) this.cardView.update(ctx);
    if (!this.lookBack?.isOpen) this.tellings.draw(session.steps, ctx);
    this.#speak(before);
    this.#answerByItself();
  }

  #drawTable(ctx) {
    const { session, frame, adapter } = this;
    morph(frame.table, adapter.draw(ctx.view, ctx));
    highlight(frame.table, session.base && ctx.seat !== null ? changes(session.base, ctx.view) : []);
    adapter.settle?.(frame.table, ctx);
  }

  // The table as it was; the present stays in the question and in the log.
  async look(step) {
    this.tellings.close();
    try {
      const { LookBack } = await import('./lookback.js');
      this.lookBack ??= new LookBack(this, { onClose: () => this.draw(this.session.match) });
      await this.lookBack.open(step);
    } catch (problem) { this.warn(problem); }
  }

  #drawQuestion(ctx) {
    const { session, frame } = this;
    const { match, seat, offered } = session;
    const hadFocus = frame.question.contains(document.activeElement);
    const parts = [];
    const waiting = () => h('h2', { class: 'prompt waiting', dataset: { key: 'waiting' } }, this.status());
    if (match.status === 'finished') {
      const [fateOf, pointsOf] = ['fate', 'points'].map((name) => (at) => this.adapter[name]?.(ctx.view, at));
      parts.push(this.late.get('ending')?.drawResult(match, this.nameOf, this.status(), { fateOf, pointsOf,
        scored: this.adapter.scored, told: this.#lastWords(ctx), life: this.#drawLife() })
        ?? h('div', {}, waiting(), this.#drawLife()));
    } else if (match.held?.by === 'dispute') parts.push(this.late.get('held')?.drawHeld(match) ?? waiting());
    else if (match.undo_request) {
      parts.push(this.late.get('held')?.drawUndoRequest(session, this.nameOf) ?? waiting());
    }
    else if (seat === null) parts.push(h('p', { class: 'prompt' }, words.question.watching, ' ',
      me() ? null : h('a', { href: '/' }, words.question.pickName)));
    else if (this.templates.length) parts.push(...drawQuestion(offered, ctx));
    else parts.push(waiting());
    const pause = this.ruleWindow();
    if (pause) parts.splice(1, 0, drawRuleWindow(pause));
    if (!match.held && match.status === 'running') parts.push(drawUndo(session, this.nameOf));
    if (match.status !== 'finished') parts.push(this.#drawLife());
    const isCompact = NARROW.matches && this.templates.length;
    morph(frame.question, h('div', { class: ['question-body', this.templates.length ? 'is-asked' : null] }, parts,
      isCompact ? h('button', { type: 'button', class: 'unfold', dataset: { press: 'unfold', key: 'unfold' },
        'aria-expanded': String('open' in frame.question.dataset) }, 'open' in frame.question.dataset
        ? words.question.less : words.question.more) : null, drawBelow()));
    readFromTop(frame.question, `${offered?.prompt} ${session.lastMove}`);
    countMore(frame.question);
    countBelow(frame.question);
    frame.question.classList.toggle('is-mine', match.to_act.includes(seat) && !match.held);
    if (!this.templates.length) delete frame.question.dataset.open;
    const isNew = this.presses.arm(frame.root, !this.#hasDrawn);
    if (isNew && this.#hasDrawn) markNew(frame.question);
    this.#hasDrawn = true;
    if (hadFocus && document.activeElement === document.body) frame.question.focus({ preventScroll: true });
  }

  // Leaving, coming back, playing again. It has listeners of its own, so it is made anew when it shows other things.
  #drawLife() {
    const { session, nameOf } = this;
    const { match, seat } = session;
    const attempt = (action) => session.attempt(action);
    const now = Date.now() + clockSkewMs();
    this.#wakeFor(match.away.flatMap(awayChanges).map((at) => at - now).filter((ms) => ms > 0));
    const away = match.away.map((one) => [one.seat, awayState(one, now)]);
    const leaving = hasLeavingParts(match, seat, now) ? this.late.get('leaving') : null;
    const ending = match.status === 'finished' ? this.late.get('ending') : null;
    const key = JSON.stringify([match.status, match.ending, match.rematch, match.call_off, away, match.seats, seat,
      Boolean(leaving), Boolean(ending)]);
    return h('div', { class: 'life', dataset: { key: `life ${key}`, keep: 'life' } },
      playsSeat(match, seat) && session.isRunning ? this.auto?.control(() => this.#answerByItself()) : null,
      leaving?.leavingParts({ match, seat, attempt, nameOf }),
      session.isRunning && seat !== null && !match.seats[seat].left ? leaveMenu(() => this.#leaveWays(attempt)) : null,
      ending?.rematchPart({ match, seat, attempt }), nextMatch(match.id), importedLine(match));
  }

  #leaveWays(attempt) {
    return import('./leaving.js').then(({ leaveWays }) => leaveWays(this.session.match, attempt),
      (problem) => this.warn(problem));
  }

  // That somebody has been waited for long enough comes with no message: it is drawn when the time is there.
  #wakeFor(waits) {
    clearTimeout(this.#awayTimer);
    if (!waits.length || !this.session.isRunning) return;
    this.#awayTimer = setTimeout(() => this.draw(this.session.match), Math.min(TIMER_MS_MAX, Math.min(...waits) + 100));
  }

  #answerByItself() {
    const { session } = this;
    const send = (command) => {
      const template = this.templates.find((one) => one.type === command.type);
      if (template) this.send(template, command.params);
    };
    this.auto?.consider(() => ({ match: session.match, choices: this.templates }), session.seat, send);
  }

  // What the match ended with: a fight or a challenge that led to it, and the last step.
  #lastWords(ctx) {
    const last = this.session.steps.findLast((one) => one.step > 0 && !one.undone)?.narration ?? null;
    return [ctx.told, last === ctx.told ? null : last?.slice(-SENTENCES_MAX)].filter(Boolean)
      .map((one) => tellable(one, this.adapter).join(' '));
  }

  #drawNoTable() {
    const { frame, session } = this;
    morph(frame.table, h('p', { class: 'note', dataset: { test: 'no-table' } }, words.noTable));
    morph(frame.question, h('a', { class: 'button', href: `/m/${session.id}/audit` }, words.audit));
    frame.log.hidden = true;
  }

  // The new steps, then the question itself, so that nobody has to look for it.
  #speak(before) {
    const { match, steps, offered } = this.session;
    if (before.version === match.version) return;
    const fresh = steps.filter((one) => one.step > before.step).map((one) => one.narration.join(' '));
    const asked = this.templates.length ? offered.prompt ?? words.yourMove : this.status();
    const text = [...fresh.slice(-3), asked].join(' ');
    if (text !== this.#said) say(text);
    this.#said = text;
  }

  // A press on an answer: sent as it was read, if it is still what is asked.
  async answer(node) {
    if (this.cardView.takeLongPress()) return;
    if (node.form && this.complete(node)) return; // what it asks is not in view yet
    const read = readAnswer(node, this.frame.view.contains(node) ? this.cardView.templates : this.templates);
    if (!read) { this.tell(words.question.changed); return; }
    if (!read.wrong) await this.send(read.template, read.params);
  }

  // As many presses in one: it ends where the game asks something else, or refuses.
  async answerAll(node) {
    const read = readAll(node, this.templates);
    if (!read) { this.tell(words.question.changed); return; }
    for (const value of read.values) {
      const template = this.templates.find((one) => one.type === read.type
        && valuesOf(one.params[read.param] ?? {}).includes(value)
        && freeParams(one).every(([name]) => name === read.param));
      if (!template || !await this.send(template, { ...fixedParams(template), [read.param]: value })) return;
    }
  }

  // Something is still to be chosen: a narrow window shows where, and every window says what.
  complete(node) {
    const isFolded = NARROW.matches && this.frame.question.contains(node) && !('open' in this.frame.question.dataset);
    if (isFolded) { this.frame.question.dataset.open = ''; this.draw(this.session.match); }
    else if (node.title) this.tell(node.title);
    return isFolded;
  }

  // Whether it was done.
  async send(template, params) {
    const { session, frame } = this;
    if (this.#isSending) return false;
    let isDone = false;
    this.#isSending = true;
    this.firstHelp.close(); // with the press, which moves things anyway
    frame.alerts.replaceChildren();
    document.body.dataset.sending = 'yes';
    delete frame.question.dataset.open;
    this.panes.forget();
    this.cardView.close();
    this.tellings.close();
    session.hurry();
    const before = session.match;
    try {
      const outcome = await session.send(template, params);
      isDone = outcome === 'done';
      if (outcome === 'moved') {
        const actor = session.steps.findLast((one) => one.step > before.step)?.actor ?? '';
        this.tell(actor === 'clock' ? words.question.timeUp
          : words.question.movedFirst(this.nameOf(Number(/^seat:(\d+)$/.exec(actor)?.[1]))));
      }
      this.draw(before);
    } catch (problem) { this.warn(problem); }
    this.#isSending = false;
    delete document.body.dataset.sending;
    return isDone;
  }

  // A place on the table. One that does not glow is only shown. On touch, and where the game says so (readsFirst), the
  // first press shows what glows, and the second plays it; else it is played at once if only one thing can be meant.
  pressSpot(node, { isTouch }) {
    if (this.cardView.takeLongPress()) return;
    const { target } = node.dataset;
    const isReadFirst = isTouch || this.adapter.readsFirst?.(this.ctx.offers.get(target) ?? []);
    const isSelected = isReadFirst && this.cardView.isPinned && this.cardView.target === target;
    const one = this.lookBack?.isOpen ? null : answerAt(target, this.ctx, isSelected);
    if (one && (isSelected || !isReadFirst || settings().oneTap)) {
      this.send(one, fixedParams(one));
      return;
    }
    this.cardView.open(node, true, Boolean(isReadFirst && answerAt(target, this.ctx, true)));
    this.presses.arm(this.frame.view, true); // it lies beside what was pressed
    if (isReadFirst) this.presses.rearm([node]);
  }

  #handlers() {
    const { session, frame } = this;
    const map = () => frame.table.querySelector('.map');
    const toNewest = () => this.scroll.toEnd(frame.log, session.steps.at(-1)?.step);
    return {
      answer: (node) => this.answer(node),
      'answer-all': (node) => this.answerAll(node),
      incomplete: (node) => this.complete(node),
      spot: (node, how) => this.pressSpot(node, how),
      read: (node) => this.cardView.open(node, true),
      'close-card': () => this.cardView.close(),
      menu: async () => (await import('./menu.js')).openMenu(this),
      help: () => this.help(),
      'help-close': () => this.firstHelp.close(),
      log: () => { if (frame.log.toggleAttribute('data-open')) toNewest(); },
      news: (node) => {
        const step = Number(node.dataset.step);
        frame.log.setAttribute('data-open', '');
        this.scroll.toStep(frame.log, step);
        this.news.read(step);
      },
      look: (node, { event }) => {
        event.preventDefault(); // it is a link, for whoever wants the replay in another tab
        frame.log.removeAttribute('data-open');
        this.look(node.dataset.step === undefined ? undefined : Number(node.dataset.step));
      },
      'look-return': () => this.lookBack.close(),
      ...this.tellings.handlers,
      setup: () => session.readSetup().catch((problem) => this.warn(problem)),
      newest: toNewest,
      pane: (node) => { this.panes.choose(node.dataset.tab); this.draw(session.match); },
      below: () => goBelow(frame.question),
      unfold: (node) => {
        node.parentElement.querySelector(':scope > .fold')?.setAttribute('open', '');
        frame.question.toggleAttribute('data-open');
        this.draw(session.match);
      },
      map: ({ dataset }) => this.withMap(({ fitMap, stepMap }) => (dataset.map === 'fit' ? fitMap(map())
        : stepMap(map(), dataset.map === 'in' ? 1 : -1))),
      undo: () => session.askUndo(), redo: () => session.redo(),
      'undo-yes': () => session.vote(true), 'undo-no': () => session.vote(false),
        'undo-withdraw': () => session.withdrawUndo(),
    };
  }

  // Only a table with a map needs it, and has it.
  async withMap(use) { use(await import('./map.js')); }

  async help() {
    this.firstHelp.close();
    (await import('./help.js')).openHelp(this);
  }

  tell(text) {
    const { toast } = this.frame;
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
  }

  warn(problem) {
    this.frame.alerts.replaceChildren(alertBox(problem, this.session.match.game));
    this.frame.alerts.querySelector('button.quiet')?.focus({ preventScroll: true });
  }
}
