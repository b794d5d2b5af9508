"""What happened, in plain sentences: the game tells its own events, and this module those of every match."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.visibility import Viewer, redact
from ledger import events as facts
from ledger.table import SeatInfo, Table

_SEAT = re.compile(r"\{(\d+)\}")


def narrate(table: Table, event: Any, viewer: Viewer) -> str:
    """One sentence about an event, saying no more than this viewer may know, with the players' names in it."""
    seen = redact(event, viewer)
    tell = TELLERS.get(type(event))
    sentence = table.game.presentation.narrate(seen, viewer) if tell is None else tell(seen)
    return fill_in_names(sentence, table.seats)


def fill_in_names(sentence: str, seats: Sequence[SeatInfo | None]) -> str:
    """The sentence with the name of seat 2 in place of `{2}`; names are put in once, so they cannot bring in more."""
    if "{" not in sentence:
        return sentence

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        info = seats[seat] if seat < len(seats) else None
        return f"Seat {seat + 1}" if info is None or not info.name else info.name

    return _SEAT.sub(name, sentence)


def _steps(steps: Sequence[int]) -> str:
    return f"step {steps[0]}" if len(steps) == 1 else f"steps {steps[0]} to {steps[-1]}"


def _actor(actor: str) -> str:
    return "{" + actor.removeprefix("seat:") + "}" if actor.startswith("seat:") else "The arbiter"


def _subject(event: facts.DisputeOpened) -> str:
    if event.about_step is not None:
        return f"step {event.about_step}"
    return "a refusal" if event.about_refusal is not None else f"the ruling on dispute {event.about_ruling}"


def _quote(claim: str | None) -> str:
    """What a person wrote; braces would be taken for seats, and an erased claim is gone."""
    return "(erased)" if not claim else '"' + claim.replace("{", "(").replace("}", ")") + '"'


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"{{{seat}}}" for seat in seats) or "nobody"


def _number_of_players(seats: Sequence[int]) -> str:
    """Of those who leave: whoever takes their seats later must not be named in their place."""
    return "one player" if len(seats) == 1 else f"{len(seats)} players"


def _conceded(event: facts.SeatConceded) -> str:
    return f"{{{event.seat}}} concedes{_because_away(event)}."


def _because_away(event: facts.SeatConceded | facts.SeatHandedOver) -> str:
    """Where another seat has asked for it."""
    return "" if event.by == f"seat:{event.seat}" else ", who is away"


def _ruled(event: facts.DisputeRuled) -> str:
    """With the reason, which a preview does not have yet."""
    reason = f" The reason: {_quote(event.reason)}." if event.reason else ""
    return f"The arbiter rules on dispute {event.dispute}: {event.ruling}.{reason}"


TELLERS: Mapping[type[Any], Callable[[Any], str]] = {
    facts.MatchOpened: lambda event: f"The match is opened for {event.seats} players.",
    facts.SeatTaken: lambda event: f"{{{event.seat}}} sits down.",
    facts.SeatLeft: lambda _event: "A player leaves, and a seat is free again.",
    facts.LuckCommitted: lambda event: f"{{{event.seat}}} draws luck of their own, and keeps it sealed.",
    facts.LobbyClosed: lambda event: (
        f"Everybody is here. The match begins once the luck of {_seats(event.waiting_for)} is opened."
    ),
    facts.LuckOpened: lambda event: f"{{{event.seat}}} opens their luck.",
    facts.LuckWithheld: lambda event: (
        f"The match does not begin yet: {_number_of_players(event.seats)} did not open their luck in time."
    ),
    facts.PlayBegan: lambda _event: "The match begins.",
    facts.MatchCancelled: lambda event: (
        f"{'Nobody came, so' if event.by == 'clock' else 'Its opener cancels it:'} the match does not take place."
    ),
    facts.SeatConceded: _conceded,
    facts.MatchConceded: lambda event: f"All others have conceded, so the match is won by {_seats(event.winners)}.",
    facts.SeatHandedOver: lambda event: f"A bot plays on for {{{event.seat}}}{_because_away(event)}.",
    facts.SeatTakenBack: lambda event: f"{{{event.seat}}} is back, and plays again.",
    facts.CallOffProposed: lambda event: (
        f"{{{event.seat}}} wants to call the match off; {_seats(event.waiting_for)} may agree."
    ),
    facts.CallOffWithdrawn: lambda event: f"{{{event.seat}}} wants to play on after all.",
    facts.MatchAbandoned: lambda _event: "The match is called off, without a result.",
    facts.RematchOpened: lambda event: f"{{{event.by}}} wants to play again.",
    facts.MoveUndone: lambda event: f"{_actor(event.by)} takes {_steps(event.steps)} back.",
    facts.MoveRedone: lambda event: f"{_actor(event.by)} plays {_steps(event.steps)} again.",
    facts.UndoRequested: lambda event: f"{{{event.by}}} asks to take {_steps(event.steps)} back.",
    facts.UndoAnswered: lambda event: f"{{{event.seat}}} {'agrees' if event.accepts else 'does not agree'}.",
    facts.UndoWithdrawn: lambda event: f"{{{event.seat}}} withdraws the request.",
    facts.UndoLapsed: lambda _event: "The request to take something back lapses.",
    facts.DisputeOpened: lambda event: f"{_actor(event.by)} disputes {_subject(event)}: {_quote(event.claim)}.",
    facts.DisputeWithdrawn: lambda event: f"Dispute {event.dispute} is withdrawn.",
    facts.HoldExpired: lambda event: f"Dispute {event.dispute} holds the match no longer.",
    facts.ClocksRestarted: lambda _event: "The operator restarts the clocks: everybody has their full time again.",
    facts.DisputeRuled: _ruled,
    facts.ResultAdjusted: lambda event: f"By the ruling the match is won by {_seats(event.winners)}.",
    facts.ArbiterLooked: lambda event: f"An arbiter has looked at {event.what}.",
    facts.PlayerErased: lambda event: f"A player's {'name and secrets are' if event.secrets else 'name is'} erased.",
}
