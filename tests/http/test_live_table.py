"""`live?want=table`: one message for each change with all that a page shows."""

from __future__ import annotations

import json
from typing import Any

import jsonpatch
import pytest

from service.web import match_stream
from tests.http.test_live import chunks_of

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


def messages(stream: Any, count: int) -> list[dict[str, Any]]:
    """The next messages of the stream, heartbeats left out."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        chunk = next(stream.chunks).decode()
        if "event: table" in chunk:
            found.append(json.loads(chunk.partition("data: ")[2]))
    return found


def test_patches_lead_from_the_match_that_was_read_to_the_match_that_is(match, monkeypatch):
    monkeypatch.setattr(match_stream, "HEARTBEAT_S", 0.02)
    for token in (match.tokens[0], match.tokens[1], None):
        before = match.ask("GET", match.path, token).json
        stream = chunks_of(match, f"{match.path}/live?after={before['version']}&want=table", token)
        assert [next(stream.chunks) for _ in range(2)][1] == b": heartbeat\n\n", "nothing is new"
        match.move()
        (message,) = messages(stream, 1)
        stream.close()
        now = match.ask("GET", match.path, token).json
        assert message["base"] == before["version"]
        assert jsonpatch.apply_patch(before, message["patch"]) == now
        steps = match.ask("GET", f"{match.path}/steps?after={before['step']}&detail=words", token).json["steps"]
        assert message["steps"] == steps
        if token is None:
            assert "choices" not in message
            assert "undo" not in message
        else:
            assert message["choices"] == match.ask("GET", f"{match.path}/choices", token).json
            assert message["undo"] == match.ask("GET", f"{match.path}/undo", token).json


def test_a_player_for_whom_a_bot_plays_on_is_offered_nothing(match):
    """Until they take the seat back: until then every command of theirs is refused."""
    token = match.tokens[0]
    assert match.ask("POST", f"{match.path}/leave", token, {"as": "bot", "policy": "random"}).status == 201
    stream = chunks_of(match, f"{match.path}/live?after=1&want=table", token)
    (message,) = messages(stream, 1)
    stream.close()
    assert message["match"]["state"] == match.ask("GET", match.path, token).json["state"], "they see what they saw"
    assert message.keys().isdisjoint({"choices", "undo"})


def test_who_has_another_version_is_sent_the_whole_match(match):
    token = match.tokens[0]
    stream = chunks_of(match, f"{match.path}/live?after=1&want=table", token)
    (message,) = messages(stream, 1)
    stream.close()
    assert message["match"] == match.ask("GET", match.path, token).json
    assert [one["step"] for one in message["steps"]] == [0]


def test_the_stream_ends_with_the_match(match):
    match.finish()
    *_, message, last = chunks_of(match, f"{match.path}/live?after=1&want=table").chunks
    assert json.loads(message.decode().partition("data: ")[2])["match"]["status"] == "finished"
    assert last == b"id: %d\nevent: finished\ndata: {}\n\n" % match.seen()["version"]


def test_who_comes_back_after_the_end_has_nothing_to_wait_for(match):
    """Also if there was nothing to send but the end: an EventSource would come back for ever."""
    match.finish()
    path = f"{match.path}/live?after={match.seen()['version']}&want=table"
    *_, last = chunks_of(match, path).chunks
    seen = last.decode().splitlines()[0].removeprefix("id: ")
    assert match.ask("GET", path, headers={"Last-Event-ID": seen}).status == 204
