"""What an operator could change and sign again without being noticed: exactly the list of what is believed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ledger.decide import ORDERS
from ledger.events import MATCH_EVENTS
from ledger.rules_clock import CANCEL, LAPSE_UNDO, RESTART
from ledger.rules_luck import WITHHOLD
from tests.ledger.mutations import BELIEVED, run

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"
# What is believed, by the name of the change, and how docs/security.md says it.
DOCUMENTED = {
    r": its time$": "the time of an event",
    r"^(SeatTaken\.name|DisputeOpened\.claim|DisputeRuled\.reason)$": "names of people, claims of disputes and reasons",
    r"^the order (undo|rewind|open_dispute|open_branch|leave|report_away): ": "parameters of an order",
    r"^(SeatHandedOver\.bot|SeatTaken\.player|RematchOpened\.match)$": "the ids of bots and of rematches",
    r"^MatchOpened\.match$": "the id of the match, as long as no luck was drawn",
    r"^(MatchCancelled|DisputeWithdrawn): dropped$": "an order that was ignored",
}


@pytest.fixture(scope="module")
def counted():
    return run(matches=1, orders=50)


def test_every_change_is_found_or_listed_as_believed(counted):
    tried, missed = counted
    assert sum(tried.values()) > 800
    assert set(missed) <= set(json.loads(BELIEVED.read_text(encoding="utf-8")))


def test_every_event_and_order_of_the_ledger_is_changed(counted):
    tried, _ = counted
    kinds = {re.split(r"[.:]", name.removeprefix("the order "))[0] for name in tried}
    by_name_alone = {"start_match", "withdraw_undo", "redo", "rematch", "stay", WITHHOLD, CANCEL, RESTART, LAPSE_UNDO}
    assert {event_type.__name__ for event_type in MATCH_EVENTS} - kinds == set()
    assert ORDERS - kinds - by_name_alone == set()


def test_what_is_believed_is_documented():
    text = " ".join(SECURITY.read_text(encoding="utf-8").split())
    for name in json.loads(BELIEVED.read_text(encoding="utf-8")):
        words = [words for pattern, words in DOCUMENTED.items() if re.search(pattern, name)]
        assert words, f"{name} is believed, and docs/security.md does not say so"
        assert words[0] in text
