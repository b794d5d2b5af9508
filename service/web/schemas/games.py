"""The games and their rules, cards and statistics."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from service.web.schemas.common import VERSION_MAX, DocumentSchema


class SeatCountOut(DocumentSchema):
    players = fields.Integer()
    seat = fields.Integer()
    played = fields.Integer()
    won = fields.Integer()


class BucketOut(DocumentSchema):
    least = fields.Integer()
    below = fields.Integer()
    count = fields.Integer()


class CardCountOut(DocumentSchema):
    card = fields.String(metadata={"description": "The id of a card in the game's catalogue"})
    played = fields.Integer(metadata={"description": "Seats that have openly played it, counted once per match"})
    won = fields.Integer()
    expected = fields.Float(metadata={"description": "Wins that would be expected if the card made no difference"})


class StatsOut(DocumentSchema):
    matches = fields.Integer()
    seats = fields.List(fields.Nested(SeatCountOut))
    events_median = fields.Integer()
    lengths = fields.List(fields.Nested(BucketOut))
    cards = fields.List(fields.Nested(CardCountOut))


class RuleOut(DocumentSchema):
    id = fields.String()
    section = fields.String()
    text = fields.String()


class RulesQuery(Schema):
    version = fields.Integer(
        validate=validate.Range(1, VERSION_MAX),
        metadata={"description": "Version of the rules, as a match says it; by default the newest."},
    )


class RulesOut(DocumentSchema):
    rules_version = fields.Integer(
        allow_none=True, metadata={"description": "Version of the rules; null for those of the ledger."}
    )
    rules = fields.List(fields.Nested(RuleOut))


class GameShortOut(DocumentSchema):
    slug = fields.String()
    name = fields.String()
    rules_version = fields.Integer()
    seats_min = fields.Integer()
    seats_max = fields.Integer()
    prefix = fields.String(metadata={"description": "How the ids of its rules begin: `COUP` of `COUP-4.3`."})
    about = fields.String(
        metadata={"description": "What it is like and how long it takes, for people who choose a game; may be empty."}
    )
    emblem = fields.List(
        fields.String(),
        metadata={"description": "SVG paths in a square of 32 by 32, the first one filled; empty without a drawing."},
    )
    table = fields.String(
        allow_none=True,
        metadata={"description": "Address of the script that draws its table in the pages; null: the general table."},
    )


class GameOut(GameShortOut):
    options = fields.Dict(metadata={"description": "JSON Schema of the options."})
    clocks = fields.Dict(metadata={"description": "JSON Schema of the time limits of a match."})
    commands = fields.Dict(metadata={"description": "JSON Schema of each command's parameters."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts."})
    catalogue_digest = fields.String()
    packs = fields.List(
        fields.String(), metadata={"description": "The installed deck packs that the options may name."}
    )


class SchemaOut(Schema):
    """A JSON Schema (2020-12)."""

    class Meta:
        unknown = INCLUDE


class CatalogueOut(DocumentSchema):
    digest = fields.String(metadata={"description": "As stored in the first event of the match."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts."})


class GamesOut(DocumentSchema):
    games = fields.List(fields.Nested(GameShortOut))
