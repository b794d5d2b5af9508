"""A session that gives prepared answers, for calls.json and streams.json; the JavaScript tests read the same files."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

SLUGS = {503: "store-unavailable", 502: None, 504: None}


class Raw:
    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = chunks

    def read1(self, _size: int, *, decode_content: bool) -> bytes:
        return self._chunks.pop(0) if self._chunks else b""


class Reply:
    def __init__(self, status: int, chunks: list[bytes], **headers: str) -> None:
        self.status_code, self.raw, self.headers = status, Raw(chunks), headers

    def close(self) -> None:
        pass


class Scripted:
    """Gives the next answer to each request, and keeps what was asked."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, str, dict[str, str]]] = []

    def request(self, method: str, url: str, headers: dict[str, str], **_: Any) -> Reply:
        self.asked.append((method, url, headers))
        answer = self._answers.pop(0)
        if answer == "lost":
            raise requests.ConnectionError("lost")
        if isinstance(answer, str):
            return stream_reply(answer)
        status, slug, *wait = answer if isinstance(answer, list) else (answer, SLUGS.get(answer))
        if status == 204:
            return Reply(204, [])
        if status < 400:
            return Reply(status, [b"{}"])
        after = {"Retry-After": str(wait[0])} if wait else {}
        body = b"<html>" if slug is None else json.dumps({"type": f"/problems/{slug}", "status": status}).encode()
        return Reply(status, [body], **after)

    def afters(self) -> list[int]:
        """The version after which each request asked for events."""
        queries = [parse_qs(urlsplit(url).query) for _, url, _ in self.asked]
        return [int(query["after"][0]) for query in queries if "after" in query]


def stream_reply(script: str) -> Reply:
    """`1|2|end`: two events and the end. `poll 1 2`: a page. `match finished 3`: a match. Else as it stands."""
    words = script.split()
    if script.startswith("poll"):
        versions = [int(word) for word in words[1:]]
        page = {"events": [event(one) for one in versions], "version": max(versions, default=3), "next": None}
        return Reply(200, [json.dumps({**page, "reset": None}).encode()])
    if script.startswith("match"):
        return Reply(200, [json.dumps({"status": words[1], "version": int(words[2])}).encode()])
    return Reply(200, [sse_of(part).encode() for part in script.split("|") if part])


def event(version: int) -> dict[str, Any]:
    return {"version": version, "type": "Happened"}


def sse_of(part: str) -> str:
    if part.isdigit():
        return f"id: {part}\nevent: ledger\ndata: {json.dumps(event(int(part)))}\n\n"
    if part == "end":
        return "event: finished\ndata: {}\n\n"
    if part.startswith("reset "):
        return f'id: {part[6:]}\nevent: reset\ndata: {{"after":{part[6:]}}}\n\n'
    return part
