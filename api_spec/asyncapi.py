"""Builds the AsyncAPI 3 document of the channel from its message classes: `make spec` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec

from service.web.channel.messages import ClientMessage, ServerMessage

DOCUMENT = Path(__file__).with_name("asyncapi.json")
# Which messages answer which; `refused` can answer any.
REPLIES = {
    "hello": ("welcome", "bye"),
    "subscribe": ("subscribed",),
    "unsubscribe": ("ended",),
    "command": ("ack",),
    "ping": ("pong",),
}


def build() -> dict[str, Any]:
    from_client, from_server = get_args(ClientMessage), get_args(ServerMessage)
    _, schemas = msgspec.json.schema_components(
        [*from_client, *from_server], ref_template="#/components/schemas/{name}"
    )
    kinds = [_kind(one) for one in (*from_client, *from_server)]
    answers = {kind for answered in REPLIES.values() for kind in answered} | {"refused"}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Match Ledger: the channel",
            "version": "1",
            "description": "One WebSocket for play, live events and views; docs/channel.md is the guide to it.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "channel": {
                "address": "/v1/socket",
                "messages": {kind: {"$ref": f"#/components/messages/{kind}"} for kind in kinds},
            }
        },
        "operations": {
            **{_kind(one): _operation(_kind(one)) for one in from_client},
            **{f"push_{kind}": _push(kind) for kind in map(_kind, from_server) if kind not in answers - {"ended"}},
        },
        "components": {"messages": {_kind(one): _message(one) for one in (*from_client, *from_server)}}
        | {"schemas": schemas},
    }


def _kind(message: type[msgspec.Struct]) -> str:
    return str(message.__struct_config__.tag)


def _message(message: type[msgspec.Struct]) -> dict[str, Any]:
    described = {"summary": " ".join(message.__doc__.split())} if message.__doc__ else {}
    return {
        "name": _kind(message),
        **described,
        "payload": {"$ref": f"#/components/schemas/{message.__name__}"},
    }


def _operation(kind: str) -> dict[str, Any]:
    """What the server does with a message of a client."""
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/channel"},
        "messages": [_reference(kind)],
        "reply": {
            "channel": {"$ref": "#/channels/channel"},
            "messages": [_reference(one) for one in (*REPLIES[kind], "refused")],
        },
    }


def _push(kind: str) -> dict[str, Any]:
    return {"action": "send", "channel": {"$ref": "#/channels/channel"}, "messages": [_reference(kind)]}


def _reference(kind: str) -> dict[str, str]:
    return {"$ref": f"#/channels/channel/messages/{kind}"}


def text() -> bytes:
    return msgspec.json.format(msgspec.json.encode(build()), indent=1) + b"\n"
