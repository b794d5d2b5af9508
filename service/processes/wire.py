"""HTTP on the wire: requests of the plainest kind are read by one pattern, and answers leave in one piece.

gunicorn's own reader and writer can take longer than the command they carry. Here only what clients send all the time
is read: a head that came whole, with nothing in it that has two readings. Whatever else arrives is handed to gunicorn's
parser as it came, byte for byte, so there is nothing that this module has to refuse.
"""

from __future__ import annotations

import io
import re
import time
from email.utils import formatdate
from functools import lru_cache
from typing import Any

import gevent
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.parser import RequestParser
from gunicorn.http.wsgi import Response
from gunicorn.util import hop_headers, unquote_to_wsgi_str

_CHUNK = 16_384
TURNS = 8  # requests of one connection before the others get theirs
HEAD_MAX = 4000  # so no line of it is longer than gunicorn is told to take
FIELDS_MAX = 40
_LENGTH = re.compile(r"[0-9]{1,9}", re.ASCII)
# A path that is no other form of target, and has no fragment; names that map to one key only, so without `_`; values
# without control characters. Nothing in it can be matched in two ways, so it takes no longer on bad input.
_HEAD = re.compile(
    rb"(GET|POST|PUT|PATCH|DELETE|HEAD) (/(?:[!-\"$-.0-~][!-\"$-~]*+)?) HTTP/1\.1\r\n"
    rb"((?:[A-Za-z0-9-]++:[\t -~\x80-\xff]*+\r\n)*+)\r\n"
)
# These change how a message is read, or what the line is used for: gunicorn knows all about them.
_NOT_PLAIN = frozenset(
    f"HTTP_{name}" for name in ("TRANSFER_ENCODING", "TRAILER", "TE", "EXPECT", "UPGRADE", "HTTP2_SETTINGS")
)
_WITHOUT_BODY = ("204 NO CONTENT", "204 No Content", "304 NOT MODIFIED", "304 Not Modified")
# Headers of an answer without control characters, and without those that are for the server to set.
_LINES = re.compile(rf"(?:(?!(?i:{'|'.join(hop_headers)}):)[A-Za-z0-9-]++: [\t -~\x80-\xff]*+\r\n)*+")
# How a proxy in front was reached; whether it is to be believed is for gunicorn to say.
_SCHEMES = ("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_PROTOCOL", "HTTP_X_FORWARDED_SSL")
SCHEMES_MAX = 8


class Plain:
    """A request of the plainest kind, its parts named as gunicorn names them."""

    version = (1, 1)
    __slots__ = ("body", "environ", "method", "uri")

    def __init__(self, method: str, uri: str, environ: dict[str, Any], body: Any) -> None:
        self.method, self.uri, self.environ, self.body = method, uri, environ, body

    @property
    def query(self) -> str:
        found: str = self.environ["QUERY_STRING"]
        return found

    def should_close(self) -> bool:
        return False


def read_head(data: bytes) -> tuple[str, str, dict[str, str], int] | None:
    """Method, target, what goes into the environ, and where the body begins; None if the head is not plain."""
    found = _HEAD.match(data, 0, HEAD_MAX)
    if found is None:
        return None
    method, target, fields = (part.decode("latin-1") for part in found.groups())
    path, _, query = target.partition("?")
    environ = {
        "REQUEST_METHOD": method,
        "RAW_URI": target,
        "PATH_INFO": unquote_to_wsgi_str(path) if "%" in path else path,
        "QUERY_STRING": query,
    }
    lines = fields.split("\r\n")
    for line in lines[:-1]:
        name, _, value = line.partition(":")
        key = _key(name)
        if key in environ or key in _NOT_PLAIN:
            return None
        environ[key] = value.strip(" \t")
    length = environ.get("CONTENT_LENGTH", "0")
    if len(lines) > FIELDS_MAX or not _LENGTH.fullmatch(length):
        return None
    if environ.get("HTTP_CONNECTION", "keep-alive").lower() != "keep-alive":
        return None
    return method, target, environ, found.end()


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    key = name.upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


class Requests(RequestParser):  # type: ignore[misc]  # gunicorn has no types
    """The requests of one connection, one after the other: plain ones read here, the others by gunicorn."""

    def __init__(self, cfg: Any, client: Any, address: Any, environ: dict[str, Any]) -> None:
        super().__init__(cfg, client, address)
        self._client, self._environ = client, environ
        self._rest = b""  # of what has come, if no request of gunicorn's is under way
        self._keepalive_s: float = cfg.keepalive
        self._turns = TURNS
        self._schemes: dict[tuple[str, ...], str] = {}  # what gunicorn has made of what was said of it

    def __next__(self) -> Any:
        self._turns -= 1
        if not self._turns:  # a client that has always another one ready would keep all others out
            self._turns = TURNS
            gevent.sleep(0)
        data = self._rest or self._left_over() or self._come()
        head = read_head(data)
        if head is None:
            return self._not_plain(data)
        method, target, own, begin = head
        environ = {**self._environ, **own}
        said = tuple([name + own[name] for name in _SCHEMES if name in own])
        if said:
            if said not in self._schemes:
                return self._learned(said, data)
            environ["wsgi.url_scheme"] = self._schemes[said]
        end = begin + int(own.get("CONTENT_LENGTH", 0))
        if end <= len(data):
            body = io.BytesIO(data[begin:end])
            self._rest = data[end:]
        else:
            self._rest = b""
            self.unreader.unread(data[begin:])
            body = Body(LengthReader(self.unreader, end - begin))
        environ["wsgi.input"] = body
        request = Plain(method, target, environ, body)
        self.mesg = request if end > len(data) else None  # what it leaves of its body has to be read before the next
        return request

    def _left_over(self) -> bytes:
        """What came along with the last request, if that was not plain or had not come whole."""
        if self.mesg is None:
            return b""
        if self.mesg.should_close() or not self.finish_body():
            raise StopIteration
        self.mesg = None
        left: bytes = self.unreader.take_buffered()
        return left

    def _come(self) -> bytes:
        try:
            data: bytes = self._client.recv(_CHUNK)
        except TimeoutError:  # the connection has rested for long enough
            raise StopIteration from None
        if not data:
            raise StopIteration
        return data

    def _not_plain(self, data: bytes) -> Any:
        self._rest = b""
        self.unreader.unread(data)
        with gevent.Timeout(self._keepalive_s, False):
            return super().__next__()
        raise StopIteration  # the rest of the head has not come in time

    def _learned(self, said: tuple[str, ...], data: bytes) -> Any:
        request = self._not_plain(data)
        if len(self._schemes) < SCHEMES_MAX:
            self._schemes[said] = request.scheme
        return request


class InOnePiece(Response):  # type: ignore[misc]  # gunicorn has no types
    """An answer whose body is at hand leaves with its head: one call of the system, one packet, one wake-up there.

    Its headers are checked all at once, for what could break the head. Streams, and whatever is not in order, are left
    to gunicorn, which says what is wrong.
    """

    headers_sent: bool
    status: str | None
    _lines = ""

    def start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        length = dict(headers).get("Content-Length")
        is_known = status in _WITHOUT_BODY if length is None else status not in _WITHOUT_BODY
        is_safe = _LINES.fullmatch(lines) and lines.count("\r") == len(headers)
        if exc_info is not None or self.status is not None or not (is_known and is_safe):
            return super().start_response(status, headers, exc_info)
        self._lines = lines
        self.status, self.status_code = status, int(status[:3])
        self.response_length = None if length is None else int(length)
        self._omits_body = length is None or self.req.method == "HEAD"
        return self.write

    def write(self, arg: bytes) -> None:
        if self.headers_sent or self._omits_body or self.response_length != len(arg):
            super().write(arg)
            return
        self.headers_sent = True
        self.sent = len(arg)
        send(self.sock, self._head() + arg)

    def send_headers(self) -> None:
        if not self.headers_sent:
            self.headers_sent = True
            send(self.sock, self._head())

    def _head(self) -> bytes:
        connection = "close" if self.should_close() else "keep-alive"
        framing = "Transfer-Encoding: chunked\r\n" if self.chunked else ""
        own = f"HTTP/1.1 {self.status}\r\nServer: {self.version}\r\nDate: {_date(int(time.time()))}\r\n"
        lines = self._lines or "".join([f"{name}: {value}\r\n" for name, value in self.headers])
        return f"{own}Connection: {connection}\r\n{framing}{lines}\r\n".encode("latin-1")


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


def send(client: Any, data: bytes) -> None:
    """gevent's `sendall` asks for the size of the line's buffer each time; most answers go out at once."""
    sent = client.send(data)
    if sent < len(data):
        client.sendall(data[sent:])
