"""Lies of the operator, who can sign again; alone, with an accomplice, or with an arbiter."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from events.envelope import Cause, Recorded
from tests.ledger.match import Match
from tests.ledger.mutations import mutations, put
from tests.lies.files import draws_of, eventful, file_of, seeded, whole

History = list[Recorded]
SIGNED: dict[str, Callable[[], bytes]] = {}
Forge = Callable[[History], History]


def forged_by(forge: Forge) -> Callable[[], bytes]:
    """The history of a match of Coup, forged; the draws that are listed stay those of the true one."""

    def make() -> bytes:
        match = whole("coup")
        return file_of(match, history=forge(list(match.history)), luck=draws_of(match))

    return make


def lie(forge: Forge) -> Forge:
    SIGNED[forge.__name__] = forged_by(forge)
    return forge


def first(history: History, type_: str) -> int:
    return next(place for place, one in enumerate(history) if one.stored.type == type_)


def with_values(history: History, place: int, name: str, **values: object) -> History:
    stored = history[place].stored
    part = replace(stored.secret[name], values={**stored.secret[name].values, **values})
    return put(history, place, secret={**stored.secret, name: part})


@lie
def deal_chosen(history: History) -> History:
    place = first(history, "DeckShuffled")
    order = history[place].stored.secret["sealed"].values
    name = next(iter(order))
    return with_values(history, place, "sealed", **{name: list(reversed(order[name]))})


@lie
def seed_replaced(history: History) -> History:
    return with_values(history, 0, "sealed", server_seed="11" * 32)


@lie
def winner_changed(history: History) -> History:
    place = first(history, "MatchEnded")
    public = history[place].stored.public
    name = next(name for name in public if "winner" in name)
    value = public[name]
    other = [(value[0] + 1) % 3] if isinstance(value, list) else (value + 1) % 3
    return put(history, place, public={**public, name: other})


@lie
def hidden_stored_as_public(history: History) -> History:
    place = first(history, "CardsDealt")
    stored = history[place].stored
    name = next(iter(stored.secret))
    rest = {other: part for other, part in stored.secret.items() if other != name}
    return put(history, place, public={**stored.public, **stored.secret[name].values}, secret=rest)


@lie
def hand_in_the_part_of_another_seat(history: History) -> History:
    place = first(history, "CardsDealt")
    stored = history[place].stored
    (name, part), *others = stored.secret.items()
    other = "seat:1" if name == "seat:0" else "seat:0"
    return put(history, place, secret={other: part, **{n: p for n, p in others if n != other}})


@lie
def salt_used_twice(history: History) -> History:
    places = [place for place, one in enumerate(history) if one.stored.secret]
    (name, part), *_ = history[places[1]].stored.secret.items()
    salt = next(iter(history[places[0]].stored.secret.values())).salt
    return put(history, places[1], secret={**history[places[1]].stored.secret, name: replace(part, salt=salt)})


@lie
def command_dropped(history: History) -> History:
    rest = [one for one in history if one.stored.step != 2]
    return [Recorded(version, one.stored) for version, one in enumerate(rest, 1)]


@lie
def order_in_the_name_of_another_seat(history: History) -> History:
    step = next(one.stored.step for one in history if one.stored.actor == "seat:0")
    return [
        Recorded(one.version, replace(one.stored, actor="seat:1")) if one.stored.step == step else one
        for one in history
    ]


@lie
def order_that_was_not_given(history: History) -> History:
    place = next(place for place, one in enumerate(history) if one.stored.step == 1)
    cause = history[place].stored.cause
    assert cause is not None
    params = replace(cause.params, values={**cause.params.values, "decision_id": 99})
    return put(history, place, cause=Cause(cause.type, params))


@lie
def event_of_an_unknown_type(history: History) -> History:
    return put(history, first(history, "TurnStarted"), type="TurnSkipped")


@lie
def schema_of_the_future(history: History) -> History:
    return put(history, first(history, "TurnStarted"), schema=99)


@lie
def rule_that_did_not_apply(history: History) -> History:
    return put(history, first(history, "TurnStarted"), rule="COUP-15.5")


@lie
def actor_that_is_no_seat(history: History) -> History:
    place = next(place for place, one in enumerate(history) if one.stored.step == 1)
    return put(history, place, actor="seat:x")


SPELLINGS = {
    "zero_in_front": "seat:01",
    "plus_sign": "seat:+1",
    "blank_in_front": "seat: 1",
    "blank_behind": "seat:1 ",
    "digit_of_another_script": "seat:١",
}


def spelt(spelling: str) -> Forge:
    """All that seat 1 has done is told under a name that reads as the same number, and is another text."""

    def forge(history: History) -> History:
        return [
            Recorded(one.version, replace(one.stored, actor=spelling)) if one.stored.actor == "seat:1" else one
            for one in history
        ]

    return forge


for spelling_name, other_spelling in SPELLINGS.items():
    SIGNED[f"seat_with_{spelling_name}"] = forged_by(spelt(other_spelling))


@lie
def part_for_seats_out_of_order(history: History) -> History:
    place = first(history, "CardsDealt")
    secret = dict(history[place].stored.secret)
    name = next(iter(secret))
    return put(history, place, secret={**secret, f"{name},0,0": secret.pop(name)})


def of_row(kind: str, change: str) -> Callable[[], bytes]:
    """A change to an event of this type, as the mutation run makes it."""

    def make() -> bytes:
        match: Match = eventful(kind)
        name = f"{kind}: {change}"
        forged = next(history for found, history in mutations(match.history, seeded(name)) if found == name)
        return file_of(match, history=forged, luck=draws_of(match))

    return make


ROWS = (
    "SeatTaken",
    "SeatLeft",
    "LuckCommitted",
    "LobbyClosed",
    "LuckOpened",
    "LuckWithheld",
    "PlayBegan",
    "SeatConceded",
    "SeatHandedOver",
    "SeatTakenBack",
    "MoveUndone",
    "MoveRedone",
    "UndoRequested",
    "UndoAnswered",
    "UndoWithdrawn",
    "UndoLapsed",
    "DisputeOpened",
    "DisputeWithdrawn",
    "HoldExpired",
    "DisputeRuled",
    "ResultAdjusted",
    "ArbiterLooked",
    "PlayerErased",
)
for row in ROWS:
    SIGNED[f"{row}_by_somebody_else"] = of_row(row, "its actor")
    SIGNED[f"{row}_dropped"] = of_row(row, "dropped")
SIGNED["MatchOpened_by_somebody_else"] = of_row("MatchOpened", "its actor")
