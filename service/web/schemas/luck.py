"""A player's part of the luck: committed to, and opened."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import DocumentSchema

_HEX_32 = validate.Regexp(r"^[0-9a-f]{64}$(?!\n)", error="Must be 64 hexadecimal digits.")


class CommitmentIn(Schema):
    commitment = fields.String(
        required=True,
        validate=_HEX_32,
        metadata={"description": "SHA-256 of match, seat, player and part, in hex: docs/proofs.md."},
    )


class PartIn(Schema):
    part = fields.String(
        required=True, validate=_HEX_32, metadata={"description": "The 32 bytes that were committed to, in hex."}
    )


class OpeningOut(DocumentSchema):
    round = fields.Integer(metadata={"description": "1 to 3; the next one begins if somebody withholds their part."})
    waiting_for = fields.List(fields.Integer(), metadata={"description": "Seats that have not opened their part."})
    deadline = fields.Integer(metadata={"description": "The last moment to open a part, in ms."})
