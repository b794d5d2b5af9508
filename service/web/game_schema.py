"""JSON Schemas of what a game sends and takes: commands, events, options, catalogue, view; made from its records.

The OpenAPI document has those of every game as components (`coup.ActionDeclared`), and /v1/games/{slug}/schema those of
one game as one JSON Schema. References in what `schemas_of` returns begin with `at`. All are closed; what is sent to
clients is opened before it is published (service/web/open_answers.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from events.codec import schema_of
from events.visibility import ALL_PART, SEALED_PART, Erasable, Mark, OnlyFor, PerSeat, Sealed, marks
from games.decider import Decider
from games.registry import all_games
from ledger.events import MATCH_EVENTS
from service.web.open_answers import find_reached, open_answers

Schema = dict[str, Any]
SCHEMAS = "#/components/schemas/"  # where an OpenAPI document has them
_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer", "minimum": 0}
# What the API says of every event beside its own fields (events/envelope.py).
_ENVELOPE: Schema = {
    "version": {"type": "integer", "minimum": 1},
    "step": _WHOLE,
    "command": _TEXT,
    "actor": _TEXT,
    "at": _WHOLE,
    "rule": _TEXT,
}
# Said once, because it holds for each of some 260 event types.
EVENT_FIELDS = (
    "`version`: place of the event in the match, from 1 without gaps. `step`: the step that it belongs to; 0 is lobby "
    "and setup. `command`: id of the command that caused it, in hex. `actor`: who caused it, such as `seat:0`, "
    "`clock:0` or `arbiter:…`. `at`: server time in ms. `rule`: rule ids, separated by spaces. `public`: what all may "
    "see. `secret`: the hidden fields that you may see, by audience: `seat:0,2`, `sealed` (after the end), `all`."
)


def schemas_of(game: Decider[Any], at: str) -> dict[str, Schema]:
    """All schemas of a game by name; `Command`, `Event`, `Options`, `Catalogue` and `View` are its entries."""
    command_types = {name: kind for name, kind in game.commands.items() if kind not in game.clock.clock_commands}
    entries = {"Options": game.options, "Catalogue": game.catalogue_type, "View": game.presentation.view_type}
    event_types = tuple(game.rules.on_event)
    records = _Records([*event_types, *command_types.values(), *entries.values()], at)
    found: dict[str, Schema] = {}
    for name, kind in command_types.items():
        found[name] = _command(game, name, records.pop(kind))
    for kind in event_types:
        found[kind.__name__] = _event(kind, records.pop(kind))
    for name, kind in entries.items():
        found[name] = records.pop(kind)
    found["Command"] = _one_of(command_types, at, f"A command of {game.name}.")
    found["Event"] = _one_of([kind.__name__ for kind in event_types], at, f"An event of {game.name}. {EVENT_FIELDS}")
    assert not found.keys() & records.rest.keys(), found.keys() & records.rest.keys()
    return _separate_answers(found | records.rest, at, inputs={*command_types, "Command", "Options"})


def _separate_answers(schemas: dict[str, Schema], at: str, inputs: set[str]) -> dict[str, Schema]:
    """With a schema of its own for what answers have in common with requests, such as `OptionsOut` beside `Options`: it
    may get fields that a request of this release does not have."""
    taken = inputs | find_reached(schemas, [schemas[name] for name in inputs])
    sent = find_reached(schemas, [schema for name, schema in schemas.items() if name not in taken])
    both = {"Options", *find_reached(schemas, schemas["Options"]), *(sent & taken)}  # every match says its options
    names = {at + name: f"{at}{name}Out" for name in both}
    twins = {f"{name}Out": schemas[name] | {"title": f"{name}Out"} for name in sorted(both)}
    assert not twins.keys() & schemas.keys(), twins.keys() & schemas.keys()
    entries = (schemas | twins).items()
    return {name: schema if name in taken else _rename_references(schema, names) for name, schema in entries}


def _rename_references(value: Any, names: Mapping[str, str]) -> Any:
    """With other references."""
    if isinstance(value, dict):
        return {word: _rename_references(part, names) for word, part in value.items()}
    if isinstance(value, list):
        return [_rename_references(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def match_event_schemas(at: str) -> dict[str, Schema]:
    """The events that every match has, whatever is played; `MatchEvent` is any of them."""
    records = _Records(MATCH_EVENTS, at)
    found = {kind.__name__: _event(kind, records.pop(kind)) for kind in MATCH_EVENTS}
    found["MatchEvent"] = _one_of(list(found), at, f"An event that any match can have. {EVENT_FIELDS}")
    return found | records.rest


def component_schemas(games: Mapping[str, Decider[Any]]) -> dict[str, Schema]:
    """For an OpenAPI document: the schemas of each game under its slug, and those that are any of them."""
    found = match_event_schemas(SCHEMAS)
    for slug, game in games.items():
        for name, schema in schemas_of(game, f"{SCHEMAS}{slug}.").items():
            # Generators of clients name their classes after titles, and several games have words in common.
            found[f"{slug}.{name}"] = schema | {"title": f"{slug}.{name}"}
    for name in ("Command", "Options", "OptionsOut", "Catalogue", "View"):
        found[name] = {"anyOf": [{"$ref": f"{SCHEMAS}{slug}.{name}"} for slug in games]}
    events = [{"$ref": f"{SCHEMAS}{slug}.Event"} for slug in games]
    # Not one list of all types: some names occur in several games.
    found["Event"] = {"description": EVENT_FIELDS, "anyOf": [*events, {"$ref": f"{SCHEMAS}MatchEvent"}]}
    return found


@cache
def game_schema(slug: str) -> bytes:
    """The schema of a game as clients get it: open but for commands and options, which they send."""
    schema = closed_game_schema(slug)
    inputs = [schema["properties"]["command"], schema["properties"]["options"]]
    return msgspec.json.encode(schema | {"$defs": open_answers(schema["$defs"], inputs)})


def closed_game_schema(slug: str) -> Schema:
    """One game as one JSON Schema: an instance has any of a command, an event, options, a catalogue and a view."""
    game, at = all_games()[slug], "#/$defs/"
    definitions = match_event_schemas(at) | schemas_of(game, at)
    definitions["Event"]["oneOf"] += definitions["MatchEvent"]["oneOf"]
    entries = {name.lower(): {"$ref": at + name} for name in ("Command", "Event", "Options", "Catalogue", "View")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"/v1/games/{slug}/schema",
        "title": game.name,
        "description": f"{game.name}, rules version {game.rules_version}: what clients send and get.",
        "type": "object",
        "properties": entries,
        "additionalProperties": False,
        "$defs": definitions,
    }


def params_schema(command_type: type[msgspec.Struct]) -> Schema:
    """A schema of its own for the parameters of one command."""
    records = _Records([command_type], "#/$defs/")
    schema = _without_seat(records.pop(command_type))
    return schema | ({"$defs": records.rest} if records.rest else {})


class _Records:
    """The schemas of these types and of all records in them; `pop` takes one out, `rest` are those in them."""

    def __init__(self, types: Iterable[Any], at: str) -> None:
        listed = list(types)
        schemas, self.rest = msgspec.json.schema_components(listed, ref_template=at + "{name}")
        self._schemas = dict(zip(listed, schemas, strict=True))
        _type_the_rest_of_tuples([schemas, self.rest])
        self._at = at

    def pop(self, kind: Any) -> Schema:
        schema: Schema = self._schemas[kind]
        return self.rest.pop(schema["$ref"].removeprefix(self._at)) if "$ref" in schema else schema


def _type_the_rest_of_tuples(part: Any) -> None:
    """A tuple ends after its `prefixItems`, which `maxItems` says as well. Generators of clients refuse `items: false`
    and read the type of an entry from `items`, so that any of the entries' types stands there."""
    if isinstance(part, dict):
        if part.get("items") is False:
            kinds = [
                kind for number, kind in enumerate(part["prefixItems"]) if kind not in part["prefixItems"][:number]
            ]
            part["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            _type_the_rest_of_tuples(inner)


def _without_seat(schema: Schema) -> Schema:
    """The parameters of a command: its fields without the seat, which follows from the token."""
    properties = {name: _without_default(value) for name, value in schema["properties"].items() if name != "seat"}
    required = [name for name in schema.get("required", []) if name != "seat"]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _without_default(schema: Schema) -> Schema:
    """A parameter or a field that may be left out is one that is not required. Beside that a default says nothing new,
    and generators of clients take it for a promise that the field is always there."""
    return {word: value for word, value in schema.items() if word != "default"}


def _command(game: Decider[Any], name: str, schema: Schema) -> Schema:
    params = _without_seat(schema)
    return {
        "type": "object",
        "title": f"{game.name}: {name}",
        **_description(schema),
        "properties": {"type": {"type": "string", "const": name}, "params": params},
        "required": ["type", "params"] if params["required"] else ["type"],
        "additionalProperties": False,
    }


def _event(kind: type[msgspec.Struct], schema: Schema) -> Schema:
    marked = marks(kind)
    fields = {name: _without_default(value) for name, value in schema["properties"].items() if name != "rule"}
    # A field that was added later has a default, and older stored events do not have it.
    always = [name for name in schema.get("required", []) if name in fields and name not in marked]
    seen = {name: value for name, value in fields.items() if isinstance(marked.get(name), OnlyFor | None)}
    properties = {
        **_ENVELOPE,
        "type": {"type": "string", "const": kind.__name__},
        "schema": {"type": "integer", "const": schema_of(kind)},
        "public": {"type": "object", "properties": seen, "required": always, "additionalProperties": False},
    }
    if marked:
        properties["secret"] = _secret({name: (fields[name], mark) for name, mark in marked.items()}, kind)
    required = [name for name in properties if name != "secret"]
    return {
        "type": "object",
        "title": kind.__name__,
        **_description(schema),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _secret(marked: Mapping[str, tuple[Schema, Mark]], kind: type[msgspec.Struct]) -> Schema:
    """The parts that a viewer may see: `seat:0,2` for those seats, `sealed` once the match is over, `all`."""
    for_all = {name: value for name, (value, mark) in marked.items() if isinstance(mark, Erasable)}
    # What is for nobody is sealed.
    sealed = {name: value for name, (value, mark) in marked.items() if isinstance(mark, Sealed | OnlyFor)}
    for_seats = {name: value for name, (value, mark) in marked.items() if isinstance(mark, OnlyFor)}
    for_seats |= {
        name: _entry(value, kind, name) for name, (value, mark) in marked.items() if isinstance(mark, PerSeat)
    }
    properties = {part: _part(fields) for part, fields in ((ALL_PART, for_all), (SEALED_PART, sealed)) if fields}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": _part(for_seats) if for_seats else False,
    }


def _part(fields: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(fields), "additionalProperties": False}


def _entry(schema: Schema, kind: type[msgspec.Struct], name: str) -> Schema:
    """The schema of one entry of a tuple with one entry for each seat."""
    assert "items" in schema, f"{kind.__name__}.{name}: {get_args(get_type_hints(kind)[name])} has no one kind of entry"
    entry: Schema = schema["items"]
    return entry


def _one_of(names: Iterable[str], at: str, description: str) -> Schema:
    mapping = {name: at + name for name in names}
    return {
        "description": description,
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _description(schema: Schema) -> Schema:
    return {"description": schema["description"]} if "description" in schema else {}
