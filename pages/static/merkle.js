// The Merkle tree of RFC 6962: its root, and whether proofs of inclusion and of consistency hold (RFC 9162).
import { canonical, hex, isWhole, joined, sha256, text, unhex } from './bytes.js';

const half = (number) => Math.floor(number / 2); // sizes can have more than the 32 bits that >> takes
const isHash = (bytes) => bytes.length === 32;
const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

export const leafOf = (document) => sha256(joined(Uint8Array.of(0), text.encode(canonical(document))));

export async function treeRoot(leaves) {
  if (!leaves.length) return sha256(new Uint8Array());
  let row = leaves;
  while (row.length > 1) {
    const pairs = [];
    for (let at = 0; at < row.length; at += 2) pairs.push(row.slice(at, at + 2));
    row = await Promise.all(pairs.map(([left, right]) => (right ? node(left, right) : left)));
  }
  return row[0];
}

// Whether a path leads from a leaf, counted from 0, to the root of a tree of this size (RFC 9162, 2.1.3.2).
export async function isIncluded(leaf, index, size, path, root) {
  let [hash, at, last] = [leaf, index, size - 1];
  if (!isWhole(at) || !isWhole(last) || at < 0 || at > last || ![leaf, root, ...path].every(isHash)) return false;
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = await node(sibling, hash);
      while (at % 2 === 0 && at !== 0) { at = half(at); last = half(last); }
    } else hash = await node(hash, sibling);
    at = half(at);
    last = half(last);
  }
  return last === 0 && hex(hash) === hex(root);
}

// The same for a document whose leaf is the event or head `version`, counted from 1; hashes in hex.
export const leadsToRoot = async ({ leaf, version, size, root, proof }) =>
  isIncluded(await leafOf(leaf), version - 1, size, proof.map(unhex), unhex(root));

// Whether a tree begins with a smaller one (RFC 9162, 2.1.4.2).
export async function isConsistent(oldSize, oldRoot, size, root, proof) {
  if (!isWhole(oldSize) || !isWhole(size) || oldSize < 0 || oldSize > size) return false;
  if (oldSize === 0 && hex(oldRoot) !== hex(await treeRoot([]))) return false;
  if (oldSize === size) return proof.length === 0 && hex(oldRoot) === hex(root);
  if (![oldRoot, root, ...proof].every(isHash)) return false;
  if (oldSize === 0) return proof.length === 0; // every tree begins with the empty one
  if (!proof.length) return false;
  let [at, last, isPower] = [oldSize - 1, size - 1, true];
  while (at % 2 === 1) { at = half(at); last = half(last); }
  if (at !== 0) isPower = false;
  const [first, ...path] = isPower ? [oldRoot, ...proof] : proof;
  let [before, after] = [first, first];
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = await Promise.all([node(sibling, before), node(sibling, after)]);
      while (at % 2 === 0 && at !== 0) { at = half(at); last = half(last); }
    } else after = await node(after, sibling);
    at = half(at);
    last = half(last);
  }
  return last === 0 && hex(before) === hex(oldRoot) && hex(after) === hex(root);
}
