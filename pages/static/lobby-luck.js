// Joint luck, as docs/proofs.md says: the lobby of a match read event by event, with every part of the luck and
// its commitment.

const text = new TextEncoder();
const ROUNDS_MAX = 3;

export class NotProven extends Error {}

const need = (isRight, sentence) => { if (!isRight) throw new Error(sentence); };
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const sorted = (seats) => [...seats].sort((one, other) => one - other);
const isSame = (seats, others) => Array.isArray(seats) && seats.length === others.length
  && others.every((one, at) => seats[at] === one);

// What a player gives away of their part before all parts are fixed; bound to match, seat and player.
export async function commitmentOf(match, seat, player, part) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256',
    text.encode(`matchledger/luck/v2\n${match}\n${seat}\n${player}\n${part}\n`))));
}

class Lobby {
  constructor({ match, seats, turn_s: turn, reaction_s: reaction, total_s: total }) {
    need(Number.isSafeInteger(seats), 'seats are not counted');
    const hasClock = [turn, reaction, total].some((seconds) => (seconds ?? null) !== null);
    Object.assign(this, { match, count: seats, openMs: hasClock ? 60_000 : 86_400_000, round: 0, deadline: null,
      hasBegun: false, refused: [] });
    Object.assign(this, { players: new Map(), commitments: new Map(), parts: new Map(), used: new Set(),
      leaving: new Set(), owing: new Set() });
  }

  async take({ type, public: said, at }) {
    const read = { SeatTaken: 'sit', SeatLeft: 'leave', LuckCommitted: 'commit', LobbyClosed: 'close',
      LuckOpened: 'open', LuckWithheld: 'withhold', PlayBegan: 'begin' }[type];
    if (!read || this.hasBegun) return;
    need(!this.leaving.size || type === 'SeatLeft', 'whoever withholds a part leaves at once');
    await this[read](said, at);
  }

  sit(said) {
    const { seat, player } = said;
    need(this.deadline === null, 'somebody sits down in a closed lobby');
    need(Number.isSafeInteger(seat) && seat >= 0 && seat < this.count && !this.players.has(seat)
      && typeof player === 'string', 'there is no such free seat');
    this.players.set(seat, player);
    if (Object.hasOwn(said, 'commitment') && said.commitment !== '') this.commit(said);
  }

  leave({ seat, player }) {
    need(this.deadline === null && this.players.has(seat), 'somebody leaves a closed lobby, or no seat');
    need(this.players.get(seat) === player, 'somebody leaves who has not sat there');
    need(!this.leaving.size || this.leaving.has(seat), 'somebody leaves who has withheld nothing');
    for (const kept of [this.leaving, this.owing, this.players, this.commitments]) kept.delete(seat);
  }

  commit({ seat, commitment }) {
    need(this.deadline === null && this.players.has(seat), 'a commitment comes too late, or from no player');
    need(isHash(commitment) && !this.used.has(commitment), 'a commitment is not a hash, or was used before');
    this.used.add(commitment);
    this.owing.delete(seat);
    this.commitments.set(seat, commitment);
  }

  close({ round, waiting_for: waiting, deadline }, at) {
    this.round += 1;
    need(this.deadline === null && round === this.round && round <= ROUNDS_MAX, 'this is not the next round');
    need(this.players.size === this.count && !this.owing.size, 'the lobby is closed before everybody is ready');
    need(this.commitments.size, 'the lobby is closed, and nobody has committed');
    need(isSame(waiting, sorted(this.commitments.keys())), 'others are waited for than have committed');
    need(deadline === at + this.openMs, 'there is another time to open a part than the rules give');
    this.deadline = deadline;
  }

  async open({ seat, part }, at) {
    need(this.deadline !== null && at <= this.deadline, 'a part is opened too early or too late');
    need(this.commitments.has(seat) && !this.parts.has(seat), 'a part is opened twice, or was not committed to');
    need(isHash(part), 'a part of the luck has not 32 bytes');
    need(await commitmentOf(this.match, seat, this.players.get(seat), part) === this.commitments.get(seat),
      `the part of seat ${seat} is not the one that was committed to`);
    this.parts.set(seat, part);
  }

  withhold({ round, seats }, at) {
    const missing = sorted([...this.commitments.keys()].filter((seat) => !this.parts.has(seat)));
    need(this.deadline !== null && at > this.deadline, 'a part is said to be withheld before its time');
    need(missing.length && round === this.round, 'nobody has withheld a part in this round');
    need(isSame(seats, missing), 'others have withheld their part');
    for (const seat of missing) this.refused.push(
      `; the deal of round ${round} was refused by seat ${seat} (${this.players.get(seat)})`);
    Object.assign(this, { leaving: new Set(missing), owing: new Set(this.parts.keys()), commitments: new Map(),
      parts: new Map(), deadline: null });
  }

  begin({ players }) {
    need(this.parts.size === this.commitments.size, 'play begins before all parts are open');
    need(this.parts.size > 0 === (this.deadline !== null), 'play begins, and the lobby is not closed');
    need(!this.owing.size, 'play begins before everybody has committed anew');
    need(this.players.size === this.count && isSame(players,
      sorted(this.players.keys()).map((seat) => this.players.get(seat))), 'others play than sit there');
    this.hasBegun = true;
  }
}

export async function readLobby(events) {
  const lobby = new Lobby(events[0].public);
  for (const event of events) {
    try { await lobby.take(event); } catch (problem) {
      throw new Error(`Version ${event.version}: ${problem.message}.`);
    }
  }
  return lobby;
}

// What the seed is made of, beside the server's part: a line for each seat.
export function seedText({ match, players, parts }) {
  const lines = sorted(players.keys()).map((seat) => `${seat} ${players.get(seat)} ${parts.get(seat) ?? '-'}\n`);
  return `matchledger/seed/v2\n${match}\n${lines.join('')}`;
}

const named = (seats) => `seat${seats.length > 1 ? 's' : ''} ${seats.join(', ')}`;

// For whom it is proven that nobody chose the luck.
export function jointLuckOf({ players, parts, refused, hasBegun }, { isErased, isOpen }) {
  if (!hasBegun) throw new NotProven(`The match has not begun${refused.join('')}.`);
  if (!parts.size) throw new NotProven(
    `No player gave a committed part, so the operator alone chose the luck${refused.join('')}.`);
  if (isErased) throw new NotProven('The server’s part of the luck has been erased with a player.');
  if (!isOpen) {
    throw new NotProven('Every opened part is the one that was committed to; the server’s is closed still.');
  }
  const [trusted, silent] = [sorted(parts.keys()), sorted([...players.keys()].filter((seat) => !parts.has(seat)))];
  return `Proven for whoever trusts ${trusted.length > 1 ? `one of the ${named(trusted)}` : named(trusted)}: nobody `
    + `chose this deal${silent.length ? `; ${named(silent)} gave no part` : ''}${refused.join('')}.`;
}
