// Whoever opens the link of a match: guests of an open one are asked to sit down, everybody else gets the match.
import { get, me } from './api.js';

export async function show(place, id) {
  const match = await get(`/v1/matches/${id}`).catch((problem) => {
    if (problem.status !== 404) throw problem;
    return null;
  });
  const showMatch = async (known = null) => (await import('./match.js')).show(place, id, known);
  if (match && !isGuest(match)) return showMatch(match);
  return (await import('./guest.js')).showInvitation(place, id, showMatch);
}

// An open match in which one does not sit yet.
function isGuest(match) {
  const mine = me()?.id;
  return match.status === 'open' && match.opened_by !== mine
    && !match.seats.some((one) => one.player !== null && one.player === mine);
}
