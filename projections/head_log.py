"""The head log read from its first entry: whether it is the signed tree, and which heads it has of each match."""

from __future__ import annotations

from msgspec import Struct

from events.codec import UnreadableEvent
from events.head_log import HeadLog, MatchHead, entry_of
from events.origin import names_log
from events.store import Head

PAGE = 500


class LogReport(Struct, frozen=True):
    size: int
    heads: dict[str, list[MatchHead]]  # by match, oldest first
    wrong: str  # the first thing that is, or nothing


def walk(log: HeadLog) -> LogReport:
    signed, walked = log.head(), Head(0, ())
    heads: dict[str, list[MatchHead]] = {}
    wrong = ""
    while walked.version < signed.version:
        try:
            page = log.entries(walked.version, PAGE)
        except UnreadableEvent as damage:
            return LogReport(walked.version, heads, wrong or f"Entry {walked.version + 1} and more: {damage}")
        if not page:
            break
        for entry in page[: signed.version - walked.version]:
            expected, walked = entry_of(entry.head, walked, is_public=entry.is_public)
            if not names_log(entry.head.match):  # the first entry of a later log names the one before
                heads.setdefault(entry.head.match, []).append(entry.head)
            if entry != expected and not wrong:
                wrong = f"Entry {walked.version}: what is kept with it is not the tree over the entries up to it."
    if walked != signed and not wrong:
        wrong = f"The signed tree has {signed.version} entries, and is not the one over the {walked.version} there are."
    return LogReport(walked.version, heads, wrong)
