"""What every game must hold to, whichever it is. `matchledger.testing.plugin` runs it, and has the fixtures."""

from __future__ import annotations

import inspect
import random
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from events.codec import schema_of
from events.visibility import ARBITER, SPECTATOR, divide, marks, redact, unite
from games.decider import CLOCK, Command, Decider, IllegalMove, params_of
from games.dice import Dice
from ledger.events import MATCH_EVENTS, UPCASTS
from matchledger.testing.play import Match, Policy, agree, moves, near_commands, wild_commands
from matchledger.testing.two_worlds import is_free_only_if_nothing_is_learned, shows_only_what_it_names

MATCHES_MAX = 60
STEPS_TO_THE_END = 5000
SLOW_S = 0.005  # of CPU time, at the 99th percentile: a worker decides for many matches, one after the other
NO_NUMBERS = (-(10**9), -1, 10**6, 10**9)  # below and above whatever a game may offer
RULE_ID = re.compile(r"\b[A-Z]{2,}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b")


class NotReached(UserWarning):
    """What random play did not come to: tests of the game's own should."""


class Player:
    """Plays matches of a game by its policy and with its options."""

    def __init__(self, game: Decider[Any], policy: Policy, options: Callable[[random.Random], Any]) -> None:
        self.game, self._policy, self._options = game, policy, options

    def matches(self, first_seed: int, steps: int, each: int) -> Iterator[Match]:
        """Matches that have begun, with all numbers of seats, until `steps` steps were played in them; of each match
        `each` steps are played at most (by `play_on`), so that a short game gets more of them."""
        played = 0
        for seed in range(first_seed, first_seed + MATCHES_MAX):
            if played >= steps:
                return
            rng = random.Random(seed)
            match = Match(self.game, self._options(rng), rng.randint(self.game.seats_min, self.game.seats_max), seed)
            match.start()
            yield match
            played += max(1, min(match.steps, each))

    def play_on(self, match: Match, steps_max: int) -> Iterator[Command]:
        """Each command before it is sent, until the match is over or has had so many steps."""
        for command in moves(match, random.Random(match.seed), self._policy):
            if match.steps > steps_max:
                return
            yield command


@pytest.fixture
def player(
    matchledger_game: Decider[Any], matchledger_policy: Policy, matchledger_options: Callable[[random.Random], Any]
) -> Player:
    return Player(matchledger_game, matchledger_policy, matchledger_options)


def test_matches_from_choices_alone_hold_every_invariant_and_come_to_an_end(player: Player) -> None:
    ended = 0
    for match in player.matches(0, 8000, 3000):
        for _ in player.play_on(match, 3000):
            pass
        assert match.events
        ended += player.game.rules.result(match.state) is not None
        if match.seed == 7:
            break
    assert ended, "no match came to its end within 3,000 steps: give a matchledger_policy that wants to win"


def test_the_log_folds_to_the_same_state_also_when_encoded_and_decoded(player: Player) -> None:
    game = player.game
    for match in player.matches(0, 1200, 400):
        for _ in player.play_on(match, 400):
            pass
        copies = []
        for event in match.events:
            public, secret = msgspec.json.decode(msgspec.json.encode(divide(event)))
            copies.append(msgspec.convert(unite(type(event), public, secret), type(event)))
        assert copies == match.events
        assert game.fold(game.rules.initial, copies) == match.state


def test_choices_and_decide_agree_in_both_directions(player: Player) -> None:
    accepted = 0
    for match in player.matches(100, 600, 150):
        rng = random.Random(match.seed)
        for command in player.play_on(match, 150):
            if command.seat != CLOCK:
                agree(match, command)
            strange = [*near_commands(match, rng, 4), *wild_commands(match, rng, 4)]
            accepted += sum(agree(match, one) for one in strange)
    assert accepted, "no command built from nothing was ever accepted: the generator is too wild to test anything"


def test_a_number_out_of_range_is_refused_by_the_rules_with_one_code(player: Player) -> None:
    """Never by its schema: then the same mistake would have two answers, and one of them without a rule."""
    game = player.game
    tried: set[tuple[str, str]] = set()
    for match in player.matches(700, 900, 150):
        for command in player.play_on(match, 150):
            for name, value in params_of(command).items():
                if type(value) is int and command.seat != CLOCK:
                    wrong = [msgspec.structs.replace(command, **{name: number}) for number in NO_NUMBERS]
                    for one in wrong:
                        assert msgspec.convert(msgspec.to_builtins(one), type(one)) == one
                    codes = {(refusal(game, match.state, one) or ("accepted", ""))[:2] for one in wrong}
                    assert len(codes) == 1, (name, command, codes, match.where())
                    assert ("accepted", "") not in codes, (name, command, match.where())
                    tried.add((type(command).__name__, name))
    assert tried or not any(map(has_numbers, game.rules.on_command)), "no command with a number was ever met"


def has_numbers(command_type: type[Any]) -> bool:
    return any("int" in str(one.type) and one.name != "seat" for one in msgspec.structs.fields(command_type))


def test_every_view_has_the_shape_that_clients_are_told(player: Player) -> None:
    """Nothing is missing and nothing is more than `view_type` says, whoever looks and whatever happens."""
    view_of, kind = player.game.presentation.view, player.game.presentation.view_type
    for match in player.matches(300, 1000, 500):
        rng = random.Random(match.seed)
        for _ in player.play_on(match, 500):
            for viewer in (rng.randrange(match.seats), SPECTATOR, ARBITER) if rng.random() < 0.3 else ():
                view = view_of(match.state, viewer)
                if isinstance(kind, type):
                    assert type(view) is kind, match.where()
                plain = encode(view)
                assert encode(msgspec.json.decode(plain, type=kind)) == plain, (viewer, match.where())


def test_what_a_viewer_cannot_know_changes_nothing_they_see(player: Player) -> None:
    drawn_anew = 0
    for match in player.matches(200, 480, 120):
        rng = random.Random(match.seed)
        for _ in player.play_on(match, 120):
            if rng.random() < 0.3:
                drawn_anew += looks_the_same_in_two_worlds(match, rng)
    event_types: list[type[Struct]] = list(player.game.rules.on_event)
    hidden = sorted(one.__name__ for one in event_types if marks(one))
    assert drawn_anew or not hidden, f"{', '.join(hidden)} hide something, and resample never draws anything anew"


def looks_the_same_in_two_worlds(match: Match, rng: random.Random) -> int:
    """How many of the other worlds differ from the true one."""
    game = match.game
    different = 0
    for viewer in (*range(match.seats), SPECTATOR):
        other = game.presentation.resample(match.state, viewer, Dice(rng.randbytes(8), 0))
        different += other != match.state
        who = f"{'the spectator' if viewer == SPECTATOR else f'seat {viewer}'} ({match.where()})"
        assert encode(game.presentation.view(other, viewer)) == encode(game.presentation.view(match.state, viewer)), (
            f"view and resample disagree on what is hidden from {who}"
        )
        assert game.rules.to_act(other) == game.rules.to_act(match.state), f"to_act tells something to {who}"
        # What is drawn anew depends on the dice and on what the viewer knows, not on what the truth was.
        luck = rng.randbytes(8)
        redrawn = game.presentation.resample(match.state, viewer, Dice(luck, 0))
        again = game.presentation.resample(other, viewer, Dice(luck, 0))
        assert encode(again) == encode(redrawn), f"what resample draws anew depends on what is hidden from {who}"
        if viewer == SPECTATOR:
            continue
        assert encode(game.rules.choices(other, viewer)) == encode(game.rules.choices(match.state, viewer)), (
            f"choices depend on what is hidden from {who}"
        )
        assert words_for(game, other, viewer) == words_for(game, match.state, viewer), (
            f"prompt or describe depend on what is hidden from {who}"
        )
        for command in wild_commands(match, rng, 3):
            if command.seat == viewer:
                assert refusal(game, other, command) == refusal(game, match.state, command), (
                    f"whether {command} is refused, or how, depends on what is hidden from {who}"
                )
    return different


def words_for(game: Decider[Any], state: Any, seat: int) -> bytes:
    """The prompt, and the words of every template."""
    describe = game.presentation.describe
    words = [describe(state, seat, template) for template in game.rules.choices(state, seat)]
    return encode([game.presentation.prompt(state, seat), words])


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def refusal(game: Decider[Any], state: Any, command: Any) -> Any:
    try:
        game.decide(state, command, Dice(b"", 1, serial=10**6))
    except IllegalMove as illegal:
        return (illegal.rule, illegal.code, illegal.message, illegal.facts)
    return None


def test_commands_show_only_what_they_name_and_are_free_only_if_nothing_is_learned(player: Player) -> None:
    count: Counter[str] = Counter()
    for match in player.matches(500, 300, 150):
        rng = random.Random(match.seed)
        for command in player.play_on(match, 150):
            shows_only_what_it_names(match, command, rng, count)
            is_free_only_if_nothing_is_learned(match, command, rng, count)
    assert count, "nothing was compared"


def test_events_are_narrated_for_every_viewer_and_cite_rules_that_exist(player: Player) -> None:
    game = player.game
    for match in player.matches(300, 1200, 400):
        for _ in player.play_on(match, 400):
            pass
        for event in match.events:
            for rule in event.rule.split():
                assert rule in game.rulebook, event
            for viewer in (0, SPECTATOR, ARBITER):
                sentence = game.presentation.narrate(redact(event, viewer), viewer)
                assert sentence.endswith((".", "!")), (event, sentence)
                assert "None" not in sentence, (event, sentence)


def test_nothing_is_accepted_after_the_end(player: Player) -> None:
    game = player.game
    for match in player.matches(400, 2 * STEPS_TO_THE_END, STEPS_TO_THE_END):
        for _ in player.play_on(match, STEPS_TO_THE_END):
            pass
        if match.seed == 402:
            return
        if game.rules.result(match.state) is None:
            continue
        assert game.rules.to_act(match.state) == ()
        for seat in range(match.seats):
            assert game.rules.choices(match.state, seat) == []
        for wild in wild_commands(match, random.Random(0), 50):
            assert not agree(match, wild)


def test_every_command_and_event_has_its_function(matchledger_game: Decider[Any]) -> None:
    for event_type in matchledger_game.rules.on_event:
        assert "rule" in event_type.__struct_fields__
    for command_type in matchledger_game.rules.on_command:
        assert "seat" in command_type.__struct_fields__


def test_rule_ids_named_in_the_code_exist(matchledger_game: Decider[Any]) -> None:
    game = matchledger_game
    for source in Path(inspect.getfile(type(game.rules.initial))).parent.glob("*.py"):
        for rule in RULE_ID.findall(source.read_text(encoding="utf-8")):
            if rule.startswith(game.prefix + "-"):
                assert rule in game.rulebook, f"{source.name} cites {rule}"


def test_every_older_schema_of_an_event_has_its_upcast(matchledger_game: Decider[Any]) -> None:
    types: dict[str, type[Struct]] = {one.__name__: one for one in (*MATCH_EVENTS, *matchledger_game.rules.on_event)}
    needed = {(name, number) for name, one in types.items() for number in range(1, schema_of(one))}
    assert needed == {*UPCASTS, *matchledger_game.upcasts}


def test_random_play_reaches_every_command_and_event(player: Player, matchledger_rare: frozenset[str]) -> None:
    """What it does not reach is named: a command or an event fails, a rule is only told, for some rules are never
    cited by any move."""
    game = player.game
    met: set[str] = set()
    rules: set[str] = set()
    for match in player.matches(800, 4000, 400):
        rng = random.Random(match.seed)
        for command in player.play_on(match, 400):
            met.add(type(command).__name__)
            for strange in (*near_commands(match, rng, 1), *wild_commands(match, rng, 1)):
                rules |= set((refusal(game, match.state, strange) or ("",))[0].split())
        for strange in wild_commands(match, rng, 3):
            rules |= set((refusal(game, match.state, strange) or ("",))[0].split())
        met |= {type(event).__name__ for event in match.events}
        rules |= {rule for event in match.events for rule in event.rule.split()}
    unread = sorted(rule.id for rule in game.rulebook.rules.values() if not rule.is_definition and rule.id not in rules)
    if unread:
        warnings.warn(NotReached(f"random play reached no {', '.join(unread)}"), stacklevel=1)
    known = {one.__name__ for one in (*game.rules.on_command, *game.rules.on_event)}
    missing = sorted(known - met - matchledger_rare)
    assert not missing, f"random play reached no {', '.join(missing)}: name them in matchledger_rare, and test them"


def test_decide_and_choices_are_fast(player: Player, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--matchledger-no-speed", False):
        pytest.skip("--matchledger-no-speed")
    game = player.game
    spent: dict[str, list[float]] = {"choices": [], "decide": []}
    for match in player.matches(900, 1000, 300):
        for command in player.play_on(match, 300):
            for seat in range(match.seats):
                _time(spent["choices"], game.rules.choices, match.state, seat)
            dice = Dice(str(match.seed).encode(), match.steps + 1, serial=match.steps + 1, at_ms=match.at_ms + 1000)
            _time(spent["decide"], game.decide, match.state, command, dice)
    slow = {name: sorted(times)[int(0.99 * len(times))] for name, times in spent.items()}
    told = ", ".join(f"{name} {1000 * one:.1f} ms" for name, one in slow.items())
    assert max(slow.values()) <= SLOW_S, f"one call in a hundred takes longer than {told} of CPU time; 5 ms is allowed"


def _time(spent: list[float], call: Callable[..., Any], *args: Any) -> None:
    began = time.thread_time()
    call(*args)
    spent.append(time.thread_time() - began)
