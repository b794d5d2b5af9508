"""The same command in two worlds, at the level of a game: what it shows, and what may be taken back freely.

The other world is drawn by the game's own `resample`. A hidden card of one state corresponds to the card at the same
place of the other one, and a command that names the first to a command that names the second.

- `shows_only_what_it_names`: a card that a viewer first sees in an event lies open to them after one of the events.
  Where they see no card that was hidden from them, they see the same events, sentences, markers, statistics and tables
  between the events in both worlds, to the byte; and the sender of a refused command gets the same refusal.
- `is_free_only_if_nothing_is_learned`: a command that is taken back freely looks the same to every seat whatever its
  sender did not know, and whatever the dice had been.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from events.visibility import SPECTATOR, Viewer, redact
from games.decider import CLOCK, Command, Decider, Event, IllegalMove, params_of
from games.dice import Dice
from matchledger.testing.play import Match

Cards = Mapping[Any, Any]  # a card of this world -> the card in its place in the other one


def shows_only_what_it_names(
    match: Match,
    command: Command,
    rng: random.Random,
    count: Counter[str],
    *,
    in_passing: Collection[str] = (),
) -> None:
    """`in_passing` are events that show somebody a card which no view of theirs shows."""
    game = match.game
    events = _decided(match, match.state, command)
    for viewer in (*range(match.seats), SPECTATOR):
        other = game.presentation.resample(match.state, viewer, Dice(rng.randbytes(8), 0))
        places = _places(match.state, other)
        twin = command if viewer == command.seat else _renamed_command(command, _corresponding(places))
        others = _decided(match, other, twin)
        if isinstance(events, IllegalMove) or isinstance(others, IllegalMove):
            if viewer == command.seat:
                assert _told(events) == _told(others), (viewer, command, match.where())
                count["refused"] += 1
            continue
        hidden = {card for card, twins in places.items() if twins.keys() != {card}}
        _names_only_what_lies_open(match, events, viewer, hidden, in_passing)
        if any(map(game.presentation.reveals, (*events, *others))):
            count["revealing"] += 1
            continue
        seen, seen_there = _seen(game, events, viewer), _seen(game, others, viewer)
        if _names(seen, hidden) or _names(seen_there, hidden):
            count["naming a card"] += 1
            continue
        assert seen == seen_there, (viewer, command, twin, seen, seen_there, match.where())
        tables, tables_there = _tables(game, match.state, events, viewer), _tables(game, other, others, viewer)
        assert tables == tables_there, (viewer, command, twin, match.where())
        count["alike"] += 1
        count["alike to others"] += viewer != command.seat


def _names_only_what_lies_open(
    match: Match,
    events: Sequence[Event],
    viewer: Viewer,
    hidden: set[Any],
    in_passing: Collection[str],
) -> None:
    """A card that a viewer sees in an event, and did not know, is one that they see on the table after some event."""
    game = match.game
    # What is drawn openly says so, and goes to a hand in the same command.
    lasting = [one for one in events if type(one).__name__ not in in_passing and not getattr(one, "open", False)]
    seen = [_plain(redact(event, viewer)) for event in lasting]
    named = {value for key, value in _leaves(seen) if _is_card(key, value)} & hidden
    states = list(accumulate(events, game.evolve, initial=match.state))
    for after in states:
        if not named:
            return
        named -= {value for _, value in _leaves(_plain(game.presentation.view(after, viewer)))}
    assert not named, (viewer, named, events, match.where())


def is_free_only_if_nothing_is_learned(match: Match, command: Command, rng: random.Random, count: Counter[str]) -> None:
    game, state = match.game, match.state
    events = _decided(match, state, command)
    if isinstance(events, IllegalMove) or command.seat == CLOCK or _undo_class(game, state, command, events) != "free":
        return
    other = game.presentation.resample(state, command.seat, Dice(rng.randbytes(8), 0))
    cards = _corresponding(_places(state, other), certain=True)
    for world, seed, names in ((other, None, cards), (state, rng.randbytes(8), {}), (other, rng.randbytes(8), cards)):
        others = _decided(match, world, command, seed)
        assert not isinstance(others, IllegalMove), (command, others, match.where())
        for seat in range(match.seats):
            known = _own_cards(game, state, seat, names) if seat != command.seat else {}
            seen = [_plain(redact(event, seat)) for event in events]
            seen_there = [_plain(redact(event, seat)) for event in others]
            assert seen_there in (seen, _renamed(seen, known)), (seat, command, seen, seen_there, match.where())
    count["free"] += 1
    count[f"free {type(command).__name__}"] += 1


def _decided(match: Match, state: Any, command: Command, seed: bytes | None = None) -> list[Event] | IllegalMove:
    luck = str(match.seed).encode() if seed is None else seed
    dice = Dice(luck, match.steps + 1, serial=match.steps + 1, at_ms=match.at_ms + 1000)
    try:
        return match.game.decide(state, command, dice)
    except IllegalMove as refusal:
        return refusal


def _told(answer: list[Event] | IllegalMove) -> Any:
    if isinstance(answer, IllegalMove):
        return answer.rule, answer.code, answer.message, answer.facts
    return "accepted"


def _undo_class(game: Decider[Any], state: Any, command: Command, events: Sequence[Event]) -> str:
    if game.take_back.undo_class is not None:
        return game.take_back.undo_class(state, command, events)
    return "consent" if any(map(game.presentation.reveals, events)) else "free"


def _seen(game: Decider[Any], events: Sequence[Event], viewer: Viewer) -> list[Any]:
    """All that a viewer gets of each event: itself, its sentence, its marker and what it adds to the statistics."""
    found = []
    for event in events:
        seen = redact(event, viewer)
        sentence = game.presentation.narrate(seen, viewer)
        marker = game.presentation.marker(event)
        played = [list(one) for one in game.presentation.played_cards(event)]
        found.append([type(event).__name__, _plain(seen), sentence, marker, {"played_cards": played}])
    return found


def _tables(game: Decider[Any], state: Any, events: Sequence[Event], viewer: Viewer) -> list[Any]:
    """The viewer's view after each single event, as `/events/{version}` shows it, until the match is over."""
    states = accumulate(events, game.evolve, initial=state)
    return [_plain(game.presentation.view(one, viewer)) for one in states if game.rules.result(one) is None]


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _places(state: Any, other: Any) -> dict[Any, Counter[Any]]:
    """Every text and number of a state, and what is at its places in the other one."""
    places: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for one, twin in _pairs(_plain(state), _plain(other)):
        places[one][twin] += 1
    return places


def _corresponding(places: Mapping[Any, Counter[Any]], *, certain: bool = False) -> dict[Any, Any]:
    """Each card, and the one that is at most of its places in the other world, or `certain`ly at all of them."""
    return {one: twins.most_common(1)[0][0] for one, twins in places.items() if len(twins) == 1 or not certain}


def _pairs(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one.keys() & other.keys():
            yield from _pairs(one[name], other[name])
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        for first, second in zip(one, other):
            yield from _pairs(first, second)
    elif isinstance(one, (int, str)) and not isinstance(one, bool) and type(one) is type(other):
        yield one, other


def _leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in plain JSON, and the name of the field that it is in."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _leaves(one, name)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _leaves(one, key)
    else:
        yield key, value


def _is_card(key: str, value: Any) -> bool:
    """Whether it may be a card: numbers are cards only in fields that say so."""
    return isinstance(value, str) or (type(value) is int and "card" in key)


def _names(seen: Any, hidden: set[Any]) -> bool:
    return any(value in hidden for key, value in _leaves(seen) if _is_card(key, value))


def _renamed(value: Any, cards: Cards, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _renamed(one, cards, name) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_renamed(one, cards, key) for one in value]
    return cards.get(value, value) if _is_card(key, value) else value


def _renamed_command(command: Command, cards: Cards) -> Command:
    params = _renamed(_plain(params_of(command)), cards)
    return msgspec.convert({"seat": command.seat, **params}, type(command))


def _own_cards(game: Decider[Any], state: Any, seat: int, cards: Cards) -> dict[Any, Any]:
    """The cards that a seat could see before."""
    view = {value for _, value in _leaves(_plain(game.presentation.view(state, seat))) if isinstance(value, (str, int))}
    return {card: twin for card, twin in cards.items() if card in view}
