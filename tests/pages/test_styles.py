"""The style sheet of a game reaches its table, whether its files were joined or not."""

from __future__ import annotations

import re

import pytest

from games.registry import all_games
from tests.pages.tables import sit_at, start_full

ROWS = "felt => getComputedStyle(document.querySelector(felt)).gridTemplateRows"
FELT = {"munchkin-apocalypse": ".felt-munchkin"}


def felt_of(game):
    return FELT.get(game, f".felt-{game}")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_table_has_its_own_style(game, visit, desk):
    match, tokens = start_full(desk, game, 0)
    ana = sit_at(visit, desk, match, tokens)
    rows = ana.page.evaluate(ROWS, felt_of(game)).split()
    assert len(rows) >= 3
    assert rows[0] != rows[-1], "rows of a fixed height, which each game names"
    assert not [url for url in ana.urls if url.endswith("table.css")], "it came with the table"


def test_a_table_that_could_not_be_joined_asks_for_its_style(visit, desk):
    match, tokens = start_full(desk, "coup", 0)
    wanted = sit_at(visit, desk, match, tokens).page.evaluate(ROWS, felt_of("coup"))
    bob = visit()
    bob.page.set_viewport_size({"width": 1280, "height": 800})

    def as_it_is(route):
        """What the service answers for modules that it cannot join."""
        address, name = re.match(r"(.*/static/[0-9a-f]+)/joined/invitation.js/(.*)", route.request.url).groups()
        text = f"import * as found from '{address}/{name}';\nmatchledgerModules['{name}'] = found;\n"
        route.fulfill(body=text, content_type="text/javascript")

    bob.page.route("**/joined/invitation.js/tables/coup/table.js", as_it_is)
    bob.sit_down_as(desk.person(tokens[desk.api.match(match)["to_act"][0]]))
    bob.go(f"/m/{match}")
    assert bob.page.evaluate(ROWS, felt_of("coup")) == wanted
    assert len([url for url in bob.urls if url.endswith("/tables/coup/table.css")]) == 1
