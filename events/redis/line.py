"""One connection to a Redis server: redis-py opens it and signs in, hiredis reads the replies, and nothing in between.

redis-py's own way from a call to its reply serves every kind of client, and takes a quarter longer than this one.
"""

from __future__ import annotations

from typing import Any

import redis
from hiredis import Reader
from redis.exceptions import InvalidResponse, RedisError

_CHUNK = 65_536
_MORE = object()  # the reader's word for: the reply has not come whole yet


class Line:
    def __init__(self, connection: Any) -> None:
        """Connects; raises RedisError or OSError where that fails."""
        self._connection = connection
        try:
            connection.connect()
        except (RedisError, OSError):
            connection.disconnect()
            raise
        self._socket = connection._sock
        self._reader = Reader(InvalidResponse, connection._parser.parse_error, notEnoughData=_MORE)

    def exchange(self, packed: bytes, count: int) -> list[Any]:
        """Send calls and return as many replies, error replies among them; raises RedisError or OSError.

        After an error nobody knows what is still under way, so the line is to be closed.
        """
        # gevent's `sendall` asks the system for the size of a buffer each time; nearly everything goes out at once.
        sent = self._socket.send(packed)
        if sent < len(packed):
            self._socket.sendall(packed[sent:])
        replies: list[Any] = []
        while len(replies) < count:
            reply = self._reader.gets()
            if reply is _MORE:
                data = self._socket.recv(_CHUNK)
                if not data:
                    raise redis.ConnectionError("Connection closed by server.")
                self._reader.feed(data)
            elif isinstance(reply, redis.ConnectionError):
                raise reply
            else:
                replies.append(reply)
        return replies

    def is_quiet(self) -> bool:
        """Whether nothing has come in on a resting line; what could come in is only the server's farewell."""
        try:
            return not self._connection.can_read(timeout=0)
        except (RedisError, OSError):
            return False

    def close(self) -> None:
        self._connection.disconnect()
