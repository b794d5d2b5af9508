// Checks an exported match in the browser itself, as docs/proofs.md says: the file, the tree of RFC 6962, every commitment, the signature, the listed draws.
// Nothing here trusts the server: SHA-256, HMAC and Ed25519 are the browser's own (WebCrypto). What takes the rules of a game is not proven here.
// The checks have the names and values of `matchledger verify`; tests/lies compares them.

const text = new TextEncoder();
const subtle = globalThis.crypto?.subtle;
export const isAble = Boolean(subtle);
export const [PROVEN, NOT_PROVEN, BROKEN] = ['proven', 'not proven here', 'broken'];
const RULES = ['visibility', 'ledger', 'decisions', 'luck', 'invariants'];
const LOBBY = ['open_match', 'open_branch', 'take_seat', 'leave_seat', 'seat_bots', 'start_match'];

class Wrong extends Error {} // a broken check
class Open extends Error {} // a check that cannot be decided here

const need = (isRight, sentence) => { if (!isRight) throw new Wrong(sentence); };
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isWhole = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === 'string';
const without = (names, ...others) => [...names].filter((name) => !others.some((other) => other.has(name)));

const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
const unhex = (word) => {
  need(/^([0-9a-f]{64})$/.test(word), 'a hash is not 64 hexadecimal digits');
  return Uint8Array.from(word.match(/../g), (pair) => parseInt(pair, 16));
};
const unbase64 = (word, length) => {
  const raw = Uint8Array.from(atob(word), (one) => one.charCodeAt(0));
  need(btoa(String.fromCharCode(...raw)) === word && (length === undefined || raw.length === length), `not the base64 of ${length} bytes`);
  return raw;
};

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

const sha256 = async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));
const hmacKey = (secret) => subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
const hmac = async (key, bytes) => new Uint8Array(await subtle.sign('HMAC', key, bytes));

// Canonical JSON (RFC 8785); the ledger holds no fractions and only ASCII keys, so sorting and JSON.stringify are enough.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isObject(value)) return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

// Whole numbers that every language can hold, whole characters, ASCII names, and no more levels than the ledger ever writes.
function isPlain(value, depth = 64) {
  if (Array.isArray(value)) return depth > 0 && value.every((one) => isPlain(one, depth - 1));
  if (isObject(value)) return depth > 0 && Object.entries(value).every(([name, one]) => /^[\x00-\x7f]*$/.test(name) && isPlain(one, depth - 1));
  return typeof value === 'number' ? isWhole(value) : !isText(value) || value.isWellFormed();
}

// The file.
const HEADER = { format: isText, match: isText, game: isText, rules_version: isWhole, catalogue: isText, viewer: isText, size: isWhole, root: isText, note: isText, key: isText };
const EVENT = { version: isWhole, step: isWhole, type: isText, schema: isWhole, command: isText, actor: isText, at: isWhole, rule: isText, public: isObject };
const LOGGED = { head: isObject, entry: isWhole, log_size: isWhole, log_root: isText, proof: Array.isArray, note: isText, origin: isText };
const PART_NAME = /^(all|sealed|seat:(0|[1-9][0-9]*)(,(0|[1-9][0-9]*))*)$/;

function mustBe(document, fields, optional = {}) {
  need(isObject(document), 'it is not an object');
  need(Object.keys(fields).every((name) => Object.hasOwn(document, name)), 'it lacks a field');
  for (const [name, value] of Object.entries(document)) {
    const is = Object.hasOwn(fields, name) ? fields[name] : Object.hasOwn(optional, name) ? optional[name] : null;
    need(is, 'it has an unknown field');
    need(is(value), `${name} is of another type`);
  }
}

function mustBePart(part) {
  const names = isObject(part) ? Object.keys(part).sort().join() : '';
  if (names === 'salt,values' && isObject(part.values)) unbase64(part.salt, 32);
  else need(names === 'commitment' && unbase64(part.commitment, 32), 'a part has a salt and values, or a commitment and nothing else');
}

function mustBeEvent(document) {
  mustBe(document, EVENT, { secret: isObject, cause: isObject });
  need(/^([0-9a-f]{2})+$/.test(document.command), 'the id of the command is not hexadecimal');
  if (document.secret) {
    const names = Object.keys(document.secret);
    need(names.length && names.every((name) => PART_NAME.test(name)), 'a part has no such name');
    Object.values(document.secret).forEach(mustBePart);
  }
  if (document.cause) {
    mustBe(document.cause, { type: isText, params: isObject });
    mustBePart(document.cause.params);
  }
}

function mustBeHeader(header) {
  const orNone = (value) => value === null || isObject(value);
  mustBe(header, HEADER, { draws: isWhole, logged: orNone, main: orNone });
  need(/^(all|spectator|seat:(0|[1-9][0-9]*))$/.test(header.viewer), 'there is no such viewer');
  if (header.logged) {
    mustBe(header.logged, LOGGED);
    mustBe(header.logged.head, { match: isText, size: isWhole, root: isText });
    need(header.logged.proof.every(isText), 'a proof is a list of texts');
  }
  if (header.main) mustBe(header.main, { size: isWhole, root: isText, note: isText });
}

function parsed(line) {
  try {
    const document = JSON.parse(line);
    if (isObject(document) && isPlain(document) && canonical(document) === line) return document;
  } catch { /* said below */ }
  throw new Wrong('it is not canonical JSON of an object');
}

// Header, main line, events and draws of a file, in this order; the file may be a text or its bytes.
export function parse(file) {
  let number = 1;
  try {
    const lines = (isText(file) ? file : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)).split('\n');
    const [header, main, events, luck] = [parsed(lines[0]), [], [], []];
    need(header.format === 'matchledger-export/1', 'this is not an exported match');
    mustBeHeader(header);
    need(lines.pop() === '', 'the last line does not end in a newline, so the file may have been cut');
    for (const line of lines.slice(1)) {
      number += 1;
      const document = parsed(line);
      if (Object.hasOwn(document, 'luck')) {
        mustBe(document, { luck: isWhole, place: isWhole, calls: Array.isArray });
        need(document.calls.every((call) => Array.isArray(call) && call.length === 3 && isText(call[0])), 'a draw is a question, what it was asked about, and an outcome');
        luck.push(document);
      } else if (luck.length || (Object.hasOwn(document, 'main') && events.length)) throw new Wrong('it stands in the wrong place');
      else if (Object.hasOwn(document, 'main')) { mustBe(document, { main: isObject }); mustBeEvent(document.main); main.push(document.main); }
      else { mustBeEvent(document); events.push(document); }
    }
    need(events.length, 'there is no event in the file');
    return { header, main, events, luck };
  } catch (problem) { throw new Wrong(`Line ${number}: ${problem.message}.`); }
}

async function commitment(part) {
  return part.salt ? hmac(await hmacKey(unbase64(part.salt, 32)), text.encode(canonical(part.values))) : unbase64(part.commitment, 32);
}

async function leafHash({ secret, cause, ...leaf }) {
  if (secret) {
    leaf.secret = {};
    for (const [name, part] of Object.entries(secret)) leaf.secret[name] = hex(await commitment(part));
  }
  if (cause) leaf.cause = { type: cause.type, params: hex(await commitment(cause.params)) };
  return sha256(joined(Uint8Array.of(0), text.encode(canonical(leaf))));
}

export async function treeRoot(leaves) {
  if (!leaves.length) return sha256(new Uint8Array());
  let row = leaves;
  while (row.length > 1) {
    const pairs = [];
    for (let at = 0; at < row.length; at += 2) pairs.push(row.slice(at, at + 2));
    row = await Promise.all(pairs.map(([left, right]) => (right ? sha256(joined(Uint8Array.of(1), left, right)) : left)));
  }
  return row[0];
}

function order({ header, events }) {
  need(events.length === header.size, `${events.length} events; the checkpoint says ${header.size}.`);
  events.forEach(({ version }, at) => need(version === at + 1, `Version ${version} stands where ${at + 1} should.`));
  const first = events[0].step;
  let [step, at, before] = [first, 0, null];
  const used = new Set();
  for (const event of events) {
    if (before && event.command === before.command) {
      need(event.step === before.step && event.actor === before.actor && event.at === before.at && !event.cause, `Version ${event.version} does not belong to the command before it.`);
      continue;
    }
    need(!used.has(event.command) && event.at >= at && event.cause, `Version ${event.version}: its command was used before, is dated too early, or is not kept.`);
    const wanted = LOBBY.includes(event.cause.type) ? first : step + 1;
    need(event.step === wanted, `Version ${event.version}: step ${event.step} stands where ${wanted} should.`);
    used.add(event.command);
    [step, at, before] = [Math.max(step, event.step), event.at, event];
  }
  return 'Versions, steps, times and commands follow one another without a gap.';
}

async function tree({ header, main, events }, leaves) {
  need(hex(await treeRoot(leaves)) === header.root, 'The events lead to another root than the signed one.');
  if (!header.main) return `All ${leaves.length} leaves lead to the signed root ${header.root.slice(0, 16)}…`;
  const { branch } = events[0].public;
  const others = await Promise.all(main.map(leafHash));
  need(others.length === header.main.size && hex(await treeRoot(others)) === header.main.root, 'The events of the main line lead to another root than the signed one.');
  need(isWhole(branch.version) && branch.version > 0 && branch.version <= others.length && hex(await treeRoot(others.slice(0, branch.version))) === branch.root, 'The branch leaves another main line.');
  return 'The events and those of the main line lead to the signed roots.';
}

function about({ header, events: [first] }) {
  const wrong = ['match', 'game', 'rules_version', 'catalogue'].filter((name) => canonical(first.public[name]) !== canonical(header[name]));
  need(first.type === 'MatchOpened' && !wrong.length, `The first event says otherwise: ${wrong.join(', ') || first.type}.`);
  return 'It says what the first event says.';
}

// Who may see which part, and what was erased.
const seatsIn = (name) => (name.startsWith('seat:') ? name.slice(5).split(',').map(Number) : []);

function seatOf(actor, ...kinds) {
  const [kind, seat] = actor.split(':');
  if (!kinds.includes(kind) || !seat) return null;
  need(/^\d+$/.test(seat), 'an actor is no seat');
  return Number(seat);
}

function partsOfPerson(events, player, seat) {
  const [sitting, found] = [new Map(), new Map()];
  for (const { version, type, actor, cause, secret = {}, public: said } of events) {
    const names = new Set();
    let isOwn = false;
    if (type === 'SeatTaken') { need(said.player !== undefined && said.seat !== undefined, 'a seat is not told'); isOwn = said.player === player; sitting.set(said.seat, said.player); }
    if (type === 'SeatLeft') { need(said.seat !== undefined, 'a seat is not told'); sitting.delete(said.seat); }
    if (type === 'DisputeOpened') { const by = seatOf(actor, 'seat'); isOwn = by !== null && sitting.get(by) === player; }
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
    const seat = cause?.params.values?.secrets_of ?? null;
    for (const [version, names] of partsOfPerson(events.slice(0, at), said.player, seat)) found.set(version, new Set([...(found.get(version) ?? []), ...names]));
  });
  return found;
}

function hiddenParts({ secret = {}, cause, actor }, viewer) {
  if (viewer === 'all') return new Set();
  const seat = viewer === 'spectator' ? null : Number(viewer.slice(5));
  const names = new Set(Object.keys(secret).filter((name) => name !== 'all' && !seatsIn(name).includes(seat)));
  if (cause && (seat === null || seatOf(actor, 'seat') !== seat)) names.add('cause');
  return names;
}

function parts(events, viewer) {
  const [erased, salts] = [erasedParts(events), new Set()];
  let [open, count] = [0, 0];
  for (const event of events) {
    const all = { ...event.secret, ...(event.cause ? { cause: event.cause.params } : {}) };
    const closed = new Set(Object.keys(all).filter((name) => !all[name].salt));
    const [excused, hidden] = [erased.get(event.version) ?? new Set(), hiddenParts(event, viewer)];
    need(!without(hidden, closed).length, `Version ${event.version}: a part is open that is not for this viewer.`);
    need(!without(closed, excused, hidden).length, `Version ${event.version}: a part is closed, and no event says that it was erased.`);
    need(!without(excused, closed).length, `Version ${event.version}: a part is open, and an event says that it was erased.`);
    for (const { salt } of Object.values(all)) {
      if (!salt) continue;
      need(!salts.has(salt), `Version ${event.version}: a salt was used before.`);
      salts.add(salt);
      open += 1;
    }
    count += Object.keys(all).length;
  }
  return `${open} of ${count} parts are open, and are what was committed to.`;
}

function commitments({ header, main, events }) {
  const sentence = parts(events, header.viewer);
  parts(main, 'all');
  return sentence;
}

// Key and signatures.
const SMALL_ORDER = ['00'.repeat(32), `01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'];

// A point of small order, or one that is not in its shortest form: many signatures would fit such a key.
function isWeak(raw) {
  const y = raw.slice();
  y[31] &= 0x7f;
  const isLong = y[31] === 0x7f && y.slice(1, 31).every((one) => one === 0xff) && y[0] >= 0xed;
  return isLong || SMALL_ORDER.includes(hex(y));
}

function pinned({ header: { key } }, pins) {
  const pin = pins.find((one) => one.key === key);
  if (!pin) throw new Open(`Nobody has pinned ${key} in this browser.`);
  return pin.sentence ?? `You trust ${key}.`;
}

// The checkpoint in a note: origin, size and root, signed by this key. Lines of other keys are passed over.
async function openNote(note, fileKey) {
  const [name, id, ...rest] = fileKey.split('+');
  const raw = unbase64(rest.join('+'), 33);
  const wanted = (await sha256(joined(text.encode(`${name}\n`), raw))).slice(0, 4);
  need(name === 'matchledger' && raw[0] === 1 && hex(wanted) === id && !isWeak(raw.slice(1)), 'The key is not one of a match ledger.');
  const cut = note.lastIndexOf('\n\n');
  const lines = note.slice(cut + 2).split('\n');
  need(cut >= 0 && lines.pop() === '' && lines.length > 0 && lines.length <= 16, 'The note has no signature, or too many.');
  let signature = null;
  for (const line of lines) {
    const [mark, signer, encoded, more] = line.split(' ');
    const bytes = unbase64(encoded ?? '');
    need(mark === '—' && signer && more === undefined && bytes.length >= 5, 'A line below the note is not a signature.');
    if (signer === name && hex(bytes.slice(0, 4)) === id) { signature = bytes.slice(4); break; }
  }
  need(signature, 'The note is not signed by this key.');
  const found = /^([^\x00-\x1f\x7f]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]+)\n$/.exec(note.slice(0, cut + 1));
  need(found, 'The note does not hold a checkpoint.');
  const checkpoint = { origin: found[1], size: Number(found[2]), root: hex(unbase64(found[3], 32)) };
  return { checkpoint, verify: () => isSigned(raw.slice(1), signature, text.encode(note.slice(0, cut + 1))) };
}

async function isSigned(key, signature, bytes) {
  let imported;
  try { imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']); } catch { throw new Open('This browser has no Ed25519, so the signature is left unchecked.'); }
  need(await subtle.verify({ name: 'Ed25519' }, imported, signature, bytes), 'The signature does not fit the note.');
}

async function mustSay(note, key, origin, size, root) {
  const { checkpoint, verify: verifyNote } = await openNote(note, key);
  need(checkpoint.origin === origin && checkpoint.size === size && checkpoint.root === root, 'The signed checkpoint is of another match or log, size or root.');
  await verifyNote();
}

async function signature({ header, events }) {
  unhex(header.root);
  await mustSay(header.note, header.key, `matchledger/${header.match}`, header.size, header.root);
  if (header.main) await mustSay(header.main.note, header.key, `matchledger/${events[0].public.branch.match}`, header.main.size, header.main.root);
  return `The checkpoint is signed by ${header.key}.`;
}

// Whether a beginning of the match is in the log of heads: the log's signature, the path to its root, the match's root.
async function logged({ header: { match, key, logged: log } }, leaves) {
  if (!log) throw new Open('The file does not say that the match is in the log of heads.');
  const { head, entry, log_size: size, log_root: root, proof, note, origin } = log;
  unhex(root);
  const { checkpoint, verify: verifyNote } = await openNote(note, key);
  need(/^matchledger(\+\d+)?$/.test(origin) && checkpoint.origin === origin && checkpoint.size === size && checkpoint.root === root, 'The signed checkpoint is of another log, size or root.');
  need(await leadsToRoot({ leaf: head, version: entry, size, root, proof }), `The proof of entry ${entry} leads to another root.`);
  need(head.match === match && head.size > 0 && head.size <= leaves.length, `The log has ${head.size} events of ${head.match}.`);
  need(hex(await treeRoot(leaves.slice(0, head.size))) === head.root, `The log has another root of the first ${head.size} events.`);
  await verifyNote();
  return `The first ${head.size} events are entry ${entry} of the log of heads.`;
}

// Whether a proof leads from a leaf document to a root (RFC 9162, 2.1.3.2).
export async function leadsToRoot(proof) {
  let hash = await sha256(joined(Uint8Array.of(0), text.encode(canonical(proof.leaf))));
  let node = proof.version - 1;
  let last = proof.size - 1;
  if (!isWhole(node) || !isWhole(last) || node < 0 || node > last) return false;
  for (const sibling of proof.proof.map(unhex)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = await sha256(joined(Uint8Array.of(1), sibling, hash));
      while (node % 2 === 0 && node !== 0) { node = Math.floor(node / 2); last = Math.floor(last / 2); }
    } else hash = await sha256(joined(Uint8Array.of(1), hash, sibling));
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && hex(hash) === proof.root;
}

// The dice: block i of place p is HMAC(seed, "p:i"), four numbers of 64 bits; numbers that would favour an outcome are thrown away.
class Dice {
  constructor(key, place) { Object.assign(this, { key, place, block: 0, numbers: [] }); }

  async below(limit) {
    const all = 1n << 64n;
    const fair = all - (all % BigInt(limit));
    for (;;) {
      if (!this.numbers.length) {
        const bytes = await hmac(this.key, text.encode(`${this.place}:${this.block}`));
        this.block += 1;
        this.numbers = [24, 16, 8, 0].map((at) => new DataView(bytes.buffer).getBigUint64(at));
      }
      const number = this.numbers.pop();
      if (number < fair) return Number(number % BigInt(limit));
    }
  }

  async answer(name, given, outcome) {
    if ((name === 'below' || name === 'roll') && isWhole(given) && given > 0) return (await this.below(given)) + (name === 'roll' ? 1 : 0);
    need(Array.isArray(given), `An unknown question to the dice: ${name}.`);
    if (name === 'pick' && given.length) return given[await this.below(given.length)];
    const rest = [...given];
    if (name === 'shuffle') {
      for (let last = rest.length - 1; last > 0; last -= 1) {
        const other = await this.below(last + 1);
        [rest[last], rest[other]] = [rest[other], rest[last]];
      }
      return rest;
    }
    need(name === 'draw' && Array.isArray(outcome) && outcome.length <= given.length, `An unknown question to the dice: ${name}.`);
    const drawn = [];
    for (let count = outcome.length; count > 0; count -= 1) drawn.push(...rest.splice(await this.below(rest.length), 1));
    return drawn;
  }
}

async function seedOf(events) {
  const server = unhex(events[0].secret.sealed.values.server_seed);
  const seats = new Map();
  for (const { type, public: said } of events) {
    if (type === 'SeatTaken') seats.set(said.seat, said.entropy);
    if (type === 'SeatLeft') seats.delete(said.seat);
    if (type === 'PlayBegan') break;
  }
  const given = [...seats].sort(([one], [other]) => one - other);
  need(given.every(([seat, entropy]) => isWhole(seat) && isText(entropy)), 'A seat or a part of the luck is of another type.');
  return hmac(await hmacKey(server), text.encode(given.map(([seat, entropy]) => `${seat}:${[...entropy].length}:${entropy};`).join('')));
}

// Whether the listed draws follow from the seed; whether they are all of them, only the rules can say.
async function draws({ header, events, luck }) {
  const listed = luck.reduce((sum, { calls }) => sum + calls.length, 0);
  need(listed === (header.draws ?? 0), `${listed} draws are listed, and line 1 says ${header.draws ?? 0}.`);
  if (header.viewer !== 'all') throw new Open('The seed is opened when the match ends; until then it is only committed to.');
  if (events.some(({ type, public: said }) => type === 'PlayerErased' && said.secrets)) throw new Open('The seed has been erased with a player.');
  if (!listed) throw new Open('No draw is listed.');
  const key = await hmacKey(await seedOf(events));
  for (const { luck: step, place, calls } of luck) {
    need(place >= 0, `Step ${step}: its draws have no place in the line.`);
    const dice = new Dice(key, place);
    for (const [name, given, outcome] of calls) {
      need(canonical(await dice.answer(name, given, outcome)) === canonical(outcome), `Step ${step}: the seed gives another outcome of ${name}.`);
    }
  }
  return `All ${listed} draws that are listed, in ${luck.length} steps, follow from the seed.`;
}

// Every check of a file: name, value and sentence. `pins` are keys that this browser trusts: {key, sentence}.
export async function verify(file, show = () => {}, pins = []) {
  const checks = [];
  const check = async (name, make) => {
    let [value, detail] = [PROVEN, ''];
    try { detail = await make(); } catch (problem) { [value, detail] = [problem instanceof Open ? NOT_PROVEN : BROKEN, problem.message]; }
    checks.push({ name, value, detail });
    show(checks.at(-1));
  };
  let found = null;
  await check('file', () => { found = parse(file); return `${found.events.length} events of ${found.header.match}, as ${found.header.viewer} may see them.`; });
  if (!found) return checks;
  const leaves = await Promise.all(found.events.map(leafHash));
  await check('order', () => order(found));
  await check('tree', () => tree(found, leaves));
  await check('header', () => about(found));
  await check('commitments', () => commitments(found));
  await check('key', () => pinned(found, pins));
  await check('signature', () => signature(found));
  await check('log', () => logged(found, leaves));
  await check('draws', () => draws(found));
  for (const name of RULES) await check(name, () => { throw new Open('This browser executes no rules; the server and `matchledger verify` do.'); });
  return checks;
}

// Broken if one check is, proven if all are.
export function conclude(checks) {
  const values = checks.map(({ value }) => value);
  return values.includes(BROKEN) ? BROKEN : values.every((value) => value === PROVEN) ? PROVEN : NOT_PROVEN;
}
