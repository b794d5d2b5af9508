"""Erasing a person from a match: which parts must go, and what is told of it (LEDGER-7).

Parts are named in the leaves, so that anybody can work out from a history, erased or not, what an erasure had to close.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from events.envelope import Cause, Part, Recorded, Stored, actor_seat, commanding_seat
from events.tree import commitment
from events.visibility import ALL_PART, SEALED_PART, seats_of_part
from ledger import events as facts
from ledger.orders import OPERATOR, Order, Refused
from ledger.parameters import check_parameters
from ledger.table import Table

CAUSE = "cause"  # the name under which the parameters of an order are counted among the parts of its first event
Closed = dict[int, frozenset[str]]  # names of parts by version


def erase(table: Table, order: Order, history: Sequence[Recorded]) -> list[facts.MatchEvent]:
    """LEDGER-7.1 to LEDGER-7.4: name and claims; after the end also what the player's seat held and did.

    Whether the branches of the match are over too, which rest on its secrets, is not known here: the tool that erases
    asks. For a branch it also says (`sat_before`) that the player had this seat in a match that the branch leaves.
    """
    check_parameters(order)
    if order.actor != OPERATOR:
        raise Refused("not_allowed", "LEDGER-7.1", "A person is erased by the operator.")
    player, seat = order.params["player"], order.params["secrets_of"]
    has_secrets, has_sat_before = seat is not None, order.given.get("sat_before", False)
    if not has_sat_before and not seatings_of(history, player):
        raise Refused("never_sat", "LEDGER-7.1", "This person has not sat in the match.")
    if has_secrets and table.status != "finished":
        raise Refused("match_not_finished", "LEDGER-7.3", "What a player held goes once the match is over.")
    if has_secrets and not has_sat_before and not _has_seat(table, player, seat):
        raise Refused("not_their_seat", "LEDGER-7.3", "What goes is what the player's own seat held.")
    closed = parts_to_close(history, player, seat)
    disputes = tuple(number for number, claim in claims_of(history, player).items() if claim.version in closed)
    if not closed:
        raise Refused("nothing_to_erase", "LEDGER-7.4", "There is nothing of this person to erase.")
    result = table.result() if has_secrets else None
    return [
        facts.PlayerErased(
            player=player,
            by=order.actor,
            versions=tuple(closed),
            disputes=disputes,
            secrets=has_secrets,
            winners=() if result is None else result.winners,
            scores={} if result is None else result.scores,
            rule="LEDGER-7.1",
        )
    ]


def _has_seat(table: Table, player: str, seat: int) -> bool:
    info = table.seats[seat] if 0 <= seat < len(table.seats) else None
    return info is not None and info.player == player


def parts_to_close(history: Sequence[Recorded], player: str, seat: int | None) -> Closed:
    """The open parts that an erasure after this history closes; with a seat, also what that seat held and did."""
    done = closed_parts(history)
    wanted = _parts_naming(history, player, seat)
    found = {version: names - done.get(version, frozenset()) for version, names in wanted.items()}
    return {version: names for version, names in found.items() if names}


def closed_parts(history: Sequence[Recorded]) -> Closed:
    """What the erasures in this history have closed, by what they say and not by what is open."""
    found: Closed = {}
    for recorded in history:
        stored = recorded.stored
        if stored.type == facts.PlayerErased.__name__:
            before = history[: recorded.version - 1]
            given = None if stored.cause is None else stored.cause.params.values.get("secrets_of")
            seat = given if type(given) is int else None
            wanted = _parts_naming(before, stored.public["player"], seat)
            for version, names in wanted.items():
                found[version] = found.get(version, frozenset()) | names
    return found


def _parts_naming(history: Sequence[Recorded], player: str, seat: int | None) -> Closed:
    """LEDGER-7.2, LEDGER-7.3: whether or not they are open still."""
    own = {recorded.version for recorded in (*seatings_of(history, player), *claims_of(history, player).values())}
    found: Closed = {}
    for recorded in history:
        stored = recorded.stored
        names = {ALL_PART} if recorded.version in own else set()
        if seat is not None:
            names |= {name for name in stored.secret if name == SEALED_PART or seat in seats_of_part(name)}
        there = names & set(stored.secret)
        if seat is not None and stored.cause is not None and commanding_seat(stored.actor) == seat:
            there.add(CAUSE)
        if there:
            found[recorded.version] = frozenset(there)
    return found


def seatings_of(history: Iterable[Recorded], player: str) -> list[Recorded]:
    """The events by which this player sat down."""
    return [one for one in history if one.stored.type == "SeatTaken" and one.stored.public["player"] == player]


def claims_of(history: Iterable[Recorded], player: str) -> dict[int, Recorded]:
    """By number, the disputes that this player has opened from their seat."""
    sitting: dict[int, str] = {}
    found: dict[int, Recorded] = {}
    number = 0
    for recorded in history:
        stored = recorded.stored
        if stored.type == "SeatTaken":
            sitting[stored.public["seat"]] = stored.public["player"]
        elif stored.type == "SeatLeft":
            sitting.pop(stored.public["seat"], None)
        elif stored.type == "DisputeOpened":
            number += 1
            seat = actor_seat(stored.actor)
            if seat is not None and sitting.get(seat) == player:
                found[number] = recorded
    return found


def without_parts(stored: Stored, names: frozenset[str]) -> Stored:
    """The event with these parts closed; its leaf stays the same."""
    secret = {name: _close(part) if name in names else part for name, part in stored.secret.items()}
    cause = stored.cause
    if cause is not None and CAUSE in names:
        cause = Cause(cause.type, _close(cause.params))
    return replace(stored, secret=secret, cause=cause)


def _close(part: Part) -> Part:
    return Part(b"", {}, commitment(part))


def closed_part_names(stored: Stored) -> frozenset[str]:
    """The names of this event's parts that cannot be opened."""
    names = {name for name, part in stored.secret.items() if not part.salt}
    if stored.cause is not None and not stored.cause.params.salt:
        names.add(CAUSE)
    return frozenset(names)
