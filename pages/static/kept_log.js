// The newest checkpoint of the log of heads that this browser has seen from this service, under the key that it
// has pinned. A later one must come with a proof that it extends the kept one. If it does not, both notes are
// kept: two signed notes that cannot both be true.
import { get } from './api.js';
import { unhex } from './bytes.js';
import { isConsistent } from './merkle.js';
import { openNote } from './notes.js';
import { pins } from './pins.js';

const NAME = 'matchledger.logs';
const FORKS = 'matchledger.forks';

const read = (name) => { try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; } };

// A sentence, and on a fork both notes and the answer about the proof.
export async function compareLog() {
  const [{ key }] = await pins();
  let [document, seen] = [null, null];
  try {
    document = await get('/v1/log/checkpoint');
    seen = await openNote(document.note, key);
  } catch (problem) {
    return { sentence: `The log of heads is not compared with what this browser has kept of it: ${problem.message}` };
  }
  const all = read(NAME);
  const note = all[key];
  const kept = note && await openNote(note, key);
  if (!kept) return keep(all, key, document.note,
    `This browser keeps the checkpoint of the log of heads from now on: ${seen.size} entries.`);
  if (kept.origin !== seen.origin) return {
    sentence: `The log ${kept.origin} was replaced by ${seen.origin}; the first entry of the new one says why.` };
  const fork = (why, proof = null) => {
    const found = { kept: note, seen: document.note, proof };
    localStorage.setItem(FORKS, JSON.stringify({ ...read(FORKS), [key]: found }));
    return { sentence: `The log of heads has been rewritten: ${why}. Do not trust what this service shows. Save both `
      + `notes: they prove it.`, fork: found };
  };
  if (seen.size < kept.size) return fork(`it has ${seen.size} entries, and this browser has seen ${kept.size}`);
  let proof = { proof: [] };
  if (seen.size > kept.size && kept.size > 0) {
    try {
      proof = await get(`/v1/log/proof?old_size=${kept.size}&size=${seen.size}`);
    } catch (problem) {
      return { sentence: 'The log of heads does not prove that it extends what this browser has kept of it: '
        + problem.message };
    }
  }
  const isExtended = await isConsistent(kept.size, unhex(kept.root), seen.size, unhex(seen.root),
    proof.proof.map(unhex));
  if (!isExtended) return fork(
    `its ${seen.size} entries do not begin with the ${kept.size} that this browser has seen`, proof);
  return keep(all, key, document.note,
    `The log of heads, ${seen.size} entries, extends the ${kept.size} that this browser had seen.`);
}

function keep(all, key, note, sentence) {
  localStorage.setItem(NAME, JSON.stringify({ ...all, [key]: note }));
  return { sentence };
}
