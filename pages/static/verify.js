// Checks an exported match in the browser itself: the tree of RFC 6962, every commitment, the signature, every draw of the dice.
// Nothing here trusts the server: SHA-256, HMAC and Ed25519 are the browser's own (WebCrypto).

const text = new TextEncoder();
const subtle = globalThis.crypto?.subtle;
export const isAble = Boolean(subtle);

const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
const unhex = (word) => Uint8Array.from(word.match(/../g) || [], (pair) => parseInt(pair, 16));
const unbase64 = (word) => Uint8Array.from(atob(word), (one) => one.charCodeAt(0));

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

const sha256 = async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));

const keys = new Map();
async function hmac(secret, bytes) {
  const name = hex(secret);
  if (!keys.has(name)) {
    if (keys.size > 2000) keys.clear();
    keys.set(name, await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']));
  }
  return new Uint8Array(await subtle.sign('HMAC', keys.get(name), bytes));
}

// Canonical JSON (RFC 8785); events hold no fractions and only ASCII keys, so sorting and JSON.stringify are enough.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

async function commitment(part) {
  return part.salt ? hmac(unbase64(part.salt), text.encode(canonical(part.values))) : unbase64(part.commitment);
}

async function leafHash(line) {
  const { version, type, schema, step, command, actor, at, rule, secret, cause } = line;
  const leaf = { version, type, schema, step, command, actor, at, rule, public: line.public };
  if (secret && Object.keys(secret).length) {
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
    const above = [];
    for (let at = 0; at < row.length; at += 2) {
      above.push(at + 1 < row.length ? await sha256(joined(Uint8Array.of(1), row[at], row[at + 1])) : row[at]);
    }
    row = above;
  }
  return row[0];
}

// Whether a note is signed by the file's key and says what it should.
async function signature({ key: fileKey }, note, { origin: wantedOrigin, size: wantedSize, root: wantedRoot }) {
  const [name, id, encoded] = splitKey(fileKey);
  const raw = unbase64(encoded);
  const wanted = hex((await sha256(joined(text.encode(`${name}\n`), raw))).slice(0, 4));
  if (wanted !== id || raw[0] !== 1) return [false, 'The key in the file does not fit its own id.'];
  const cut = note.lastIndexOf('\n\n');
  const body = note.slice(0, cut + 1);
  const signed = note.slice(cut + 2).split('\n').map((line) => line.split(' ')).find(([mark, who]) => mark === '—' && who === name);
  if (!signed) return [false, 'The checkpoint is not signed by this key.'];
  const [origin, size, root] = body.split('\n');
  if (origin !== wantedOrigin || Number(size) !== wantedSize || hex(unbase64(root)) !== wantedRoot) {
    return [false, 'The signed checkpoint speaks of another match or log, size or root than the file.'];
  }
  let key;
  try { key = await subtle.importKey('raw', raw.slice(1), { name: 'Ed25519' }, false, ['verify']); } catch { return [null, 'This browser has no Ed25519; the signature is left unchecked.']; }
  const isGood = await subtle.verify({ name: 'Ed25519' }, key, unbase64(signed[2]).slice(4), text.encode(body));
  return isGood ? [true, `The checkpoint is signed by ${fileKey}`] : [false, 'The signature does not fit the checkpoint.'];
}

function splitKey(key) {
  const [name, id, ...rest] = key.split('+');
  return [name, id, rest.join('+')];
}

// The dice: block i of place p is HMAC(seed, "p:i"), four numbers of 64 bits; numbers that would favour an outcome are thrown away.
class Dice {
  constructor(seed, place) { Object.assign(this, { seed, place, block: 0, numbers: [] }); }

  async number() {
    if (!this.numbers.length) {
      const bytes = await hmac(this.seed, text.encode(`${this.place}:${this.block}`));
      this.block += 1;
      const view = new DataView(bytes.buffer);
      this.numbers = [24, 16, 8, 0].map((at) => view.getBigUint64(at));
    }
    return this.numbers.pop();
  }

  async below(limit) {
    const all = 1n << 64n;
    const fair = all - (all % BigInt(limit));
    for (;;) {
      const number = await this.number();
      if (number < fair) return Number(number % BigInt(limit));
    }
  }

  async answer(name, given, outcome) {
    if (name === 'below') return this.below(given);
    if (name === 'roll') return (await this.below(given)) + 1;
    if (name === 'pick') return given[await this.below(given.length)];
    if (name === 'shuffle') {
      const order = [...given];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = await this.below(last + 1);
        [order[last], order[other]] = [order[other], order[last]];
      }
      return order;
    }
    if (name === 'draw') {
      const rest = [...given];
      const drawn = [];
      for (let count = outcome.length; count > 0; count -= 1) drawn.push(...rest.splice(await this.below(rest.length), 1));
      return drawn;
    }
    throw new Error(`an unknown question to the dice: ${name}`);
  }
}

async function seedOf(events) {
  const sealed = Object.values(events[0].secret || {}).find((part) => part.values && 'server_seed' in part.values);
  if (!sealed) return null;
  const seats = new Map();
  for (const { type, public: said, secret } of events) {
    if (type === 'SeatTaken') seats.set(said.seat, { ...said, ...Object.assign({}, ...Object.values(secret || {}).map((part) => part.values || {})) });
    if (type === 'SeatLeft') seats.delete(said.seat);
  }
  const parts = [...seats.values()].sort((a, b) => a.seat - b.seat).map(({ seat, entropy }) => `${seat}:${entropy.length}:${entropy};`).join('');
  return hmac(unhex(sealed.values.server_seed), text.encode(parts));
}

function order(events) {
  for (let at = 0; at < events.length; at += 1) {
    const { version, step, at: time } = events[at];
    const before = events[at - 1];
    if (version !== at + 1) return `Line ${at + 2}: version ${version} stands where ${at + 1} should.`;
    if (before && step < before.step) return `Version ${version}: step ${step} comes after step ${before.step}.`;
    if (before && time < before.at) return `Version ${version} is earlier than the one before it.`;
  }
  return '';
}

export function parse(file) {
  const lines = file.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line, at) => {
    try { return JSON.parse(line); } catch { throw new Error(`Line ${at + 1} is not JSON.`); }
  });
  const [header, ...rest] = parsed;
  if (header?.format !== 'matchledger-export/1') throw new Error('Line 1: this is not an exported match.');
  return { header, events: rest.filter((line) => !('luck' in line)), luck: rest.filter((line) => 'luck' in line) };
}

// Every check with true (holds), false (does not) or null (cannot be told here), told one by one as they are done.
export async function verify(file, tell) {
  const checks = [];
  const check = (name, ok, detail) => { const one = { name, ok, detail }; checks.push(one); tell?.(one); };
  let parsed;
  try { parsed = parse(file); } catch (problem) { check('File', false, problem.message); return checks; }
  const { header, events, luck } = parsed;
  check('File', events.length > 0, `${events.length} events of ${header.match}, as ${header.viewer} may see them.`);
  if (!isAble) { check('WebCrypto', null, 'This browser offers WebCrypto only over https or on localhost, so nothing can be checked here.'); return checks; }
  if (!events.length) return checks;
  try {
    const about = ['match', 'game', 'rules_version', 'catalogue'].filter((name) => events[0].public[name] !== header[name]);
    check('Header', !about.length, about.length ? `The first event says otherwise: ${about.join(', ')}.` : 'It says what the first event says.');
    const [isSigned, detail] = await signature(header, header.note, { origin: `matchledger/${header.match}`, size: header.size, root: header.root });
    check('Signature', isSigned, detail);
    check('Size', events.length === header.size, `${events.length} events; the signed checkpoint says ${header.size}.`);
    const wrong = order(events);
    check('Order', !wrong, wrong || 'Versions, steps and times follow one another without a gap.');
    const leaves = [];
    for (const line of events) leaves.push(await leafHash(line));
    const root = hex(await treeRoot(leaves));
    check('Tree', root === header.root, root === header.root ? `All ${leaves.length} leaves lead to the signed root ${root.slice(0, 16)}…` : `The events lead to ${root.slice(0, 16)}…, the signed root is ${header.root.slice(0, 16)}….`);
    const parts = events.flatMap((line) => [...Object.values(line.secret || {}), ...(line.cause ? [line.cause.params] : [])]);
    const open = parts.filter((part) => part.salt).length;
    check('Commitments', root === header.root, `${open} of ${parts.length} sealed parts are open in this file, and ${root === header.root ? 'each is what was committed to' : 'the tree does not bear them out'}.`);
    if (header.logged) check('Log', ...(await logged(header, leaves)));
    else check('Log', null, 'The file does not say that the match is in the log of heads.');
    await checkDice(header, events, luck, check);
  } catch (problem) {
    check('Reading', false, `The file cannot be read: ${problem.message}`);
  }
  return checks;
}

async function checkDice(header, events, luck, check) {
  if (header.viewer !== 'all') { check('Dice', null, 'The seed is opened when the match ends; until then it is only committed to.'); return; }
  const seed = await seedOf(events);
  if (!seed && events.some(({ type, public: said }) => type === 'PlayerErased' && said.secrets)) { check('Dice', null, 'The seed has been erased with a player.'); return; }
  if (!seed) { check('Dice', false, 'The seed is missing from the first event.'); return; }
  let questions = 0;
  for (const { luck: step, place, calls } of luck) {
    const dice = new Dice(seed, place);
    for (const [name, given, outcome] of calls) {
      questions += 1;
      const again = await dice.answer(name, given, outcome);
      if (canonical(again) !== canonical(outcome)) { check('Dice', false, `Step ${step}: the seed gives another outcome for ${name} than the file says.`); return; }
    }
  }
  check('Dice', true, `All ${questions} questions to the dice, in ${luck.length} steps, are answered by the seed as the file says.`);
}

// Whether a beginning of the match is in the log of heads: the log's signature, the path to its root, the match's root.
async function logged({ match, key, logged: { head, entry, log_size: size, log_root: root, proof, note } }, leaves) {
  const [isSigned, detail] = await signature({ key }, note, { origin: 'matchledger', size, root });
  if (isSigned === false) return [false, detail];
  if (!await leadsToRoot({ leaf: head, version: entry, size, root, proof })) return [false, `The proof of entry ${entry} does not lead to the log's root.`];
  if (head.match !== match || head.size > leaves.length) return [false, `The log has ${head.size} events of ${head.match}.`];
  if (hex(await treeRoot(leaves.slice(0, head.size))) !== head.root) return [false, `The log has another root of the first ${head.size} events.`];
  return [isSigned, `The first ${head.size} events are entry ${entry} of the log of heads.`];
}

// Whether a proof leads from a leaf document to a root (RFC 9162, 2.1.3.2).
export async function leadsToRoot(proof) {
  let hash = await sha256(joined(Uint8Array.of(0), text.encode(canonical(proof.leaf))));
  let node = proof.version - 1;
  let last = proof.size - 1;
  if (node > last) return false;
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

