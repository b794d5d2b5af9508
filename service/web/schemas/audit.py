"""Proofs, audits, the log of match heads, refused commands, files."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import PAGE_MAX, VERSION_MAX, all_required


class ProofQuery(Schema):
    version = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    old_size = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    size = fields.Integer(
        validate=validate.Range(1, VERSION_MAX), metadata={"description": "Of the tree; else the current one."}
    )


class AuditQuery(Schema):
    step = fields.Integer(
        validate=validate.Range(0, VERSION_MAX), metadata={"description": "Execute this step alone again."}
    )


class LogEntriesQuery(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(0, VERSION_MAX))
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, PAGE_MAX))


class LogProofQuery(Schema):
    entry = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    old_size = fields.Integer(validate=validate.Range(1, VERSION_MAX))
    size = fields.Integer(
        validate=validate.Range(1, VERSION_MAX), metadata={"description": "Of the log; else the current one."}
    )


@all_required
class CheckOut(Schema):
    name = fields.String()
    ok = fields.Boolean()
    detail = fields.String()


@all_required
class AuditOut(Schema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    checks = fields.List(fields.Nested(CheckOut))
    size = fields.Integer()
    root = fields.String()
    step = fields.Integer(allow_none=True, metadata={"description": "null if the whole match was executed again."})


@all_required
class VerifiedOut(Schema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    checks = fields.List(fields.Nested(CheckOut))


@all_required
class CheckpointOut(Schema):
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


@all_required
class MatchHeadOut(Schema):
    match = fields.String()
    size = fields.Integer()
    root = fields.String()


@all_required
class LogEntryOut(Schema):
    entry = fields.Integer(metadata={"description": "Its place in the log, from 1."})
    leaf = fields.String()
    head = fields.Nested(MatchHeadOut, allow_none=True, metadata={"description": "null if the match is private."})


@all_required
class LogEntriesOut(Schema):
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


@all_required
class LoggedOut(Schema):
    head = fields.Nested(MatchHeadOut)
    entry = fields.Integer()
    log_size = fields.Integer()
    log_root = fields.String()
    proof = fields.List(fields.String())
    note = fields.String(metadata={"description": "The log's checkpoint in the signed-note form of C2SP."})


@all_required
class MatchLoggedOut(Schema):
    logged = fields.Nested(LoggedOut, allow_none=True, metadata={"description": "null if the log has none yet."})


@all_required
class RejectionOut(Schema):
    at = fields.Integer()
    seat = fields.Integer(allow_none=True)
    command = fields.Raw(allow_none=True)
    problem = fields.Dict()


@all_required
class RejectionsOut(Schema):
    rejections = fields.List(fields.Nested(RejectionOut))


@all_required
class ImportedOut(Schema):
    id = fields.String()
    size = fields.Integer()
    root = fields.String()


@all_required
class KeyOut(Schema):
    key = fields.String()
