// Sends requests and repeats what may be repeated: all that every other part of the client is built on.
import { Problem, Unreachable, newKey, problemOfAnswer, retry, sleep } from './problems.js';

export const DEADLINE_MS = 30000;
const SILENCE_MS = 10000; // how long one attempt may take
const CACHE_MAX = 60;
// The operations that take an idempotency key; `make spec` writes these lines.
const KEYED = new RegExp([
  '^(DELETE /v1/disputes/[^/?]+',
  '|POST /v1/disputes/[^/?]+/ruling',
  '|POST /v1/matches',
  '|POST /v1/matches/import',
  '|POST /v1/matches/[^/?]+/away',
  '|POST /v1/matches/[^/?]+/bots',
  '|POST /v1/matches/[^/?]+/branches',
  '|POST /v1/matches/[^/?]+/cancel',
  '|POST /v1/matches/[^/?]+/commands',
  '|POST /v1/matches/[^/?]+/disputes',
  '|POST /v1/matches/[^/?]+/leave',
  '|DELETE /v1/matches/[^/?]+/leave',
  '|POST /v1/matches/[^/?]+/luck',
  '|POST /v1/matches/[^/?]+/luck/commitment',
  '|POST /v1/matches/[^/?]+/redo',
  '|POST /v1/matches/[^/?]+/seats',
  '|DELETE /v1/matches/[^/?]+/seats/[^/?]+',
  '|POST /v1/matches/[^/?]+/start',
  '|POST /v1/matches/[^/?]+/undo',
  '|DELETE /v1/matches/[^/?]+/undo',
  '|POST /v1/matches/[^/?]+/undo/votes)$',
].join(''));

const within = (ms, signal) => (signal ? AbortSignal.any([AbortSignal.timeout(ms), signal]) : AbortSignal.timeout(ms));

// Of one player, or of nobody. `server` may be empty in a page of the service itself.
export class Caller {
  constructor(server = '', { token = null, fetch: send = globalThis.fetch, deadlineMs = DEADLINE_MS, pause = sleep } =
    {}) {
    Object.assign(this, { server: server.replace(/\/+$/, ''), token, deadlineMs, pause });
    this.fetch = (address, options) => send.call(globalThis, this.server + address, options);
    this.clockSkewMs = 0; // how far the server's clock is ahead of this one, if it matters
    this.cache = new Map(); // path -> [etag, body]
  }

  headers(accept, key, expected) {
    const found = { Accept: accept };
    if (this.token) found.Authorization = `Bearer ${this.token}`;
    if (key != null) found['Idempotency-Key'] = key;
    if (expected != null) found['If-Match'] = `"${expected}"`;
    return found;
  }

  // Any call. A GET is repeated, and so is what has a key; nothing else is ever sent twice.
  async request(method, path, { body, query, key, expected, accept = 'application/json', signal,
    deadlineMs = this.deadlineMs, silenceMs = SILENCE_MS } = {}) {
    const sentKey = key ?? (method !== 'GET' && KEYED.test(`${method} ${path.split('?')[0]}`) ? newKey() : null);
    const headers = this.headers(accept, sentKey, expected);
    if (body !== undefined && typeof body !== 'string') headers['Content-Type'] = 'application/json';
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const given = new URLSearchParams(Object.entries(query || {}).filter(([, value]) => value != null));
    const address = path + (given.size ? `?${given}` : '');
    const until = Date.now() + deadlineMs;
    const attempt = () => this.attempt(method, address, sent, headers,
      Math.max(1, Math.min(silenceMs, until - Date.now())), signal);
    return retry(attempt, { until, isRepeatable: method === 'GET' || sentKey !== null, signal, pause: this.pause });
  }

  async attempt(method, address, body, headers, ms, signal) {
    const known = method === 'GET' ? this.cache.get(address) : undefined;
    const sent = known ? { ...headers, 'If-None-Match': known[0] } : headers;
    try {
      const answer = await this.fetch(address, { method, headers: sent, body, signal: within(ms, signal),
        cache: 'no-store' });
      const date = Date.parse(answer.headers.get('Date') || '');
      if (date) this.clockSkewMs = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
      if (answer.status === 304 && known) return known[1];
      if (answer.status >= 400) throw await problemOfAnswer(answer);
      const text = await answer.text();
      if (headers.Accept !== 'application/json') return text;
      const value = text ? JSON.parse(text) : null;
      const tag = answer.headers.get('ETag');
      if (method === 'GET' && tag) {
        if (this.cache.size >= CACHE_MAX) this.cache.clear();
        this.cache.set(address, [tag, value]);
      }
      return value;
    } catch (failure) {
      if (failure instanceof Problem) throw failure;
      signal?.throwIfAborted();
      if (failure instanceof SyntaxError) throw new Unreachable('The answer is not JSON.');
      throw new Unreachable('The server cannot be reached. Is it running?');
    }
  }
}
