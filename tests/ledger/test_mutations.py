"""What an operator could change and sign again without being noticed: exactly the list of what is believed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.ledger.mutations import BELIEVED, run

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"
# What is believed, by the name of the change, and how docs/security.md says it.
DOCUMENTED = {
    r": its time$": "the time of an event",
    r"^(SeatTaken\.name|DisputeOpened\.claim|DisputeRuled\.reason)$": "names of people, claims of disputes and reasons",
    r"^the order (undo|rewind|look|open_dispute|seat_bots|leave|report_away): ": "parameters of an order",
    r"^(SeatHandedOver\.bot|RematchOpened\.match)$": "the ids of bots that play on and of rematches",
}


def test_every_change_is_found_or_listed_as_believed():
    tried, missed = run(matches=1, orders=50)
    assert sum(tried.values()) > 800
    assert set(missed) <= set(json.loads(BELIEVED.read_text(encoding="utf-8")))


def test_what_is_believed_is_documented():
    text = " ".join(SECURITY.read_text(encoding="utf-8").split())
    for name in json.loads(BELIEVED.read_text(encoding="utf-8")):
        words = [words for pattern, words in DOCUMENTED.items() if re.search(pattern, name)]
        assert words, f"{name} is believed, and docs/security.md does not say so"
        assert words[0] in text
