"""What an operator could change and sign again without being noticed: exactly the list of what is believed."""

from __future__ import annotations

import json

from tests.ledger.mutations import BELIEVED, run


def test_every_change_is_found_or_listed_as_believed():
    tried, missed = run(matches=1, orders=50)
    assert sum(tried.values()) > 800
    assert set(missed) <= set(json.loads(BELIEVED.read_text(encoding="utf-8")))
