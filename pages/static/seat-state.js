// Who plays a seat and who is waited for: what every table needs to know. What can be done about it is in leaving.js.
import { h } from './dom.js';
import { words } from './words.js';

// What the page says of a seat that is waited for: nothing at first, then from when on it counts as away, then
// that it does.
const SOON_MS = 3600_000;
export const awayState = ({ at }, now) => (at <= now ? 'away' : at - SOON_MS <= now ? 'soon' : '');
export const awayChanges = ({ at }) => [at - SOON_MS, at];

// Whether this person plays the seat, and not a bot for them.
export const playsSeat = (match, seat) => seat !== null && match.seats[seat].left !== 'bot';

// Whether leaving.js has something to say to this seat.
export const hasLeavingParts = ({ status, seats, away, call_off: callOff }, seat, now) => status === 'running'
  && seat !== null && Boolean(seats[seat].left || callOff
  || away.some((one) => one.seat !== seat && awayState(one, now)));

// `fill()` answers what it opens, which is read when somebody wants to leave; nothing if that failed.
export const leaveMenu = (fill) => h('details', { class: 'leave', dataset: { key: 'leave-menu', test: 'leave-menu' },
  ontoggle: async ({ target }) => {
    const ways = target.open && target.children.length === 1 ? await fill() : null;
    if (ways) target.replaceChildren(target.firstChild, ways);
    bringIntoView({ target });
  } }, h('summary', {}, words.leave));

// What has opened at the lower edge would else be below it.
export const bringIntoView = ({ target }) => { if (target.open) target.scrollIntoView({ block: 'nearest' }); };
