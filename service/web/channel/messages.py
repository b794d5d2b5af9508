"""The messages of the channel. `kind` names a message; api_spec/asyncapi.json is made from these classes."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ledger.table import Hold, Status, UndoRequest
from service.handle import Expected
from service.problems import Problem
from service.web.http import KEY_LENGTH_MAX, read_expected
from service.web.identity import Role
from service.web.schemas.common import COMMAND_HINT, COMMAND_ID, VERSION_MAX

PROTOCOL: Literal[1] = 1
MESSAGE_BYTES_MAX = 64 * 1024
SUBSCRIPTIONS_MAX = 16
TOKEN_LENGTH_MAX = 200

Id = Annotated[int | str, Meta(description="Your own; the answer carries it.")]
MatchId = Annotated[str, Meta(min_length=1, max_length=64)]
Version = Annotated[int, Meta(ge=0, le=VERSION_MAX)]
Want = Literal["events", "view", "choices"]


def _openapi(name: str) -> Meta:
    """JSON that the OpenAPI document describes."""
    return Meta(extra_json_schema={"$ref": f"openapi.json#/components/schemas/{name}"})


EventJson = Annotated[Raw, _openapi("EventOut")]
ProblemJson = Annotated[Raw, _openapi("ProblemOut")]


class FromClient(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class Hello(FromClient, tag="hello", frozen=True):
    """The first message; again, to renew the token of the same player. Without a token one is a spectator."""

    v: Literal[1]
    client: Annotated[str, Meta(max_length=100, description="The name and version of your program.")] = ""
    token: Annotated[str, Meta(min_length=1, max_length=TOKEN_LENGTH_MAX)] | None = None


class Subscribe(FromClient, tag="subscribe", frozen=True):
    """Follow a match; again, to follow it from another version or with other wishes."""

    id: Id
    match: MatchId
    after: Annotated[Version, Meta(description="Events after this version; by default those to come.")] | None = None
    command: Annotated[str, Meta(pattern=COMMAND_ID, description=COMMAND_HINT)] | None = None
    want: Annotated[tuple[Want, ...], Meta(min_length=1, max_length=3)] = ("events",)


class Unsubscribe(FromClient, tag="unsubscribe", frozen=True):
    id: Id
    match: MatchId


class Command(FromClient, tag="command", frozen=True):
    """Like POST /v1/matches/{id}/commands; `key` is its Idempotency-Key, `expected` its If-Match."""

    id: Id
    match: MatchId
    # The schema of the REST body checks these two, so that both transports refuse alike.
    type: Annotated[Raw, Meta(extra_json_schema={"type": "string"})] | UnsetType = UNSET
    params: Annotated[Raw, Meta(extra_json_schema={"type": "object"})] | UnsetType = UNSET
    key: Annotated[str, Meta(min_length=1, max_length=KEY_LENGTH_MAX, pattern="^[ -~]+$")] | None = None
    expected: Version | Annotated[str, Meta(max_length=60, description="The `etag` of an `ack`.")] | None = None

    def expected_version(self) -> Expected | None:
        return None if self.expected is None else read_expected(str(self.expected))

    def body(self) -> bytes:
        """The body that the same command has over REST."""
        fields = [(b'"type":', self.type), (b'"params":', self.params)]
        return b"{" + b",".join(name + bytes(value) for name, value in fields if isinstance(value, Raw)) + b"}"


class Ping(FromClient, tag="ping", frozen=True):
    """For clients that cannot send a ping frame, such as browsers."""

    id: Id


ClientMessage = Hello | Subscribe | Unsubscribe | Command | Ping


class FromServer(Struct, frozen=True, tag_field="kind"):
    pass


class Player(Struct, frozen=True):
    id: str
    name: str
    role: Role


class Limits(Struct, frozen=True):
    message_bytes: int = MESSAGE_BYTES_MAX
    subscriptions: int = SUBSCRIPTIONS_MAX
    requests: int = 0  # messages and REST requests together, of one player in ten seconds


class Welcome(FromServer, tag="welcome", frozen=True):
    v: Literal[1]
    player: Player | None
    server: str
    now: Annotated[int, Meta(description="The server's clock in ms.")]
    ping_s: Annotated[float, Meta(description="After this many quiet seconds the server sends a ping frame.")]
    limits: Limits


class Subscribed(FromServer, tag="subscribed", frozen=True):
    id: Id
    match: str
    version: int
    status: Status
    held: Hold | None


class Events(FromServer, tag="events", frozen=True):
    """Events in order, as GET /v1/matches/{id}/events has them; `version` is that of the match."""

    match: str
    events: list[EventJson]
    version: int


class View(FromServer, tag="view", frozen=True):
    """What you see of the match at this version: all of it, or the patch (RFC 6902) from the version `base`."""

    match: str
    version: int
    to_act: tuple[int, ...]
    undo_request: UndoRequest | None
    view: Annotated[Any, Meta(description="`state` of GET /v1/matches/{id}; null before the start.")] = UNSET
    base: int | UnsetType = UNSET
    patch: list[dict[str, Any]] | UnsetType = UNSET
    prompt: Annotated[str, Meta(description="Like `choices`, of GET /v1/matches/{id}/choices.")] | UnsetType = UNSET
    choices: list[Annotated[Any, _openapi("ChoiceOut")]] | UnsetType = UNSET
    take_back: bool | UnsetType = UNSET


class Held(FromServer, tag="held", frozen=True):
    """Play is held from now on, or goes on again (null)."""

    match: str
    version: int
    held: Hold | None


class Ended(FromServer, tag="ended", frozen=True):
    """Nothing more is sent of this match.

    `finished`: the match is over and you have everything. `lost`: the store has lost events that you have seen; read
    the match again. `failed`: see `problem`.
    """

    match: str
    why: Literal["finished", "unsubscribed", "lost", "failed"]
    id: Id | UnsetType = UNSET
    problem: ProblemJson | UnsetType = UNSET


class Ack(FromServer, tag="ack", frozen=True):
    """The command is done and durable: status, ETag and body as over REST. Its events are not sent again."""

    id: Id
    status: int
    etag: str
    body: Annotated[Raw, _openapi("DoneOut")]


class Refused(FromServer, tag="refused", frozen=True):
    """The problem document that REST answers with. `id` is null if the message had none that can be read."""

    id: Id | None
    problem: ProblemJson
    retry_after_s: int | UnsetType = UNSET


class Pong(FromServer, tag="pong", frozen=True):
    id: Id


class Bye(FromServer, tag="bye", frozen=True):
    """The server is about to close the socket: 4401 token, 4408 late, 4429 limits, 1012 restart."""

    why: Literal["token", "late", "limits", "restart"]
    reconnect_ms: Annotated[int, Meta(description="Come back after this long, give or take.")]

    CODES: ClassVar[dict[str, int]] = {"token": 4401, "late": 4408, "limits": 4429, "restart": 1012}


ServerMessage = Welcome | Subscribed | Events | View | Held | Ended | Ack | Refused | Pong | Bye

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encode = msgspec.json.Encoder().encode
_KIND_AT = len('{"kind":"')


def kind_of(encoded: bytes) -> str:
    """The kind of a message of ours: it is always its first field."""
    return encoded[_KIND_AT : encoded.index(b'"', _KIND_AT)].decode()


class _AnyMessage(Struct):
    id: int | str | None = None


_id_decoder = msgspec.json.Decoder(_AnyMessage)


def decode(text: str) -> ClientMessage:
    """A client's message; a problem if it is none."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Problem("bad-request", f"The message is malformed: {error}.") from None
    except (msgspec.DecodeError, RecursionError):
        raise Problem("bad-json", "The message is not valid JSON.") from None


def id_of(text: str) -> int | str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        return _id_decoder.decode(text).id
    except (msgspec.DecodeError, RecursionError):
        return None
