"""Deck packs on the service as it is run: a match is played with the cards that it began with, and with no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.asking import Ask, problem
from tests.http.live import Live

pytestmark = pytest.mark.xdist_group("live")

SZMAL = """
[[card]]
id = {number}
name = "{name}"
type = "GANGSTER"
abilities = ["ONCE ON_PLAY: GAIN(ME, {gain})"]
"""
MUNCHKIN = """
name = "{name}"

[[card]]
id = "nose-{name}"
name = "Nose {name}"
deck = "door"
type = "monster"
copies = 1
level = 1
treasures = 1
levels = 1
src = "O"
"""


def write_packs(folder: Path, cats_gain: int = 5000) -> None:
    """Szmal: cats and mice extend the deck, dogs takes the place of a card; Munchkin: two packs of a card each."""
    for name, number, gain in (("cats", 81, cats_gain), ("mice", 82, 5000), ("dogs", 22, 5000)):
        pack = folder / "szmal" / name
        pack.mkdir(parents=True, exist_ok=True)
        (pack / "cards.toml").write_text(SZMAL.format(number=number, name=name, gain=gain))
    (folder / "munchkin-apocalypse").mkdir(exist_ok=True)
    for name in ("one", "two"):
        (folder / "munchkin-apocalypse" / f"{name}.toml").write_text(MUNCHKIN.format(name=name))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_packs(tmp_path / "packs")
    return tmp_path / "packs"


@pytest.fixture
def served(tmp_path: Path, folder: Path) -> Iterator[Live]:
    service = Live(tmp_path / "data", workers=1, MATCHLEDGER_PACKS=str(folder))
    try:
        yield service.start()
        service.stop()
    finally:
        service.kill()


def pinned_by(ask: Ask, match: str, token: str) -> str:
    reply = ask("GET", f"/v1/matches/{match}", token)
    assert reply.status == 200, reply
    digest: str = reply.json["catalogue"]
    return digest


@pytest.mark.rules("SZMAL-P.3", "SZMAL-P.5", "MUNCH-25.8")
def test_a_process_that_has_not_dealt_a_match_finds_its_cards_by_their_digest(served, folder):
    ask = served.ask()
    assert ask("GET", "/v1/games/szmal").json["packs"] == ["cats", "dogs", "mice"]
    cats, with_cats = ask.client.start("szmal", 2, {"packs": ["cats", "dogs"]})
    kept = {
        match: tokens[0]
        for match, tokens in (
            ask.client.start("szmal", 2),
            ask.client.start("szmal", 2, {"packs": ["mice", "dogs"]}),
            ask.client.start("munchkin-apocalypse", 3, {"packs": ["two", "one"]}),
        )
    }
    pinned = {match: pinned_by(ask, match, token) for match, token in (kept | {cats: with_cats[0]}).items()}
    assert len(set(pinned.values())) == 4
    history = ask("GET", f"/v1/matches/{cats}/events?after=0").json["events"]
    started = next(event["public"] for event in history if event["type"] == "MatchStarted")
    assert started["catalogue"] == history[0]["public"]["catalogue"] == pinned[cats]
    assert ask("GET", f"/v1/matches/{cats}").json["state"]["draw_pile"]["size"] == 81 - 2 * 12
    served_cards = ask("GET", f"/v1/matches/{cats}/catalogue").json
    assert served_cards["digest"] == pinned[cats]
    assert {card["id"]: card["name"] for card in served_cards["catalogue"]["cards"]}.items() >= {
        22: "dogs",
        81: "cats",
    }.items()

    served.stop()
    write_packs(folder, cats_gain=10_000)
    ask = served.start().ask()
    for match, token in kept.items():
        assert pinned_by(ask, match, token) == pinned[match]
        assert ask("GET", f"/v1/matches/{match}/audit").json["verdict"] == "ok"
    told = problem(ask("GET", f"/v1/matches/{cats}", with_cats[0]), "cards-gone")
    assert "the packs cats, dogs are not here as they were" in told["detail"]
    problem(ask("GET", f"/v1/matches/{cats}/catalogue"), "cards-gone")
    command = {"type": "draft_card", "params": {"decision_id": 0, "card": 1}}
    problem(ask("POST", f"/v1/matches/{cats}/commands", with_cats[0], command), "cards-gone")
    audit = ask("GET", f"/v1/matches/{cats}/audit").json
    assert audit["verdict"] == "failed"
    assert any("are not here as they were" in check["detail"] for check in audit["checks"] if not check["ok"])
    assert ask("GET", f"/v1/matches/{cats}/export", with_cats[0]).status == 200
