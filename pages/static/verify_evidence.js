// Evidence about one step as a file (matchledger-evidence/1): its events lead to a signed root, and all of it is
// signed.
import { Open, hex, isObject, isText, isWhole, need, sha256, text, unhex } from './bytes.js';
import { decoded, leafHash, mustBe, mustBeEvent, mustBeLogged, mustBeSource, orNone, parsed } from './export_file.js';
import { isIncluded, leadsToRoot } from './merkle.js';
import { isLogOrigin, mustSay, openSource, originIn, originOf, readNote } from './notes.js';
import { checkParts } from './open_parts.js';

const FORMAT = 'matchledger-evidence/1';
const HEADER = { format: isText, match: isText, viewer: isText, step: isWhole, size: isWhole, root: isText,
  note: isText, key: isText };

export function isEvidence(file) {
  try { return JSON.parse(decoded(file).split('\n', 1)[0]).format === FORMAT; } catch { return false; }
}

// Header, events with their paths, what is claimed, the note about the file, and the bytes that it is about.
export function parseEvidence(file) {
  const whole = decoded(file);
  const lines = whole.split('\n');
  need(lines.pop() === '', 'the last line does not end in a newline, so the file may have been cut');
  need(lines.length >= 4, 'a header, an event, what is claimed and a signature are needed');
  const documents = lines.map(parsed);
  const [header, claimed, signed] = [documents[0], documents.at(-2), documents.at(-1)];
  mustBe(header, HEADER, { logged: orNone, imported: orNone });
  mustBeSource(header.imported);
  need(/^(all|seats|spectator|seat:(0|[1-9][0-9]{0,2}))$/.test(header.viewer), 'there is no such viewer');
  mustBeLogged(header.logged);
  const proved = documents.slice(1, -2);
  for (const one of proved) {
    mustBe(one, { event: isObject, proof: Array.isArray });
    need(one.proof.every(isText), 'a proof is a list of texts');
    mustBeEvent(one.event);
  }
  mustBe(claimed, { claimed: isObject });
  mustBe(signed, { signed: isText });
  const body = text.encode(lines.slice(0, -1).map((line) => `${line}\n`).join(''));
  return { header, proved, events: proved.map(({ event }) => event), claimed: claimed.claimed, signed: signed.signed,
    body, count: lines.length - 1 };
}

async function tree({ header, proved }) {
  const first = proved[0].event.version;
  for (const [at, { event, proof }] of proved.entries()) {
    need(event.version === first + at, 'The events do not follow one another.');
    need(await isIncluded(await leafHash(event), event.version - 1, header.size, proof.map(unhex),
      unhex(header.root)), `Version ${event.version} does not lead to the signed root.`);
    need(event.step === header.step, `Version ${event.version} is of another step.`);
  }
  return 'Every event of the file is in the signed tree.';
}

async function signature({ header, signed, body, count }) {
  const origin = originOf(header);
  await mustSay(header.note, header.key, origin, header.size, header.root);
  await mustSay(signed, header.key, `${origin}/evidence/${header.step}`, count, hex(await sha256(body)));
  const source = await openSource(header);
  need(!source || source.size <= header.size, 'The match was longer when it was imported.');
  return `Checkpoint and file are signed by ${header.key}.`;
}

// That this very checkpoint is in the log of heads; an older head would need a proof that this one extends it.
async function inLog({ header: { match, size, root, key, logged } }) {
  if (!logged || logged.head.size !== size || logged.head.match !== match) throw new Open(
    'The file does not say that this checkpoint is in the log of heads.');
  const { head, entry, log_size: logSize, log_root: logRoot, proof, note, origin } = logged;
  const { checkpoint, verify } = await readNote(note, key);
  const isSame = isLogOrigin(origin, originIn(key)) && checkpoint.origin === origin && checkpoint.size === logSize
    && checkpoint.root === logRoot;
  const isIn = await leadsToRoot({ leaf: head, version: entry, size: logSize, root: logRoot, proof });
  need(isSame && isIn && head.root === root, `Entry ${entry} of the log is not this checkpoint.`);
  await verify();
  return `The checkpoint is entry ${entry} of the log of heads.`;
}

// The checks by name, in their order; `checkKey` is that of exported matches.
export const evidenceChecks = (found, checkKey) => ({
  tree: () => tree(found),
  commitments: () => checkParts(found.events, found.header.viewer, { isExcerpt: true }),
  key: () => checkKey(found),
  signature: () => signature(found),
  log: () => inLog(found),
  claimed: () => {
    throw new Open(
    `The service claims ${Object.keys(found.claimed).sort().join(', ')}; the rules were not executed here.`); },
});
