// Which parts of events are open in the file of a viewer, and which must be.
import { Open, need } from './bytes.js';

const without = (names, ...others) => [...names].filter((name) => !others.some((other) => other.has(name)));

const seatsIn = (name) => (name.startsWith('seat:') ? name.slice(5).split(',').map(Number) : []);

function seatOf(actor, ...kinds) {
  const [kind, seat] = actor.split(':');
  return kinds.includes(kind) && seat ? Number(seat) : null;
}

function partsOfPerson(events, player, seat) {
  const [sitting, found] = [new Map(), new Map()];
  for (const { version, type, actor, cause, secret = {}, public: said } of events) {
    const names = new Set();
    let isOwn = false;
    if (type === 'SeatTaken') { need(said.player !== undefined && said.seat !== undefined, 'a seat is not told');
      isOwn = said.player === player; sitting.set(said.seat, said.player); }
    if (type === 'SeatLeft') { need(said.seat !== undefined, 'a seat is not told'); sitting.delete(said.seat); }
    if (type === 'DisputeOpened') { const by = seatOf(actor, 'seat');
      isOwn = by !== null && sitting.get(by) === player; }
    if (isOwn && secret.all) names.add('all');
    if (seat !== null) {
      for (const name of Object.keys(secret)) if (name === 'sealed' || seatsIn(name).includes(seat)) names.add(name);
      if (cause && seatOf(actor, 'seat', 'clock') === seat) names.add('cause');
    }
    if (names.size) found.set(version, names);
  }
  return found;
}

function erasedParts(events) {
  const found = new Map();
  events.forEach(({ type, cause, public: said }, at) => {
    if (type !== 'PlayerErased') return;
    need(said.player !== undefined, 'nobody was erased');
    const given = cause?.params.values?.secrets_of;
    const seat = Number.isInteger(given) ? given : null;
    for (const [version, names] of partsOfPerson(events.slice(0, at), said.player, seat)) found.set(version,
      new Set([...(found.get(version) ?? []), ...names]));
  });
  return found;
}

function hiddenParts({ secret = {}, cause, actor }, viewer) {
  if (viewer === 'all') return new Set();
  if (viewer === 'seats') return new Set(Object.keys(secret).filter((name) => name === 'sealed'));
  const seat = viewer === 'spectator' ? null : Number(viewer.slice(5));
  const names = new Set(Object.keys(secret).filter((name) => name !== 'all' && !seatsIn(name).includes(seat)));
  if (cause && (seat === null || seatOf(actor, 'seat') !== seat)) names.add('cause');
  return names;
}

// An excerpt of a match does not show whether a part was erased later: then it is not proven here.
export function checkParts(events, viewer, { isExcerpt = false } = {}) {
  const [erased, salts] = [erasedParts(events), new Set()];
  let [open, count, unexplained] = [0, 0, 0];
  for (const event of events) {
    const all = { ...event.secret, ...(event.cause ? { cause: event.cause.params } : {}) };
    const closed = new Set(Object.keys(all).filter((name) => !all[name].salt));
    const [excused, hidden] = [erased.get(event.version) ?? new Set(), hiddenParts(event, viewer)];
    need(!without(hidden, closed).length, `Version ${event.version}: a part is open that is not for this viewer.`);
    if (isExcerpt && without(closed, excused, hidden).length) unexplained = event.version;
    else need(!without(closed, excused, hidden).length,
      `Version ${event.version}: a part is closed, and no event says that it was erased.`);
    need(!without(excused, closed).length,
      `Version ${event.version}: a part is open, and an event says that it was erased.`);
    for (const { salt } of Object.values(all)) {
      if (!salt) continue;
      need(!salts.has(salt), `Version ${event.version}: a salt was used before.`);
      salts.add(salt);
      open += 1;
    }
    count += Object.keys(all).length;
  }
  if (unexplained) throw new Open(`Version ${unexplained}: a part is closed; it may have been erased.`);
  return `${open} of ${count} parts are open, and are what was committed to.`;
}
