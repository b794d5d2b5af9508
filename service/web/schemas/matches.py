"""Matches as they are opened, joined, listed and shown."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from ledger.events import HOLD_S
from ledger.rules_lobby import HOLD_S_MAX, HOLD_S_MIN, TURN_S_MAX, TURN_S_MIN
from service.web.schemas.common import VERSION_MAX, DocumentSchema, PageQuery, Whole, YesOrNo

ENTROPY_LENGTH_MAX = 128


class MatchIn(Schema):
    game = fields.String(required=True, validate=validate.Length(1, 40))
    seats = Whole(required=True, validate=validate.Range(1, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    public = YesOrNo(load_default=True)
    turn_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(TURN_S_MIN, TURN_S_MAX),
        metadata={"description": "Seconds for a decision; after that the clock passes or takes the first choice."},
    )
    reaction_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(TURN_S_MIN, TURN_S_MAX),
        metadata={"description": "Seconds for a reaction to another player's turn; by default the same as turn_s."},
    )
    hold_s = Whole(
        load_default=HOLD_S,
        validate=validate.Range(HOLD_S_MIN, HOLD_S_MAX),
        metadata={"description": "Seconds for which a dispute may hold the match."},
    )


class SeatIn(Schema):
    seat = Whole(validate=validate.Range(0, 11))
    entropy = fields.String(
        load_default="", validate=[validate.Length(0, ENTROPY_LENGTH_MAX), validate.Regexp(r"^[\x20-\x7e]*$(?!\n)")]
    )


class MatchQuery(Schema):
    at = fields.Integer(validate=validate.Range(1, VERSION_MAX))


class MatchesQuery(PageQuery):
    game = fields.String(validate=validate.Length(1, 40))
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    player = fields.String(validate=validate.Length(1, 40))


class SeatOut(DocumentSchema):
    seat = fields.Integer()


class MatchSeatOut(DocumentSchema):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)


class ResultOut(DocumentSchema):
    winners = fields.List(fields.Integer())
    scores = fields.Dict(keys=fields.String(), values=fields.Integer())


class UndoRequestOut(DocumentSchema):
    request = fields.Integer()
    steps = fields.List(fields.Integer())
    by = fields.Integer()
    waiting_for = fields.List(fields.Integer())
    since = fields.Integer()
    deadline = fields.Integer(allow_none=True, metadata={"description": "When it lapses, in a match with a clock."})


class HeldOut(DocumentSchema):
    by = fields.String(validate=validate.OneOf(["undo", "dispute"]))
    id = fields.String(metadata={"description": "Number of the undo request, or id of the dispute."})
    since = fields.Integer()
    waiting_for = fields.List(
        fields.Raw(metadata={"anyOf": [{"type": "integer"}, {"type": "string", "enum": ["arbiter"]}]}),
        metadata={"description": "The seats that are asked, or `arbiter`."},
    )
    deadline = fields.Integer(allow_none=True, metadata={"description": "When the hold ends by itself."})


class BranchPointOut(DocumentSchema):
    match = fields.String()
    version = fields.Integer()
    step = fields.Integer()
    root = fields.String()
    main_version = fields.Integer(metadata={"description": "Version of the other match when the branch was opened."})
    resampled_for = fields.Raw(
        allow_none=True,
        metadata={
            "anyOf": [{"type": "integer"}, {"type": "string", "enum": ["spectator"]}, {"type": "null"}],
            "description": "Everything that this seat, or somebody without a seat, could not know is drawn anew.",
        },
    )


class MatchOut(DocumentSchema):
    id = fields.String()
    game = fields.String()
    rules_version = fields.Integer()
    catalogue = fields.String(metadata={"description": "Digest of the cards and boards of the match."})
    options = fields.Dict()
    public = fields.Boolean()
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    turn_s = fields.Integer(allow_none=True)
    reaction_s = fields.Integer(allow_none=True)
    hold_s = fields.Integer(metadata={"description": "Seconds for which a dispute may hold the match."})
    opened_at = fields.Integer(metadata={"description": "Server time in ms."})
    version = fields.Integer(metadata={"description": "Events so far."})
    step = fields.Integer(metadata={"description": "Commands so far."})
    seats = fields.List(fields.Nested(MatchSeatOut))
    to_act = fields.List(fields.Integer(), metadata={"description": "The seats that must act now."})
    deadline = fields.Integer(allow_none=True, metadata={"description": "Time at which the clock acts, in ms."})
    held = fields.Nested(
        HeldOut, allow_none=True, metadata={"description": "Why nobody can play now, and who is waited for."}
    )
    branch = fields.Nested(BranchPointOut, allow_none=True)
    undo_request = fields.Nested(UndoRequestOut, allow_none=True)
    state = fields.Dict(allow_none=True, metadata={"description": "The table as you may see it."})
    result = fields.Nested(ResultOut, allow_none=True)


class MatchSummaryOut(DocumentSchema):
    id = fields.String()
    game = fields.String()
    status = fields.String()
    opened_at = fields.Integer()
    version = fields.Integer()
    held = fields.Nested(HeldOut, allow_none=True)
    seats = fields.List(fields.Nested(MatchSeatOut))
    result = fields.Nested(ResultOut, allow_none=True)


class MatchesOut(DocumentSchema):
    matches = fields.List(fields.Nested(MatchSummaryOut))
    next = fields.String(allow_none=True, metadata={"description": "Cursor of the next page, if there is one."})
