"""Live viewers of the soak, by server-sent events and by the channel: both come back with their last event."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any

import requests

from tests.http.channel_client import Closed, connect
from tests.play_soak.people import Notes, same_for_everybody

QUIET_S = 5.0  # also how long a viewer takes at most to notice that the soak is over


class Viewer(threading.Thread):
    """Follows the newest matches, one after the other; `seen` has what it was shown of each."""

    def __init__(self, base: str, notes: Notes, number: int, seed: int) -> None:
        super().__init__(name=f"viewer {number}", daemon=True)
        self.seen: dict[str, list[tuple[Any, ...]]] = {}
        self.resets = 0
        self._base, self._notes = base, notes
        self._rng = random.Random(f"{seed} {self.name}")
        self._command = ""  # of the last event

    def run(self) -> None:
        try:
            while not self._notes.stopping.is_set():
                newest = self._notes.matches[-10:]
                if newest:
                    self._watch(self._rng.choice(newest), until=time.monotonic() + self._rng.uniform(10, 60))
                else:
                    time.sleep(0.1)
        except Exception as failure:  # whatever it is, the soak has failed
            self._notes.complain(f"{self.name}: {failure!r}")

    def _watch(self, match: str, until: float) -> None:
        if match in self.seen:
            time.sleep(0.5)
            return
        self.seen[match] = []
        while time.monotonic() < until and not self._notes.stopping.is_set():
            try:
                if self._follow(match, until):
                    return
            except (requests.RequestException, OSError, Closed):
                self._notes.counts["viewers cut off"] += 1
                time.sleep(0.2)

    def _follow(self, match: str, until: float) -> bool:
        """True once the match is over."""
        raise NotImplementedError

    def _place(self, match: str) -> tuple[int, str]:
        seen = self.seen[match]
        return (seen[-1][0], seen[-1][1]) if seen else (0, "")

    def _take(self, match: str, event: dict[str, Any]) -> None:
        seen = self.seen[match]
        if event["version"] != len(seen) + 1:
            self._notes.complain(f"{self.name}: version {event['version']} of {match} after {len(seen)}")
        seen.append(same_for_everybody(event))

    def _begin_again(self, match: str, kept: int) -> None:
        self.resets += 1
        del self.seen[match][kept:]


class StreamViewer(Viewer):
    """By server-sent events."""

    def _follow(self, match: str, until: float) -> bool:
        version, command = self._place(match)
        headers = {"Last-Event-ID": f"{version}-{command}"} if command else {}
        url = f"{self._base}/v1/matches/{match}/live?after=0"
        with requests.get(url, headers=headers, stream=True, timeout=QUIET_S) as answer:
            if answer.status_code != 200:
                raise requests.RequestException(str(answer.status_code))
            fields: dict[str, str] = {}
            for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
                name, _, value = line.partition(": ")
                if line:
                    fields[name] = value
                    continue
                match fields.get("event"):
                    case "ledger":
                        self._take(match, json.loads(fields["data"]))
                    case "reset":
                        self._begin_again(match, json.loads(fields["data"])["after"])
                    case "finished":
                        return True
                fields = {}
                if time.monotonic() > until or self._notes.stopping.is_set():
                    return True
        return False


class ChannelViewer(Viewer):
    """By a subscription of the channel."""

    def _follow(self, match: str, until: float) -> bool:
        version, command = self._place(match)
        with connect(int(self._base.rpartition(":")[2])) as opened:
            opened.line.settimeout(QUIET_S)
            if opened.hello()["kind"] != "welcome":
                raise Closed(None)
            opened.ask("subscribe", match=match, after=version, **({"command": command} if command else {}))
            while time.monotonic() < until and not self._notes.stopping.is_set():
                message = opened.pushed.pop(0) if opened.pushed else opened.hear()
                if message["kind"] == "events":
                    for event in message["events"]:
                        self._take(match, event)
                elif message["kind"] == "ended":
                    if message["why"] != "lost":
                        return True
                    self._begin_again(match, 0)
                    return False
        return True
