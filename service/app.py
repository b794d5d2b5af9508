"""create_app: everything is wired here, once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Flask, Response
from werkzeug.routing import BaseConverter

from events.redis.bots import RedisBots
from events.redis.client import Client, open_client
from events.redis.head_log import RedisHeadLog
from events.redis.limits import RedisLimits
from events.redis.lists import RedisLists
from events.redis.people import RedisPeople
from events.redis.signing_seed import RedisSigningSeed
from events.redis.store import RedisStore
from events.store import EventStore
from games.registry import all_rules
from ledger.table import rulesets_of
from pages import pages
from projections.lists import Summary
from projections.replay import Replays
from projections.tables import Tables
from service.config import Config
from service.signing import Notary
from service.web import error_handlers as errors
from service.web import metrics
from service.web import request_log as logs
from service.web.http import BODY_BYTES_MAX, ROUTES, Services, problem_answer
from service.web.identity import Identity, Person
from service.web.lean import Answer, Lean
from service.web.limits import Limiter
from service.web.live import Live
from service.web.problems import Problem
from service.web.routes.audit import audits
from service.web.routes.bots import bots
from service.web.routes.branches import branches
from service.web.routes.disputes import disputes
from service.web.routes.games import games
from service.web.routes.history import history
from service.web.routes.log import log
from service.web.routes.matches import matches
from service.web.routes.operation import operation
from service.web.routes.people import people
from service.web.routes.play import play
from service.web.routes.players import players
from service.web.shortcuts import shortcut

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_summary_decoder = msgspec.json.Decoder(Summary)


class Word(BaseConverter):
    """A part of an address. `import` is a word of ours, and no match is called that."""

    regex = r"(?!import$)[^/]+"
    part_isolating = True


class StoredPeople:
    """The people of the store, as the service knows them."""

    def __init__(self, kept: RedisPeople) -> None:
        self._kept = kept

    def add(self, person: Person, token_hash: bytes) -> None:
        self._kept.add(person.id, person.name, person.role, token_hash)

    def by_token(self, token_hash: bytes) -> Person | None:
        found = self._kept.by_token(token_hash)
        return None if found is None else msgspec.convert(found, Person, from_attributes=True)

    def by_id(self, person_id: str) -> Person | None:
        found = self._kept.by_id(person_id)
        return None if found is None else msgspec.convert(found, Person, from_attributes=True)


class StoredListing:
    """The lists of the store, line by line."""

    def __init__(self, kept: RedisLists) -> None:
        self._kept = kept

    def put(self, summary: Summary, *, instead_of: int = 0) -> int:
        line = msgspec.json.encode(summary)
        lists, version = summary.list_names(), summary.version
        return self._kept.put(summary.id, version, summary.opened_at, lists, line, instead_of=instead_of)

    def page(self, name: str, cursor: str | None, limit: int) -> tuple[list[Summary], str | None]:
        lines, following = self._kept.page(name, cursor, limit)
        return [_summary_decoder.decode(line) for line in lines], following


def build_services(link: Client, store: EventStore | None = None) -> Services:
    """The parts that routes and background work share, on one connection to Redis."""
    from events.redis.durability import durability

    tables = Tables(store or RedisStore(link), rulesets_of(all_rules()))
    say_durability: Callable[[], dict[str, Any]] = lambda: durability(link)  # noqa: E731
    return Services(
        tables,
        Identity(StoredPeople(RedisPeople(link))),
        StoredListing(RedisLists(link)),
        RedisLists(link),
        Replays(tables),
        Live(link, tables),
        Notary(RedisSigningSeed(link)),
        say_durability,
        RedisBots(link),
        RedisHeadLog(link),
        RedisLimits(link),
    )


def create_app(config: Config, services: Services | None = None) -> Flask:
    app = Lean("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES_MAX
    app.url_map.converters["default"] = Word  # before the routes are added
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # an address is right or wrong; nobody is sent on to another
    if services is None:
        assert config.redis_url is not None, "the embedded server is started before the app is made"
        services = build_services(open_client(config.redis_url, config.redis_wait))
    app.extensions["matchledger"] = services
    limiter = app.extensions["matchledger.limiter"] = Limiter(config, services.identity, services.limits)
    app.guard = partial(_guard, limiter)
    app.costly = frozenset(f"{route.group}.{route.view.__name__}" for route in ROUTES if route.is_costly)
    app.check_costly = limiter.check_costly
    app.shortcut = partial(shortcut, services)
    app.name_request = logs.name_of_request
    app.watch = _watch_and_log if config.access_log else _watch
    errors.install(app)
    for blueprint in (
        games,
        players,
        matches,
        play,
        history,
        branches,
        audits,
        disputes,
        log,
        people,
        operation,
        bots,
        pages,
    ):
        app.register_blueprint(blueprint)
    app.check()
    return app


def _guard(limiter: Limiter, environ: WSGIEnvironment) -> tuple[None, Answer] | None:
    try:
        limiter.check(environ)
    except Problem as problem:
        return None, problem_answer(problem)
    return None


def _watch(endpoint: str | None, environ: WSGIEnvironment, response: Response, seconds: float) -> None:
    metrics.count_request(endpoint, environ["REQUEST_METHOD"], response.status_code, seconds)


def _watch_and_log(endpoint: str | None, environ: WSGIEnvironment, response: Response, seconds: float) -> None:
    _watch(endpoint, environ, response, seconds)
    logs.log_request(environ, response)
