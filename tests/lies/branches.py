"""Files of branches, which carry the main line that they rest on: honest ones, and lies."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from events import export
from events.checkpoint import Checkpoint
from events.envelope import Recorded
from events.visibility import ARBITER
from games.registry import all_games
from ledger.luck import luck_of
from ledger.table import Table
from tests.golden.matches import Counted, branched, play
from tests.lies.files import KEY, SIGNER, Lines, lines_of, note_of, text_of
from tests.projections.ledger import Ledger

STEPS = 600
MAIN, SEATS = "m-main", 3


@cache
def played() -> tuple[Ledger, Table, Table]:
    """A match of Coup that is over, and a branch of it that is over too."""
    game, rng = all_games()["coup"], random.Random("branches")
    with Counted() as counted:
        ledger = Ledger()
        main = play(ledger, counted, ledger.start(game, SEATS, game.options(), 0, MAIN), rng, STEPS)
        branch = play(ledger, counted, branched(ledger, main, None), rng, STEPS)
    assert main.status == branch.status == "finished"
    return ledger, main, branch


def branch_file(history: list[Recorded] | None = None) -> bytes:
    """The file of the branch; with another history, as a service that lies and signs its lie would write it."""
    ledger, _, branch = played()
    found = ledger.store.read(branch.match) if history is None else history
    root, note = note_of(branch.match, found)
    line = ledger.store.read(MAIN)
    main_root, main_note = note_of(MAIN, line)
    header = export.Header(
        match=branch.match,
        game=branch.opened.game,
        rules_version=branch.opened.rules_version,
        catalogue=branch.opened.catalogue,
        viewer="all",
        size=len(found),
        root=root,
        note=note,
        key=KEY,
        main=export.Main(size=len(line), root=main_root, note=main_note),
    )
    origin = ledger.tables.origin_of(ledger.store.read(branch.match, 1, 1)[0])
    luck = luck_of(branch.ruleset, ledger.store.read(branch.match), origin)
    return b"".join(export.write(header, found, ARBITER, luck, line))


def without_main_line() -> bytes:
    lines = [line for line in lines_of(branch_file()) if line.keys() != {"main"}]
    lines[0]["main"] = None
    return text_of(lines)


def main_file() -> bytes:
    """The file of the match that the branch left."""
    ledger, main, _ = played()
    history = ledger.store.read(MAIN)
    root, note = note_of(MAIN, history)
    header = export.Header(
        match=MAIN,
        game=main.opened.game,
        rules_version=main.opened.rules_version,
        catalogue=main.opened.catalogue,
        viewer="all",
        size=len(history),
        root=root,
        note=note,
        key=KEY,
    )
    return b"".join(export.write(header, history, ARBITER, luck_of(main.ruleset, history)))


def honest_branches() -> dict[str, Callable[[], bytes]]:
    return {
        "honest_main_line_of_a_branch": main_file,
        "honest_branch": branch_file,
        "honest_branch_without_its_main_line": without_main_line,
    }


BRANCH_LIES: dict[str, Callable[[], bytes]] = {}


def changed(make: Callable[[Lines], None]) -> Callable[[Lines], None]:
    """A file that somebody has changed."""

    def lie() -> bytes:
        lines = lines_of(branch_file())
        make(lines)
        return text_of(lines)

    BRANCH_LIES[make.__name__] = lie
    return make


def signed(make: Callable[[list[Recorded]], list[Recorded]]) -> Callable[[list[Recorded]], list[Recorded]]:
    """A branch that the operator has forged and signed."""

    def lie() -> bytes:
        ledger, _, branch = played()
        return branch_file(make(list(ledger.store.read(branch.match))))

    BRANCH_LIES[make.__name__] = lie
    return make


@changed
def event_of_the_main_line(lines: Lines) -> None:
    line = next(one for one in lines if one.get("main", {}).get("type") == "TurnStarted")
    line["main"]["public"]["seat"] ^= 1


@changed
def main_line_cut_off(lines: Lines) -> None:
    last = max(place for place, line in enumerate(lines) if line.keys() == {"main"})
    del lines[last]


@changed
def main_line_after_the_events(lines: Lines) -> None:
    lines.append(lines.pop(1))


@changed
def note_of_the_main_line_of_another_match(lines: Lines) -> None:
    main = lines[0]["main"]
    point = Checkpoint(SIGNER.origin_of("m-x"), main["size"], bytes.fromhex(main["root"]))
    main["note"] = SIGNER.sign(point)


@changed
def imported_from_nowhere(lines: Lines) -> None:
    lines[0]["imported"] = {"key": KEY, "note": lines[0]["note"], "at": 1}


def _with_branch(history: list[Recorded], **fields: object) -> list[Recorded]:
    first = history[0].stored
    public = {**first.public, "branch": {**first.public["branch"], **fields}}
    return [Recorded(1, replace(first, public=public)), *history[1:]]


@signed
def branch_of_another_main_line(history: list[Recorded]) -> list[Recorded]:
    return _with_branch(history, root="ab" * 32)


@signed
def branch_from_another_version(history: list[Recorded]) -> list[Recorded]:
    return _with_branch(history, version=history[0].stored.public["branch"]["version"] + 1)


@signed
def branch_resampled_for_nobody_who_asked(history: list[Recorded]) -> list[Recorded]:
    return _with_branch(history, resampled_for="1")
