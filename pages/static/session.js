// What the table page knows of its match: the match, the choices, what can be taken back, and the log. It is read once,
// then each message of the live stream changes it; where no stream comes through it is read again after each change.
import { call, get, gameOfMatch, me, post } from './api.js';
import { followTable } from './live.js';
import { same } from './domains.js';
import { adapterFor } from './table.js';
import { showMs } from './settings.js';
import { playsSeat } from './seat-state.js';
import { note } from './turns.js';

const LOG_STEPS = 30;
const LOG_MAX = 200;
const SHOW_TOGETHER_MS = 1500; // moves of others are shown one after another, but no longer than this before a question
const READS_MAX = 4; // of the match and its choices, until both are of the same version
const RETRY_MS = 2000;
const STREAM_MS = 600; // how long the stream may take to bring one's own move before the match is read
const NOTHING = { choices: [], seat: null };
// Whether luck.js still keeps parts of this match: most tables never need that module.
const hasParts = ({ id }) => Boolean(localStorage.getItem('matchledger.luck.parts')?.includes(id));
const settleLuck = async (match) => (await import('./luck.js')).settleLuck(match);
const isTemporary = ({ status }) => !status || status === 429 || status >= 500;
const markUndone = (steps, undone) => steps.map((one) => (one.undone === undone.has(one.step) ? one : { ...one,
  undone: undone.has(one.step) }));

export class Session {
  steps = [];
  offered = NOTHING;
  undo = null;
  connection = 'live';
  luckNote = null; // why this page could not open its part of the luck
  base = null; // the state before this player's last move: what differs from it is marked
  lastMove = -1; // the last step before it
  #queue = []; // messages that are not shown yet
  #last = Promise.resolve(); // the end of what is being done: reading and showing wait for each other
  #isFollowing = false;
  #isHurried = false;
  #skipPause = () => {};
  #reached = null; // {version, done}: who waits for the stream to bring this version
  #retry = null;

  constructor(id, { onChange, onProblem }) {
    Object.assign(this, { id, onChange, onProblem });
  }

  get seat() { return this.match.seats.find((one) => one.player !== null && one.player === me()?.id)?.seat ?? null; }
  get isRunning() { return this.match.status === 'running'; }
  get hasTable() { return this.match.status !== 'open' && this.match.state !== null; }

  async load(match = null) {
    this.match = match ?? await get(`/v1/matches/${this.id}`);
    await this.#settleLuck();
    const game = gameOfMatch(this.match);
    [this.game, this.adapter] = await Promise.all([game, game.then(adapterFor), this.#readBeside()]);
    this.markMoves();
  }

  follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const stop = followTable(this.id, this.match.version, {
      onTable: (message) => this.#enqueue(message), onChange: () => this.refresh(),
      onReset: () => { this.#queue = []; this.refresh(); }, onState: (state) => this.#connect(state),
    });
    addEventListener('pagehide', stop);
  }

  // One thing at a time. If a message were applied while the match is read, the older choices of that reading would
  // replace those of the message, and a player who is asked would see no question until somebody else moved.
  #inTurn(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(reportError); // whatever failed, the next message is still shown
    return done;
  }

  // From the service, whole: at the beginning, after an answer of one's own, and where no stream comes through.
  refresh() {
    this.hurry();
    return this.#inTurn(() => this.#readWhole());
  }

  async #readWhole() {
    clearTimeout(this.#retry);
    const before = this.match;
    try {
      for (let read = 1; read <= READS_MAX; read += 1) {
        this.match = await get(`/v1/matches/${this.id}`);
        await this.#settleLuck();
        await this.#readBeside();
        if ((this.offered.version ?? this.match.version) === this.match.version) break;
      }
      this.#queue = this.#queue.filter((message) => message.version > this.match.version);
      this.onChange(before);
    } catch (problem) {
      this.onProblem(problem);
      // No other message may come for a long time.
      if (isTemporary(problem)) this.#retry = setTimeout(() => this.refresh(), RETRY_MS);
    }
  }

  // Opens this player's part of the luck, or commits to another, where the match waits for it.
  async #settleLuck() {
    const { match } = this;
    if (match.status !== 'open') { if (me() && hasParts(match)) await settleLuck(match); return; }
    try { this.luckNote = await settleLuck(match); } catch (problem) { this.luckNote = problem.message; }
    if (match.opening || match.must_commit.length) this.match = await get(`/v1/matches/${this.id}`);
  }

  async #readBeside() {
    const { match, id } = this;
    note(match, this.seat);
    const isPlaying = playsSeat(match, this.seat) && this.isRunning;
    // The set-up is long and folded: read when it is unfolded, or while nothing else has happened.
    const after = Math.max(match.step > 0 ? 0 : -1, match.step - LOG_STEPS);
    const [offered, told, undo] = await Promise.all([
      isPlaying ? get(`/v1/matches/${id}/choices`) : { ...NOTHING, seat: this.seat },
      this.hasTable ? get(`/v1/matches/${id}/steps?after=${after}&limit=100&detail=words`) : { steps: [] },
      isPlaying ? get(`/v1/matches/${id}/undo`).catch(() => null) : null,
    ]);
    this.#learn({ offered, undo, steps: told.steps });
  }

  async readSetup() {
    if (this.steps[0]?.step === 0) return;
    const { steps } = await get(`/v1/matches/${this.id}/steps?after=-1&limit=1&detail=words`);
    this.#learn({ offered: this.offered, undo: this.undo, steps });
    this.onChange(this.match);
  }

  // Newer news of a step replaces older; `undone` lists the steps that no longer count.
  #learn({ offered, undo, steps, undone = null }) {
    this.offered = offered;
    this.undo = undo;
    const known = new Map([...this.steps, ...steps].map((one) => [one.step, one]));
    const all = [...known.values()].sort((a, b) => a.step - b.step).slice(-LOG_MAX);
    this.steps = undone ? markUndone(all, new Set(undone)) : all;
  }

  // What differs from then on is new to this player: what follows from the own move too, as when it ends a round.
  markMoves({ state, step } = this.match) {
    this.base = state;
    this.lastMove = step;
  }

  // What has come is shown without pauses.
  hurry() {
    this.#isHurried = true;
    this.#skipPause();
  }

  #enqueue(message) {
    this.#queue.push(message);
    this.#inTurn(() => this.#showNext());
  }

  async #showNext() {
    const patching = await import('./patch.js').catch(() => null); // nothing needs it until there is news
    const message = this.#queue.shift();
    if (!message) return; // a reading was newer
    const before = this.match;
    if (!this.#apply(message, patching)) await this.#readWhole();
    else if (this.match !== before) await this.#showMessage(message, before);
    if (this.match.version >= this.#reached?.version) this.#reached.done();
  }

  async #showMessage(message, before) {
    if (this.match.status === 'open') {
      await this.#settleLuck();
      if (this.match.status !== 'open') await this.#readBeside(); // play began with this page's part
    }
    note(this.match, this.seat);
    this.onChange(before);
    if (!this.#queue.length) this.#isHurried = false;
    const isOthers = message.steps?.some((one) => one.actor !== `seat:${this.seat}`);
    if (!isOthers || this.#isHurried) return;
    await this.#pause(Math.min(showMs(), SHOW_TOGETHER_MS / (this.#queue.length + 1)));
  }

  #pause(ms) {
    if (!ms) return null;
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#skipPause = () => { clearTimeout(timer); done(); };
    });
  }

  // Whether the match is now at least at the version of the message: a patch is from one version to the next.
  #apply(message, patching) {
    if (message.version <= this.match.version) return true;
    if (message.match) this.match = message.match;
    else if (patching && message.base === this.match.version) {
      try { this.match = patching.applied(this.match, message.patch); }
      catch (failure) { reportError(failure); return false; }
    } else return false;
    this.#learn({ offered: message.choices ?? { ...NOTHING, seat: this.seat }, undo: message.undo ?? null,
      steps: message.steps ?? [], undone: message.undone ?? null });
    return true;
  }

  #connect(state) {
    const was = this.connection;
    this.connection = state;
    if (state !== was && (state === 'lost' || was === 'lost')) this.onChange(this.match);
  }

  // Sends an answer. If somebody was faster and the same choice of the same decision is still on offer, it is sent
  // again. Answers what happened: 'done', 'moved' (somebody moved first), or throws the problem.
  async send(template, params) {
    const whole = template.whole ?? template;
    const asked = this.offered;
    for (let attempt = 0; ; attempt += 1) {
      const before = this.match;
      const isShared = whole.simultaneous ?? ('decision_id' in params || 'window' in params);
      try {
        const { version } = await post(`/v1/matches/${this.id}/commands`, { type: whole.type, params },
          { expected: isShared ? null : this.offered.version });
        await this.#reach(version);
        this.markMoves(before);
        return 'done';
      } catch (problem) {
        await this.refresh();
        const isSame = this.isOffered(whole) && (isShared || same(asked.choices, this.offered.choices));
        if (problem.slug !== 'version-conflict' && !(problem.slug === 'illegal-move'
          && !this.isOffered(whole))) throw problem;
        if (!isSame) return 'moved';
        if (attempt >= 3) throw problem;
      }
    }
  }

  // The stream brings one's own moves too.
  async #reach(version) {
    if (this.match.version < version && this.connection === 'live') {
      this.hurry();
      await new Promise((done) => { this.#reached = { version, done }; setTimeout(done, STREAM_MS); });
    }
    if (this.match.version < version) await this.refresh();
  }

  isOffered(template) {
    return this.offered.choices.some((one) => one.type === template.type && same(one.params, template.params));
  }

  async attempt(action) {
    try { await action(); } catch (problem) { this.onProblem(problem); }
    await this.refresh();
  }

  askUndo() { return this.attempt(() => post(`/v1/matches/${this.id}/undo`, {})); }
  redo() { return this.attempt(() => post(`/v1/matches/${this.id}/redo`, {})); }
  vote(accepts) { return this.attempt(() => post(`/v1/matches/${this.id}/undo/votes`, { accepts })); }
  withdrawUndo() { return this.attempt(() => call('DELETE', `/v1/matches/${this.id}/undo`)); }
}
