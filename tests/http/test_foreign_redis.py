"""Contents of Redis that somebody else wrote: a clear problem, no leak, and the worker goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.http.asking import Ask, Coup, coup, in_process

JUNK = [b"", b"junk", b"\x00\xff", b"{}", b"\x93\x01\x02\x03", b"\xc1", b"9" * 400, b"-1", b"\x81\xa1a\xc0"]
ASKED = (
    ("GET", ""),
    ("GET", "?at=2"),
    ("GET", "/choices"),
    ("GET", "/events"),
    ("GET", "/steps"),
    ("GET", "/steps/1"),
    ("GET", "/undo"),
    ("GET", "/audit"),
    ("GET", "/audit/steps/1"),
    ("GET", "/checkpoint"),
    ("GET", "/proof?version=2"),
    ("GET", "/rejections"),
    ("GET", "/export"),
    ("POST", "/undo"),
    ("POST", "/start"),
)
ALLOWED = {200, 201, 202, 400, 403, 404, 409, 410, 412, 422, 423, 500, 503}


def broken(link: Any, key: bytes, rng: random.Random) -> str:
    """Spoil what is under a key, in one of the ways that another program, or a bad disk, might."""
    kind = link.call("TYPE", key).decode()
    ways = ["gone", "another type", "junk inside"]
    way = rng.choice(ways)
    if way == "another type":
        link.call("DEL", key)
        if rng.random() < 0.5:
            link.call("SET", key, rng.choice(JUNK))
        else:
            link.call("RPUSH", key, rng.choice(JUNK), rng.choice(JUNK))
    elif way == "junk inside" and spoil(link, key, kind, rng):
        pass
    else:
        link.call("DEL", key)
    return f"{key.decode()} ({kind}): {way}"


def spoil(link: Any, key: bytes, kind: str, rng: random.Random) -> bool:
    junk = rng.choice(JUNK)
    if kind == "string":
        link.call("SET", key, junk)
    elif kind == "hash":
        fields = link.call("HKEYS", key)
        link.call("HSET", key, rng.choice(fields), junk)
    elif kind == "stream":
        entries = link.call("XRANGE", key, "-", "+")
        if rng.random() < 0.5:
            link.call("XDEL", key, rng.choice(entries)[0])
        else:
            last = entries[-1][0].partition(b"-")[0]
            link.call("XADD", key, b"%d-0" % (int(last) + 1), rng.choice([b"e", b"x", b""]), junk)
    elif kind == "zset":
        link.call("ZADD", key, 0, junk)
    elif kind == "set":
        link.call("SADD", key, junk)
    elif kind == "list":
        link.call("LSET", key, 0, junk)
    else:
        return False
    return True


def everything_asked(ask: Ask, match: Coup, secrets: set[bytes]) -> None:
    for method, path in ASKED:
        for token in (match.tokens[0], None):
            reply = ask(method, match.path + path, token)
            assert reply.status in ALLOWED | {401, 405}, (method, path, reply)
            if reply.status >= 500:
                assert reply.headers["Content-Type"] == "application/problem+json", (path, reply)
                assert reply.json["type"] in ("/problems/data-damaged", "/problems/store-unavailable"), (path, reply)
                for word in (b"Traceback", b".py", b"msgspec", b"redis", *secrets):
                    assert word not in reply.body.lower(), (path, reply)
    for path in ("/v1/matches", "/v1/disputes", "/v1/standings", "/v1/log/entries", "/v1/players/me"):
        reply = ask("GET", path, match.tokens[0])
        assert reply.status in ALLOWED | {401}, (path, reply)


@pytest.mark.parametrize("seed", range(4))
def test_foreign_contents_break_nothing_but_their_match(new_app, link, seed, caplog):
    rng = random.Random(seed)
    ask = in_process(new_app())
    match, other = coup(ask), coup(ask)
    for one in (match, other):
        one.move()
        one.move()
    keys = sorted(key for key in link.call("KEYS", "*") if match.match.encode() in key)
    saved = {key: link.call("DUMP", key) for key in keys}
    secrets = hidden_cards(new_app(), match)
    for _ in range(5):
        done = broken(link, rng.choice(keys), rng)
        caplog.clear()
        for worker in (ask, in_process(new_app())):  # one that remembers the match, and one that has just started
            try:
                everything_asked(worker, match, secrets)
            except AssertionError as found:
                raise AssertionError(done) from found
            assert worker("GET", "/healthz").status == 200, done
            assert Coup(worker, other.match, other.tokens).move().status == 201, done
        for key in keys:
            link.call("DEL", key)
        for key, dump in saved.items():
            link.call("RESTORE", key, 0, dump)


def hidden_cards(app: Any, match: Coup) -> set[bytes]:
    """The order of the deck as it is stored: a text that no answer about a running match has in it."""
    state = app.extensions["matchledger"].tables.current(match.match).state
    return {str(list(state.deck)).encode().lower(), ",".join(state.deck).encode().lower()}


def test_people_and_lists_that_somebody_else_wrote(new_app, link):
    """Whatever lies under the keys of people and lists: whose token it is cannot be told, and others play on."""
    ask = in_process(new_app())
    match = coup(ask)
    rng = random.Random(1)
    for key in sorted(link.call("KEYS", "*")):
        if key.startswith((b"person:", b"token:", b"{lists}:", b"{deadlines}:", b"bots:")):
            broken(link, key, rng)
    fresh = in_process(new_app())
    for path in ("/v1/players/me", match.path, f"{match.path}/choices", "/v1/matches", "/v1/standings", "/v1/stats"):
        reply = fresh("GET", path, match.tokens[0])
        assert reply.status in {200, 401, 500, 503}, (path, reply)
        assert b"Traceback" not in reply.body
    assert coup(fresh).move().status == 201
