"""What a seat is asked at one version of a match: the templates of its choices with the words of the game.

The players' names are put in here, as in narration.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.choices import Domain
from games.questions import Group, join_words
from ledger.rules_undo import may_take_back_sealed
from ledger.table import SeatInfo, Table
from projections.narration import fill_in_names

Seats = tuple[SeatInfo | None, ...]


class Offer(Struct, frozen=True):
    """A template with its words; see games/questions.py."""

    type: str
    params: dict[str, Domain]
    label: str
    effect: str
    group: Group
    simultaneous: bool
    names: dict[str, tuple[str, ...]]


class Question(Struct, frozen=True):
    prompt: str
    version: int
    seat: int
    choices: list[Offer]
    take_back: bool  # whether an undo takes the seat's sealed answer back at once


def question_for(table: Table, seat: int) -> Question:
    """What this seat is asked now; a match that is held or not running asks nobody."""
    if table.status != "running" or table.held() is not None or seat in table.conceded():
        return Question(fill_in_names(_describe_status(table, seat), table.seats), table.version, seat, [], False)
    game = table.game
    prompt = game.presentation.prompt(table.state, seat) or _describe_waiting(table, seat)
    choices = offers_for(table, seat)
    return Question(
        prompt=fill_in_names(prompt, table.seats),
        version=table.version,
        seat=seat,
        choices=choices,
        take_back=not choices and may_take_back_sealed(table, seat),
    )


def offers_for(table: Table, seat: int) -> list[Offer]:
    """The choices of this seat in the state of the table, in words and in the order in which people look for them."""
    describe, seats, offers = table.game.presentation.describe, table.seats, []
    described = [(one, describe(table.state, seat, one)) for one in table.game.rules.choices(table.state, seat)]
    for template, words in sorted(described, key=lambda one: one[1].place):
        offers.append(
            Offer(
                template.type,
                template.params,
                fill_in_names(words.label, seats),
                fill_in_names(words.effect, seats),
                words.group,
                words.simultaneous,
                {name: tuple([fill_in_names(one, seats) for one in values]) for name, values in words.names.items()},
            )
        )
    return offers


def _describe_status(table: Table, seat: int) -> str:
    if table.status == "open":
        return "The match has not begun."
    if table.status == "finished":
        result = table.result()
        winners = [f"{{{one}}}" for one in result.winners] if result is not None else []
        won = f" {join_words(winners)} {'has' if len(winners) == 1 else 'have'} won." if winners else ""
        return f"The match is over.{won}"
    if seat in table.conceded():
        return "You have conceded; the clock plays your seat on."
    if table.frozen_by() is not None:
        return "A dispute holds the match; an arbiter decides."
    request: Any = table.undo_request
    return f"{{{request.by}}} asks to take something back; nothing is played meanwhile."


def _describe_waiting(table: Table, seat: int) -> str:
    waiting = [f"{{{one}}}" for one in table.to_act() if one != seat]
    if not waiting:
        return "It is your turn."
    sentence = f"Waiting for {join_words(waiting)}."
    return sentence if seat in table.in_play() else f"You are out of the match. {sentence}"
