"""The JSON Schema of each game: what it sent and took in every golden match fits it, and nothing else does.

All but the served one is about the closed schema, by which a field that is not listed does not fit.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from events import export
from events.envelope import redact_for
from events.visibility import ARBITER, SPECTATOR
from games.registry import all_games
from ledger.events import MATCH_EVENTS
from service.web.game_schema import closed_game_schema, game_schema
from tests.golden.matches import files, read
from tests.http.asking import problem

GAMES = list(all_games())


@cache
def schema(slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(closed_game_schema(slug)))
    return found


@cache
def validator(slug: str) -> Any:
    return jsonschema_rs.validator_for(schema(slug))


def fits(slug: str, **instance: Any) -> bool:
    valid: bool = validator(slug).is_valid(json.loads(msgspec.json.encode(instance)))
    return valid


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_served_as_json_schema_2020_12(ask, slug):
    reply = ask("GET", f"/v1/games/{slug}/schema")
    assert reply.headers["Content-Type"] == "application/schema+json"
    assert reply.json == json.loads(game_schema(slug))
    assert reply.json["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema_rs.meta.validate(reply.json)


def test_there_is_none_of_an_unknown_game(ask):
    problem(ask("GET", "/v1/games/chess/schema"), "not-found")


@pytest.mark.parametrize("slug", GAMES)
def test_every_event_of_the_golden_matches_fits_whoever_sees_it(slug):
    seen = set()
    for path in files():
        if path.parent.name != slug:
            continue
        _, recorded, _ = export.read(read(path))
        for one in recorded:
            seen.add(one.stored.type)
            for viewer in (SPECTATOR, 0, ARBITER):
                event = redact_for(one, viewer)
                assert fits(slug, event=event), (path.name, viewer, event)
    assert len(seen) > 20


@pytest.mark.parametrize("slug", GAMES)
def test_every_command_and_event_type_has_a_schema(slug):
    game, definitions = all_games()[slug], schema(slug)["$defs"]
    sent = {name for name, kind in game.commands.items() if kind not in game.clock.clock_commands}
    assert {one["$ref"].rpartition("/")[2] for one in definitions["Command"]["oneOf"]} == sent
    happens = {kind.__name__ for kind in (*game.rules.on_event, *MATCH_EVENTS)}
    assert {one["$ref"].rpartition("/")[2] for one in definitions["Event"]["oneOf"]} == happens


@pytest.mark.parametrize("slug", GAMES)
def test_catalogue_and_options_fit_and_others_do_not(slug):
    game = all_games()[slug]
    options = game.options()
    catalogue = msgspec.to_builtins(game.catalogue(options), str_keys=True)
    assert fits(slug, catalogue=catalogue, options=options)
    rows = catalogue if isinstance(catalogue, list) else catalogue["cards" if "cards" in catalogue else "dungeon"]
    rows[0]["nonsense"] = 1
    assert not fits(slug, catalogue=catalogue)
    assert not fits(slug, options={"nonsense": 1})


def test_what_is_hidden_has_its_place_in_secret_alone():
    drawn = schema("coup")["$defs"]["ReplacementDrawn"]["properties"]
    assert drawn["public"]["required"] == ["seat", "slot"]
    assert "kind" in drawn["secret"]["additionalProperties"]["properties"]
    shuffled = schema("coup")["$defs"]["DeckShuffled"]["properties"]
    assert shuffled["public"]["properties"].keys() == {"reason", "size"}
    assert shuffled["secret"]["properties"].keys() == {"sealed"}
    assert shuffled["secret"]["additionalProperties"] is False


def test_a_command_with_an_unknown_or_missing_parameter_does_not_fit():
    command = {"type": "choose_influence", "params": {"decision_id": 3, "slot": 0}}
    assert fits("coup", command=command)
    assert not fits("coup", command={**command, "params": {"decision_id": 3}})
    assert not fits("coup", command={**command, "params": {**command["params"], "seat": 0}})
    assert not fits("coup", command={"type": "expire_decision", "params": {"decision_id": 3}}), "the clock's alone"
