"""The games and their rules, cards and statistics."""

from __future__ import annotations

from marshmallow import fields

from service.web.schemas.common import DocumentSchema


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
    played = fields.Integer(metadata={"description": "Seats that have openly played it, each counted once a match"})
    won = fields.Integer()
    expected = fields.Float(metadata={"description": "Their wins, if the card made no difference"})


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


class RulesOut(DocumentSchema):
    rules = fields.List(fields.Nested(RuleOut))


class GameShortOut(DocumentSchema):
    slug = fields.String()
    name = fields.String()
    rules_version = fields.Integer()
    seats_min = fields.Integer()
    seats_max = fields.Integer()


class GameOut(GameShortOut):
    options = fields.Dict(metadata={"description": "JSON Schema of the options."})
    clocks = fields.Dict(metadata={"description": "JSON Schema of the deadlines that a match may have."})
    commands = fields.Dict(metadata={"description": "JSON Schema of each command's parameters."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})
    catalogue_digest = fields.String()
    packs = fields.List(fields.String(), metadata={"description": "The operator's deck packs that a match may name."})


class CatalogueOut(DocumentSchema):
    digest = fields.String(metadata={"description": "What the match pins in its first event."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})


class GamesOut(DocumentSchema):
    games = fields.List(fields.Nested(GameShortOut))
