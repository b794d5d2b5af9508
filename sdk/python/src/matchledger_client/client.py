"""The API for one player, or for a spectator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from matchledger_client.api_types import FeedOut, GameOut, GameShortOut, MatchSummaryOut, MeOut
from matchledger_client.caller import DEADLINE_S, Caller, Session
from matchledger_client.luck import LuckParts
from matchledger_client.many import FinishedMatch, follow_feed, read_finished
from matchledger_client.match import Match

if TYPE_CHECKING:
    from matchledger_client.channel import Channel

PAGE = 100


class Client:
    """`Client("http://127.0.0.1:8000", token)`; without a token, what everybody may see.

    `session` sends the requests: by default a `requests.Session`, which several clients may share. No call takes longer
    than `deadline_s`, all retries and waits included. With `over_channel`, commands and events go over one WebSocket
    instead of a request each (docs/channel.md); this needs the package websockets. `sleep` waits between attempts and
    `open_socket` opens the WebSocket: tests replace them. One client may be used by several threads as far as its
    session may.
    """

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        session: Session | None = None,
        deadline_s: float = DEADLINE_S,
        over_channel: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        open_socket: Callable[..., Any] | None = None,
    ) -> None:
        self.caller = Caller(server, session, token, deadline_s, sleep)
        self._open_socket = open_socket
        self._player_id: str | None = None
        self.luck_parts = LuckParts()
        self.channel: Channel | None = None
        if over_channel:
            from matchledger_client.channel import Channel  # the package websockets is needed here only

            self.channel = Channel(self.caller, open_socket)

    @property
    def token(self) -> str | None:
        return self.caller.token

    def close(self) -> None:
        """Close the WebSocket, if there is one."""
        if self.channel is not None:
            self.channel.close()

    def request(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """Any call of the API, with the same retries: `client.request("GET", "/v1/standings", query={"game": "coup"})`.

        Options: `query`, `key` (an idempotency key of your own), `expected` (a version), `accept`, `deadline_s`.
        """
        return self.caller.call(method, path, body, **options)

    def with_token(self, token: str | None) -> Client:
        """The same server and session for another player."""
        caller = self.caller
        return Client(
            caller.server,
            token,
            session=caller.session,
            deadline_s=caller.deadline_s,
            over_channel=self.channel is not None,
            sleep=caller.sleep,
            open_socket=self._open_socket,
        )

    def sign_up(self, name: str) -> Client:
        """A client for a new player; keep its `token`, the server shows it once. This is never sent twice, because each
        time would make another player."""
        return self.with_token(self.request("POST", "/v1/players", {"name": name})["token"])

    def me(self) -> MeOut:
        return cast(MeOut, self.request("GET", "/v1/players/me"))

    def player_id(self) -> str:
        """The id of this client's player, asked for once."""
        if self._player_id is None:
            self._player_id = self.me()["id"]
        return self._player_id

    def games(self) -> list[GameShortOut]:
        return cast(list[GameShortOut], self.request("GET", "/v1/games")["games"])

    def game(self, slug: str) -> GameOut:
        """A game with its cards, options and commands."""
        return cast(GameOut, self.request("GET", f"/v1/games/{slug}"))

    def open_match(
        self, game: str, seats: int, options: Mapping[str, Any] | None = None, *, key: str | None = None, **more: Any
    ) -> Match:
        """A new match: `open_match("coup", 2, public=False, turn_s=60)`."""
        body = {"game": game, "seats": seats, "options": dict(options or {}), **more}
        return self.match(self.request("POST", "/v1/matches", body, key=key)["id"])

    def match(self, match_id: str, *, luck_part: str | None = None) -> Match:
        """A match that there is. `luck_part` is the part of the luck that you have committed to, if a client that sat
        down before has kept it (`match.luck_part`)."""
        if luck_part is not None:
            self.luck_parts.give(match_id, luck_part)
        return Match(self, match_id)

    def matches(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        player: str | None = None,
        mine: bool | None = None,
        my_turn: bool | None = None,
    ) -> Iterator[MatchSummaryOut]:
        """Public matches, newest first, or with `mine` and `my_turn` your own; more pages are fetched as they are
        needed."""
        query = {"game": game, "status": status, "player": player, "mine": mine, "my_turn": my_turn}
        return self.pages("/v1/matches", "matches", query)

    def my_matches(self) -> Iterator[MatchSummaryOut]:
        return self.pages(f"/v1/players/{self.me()['id']}/matches", "matches")

    def feed(self, cursor: str | None = None, *, wait_s: float | None = None) -> Iterator[FeedOut]:
        """Which public matches have changed after a cursor, page by page as it happens; ends when nothing has changed
        for `wait_s`. Keep the `cursor` of the last page that you are done with, and go on there after a restart.

        Without a cursor it begins now: the first page is empty, comes at once, and its cursor is the present. Whoever
        wants all matches reads the lists after that page. `CursorGone`: so much has happened since that the feed does
        not reach back so far; begin anew.
        """
        return follow_feed(self.caller, cursor, wait_s)

    def finished(self, *, game: str | None = None, after: str | None = None) -> Iterator[FinishedMatch]:
        """Finished public matches with all their events, newest first; `after` is the `cursor` of one of them."""
        return read_finished(self.caller, game, after)

    def pages(self, path: str, name: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """Everything in a list that comes in pages; `name` is the field of the answer that holds it."""
        cursor: str | None = None
        while True:
            page = self.request("GET", path, query={"limit": PAGE, **(query or {}), "cursor": cursor})
            yield from page[name]
            cursor = page["next"]
            if cursor is None:
                return
