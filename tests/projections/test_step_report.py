"""A reported step, played again: of a match that is over exactly, of one that runs as far as its viewer could know."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from events import export
from events.visibility import ARBITER, SPECTATOR
from games.registry import all_games, all_rules
from ledger.table import Table, rulesets_of
from projections.replay import Replays
from projections.reproduction import BadBundle, Reproduction, read_bundle, reproduce, state_before
from projections.step_report import Bundle, NoCommand, report_seen, report_whole
from projections.tables import Tables
from service.tools.reproduce import describe_result
from tests.golden.check import name_of, tables_with, text_of
from tests.golden.matches import files
from tests.spec import view_of

RULESETS = rulesets_of(all_rules())
STEPS = 3  # of each golden match
FILES = sorted(files())
PLAIN = [path for path in FILES if path.name.startswith("v1-0-plain.")]


class Kept:
    """A golden match in a store; `at` is its table at an earlier version, as if it still ran."""

    def __init__(self, path: Any) -> None:
        _, self.history, _ = export.read(text_of(path))
        self.tables: Tables = tables_with(path, RULESETS)
        self.origin = self.tables.origin_of(self.history[0])
        self.newest: Table = self.tables.fold_history(self.history, ())

    def played(self) -> list[int]:
        """The steps in which somebody sent a command of the game."""
        causes = [(one.stored.step, one.stored.cause) for one in self.history]
        return [step for step, cause in causes if cause is not None and cause.type in self.newest.game.commands]

    def report(self, step: int, remark: str = "") -> Bundle:
        return report_whole(self.newest, self.history, self.origin, step, remark)


def again(bundle: Bundle) -> Reproduction:
    return play(msgspec.json.encode(bundle))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_step_of_a_match_that_is_over_is_played_again_exactly(path):
    """Golden matches have everything that happens in one: undo, disputes, the clock, branches."""
    kept, rng = Kept(path), random.Random(path.name)
    for step in rng.sample(kept.played(), STEPS):
        found = again(kept.report(step))
        assert found.is_as_seen, step
        stored = [one.stored for one in kept.history if one.stored.step == step]
        events = [kept.newest.ruleset.codec.read(one) for one in stored]
        assert found.events == [event for event in events if type(event) in kept.newest.game.rules.on_event]


def test_a_step_that_was_taken_back_can_be_reported():
    kept = next(one for one in map(Kept, FILES) if one.newest.undone)
    undone = [step for step in kept.played() if step in kept.newest.undone]
    assert again(kept.report(undone[-1])).is_as_seen


def test_a_step_without_a_command_of_the_game_cannot_be_reported():
    with pytest.raises(NoCommand):
        Kept(PLAIN[0]).report(0)


class Running:
    """A match of this game in memory that has not ended."""

    def __init__(self, slug: str, seed: int, moves: int) -> None:
        from bench.matches import MatchBuilder
        from service.web.identity import Person

        rng = random.Random(seed)
        people = [Person(f"p-{seat}", f"Player {seat}", "player") for seat in range(3)]
        builder = MatchBuilder(people)
        self.match = builder.record(slug, rng, moves).match
        self.table = builder.tables.current(self.match)
        self.replay = Replays(builder.tables).of(self.table)

    def report(self, step: int, viewer: Any) -> Bundle:
        return report_seen(self.replay, self.table, step, viewer, "")


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_step_of_a_running_match_is_played_again_as_it_was_seen(slug):
    """Whoever sent the command knows it; for others it is searched for among what may have been sent."""
    running, seen = Running(slug, 3, 12), 0
    assert running.table.status == "running"
    for step in range(1, 13):
        for viewer in (0, SPECTATOR):
            bundle = running.report(step, viewer)
            found = again(bundle)
            seen += found.is_as_seen
            before = running.replay.at(running.replay.events_of(step)[0].version - 1).state
            assert found.refusal is None
            assert view_of(running.table.game, found.state, viewer) == view_of(running.table.game, before, viewer)
            assert state_before(bundle, found.world) == found.state
    assert seen >= 18, "of 24; what was seen may have been unlikely"


def test_nothing_that_the_viewer_may_not_know_is_in_it():
    running = Running("coup", 3, 10)
    text = msgspec.json.encode(running.report(6, 1))
    assert running.table.seed.hex().encode() not in text
    assert running.table.opened.server_seed.encode() not in text
    for step in range(1, 10):
        bundle = running.report(step, 1)
        assert (bundle.commands[0].params is None) == (bundle.commands[0].seat != 1)


def changed(bundle: Bundle, **fields: Any) -> bytes:
    return msgspec.json.encode({**msgspec.to_builtins(bundle), **fields})


def play(raw: bytes) -> Reproduction:
    return reproduce(read_bundle(raw))


def test_what_cannot_be_played_says_why():
    bundle = Kept(PLAIN[2]).report(3)
    last = msgspec.to_builtins(bundle.commands[-1])
    wrong = {
        "not a report": (b"{}", "not a report of a step .* `format`"),
        "not JSON": (b"\xff", "not a report of a step"),
        "another game": (changed(bundle, game="chess"), "chess with rules version 1 is not installed"),
        "another version": (changed(bundle, rules_version=99), "rules version 99 is not installed"),
        "other cards": (changed(bundle, catalogue="00"), "the cards of coup here are not those of the match"),
        "other options": (changed(bundle, options={"x": 1}), "its options are not those of coup"),
        "no command": (changed(bundle, commands=[]), "its last command is not that of step 3"),
        "an unknown command": (changed(bundle, commands=[{**last, "type": "castle"}]), "has no command castle"),
        "wrong parameters": (changed(bundle, commands=[{**last, "params": {"x": 1}}]), "do not fit"),
        "a state of another game": (changed(bundle, state={"deck": 7}), "its state is not one of coup"),
        "a path for a match": (changed(bundle, match="x/../../x"), r"\$\.match"),
        "a program for a match": (changed(bundle, match="x():\n    pass\nprint(1)\ndef y"), r"\$\.match"),
        "no name of a file": (changed(bundle, match="m\0"), r"\$\.match"),
        "a step before the first": (changed(bundle, step=-5, commands=[{**last, "step": -5}]), r"\$\.step"),
        "too many seats": (changed(bundle, seats=10**9), "coup is played with 2 to 6 seats, not 1000000000"),
        "no seats": (changed(bundle, seats=-1), "coup is played with 2 to 6 seats, not -1"),
        "no such viewer": (changed(bundle, seen_as=77), "seat 77"),
        "no seed": (changed(bundle, seed="luck"), "hexadecimal"),
    }
    for raw, sentence in wrong.values():
        with pytest.raises(BadBundle, match=sentence):
            play(raw)


def test_a_difference_is_told():
    bundle = Kept(PLAIN[2]).report(3, "Why is this so?")
    other = msgspec.structs.replace(bundle, events=bundle.events[:-1])
    lines = describe_result(other, again(other))
    assert "Remark: Why is this so?" in lines
    assert "These rules do something else." in lines
    assert "Remark: red [31m and so on" in describe_result(
        msgspec.structs.replace(bundle, remark="red\x1b[31m\nand so on"), again(bundle)
    )
    assert again(bundle).is_as_seen
    assert bundle.seen_as == ARBITER
