// A player's part of the luck: a commitment when sitting down, the part itself when everybody has committed.
// Nobody can choose a part by what the others are, so nobody chooses the luck (docs/luck.md).
import { Unreachable } from './problems.js';

const PART_BYTES = 32;
const text = new TextEncoder();
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');

export const canCommit = Boolean(globalThis.crypto?.subtle); // not in a page from plain HTTP on another machine

export async function commitmentOf(match, seat, player, part) {
  const words = `matchledger/luck/v2\n${match}\n${seat}\n${player}\n${part}\n`;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(words))));
}

// The newest part of one player in each match. Whoever loses a part before play begins loses the seat.
export class LuckParts {
  #parts = new Map();
  #last = Promise.resolve();

  get(match) { return this.#parts.get(match) ?? null; }
  give(match, part) { this.#parts.set(match, part); }

  // Runs one action after the other: two loops must not commit to different parts of one match.
  alone(action) {
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    return done;
  }

  // Sends the commitment to a new part, and keeps the part unless the server has refused.
  async commit(match, seat, player, send) {
    const before = this.#parts.get(match);
    const part = hex(crypto.getRandomValues(new Uint8Array(PART_BYTES)));
    this.#parts.set(match, part); // before it is sent: if the answer is lost, the server may have it
    try {
      await send(await commitmentOf(match, seat, player, part));
    } catch (problem) {
      if (problem instanceof Unreachable) throw problem;
      if (before === undefined) this.#parts.delete(match);
      else this.#parts.set(match, before);
      throw problem;
    }
  }
}
