"""The games: options, commands, catalogues, and rules by id."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from games.decider import Decider
from games.packs import FOUND
from games.registry import all_games
from ledger import RULEBOOK as LEDGER_RULEBOOK
from ledger.rules_lobby import TURN_S_MAX, TURN_S_MIN
from service.web.http import not_found, route
from service.web.presenters import find_game
from service.web.responses import cached_response, json_response
from service.web.schemas.games import GameOut, GamesOut, RuleOut, RulesOut

games = Blueprint("games", __name__, url_prefix="/v1")


def _short(game: Decider[Any]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "rules_version": game.rules_version,
        "seats_min": game.seats_min,
        "seats_max": game.seats_max,
    }


def params_schema(command_type: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a command's parameters: its fields without the seat, which follows from the token."""
    schemas_found, definitions = msgspec.json.schema_components([command_type], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = definitions.pop(command_type.__name__, schemas_found[0])
    schema["properties"].pop("seat")
    schema["required"] = [name for name in schema.get("required", []) if name != "seat"]
    schema.pop("description", None)
    if definitions:
        schema["$defs"] = definitions
    return schema


def _seconds(what: str) -> dict[str, Any]:
    return {
        "type": ["integer", "null"],
        "minimum": TURN_S_MIN,
        "maximum": TURN_S_MAX,
        "default": None,
        "description": what,
    }


# Options of a match that are the same for every game; docs/clocks.md says what happens when the time is up.
CLOCKS = {
    "turn_s": _seconds("Seconds for a decision."),
    "reaction_s": _seconds("Seconds for a reaction to another player's turn; null: the same as turn_s."),
}


@cache
def _document(slug: str) -> bytes:
    game = find_game(slug)
    options = game.options()
    return msgspec.json.encode(
        {
            **_short(game),
            "options": msgspec.json.schema(game.options),
            "clocks": CLOCKS,
            "commands": {
                name: params_schema(command_type)
                for name, command_type in game.commands.items()
                if command_type not in game.clock.clock_commands
            },
            "catalogue": msgspec.to_builtins(game.catalogue(options), str_keys=True),
            "catalogue_digest": game.catalogue_digest(options),
            "packs": FOUND.get(slug, ()),
        }
    )


@route(games, "GET", "/games", "The games", answers={200: GamesOut})
def list_games() -> Response:
    return json_response({"games": [_short(game) for game in all_games().values()]})


@route(
    games,
    "GET",
    "/games/<slug>",
    "A game: options, commands, catalogue, deck packs",
    answers={200: GameOut},
    problems=("not-found",),
)
def get_game(slug: str) -> Response:
    return cached_response(request.environ, _document(find_game(slug).slug), "application/json")


@route(
    games,
    "GET",
    "/games/<slug>/rules",
    "The rules of a game, in our own words",
    answers={200: RulesOut},
    problems=("not-found",),
)
def list_rules(slug: str) -> Response:
    return cached_response(request.environ, _rules(find_game(slug).slug), "application/json")


@cache
def _rules(slug: str) -> bytes:
    return msgspec.json.encode({"rules": [_rule(rule) for rule in find_game(slug).rulebook.rules.values()]})


@route(
    games,
    "GET",
    "/games/<slug>/rules/<rule_id>",
    "One rule, by its id",
    answers={200: RuleOut},
    problems=("not-found",),
)
def get_rule(slug: str, rule_id: str) -> Response:
    game = find_game(slug)
    if rule_id not in game.rulebook:
        not_found(f"{game.name} has no rule with this id.")
    return json_response(_rule(game.rulebook[rule_id]))


def _rule(rule: Any) -> dict[str, str]:
    return {"id": rule.id, "section": rule.section, "text": rule.text}


@route(games, "GET", "/ledger/rules", "The rules of the ledger: what may be done to any match", answers={200: RulesOut})
def list_ledger_rules() -> Response:
    return cached_response(request.environ, _ledger_rules(), "application/json")


@cache
def _ledger_rules() -> bytes:
    return msgspec.json.encode({"rules": [_rule(rule) for rule in LEDGER_RULEBOOK.rules.values()]})


@route(
    games,
    "GET",
    "/ledger/rules/<rule_id>",
    "One rule of the ledger, by its id",
    answers={200: RuleOut},
    problems=("not-found",),
)
def get_ledger_rule(rule_id: str) -> Response:
    if rule_id not in LEDGER_RULEBOOK:
        not_found("The ledger has no rule with this id.")
    return json_response(_rule(LEDGER_RULEBOOK[rule_id]))
