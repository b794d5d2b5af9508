"""The table of notes, canonical JSON and proofs (tests/notes) in the browser."""

from __future__ import annotations

from tests.notes.cases import documents, notes, proofs

RUN = """async ([notes, documents, proofs]) => {
  const { canonical } = await import('/static/bytes.js');
  const { openNote } = await import('/static/notes.js');
  const { isIncluded, isConsistent } = await import('/static/merkle.js');
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const [opened, written, held] = [{}, {}, {}];
  for (const [name, [note, key]] of Object.entries(notes)) {
    try { const { origin, size, root } = await openNote(note, key); opened[name] = [origin, size, root]; }
    catch { opened[name] = null; }
  }
  for (const [name, [text]] of Object.entries(documents)) written[name] = canonical(JSON.parse(text));
  for (const [name, one] of Object.entries(proofs)) {
    const proof = one.proof.map(bytes);
    held[name] = one.leaf === undefined
      ? await isConsistent(one.old_size, bytes(one.old_root), one.size, bytes(one.root), proof)
      : await isIncluded(bytes(one.leaf), one.index, one.size, proof, bytes(one.root));
  }
  return [opened, written, held];
}"""
NO_NUMBERS = """async () => {
  const { isIncluded, isConsistent } = await import('/static/merkle.js');
  const hash = new Uint8Array(32);
  return [await isIncluded(hash, 1.5, 3, [hash], hash), await isIncluded(hash, '0', 1, [], hash),
    await isIncluded(hash, 0, NaN, [], hash), await isConsistent(1.5, hash, 3, hash, [hash]),
    await isConsistent('1', hash, 1, hash, [])];
}"""


def test_the_browser_reads_notes_and_proofs_as_the_others_do(visit):
    ana = visit()
    ana.go("/audit")
    opened, written, held = ana.page.evaluate(RUN, [notes(), documents(), proofs()])
    assert opened == {name: None if expected is None else list(expected) for name, (_, _, expected) in notes().items()}
    assert written == {name: expected for name, (_, expected) in documents().items()}
    assert held == {name: case["holds"] for name, case in proofs().items()}
    assert ana.page.evaluate(NO_NUMBERS) == [False] * 5
