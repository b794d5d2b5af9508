"""Players, bots, standings."""

from __future__ import annotations

import re

from marshmallow import Schema, ValidationError, fields, validate

from games.bots import KINDS
from service.web.schemas.common import PAGE_MAX, DocumentSchema, Whole

NAME_LENGTH_MAX = 40


# Control characters, line and paragraph separators, surrogates, and the characters that set the direction of the text
# that follows. Other invisible characters belong in names: Persian, Hindi and many emoji are written with joiners, and
# an emoji may be newer than the Unicode tables of this Python.
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def check_name(name: str) -> None:
    if name != name.strip():
        raise ValidationError("A name does not begin or end with a space.")
    if _FORBIDDEN.search(name):
        raise ValidationError("A name has no control characters and no characters that set the text direction.")


class PlayerIn(Schema):
    name = fields.String(required=True, validate=[validate.Length(1, NAME_LENGTH_MAX), check_name])


class BotsIn(Schema):
    policy = fields.String(
        load_default="sensible",
        validate=validate.OneOf(KINDS),
        metadata={"description": "How they choose: by the game's policy, by chance, or by a search in drawn worlds."},
    )
    count = Whole(
        validate=validate.Range(1, 11), metadata={"description": "How many; by default one for every free seat."}
    )
    seats = fields.List(
        Whole(validate=validate.Range(0, 11)),
        validate=validate.Length(1, 12),
        metadata={"description": "Which seats, in place of `count`."},
    )


class StandingsQuery(Schema):
    game = fields.String(validate=validate.Length(1, 40))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, PAGE_MAX))


class PlayerOut(DocumentSchema):
    id = fields.String()
    name = fields.String()


class NewPlayerOut(PlayerOut):
    token = fields.String(metadata={"description": "Shown only in this response."})


class MeOut(PlayerOut):
    role = fields.String(validate=validate.OneOf(["player", "arbiter", "admin"]))


class BotsOut(DocumentSchema):
    seats = fields.List(fields.Integer(), metadata={"description": "The seats that the bots were given."})


class StandingOut(DocumentSchema):
    player = fields.String(metadata={"description": "The id of the player; bots of one kind count as one player."})
    name = fields.String()
    played = fields.Integer(metadata={"description": "Matches with a result, played by the player or conceded."})
    won = fields.Integer()
    conceded = fields.Integer(metadata={"description": "Of those played."})
    by_bot = fields.Integer(
        metadata={"description": "Matches that a bot has finished for the player; not among those played."}
    )
    called_off = fields.Integer(metadata={"description": "Matches without a result; not among those played."})


class StandingsOut(DocumentSchema):
    matches = fields.Integer()
    standings = fields.List(fields.Nested(StandingOut))
