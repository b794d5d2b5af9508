"""Evidence about steps of the corpus's match, as files: honest ones, and lies about them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from functools import cache, partial

from events.envelope import Recorded
from events.export import viewer_name
from events.head_log import MatchHead
from events.memory_store import MemoryStore
from events.store import Append, Head
from events.visibility import ARBITER, SEATS, SPECTATOR, Viewer
from ledger.audit import with_roots
from ledger.table import rulesets_of
from projections.evidence import claims_about
from projections.evidence_file import EvidenceHeader, write_evidence
from projections.replay import Replays
from projections.tables import Tables
from tests.lies.files import KEY, SIGNER, STRANGER, Lines, erased, lines_of, logged_in, note_of, text_of, whole

RUNNING = 60  # events, of a match that goes on
VIEWERS: dict[str, Viewer] = {"all": ARBITER, "seats": SEATS, "0": 0, "spectator": SPECTATOR}


def end_of_command(history: Sequence[Recorded], size: int) -> int:
    """The last version up to this one at which a command ended."""
    return max(version for version in range(1, size + 1) if history[version].stored.cause is not None)


@cache
def evidence_of(viewer: Viewer, step: int = 0, *, is_erased: bool = False) -> bytes:
    match = erased(secrets=False) if is_erased else whole("coup")
    size = len(match.history) if viewer == ARBITER else end_of_command(match.history, RUNNING)
    history = match.history[:size]
    rooted, frontier = with_roots(history)
    store, opened = MemoryStore(), match.table.opened
    store.append(Append(opened.match, Head(0, ()), rooted, frontier))
    tables = Tables(store, rulesets_of({opened.game: match.ruleset.game}))
    table = tables.current(opened.match)
    root, note = note_of(opened.match, history)
    header = EvidenceHeader(
        match=opened.match,
        viewer="seats" if viewer == SEATS else viewer_name(viewer),
        step=step,
        size=len(history),
        root=root,
        note=note,
        key=KEY,
        logged=logged_in(MatchHead(opened.match, len(history), root)),
    )
    claims = claims_about(Replays(tables).of(table), table, step, viewer)
    return write_evidence(header, history, viewer, claims, SIGNER.sign)


def honest_evidence() -> dict[str, Callable[[], bytes]]:
    found = {f"honest_evidence_{name}": partial(evidence_of, viewer) for name, viewer in VIEWERS.items()}
    found["honest_evidence_of_a_move"] = partial(evidence_of, ARBITER, 3)
    found["honest_evidence_with_an_erased_name"] = partial(evidence_of, ARBITER, 0, is_erased=True)
    return found


Lie = Callable[[Lines], None]
LIES: dict[str, Lie] = {}


def lie(make: Lie) -> Lie:
    LIES[make.__name__] = make
    return make


def hand(lines: Lines) -> dict[str, object]:
    """The part of an event that only seat 0 may see."""
    return next(
        line["event"]["secret"]["seat:0"] for line in lines if "seat:0" in line.get("event", {}).get("secret", {})
    )


@lie
def hidden_card(lines: Lines) -> None:
    cards = next(iter(hand(lines)["values"].values()))  # type: ignore[attr-defined]
    cards[0] = "russia" if cards[0] != "russia" else "police"


@lie
def salt(lines: Lines) -> None:
    hand(lines)["salt"] = base64.b64encode(b"s" * 32).decode()


@lie
def sentence(lines: Lines) -> None:
    lines[-2]["claimed"]["narration"] = ["Nothing happened."]


@lie
def node_of_a_proof(lines: Lines) -> None:
    lines[1]["proof"][0] = "ab" * 32


@lie
def node_in_capitals(lines: Lines) -> None:
    lines[1]["proof"][0] = lines[1]["proof"][0].upper()


@lie
def event_left_out(lines: Lines) -> None:
    del lines[2]


@lie
def another_step(lines: Lines) -> None:
    lines[0]["step"] += 1


@lie
def another_size(lines: Lines) -> None:
    lines[0]["size"] += 1


@lie
def viewer_who_is_none(lines: Lines) -> None:
    lines[0]["viewer"] = "arbiter"


@lie
def viewer_who_may_see_less(lines: Lines) -> None:
    lines[0]["viewer"] = "spectator"


@lie
def key_of_a_stranger(lines: Lines) -> None:
    lines[0]["key"] = STRANGER.key


@lie
def unknown_field(lines: Lines) -> None:
    lines[0]["comment"] = "true"


@lie
def no_event(lines: Lines) -> None:
    lines[1:-2] = []


@lie
def no_signature(lines: Lines) -> None:
    lines.pop()


@lie
def note_of_the_match_as_that_of_the_file(lines: Lines) -> None:
    lines[-1]["signed"] = lines[0]["note"]


@lie
def log_of_another_history(lines: Lines) -> None:
    lines[0]["logged"]["head"]["root"] = "ab" * 32


def false_evidence(make: Lie) -> bytes:
    lines = lines_of(evidence_of(SEATS))
    make(lines)
    return text_of(lines)
