"""A short run of tests/schema_soak.py, of which `make schema-soak` runs the long one."""

from __future__ import annotations

from schemathesis.transport.wsgi import WSGI_TRANSPORT

from tests.schema_soak import loaded, sending, soak
from tests.schema_stage import Prepared

CASES = 80


def test_no_answer_is_outside_the_document(link):
    prepared = Prepared(link, 0, ("coup",))
    try:
        *_, found = soak(prepared, CASES, seed=0, is_short=True)
    finally:
        prepared.services.live.close()
    assert not found.failures, "\n\n".join(f"{name}\n{said}" for name, said in found.failures.items())
    assert not found.errors
    assert found.phases["STATEFUL_TESTING"] > 0
    assert sum(found.statuses[status] for status in (200, 201)) > 10, "most of it is about something that exists"


def test_the_token_that_a_run_sends_is_never_revoked(link):
    prepared = Prepared(link, 0, ())
    try:
        (own,) = prepared.ask("GET", "/v1/tokens", prepared.token).json["tokens"]
        case = loaded(prepared)["/v1/tokens/{token_id}"]["DELETE"].Case(path_parameters={"token_id": own["id"]})
        headers = {"Authorization": f"Bearer {prepared.token}"}
        sent = sending(prepared)(WSGI_TRANSPORT, case, headers=headers, app=prepared.app)
        assert sent.status_code == 204, "another token was revoked"
        assert prepared.ask("GET", "/v1/tokens", prepared.token).json["tokens"] == [own]
    finally:
        prepared.services.live.close()
