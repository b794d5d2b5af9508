"""The lobby: opening a match or a branch, sitting down, leaving, beginning to play (LEDGER-1 and LEDGER-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from events.visibility import ERASED, SPECTATOR
from games.catalogue import BadCatalogue
from games.decider import Decider, Event, IllegalMove
from games.dice import Dice
from ledger import events as facts
from ledger.bots import bot_kind, bot_name, is_bot_id
from ledger.orders import Order, Refused, is_arbiter, person_as_player, plain, player_in
from ledger.parameters import check_parameters
from ledger.rules_luck import begin_play, checked_commitment, close_lobby, must_not_be_closed, must_not_be_too_long
from ledger.rules_rematch import check_kept, is_kept_from, seat_kept_for
from ledger.rules_visibility import may_see
from ledger.seed import HEX_32
from ledger.table import Table

SERVER_SEED_BYTES = 32
TURN_S_MIN, TURN_S_MAX = 1, 14 * 24 * 3600
HOLD_S_MIN, HOLD_S_MAX = 60, 30 * 24 * 3600
TOTAL_S_MIN, TOTAL_S_MAX, INCREMENT_S_MAX = 10, 30 * 24 * 3600, 24 * 3600
AWAY_S_MIN, AWAY_S_MAX = 60, 30 * 24 * 3600


def open_match(game: Decider[Any], order: Order, _at: int) -> list[facts.MatchOpened]:
    """LEDGER-1.1 to LEDGER-1.4: a match names what it will be played with before anybody has joined."""
    check_parameters(order)
    person, params = _person(order), order.params
    if params["game"] != game.slug:
        raise Refused("other_game", "LEDGER-1.1", "The match is opened for another game.")
    if not game.seats_min <= params["seats"] <= game.seats_max:
        sentence = f"{game.name} has {game.seats_min} to {game.seats_max} seats."
        raise Refused("bad_player_count", "LEDGER-1.2", sentence, errors={"seats": ["out of range"]})
    options = checked_options(game, params["options"], params["seats"])
    for name in ("turn_s", "reaction_s"):
        _check_seconds(name, params[name], TURN_S_MIN, TURN_S_MAX)
    _check_seconds("hold_s", params["hold_s"], HOLD_S_MIN, HOLD_S_MAX)
    _check_seconds("away_s", params.get("away_s"), AWAY_S_MIN, AWAY_S_MAX)
    _check_total(params)
    check_kept(params)
    return [
        facts.MatchOpened(
            match=order.given["match"],
            game=game.slug,
            rules_version=game.rules_version,
            catalogue=game.catalogue_digest(options),
            seats=params["seats"],
            options=plain(options),
            is_public=params["public"],
            opened_by=person,
            server_seed=_checked_seed(order),
            turn_s=params["turn_s"],
            reaction_s=params["reaction_s"],
            total_s=params.get("total_s"),
            increment_s=params.get("increment_s", 0),
            hold_s=params["hold_s"],
            away_s=_away_s(params),
            rematch_of=params.get("rematch_of"),
            kept_for=tuple(params.get("kept_for", ())),
            rule="LEDGER-1.1",
        )
    ]


def checked_options(game: Decider[Any], given: dict[str, Any], seats: int) -> Any:
    """LEDGER-1.3: the options fit the game; a trial setup finds what only a setup can tell."""
    try:
        options = msgspec.convert(given, game.options)
        game.rules.setup(options, seats, Dice(b"trial", 0))
    except (msgspec.ValidationError, BadCatalogue) as error:
        sentence = f"The options do not fit the game: {error}."
        raise Refused("options_invalid", "LEDGER-1.3", sentence, errors={"options": [str(error)]}) from None
    except IllegalMove as illegal:
        errors = {"options": [illegal.message]}
        raise Refused("options_invalid", illegal.rule, illegal.message, errors=errors) from None
    return options


def _check_seconds(name: str, seconds: int | None, least: int, most: int) -> None:
    if seconds is not None and not least <= seconds <= most:
        sentence = f"{name} is a number of seconds from {least} to {most}."
        raise Refused("clock_out_of_range", "LEDGER-1.4", sentence, errors={name: ["out of range"]})


def _away_s(params: dict[str, Any]) -> int | None:
    """LEDGER-1.9: where a clock acts for whoever lets the time go by, nobody need be found to be away."""
    away_s: int | None = params.get("away_s")
    has_clock = params["turn_s"] is not None or params.get("total_s") is not None
    return facts.AWAY_S if away_s is None and not has_clock else away_s


def _check_total(params: dict[str, Any]) -> None:
    """LEDGER-1.10: seconds for the whole match, and those that each step adds; not beside seconds for a decision."""
    total_s, increment_s = params.get("total_s"), params.get("increment_s", 0)
    _check_seconds("total_s", total_s, TOTAL_S_MIN, TOTAL_S_MAX)
    _check_seconds("increment_s", increment_s, 0, INCREMENT_S_MAX)
    if total_s is None and increment_s:
        raise _clock_conflict("increment_s", "Without total time there is nothing to add to.")
    if total_s is not None and (params["turn_s"] is not None or params["reaction_s"] is not None):
        raise _clock_conflict("total_s", "A match has seconds for each decision or for the whole match, not both.")


def _clock_conflict(name: str, sentence: str) -> Refused:
    return Refused("clock_conflict", "LEDGER-1.10", sentence, errors={name: ["conflict"]})


def _checked_seed(order: Order) -> str:
    seed: str = order.given["server_seed"]
    if not HEX_32.fullmatch(seed):
        raise Refused("seed_invalid", "LEDGER-1.1", f"The server's part of the luck has {SERVER_SEED_BYTES} bytes.")
    return seed


def open_branch(main: Table, origin: Table, order: Order, _at: int) -> list[facts.MatchOpened]:
    """LEDGER-1.5 to LEDGER-1.8: a match that goes on from a step of another one.

    `main` is that other match as it stands, `origin` as it stood at the end of the step. Which step of which match is
    given, and not a parameter: the event says it, and a branch that nobody plays in is kept in less than a kilobyte.
    """
    check_parameters(order)
    person = _person(order)
    if not may_see(main, order.actor):
        raise Refused("branch_not_allowed", "LEDGER-1.7", "A match is branched by somebody who may see it.")
    if main.status == "open":
        raise Refused("match_not_running", "LEDGER-1.6", "The match has not begun yet.")
    if origin.status != "running" or origin.state is None:
        raise Refused(
            "nothing_to_decide", "LEDGER-1.6", "A branch begins at a step after which there was something to decide."
        )
    branch = facts.BranchPoint(
        match=main.match,
        version=origin.version,
        step=order.given["step"],
        root=order.given["root"],
        main_version=main.version,
        resampled_for=resampled_for(main, order.actor),
    )
    opened = main.opened
    return [
        facts.MatchOpened(
            match=order.given["match"],
            game=opened.game,
            rules_version=opened.rules_version,
            catalogue=opened.catalogue,
            seats=opened.seats,
            options=opened.options,
            is_public=order.params["public"] and main.status == "finished",  # LEDGER-1.8
            opened_by=person,
            server_seed=_checked_seed(order),
            branch=branch,
            hold_s=opened.hold_s,
            away_s=facts.AWAY_S,
            rule="LEDGER-1.5",
        )
    ]


def resampled_for(main: Table, actor: str) -> int | Literal["spectator"] | None:
    """LEDGER-1.7: for whom the unknown is drawn anew; None where nothing is hidden any more."""
    if main.status == "finished":
        return None
    seat = main.seat_of(player_in(actor))
    if seat is not None:
        return seat
    if is_arbiter(actor):
        return SPECTATOR
    raise Refused(
        "branch_not_allowed", "LEDGER-1.7", "A running match is branched by its players and by arbiters only."
    )


def _person(order: Order) -> str:
    person = player_in(order.actor)
    if person is None:
        raise Refused("not_a_person", "LEDGER-0.2", "This is done by a person, not by a seat or the clock.")
    return person


def take_seat(table: Table, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-2.1, LEDGER-2.2, LEDGER-2.9: a free seat, one for each player."""
    _must_be_open(table)
    must_not_be_too_long(table)
    person = _player(order)
    own = table.seat_of(person)
    if own is not None:
        raise Refused("already_seated", "LEDGER-2.2", f"You have seat {own}.", seat=own)
    seat = order.params.get("seat", seat_kept_for(table, person))
    if seat is None:
        free = [one for one, info in enumerate(table.seats) if info is None]
        seat = min(free, key=lambda one: (is_kept_from(table, one, person, at), one), default=None)
    if seat is None:
        raise Refused("match_full", "LEDGER-2.1", "Every seat is taken.")
    if not 0 <= seat < len(table.seats):
        sentence = f"The match has {len(table.seats)} seats, counted from 0."
        raise Refused("no_such_seat", "LEDGER-2.1", sentence, errors={"seat": ["no such seat"]})
    if table.seats[seat] is not None:
        raise Refused("seat_taken", "LEDGER-2.1", f"Seat {seat} is taken.")
    if is_kept_from(table, seat, person, at):
        raise Refused("seat_kept", "LEDGER-11.3", f"Seat {seat} is kept for somebody who has played before.")
    commitment = _commitment_in(table, order)
    return [
        facts.SeatTaken(seat=seat, player=person, name=order.given["name"], commitment=commitment, rule="LEDGER-2.1")
    ]


def _commitment_in(table: Table, order: Order) -> str:
    """LEDGER-9.2: to a part of the luck, if there is one; it is bound to the seat, which has to be named with it."""
    luck = order.params.get("luck")
    if luck is None:
        return ""
    if order.params.get("seat") is None:
        sentence = "A commitment is bound to a seat: name the seat too."
        raise Refused("seat_missing", "LEDGER-9.2", sentence, errors={"seat": ["required with luck"]})
    if luck.keys() != {"commitment"}:
        raise Refused("commitment_invalid", "LEDGER-9.2", "Of the luck a commitment is sent, and nothing else.")
    return checked_commitment(table, luck["commitment"])


def seat_bots(table: Table, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-2.3: whoever sits in the match or has opened it lets bots take free seats, from the first one on."""
    _must_be_open(table)
    _must_belong(table, order, "Bots are seated by somebody who sits in the match or has opened it.", "LEDGER-2.3")
    free = [seat for seat, info in enumerate(table.seats) if info is None and not _is_for_person(table, seat, at)]
    wanted = order.params.get("seats")
    if wanted is not None:
        free = sorted(set(wanted) & set(free))
    count = len(wanted) if wanted is not None else order.params.get("count")
    count = len(free) if count is None else count
    if not 1 <= count <= len(free):
        raise Refused("match_full", "LEDGER-2.3", f"Free seats: {len(free)}.")
    players: Sequence[str] = order.given["players"]
    taken = {info.player for info in table.seats if info is not None}
    if len(set(players) - taken) < count or not all(is_bot_id(one, order.params["policy"]) for one in players):
        raise Refused("bot_invalid", "LEDGER-2.3", "Each bot has an id of its own, which says how it plays.")
    return [
        facts.SeatTaken(seat=seat, player=player, name=_bot_name(order, seat), rule="LEDGER-2.3")
        for seat, player in zip(free[:count], players)
    ]


def _is_for_person(table: Table, seat: int, at: int) -> bool:
    """LEDGER-11.3: whether a seat of a rematch is still kept for a person."""
    return is_kept_from(table, seat, "", at) and bot_kind(table.opened.kept_for[seat]) is None


def _bot_name(order: Order, seat: int) -> str:
    """A bot's name follows from its seat; one that has been erased stays erased."""
    return ERASED if seat in order.given.get("erased", ()) else bot_name(seat)


def leave_seat(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-2.4: one's own seat, before the match begins."""
    _must_be_open(table)
    person, seat = _player(order), order.params["seat"]
    if table.seat_of(person) != seat:
        raise Refused("not_your_seat", "LEDGER-2.4", "A player leaves their own seat only.")
    return [facts.SeatLeft(seat=seat, player=person, rule="LEDGER-2.4")]


def start_match(table: Table, order: Order, at: int) -> list[facts.MatchEvent | Event]:
    """LEDGER-2.5, LEDGER-2.6: all seats are taken; the game's setup follows, in a branch nothing does."""
    _must_be_open(table)
    _must_belong(table, order, "A match is started by somebody who sits in it or has opened it.", "LEDGER-2.5")
    empty = [seat for seat, info in enumerate(table.seats) if info is None]
    if empty:
        raise Refused("seats_empty", "LEDGER-2.5", f"Still empty: {', '.join(map(str, empty))}.", seats=empty)
    closed = close_lobby(table, _player(order), at)
    return [*closed] if closed else begin_play(table, table.seats, _player(order), "LEDGER-2.5", at)


def _player(order: Order) -> str:
    player = person_as_player(order.actor)
    if player is None:
        raise Refused("not_a_person", "LEDGER-0.2", "This is done by a player, not by a seat, an arbiter or the clock.")
    return player


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("match_not_open", "LEDGER-2.1", "Seats are taken and left before a match begins.")
    must_not_be_closed(table)


def _must_belong(table: Table, order: Order, sentence: str, rule: str) -> None:
    person = _player(order)
    if table.seat_of(person) is None and table.opened.opened_by != person:
        raise Refused("not_allowed", rule, sentence)
