"""The quick ways of the hot path take exactly what the plain ones take."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from events.codec import UnreadableEvent
from events.store import StoreUnavailable
from service.app import create_app
from service.config import Config
from service.web.lean import Answer, Lean
from service.web.routes.play import command_decoder
from service.web.schemas.play import CommandIn
from tests.http.asking import in_process

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
JSON_TYPE = {"Content-Type": "application/json"}
BODIES = JSON | st.fixed_dictionaries(
    {}, optional={"type": JSON | st.text(min_size=1, max_size=60), "params": JSON, "extra": JSON}
)


@given(BODIES)
@settings(max_examples=300, deadline=None)
def test_the_decoder_of_commands_takes_what_the_schema_takes(body):
    raw = msgspec.json.encode(body)
    try:
        plain = CommandIn().load(msgspec.json.decode(raw))
    except (ValidationError, ValueError):
        plain = None
    try:
        quick = command_decoder.decode(raw)
    except msgspec.DecodeError:
        quick = None
    assert (plain is None) == (quick is None)
    if plain is not None:
        assert (quick.type, quick.params) == (plain["type"], plain["params"])


def test_no_hook_is_forgotten(app):
    """Flask's hooks are not called by this app, so nobody may count on them."""
    assert isinstance(app, Lean)
    app.before_request(lambda: None)
    with pytest.raises(AssertionError, match="hooks are not called"):
        app.check()


@pytest.mark.parametrize("status", [200, 201, 204, 304, 404])
def test_an_answer_is_what_flasks_own_response_would_be(app, status):
    body = b"" if status in (204, 304) else b'{"a":1}'
    plain = app.response_class(body, status, [("ETag", '"1"')], content_type="application/json")
    quick = Answer(body, status, "application/json", [("ETag", '"1"')])
    with app.test_request_context("/"):
        from flask import request

        for method in ("GET", "HEAD"):
            environ = {**request.environ, "REQUEST_METHOD": method}
            assert _run(quick, environ) == _run(plain, environ)


def _run(response, environ):
    told = {}

    def start(status, headers, _error=None):
        kept = {k: v for k, v in headers if not (k == "Content-Type" and status.startswith(("204", "304")))}
        told.update(status=status.upper(), headers=kept)
        return lambda _: None

    body = b"".join(response(environ, start))
    return told["status"], told["headers"], body


def test_ids_of_requests_differ(app):
    ask = in_process(create_app(Config(), app.extensions["matchledger"]))
    names = {ask("GET", "/healthz").headers["X-Request-Id"] for _ in range(50)}
    assert len(names) == 50


def test_bodies_of_every_length_are_read_whole(match):
    rng = random.Random(0)
    for _ in range(20):
        padding = " " * rng.choice([0, 1, 1000, 60_000])
        raw = padding.encode() + b'{"type": "castle"}'
        reply = match.ask(
            "POST", f"{match.path}/commands", match.tokens[0], raw=raw, headers={"Content-Type": "application/json"}
        )
        assert reply.json["type"] == "/problems/unknown-command"


def test_the_short_way_answers_as_the_whole_way(app, match):
    """Every kind of asker, tag and address, with the short way open and closed."""
    short, went_short = app.shortcut, []
    askers = [*match.tokens, None, "ml_nobody"]
    tags = [match.ask("GET", match.path, token).etag for token in askers[:3]] + ["*", '"1-0"', None]
    paths = [match.path, match.path + "/", match.path + "?at=2", match.path[:-1], "/v1/matches/"]

    def noted(environ):
        found = short(environ)
        went_short.append(found is not None)
        return found

    for token, tag, path, method in itertools.product(askers, tags, paths, ["GET", "HEAD"]):
        answers = []
        for app.shortcut in (noted, lambda _: None):
            reply = match.ask(method, path, token, have=tag)
            answers.append((reply.status, reply.body, [h for h in reply.headers.items() if h[0] != "X-Request-Id"]))
        assert answers[0] == answers[1], (token, tag, path)
    assert sum(went_short) == 3  # each of those who may, with their own tag


def test_commands_on_the_short_way_are_answered_as_on_the_whole_way(app, match):
    """Every kind of asker, body, header and address; refusals and retries, so that both ways meet the same match."""
    short, went_short = app.shortcut, []

    def noted(environ):
        found = short(environ)
        went_short.append(found is not None)
        return found

    income = b'{"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}'
    first = match.ask("POST", match.path + "/commands", match.tokens[0], raw=income, key="a", headers=JSON_TYPE)
    assert first.status == 201, first.body
    bodies = [
        income,
        b'{"type": "declare_action", "params": {"decision_id": 0, "action": "castle"}}',
        b'{"type": "declare_action", "params": {"decision_id": 0, "action": "local_businessmen", "seat": 1}}',
        b'{"type": "castle"}',
        b'{"type": "expire"}',
        b'{"type": "declare_action", "params": 3}',
        b"{",
        b"[" * 20_000,
        b'"\xff"',
        b"",
        b" " * 70_000,
    ]
    headers = [{}, {"Idempotency-Key": "a"}, {"Idempotency-Key": "\x7f"}, {"If-Match": "1"}, {"If-Match": "x"}]
    kinds = [JSON_TYPE, {"Content-Type": "application/json; charset=utf-8"}, {"Content-Type": "text/plain"}, {}]
    paths = [match.path + "/commands", match.path + "/commands?dry_run=true", match.path[:-1] + "/commands"]
    paths += [match.path + "/x/commands", "/v1/matches//commands", "/v1/matches/%C3%A9/commands"]
    askers = [*match.tokens, None, "ml_nobody"]
    for token, raw, more, kind, path in itertools.product(askers, bodies, headers, kinds, paths):
        answers = []
        for app.shortcut in (noted, lambda _: None):
            reply = match.ask("POST", path, token, raw=raw, headers={**more, **kind})
            answers.append((reply.status, reply.body, [h for h in reply.headers.items() if h[0] != "X-Request-Id"]))
        assert answers[0] == answers[1], (token, raw[:80], more, kind, path)
        assert answers[0][0] != 201 or answers[0][1] == first.body, "a retry, and nothing new"
    # The players, with each of the bodies that are commands or too large; the latter in a match that is none as well.
    assert sum(went_short) == 2 * 6 * 5 + 2 * 5


def test_what_goes_wrong_on_the_short_way_is_told_as_on_the_whole_way(app, match, monkeypatch, caplog):
    """The store gone, data that cannot be read, and what nobody has thought of."""
    services = app.extensions["matchledger"]
    match.ask("GET", match.path, match.tokens[0])
    for failure, problem in [
        (StoreUnavailable("gone"), "store-unavailable"),
        (UnreadableEvent("junk"), "data-damaged"),
        (ZeroDivisionError(), "internal-error"),
    ]:

        def append(*_words, _failure=failure, **_more):
            raise _failure

        monkeypatch.setattr(services.tables.store, "append", append)
        reply = match.ask(
            "POST",
            match.path + "/commands",
            match.tokens[0],
            {"type": "declare_action", "params": {"decision_id": 0, "action": "local_businessmen"}},
            headers={"X-Request-Id": "mine"},
        )
        assert reply.json["type"] == f"/problems/{problem}"
        assert reply.headers["X-Request-Id"] == "mine"
        if problem != "store-unavailable":
            assert caplog.records[-1].request_id == "mine"


def test_the_short_way_sees_what_another_worker_wrote(new_app, match):
    tag = match.ask("GET", match.path).etag
    assert match.ask("GET", match.path, have=tag).status == 304
    elsewhere = match._replace(ask=in_process(new_app()))
    assert elsewhere.move().status == 201
    assert match.ask("GET", match.path, have=tag).status == 200
