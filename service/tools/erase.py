"""`matchledger erase`: destroys a person's name, claims and secrets; every tree stays valid."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from events.codec import UnreadableEvent
from events.envelope import Recorded, Stored, seat_actor
from events.redis.client import Client
from events.redis.deadlines import RedisDeadlines
from events.redis.durability import rewrite_logs
from events.redis.feed import RedisFeed
from events.redis.people import RedisPeople
from events.store import StoreUnavailable
from events.tree import leaf_hash
from ledger.decide import ERASE
from ledger.orders import OPERATOR, Order
from ledger.rules_people import erase as decide_erasure
from ledger.rules_people import parts_to_close, without_parts
from projections.tables import Tables
from service.config import Config
from service.damaged import DAMAGE
from service.handle import COMMAND_BYTES, listed_note, now_ms, public_note, to_stored
from service.processes.projector import Projector
from service.tools.admin import link_of
from service.tools.progress import show_progress
from service.web.http import Services

LOBBY_MAX = 200  # events read at once to see who has sat in a match
ATTEMPTS_MAX = 32


class Erased(Struct, frozen=True):
    """What was erased in one match."""

    match: str
    what: str


class Erasure(Struct, frozen=True):
    """What was erased, and the matches that could not be read, with the reasons: the player may have sat in them."""

    done: list[Erased]
    unread: dict[str, str]


def erase(config: Config, player: str, *, names_only: bool) -> int:
    from service.app import open_services

    try:
        link = link_of(config)
        if not RedisPeople(link).erase_name(player):
            print(f"matchledger: there is no player {player}", file=sys.stderr)
            return 1
        erasure = erase_player(open_services(config, link), link, player, names_only=names_only)
        servers = rewrite_logs(link)
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; run this again ({error})", file=sys.stderr)
        return 1
    for one in erasure.done:
        print(f"  {one.match:<20} {one.what}")
    print(f"{player} is erased in {len(erasure.done)} matches; {servers} append-only files were rewritten")
    if not erasure.unread:
        return 0
    for match, why in erasure.unread.items():
        print(f"matchledger: {match} cannot be read, so the player may still be named there ({why})", file=sys.stderr)
    return 1


def erase_player(services: Services, link: Client, player: str, *, names_only: bool) -> Erasure:
    """Erase in every match that the player has sat in; a later run finds matches that have finished since. A match that
    cannot be read does not keep the name in the others."""
    feed = RedisFeed(link, "listing", "erase")
    projector = Projector(services, feed, RedisDeadlines(link))
    everything = list(feed.all_matches())
    branches = _branches(services.tables, everything)
    done: list[Erased] = []
    unread: dict[str, str] = {}
    for match in show_progress(everything, "looking for the player"):
        try:
            if _has_sat(services.tables, match, player):
                for changed in _erase_in(services.tables, branches, match, player, names_only=names_only):
                    done.append(changed)  # noqa: PERF402  # what was done before a later one of its family fails
        except DAMAGE as damage:
            unread[match] = str(damage)
    services.tables.store.delete_leftovers(is_due_only=False)  # the objects of archived matches hold what was erased
    for match in {one.match for one in done}:
        projector.relist(match)
        # A worker may have stored a snapshot from what it had read before the erasure.
        services.tables.store.forget_snapshots(match)
    return Erasure(done, unread)


def _branches(tables: Tables, matches: list[str]) -> dict[str, list[str]]:
    """The branches of each match; not those that cannot be read at all, which are reported when their turn comes."""
    found: dict[str, list[str]] = {}
    for match in matches:
        opening: list[Recorded] = []
        with suppress(UnreadableEvent):
            opening = tables.store.read(match, 1, 1)
        for first in opening:
            if first.stored.public["branch"] is not None:
                found.setdefault(first.stored.public["branch"]["match"], []).append(match)
    return found


def _has_sat(tables: Tables, match: str, player: str) -> bool:
    """Whether the player has sat in the match; seats are taken before it begins."""
    after = 0
    while page := tables.store.read(match, after + 1, after + LOBBY_MAX):
        for recorded in page:
            if recorded.stored.type == "SeatTaken" and recorded.stored.public["player"] == player:
                return True
            if recorded.stored.type == "PlayBegan":
                return False
        after += len(page)
    return False


def _erase_in(
    tables: Tables, branches: dict[str, list[str]], match: str, player: str, *, names_only: bool
) -> Iterator[Erased]:
    table = tables.current(match)
    seat = table.seat_of(player)
    family = [*_descendants(branches, match), match]  # a branch refers to the match that it left, so it goes first
    unfinished = [one for one in family if not _is_finished(tables, one)]
    if names_only or seat is None or unfinished:
        if _erase_parts(tables, match, player, None, sat_before=False):
            is_kept = not names_only and seat is not None
            kept = f"; the secrets are kept until {', '.join(unfinished)} is over" if is_kept else ""
            yield Erased(match, "name and claims" + kept)
        return
    for one in family:
        if _erase_parts(tables, one, player, seat, sat_before=one != match):
            yield Erased(one, "name, claims and secrets" if one == match else f"secrets, as a branch of {match}")


def _is_finished(tables: Tables, match: str) -> bool:
    """No if it cannot be read: a damaged branch may be repaired, and rests on the secrets of its main line."""
    try:
        return tables.current(match).status == "finished"
    except DAMAGE:
        return False


def _descendants(branches: dict[str, list[str]], match: str) -> Iterator[str]:
    """All branches of a match and of its branches, the last ones first."""
    for branch in branches.get(match, []):
        yield from _descendants(branches, branch)
        yield branch


def _erase_parts(tables: Tables, match: str, player: str, secrets_of: int | None, *, sat_before: bool) -> bool:
    """Destroy what must go, atomically with the event that records it; False if there is nothing to destroy."""
    command = os.urandom(COMMAND_BYTES)
    for _ in range(ATTEMPTS_MAX):
        table = tables.current(match)
        history = tables.store.read(match, 1, table.version)
        order = Order(OPERATOR, ERASE, {"player": player, "secrets_of": secrets_of}, {"sat_before": sat_before})
        closed = parts_to_close(history, player, secrets_of)
        if not closed:
            return False
        events = decide_erasure(table, order, history)
        replaced = {version: without_parts(history[version - 1].stored, names) for version, names in closed.items()}
        _must_keep_every_leaf(history, replaced)
        at = max(now_ms(), table.last_at)
        (erasure,), frontier = to_stored(table, order, command, at, events)
        if tables.store.erase(
            match,
            table.head,
            replaced,
            erasure.stored,
            frontier=frontier,
            feed=listed_note(public_note(table)),
            actor=None if secrets_of is None else seat_actor(secrets_of),
        ):
            return True
    raise StoreUnavailable(f"{match} is too busy")


def _must_keep_every_leaf(history: list[Recorded], replaced: dict[int, Stored]) -> None:
    for version, stored in replaced.items():
        assert leaf_hash(version, stored) == leaf_hash(version, history[version - 1].stored), "the root must stay valid"
