"""A server that lies, and is caught each time, at the right place.

Each lie alters an honest export of a finished match. Some lies are signed again with the server's own key, as a server
that means to cheat would; those fit their tree, and only the rules, the seed or an earlier checkpoint give them away.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events import export
from events.checkpoint import Checkpoint, origin_of, verifier_key
from events.envelope import Recorded
from events.head_log import LOG_ORIGIN, MatchHead, consistency
from events.memory_head_log import MemoryHeadLog
from events.tree import consistency_proof, is_consistent, leaf_hash, root_of, tree_root
from games.registry import all_games
from ledger.table import rulesets_of
from projections.verify import verify
from tests.audit.exports import SIGNER, STRANGER, exported, played, signed_again
from tests.audit.test_exports import outside

RULESETS = rulesets_of(all_games())
SEED = 1
Lines = list[dict[str, Any]]


def lines_of(text: bytes) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: Lines) -> bytes:
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def event(lines: Lines, type_: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("type") == type_)


def altered_public(lines: Lines) -> None:
    event(lines, "TurnStarted")["public"]["seat"] ^= 1


def altered_secret(lines: Lines) -> None:
    dealt = event(lines, "CardsDealt")["secret"]
    next(iter(dealt.values()))["values"]["kinds"].reverse()
    next(iter(dealt.values()))["values"]["kinds"][0] = "eu"


def altered_salt(lines: Lines) -> None:
    part = event(lines, "DeckShuffled")["secret"]["sealed"]
    part["salt"] = part["salt"][:-2] + ("A=" if part["salt"][-2] != "A" else "E=")


def altered_command(lines: Lines) -> None:
    caused = next(line for line in lines if "cause" in line)
    caused["cause"]["params"]["values"]["decision_id"] = 77


def altered_command_type(lines: Lines) -> None:
    next(line for line in lines if "cause" in line)["cause"]["type"] = "pass"


def altered_rule(lines: Lines) -> None:
    event(lines, "TurnStarted")["rule"] = "COUP-1.1"


def altered_actor(lines: Lines) -> None:
    next(line for line in lines if line.get("actor") == "seat:0")["actor"] = "seat:1"


def altered_name(lines: Lines) -> None:
    event(lines, "SeatTaken")["secret"]["all"]["values"]["name"] = "Mallory"


def altered_entropy(lines: Lines) -> None:
    event(lines, "SeatTaken")["public"]["entropy"] = "loaded"


def altered_server_seed(lines: Lines) -> None:
    event(lines, "MatchOpened")["secret"]["sealed"]["values"]["server_seed"] = "00" * 32


def back_dated(lines: Lines) -> None:
    lines[9]["at"] -= 10_000


def dropped(lines: Lines) -> None:
    del lines[9]


def dropped_and_renumbered(lines: Lines) -> None:
    del lines[9]
    for line in lines[9:]:
        if "version" in line:
            line["version"] -= 1
    lines[0]["size"] -= 1


def inserted(lines: Lines) -> None:
    lines.insert(9, {**lines[8]})


def doubled_and_renumbered(lines: Lines) -> None:
    lines.insert(9, {**lines[8]})
    for line in lines[9:]:
        if "version" in line:
            line["version"] += 1
    lines[0]["size"] += 1


def swapped(lines: Lines) -> None:
    lines[9], lines[10] = lines[10], lines[9]


def swapped_and_renumbered(lines: Lines) -> None:
    swapped(lines)
    lines[9]["version"], lines[10]["version"] = lines[10]["version"], lines[9]["version"]


def truncated(lines: Lines) -> None:
    del lines[-8:]


def truncated_with_size(lines: Lines) -> None:
    size = lines[0]["size"] - 3
    lines[:] = [line for line in lines if line.get("version", 0) <= size]
    lines[0]["size"] = size


def other_root(lines: Lines) -> None:
    lines[0]["root"] = "ab" * 32


def other_match(lines: Lines) -> None:
    lines[0]["match"] = "m-other"


def other_rules(lines: Lines) -> None:
    lines[0]["rules_version"] = 2


def other_catalogue(lines: Lines) -> None:
    lines[0]["catalogue"] = "0" * 64


def signature_of_another_note(lines: Lines) -> None:
    point = Checkpoint(origin_of("m-other"), lines[0]["size"], bytes.fromhex(lines[0]["root"]))
    lines[0]["note"] = SIGNER.sign(point)


def signature_cut_off(lines: Lines) -> None:
    lines[0]["note"] = lines[0]["note"].partition("\n\n")[0] + "\n"


def key_of_a_stranger(lines: Lines) -> None:
    lines[0]["key"] = verifier_key(STRANGER.public)


def luck_altered(lines: Lines) -> None:
    draws = next(line for line in lines if "luck" in line and line["calls"])
    draws["calls"][-1][2] = list(reversed(draws["calls"][-1][2]))


def luck_of_another_place(lines: Lines) -> None:
    next(line for line in lines if "luck" in line)["place"] += 1


def part_closed(lines: Lines) -> None:
    event(lines, "DeckShuffled")["secret"]["sealed"] = {"commitment": "AAAA"}


def logged_root_altered(lines: Lines) -> None:
    lines[0]["logged"]["head"]["root"] = "ab" * 32


def logged_proof_altered(lines: Lines) -> None:
    lines[0]["logged"]["proof"][0] = "ab" * 32


def logged_proof_cut_short(lines: Lines) -> None:
    lines[0]["logged"]["proof"].pop()


def logged_elsewhere(lines: Lines) -> None:
    lines[0]["logged"]["entry"] = 5


def another_match_logged(lines: Lines) -> None:
    """The log has a match, and a proof for it; but it is not this one."""
    log = MemoryHeadLog()
    log.append(MatchHead("m-other", lines[0]["size"], lines[0]["root"]), is_public=True)
    in_a_log_of_one(lines, log)


def another_history_logged(lines: Lines) -> None:
    """What was logged when the match was played is not what the file tells of it."""
    log = MemoryHeadLog()
    log.append(MatchHead(lines[0]["match"], lines[0]["size"], "ab" * 32), is_public=True)
    in_a_log_of_one(lines, log)


def in_a_log_of_one(lines: Lines, log: MemoryHeadLog) -> None:
    root = root_of(log.head().frontier)
    lines[0]["logged"] = {
        "head": msgspec.to_builtins(log.entries(0, 1)[0].head),
        "entry": 1,
        "log_size": 1,
        "log_root": root.hex(),
        "proof": [],
        "note": SIGNER.sign(Checkpoint(LOG_ORIGIN, 1, root)),
    }


def log_signed_by_a_stranger(lines: Lines) -> None:
    logged = lines[0]["logged"]
    logged["note"] = STRANGER.sign(Checkpoint(LOG_ORIGIN, logged["log_size"], bytes.fromhex(logged["log_root"])))


def checkpoint_of_a_match_as_that_of_the_log(lines: Lines) -> None:
    logged = lines[0]["logged"]
    root = bytes.fromhex(logged["log_root"])
    logged["note"] = SIGNER.sign(Checkpoint(origin_of("m-other"), logged["log_size"], root))


# Each lie, the check that catches it first in the order of the checks, and whether the second verifier must see it too.
LIES: dict[Callable[[Lines], None], str] = {
    altered_public: "tree",
    altered_secret: "tree",
    altered_salt: "tree",
    altered_command: "tree",
    altered_command_type: "order",
    altered_rule: "tree",
    altered_actor: "order",
    altered_name: "tree",
    altered_entropy: "tree",
    altered_server_seed: "tree",
    back_dated: "order",
    dropped: "size",
    dropped_and_renumbered: "signature",
    inserted: "size",
    doubled_and_renumbered: "signature",
    swapped: "order",
    swapped_and_renumbered: "tree",
    truncated: "size",
    truncated_with_size: "signature",
    other_root: "signature",
    other_match: "signature",
    other_rules: "header",
    other_catalogue: "header",
    signature_of_another_note: "signature",
    signature_cut_off: "signature",
    key_of_a_stranger: "signature",
    luck_altered: "luck",
    luck_of_another_place: "luck",
    part_closed: "tree",
    logged_root_altered: "log",
    logged_proof_altered: "log",
    logged_proof_cut_short: "log",
    logged_elsewhere: "log",
    another_match_logged: "log",
    another_history_logged: "log",
    log_signed_by_a_stranger: "log",
    checkpoint_of_a_match_as_that_of_the_log: "log",
}


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_lie_in_the_file_is_caught_by_both_verifiers(lie, tmp_path):
    lines = lines_of(exported("coup", SEED))
    lie(lines)
    text = text_of(lines)
    failed = [check.name for check in verify(text, RULESETS) if not check.ok]
    assert failed, "nobody noticed"
    assert failed[0] == LIES[lie], failed
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    done = outside(path)
    assert done.returncode == 1, done.stdout
    assert done.stderr == ""


def history() -> list[Recorded]:
    ledger, table = played("coup", SEED)
    return ledger.store.read(table.match)


def changed(recorded: Recorded, **fields: Any) -> Recorded:
    return Recorded(recorded.version, msgspec.structs.replace(recorded.stored, **fields))


def re_dealt(events: list[Recorded]) -> int:
    """The server deals itself other cards, and shuffles the deck to fit."""
    place = next(i for i, one in enumerate(events) if one.stored.type == "DeckShuffled")
    sealed = events[place].stored.secret["sealed"]
    order = sealed.values["order"]
    part = msgspec.structs.replace(sealed, values={"order": [*order[1:], order[0]]})
    events[place] = changed(events[place], secret={"sealed": part})
    return place + 1


def another_decision(events: list[Recorded]) -> int:
    """Somebody gets money that the rules do not give."""
    place = next(i for i, one in enumerate(events) if one.stored.type == "MoneyGained")
    public = events[place].stored.public
    events[place] = changed(events[place], public={**public, "amount": public["amount"] + 1})
    return place + 1


def another_command(events: list[Recorded]) -> int:
    """The command that is kept is not the one that was sent."""
    place = next(
        i
        for i, one in enumerate(events)
        if one.stored.cause is not None and one.stored.cause.params.values.get("action")
    )
    cause = events[place].stored.cause
    assert cause is not None
    part = msgspec.structs.replace(cause.params, values={**cause.params.values, "action": "scandal"})
    events[place] = changed(events[place], cause=msgspec.structs.replace(cause, params=part))
    return place + 1


def an_event_left_out(events: list[Recorded]) -> int:
    place = next(i for i, one in enumerate(events) if one.stored.type == "MoneyGained")
    del events[place]
    events[:] = [Recorded(i, one.stored) for i, one in enumerate(events, 1)]
    return place


def another_seed(events: list[Recorded]) -> int:
    """The server finds a seed that suits it better after the fact."""
    sealed = events[0].stored.secret["sealed"]
    part = msgspec.structs.replace(sealed, values={"server_seed": "11" * 32})
    events[0] = changed(events[0], secret={"sealed": part})
    return 0


def no_command_kept(events: list[Recorded]) -> int:
    place = next(i for i, one in enumerate(events) if one.stored.cause is not None)
    events[place] = changed(events[place], cause=None)
    return place + 1


SIGNED_LIES = [re_dealt, another_decision, another_command, an_event_left_out, another_seed, no_command_kept]


@pytest.mark.parametrize("lie", SIGNED_LIES, ids=lambda lie: lie.__name__)
def test_a_lie_that_is_signed_again_is_caught_by_the_rules_and_the_seed(lie):
    _, table = played("coup", SEED)
    events = history()
    luck = export.read(exported("coup", SEED))[2]
    version = lie(events)
    text = signed_again(events, table, SIGNER, luck)
    failed = {check.name: check.detail for check in verify(text, RULESETS) if not check.ok}
    assert "signature" not in failed
    assert "tree" not in failed
    assert failed.keys() & {"ledger", "decisions", "luck"}, failed
    if version:
        near = range(version - 3, version + 4)
        told = failed.get("decisions", "") + failed.get("ledger", "")
        assert any(f"version {place}:" in told for place in near), failed


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


def test_a_stranger_who_signs_everything_again_is_caught_by_whoever_knows_the_key(tmp_path):
    _, table = played("coup", SEED)
    text = signed_again(history(), table, STRANGER, export.read(exported("coup", SEED))[2])
    assert all(check.ok for check in verify(text, RULESETS)), "as such the file is in order"
    trusted = verifier_key(SIGNER.public)
    assert [check.name for check in verify(text, RULESETS, trusted) if not check.ok] == ["signature"]
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    assert outside(path).returncode == 0
    assert outside(path, "--key", trusted).returncode == 1
