"""Who has had a part in the luck of a match, as its public events say: the check `joint luck` (docs/proofs.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from events.envelope import Recorded
from ledger import events as facts
from ledger.audit_events import Finding
from ledger.erasure import has_no_secrets
from ledger.rules_luck import OPEN_S, OPEN_WITHOUT_CLOCK_S, ROUNDS_MAX
from ledger.seed import HEX_32, commitment_of, seed_from
from ledger.verdict import Check, broken, not_proven, proven

JOINT_LUCK = "joint luck"


class Refusal(Struct, frozen=True):
    """A deal that did not come about, because this player has not opened their part."""

    round: int
    seat: int
    player: str


class Parts:
    """The lobby of one match, read event by event; raises BadLobby where it is not as the rules say."""

    def __init__(self, opened: dict[str, Any]) -> None:
        self.match, self.count = opened["match"], _whole(opened["seats"])
        has_clock = any(opened.get(name) is not None for name in ("turn_s", "reaction_s", "total_s"))
        self.open_ms = 1000 * (OPEN_S if has_clock else OPEN_WITHOUT_CLOCK_S)
        self.players: dict[int, str] = {}
        self.commitments: dict[int, str] = {}
        self.parts: dict[int, str] = {}
        self.refusals: list[Refusal] = []
        self.round = 0  # the latest one that was begun
        self.deadline: int | None = None  # while the lobby is closed
        self.has_begun = False
        self._leaving: set[int] = set()
        self._used: set[str] = set()
        self._owing: set[int] = set()

    def take(self, kind: str, public: dict[str, Any], at: int) -> None:
        """One more event; those that the luck does not depend on are passed over."""
        if not self.has_begun and kind in _READ:
            _need(not self._leaving or kind == facts.SeatLeft.__name__, "whoever withholds a part leaves at once")
            _READ[kind](self, public, at)

    def sit(self, public: dict[str, Any], _at: int) -> None:
        seat, player = _whole(public["seat"]), public["player"]
        _need(self.deadline is None, "somebody sits down in a closed lobby")
        _need(0 <= seat < self.count and seat not in self.players, "there is no such free seat")
        _need(type(player) is str, "a player is of another type")
        self.players[seat] = player
        if public.get("commitment", "") != "":
            self.commit(public, _at)

    def leave(self, public: dict[str, Any], _at: int) -> None:
        seat = _whole(public["seat"])
        _need(self.deadline is None, "somebody leaves a closed lobby")
        _need(self.players.get(seat) == public["player"], "somebody leaves who has not sat there")
        _need(not self._leaving or seat in self._leaving, "somebody leaves who has withheld nothing")
        self._leaving.discard(seat)
        self._owing.discard(seat)
        del self.players[seat]
        self.commitments.pop(seat, None)

    def commit(self, public: dict[str, Any], _at: int) -> None:
        seat, commitment = _whole(public["seat"]), public["commitment"]
        _need(self.deadline is None and seat in self.players, "a commitment comes too late, or from no player")
        _need(type(commitment) is str and HEX_32.fullmatch(commitment) is not None, "a commitment is not a hash")
        _need(commitment not in self._used, "a commitment was used before")
        self._used.add(commitment)
        self._owing.discard(seat)
        self.commitments[seat] = commitment

    def close(self, public: dict[str, Any], at: int) -> None:
        self.round += 1
        _need(self.deadline is None, "the lobby is closed twice")
        _need(_whole(public["round"]) == self.round <= ROUNDS_MAX, "this is not the next round")
        _need(len(self.players) == self.count, "the lobby is closed before all seats are taken")
        _need(not self._owing, "the lobby is closed before everybody has committed anew")
        _need(bool(self.commitments), "the lobby is closed, and nobody has committed")
        _need(_seats_in(public["waiting_for"]) == sorted(self.commitments), "others are waited for than have committed")
        self.deadline = _whole(public["deadline"])
        _need(self.deadline == at + self.open_ms, "there is another time to open a part than the rules give")

    def open(self, public: dict[str, Any], at: int) -> None:
        seat, part = _whole(public["seat"]), public["part"]
        _need(self.deadline is not None and at <= self.deadline, "a part is opened too early or too late")
        _need(seat in self.commitments and seat not in self.parts, "a part is opened twice, or by nobody who committed")
        _need(type(part) is str and HEX_32.fullmatch(part) is not None, "a part of the luck has not 32 bytes")
        fits = commitment_of(self.match, seat, self.players[seat], part) == self.commitments[seat]
        _need(fits, f"the part of seat {seat} is not the one that was committed to")
        self.parts[seat] = part

    def withhold(self, public: dict[str, Any], at: int) -> None:
        missing = sorted(self.commitments.keys() - self.parts)
        _need(self.deadline is not None and at > self.deadline, "a part is said to be withheld before its time")
        _need(bool(missing), "nobody has withheld a part")
        _need(_whole(public["round"]) == self.round, "this is not the round")
        _need(_seats_in(public["seats"]) == missing, "others have withheld their part")
        self.refusals += [Refusal(self.round, seat, self.players[seat]) for seat in missing]
        self._leaving, self._owing = set(missing), set(self.parts)
        self.commitments, self.parts, self.deadline = {}, {}, None

    def begin(self, public: dict[str, Any], _at: int) -> None:
        _need(self.parts.keys() == self.commitments.keys(), "play begins before all parts are open")
        _need(bool(self.parts) == (self.deadline is not None), "play begins, and the lobby is not closed")
        _need(not self._owing, "play begins before everybody has committed anew")
        players = [self.players.get(seat) for seat in range(self.count)]
        _need(public["players"] == players, "others play than sit in the match")
        self.has_begun = True

    def seed(self, server_seed: str) -> bytes:
        return seed_from(
            self.match,
            server_seed,
            ((seat, self.players[seat], self.parts.get(seat, "")) for seat in sorted(self.players)),
        )

    def sentence(self) -> str:
        """For whom it is proven, who gave no part, and which deals were refused."""
        without = [seat for seat in sorted(self.players) if seat not in self.parts]
        parts = f"Proven for whoever trusts one of the seats {_list_seats(sorted(self.parts))}: nobody chose this deal"
        if len(self.parts) == 1:
            parts = f"Proven for whoever trusts seat {next(iter(self.parts))}: nobody chose this deal"
        if without:
            parts += f"; {_seats(without)} gave no part"
        return f"{parts}{self.refused()}."

    def refused(self) -> str:
        return "".join(
            f"; the deal of round {one.round} was refused by seat {one.seat} ({one.player})" for one in self.refusals
        )


class BadLobby(ValueError):
    """The lobby is not as the rules say."""


_READ = {
    facts.SeatTaken.__name__: Parts.sit,
    facts.SeatLeft.__name__: Parts.leave,
    facts.LuckCommitted.__name__: Parts.commit,
    facts.LobbyClosed.__name__: Parts.close,
    facts.LuckOpened.__name__: Parts.open,
    facts.LuckWithheld.__name__: Parts.withhold,
    facts.PlayBegan.__name__: Parts.begin,
}


def parts_in(history: Sequence[Recorded]) -> Parts | Finding:
    """Every part of the luck in this match, or the first place where they do not fit."""
    version = 1
    try:
        parts = Parts(history[0].stored.public)
        for recorded in history:
            version, stored = recorded.version, recorded.stored
            parts.take(stored.type, stored.public, stored.at)
            if parts.has_begun:
                break  # what comes later has no part in the luck
    except BadLobby as bad:
        return Finding(JOINT_LUCK, version, str(bad))
    except (LookupError, TypeError):
        return Finding(JOINT_LUCK, version, "it cannot be read")
    return parts


def seed_in(history: Sequence[Recorded]) -> bytes:
    """The seed of a match with everything open, from its events alone, as docs/proofs.md says."""
    parts = parts_in(history)
    if isinstance(parts, Finding):
        raise BadLobby(parts.detail)
    server_seed = history[0].stored.secret["sealed"].values["server_seed"]
    if not HEX_32.fullmatch(server_seed):
        raise BadLobby("the server's part of the luck has 32 bytes")
    return parts.seed(server_seed)


def check_joint_luck(history: Sequence[Recorded], *, is_seed_open: bool = True) -> Check:
    """Whether nobody could choose the luck of this match; that its draws follow from the seed is for `draws`."""
    parts = parts_in(history)
    if isinstance(parts, Finding):
        return broken(JOINT_LUCK, f"Version {parts.version}: {parts.detail}.", parts.version)
    if not parts.has_begun:
        return not_proven(JOINT_LUCK, f"The match has not begun{parts.refused()}.")
    if not parts.parts:
        why = "No player gave a committed part, so the operator alone chose the luck"
        return not_proven(JOINT_LUCK, f"{why}{parts.refused()}.")
    if has_no_secrets(history):
        return not_proven(JOINT_LUCK, "The server's part of the luck has been erased with a player.")
    if not is_seed_open:
        return not_proven(
            JOINT_LUCK, "Every opened part is the one that was committed to; the server's is closed still."
        )
    return proven(JOINT_LUCK, parts.sentence())


def _need(holds: bool, sentence: str) -> None:
    if not holds:
        raise BadLobby(sentence)


def _whole(value: Any) -> int:
    """As the other verifiers read it: true is not 1."""
    if type(value) is not int:
        raise BadLobby("a seat, a round or a time is not a whole number")
    return value


def _seats_in(value: Any) -> list[int]:
    if not isinstance(value, list):
        raise BadLobby("seats are not a list")
    return [_whole(one) for one in value]


def _seats(seats: Sequence[int]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {_list_seats(seats)}"


def _list_seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
