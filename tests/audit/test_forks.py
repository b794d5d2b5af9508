"""Two histories of one match, or of the log: whoever kept a checkpoint can show that one of them is false."""

from __future__ import annotations

import msgspec

from events.checkpoint import Signer
from events.envelope import Recorded
from events.head_log import MatchHead, consistency
from events.memory_head_log import MemoryHeadLog
from events.origin import origin_in
from events.tree import consistency_proof, is_consistent, leaf_hash, root_of, tree_root
from games.registry import all_games
from ledger.table import rulesets_of
from projections.verify import Pins, verify
from service.cli import main
from service.config import read_config
from tests.audit.test_exports import outside
from tests.lies.files import KEY, STRANGER, file_of, note_of, whole

RULESETS = rulesets_of(all_games())


def history() -> list[Recorded]:
    return list(whole("coup").history)


def changed(recorded: Recorded, **changes: object) -> Recorded:
    return Recorded(recorded.version, msgspec.structs.replace(recorded.stored, **changes))


def test_a_forked_history_is_caught_by_whoever_kept_a_checkpoint():
    """Two histories that begin alike: the second does not contain what was signed for the first."""
    events = history()
    leaves = [leaf_hash(one.version, one.stored) for one in events]
    seen_size, seen_root = 20, tree_root(leaves[:20])
    assert is_consistent(seen_size, seen_root, len(leaves), tree_root(leaves), consistency_proof(leaves, seen_size))
    forked = list(events)
    forked[14] = changed(forked[14], at=forked[14].stored.at + 1)
    others = [leaf_hash(one.version, one.stored) for one in forked]
    proof = consistency_proof(others, seen_size)
    assert not is_consistent(seen_size, seen_root, len(others), tree_root(others), proof)


def test_a_match_that_vanished_from_the_log_is_caught_by_whoever_kept_its_checkpoint():
    """A server that drops a whole match must drop it from the log too, and no such log begins with the old one."""
    log, other = MemoryHeadLog(), MemoryHeadLog()
    for place in range(9):
        log.append(MatchHead(f"m-{place}", 1, f"{place:064x}"), is_public=True)
    seen = log.head()
    for place in range(9, 14):
        log.append(MatchHead(f"m-{place}", 1, f"{place:064x}"), is_public=True)
    for place in range(14):
        if place != 4:
            other.append(MatchHead(f"m-{place}", 1, f"{place:064x}"), is_public=True)

    def contains_what_was_seen(kept: MemoryHeadLog) -> bool:
        now, proof = kept.head(), consistency(kept, seen.version, kept.head().version)
        return is_consistent(seen.version, root_of(seen.frontier), now.version, root_of(now.frontier), proof)

    assert contains_what_was_seen(log)
    assert not contains_what_was_seen(other)


def values(text: bytes, pins: Pins) -> dict[str, str]:
    return {check.name: check.value for check in verify(text, RULESETS, pins)}


def test_a_file_under_another_key_is_proven_only_for_whoever_trusts_it(tmp_path, capsys):
    """A stranger who signs everything again makes a file that is in order as such."""
    text = file_of(whole("coup"), signer=STRANGER)
    assert values(text, Pins())["key"] == "not proven here"
    assert values(text, Pins(frozenset({KEY})))["key"] == "not proven here"
    assert values(text, Pins(frozenset({KEY}), is_only=True))["key"] == "broken"
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    for key, status in ((None, 3), (KEY, 1), (STRANGER.key, 0)):
        words = [] if key is None else ["--key", key]
        assert outside(path, *words).returncode == status
        assert main(["verify", str(path), *words]) == status
    assert "not proven here  key" in capsys.readouterr().out


def test_a_trusted_key_is_remembered(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MATCHLEDGER_TRUST", str(tmp_path / "trust" / "trust.json"))
    path = tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup")))
    assert main(["verify", str(path)]) == 3
    assert main(["trust", "add", "nonsense"]) == 2
    assert main(["trust", "add", STRANGER.key]) == 0
    assert main(["verify", str(path)]) == 3, "of another origin"
    assert main(["trust", "add", Signer(b"o" * 32, origin_in(KEY)).key]) == 0
    assert main(["verify", str(path)]) == 1, "another key of the same origin"
    assert main(["trust", "add", KEY]) == main(["trust", "add", KEY]) == 0
    assert capsys.readouterr().out.count(f"{origin_in(KEY)}  {KEY}") == 2, "twice printed, and kept once"
    assert main(["verify", str(path)]) == 0
    (tmp_path / "trust" / "trust.json").write_text("{}")
    assert main(["verify", str(path)]) == 2


def test_what_is_required_decides_between_0_and_3(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup"), 0))
    key = ["--key", KEY]
    assert main(["verify", str(path), *key]) == 3
    assert main(["verify", str(path), *key, "--require", "tree,signature,commitments"]) == 0
    path.write_bytes(file_of(whole("coup"), logged=None))
    assert main(["verify", str(path), *key]) == 0
    assert main(["verify", str(path), *key, "--require", "all"]) == 3
    path.write_bytes(b"hello")
    assert main(["verify", str(path)]) == 2
    assert main(["verify", str(tmp_path / "missing")]) == 2


def test_a_kept_checkpoint_must_be_extended(tmp_path):
    """The operator plays the same match otherwise, and signs that too: every file is in order, but for the note."""
    events = history()
    kept, path = tmp_path / "kept.txt", tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup")))
    words = ["--key", KEY, "--checkpoint", str(kept)]
    kept.write_text(note_of("m-pure", events[:20])[1], encoding="utf-8")
    assert main(["verify", str(path), *words]) == 0
    assert outside(path, *words).returncode == 0
    forked = [changed(one, at=one.stored.at + 1) for one in events]
    kept.write_text(note_of("m-pure", forked[:20])[1], encoding="utf-8")
    assert main(["verify", str(path), *words]) == 1
    assert outside(path, *words).returncode == 1
    longer = note_of("m-pure", events)[1]
    kept.write_text(longer, encoding="utf-8")
    path.write_bytes(file_of(whole("coup"), history=events[:-3], luck=[], logged=None))
    assert main(["verify", str(path), *words]) == outside(path, *words).returncode == 1, "the match was truncated"
    saved = [(fork / "kept.note").read_text() for fork in read_config().forks.iterdir()]
    assert len(saved) == 2
    assert longer in saved
    kept.write_text("nothing", encoding="utf-8")
    assert main(["verify", str(path), *words]) == 2


def test_a_kept_checkpoint_of_another_match_is_refused(tmp_path, capsys):
    """Nothing can be compared with it, so an exit status of 0 would promise what was not checked."""
    kept, path = tmp_path / "kept.txt", tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup")))
    words = ["--key", KEY, "--checkpoint", str(kept)]
    kept.write_text(note_of("m-other", history()[:20])[1], encoding="utf-8")
    assert main(["verify", str(path), *words]) == 2
    assert f"is of {origin_in(KEY)}/m-other, and the file is of {origin_in(KEY)}/m-pure" in capsys.readouterr().err
    done = outside(path, *words)
    assert done.returncode == 2
    assert f"is of {origin_in(KEY)}/m-other, and the file is of {origin_in(KEY)}/m-pure" in done.stderr


def test_a_kept_checkpoint_that_was_compared_is_named(tmp_path, capsys):
    kept, path = tmp_path / "kept.txt", tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup")))
    kept.write_text(note_of("m-pure", history()[:20])[1], encoding="utf-8")
    words = ["--key", KEY, "--checkpoint", str(kept)]
    assert main(["verify", str(path), *words]) == 0
    sentence = "begin with the 20 events of the kept checkpoint"
    assert sentence in capsys.readouterr().out
    assert sentence in outside(path, *words).stdout
    assert main(["verify", str(path), "--key", KEY]) == 0
    assert "kept checkpoint" not in capsys.readouterr().out


def test_the_conclusion_says_what_is_not_proven_and_whether_it_was_required(tmp_path, capsys):
    path = tmp_path / "match.jsonl"
    path.write_bytes(file_of(whole("coup"), logged=None))
    words = ["--key", KEY]
    assert main(["verify", str(path), *words]) == 0
    assert capsys.readouterr().out.endswith("\nproven as far as required; not proven here: log.\n")
    assert main(["verify", str(path), *words, "--require", "tree,log"]) == 3
    assert capsys.readouterr().out.endswith("\nnot proven here, though required: log.\n")
    assert outside(path, *words).stdout.endswith(
        "\nproven as far as required; not proven here: log, visibility, ledger, decisions, luck, invariants.\n"
    )
    done = outside(path, *words, "--require", "tree,log")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (3, "not proven here, though required: log.")
