"""The games: options, commands, catalogues, and rules by id."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from flask import Response, request

from games.decider import Decider
from games.packs import FOUND
from games.registry import all_games, all_rules
from ledger import RULEBOOK as LEDGER_RULEBOOK
from ledger.rules_lobby import TURN_S_MAX, TURN_S_MIN
from pages import table_address
from service.web.game_schema import game_schema, params_schema
from service.web.http import Media, RouteGroup, not_found, query_args, route
from service.web.presenters import find_game
from service.web.responses import cached_response, json_response
from service.web.schemas.games import GameOut, GamesOut, RuleOut, RulesOut, RulesQuery, SchemaOut

games = RouteGroup("games")
_rules_query = RulesQuery()


def _short(game: Decider[Any]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "rules_version": game.rules_version,
        "seats_min": game.seats_min,
        "seats_max": game.seats_max,
        "prefix": game.prefix,
        "about": game.presentation.about,
        "emblem": game.presentation.emblem,
        "table": table_address(game.slug),
    }


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


@route(games, "GET", "/games", "The games", answers={200: GamesOut}, ignores_token=True)
def list_games() -> Response:
    """In alphabetical order; each with the number of seats that it can have and what the pages need to show it."""
    return json_response({"games": [_short(game) for game in all_games().values()]})


@route(
    games,
    "GET",
    "/games/<slug>",
    "A game: options, commands, catalogue, deck packs",
    answers={200: GameOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_game(slug: str) -> Response:
    """`commands` has the JSON Schema of each command's parameters, `options` that of the options of a new match. The
    catalogue is that of the default options; a match has its own at /v1/matches/{match}/catalogue."""
    return cached_response(request.environ, _document(find_game(slug).slug), "application/json")


@route(
    games,
    "GET",
    "/games/<slug>/schema",
    "Commands, events, options, catalogue and view of a game, as one JSON Schema",
    answers={200: Media("A JSON Schema", "application/schema+json", SchemaOut)},
    problems=("not-found",),
    ignores_token=True,
)
def get_schema(slug: str) -> Response:
    """JSON Schema 2020-12. `$defs` has `Command`, `Event` (with the events that every match has), `Options`,
    `Catalogue` and `View`, and every command and event under its own name."""
    return cached_response(request.environ, game_schema(find_game(slug).slug), "application/schema+json")


@route(
    games,
    "GET",
    "/games/<slug>/rules",
    "The rules of a game, in our own words",
    query=RulesQuery,
    answers={200: RulesOut},
    problems=("not-found",),
    ignores_token=True,
)
def list_rules(slug: str) -> Response:
    """Every rule has an id that events and refusals cite."""
    game = _find_rules(slug)
    return cached_response(request.environ, _rules(game.slug, game.rules_version), "application/json")


def _find_rules(slug: str) -> Decider[Any]:
    """The game in the rules version that the request asks for; by default the newest."""
    newest = find_game(slug)
    version = query_args(request.environ, _rules_query).get("version", newest.rules_version)
    game = all_rules().get((slug, version))
    if game is None:
        not_found(
            f"No rules of {newest.name} in version {version} are installed; the newest is {newest.rules_version}."
        )
    return game


@cache
def _rules(slug: str, version: int) -> bytes:
    rules = all_rules()[slug, version].rulebook.rules.values()
    return msgspec.json.encode({"rules_version": version, "rules": [_rule(rule) for rule in rules]})


@route(
    games,
    "GET",
    "/games/<slug>/rules/<rule_id>",
    "One rule, by its id",
    query=RulesQuery,
    answers={200: RuleOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_rule(slug: str, rule_id: str) -> Response:
    """Ids are those in the `rule` field of events and of refusals."""
    game = _find_rules(slug)
    if rule_id not in game.rulebook:
        not_found(f"{game.name} has no rule with this id.")
    return json_response(_rule(game.rulebook[rule_id]))


def _rule(rule: Any) -> dict[str, str]:
    return {"id": rule.id, "section": rule.section, "text": rule.text}


@route(
    games,
    "GET",
    "/ledger/rules",
    "The rules of the ledger: what may be done to any match",
    answers={200: RulesOut},
    ignores_token=True,
)
def list_ledger_rules() -> Response:
    """The ids begin with LEDGER: lobby, undo, clock, disputes."""
    return cached_response(request.environ, _ledger_rules(), "application/json")


@cache
def _ledger_rules() -> bytes:
    return msgspec.json.encode(
        {"rules_version": None, "rules": [_rule(rule) for rule in LEDGER_RULEBOOK.rules.values()]}
    )


@route(
    games,
    "GET",
    "/ledger/rules/<rule_id>",
    "One rule of the ledger, by its id",
    answers={200: RuleOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_ledger_rule(rule_id: str) -> Response:
    """Ids are those in the `rule` field of events and of refusals."""
    if rule_id not in LEDGER_RULEBOOK:
        not_found("The ledger has no rule with this id.")
    return json_response(_rule(LEDGER_RULEBOOK[rule_id]))
