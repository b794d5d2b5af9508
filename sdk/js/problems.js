// What can go wrong with a call, and when it is tried again. There are classes only for what programs decide by.

const RETRIES_MAX = 4;
const PAUSE_MS = 200; // before the first retry; twice as long each time
const PAUSE_MS_MAX = 8000;
const RETRIED = [429, 502, 503, 504];
const PERMANENT = ['signing-stopped', 'cards-gone', 'rules-gone']; // 503, but only the operator can change it

// The server has refused, with a problem document (RFC 9457).
export class Problem extends Error {
  constructor(status, document, retryAfterMs = null) {
    super(document.detail || document.title || `The server answered ${status}.`);
    Object.assign(this, { name: new.target.name, status, document, retryAfterMs });
  }

  get slug() { return (this.document.type || '').split('/').pop(); }
  get rule() { return this.document.rule ?? null; }
  get code() { return this.document.code ?? null; }
  get requestId() { return this.document.request_id ?? null; }
}

// The match is no longer as it was when the command was chosen: read it again and choose again.
export class MovedOn extends Problem {}
export class VersionConflict extends MovedOn {}
export class Held extends MovedOn {}
export class Finished extends MovedOn {}
// The decision that the command answers is closed or answered, or the turn or phase for it is over.
export class Late extends MovedOn {}
export class IllegalMove extends Problem {}
export class RateLimited extends Problem {}
// The feed does not reach back to this cursor: begin without one, and read the lists again.
export class CursorGone extends Problem {}

// No answer, in spite of all attempts. A command may have been carried out or not: under the same key it is done once.
export class Unreachable extends Problem {
  constructor(detail) { super(0, { type: '/problems/unreachable', title: 'The server does not answer', detail }); }
}

const CLASSES = { 'version-conflict': VersionConflict, 'match-frozen': Held, 'match-finished': Finished,
  'undo-not-open': MovedOn, 'illegal-move': IllegalMove, 'cursor-gone': CursorGone };

export function problemOf(status, document, retryAfterMs = null) {
  return new (classOf(status, document))(status, document, retryAfterMs);
}

function classOf(status, document) {
  const slug = (document.type || '').split('/').pop();
  if (status === 429) return RateLimited;
  if (slug === 'illegal-move' && document.code === 'undo_pending') return Held;
  if (slug === 'illegal-move' && document.late) return Late;
  return CLASSES[slug] || Problem;
}

export async function problemOfAnswer(answer) {
  const text = await answer.text();
  let document = null;
  try { document = JSON.parse(text); } catch { /* from a proxy, perhaps */ }
  if (document === null || typeof document !== 'object') document = { detail: `The server answered ${answer.status}.` };
  const after = answer.headers.get('Retry-After') || '';
  const requestId = answer.headers.get('X-Request-Id');
  return problemOf(answer.status, requestId ? { request_id: requestId, ...document } : document,
    /^\d+$/.test(after) ? Number(after) * 1000 : null);
}

export const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16)
  .padStart(2, '0')).join('');

export const isTemporary = (problem) => problem instanceof Unreachable
  || (RETRIED.includes(problem.status) && !PERMANENT.includes(problem.slug));

export const pauseBefore = (attempt, retryAfterMs) => Math.max(retryAfterMs ?? 0,
  (0.5 + Math.random() / 2) * Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** attempt));

export function sleep(ms, signal) {
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    const stop = () => { clearTimeout(timer); fail(signal.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener('abort', stop); done(); }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export async function retry(attempt, { until, isRepeatable, signal, pause }) {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt();
    } catch (problem) {
      if (!(problem instanceof Problem) || !isRepeatable || !isTemporary(problem)
        || number === RETRIES_MAX) throw problem;
      const ms = pauseBefore(number, problem.retryAfterMs);
      if (Date.now() + ms >= until) throw problem;
      await pause(ms, signal);
    }
  }
}
