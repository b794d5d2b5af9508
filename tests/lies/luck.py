"""Lies about the luck of a match: of an operator who signs again, alone or with an accomplice in a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.envelope import Recorded
from ledger.seed import commitment_of
from tests.ledger.lucky import part_of
from tests.ledger.mutations import put
from tests.lies.files import draws_of, file_of, whole

History = list[Recorded]
Forge = Callable[[History], History]
LUCK: dict[str, Callable[[], bytes]] = {}


def lie(forge: Forge) -> Forge:
    """The history of a match of Coup, forged; the draws that are listed stay those of the true one."""

    def make() -> bytes:
        match = whole("coup")
        return file_of(match, history=forge(list(match.history)), luck=draws_of(match))

    LUCK[forge.__name__] = make
    return forge


def places(history: History, type_: str) -> list[int]:
    return [place for place, one in enumerate(history) if one.stored.type == type_]


def with_public(history: History, place: int, **changes: Any) -> History:
    return put(history, place, public={**history[place].stored.public, **changes})


def renumbered(history: History) -> History:
    return [Recorded(version, one.stored) for version, one in enumerate(history, 1)]


@lie
def part_of_an_accomplice_chosen_last(history: History) -> History:
    """The accomplice opens another part than the one that was committed to."""
    return with_public(history, places(history, "LuckOpened")[-1], part=part_of(1, 77))


@lie
def commitment_replaced_with_its_part(history: History) -> History:
    """So that both fit: whoever has kept a checkpoint finds it, and the rules find that the draws are others."""
    sat = next(place for place in places(history, "SeatTaken")[::-1] if history[place].stored.public["seat"] == 1)
    other = commitment_of("m-pure", 1, "p-1", part_of(1, 77))
    history = with_public(history, sat, commitment=other)
    return with_public(history, places(history, "LuckOpened")[-1], part=part_of(1, 77))


@lie
def commitment_of_another_seat(history: History) -> History:
    sat = places(history, "SeatTaken")[-1]
    committed = history[places(history, "LuckCommitted")[0]].stored.public["commitment"]
    return with_public(history, sat, commitment=committed)


@lie
def seat_that_committed_is_not_waited_for(history: History) -> History:
    place = places(history, "LobbyClosed")[-1]
    return with_public(history, place, waiting_for=history[place].stored.public["waiting_for"][:1])


@lie
def seat_as_a_truth_value(history: History) -> History:
    place = places(history, "LuckOpened")[-1]
    assert history[place].stored.public["seat"] == 1
    return with_public(history, place, seat=True)


@lie
def refusal_hidden(history: History) -> History:
    """As if the first round had never been: its closing, its openings and who withheld what are left out."""
    first, last = places(history, "LobbyClosed")[0], places(history, "LuckWithheld")[0]
    return renumbered([*history[:first], *history[last + 1 :]])


@lie
def refusal_blamed_on_another_seat(history: History) -> History:
    return with_public(history, places(history, "LuckWithheld")[0], seats=[0])


@lie
def withheld_before_its_time(history: History) -> History:
    place = places(history, "LuckWithheld")[0]
    at = history[places(history, "LobbyClosed")[0]].stored.at + 5
    command = history[place].stored.command
    return [
        Recorded(one.version, replace(one.stored, at=at)) if one.stored.command == command else one for one in history
    ]


@lie
def opened_after_the_deadline(history: History) -> History:
    place = places(history, "LobbyClosed")[-1]
    return with_public(history, place, deadline=history[place].stored.at - 1)


@lie
def more_time_than_the_rules_give(history: History) -> History:
    place = places(history, "LobbyClosed")[-1]
    return with_public(history, place, deadline=history[place].stored.public["deadline"] + 1)


@lie
def void_part_used_again(history: History) -> History:
    """The part of the refused round, whose seed everybody knows by now."""
    place = next(place for place in places(history, "LuckOpened")[1:] if history[place].stored.public["seat"] == 0)
    return with_public(history, place, part=part_of(0, 1))


@lie
def part_left_out(history: History) -> History:
    """The accomplice's part is left out, so that the coalition chooses between two deals."""
    place = places(history, "LuckOpened")[-1]
    cause = history[place].stored.cause
    history = put(history, place + 1, cause=cause)
    return renumbered([*history[:place], *history[place + 1 :]])


@lie
def part_invented_for_a_seat_that_gave_none(history: History) -> History:
    sat = next(place for place in places(history, "SeatTaken") if history[place].stored.public["seat"] == 2)
    return with_public(history, sat, commitment=commitment_of("m-pure", 2, "p-2", part_of(2)))


@lie
def other_players_than_sit_there(history: History) -> History:
    return with_public(history, places(history, "PlayBegan")[0], players=["p-0", "p-2", "p-1"])


@lie
def round_beyond_the_third(history: History) -> History:
    return with_public(history, places(history, "LobbyClosed")[-1], round=4)
