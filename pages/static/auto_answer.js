// "Let things pass unless they concern me": in this page only, off at each start. The delay is drawn anew each
// time and does not depend on what one holds, so that it tells nothing. A table that wants it exports `autoAnswer`;
// `concerns(view, seat)` is whether what is asked about concerns this seat, by what lies open.
import { h } from './dom.js';
import { words } from './words.js';

const DELAY_MS = { least: 500, most: 2000 };

export function autoAnswer(concerns) {
  let isOn = false;
  let timer = null;
  let answered = null; // the decision that is about to be answered

  // The only way to pass in the open window; null if there is none.
  function passIn(choices) {
    const template = choices.find((one) => one.type === 'pass');
    if (!template) return null;
    const params = {};
    for (const [name, domain] of Object.entries(template.params)) {
      if (domain.one_of?.length !== 1) return null;
      [params[name]] = domain.one_of;
    }
    return { type: 'pass', params };
  }

  // To be called after each look; `now` gives the match and the choices as they are when the delay is over.
  function consider(now, seat, send) {
    const command = isOn ? passable(now(), seat) : null;
    const key = command && JSON.stringify(command);
    if (key === answered) return;
    clearTimeout(timer);
    answered = key;
    if (!command) return;
    timer = setTimeout(() => {
      answered = null;
      const still = isOn && passable(now(), seat);
      if (still && JSON.stringify(still) === key) send(still);
    }, DELAY_MS.least + Math.random() * (DELAY_MS.most - DELAY_MS.least));
  }

  function passable({ match, choices }, seat) {
    if (seat === null || match.status !== 'running' || match.held || !match.to_act.includes(seat)) return null;
    return concerns(match.state, seat) ? null : passIn(choices);
  }

  function control(onchange) {
    return h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: isOn,
      dataset: { test: 'auto-answer', key: 'auto-answer' },
      onchange: (event) => { isOn = event.target.checked; onchange(); } }),
      h('span', {}, words.autoAnswer));
  }

  return { consider, control };
}
