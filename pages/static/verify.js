// Checks an exported match, or evidence about a step, in the browser itself, as docs/proofs.md says: the file, the
// tree of RFC 6962, every commitment, the signature, the listed draws. Nothing here trusts the server: SHA-256,
// HMAC and Ed25519 are the browser's own (WebCrypto). What takes the rules of a game is not proven here. The
// checks have the names and values of `matchledger verify`; tests/lies compares them.

import { Open, canonical, hex, hmac, hmacKey, isText, isWhole, need, text, unhex } from './bytes.js';
import { leafHash, parse } from './export_file.js';
import { leadsToRoot, treeRoot } from './merkle.js';
import { NotProven, jointLuckOf, readLobby, seedText } from './lobby-luck.js';
import { isLogOrigin, mustSay, openSource, originIn, originOf, originsOf, readNote } from './notes.js';
import { checkParts } from './open_parts.js';
import { evidenceChecks, isEvidence, parseEvidence } from './verify_evidence.js';

export const [PROVEN, NOT_PROVEN, BROKEN] = ['proven', 'not proven here', 'broken'];
const RULES = ['visibility', 'ledger', 'decisions', 'luck', 'invariants'];
const ENDS_OF_LOBBY = ['PlayBegan', 'MatchCancelled']; // everything before is one step

function order({ header, events }) {
  need(events.length === header.size, `${events.length} events; the checkpoint says ${header.size}.`);
  events.forEach(({ version }, at) => need(version === at + 1, `Version ${version} stands where ${at + 1} should.`));
  const first = events[0].step;
  let [step, at, before, inLobby] = [first, 0, null, true];
  const used = new Set();
  for (const event of events) {
    const isStillLobby = inLobby && !ENDS_OF_LOBBY.includes(event.type);
    if (before && event.command === before.command) {
      need(event.step === before.step && event.actor === before.actor && event.at === before.at && !event.cause,
        `Version ${event.version} does not belong to the command before it.`);
      inLobby = isStillLobby;
      continue;
    }
    // The operator restarts the clocks where the server's time was wrong.
    need(!used.has(event.command) && event.cause && (event.at >= at || event.cause.type === 'restart_clocks'),
      `Version ${event.version}: its command was used before, is dated too early, or is not kept.`);
    const wanted = inLobby ? first : step + 1;
    need(event.step === wanted, `Version ${event.version}: step ${event.step} stands where ${wanted} should.`);
    used.add(event.command);
    [step, at, before, inLobby] = [Math.max(step, event.step), event.at, event, isStillLobby];
  }
  return 'Versions, steps, times and commands follow one another without a gap.';
}

async function tree({ header, main, events }, leaves) {
  need(hex(await treeRoot(leaves)) === header.root, 'The events lead to another root than the signed one.');
  if (!header.main) return `All ${leaves.length} leaves lead to the signed root ${header.root.slice(0, 16)}…`;
  const { branch } = events[0].public;
  const others = await Promise.all(main.map(leafHash));
  need(others.length === header.main.size && hex(await treeRoot(others)) === header.main.root,
    'The events of the main line lead to another root than the signed one.');
  need(isWhole(branch.version) && branch.version > 0 && branch.version <= others.length
    && hex(await treeRoot(others.slice(0, branch.version))) === branch.root, 'The branch leaves another main line.');
  return 'The events and those of the main line lead to the signed roots.';
}

function about({ header, events: [first] }) {
  const wrong = ['match', 'game', 'rules_version', 'catalogue'].filter((name) =>
    canonical(first.public[name]) !== canonical(header[name]));
  need(first.type === 'MatchOpened' && !wrong.length,
    `The first event says otherwise: ${wrong.join(', ') || first.type}.`);
  return 'It says what the first event says.';
}

function commitments({ header, main, events }) {
  const sentence = checkParts(events, header.viewer);
  checkParts(main, 'all');
  return sentence;
}

// Key and signatures.
function pinned({ header: { key } }, pins) {
  const pin = pins.find((one) => one.key === key);
  need(pin || !pins.some((one) => originIn(one.key) === originIn(key)),
    `Another key than ${key} is pinned in this browser for its origin.`);
  if (!pin) throw new Open(`Nobody has pinned ${key} in this browser.`);
  return pin.sentence ?? `You trust ${key}.`;
}

async function signature({ header, events }, leaves) {
  unhex(header.root);
  await mustSay(header.note, header.key, originOf(header), header.size, header.root);
  if (header.main) await mustSay(header.main.note, header.key, originsOf(header.key, events[0].public.branch.match),
    header.main.size, header.main.root);
  const source = await openSource(header);
  if (!source) return `The checkpoint is signed by ${header.key}.`;
  need(source.size <= leaves.length && hex(await treeRoot(leaves.slice(0, source.size))) === source.root,
    'The match does not begin with the checkpoint of the service that it was imported from.');
  return `Signed by ${header.key}, which imported it from ${originIn(header.imported.key)}.`;
}

// Whether a beginning of the match is in the log of heads: the log's signature, the path to its root, the match's root.
async function logged({ header: { match, key, logged: log } }, leaves) {
  if (!log) throw new Open('The file does not say that the match is in the log of heads.');
  const { head, entry, log_size: size, log_root: root, proof, note, origin } = log;
  unhex(root);
  const { checkpoint, verify: verifyNote } = await readNote(note, key);
  need(isLogOrigin(origin, originIn(key)) && checkpoint.origin === origin && checkpoint.size === size
    && checkpoint.root === root, 'The signed checkpoint is of another log, size or root.');
  need(await leadsToRoot({ leaf: head, version: entry, size, root, proof }),
    `The proof of entry ${entry} leads to another root.`);
  need(head.match === match && head.size > 0 && head.size <= leaves.length,
    `The log has ${head.size} events of ${head.match}.`);
  need(hex(await treeRoot(leaves.slice(0, head.size))) === head.root,
    `The log has another root of the first ${head.size} events.`);
  await verifyNote();
  return `The first ${head.size} events are entry ${entry} of the log of heads.`;
}

// The dice: block i of place p is HMAC(seed, "p:i"), four numbers of 64 bits; numbers that would favour an outcome
// are thrown away.
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
    if ((name === 'below' || name === 'roll') && isWhole(given) && given > 0) return (await this.below(given))
      + (name === 'roll' ? 1 : 0);
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
    need(name === 'draw' && Array.isArray(outcome) && outcome.length <= given.length,
      `An unknown question to the dice: ${name}.`);
    const drawn = [];
    for (let count = outcome.length; count > 0; count -= 1) drawn.push(...rest.splice(await this.below(rest.length),
      1));
    return drawn;
  }
}

async function seedOf(events) {
  const server = unhex(events[0].secret.sealed.values.server_seed);
  return hmac(await hmacKey(server), text.encode(seedText(await readLobby(events))));
}

async function jointLuck({ header, events }, leaves, kept) {
  for (const { size, root } of kept) {
    need(size <= leaves.length && hex(await treeRoot(leaves.slice(0, size))) === root,
      `The checkpoint of ${size} events that this browser kept before it opened its part of the luck is not the root `
        + `of their beginning.`);
  }
  const isErased = events.some(({ type, public: said }) => type === 'PlayerErased' && said.secrets);
  const closed = events.findLast(({ type }) => type === 'LobbyClosed')?.version;
  const own = kept.some(({ size }) => size >= closed)
    ? ' This browser kept a checkpoint of the closed lobby, and finds it here.' : '';
  try {
    return jointLuckOf(await readLobby(events), { isErased, isOpen: header.viewer === 'all' }) + own;
  } catch (problem) {
    throw problem instanceof NotProven ? new Open(problem.message) : problem;
  }
}

// Whether the listed draws follow from the seed; whether they are all of them, only the rules can say.
async function draws({ header, events, luck }) {
  const listed = luck.reduce((sum, { calls }) => sum + calls.length, 0);
  need(listed === (header.draws ?? 0), `${listed} draws are listed, and line 1 says ${header.draws ?? 0}.`);
  if (header.viewer !== 'all') throw new Open(
    'The seed is opened when the match ends; until then it is only committed to.');
  if (events.some(({ type, public: said }) => type === 'PlayerErased' && said.secrets)) throw new Open(
    'The seed has been erased with a player.');
  if (!listed) throw new Open('No draw is listed.');
  const key = await hmacKey(await seedOf(events));
  for (const { luck: step, place, calls } of luck) {
    need(place >= 0, `Step ${step}: its draws have no place in the line.`);
    const dice = new Dice(key, place);
    for (const [name, given, outcome] of calls) {
      need(canonical(await dice.answer(name, given, outcome)) === canonical(outcome),
        `Step ${step}: the seed gives another outcome of ${name}.`);
    }
  }
  return `All ${listed} draws that are listed, in ${luck.length} steps, follow from the seed.`;
}

// Every check of a file: name, value and sentence. `pins` are keys that this browser trusts: {key, sentence}.
// `keptLobbies(match)` are checkpoints that this browser kept before it opened a part of the luck: {size, root}.
export async function verify(file, show = () => {}, pins = [], keptLobbies = () => []) {
  const checks = [];
  const check = async (name, make) => {
    let [value, detail] = [PROVEN, ''];
    try { detail = await make(); } catch (problem) {
      [value, detail] = [problem instanceof Open ? NOT_PROVEN : BROKEN, problem.message];
    }
    checks.push({ name, value, detail });
    show(checks.at(-1));
  };
  let found = null;
  if (isEvidence(file)) {
    await check('file', () => { found = parseEvidence(file);
      return `${found.events.length} events of step ${found.header.step} of ${found.header.match}, as `
        + `${found.header.viewer} may see them.`; });
    for (const [name, make] of Object.entries(found ? evidenceChecks(found, (one) => pinned(one, pins))
      : {})) await check(name, make);
    return checks;
  }
  await check('file',
    () => { found = parse(file);
    return `${found.events.length} events of ${found.header.match}, as ${found.header.viewer} may see them.`; });
  if (!found) return checks;
  const leaves = await Promise.all(found.events.map(leafHash));
  await check('order', () => order(found));
  await check('tree', () => tree(found, leaves));
  await check('header', () => about(found));
  await check('commitments', () => commitments(found));
  await check('key', () => pinned(found, pins));
  await check('signature', () => signature(found, leaves));
  await check('log', () => logged(found, leaves));
  await check('draws', () => draws(found));
  await check('joint luck', () => jointLuck(found, leaves, keptLobbies(found.header.match)));
  for (const name of RULES) await check(name, () => { throw new Open(
    'This browser executes no rules; the server and `matchledger verify` do.'); });
  return checks;
}

// Broken if one check is, proven if all are.
export function conclude(checks) {
  const values = checks.map(({ value }) => value);
  return values.includes(BROKEN) ? BROKEN : values.every((value) => value === PROVEN) ? PROVEN : NOT_PROVEN;
}
