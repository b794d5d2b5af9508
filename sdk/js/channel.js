// The channel (docs/channel.md): commands and events of any number of matches over one WebSocket. It is opened
// when it is first needed and replaced when it is lost; unanswered commands are sent again under their keys, and
// each match is followed from the last version that came.
import { EventsLost } from './losses.js';
import { Problem, Unreachable, VersionConflict, isTemporary, pauseBefore, problemOf, retry } from './problems.js';

const SILENCE_MS = 10000;
const QUEUE_MAX = 1000; // events that wait for a slow reader; what comes then is asked for again later
const GAPS_MAX = 3; // subscriptions in a row that leave out the next version
const CLIENT = 'matchledger.js/0.1.0';

const problemIn = (message) => problemOf(message.problem.status, message.problem,
  message.retry_after_s == null ? null : message.retry_after_s * 1000);

// Somebody who follows a match: a queue of what came, as [kind, data].
class Follower {
  items = [];
  isBehind = false;
  wake = () => {};

  put(item) { this.items.push(item); this.wake(); }

  putEvents(events) {
    if (this.isBehind || this.items.length + events.length > QUEUE_MAX) this.isBehind = true; // it reads on later
    else for (const event of events) this.items.push(['event', event]);
    this.wake();
  }

  // The next item; null if none has come in time.
  async take(ms, signal) {
    if (!this.items.length && ms > 0) {
      await new Promise((done, fail) => {
        signal?.throwIfAborted();
        const stop = () => fail(signal.reason);
        const timer = ms === Infinity ? null : setTimeout(() => this.wake(), ms);
        this.wake = () => { clearTimeout(timer); signal?.removeEventListener('abort', stop); this.wake = () => {};
          done(); };
        signal?.addEventListener('abort', stop, { once: true });
      });
    }
    return this.items.shift() ?? null;
  }
}

export class Channel {
  #client;
  #Socket;
  #opening = null; // the promise of a socket that has said hello
  #socket = null; // that socket
  #number = 0;
  #pending = new Map(); // unanswered messages by number: their match and who waits
  #followers = new Map();
  #reconnectMs = 0; // as the server asked when it closed the last one

  constructor(client, Socket) { this.#client = client; this.#Socket = Socket; }

  async send(match, { type, params }, expected, key) {
    const fields = { match, type, params, key, ...(expected == null ? {} : { expected }) };
    const until = Date.now() + this.#client.deadlineMs;
    const attempt = () => this.#ask('command', until, fields);
    return (await retry(attempt, { until, isRepeatable: true, pause: this.#client.pause })).body;
  }

  async* follow(match, after, waitMs, signal, onState) {
    const follower = new Follower();
    this.#followers.set(match, [...(this.#followers.get(match) ?? []), follower]);
    try {
      yield* this.#readOn(match, follower, after, waitMs, signal, onState);
    } finally {
      this.#leave(match, follower);
    }
  }

  close() {
    this.#opening?.then((socket) => this.#drop(socket), () => {});
  }

  async* #readOn(match, follower, after, waitMs, signal, onState) {
    let [last, gaps, attempt, lostAt, eventAt] = [after, 0, 0, null, Date.now()];
    for (;;) {
      let ms = 0;
      try {
        follower.isBehind = false;
        const subscribed = await this.#ask('subscribe', Date.now() + this.#client.deadlineMs,
          { match, after: last, want: ['events'] });
        [lostAt, attempt] = [null, 0];
        onState('live');
        for (let isCurrent = false; ;) {
          const item = await follower.take(waitMs === null ? Infinity : eventAt + waitMs - Date.now(), signal);
          if (item === null) return; // nothing came for long
          const [kind, data] = item;
          if (kind === 'lost') break;
          if (kind === 'subscribed') isCurrent ||= data === subscribed.id;
          else if (isCurrent && kind === 'ended' && !follower.isBehind) { throwEnd(data); return; }
          else if (isCurrent && kind === 'event' && data.version > last + 1) { gaps += 1; break; }
          else if (isCurrent && kind === 'event' && data.version === last + 1) {
            [last, gaps] = [data.version, 0];
            yield data;
            eventAt = Date.now();
          }
          if (follower.isBehind && !follower.items.length) break;
        }
        if (gaps > GAPS_MAX) throw new Unreachable(`Version ${last + 1} is missing.`);
        continue;
      } catch (problem) {
        signal?.throwIfAborted();
        // there is no such version any more
        if (problem instanceof VersionConflict) throw new EventsLost(problem.document.version ?? 0);
        if (!(problem instanceof Problem) || !isTemporary(problem) || gaps > GAPS_MAX) throw problem;
        lostAt ??= Date.now();
        onState('lost');
        ms = Math.max(pauseBefore(attempt, problem.retryAfterMs), this.#reconnectMs);
        if (Date.now() + ms > lostAt + this.#client.deadlineMs) throw problem;
      }
      attempt += 1;
      await this.#client.pause(ms, signal);
    }
  }

  #leave(match, follower) {
    const others = this.#followers.get(match).filter((one) => one !== follower);
    if (others.length) { this.#followers.set(match, others); return; }
    this.#followers.delete(match);
    this.#number += 1;
    const message = JSON.stringify({ kind: 'unsubscribe', id: this.#number, match });
    this.#opening?.then((socket) => { if (socket.readyState === 1) socket.send(message); }, () => {});
  }

  // Send a message and wait for its answer.
  async #ask(kind, until, fields) {
    const socket = await this.#connected(until);
    if (socket.readyState !== 1) throw new Unreachable('The channel was closed.');
    this.#number += 1;
    const id = this.#number;
    const answer = await new Promise((done) => {
      const timer = setTimeout(() => { this.#drop(socket); done(null); },
        Math.max(0, Math.min(SILENCE_MS, until - Date.now())));
      this.#pending.set(id, { match: fields.match, socket,
        answer: (message) => { clearTimeout(timer); done(message); } });
      socket.send(JSON.stringify({ kind, id, ...fields }));
    });
    this.#pending.delete(id);
    if (answer === null) throw new Unreachable('The channel was closed.');
    if (answer.kind === 'refused') throw problemIn(answer);
    return answer;
  }

  #connected(until) {
    this.#opening ??= this.#open(Math.max(1, Math.min(SILENCE_MS, until - Date.now())))
      .catch((failure) => { this.#opening = null; throw failure; });
    return this.#opening;
  }

  #open(ms) {
    const { server, token } = this.#client;
    const address = `${(server || globalThis.location.origin).replace(/^http/, 'ws')}/v1/socket`;
    return new Promise((done, fail) => {
      const socket = new this.#Socket(address);
      const give = (failure) => { clearTimeout(timer); fail(failure); socket.close(); };
      const timer = setTimeout(() => give(new Unreachable('The channel does not answer.')), ms);
      let isGreeted = false;
      socket.onopen = () => socket.send(JSON.stringify({ kind: 'hello', v: 1, client: CLIENT,
        ...(token ? { token } : {}) }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (isGreeted) this.#dispatch(message);
        else if (message.kind === 'welcome') { isGreeted = true; this.#reconnectMs = 0; this.#socket = socket;
          clearTimeout(timer); done(socket); }
        else give(message.kind === 'refused' ? problemIn(message) : new Unreachable('The channel was closed.'));
      };
      socket.onclose = () => { if (isGreeted) this.#drop(socket);
        else give(new Unreachable('The channel cannot be opened.')); };
      socket.onerror = () => {}; // a close follows
    });
  }

  // This socket is of no use any more; whoever waits for it has to ask again.
  #drop(socket) {
    const isOurs = [...this.#pending.values()].filter((one) => one.socket === socket);
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    if (this.#socket === socket) [this.#socket, this.#opening] = [null, null];
    for (const one of isOurs) one.answer(null);
    for (const group of this.#followers.values()) for (const follower of group) follower.put(['lost', null]);
  }

  #dispatch(message) {
    const followers = (match) => this.#followers.get(match) ?? [];
    const asked = this.#pending.get(message.id);
    if (message.kind === 'bye') this.#reconnectMs = message.reconnect_ms;
    else if (message.kind === 'events') for (const one of followers(message.match)) one.putEvents(message.events);
    else if (message.kind === 'ended') for (const one of followers(message.match)) one.put(['ended', message]);
    else if (message.kind === 'subscribed') for (const one of followers(message.match)) one.put(['subscribed',
      message.id]);
    // The events of one's own command come with its answer, and not again.
    else if (message.kind === 'ack') for (const one of followers(asked?.match)) one.putEvents(message.body.events);
    asked?.answer(message);
  }
}

// Throw what the end of a subscription means, unless it is that the match is over.
function throwEnd({ why, problem }) {
  if (why === 'lost') throw new EventsLost(0); // the server does not say which
  if (why === 'failed') throw problemIn({ problem });
}
