"""Checking an exported match offline, with no server and no store (docs/proofs.md).

`service/tools/verify_match.py` and `pages/static/verify.js` do the same without the rules: the checks have the same
names and values there, but for those that execute the match, which they leave open. `tests/lies` compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from events.checkpoint import BadCheckpoint, Checkpoint, open_note
from events.envelope import Recorded, Source
from events.export import BadExport, Export, Header, Luck, Main, read_file, viewer_named
from events.head_log import leaf_of
from events.origin import is_log_origin, match_origin, match_origins, origin_in
from events.tree import canonical, leaf_hash, read_hash, root_from_inclusion, tree_root
from games.dice import Dice
from ledger.audit import DAMAGE, EXECUTED, audit, with_roots
from ledger.audit_events import Finding, batches, commitment_findings, order_findings, parts_of
from ledger.audit_orders import MainLine
from ledger.erasure import has_no_secrets
from ledger.fold import fold
from ledger.joint_luck import JOINT_LUCK, check_joint_luck, seed_in
from ledger.luck import luck_of
from ledger.table import Ruleset
from ledger.verdict import PROVEN, Check, broken, not_proven, proven
from projections.evidence_file import check_source_note, is_evidence, verify_evidence

Rulesets = Mapping[tuple[str, int], Ruleset]
EVIDENCE_CHECKS = ("file", "tree", "commitments", "key", "signature", "log", "claimed")
CHECKS = ("file", "order", "tree", "header", "commitments", "key", "signature", "log", "draws", JOINT_LUCK, *EXECUTED)


class Pins(msgspec.Struct, frozen=True):
    """The keys that somebody trusts; with `is_only`, a file under any other key is broken."""

    keys: frozenset[str] = frozenset()
    is_only: bool = False


NO_PINS = Pins()


def verify(text: bytes, rulesets: Rulesets, pins: Pins = NO_PINS, kept: Sequence[Checkpoint] = ()) -> list[Check]:
    """Every check of the file, a match or evidence; `kept` are checkpoints that it must extend."""
    if is_evidence(text):
        return verify_evidence(text, lambda key: _key(key, pins))
    try:
        found = read_file(text)
    except BadExport as damage:
        return [broken("file", str(damage))]
    header, history = found.header, found.history
    sentence = f"{len(history)} events of {header.match}, as {header.viewer} may see them."
    makers: dict[str, Callable[[], Check]] = {
        "order": lambda: _order(header, history),
        "tree": lambda: _tree(found, kept),
        "header": lambda: _header(header, history),
        "commitments": lambda: _commitments(found),
        "key": lambda: _key(header.key, pins),
        "signature": lambda: _signature(found),
        "log": lambda: _log(header, history),
        "draws": lambda: _draws(header, history, found.luck),
        JOINT_LUCK: lambda: check_joint_luck(history, is_seed_open=header.viewer == "all"),
    }
    checks = [proven("file", sentence), *(_guard(name, make) for name, make in makers.items())]
    return [*checks, *_execute(found, rulesets, checks)]


def _guard(name: str, make: Callable[[], Check]) -> Check:
    """A file from elsewhere may hold anything; what a check cannot read is broken."""
    try:
        return make()
    except DAMAGE as damage:
        return broken(name, f"It cannot be read ({type(damage).__name__}).")


def _order(header: Header, history: Sequence[Recorded]) -> Check:
    if len(history) != header.size:
        return broken("order", f"{len(history)} events; the checkpoint says {header.size}.")
    for finding in order_findings(history, list(batches(history))):
        return _check_of(finding)
    return proven("order", "Versions, steps, times and commands follow one another without a gap.")


def _check_of(finding: Finding) -> Check:
    return broken(finding.check, f"Version {finding.version}: {finding.detail}.", finding.version)


def _tree(found: Export, kept: Sequence[Checkpoint]) -> Check:
    """The tree over all leaves; a wrong part changes its commitment, and with it the leaf and the root."""
    header, leaves = found.header, _leaves(found.history)
    if tree_root(leaves).hex() != header.root:
        return broken("tree", "The events lead to another root than the signed one.")
    origins = match_origins(origin_in(header.key), header.match)
    for point in kept:
        if point.origin in origins and not begins_with(leaves, point):
            return broken("tree", f"The kept checkpoint of {point.size} events is not the root of its beginning.")
    compared = [str(point.size) for point in kept if point.origin in origins]
    begun = f", and begin with the {', '.join(compared)} events of the kept checkpoint" if compared else ""
    if header.main is None:
        return proven("tree", f"The events lead to the signed root{begun}.")
    branch = found.history[0].stored.public["branch"]
    main = _leaves(found.main)
    if len(main) != header.main.size or tree_root(main).hex() != header.main.root:
        return broken("tree", "The events of the main line lead to another root than the signed one.")
    if not 0 < branch["version"] <= len(main) or tree_root(main[: branch["version"]]).hex() != branch["root"]:
        return broken("tree", "Version 1: the branch leaves another main line.", 1)
    return proven("tree", f"The events and those of the main line lead to the signed roots{begun}.")


def _leaves(history: Sequence[Recorded]) -> list[bytes]:
    return [leaf_hash(recorded.version, recorded.stored) for recorded in history]


def begins_with(leaves: Sequence[bytes], point: Checkpoint) -> bool:
    """Whether the match has begun as a checkpoint of it says."""
    return point.size <= len(leaves) and tree_root(leaves[: point.size]) == point.root


def _header(header: Header, history: Sequence[Recorded]) -> Check:
    first = history[0].stored
    wanted = {
        "match": header.match,
        "game": header.game,
        "rules_version": header.rules_version,
        "catalogue": header.catalogue,
    }
    wrong = [name for name, value in wanted.items() if canonical(first.public.get(name)) != canonical(value)]
    if first.type != "MatchOpened" or wrong:
        return broken("header", f"The first event says otherwise: {', '.join(wrong) or first.type}.", 1)
    return proven("header", "It says what the first event says.")


def _commitments(found: Export) -> Check:
    """A part is closed only where the viewer may not see it, or where an event says that it was erased."""
    for finding in commitment_findings(found.history, viewer_named(found.header.viewer)):
        return _check_of(finding)
    for finding in commitment_findings(found.main):
        return broken("commitments", f"Main line, version {finding.version}: {finding.detail}.")
    parts = [part for one in found.history for part in parts_of(one.stored)]
    opened = sum(bool(part.salt) for part in parts)
    return proven("commitments", f"{opened} of {len(parts)} parts are open, and are what was committed to.")


def _key(key: str, pins: Pins) -> Check:
    if key in pins.keys:
        return proven("key", f"You trust {key}.")
    if pins.is_only:
        return broken("key", f"The file is signed by another key than the one that you trust: {key}.")
    if origin_in(key) in map(origin_in, pins.keys):
        return broken("key", f"Another key than {key} is pinned here for its origin.")
    return not_proven("key", f"Nobody has pinned {key} here.")


def _signature(found: Export) -> Check:
    header = found.header
    own, imported = origin_in(header.key), header.imported
    claims: list[tuple[Sequence[str], Header | Main]] = [
        ([match_origin(own, header.match, is_imported=imported is not None)], header)
    ]
    if header.main is not None:
        claims.append((match_origins(own, found.history[0].stored.public["branch"]["match"]), header.main))
    try:
        for origins, said in claims:
            point = open_note(said.note, header.key)
            if point.origin not in origins or (point.size, point.root.hex()) != (said.size, said.root):
                raise BadCheckpoint("the signed checkpoint is of another match, size or root than the header")
        if imported is not None:
            check_source(imported, header.match, _leaves(found.history))
    except BadCheckpoint as bad:
        return broken("signature", f"Line 1: {bad}.")
    if imported is not None:
        return proven("signature", f"Signed by {header.key}, which imported it from {origin_in(imported.key)}.")
    return proven("signature", f"The checkpoint is signed by {header.key}.")


def check_source(source: Source, match: str, leaves: Sequence[bytes]) -> None:
    """The checkpoint that a match was imported with is the root of its beginning; raises BadCheckpoint."""
    point = check_source_note(source, match)
    if not begins_with(leaves, point):
        raise BadCheckpoint("the match does not begin with the checkpoint of the service that it was imported from")


def _log(header: Header, history: Sequence[Recorded]) -> Check:
    """That a beginning of this match is in the head log: its root, the path to the log's root, the signature."""
    logged = header.logged
    if logged is None:
        return not_proven("log", "The file does not say that the match is in the head log.")
    try:
        point = open_note(logged.note, header.key)
        path = [read_hash(node) for node in logged.proof]
    except ValueError as bad:
        return broken("log", f"Line 1: the log's checkpoint or proof: {bad}.")
    head, size = logged.head, logged.head.size
    is_same = (point.origin, point.size, point.root.hex()) == (logged.origin, logged.log_size, logged.log_root)
    if not is_same or not is_log_origin(point.origin, origin_in(header.key)):
        return broken("log", "Line 1: the signed checkpoint is of another log, size or root.")
    if root_from_inclusion(leaf_of(head), logged.entry - 1, point.size, path) != point.root:
        return broken("log", f"Line 1: the proof of entry {logged.entry} leads to another root.")
    if head.match != header.match or not 0 < size <= len(history):
        return broken("log", f"Line 1: the log has {size} events of {head.match}.")
    if tree_root(_leaves(history[:size])).hex() != head.root:
        return broken("log", f"The log has another root of the first {size} events.")
    return proven("log", f"The first {size} events are entry {logged.entry} of the log of heads.")


def _draws(header: Header, history: Sequence[Recorded], luck: Sequence[Luck]) -> Check:
    """Whether the draws that are listed follow from the seed; whether they are all of them is for `luck`."""
    listed = sum(len(one.calls) for one in luck)
    if listed != header.draws:
        return broken("draws", f"{listed} draws are listed, and line 1 says {header.draws}.")
    if header.viewer != "all":
        return not_proven("draws", "The seed is opened when the match ends.")
    if has_no_secrets(history):
        return not_proven("draws", "The seed has been erased with a player.")
    if not listed:
        return not_proven("draws", "No draw is listed.")
    seed = seed_in(history)
    for one in luck:
        if one.place < 0:
            return broken("draws", f"Step {one.luck}: its draws have no place in the line.")
        dice = Dice(seed, one.place)
        for question, given, outcome in one.calls:
            if canonical(_ask_again(dice, question, given, outcome)) != canonical(outcome):
                return broken("draws", f"Step {one.luck}: the seed gives another outcome of {question}.")
    return proven("draws", f"All {listed} draws that are listed, in {len(luck)} steps, follow from the seed.")


def _ask_again(dice: Dice, question: str, given: object, outcome: object) -> object:
    if question in ("below", "roll") and type(given) is int and given > 0:
        return dice.below(given) if question == "below" else dice.roll(given)
    if isinstance(given, list):
        if question == "pick" and given:
            return dice.pick(given)
        if question == "shuffle":
            return dice.shuffle(given)
        if question == "draw" and isinstance(outcome, list) and len(outcome) <= len(given):
            return dice.draw(given, len(outcome))
    raise BadExport(f"an unknown question to the dice: {question}")


def _execute(found: Export, rulesets: Rulesets, checks: Sequence[Check]) -> list[Check]:
    """The match decided again, where everything that this takes is there and in order."""
    header, history = found.header, found.history
    ruleset = rulesets.get((header.game, header.rules_version))
    wrong = [check.name for check in checks if not check.ok and check.name in ("order", "commitments", "header")]
    if header.viewer != "all":
        return _leave_open("Not everything is open to this viewer, so nothing is executed again.")
    if wrong:
        return _leave_open(f"Not executed again: {wrong[0]} is broken.")
    if ruleset is None:
        return _leave_open(f"No rules of {header.game} version {header.rules_version} are installed here.")
    try:
        main = _main_line(ruleset, found)
        if main is None and history[0].stored.public["branch"] is not None:
            return _leave_open("A branch, and the file does not carry the main line that it rests on.")
        report = audit(ruleset, history, bytes.fromhex(header.root), main=main)
        executed = [check for check in report.checks if check.name in EXECUTED]
        if not all(check.ok for check in executed):
            why = "What the rules ask for is not known where they decide otherwise."
            return [not_proven("luck", why) if check.name == "luck" and check.ok else check for check in executed]
        return [_luck(ruleset, found, main, check) if check.name == "luck" else check for check in executed]
    except DAMAGE as damage:
        return [broken("decisions", f"It cannot be executed ({type(damage).__name__})."), *_leave_open("")[1:]]


def _leave_open(why: str) -> list[Check]:
    return [not_proven(name, why) for name in EXECUTED]


def _main_line(ruleset: Ruleset, found: Export) -> MainLine | None:
    if not found.main:
        return None
    branch = found.history[0].stored.public["branch"]
    main = [Recorded(version, stored) for version, stored in enumerate(with_roots(found.main)[0], 1)]
    origin = fold(ruleset, main[: branch["version"]], ())
    return MainLine(origin, fold(ruleset, main[: branch["main_version"]], ()), main)


def _luck(ruleset: Ruleset, found: Export, main: MainLine | None, check: Check) -> Check:
    """The events hold what the seed gives, and the file lists every draw."""
    if check.value != PROVEN:
        return check
    again = luck_of(ruleset, found.history, None if main is None else main.origin)
    if canonical(again) != canonical(found.luck):
        return broken("luck", "The draws that are listed are not all of those that the rules ask for.")
    return check
