"""A reported step."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from projections.step_report import FORMAT
from service.web.schemas.common import CLAIM_LENGTH_MAX, DocumentSchema


class ReportIn(Schema):
    remark = fields.String(
        load_default="",
        validate=validate.Length(max=CLAIM_LENGTH_MAX),
        metadata={"description": "What is wrong with the step, in your words; it is sent back in the document."},
    )


class ReportedCommandOut(DocumentSchema):
    step = fields.Integer()
    place = fields.Integer(metadata={"description": "In the line of steps that count; the dice are keyed by it."})
    seat = fields.Integer(metadata={"description": "-1 is the clock."})
    at = fields.Integer()
    type = fields.String()
    params = fields.Dict(allow_none=True, metadata={"description": "null: another seat's, in a match that runs."})


class ReportedEventOut(DocumentSchema):
    type = fields.String()
    fields_ = fields.Dict(data_key="fields", metadata={"description": "What is hidden from you is null."})


class ReportOut(DocumentSchema):
    format = fields.String(validate=validate.Equal(FORMAT))
    match = fields.String()
    game = fields.String()
    rules_version = fields.Integer()
    catalogue = fields.String(metadata={"description": "The digest of the cards."})
    options = fields.Dict()
    seats = fields.Integer()
    step = fields.Integer()
    seen_as = fields.Raw(
        metadata={
            "oneOf": [{"type": "integer"}, {"enum": ["spectator", "arbiter"], "type": "string"}],
            "description": "Your seat, or `spectator`; `arbiter`, which is everything, after the match has ended.",
        }
    )
    remark = fields.String()
    begun_at = fields.Integer(metadata={"description": "The time of the setup; 0 while the match runs."})
    seed = fields.String(metadata={"description": "Of the match, after it has ended; until then it is made up."})
    state = fields.Dict(
        allow_none=True,
        metadata={"description": "The game's state where `commands` begin; null: they begin at the setup."},
    )
    commands = fields.List(fields.Nested(ReportedCommandOut))
    events = fields.List(fields.Nested(ReportedEventOut))
