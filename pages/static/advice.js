// What the search would have played after a step of a finished match, beside what was played.
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { get } from './api.js';
import { alertBox } from './alerts.js';
import { words } from './words-replay.js';

export async function askAdvice({ match, step, seat, names }) {
  const answer = h('div', { class: 'stack', 'aria-live': 'polite', dataset: { test: 'advice' } }, words.advice.asking);
  dialog(words.advice.title(step), h('p', { class: 'dim' }, words.advice.note), answer);
  try {
    answer.replaceChildren(...drawAdvice(await adviceFor(match.id, step, seat), names));
  } catch (problem) {
    answer.replaceChildren(alertBox(problem, match.game));
  }
}

// Of the seat through whose eyes the table is seen, if it had to decide; else of the first one that had to.
async function adviceFor(id, step, seat) {
  const address = `/v1/matches/${id}/steps/${step}/advice`;
  if (seat === null) return get(address);
  return get(`${address}?seat=${seat}`).catch((problem) => {
    if (!problem.document?.to_act?.length) throw problem;
    return get(address);
  });
}

function drawAdvice({ seat, compared, played }, names) {
  const isPlayed = (one) => played !== null && one.type === played.type
    && JSON.stringify(one.params) === JSON.stringify(played.params);
  // Whatever fell behind was tried in fewer worlds, so its worth cannot be compared with that of the others.
  const isDropped = (one) => one.passes < compared[0].passes;
  return [
    h('p', {}, words.advice.whose(names[seat])),
    h('ol', { class: 'advice' }, compared.map((one) => h('li', {}, h('b', {}, titleOf(one)), ' ',
      h('span', { class: 'dim' }, isDropped(one) ? words.advice.dropped : words.advice.worth(one.worth)),
      isPlayed(one) ? h('span', { class: 'tag good' }, words.advice.played) : null))),
    played !== null && !compared.some(isPlayed) ? h('p', { class: 'dim' }, words.advice.other(played.step)) : null,
  ].filter(Boolean);
}

// The label, and of its values those that the label does not say.
function titleOf({ label, names }) {
  const more = Object.values(names).flat().filter((name) => !label.includes(name));
  return more.length ? `${label}: ${more.join(', ')}` : label;
}
