"""A client that knows only the public API and the table of domains plays whole matches of every game.

`python -m tests.http_soak` is the long version.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from games.registry import all_games
from tests.http.asking import Ask
from tests.http_soak import Tally, play_one
from tests.play import sample_params
from tests.policies import POLICIES, options_for

STEPS_MAX = 150  # by plain chance some games wander about for long; the policy below brings every game to its end
POLICY_STEPS_MAX = 3000


@pytest.mark.parametrize("slug", list(all_games()))
def test_by_plain_chance_nothing_offered_is_refused(ask, slug):
    tally = Tally()
    for seed in range(2):
        play_one(ask, slug, seed, tally, steps_max=STEPS_MAX)
    assert tally.commands > 20


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_whole_match_is_played_to_its_end(app, ask, slug):
    """As a player with some sense would: the game's own policy picks among the templates that the API offers."""
    game, rng = all_games()[slug], random.Random(11)
    options = msgspec.to_builtins(options_for(game, rng))
    match, tokens = ask.client.start(slug, game.seats_min, options)
    tables = app.extensions["matchledger"].tables
    for _ in range(POLICY_STEPS_MAX):
        table = tables.current(match)
        if table.status == "finished":
            break
        seat = rng.choice(table.to_act())
        template = POLICIES[slug](rng, table.state, seat, game.rules.choices(table.state, seat))
        command = {"type": template.type, "params": msgspec.to_builtins(sample_params(template, rng))}
        assert ask("POST", f"/v1/matches/{match}/commands", tokens[seat], command).status == 201
    end = ask("GET", f"/v1/matches/{match}").json
    assert end["status"] == "finished", f"not over after {POLICY_STEPS_MAX} steps"
    # In Clank! nobody wins if nobody comes out of the dungeon alive.
    assert end["result"]["winners"] or slug == "clank"
    check_the_story(ask, match, end["version"])


def check_the_story(ask: Ask, match: str, version: int) -> None:
    """The events are all there, and the audit agrees."""
    count, after = 0, 0
    while after is not None:
        page = ask("GET", f"/v1/matches/{match}/events?after={after}").json
        count, after = count + len(page["events"]), page["next"]
    assert count == version
    audit = ask("GET", f"/v1/matches/{match}/audit").json
    assert audit["verdict"] == "ok", audit
