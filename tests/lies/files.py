"""Files of matches from a seed: the same bytes at every run, honest ones and such that somebody has signed again."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from events import export
from events.checkpoint import Checkpoint, Signer
from events.envelope import Recorded
from events.head_log import Logged, MatchHead, inclusion
from events.memory_head_log import MemoryHeadLog
from events.tree import canonical, root_of
from events.visibility import ARBITER, Viewer
from games.registry import all_games
from ledger.audit import with_roots
from ledger.luck import luck_of
from tests.ledger.lucky import commit, commitment, sit, unseal, withhold
from tests.ledger.match import Match
from tests.ledger.mutations import busy_in_lobby, random_match

SIGNER = Signer(b"k" * 32)
STRANGER = Signer(b"s" * 32)
KEY = SIGNER.key
STEPS = {"coup": 400}  # to the end; of the other games so many commands are enough
OTHER_STEPS = 25
Lines = list[dict[str, Any]]


@cache
def whole(game: str, seed: int = 3) -> Match:
    """A match of people who have sat down again, of a refused deal, and of a seat that gave no part of the luck."""
    match = Match(game, max(3, all_games()[game].seats_min), seed=seed)
    match.do("player:p-0", "take_seat", {"seat": 0, "luck": {"commitment": commitment(0, 9)}}, name="Zażółć 🎲")
    match.do("player:p-0", "leave_seat", {"seat": 0})
    sit(match, without=(2,)).do("player:p-0", "start_match")
    for seat in (0, *range(3, len(match.table.seats))):
        unseal(match, seat)
    withhold(match)
    for seat in match.table.must_commit():
        commit(match, seat, 2)
    sit(match, 1, round_=2).do("player:p-2", "start_match")
    assert match.table.opening is not None
    for seat in match.table.opening.waiting_for:
        match.at += 1000
        unseal(match, seat, 2)
    return match.play(STEPS.get(game, OTHER_STEPS))


@cache
def timed() -> Match:
    """The beginning of a match with total time, in which everybody has opened a part of the luck."""
    match = sit(Match("coup", 2, seed=5, total_s=600))
    match.do("player:p-0", "start_match")
    for seat in (1, 0):
        unseal(match, seat)
    return match


@cache
def erased(*, secrets: bool) -> Match:
    """A finished match from which somebody was erased."""
    match = Match("coup", 3, seed=8).begin().play(STEPS["coup"])
    assert match.table.status == "finished"
    match.erase("p-1", secrets=secrets)
    return match


@cache
def busy_lobby() -> Match:
    """A match in whose lobby people dispute, rule, look and are erased, which is all the first step (LEDGER-0.4)."""
    return busy_in_lobby(Match("coup", 3, seed=8)).begun().play(STEPS["coup"])


@cache
def cancelled() -> Match:
    """A match that never began; then somebody is erased from it."""
    match = Match("coup", 3, seed=8).sit(0, 1)
    match.do("player:p-0", "cancel_match")
    match.erase("p-1")
    return match


@cache
def restarted() -> Match:
    """A match in which the server's time was wrong, and the operator restarted the clocks."""
    match = Match("coup", 3, seed=8, turn_s=30).begin().play(3)
    match.at -= 5_000_000
    match.do("operator", "restart_clocks")
    return match.play(STEPS["coup"])


@cache
def eventful(kind: str) -> Match:
    """A match with an event of this type in it."""
    for seed in range(60):
        match = random_match("coup", seed, 80)
        if any(one.stored.type == kind for one in match.history):
            return match
    raise AssertionError(f"no seed gives {kind}")


def note_of(match: str, history: Sequence[Recorded], signer: Signer = SIGNER) -> tuple[str, str]:
    """Root and signed checkpoint of these events."""
    root = root_of(with_roots(history)[1])
    return root.hex(), signer.sign(Checkpoint(signer.origin_of(match), len(history), root))


def logged_in(head: MatchHead, signer: Signer = SIGNER) -> Logged:
    """That a head is in a log, among others."""
    log = MemoryHeadLog()
    for place in range(3):
        log.append(MatchHead(f"m-{place}", 1, "00" * 32), is_public=True)
    log.append(head, is_public=True)
    for place in range(3, 5):
        log.append(MatchHead(f"m-{place}", 1, "00" * 32), is_public=True)
    size, root = log.head().version, root_of(log.head().frontier)
    proof = [node.hex() for node in inclusion(log, 4, size)]
    note = signer.sign(Checkpoint(signer.origin, size, root))
    return Logged(head=head, entry=4, log_size=size, log_root=root.hex(), proof=proof, note=note, origin=signer.origin)


def file_of(
    match: Match,
    /,
    viewer: Viewer = ARBITER,
    history: Sequence[Recorded] | None = None,
    signer: Signer = SIGNER,
    luck: Sequence[export.Luck] | None = None,
    **fields: Any,
) -> bytes:
    """The file of a match; with another history, as a server that lies and signs its lie would hand it out."""
    found = match.history if history is None else history
    opened = match.table.opened
    root, note = note_of(opened.match, found, signer)
    head = MatchHead(opened.match, len(found), root)
    header = {
        "match": opened.match,
        "game": opened.game,
        "rules_version": opened.rules_version,
        "catalogue": opened.catalogue,
        "viewer": export.viewer_name(viewer),
        "size": len(found),
        "root": root,
        "note": note,
        "key": signer.key,
        "logged": logged_in(head, signer),
    }
    if luck is None:
        luck = draws_of(match) if viewer == ARBITER else ()
    return b"".join(export.write(export.Header(**{**header, **fields}), found, viewer, luck))


def draws_of(match: Match) -> list[export.Luck]:
    if any(one.stored.type == "PlayerErased" and one.stored.public["secrets"] for one in match.history):
        return []
    return luck_of(match.ruleset, match.history)


def lines_of(text: bytes) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: Lines) -> bytes:
    return b"".join(canonical(line) + b"\n" for line in lines)


def seeded(name: str) -> random.Random:
    return random.Random(name)
