"""Proofs, audits, the log of match heads, refused commands, exported files."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import PAGE_MAX, VERSION_MAX, DocumentSchema
from service.web.schemas.matches import ImportedFromOut


class ProofQuery(Schema):
    version = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    old_size = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    size = fields.Integer(
        validate=validate.Range(1, VERSION_MAX),
        metadata={"description": "Size of the tree; by default the current one."},
    )


class AuditQuery(Schema):
    step = fields.Integer(
        validate=validate.Range(0, VERSION_MAX), metadata={"description": "Execute only this step again."}
    )


class LogEntriesQuery(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(0, VERSION_MAX))
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, PAGE_MAX))


class LogProofQuery(Schema):
    entry = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    old_size = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    size = fields.Integer(
        validate=validate.Range(1, VERSION_MAX),
        metadata={"description": "Size of the log; by default the current one."},
    )


VALUES = ["proven", "not proven here", "broken"]


class CheckOut(DocumentSchema):
    name = fields.String()
    value = fields.String(validate=validate.OneOf(VALUES))
    ok = fields.Boolean(metadata={"description": "Whether the value is not `broken`."})
    detail = fields.String()
    version = fields.Integer(allow_none=True, metadata={"description": "The event at which it is broken, if at one."})


class AuditOut(DocumentSchema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    conclusion = fields.String(validate=validate.OneOf(VALUES))
    checks = fields.List(fields.Nested(CheckOut))
    size = fields.Integer()
    root = fields.String()
    step = fields.Integer(allow_none=True, metadata={"description": "null if the whole match was executed again."})


class VerifiedOut(DocumentSchema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    conclusion = fields.String(
        validate=validate.OneOf(VALUES),
        metadata={"description": "Broken if one check is, proven if all are, otherwise not proven here."},
    )
    checks = fields.List(fields.Nested(CheckOut))


class CheckpointOut(DocumentSchema):
    origin = fields.String()
    size = fields.Integer()
    root = fields.String()
    note = fields.String(metadata={"description": "The checkpoint in the signed-note form of C2SP."})
    key = fields.String()
    imported = fields.Nested(
        ImportedFromOut, allow_none=True, metadata={"description": "Where the match was played, if not here."}
    )


class LogCheckpointOut(DocumentSchema):
    origin = fields.String()
    size = fields.Integer()
    root = fields.String()
    note = fields.String(metadata={"description": "The checkpoint in the signed-note form of C2SP."})
    key = fields.String()


class ProofOut(Schema):
    size = fields.Integer(required=True)
    root = fields.String(required=True)
    proof = fields.List(fields.String(), required=True)
    version = fields.Integer()
    leaf = fields.Dict()
    old_size = fields.Integer()
    old_root = fields.String()


class MatchHeadOut(Schema):
    match = fields.String(required=True)
    size = fields.Integer(required=True)
    root = fields.String(required=True)
    lost_after = fields.Integer(
        metadata={"description": "Only after a loss: earlier heads of the match beyond this version do not count."}
    )


class LogEntryOut(DocumentSchema):
    entry = fields.Integer(metadata={"description": "Its number in the log, from 1."})
    leaf = fields.String()
    head = fields.Nested(MatchHeadOut, allow_none=True, metadata={"description": "null if the match is private."})


class LogEntriesOut(DocumentSchema):
    entries = fields.List(fields.Nested(LogEntryOut))


class LogProofOut(Schema):
    size = fields.Integer(required=True)
    root = fields.String(required=True)
    proof = fields.List(fields.String(), required=True)
    entry = fields.Integer()
    leaf = fields.String()
    head = fields.Nested(MatchHeadOut, allow_none=True)
    old_size = fields.Integer()
    old_root = fields.String()


class LoggedOut(DocumentSchema):
    head = fields.Nested(MatchHeadOut)
    entry = fields.Integer()
    log_size = fields.Integer()
    log_root = fields.String()
    proof = fields.List(fields.String())
    note = fields.String(metadata={"description": "The log's checkpoint in the signed-note form of C2SP."})
    origin = fields.String(metadata={"description": "The name of the log."})


class MatchLoggedOut(DocumentSchema):
    logged = fields.Nested(LoggedOut, allow_none=True, metadata={"description": "null if the log has none yet."})


class RejectionOut(DocumentSchema):
    at = fields.Integer()
    seat = fields.Integer(allow_none=True)
    command = fields.Raw(allow_none=True)
    problem = fields.Dict()


class RejectionsOut(DocumentSchema):
    rejections = fields.List(fields.Nested(RejectionOut))


class ImportedOut(DocumentSchema):
    id = fields.String()
    size = fields.Integer()
    root = fields.String()


class KeyOut(DocumentSchema):
    key = fields.String()
