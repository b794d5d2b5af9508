"""Disputes and rulings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.audit import CheckpointOut, ProofOut
from service.web.schemas.common import CLAIM_LENGTH_MAX, VERSION_MAX, DocumentSchema, PageQuery, Whole, YesOrNo
from service.web.schemas.games import RuleOut
from service.web.schemas.play import ChoiceOut, EventOut


class DisputeIn(Schema):
    step = Whole(validate=validate.Range(0, VERSION_MAX))
    refusal_at = Whole(validate=validate.Range(0, VERSION_MAX), metadata={"description": "`at` of a rejection."})
    ruling = Whole(validate=validate.Range(0, VERSION_MAX), metadata={"description": "Number of a dispute."})
    claim = fields.String(required=True, validate=validate.Length(1, CLAIM_LENGTH_MAX))
    freeze = YesOrNo(
        load_default=False,
        metadata={"description": "Hold the match until the ruling. A player may twice, without upheld disputes."},
    )


class PreviewIn(Schema):
    ruling = fields.String(required=True, validate=validate.OneOf(["dismiss", "rewind", "adjust", "forfeit"]))
    to_step = Whole(validate=validate.Range(0, VERSION_MAX))
    winners = fields.List(Whole(validate=validate.Range(0, 11)), validate=validate.Length(0, 12))
    seat = Whole(validate=validate.Range(0, 11))


class RulingIn(PreviewIn):
    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_LENGTH_MAX))


class PreviewOut(DocumentSchema):
    undone = fields.List(fields.Integer(), metadata={"description": "The steps that would be taken back."})
    narration = fields.List(fields.String(), metadata={"description": "What the log of the match would say."})
    status = fields.String(metadata={"description": "Of the match."})
    to_act = fields.List(fields.Integer())
    result = fields.Dict(allow_none=True)
    state = fields.Dict(allow_none=True, metadata={"description": "The table after the ruling."})
    patch = fields.List(fields.Dict(), metadata={"description": "JSON Patch from the table as it is now."})


class DisputesQuery(PageQuery):
    status = fields.String(validate=validate.OneOf(["open", "ruled", "withdrawn"]))
    game = fields.String(validate=validate.Length(1, 40), metadata={"description": "Only of this game."})
    held = fields.Boolean(load_default=False, metadata={"description": "Only those that hold their match now."})
    opened_before = fields.Integer(
        validate=validate.Range(0, 10**15 - 1),
        metadata={"description": "Only older ones; a time in milliseconds. The first page only: `next` goes on."},
    )


class DisputeOut(DocumentSchema):
    id = fields.String()
    match = fields.String()
    game = fields.String()
    number = fields.Integer()
    opened_at = fields.Integer()
    by = fields.String()
    about_step = fields.Integer(allow_none=True)
    about_refusal = fields.Integer(allow_none=True)
    about_ruling = fields.Integer(allow_none=True)
    claim = fields.String()
    freezes = fields.Boolean()
    status = fields.String(validate=validate.OneOf(["open", "ruled", "withdrawn"]))
    ruling = fields.String(allow_none=True)
    reason = fields.String()
    ruled_by = fields.String()
    ruled_at = fields.Integer()
    withdrawn_at = fields.Integer(metadata={"description": "0 unless the claimant has withdrawn it."})
    has_frozen = fields.Boolean(metadata={"description": "Whether it has held the match, also if the hold is over."})
    evidence = fields.String(metadata={"description": "Path of the evidence."})


class DisputesOut(DocumentSchema):
    disputes = fields.List(fields.Nested(DisputeOut))
    next = fields.String(allow_none=True)


class EvidenceOut(Schema):
    match = fields.String(required=True)
    game = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    step = fields.Integer(required=True)
    seen_as = fields.String(required=True)
    command = fields.Dict(allow_none=True, required=True)
    actor = fields.String(required=True)
    at = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventOut), required=True)
    narration = fields.List(fields.String(), required=True)
    rules = fields.List(fields.Nested(lambda: RuleOut()), required=True)
    undone = fields.Boolean(required=True)
    before = fields.Dict(required=True, metadata={"description": "The views before the step, by viewer."})
    after = fields.Dict(required=True, metadata={"description": "The views after it, by viewer."})
    choices = fields.List(fields.Nested(ChoiceOut), required=True)
    luck = fields.List(fields.Raw(), allow_none=True, required=True)
    checkpoint = fields.Nested(CheckpointOut, required=True)
    proofs = fields.List(fields.Nested(ProofOut), required=True)
