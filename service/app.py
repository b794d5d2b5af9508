"""create_app: builds the service from its parts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import BaseConverter, MapAdapter

from events.objects.opening import open_objects
from events.objects.store import Objects
from events.redis.background_status import RedisBackgroundStatus
from events.redis.bots import RedisBots
from events.redis.client import Client, open_client
from events.redis.feed import RedisFeedPages
from events.redis.head_log import RedisHeadLog
from events.redis.limits import RedisLimits
from events.redis.lists import RedisLists, Vocabulary
from events.redis.people import RedisPeople
from events.redis.signing_seed import RedisSigningSeed
from events.redis.store import RedisStore
from events.redis.tokens import RedisTokens
from events.store import EventStore
from games.registry import all_rules
from ledger.table import rulesets_of
from pages import pages
from projections.kept_summary import (
    COMMON_WORDS,
    digest_of,
    read_kinds,
    read_summary,
    write_kinds,
    write_summary,
)
from projections.lists import ListFilter, Summary
from projections.replay import Replays
from projections.tables import Tables
from service.config import Config
from service.handle import now_ms
from service.log_state import StateFile
from service.metrics.families import LOSSES, TABLE_LOADS, TABLES_KEPT
from service.metrics.tallies import count, watch_gauge
from service.signing import Notary
from service.web import cors, error_handlers, hooks
from service.web.archive_reads import ThreadedObjects
from service.web.http import Services
from service.web.identity import Identity, Person
from service.web.limits import Limiter
from service.web.live import Live
from service.web.routes import ROUTES
from service.web.threads import write_in_thread


class Segment(BaseConverter):
    """One segment of a path. `import` is not an id: POST /v1/matches/import is a route of its own."""

    regex = r"(?!import$)[^/]+"
    part_isolating = True


class TokenId(BaseConverter):
    """The id of a token. POST /v1/tokens/codes and /v1/tokens/redeem are routes of their own."""

    regex = r"(?!(?:codes|redeem)$)[^/]+"
    part_isolating = True


class StoredPeople:
    """People as the service knows them, stored in Redis."""

    def __init__(self, kept: RedisPeople) -> None:
        self._kept = kept

    def add(self, person: Person, token_hash: bytes) -> None:
        self._kept.add(person.id, person.name, person.role, token_hash, now_ms())

    def by_token(self, token_hash: bytes) -> Person | None:
        found = self._kept.by_token(token_hash, time.strftime("%Y-%m-%d", time.gmtime()))
        return None if found is None else msgspec.convert(found, Person, from_attributes=True)

    def has_arbiter(self) -> bool:
        return self._kept.has_arbiter()

    def by_id(self, person_id: str) -> Person | None:
        found = self._kept.by_id(person_id)
        return None if found is None else msgspec.convert(found, Person, from_attributes=True)


class StoredListing:
    """The lists of matches, stored in Redis."""

    def __init__(self, kept: RedisLists) -> None:
        self._kept = kept
        self._kinds: dict[bytes, tuple[str, ...]] = {}  # by digest: one for each set of cards, and none ever changes

    def put(self, summary: Summary, *, instead_of: int = 0) -> int:
        line = write_summary(summary)
        lists, version = summary.list_names(), summary.version
        self._kept.note_game(summary.game)  # before the match is there, so that it is always found
        kinds = summary.card_kinds
        vocabulary = Vocabulary(digest_of(kinds), write_kinds(kinds)) if kinds else None
        return self._kept.put(
            summary.id, version, summary.opened_at, lists, line, instead_of=instead_of, vocabulary=vocabulary
        )

    def find(self, match: str) -> Summary | None:
        line = self._kept.find(match)
        return None if line is None else read_summary(line, self._find_kinds)

    def page(self, wanted: ListFilter, cursor: str | None, limit: int) -> tuple[list[Summary], str | None]:
        names = wanted.list_names([] if wanted.game else self._kept.games())
        lines, following = self._kept.merged_page(names, cursor, limit)
        return [read_summary(line, self._find_kinds) for line in lines], following

    def _find_kinds(self, digest: bytes) -> tuple[str, ...]:
        if digest not in self._kinds:
            self._kinds[digest] = read_kinds(self._kept.vocabulary(digest))
        return self._kinds[digest]


def build_services(
    link: Client,
    store: EventStore | None = None,
    state: Path | None = None,
    origin: str | None = None,
    objects: Objects | None = None,
) -> Services:
    """What routes and background processes share, on one connection to Redis. `objects` keeps the archive."""
    from events.redis.durability import durability

    tables = Tables(
        store or RedisStore(link, objects),
        rulesets_of(all_rules()),
        on_loss=lambda: count(LOSSES),
        on_load=lambda kind: count(TABLE_LOADS, kind),
    )
    say_durability: Callable[[], dict[str, Any]] = lambda: durability(link)  # noqa: E731
    return Services(
        tables,
        Identity(StoredPeople(RedisPeople(link)), RedisTokens(link)),
        StoredListing(RedisLists(link, COMMON_WORDS)),
        RedisLists(link),
        Replays(tables),
        Live(link, tables),
        Notary(RedisSigningSeed(link), None if state is None else StateFile(state, write_in_thread), origin),
        say_durability,
        RedisBots(link),
        RedisHeadLog(link, objects),
        RedisLimits(link),
        RedisBackgroundStatus(link),
        RedisFeedPages(link),
    )


def open_services(config: Config, link: Client) -> Services:
    """The same by the settings, for processes and tools."""
    return build_services(link, state=config.state, origin=config.origin, objects=open_objects(config.archive))


class NoSessions(SessionInterface):
    """Nothing is kept in cookies, so no session is opened or saved."""

    _session = NullSession()

    def open_session(self, *_: object) -> NullSession:
        return self._session


class LedgerFlask(Flask):
    """Flask without cookies, without host names and without coroutines."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view or hook is a coroutine, so Flask need not look at each on every request."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method alone: no route depends on the Host header, and no URL is built."""
        if request is None:
            return None
        environ = request.environ
        path = (environ.get("PATH_INFO") or "/").encode("latin1").decode("utf-8", "replace")
        return MapAdapter(self.url_map, "", "/", "", "http", path, environ["REQUEST_METHOD"])


def create_app(config: Config, services: Services | None = None) -> Flask:
    app = LedgerFlask("service", static_folder=None)
    app.url_map.converters |= {"default": Segment, "token": TokenId}  # before the routes are added
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # a path is right or wrong: no redirects
    if services is None:
        assert config.redis_url is not None, "the embedded server is started before the app is made"
        services = build_services(
            open_client(config.redis_url, config.redis_wait, config.partitions),
            state=config.state,
            origin=config.origin,
            objects=ThreadedObjects(open_objects(config.archive)),
        )
    app.extensions["matchledger"] = services
    watch_gauge(TABLES_KEPT, lambda: services.tables.count_kept)
    app.extensions["matchledger.trust"] = config.trust
    limiter = app.extensions["matchledger.limiter"] = Limiter(config, services.identity, services.limits)
    costly = frozenset(route.endpoint for route in ROUTES if route.is_costly)
    hooks.install(app, limiter, config, costly)
    cors.install(app, config.origins)
    app.extensions["matchledger.origins"] = config.origins
    error_handlers.install(app)
    for route in ROUTES:
        app.add_url_rule(route.path, view_func=route.view, methods=[route.method], endpoint=route.endpoint)
    app.register_blueprint(pages)
    return app
