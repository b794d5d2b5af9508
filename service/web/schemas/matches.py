"""Matches as they are opened, joined, listed and shown."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from ledger.events import HOLD_S
from ledger.rules_lobby import (
    AWAY_S_MAX,
    AWAY_S_MIN,
    HOLD_S_MAX,
    HOLD_S_MIN,
    INCREMENT_S_MAX,
    TOTAL_S_MAX,
    TOTAL_S_MIN,
    TURN_S_MAX,
    TURN_S_MIN,
)
from service.web.schemas.common import VERSION_MAX, DocumentSchema, PageQuery, Whole, YesOrNo
from service.web.schemas.leaving import AwaySeatOut, CallOffOut
from service.web.schemas.luck import CommitmentIn, OpeningOut

ENDINGS = ["played", "conceded", "ruled", "called_off", "cancelled", None]


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
    total_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(TOTAL_S_MIN, TOTAL_S_MAX),
        metadata={"description": "Seconds of each seat for the whole match, in place of `turn_s` and `reaction_s`."},
    )
    increment_s = Whole(
        load_default=0,
        validate=validate.Range(0, INCREMENT_S_MAX),
        metadata={"description": "Seconds that a seat gains with each of its steps, where it has total time."},
    )
    away_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(AWAY_S_MIN, AWAY_S_MAX),
        metadata={
            "description": "Seconds after which a seat that is waited for is away; a day where there is no clock."
        },
    )


class SeatIn(Schema):
    seat = Whole(validate=validate.Range(0, 11))
    luck = fields.Nested(
        CommitmentIn,
        metadata={"description": "A commitment to your part of the luck; it is bound to the seat, so name that too."},
    )


class MatchQuery(Schema):
    at = fields.Integer(validate=validate.Range(1, VERSION_MAX), metadata={"description": "A version."})
    at_time = fields.Integer(
        validate=validate.Range(0, VERSION_MAX),
        metadata={"description": "A moment, in milliseconds since 1970: the match as its events up to then made it."},
    )

    @validates_schema
    def check_one_moment(self, data: dict[str, Any], **_kwargs: Any) -> None:
        if len(data) > 1:
            raise ValidationError({"at_time": ["Give either `at` or `at_time`."]})


class MatchesQuery(PageQuery):
    game = fields.String(validate=validate.Length(1, 40))
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    player = fields.String(validate=validate.Length(1, 40))
    mine = fields.Boolean(
        load_default=False, metadata={"description": "Only matches in which you sit, private ones included."}
    )
    my_turn = fields.Boolean(
        load_default=False, metadata={"description": "Only running matches that wait for you and are not held."}
    )


class SeatOut(DocumentSchema):
    seat = fields.Integer()


class MatchSeatOut(DocumentSchema):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    left = fields.String(
        allow_none=True,
        validate=validate.OneOf(["conceded", "bot", None]),
        metadata={"description": "The player has conceded, or lets a bot play on."},
    )


class ResultOut(DocumentSchema):
    winners = fields.List(
        fields.Integer(), metadata={"description": "The seats that have won: one, several, all of them or none."}
    )
    scores = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "By seat; empty in a game without scores."},
    )


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


class ClocksOut(DocumentSchema):
    since = fields.Integer(metadata={"description": "From when the time of the seats to act runs, in ms."})
    left = fields.List(fields.Integer(), metadata={"description": "Milliseconds by seat, at that moment."})


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


class ImportedFromOut(DocumentSchema):
    origin = fields.String(metadata={"description": "The service that the file was exported from."})
    key = fields.String(metadata={"description": "Its key."})
    note = fields.String(metadata={"description": "The checkpoint that the file was signed with there."})
    at = fields.Integer(metadata={"description": "When it was imported, in ms."})


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
    total_s = fields.Integer(allow_none=True, metadata={"description": "Seconds of each seat for the whole match."})
    increment_s = fields.Integer(metadata={"description": "Seconds that a seat gains with each of its steps."})
    away_s = fields.Integer(
        allow_none=True, metadata={"description": "Seconds after which a seat that is waited for is away."}
    )
    hold_s = fields.Integer(metadata={"description": "Seconds for which a dispute may hold the match."})
    opened_at = fields.Integer(metadata={"description": "Server time in ms."})
    opened_by = fields.String(metadata={"description": "The id of the player who has opened the match."})
    version = fields.Integer(metadata={"description": "Events so far."})
    step = fields.Integer(metadata={"description": "Commands so far."})
    seats = fields.List(fields.Nested(MatchSeatOut))
    to_act = fields.List(fields.Integer(), metadata={"description": "The seats that must act now."})
    deadline = fields.Integer(allow_none=True, metadata={"description": "Time at which the clock acts, in ms."})
    clocks = fields.Nested(
        ClocksOut, allow_none=True, metadata={"description": "What each seat has left, in a match with total time."}
    )
    held = fields.Nested(
        HeldOut, allow_none=True, metadata={"description": "Why nobody can play now, and who is waited for."}
    )
    opening = fields.Nested(
        OpeningOut,
        allow_none=True,
        metadata={"description": "The lobby is closed, and the parts of the luck are being opened."},
    )
    must_commit = fields.List(
        fields.Integer(),
        metadata={"description": "Seats that commit to a new part of the luck before the match can be started."},
    )
    branch = fields.Nested(BranchPointOut, allow_none=True)
    imported = fields.Nested(
        ImportedFromOut, allow_none=True, metadata={"description": "Where the match was played, if not here."}
    )
    undo_request = fields.Nested(UndoRequestOut, allow_none=True)
    state = fields.Dict(allow_none=True, metadata={"description": "The table as you may see it."})
    result = fields.Nested(
        ResultOut,
        allow_none=True,
        metadata={"description": "Null until the end, and if it was called off or cancelled."},
    )
    rematch = fields.String(allow_none=True, metadata={"description": "The match in which this one is played again."})
    rematch_of = fields.String(allow_none=True, metadata={"description": "The match that is played again in this one."})
    away = fields.List(
        fields.Nested(AwaySeatOut), metadata={"description": "The seats that are waited for, and when they are away."}
    )
    call_off = fields.Nested(
        CallOffOut, allow_none=True, metadata={"description": "Who wants to end the match without a result."}
    )
    ending = fields.String(
        allow_none=True,
        validate=validate.OneOf(ENDINGS),
        metadata={"description": "How the match came to its end; one that was called off or cancelled has no result."},
    )


class MatchSummaryOut(DocumentSchema):
    id = fields.String()
    game = fields.String()
    status = fields.String()
    opened_at = fields.Integer()
    version = fields.Integer()
    held = fields.Nested(HeldOut, allow_none=True)
    to_act = fields.List(fields.Integer(), metadata={"description": "The seats that must act now."})
    deadline = fields.Integer(allow_none=True, metadata={"description": "Time at which the clock acts, in ms."})
    imported = fields.String(
        allow_none=True, metadata={"description": "The origin of the service that it was imported from, if it was."}
    )
    seats = fields.List(fields.Nested(MatchSeatOut))
    result = fields.Nested(
        ResultOut,
        allow_none=True,
        metadata={"description": "Null until the end, and if it was called off or cancelled."},
    )
    ending = fields.String(
        allow_none=True,
        validate=validate.OneOf(ENDINGS),
        metadata={"description": "How the match came to its end; one that was called off or cancelled has no result."},
    )


class MatchesOut(DocumentSchema):
    matches = fields.List(fields.Nested(MatchSummaryOut))
    next = fields.String(allow_none=True, metadata={"description": "Cursor of the next page, if there is one."})
