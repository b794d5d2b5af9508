"""Who comes back at a version that the store has lost, and that other events have reached since, is told."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from tests.http.asking import Coup, coup, in_process
from tests.http.channel_client import connect_in_process
from tests.http.test_lost_events import fall_back, keys_of_match

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


class Lost(NamedTuple):
    """A match whose version has been reached twice, with other events; `app` is a worker that knows only the second."""

    match: Coup
    app: Any
    version: int
    etag: str  # of the first time
    command: str
    kept: str  # a command that was not lost
    kept_version: int


@pytest.fixture
def lost(link, new_app) -> Lost:
    before = coup(in_process(new_app()))
    before.move()
    kept = before.ask("GET", f"{before.path}/events").json["events"][-1]
    keys = keys_of_match(link, before.match)
    before.move()
    event = before.ask("GET", f"{before.path}/events").json["events"][-1]
    etag = before.ask("GET", before.path, before.tokens[0]).etag
    fall_back(link, before.match, keys)
    before._replace(ask=in_process(new_app())).move()
    app = new_app()
    match = before._replace(ask=in_process(app))
    assert match.seen()["version"] == event["version"], "the same version, and another event"
    return Lost(match, app, event["version"], etag, event["command"], kept["command"], kept["version"])


def stream(match: Coup, query: str, last_event_id: str | None = None):
    headers = {} if last_event_id is None else {"Last-Event-ID": last_event_id}
    for chunk in match.ask._stream(f"{match.path}/live{query}", headers).chunks:
        fields = dict(line.split(": ", 1) for line in chunk.decode().splitlines() if ": " in line[1:])
        if "event" in fields:
            yield fields["event"], fields["id"], json.loads(fields["data"])


def all_events(match: Coup) -> list[Any]:
    return match.ask("GET", f"{match.path}/events").json["events"]


@pytest.mark.parametrize("way", ["Last-Event-ID", "query"])
def test_a_live_viewer_is_reset_and_gets_the_match_again(lost, way):
    last = f"{lost.version}-{lost.command}"
    query = "?after=0" if way == "Last-Event-ID" else f"?after={lost.version}&command={lost.command}"
    viewer = stream(lost.match, query, last if way == "Last-Event-ID" else None)
    assert next(viewer) == ("reset", "0", {"after": 0})
    shown = [next(viewer) for _ in range(lost.version)]
    assert [event for _, _, event in shown] == all_events(lost.match)
    assert shown[-1][1] == f"{lost.version}-{shown[-1][2]['command']}", "with which it can come back"


def test_a_live_viewer_whose_last_event_was_kept_just_goes_on(lost):
    viewer = stream(lost.match, "", f"{lost.kept_version}-{lost.kept}")
    name, _, event = next(viewer)
    assert (name, event["version"]) == ("ledger", lost.kept_version + 1)


def test_a_live_viewer_who_is_up_to_date_gets_the_next_event(lost):
    now = all_events(lost.match)[-1]
    viewer = stream(lost.match, "", f"{now['version']}-{now['command']}")
    lost.match.move()
    name, _, event = next(viewer)
    assert (name, event["version"]) == ("ledger", lost.version + 1)


@pytest.mark.parametrize("wait", ["", "&wait=5"])
def test_a_poll_is_reset(lost, wait):
    def ask(version: int, command: str) -> Any:
        return lost.match.ask("GET", f"{lost.match.path}/events?after={version}&command={command}{wait}").json

    assert (ask(lost.version, lost.command)["reset"], ask(lost.version, lost.command)["events"]) == (0, [])
    assert ask(lost.kept_version, lost.kept)["reset"] is None
    assert ask(lost.kept_version, lost.kept)["events"][-1]["version"] == lost.version
    assert ask(0, lost.command)["reset"] is None, "who has nothing has lost nothing"


def test_a_client_of_the_channel_is_told(lost):
    opened = connect_in_process(lost.app)
    opened.hello(lost.match.tokens[0])
    told = opened.ask("subscribe", match=lost.match.match, after=lost.version, command=lost.command)
    assert told["kind"] == "subscribed"
    assert opened.hear("ended")["why"] == "lost"
    opened.ask("subscribe", match=lost.match.match, after=lost.kept_version, command=lost.kept)
    assert opened.hear("events")["events"][-1]["version"] == lost.version


@pytest.mark.parametrize("path", ["", "/choices", "/events", "/steps", "/steps/2"])
def test_a_reader_does_not_hear_that_nothing_has_changed(lost, path):
    seat = lost.match.to_act() if path == "/choices" else 0
    etag = lost.etag.replace("-0-", f"-{seat}-")
    assert lost.match.ask("GET", lost.match.path + path, lost.match.tokens[seat], have=etag).status == 200


def test_a_command_for_the_lost_version_is_refused(lost):
    refused = lost.match.move(version=lost.etag)
    assert (refused.status, refused.json["type"]) == (412, "/problems/version-conflict")
    opened = connect_in_process(lost.app)
    opened.hello(lost.match.tokens[lost.match.to_act()])
    told = opened.ask("command", match=lost.match.match, **lost.match.income(), expected=lost.etag)
    assert told["problem"]["type"] == "/problems/version-conflict"
    now = lost.match.ask("GET", lost.match.path).etag
    assert opened.ask("command", match=lost.match.match, **lost.match.income(), expected=now)["kind"] == "ack"
