"""Health, readiness and problem types."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from service.problems import HANDLING
from service.web.schemas.common import DocumentSchema


class HealthOut(DocumentSchema):
    status = fields.String()


class LoopOut(Schema):
    heard_s = fields.Float(required=True, metadata={"description": "Seconds since it last completed a turn."})
    failing = fields.String(required=True, allow_none=True)


class ReadyOut(Schema):
    status = fields.String(
        required=True, metadata={"description": "`ok`, or `degraded`: requests are served, but see `warnings`."}
    )
    durability = fields.Dict(required=True)
    background = fields.Dict(
        required=True,
        keys=fields.String(),
        values=fields.Nested(LoopOut),
        metadata={"description": "The loops of the background process: lists, clock, bots, head log."},
    )
    warnings = fields.List(fields.String(), required=True, metadata={"description": "What needs an operator."})


class ProblemTypeOut(DocumentSchema):
    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    remedy = fields.String()
    handling = fields.String(
        validate=validate.OneOf(list(HANDLING)),
        metadata={"description": " ".join(f"`{name}`: {sentence}" for name, sentence in HANDLING.items())},
    )
    explanation = fields.String()
    codes = fields.List(
        fields.String(),
        metadata={"description": "The values of `code` by the ledger's rules; those of a game are in its rulebook."},
    )


class ProblemTypesOut(DocumentSchema):
    problems = fields.List(fields.Nested(ProblemTypeOut))


class ProblemOut(Schema):
    """Further members give details of the problem (RFC 9457): the facts of a refusal, a seat, a link."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    remedy = fields.String(required=True)
    rule = fields.String(metadata={"description": "For an illegal move: the id of the rule."})
    code = fields.String(metadata={"description": "For an illegal move: a stable code."})
    late = fields.Boolean(
        metadata={
            "description": "True for an illegal move that may have been offered a moment ago: the decision that it "
            "answers is closed, or the turn or phase is over. Read `choices` again."
        }
    )
    rule_text = fields.String(metadata={"description": "Where the rule's text is, in the rules version of the match."})
    errors = fields.Dict(metadata={"description": "For a malformed request: the errors of each field."})
    version = fields.Integer(metadata={"description": "For a version conflict: the current version."})
