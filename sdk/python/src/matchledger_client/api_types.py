"""The types of the API, generated from api_spec/openapi.json by `make spec`. Answers are plain dicts."""

from __future__ import annotations

import re
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# The operations that take an idempotency key, as `METHOD /path`.
KEYED = re.compile(
    r"^(DELETE /v1/disputes/[^/?]+"
    r"|POST /v1/disputes/[^/?]+/ruling"
    r"|POST /v1/matches"
    r"|POST /v1/matches/import"
    r"|POST /v1/matches/[^/?]+/away"
    r"|POST /v1/matches/[^/?]+/bots"
    r"|POST /v1/matches/[^/?]+/branches"
    r"|POST /v1/matches/[^/?]+/cancel"
    r"|POST /v1/matches/[^/?]+/commands"
    r"|POST /v1/matches/[^/?]+/disputes"
    r"|POST /v1/matches/[^/?]+/leave"
    r"|DELETE /v1/matches/[^/?]+/leave"
    r"|POST /v1/matches/[^/?]+/luck"
    r"|POST /v1/matches/[^/?]+/luck/commitment"
    r"|POST /v1/matches/[^/?]+/redo"
    r"|POST /v1/matches/[^/?]+/seats"
    r"|DELETE /v1/matches/[^/?]+/seats/[^/?]+"
    r"|POST /v1/matches/[^/?]+/start"
    r"|POST /v1/matches/[^/?]+/undo"
    r"|DELETE /v1/matches/[^/?]+/undo"
    r"|POST /v1/matches/[^/?]+/undo/votes)$"
)

class AdviceOut(TypedDict):
    step: int
    version: int
    seat: int
    to_act: list[int]
    candidates: int
    compared: list[ComparedOut]
    played: dict[str, Any] | None

class ArbiterLookedPublic(TypedDict):
    by: str
    what: str

class ArbiterLooked(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ArbiterLooked"]
    schema: Literal[1]
    public: ArbiterLookedPublic

class AuditOut(TypedDict):
    verdict: Literal["ok", "failed"]
    conclusion: Literal["proven", "not proven here", "broken"]
    checks: list[CheckOut]
    size: int
    root: str
    step: int | None

AwayIn = TypedDict(
    "AwayIn",
    {
        "seat": "int",
        "as": "Literal['bot', 'concede']",
        "policy": NotRequired["Literal['sensible', 'random', 'search']"],
    },
)

class AwaySeatOut(TypedDict):
    seat: int
    at: int

class BotsIn(TypedDict):
    policy: NotRequired[Literal["sensible", "random", "search"]]
    count: NotRequired[int]
    seats: NotRequired[list[int]]

class BotsOut(TypedDict):
    seats: list[int]

class BranchIn(TypedDict):
    step: int
    public: NotRequired[bool]

class BranchLineOut(TypedDict):
    id: str
    step: int
    opened_at: int
    opened_by: str
    public: bool
    status: str
    last_step: int
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None

class BranchPoint(TypedDict):
    match: str
    version: int
    step: int
    root: str
    main_version: int
    resampled_for: NotRequired[int | Literal["spectator"] | None]

class BranchPointOut(TypedDict):
    match: str
    version: int
    step: int
    root: str
    main_version: int
    resampled_for: int | Literal["spectator"] | None

class BranchesOut(TypedDict):
    branches: list[BranchLineOut]
    next: str | None

class BucketOut(TypedDict):
    least: int
    below: int
    count: int

class CallOffOut(TypedDict):
    agreed: list[int]
    waiting_for: list[int]

class CallOffProposedPublic(TypedDict):
    seat: int
    waiting_for: list[int]

class CallOffProposed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CallOffProposed"]
    schema: Literal[1]
    public: CallOffProposedPublic

class CallOffWithdrawnPublic(TypedDict):
    seat: int

class CallOffWithdrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CallOffWithdrawn"]
    schema: Literal[1]
    public: CallOffWithdrawnPublic

class CardCountOut(TypedDict):
    card: str
    played: int
    won: int
    expected: float

class CatalogueOut(TypedDict):
    digest: str
    catalogue: Catalogue

class CheckOut(TypedDict):
    name: str
    value: Literal["proven", "not proven here", "broken"]
    ok: bool
    detail: str
    version: int | None

class CheckpointOut(TypedDict):
    origin: str
    size: int
    root: str
    note: str
    key: str
    imported: ImportedFromOut | None

class ChoiceOut(TypedDict):
    type: str
    params: dict[str, Domain]
    label: str
    effect: str
    group: Literal["main", "more", "end"]
    simultaneous: bool
    names: dict[str, list[str]]

class ChoicesOut(TypedDict):
    prompt: str
    version: int
    seat: int
    choices: list[ChoiceOut]
    take_back: bool

class ClocksOut(TypedDict):
    since: int
    left: list[int]

class ClocksRestarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClocksRestarted"]
    schema: Literal[1]
    public: dict[str, Any]

class CodeOut(TypedDict):
    code: str
    expires_at: int

class CommitmentIn(TypedDict):
    commitment: str

class CompareOut(TypedDict):
    match: str
    step: int
    branch_step: int
    patch: list[dict[str, Any]]

class ComparedOut(TypedDict):
    type: str
    params: dict[str, Any]
    label: str
    names: dict[str, Any]
    worth: float
    passes: int

class DisputeIn(TypedDict):
    step: NotRequired[int]
    refusal_at: NotRequired[int]
    ruling: NotRequired[int]
    claim: str
    freeze: NotRequired[bool]

class DisputeOpenedPublic(TypedDict):
    by: str
    about_step: int | None
    about_refusal: int | None
    about_ruling: int | None
    freezes: bool

class DisputeOpenedSecretAll(TypedDict):
    claim: NotRequired[str]

class DisputeOpenedSecret(TypedDict):
    all: NotRequired[DisputeOpenedSecretAll]

class DisputeOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisputeOpened"]
    schema: Literal[1]
    public: DisputeOpenedPublic
    secret: NotRequired[DisputeOpenedSecret]

class DisputeOut(TypedDict):
    id: str
    match: str
    game: str
    number: int
    opened_at: int
    by: str
    about_step: int | None
    about_refusal: int | None
    about_ruling: int | None
    claim: str
    freezes: bool
    status: Literal["open", "ruled", "withdrawn"]
    ruling: str | None
    reason: str
    ruled_by: str
    ruled_at: int
    withdrawn_at: int
    has_frozen: bool
    evidence: str

class DisputeRuledPublic(TypedDict):
    dispute: int
    ruling: str
    reason: str
    by: str
    forfeits: NotRequired[int | None]

class DisputeRuled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisputeRuled"]
    schema: Literal[1]
    public: DisputeRuledPublic

class DisputeWithdrawnPublic(TypedDict):
    dispute: int

class DisputeWithdrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisputeWithdrawn"]
    schema: Literal[1]
    public: DisputeWithdrawnPublic

class DisputesOut(TypedDict):
    disputes: list[DisputeOut]
    next: str | None

class DoneOut(TypedDict):
    version: int
    step: int
    events: list[EventOut]

class EventsOut(TypedDict):
    events: list[EventOut]
    version: int
    next: int | None
    reset: int | None

class EvidenceOut(TypedDict):
    match: str
    game: str
    rules_version: int
    step: int
    seen_as: str
    command: dict[str, Any] | None
    actor: str
    at: int
    events: list[EventOut]
    narration: list[str]
    rules: list[RuleOut]
    undone: bool
    before: dict[str, View | None]
    after: dict[str, View | None]
    choices: list[ChoiceOut]
    luck: list[Any] | None
    checkpoint: CheckpointOut
    proofs: list[ProofOut]

class FeedEntryOut(TypedDict):
    match: str
    game: str
    version: int
    status: Literal["open", "running", "finished"]

class FeedOut(TypedDict):
    entries: list[FeedEntryOut]
    cursor: str

class GameOut(TypedDict):
    slug: str
    name: str
    rules_version: int
    seats_min: int
    seats_max: int
    prefix: str
    about: str
    emblem: list[str]
    table: str | None
    options: dict[str, Any]
    clocks: dict[str, Any]
    commands: dict[str, Any]
    catalogue: Catalogue
    catalogue_digest: str
    packs: list[str]

class GameShortOut(TypedDict):
    slug: str
    name: str
    rules_version: int
    seats_min: int
    seats_max: int
    prefix: str
    about: str
    emblem: list[str]
    table: str | None

class GamesOut(TypedDict):
    games: list[GameShortOut]

class HealthOut(TypedDict):
    status: str

class HeldOut(TypedDict):
    by: Literal["undo", "dispute"]
    id: str
    since: int
    waiting_for: list[int | Literal["arbiter"]]
    deadline: int | None

class HoldExpiredPublic(TypedDict):
    dispute: int

class HoldExpired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HoldExpired"]
    schema: Literal[1]
    public: HoldExpiredPublic

class ImportedFromOut(TypedDict):
    origin: str
    key: str
    note: str
    at: int

class ImportedOut(TypedDict):
    id: str
    size: int
    root: str

class IntegerDomainInteger(TypedDict):
    min: int
    max: int

class IntegerDomain(TypedDict):
    integer: IntegerDomainInteger

class InvitationOut(TypedDict):
    id: str
    game: str
    game_name: str
    status: Literal["open", "running", "finished"]
    public: bool
    options: dict[str, Any]
    turn_s: int | None
    reaction_s: int | None
    total_s: int | None
    increment_s: int
    away_s: int | None
    seats: list[InvitedSeatOut]
    free: int

class InvitedSeatOut(TypedDict):
    seat: int
    name: str | None

class KeyOut(TypedDict):
    key: str

class KnownOut(TypedDict):
    card: str
    kind: str
    shown: list[ShownOut]

LeaveIn = TypedDict(
    "LeaveIn",
    {
        "as": "Literal['concede', 'bot', 'call-off']",
        "policy": NotRequired["Literal['sensible', 'random', 'search']"],
    },
)

class LegalOut(TypedDict):
    legal: bool
    version: int

class LobbyClosedPublic(TypedDict):
    by: str
    round: int
    waiting_for: list[int]
    deadline: int

class LobbyClosed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LobbyClosed"]
    schema: Literal[1]
    public: LobbyClosedPublic

class LogCheckpointOut(TypedDict):
    origin: str
    size: int
    root: str
    note: str
    key: str

class LogEntriesOut(TypedDict):
    entries: list[LogEntryOut]

class LogEntryOut(TypedDict):
    entry: int
    leaf: str
    head: MatchHeadOut | None

class LogProofOut(TypedDict):
    size: int
    root: str
    proof: list[str]
    entry: NotRequired[int]
    leaf: NotRequired[str]
    head: NotRequired[MatchHeadOut | None]
    old_size: NotRequired[int]
    old_root: NotRequired[str]

class LoggedOut(TypedDict):
    head: MatchHeadOut
    entry: int
    log_size: int
    log_root: str
    proof: list[str]
    note: str
    origin: str

class LoopOut(TypedDict):
    heard_s: float
    failing: str | None

class LuckCommittedPublic(TypedDict):
    seat: int
    commitment: str

class LuckCommitted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LuckCommitted"]
    schema: Literal[1]
    public: LuckCommittedPublic

class LuckOpenedPublic(TypedDict):
    seat: int
    part: str

class LuckOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LuckOpened"]
    schema: Literal[1]
    public: LuckOpenedPublic

class LuckWithheldPublic(TypedDict):
    round: int
    seats: list[int]

class LuckWithheld(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LuckWithheld"]
    schema: Literal[1]
    public: LuckWithheldPublic

class MatchAbandonedPublic(TypedDict):
    by: str
    agreed: list[int]

class MatchAbandoned(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchAbandoned"]
    schema: Literal[1]
    public: MatchAbandonedPublic

class MatchCancelledPublic(TypedDict):
    by: str

class MatchCancelled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchCancelled"]
    schema: Literal[1]
    public: MatchCancelledPublic

class MatchConcededPublic(TypedDict):
    winners: list[int]

class MatchConceded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchConceded"]
    schema: Literal[1]
    public: MatchConcededPublic

class MatchHeadOut(TypedDict):
    match: str
    size: int
    root: str
    lost_after: NotRequired[int]

class MatchIn(TypedDict):
    game: str
    seats: int
    options: NotRequired[Options]
    public: NotRequired[bool]
    turn_s: NotRequired[int | None]
    reaction_s: NotRequired[int | None]
    hold_s: NotRequired[int]
    total_s: NotRequired[int | None]
    increment_s: NotRequired[int]
    away_s: NotRequired[int | None]

class MatchLoggedOut(TypedDict):
    logged: LoggedOut | None

class MatchOpenedPublic(TypedDict):
    match: str
    game: str
    rules_version: int
    catalogue: str
    seats: int
    options: dict[str, Any]
    is_public: bool
    opened_by: str
    branch: NotRequired[BranchPoint | None]
    turn_s: NotRequired[int | None]
    reaction_s: NotRequired[int | None]
    total_s: NotRequired[int | None]
    increment_s: NotRequired[int]
    hold_s: NotRequired[int]
    away_s: NotRequired[int | None]
    rematch_of: NotRequired[str | None]
    kept_for: NotRequired[list[str]]
    ledger: NotRequired[int]

class MatchOpenedSecretSealed(TypedDict):
    server_seed: NotRequired[str]

class MatchOpenedSecret(TypedDict):
    sealed: NotRequired[MatchOpenedSecretSealed]

class MatchOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchOpened"]
    schema: Literal[1]
    public: MatchOpenedPublic
    secret: NotRequired[MatchOpenedSecret]

class MatchOut(TypedDict):
    id: str
    game: str
    rules_version: int
    catalogue: str
    options: OptionsOut
    public: bool
    status: Literal["open", "running", "finished"]
    turn_s: int | None
    reaction_s: int | None
    total_s: int | None
    increment_s: int
    away_s: int | None
    hold_s: int
    opened_at: int
    opened_by: str
    version: int
    step: int
    seats: list[MatchSeatOut]
    to_act: list[int]
    deadline: int | None
    clocks: ClocksOut | None
    held: HeldOut | None
    opening: OpeningOut | None
    must_commit: list[int]
    branch: BranchPointOut | None
    imported: ImportedFromOut | None
    undo_request: UndoRequestOut | None
    state: View | None
    result: ResultOut | None
    rematch: str | None
    rematch_of: str | None
    away: list[AwaySeatOut]
    call_off: CallOffOut | None
    ending: Literal["played", "conceded", "ruled", "called_off", "cancelled"] | None

class MatchSeatOut(TypedDict):
    seat: int
    player: str | None
    name: str | None
    left: Literal["conceded", "bot"] | None

class MatchSummaryOut(TypedDict):
    id: str
    game: str
    status: str
    opened_at: int
    version: int
    held: HeldOut | None
    to_act: list[int]
    deadline: int | None
    imported: str | None
    seats: list[MatchSeatOut]
    result: ResultOut | None
    ending: Literal["played", "conceded", "ruled", "called_off", "cancelled"] | None

class MatchesOut(TypedDict):
    matches: list[MatchSummaryOut]
    next: str | None

class MaybeDomain(TypedDict):
    optional: OneOfDomain | SomeOfDomain | OrderOfDomain | IntegerDomain | TextDomain

class MeOut(TypedDict):
    id: str
    name: str
    role: Literal["player", "arbiter", "admin"]

class MoveRedonePublic(TypedDict):
    steps: list[int]
    by: str
    decision_id: NotRequired[int | None]

class MoveRedone(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MoveRedone"]
    schema: Literal[1]
    public: MoveRedonePublic

class MoveUndonePublic(TypedDict):
    steps: list[int]
    makers: list[str]
    by: str
    request: NotRequired[int | None]
    spends: NotRequired[list[str]]
    decision_id: NotRequired[int | None]

class MoveUndone(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MoveUndone"]
    schema: Literal[1]
    public: MoveUndonePublic

class NewPlayerOut(TypedDict):
    id: str
    name: str
    token: str

class NewTokenOut(TypedDict):
    id: str
    name: str
    made_at: int
    player: str
    token: str

class OneEventOut(TypedDict):
    version: int
    step: int
    type: str
    schema: int
    command: str
    actor: str
    at: int
    rule: str
    public: dict[str, Any]
    secret: NotRequired[dict[str, Any]]
    narration: str
    before: NotRequired[View | None]
    after: NotRequired[View | None]

class OneOfDomain(TypedDict):
    one_of: list[str | int | bool]

class OpeningOut(TypedDict):
    round: int
    waiting_for: list[int]
    deadline: int

class OrderOfDomain(TypedDict):
    order_of: list[str | int | bool]

class OverviewOut(TypedDict):
    version: int
    measure: str
    first_step: int
    last_step: int
    seats: list[SeatLineOut]

class OwnMatchOut(TypedDict):
    match: str
    game: str
    status: Literal["open", "running", "finished"]
    version: int
    seat: int
    wants: list[Literal["move", "answer_undo", "agree_to_call_off"]]
    deadline: int | None
    seats: int
    names: list[str]
    held: HeldOut | None
    ending: Literal["played", "conceded", "ruled", "called_off", "cancelled"] | None
    rematch: str | None

class OwnMatchesOut(TypedDict):
    matches: list[OwnMatchOut]

class PartIn(TypedDict):
    part: str

class PlayBeganPublic(TypedDict):
    by: str
    players: list[str]

class PlayBegan(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayBegan"]
    schema: Literal[1]
    public: PlayBeganPublic

class PlayerErasedPublic(TypedDict):
    player: str
    by: str
    versions: list[int]
    disputes: list[int]
    secrets: bool
    winners: NotRequired[list[int]]
    scores: NotRequired[dict[str, int]]

class PlayerErased(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayerErased"]
    schema: Literal[1]
    public: PlayerErasedPublic

class PlayerIn(TypedDict):
    name: str

class PlayerOut(TypedDict):
    id: str
    name: str

class PreviewIn(TypedDict):
    ruling: Literal["dismiss", "rewind", "adjust", "forfeit"]
    to_step: NotRequired[int]
    winners: NotRequired[list[int]]
    seat: NotRequired[int]

class PreviewOut(TypedDict):
    undone: list[int]
    narration: list[str]
    status: str
    to_act: list[int]
    result: dict[str, Any] | None
    state: View | None
    patch: list[dict[str, Any]]

class ProblemOut(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    remedy: str
    rule: NotRequired[str]
    code: NotRequired[str]
    late: NotRequired[bool]
    rule_text: NotRequired[str]
    errors: NotRequired[dict[str, Any]]
    version: NotRequired[int]

class ProblemTypeOut(TypedDict):
    type: str
    title: str
    status: int
    remedy: str
    handling: Literal["retry", "read_again", "give_up"]
    explanation: str
    codes: list[str]

class ProblemTypesOut(TypedDict):
    problems: list[ProblemTypeOut]

class ProofOut(TypedDict):
    size: int
    root: str
    proof: list[str]
    version: NotRequired[int]
    leaf: NotRequired[dict[str, Any]]
    old_size: NotRequired[int]
    old_root: NotRequired[str]

class ReadyOut(TypedDict):
    status: str
    durability: dict[str, Any]
    background: dict[str, LoopOut]
    warnings: list[str]

class ReasonOut(TypedDict):
    step: int
    event: str | None
    text: str

class RedeemIn(TypedDict):
    name: NotRequired[str]
    code: str

class RejectionOut(TypedDict):
    at: int
    seat: int | None
    command: Any
    problem: dict[str, Any]

class RejectionsOut(TypedDict):
    rejections: list[RejectionOut]

class RematchOpenedPublic(TypedDict):
    match: str
    by: int

class RematchOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RematchOpened"]
    schema: Literal[1]
    public: RematchOpenedPublic

class RematchOut(TypedDict):
    id: str

class ReportIn(TypedDict):
    remark: NotRequired[str]

class ReportOut(TypedDict):
    format: Literal["matchledger/step/1"]
    match: str
    game: str
    rules_version: int
    catalogue: str
    options: dict[str, Any]
    seats: int
    step: int
    seen_as: int | Literal["spectator", "arbiter"]
    remark: str
    begun_at: int
    seed: str
    state: dict[str, Any] | None
    commands: list[ReportedCommandOut]
    events: list[ReportedEventOut]

class ReportedCommandOut(TypedDict):
    step: int
    place: int
    seat: int
    at: int
    type: str
    params: dict[str, Any] | None

class ReportedEventOut(TypedDict):
    type: str
    fields: dict[str, Any]

class ResultAdjustedPublic(TypedDict):
    dispute: int
    winners: list[int]

class ResultAdjusted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ResultAdjusted"]
    schema: Literal[1]
    public: ResultAdjustedPublic

class ResultOut(TypedDict):
    winners: list[int]
    scores: dict[str, int]

class RuleOut(TypedDict):
    id: str
    section: str
    text: str

class RulesOut(TypedDict):
    rules_version: int | None
    rules: list[RuleOut]

class RulingIn(TypedDict):
    ruling: Literal["dismiss", "rewind", "adjust", "forfeit"]
    to_step: NotRequired[int]
    winners: NotRequired[list[int]]
    seat: NotRequired[int]
    reason: str

class SeatConcededPublic(TypedDict):
    seat: int
    by: str

class SeatConceded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SeatConceded"]
    schema: Literal[1]
    public: SeatConcededPublic

class SeatCountOut(TypedDict):
    players: int
    seat: int
    played: int
    won: int

class SeatHandedOverPublic(TypedDict):
    seat: int
    bot: str
    by: str

class SeatHandedOver(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SeatHandedOver"]
    schema: Literal[1]
    public: SeatHandedOverPublic

class SeatIn(TypedDict):
    seat: NotRequired[int]
    luck: NotRequired[CommitmentIn]

class SeatLeftPublic(TypedDict):
    seat: int
    player: str

class SeatLeft(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SeatLeft"]
    schema: Literal[1]
    public: SeatLeftPublic

class SeatLineOut(TypedDict):
    seat: int
    points: list[list[int]]

class SeatOut(TypedDict):
    seat: int

class SeatTakenPublic(TypedDict):
    seat: int
    player: str
    commitment: NotRequired[str]

class SeatTakenSecretAll(TypedDict):
    name: NotRequired[str]

class SeatTakenSecret(TypedDict):
    all: NotRequired[SeatTakenSecretAll]

class SeatTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SeatTaken"]
    schema: Literal[1]
    public: SeatTakenPublic
    secret: NotRequired[SeatTakenSecret]

class SeatTakenBackPublic(TypedDict):
    seat: int

class SeatTakenBack(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SeatTakenBack"]
    schema: Literal[1]
    public: SeatTakenBackPublic

class ShownOut(TypedDict):
    seat: int
    step: int

class SomeOfDomain(TypedDict):
    some_of: list[str | int | bool]
    min: int
    max: int
    weights: NotRequired[list[int]]
    min_total: NotRequired[int]

class StandingOut(TypedDict):
    player: str
    name: str
    played: int
    won: int
    conceded: int
    by_bot: int
    called_off: int

class StandingsOut(TypedDict):
    matches: int
    standings: list[StandingOut]

class StatsOut(TypedDict):
    matches: int
    seats: list[SeatCountOut]
    events_median: int
    lengths: list[BucketOut]
    cards: list[CardCountOut]

class StepOut(TypedDict):
    step: int
    version: int
    at: int
    command: NotRequired[dict[str, Any] | None]
    actor: str
    events: NotRequired[list[EventOut]]
    narration: list[str]
    rules: list[str]
    markers: list[str]
    undone: bool
    link: NotRequired[str]
    patch: NotRequired[list[dict[str, Any]]]
    state: NotRequired[View | None]
    known: NotRequired[list[KnownOut]]
    named_in: NotRequired[list[str]]

class StepsOut(TypedDict):
    steps: list[StepOut]
    version: int
    last_step: int
    next: int | None

class TextDomainText(TypedDict):
    max: int

class TextDomain(TypedDict):
    text: TextDomainText

class TokenIn(TypedDict):
    name: NotRequired[str]

class TokenOut(TypedDict):
    id: str
    name: str
    made_at: int
    used_on: str | None
    current: bool

class TokensOut(TypedDict):
    tokens: list[TokenOut]

class UndoAnsweredPublic(TypedDict):
    request: int
    seat: int
    accepts: bool

class UndoAnswered(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["UndoAnswered"]
    schema: Literal[1]
    public: UndoAnsweredPublic

class UndoIn(TypedDict):
    to_step: NotRequired[int]

class UndoLapsedPublic(TypedDict):
    request: int

class UndoLapsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["UndoLapsed"]
    schema: Literal[1]
    public: UndoLapsedPublic

class UndoOut(TypedDict):
    version: int
    steps: list[int]
    needs: Literal["nothing", "consent", "impossible"]
    voters: list[int]
    reasons: list[ReasonOut]
    code: str | None
    rule: str | None
    redo_code: str | None
    redo_rule: str | None
    redo: list[int]
    open_request: UndoRequestOut | None

class UndoRequestOut(TypedDict):
    request: int
    steps: list[int]
    by: int
    waiting_for: list[int]
    since: int
    deadline: int | None

class UndoRequestedPublic(TypedDict):
    steps: list[int]
    by: int
    needs: list[int]
    deadline: NotRequired[int | None]

class UndoRequested(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["UndoRequested"]
    schema: Literal[1]
    public: UndoRequestedPublic

class UndoWithdrawnPublic(TypedDict):
    request: int
    seat: int

class UndoWithdrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["UndoWithdrawn"]
    schema: Literal[1]
    public: UndoWithdrawnPublic

class VerifiedOut(TypedDict):
    verdict: Literal["ok", "failed"]
    conclusion: Literal["proven", "not proven here", "broken"]
    checks: list[CheckOut]

class VoteIn(TypedDict):
    accepts: bool

class BigDealAttackContinuedPublic(TypedDict):
    seat: int
    card: str

class BigDealAttackContinued(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AttackContinued"]
    schema: Literal[1]
    public: BigDealAttackContinuedPublic

class BigDealAttackDeclaredPublic(TypedDict):
    seat: int
    target_seat: int
    set_id: str
    set_type: str
    card: str

class BigDealAttackDeclared(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AttackDeclared"]
    schema: Literal[1]
    public: BigDealAttackDeclaredPublic

class BigDealAttackStoppedPublic(TypedDict):
    seat: int

class BigDealAttackStopped(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AttackStopped"]
    schema: Literal[1]
    public: BigDealAttackStoppedPublic

class BigDealCardDiscardedPublic(TypedDict):
    seat: int
    card: str

class BigDealCardDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardDiscarded"]
    schema: Literal[1]
    public: BigDealCardDiscardedPublic

class BigDealCardView(TypedDict):
    id: str
    title: str
    value: int

class BigDealCardsDrawnPublic(TypedDict):
    seat: int
    cards: NotRequired[list[str]]
    count: int
    pile_left: int
    reason: Literal["duel_attacker", "duel_defender", "turn_end"]

class BigDealCardsDrawnSecretSealed(TypedDict):
    cards: NotRequired[list[str]]

class BigDealCardsDrawnSecret(TypedDict):
    sealed: NotRequired[BigDealCardsDrawnSecretSealed]

class BigDealCardsDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsDrawn"]
    schema: Literal[1]
    public: BigDealCardsDrawnPublic
    secret: NotRequired[BigDealCardsDrawnSecret]

class BigDealCatalogue(TypedDict):
    cards: list[BigDealTitleCards]
    numbers: BigDealNumbers

class BigDealDecisionView(TypedDict):
    seat: int
    commands: list[str]

class BigDealDeckShuffledPublic(TypedDict):
    round: int

class BigDealDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[str]]

class BigDealDeckShuffledSecret(TypedDict):
    sealed: NotRequired[BigDealDeckShuffledSecretSealed]

class BigDealDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckShuffled"]
    schema: Literal[1]
    public: BigDealDeckShuffledPublic
    secret: NotRequired[BigDealDeckShuffledSecret]

class BigDealDefenceDeclinedPublic(TypedDict):
    seat: int

class BigDealDefenceDeclined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DefenceDeclined"]
    schema: Literal[1]
    public: BigDealDefenceDeclinedPublic

class BigDealDefencePlayedPublic(TypedDict):
    seat: int
    card: str

class BigDealDefencePlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DefencePlayed"]
    schema: Literal[1]
    public: BigDealDefencePlayedPublic

class BigDealDiscard(TypedDict):
    do: Literal["DISCARD"]

class BigDealDiscardPileView(TypedDict):
    count: int
    top: BigDealCardView | None
    cards: list[str]

class BigDealDuelResolvedPublic(TypedDict):
    attacker_seat: int
    defender_seat: int
    winner_seat: int
    ended_by: Literal["attack_stopped", "attacker_out_of_cards", "defence_declined", "defender_out_of_cards"]
    set_id: str
    set_type: str
    attack_cards: list[str]
    defence_cards: list[str]
    cards: list[str]

class BigDealDuelResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DuelResolved"]
    schema: Literal[1]
    public: BigDealDuelResolvedPublic

class BigDealDuelView(TypedDict):
    attacker_seat: int
    defender_seat: int
    set_id: str
    set_type: str
    title: str
    attack_cards: list[BigDealCardView]
    defence_cards: list[BigDealCardView]

class BigDealFight(TypedDict):
    do: Literal["FIGHT"]
    which: Literal["any", "own"]

class BigDealHand(TypedDict):
    seats: list[int]
    cards: int

class BigDealHandDealtPublic(TypedDict):
    round: int
    seat: int
    cards: NotRequired[list[str]]
    count: int

class BigDealHandDealtSecretSealed(TypedDict):
    cards: NotRequired[list[str]]

class BigDealHandDealtSecret(TypedDict):
    sealed: NotRequired[BigDealHandDealtSecretSealed]

class BigDealHandDealt(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HandDealt"]
    schema: Literal[1]
    public: BigDealHandDealtPublic
    secret: NotRequired[BigDealHandDealtSecret]

class BigDealHandDiscardedPublic(TypedDict):
    seat: int
    cards: list[str]

class BigDealHandDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HandDiscarded"]
    schema: Literal[1]
    public: BigDealHandDiscardedPublic

class BigDealLayer(TypedDict):
    do: Literal["LAYER"]
    which: Literal["top", "under"]

class BigDealMatchEndedPublic(TypedDict):
    winner_seats: list[int]
    match_totals: list[int]
    rounds_played: int

class BigDealMatchEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchEnded"]
    schema: Literal[1]
    public: BigDealMatchEndedPublic

class BigDealMatchStartedPublic(TypedDict):
    seats: int
    hand_size: int
    first_dealer_seat: int
    target: int
    ruleset: int

class BigDealMatchStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchStarted"]
    schema: Literal[1]
    public: BigDealMatchStartedPublic

class BigDealNumbers(TypedDict):
    ruleset: int
    seats_min: int
    seats_max: int
    set_size: int
    attacker_sets_min: int
    defender_sets_min: int
    target: int
    hand: list[BigDealHand]

class BigDealOptions(TypedDict):
    first_dealer_seat: NotRequired[int | None]

class BigDealOptionsOut(TypedDict):
    first_dealer_seat: NotRequired[int | None]

class BigDealPair(TypedDict):
    do: Literal["PAIR"]
    which: Literal["any", "own"]

class BigDealPickUpPileReshuffledPublic(TypedDict):
    round: int
    attempt: int

class BigDealPickUpPileReshuffledSecretSealed(TypedDict):
    order: NotRequired[list[str]]

class BigDealPickUpPileReshuffledSecret(TypedDict):
    sealed: NotRequired[BigDealPickUpPileReshuffledSecretSealed]

class BigDealPickUpPileReshuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PickUpPileReshuffled"]
    schema: Literal[1]
    public: BigDealPickUpPileReshuffledPublic
    secret: NotRequired[BigDealPickUpPileReshuffledSecret]

class BigDealPickUpPileView(TypedDict):
    count: int
    cards: list[str] | None
    returned_jokers: list[str]

class BigDealRoundEndedPublic(TypedDict):
    round: int
    out_seats: list[int]

class BigDealRoundEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoundEnded"]
    schema: Literal[1]
    public: BigDealRoundEndedPublic

class BigDealRoundScoredPublic(TypedDict):
    round: int
    round_totals: list[int]
    match_totals: list[int]

class BigDealRoundScored(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoundScored"]
    schema: Literal[1]
    public: BigDealRoundScoredPublic

class BigDealRoundStartedPublic(TypedDict):
    round: int
    dealer_seat: int
    starting_seat: int

class BigDealRoundStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoundStarted"]
    schema: Literal[1]
    public: BigDealRoundStartedPublic

class BigDealScore(TypedDict):
    do: Literal["SCORE"]
    amount: int

class BigDealSeatView(TypedDict):
    seat: int
    hand_count: int
    hand: list[BigDealCardView] | None
    collection: list[BigDealSetView]
    collection_value: int
    match_total: int
    last_round: int | None

class BigDealSetFormedPublic(TypedDict):
    seat: int
    set_id: str
    set_type: str
    source: Literal["discard", "hand"]
    hand_cards: list[str]
    discard_card: str | None
    cards: list[str]

class BigDealSetFormed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SetFormed"]
    schema: Literal[1]
    public: BigDealSetFormedPublic

class BigDealSetView(TypedDict):
    set_id: str
    set_type: str
    title: str
    value: int
    cards: list[BigDealCardView]

class BigDealStarter(TypedDict):
    do: Literal["STARTER"]
    which: Literal["back", "ok"]

class BigDealStarterRevealedPublic(TypedDict):
    round: int
    attempt: int
    card: str
    accepted: bool

class BigDealStarterRevealed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["StarterRevealed"]
    schema: Literal[1]
    public: BigDealStarterRevealedPublic

class BigDealTitleCards(TypedDict):
    id: str
    title: str
    copies: int
    bundle: str
    effects: list[BigDealType | BigDealPair | BigDealFight | BigDealStarter | BigDealLayer | BigDealDiscard | BigDealScore]
    cards: list[str]

class BigDealTurnEndedPublic(TypedDict):
    round: int
    turn: int
    seat: int

class BigDealTurnEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnEnded"]
    schema: Literal[1]
    public: BigDealTurnEndedPublic

class BigDealTurnStartedPublic(TypedDict):
    round: int
    turn: int
    seat: int

class BigDealTurnStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnStarted"]
    schema: Literal[1]
    public: BigDealTurnStartedPublic

class BigDealType(TypedDict):
    do: Literal["TYPE"]
    which: Literal["none", "own"]

class BigDealView(TypedDict):
    phase: Literal["duel_attack", "duel_defence", "lobby", "match_over", "round_end", "round_setup", "turn_action", "turn_end"]
    round: int
    turn: int
    dealer_seat: int
    starting_seat: int
    active_seat: int
    decision: BigDealDecisionView | None
    hand_size: int
    target: int
    pick_up_pile: BigDealPickUpPileView
    discard_pile: BigDealDiscardPileView
    seats: list[BigDealSeatView]
    duel: BigDealDuelView | None
    winner_seats: list[int]

class BigDealAttackSetParams(TypedDict):
    target_seat: int
    card_id: str

class BigDealAttackSet(TypedDict):
    type: Literal["attack_set"]
    params: BigDealAttackSetParams

class BigDealContinueAttackParams(TypedDict):
    card_id: str

class BigDealContinueAttack(TypedDict):
    type: Literal["continue_attack"]
    params: BigDealContinueAttackParams

class BigDealDefendSetParams(TypedDict):
    card_id: str

class BigDealDefendSet(TypedDict):
    type: Literal["defend_set"]
    params: BigDealDefendSetParams

class BigDealDiscardCardParams(TypedDict):
    card_id: str

class BigDealDiscardCard(TypedDict):
    type: Literal["discard_card"]
    params: BigDealDiscardCardParams

class BigDealFormSetFromHandParams(TypedDict):
    card_ids: list[str]

class BigDealFormSetFromHand(TypedDict):
    type: Literal["form_set_from_hand"]
    params: BigDealFormSetFromHandParams

class BigDealFormSetWithDiscardParams(TypedDict):
    card_id: str

class BigDealFormSetWithDiscard(TypedDict):
    type: Literal["form_set_with_discard"]
    params: BigDealFormSetWithDiscardParams

class BigDealStopAttack(TypedDict):
    type: Literal["stop_attack"]
    params: NotRequired[dict[str, Any]]

class BigDealYieldSet(TypedDict):
    type: Literal["yield_set"]
    params: NotRequired[dict[str, Any]]

class ClankArriveResolvedPublic(TypedDict):
    slot: int
    card_id: str
    name: str

class ClankArriveResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ArriveResolved"]
    schema: Literal[1]
    public: ClankArriveResolvedPublic

class ClankArtifactsExcludedPublic(TypedDict):
    values: list[int]

class ClankArtifactsExcluded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ArtifactsExcluded"]
    schema: Literal[1]
    public: ClankArtifactsExcludedPublic

class ClankBecameExhaustedPublic(TypedDict):
    seat: int

class ClankBecameExhausted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BecameExhausted"]
    schema: Literal[1]
    public: ClankBecameExhaustedPublic

class ClankBoardPlan(TypedDict):
    side: str
    rooms: list[ClankRoom]
    corridors: list[ClankCorridor]

class ClankBoots(TypedDict):
    do: Literal["boots"]
    n: int

class ClankCard(TypedDict):
    id: str
    name: str

class ClankCardAcquiredPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    source: Literal["reserve", "row"]
    cost: int
    slot: NotRequired[int | None]
    pile: NotRequired[str | None]

class ClankCardAcquired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardAcquired"]
    schema: Literal[1]
    public: ClankCardAcquiredPublic

class ClankCardDiscardedPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    reason: str

class ClankCardDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardDiscarded"]
    schema: Literal[1]
    public: ClankCardDiscardedPublic

class ClankCardKind(TypedDict):
    id: str
    title: str
    polish: NotRequired[str]
    kind: Literal["card", "device", "monster"]
    tags: NotRequired[list[Literal["companion", "gem"]]]
    copies: int
    cost: NotRequired[int]
    points: NotRequired[int | ClankVpIf | ClankVpPer | ClankVpPerGold | ClankVpIfKinds]
    skill: NotRequired[int]
    swords: NotRequired[int]
    boots: NotRequired[int]
    place: NotRequired[Literal["crystal_cave", "depths"] | None]
    dragon: NotRequired[bool]
    danger: NotRequired[bool]
    play: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]
    turn: NotRequired[list[ClankWhen | ClankPerClank | ClankPerGoldGain | ClankFlag]]
    acquire: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]
    use: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]
    defeat: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]
    arrive: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]

class ClankCardPlayedPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    option: NotRequired[int | None]

class ClankCardPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardPlayed"]
    schema: Literal[1]
    public: ClankCardPlayedPublic

class ClankCardTrashedPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    zone: Literal["discard", "play_area"]

class ClankCardTrashed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardTrashed"]
    schema: Literal[1]
    public: ClankCardTrashedPublic

class ClankCardView(TypedDict):
    card_id: str
    name: str
    title: str

class ClankCardsDrawnPublic(TypedDict):
    seat: int
    count: int
    cards: NotRequired[list[ClankCard]]
    reason: str

class ClankCardsDrawnSecretSealed(TypedDict):
    cards: NotRequired[list[ClankCard]]

class ClankCardsDrawnSecret(TypedDict):
    sealed: NotRequired[ClankCardsDrawnSecretSealed]

class ClankCardsDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsDrawn"]
    schema: Literal[1]
    public: ClankCardsDrawnPublic
    secret: NotRequired[ClankCardsDrawnSecret]

class ClankCatalogue(TypedDict):
    table: ClankTableNumbers
    starters: list[ClankCardKind]
    reserve: list[ClankCardKind]
    dungeon: list[ClankCardKind]
    tokens: list[ClankTokenKind]
    board: ClankBoardPlan

class ClankChoose(TypedDict):
    do: Literal["choose"]
    options: list[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold]]

class ClankClank(TypedDict):
    do: Literal["clank"]
    n: int

class ClankClankAddedPublic(TypedDict):
    seat: int
    requested: int
    cancelled: int
    added: int
    source: str

class ClankClankAdded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClankAdded"]
    schema: Literal[1]
    public: ClankClankAddedPublic

class ClankClankAll(TypedDict):
    do: Literal["clank_all"]
    n: int

class ClankClankOthers(TypedDict):
    do: Literal["clank_others"]
    n: int

class ClankClankRemovedPublic(TypedDict):
    seat: int
    requested: int
    removed: int
    banked: int
    source: str

class ClankClankRemoved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClankRemoved"]
    schema: Literal[1]
    public: ClankClankRemovedPublic

class ClankConditionMetPublic(TypedDict):
    seat: int
    card_id: str
    condition: Literal["has_artifact", "has_crown", "has_monkey_idol", "other_companion_in_play"]

class ClankConditionMet(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ConditionMet"]
    schema: Literal[1]
    public: ClankConditionMetPublic

class ClankCorridor(TypedDict):
    id: str
    ends: list[str]
    boots: NotRequired[int]
    monsters: NotRequired[int]
    locked: NotRequired[bool]
    one_way: NotRequired[bool]
    wrap: NotRequired[bool]

class ClankCountdownAdvancedPublic(TypedDict):
    seat: int
    space: int
    extra: int

class ClankCountdownAdvanced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CountdownAdvanced"]
    schema: Literal[1]
    public: ClankCountdownAdvancedPublic

class ClankCountdownStartedPublic(TypedDict):
    seat: int
    space: int

class ClankCountdownStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CountdownStarted"]
    schema: Literal[1]
    public: ClankCountdownStartedPublic

class ClankCountdownView(TypedDict):
    seat: int | None
    space: int
    spaces: int
    extra_cubes: list[int]

class ClankCubesDrawnPublic(TypedDict):
    cubes: list[int | Literal["black"]]
    effects: list[Literal["damage", "none", "set_aside"]]

class ClankCubesDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CubesDrawn"]
    schema: Literal[1]
    public: ClankCubesDrawnPublic

class ClankCubesView(TypedDict):
    black: int
    by_seat: list[int]

class ClankDamageHealedPublic(TypedDict):
    seat: int
    amount: int
    source: str

class ClankDamageHealed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DamageHealed"]
    schema: Literal[1]
    public: ClankDamageHealedPublic

class ClankDamageTakenPublic(TypedDict):
    seat: int
    amount: int
    source: Literal["corridor", "dragon"]

class ClankDamageTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DamageTaken"]
    schema: Literal[1]
    public: ClankDamageTakenPublic

class ClankDecisionView(TypedDict):
    seat: int
    about: Literal["token", "trash", "turn"]
    room_id: str | None
    token_slots: list[int] | None

class ClankDeckShuffledPublic(TypedDict):
    seat: int
    size: int

class ClankDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[ClankCard]]

class ClankDeckShuffledSecret(TypedDict):
    sealed: NotRequired[ClankDeckShuffledSecretSealed]

class ClankDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckShuffled"]
    schema: Literal[1]
    public: ClankDeckShuffledPublic
    secret: NotRequired[ClankDeckShuffledSecret]

class ClankDeviceUsedPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    slot: int
    cost: int
    option: NotRequired[int | None]

class ClankDeviceUsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeviceUsed"]
    schema: Literal[1]
    public: ClankDeviceUsedPublic

class ClankDiscard(TypedDict):
    do: Literal["discard"]
    then: list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankChoose]

class ClankDragonAttack(TypedDict):
    do: Literal["dragon_attack"]

class ClankDragonAttackStartedPublic(TypedDict):
    cause: Literal["card", "countdown", "refill"]
    rage: int
    danger: int
    extra: int
    cubes: int
    moved_to_bag: list[int]

class ClankDragonAttackStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DragonAttackStarted"]
    schema: Literal[1]
    public: ClankDragonAttackStartedPublic

class ClankDragonCubesReturnedPublic(TypedDict):
    count: int

class ClankDragonCubesReturned(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DragonCubesReturned"]
    schema: Literal[1]
    public: ClankDragonCubesReturnedPublic

class ClankDragonView(TypedDict):
    rage_space: int
    rage_track: list[int]
    danger: int
    cubes_per_attack: int
    bag: ClankCubesView
    set_aside: ClankCubesView
    clank_area: list[int]

class ClankDraw(TypedDict):
    do: Literal["draw"]
    n: int

class ClankDungeonDeckShuffledPublic(TypedDict):
    size: int
    reason: Literal["exhausted", "setup", "setup_return"]

class ClankDungeonDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[ClankCard]]

class ClankDungeonDeckShuffledSecret(TypedDict):
    sealed: NotRequired[ClankDungeonDeckShuffledSecretSealed]

class ClankDungeonDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DungeonDeckShuffled"]
    schema: Literal[1]
    public: ClankDungeonDeckShuffledPublic
    secret: NotRequired[ClankDungeonDeckShuffledSecret]

class ClankFinalAttackPublic(TypedDict):
    victims: list[int]

class ClankFinalAttack(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FinalAttack"]
    schema: Literal[1]
    public: ClankFinalAttackPublic

class ClankFirstPlayerChosenPublic(TypedDict):
    order: list[int]

class ClankFirstPlayerChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FirstPlayerChosen"]
    schema: Literal[1]
    public: ClankFirstPlayerChosenPublic

class ClankFlag(TypedDict):
    do: Literal["flag"]
    name: Literal["gem_discount", "ignore_caves", "ignore_tunnel_monsters"]
    n: NotRequired[int]

class ClankFlagSetPublic(TypedDict):
    seat: int
    card_id: str
    flag: Literal["gem_discount", "ignore_caves", "ignore_tunnel_monsters"]
    amount: int

class ClankFlagSet(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FlagSet"]
    schema: Literal[1]
    public: ClankFlagSetPublic

class ClankGoblinView(TypedDict):
    name: str
    title: str
    swords: int

class ClankGold(TypedDict):
    do: Literal["gold"]
    n: int

class ClankGoldGainedPublic(TypedDict):
    seat: int
    base: int
    bonus: int
    source: str
    is_gain: bool

class ClankGoldGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["GoldGained"]
    schema: Literal[1]
    public: ClankGoldGainedPublic

class ClankGoldSpentPublic(TypedDict):
    seat: int
    amount: int
    spent_on: str

class ClankGoldSpent(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["GoldSpent"]
    schema: Literal[1]
    public: ClankGoldSpentPublic

class ClankHeal(TypedDict):
    do: Literal["heal"]
    n: int

class ClankItemBoughtPublic(TypedDict):
    seat: int
    item: Literal["backpack", "crown", "key"]
    token_id: str
    kind: str
    points: int

class ClankItemBought(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemBought"]
    schema: Literal[1]
    public: ClankItemBoughtPublic

class ClankLost(TypedDict):
    skill: int
    swords: int
    boots: int
    quiet: int
    teleports: int

class ClankMarketView(TypedDict):
    price: int
    stock: list[ClankTokenView]

class ClankMasteryAwardedPublic(TypedDict):
    seat: int
    token_id: str

class ClankMasteryAwarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MasteryAwarded"]
    schema: Literal[1]
    public: ClankMasteryAwardedPublic

class ClankMatchCreatedPublic(TypedDict):
    board_side: Literal["A", "B"]
    colours: list[str]
    cubes_each: int
    dragon_cubes: int
    rage_space: int

class ClankMatchCreated(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchCreated"]
    schema: Literal[1]
    public: ClankMatchCreatedPublic

class ClankMatchEndedPublic(TypedDict):
    scores: list[ClankScore]
    lost: list[int]
    ranking: list[int]
    winner: int | None

class ClankMatchEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchEnded"]
    schema: Literal[1]
    public: ClankMatchEndedPublic

class ClankMonsterDefeatedPublic(TypedDict):
    seat: int
    card_id: str
    name: str
    target: int | Literal["goblin"]
    cost: int

class ClankMonsterDefeated(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterDefeated"]
    schema: Literal[1]
    public: ClankMonsterDefeatedPublic

class ClankOptions(TypedDict):
    board_side: NotRequired[Literal["A", "B"]]

class ClankOptionsOut(TypedDict):
    board_side: NotRequired[Literal["A", "B"]]

class ClankOutcome(TypedDict):
    scores: list[ClankScore]
    lost: list[int]
    ranking: list[int]
    winner: int | None

class ClankOwed(TypedDict):
    filter: str
    source: str

class ClankPawnMovedPublic(TypedDict):
    seat: int
    from_room: str
    to_room: str
    corridor_id: str
    mode: Literal["boots", "teleport"]

class ClankPawnMoved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PawnMoved"]
    schema: Literal[1]
    public: ClankPawnMovedPublic

class ClankPayGold(TypedDict):
    do: Literal["pay_gold"]
    n: int
    then: list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage]

class ClankPerClank(TypedDict):
    do: Literal["per_clank"]
    n: int

class ClankPerGoldGain(TypedDict):
    do: Literal["per_gold_gain"]
    n: int

class ClankPileView(TypedDict):
    pile: str
    title: str
    skill: int
    left: int

class ClankPlaced(TypedDict):
    room_id: str
    token_id: str
    kind: str

class ClankPlacedSecret(TypedDict):
    room_id: str
    token_slot: int
    token_id: str

class ClankPlayAreaDiscardedPublic(TypedDict):
    seat: int
    card_ids: list[str]

class ClankPlayAreaDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayAreaDiscarded"]
    schema: Literal[1]
    public: ClankPlayAreaDiscardedPublic

class ClankPlayerKnockedOutPublic(TypedDict):
    seat: int
    room_id: str
    rescued: bool
    cause: Literal["dragon", "final_attack"]

class ClankPlayerKnockedOut(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayerKnockedOut"]
    schema: Literal[1]
    public: ClankPlayerKnockedOutPublic

class ClankPlayerLeftDungeonPublic(TypedDict):
    seat: int
    teleports_lost: int

class ClankPlayerLeftDungeon(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayerLeftDungeon"]
    schema: Literal[1]
    public: ClankPlayerLeftDungeonPublic

class ClankPlayerView(TypedDict):
    seat: int
    colour: str
    status: Literal["in", "ko", "left"]
    rescued: bool
    room_id: str | None
    countdown_space: int | None
    damage: int
    health_spaces: int
    gold: int
    points: int
    supply: int
    clank: int
    hand_size: int
    hand: list[ClankCardView] | None
    deck_size: int
    deck: list[ClankCardView] | None
    deck_and_hand: list[str]
    play_area: list[ClankCardView]
    discard: list[ClankCardView]
    trashed: list[ClankCardView]
    tokens: list[ClankTokenView]

class ClankPotionUsedPublic(TypedDict):
    seat: int
    token_id: str
    kind: str

class ClankPotionUsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PotionUsed"]
    schema: Literal[1]
    public: ClankPotionUsedPublic

class ClankQuiet(TypedDict):
    do: Literal["quiet"]
    n: int

class ClankRage(TypedDict):
    do: Literal["rage"]
    n: int

class ClankRageAdvancedPublic(TypedDict):
    from_space: int
    to_space: int
    cause: str

class ClankRageAdvanced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RageAdvanced"]
    schema: Literal[1]
    public: ClankRageAdvancedPublic

class ClankReplaceRowCard(TypedDict):
    do: Literal["replace_row_card"]

class ClankReserveTakenPublic(TypedDict):
    seat: int
    pile: str
    card_ids: list[str]
    count: int

class ClankReserveTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ReserveTaken"]
    schema: Literal[1]
    public: ClankReserveTakenPublic

class ClankResourcesGainedPublic(TypedDict):
    seat: int
    source: str
    skill: NotRequired[int]
    swords: NotRequired[int]
    boots: NotRequired[int]

class ClankResourcesGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ResourcesGained"]
    schema: Literal[1]
    public: ClankResourcesGainedPublic

class ClankResourcesSpentPublic(TypedDict):
    seat: int
    spent_on: str
    skill: NotRequired[int]
    swords: NotRequired[int]
    boots: NotRequired[int]

class ClankResourcesSpent(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ResourcesSpent"]
    schema: Literal[1]
    public: ClankResourcesSpentPublic

class ClankReturnDragonCubes(TypedDict):
    do: Literal["return_dragon_cubes"]
    n: int

class ClankRoom(TypedDict):
    id: str
    title: str
    zone: Literal["depths", "outside", "upper"]
    features: NotRequired[list[Literal["cave", "fountain", "major", "market", "minor", "shrine"]]]
    artifact: NotRequired[int | None]
    x: int
    y: int

class ClankRoomView(TypedDict):
    room_id: str
    tokens: list[ClankTokenView | None]

class ClankRowCardReplacedPublic(TypedDict):
    slot: int
    old: ClankCard
    new: ClankCard | None

class ClankRowCardReplaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RowCardReplaced"]
    schema: Literal[1]
    public: ClankRowCardReplacedPublic

class ClankRowDealtPublic(TypedDict):
    cards: list[ClankCard]
    set_aside: list[ClankCard]

class ClankRowDealt(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RowDealt"]
    schema: Literal[1]
    public: ClankRowDealtPublic

class ClankRowRefilledPublic(TypedDict):
    slot: int
    card_id: str
    name: str

class ClankRowRefilled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RowRefilled"]
    schema: Literal[1]
    public: ClankRowRefilledPublic

class ClankScore(TypedDict):
    seat: int
    artifacts: int
    tokens: int
    gold: int
    cards: int
    total: int

class ClankSecretsPlacedPublic(TypedDict):
    major: list[ClankPlacedSecret]
    minor: list[ClankPlacedSecret]
    boxed: list[str]

class ClankSecretsPlacedSecretSealed(TypedDict):
    major_kinds: NotRequired[list[str]]
    minor_kinds: NotRequired[list[str]]
    boxed_kinds: NotRequired[list[str]]

class ClankSecretsPlacedSecret(TypedDict):
    sealed: NotRequired[ClankSecretsPlacedSecretSealed]

class ClankSecretsPlaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SecretsPlaced"]
    schema: Literal[1]
    public: ClankSecretsPlacedPublic
    secret: NotRequired[ClankSecretsPlacedSecret]

class ClankSkill(TypedDict):
    do: Literal["skill"]
    n: int

class ClankSlotView(TypedDict):
    slot: int
    card: ClankCardView | None

class ClankSwords(TypedDict):
    do: Literal["swords"]
    n: int

class ClankTableNumbers(TypedDict):
    cubes_each: int
    dragon_cubes: int
    health: int
    row_size: int
    hand_size: int
    market_price: int
    dungeon_cards: int
    colours: list[str]
    starting_clank: list[int]
    rage: list[int]
    rage_start: list[int]
    artifacts_excluded: list[int]
    countdown_extra: list[int]
    minor_per_space: int
    idols_in_shrine: int

class ClankTakeAdjacentSecret(TypedDict):
    do: Literal["take_adjacent_secret"]

class ClankTakeReserve(TypedDict):
    do: Literal["take_reserve"]
    pile: str
    n: int

class ClankTeleportGainedPublic(TypedDict):
    seat: int
    count: int

class ClankTeleportGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TeleportGained"]
    schema: Literal[1]
    public: ClankTeleportGainedPublic

class ClankTeleportSpentPublic(TypedDict):
    seat: int
    count: int

class ClankTeleportSpent(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TeleportSpent"]
    schema: Literal[1]
    public: ClankTeleportSpentPublic

class ClankToken(TypedDict):
    id: str
    kind: str

class ClankTokenBoxedPublic(TypedDict):
    seat: int
    token_id: str
    kind: str

class ClankTokenBoxed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TokenBoxed"]
    schema: Literal[1]
    public: ClankTokenBoxedPublic

class ClankTokenDeclinedPublic(TypedDict):
    seat: int
    room_id: str

class ClankTokenDeclined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TokenDeclined"]
    schema: Literal[1]
    public: ClankTokenDeclinedPublic

class ClankTokenKind(TypedDict):
    id: str
    title: str
    rule: str
    type: Literal["artifact", "idol", "major", "market", "mastery", "minor"]
    count: int
    points: NotRequired[int]
    item: NotRequired[Literal["", "backpack", "crown", "key"]]
    kept: NotRequired[bool]
    taken: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]
    used: NotRequired[list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage | ClankPayGold | ClankChoose | ClankDiscard]]

class ClankTokenTakenPublic(TypedDict):
    seat: int
    room_id: str
    token_slot: int
    token_id: str
    kind: str
    via: Literal["adjacent", "entry"]

class ClankTokenTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TokenTaken"]
    schema: Literal[1]
    public: ClankTokenTakenPublic

class ClankTokenView(TypedDict):
    token_id: str
    type: Literal["artifact", "idol", "major", "market", "mastery", "minor"]
    kind: str | None

class ClankTokensOfferedPublic(TypedDict):
    seat: int
    room_id: str
    token_slots: list[int]

class ClankTokensOffered(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TokensOffered"]
    schema: Literal[1]
    public: ClankTokensOfferedPublic

class ClankTokensPlacedPublic(TypedDict):
    on_board: list[ClankPlaced]
    boxed: list[ClankToken]
    stock: list[ClankToken]
    masteries: list[ClankToken]
    reserve: list[list[str | int]]

class ClankTokensPlaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TokensPlaced"]
    schema: Literal[1]
    public: ClankTokensPlacedPublic

class ClankTrash(TypedDict):
    do: Literal["trash"]
    filter: str

class ClankTrashDemandedPublic(TypedDict):
    seat: int
    filter: str
    source: str

class ClankTrashDemanded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TrashDemanded"]
    schema: Literal[1]
    public: ClankTrashDemandedPublic

class ClankTrashLapsedPublic(TypedDict):
    seat: int
    filter: str
    source: str

class ClankTrashLapsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TrashLapsed"]
    schema: Literal[1]
    public: ClankTrashLapsedPublic

class ClankTrashOwedPublic(TypedDict):
    seat: int
    filter: str
    source: str

class ClankTrashOwed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TrashOwed"]
    schema: Literal[1]
    public: ClankTrashOwedPublic

class ClankTurnEndedPublic(TypedDict):
    seat: int
    lost: ClankLost

class ClankTurnEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnEnded"]
    schema: Literal[1]
    public: ClankTurnEndedPublic

class ClankTurnStartedPublic(TypedDict):
    seat: int
    turn_no: int

class ClankTurnStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnStarted"]
    schema: Literal[1]
    public: ClankTurnStartedPublic

class ClankTurnView(TypedDict):
    seat: int | None
    number: int
    skill: int
    swords: int
    boots: int
    quiet: int
    teleports: int
    cubes_made: int
    gold_gains: int
    exhausted: bool
    ignores_caves: bool
    ignores_monsters: bool
    gem_discount: int
    conditions_met: list[str]
    to_trash: list[ClankOwed]

class ClankView(TypedDict):
    phase: Literal["COUNTDOWN", "ENDED", "SETUP", "TOKEN_CHOICE", "TRASH_CHOICE", "TURN", "TURN_END"]
    decision: ClankDecisionView | None
    board_side: str
    order: list[int]
    turn: ClankTurnView
    row: list[ClankSlotView]
    dungeon_deck_size: int
    dungeon_deck: list[ClankCardView] | None
    dungeon_discard: list[ClankCardView]
    reserve: list[ClankPileView]
    goblin: ClankGoblinView
    market: ClankMarketView
    tokens: list[ClankRoomView]
    box: list[ClankTokenView]
    hidden_box: list[ClankTokenView]
    masteries_left: int
    dragon: ClankDragonView
    countdown: ClankCountdownView
    players: list[ClankPlayerView]
    outcome: ClankOutcome | None

class ClankVpIf(TypedDict):
    by: Literal["vp_if"]
    token: str
    n: int

class ClankVpIfKinds(TypedDict):
    by: Literal["vp_if_kinds"]
    kinds: list[str]
    at_least: int
    n: int

class ClankVpPer(TypedDict):
    by: Literal["vp_per"]
    card: str
    n: int

class ClankVpPerGold(TypedDict):
    by: Literal["vp_per_gold"]
    gold: int
    n: int

class ClankWhen(TypedDict):
    do: Literal["when"]
    condition: Literal["has_artifact", "has_crown", "has_monkey_idol", "other_companion_in_play"]
    then: list[ClankSkill | ClankSwords | ClankBoots | ClankGold | ClankClank | ClankQuiet | ClankClankOthers | ClankClankAll | ClankHeal | ClankDraw | ClankGamesClankVocabularyTeleport | ClankTrash | ClankReplaceRowCard | ClankTakeAdjacentSecret | ClankTakeReserve | ClankReturnDragonCubes | ClankDragonAttack | ClankRage]

class ClankAcquireCardParams(TypedDict):
    source: Literal["reserve", "row"]
    slot: NotRequired[int | None]
    pile: NotRequired[str | None]

class ClankAcquireCard(TypedDict):
    type: Literal["acquire_card"]
    params: ClankAcquireCardParams

class ClankBuyItemParams(TypedDict):
    item: Literal["backpack", "crown", "key"]

class ClankBuyItem(TypedDict):
    type: Literal["buy_item"]
    params: ClankBuyItemParams

class ClankDeclineToken(TypedDict):
    type: Literal["decline_token"]
    params: NotRequired[dict[str, Any]]

class ClankEndTurn(TypedDict):
    type: Literal["end_turn"]
    params: NotRequired[dict[str, Any]]

class ClankFightParams(TypedDict):
    target: int | Literal["goblin"]

class ClankFight(TypedDict):
    type: Literal["fight"]
    params: ClankFightParams

class ClankGamesClankVocabularyTeleport(TypedDict):
    do: Literal["teleport"]
    n: int

class ClankMoveParams(TypedDict):
    corridor_id: str
    swords: NotRequired[int | None]
    heal: NotRequired[bool | None]

class ClankMove(TypedDict):
    type: Literal["move"]
    params: ClankMoveParams

class ClankPlayCardParams(TypedDict):
    card_id: str
    option: NotRequired[int | None]
    discard_card_id: NotRequired[str | None]
    row_slot: NotRequired[int | None]
    room_id: NotRequired[str | None]
    token_slot: NotRequired[int | None]

class ClankPlayCard(TypedDict):
    type: Literal["play_card"]
    params: ClankPlayCardParams

class ClankTakeTokenParams(TypedDict):
    token_slot: int

class ClankTakeToken(TypedDict):
    type: Literal["take_token"]
    params: ClankTakeTokenParams

class ClankTeleportParams(TypedDict):
    to_room: str
    heal: NotRequired[bool | None]

class ClankTeleport(TypedDict):
    type: Literal["teleport"]
    params: ClankTeleportParams

class ClankTrashCardParams(TypedDict):
    card_id: str

class ClankTrashCard(TypedDict):
    type: Literal["trash_card"]
    params: ClankTrashCardParams

class ClankUseDeviceParams(TypedDict):
    slot: int
    option: NotRequired[int | None]

class ClankUseDevice(TypedDict):
    type: Literal["use_device"]
    params: ClankUseDeviceParams

class ClankUsePotionParams(TypedDict):
    token_id: str

class ClankUsePotion(TypedDict):
    type: Literal["use_potion"]
    params: ClankUsePotionParams

class CoupAction(TypedDict):
    id: str
    word: str
    name: str
    hint: str
    effect: CoupGain | CoupTake | CoupLoseInfluence | CoupExchange | CoupInspect
    rule: str
    mode: NotRequired[Literal["draw", "inspect"] | None]
    claim: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"] | None]
    pay: NotRequired[int]
    forced_at: NotRequired[int | None]
    target: NotRequired[Literal["live_opponent", "none"]]
    challenge_by: NotRequired[Literal["any_opponent", "nobody"]]
    block_by: NotRequired[Literal["any_opponent", "nobody", "target"]]
    block_kinds: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]
    block_rule: NotRequired[str]
    module: NotRequired[Literal["media", "un"] | None]

class CoupActionBlockedPublic(TypedDict):
    decision_id: int
    blocker: int
    claim: Literal["eu", "media", "police", "protest", "russia", "un"]
    response_decision_id: int
    deadline: int | None

class CoupActionBlocked(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionBlocked"]
    schema: Literal[1]
    public: CoupActionBlockedPublic

class CoupActionCancelledPublic(TypedDict):
    seat: int
    action: str
    reason: Literal["block_accepted", "block_proved", "bluff_caught"]

class CoupActionCancelled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionCancelled"]
    schema: Literal[1]
    public: CoupActionCancelledPublic

class CoupActionChallengedPublic(TypedDict):
    decision_id: int
    challenger: int
    seat: int
    claim: Literal["eu", "media", "police", "protest", "russia", "un"]

class CoupActionChallenged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionChallenged"]
    schema: Literal[1]
    public: CoupActionChallengedPublic

class CoupActionCostPaidPublic(TypedDict):
    seat: int
    amount: int
    reason: Literal["block_broken", "challenged", "unopposed"]

class CoupActionCostPaid(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionCostPaid"]
    schema: Literal[1]
    public: CoupActionCostPaidPublic

class CoupActionDeclaredPublic(TypedDict):
    turn: int
    seat: int
    action: str
    mode: Literal["draw", "inspect"] | None
    target: int | None
    claim: Literal["eu", "media", "police", "protest", "russia", "un"] | None
    cost: int

class CoupActionDeclared(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionDeclared"]
    schema: Literal[1]
    public: CoupActionDeclaredPublic

class CoupActionFizzledPublic(TypedDict):
    seat: int
    action: str
    target: int
    reason: Literal["target_eliminated"]

class CoupActionFizzled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionFizzled"]
    schema: Literal[1]
    public: CoupActionFizzledPublic

class CoupActionResolvedPublic(TypedDict):
    seat: int
    action: str

class CoupActionResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionResolved"]
    schema: Literal[1]
    public: CoupActionResolvedPublic

class CoupAskedView(TypedDict):
    seat: int
    reactions: list[Literal["block", "challenge", "pass"]]
    claims: list[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupBlockAcceptedPublic(TypedDict):
    seat: int
    blocker: int
    by_timeout: bool

class CoupBlockAccepted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BlockAccepted"]
    schema: Literal[1]
    public: CoupBlockAcceptedPublic

class CoupBlockChallengedPublic(TypedDict):
    challenger: int
    blocker: int
    claim: Literal["eu", "media", "police", "protest", "russia", "un"]

class CoupBlockChallenged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BlockChallenged"]
    schema: Literal[1]
    public: CoupBlockChallengedPublic

class CoupBlockView(TypedDict):
    blocker: int
    claim: CoupCardView | None

class CoupCardFace(TypedDict):
    id: Literal["eu", "media", "police", "protest", "russia", "un"]
    name: str
    copies: int
    module: NotRequired[Literal["media", "un"] | None]
    actions: list[str]
    blocked_by: list[Literal["eu", "media", "police", "protest", "russia", "un"]]
    blocks: list[str]

class CoupCardShownPublic(TypedDict):
    seat: int
    to: int
    slot: int
    forced: bool
    kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]
    decision_id: int

class CoupCardShownSecretSealed(TypedDict):
    kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupCardShownSecret(TypedDict):
    sealed: NotRequired[CoupCardShownSecretSealed]

class CoupCardShown(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardShown"]
    schema: Literal[1]
    public: CoupCardShownPublic
    secret: NotRequired[CoupCardShownSecret]

class CoupCardToShowRequiredPublic(TypedDict):
    seat: int
    to: int
    decision_id: int

class CoupCardToShowRequired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardToShowRequired"]
    schema: Literal[1]
    public: CoupCardToShowRequiredPublic

class CoupCardView(TypedDict):
    kind: Literal["eu", "media", "police", "protest", "russia", "un"]
    name: str

class CoupCardsDealtPublic(TypedDict):
    seat: int
    count: int
    kinds: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupCardsDealtSecretSealed(TypedDict):
    kinds: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupCardsDealtSecret(TypedDict):
    sealed: NotRequired[CoupCardsDealtSecretSealed]

class CoupCardsDealt(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsDealt"]
    schema: Literal[1]
    public: CoupCardsDealtPublic
    secret: NotRequired[CoupCardsDealtSecret]

class CoupCatalogue(TypedDict):
    cards: list[CoupCardFace]
    actions: list[CoupAction]
    table: CoupTable

class CoupClaimDisprovedPublic(TypedDict):
    seat: int
    claim: Literal["eu", "media", "police", "protest", "russia", "un"]
    context: Literal["action", "block"]

class CoupClaimDisproved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClaimDisproved"]
    schema: Literal[1]
    public: CoupClaimDisprovedPublic

class CoupClaimProvedPublic(TypedDict):
    seat: int
    kind: Literal["eu", "media", "police", "protest", "russia", "un"]
    slot: int
    context: Literal["action", "block"]

class CoupClaimProved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClaimProved"]
    schema: Literal[1]
    public: CoupClaimProvedPublic

class CoupDecisionView(TypedDict):
    id: int
    waiting_for: list[int]
    deadline_ms: int | None

class CoupDeckShuffledPublic(TypedDict):
    reason: Literal["exchange", "inspection", "proof", "setup"]
    size: int

class CoupDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupDeckShuffledSecret(TypedDict):
    sealed: NotRequired[CoupDeckShuffledSecretSealed]

class CoupDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckShuffled"]
    schema: Literal[1]
    public: CoupDeckShuffledPublic
    secret: NotRequired[CoupDeckShuffledSecret]

class CoupDeckView(TypedDict):
    size: int
    order: list[CoupCardView] | None

class CoupDeclarationView(TypedDict):
    action: str
    name: str
    mode: Literal["draw", "inspect"] | None
    target: int | None
    claim: CoupCardView | None
    cost: int
    is_paid: bool
    is_cancelled: bool

class CoupExchange(TypedDict):
    do: Literal["exchange"]
    cards: int

class CoupExchangeCardsDrawnPublic(TypedDict):
    seat: int
    count: int
    kinds: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]
    decision_id: int

class CoupExchangeCardsDrawnSecretSealed(TypedDict):
    kinds: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupExchangeCardsDrawnSecret(TypedDict):
    sealed: NotRequired[CoupExchangeCardsDrawnSecretSealed]

class CoupExchangeCardsDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ExchangeCardsDrawn"]
    schema: Literal[1]
    public: CoupExchangeCardsDrawnPublic
    secret: NotRequired[CoupExchangeCardsDrawnSecret]

class CoupExchangeCompletedPublic(TypedDict):
    seat: int
    returned_count: int
    kept: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]
    returned: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupExchangeCompletedSecretSealed(TypedDict):
    kept: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]
    returned: NotRequired[list[Literal["eu", "media", "police", "protest", "russia", "un"]]]

class CoupExchangeCompletedSecret(TypedDict):
    sealed: NotRequired[CoupExchangeCompletedSecretSealed]

class CoupExchangeCompleted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ExchangeCompleted"]
    schema: Literal[1]
    public: CoupExchangeCompletedPublic
    secret: NotRequired[CoupExchangeCompletedSecret]

class CoupExchangeView(TypedDict):
    seat: int
    count: int
    drawn: list[CoupCardView] | None

class CoupFirstPlayerChosenPublic(TypedDict):
    seat: int
    method: Literal["given", "random"]

class CoupFirstPlayerChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FirstPlayerChosen"]
    schema: Literal[1]
    public: CoupFirstPlayerChosenPublic

class CoupGain(TypedDict):
    do: Literal["gain"]
    amount: int

class CoupInfluenceLossRequiredPublic(TypedDict):
    seat: int
    cause: str
    decision_id: int

class CoupInfluenceLossRequired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["InfluenceLossRequired"]
    schema: Literal[1]
    public: CoupInfluenceLossRequiredPublic

class CoupInfluenceLostPublic(TypedDict):
    seat: int
    slot: int
    kind: Literal["eu", "media", "police", "protest", "russia", "un"]
    cause: str
    forced: bool

class CoupInfluenceLost(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["InfluenceLost"]
    schema: Literal[1]
    public: CoupInfluenceLostPublic

class CoupInspect(TypedDict):
    do: Literal["inspect"]

class CoupInspectedCardReplacedPublic(TypedDict):
    seat: int
    to: int
    slot: int
    returned_kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]
    drawn_kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupInspectedCardReplacedSecretSealed(TypedDict):
    returned_kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]
    drawn_kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupInspectedCardReplacedSecret(TypedDict):
    sealed: NotRequired[CoupInspectedCardReplacedSecretSealed]

class CoupInspectedCardReplaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["InspectedCardReplaced"]
    schema: Literal[1]
    public: CoupInspectedCardReplacedPublic
    secret: NotRequired[CoupInspectedCardReplacedSecret]

class CoupInspectionDecidedPublic(TypedDict):
    seat: int
    target: int
    slot: int
    force_exchange: bool

class CoupInspectionDecided(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["InspectionDecided"]
    schema: Literal[1]
    public: CoupInspectionDecidedPublic

class CoupInspectionView(TypedDict):
    seat: int
    to: int
    slot: int
    card: CoupCardView | None

class CoupLoseInfluence(TypedDict):
    do: Literal["lose_influence"]

class CoupLossView(TypedDict):
    seat: int
    cause: str

class CoupMatchEndedPublic(TypedDict):
    winner: int
    turn: int

class CoupMatchEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchEnded"]
    schema: Literal[1]
    public: CoupMatchEndedPublic

class CoupMatchStartedPublic(TypedDict):
    seats: int
    module: Literal["media", "un"]
    boxed_kind: Literal["eu", "media", "police", "protest", "russia", "un"]
    starting_money: int
    reaction_timeout_s: int | None

class CoupMatchStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchStarted"]
    schema: Literal[1]
    public: CoupMatchStartedPublic

class CoupMoneyGainedPublic(TypedDict):
    seat: int
    amount: int
    source: str

class CoupMoneyGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MoneyGained"]
    schema: Literal[1]
    public: CoupMoneyGainedPublic

class CoupMoneyTakenPublic(TypedDict):
    giver: int
    taker: int
    amount: int

class CoupMoneyTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MoneyTaken"]
    schema: Literal[1]
    public: CoupMoneyTakenPublic

class CoupOptions(TypedDict):
    module: NotRequired[Literal["media", "un"]]
    first_seat: NotRequired[int | None]
    reaction_timeout_s: NotRequired[int | None]

class CoupOptionsOut(TypedDict):
    module: NotRequired[Literal["media", "un"]]
    first_seat: NotRequired[int | None]
    reaction_timeout_s: NotRequired[int | None]

class CoupPlayerEliminatedPublic(TypedDict):
    seat: int
    money_removed: int

class CoupPlayerEliminated(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayerEliminated"]
    schema: Literal[1]
    public: CoupPlayerEliminatedPublic

class CoupProofCardReturnedPublic(TypedDict):
    seat: int
    slot: int
    kind: Literal["eu", "media", "police", "protest", "russia", "un"]

class CoupProofCardReturned(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ProofCardReturned"]
    schema: Literal[1]
    public: CoupProofCardReturnedPublic

class CoupReactionPassedPublic(TypedDict):
    decision_id: int
    seat: int

class CoupReactionPassed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ReactionPassed"]
    schema: Literal[1]
    public: CoupReactionPassedPublic

class CoupReactionWindowExpiredPublic(TypedDict):
    decision_id: int
    seats: list[int]

class CoupReactionWindowExpired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ReactionWindowExpired"]
    schema: Literal[1]
    public: CoupReactionWindowExpiredPublic

class CoupReactionWindowOpenedPublic(TypedDict):
    decision_id: int
    reactors: list[CoupReactor]
    deadline: int | None

class CoupReactionWindowOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ReactionWindowOpened"]
    schema: Literal[1]
    public: CoupReactionWindowOpenedPublic

class CoupReactionsView(TypedDict):
    asked: list[CoupAskedView]
    passed: list[int]

class CoupReactor(TypedDict):
    seat: int
    reactions: list[Literal["block", "challenge", "pass"]]
    claims: list[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupReplacementDrawnPublic(TypedDict):
    seat: int
    slot: int
    kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupReplacementDrawnSecretSealed(TypedDict):
    kind: NotRequired[Literal["eu", "media", "police", "protest", "russia", "un"]]

class CoupReplacementDrawnSecret(TypedDict):
    sealed: NotRequired[CoupReplacementDrawnSecretSealed]

class CoupReplacementDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ReplacementDrawn"]
    schema: Literal[1]
    public: CoupReplacementDrawnPublic
    secret: NotRequired[CoupReplacementDrawnSecret]

class CoupSeatView(TypedDict):
    seat: int
    is_live: bool
    money: int
    money_over_track: int
    hidden_count: int
    cards: list[CoupSlotView]

class CoupSlotView(TypedDict):
    slot: int
    is_lost: bool
    card: CoupCardView | None

class CoupTable(TypedDict):
    cards_per_player: int
    starting_money: int
    track_top: int

class CoupTake(TypedDict):
    do: Literal["take"]
    amount: int

class CoupTurnEndedPublic(TypedDict):
    turn: int
    seat: int

class CoupTurnEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnEnded"]
    schema: Literal[1]
    public: CoupTurnEndedPublic

class CoupTurnStartedPublic(TypedDict):
    turn: int
    seat: int
    must_scandal: bool
    decision_id: int

class CoupTurnStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnStarted"]
    schema: Literal[1]
    public: CoupTurnStartedPublic

class CoupView(TypedDict):
    phase: Literal["awaiting_action", "awaiting_block_response", "awaiting_card_to_show", "awaiting_exchange", "awaiting_influence_loss", "awaiting_inspection_verdict", "awaiting_reactions", "finished", "resolving", "setup"]
    turn: int
    actor: int
    module: Literal["media", "un"]
    boxed: CoupCardView
    reaction_timeout_s: int | None
    decision: CoupDecisionView | None
    deck: CoupDeckView
    seats: list[CoupSeatView]
    declaration: CoupDeclarationView | None
    reactions: CoupReactionsView | None
    block: CoupBlockView | None
    loss: CoupLossView | None
    exchange: CoupExchangeView | None
    inspection: CoupInspectionView | None
    winner: int | None

class CoupAcceptBlockParams(TypedDict):
    decision_id: int

class CoupAcceptBlock(TypedDict):
    type: Literal["accept_block"]
    params: CoupAcceptBlockParams

class CoupBlockParams(TypedDict):
    decision_id: int
    claim: Literal["eu", "media", "police", "protest", "russia", "un"]

class CoupBlock(TypedDict):
    type: Literal["block"]
    params: CoupBlockParams

class CoupChallengeParams(TypedDict):
    decision_id: int

class CoupChallenge(TypedDict):
    type: Literal["challenge"]
    params: CoupChallengeParams

class CoupChallengeBlockParams(TypedDict):
    decision_id: int

class CoupChallengeBlock(TypedDict):
    type: Literal["challenge_block"]
    params: CoupChallengeBlockParams

class CoupChooseCardToShowParams(TypedDict):
    decision_id: int
    slot: int

class CoupChooseCardToShow(TypedDict):
    type: Literal["choose_card_to_show"]
    params: CoupChooseCardToShowParams

class CoupChooseExchangeParams(TypedDict):
    decision_id: int
    keep: list[str]

class CoupChooseExchange(TypedDict):
    type: Literal["choose_exchange"]
    params: CoupChooseExchangeParams

class CoupChooseInfluenceParams(TypedDict):
    decision_id: int
    slot: int

class CoupChooseInfluence(TypedDict):
    type: Literal["choose_influence"]
    params: CoupChooseInfluenceParams

class CoupDecideInspectionParams(TypedDict):
    decision_id: int
    force_exchange: bool

class CoupDecideInspection(TypedDict):
    type: Literal["decide_inspection"]
    params: CoupDecideInspectionParams

class CoupDeclareActionParams(TypedDict):
    decision_id: int
    action: str
    target: NotRequired[int | None]
    mode: NotRequired[Literal["draw", "inspect"] | None]

class CoupDeclareAction(TypedDict):
    type: Literal["declare_action"]
    params: CoupDeclareActionParams

class CoupPassParams(TypedDict):
    decision_id: int

class CoupPass(TypedDict):
    type: Literal["pass"]
    params: CoupPassParams

class MunchkinApocalypseAbilityUsedPublic(TypedDict):
    seat: int
    source: str
    ability: str
    target: NotRequired[int | str | None]
    open: bool
    mark: str | None

class MunchkinApocalypseAbilityUsedSecretSealed(TypedDict):
    target: NotRequired[int | str | None]

class MunchkinApocalypseAbilityUsedSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseAbilityUsedSecretSealed]

class MunchkinApocalypseAbilityUsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AbilityUsed"]
    schema: Literal[1]
    public: MunchkinApocalypseAbilityUsedPublic
    secret: NotRequired[MunchkinApocalypseAbilityUsedSecret]

class MunchkinApocalypseAddMonster(TypedDict):
    op: Literal["add_monster"]

class MunchkinApocalypseAddTag(TypedDict):
    op: Literal["add_tag"]
    tag: Literal["shark", "undead"]
    scope: NotRequired[Literal["each", "this"] | MunchkinApocalypseTagged]

class MunchkinApocalypseAgendaChangedPublic(TypedDict):
    agenda: list[MunchkinApocalypseRunClause | MunchkinApocalypseRunSteps | MunchkinApocalypseNameTarget | MunchkinApocalypsePay | MunchkinApocalypseDiscardPlayed | MunchkinApocalypseLoseHand | MunchkinApocalypseGiveHand | MunchkinApocalypseGatherHand | MunchkinApocalypseLoseItems | MunchkinApocalypseGiveItems | MunchkinApocalypseGamesMunchkinApocalypseAgendaLoseClass | MunchkinApocalypseBringMonster | MunchkinApocalypseGamesMunchkinApocalypseAgendaOpenSeal | MunchkinApocalypseReactToSeal | MunchkinApocalypseStrike | MunchkinApocalypseEscape | MunchkinApocalypseBury | MunchkinApocalypseLayOut | MunchkinApocalypseLooting | MunchkinApocalypseEndDeaths | MunchkinApocalypseWin | MunchkinApocalypseTakeSpoils | MunchkinApocalypsePicking | MunchkinApocalypsePayPledges | MunchkinApocalypseFinishCombat | MunchkinApocalypseBigExcess | MunchkinApocalypseNewCharacter | MunchkinApocalypseSealRoll | MunchkinApocalypseListen | MunchkinApocalypseStartEffects]

class MunchkinApocalypseAgendaChanged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AgendaChanged"]
    schema: Literal[1]
    public: MunchkinApocalypseAgendaChangedPublic

MunchkinApocalypseAll = TypedDict(
    "MunchkinApocalypseAll",
    {
        "is": "Literal['all']",
        "of": "list[MunchkinApocalypseHasClass | MunchkinApocalypseLevelAtLeast | MunchkinApocalypseLevelAtMost | MunchkinApocalypseSealsAtLeast | MunchkinApocalypseAlone | MunchkinApocalypseIsFighter | MunchkinApocalypseHasItem | MunchkinApocalypseMonsterHasTag | MunchkinApocalypseD6AtLeast | MunchkinApocalypseNot | MunchkinApocalypseAll]",
    },
)

MunchkinApocalypseAlone = TypedDict(
    "MunchkinApocalypseAlone",
    {
        "is": "Literal['alone']",
    },
)

class MunchkinApocalypseAutoEscape(TypedDict):
    op: Literal["auto_escape"]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseBadStuffAppliedPublic(TypedDict):
    seat: int
    monster: str

class MunchkinApocalypseBadStuffApplied(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BadStuffApplied"]
    schema: Literal[1]
    public: MunchkinApocalypseBadStuffAppliedPublic

class MunchkinApocalypseBasketView(TypedDict):
    seat: int
    table_cards: list[MunchkinApocalypseCardView]
    hand_count: int
    hand_cards: list[MunchkinApocalypseCardView] | None
    doubled: str | None
    total: int | None

class MunchkinApocalypseBigExcess(TypedDict):
    type: Literal["BigExcess"]
    seat: int

class MunchkinApocalypseBigExcessFoundPublic(TypedDict):
    seat: int
    cards: list[str]
    allowed: int

class MunchkinApocalypseBigExcessFound(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BigExcessFound"]
    schema: Literal[1]
    public: MunchkinApocalypseBigExcessFoundPublic

class MunchkinApocalypseBigItemGivenPublic(TypedDict):
    giver: int
    taker: int
    card: str

class MunchkinApocalypseBigItemGiven(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BigItemGiven"]
    schema: Literal[1]
    public: MunchkinApocalypseBigItemGivenPublic

class MunchkinApocalypseBindings(TypedDict):
    card: str
    seat: int
    victim: NotRequired[int | None]
    runner: NotRequired[int | None]
    monster: NotRequired[str | None]
    target: NotRequired[int | str | None]

class MunchkinApocalypseBodyClearedPublic(TypedDict):
    body: int
    discarded: list[str]

class MunchkinApocalypseBodyCleared(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BodyCleared"]
    schema: Literal[1]
    public: MunchkinApocalypseBodyClearedPublic

class MunchkinApocalypseBodyLaidOutPublic(TypedDict):
    seat: int
    cards: list[str]
    kept: list[str]
    discarded: list[str]

class MunchkinApocalypseBodyLaidOut(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["BodyLaidOut"]
    schema: Literal[1]
    public: MunchkinApocalypseBodyLaidOutPublic

class MunchkinApocalypseBodyView(TypedDict):
    seat: int
    cards: list[MunchkinApocalypseCardView]
    looters: list[int]

class MunchkinApocalypseBringMonster(TypedDict):
    type: Literal["BringMonster"]
    seat: int
    via: Literal["effect", "horde_pair", "swap", "wandering"]
    card: str
    monster: NotRequired[str | None]

class MunchkinApocalypseBury(TypedDict):
    type: Literal["Bury"]

class MunchkinApocalypseCancelBadStuff(TypedDict):
    op: Literal["cancel_bad_stuff"]

class MunchkinApocalypseCancelDisaster(TypedDict):
    op: Literal["cancel_disaster"]

class MunchkinApocalypseCannotHelp(TypedDict):
    op: Literal["cannot_help"]

class MunchkinApocalypseCardLootedPublic(TypedDict):
    body: int
    seat: int
    card: str
    forced: bool

class MunchkinApocalypseCardLooted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardLooted"]
    schema: Literal[1]
    public: MunchkinApocalypseCardLootedPublic

class MunchkinApocalypseCardMove(TypedDict):
    card: str
    giver: int
    taker: int

class MunchkinApocalypseCardRecoveredPublic(TypedDict):
    seat: int
    card: str
    deck: Literal["door", "treasure"]

class MunchkinApocalypseCardRecovered(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardRecovered"]
    schema: Literal[1]
    public: MunchkinApocalypseCardRecoveredPublic

class MunchkinApocalypseCardView(TypedDict):
    card: str
    name: str

MunchkinApocalypseCardWithText = TypedDict(
    "MunchkinApocalypseCardWithText",
    {
        "id": "str",
        "name": "str",
        "deck": "Literal['door', 'seal', 'treasure']",
        "type": "Literal['cheat', 'class', 'disaster', 'hireling', 'item', 'item_enhancer', 'level', 'monster', 'monster_enhancer', 'one_shot', 'paranoia', 'seal', 'special', 'super_munchkin', 'wandering_monster']",
        "copies": "int",
        "src": NotRequired["Literal['F', 'O']"],
        "can_win": NotRequired["bool"],
        "level": NotRequired["int"],
        "treasures": NotRequired["int"],
        "levels": NotRequired["int"],
        "tags": NotRequired["list[Literal['shark', 'undead']]"],
        "bonus": NotRequired["int"],
        "lasts": NotRequired["Literal['instant', 'next_combat', 'this_combat', 'until_discarded', 'until_next_win']"],
        "slot": NotRequired["Literal['armour', 'footgear', 'hands', 'headgear', 'none']"],
        "hands": NotRequired["Literal[0, 1, 2]"],
        "size": NotRequired["Literal['big', 'small']"],
        "gold": NotRequired["int"],
        "class": NotRequired["str | None"],
        "clause": NotRequired["list[MunchkinApocalypseClause]"],
        "text": "list[str]",
    },
)

class MunchkinApocalypseCardsDiscardedPublic(TypedDict):
    seat: int
    cards: list[str]
    cause: str

class MunchkinApocalypseCardsDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseCardsDiscardedPublic

class MunchkinApocalypseCardsDrawnPublic(TypedDict):
    seat: int
    deck: Literal["door", "treasure"]
    count: int
    cards: NotRequired[list[str]]
    open: bool
    reason: Literal["effect", "listen", "new_character", "search", "setup", "treasure"]
    to_table: NotRequired[bool]

class MunchkinApocalypseCardsDrawnSecretSealed(TypedDict):
    cards: NotRequired[list[str]]

class MunchkinApocalypseCardsDrawnSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseCardsDrawnSecretSealed]

class MunchkinApocalypseCardsDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsDrawn"]
    schema: Literal[1]
    public: MunchkinApocalypseCardsDrawnPublic
    secret: NotRequired[MunchkinApocalypseCardsDrawnSecret]

class MunchkinApocalypseCharacterDiedPublic(TypedDict):
    seat: int
    cause: str

class MunchkinApocalypseCharacterDied(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CharacterDied"]
    schema: Literal[1]
    public: MunchkinApocalypseCharacterDiedPublic

class MunchkinApocalypseCharacterRevivedPublic(TypedDict):
    seat: int

class MunchkinApocalypseCharacterRevived(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CharacterRevived"]
    schema: Literal[1]
    public: MunchkinApocalypseCharacterRevivedPublic

class MunchkinApocalypseCharacterView(TypedDict):
    seat: int
    total: int
    parts: list[MunchkinApocalypsePartView]

class MunchkinApocalypseCharityDiscardedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseCharityDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CharityDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseCharityDiscardedPublic

class MunchkinApocalypseCharityGivenPublic(TypedDict):
    seat: int
    to: int
    deck: Literal["door", "treasure"]
    card: NotRequired[str]

class MunchkinApocalypseCharityGivenSecretSealed(TypedDict):
    card: NotRequired[str]

class MunchkinApocalypseCharityGivenSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseCharityGivenSecretSealed]

class MunchkinApocalypseCharityGiven(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CharityGiven"]
    schema: Literal[1]
    public: MunchkinApocalypseCharityGivenPublic
    secret: NotRequired[MunchkinApocalypseCharityGivenSecret]

class MunchkinApocalypseCharityStartedPublic(TypedDict):
    seat: int
    surplus: int
    recipients: list[int]

class MunchkinApocalypseCharityStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CharityStarted"]
    schema: Literal[1]
    public: MunchkinApocalypseCharityStartedPublic

class MunchkinApocalypseCharityView(TypedDict):
    surplus: int
    recipients: list[MunchkinApocalypseRecipientView]

class MunchkinApocalypseChoiceMadePublic(TypedDict):
    choice: int | None
    seat: int
    kind: str
    value: NotRequired[int | str]
    open: bool
    forced: bool
    keep_for: NotRequired[int | None]

class MunchkinApocalypseChoiceMadeSecretSealed(TypedDict):
    value: NotRequired[int | str]

class MunchkinApocalypseChoiceMadeSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseChoiceMadeSecretSealed]

class MunchkinApocalypseChoiceMade(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ChoiceMade"]
    schema: Literal[1]
    public: MunchkinApocalypseChoiceMadePublic
    secret: NotRequired[MunchkinApocalypseChoiceMadeSecret]

class MunchkinApocalypseChoiceRequestedPublic(TypedDict):
    choice: int
    seat: int
    kind: str
    options: NotRequired[list[int | str]]
    open: bool
    source: str | None
    owner: NotRequired[int | None]

class MunchkinApocalypseChoiceRequestedSecretSealed(TypedDict):
    options: NotRequired[list[int | str]]

class MunchkinApocalypseChoiceRequestedSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseChoiceRequestedSecretSealed]

class MunchkinApocalypseChoiceRequested(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ChoiceRequested"]
    schema: Literal[1]
    public: MunchkinApocalypseChoiceRequestedPublic
    secret: NotRequired[MunchkinApocalypseChoiceRequestedSecret]

class MunchkinApocalypseChoiceView(TypedDict):
    choice: int
    seat: int
    kind: str
    source: MunchkinApocalypseCardView | None
    options: list[int | str] | None

class MunchkinApocalypseClassDiscardedPublic(TypedDict):
    seat: int
    card: str
    cause: str

class MunchkinApocalypseClassDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClassDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseClassDiscardedPublic

class MunchkinApocalypseClassPlayedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseClassPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ClassPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseClassPlayedPublic

MunchkinApocalypseClause = TypedDict(
    "MunchkinApocalypseClause",
    {
        "on": "Literal['in_combat', 'on_bad_stuff', 'on_disaster', 'on_enter_combat', 'on_escape', 'on_hit', 'on_open', 'on_play', 'on_run_away', 'on_seal_open', 'on_use', 'on_win', 'start_of_turn', 'while_in_play', 'while_top_seal']",
        "when": NotRequired["MunchkinApocalypseHasClass | MunchkinApocalypseLevelAtLeast | MunchkinApocalypseLevelAtMost | MunchkinApocalypseSealsAtLeast | MunchkinApocalypseAlone | MunchkinApocalypseIsFighter | MunchkinApocalypseHasItem | MunchkinApocalypseMonsterHasTag | MunchkinApocalypseD6AtLeast | MunchkinApocalypseNot | MunchkinApocalypseAll | None"],
        "do": "list[MunchkinApocalypseCombatBonus | MunchkinApocalypseMonsterBonus | MunchkinApocalypseSideBonus | MunchkinApocalypseExtraTreasures | MunchkinApocalypseAddTag | MunchkinApocalypseIgnoreItems | MunchkinApocalypseNoHelp | MunchkinApocalypseNoSealBonus | MunchkinApocalypseAddMonster | MunchkinApocalypseCloneMonster | MunchkinApocalypseRemoveMonster | MunchkinApocalypseSwapMonster | MunchkinApocalypseJoinWith | MunchkinApocalypseForceHelp | MunchkinApocalypseEndCombat | MunchkinApocalypseRunAwayBonus | MunchkinApocalypseAutoEscape | MunchkinApocalypseReroll | MunchkinApocalypseCancelBadStuff | MunchkinApocalypseGainLevels | MunchkinApocalypseLoseLevels | MunchkinApocalypseDeath | MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass | MunchkinApocalypseDraw | MunchkinApocalypseDiscardHand | MunchkinApocalypseMoveHand | MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem | MunchkinApocalypseMoveItem | MunchkinApocalypseRecover | MunchkinApocalypseDiscardSelf | MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal | MunchkinApocalypseCloseSeal | MunchkinApocalypseCancelDisaster | MunchkinApocalypseRedirectDisaster | MunchkinApocalypseImmune | MunchkinApocalypseExtraClass | MunchkinApocalypseExtraBig | MunchkinApocalypseLegaliseItem | MunchkinApocalypseTwoHandGrip | MunchkinApocalypseOneshotBoost | MunchkinApocalypseSellDouble | MunchkinApocalypseEnhance | MunchkinApocalypseEnhancerHost | MunchkinApocalypseHandLimit | MunchkinApocalypseCannotHelp]",
        "else": NotRequired["list[MunchkinApocalypseCombatBonus | MunchkinApocalypseMonsterBonus | MunchkinApocalypseSideBonus | MunchkinApocalypseExtraTreasures | MunchkinApocalypseAddTag | MunchkinApocalypseIgnoreItems | MunchkinApocalypseNoHelp | MunchkinApocalypseNoSealBonus | MunchkinApocalypseAddMonster | MunchkinApocalypseCloneMonster | MunchkinApocalypseRemoveMonster | MunchkinApocalypseSwapMonster | MunchkinApocalypseJoinWith | MunchkinApocalypseForceHelp | MunchkinApocalypseEndCombat | MunchkinApocalypseRunAwayBonus | MunchkinApocalypseAutoEscape | MunchkinApocalypseReroll | MunchkinApocalypseCancelBadStuff | MunchkinApocalypseGainLevels | MunchkinApocalypseLoseLevels | MunchkinApocalypseDeath | MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass | MunchkinApocalypseDraw | MunchkinApocalypseDiscardHand | MunchkinApocalypseMoveHand | MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem | MunchkinApocalypseMoveItem | MunchkinApocalypseRecover | MunchkinApocalypseDiscardSelf | MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal | MunchkinApocalypseCloseSeal | MunchkinApocalypseCancelDisaster | MunchkinApocalypseRedirectDisaster | MunchkinApocalypseImmune | MunchkinApocalypseExtraClass | MunchkinApocalypseExtraBig | MunchkinApocalypseLegaliseItem | MunchkinApocalypseTwoHandGrip | MunchkinApocalypseOneshotBoost | MunchkinApocalypseSellDouble | MunchkinApocalypseEnhance | MunchkinApocalypseEnhancerHost | MunchkinApocalypseHandLimit | MunchkinApocalypseCannotHelp]"],
        "ability": NotRequired["str | None"],
        "window": NotRequired["Literal['any_combat', 'any_time', 'disaster', 'own_combat', 'own_turn', 'own_turn_calm', 'run_away', 'run_roll'] | None"],
        "cost": NotRequired["MunchkinApocalypseCost | None"],
        "limit": NotRequired["Literal['combat', 'disaster', 'monster', 'turn'] | MunchkinApocalypsePerCombat | None"],
        "lasts": NotRequired["Literal['instant', 'next_combat', 'this_combat', 'until_discarded', 'until_next_win'] | None"],
    },
)

class MunchkinApocalypseCloneMonster(TypedDict):
    op: Literal["clone_monster"]

class MunchkinApocalypseCloseSeal(TypedDict):
    op: Literal["close_seal"]

class MunchkinApocalypseCombatBonus(TypedDict):
    op: Literal["combat_bonus"]
    n: int
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseCombatCardsDiscardedPublic(TypedDict):
    combat: int
    cards: list[str]

class MunchkinApocalypseCombatCardsDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CombatCardsDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseCombatCardsDiscardedPublic

class MunchkinApocalypseCombatEndedPublic(TypedDict):
    combat: int
    outcome: Literal["fighter_died", "flight", "stopped", "victory"]

class MunchkinApocalypseCombatEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CombatEnded"]
    schema: Literal[1]
    public: MunchkinApocalypseCombatEndedPublic

class MunchkinApocalypseCombatStartedPublic(TypedDict):
    combat: int
    fighter: int
    monster: str
    card: str
    cause: Literal["door", "effect", "trouble"]

class MunchkinApocalypseCombatStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CombatStarted"]
    schema: Literal[1]
    public: MunchkinApocalypseCombatStartedPublic

class MunchkinApocalypseCombatView(TypedDict):
    combat: int
    fighter: int
    helper: int | None
    helper_is_forced: bool
    pledged: list[MunchkinApocalypseCardView]
    helper_treasures: int
    first_pick: int | None
    claim: Literal["flight", "victory"] | None
    fighters: MunchkinApocalypseFightersView
    monsters: MunchkinApocalypseMonstersView
    noted_treasures: int
    played: list[MunchkinApocalypseCardView]
    runners: list[int]
    runner: int | None
    settled: list[MunchkinApocalypseSettledView]

class MunchkinApocalypseConclusionDeclaredPublic(TypedDict):
    combat: int
    claim: Literal["flight", "victory"]
    fighters: int
    monsters: int

class MunchkinApocalypseConclusionDeclared(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ConclusionDeclared"]
    schema: Literal[1]
    public: MunchkinApocalypseConclusionDeclaredPublic

class MunchkinApocalypseCost(TypedDict):
    hand: NotRequired[int | None]
    cards: NotRequired[int | None]
    whole_hand: NotRequired[int | None]

class MunchkinApocalypseCostPaidPublic(TypedDict):
    seat: int
    card: str
    attached: list[str]
    ability: str

class MunchkinApocalypseCostPaid(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CostPaid"]
    schema: Literal[1]
    public: MunchkinApocalypseCostPaidPublic

MunchkinApocalypseD6AtLeast = TypedDict(
    "MunchkinApocalypseD6AtLeast",
    {
        "is": "Literal['d6_at_least']",
        "n": "int",
    },
)

class MunchkinApocalypseDealAgreedPublic(TypedDict):
    deal: int
    seat: int
    terms: int

class MunchkinApocalypseDealAgreed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DealAgreed"]
    schema: Literal[1]
    public: MunchkinApocalypseDealAgreedPublic

class MunchkinApocalypseDealChangedPublic(TypedDict):
    deal: int
    by: int
    items: list[list[str]]
    treasures: int
    first_pick: int | None
    terms: int

class MunchkinApocalypseDealChanged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DealChanged"]
    schema: Literal[1]
    public: MunchkinApocalypseDealChangedPublic

class MunchkinApocalypseDealClosedPublic(TypedDict):
    deal: int
    outcome: Literal["cancelled", "concluded", "lapsed"]
    cause: str
    by: NotRequired[int | None]

class MunchkinApocalypseDealClosed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DealClosed"]
    schema: Literal[1]
    public: MunchkinApocalypseDealClosedPublic

class MunchkinApocalypseDealOpenedPublic(TypedDict):
    deal: int
    kind: Literal["help", "trade"]
    a: int
    b: int
    first_pick: int | None
    terms: NotRequired[int]

class MunchkinApocalypseDealOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DealOpened"]
    schema: Literal[1]
    public: MunchkinApocalypseDealOpenedPublic

class MunchkinApocalypseDealView(TypedDict):
    deal: int
    kind: Literal["help", "trade"]
    parties: list[int]
    items: list[list[MunchkinApocalypseCardView]]
    treasures: int
    first_pick: int | None
    terms: int
    agreed: list[int]

class MunchkinApocalypseDeath(TypedDict):
    op: Literal["death"]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseDecisionView(TypedDict):
    phase: Literal["AFTER_DOOR", "BIG_EXCESS", "CHARITY", "CHOICE", "COMBAT", "CONCLUSION", "FLIGHT", "LOOTING", "MATCH_OVER", "RESPONSE", "SETUP", "TREASURE_PICK", "TURN_END", "TURN_START"]
    must_act: list[int]
    may_act: list[int]
    window: int | None
    choice: int | None

class MunchkinApocalypseDeckExhaustedPublic(TypedDict):
    deck: Literal["door", "treasure"]
    missing: int
    phase: NotRequired[Literal["AFTER_DOOR", "CHARITY", "SETUP", "TURN_END", "TURN_START"] | None]

class MunchkinApocalypseDeckExhausted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckExhausted"]
    schema: Literal[1]
    public: MunchkinApocalypseDeckExhaustedPublic

class MunchkinApocalypseDeckReshuffledPublic(TypedDict):
    deck: Literal["door", "treasure"]
    count: int

class MunchkinApocalypseDeckReshuffledSecretSealed(TypedDict):
    order: NotRequired[list[str]]

class MunchkinApocalypseDeckReshuffledSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseDeckReshuffledSecretSealed]

class MunchkinApocalypseDeckReshuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckReshuffled"]
    schema: Literal[1]
    public: MunchkinApocalypseDeckReshuffledPublic
    secret: NotRequired[MunchkinApocalypseDeckReshuffledSecret]

class MunchkinApocalypseDeckShuffledPublic(TypedDict):
    deck: Literal["door", "seal", "treasure"]
    count: int

class MunchkinApocalypseDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[str]]

class MunchkinApocalypseDeckShuffledSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseDeckShuffledSecretSealed]

class MunchkinApocalypseDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckShuffled"]
    schema: Literal[1]
    public: MunchkinApocalypseDeckShuffledPublic
    secret: NotRequired[MunchkinApocalypseDeckShuffledSecret]

class MunchkinApocalypseDecksView(TypedDict):
    doors: int
    treasures: int
    seals: int
    closed_seals: list[MunchkinApocalypseCardView]
    orders: MunchkinApocalypseOrdersView | None

class MunchkinApocalypseDieRolledPublic(TypedDict):
    seat: int
    die: int
    purpose: str

class MunchkinApocalypseDieRolled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DieRolled"]
    schema: Literal[1]
    public: MunchkinApocalypseDieRolledPublic

class MunchkinApocalypseDisasterEndedPublic(TypedDict):
    card: str
    seat: int
    cause: str

class MunchkinApocalypseDisasterEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisasterEnded"]
    schema: Literal[1]
    public: MunchkinApocalypseDisasterEndedPublic

class MunchkinApocalypseDisasterResolvedPublic(TypedDict):
    card: str
    target: int
    outcome: Literal["applied", "cancelled", "ignored", "kept"]
    lasts: NotRequired[Literal["instant", "next_combat", "this_combat", "until_discarded", "until_next_win"]]
    not_before: NotRequired[int]

class MunchkinApocalypseDisasterResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisasterResolved"]
    schema: Literal[1]
    public: MunchkinApocalypseDisasterResolvedPublic

class MunchkinApocalypseDisasterStruckPublic(TypedDict):
    card: str
    target: int
    by: int | None
    source: Literal["door", "effect", "hand"]

class MunchkinApocalypseDisasterStruck(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DisasterStruck"]
    schema: Literal[1]
    public: MunchkinApocalypseDisasterStruckPublic

class MunchkinApocalypseDiscardHand(TypedDict):
    op: Literal["discard_hand"]
    n: int | Literal["all"]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]
    pick: NotRequired[Literal["owner", "random", "taker"]]

class MunchkinApocalypseDiscardPlayed(TypedDict):
    type: Literal["DiscardPlayed"]
    seat: int
    card: str

class MunchkinApocalypseDiscardSelf(TypedDict):
    op: Literal["discard_self"]

class MunchkinApocalypseDiscardsView(TypedDict):
    doors: list[MunchkinApocalypseCardView]
    treasures: list[MunchkinApocalypseCardView]

class MunchkinApocalypseDoorCardTakenPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseDoorCardTaken(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DoorCardTaken"]
    schema: Literal[1]
    public: MunchkinApocalypseDoorCardTakenPublic

class MunchkinApocalypseDoorOpenedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseDoorOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DoorOpened"]
    schema: Literal[1]
    public: MunchkinApocalypseDoorOpenedPublic

class MunchkinApocalypseDraw(TypedDict):
    op: Literal["draw"]
    deck: Literal["door", "treasure"]
    n: int
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]
    face: NotRequired[Literal["down", "up"]]

class MunchkinApocalypseEndCombat(TypedDict):
    op: Literal["end_combat"]
    n: int

class MunchkinApocalypseEndDeaths(TypedDict):
    type: Literal["EndDeaths"]
    opener: int

class MunchkinApocalypseEnhance(TypedDict):
    op: Literal["enhance"]
    n: int

class MunchkinApocalypseEnhancerHost(TypedDict):
    op: Literal["enhancer_host"]
    n: int

class MunchkinApocalypseEnhancerView(TypedDict):
    card: str
    name: str
    is_copy: bool

class MunchkinApocalypseEscape(TypedDict):
    type: Literal["Escape"]
    runner: int
    monster: str
    die: int
    modifier: int
    stage: Literal["result", "window"]
    is_cancelled: NotRequired[bool]

class MunchkinApocalypseEscapeRerolledPublic(TypedDict):
    seat: int
    monster: str
    die: int
    modifier: int
    total: int
    by: str

class MunchkinApocalypseEscapeRerolled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["EscapeRerolled"]
    schema: Literal[1]
    public: MunchkinApocalypseEscapeRerolledPublic

class MunchkinApocalypseEscapeResolvedPublic(TypedDict):
    seat: int
    monster: str
    escaped: bool
    automatic: bool
    bad_stuff: Literal["applied", "cancelled"] | None

class MunchkinApocalypseEscapeResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["EscapeResolved"]
    schema: Literal[1]
    public: MunchkinApocalypseEscapeResolvedPublic

class MunchkinApocalypseEscapeRolledPublic(TypedDict):
    seat: int
    monster: str
    die: int
    modifier: int
    total: int

class MunchkinApocalypseEscapeRolled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["EscapeRolled"]
    schema: Literal[1]
    public: MunchkinApocalypseEscapeRolledPublic

class MunchkinApocalypseExtraBig(TypedDict):
    op: Literal["extra_big"]
    n: int

class MunchkinApocalypseExtraClass(TypedDict):
    op: Literal["extra_class"]
    n: int
    kind: NotRequired[str]

class MunchkinApocalypseExtraTreasures(TypedDict):
    op: Literal["extra_treasures"]
    n: int
    scope: NotRequired[Literal["each", "this"] | MunchkinApocalypseTagged]

class MunchkinApocalypseFightersView(TypedDict):
    total: int
    characters: list[MunchkinApocalypseCharacterView]
    side: list[MunchkinApocalypsePartView]

class MunchkinApocalypseFinishCombat(TypedDict):
    type: Literal["FinishCombat"]
    outcome: Literal["fighter_died", "flight", "stopped", "victory"]

class MunchkinApocalypseFirstPlayerChosenPublic(TypedDict):
    seat: int
    method: Literal["given", "random"]

class MunchkinApocalypseFirstPlayerChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FirstPlayerChosen"]
    schema: Literal[1]
    public: MunchkinApocalypseFirstPlayerChosenPublic

class MunchkinApocalypseFlightStartedPublic(TypedDict):
    combat: int
    runners: list[int]

class MunchkinApocalypseFlightStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["FlightStarted"]
    schema: Literal[1]
    public: MunchkinApocalypseFlightStartedPublic

class MunchkinApocalypseForceHelp(TypedDict):
    op: Literal["force_help"]
    who: Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders

class MunchkinApocalypseGainLevels(TypedDict):
    op: Literal["gain_levels"]
    n: int
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseGatherHand(TypedDict):
    type: Literal["GatherHand"]
    givers: list[int]
    moves: list[list[int]]
    n: int
    pick: Literal["owner", "random", "taker"]
    source: str

class MunchkinApocalypseGiveHand(TypedDict):
    type: Literal["GiveHand"]
    giver: int
    taker: int
    left: int
    pick: Literal["owner", "random", "taker"]
    source: str

class MunchkinApocalypseGiveItems(TypedDict):
    type: Literal["GiveItems"]
    giver: int
    taker: int
    left: int
    filter: Literal["any"] | MunchkinApocalypseItemFilter
    pick: Literal["owner", "random", "taker"]
    source: str

class MunchkinApocalypseGripChangedPublic(TypedDict):
    seat: int
    card: str
    both: bool

class MunchkinApocalypseGripChanged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["GripChanged"]
    schema: Literal[1]
    public: MunchkinApocalypseGripChangedPublic

class MunchkinApocalypseHandCardShownPublic(TypedDict):
    seat: int
    to: int | Literal["all"]
    card: NotRequired[str]

class MunchkinApocalypseHandCardShownSecretSealed(TypedDict):
    card: NotRequired[str]

class MunchkinApocalypseHandCardShownSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseHandCardShownSecretSealed]

class MunchkinApocalypseHandCardShown(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HandCardShown"]
    schema: Literal[1]
    public: MunchkinApocalypseHandCardShownPublic
    secret: NotRequired[MunchkinApocalypseHandCardShownSecret]

class MunchkinApocalypseHandCardsMovedPublic(TypedDict):
    giver: int
    taker: int
    count: int
    cards: NotRequired[list[str]]

class MunchkinApocalypseHandCardsMovedSecretSealed(TypedDict):
    cards: NotRequired[list[str]]

class MunchkinApocalypseHandCardsMovedSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseHandCardsMovedSecretSealed]

class MunchkinApocalypseHandCardsMoved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HandCardsMoved"]
    schema: Literal[1]
    public: MunchkinApocalypseHandCardsMovedPublic
    secret: NotRequired[MunchkinApocalypseHandCardsMovedSecret]

class MunchkinApocalypseHandLimit(TypedDict):
    op: Literal["hand_limit"]
    n: int

class MunchkinApocalypseHandView(TypedDict):
    doors: int
    treasures: int
    cards: list[MunchkinApocalypseCardView] | None
    fresh: list[str] | None

MunchkinApocalypseHasClass = TypedDict(
    "MunchkinApocalypseHasClass",
    {
        "is": "Literal['has_class']",
        "who": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "class": "str",
    },
)

MunchkinApocalypseHasItem = TypedDict(
    "MunchkinApocalypseHasItem",
    {
        "is": "Literal['has_item']",
        "who": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "filter": "Literal['any'] | MunchkinApocalypseItemFilter",
    },
)

class MunchkinApocalypseHelperJoinedPublic(TypedDict):
    combat: int
    helper: int
    deal: int | None
    items: list[str]
    treasures: int
    first_pick: int

class MunchkinApocalypseHelperJoined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HelperJoined"]
    schema: Literal[1]
    public: MunchkinApocalypseHelperJoinedPublic

class MunchkinApocalypseHelperLostPublic(TypedDict):
    combat: int
    helper: int
    cause: str

class MunchkinApocalypseHelperLost(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HelperLost"]
    schema: Literal[1]
    public: MunchkinApocalypseHelperLostPublic

class MunchkinApocalypseHolders(TypedDict):
    holders: str

class MunchkinApocalypseHordeEnhancerPlayedPublic(TypedDict):
    combat: int
    card: str
    by: int

class MunchkinApocalypseHordeEnhancerPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HordeEnhancerPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseHordeEnhancerPlayedPublic

class MunchkinApocalypseIgnoreItems(TypedDict):
    op: Literal["ignore_items"]
    filter: Literal["any"] | MunchkinApocalypseItemFilter

class MunchkinApocalypseImmune(TypedDict):
    op: Literal["immune"]
    card: str

MunchkinApocalypseIsFighter = TypedDict(
    "MunchkinApocalypseIsFighter",
    {
        "is": "Literal['is_fighter']",
        "who": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
    },
)

class MunchkinApocalypseItemDiscardedPublic(TypedDict):
    seat: int
    card: str
    attached: list[str]
    cause: str

class MunchkinApocalypseItemDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseItemDiscardedPublic

class MunchkinApocalypseItemEnhancedPublic(TypedDict):
    seat: int
    card: str
    item: str

class MunchkinApocalypseItemEnhanced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemEnhanced"]
    schema: Literal[1]
    public: MunchkinApocalypseItemEnhancedPublic

class MunchkinApocalypseItemFilter(TypedDict):
    slot: NotRequired[Literal["armour", "footgear", "hands", "headgear"] | None]
    size: NotRequired[Literal["big"] | None]
    best: NotRequired[Literal["bonus", "gold"] | None]

class MunchkinApocalypseItemMovedPublic(TypedDict):
    giver: int
    taker: int
    card: str

class MunchkinApocalypseItemMoved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemMoved"]
    schema: Literal[1]
    public: MunchkinApocalypseItemMovedPublic

class MunchkinApocalypseItemPlayedPublic(TypedDict):
    seat: int
    card: str
    in_use: bool

class MunchkinApocalypseItemPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseItemPlayedPublic

class MunchkinApocalypseItemStowedPublic(TypedDict):
    seat: int
    card: str
    forced: bool

class MunchkinApocalypseItemStowed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemStowed"]
    schema: Literal[1]
    public: MunchkinApocalypseItemStowedPublic

class MunchkinApocalypseItemView(TypedDict):
    card: str
    name: str
    type: Literal["cheat", "class", "disaster", "hireling", "item", "item_enhancer", "level", "monster", "monster_enhancer", "one_shot", "paranoia", "seal", "special", "super_munchkin", "wandering_monster"]
    bonus: int
    slot: Literal["armour", "footgear", "hands", "headgear", "none"]
    hands: int
    size: Literal["big", "small"]
    gold: int
    only_for: str | None
    in_use: bool
    both_hands: bool
    enhancers: list[MunchkinApocalypseCardView]
    cheat: str | None

class MunchkinApocalypseItemWieldedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseItemWielded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemWielded"]
    schema: Literal[1]
    public: MunchkinApocalypseItemWieldedPublic

class MunchkinApocalypseItemsSoldPublic(TypedDict):
    seat: int
    cards: list[str]
    total: int
    levels: int
    ability: NotRequired[str | None]
    source: NotRequired[str | None]
    mark: NotRequired[str | None]

class MunchkinApocalypseItemsSold(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemsSold"]
    schema: Literal[1]
    public: MunchkinApocalypseItemsSoldPublic

class MunchkinApocalypseItemsTradedPublic(TypedDict):
    deal: int
    moves: list[MunchkinApocalypseCardMove]

class MunchkinApocalypseItemsTraded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ItemsTraded"]
    schema: Literal[1]
    public: MunchkinApocalypseItemsTradedPublic

class MunchkinApocalypseJoinWith(TypedDict):
    op: Literal["join_with"]
    tag: Literal["shark", "undead"]

class MunchkinApocalypseLastingCardPlacedPublic(TypedDict):
    seat: int
    card: str
    item: str | None

class MunchkinApocalypseLastingCardPlaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LastingCardPlaced"]
    schema: Literal[1]
    public: MunchkinApocalypseLastingCardPlacedPublic

class MunchkinApocalypseLastingView(TypedDict):
    card: str
    name: str
    lasts: Literal["instant", "next_combat", "this_combat", "until_discarded", "until_next_win"]

class MunchkinApocalypseLayOut(TypedDict):
    type: Literal["LayOut"]
    seat: int

class MunchkinApocalypseLeftView(TypedDict):
    fighter: int
    helper: int

class MunchkinApocalypseLegaliseItem(TypedDict):
    op: Literal["legalise_item"]

MunchkinApocalypseLevelAtLeast = TypedDict(
    "MunchkinApocalypseLevelAtLeast",
    {
        "is": "Literal['level_at_least']",
        "who": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "n": "int",
    },
)

MunchkinApocalypseLevelAtMost = TypedDict(
    "MunchkinApocalypseLevelAtMost",
    {
        "is": "Literal['level_at_most']",
        "who": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "n": "int",
    },
)

class MunchkinApocalypseLevelGainedPublic(TypedDict):
    seat: int
    amount: int
    level: int
    cause: str

class MunchkinApocalypseLevelGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LevelGained"]
    schema: Literal[1]
    public: MunchkinApocalypseLevelGainedPublic

class MunchkinApocalypseLevelLostPublic(TypedDict):
    seat: int
    amount: int
    level: int
    cause: str

class MunchkinApocalypseLevelLost(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LevelLost"]
    schema: Literal[1]
    public: MunchkinApocalypseLevelLostPublic

class MunchkinApocalypseListen(TypedDict):
    type: Literal["Listen"]
    seat: int

class MunchkinApocalypseLootOrderDecidedPublic(TypedDict):
    body: int
    order: list[int]
    rolls: list[list[MunchkinApocalypseSeatRoll]]

class MunchkinApocalypseLootOrderDecided(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LootOrderDecided"]
    schema: Literal[1]
    public: MunchkinApocalypseLootOrderDecidedPublic

class MunchkinApocalypseLooting(TypedDict):
    type: Literal["Looting"]
    seat: int

class MunchkinApocalypseLoseHand(TypedDict):
    type: Literal["LoseHand"]
    seat: int
    left: int
    source: str

class MunchkinApocalypseLoseItems(TypedDict):
    type: Literal["LoseItems"]
    seat: int
    left: int | Literal["all"]
    filter: Literal["any"] | MunchkinApocalypseItemFilter
    source: str
    is_random: NotRequired[bool]

class MunchkinApocalypseLoseLevels(TypedDict):
    op: Literal["lose_levels"]
    n: int
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseMatchEndedPublic(TypedDict):
    winners: list[int]
    reason: Literal["card", "level", "seventh_seal"]
    ranking: list[MunchkinApocalypseRank]

class MunchkinApocalypseMatchEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchEnded"]
    schema: Literal[1]
    public: MunchkinApocalypseMatchEndedPublic

class MunchkinApocalypseMatchStartedPublic(TypedDict):
    seats: int
    genders: list[str | None]
    options: MunchkinApocalypseOptionsOut
    catalogue: str
    packs: list[MunchkinApocalypsePackUsed]
    doors: int
    treasures: int
    seals: int

class MunchkinApocalypseMatchStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchStarted"]
    schema: Literal[1]
    public: MunchkinApocalypseMatchStartedPublic

class MunchkinApocalypseMonsterBonus(TypedDict):
    op: Literal["monster_bonus"]
    n: int
    scope: NotRequired[Literal["each", "this"] | MunchkinApocalypseTagged]
    per: NotRequired[str | None]

class MunchkinApocalypseMonsterCopiedPublic(TypedDict):
    combat: int
    monster: str
    new: str
    enhancers: list[str]
    by: int

class MunchkinApocalypseMonsterCopied(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterCopied"]
    schema: Literal[1]
    public: MunchkinApocalypseMonsterCopiedPublic

class MunchkinApocalypseMonsterEliminatedPublic(TypedDict):
    combat: int
    monster: str
    by: int
    treasures: int

class MunchkinApocalypseMonsterEliminated(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterEliminated"]
    schema: Literal[1]
    public: MunchkinApocalypseMonsterEliminatedPublic

class MunchkinApocalypseMonsterEnhancedPublic(TypedDict):
    combat: int
    monster: str
    card: str
    by: int

class MunchkinApocalypseMonsterEnhanced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterEnhanced"]
    schema: Literal[1]
    public: MunchkinApocalypseMonsterEnhancedPublic

MunchkinApocalypseMonsterHasTag = TypedDict(
    "MunchkinApocalypseMonsterHasTag",
    {
        "is": "Literal['monster_has_tag']",
        "tag": "Literal['shark', 'undead']",
    },
)

class MunchkinApocalypseMonsterJoinedPublic(TypedDict):
    combat: int
    monster: str
    card: str
    by: int
    via: Literal["effect", "horde", "horde_pair", "wandering"]

class MunchkinApocalypseMonsterJoined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterJoined"]
    schema: Literal[1]
    public: MunchkinApocalypseMonsterJoinedPublic

class MunchkinApocalypseMonsterSwappedPublic(TypedDict):
    combat: int
    monster: str
    new: str
    card: str
    by: int

class MunchkinApocalypseMonsterSwapped(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonsterSwapped"]
    schema: Literal[1]
    public: MunchkinApocalypseMonsterSwappedPublic

class MunchkinApocalypseMonsterView(TypedDict):
    monster: str
    card: str
    name: str
    is_copy: bool
    total: int
    parts: list[MunchkinApocalypsePartView]
    treasures: int
    levels: int
    tags: list[str]
    enhancers: list[MunchkinApocalypseEnhancerView]

class MunchkinApocalypseMonstersKilledPublic(TypedDict):
    combat: int
    monsters: list[str]
    levels: int

class MunchkinApocalypseMonstersKilled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MonstersKilled"]
    schema: Literal[1]
    public: MunchkinApocalypseMonstersKilledPublic

class MunchkinApocalypseMonstersView(TypedDict):
    total: int
    monsters: list[MunchkinApocalypseMonsterView]
    side: list[MunchkinApocalypsePartView]

MunchkinApocalypseMoveHand = TypedDict(
    "MunchkinApocalypseMoveHand",
    {
        "op": "Literal['move_hand']",
        "n": "int",
        "from": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "to": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "pick": NotRequired["Literal['owner', 'random', 'taker']"],
    },
)

MunchkinApocalypseMoveItem = TypedDict(
    "MunchkinApocalypseMoveItem",
    {
        "op": "Literal['move_item']",
        "n": "int",
        "from": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "to": "Literal['any_player', 'everyone', 'everyone_else', 'fighter', 'highest_level', 'left', 'lowest_level', 'neighbours', 'other_player', 'participants', 'runner', 'self', 'victim'] | MunchkinApocalypseHolders",
        "filter": NotRequired["Literal['any'] | MunchkinApocalypseItemFilter"],
        "pick": NotRequired["Literal['owner', 'random', 'taker']"],
    },
)

class MunchkinApocalypseNameTarget(TypedDict):
    type: Literal["NameTarget"]
    kind: Literal["monster", "seat"]
    clause: int
    bound: MunchkinApocalypseBindings

class MunchkinApocalypseNewCharacter(TypedDict):
    type: Literal["NewCharacter"]
    seat: int

class MunchkinApocalypseNoHelp(TypedDict):
    op: Literal["no_help"]

class MunchkinApocalypseNoSealBonus(TypedDict):
    op: Literal["no_seal_bonus"]

MunchkinApocalypseNot = TypedDict(
    "MunchkinApocalypseNot",
    {
        "is": "Literal['not']",
        "of": "list[MunchkinApocalypseHasClass | MunchkinApocalypseLevelAtLeast | MunchkinApocalypseLevelAtMost | MunchkinApocalypseSealsAtLeast | MunchkinApocalypseAlone | MunchkinApocalypseIsFighter | MunchkinApocalypseHasItem | MunchkinApocalypseMonsterHasTag | MunchkinApocalypseD6AtLeast | MunchkinApocalypseNot | MunchkinApocalypseAll]",
    },
)

class MunchkinApocalypseOneShotPlayedPublic(TypedDict):
    seat: int
    card: str
    side: Literal["fighters", "monsters"] | None
    source: Literal["hand", "table"]
    attached: NotRequired[list[str]]

class MunchkinApocalypseOneShotPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["OneShotPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseOneShotPlayedPublic

class MunchkinApocalypseOneshotBoost(TypedDict):
    op: Literal["oneshot_boost"]
    n: int

class MunchkinApocalypseOptions(TypedDict):
    first_seat: NotRequired[int | None]
    reaction_window_ms: NotRequired[int | None]
    response_window_ms: NotRequired[int | None]
    flight_window: NotRequired[bool]
    fast_listen: NotRequired[bool]
    fast_search: NotRequired[bool]
    fast_shared_victory: NotRequired[bool]
    epic: NotRequired[bool]
    packs: NotRequired[list[str]]
    blend_seal_roll: NotRequired[bool]
    genders: NotRequired[list[str | None]]

class MunchkinApocalypseOptionsOut(TypedDict):
    first_seat: NotRequired[int | None]
    reaction_window_ms: NotRequired[int | None]
    response_window_ms: NotRequired[int | None]
    flight_window: NotRequired[bool]
    fast_listen: NotRequired[bool]
    fast_search: NotRequired[bool]
    fast_shared_victory: NotRequired[bool]
    epic: NotRequired[bool]
    packs: NotRequired[list[str]]
    blend_seal_roll: NotRequired[bool]
    genders: NotRequired[list[str | None]]

class MunchkinApocalypseOrdersView(TypedDict):
    doors: list[str]
    treasures: list[str]
    seals: list[str]

class MunchkinApocalypsePackUsed(TypedDict):
    name: str
    digest: str

class MunchkinApocalypseParanoiaPlayedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseParanoiaPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ParanoiaPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseParanoiaPlayedPublic

class MunchkinApocalypsePartView(TypedDict):
    label: str
    amount: int

class MunchkinApocalypsePay(TypedDict):
    type: Literal["Pay"]
    ability: str
    left: int
    from_hand_only: bool
    clause: int
    bound: MunchkinApocalypseBindings

class MunchkinApocalypsePayPledges(TypedDict):
    type: Literal["PayPledges"]

class MunchkinApocalypsePendingBigExcess(TypedDict):
    kind: Literal["big_excess"]
    seat: int
    cards: list[MunchkinApocalypseCardView]

class MunchkinApocalypsePendingDisaster(TypedDict):
    kind: Literal["disaster"]
    card: str
    name: str
    target: int
    by: int | None

class MunchkinApocalypsePendingEscape(TypedDict):
    kind: Literal["escape"]
    runner: int
    monster: str
    die: int
    modifier: int
    total: int

class MunchkinApocalypsePendingTreasures(TypedDict):
    kind: Literal["treasures"]
    picker: int
    left: MunchkinApocalypseLeftView

class MunchkinApocalypsePerCombat(TypedDict):
    combat: int

class MunchkinApocalypsePicking(TypedDict):
    type: Literal["Picking"]
    seat: int
    fighter: int
    helper: int
    fighter_left: int
    helper_left: int

class MunchkinApocalypsePlayerView(TypedDict):
    seat: int
    level: int
    gender: str | None
    is_alive: bool
    is_ready: bool
    levels_this_turn: int
    hand: MunchkinApocalypseHandView
    hand_limit: int
    classes: list[MunchkinApocalypseCardView]
    super_munchkins: list[MunchkinApocalypseCardView]
    paranoia: list[MunchkinApocalypseCardView]
    hirelings: list[MunchkinApocalypseCardView]
    items: list[MunchkinApocalypseItemView]
    disasters: list[MunchkinApocalypseLastingView]

class MunchkinApocalypsePledgeLapsedPublic(TypedDict):
    giver: int
    taker: int
    card: str

class MunchkinApocalypsePledgeLapsed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PledgeLapsed"]
    schema: Literal[1]
    public: MunchkinApocalypsePledgeLapsedPublic

class MunchkinApocalypsePledgePaidPublic(TypedDict):
    giver: int
    taker: int
    card: str

class MunchkinApocalypsePledgePaid(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PledgePaid"]
    schema: Literal[1]
    public: MunchkinApocalypsePledgePaidPublic

class MunchkinApocalypseRandomCardsPickedPublic(TypedDict):
    seat: int
    count: int
    cards: NotRequired[list[str]]
    purpose: Literal["discard", "move"]
    to: NotRequired[int | None]

class MunchkinApocalypseRandomCardsPickedSecretSealed(TypedDict):
    cards: NotRequired[list[str]]

class MunchkinApocalypseRandomCardsPickedSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseRandomCardsPickedSecretSealed]

class MunchkinApocalypseRandomCardsPicked(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RandomCardsPicked"]
    schema: Literal[1]
    public: MunchkinApocalypseRandomCardsPickedPublic
    secret: NotRequired[MunchkinApocalypseRandomCardsPickedSecret]

class MunchkinApocalypseRank(TypedDict):
    seat: int
    level: int
    item_bonus: int

class MunchkinApocalypseReactToSeal(TypedDict):
    type: Literal["ReactToSeal"]
    opener: int

class MunchkinApocalypseRecipientView(TypedDict):
    seat: int
    given: int

class MunchkinApocalypseRecover(TypedDict):
    op: Literal["recover"]
    deck: Literal["door", "treasure"]

class MunchkinApocalypseRedirectDisaster(TypedDict):
    op: Literal["redirect_disaster"]
    who: Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders

class MunchkinApocalypseRemoveMonster(TypedDict):
    op: Literal["remove_monster"]

class MunchkinApocalypseReroll(TypedDict):
    op: Literal["reroll"]

class MunchkinApocalypseResponseMadePublic(TypedDict):
    window: int
    seat: int
    card: NotRequired[str | None]
    source: NotRequired[str | None]
    ability: NotRequired[str | None]
    mark: NotRequired[str | None]

class MunchkinApocalypseResponseMade(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ResponseMade"]
    schema: Literal[1]
    public: MunchkinApocalypseResponseMadePublic

class MunchkinApocalypseRoomSearchedPublic(TypedDict):
    seat: int

class MunchkinApocalypseRoomSearched(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoomSearched"]
    schema: Literal[1]
    public: MunchkinApocalypseRoomSearchedPublic

class MunchkinApocalypseRunAwayBonus(TypedDict):
    op: Literal["run_away_bonus"]
    n: int
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseRunClause(TypedDict):
    type: Literal["RunClause"]
    clause: int
    bound: MunchkinApocalypseBindings

class MunchkinApocalypseRunSteps(TypedDict):
    type: Literal["RunSteps"]
    clause: int
    otherwise: bool
    step: int
    bound: MunchkinApocalypseBindings

class MunchkinApocalypseSaleChangedPublic(TypedDict):
    seat: int
    table_cards: list[str]
    hand_count: int
    hand_cards: NotRequired[list[str]]
    doubled: NotRequired[str | None]
    doubled_by: NotRequired[str | None]
    total: NotRequired[int]

class MunchkinApocalypseSaleChangedSecretSealed(TypedDict):
    hand_cards: NotRequired[list[str]]
    doubled: NotRequired[str | None]
    doubled_by: NotRequired[str | None]
    total: NotRequired[int]

class MunchkinApocalypseSaleChangedSecret(TypedDict):
    sealed: NotRequired[MunchkinApocalypseSaleChangedSecretSealed]

class MunchkinApocalypseSaleChanged(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SaleChanged"]
    schema: Literal[1]
    public: MunchkinApocalypseSaleChangedPublic
    secret: NotRequired[MunchkinApocalypseSaleChangedSecret]

class MunchkinApocalypseSealClosedPublic(TypedDict):
    card: str
    open: int
    cause: Literal["effect", "three_levels"]
    seat: int

class MunchkinApocalypseSealClosed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SealClosed"]
    schema: Literal[1]
    public: MunchkinApocalypseSealClosedPublic

class MunchkinApocalypseSealClosingUsedUpPublic(TypedDict):
    seat: int

class MunchkinApocalypseSealClosingUsedUp(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SealClosingUsedUp"]
    schema: Literal[1]
    public: MunchkinApocalypseSealClosingUsedUpPublic

class MunchkinApocalypseSealDieRolledPublic(TypedDict):
    seat: int
    die: int

class MunchkinApocalypseSealDieRolled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SealDieRolled"]
    schema: Literal[1]
    public: MunchkinApocalypseSealDieRolledPublic

class MunchkinApocalypseSealOpenedPublic(TypedDict):
    card: str
    opener: int
    open: int
    cause: Literal["death", "effect", "seal_roll"]

class MunchkinApocalypseSealOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SealOpened"]
    schema: Literal[1]
    public: MunchkinApocalypseSealOpenedPublic

class MunchkinApocalypseSealRoll(TypedDict):
    type: Literal["SealRoll"]
    seat: int

MunchkinApocalypseSealsAtLeast = TypedDict(
    "MunchkinApocalypseSealsAtLeast",
    {
        "is": "Literal['seals_at_least']",
        "n": "int",
    },
)

class MunchkinApocalypseSeatRoll(TypedDict):
    seat: int
    die: int

class MunchkinApocalypseSellDouble(TypedDict):
    op: Literal["sell_double"]

class MunchkinApocalypseSettledView(TypedDict):
    seat: int
    monster: str

class MunchkinApocalypseSetupFinishedPublic(TypedDict):
    seat: int

class MunchkinApocalypseSetupFinished(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SetupFinished"]
    schema: Literal[1]
    public: MunchkinApocalypseSetupFinishedPublic

class MunchkinApocalypseShareGrantedPublic(TypedDict):
    combat: int
    treasures: int

class MunchkinApocalypseShareGranted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ShareGranted"]
    schema: Literal[1]
    public: MunchkinApocalypseShareGrantedPublic

class MunchkinApocalypseSideBonus(TypedDict):
    op: Literal["side_bonus"]
    n: int

class MunchkinApocalypseSideBonusGivenPublic(TypedDict):
    combat: int
    side: Literal["fighters", "monsters"]
    amount: int
    card: str
    by: int

class MunchkinApocalypseSideBonusGiven(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SideBonusGiven"]
    schema: Literal[1]
    public: MunchkinApocalypseSideBonusGivenPublic

class MunchkinApocalypseSpecialPlayedPublic(TypedDict):
    seat: int
    card: str
    target: int | str | None

class MunchkinApocalypseSpecialPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SpecialPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseSpecialPlayedPublic

class MunchkinApocalypseStartEffects(TypedDict):
    type: Literal["StartEffects"]
    seat: int

class MunchkinApocalypseStrike(TypedDict):
    type: Literal["Strike"]
    id: int
    card: str
    target: int
    by: int | None
    stage: Literal["done", "hit", "struck", "window"]
    reacted: NotRequired[list[list[str | int]]]
    is_cancelled: NotRequired[bool]
    serial: NotRequired[int]
    events: NotRequired[int]

class MunchkinApocalypseSuperMunchkinDiscardedPublic(TypedDict):
    seat: int
    card: str
    cause: str

class MunchkinApocalypseSuperMunchkinDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SuperMunchkinDiscarded"]
    schema: Literal[1]
    public: MunchkinApocalypseSuperMunchkinDiscardedPublic

class MunchkinApocalypseSuperMunchkinPlayedPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseSuperMunchkinPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SuperMunchkinPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseSuperMunchkinPlayedPublic

class MunchkinApocalypseSwapMonster(TypedDict):
    op: Literal["swap_monster"]

class MunchkinApocalypseTagged(TypedDict):
    tagged: Literal["shark", "undead"]

class MunchkinApocalypseTakeSpoils(TypedDict):
    type: Literal["TakeSpoils"]
    treasures: int

class MunchkinApocalypseTreasurePickedPublic(TypedDict):
    seat: int
    card: str
    forced: bool

class MunchkinApocalypseTreasurePicked(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TreasurePicked"]
    schema: Literal[1]
    public: MunchkinApocalypseTreasurePickedPublic

class MunchkinApocalypseTroubleSoughtPublic(TypedDict):
    seat: int
    card: str

class MunchkinApocalypseTroubleSought(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TroubleSought"]
    schema: Literal[1]
    public: MunchkinApocalypseTroubleSoughtPublic

class MunchkinApocalypseTurnEndedPublic(TypedDict):
    turn: int
    seat: int

class MunchkinApocalypseTurnEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnEnded"]
    schema: Literal[1]
    public: MunchkinApocalypseTurnEndedPublic

class MunchkinApocalypseTurnStartedPublic(TypedDict):
    turn: int
    seat: int

class MunchkinApocalypseTurnStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["TurnStarted"]
    schema: Literal[1]
    public: MunchkinApocalypseTurnStartedPublic

class MunchkinApocalypseTwoHandGrip(TypedDict):
    op: Literal["two_hand_grip"]
    n: int

class MunchkinApocalypseView(TypedDict):
    phase: Literal["AFTER_DOOR", "BIG_EXCESS", "CHARITY", "CHOICE", "COMBAT", "CONCLUSION", "FLIGHT", "LOOTING", "MATCH_OVER", "RESPONSE", "SETUP", "TREASURE_PICK", "TURN_END", "TURN_START"]
    turn: int
    active: int
    decision: MunchkinApocalypseDecisionView
    winning_level: int
    players: list[MunchkinApocalypsePlayerView]
    decks: MunchkinApocalypseDecksView
    discards: MunchkinApocalypseDiscardsView
    open_seals: list[MunchkinApocalypseCardView]
    seal_bonus: int
    resolving: list[MunchkinApocalypseCardView]
    pending: MunchkinApocalypsePendingDisaster | MunchkinApocalypsePendingEscape | MunchkinApocalypsePendingTreasures | MunchkinApocalypsePendingBigExcess | None
    combat: MunchkinApocalypseCombatView | None
    window: MunchkinApocalypseWindowView | None
    choice: MunchkinApocalypseChoiceView | None
    deals: list[MunchkinApocalypseDealView]
    basket: MunchkinApocalypseBasketView
    treasures_to_share: list[MunchkinApocalypseCardView]
    body: MunchkinApocalypseBodyView | None
    charity: MunchkinApocalypseCharityView | None
    winners: list[int]

class MunchkinApocalypseWanderingMonsterPlayedPublic(TypedDict):
    combat: int
    card: str
    by: int

class MunchkinApocalypseWanderingMonsterPlayed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["WanderingMonsterPlayed"]
    schema: Literal[1]
    public: MunchkinApocalypseWanderingMonsterPlayedPublic

class MunchkinApocalypseWin(TypedDict):
    type: Literal["Win"]
    by_kill: bool

class MunchkinApocalypseWindowClosedPublic(TypedDict):
    window: int
    by: Literal["all_passed", "clock", "resolved"]

class MunchkinApocalypseWindowClosed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["WindowClosed"]
    schema: Literal[1]
    public: MunchkinApocalypseWindowClosedPublic

class MunchkinApocalypseWindowOpenedPublic(TypedDict):
    window: int
    kind: Literal["conclusion", "disaster", "run_roll"]
    asked: list[int]
    opened_at: int
    length_ms: int | None
    deadline: int | None

class MunchkinApocalypseWindowOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["WindowOpened"]
    schema: Literal[1]
    public: MunchkinApocalypseWindowOpenedPublic

class MunchkinApocalypseWindowPassedPublic(TypedDict):
    window: int
    seat: int

class MunchkinApocalypseWindowPassed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["WindowPassed"]
    schema: Literal[1]
    public: MunchkinApocalypseWindowPassedPublic

class MunchkinApocalypseWindowView(TypedDict):
    window: int
    kind: Literal["conclusion", "disaster", "run_roll"]
    asked: list[int]
    passed: list[int]
    opened_at: int
    deadline: int | None

class MunchkinApocalypseWindowVoidedPublic(TypedDict):
    window: int
    cause: str

class MunchkinApocalypseWindowVoided(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["WindowVoided"]
    schema: Literal[1]
    public: MunchkinApocalypseWindowVoidedPublic

class MunchkinApocalypseAddToSaleParams(TypedDict):
    card: str

class MunchkinApocalypseAddToSale(TypedDict):
    type: Literal["add_to_sale"]
    params: MunchkinApocalypseAddToSaleParams

class MunchkinApocalypseAgreeDealParams(TypedDict):
    deal: int
    terms: int

class MunchkinApocalypseAgreeDeal(TypedDict):
    type: Literal["agree_deal"]
    params: MunchkinApocalypseAgreeDealParams

class MunchkinApocalypseAttachToItemParams(TypedDict):
    card: str
    item: str

class MunchkinApocalypseAttachToItem(TypedDict):
    type: Literal["attach_to_item"]
    params: MunchkinApocalypseAttachToItemParams

class MunchkinApocalypseCancelDealParams(TypedDict):
    deal: int

class MunchkinApocalypseCancelDeal(TypedDict):
    type: Literal["cancel_deal"]
    params: MunchkinApocalypseCancelDealParams

class MunchkinApocalypseCancelSale(TypedDict):
    type: Literal["cancel_sale"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseChooseParams(TypedDict):
    choice: int
    value: int | str

class MunchkinApocalypseChoose(TypedDict):
    type: Literal["choose"]
    params: MunchkinApocalypseChooseParams

class MunchkinApocalypseCompleteSale(TypedDict):
    type: Literal["complete_sale"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseDeclareFlight(TypedDict):
    type: Literal["declare_flight"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseDeclareVictory(TypedDict):
    type: Literal["declare_victory"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseDiscardBigItemParams(TypedDict):
    card: str

class MunchkinApocalypseDiscardBigItem(TypedDict):
    type: Literal["discard_big_item"]
    params: MunchkinApocalypseDiscardBigItemParams

class MunchkinApocalypseDiscardCharityCardParams(TypedDict):
    card: str

class MunchkinApocalypseDiscardCharityCard(TypedDict):
    type: Literal["discard_charity_card"]
    params: MunchkinApocalypseDiscardCharityCardParams

class MunchkinApocalypseDiscardClassParams(TypedDict):
    card: str

class MunchkinApocalypseDiscardClass(TypedDict):
    type: Literal["discard_class"]
    params: MunchkinApocalypseDiscardClassParams

class MunchkinApocalypseDiscardItemParams(TypedDict):
    card: str

class MunchkinApocalypseDiscardItem(TypedDict):
    type: Literal["discard_item"]
    params: MunchkinApocalypseDiscardItemParams

class MunchkinApocalypseEndTurn(TypedDict):
    type: Literal["end_turn"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseFinishSetup(TypedDict):
    type: Literal["finish_setup"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseGamesMunchkinApocalypseAgendaLoseClass(TypedDict):
    type: Literal["LoseClass"]
    seat: int
    source: str | None
    kind: NotRequired[str | None]

class MunchkinApocalypseGamesMunchkinApocalypseAgendaOpenSeal(TypedDict):
    type: Literal["OpenSeal"]
    opener: int
    cause: Literal["death", "effect", "seal_roll"]

class MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem(TypedDict):
    op: Literal["discard_item"]
    n: int | Literal["all"]
    filter: NotRequired[Literal["any"] | MunchkinApocalypseItemFilter]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]
    pick: NotRequired[Literal["owner", "random", "taker"]]

class MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass(TypedDict):
    op: Literal["lose_class"]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal(TypedDict):
    op: Literal["open_seal"]
    who: NotRequired[Literal["any_player", "everyone", "everyone_else", "fighter", "highest_level", "left", "lowest_level", "neighbours", "other_player", "participants", "runner", "self", "victim"] | MunchkinApocalypseHolders]

class MunchkinApocalypseGiveBigItemParams(TypedDict):
    card: str
    to: int

class MunchkinApocalypseGiveBigItem(TypedDict):
    type: Literal["give_big_item"]
    params: MunchkinApocalypseGiveBigItemParams

class MunchkinApocalypseGiveCharityCardParams(TypedDict):
    card: str
    to: int

class MunchkinApocalypseGiveCharityCard(TypedDict):
    type: Literal["give_charity_card"]
    params: MunchkinApocalypseGiveCharityCardParams

class MunchkinApocalypseGrantShareParams(TypedDict):
    count: int

class MunchkinApocalypseGrantShare(TypedDict):
    type: Literal["grant_share"]
    params: MunchkinApocalypseGrantShareParams

class MunchkinApocalypseJoinHordeParams(TypedDict):
    card: str

class MunchkinApocalypseJoinHorde(TypedDict):
    type: Literal["join_horde"]
    params: MunchkinApocalypseJoinHordeParams

class MunchkinApocalypseJoinHordeWithParams(TypedDict):
    card: str

class MunchkinApocalypseJoinHordeWith(TypedDict):
    type: Literal["join_horde_with"]
    params: MunchkinApocalypseJoinHordeWithParams

class MunchkinApocalypseLookForTroubleParams(TypedDict):
    card: str

class MunchkinApocalypseLookForTrouble(TypedDict):
    type: Literal["look_for_trouble"]
    params: MunchkinApocalypseLookForTroubleParams

class MunchkinApocalypseLootCardParams(TypedDict):
    card: str

class MunchkinApocalypseLootCard(TypedDict):
    type: Literal["loot_card"]
    params: MunchkinApocalypseLootCardParams

class MunchkinApocalypseOpenDealParams(TypedDict):
    kind: Literal["help", "trade"]
    partner: int

class MunchkinApocalypseOpenDeal(TypedDict):
    type: Literal["open_deal"]
    params: MunchkinApocalypseOpenDealParams

class MunchkinApocalypseOpenDoor(TypedDict):
    type: Literal["open_door"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypsePassParams(TypedDict):
    window: int

class MunchkinApocalypsePass(TypedDict):
    type: Literal["pass"]
    params: MunchkinApocalypsePassParams

class MunchkinApocalypsePickTreasureParams(TypedDict):
    card: str

class MunchkinApocalypsePickTreasure(TypedDict):
    type: Literal["pick_treasure"]
    params: MunchkinApocalypsePickTreasureParams

class MunchkinApocalypsePlayClassParams(TypedDict):
    card: str

class MunchkinApocalypsePlayClass(TypedDict):
    type: Literal["play_class"]
    params: MunchkinApocalypsePlayClassParams

class MunchkinApocalypsePlayDisasterParams(TypedDict):
    card: str
    target: int

class MunchkinApocalypsePlayDisaster(TypedDict):
    type: Literal["play_disaster"]
    params: MunchkinApocalypsePlayDisasterParams

class MunchkinApocalypsePlayItemParams(TypedDict):
    card: str

class MunchkinApocalypsePlayItem(TypedDict):
    type: Literal["play_item"]
    params: MunchkinApocalypsePlayItemParams

class MunchkinApocalypsePlayMonsterEnhancerParams(TypedDict):
    card: str
    monster: str

class MunchkinApocalypsePlayMonsterEnhancer(TypedDict):
    type: Literal["play_monster_enhancer"]
    params: MunchkinApocalypsePlayMonsterEnhancerParams

class MunchkinApocalypsePlayOneShotParams(TypedDict):
    card: str
    side: NotRequired[Literal["fighters", "monsters"] | None]

class MunchkinApocalypsePlayOneShot(TypedDict):
    type: Literal["play_one_shot"]
    params: MunchkinApocalypsePlayOneShotParams

class MunchkinApocalypsePlayParanoiaParams(TypedDict):
    card: str

class MunchkinApocalypsePlayParanoia(TypedDict):
    type: Literal["play_paranoia"]
    params: MunchkinApocalypsePlayParanoiaParams

class MunchkinApocalypsePlaySpecialParams(TypedDict):
    card: str
    target: NotRequired[int | str | None]

class MunchkinApocalypsePlaySpecial(TypedDict):
    type: Literal["play_special"]
    params: MunchkinApocalypsePlaySpecialParams

class MunchkinApocalypsePlaySuperMunchkinParams(TypedDict):
    card: str
    second: str

class MunchkinApocalypsePlaySuperMunchkin(TypedDict):
    type: Literal["play_super_munchkin"]
    params: MunchkinApocalypsePlaySuperMunchkinParams

class MunchkinApocalypsePlayWanderingMonsterParams(TypedDict):
    card: str

class MunchkinApocalypsePlayWanderingMonster(TypedDict):
    type: Literal["play_wandering_monster"]
    params: MunchkinApocalypsePlayWanderingMonsterParams

class MunchkinApocalypsePutInDealParams(TypedDict):
    deal: int
    card: str

class MunchkinApocalypsePutInDeal(TypedDict):
    type: Literal["put_in_deal"]
    params: MunchkinApocalypsePutInDealParams

class MunchkinApocalypseRemoveFromSaleParams(TypedDict):
    card: str

class MunchkinApocalypseRemoveFromSale(TypedDict):
    type: Literal["remove_from_sale"]
    params: MunchkinApocalypseRemoveFromSaleParams

class MunchkinApocalypseRespondParams(TypedDict):
    window: int
    card: NotRequired[str | None]
    source: NotRequired[str | None]
    ability: NotRequired[str | None]

class MunchkinApocalypseRespond(TypedDict):
    type: Literal["respond"]
    params: MunchkinApocalypseRespondParams

class MunchkinApocalypseRollEscapeParams(TypedDict):
    monster: str

class MunchkinApocalypseRollEscape(TypedDict):
    type: Literal["roll_escape"]
    params: MunchkinApocalypseRollEscapeParams

class MunchkinApocalypseSearchRoom(TypedDict):
    type: Literal["search_room"]
    params: NotRequired[dict[str, Any]]

class MunchkinApocalypseSetDealFirstPickParams(TypedDict):
    deal: int
    picker: int

class MunchkinApocalypseSetDealFirstPick(TypedDict):
    type: Literal["set_deal_first_pick"]
    params: MunchkinApocalypseSetDealFirstPickParams

class MunchkinApocalypseSetDealTreasuresParams(TypedDict):
    deal: int
    count: int

class MunchkinApocalypseSetDealTreasures(TypedDict):
    type: Literal["set_deal_treasures"]
    params: MunchkinApocalypseSetDealTreasuresParams

class MunchkinApocalypseSetGripParams(TypedDict):
    card: str
    both: bool

class MunchkinApocalypseSetGrip(TypedDict):
    type: Literal["set_grip"]
    params: MunchkinApocalypseSetGripParams

class MunchkinApocalypseShowCardParams(TypedDict):
    card: str
    to: int | Literal["all"]

class MunchkinApocalypseShowCard(TypedDict):
    type: Literal["show_card"]
    params: MunchkinApocalypseShowCardParams

class MunchkinApocalypseStowItemParams(TypedDict):
    card: str

class MunchkinApocalypseStowItem(TypedDict):
    type: Literal["stow_item"]
    params: MunchkinApocalypseStowItemParams

class MunchkinApocalypseTakeFromDealParams(TypedDict):
    deal: int
    card: str

class MunchkinApocalypseTakeFromDeal(TypedDict):
    type: Literal["take_from_deal"]
    params: MunchkinApocalypseTakeFromDealParams

class MunchkinApocalypseUseAbilityParams(TypedDict):
    source: str
    ability: str
    target: NotRequired[int | str | None]

class MunchkinApocalypseUseAbility(TypedDict):
    type: Literal["use_ability"]
    params: MunchkinApocalypseUseAbilityParams

class MunchkinApocalypseWieldItemParams(TypedDict):
    card: str

class MunchkinApocalypseWieldItem(TypedDict):
    type: Literal["wield_item"]
    params: MunchkinApocalypseWieldItemParams

class MunchkinApocalypseWithdrawDeclaration(TypedDict):
    type: Literal["withdraw_declaration"]
    params: NotRequired[dict[str, Any]]

class SzmalAbilityResolvedPublic(TypedDict):
    seat: int
    card: int
    had_effect: bool
    auto: NotRequired[bool]

class SzmalAbilityResolved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["AbilityResolved"]
    schema: Literal[1]
    public: SzmalAbilityResolvedPublic

class SzmalActionDiscardedPublic(TypedDict):
    seat: int
    card: int

class SzmalActionDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionDiscarded"]
    schema: Literal[1]
    public: SzmalActionDiscardedPublic

class SzmalActionKeptPublic(TypedDict):
    seat: int
    card: int
    until_round: int

class SzmalActionKept(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ActionKept"]
    schema: Literal[1]
    public: SzmalActionKeptPublic

class SzmalBox(TypedDict):
    rounds: int
    first_round_of_plays: int
    packet_size: int
    markers: int
    marker_value: int
    notes: list[SzmalNote]

class SzmalCardCommittedPublic(TypedDict):
    seat: int
    card: NotRequired[int]
    auto: NotRequired[bool]

class SzmalCardCommittedSecretSealed(TypedDict):
    card: NotRequired[int]

class SzmalCardCommittedSecret(TypedDict):
    sealed: NotRequired[SzmalCardCommittedSecretSealed]

class SzmalCardCommitted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardCommitted"]
    schema: Literal[1]
    public: SzmalCardCommittedPublic
    secret: NotRequired[SzmalCardCommittedSecret]

class SzmalCardDraftedPublic(TypedDict):
    seat: int
    packet: int
    card: NotRequired[int]
    auto: NotRequired[bool]

class SzmalCardDraftedSecretSealed(TypedDict):
    card: NotRequired[int]

class SzmalCardDraftedSecret(TypedDict):
    sealed: NotRequired[SzmalCardDraftedSecretSealed]

class SzmalCardDrafted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardDrafted"]
    schema: Literal[1]
    public: SzmalCardDraftedPublic
    secret: NotRequired[SzmalCardDraftedSecret]

class SzmalCardDrawnPublic(TypedDict):
    seat: int
    card: NotRequired[int]
    draw_pile_size: int

class SzmalCardDrawnSecretSealed(TypedDict):
    card: NotRequired[int]

class SzmalCardDrawnSecret(TypedDict):
    sealed: NotRequired[SzmalCardDrawnSecretSealed]

class SzmalCardDrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardDrawn"]
    schema: Literal[1]
    public: SzmalCardDrawnPublic
    secret: NotRequired[SzmalCardDrawnSecret]

class SzmalCardEnteredTerritoryPublic(TypedDict):
    seat: int
    card: int

class SzmalCardEnteredTerritory(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardEnteredTerritory"]
    schema: Literal[1]
    public: SzmalCardEnteredTerritoryPublic

class SzmalCardLostPublic(TypedDict):
    seat: int
    card: int
    to: Literal["DISCARD", "HAND"]
    markers_returned: int
    reason: Literal["COST", "EFFECT"]
    cause: int

class SzmalCardLost(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardLost"]
    schema: Literal[1]
    public: SzmalCardLostPublic

class SzmalCardResolutionStartedPublic(TypedDict):
    seat: int
    card: int
    origin: Literal["EXTRA", "MAIN", "REVEALED"]
    costs_ignored: bool
    requirements_ignored: bool

class SzmalCardResolutionStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardResolutionStarted"]
    schema: Literal[1]
    public: SzmalCardResolutionStartedPublic

class SzmalCardReturnedToHandPublic(TypedDict):
    seat: int
    card: int
    cause: int

class SzmalCardReturnedToHand(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardReturnedToHand"]
    schema: Literal[1]
    public: SzmalCardReturnedToHandPublic

class SzmalCardView(TypedDict):
    card: int
    name: str
    type: Literal["ACTION", "GANGSTER", "PROPERTY"]

class SzmalCardsRevealedPublic(TypedDict):
    plays: list[SzmalPick]
    order: list[int]

class SzmalCardsRevealed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CardsRevealed"]
    schema: Literal[1]
    public: SzmalCardsRevealedPublic

class SzmalCardsView(TypedDict):
    size: int
    cards: list[SzmalCardView] | None

class SzmalCashGainedPublic(TypedDict):
    seat: int
    gain: int
    amount: int
    base: int
    doublings: int
    cause: int
    mirror_of: NotRequired[int | None]

class SzmalCashGained(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CashGained"]
    schema: Literal[1]
    public: SzmalCashGainedPublic

class SzmalCashLostPublic(TypedDict):
    seat: int
    amount: int
    demanded: int
    cause: int

class SzmalCashLost(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CashLost"]
    schema: Literal[1]
    public: SzmalCashLostPublic

class SzmalCatalogue(TypedDict):
    box: SzmalBox
    cards: list[SzmalRowWithRule]

class SzmalCostDeclinedPublic(TypedDict):
    seat: int
    card: int

class SzmalCostDeclined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CostDeclined"]
    schema: Literal[1]
    public: SzmalCostDeclinedPublic

class SzmalCostPaidPublic(TypedDict):
    seat: int
    card: int
    option: Literal["CASH", "GANGSTER", "HAND", "PROPERTY"]
    amount: NotRequired[int]
    paid_card: NotRequired[int | None]
    paid_markers: NotRequired[int]
    auto: NotRequired[bool]

class SzmalCostPaid(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["CostPaid"]
    schema: Literal[1]
    public: SzmalCostPaidPublic

class SzmalDecisionOpenedPublic(TypedDict):
    decision_id: int
    kind: Literal["CHOOSE_GANGSTER", "CHOOSE_LOSS", "CHOOSE_PROPERTY", "COMMIT_CARD", "DRAFT_PICK", "EXTRA_PLAY", "OPTIONAL_PLAY", "ORDER_EACH_TURN", "PAY_COST"]
    seats: list[int]
    card: int | None
    stack: list[SzmalFrame | SzmalRun | SzmalInstructions | SzmalLosing | SzmalPhase]

class SzmalDecisionOpened(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DecisionOpened"]
    schema: Literal[1]
    public: SzmalDecisionOpenedPublic

class SzmalDecisionView(TypedDict):
    id: int
    kind: Literal["CHOOSE_GANGSTER", "CHOOSE_LOSS", "CHOOSE_PROPERTY", "COMMIT_CARD", "DRAFT_PICK", "EXTRA_PLAY", "OPTIONAL_PLAY", "ORDER_EACH_TURN", "PAY_COST"]
    seats: list[int]
    pending: list[int]
    card: SzmalCardView | None
    cash_due: int | None
    abilities: list[SzmalCardView] | None

class SzmalDeckShuffledSecretSealed(TypedDict):
    order: NotRequired[list[int]]

class SzmalDeckShuffledSecret(TypedDict):
    sealed: NotRequired[SzmalDeckShuffledSecretSealed]

class SzmalDeckShuffled(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DeckShuffled"]
    schema: Literal[1]
    public: dict[str, Any]
    secret: NotRequired[SzmalDeckShuffledSecret]

class SzmalDrawPileRevealedPublic(TypedDict):
    seat: int
    cards: list[int]
    found: int | None
    draw_pile_size: int

class SzmalDrawPileRevealed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["DrawPileRevealed"]
    schema: Literal[1]
    public: SzmalDrawPileRevealedPublic

class SzmalEffectView(TypedDict):
    id: int
    seat: int
    card: SzmalCardView
    ability: str
    works_in_round: int
    paid_markers: int

class SzmalExtraCardChosenPublic(TypedDict):
    seat: int
    card: int
    source: int
    auto: NotRequired[bool]

class SzmalExtraCardChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ExtraCardChosen"]
    schema: Literal[1]
    public: SzmalExtraCardChosenPublic

class SzmalExtraPlayDeclinedPublic(TypedDict):
    seat: int
    source: int

class SzmalExtraPlayDeclined(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["ExtraPlayDeclined"]
    schema: Literal[1]
    public: SzmalExtraPlayDeclinedPublic

class SzmalFrame(TypedDict):
    type: Literal["play"]
    seat: int
    card: int
    origin: Literal["EXTRA", "MAIN", "REVEALED"]
    step: NotRequired[Literal["AFTERWARDS", "COST", "ENTER", "INSTRUCTIONS", "PUT_AWAY", "REQUIREMENT", "START", "SYMBOLS", "WHEN_PLAYED"]]
    costs_ignored: NotRequired[bool]
    requirements_ignored: NotRequired[bool]
    paid_markers: NotRequired[int]

class SzmalGangsterCopiedPublic(TypedDict):
    seat: int
    card: int
    copied: int
    auto: NotRequired[bool]

class SzmalGangsterCopied(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["GangsterCopied"]
    schema: Literal[1]
    public: SzmalGangsterCopiedPublic

class SzmalHandCardDiscardedPublic(TypedDict):
    seat: int
    card: int

class SzmalHandCardDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["HandCardDiscarded"]
    schema: Literal[1]
    public: SzmalHandCardDiscardedPublic

class SzmalInstructions(TypedDict):
    type: Literal["instructions"]
    seat: int
    card: int
    number: int
    clause: NotRequired[int]
    paid_markers: NotRequired[int]

class SzmalLastingEffectCreatedPublic(TypedDict):
    effect: int
    seat: int
    cause: int
    printed: int
    clause: int
    works_in_round: int
    paid_markers: int

class SzmalLastingEffectCreated(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LastingEffectCreated"]
    schema: Literal[1]
    public: SzmalLastingEffectCreatedPublic

class SzmalLastingEffectExpiredPublic(TypedDict):
    effect: int
    seat: int
    cause: int

class SzmalLastingEffectExpired(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LastingEffectExpired"]
    schema: Literal[1]
    public: SzmalLastingEffectExpiredPublic

class SzmalLosing(TypedDict):
    type: Literal["loss"]
    seat: int
    card: int
    cause: int

class SzmalLossChosenPublic(TypedDict):
    seat: int
    effect: int | None
    card: NotRequired[int]
    auto: NotRequired[bool]

class SzmalLossChosenSecretSealed(TypedDict):
    card: NotRequired[int]

class SzmalLossChosenSecret(TypedDict):
    sealed: NotRequired[SzmalLossChosenSecretSealed]

class SzmalLossChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LossChosen"]
    schema: Literal[1]
    public: SzmalLossChosenPublic
    secret: NotRequired[SzmalLossChosenSecret]

class SzmalLossesRevealedPublic(TypedDict):
    effect: int | None
    cause: int
    losses: list[SzmalPick]

class SzmalLossesRevealed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["LossesRevealed"]
    schema: Literal[1]
    public: SzmalLossesRevealedPublic

class SzmalMarkersPlacedPublic(TypedDict):
    seat: int
    property: int
    count: int
    cause: int | Literal["SYMBOLS"]

class SzmalMarkersPlaced(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MarkersPlaced"]
    schema: Literal[1]
    public: SzmalMarkersPlacedPublic

class SzmalMarkersRemovedPublic(TypedDict):
    seat: int
    property: int
    count: int
    cause: int

class SzmalMarkersRemoved(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MarkersRemoved"]
    schema: Literal[1]
    public: SzmalMarkersRemovedPublic

class SzmalMatchEndedPublic(TypedDict):
    winners: list[int]

class SzmalMatchEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchEnded"]
    schema: Literal[1]
    public: SzmalMatchEndedPublic

class SzmalMatchScoredPublic(TypedDict):
    scores: list[SzmalScore]

class SzmalMatchScored(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchScored"]
    schema: Literal[1]
    public: SzmalMatchScoredPublic

class SzmalMatchStartedPublic(TypedDict):
    seats: int
    catalogue: str
    packs: list[str]
    bank: int
    markers: int

class SzmalMatchStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["MatchStarted"]
    schema: Literal[1]
    public: SzmalMatchStartedPublic

class SzmalMove(TypedDict):
    packet: int
    giver: int
    taker: int
    size: int

class SzmalNote(TypedDict):
    value: int
    count: int

class SzmalOptions(TypedDict):
    packs: NotRequired[list[str]]

class SzmalOptionsOut(TypedDict):
    packs: NotRequired[list[str]]

class SzmalPacketView(TypedDict):
    dealt_to: int
    size: int
    cards: list[SzmalCardView] | None
    picked: SzmalSealedView

class SzmalPacketsDealtPublic(TypedDict):
    draw_pile_size: int

class SzmalPacketsDealtSecretSealed(TypedDict):
    packets: NotRequired[list[list[int]]]

class SzmalPacketsDealtSecret(TypedDict):
    sealed: NotRequired[SzmalPacketsDealtSecretSealed]

class SzmalPacketsDealt(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PacketsDealt"]
    schema: Literal[1]
    public: SzmalPacketsDealtPublic
    secret: NotRequired[SzmalPacketsDealtSecret]

class SzmalPacketsPassedPublic(TypedDict):
    moves: list[SzmalMove]

class SzmalPacketsPassed(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PacketsPassed"]
    schema: Literal[1]
    public: SzmalPacketsPassedPublic

class SzmalPhase(TypedDict):
    type: Literal["phase"]
    name: Literal["CLOSE_ROUND", "EACH_TURN", "EXTRA_PLAYS", "ROUND_END", "SCORING"]

class SzmalPick(TypedDict):
    seat: int
    card: int

class SzmalPickView(TypedDict):
    seat: int
    card: int
    name: str
    type: Literal["ACTION", "GANGSTER", "PROPERTY"]

class SzmalPlaceView(TypedDict):
    card: int
    name: str
    type: Literal["ACTION", "GANGSTER", "PROPERTY"]
    symbols: list[Literal["BOTTLE", "CAR", "GUN", "HEART", "KEY", "WRENCH"]]
    markers: int
    entered_in_round: int
    copy_of: SzmalCardView | None
    kept_until_round: int | None

class SzmalPlayedCardDiscardedPublic(TypedDict):
    seat: int
    card: int
    reason: Literal["COST_DECLINED", "COST_UNPAYABLE", "REQUIREMENT_UNMET"]

class SzmalPlayedCardDiscarded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PlayedCardDiscarded"]
    schema: Literal[1]
    public: SzmalPlayedCardDiscardedPublic

class SzmalPropertyChosenPublic(TypedDict):
    seat: int
    card: int
    auto: NotRequired[bool]

class SzmalPropertyChosen(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["PropertyChosen"]
    schema: Literal[1]
    public: SzmalPropertyChosenPublic

class SzmalRoundEndedPublic(TypedDict):
    round: int

class SzmalRoundEnded(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoundEnded"]
    schema: Literal[1]
    public: SzmalRoundEndedPublic

class SzmalRoundStartedPublic(TypedDict):
    round: int

class SzmalRoundStartedSecretValue(TypedDict):
    opened: NotRequired[list[int]]

class SzmalRoundStarted(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["RoundStarted"]
    schema: Literal[1]
    public: SzmalRoundStartedPublic
    secret: NotRequired[dict[str, SzmalRoundStartedSecretValue]]

class SzmalRowWithRule(TypedDict):
    id: int
    name: str
    type: Literal["ACTION", "GANGSTER", "PROPERTY"]
    symbols: NotRequired[list[Literal["BOTTLE", "CAR", "GUN", "HEART", "KEY", "WRENCH"]]]
    cost: NotRequired[str]
    requirement: NotRequired[str]
    abilities: NotRequired[list[str]]
    text: NotRequired[str]
    rule: str

class SzmalRun(TypedDict):
    type: Literal["ability"]
    seat: int
    card: int
    number: int
    clause: int
    effect: NotRequired[int | None]
    at: NotRequired[int]
    played: NotRequired[int | None]
    paid_markers: NotRequired[int]

class SzmalScore(TypedDict):
    seat: int
    cash: int
    markers: int
    worth: int

class SzmalSealedView(TypedDict):
    chosen: bool
    card: SzmalCardView | None

class SzmalSeatView(TypedDict):
    seat: int
    cash: int
    markers: int
    worth: int
    symbols: dict[str, int]
    hand: SzmalCardsView
    packet: SzmalPacketView
    committed: SzmalSealedView
    losing: SzmalSealedView
    territory: list[SzmalPlaceView]

class SzmalSupplyOverdrawnPublic(TypedDict):
    kind: Literal["CASH", "MARKERS"]
    balance: int

class SzmalSupplyOverdrawn(TypedDict):
    version: int
    step: int
    command: str
    actor: str
    at: int
    rule: str
    type: Literal["SupplyOverdrawn"]
    schema: Literal[1]
    public: SzmalSupplyOverdrawnPublic

class SzmalView(TypedDict):
    phase: Literal["CHOOSE_GANGSTER", "CHOOSE_LOSS", "CHOOSE_PROPERTY", "COMMIT_CARD", "DRAFT_PICK", "EXTRA_PLAY", "OPTIONAL_PLAY", "ORDER_EACH_TURN", "PAY_COST"] | Literal["FINISHED", "RESOLUTION"]
    round: int
    rounds: int
    packs: list[str]
    decision: SzmalDecisionView | None
    draw_pile: SzmalCardsView
    discard_pile: list[SzmalCardView]
    bank: int
    marker_pool: int
    order: list[int]
    table: list[SzmalPickView]
    seats: list[SzmalSeatView]
    effects: list[SzmalEffectView]
    scores: list[SzmalScore]
    winners: list[int]

class SzmalChooseGangsterParams(TypedDict):
    decision_id: int
    card: int

class SzmalChooseGangster(TypedDict):
    type: Literal["choose_gangster"]
    params: SzmalChooseGangsterParams

class SzmalChooseLossParams(TypedDict):
    decision_id: int
    card: int

class SzmalChooseLoss(TypedDict):
    type: Literal["choose_loss"]
    params: SzmalChooseLossParams

class SzmalChoosePropertyParams(TypedDict):
    decision_id: int
    card: int

class SzmalChooseProperty(TypedDict):
    type: Literal["choose_property"]
    params: SzmalChoosePropertyParams

class SzmalCommitCardParams(TypedDict):
    decision_id: int
    card: int

class SzmalCommitCard(TypedDict):
    type: Literal["commit_card"]
    params: SzmalCommitCardParams

class SzmalDeclineCostParams(TypedDict):
    decision_id: int

class SzmalDeclineCost(TypedDict):
    type: Literal["decline_cost"]
    params: SzmalDeclineCostParams

class SzmalDraftCardParams(TypedDict):
    decision_id: int
    card: int

class SzmalDraftCard(TypedDict):
    type: Literal["draft_card"]
    params: SzmalDraftCardParams

class SzmalPassExtraParams(TypedDict):
    decision_id: int

class SzmalPassExtra(TypedDict):
    type: Literal["pass_extra"]
    params: SzmalPassExtraParams

class SzmalPayCostParams(TypedDict):
    decision_id: int
    option: Literal["CASH", "GANGSTER", "HAND", "PROPERTY"]
    card: NotRequired[int | None]

class SzmalPayCost(TypedDict):
    type: Literal["pay_cost"]
    params: SzmalPayCostParams

class SzmalPlayExtraParams(TypedDict):
    decision_id: int
    card: int

class SzmalPlayExtra(TypedDict):
    type: Literal["play_extra"]
    params: SzmalPlayExtraParams

class SzmalResolveAbilityParams(TypedDict):
    decision_id: int
    card: int

class SzmalResolveAbility(TypedDict):
    type: Literal["resolve_ability"]
    params: SzmalResolveAbilityParams

MunchkinApocalypseCatalogue: TypeAlias = list[MunchkinApocalypseCardWithText]

BigDealCommand: TypeAlias = (
    BigDealFormSetFromHand
    | BigDealFormSetWithDiscard
    | BigDealAttackSet
    | BigDealDefendSet
    | BigDealYieldSet
    | BigDealContinueAttack
    | BigDealStopAttack
    | BigDealDiscardCard
)

ClankCommand: TypeAlias = (
    ClankPlayCard
    | ClankAcquireCard
    | ClankUseDevice
    | ClankFight
    | ClankBuyItem
    | ClankMove
    | ClankTeleport
    | ClankTakeToken
    | ClankDeclineToken
    | ClankUsePotion
    | ClankEndTurn
    | ClankTrashCard
)

CoupCommand: TypeAlias = (
    CoupDeclareAction
    | CoupPass
    | CoupChallenge
    | CoupBlock
    | CoupAcceptBlock
    | CoupChallengeBlock
    | CoupChooseInfluence
    | CoupChooseExchange
    | CoupChooseCardToShow
    | CoupDecideInspection
)

MunchkinApocalypseCommand: TypeAlias = (
    MunchkinApocalypseFinishSetup
    | MunchkinApocalypseOpenDoor
    | MunchkinApocalypseLookForTrouble
    | MunchkinApocalypseSearchRoom
    | MunchkinApocalypseEndTurn
    | MunchkinApocalypseGiveCharityCard
    | MunchkinApocalypseDiscardCharityCard
    | MunchkinApocalypsePlayClass
    | MunchkinApocalypseDiscardClass
    | MunchkinApocalypsePlaySuperMunchkin
    | MunchkinApocalypsePlayParanoia
    | MunchkinApocalypsePlayItem
    | MunchkinApocalypseAttachToItem
    | MunchkinApocalypseWieldItem
    | MunchkinApocalypseStowItem
    | MunchkinApocalypseSetGrip
    | MunchkinApocalypseDiscardItem
    | MunchkinApocalypseAddToSale
    | MunchkinApocalypseRemoveFromSale
    | MunchkinApocalypseCompleteSale
    | MunchkinApocalypseCancelSale
    | MunchkinApocalypseOpenDeal
    | MunchkinApocalypsePutInDeal
    | MunchkinApocalypseTakeFromDeal
    | MunchkinApocalypseSetDealTreasures
    | MunchkinApocalypseSetDealFirstPick
    | MunchkinApocalypseAgreeDeal
    | MunchkinApocalypseCancelDeal
    | MunchkinApocalypseGiveBigItem
    | MunchkinApocalypseDiscardBigItem
    | MunchkinApocalypsePlayDisaster
    | MunchkinApocalypsePlaySpecial
    | MunchkinApocalypseUseAbility
    | MunchkinApocalypsePlayOneShot
    | MunchkinApocalypsePlayMonsterEnhancer
    | MunchkinApocalypsePlayWanderingMonster
    | MunchkinApocalypseJoinHorde
    | MunchkinApocalypseJoinHordeWith
    | MunchkinApocalypseGrantShare
    | MunchkinApocalypseDeclareVictory
    | MunchkinApocalypseDeclareFlight
    | MunchkinApocalypseWithdrawDeclaration
    | MunchkinApocalypsePass
    | MunchkinApocalypseRespond
    | MunchkinApocalypseRollEscape
    | MunchkinApocalypsePickTreasure
    | MunchkinApocalypseLootCard
    | MunchkinApocalypseChoose
    | MunchkinApocalypseShowCard
)

SzmalCommand: TypeAlias = (
    SzmalDraftCard
    | SzmalCommitCard
    | SzmalPayCost
    | SzmalDeclineCost
    | SzmalChooseProperty
    | SzmalChooseGangster
    | SzmalPlayExtra
    | SzmalPassExtra
    | SzmalResolveAbility
    | SzmalChooseLoss
)

Domain: TypeAlias = OneOfDomain | SomeOfDomain | OrderOfDomain | IntegerDomain | TextDomain | MaybeDomain

EmptyIn: TypeAlias = dict[str, Any]

BigDealEvent: TypeAlias = (
    BigDealMatchStarted
    | BigDealRoundStarted
    | BigDealDeckShuffled
    | BigDealHandDealt
    | BigDealStarterRevealed
    | BigDealPickUpPileReshuffled
    | BigDealTurnStarted
    | BigDealSetFormed
    | BigDealAttackDeclared
    | BigDealDefencePlayed
    | BigDealAttackContinued
    | BigDealDefenceDeclined
    | BigDealAttackStopped
    | BigDealDuelResolved
    | BigDealCardDiscarded
    | BigDealCardsDrawn
    | BigDealTurnEnded
    | BigDealRoundEnded
    | BigDealHandDiscarded
    | BigDealRoundScored
    | BigDealMatchEnded
)

ClankEvent: TypeAlias = (
    ClankMatchCreated
    | ClankFirstPlayerChosen
    | ClankArtifactsExcluded
    | ClankTokensPlaced
    | ClankSecretsPlaced
    | ClankDungeonDeckShuffled
    | ClankRowDealt
    | ClankDeckShuffled
    | ClankCardsDrawn
    | ClankTurnStarted
    | ClankCardPlayed
    | ClankResourcesGained
    | ClankResourcesSpent
    | ClankTeleportGained
    | ClankTeleportSpent
    | ClankConditionMet
    | ClankFlagSet
    | ClankGoldGained
    | ClankGoldSpent
    | ClankClankAdded
    | ClankClankRemoved
    | ClankCardAcquired
    | ClankDeviceUsed
    | ClankMonsterDefeated
    | ClankCardDiscarded
    | ClankRowCardReplaced
    | ClankReserveTaken
    | ClankItemBought
    | ClankPawnMoved
    | ClankBecameExhausted
    | ClankDamageTaken
    | ClankDamageHealed
    | ClankTokensOffered
    | ClankTokenTaken
    | ClankTokenDeclined
    | ClankTokenBoxed
    | ClankPotionUsed
    | ClankRageAdvanced
    | ClankTrashOwed
    | ClankTrashLapsed
    | ClankTrashDemanded
    | ClankCardTrashed
    | ClankTurnEnded
    | ClankPlayAreaDiscarded
    | ClankRowRefilled
    | ClankArriveResolved
    | ClankDragonCubesReturned
    | ClankDragonAttackStarted
    | ClankCubesDrawn
    | ClankPlayerKnockedOut
    | ClankPlayerLeftDungeon
    | ClankMasteryAwarded
    | ClankCountdownStarted
    | ClankCountdownAdvanced
    | ClankFinalAttack
    | ClankMatchEnded
)

CoupEvent: TypeAlias = (
    CoupMatchStarted
    | CoupFirstPlayerChosen
    | CoupDeckShuffled
    | CoupCardsDealt
    | CoupTurnStarted
    | CoupActionDeclared
    | CoupReactionWindowOpened
    | CoupReactionPassed
    | CoupReactionWindowExpired
    | CoupActionChallenged
    | CoupActionBlocked
    | CoupBlockAccepted
    | CoupBlockChallenged
    | CoupClaimProved
    | CoupClaimDisproved
    | CoupActionCostPaid
    | CoupProofCardReturned
    | CoupReplacementDrawn
    | CoupInfluenceLossRequired
    | CoupInfluenceLost
    | CoupPlayerEliminated
    | CoupMoneyGained
    | CoupMoneyTaken
    | CoupExchangeCardsDrawn
    | CoupExchangeCompleted
    | CoupCardToShowRequired
    | CoupCardShown
    | CoupInspectionDecided
    | CoupInspectedCardReplaced
    | CoupActionCancelled
    | CoupActionFizzled
    | CoupActionResolved
    | CoupTurnEnded
    | CoupMatchEnded
)

MunchkinApocalypseEvent: TypeAlias = (
    MunchkinApocalypseMatchStarted
    | MunchkinApocalypseDeckShuffled
    | MunchkinApocalypseDeckReshuffled
    | MunchkinApocalypseDeckExhausted
    | MunchkinApocalypseFirstPlayerChosen
    | MunchkinApocalypseCardsDrawn
    | MunchkinApocalypseSetupFinished
    | MunchkinApocalypseMatchEnded
    | MunchkinApocalypseAgendaChanged
    | MunchkinApocalypseTurnStarted
    | MunchkinApocalypseCharacterRevived
    | MunchkinApocalypseSealDieRolled
    | MunchkinApocalypseDoorOpened
    | MunchkinApocalypseDoorCardTaken
    | MunchkinApocalypseTroubleSought
    | MunchkinApocalypseRoomSearched
    | MunchkinApocalypseCharityStarted
    | MunchkinApocalypseCharityGiven
    | MunchkinApocalypseCharityDiscarded
    | MunchkinApocalypseTurnEnded
    | MunchkinApocalypseHandCardShown
    | MunchkinApocalypseClassPlayed
    | MunchkinApocalypseClassDiscarded
    | MunchkinApocalypseSuperMunchkinPlayed
    | MunchkinApocalypseSuperMunchkinDiscarded
    | MunchkinApocalypseParanoiaPlayed
    | MunchkinApocalypseItemPlayed
    | MunchkinApocalypseItemWielded
    | MunchkinApocalypseItemStowed
    | MunchkinApocalypseGripChanged
    | MunchkinApocalypseItemEnhanced
    | MunchkinApocalypseItemDiscarded
    | MunchkinApocalypseCardsDiscarded
    | MunchkinApocalypseItemMoved
    | MunchkinApocalypseCardRecovered
    | MunchkinApocalypseRandomCardsPicked
    | MunchkinApocalypseHandCardsMoved
    | MunchkinApocalypseBigExcessFound
    | MunchkinApocalypseBigItemGiven
    | MunchkinApocalypseSaleChanged
    | MunchkinApocalypseItemsSold
    | MunchkinApocalypseDealOpened
    | MunchkinApocalypseDealChanged
    | MunchkinApocalypseDealAgreed
    | MunchkinApocalypseDealClosed
    | MunchkinApocalypseItemsTraded
    | MunchkinApocalypseDisasterStruck
    | MunchkinApocalypseDisasterResolved
    | MunchkinApocalypseDisasterEnded
    | MunchkinApocalypseSpecialPlayed
    | MunchkinApocalypseLastingCardPlaced
    | MunchkinApocalypseAbilityUsed
    | MunchkinApocalypseResponseMade
    | MunchkinApocalypseCostPaid
    | MunchkinApocalypseChoiceRequested
    | MunchkinApocalypseChoiceMade
    | MunchkinApocalypseDieRolled
    | MunchkinApocalypseCombatStarted
    | MunchkinApocalypseOneShotPlayed
    | MunchkinApocalypseSideBonusGiven
    | MunchkinApocalypseMonsterEnhanced
    | MunchkinApocalypseWanderingMonsterPlayed
    | MunchkinApocalypseHordeEnhancerPlayed
    | MunchkinApocalypseMonsterJoined
    | MunchkinApocalypseMonsterEliminated
    | MunchkinApocalypseMonsterCopied
    | MunchkinApocalypseMonsterSwapped
    | MunchkinApocalypseShareGranted
    | MunchkinApocalypseHelperJoined
    | MunchkinApocalypseHelperLost
    | MunchkinApocalypseConclusionDeclared
    | MunchkinApocalypseWindowOpened
    | MunchkinApocalypseWindowPassed
    | MunchkinApocalypseWindowClosed
    | MunchkinApocalypseWindowVoided
    | MunchkinApocalypseMonstersKilled
    | MunchkinApocalypseLevelGained
    | MunchkinApocalypseLevelLost
    | MunchkinApocalypseTreasurePicked
    | MunchkinApocalypsePledgePaid
    | MunchkinApocalypsePledgeLapsed
    | MunchkinApocalypseCombatCardsDiscarded
    | MunchkinApocalypseCombatEnded
    | MunchkinApocalypseFlightStarted
    | MunchkinApocalypseEscapeRolled
    | MunchkinApocalypseEscapeRerolled
    | MunchkinApocalypseEscapeResolved
    | MunchkinApocalypseBadStuffApplied
    | MunchkinApocalypseCharacterDied
    | MunchkinApocalypseBodyLaidOut
    | MunchkinApocalypseLootOrderDecided
    | MunchkinApocalypseCardLooted
    | MunchkinApocalypseBodyCleared
    | MunchkinApocalypseSealOpened
    | MunchkinApocalypseSealClosed
    | MunchkinApocalypseSealClosingUsedUp
)

SzmalEvent: TypeAlias = (
    SzmalMatchStarted
    | SzmalDeckShuffled
    | SzmalPacketsDealt
    | SzmalRoundStarted
    | SzmalDecisionOpened
    | SzmalCardDrafted
    | SzmalPacketsPassed
    | SzmalCardCommitted
    | SzmalCardsRevealed
    | SzmalExtraCardChosen
    | SzmalExtraPlayDeclined
    | SzmalCardResolutionStarted
    | SzmalCostPaid
    | SzmalCostDeclined
    | SzmalHandCardDiscarded
    | SzmalPlayedCardDiscarded
    | SzmalCardEnteredTerritory
    | SzmalPropertyChosen
    | SzmalMarkersPlaced
    | SzmalMarkersRemoved
    | SzmalCashGained
    | SzmalCashLost
    | SzmalCardLost
    | SzmalCardDrawn
    | SzmalDrawPileRevealed
    | SzmalGangsterCopied
    | SzmalLastingEffectCreated
    | SzmalLastingEffectExpired
    | SzmalActionKept
    | SzmalActionDiscarded
    | SzmalCardReturnedToHand
    | SzmalAbilityResolved
    | SzmalLossChosen
    | SzmalLossesRevealed
    | SzmalSupplyOverdrawn
    | SzmalRoundEnded
    | SzmalMatchScored
    | SzmalMatchEnded
)

MatchEvent: TypeAlias = (
    MatchOpened
    | SeatTaken
    | SeatLeft
    | LuckCommitted
    | LobbyClosed
    | LuckOpened
    | LuckWithheld
    | PlayBegan
    | MatchCancelled
    | SeatConceded
    | MatchConceded
    | SeatHandedOver
    | SeatTakenBack
    | CallOffProposed
    | CallOffWithdrawn
    | MatchAbandoned
    | RematchOpened
    | MoveUndone
    | MoveRedone
    | UndoRequested
    | UndoAnswered
    | UndoWithdrawn
    | UndoLapsed
    | DisputeOpened
    | DisputeWithdrawn
    | HoldExpired
    | ClocksRestarted
    | DisputeRuled
    | ResultAdjusted
    | ArbiterLooked
    | PlayerErased
)

Options: TypeAlias = BigDealOptions | ClankOptions | CoupOptions | MunchkinApocalypseOptions | SzmalOptions

OptionsOut: TypeAlias = (
    BigDealOptionsOut
    | ClankOptionsOut
    | CoupOptionsOut
    | MunchkinApocalypseOptionsOut
    | SzmalOptionsOut
)

SchemaOut: TypeAlias = dict[str, Any]

View: TypeAlias = BigDealView | ClankView | CoupView | MunchkinApocalypseView | SzmalView

Catalogue: TypeAlias = (
    BigDealCatalogue
    | ClankCatalogue
    | CoupCatalogue
    | MunchkinApocalypseCatalogue
    | SzmalCatalogue
)

Command: TypeAlias = BigDealCommand | ClankCommand | CoupCommand | MunchkinApocalypseCommand | SzmalCommand

Event: TypeAlias = (
    BigDealEvent
    | ClankEvent
    | CoupEvent
    | MunchkinApocalypseEvent
    | SzmalEvent
    | MatchEvent
)

EventOut: TypeAlias = Event
