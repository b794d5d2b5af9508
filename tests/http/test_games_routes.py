"""Which games there are, what they need, and their rules."""

from __future__ import annotations

import jsonschema_rs
import pytest

from games.registry import all_games
from tests.http.asking import problem

SLUGS = list(all_games())


def test_the_games_are_listed(ask):
    listed = ask("GET", "/v1/games").json["games"]
    assert [game["slug"] for game in listed] == SLUGS
    for shown in listed:
        game = all_games()[shown["slug"]]
        assert shown == {
            "slug": game.slug,
            "name": game.name,
            "rules_version": game.rules_version,
            "seats_min": game.seats_min,
            "seats_max": game.seats_max,
            "prefix": game.prefix,
            "about": game.presentation.about,
            "emblem": list(game.presentation.emblem),
            "table": f"/static/tables/{game.slug}/table.js",
        }
        assert len(shown["emblem"]) == 2
        assert ask("GET", shown["table"]).status == 200


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_says_what_it_is_played_with(ask, slug):
    game, shown = all_games()[slug], ask("GET", f"/v1/games/{slug}").json
    assert shown["catalogue_digest"] == game.catalogue_digest(game.options())
    assert shown["catalogue"]
    players_commands = {name for name, command in game.commands.items() if command not in game.clock.clock_commands}
    assert shown["commands"].keys() == players_commands
    for schema in (shown["options"], *shown["commands"].values()):
        jsonschema_rs.validator_for(schema)
        assert "seat" not in schema.get("properties", {})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_may_have_deadlines_for_turns_and_reactions(ask, slug):
    clocks = ask("GET", f"/v1/games/{slug}").json["clocks"]
    assert clocks.keys() == {"turn_s", "reaction_s"}
    body = {"game": slug, "seats": all_games()[slug].seats_min}
    token = ask.client.player()
    for name, schema in clocks.items():
        for value in (schema["minimum"], schema["maximum"], schema["default"]):
            assert ask("POST", "/v1/matches", token, {**body, name: value}).json[name] == value
        for value in (schema["minimum"] - 1, schema["maximum"] + 1, "5"):
            problem(ask("POST", "/v1/matches", token, {**body, name: value}), "bad-request")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_offered_command_fits_the_schema_of_its_parameters(ask, slug):
    """A client may check its commands before it sends them."""
    import random

    from tests.client import params_of

    schemas = ask("GET", f"/v1/games/{slug}").json["commands"]
    match, tokens = ask.client.start(slug, all_games()[slug].seats_min)
    rng = random.Random(1)
    for _ in range(15):
        seen = ask("GET", f"/v1/matches/{match}").json
        if seen["status"] == "finished":
            break
        seat = seen["to_act"][0]
        for template in ask("GET", f"/v1/matches/{match}/choices", tokens[seat]).json["choices"]:
            params = params_of(template, rng)
            jsonschema_rs.validate(schemas[template["type"]], params)
        ask.client.play(match, tokens, rng, steps_max=1)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_found_under_its_id(ask, slug):
    listed = ask("GET", f"/v1/games/{slug}/rules").json["rules"]
    assert [rule["id"] for rule in listed] == list(all_games()[slug].rulebook.rules)
    for rule in (listed[0], listed[-1]):
        assert ask("GET", f"/v1/games/{slug}/rules/{rule['id']}").json == rule


@pytest.mark.parametrize(
    "path", ["/v1/games/chess", "/v1/games/chess/rules", "/v1/games/coup/rules/COUP-99.99", "/v1/games/COUP"]
)
def test_what_there_is_not_is_not_found(ask, path):
    problem(ask("GET", path), "not-found")
