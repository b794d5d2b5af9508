"""A short run of tests/schema_soak.py, of which `make schema-soak` runs the long one."""

from __future__ import annotations

from tests.schema_soak import soak
from tests.schema_stage import Prepared

CASES = 80


def test_no_answer_is_outside_the_document(link):
    prepared = Prepared(link, 0, ("coup",))
    try:
        *_, found = soak(prepared, CASES, seed=0, is_short=True)
        assert prepared.ask("GET", "/v1/players/me", prepared.token).status == 200, "it has revoked its own token"
    finally:
        prepared.services.live.close()
    assert not found.failures, "\n\n".join(f"{name}\n{said}" for name, said in found.failures.items())
    assert not found.errors
    assert found.phases["STATEFUL_TESTING"] > 0
    assert sum(found.statuses[status] for status in (200, 201)) > 10, "most of it is about something that exists"
