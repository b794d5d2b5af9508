"""Cards that an operator's deck packs bring in are shown with their names and texts, at the table and in the replay."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from service.processes.bots.demo import OPTIONS
from tests.http.live import Live
from tests.pages.desk import Desk, Visitor
from tests.servers import Server, system_executable

# Every card of the base deck is taken the place of, so that whatever is dealt is one of these.
SZMAL_CARDS = 80
SZMAL = """
[[card]]
id = {number}
name = "Dock Boss {number}"
type = "GANGSTER"
abilities = ["ONCE ON_PLAY: GAIN(ME, 5000)"]
text = "Number {number} of the docks."
"""
MUNCHKIN = """
name = "circus"

[[card]]
id = "sad-clown"
name = "Sad Clown"
deck = "door"
type = "monster"
copies = 400
level = 7
treasures = 3
levels = 1
src = "O"
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("packs")
    docks = folder / "packs" / "szmal" / "docks"
    docks.mkdir(parents=True)
    cards = "".join(SZMAL.format(number=number) for number in range(1, SZMAL_CARDS + 1))
    (docks / "cards.toml").write_text(cards)
    (folder / "packs" / "munchkin-apocalypse").mkdir()
    (folder / "packs" / "munchkin-apocalypse" / "circus.toml").write_text(MUNCHKIN)
    redis = Server(system_executable(), folder).start()
    packs = str(folder / "packs")
    service = Live(folder / "data", workers=1, MATCHLEDGER_REDIS_URL=redis.url, MATCHLEDGER_PACKS=packs)
    try:
        yield service.start()
    finally:
        service.kill()
        redis.kill()


@pytest.mark.parametrize(
    ("game", "pack", "name", "says"),
    [
        ("szmal", "docks", "Dock Boss", "of the docks."),
        ("munchkin-apocalypse", "circus", "Sad Clown", "Lv 7"),
    ],
)
def test_the_cards_of_a_pack(game: str, pack: str, name: str, says: str, packed: Live, browser: Any) -> None:
    desk = Desk(packed)
    match, tokens = desk.start(game, options={**OPTIONS.get(game, {}), "packs": [pack]})
    desk.finish(match, tokens, Random(1), steps=3)
    ana = Visitor(browser.new_context(), packed.base, None)
    ana.sit_down_as(desk.person(tokens[0]))
    for path in (f"/m/{match}", f"/m/{match}/replay"):
        ana.go(path)
        card = ana.page.wait_for_selector(f"[data-test=table] .card:has(.card-title:has-text('{name}'))")
        assert says in card.inner_text(), path
    assert ana.complaints == []
    ana.context.close()
