"""Tokens, and codes for a second device."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import DocumentSchema
from service.web.schemas.people import NAME_LENGTH_MAX, check_name

CODE_LENGTH = 8


class TokenIn(Schema):
    name = fields.String(
        load_default="",
        validate=[validate.Length(0, NAME_LENGTH_MAX), check_name],
        metadata={"description": "What you call it, such as the name of the device."},
    )


class RedeemIn(TokenIn):
    code = fields.String(
        required=True, validate=validate.Regexp(rf"^[A-Za-z]{{{CODE_LENGTH}}}$(?!\n)"), metadata={"example": "BCDFGHJK"}
    )


class TokenOut(DocumentSchema):
    id = fields.String(metadata={"description": "Names the token; it is not the token."})
    name = fields.String()
    made_at = fields.Integer()
    used_on = fields.String(
        allow_none=True, metadata={"description": "The last day on which it was used, such as 2026-11-18."}
    )
    current = fields.Boolean(metadata={"description": "Whether it is the one that you have sent."})


class TokensOut(DocumentSchema):
    tokens = fields.List(fields.Nested(TokenOut), metadata={"description": "Oldest first."})


class NewTokenOut(DocumentSchema):
    id = fields.String()
    name = fields.String()
    made_at = fields.Integer()
    player = fields.String(metadata={"description": "The id of the player whose token it is."})
    token = fields.String(metadata={"description": "Shown only in this response."})


class CodeOut(DocumentSchema):
    code = fields.String(metadata={"description": "Eight letters; works once."})
    expires_at = fields.Integer()
