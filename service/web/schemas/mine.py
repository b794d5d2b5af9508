"""What a player's own matches want of them."""

from __future__ import annotations

from marshmallow import fields, validate

from service.web.schemas.common import DocumentSchema
from service.web.schemas.matches import ENDINGS, HeldOut


class OwnMatchOut(DocumentSchema):
    match = fields.String()
    game = fields.String()
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    version = fields.Integer()
    seat = fields.Integer(metadata={"description": "Your seat."})
    wants = fields.List(
        fields.String(validate=validate.OneOf(["move", "answer_undo", "agree_to_call_off"])),
        metadata={"description": "What the match waits for from you now."},
    )
    deadline = fields.Integer(allow_none=True, metadata={"description": "Time at which the clock acts, in ms."})
    seats = fields.Integer()
    names = fields.List(fields.String(), metadata={"description": "Who sits in the match."})
    held = fields.Nested(HeldOut, allow_none=True)
    ending = fields.String(allow_none=True, validate=validate.OneOf(ENDINGS))
    rematch = fields.String(allow_none=True)


class OwnMatchesOut(DocumentSchema):
    matches = fields.List(
        fields.Nested(OwnMatchOut),
        metadata={"description": "Those that wait for you first, by their deadlines; then the others."},
    )
