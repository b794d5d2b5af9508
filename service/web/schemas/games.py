"""The games and their rules, cards and statistics."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.web.schemas.common import all_required


@all_required
class SeatCountOut(Schema):
    players = fields.Integer()
    seat = fields.Integer()
    played = fields.Integer()
    won = fields.Integer()


@all_required
class BucketOut(Schema):
    least = fields.Integer()
    below = fields.Integer()
    count = fields.Integer()


@all_required
class CardCountOut(Schema):
    card = fields.String(metadata={"description": "The id of a card in the game's catalogue"})
    played = fields.Integer(metadata={"description": "Seats that have openly played it, each counted once a match"})
    won = fields.Integer()
    expected = fields.Float(metadata={"description": "Their wins, if the card made no difference"})


@all_required
class StatsOut(Schema):
    matches = fields.Integer()
    seats = fields.List(fields.Nested(SeatCountOut))
    events_median = fields.Integer()
    lengths = fields.List(fields.Nested(BucketOut))
    cards = fields.List(fields.Nested(CardCountOut))


@all_required
class RuleOut(Schema):
    id = fields.String()
    section = fields.String()
    text = fields.String()


@all_required
class RulesOut(Schema):
    rules = fields.List(fields.Nested(RuleOut))


@all_required
class GameShortOut(Schema):
    slug = fields.String()
    name = fields.String()
    rules_version = fields.Integer()
    seats_min = fields.Integer()
    seats_max = fields.Integer()


@all_required
class GameOut(GameShortOut):
    options = fields.Dict(metadata={"description": "JSON Schema of the options."})
    clocks = fields.Dict(metadata={"description": "JSON Schema of the deadlines that a match may have."})
    commands = fields.Dict(metadata={"description": "JSON Schema of each command's parameters."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})
    catalogue_digest = fields.String()
    packs = fields.List(fields.String(), metadata={"description": "The operator's deck packs that a match may name."})


@all_required
class CatalogueOut(Schema):
    digest = fields.String(metadata={"description": "What the match pins in its first event."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})


@all_required
class GamesOut(Schema):
    games = fields.List(fields.Nested(GameShortOut))
