// As whom a match can be seen: its own player and spectators while it runs, every seat and all of it when it is over.
import { words } from './words-replay.js';

// Each as `{value, label, api, seat, isOwn}`: `value` stands in links, `api` is what the service calls it.
export function viewsOf(match, mySeat) {
  const spectator = { value: 'spectator', label: words.view.spectator, api: 'spectator', seat: null, isOwn: false };
  const asSeat = (one, value, api) => ({ value, label: words.view.seat(one.name), api, seat: one.seat,
    isOwn: one.seat === mySeat });
  if (match.status !== 'finished') {
    return [...(mySeat === null ? [] : [asSeat(match.seats[mySeat], 'mine', 'then')]), spectator];
  }
  const seats = match.seats.map((one) => asSeat(one, `seat:${one.seat}`, `seat:${one.seat}`));
  return [...seats, spectator, { value: 'revealed', label: words.view.revealed, api: 'revealed', seat: null,
    isOwn: false }];
}

export function defaultView(views, mySeat) {
  return views.find((one) => one.isOwn && one.seat === mySeat) ?? views.find((one) => one.value === 'spectator');
}

// `mine` in a link is the reader's own seat, also after the end.
export function findView(views, wanted) {
  return views.find((one) => one.value === wanted || (wanted === 'mine' && one.isOwn));
}
