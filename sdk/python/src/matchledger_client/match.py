"""One match: read it, sit down, play, follow it."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from matchledger_client.api_types import (
    AuditOut,
    ChoiceOut,
    ChoicesOut,
    DoneOut,
    EventOut,
    MatchOut,
    StepOut,
    UndoOut,
)
from matchledger_client.caller import new_key
from matchledger_client.choices import find_choice
from matchledger_client.live import POLL_S, follow, poll_events
from matchledger_client.luck import key_of
from matchledger_client.problems import IllegalMove, Late, LuckPartLost, MovedOn, Problem, VersionConflict

if TYPE_CHECKING:
    from matchledger_client.client import Client

PAGE = 100
SEAT_ATTEMPTS_MAX = 13
NOT_YOURS = ("seat_taken", "seat_kept")  # somebody was quicker, or has played before and comes again


class Turn:
    """A moment at which the match waits for this player: the table as they see it, and what they may do."""

    def __init__(self, match: Match, table: MatchOut, offered: ChoicesOut) -> None:
        self.match, self.table, self.offered = match, table, offered
        self.was_tried = False

    @property
    def choices(self) -> list[ChoiceOut]:
        return self.offered["choices"]

    @property
    def seat(self) -> int:
        return self.offered["seat"]

    @property
    def version(self) -> int:
        return self.offered["version"]

    def send(self, command: Mapping[str, Any], key: str | None = None) -> DoneOut:
        """Send a command that was chosen from this turn's choices; `MovedOn` if the match has moved on since.

        An answer that several seats give at the same time is sent whatever the others have done meanwhile.
        """
        self.was_tried = True
        choice = find_choice(cast(list[dict[str, Any]], self.choices), command)
        is_simultaneous = choice is not None and bool(choice.get("simultaneous"))
        try:
            return self.match.send(command, expected=None if is_simultaneous else self.version, key=key)
        except (IllegalMove, Late) as refused:
            version = self.match.get()["version"] if is_simultaneous else self.version
            if version == self.version:  # nothing has happened since this turn was offered: the command is wrong
                raise IllegalMove(refused.status, refused.document) from refused
            raise VersionConflict(refused.status, {**refused.document, "version": version}) from refused


class Match:
    """A match as one player sees it, or as everybody does if the client has no token."""

    def __init__(self, client: Client, match_id: str) -> None:
        self.client, self.id = client, match_id

    @property
    def luck_part(self) -> str | None:
        """The part of the luck that this player has committed to, if this client has it. Keep it where a crash does not
        lose it, and give it to the next client: `client.match(id, luck_part=...)`. It stays a secret until it is
        opened."""
        return self.client.luck_parts.get(self.id)

    def request(self, method: str, path: str = "", body: Any = None, **options: Any) -> Any:
        """Any other call of this match: `match.request("GET", "/undo")`."""
        if path and not path.startswith(("/", "?")):
            path = f"/{path}"
        return self.client.request(method, f"/v1/matches/{self.id}{path}", body, **options)

    def get(self, at: int | None = None) -> MatchOut:
        """The match now, or at an earlier version."""
        return cast(MatchOut, self.request("GET", query={"at": at}))

    def sit(self, seat: int | None = None, *, luck: bool = True) -> int:
        """Take a seat, the first free one unless one is named; returns its number.

        You commit to a part of the luck, which `turns()` and `start()` of any match object of this client open when it
        is time; with `luck=False` you give no part.
        """
        if not luck:
            return cast(int, self.request("POST", "/seats", {} if seat is None else {"seat": seat})["seat"])
        refused: set[int] = set()
        while True:
            chosen = self._free_seat(refused) if seat is None else seat
            if chosen is None:
                return cast(int, self.request("POST", "/seats", {})["seat"])  # the server says why not
            try:
                self._take_seat(chosen)
            except Problem as problem:
                if seat is not None or problem.code not in NOT_YOURS or len(refused) + 1 == SEAT_ATTEMPTS_MAX:
                    raise
                refused.add(chosen)
            else:
                return chosen

    def _free_seat(self, refused: Container[int]) -> int | None:
        invited = self.request("GET", "/invitation")  # a private match shows outsiders nothing else
        free = (one["seat"] for one in invited["seats"] if one["name"] is None and one["seat"] not in refused)
        return next(free, None)

    def _take_seat(self, seat: int) -> None:
        self._commit(seat, lambda luck: self.request("POST", "/seats", {"seat": seat, "luck": luck}))

    def _commit(self, seat: int, send: Callable[[dict[str, str]], Any]) -> None:
        player = self.client.player_id()
        self.client.luck_parts.commit(self.id, seat, player, lambda commitment: send({"commitment": commitment}))

    def leave(self, seat: int) -> None:
        """Leave a seat before the match starts."""
        self.request("DELETE", f"/seats/{seat}")

    def seat_bots(self, policy: str = "sensible", count: int | None = None) -> list[int]:
        """Bots of the server on the free seats, or on so many of them; returns their seats."""
        body: dict[str, Any] = {"policy": policy} if count is None else {"policy": policy, "count": count}
        return cast(list[int], self.request("POST", "/bots", body)["seats"])

    def start(self) -> MatchOut:
        """Begin to play; where parts of the luck were given, once they are opened."""
        started = cast(MatchOut, self.request("POST", "/start", {}))
        return self.get() if self.luck_part is not None and self.settle_luck(started) else started

    def settle_luck(self, table: MatchOut) -> bool:
        """Do what the match waits for before it begins: open your part of the luck, or commit to another; whether it
        waited for that. `turns()` does it by itself. `LuckPartLost` if the part is not there."""
        opening, must_commit = table["opening"], table["must_commit"]
        if table["status"] != "open" or (opening is None and not must_commit):
            return False
        player = self.client.player_id()
        seat = next((one["seat"] for one in table["seats"] if one["player"] == player), None)
        if opening is not None and seat in opening["waiting_for"]:
            if self.luck_part is None:
                raise LuckPartLost(self.id, seat, opening["deadline"])
            self.request("POST", "/luck", {"part": self.luck_part}, key=key_of(self.luck_part))
        elif seat in must_commit:
            with self.client.luck_parts.alone:
                if seat in self.get()["must_commit"]:
                    self._commit(seat, lambda luck: self.request("POST", "/luck/commitment", luck))
        else:
            return False
        return True

    def choices(self) -> ChoicesOut:
        """What you may do now."""
        return cast(ChoicesOut, self.request("GET", "/choices"))

    def send(self, command: Mapping[str, Any], expected: int | None = None, key: str | None = None) -> DoneOut:
        """Send a command; `MovedOn` if it comes too late. With `expected`, only if the match is at that version.

        Whoever keeps `key` before sending can send the same command again after a crash, and it is carried out once.
        """
        channel = self.client.channel
        if channel is not None:
            return cast(DoneOut, channel.send(self.id, command, expected, key or new_key()))
        return cast(DoneOut, self.request("POST", "/commands", dict(command), expected=expected, key=key))

    def is_legal(self, command: Mapping[str, Any]) -> bool:
        """Whether the rules would accept a command now; nothing happens."""
        try:
            self.request("POST", "/commands", dict(command), query={"dry_run": True})
        except (IllegalMove, MovedOn):
            return False
        return True

    def undo_plan(self, to_step: int | None = None) -> UndoOut:
        """What can be undone, and whose consent it needs."""
        return cast(UndoOut, self.request("GET", "/undo", query={"to_step": to_step}))

    def undo(self, to_step: int | None = None) -> Any:
        """Undo at once, or ask for consent where that is needed."""
        return self.request("POST", "/undo", {} if to_step is None else {"to_step": to_step})

    def vote(self, *, accepts: bool) -> None:
        """Answer an undo request."""
        self.request("POST", "/undo/votes", {"accepts": accepts})

    def redo(self) -> Any:
        return self.request("POST", "/redo", {})

    def steps(self, after: int = -1, view: str | None = None) -> Iterator[StepOut]:
        """Every step with its narration and its patch."""
        while True:
            page = self.request("GET", "/steps", query={"after": after, "limit": PAGE, "view": view})
            yield from page["steps"]
            if page["next"] is None:
                return
            after = page["next"]

    def step(self, number: int, view: str | None = None) -> StepOut:
        """One step with its narration and its patch; after the end `view="revealed"` shows all of it."""
        return cast(StepOut, self.request("GET", f"/steps/{number}", query={"view": view}))

    def audit(self) -> AuditOut:
        """The whole match executed again and compared."""
        return cast(AuditOut, self.request("GET", "/audit"))

    def export(self) -> str:
        """The match as a file for `matchledger verify`."""
        return cast(str, self.request("GET", "/export", accept="*/*"))

    def events(self, after: int = 0, wait_s: float | None = None) -> Iterator[EventOut]:
        """The events after a version and then each new one as it happens: every version once, in order, over any number
        of lost connections. Ends with the match, or when none has come for `wait_s` seconds."""
        if self.client.channel is not None:
            return self.client.channel.follow(self.id, after, wait_s)
        return follow(self.client.caller, self.id, after, wait_s)

    def wait(self, after: int, seconds: float = POLL_S) -> bool:
        """Wait until there is an event after this version, but not longer; whether there is one."""
        if self.client.channel is not None:
            return self.client.channel.wait(self.id, after, seconds)
        found = poll_events(self.client.caller, self.id, {"after": after}, min(POLL_S, max(1, round(seconds))), limit=1)
        return bool(found["version"] > after)

    def turns(self, *, accepts_undo: bool | None = None, wait_s: float | None = None) -> Iterator[Turn]:
        """A turn whenever the match waits for you and there is something that you may do. It waits before the start,
        while others act and while the match is held; it ends with the match, or when you were not asked for `wait_s`
        seconds. Undo requests are answered with `accepts_undo`, or left alone.

        A turn that was left unused does not come again before something has happened.
        """
        seat: int | None = None
        asked_at = time.monotonic()
        while True:
            table = self.get()
            if table["status"] == "finished":
                return
            if self.settle_luck(table):
                continue
            version, request = table["version"], table["undo_request"]
            if seat is None or request is not None or seat in table["to_act"]:
                offered = self.choices()
                seat = offered["seat"]
                if offered["version"] != version:
                    continue  # it has moved on between the two reads
                if request is not None and accepts_undo is not None and seat in request["waiting_for"]:
                    with suppress(MovedOn):  # it is no longer open
                        self.vote(accepts=accepts_undo)
                    continue
                if offered["choices"] and seat in table["to_act"]:
                    turn = Turn(self, table, offered)
                    yield turn
                    asked_at = time.monotonic()
                    if turn.was_tried:
                        continue
            left = POLL_S if wait_s is None else min(POLL_S, asked_at + wait_s - time.monotonic())
            if left <= 0:
                return
            self.wait(version, left)
