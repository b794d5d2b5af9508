// The match in a few words, as this seat sees it: whose move it is, or how it ended.
import { words } from './words.js';

export function statusOf(match, seat, nameOf, { isShort = false } = {}) {
  if (match.status === 'finished') return endOf(match, seat, nameOf, isShort);
  if (match.held) return match.held.by === 'dispute' ? words.heldByDispute : words.heldByRequest;
  if (match.to_act.includes(seat)) return words.yourMove;
  return words.waitingFor(match.to_act.map(nameOf));
}

function endOf(match, seat, nameOf, isShort) {
  const winners = match.result?.winners || [];
  if (words.endings[match.ending]) return words.endings[match.ending];
  const isGivenUp = match.ending === 'conceded';
  if (winners.includes(seat)) {
    return winners.length > 1 ? words.youWinTogether : isGivenUp ? words.youWinConceded : words.youWin;
  }
  if (!winners.length) return words.isOver;
  const names = winners.map(nameOf);
  const won = isGivenUp ? words.wonByConceded(names) : words.wonBy(names);
  if (seat === null) return won;
  return isShort ? words.youLost : `${words.youLost}. ${won}`;
}
