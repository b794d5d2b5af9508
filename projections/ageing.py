"""Whether a stored match would still be decided as it was: today's rules asked about yesterday's steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from events.envelope import Recorded
from games.catalogue import BadCatalogue
from ledger.audit import DAMAGE, findings
from ledger.audit_events import Finding
from ledger.table import Ruleset, Table


class Difference(Struct, frozen=True):
    """The first step of a match that the installed rules would not decide as it is stored."""

    match: str
    game: str
    rules_version: int
    step: int
    version: int
    command: str  # what was sent, and by whom
    detail: str

    def __str__(self) -> str:
        where = f"step {self.step} (version {self.version}, {self.command})"
        return f"{self.game} {self.match}: {where} differs: {self.detail}"


Rulesets = Mapping[tuple[str, int], Ruleset]


def first_difference(
    rulesets: Rulesets, history: Sequence[Recorded], head_root: bytes, origin: Table | None = None
) -> Difference | None:
    """None if every event is what the rules decide again, and the match is played with the catalogue that is there."""
    public = history[0].stored.public
    ruleset = rulesets.get((public["game"], public["rules_version"]))
    if ruleset is None:
        return difference_at(history, Finding("decisions", 1, "no rules of this version are installed"))
    try:
        found = _other_catalogue(ruleset, history) or next(findings(ruleset, history, head_root, origin), None)
    except DAMAGE as damage:
        found = Finding("decisions", 1, f"it cannot be opened: {damage!r}")
    return None if found is None else difference_at(history, found)


def _other_catalogue(ruleset: Ruleset, history: Sequence[Recorded]) -> Finding | None:
    """With other cards whatever was played may fit by chance; the next step need not."""
    public = history[0].stored.public
    try:
        options = msgspec.convert(public["options"], ruleset.game.options)
        if ruleset.game.catalogue_digest(options) == public["catalogue"]:
            return None
    except (msgspec.ValidationError, BadCatalogue) as missing:
        return Finding("catalogue", 1, f"its options cannot be had any more: {missing}")
    return Finding("catalogue", 1, "it was opened with another catalogue of cards than the one installed")


def difference_at(history: Sequence[Recorded], found: Finding) -> Difference:
    public, stored = history[0].stored.public, history[min(found.version, len(history)) - 1].stored
    causes = (one.stored.cause for one in history if one.stored.command == stored.command)
    sent = next((cause.type for cause in causes if cause is not None), stored.type)
    return Difference(
        public["match"],
        public["game"],
        public["rules_version"],
        stored.step,
        found.version,
        f"{sent} by {stored.actor}",
        found.detail,
    )
