"""What comes in and what goes out. Incoming bodies are loaded with these; outgoing ones document the API."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate

NAME_LENGTH_MAX = 40
ENTROPY_LENGTH_MAX = 128
COMMAND_LENGTH_MAX = 60
PAGE_MAX = 100
TURN_S_MIN, TURN_S_MAX = 1, 14 * 24 * 3600
VERSION_MAX = 2**53 - 1  # what every client can hold exactly
WAIT_S_MAX = 25
CLAIM_LENGTH_MAX = 1000


def _is_plain_name(name: str) -> None:
    if name != name.strip() or not name.isprintable():
        raise ValidationError("A name has no blanks at its ends and no control characters.")


class Whole(fields.Integer):
    """A whole number as JSON Schema has it: 5 and 5.0, and not "5" nor true."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class PlayerIn(Schema):
    name = fields.String(required=True, validate=[validate.Length(1, NAME_LENGTH_MAX), _is_plain_name])


class MatchIn(Schema):
    game = fields.String(required=True, validate=validate.Length(1, 40))
    seats = Whole(required=True, validate=validate.Range(1, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    public = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    turn_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(TURN_S_MIN, TURN_S_MAX),
        metadata={"description": "Seconds for a decision; then the clock passes or takes the first choice."},
    )
    reaction_s = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(TURN_S_MIN, TURN_S_MAX),
        metadata={"description": "Seconds for an answer to another's turn; left out, as for any decision."},
    )


class SeatIn(Schema):
    seat = Whole(validate=validate.Range(0, 11))
    entropy = fields.String(
        load_default="", validate=[validate.Length(0, ENTROPY_LENGTH_MAX), validate.Regexp(r"^[\x20-\x7e]*$(?!\n)")]
    )


class EmptyIn(Schema):
    pass


class BotsIn(Schema):
    policy = fields.String(load_default="sensible", validate=validate.OneOf(["sensible", "random"]))
    count = Whole(validate=validate.Range(1, 11), metadata={"description": "How many; else one for every free seat."})


class CommandIn(Schema):
    type = fields.String(required=True, validate=validate.Length(1, COMMAND_LENGTH_MAX))
    params = fields.Dict(keys=fields.String(), load_default=dict)


class CommandQuery(Schema):
    dry_run = fields.Boolean(load_default=False)


class MatchQuery(Schema):
    at = fields.Integer(validate=validate.Range(1, VERSION_MAX))


class EventsQuery(Schema):
    after = fields.Integer(load_default=0, validate=validate.Range(0, VERSION_MAX))
    limit = fields.Integer(load_default=PAGE_MAX, validate=validate.Range(1, PAGE_MAX))
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, WAIT_S_MAX),
        metadata={"description": "Seconds to wait for an event if there is none yet (long poll)."},
    )


class LiveQuery(Schema):
    after = fields.Integer(
        validate=validate.Range(0, VERSION_MAX), metadata={"description": "Start after this version; else now."}
    )


class UndoIn(Schema):
    to_step = Whole(validate=validate.Range(0, VERSION_MAX))


class VoteIn(Schema):
    accepts = fields.Boolean(required=True, truthy={True}, falsy={False})


class UndoQuery(Schema):
    to_step = fields.Integer(validate=validate.Range(0, VERSION_MAX))


class BranchIn(Schema):
    step = Whole(required=True, validate=validate.Range(0, VERSION_MAX))
    public = fields.Boolean(load_default=False, truthy={True}, falsy={False})


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


class DisputeIn(Schema):
    step = Whole(validate=validate.Range(0, VERSION_MAX))
    refusal_at = Whole(validate=validate.Range(0, VERSION_MAX), metadata={"description": "`at` of a rejection."})
    ruling = Whole(validate=validate.Range(0, VERSION_MAX), metadata={"description": "Number of a dispute."})
    claim = fields.String(required=True, validate=validate.Length(1, CLAIM_LENGTH_MAX))
    freeze = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class RulingIn(Schema):
    ruling = fields.String(required=True, validate=validate.OneOf(["dismiss", "rewind", "adjust", "forfeit"]))
    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_LENGTH_MAX))
    to_step = Whole(validate=validate.Range(0, VERSION_MAX))
    winners = fields.List(Whole(validate=validate.Range(0, 11)), validate=validate.Length(0, 12))
    seat = Whole(validate=validate.Range(0, 11))


class CompareQuery(Schema):
    step = fields.Integer(
        validate=validate.Range(0, VERSION_MAX), metadata={"description": "Compare after this step; else the last."}
    )


class _ViewQuery(Schema):
    view = fields.String(
        load_default="then",
        validate=validate.OneOf(["then", "revealed"]),
        metadata={"description": "As known then, or all revealed (after the end)."},
    )
    line = fields.String(
        load_default="full",
        validate=validate.OneOf(["full", "effective"]),
        metadata={"description": "All steps, or only those that still count."},
    )


class StepQuery(_ViewQuery):
    base = fields.Integer(
        validate=validate.Range(0, VERSION_MAX),
        metadata={"description": "The step that the patch starts from; else the one before."},
    )
    state = fields.Boolean(load_default=False, metadata={"description": "Add the whole view after the step."})
    patch = fields.Boolean(load_default=True, metadata={"description": "Without it the answer is quicker."})


class StepsQuery(_ViewQuery):
    after = fields.Integer(load_default=-1, validate=validate.Range(-1, VERSION_MAX))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, PAGE_MAX))
    since_my_last_move = fields.Boolean(load_default=False)
    patch = fields.Boolean(load_default=True)


class PageQuery(Schema):
    cursor = fields.String(validate=[validate.Length(1, 60), validate.Regexp(r"^[0-9]{1,15}~[a-z0-9~-]*$")])
    limit = fields.Integer(load_default=20, validate=validate.Range(1, PAGE_MAX))


class DisputesQuery(PageQuery):
    status = fields.String(validate=validate.OneOf(["open", "ruled"]))


class MatchesQuery(PageQuery):
    game = fields.String(validate=validate.Length(1, 40))
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    player = fields.String(validate=validate.Length(1, 40))


class StandingsQuery(Schema):
    game = fields.String(validate=validate.Length(1, 40))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, PAGE_MAX))


def _all_required(schema: type[Schema]) -> type[Schema]:
    """Outgoing fields are always there."""
    for field in schema._declared_fields.values():
        field.required = True
    return schema


@_all_required
class PlayerOut(Schema):
    id = fields.String()
    name = fields.String()


@_all_required
class NewPlayerOut(PlayerOut):
    token = fields.String(metadata={"description": "Shown this once."})


@_all_required
class MeOut(PlayerOut):
    role = fields.String(validate=validate.OneOf(["player", "arbiter", "admin"]))


@_all_required
class SeatOut(Schema):
    seat = fields.Integer()


@_all_required
class BotsOut(Schema):
    seats = fields.List(fields.Integer(), metadata={"description": "The seats that bots have taken."})


@_all_required
class MatchSeatOut(Schema):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)


@_all_required
class ResultOut(Schema):
    winners = fields.List(fields.Integer())
    scores = fields.Dict(keys=fields.String(), values=fields.Integer())


@_all_required
class UndoRequestOut(Schema):
    request = fields.Integer()
    steps = fields.List(fields.Integer())
    by = fields.Integer()
    waiting_for = fields.List(fields.Integer())


@_all_required
class BranchPointOut(Schema):
    match = fields.String()
    version = fields.Integer()
    step = fields.Integer()
    root = fields.String()
    resampled_for = fields.Integer(allow_none=True)


@_all_required
class MatchOut(Schema):
    id = fields.String()
    game = fields.String()
    rules_version = fields.Integer()
    catalogue = fields.String(metadata={"description": "Digest of the cards and boards it is played with."})
    options = fields.Dict()
    public = fields.Boolean()
    status = fields.String(validate=validate.OneOf(["open", "running", "finished"]))
    turn_s = fields.Integer(allow_none=True)
    reaction_s = fields.Integer(allow_none=True)
    opened_at = fields.Integer(metadata={"description": "Server time in ms."})
    version = fields.Integer(metadata={"description": "Events so far."})
    step = fields.Integer(metadata={"description": "Commands so far."})
    seats = fields.List(fields.Nested(MatchSeatOut))
    to_act = fields.List(fields.Integer(), metadata={"description": "The seats that the match waits for."})
    deadline = fields.Integer(allow_none=True, metadata={"description": "When the clock acts, in ms."})
    branch = fields.Nested(BranchPointOut, allow_none=True)
    undo_request = fields.Nested(UndoRequestOut, allow_none=True)
    state = fields.Dict(allow_none=True, metadata={"description": "The table as you may see it."})
    result = fields.Nested(ResultOut, allow_none=True)


@_all_required
class MatchSummaryOut(Schema):
    id = fields.String()
    game = fields.String()
    status = fields.String()
    opened_at = fields.Integer()
    version = fields.Integer()
    seats = fields.List(fields.Nested(MatchSeatOut))
    result = fields.Nested(ResultOut, allow_none=True)


@_all_required
class MatchesOut(Schema):
    matches = fields.List(fields.Nested(MatchSummaryOut))
    next = fields.String(allow_none=True, metadata={"description": "Cursor of the next page, if there is one."})


class ChoiceOut(Schema):
    type = fields.String(required=True)
    params = fields.Dict(metadata={"description": "A domain for each parameter, see the guide to choices."})
    hint = fields.String()


@_all_required
class ChoicesOut(Schema):
    version = fields.Integer()
    seat = fields.Integer()
    choices = fields.List(fields.Nested(ChoiceOut))


class EventOut(Schema):
    version = fields.Integer(required=True)
    step = fields.Integer(required=True)
    type = fields.String(required=True)
    schema = fields.Integer(required=True)
    command = fields.String(required=True)
    actor = fields.String(required=True)
    at = fields.Integer(required=True)
    rule = fields.String(required=True, metadata={"description": "Rule ids, separated by blanks."})
    public = fields.Dict(required=True)
    secret = fields.Dict(metadata={"description": "The parts that you may see, by audience."})


@_all_required
class DoneOut(Schema):
    version = fields.Integer()
    step = fields.Integer()
    events = fields.List(fields.Nested(EventOut))


@_all_required
class LegalOut(Schema):
    legal = fields.Boolean()
    version = fields.Integer()


@_all_required
class EventsOut(Schema):
    events = fields.List(fields.Nested(EventOut))
    version = fields.Integer()
    next = fields.Integer(allow_none=True, metadata={"description": "`after` of the next page, if there is one."})


class StepOut(Schema):
    step = fields.Integer(required=True)
    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    command = fields.Dict(required=True, allow_none=True)
    actor = fields.String(required=True)
    events = fields.List(fields.Nested(EventOut), required=True)
    narration = fields.List(fields.String(), required=True)
    rules = fields.List(fields.String(), required=True)
    markers = fields.List(fields.String(), required=True)
    undone = fields.Boolean(required=True)
    link = fields.String(required=True)
    patch = fields.List(fields.Dict(), metadata={"description": "JSON Patch (RFC 6902) of your view."})
    state = fields.Dict(allow_none=True)


@_all_required
class StepsOut(Schema):
    steps = fields.List(fields.Nested(StepOut))
    version = fields.Integer()
    last_step = fields.Integer()
    next = fields.Integer(allow_none=True, metadata={"description": "`after` of the next page, if there is one."})


@_all_required
class CompareOut(Schema):
    match = fields.String()
    step = fields.Integer(metadata={"description": "The step of the main line that is compared."})
    branch_step = fields.Integer()
    patch = fields.List(fields.Dict(), metadata={"description": "From the main line's view to the branch's."})


@_all_required
class ReasonOut(Schema):
    step = fields.Integer()
    event = fields.String(allow_none=True)
    text = fields.String()


@_all_required
class UndoOut(Schema):
    version = fields.Integer()
    steps = fields.List(fields.Integer(), metadata={"description": "What would be taken back."})
    needs = fields.String(validate=validate.OneOf(["nothing", "consent", "arbiter", "impossible"]))
    voters = fields.List(fields.Integer())
    reasons = fields.List(fields.Nested(ReasonOut))
    redo = fields.List(fields.Integer(), metadata={"description": "Undone steps that may be redone, first one first."})
    open_request = fields.Nested(UndoRequestOut, allow_none=True)


@_all_required
class CheckOut(Schema):
    name = fields.String()
    ok = fields.Boolean()
    detail = fields.String()


@_all_required
class AuditOut(Schema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    checks = fields.List(fields.Nested(CheckOut))
    size = fields.Integer()
    root = fields.String()
    step = fields.Integer(allow_none=True, metadata={"description": "null if the whole match was executed again."})


@_all_required
class VerifiedOut(Schema):
    verdict = fields.String(validate=validate.OneOf(["ok", "failed"]))
    checks = fields.List(fields.Nested(CheckOut))


@_all_required
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


@_all_required
class MatchHeadOut(Schema):
    match = fields.String()
    size = fields.Integer()
    root = fields.String()


@_all_required
class LogEntryOut(Schema):
    entry = fields.Integer(metadata={"description": "Its place in the log, from 1."})
    leaf = fields.String()
    head = fields.Nested(MatchHeadOut, allow_none=True, metadata={"description": "null if the match is private."})


@_all_required
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


@_all_required
class LoggedOut(Schema):
    head = fields.Nested(MatchHeadOut)
    entry = fields.Integer()
    log_size = fields.Integer()
    log_root = fields.String()
    proof = fields.List(fields.String())
    note = fields.String(metadata={"description": "The log's checkpoint in the signed-note form of C2SP."})


@_all_required
class MatchLoggedOut(Schema):
    logged = fields.Nested(LoggedOut, allow_none=True, metadata={"description": "null if the log has none yet."})


@_all_required
class RejectionOut(Schema):
    at = fields.Integer()
    seat = fields.Integer(allow_none=True)
    command = fields.Raw(allow_none=True)
    problem = fields.Dict()


@_all_required
class RejectionsOut(Schema):
    rejections = fields.List(fields.Nested(RejectionOut))


@_all_required
class ImportedOut(Schema):
    id = fields.String()
    size = fields.Integer()
    root = fields.String()


@_all_required
class KeyOut(Schema):
    key = fields.String()


@_all_required
class DisputeOut(Schema):
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
    status = fields.String(validate=validate.OneOf(["open", "ruled"]))
    ruling = fields.String(allow_none=True)
    reason = fields.String()
    ruled_by = fields.String()
    ruled_at = fields.Integer()
    evidence = fields.String(metadata={"description": "Where the evidence is."})


@_all_required
class DisputesOut(Schema):
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


@_all_required
class StandingOut(Schema):
    player = fields.String(metadata={"description": "The id; bots of one kind count as one."})
    name = fields.String()
    played = fields.Integer()
    won = fields.Integer()


@_all_required
class StandingsOut(Schema):
    matches = fields.Integer()
    standings = fields.List(fields.Nested(StandingOut))


@_all_required
class SeatCountOut(Schema):
    players = fields.Integer()
    seat = fields.Integer()
    played = fields.Integer()
    won = fields.Integer()


@_all_required
class BucketOut(Schema):
    least = fields.Integer()
    below = fields.Integer()
    count = fields.Integer()


@_all_required
class CardCountOut(Schema):
    card = fields.String(metadata={"description": "The id of a card in the game's catalogue"})
    played = fields.Integer(metadata={"description": "Seats that have openly played it, each counted once a match"})
    won = fields.Integer()
    expected = fields.Float(metadata={"description": "Their wins, if the card made no difference"})


@_all_required
class StatsOut(Schema):
    matches = fields.Integer()
    seats = fields.List(fields.Nested(SeatCountOut))
    events_median = fields.Integer()
    lengths = fields.List(fields.Nested(BucketOut))
    cards = fields.List(fields.Nested(CardCountOut))


@_all_required
class RuleOut(Schema):
    id = fields.String()
    section = fields.String()
    text = fields.String()


@_all_required
class RulesOut(Schema):
    rules = fields.List(fields.Nested(RuleOut))


@_all_required
class GameShortOut(Schema):
    slug = fields.String()
    name = fields.String()
    rules_version = fields.Integer()
    seats_min = fields.Integer()
    seats_max = fields.Integer()


@_all_required
class GameOut(GameShortOut):
    options = fields.Dict(metadata={"description": "JSON Schema of the options."})
    clocks = fields.Dict(metadata={"description": "JSON Schema of the deadlines that a match may have."})
    commands = fields.Dict(metadata={"description": "JSON Schema of each command's parameters."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})
    catalogue_digest = fields.String()
    packs = fields.List(fields.String(), metadata={"description": "The operator's deck packs that a match may name."})


@_all_required
class CatalogueOut(Schema):
    digest = fields.String(metadata={"description": "What the match pins in its first event."})
    catalogue = fields.Raw(metadata={"description": "Cards, boards and counts, as the game has them."})


@_all_required
class GamesOut(Schema):
    games = fields.List(fields.Nested(GameShortOut))


@_all_required
class HealthOut(Schema):
    status = fields.String()


class ReadyOut(Schema):
    status = fields.String(required=True)
    durability = fields.Dict(required=True)


@_all_required
class ProblemTypeOut(Schema):
    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    remedy = fields.String()


class ProblemOut(Schema):
    """Further members say more about the one problem, as RFC 9457 has it: the facts of a refusal, a seat, a link."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    remedy = fields.String(required=True)
    rule = fields.String(metadata={"description": "Of an illegal move: the rule that forbids it."})
    code = fields.String(metadata={"description": "Of an illegal move: a stable code."})
    errors = fields.Dict(metadata={"description": "Of a malformed request: what is wrong with each field."})
    version = fields.Integer(metadata={"description": "Of a version conflict: the current version."})


SCHEMAS: dict[str, Any] = {
    name: value for name, value in globals().items() if isinstance(value, type) and issubclass(value, Schema)
}
