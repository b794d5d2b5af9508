// The public API: fetch, the token, problems, idempotency keys. Tokens stay in this browser.

const PEOPLE = 'matchledger.people';
const CURRENT = 'matchledger.current';

export class Problem extends Error {
  constructor(document_, status) {
    super(document_.detail || document_.title || `The server answered ${status}.`);
    this.document = document_;
    this.status = status;
    this.slug = (document_.type || '').split('/').pop();
  }
}

const read = (storage, key) => { try { return JSON.parse(storage.getItem(key)); } catch { return null; } };

export const people = () => read(localStorage, PEOPLE) || [];

// Each tab may be another player; a new tab starts as the last one chosen.
export function me() {
  const id = sessionStorage.getItem(CURRENT) || localStorage.getItem(CURRENT);
  return people().find((person) => person.id === id) || null;
}

export function become(id) {
  sessionStorage.setItem(CURRENT, id || '');
  localStorage.setItem(CURRENT, id || '');
}

export function remember(person) {
  localStorage.setItem(PEOPLE, JSON.stringify([...people().filter((one) => one.id !== person.id), person]));
  become(person.id);
}

export function forget(id) {
  localStorage.setItem(PEOPLE, JSON.stringify(people().filter((one) => one.id !== id)));
  if (me() === null) become('');
}

export const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, '0')).join('');

export let clockSkewMs = 0;

const cached = new Map(); // path and token -> [etag, body]

export async function call(method, path, { body, token, headers = {}, signal, raw = false } = {}) {
  const bearer = token === undefined ? me()?.token : token;
  const sent = { Accept: 'application/json', ...headers };
  if (bearer) sent.Authorization = `Bearer ${bearer}`;
  if (body !== undefined && typeof body !== 'string') sent['Content-Type'] = 'application/json';
  const slot = `${bearer || ''} ${path}`;
  const known = method === 'GET' ? cached.get(slot) : undefined;
  if (known) sent['If-None-Match'] = known[0];
  let answer;
  try {
    answer = await fetch(path, {
      method, headers: sent, signal, cache: 'no-store',
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Problem({ type: '/problems/unreachable', detail: 'The server cannot be reached. Is it running?' }, 0);
  }
  const date = Date.parse(answer.headers.get('Date') || '');
  if (date) clockSkewMs = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  if (answer.status === 304) return known[1];
  if (answer.status === 204) return null;
  if (!answer.ok) {
    let document_ = { detail: `The server answered ${answer.status}.` };
    try { document_ = await answer.json(); } catch { /* not JSON: the status has to do */ }
    throw new Problem(document_, answer.status);
  }
  if (raw) return answer.text();
  const value = await answer.json();
  const tag = answer.headers.get('ETag');
  if (method === 'GET' && tag) {
    if (cached.size > 60) cached.clear();
    cached.set(slot, [tag, value]);
  }
  return value;
}

export const get = (path, options) => call('GET', path, options);

// A lost answer is asked for again under the same key, so nothing happens twice.
export async function post(path, body = {}, options = {}) {
  const headers = { 'Idempotency-Key': newKey(), ...options.headers };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call('POST', path, { ...options, body, headers });
    } catch (problem) {
      if (attempt >= 3 || ![0, 503].includes(problem.status)) throw problem;
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt));
    }
  }
}

const games = new Map();
export function game(slug) {
  if (!games.has(slug)) games.set(slug, get(`/v1/games/${slug}`, { token: '' }));
  return games.get(slug);
}

// The game with the cards of this match: its deck packs, or those of the rules that it began with, may make them others.
export async function gameOfMatch(match) {
  const found = await game(match.game);
  if (match.catalogue === found.catalogue_digest) return found;
  const { catalogue } = await get(`/v1/matches/${match.id}/catalogue`);
  return { ...found, catalogue };
}

// Calls `onMove(version)` after each batch of events: by server-sent events, or by long poll where a stream does not come through.
export function follow(match, version, onMove, onState = () => {}) {
  const stopping = new AbortController();
  let seen = version;
  let failures = 0;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  async function stream() {
    const headers = { Accept: 'text/event-stream' };
    const token = me()?.token;
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(`/v1/matches/${match}/live?after=${seen}`, { headers, signal: stopping.signal, cache: 'no-store' });
    if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return false;
      failures = 0;
      onState('live');
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      let last = seen;
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block);
        if (id) last = Math.max(last, Number(id[1]));
        if (/^event: finished$/m.test(block)) { if (last > seen) { seen = last; onMove(seen); } return true; }
      }
      if (last > seen) { seen = last; onMove(seen); }
    }
  }
  async function poll() {
    const found = await get(`/v1/matches/${match}/events?after=${seen}&wait=20`, { signal: stopping.signal });
    failures = 0;
    onState('polling');
    if (found.version > seen) { seen = found.version; onMove(seen); }
  }
  (async () => {
    let streams = 0;
    while (!stopping.signal.aborted) {
      try {
        if (streams < 3) { if (await stream()) return; } else await poll();
      } catch (failure) {
        if (stopping.signal.aborted) return;
        streams += 1;
        failures += 1;
        onState('lost');
        await pause(Math.min(5000, 300 * 2 ** failures));
      }
    }
  })();
  return () => stopping.abort();
}
