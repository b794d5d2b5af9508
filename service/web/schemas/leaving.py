"""Leaving a match, seats that are away, and the invitation to one."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from games.bots import KINDS
from service.web.schemas.common import DocumentSchema, Whole

POLICY = fields.String(
    load_default="sensible",
    validate=validate.OneOf(KINDS),
    metadata={"description": "How the bot plays that takes over."},
)


class LeaveIn(Schema):
    way = fields.String(
        data_key="as",
        attribute="as",
        required=True,
        validate=validate.OneOf(["concede", "bot", "call-off"]),
        metadata={
            "description": "Give up for good; let a bot play on until you are back; or end the match without a result, "
            "at once before everybody has played and later when all agree."
        },
    )
    policy = POLICY


class AwayIn(Schema):
    seat = Whole(required=True, validate=validate.Range(0, 11))
    way = fields.String(
        data_key="as",
        attribute="as",
        required=True,
        validate=validate.OneOf(["bot", "concede"]),
        metadata={"description": "A bot plays on for the seat until its player is back, or the seat concedes."},
    )
    policy = POLICY


class AwaySeatOut(DocumentSchema):
    seat = fields.Integer()
    at = fields.Integer(metadata={"description": "Time in ms from which the others may act on the seat."})


class CallOffOut(DocumentSchema):
    agreed = fields.List(fields.Integer())
    waiting_for = fields.List(fields.Integer(), metadata={"description": "The seats that have not agreed yet."})


class InvitedSeatOut(DocumentSchema):
    seat = fields.Integer()
    name = fields.String(allow_none=True, metadata={"description": "Null if the seat is free."})


class InvitationOut(DocumentSchema):
    id = fields.String()
    game = fields.String()
    game_name = fields.String()
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    public = fields.Boolean()
    options = fields.Dict()
    turn_s = fields.Integer(allow_none=True)
    reaction_s = fields.Integer(allow_none=True)
    total_s = fields.Integer(allow_none=True)
    increment_s = fields.Integer()
    away_s = fields.Integer(allow_none=True)
    seats = fields.List(fields.Nested(InvitedSeatOut))
    free = fields.Integer(metadata={"description": "Free seats."})


class RematchOut(DocumentSchema):
    id = fields.String(metadata={"description": "The match in which the old one is played again."})
