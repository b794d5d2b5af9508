// Play again: open the rematch or follow the one who did, and sit down in it, with one press.
import { h } from './dom.js';
import { post } from './api.js';
import { words as say } from './words-ending.js';

export function rematchPart({ match, seat, attempt }) {
  if (match.status !== 'finished' || seat === null || match.ending === 'cancelled') return null;
  const again = () => attempt(async () => {
    const { takeSeat } = await import('./luck.js');
    const { id } = await post(`/v1/matches/${match.id}/rematch`, {});
    try {
      await takeSeat(id);
    } catch (problem) {
      // there is something to see there anyway
      if (!['already-seated', 'match-not-open', 'match-full'].includes(problem.slug)) throw problem;
    }
    location.href = `/m/${id}`;
  });
  return h('div', { class: 'rematch', dataset: { test: 'rematch' } },
    match.rematch ? h('p', {}, say.rematch.asked) : null,
    h('button', { type: 'button', class: 'primary', dataset: { test: 'play-again', key: 'play-again' },
      onclick: again }, match.rematch ? say.rematch.sit : say.rematch.again),
    h('small', {}, say.rematch.hint));
}
