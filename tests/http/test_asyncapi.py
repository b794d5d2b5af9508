"""The AsyncAPI document: it is the committed one, it is whole, and every message that is sent fits it."""

from __future__ import annotations

import json
from typing import Any, get_args

import jsonschema_rs
import pytest

from api_spec.asyncapi import DOCUMENT, text
from api_spec.build import DOCUMENT as OPENAPI
from service.web.channel.messages import ClientMessage, ServerMessage
from tests.http.channel_client import Channel, connect_in_process
from tests.http.strict import STRICT

SPEC: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
MERGED = json.loads(  # as one document, so that a validator finds the schemas of both
    DOCUMENT.read_text().replace("openapi.json#/components/schemas/", "#/components/schemas/")
)
# What the server sends is open in the document, and closed here: a field that is not listed does not fit.
for schema in MERGED["components"]["schemas"].values():
    schema.setdefault("additionalProperties", False)
MERGED["components"]["schemas"] |= STRICT["components"]["schemas"] | MERGED["components"]["schemas"]
KINDS = {str(one.__struct_config__.tag): one.__name__ for one in (*get_args(ClientMessage), *get_args(ServerMessage))}


def validator_of(kind: str) -> Any:
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{KINDS[kind]}", "components": MERGED["components"]}
    )


def test_the_committed_document_is_what_the_code_says():
    assert DOCUMENT.read_bytes() == text(), "run `make spec` and commit what it writes"


def test_the_service_hands_out_the_committed_document(ask):
    assert ask("GET", "/asyncapi.json").json == SPEC


def references(value: Any) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_every_reference_leads_somewhere():
    documents = {"": SPEC, "openapi.json": json.loads(OPENAPI.read_bytes())}
    for reference in set(references(SPEC)):
        name, _, path = reference.partition("#/")
        found: Any = documents[name]
        for word in path.split("/"):
            found = found[word]


def test_it_has_the_shape_of_asyncapi_3():
    """The parts that AsyncAPI 3.0 requires, where it requires them."""
    assert SPEC["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= SPEC["info"].keys()
    assert SPEC.keys() <= {"asyncapi", "info", "defaultContentType", "channels", "operations", "components"}
    assert set(SPEC["channels"]["channel"]["messages"]) == KINDS.keys()
    for operation in SPEC["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert operation.keys() <= {"action", "channel", "messages", "reply"}
        for message in [*operation["messages"], *operation.get("reply", {}).get("messages", [])]:
            assert message["$ref"].removeprefix("#/channels/channel/messages/") in KINDS
    for name, message in SPEC["components"]["messages"].items():
        assert message["name"] == name
        assert validator_of(name)


def test_every_message_is_part_of_an_operation():
    used = {reference.rpartition("/")[2] for reference in references(SPEC["operations"])}
    assert KINDS.keys() <= used


class Watching(Channel):
    """Compares every message in both directions with the document."""

    kinds: set[str]

    def say_raw(self, message: bytes) -> None:
        self._check(json.loads(message))
        super().say_raw(message)

    def hear_raw(self, until: float | None = None) -> bytes:
        raw = super().hear_raw(until)
        self._check(json.loads(raw))
        return raw

    def _check(self, message: Any) -> None:
        errors = [error.message for error in validator_of(message["kind"]).iter_errors(message)]
        assert not errors, (message, errors)
        self.kinds.add(message["kind"])


def test_every_message_that_is_sent_fits(app, ask, match, monkeypatch):
    opened = connect_in_process(app)
    opened.__class__ = Watching
    opened.kinds = set()
    opened.hello(match.tokens[0])
    opened.ask("ping")
    opened.ask("subscribe", match=match.match, after=0, want=["events", "view", "choices"])
    opened.ask("command", match=match.match, **match.income())
    opened.ask("command", match=match.match, type="castle", key="k", expected=1)
    app.extensions["matchledger"].identity.enrol("Judge", "arbiter")
    ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 0, "claim": "No.", "freeze": True})
    while "held" not in opened.kinds:
        opened.hear()
    opened.ask("unsubscribe", match=match.match)
    opened.hello("nonsense")
    assert opened.hear()["kind"] == "bye"
    assert opened.kinds == KINDS.keys()


def test_messages_of_the_server_are_open_and_those_of_clients_closed():
    schemas = SPEC["components"]["schemas"]
    for one in get_args(ClientMessage):
        assert schemas[one.__name__]["additionalProperties"] is False
    for name in schemas.keys() - {one.__name__ for one in get_args(ClientMessage)}:
        assert "additionalProperties" not in schemas[name], name
    assert not validator_of("pong").is_valid({"kind": "pong", "id": 1, "more": 1}), "but not in tests"


@pytest.mark.parametrize("message", [{"kind": "ping"}, {"kind": "ping", "id": 1, "more": 1}, {"kind": "hello", "v": 2}])
def test_a_message_that_is_refused_does_not_fit(message):
    assert not validator_of(message["kind"]).is_valid(message)
