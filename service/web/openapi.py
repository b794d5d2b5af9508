"""The OpenAPI document as this service serves it: the file of the project, with the schemas of installed games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from games.registry import all_games, house_games
from service.web.game_schema import component_schemas
from service.web.open_answers import open_all_answers

_FILE = Path(__file__).parents[2] / "api_spec" / "openapi.json"


@cache
def openapi_document() -> bytes:
    text = _FILE.read_bytes()
    if all_games().keys() == house_games().keys():
        return text
    document = msgspec.json.decode(text)
    document["components"]["schemas"] |= component_schemas(all_games())
    return msgspec.json.encode(open_all_answers(document))
