// Signed notes of C2SP: verifier keys, and the checkpoint (origin, size, root) in a note that such a key has signed.
// tests/notes has one table of cases for this, for events/checkpoint.py and for verify_match.py.
import { Open, hex, isWhole, joined, need, sha256, subtle, text, unbase64 } from './bytes.js';

const SIGNATURES_MAX = 16;
const SMALL_ORDER = ['00'.repeat(32), `01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'];

// A point of small order, or one that is not in its shortest form: many signatures would fit such a key.
function isWeak(raw) {
  const y = raw.slice();
  y[31] &= 0x7f;
  const isLong = y[31] === 0x7f && y.slice(1, 31).every((one) => one === 0xff) && y[0] >= 0xed;
  return isLong || SMALL_ORDER.includes(hex(y));
}

// A key is named as the origin of what it signs.
export const originIn = (key) => key.split('+')[0];

// The origins that a match can have: as one played there, or as one that was imported.
export const originsOf = (key, match) => [`${originIn(key)}/${match}`, `${originIn(key)}/imported/${match}`];
export const originOf = ({ key, match, imported }) => originsOf(key, match)[imported ? 1 : 0];

// A log that was begun after another one was lost has the number of the log behind its origin.
export const isLogOrigin = (origin, own) => origin === own
  || (origin.startsWith(`${own}+`) && /^([2-9]|[1-9]\d+)$/.test(origin.slice(own.length + 1)));

async function readKey(key) {
  const [name, id, ...rest] = key.split('+');
  const raw = unbase64(rest.join('+'), 33);
  const wanted = hex((await sha256(joined(text.encode(`${name}\n`), raw))).slice(0, 4));
  need(/^[!-*,-~]{1,200}$/.test(name) && raw[0] === 1 && wanted === id, 'The key is not one for Ed25519.');
  need(!isWeak(raw.slice(1)), 'The key is not one that binds its owner.');
  return { name, id, raw: raw.slice(1) };
}

// The checkpoint in a note, and a function that verifies its signature by this key. Lines of other keys are passed
// over.
export async function readNote(note, key) {
  const { name, id, raw } = await readKey(key);
  const cut = note.lastIndexOf('\n\n');
  const lines = note.slice(cut + 2).split('\n');
  need(cut >= 0 && lines.pop() === '' && lines.length > 0 && lines.length <= SIGNATURES_MAX,
    'The note has no signature, or too many.');
  const signatures = lines.map((line) => {
    const [mark, signer, encoded, more] = line.split(' ');
    const bytes = unbase64(encoded ?? '');
    need(mark === '—' && signer && more === undefined && bytes.length >= 5,
      'A line below the note is not a signature.');
    return { signer, id: hex(bytes.slice(0, 4)), bytes: bytes.slice(4) };
  });
  const signature = signatures.find((one) => one.signer === name && one.id === id);
  need(signature, 'The note is not signed by this key.');
  const found = /^([^\x00-\x1f\x7f]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]+)\n$/.exec(note.slice(0, cut + 1));
  need(found && isWhole(Number(found[2])), 'The note does not hold a checkpoint.');
  const checkpoint = { origin: found[1], size: Number(found[2]), root: hex(unbase64(found[3], 32)) };
  return { checkpoint, verify: () => mustBeSigned(raw, signature.bytes, text.encode(note.slice(0, cut + 1))) };
}

// The checkpoint in a note that this key has signed.
export async function openNote(note, key) {
  const { checkpoint, verify } = await readNote(note, key);
  await verify();
  return checkpoint;
}

async function hasEd25519() {
  try { await subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']); return true; } catch { return false; }
}

async function mustBeSigned(key, signature, bytes) {
  let isSigned = false;
  try {
    const imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    isSigned = await subtle.verify({ name: 'Ed25519' }, imported, signature, bytes);
  } catch { // of a browser without Ed25519, or a key that is no point of the curve
    if (!await hasEd25519()) throw new Open('This browser has no Ed25519, so the signature is left unchecked.');
  }
  need(isSigned, 'The signature does not fit the note.');
}

// The checkpoint of the service that a match was imported from; null if it was played here.
export async function openSource({ match, imported }) {
  if (!imported) return null;
  const checkpoint = await openNote(imported.note, imported.key);
  need(originsOf(imported.key, match).includes(checkpoint.origin),
    'The note of the service that it was imported from is of another match.');
  return checkpoint;
}

export async function mustSay(note, key, origin, size, root) {
  const { checkpoint, verify } = await readNote(note, key);
  need([origin].flat().includes(checkpoint.origin) && checkpoint.size === size && checkpoint.root === root,
    'The signed checkpoint is of another match or log, size or root.');
  await verify();
}
