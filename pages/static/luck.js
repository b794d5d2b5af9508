// This player's part of the luck: drawn and committed to when sitting down, opened by itself once the lobby is
// closed. Nobody has to know. Parts stay in this browser until play begins, and the checkpoint of the closed lobby
// for good: the audit page compares it (docs/luck.md).
import { get, post, me } from './api.js';
import { words } from './words-lobby.js';

const PARTS = 'matchledger.luck.parts'; // by match and player: every part that was drawn, the newest first
const KEPT = 'matchledger.luck.kept'; // by match: checkpoints of closed lobbies
const KEPT_MATCHES_MAX = 200;
const SEAT_ATTEMPTS_MAX = 13;
const NOT_YOURS = ['seat_taken', 'seat_kept']; // somebody was quicker, or has played before and comes again
const SETTLED = ['luck_opened', 'lobby_not_closed', 'match_not_open', 'lobby_closed']; // another tab was quicker

// not on a page from http of another machine: then no part is given
const canCommit = Boolean(globalThis.crypto?.subtle);
const read = (name) => { try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; } };
const write = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const slot = (match) => `${match} ${me().id}`;
const isMine = (seats, match) => seats.some((seat) => match.seats[seat].player === me()?.id);

// One tab at a time, or two could commit to different parts.
const alone = (match, action) => (navigator.locks ? navigator.locks.request(`matchledger luck ${match}`, action)
  : action());

async function newCommitment(match, seat) {
  const { commitmentOf } = await import('./lobby-luck.js');
  const part = [...crypto.getRandomValues(new Uint8Array(32))].map((one) => one.toString(16).padStart(2, '0')).join('');
  const known = read(PARTS);
  // before it is sent: a crash must not lose it
  write(PARTS, { ...known, [slot(match)]: [part, ...(known[slot(match)] ?? [])] });
  return commitmentOf(match, seat, me().id, part);
}

// Sit down on the first free seat; the commitment is bound to it, so whoever is overtaken commits again.
export async function takeSeat(id) {
  const refused = new Set();
  for (let attempt = 1; ; attempt += 1) {
    const { seats } = await get(`/v1/matches/${id}/invitation`); // a private match shows outsiders nothing else
    const free = seats.find((one) => one.name === null && !refused.has(one.seat));
    const body = free && canCommit ? { seat: free.seat, luck: { commitment: await newCommitment(id, free.seat) } } : {};
    try { return await post(`/v1/matches/${id}/seats`, body); } catch (problem) {
      if (!NOT_YOURS.includes(problem.document?.code) || attempt >= SEAT_ATTEMPTS_MAX) throw problem;
      refused.add(free.seat);
    }
  }
}

// Does what the match waits for; returns a sentence if it cannot, else null.
export async function settleLuck(match) {
  if (match.status !== 'open' || !me()) {
    if (match.status !== 'open' && me()) forgetParts(match.id);
    return null;
  }
  if (match.opening && isMine(match.opening.waiting_for, match)) return alone(match.id, () => openPart(match.id));
  if (isMine(match.must_commit, match) && canCommit) await alone(match.id, () => commitAnew(match.id));
  return null;
}

async function openPart(id) {
  const parts = read(PARTS)[slot(id)] ?? [];
  if (parts.length) await keepCheckpoint(id);
  for (const part of parts) {
    try {
      await post(`/v1/matches/${id}/luck`, { part }, { key: part.slice(0, 24) });
      return null;
    } catch (problem) {
      if (SETTLED.includes(problem.document?.code)) return null;
      if (problem.document?.code !== 'luck_mismatch') throw problem;
    }
  }
  return words.luck.elsewhere;
}

async function commitAnew(id) {
  const match = await get(`/v1/matches/${id}`); // inside the lock: another tab may have done it
  const seat = match.seats.find((one) => one.player === me().id)?.seat;
  if (!match.must_commit.includes(seat)) return;
  try {
    await post(`/v1/matches/${id}/luck/commitment`, { commitment: await newCommitment(id, seat) });
  } catch (problem) {
    if (!SETTLED.includes(problem.document?.code)) throw problem;
  }
}

// What the lobby was before this part was open. Whoever exchanged it afterwards would be found out by the file.
async function keepCheckpoint(id) {
  const { size, root, note } = await get(`/v1/matches/${id}/checkpoint`);
  const known = Object.entries(read(KEPT)).filter(([match]) => match !== id).slice(-KEPT_MATCHES_MAX);
  write(KEPT, { ...Object.fromEntries(known), [id]: [...(read(KEPT)[id] ?? []), { size, root, note }].slice(-3) });
}

export const keptLobbies = (id) => read(KEPT)[id] ?? [];

function forgetParts(id) {
  const { [slot(id)]: gone, ...rest } = read(PARTS);
  if (gone) write(PARTS, rest);
}
