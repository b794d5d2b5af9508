"""The audit of a match: clean matches pass, and whatever is altered is found, with its place."""

from __future__ import annotations

import msgspec
import pytest

from events.envelope import Recorded
from events.tree import commitment, extend, leaf_hash, root_of
from games.registry import all_games
from ledger.audit import audit
from ledger.table import Table
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())


def played(game, seed: int, steps: int = 150) -> tuple[Ledger, Table]:
    ledger, table, rng = random_start(game, seed)
    for _ in range(steps):
        if table.status == "finished":
            break
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        if table.status == "running" and rng.random() < 0.08:
            table = ledger.rewind(table.match)
    return ledger, table


def verdicts(table: Table, history: list[Recorded]) -> dict[str, bool]:
    report = audit(table.ruleset, history, root_of(table.frontier))
    return {check.name: check.ok for check in report.checks}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_clean_match_passes_every_check(game):
    for seed in range(3):
        ledger, table = played(game, seed)
        report = audit(table.ruleset, ledger.store.read(table.match), root_of(table.frontier))
        assert report.verdict == "ok", report.checks


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_altered_outcome_is_found_even_if_the_tree_is_made_to_fit(game):
    """A server that deals itself a better card and signs a fresh tree is caught by the rules and the seed."""
    ledger, table = played(game, 5)
    history = ledger.store.read(table.match)
    found = 0
    for place, recorded in enumerate(history):
        sealed = recorded.stored.secret.get("sealed")
        if sealed is None or not sealed.values or recorded.stored.type == "MatchOpened":
            continue
        name, order = next(iter(sealed.values.items()))
        if not isinstance(order, list) or len(order) < 3 or order[0] == order[1]:
            continue
        swapped = {**sealed.values, name: [order[1], order[0], *order[2:]]}
        part = msgspec.structs.replace(sealed, values=swapped)
        stored = msgspec.structs.replace(recorded.stored, secret={**recorded.stored.secret, "sealed": part})
        forged = resealed([*history[:place], Recorded(recorded.version, stored), *history[place + 1 :]])
        report = audit(table.ruleset, forged, forged_root(forged))
        assert {check.name: check.ok for check in report.checks}["tree"], "the forger's tree fits"
        assert report.verdict == "failed", recorded
        found += 1
    assert found


def resealed(history: list[Recorded]) -> list[Recorded]:
    """The same events with every stored root made to fit."""
    frontier: tuple[bytes, ...] = ()
    made = []
    for recorded in history:
        frontier = extend(frontier, recorded.version - 1, [leaf_hash(recorded.version, recorded.stored)])
        root = root_of(frontier) if recorded.stored.root else b""
        made.append(Recorded(recorded.version, msgspec.structs.replace(recorded.stored, root=root)))
    return made


def forged_root(history: list[Recorded]) -> bytes:
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
    return root_of(extend((), 0, leaves))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_dropped_swapped_and_truncated_events_are_found(game):
    ledger, table = played(game, 6, 40)
    history = ledger.store.read(table.match)
    middle = len(history) // 2
    dropped = [Recorded(place, one.stored) for place, one in enumerate(history[:middle] + history[middle + 1 :], 1)]
    swapped = list(history)
    swapped[middle] = Recorded(middle + 1, history[middle + 1].stored)
    swapped[middle + 1] = Recorded(middle + 2, history[middle].stored)
    for forged in (dropped, swapped, history[:-1]):
        assert not verdicts(table, forged)["tree"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_single_step_fails_where_the_match_does_and_nowhere_else(game):
    """An event that cites another rule is another event: its own step fails, and those before it do not."""
    ledger, table = played(game, 7, 30)
    history = ledger.store.read(table.match)
    place = next(
        place
        for place in range(len(history) - 1, 0, -1)
        if history[place].stored.cause is not None and history[place].stored.public
    )
    stored = history[place].stored
    other = msgspec.structs.replace(stored, rule="NONE-1.1")
    forged = resealed([*history[:place], Recorded(place + 1, other), *history[place + 1 :]])
    root = forged_root(forged)

    def decisions(step: int | None) -> bool:
        report = audit(table.ruleset, forged, root, step=step)
        return {check.name: check.ok for check in report.checks}["decisions"]

    assert not decisions(None)
    assert not decisions(stored.step)
    assert all(decisions(step) for step in range(stored.step))


def test_a_draw_that_does_not_follow_from_the_seed_fails_the_check_of_the_luck():
    ledger, table = played(all_games()["coup"], 5)
    history = ledger.store.read(table.match)
    place = next(place for place, one in enumerate(history) if one.stored.type == "DeckShuffled")
    sealed = history[place].stored.secret["sealed"]
    part = msgspec.structs.replace(sealed, values={"order": sealed.values["order"][::-1]})
    stored = msgspec.structs.replace(history[place].stored, secret={"sealed": part})
    forged = resealed([*history[:place], Recorded(place + 1, stored), *history[place + 1 :]])
    report = audit(table.ruleset, forged, forged_root(forged))
    details = {check.name: check.detail for check in report.checks if not check.ok}
    assert details["luck"] == f"First at version {place + 1}: the seed gives another DeckShuffled"
    assert "tree" not in details


def test_a_part_that_is_missing_is_named():
    ledger, table = played(all_games()["coup"], 5)
    history = ledger.store.read(table.match)
    place = next(place for place, one in enumerate(history) if one.stored.type == "SeatTaken")
    part = history[place].stored.secret["all"]
    gone = msgspec.structs.replace(part, salt=b"", values={}, commitment=commitment(part))
    stored = msgspec.structs.replace(history[place].stored, secret={"all": gone})
    history[place] = Recorded(place + 1, stored)
    details = {
        check.name: check.detail
        for check in audit(table.ruleset, history, root_of(table.frontier)).checks
        if not check.ok
    }
    said = f"First at version {place + 1}: a part is closed, and no event says that it was erased"
    assert details == {"commitments": said}
