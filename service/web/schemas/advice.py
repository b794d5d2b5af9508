"""What the search would play."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import DocumentSchema

SEAT_MAX = 99


class AdviceQuery(Schema):
    seat = fields.Integer(
        validate=validate.Range(0, SEAT_MAX),
        metadata={"description": "For whom; by default the first of the seats that had to decide."},
    )


class ComparedOut(DocumentSchema):
    type = fields.String()
    params = fields.Dict()
    label = fields.String(metadata={"description": "What the choice was called."})
    names = fields.Dict(metadata={"description": "By parameter: what its value was called, where it has a name."})
    worth = fields.Float(metadata={"description": "From 0, lost, to 1, won; on average over the worlds."})
    passes = fields.Integer(metadata={"description": "In how many worlds it was tried."})


class AdviceOut(DocumentSchema):
    step = fields.Integer(metadata={"description": "The position is the one after this step."})
    version = fields.Integer()
    seat = fields.Integer()
    to_act = fields.List(fields.Integer(), metadata={"description": "The seats that had to decide there."})
    candidates = fields.Integer(metadata={"description": "How many commands were compared."})
    compared = fields.List(fields.Nested(ComparedOut), metadata={"description": "The best first, five at most."})
    played = fields.Dict(
        allow_none=True,
        metadata={"description": "The next command of this seat in the match, with its `step`; null if it sent none."},
    )
