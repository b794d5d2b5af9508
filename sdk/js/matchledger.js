// A client of Match Ledger: typed calls, retries that do nothing twice, live events without gaps. No dependencies; for
// browsers and for Node.js 22 or newer. docs/sdk.md is the guide, matchledger.d.ts has the types.
import { Caller, DEADLINE_MS } from './caller.js';
import { Channel } from './channel.js';
import { findChoice } from './choices.js';
import { LuckParts, canCommit } from './luck.js';
import { EventsLost, LuckPartLost } from './losses.js';
import { followFeed, readFinished } from './many.js';
import { IllegalMove, Late, MovedOn, Problem, Unreachable, VersionConflict, isTemporary, newKey, pauseBefore,
  problemOfAnswer, sleep } from './problems.js';

export { EventsLost, LuckPartLost } from './losses.js';
export { CursorGone, Finished, Held, IllegalMove, Late, MovedOn, Problem, RateLimited, Unreachable, VersionConflict,
  newKey } from './problems.js';
export { allows, command, findChoice, first, value } from './choices.js';

const STREAM_SILENCE_MS = 40000; // the server sends a comment after 15 quiet seconds
const POLL_S = 20;
const PAGE = 100;
const GAPS_MAX = 3; // connections in a row that leave out the next version
const STREAMS_MAX = 3; // streams in a row that brought nothing; then long polls, which pass through every proxy
const SEAT_ATTEMPTS_MAX = 13;
const NOT_YOURS = ['seat_taken', 'seat_kept']; // somebody was quicker, or has played before and comes again

// Sends the requests of one player, or of nobody. `server` may be empty in a page of the service itself.
export class Client extends Caller {
  constructor(server = '', { token = null, fetch: send = globalThis.fetch, WebSocket: Socket = globalThis.WebSocket,
    deadlineMs = DEADLINE_MS, overChannel = false, pause = sleep } = {}) {
    super(server, { token, fetch: send, deadlineMs, pause });
    this.options = { fetch: send, WebSocket: Socket, deadlineMs, overChannel, pause };
    this.channel = overChannel ? new Channel(this, Socket) : null;
    this.knownId = null; // of this client's player, once it was asked for
    this.luckParts = new LuckParts();
  }

  withToken(token) { return new Client(this.server, { ...this.options, token }); }

  close() { this.channel?.close(); }

  // A client for a new player; keep its `token`. This is never sent twice, because each time would make another player.
  async signUp(name) { return this.withToken((await this.request('POST', '/v1/players', { body: { name } })).token); }
  me() { return this.request('GET', '/v1/players/me'); }
  async playerId() { return this.knownId ??= (await this.me()).id; }
  async games() { return (await this.request('GET', '/v1/games')).games; }
  game(slug) { return this.request('GET', `/v1/games/${slug}`); }

  // `luckPart` is the part of the luck that you have committed to, if a client that sat down before has kept it.
  match(id, { luckPart = null } = {}) {
    if (luckPart !== null) this.luckParts.give(id, luckPart);
    return new Match(this, id);
  }

  async openMatch(game, seats, options = {}, { key, ...more } = {}) {
    return this.match((await this.request('POST', '/v1/matches', { body: { game, seats, options, ...more }, key })).id);
  }

  matches(query = {}) { return this.pages('/v1/matches', 'matches', query); }

  // Which public matches have changed after a cursor, page by page as it happens; keep the `cursor` of the last
  // page that you are done with. Without one it begins now: the first page is empty, and its cursor is the
  // present.
  feed(cursor = null, { waitMs = null, signal } = {}) { return followFeed(this, cursor, waitMs, signal); }

  // Finished public matches with all their events, newest first; `after` is the `cursor` of one of them.
  finished({ game, after } = {}) { return readFinished(this, game, after); }

  // Everything in a list that comes in pages; `name` is the field of the answer that holds it.
  async* pages(path, name, query = {}) {
    for (let cursor = null; ;) {
      const page = await this.request('GET', path, { query: { limit: PAGE, ...query, cursor } });
      yield* page[name];
      cursor = page.next;
      if (cursor === null) return;
    }
  }
}

// A moment at which the match waits for this player: the table as they see it, and what they may do.
export class Turn {
  constructor(match, table, offered) {
    Object.assign(this, { match, table, choices: offered.choices, seat: offered.seat, version: offered.version,
      wasTried: false });
  }

  // An answer that several seats give at the same time is sent whatever the others have done meanwhile.
  async send(given, { key } = {}) {
    this.wasTried = true;
    const isSimultaneous = Boolean(findChoice(this.choices, given)?.simultaneous);
    try {
      return await this.match.send(given, { expected: isSimultaneous ? undefined : this.version, key });
    } catch (problem) {
      if (!(problem instanceof IllegalMove || problem instanceof Late)) throw problem;
      const version = isSimultaneous ? (await this.match.get()).version : this.version;
      // Nothing has happened since this turn was offered: the command is wrong.
      if (version === this.version) throw new IllegalMove(problem.status, problem.document);
      throw new VersionConflict(problem.status, { ...problem.document, version });
    }
  }
}

// A match as one player sees it, or as everybody does if the client has no token.
export class Match {
  constructor(client, id) { Object.assign(this, { client, id }); }

  // The part of the luck that this player has committed to, if this client has it: keep it where a crash does not lose
  // it.
  get luckPart() { return this.client.luckParts.get(this.id); }

  request(method, path = '', options = {}) {
    return this.client.request(method, `/v1/matches/${this.id}${/^[^/?]/.test(path) ? '/' : ''}${path}`, options);
  }

  get(at) { return this.request('GET', '', { query: { at } }); }

  // Take a seat, the first free one unless one is named. You commit to a part of the luck, which `turns()` and
  // `start()` of any match object of this client open when it is time, unless you say `luck: false` (docs/luck.md).
  async sit({ seat, luck = canCommit } = {}) {
    if (!luck) return (await this.request('POST', '/seats', { body: { seat } })).seat;
    const refused = new Set();
    for (;;) {
      const chosen = seat ?? await this.#freeSeat(refused);
      // the server says why not
      if (chosen === undefined) return (await this.request('POST', '/seats', { body: {} })).seat;
      try {
        await this.#commit(chosen, (commitment) => (
          this.request('POST', '/seats', { body: { seat: chosen, luck: { commitment } } })));
        return chosen;
      } catch (problem) {
        const isLastAttempt = refused.size + 1 === SEAT_ATTEMPTS_MAX;
        if (seat !== undefined || !NOT_YOURS.includes(problem.code) || isLastAttempt) throw problem;
        refused.add(chosen);
      }
    }
  }

  async #freeSeat(refused) {
    const { seats } = await this.request('GET', '/invitation'); // a private match shows outsiders nothing else
    return seats.find((one) => one.name === null && !refused.has(one.seat))?.seat;
  }

  async #commit(seat, send) { return this.client.luckParts.commit(this.id, seat, await this.client.playerId(), send); }

  // Do what the match waits for before it begins: open your part of the luck, or commit to another; whether it waited
  // for that. `turns()` does it by itself. `LuckPartLost` if the part is not there.
  async settleLuck({ status, opening, must_commit: mustCommit, seats }) {
    if (status !== 'open' || (opening === null && !mustCommit.length)) return false;
    const player = await this.client.playerId();
    const seat = seats.find((one) => one.player === player)?.seat;
    if (opening?.waiting_for.includes(seat)) {
      const part = this.luckPart;
      if (part === null) throw new LuckPartLost(this.id, seat, opening.deadline);
      // The key follows from the part: after a lost answer the same is asked again, and is answered as then.
      await this.request('POST', '/luck', { body: { part }, key: part.slice(0, 24) });
    } else if (mustCommit.includes(seat)) {
      await this.client.luckParts.alone(async () => {
        if (!(await this.get()).must_commit.includes(seat)) return;
        await this.#commit(seat, (commitment) => this.request('POST', '/luck/commitment', { body: { commitment } }));
      });
    } else return false;
    return true;
  }

  leave(seat) { return this.request('DELETE', `/seats/${seat}`); }
  async seatBots({ policy = 'sensible', count } = {}) {
    return (await this.request('POST', '/bots', { body: { policy, count } })).seats;
  }

  async start() {
    const started = await this.request('POST', '/start', { body: {} });
    return this.luckPart !== null && (await this.settleLuck(started)) ? this.get() : started;
  }

  choices() { return this.request('GET', '/choices'); }
  undoPlan(toStep) { return this.request('GET', '/undo', { query: { to_step: toStep } }); }
  undo(toStep) { return this.request('POST', '/undo', { body: { to_step: toStep } }); }
  vote(accepts) { return this.request('POST', '/undo/votes', { body: { accepts } }); }
  redo() { return this.request('POST', '/redo', { body: {} }); }
  step(number, { view } = {}) { return this.request('GET', `/steps/${number}`, { query: { view } }); }
  audit() { return this.request('GET', '/audit'); }
  export() { return this.request('GET', '/export', { accept: '*/*' }); }

  // Whoever keeps `key` before sending can send the same command again after a crash, and it is carried out once.
  send(given, { expected, key } = {}) {
    const body = { type: given.type, params: given.params ?? {} };
    if (this.client.channel) return this.client.channel.send(this.id, body, expected, key ?? newKey());
    return this.request('POST', '/commands', { body, expected, key });
  }

  async isLegal(given) {
    try {
      await this.request('POST', '/commands', { body: given, query: { dry_run: true } });
      return true;
    } catch (problem) {
      if (problem instanceof IllegalMove || problem instanceof MovedOn) return false;
      throw problem;
    }
  }

  // The events after a version and then each new one: every version once, in order, over any number of lost
  // connections. Ends with the match, or when none has come for `waitMs`. `onState`: 'live', 'polling' or 'lost'.
  events({ after = 0, waitMs = null, signal, onState = () => {} } = {}) {
    return this.client.channel ? this.client.channel.follow(this.id, after, waitMs, signal, onState)
      : follow(this, after, waitMs, signal, onState);
  }

  // Wait until there is an event after this version, but not longer; whether there is one.
  async wait(after, ms = POLL_S * 1000, signal) {
    if (this.client.channel) {
      for await (const _ of this.events({ after, waitMs: ms, signal })) return true;
      return false;
    }
    return (await pollEvents(this, { after }, Math.min(POLL_S, Math.max(1, Math.round(ms / 1000))), signal, 1))
      .version > after;
  }

  // A turn whenever the match waits for you and there is something that you may do. It waits before the start, while
  // others act and while the match is held; it ends with the match, or when you were not asked for `waitMs`.
  async* turns({ acceptsUndo = null, waitMs = null, signal } = {}) {
    let seat = null;
    for (let askedAt = Date.now(); ;) {
      const table = await this.get();
      if (table.status === 'finished') return;
      if (await this.settleLuck(table)) continue;
      const request = table.undo_request;
      if (seat === null || request !== null || table.to_act.includes(seat)) {
        const offered = await this.choices();
        seat = offered.seat;
        if (offered.version !== table.version) continue; // it has moved on between the two reads
        if (request !== null && acceptsUndo !== null && request.waiting_for.includes(seat)) {
          await this.vote(acceptsUndo).catch((problem) => { if (!(problem instanceof MovedOn)) throw problem; });
          continue;
        }
        if (offered.choices.length && table.to_act.includes(seat)) {
          const turn = new Turn(this, table, offered);
          yield turn;
          askedAt = Date.now();
          if (turn.wasTried) continue;
        }
      }
      const left = waitMs === null ? POLL_S * 1000 : Math.min(POLL_S * 1000, askedAt + waitMs - Date.now());
      if (left <= 0) return;
      await this.wait(table.version, left, signal);
    }
  }
}

async function* follow(match, after, waitMs, signal, onState) {
  const { client } = match;
  let [last, attempt, emptyStreams, gaps, lostAt, eventAt] = [after, 0, 0, 0, null, Date.now()];
  let command; // of the event at that version: if the store has lost it, the server says so
  for (;;) {
    const isStreaming = waitMs === null && emptyStreams < STREAMS_MAX;
    let problem = new Unreachable('The connection was closed.');
    try {
      const left = waitMs === null ? null : eventAt + waitMs - Date.now();
      for await (const [kind, data] of isStreaming ? stream(match, { after: last, command }, signal)
        : poll(match, { after: last, command }, left, signal)) {
        if (kind === 'finished') return;
        if (kind === 'reset') throw new EventsLost(data);
        if (kind === 'event' && data.version > last + 1) {
          gaps += 1;
          problem = new Unreachable(`Version ${last + 1} is missing: ${data.version} came after ${last}.`);
          break;
        }
        [lostAt, attempt, emptyStreams] = [null, 0, isStreaming ? 0 : emptyStreams];
        onState(isStreaming ? 'live' : 'polling');
        if (kind === 'event' && data.version === last + 1) {
          [last, command, gaps] = [data.version, data.command, 0];
          yield data;
          eventAt = Date.now();
        }
      }
      if (!isStreaming && !gaps) {
        if (waitMs !== null && Date.now() >= eventAt + waitMs) return;
        continue;
      }
    } catch (failure) {
      signal?.throwIfAborted();
      problem = failure instanceof Problem ? failure : new Unreachable('The connection was lost.');
      if (problem instanceof EventsLost || !isTemporary(problem)) throw problem;
    }
    emptyStreams += isStreaming;
    lostAt ??= Date.now();
    onState('lost');
    const ms = pauseBefore(attempt, problem.retryAfterMs);
    if (gaps > GAPS_MAX || Date.now() + ms > lostAt + client.deadlineMs) throw problem;
    attempt += 1;
    await client.pause(ms, signal);
  }
}

// What the live stream brings; ends when the connection is closed. A stream that is silent for too long is given up.
async function* stream(match, { after, command }, signal) {
  const { client } = match;
  const stopping = new AbortController();
  let timer = setTimeout(() => stopping.abort(), STREAM_SILENCE_MS);
  const stop = () => stopping.abort();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const answer =
      await client.fetch(`/v1/matches/${match.id}/live?after=${after}${command ? `&command=${command}` : ''}`,
      { headers: client.headers('text/event-stream'), signal: stopping.signal, cache: 'no-store' });
    if (answer.status >= 400) throw await problemOfAnswer(answer);
    if (answer.status === 204) { yield ['finished', null]; return; }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(stop, STREAM_SILENCE_MS);
      const blocks = (text + value).split('\n\n');
      text = blocks.pop();
      for (const block of blocks) yield* readBlock(block);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    stopping.abort();
  }
}

function* readBlock(block) {
  let [name, data] = ['', ''];
  for (const line of block.split('\n')) {
    const [, field, given] = /^([^:]*):? ?(.*)$/.exec(line);
    if (line.startsWith(':')) yield ['alive', null]; // a comment
    else if (field === 'event') name = given;
    else if (field === 'data') data += given;
  }
  if (name === 'ledger') yield ['event', JSON.parse(data)];
  else if (name === 'reset') yield ['reset', JSON.parse(data).after];
  else if (name === 'finished') yield ['finished', null];
}

const pollEvents = (match, place, wait, signal, limit = PAGE) => match.request('GET', '/events', {
  query: { ...place, limit, wait: wait || null }, signal, silenceMs: wait * 1000 + 5000,
    deadlineMs: Math.max(match.client.deadlineMs, 2 * (wait * 1000 + 5000)),
});

// One long poll; all pages of what it finds.
async function* poll(match, place, leftMs, signal) {
  const wait = leftMs === null ? POLL_S : Math.max(0, Math.min(POLL_S, Math.ceil(leftMs / 1000)));
  let found = await pollEvents(match, place, wait, signal);
  for (;;) {
    if (found.reset !== null) yield ['reset', found.reset];
    yield ['alive', null];
    for (const event of found.events) yield ['event', event];
    if (found.next === null) break;
    found = await pollEvents(match, { after: found.next }, 0, signal);
  }
  if (found.events.length) return;
  const table = await match.get(); // only the match itself says whether it is over
  if (table.status === 'finished' && table.version === found.version) yield ['finished', null];
}
