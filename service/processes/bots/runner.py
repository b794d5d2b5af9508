"""Plays for the bots of all matches, in the background process, over the public API."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random

from matchledger_client import Client as ApiClient
from matchledger_client import Match, MovedOn, Problem

from events.redis.client import Client
from events.redis.feed_tail import FeedTail
from events.store import StoreUnavailable
from games.bots import policy_for
from ledger.bots import bot_kind, bots_of
from ledger.table import Table
from projections.tables import UnknownMatch
from service.app import open_services
from service.config import Config
from service.handle import now_ms
from service.processes.bots.player import Bot
from service.processes.bots.thinker import Thinker
from service.processes.bots.tokens import keep_tokens
from service.processes.lease import Lease
from service.processes.loops import Loop, Pause
from service.web.http import Services

log = logging.getLogger("matchledger")
FEED_WAIT_MS = 400
IDLE_S = 0.4
RETRY_FACTOR = 4.0  # a bot is tried again more slowly than what a loop tries again
BROKEN_S = 30.0
THINK_S = 0.2  # of CPU time, for a search
LOOK_AGAIN_S = 0.05
CALL_S = 10.0  # for one call with its retries: meanwhile the bots of other matches wait


class BotRunner:
    """Acts for every bot that is to act, after a short pause."""

    def __init__(self, services: Services, api: ApiClient, pause_s: float, thinker: Thinker | None = None) -> None:
        self._services, self._api, self._pause_s = services, api, pause_s
        self._thinker = Thinker(THINK_S) if thinker is None else thinker
        self._due: dict[str, float] = {}
        self._known: set[str] = set()
        self._rng = Random()
        self._pauses: dict[str, Pause] = {}  # of matches in which the last attempt has failed
        self.heartbeat: Callable[[], None] = lambda: None  # called for every match of a turn that may take long

    @property
    def matches(self) -> set[str]:
        return self._known

    @property
    def failing(self) -> str | None:
        return next((pause.reason for pause in self._pauses.values()), None)

    def schedule(self, moved: set[str]) -> None:
        """Schedule the bots of the matches that have changed, of those not seen before, and of those that have left the
        set: they are over, or the store has lost that they have bots."""
        known = self._services.bots.all()
        left = self._known - known
        gone = self._services.bots.missing(left) if left else left
        for match in (moved & known) | (known - self._known) | gone:
            self._due.setdefault(match, time.monotonic() + self._pause_s)
        self._known = known

    def run_due(self) -> float:
        """Act where the pause is over; returns the seconds until the next bot is due. Of the matches in which the last
        attempt has failed, one at most: each attempt may take seconds, and the bots of all others wait for it."""
        now = time.monotonic()
        due = [match for match, at in sorted(self._due.items(), key=lambda one: one[1]) if at <= now]
        # A match that is not known any more may be on a server that does not answer.
        well = [match for match in due if match in self._known and match not in self._pauses]
        others = [match for match in due if match not in self._known or match in self._pauses]
        for match in [*well, *others[:1]]:
            self.heartbeat()
            del self._due[match]
            self._attempt(match)
        return max(0.0, min(self._due.values(), default=time.monotonic() + 60) - time.monotonic())

    def _attempt(self, match: str) -> None:
        try:
            is_doubtful = match in self._pauses or match not in self._known
            if is_doubtful and not self._services.bots.is_reachable(match):
                raise StoreUnavailable("the server of the match does not answer")
            self._act(match)
            self._pauses.pop(match, None)
        except (Problem, StoreUnavailable) as problem:  # the bots of other matches go on
            log.info("a bot will try again", extra={"match": match, "detail": str(problem)})
            pause = self._pauses.setdefault(match, Pause())
            self._due[match] = time.monotonic() + RETRY_FACTOR * pause.begin(f"a bot has to wait: {problem}")
        except Exception as damage:  # a failure of one bot must not stop the others
            log.error("a bot failed", exc_info=damage, extra={"match": match})
            self._due[match] = time.monotonic() + BROKEN_S

    def _act(self, match: str) -> None:
        try:
            table = self._services.tables.current(match)
        except UnknownMatch:
            self._services.bots.remove(match)
            return
        if table.status == "finished":
            self._services.bots.remove(match)
            return
        if match not in self._known and bots_of(table):
            self._services.bots.add(match)
        acting = self._find_acting(table)
        try:
            if self._answer_one(table):
                self._due.setdefault(match, time.monotonic() + self._pause_s)
                return
            for seat, token, kind in acting[:1]:  # one at a time: its command may change what the others do
                own = self._api.with_token(token).match(match)
                if kind == "search":
                    self._act_by_search(own, table, seat)
                else:
                    Bot(own, policy_for(table.opened.game, kind), self._rng).act()
        except Problem as problem:
            if problem.slug == "token-unknown":  # the store has lost it
                keep_tokens(self._services, table)
            raise
        if len(acting) > 1:
            self._due.setdefault(match, time.monotonic() + self._pause_s / 4)

    def _act_by_search(self, own: Match, table: Table, seat: int) -> None:
        """What the search has found for the table as it is; as long as it searches, the bots of other matches act."""
        if table.undo_request is not None:
            own.vote(accepts=True)
            return
        found = self._thinker.ask((table.match, table.version, seat), table, seat, now_ms())
        if found is None:
            self._due[table.match] = time.monotonic() + LOOK_AGAIN_S
            return
        with suppress(MovedOn):  # somebody was faster, and the feed has told so
            own.send({"type": found.best.type, "params": found.best.params}, expected=table.version)

    def _answer_one(self, table: Table) -> bool:
        """A bot that somebody asks answers before others go on; by the policy, as there is no turn to search for."""
        asked = table.game.rules.asked
        if asked is None or table.undo_request is not None:
            return False
        if table.status != "running" or table.frozen_by() is not None:
            return False
        waiting = table.to_act()
        for _, token, _ in self._bots_among(table, [seat for seat in asked(table.state) if seat not in waiting]):
            own = self._api.with_token(token).match(table.match)
            return Bot(own, policy_for(table.opened.game, "sensible"), self._rng).answer()
        return False

    def _find_acting(self, table: Table) -> list[tuple[int, str, str]]:
        """Seats, tokens and kinds of the bots that are to act."""
        if table.status != "running" or table.frozen_by() is not None:
            return []
        request = table.undo_request
        return self._bots_among(table, table.to_act() if request is None else request.waiting_for)

    def _bots_among(self, table: Table, seats: Iterable[int]) -> list[tuple[int, str, str]]:
        found: list[tuple[int, str, str]] = []
        for seat in seats:
            info = table.seats[seat]
            assert info is not None, "all seats of a running match are taken"
            player = table.bot_of(seat) or info.player
            kind = bot_kind(player)
            if kind is not None:
                found.append((seat, self._services.notary.bot_token(player), kind))
        return found


def bots_loop(config: Config, link: Client, lease: Lease) -> Loop:
    host = "127.0.0.1" if config.host in ("0.0.0.0", "::") else config.host
    api = ApiClient(f"http://{host}:{config.port}", deadline_s=CALL_S)
    thinker = Thinker(config.bot_think_ms / 1000, config.packs)
    runner = BotRunner(open_services(config, link), api, config.bot_pause_ms / 1000, thinker)
    turns = BotTurns(runner, link)
    loop = Loop("bots", turns, lambda: runner.failing, lease, turns.begin)
    runner.heartbeat = loop.touch
    return loop


class BotTurns:
    """While no match has bots, a turn is one small call to the store every IDLE_S."""

    def __init__(self, runner: BotRunner, link: Client) -> None:
        self._runner, self._link = runner, link
        self._tail: FeedTail | None = None

    def begin(self) -> None:
        """Another process may have played meanwhile: look at every match."""
        self._tail = None

    def __call__(self) -> float:
        """One turn; returns how long to wait before the next."""
        try:
            return self._turn()
        except Exception:  # passed on to the loop, which logs it and tries again
            self._tail = None  # after a gap, every match may have changed
            raise

    def _turn(self) -> float:
        runner = self._runner
        if not runner.matches:
            self._tail = None
            runner.schedule(set())
            if not runner.matches:
                return IDLE_S
        partition_of = self._link.layout.partition_of
        partitions = {partition_of(match) for match in runner.matches}
        if self._tail is None:
            self._tail = FeedTail(self._link, partitions)
            moved = runner.matches.copy()
        elif new := self._tail.follow(partitions):
            moved = {one for one in runner.matches if partition_of(one) in new}
        else:
            changed = self._tail.changed(max(1, min(FEED_WAIT_MS, int(runner.run_due() * 1000))))
            moved = changed.matches | {one for one in runner.matches if partition_of(one) in changed.partitions}
        runner.schedule(moved)
        return 0.05 if runner.run_due() > 0 and not self._tail.is_blocking else 0.0
