// What waits for this player in all their matches: one live stream for all tabs, and how a tab says that it is
// one's move.
import { h } from './dom.js';
import { get, me } from './api.js';
import { words } from './words.js';

const { mark: MARK } = words.turns;
const RETRY_MS = [500, 1000, 2000, 5000, 10000];

const known = new Map(); // match -> what it wants
const listeners = new Set();

export const waiting = () => [...known.values()].filter((one) => one.wants.length);
export const mine = () => [...known.values()];

// Calls `listener(kind, match)` after each change; kind is that of the stream, or `matches` for all of them.
export function onTurns(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

document.addEventListener('visibilitychange', mark);

let isStarted = false;
export function startTurns() {
  const current = me();
  if (!current || isStarted) return;
  isStarted = true;
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(`matchledger.turns.${current.id}`) : null;
  if (channel) channel.onmessage = ({ data }) => take(data.kind, data.document);
  const lead = () => stream(current, (kind, document_) => { take(kind, document_);
    channel?.postMessage({ kind, document: document_ }); });
  // Browsers allow few connections to one server, so one tab of each player listens for all of them.
  if (channel && navigator.locks) {
    const lock = `matchledger.turns.${current.id}`;
    navigator.locks.request(lock, { ifAvailable: true }, (isFree) => {
      if (isFree) return lead();
      navigator.locks.request(lock, lead); // another tab listens, until it is closed
      get('/v1/players/me/turns').then((document_) => take('matches', document_), () => {}); // it has told the others
      return null;
    });
  } else lead();
}

async function stream(current, tell) {
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await fetch('/v1/players/me/live', {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${current.token}` }, cache: 'no-store' });
      if (answer.status === 401) return;
      if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        failures = 0;
        const blocks = (text + part.value).split('\n\n');
        text = blocks.pop();
        for (const block of blocks) {
          const kind = /^event: (\w+)$/m.exec(block);
          if (kind) tell(kind[1], JSON.parse(/^data: (.*)$/m.exec(block)[1]));
        }
      }
    } catch { /* the connection is lost: tried again below */ }
    await new Promise((done) => setTimeout(done, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]));
  }
}

function take(kind, document_) {
  if (kind === 'matches') {
    known.clear();
    for (const one of document_.matches) known.set(one.match, one);
  } else {
    if (document_.status === 'finished') known.delete(document_.match);
    else known.set(document_.match, document_);
    if (document.hidden) import('./signals.js').then(({ signal }) => signal(kind, document_), reportError);
  }
  mark();
  for (const listener of listeners) listener(kind, document_);
}

// A match that the page itself has read more recently.
export function note(match, seat) {
  const one = known.get(match.id);
  if (!one || one.version > match.version) return;
  const wants = match.status === 'running' && match.to_act.includes(seat)
    ? ['move', ...one.wants.filter((wish) => wish !== 'move')] : one.wants.filter((wish) => wish !== 'move');
  if (match.status === 'finished') known.delete(match.id);
  else known.set(match.id, { ...one, wants, version: match.version });
  mark();
}

function mark() {
  const plain = document.title.replace(MARK, '');
  const isMine = waiting().some((one) => one.wants.includes('move'));
  const title = isMine && !plain.startsWith('●') ? MARK + plain : plain; // a table says it of itself
  if (document.title !== title) document.title = title;
  const icon = document.querySelector('link[rel=icon]');
  const name = isMine && document.hidden ? 'icon-turn.svg' : 'icon.svg'; // whoever looks at the page needs no icon
  const href = icon?.getAttribute('href').replace(/icon(-turn)?\.svg$/, name);
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

// Another match that waits for this player.
export function nextMatch(id) {
  const next = waiting().find((one) => one.match !== id);
  return next ? h('a', { class: 'button', href: `/m/${next.match}`,
    dataset: { test: 'next-match', key: 'next-match' } }, words.turns.next) : null;
}
