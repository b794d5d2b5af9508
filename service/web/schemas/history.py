"""Steps, undo and branches."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.schemas.common import PAGE_MAX, VERSION_MAX, DocumentSchema, Whole, YesOrNo
from service.web.schemas.matches import UndoRequestOut
from service.web.schemas.play import EventOut

VIEW = r"^(then|spectator|revealed|seat:[0-9]{1,2})$"
CARD_LENGTH_MAX = 80


class UndoIn(Schema):
    to_step = Whole(validate=validate.Range(0, VERSION_MAX))


class VoteIn(Schema):
    accepts = YesOrNo(required=True, metadata={"description": "Whether the steps may be taken back."})


class UndoQuery(Schema):
    to_step = fields.Integer(validate=validate.Range(0, VERSION_MAX))


class BranchIn(Schema):
    step = Whole(required=True, validate=validate.Range(0, VERSION_MAX))
    public = YesOrNo(load_default=False)


class CompareQuery(Schema):
    step = fields.Integer(
        validate=validate.Range(0, VERSION_MAX),
        metadata={"description": "The step of the branch to compare; by default the last."},
    )


class _ViewQuery(Schema):
    view = fields.String(
        load_default="then",
        validate=validate.Regexp(VIEW),
        metadata={
            "description": "`then`: as you could see it then. `spectator`: as everybody could. After the match has "
            "ended also `seat:2`, as that seat could, and `revealed`: everything."
        },
    )
    line = fields.String(
        load_default="full",
        validate=validate.OneOf(["full", "effective"]),
        metadata={"description": "`full`: all steps. `effective`: without undone steps."},
    )


class StepQuery(_ViewQuery):
    base = fields.Integer(
        validate=validate.Range(0, VERSION_MAX),
        metadata={"description": "The step that the patch starts from; by default the previous one."},
    )
    state = fields.Boolean(load_default=False, metadata={"description": "Include the whole view after the step."})
    patch = fields.Boolean(load_default=True, metadata={"description": "Include the JSON Patch; false is faster."})
    known = fields.Boolean(
        load_default=False,
        metadata={
            "description": "Include which cards were shown to which seats up to this step. Of a running match, only "
            "what your own events say of it."
        },
    )


class StepsQuery(_ViewQuery):
    after = fields.Integer(load_default=-1, validate=validate.Range(-1, VERSION_MAX))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, PAGE_MAX))
    since_my_last_move = fields.Boolean(load_default=False)
    card = fields.String(
        validate=validate.Length(1, CARD_LENGTH_MAX),
        metadata={"description": "Only the steps whose events name this card to you: its `card` in `known`."},
    )
    patch = fields.Boolean(load_default=True)
    detail = fields.String(
        load_default="all",
        validate=validate.OneOf(("all", "words")),
        metadata={"description": "`words`: what people read, without command, events, link and patch."},
    )


class ShownOut(DocumentSchema):
    seat = fields.Integer()
    step = fields.Integer(metadata={"description": "The step in which this seat was first shown the card."})


class KnownOut(DocumentSchema):
    card = fields.String()
    kind = fields.String(metadata={"description": "The card's id in the catalogue, as far as you were told."})
    shown = fields.List(fields.Nested(ShownOut))


class StepOut(Schema):
    step = fields.Integer(required=True)
    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    command = fields.Dict(allow_none=True)
    actor = fields.String(required=True)
    events = fields.List(fields.Nested(EventOut))
    narration = fields.List(fields.String(), required=True)
    rules = fields.List(fields.String(), required=True)
    markers = fields.List(fields.String(), required=True)
    undone = fields.Boolean(required=True)
    link = fields.String()
    patch = fields.List(fields.Dict(), metadata={"description": "JSON Patch (RFC 6902) of your view."})
    state = fields.Dict(allow_none=True)
    known = fields.List(fields.Nested(KnownOut), metadata={"description": "Only with `known=true`."})
    named_in = fields.List(
        fields.String(), metadata={"description": "Only with `card`: the types of the events that name it."}
    )


class StepsOut(DocumentSchema):
    steps = fields.List(fields.Nested(StepOut))
    version = fields.Integer()
    last_step = fields.Integer()
    next = fields.Integer(allow_none=True, metadata={"description": "`after` of the next page, if there is one."})


class CompareOut(DocumentSchema):
    match = fields.String()
    step = fields.Integer(metadata={"description": "The step of the main line that is compared."})
    branch_step = fields.Integer()
    patch = fields.List(fields.Dict(), metadata={"description": "From the main line's view to the branch's."})


class ReasonOut(DocumentSchema):
    step = fields.Integer()
    event = fields.String(allow_none=True)
    text = fields.String()


class UndoOut(DocumentSchema):
    version = fields.Integer()
    steps = fields.List(fields.Integer(), metadata={"description": "The steps that would be undone."})
    needs = fields.String(validate=validate.OneOf(["nothing", "consent", "impossible"]))
    voters = fields.List(fields.Integer())
    reasons = fields.List(fields.Nested(ReasonOut))
    code = fields.String(allow_none=True, metadata={"description": "Why it is impossible: the code of the refusal."})
    rule = fields.String(allow_none=True, metadata={"description": "The rule by which it is impossible."})
    redo_code = fields.String(allow_none=True, metadata={"description": "Why you may not redo now; null if you may."})
    redo_rule = fields.String(allow_none=True)
    redo = fields.List(fields.Integer(), metadata={"description": "Undone steps that may be redone, in order."})
    open_request = fields.Nested(UndoRequestOut, allow_none=True)


class BranchLineOut(DocumentSchema):
    id = fields.String()
    step = fields.Integer(metadata={"description": "The step after which it leaves this match."})
    opened_at = fields.Integer()
    opened_by = fields.String()
    public = fields.Boolean()
    status = fields.String()
    last_step = fields.Integer()
    seats = fields.List(fields.Dict(), metadata={"description": "As in the match."})
    result = fields.Dict(allow_none=True)


class BranchesOut(DocumentSchema):
    branches = fields.List(fields.Nested(BranchLineOut))
    next = fields.String(allow_none=True)


class SeatLineOut(DocumentSchema):
    seat = fields.Integer()
    points = fields.List(
        fields.List(fields.Integer()),
        metadata={"description": "Step, and the value from there on; where it changes, and at the last step."},
    )


class OverviewOut(DocumentSchema):
    version = fields.Integer()
    measure = fields.String(metadata={"description": "What is counted, in words: `Gold`."})
    first_step = fields.Integer()
    last_step = fields.Integer()
    seats = fields.List(fields.Nested(SeatLineOut))
