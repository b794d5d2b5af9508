"""The corpus of lies over HTTP: `/v1/verify` says what the offline verifier says, and nothing of it is imported."""

from __future__ import annotations

import pytest

from ledger.verdict import BROKEN
from tests.http.asking import problem
from tests.lies.corpus import corpus, expected
from tests.lies.files import KEY
from tests.lies.verifiers import summary


@pytest.fixture
def arbiter(app) -> str:
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


@pytest.fixture
def same_key(link):
    """The service has the key that the files are signed with."""
    link.call("SET", "signing:seed", b"k" * 32)


def test_every_file_is_verified_as_offline_and_only_whole_honest_ones_are_imported(same_key, ask, arbiter, written):
    assert ask("GET", "/v1/key").json["key"] == KEY
    imported = []
    for name, make in corpus().items():
        text, wanted = make(), expected()[name]["matchledger verify"]
        report = ask("POST", "/v1/verify", raw=text).json
        assert summary({check["name"]: check["value"] for check in report["checks"]}) == wanted, name
        assert report["conclusion"] == (BROKEN if BROKEN in wanted else "not proven here" if wanted else "proven"), name
        assert report["verdict"] == ("failed" if BROKEN in wanted else "ok"), name
        before, is_right = written(), expected()[name]["import"] == "yes"
        reply = ask("POST", "/v1/matches/import", arbiter, raw=text)
        if reply.status == 201:
            imported.append(name)
            assert is_right, name
        else:
            refused = problem(reply, "match-exists" if is_right else "bad-import")
            assert is_right or refused["detail"].startswith(f"{expected()[name]['import']}: "), name
            assert written() == before, f"{name} has left something behind"
    # All others have the same id as the first.
    assert imported == ["honest_big-deal_all", "honest_main_line_of_a_branch", "honest_branch"]
