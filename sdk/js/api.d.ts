// The types of the API, generated from api_spec/openapi.json by `make spec`.

export type AdviceOut = {
  /** The position is the one after this step. */
  step: number;
  version: number;
  seat: number;
  /** The seats that had to decide there. */
  to_act: Array<number>;
  /** How many commands were compared. */
  candidates: number;
  /** The best first, five at most. */
  compared: Array<ComparedOut>;
  /** The next command of this seat in the match, with its `step`; null if it sent none. */
  played: Record<string, unknown> | null;
};

export type ArbiterLooked = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ArbiterLooked";
  schema: 1;
  public: {
    by: string;
    what: string;
  };
};

export type AuditOut = {
  verdict: "ok" | "failed";
  conclusion: "proven" | "not proven here" | "broken";
  checks: Array<CheckOut>;
  size: number;
  root: string;
  /** null if the whole match was executed again. */
  step: number | null;
};

export type AwayIn = {
  seat: number;
  /** A bot plays on for the seat until its player is back, or the seat concedes. */
  as: "bot" | "concede";
  /** How the bot plays that takes over. */
  policy?: "sensible" | "random" | "search";
};

export type AwaySeatOut = {
  seat: number;
  /** Time in ms from which the others may act on the seat. */
  at: number;
};

export type BotsIn = {
  /** How they choose: by the game's policy, by chance, or by a search in drawn worlds. */
  policy?: "sensible" | "random" | "search";
  /** How many; by default one for every free seat. */
  count?: number;
  /** Which seats, in place of `count`. */
  seats?: Array<number>;
};

export type BotsOut = {
  /** The seats that the bots were given. */
  seats: Array<number>;
};

export type BranchIn = {
  step: number;
  public?: boolean;
};

export type BranchLineOut = {
  id: string;
  /** The step after which it leaves this match. */
  step: number;
  opened_at: number;
  opened_by: string;
  public: boolean;
  status: string;
  last_step: number;
  /** As in the match. */
  seats: Array<Record<string, unknown>>;
  result: Record<string, unknown> | null;
};

export type BranchPoint = {
  match: string;
  version: number;
  step: number;
  root: string;
  main_version: number;
  resampled_for?: number | "spectator" | null;
};

export type BranchPointOut = {
  match: string;
  version: number;
  step: number;
  root: string;
  /** Version of the other match when the branch was opened. */
  main_version: number;
  /** Everything that this seat, or somebody without a seat, could not know is drawn anew. */
  resampled_for: number | "spectator" | null;
};

export type BranchesOut = {
  branches: Array<BranchLineOut>;
  next: string | null;
};

export type BucketOut = {
  least: number;
  below: number;
  count: number;
};

export type CallOffOut = {
  agreed: Array<number>;
  /** The seats that have not agreed yet. */
  waiting_for: Array<number>;
};

export type CallOffProposed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CallOffProposed";
  schema: 1;
  public: {
    seat: number;
    waiting_for: Array<number>;
  };
};

export type CallOffWithdrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CallOffWithdrawn";
  schema: 1;
  public: {
    seat: number;
  };
};

export type CardCountOut = {
  /** The id of a card in the game's catalogue */
  card: string;
  /** Seats that have openly played it, counted once per match */
  played: number;
  won: number;
  /** Wins that would be expected if the card made no difference */
  expected: number;
};

export type Catalogue = BigDealCatalogue | ClankCatalogue | CoupCatalogue | MunchkinApocalypseCatalogue | SzmalCatalogue;

export type CatalogueOut = {
  /** As stored in the first event of the match. */
  digest: string;
  /** Cards, boards and counts. */
  catalogue: Catalogue;
};

export type CheckOut = {
  name: string;
  value: "proven" | "not proven here" | "broken";
  /** Whether the value is not `broken`. */
  ok: boolean;
  detail: string;
  /** The event at which it is broken, if at one. */
  version: number | null;
};

export type CheckpointOut = {
  origin: string;
  size: number;
  root: string;
  /** The checkpoint in the signed-note form of C2SP. */
  note: string;
  key: string;
  /** Where the match was played, if not here. */
  imported: ImportedFromOut | null;
};

export type ChoiceOut = {
  type: string;
  /** The domain of each parameter; every combination of their values is accepted. */
  params: Record<string, Domain>;
  /** What the choice is called, in a few words. */
  label: string;
  /** What follows from it, in a sentence. */
  effect: string;
  /** `main` answers the prompt, `more` is rarely wanted, `end` passes, gives in or ends. */
  group: "main" | "more" | "end";
  /** Other seats answer at the same time: send the command without If-Match. It is refused if one of them was faster; read the choices again then. */
  simultaneous: boolean;
  /** By parameter: what its values are called, in the order of its domain. */
  names: Record<string, Array<string>>;
};

export type ChoicesOut = {
  /** What you are asked, or what the match waits for, in a sentence. */
  prompt: string;
  version: number;
  seat: number;
  choices: Array<ChoiceOut>;
  /** You have answered in secret, and an undo takes the answer back at once. */
  take_back: boolean;
};

export type ClocksOut = {
  /** From when the time of the seats to act runs, in ms. */
  since: number;
  /** Milliseconds by seat, at that moment. */
  left: Array<number>;
};

export type ClocksRestarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClocksRestarted";
  schema: 1;
  public: Record<string, unknown>;
};

export type CodeOut = {
  /** Eight letters; works once. */
  code: string;
  expires_at: number;
};

export type Command = BigDealCommand | ClankCommand | CoupCommand | MunchkinApocalypseCommand | SzmalCommand;

export type CommitmentIn = {
  /** SHA-256 of match, seat, player and part, in hex: docs/proofs.md. */
  commitment: string;
};

export type CompareOut = {
  match: string;
  /** The step of the main line that is compared. */
  step: number;
  branch_step: number;
  /** From the main line's view to the branch's. */
  patch: Array<Record<string, unknown>>;
};

export type ComparedOut = {
  type: string;
  params: Record<string, unknown>;
  /** What the choice was called. */
  label: string;
  /** By parameter: what its value was called, where it has a name. */
  names: Record<string, unknown>;
  /** From 0, lost, to 1, won; on average over the worlds. */
  worth: number;
  /** In how many worlds it was tried. */
  passes: number;
};

export type DisputeIn = {
  step?: number;
  /** `at` of a rejection. */
  refusal_at?: number;
  /** Number of a dispute. */
  ruling?: number;
  claim: string;
  /** Hold the match until the ruling. A player may twice, without upheld disputes. */
  freeze?: boolean;
};

export type DisputeOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisputeOpened";
  schema: 1;
  public: {
    by: string;
    about_step: number | null;
    about_refusal: number | null;
    about_ruling: number | null;
    freezes: boolean;
  };
  secret?: {
    all?: {
      claim?: string;
    };
  };
};

export type DisputeOut = {
  id: string;
  match: string;
  game: string;
  number: number;
  opened_at: number;
  by: string;
  about_step: number | null;
  about_refusal: number | null;
  about_ruling: number | null;
  claim: string;
  freezes: boolean;
  status: "open" | "ruled" | "withdrawn";
  ruling: string | null;
  reason: string;
  ruled_by: string;
  ruled_at: number;
  /** 0 unless the claimant has withdrawn it. */
  withdrawn_at: number;
  /** Whether it has held the match, also if the hold is over. */
  has_frozen: boolean;
  /** Path of the evidence. */
  evidence: string;
};

export type DisputeRuled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisputeRuled";
  schema: 1;
  public: {
    dispute: number;
    ruling: string;
    reason: string;
    by: string;
    forfeits?: number | null;
  };
};

export type DisputeWithdrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisputeWithdrawn";
  schema: 1;
  public: {
    dispute: number;
  };
};

export type DisputesOut = {
  disputes: Array<DisputeOut>;
  next: string | null;
};

export type Domain = OneOfDomain | SomeOfDomain | OrderOfDomain | IntegerDomain | TextDomain | MaybeDomain;

export type DoneOut = {
  version: number;
  step: number;
  events: Array<EventOut>;
};

export type EmptyIn = Record<string, unknown>;

export type Event = BigDealEvent | ClankEvent | CoupEvent | MunchkinApocalypseEvent | SzmalEvent | MatchEvent;

export type EventOut = Event;

export type EventsOut = {
  events: Array<EventOut>;
  version: number;
  /** `after` of the next page, if there is one. */
  next: number | null;
  /** Usually null. Else the store has lost events that came after this version: forget those that you have, and go on with `after` set to it. */
  reset: number | null;
};

export type EvidenceOut = {
  match: string;
  game: string;
  rules_version: number;
  step: number;
  seen_as: string;
  command: Record<string, unknown> | null;
  actor: string;
  at: number;
  events: Array<EventOut>;
  narration: Array<string>;
  rules: Array<RuleOut>;
  undone: boolean;
  /** The views before the step, by viewer. */
  before: Record<string, View | null>;
  /** The views after it, by viewer. */
  after: Record<string, View | null>;
  choices: Array<ChoiceOut>;
  luck: Array<unknown> | null;
  checkpoint: CheckpointOut;
  proofs: Array<ProofOut>;
};

export type FeedEntryOut = {
  match: string;
  game: string;
  version: number;
  status: "open" | "running" | "finished";
};

export type FeedOut = {
  entries: Array<FeedEntryOut>;
  /** Opaque; to be sent with the next request. */
  cursor: string;
};

export type GameOut = {
  slug: string;
  name: string;
  rules_version: number;
  seats_min: number;
  seats_max: number;
  /** How the ids of its rules begin: `COUP` of `COUP-4.3`. */
  prefix: string;
  /** What it is like and how long it takes, for people who choose a game; may be empty. */
  about: string;
  /** SVG paths in a square of 32 by 32, the first one filled; empty without a drawing. */
  emblem: Array<string>;
  /** Address of the script that draws its table in the pages; null: the general table. */
  table: string | null;
  /** JSON Schema of the options. */
  options: Record<string, unknown>;
  /** JSON Schema of the time limits of a match. */
  clocks: Record<string, unknown>;
  /** JSON Schema of each command's parameters. */
  commands: Record<string, unknown>;
  /** Cards, boards and counts. */
  catalogue: Catalogue;
  catalogue_digest: string;
  /** The installed deck packs that the options may name. */
  packs: Array<string>;
};

export type GameShortOut = {
  slug: string;
  name: string;
  rules_version: number;
  seats_min: number;
  seats_max: number;
  /** How the ids of its rules begin: `COUP` of `COUP-4.3`. */
  prefix: string;
  /** What it is like and how long it takes, for people who choose a game; may be empty. */
  about: string;
  /** SVG paths in a square of 32 by 32, the first one filled; empty without a drawing. */
  emblem: Array<string>;
  /** Address of the script that draws its table in the pages; null: the general table. */
  table: string | null;
};

export type GamesOut = {
  games: Array<GameShortOut>;
};

export type HealthOut = {
  status: string;
};

export type HeldOut = {
  by: "undo" | "dispute";
  /** Number of the undo request, or id of the dispute. */
  id: string;
  since: number;
  /** The seats that are asked, or `arbiter`. */
  waiting_for: Array<number | "arbiter">;
  /** When the hold ends by itself. */
  deadline: number | null;
};

export type HoldExpired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HoldExpired";
  schema: 1;
  public: {
    dispute: number;
  };
};

export type ImportedFromOut = {
  /** The service that the file was exported from. */
  origin: string;
  /** Its key. */
  key: string;
  /** The checkpoint that the file was signed with there. */
  note: string;
  /** When it was imported, in ms. */
  at: number;
};

export type ImportedOut = {
  id: string;
  size: number;
  root: string;
};

export type IntegerDomain = {
  integer: {
    min: number;
    max: number;
  };
};

export type InvitationOut = {
  id: string;
  game: string;
  game_name: string;
  status: "open" | "running" | "finished";
  public: boolean;
  options: Record<string, unknown>;
  turn_s: number | null;
  reaction_s: number | null;
  total_s: number | null;
  increment_s: number;
  away_s: number | null;
  seats: Array<InvitedSeatOut>;
  /** Free seats. */
  free: number;
};

export type InvitedSeatOut = {
  seat: number;
  /** Null if the seat is free. */
  name: string | null;
};

export type KeyOut = {
  key: string;
};

export type KnownOut = {
  card: string;
  /** The card's id in the catalogue, as far as you were told. */
  kind: string;
  shown: Array<ShownOut>;
};

export type LeaveIn = {
  /** Give up for good; let a bot play on until you are back; or end the match without a result, at once before everybody has played and later when all agree. */
  as: "concede" | "bot" | "call-off";
  /** How the bot plays that takes over. */
  policy?: "sensible" | "random" | "search";
};

export type LegalOut = {
  legal: boolean;
  version: number;
};

export type LobbyClosed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LobbyClosed";
  schema: 1;
  public: {
    by: string;
    round: number;
    waiting_for: Array<number>;
    deadline: number;
  };
};

export type LogCheckpointOut = {
  origin: string;
  size: number;
  root: string;
  /** The checkpoint in the signed-note form of C2SP. */
  note: string;
  key: string;
};

export type LogEntriesOut = {
  entries: Array<LogEntryOut>;
};

export type LogEntryOut = {
  /** Its number in the log, from 1. */
  entry: number;
  leaf: string;
  /** null if the match is private. */
  head: MatchHeadOut | null;
};

export type LogProofOut = {
  size: number;
  root: string;
  proof: Array<string>;
  entry?: number;
  leaf?: string;
  head?: MatchHeadOut | null;
  old_size?: number;
  old_root?: string;
};

export type LoggedOut = {
  head: MatchHeadOut;
  entry: number;
  log_size: number;
  log_root: string;
  proof: Array<string>;
  /** The log's checkpoint in the signed-note form of C2SP. */
  note: string;
  /** The name of the log. */
  origin: string;
};

export type LoopOut = {
  /** Seconds since it last completed a turn. */
  heard_s: number;
  failing: string | null;
};

export type LuckCommitted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LuckCommitted";
  schema: 1;
  public: {
    seat: number;
    commitment: string;
  };
};

export type LuckOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LuckOpened";
  schema: 1;
  public: {
    seat: number;
    part: string;
  };
};

export type LuckWithheld = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LuckWithheld";
  schema: 1;
  public: {
    round: number;
    seats: Array<number>;
  };
};

export type MatchAbandoned = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchAbandoned";
  schema: 1;
  public: {
    by: string;
    agreed: Array<number>;
  };
};

export type MatchCancelled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchCancelled";
  schema: 1;
  public: {
    by: string;
  };
};

export type MatchConceded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchConceded";
  schema: 1;
  public: {
    winners: Array<number>;
  };
};

export type MatchEvent = MatchOpened
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
  | PlayerErased;

export type MatchHeadOut = {
  match: string;
  size: number;
  root: string;
  /** Only after a loss: earlier heads of the match beyond this version do not count. */
  lost_after?: number;
};

export type MatchIn = {
  game: string;
  seats: number;
  options?: Options;
  public?: boolean;
  /** Seconds for a decision; after that the clock passes or takes the first choice. */
  turn_s?: number | null;
  /** Seconds for a reaction to another player's turn; by default the same as turn_s. */
  reaction_s?: number | null;
  /** Seconds for which a dispute may hold the match. */
  hold_s?: number;
  /** Seconds of each seat for the whole match, in place of `turn_s` and `reaction_s`. */
  total_s?: number | null;
  /** Seconds that a seat gains with each of its steps, where it has total time. */
  increment_s?: number;
  /** Seconds after which a seat that is waited for is away; a day where there is no clock. */
  away_s?: number | null;
};

export type MatchLoggedOut = {
  /** null if the log has none yet. */
  logged: LoggedOut | null;
};

export type MatchOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchOpened";
  schema: 1;
  public: {
    match: string;
    game: string;
    rules_version: number;
    catalogue: string;
    seats: number;
    options: Record<string, unknown>;
    is_public: boolean;
    opened_by: string;
    branch?: BranchPoint | null;
    turn_s?: number | null;
    reaction_s?: number | null;
    total_s?: number | null;
    increment_s?: number;
    hold_s?: number;
    away_s?: number | null;
    rematch_of?: string | null;
    kept_for?: Array<string>;
    ledger?: number;
  };
  secret?: {
    sealed?: {
      server_seed?: string;
    };
  };
};

export type MatchOut = {
  id: string;
  game: string;
  rules_version: number;
  /** Digest of the cards and boards of the match. */
  catalogue: string;
  options: OptionsOut;
  public: boolean;
  status: "open" | "running" | "finished";
  turn_s: number | null;
  reaction_s: number | null;
  /** Seconds of each seat for the whole match. */
  total_s: number | null;
  /** Seconds that a seat gains with each of its steps. */
  increment_s: number;
  /** Seconds after which a seat that is waited for is away. */
  away_s: number | null;
  /** Seconds for which a dispute may hold the match. */
  hold_s: number;
  /** Server time in ms. */
  opened_at: number;
  /** The id of the player who has opened the match. */
  opened_by: string;
  /** Events so far. */
  version: number;
  /** Commands so far. */
  step: number;
  seats: Array<MatchSeatOut>;
  /** The seats that must act now. */
  to_act: Array<number>;
  /** Time at which the clock acts, in ms. */
  deadline: number | null;
  /** What each seat has left, in a match with total time. */
  clocks: ClocksOut | null;
  /** Why nobody can play now, and who is waited for. */
  held: HeldOut | null;
  /** The lobby is closed, and the parts of the luck are being opened. */
  opening: OpeningOut | null;
  /** Seats that commit to a new part of the luck before the match can be started. */
  must_commit: Array<number>;
  branch: BranchPointOut | null;
  /** Where the match was played, if not here. */
  imported: ImportedFromOut | null;
  undo_request: UndoRequestOut | null;
  /** The table as you may see it. */
  state: View | null;
  /** Null until the end, and if it was called off or cancelled. */
  result: ResultOut | null;
  /** The match in which this one is played again. */
  rematch: string | null;
  /** The match that is played again in this one. */
  rematch_of: string | null;
  /** The seats that are waited for, and when they are away. */
  away: Array<AwaySeatOut>;
  /** Who wants to end the match without a result. */
  call_off: CallOffOut | null;
  /** How the match came to its end; one that was called off or cancelled has no result. */
  ending: "played" | "conceded" | "ruled" | "called_off" | "cancelled" | null;
};

export type MatchSeatOut = {
  seat: number;
  player: string | null;
  name: string | null;
  /** The player has conceded, or lets a bot play on. */
  left: "conceded" | "bot" | null;
};

export type MatchSummaryOut = {
  id: string;
  game: string;
  status: string;
  opened_at: number;
  version: number;
  held: HeldOut | null;
  /** The seats that must act now. */
  to_act: Array<number>;
  /** Time at which the clock acts, in ms. */
  deadline: number | null;
  /** The origin of the service that it was imported from, if it was. */
  imported: string | null;
  seats: Array<MatchSeatOut>;
  /** Null until the end, and if it was called off or cancelled. */
  result: ResultOut | null;
  /** How the match came to its end; one that was called off or cancelled has no result. */
  ending: "played" | "conceded" | "ruled" | "called_off" | "cancelled" | null;
};

export type MatchesOut = {
  matches: Array<MatchSummaryOut>;
  /** Cursor of the next page, if there is one. */
  next: string | null;
};

export type MaybeDomain = {
  optional: OneOfDomain | SomeOfDomain | OrderOfDomain | IntegerDomain | TextDomain;
};

export type MeOut = {
  id: string;
  name: string;
  role: "player" | "arbiter" | "admin";
};

export type MoveRedone = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MoveRedone";
  schema: 1;
  public: {
    steps: Array<number>;
    by: string;
    decision_id?: number | null;
  };
};

export type MoveUndone = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MoveUndone";
  schema: 1;
  public: {
    steps: Array<number>;
    makers: Array<string>;
    by: string;
    request?: number | null;
    spends?: Array<string>;
    decision_id?: number | null;
  };
};

export type NewPlayerOut = {
  id: string;
  name: string;
  /** Shown only in this response. */
  token: string;
};

export type NewTokenOut = {
  id: string;
  name: string;
  made_at: number;
  /** The id of the player whose token it is. */
  player: string;
  /** Shown only in this response. */
  token: string;
};

export type OneEventOut = {
  version: number;
  step: number;
  type: string;
  schema: number;
  command: string;
  actor: string;
  at: number;
  /** Rule ids, separated by spaces. */
  rule: string;
  public: Record<string, unknown>;
  /** The secret parts that you may see, by audience. */
  secret?: Record<string, unknown>;
  /** What happened, in a sentence. */
  narration: string;
  /** Your view before it; null before play has begun. */
  before?: View | null;
  /** Your view after it. */
  after?: View | null;
};

export type OneOfDomain = {
  one_of: Array<string | number | boolean>;
};

export type OpeningOut = {
  /** 1 to 3; the next one begins if somebody withholds their part. */
  round: number;
  /** Seats that have not opened their part. */
  waiting_for: Array<number>;
  /** The last moment to open a part, in ms. */
  deadline: number;
};

export type Options = BigDealOptions | ClankOptions | CoupOptions | MunchkinApocalypseOptions | SzmalOptions;

export type OptionsOut = BigDealOptionsOut | ClankOptionsOut | CoupOptionsOut | MunchkinApocalypseOptionsOut | SzmalOptionsOut;

export type OrderOfDomain = {
  order_of: Array<string | number | boolean>;
};

export type OverviewOut = {
  version: number;
  /** What is counted, in words: `Gold`. */
  measure: string;
  first_step: number;
  last_step: number;
  seats: Array<SeatLineOut>;
};

export type OwnMatchOut = {
  match: string;
  game: string;
  status: "open" | "running" | "finished";
  version: number;
  /** Your seat. */
  seat: number;
  /** What the match waits for from you now. */
  wants: Array<"move" | "answer_undo" | "agree_to_call_off">;
  /** Time at which the clock acts, in ms. */
  deadline: number | null;
  seats: number;
  /** Who sits in the match. */
  names: Array<string>;
  held: HeldOut | null;
  ending: "played" | "conceded" | "ruled" | "called_off" | "cancelled" | null;
  rematch: string | null;
};

export type OwnMatchesOut = {
  /** Those that wait for you first, by their deadlines; then the others. */
  matches: Array<OwnMatchOut>;
};

export type PartIn = {
  /** The 32 bytes that were committed to, in hex. */
  part: string;
};

export type PlayBegan = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayBegan";
  schema: 1;
  public: {
    by: string;
    players: Array<string>;
  };
};

export type PlayerErased = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayerErased";
  schema: 1;
  public: {
    player: string;
    by: string;
    versions: Array<number>;
    disputes: Array<number>;
    secrets: boolean;
    winners?: Array<number>;
    scores?: Record<string, number>;
  };
};

export type PlayerIn = {
  name: string;
};

export type PlayerOut = {
  id: string;
  name: string;
};

export type PreviewIn = {
  ruling: "dismiss" | "rewind" | "adjust" | "forfeit";
  to_step?: number;
  winners?: Array<number>;
  seat?: number;
};

export type PreviewOut = {
  /** The steps that would be taken back. */
  undone: Array<number>;
  /** What the log of the match would say. */
  narration: Array<string>;
  /** Of the match. */
  status: string;
  to_act: Array<number>;
  result: Record<string, unknown> | null;
  /** The table after the ruling. */
  state: View | null;
  /** JSON Patch from the table as it is now. */
  patch: Array<Record<string, unknown>>;
};

export type ProblemOut = {
  type: string;
  title: string;
  status: number;
  detail: string;
  remedy: string;
  /** For an illegal move: the id of the rule. */
  rule?: string;
  /** For an illegal move: a stable code. */
  code?: string;
  /** True for an illegal move that may have been offered a moment ago: the decision that it answers is closed, or the turn or phase is over. Read `choices` again. */
  late?: boolean;
  /** Where the rule's text is, in the rules version of the match. */
  rule_text?: string;
  /** For a malformed request: the errors of each field. */
  errors?: Record<string, unknown>;
  /** For a version conflict: the current version. */
  version?: number;
};

export type ProblemTypeOut = {
  type: string;
  title: string;
  status: number;
  remedy: string;
  /** `retry`: Send the same request again, under the same Idempotency-Key and after the seconds in `Retry-After`. `read_again`: The match is not as the request assumes: read it or its choices again, then wait, or send another request under another Idempotency-Key. `give_up`: The same request will be refused again: correct it, or stop. */
  handling: "retry" | "read_again" | "give_up";
  explanation: string;
  /** The values of `code` by the ledger's rules; those of a game are in its rulebook. */
  codes: Array<string>;
};

export type ProblemTypesOut = {
  problems: Array<ProblemTypeOut>;
};

export type ProofOut = {
  size: number;
  root: string;
  proof: Array<string>;
  version?: number;
  leaf?: Record<string, unknown>;
  old_size?: number;
  old_root?: string;
};

export type ReadyOut = {
  /** `ok`, or `degraded`: requests are served, but see `warnings`. */
  status: string;
  durability: Record<string, unknown>;
  /** The loops of the background process: lists, clock, bots, head log. */
  background: Record<string, LoopOut>;
  /** What needs an operator. */
  warnings: Array<string>;
};

export type ReasonOut = {
  step: number;
  event: string | null;
  text: string;
};

export type RedeemIn = {
  /** What you call it, such as the name of the device. */
  name?: string;
  code: string;
};

export type RejectionOut = {
  at: number;
  seat: number | null;
  command: unknown;
  problem: Record<string, unknown>;
};

export type RejectionsOut = {
  rejections: Array<RejectionOut>;
};

export type RematchOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RematchOpened";
  schema: 1;
  public: {
    match: string;
    by: number;
  };
};

export type RematchOut = {
  /** The match in which the old one is played again. */
  id: string;
};

export type ReportIn = {
  /** What is wrong with the step, in your words; it is sent back in the document. */
  remark?: string;
};

export type ReportOut = {
  format: "matchledger/step/1";
  match: string;
  game: string;
  rules_version: number;
  /** The digest of the cards. */
  catalogue: string;
  options: Record<string, unknown>;
  seats: number;
  step: number;
  /** Your seat, or `spectator`; `arbiter`, which is everything, after the match has ended. */
  seen_as: number | "spectator" | "arbiter";
  remark: string;
  /** The time of the setup; 0 while the match runs. */
  begun_at: number;
  /** Of the match, after it has ended; until then it is made up. */
  seed: string;
  /** The game's state where `commands` begin; null: they begin at the setup. */
  state: Record<string, unknown> | null;
  commands: Array<ReportedCommandOut>;
  events: Array<ReportedEventOut>;
};

export type ReportedCommandOut = {
  step: number;
  /** In the line of steps that count; the dice are keyed by it. */
  place: number;
  /** -1 is the clock. */
  seat: number;
  at: number;
  type: string;
  /** null: another seat's, in a match that runs. */
  params: Record<string, unknown> | null;
};

export type ReportedEventOut = {
  type: string;
  /** What is hidden from you is null. */
  fields: Record<string, unknown>;
};

export type ResultAdjusted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ResultAdjusted";
  schema: 1;
  public: {
    dispute: number;
    winners: Array<number>;
  };
};

export type ResultOut = {
  /** The seats that have won: one, several, all of them or none. */
  winners: Array<number>;
  /** By seat; empty in a game without scores. */
  scores: Record<string, number>;
};

export type RuleOut = {
  id: string;
  section: string;
  text: string;
};

export type RulesOut = {
  /** Version of the rules; null for those of the ledger. */
  rules_version: number | null;
  rules: Array<RuleOut>;
};

export type RulingIn = {
  ruling: "dismiss" | "rewind" | "adjust" | "forfeit";
  to_step?: number;
  winners?: Array<number>;
  seat?: number;
  reason: string;
};

export type SchemaOut = Record<string, unknown>;

export type SeatConceded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SeatConceded";
  schema: 1;
  public: {
    seat: number;
    by: string;
  };
};

export type SeatCountOut = {
  players: number;
  seat: number;
  played: number;
  won: number;
};

export type SeatHandedOver = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SeatHandedOver";
  schema: 1;
  public: {
    seat: number;
    bot: string;
    by: string;
  };
};

export type SeatIn = {
  seat?: number;
  /** A commitment to your part of the luck; it is bound to the seat, so name that too. */
  luck?: CommitmentIn;
};

export type SeatLeft = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SeatLeft";
  schema: 1;
  public: {
    seat: number;
    player: string;
  };
};

export type SeatLineOut = {
  seat: number;
  /** Step, and the value from there on; where it changes, and at the last step. */
  points: Array<Array<number>>;
};

export type SeatOut = {
  seat: number;
};

export type SeatTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SeatTaken";
  schema: 1;
  public: {
    seat: number;
    player: string;
    commitment?: string;
  };
  secret?: {
    all?: {
      name?: string;
    };
  };
};

export type SeatTakenBack = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SeatTakenBack";
  schema: 1;
  public: {
    seat: number;
  };
};

export type ShownOut = {
  seat: number;
  /** The step in which this seat was first shown the card. */
  step: number;
};

export type SomeOfDomain = {
  some_of: Array<string | number | boolean>;
  min: number;
  max: number;
  weights?: Array<number>;
  min_total?: number;
};

export type StandingOut = {
  /** The id of the player; bots of one kind count as one player. */
  player: string;
  name: string;
  /** Matches with a result, played by the player or conceded. */
  played: number;
  won: number;
  /** Of those played. */
  conceded: number;
  /** Matches that a bot has finished for the player; not among those played. */
  by_bot: number;
  /** Matches without a result; not among those played. */
  called_off: number;
};

export type StandingsOut = {
  matches: number;
  standings: Array<StandingOut>;
};

export type StatsOut = {
  matches: number;
  seats: Array<SeatCountOut>;
  events_median: number;
  lengths: Array<BucketOut>;
  cards: Array<CardCountOut>;
};

export type StepOut = {
  step: number;
  version: number;
  at: number;
  command?: Record<string, unknown> | null;
  actor: string;
  events?: Array<EventOut>;
  narration: Array<string>;
  rules: Array<string>;
  markers: Array<string>;
  undone: boolean;
  link?: string;
  /** JSON Patch (RFC 6902) of your view. */
  patch?: Array<Record<string, unknown>>;
  state?: View | null;
  /** Only with `known=true`. */
  known?: Array<KnownOut>;
  /** Only with `card`: the types of the events that name it. */
  named_in?: Array<string>;
};

export type StepsOut = {
  steps: Array<StepOut>;
  version: number;
  last_step: number;
  /** `after` of the next page, if there is one. */
  next: number | null;
};

export type TextDomain = {
  text: {
    max: number;
  };
};

export type TokenIn = {
  /** What you call it, such as the name of the device. */
  name?: string;
};

export type TokenOut = {
  /** Names the token; it is not the token. */
  id: string;
  name: string;
  made_at: number;
  /** The last day on which it was used, such as 2026-11-18. */
  used_on: string | null;
  /** Whether it is the one that you have sent. */
  current: boolean;
};

export type TokensOut = {
  /** Oldest first. */
  tokens: Array<TokenOut>;
};

export type UndoAnswered = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "UndoAnswered";
  schema: 1;
  public: {
    request: number;
    seat: number;
    accepts: boolean;
  };
};

export type UndoIn = {
  to_step?: number;
};

export type UndoLapsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "UndoLapsed";
  schema: 1;
  public: {
    request: number;
  };
};

export type UndoOut = {
  version: number;
  /** The steps that would be undone. */
  steps: Array<number>;
  needs: "nothing" | "consent" | "impossible";
  voters: Array<number>;
  reasons: Array<ReasonOut>;
  /** Why it is impossible: the code of the refusal. */
  code: string | null;
  /** The rule by which it is impossible. */
  rule: string | null;
  /** Why you may not redo now; null if you may. */
  redo_code: string | null;
  redo_rule: string | null;
  /** Undone steps that may be redone, in order. */
  redo: Array<number>;
  open_request: UndoRequestOut | null;
};

export type UndoRequestOut = {
  request: number;
  steps: Array<number>;
  by: number;
  waiting_for: Array<number>;
  since: number;
  /** When it lapses, in a match with a clock. */
  deadline: number | null;
};

export type UndoRequested = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "UndoRequested";
  schema: 1;
  public: {
    steps: Array<number>;
    by: number;
    needs: Array<number>;
    deadline?: number | null;
  };
};

export type UndoWithdrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "UndoWithdrawn";
  schema: 1;
  public: {
    request: number;
    seat: number;
  };
};

export type VerifiedOut = {
  verdict: "ok" | "failed";
  /** Broken if one check is, proven if all are, otherwise not proven here. */
  conclusion: "proven" | "not proven here" | "broken";
  checks: Array<CheckOut>;
};

export type View = BigDealView | ClankView | CoupView | MunchkinApocalypseView | SzmalView;

export type VoteIn = {
  /** Whether the steps may be taken back. */
  accepts: boolean;
};

export type BigDealAttackContinued = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AttackContinued";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type BigDealAttackDeclared = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AttackDeclared";
  schema: 1;
  public: {
    seat: number;
    target_seat: number;
    set_id: string;
    set_type: string;
    card: string;
  };
};

export type BigDealAttackStopped = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AttackStopped";
  schema: 1;
  public: {
    seat: number;
  };
};

export type BigDealCardDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type BigDealCardView = {
  id: string;
  title: string;
  value: number;
};

export type BigDealCardsDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsDrawn";
  schema: 1;
  public: {
    seat: number;
    cards?: Array<string>;
    count: number;
    pile_left: number;
    reason: "duel_attacker" | "duel_defender" | "turn_end";
  };
  secret?: {
    sealed?: {
      cards?: Array<string>;
    };
  };
};

export type BigDealCatalogue = {
  cards: Array<BigDealTitleCards>;
  numbers: BigDealNumbers;
};

export type BigDealCommand = BigDealFormSetFromHand
  | BigDealFormSetWithDiscard
  | BigDealAttackSet
  | BigDealDefendSet
  | BigDealYieldSet
  | BigDealContinueAttack
  | BigDealStopAttack
  | BigDealDiscardCard;

export type BigDealDecisionView = {
  seat: number;
  commands: Array<string>;
};

export type BigDealDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckShuffled";
  schema: 1;
  public: {
    round: number;
  };
  secret?: {
    sealed?: {
      order?: Array<string>;
    };
  };
};

export type BigDealDefenceDeclined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DefenceDeclined";
  schema: 1;
  public: {
    seat: number;
  };
};

export type BigDealDefencePlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DefencePlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type BigDealDiscard = {
  do: "DISCARD";
};

export type BigDealDiscardPileView = {
  count: number;
  top: BigDealCardView | null;
  cards: Array<string>;
};

export type BigDealDuelResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DuelResolved";
  schema: 1;
  public: {
    attacker_seat: number;
    defender_seat: number;
    winner_seat: number;
    ended_by: "attack_stopped" | "attacker_out_of_cards" | "defence_declined" | "defender_out_of_cards";
    set_id: string;
    set_type: string;
    attack_cards: Array<string>;
    defence_cards: Array<string>;
    cards: Array<string>;
  };
};

export type BigDealDuelView = {
  attacker_seat: number;
  defender_seat: number;
  set_id: string;
  set_type: string;
  title: string;
  attack_cards: Array<BigDealCardView>;
  defence_cards: Array<BigDealCardView>;
};

export type BigDealEvent = BigDealMatchStarted
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
  | BigDealMatchEnded;

export type BigDealFight = {
  do: "FIGHT";
  which: "any" | "own";
};

export type BigDealHand = {
  seats: Array<number>;
  cards: number;
};

export type BigDealHandDealt = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HandDealt";
  schema: 1;
  public: {
    round: number;
    seat: number;
    cards?: Array<string>;
    count: number;
  };
  secret?: {
    sealed?: {
      cards?: Array<string>;
    };
  };
};

export type BigDealHandDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HandDiscarded";
  schema: 1;
  public: {
    seat: number;
    cards: Array<string>;
  };
};

export type BigDealLayer = {
  do: "LAYER";
  which: "top" | "under";
};

export type BigDealMatchEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchEnded";
  schema: 1;
  public: {
    winner_seats: Array<number>;
    match_totals: Array<number>;
    rounds_played: number;
  };
};

export type BigDealMatchStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchStarted";
  schema: 1;
  public: {
    seats: number;
    hand_size: number;
    first_dealer_seat: number;
    target: number;
    ruleset: number;
  };
};

export type BigDealNumbers = {
  ruleset: number;
  seats_min: number;
  seats_max: number;
  set_size: number;
  attacker_sets_min: number;
  defender_sets_min: number;
  target: number;
  hand: Array<BigDealHand>;
};

export type BigDealOptions = {
  /** The player after the dealer begins. Left open, the last seat deals. */
  first_dealer_seat?: number | null;
};

export type BigDealOptionsOut = {
  /** The player after the dealer begins. Left open, the last seat deals. */
  first_dealer_seat?: number | null;
};

export type BigDealPair = {
  do: "PAIR";
  which: "any" | "own";
};

export type BigDealPickUpPileReshuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PickUpPileReshuffled";
  schema: 1;
  public: {
    round: number;
    attempt: number;
  };
  secret?: {
    sealed?: {
      order?: Array<string>;
    };
  };
};

export type BigDealPickUpPileView = {
  count: number;
  cards: Array<string> | null;
  returned_jokers: Array<string>;
};

export type BigDealRoundEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoundEnded";
  schema: 1;
  public: {
    round: number;
    out_seats: Array<number>;
  };
};

export type BigDealRoundScored = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoundScored";
  schema: 1;
  public: {
    round: number;
    round_totals: Array<number>;
    match_totals: Array<number>;
  };
};

export type BigDealRoundStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoundStarted";
  schema: 1;
  public: {
    round: number;
    dealer_seat: number;
    starting_seat: number;
  };
};

export type BigDealScore = {
  do: "SCORE";
  amount: number;
};

export type BigDealSeatView = {
  seat: number;
  hand_count: number;
  hand: Array<BigDealCardView> | null;
  collection: Array<BigDealSetView>;
  collection_value: number;
  match_total: number;
  last_round: number | null;
};

export type BigDealSetFormed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SetFormed";
  schema: 1;
  public: {
    seat: number;
    set_id: string;
    set_type: string;
    source: "discard" | "hand";
    hand_cards: Array<string>;
    discard_card: string | null;
    cards: Array<string>;
  };
};

export type BigDealSetView = {
  set_id: string;
  set_type: string;
  title: string;
  value: number;
  cards: Array<BigDealCardView>;
};

export type BigDealStarter = {
  do: "STARTER";
  which: "back" | "ok";
};

export type BigDealStarterRevealed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "StarterRevealed";
  schema: 1;
  public: {
    round: number;
    attempt: number;
    card: string;
    accepted: boolean;
  };
};

export type BigDealTitleCards = {
  id: string;
  title: string;
  copies: number;
  bundle: string;
  effects: Array<BigDealType | BigDealPair | BigDealFight | BigDealStarter | BigDealLayer | BigDealDiscard | BigDealScore>;
  cards: Array<string>;
};

export type BigDealTurnEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnEnded";
  schema: 1;
  public: {
    round: number;
    turn: number;
    seat: number;
  };
};

export type BigDealTurnStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnStarted";
  schema: 1;
  public: {
    round: number;
    turn: number;
    seat: number;
  };
};

export type BigDealType = {
  do: "TYPE";
  which: "none" | "own";
};

export type BigDealView = {
  phase: "duel_attack" | "duel_defence" | "lobby" | "match_over" | "round_end" | "round_setup" | "turn_action" | "turn_end";
  round: number;
  turn: number;
  dealer_seat: number;
  starting_seat: number;
  active_seat: number;
  decision: BigDealDecisionView | null;
  hand_size: number;
  target: number;
  pick_up_pile: BigDealPickUpPileView;
  discard_pile: BigDealDiscardPileView;
  seats: Array<BigDealSeatView>;
  duel: BigDealDuelView | null;
  winner_seats: Array<number>;
};

export type BigDealAttackSet = {
  type: "attack_set";
  params: {
    target_seat: number;
    card_id: string;
  };
};

export type BigDealContinueAttack = {
  type: "continue_attack";
  params: {
    card_id: string;
  };
};

export type BigDealDefendSet = {
  type: "defend_set";
  params: {
    card_id: string;
  };
};

export type BigDealDiscardCard = {
  type: "discard_card";
  params: {
    card_id: string;
  };
};

export type BigDealFormSetFromHand = {
  type: "form_set_from_hand";
  params: {
    card_ids: Array<string>;
  };
};

export type BigDealFormSetWithDiscard = {
  type: "form_set_with_discard";
  params: {
    card_id: string;
  };
};

export type BigDealStopAttack = {
  type: "stop_attack";
  params?: Record<string, unknown>;
};

export type BigDealYieldSet = {
  type: "yield_set";
  params?: Record<string, unknown>;
};

export type ClankArriveResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ArriveResolved";
  schema: 1;
  public: {
    slot: number;
    card_id: string;
    name: string;
  };
};

export type ClankArtifactsExcluded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ArtifactsExcluded";
  schema: 1;
  public: {
    values: Array<number>;
  };
};

export type ClankBecameExhausted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BecameExhausted";
  schema: 1;
  public: {
    seat: number;
  };
};

export type ClankBoardPlan = {
  side: string;
  rooms: Array<ClankRoom>;
  corridors: Array<ClankCorridor>;
};

export type ClankBoots = {
  do: "boots";
  n: number;
};

export type ClankCard = {
  id: string;
  name: string;
};

export type ClankCardAcquired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardAcquired";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    source: "reserve" | "row";
    cost: number;
    slot?: number | null;
    pile?: string | null;
  };
};

export type ClankCardDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardDiscarded";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    reason: string;
  };
};

export type ClankCardKind = {
  id: string;
  title: string;
  polish?: string;
  kind: "card" | "device" | "monster";
  tags?: Array<"companion" | "gem">;
  copies: number;
  cost?: number;
  points?: number | ClankVpIf | ClankVpPer | ClankVpPerGold | ClankVpIfKinds;
  skill?: number;
  swords?: number;
  boots?: number;
  place?: "crystal_cave" | "depths" | null;
  dragon?: boolean;
  danger?: boolean;
  play?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
  turn?: Array<ClankWhen | ClankPerClank | ClankPerGoldGain | ClankFlag>;
  acquire?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
  use?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
  defeat?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
  arrive?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
};

export type ClankCardPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardPlayed";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    option?: number | null;
  };
};

export type ClankCardTrashed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardTrashed";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    zone: "discard" | "play_area";
  };
};

export type ClankCardView = {
  card_id: string;
  name: string;
  title: string;
};

export type ClankCardsDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsDrawn";
  schema: 1;
  public: {
    seat: number;
    count: number;
    cards?: Array<ClankCard>;
    reason: string;
  };
  secret?: {
    sealed?: {
      cards?: Array<ClankCard>;
    };
  };
};

export type ClankCatalogue = {
  table: ClankTableNumbers;
  starters: Array<ClankCardKind>;
  reserve: Array<ClankCardKind>;
  dungeon: Array<ClankCardKind>;
  tokens: Array<ClankTokenKind>;
  board: ClankBoardPlan;
};

export type ClankChoose = {
  do: "choose";
  options: Array<Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold>>;
};

export type ClankClank = {
  do: "clank";
  n: number;
};

export type ClankClankAdded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClankAdded";
  schema: 1;
  public: {
    seat: number;
    requested: number;
    cancelled: number;
    added: number;
    source: string;
  };
};

export type ClankClankAll = {
  do: "clank_all";
  n: number;
};

export type ClankClankOthers = {
  do: "clank_others";
  n: number;
};

export type ClankClankRemoved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClankRemoved";
  schema: 1;
  public: {
    seat: number;
    requested: number;
    removed: number;
    banked: number;
    source: string;
  };
};

export type ClankCommand = ClankPlayCard
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
  | ClankTrashCard;

export type ClankConditionMet = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ConditionMet";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    condition: "has_artifact" | "has_crown" | "has_monkey_idol" | "other_companion_in_play";
  };
};

export type ClankCorridor = {
  id: string;
  ends: [string, string];
  boots?: number;
  monsters?: number;
  locked?: boolean;
  one_way?: boolean;
  wrap?: boolean;
};

export type ClankCountdownAdvanced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CountdownAdvanced";
  schema: 1;
  public: {
    seat: number;
    space: number;
    extra: number;
  };
};

export type ClankCountdownStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CountdownStarted";
  schema: 1;
  public: {
    seat: number;
    space: number;
  };
};

export type ClankCountdownView = {
  seat: number | null;
  space: number;
  spaces: number;
  extra_cubes: Array<number>;
};

export type ClankCubesDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CubesDrawn";
  schema: 1;
  public: {
    cubes: Array<number | "black">;
    effects: Array<"damage" | "none" | "set_aside">;
  };
};

export type ClankCubesView = {
  black: number;
  by_seat: Array<number>;
};

export type ClankDamageHealed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DamageHealed";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    source: string;
  };
};

export type ClankDamageTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DamageTaken";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    source: "corridor" | "dragon";
  };
};

export type ClankDecisionView = {
  seat: number;
  about: "token" | "trash" | "turn";
  room_id: string | null;
  token_slots: Array<number> | null;
};

export type ClankDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckShuffled";
  schema: 1;
  public: {
    seat: number;
    size: number;
  };
  secret?: {
    sealed?: {
      order?: Array<ClankCard>;
    };
  };
};

export type ClankDeviceUsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeviceUsed";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    slot: number;
    cost: number;
    option?: number | null;
  };
};

export type ClankDiscard = {
  do: "discard";
  then: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankChoose>;
};

export type ClankDragonAttack = {
  do: "dragon_attack";
};

export type ClankDragonAttackStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DragonAttackStarted";
  schema: 1;
  public: {
    cause: "card" | "countdown" | "refill";
    rage: number;
    danger: number;
    extra: number;
    cubes: number;
    moved_to_bag: Array<number>;
  };
};

export type ClankDragonCubesReturned = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DragonCubesReturned";
  schema: 1;
  public: {
    count: number;
  };
};

export type ClankDragonView = {
  rage_space: number;
  rage_track: Array<number>;
  danger: number;
  cubes_per_attack: number;
  bag: ClankCubesView;
  set_aside: ClankCubesView;
  clank_area: Array<number>;
};

export type ClankDraw = {
  do: "draw";
  n: number;
};

export type ClankDungeonDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DungeonDeckShuffled";
  schema: 1;
  public: {
    size: number;
    reason: "exhausted" | "setup" | "setup_return";
  };
  secret?: {
    sealed?: {
      order?: Array<ClankCard>;
    };
  };
};

export type ClankEvent = ClankMatchCreated
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
  | ClankMatchEnded;

export type ClankFinalAttack = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FinalAttack";
  schema: 1;
  public: {
    victims: Array<number>;
  };
};

export type ClankFirstPlayerChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FirstPlayerChosen";
  schema: 1;
  public: {
    order: Array<number>;
  };
};

export type ClankFlag = {
  do: "flag";
  name: "gem_discount" | "ignore_caves" | "ignore_tunnel_monsters";
  n?: number;
};

export type ClankFlagSet = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FlagSet";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    flag: "gem_discount" | "ignore_caves" | "ignore_tunnel_monsters";
    amount: number;
  };
};

export type ClankGoblinView = {
  name: string;
  title: string;
  swords: number;
};

export type ClankGold = {
  do: "gold";
  n: number;
};

export type ClankGoldGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "GoldGained";
  schema: 1;
  public: {
    seat: number;
    base: number;
    bonus: number;
    source: string;
    is_gain: boolean;
  };
};

export type ClankGoldSpent = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "GoldSpent";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    spent_on: string;
  };
};

export type ClankHeal = {
  do: "heal";
  n: number;
};

export type ClankItemBought = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemBought";
  schema: 1;
  public: {
    seat: number;
    item: "backpack" | "crown" | "key";
    token_id: string;
    kind: string;
    points: number;
  };
};

export type ClankLost = {
  skill: number;
  swords: number;
  boots: number;
  quiet: number;
  teleports: number;
};

export type ClankMarketView = {
  price: number;
  stock: Array<ClankTokenView>;
};

export type ClankMasteryAwarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MasteryAwarded";
  schema: 1;
  public: {
    seat: number;
    token_id: string;
  };
};

export type ClankMatchCreated = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchCreated";
  schema: 1;
  public: {
    board_side: "A" | "B";
    colours: Array<string>;
    cubes_each: number;
    dragon_cubes: number;
    rage_space: number;
  };
};

export type ClankMatchEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchEnded";
  schema: 1;
  public: {
    scores: Array<ClankScore>;
    lost: Array<number>;
    ranking: Array<number>;
    winner: number | null;
  };
};

export type ClankMonsterDefeated = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterDefeated";
  schema: 1;
  public: {
    seat: number;
    card_id: string;
    name: string;
    target: number | "goblin";
    cost: number;
  };
};

export type ClankOptions = {
  /** A is the classic one, B the more dangerous one. */
  board_side?: "A" | "B";
};

export type ClankOptionsOut = {
  /** A is the classic one, B the more dangerous one. */
  board_side?: "A" | "B";
};

export type ClankOutcome = {
  scores: Array<ClankScore>;
  lost: Array<number>;
  ranking: Array<number>;
  winner: number | null;
};

export type ClankOwed = {
  filter: string;
  source: string;
};

export type ClankPawnMoved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PawnMoved";
  schema: 1;
  public: {
    seat: number;
    from_room: string;
    to_room: string;
    corridor_id: string;
    mode: "boots" | "teleport";
  };
};

export type ClankPayGold = {
  do: "pay_gold";
  n: number;
  then: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage>;
};

export type ClankPerClank = {
  do: "per_clank";
  n: number;
};

export type ClankPerGoldGain = {
  do: "per_gold_gain";
  n: number;
};

export type ClankPileView = {
  pile: string;
  title: string;
  skill: number;
  left: number;
};

export type ClankPlaced = {
  room_id: string;
  token_id: string;
  kind: string;
};

export type ClankPlacedSecret = {
  room_id: string;
  token_slot: number;
  token_id: string;
};

export type ClankPlayAreaDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayAreaDiscarded";
  schema: 1;
  public: {
    seat: number;
    card_ids: Array<string>;
  };
};

export type ClankPlayerKnockedOut = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayerKnockedOut";
  schema: 1;
  public: {
    seat: number;
    room_id: string;
    rescued: boolean;
    cause: "dragon" | "final_attack";
  };
};

export type ClankPlayerLeftDungeon = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayerLeftDungeon";
  schema: 1;
  public: {
    seat: number;
    teleports_lost: number;
  };
};

export type ClankPlayerView = {
  seat: number;
  colour: string;
  status: "in" | "ko" | "left";
  rescued: boolean;
  room_id: string | null;
  countdown_space: number | null;
  damage: number;
  health_spaces: number;
  gold: number;
  points: number;
  supply: number;
  clank: number;
  hand_size: number;
  hand: Array<ClankCardView> | null;
  deck_size: number;
  deck: Array<ClankCardView> | null;
  deck_and_hand: Array<string>;
  play_area: Array<ClankCardView>;
  discard: Array<ClankCardView>;
  trashed: Array<ClankCardView>;
  tokens: Array<ClankTokenView>;
};

export type ClankPotionUsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PotionUsed";
  schema: 1;
  public: {
    seat: number;
    token_id: string;
    kind: string;
  };
};

export type ClankQuiet = {
  do: "quiet";
  n: number;
};

export type ClankRage = {
  do: "rage";
  n: number;
};

export type ClankRageAdvanced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RageAdvanced";
  schema: 1;
  public: {
    from_space: number;
    to_space: number;
    cause: string;
  };
};

export type ClankReplaceRowCard = {
  do: "replace_row_card";
};

export type ClankReserveTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ReserveTaken";
  schema: 1;
  public: {
    seat: number;
    pile: string;
    card_ids: Array<string>;
    count: number;
  };
};

export type ClankResourcesGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ResourcesGained";
  schema: 1;
  public: {
    seat: number;
    source: string;
    skill?: number;
    swords?: number;
    boots?: number;
  };
};

export type ClankResourcesSpent = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ResourcesSpent";
  schema: 1;
  public: {
    seat: number;
    spent_on: string;
    skill?: number;
    swords?: number;
    boots?: number;
  };
};

export type ClankReturnDragonCubes = {
  do: "return_dragon_cubes";
  n: number;
};

export type ClankRoom = {
  id: string;
  title: string;
  zone: "depths" | "outside" | "upper";
  features?: Array<"cave" | "fountain" | "major" | "market" | "minor" | "shrine">;
  artifact?: number | null;
  x: number;
  y: number;
};

export type ClankRoomView = {
  room_id: string;
  tokens: Array<ClankTokenView | null>;
};

export type ClankRowCardReplaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RowCardReplaced";
  schema: 1;
  public: {
    slot: number;
    old: ClankCard;
    new: ClankCard | null;
  };
};

export type ClankRowDealt = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RowDealt";
  schema: 1;
  public: {
    cards: Array<ClankCard>;
    set_aside: Array<ClankCard>;
  };
};

export type ClankRowRefilled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RowRefilled";
  schema: 1;
  public: {
    slot: number;
    card_id: string;
    name: string;
  };
};

export type ClankScore = {
  seat: number;
  artifacts: number;
  tokens: number;
  gold: number;
  cards: number;
  total: number;
};

export type ClankSecretsPlaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SecretsPlaced";
  schema: 1;
  public: {
    major: Array<ClankPlacedSecret>;
    minor: Array<ClankPlacedSecret>;
    boxed: Array<string>;
  };
  secret?: {
    sealed?: {
      major_kinds?: Array<string>;
      minor_kinds?: Array<string>;
      boxed_kinds?: Array<string>;
    };
  };
};

export type ClankSkill = {
  do: "skill";
  n: number;
};

export type ClankSlotView = {
  slot: number;
  card: ClankCardView | null;
};

export type ClankSwords = {
  do: "swords";
  n: number;
};

export type ClankTableNumbers = {
  cubes_each: number;
  dragon_cubes: number;
  health: number;
  row_size: number;
  hand_size: number;
  market_price: number;
  dungeon_cards: number;
  colours: Array<string>;
  starting_clank: Array<number>;
  rage: Array<number>;
  rage_start: Array<number>;
  artifacts_excluded: Array<number>;
  countdown_extra: Array<number>;
  minor_per_space: number;
  idols_in_shrine: number;
};

export type ClankTakeAdjacentSecret = {
  do: "take_adjacent_secret";
};

export type ClankTakeReserve = {
  do: "take_reserve";
  pile: string;
  n: number;
};

export type ClankTeleportGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TeleportGained";
  schema: 1;
  public: {
    seat: number;
    count: number;
  };
};

export type ClankTeleportSpent = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TeleportSpent";
  schema: 1;
  public: {
    seat: number;
    count: number;
  };
};

export type ClankToken = {
  id: string;
  kind: string;
};

export type ClankTokenBoxed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TokenBoxed";
  schema: 1;
  public: {
    seat: number;
    token_id: string;
    kind: string;
  };
};

export type ClankTokenDeclined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TokenDeclined";
  schema: 1;
  public: {
    seat: number;
    room_id: string;
  };
};

export type ClankTokenKind = {
  id: string;
  title: string;
  rule: string;
  type: "artifact" | "idol" | "major" | "market" | "mastery" | "minor";
  count: number;
  points?: number;
  item?: "" | "backpack" | "crown" | "key";
  kept?: boolean;
  taken?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
  used?: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage
    | ClankPayGold
    | ClankChoose
    | ClankDiscard>;
};

export type ClankTokenTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TokenTaken";
  schema: 1;
  public: {
    seat: number;
    room_id: string;
    token_slot: number;
    token_id: string;
    kind: string;
    via: "adjacent" | "entry";
  };
};

export type ClankTokenView = {
  token_id: string;
  type: "artifact" | "idol" | "major" | "market" | "mastery" | "minor";
  kind: string | null;
};

export type ClankTokensOffered = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TokensOffered";
  schema: 1;
  public: {
    seat: number;
    room_id: string;
    token_slots: Array<number>;
  };
};

export type ClankTokensPlaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TokensPlaced";
  schema: 1;
  public: {
    on_board: Array<ClankPlaced>;
    boxed: Array<ClankToken>;
    stock: Array<ClankToken>;
    masteries: Array<ClankToken>;
    reserve: Array<[string, number]>;
  };
};

export type ClankTrash = {
  do: "trash";
  filter: string;
};

export type ClankTrashDemanded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TrashDemanded";
  schema: 1;
  public: {
    seat: number;
    filter: string;
    source: string;
  };
};

export type ClankTrashLapsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TrashLapsed";
  schema: 1;
  public: {
    seat: number;
    filter: string;
    source: string;
  };
};

export type ClankTrashOwed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TrashOwed";
  schema: 1;
  public: {
    seat: number;
    filter: string;
    source: string;
  };
};

export type ClankTurnEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnEnded";
  schema: 1;
  public: {
    seat: number;
    lost: ClankLost;
  };
};

export type ClankTurnStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnStarted";
  schema: 1;
  public: {
    seat: number;
    turn_no: number;
  };
};

export type ClankTurnView = {
  seat: number | null;
  number: number;
  skill: number;
  swords: number;
  boots: number;
  quiet: number;
  teleports: number;
  cubes_made: number;
  gold_gains: number;
  exhausted: boolean;
  ignores_caves: boolean;
  ignores_monsters: boolean;
  gem_discount: number;
  conditions_met: Array<string>;
  to_trash: Array<ClankOwed>;
};

export type ClankView = {
  phase: "COUNTDOWN" | "ENDED" | "SETUP" | "TOKEN_CHOICE" | "TRASH_CHOICE" | "TURN" | "TURN_END";
  decision: ClankDecisionView | null;
  board_side: string;
  order: Array<number>;
  turn: ClankTurnView;
  row: Array<ClankSlotView>;
  dungeon_deck_size: number;
  dungeon_deck: Array<ClankCardView> | null;
  dungeon_discard: Array<ClankCardView>;
  reserve: Array<ClankPileView>;
  goblin: ClankGoblinView;
  market: ClankMarketView;
  tokens: Array<ClankRoomView>;
  box: Array<ClankTokenView>;
  hidden_box: Array<ClankTokenView>;
  masteries_left: number;
  dragon: ClankDragonView;
  countdown: ClankCountdownView;
  players: Array<ClankPlayerView>;
  outcome: ClankOutcome | null;
};

export type ClankVpIf = {
  by: "vp_if";
  token: string;
  n: number;
};

export type ClankVpIfKinds = {
  by: "vp_if_kinds";
  kinds: Array<string>;
  at_least: number;
  n: number;
};

export type ClankVpPer = {
  by: "vp_per";
  card: string;
  n: number;
};

export type ClankVpPerGold = {
  by: "vp_per_gold";
  gold: number;
  n: number;
};

export type ClankWhen = {
  do: "when";
  condition: "has_artifact" | "has_crown" | "has_monkey_idol" | "other_companion_in_play";
  then: Array<ClankSkill
    | ClankSwords
    | ClankBoots
    | ClankGold
    | ClankClank
    | ClankQuiet
    | ClankClankOthers
    | ClankClankAll
    | ClankHeal
    | ClankDraw
    | ClankGamesClankVocabularyTeleport
    | ClankTrash
    | ClankReplaceRowCard
    | ClankTakeAdjacentSecret
    | ClankTakeReserve
    | ClankReturnDragonCubes
    | ClankDragonAttack
    | ClankRage>;
};

export type ClankAcquireCard = {
  type: "acquire_card";
  params: {
    source: "reserve" | "row";
    slot?: number | null;
    pile?: string | null;
  };
};

export type ClankBuyItem = {
  type: "buy_item";
  params: {
    item: "backpack" | "crown" | "key";
  };
};

export type ClankDeclineToken = {
  type: "decline_token";
  params?: Record<string, unknown>;
};

export type ClankEndTurn = {
  type: "end_turn";
  params?: Record<string, unknown>;
};

export type ClankFight = {
  type: "fight";
  params: {
    target: number | "goblin";
  };
};

export type ClankGamesClankVocabularyTeleport = {
  do: "teleport";
  n: number;
};

export type ClankMove = {
  type: "move";
  params: {
    corridor_id: string;
    swords?: number | null;
    heal?: boolean | null;
  };
};

export type ClankPlayCard = {
  type: "play_card";
  params: {
    card_id: string;
    option?: number | null;
    discard_card_id?: string | null;
    row_slot?: number | null;
    room_id?: string | null;
    token_slot?: number | null;
  };
};

export type ClankTakeToken = {
  type: "take_token";
  params: {
    token_slot: number;
  };
};

export type ClankTeleport = {
  type: "teleport";
  params: {
    to_room: string;
    heal?: boolean | null;
  };
};

export type ClankTrashCard = {
  type: "trash_card";
  params: {
    card_id: string;
  };
};

export type ClankUseDevice = {
  type: "use_device";
  params: {
    slot: number;
    option?: number | null;
  };
};

export type ClankUsePotion = {
  type: "use_potion";
  params: {
    token_id: string;
  };
};

export type CoupAction = {
  id: string;
  word: string;
  name: string;
  hint: string;
  effect: CoupGain | CoupTake | CoupLoseInfluence | CoupExchange | CoupInspect;
  rule: string;
  mode?: "draw" | "inspect" | null;
  claim?: "eu" | "media" | "police" | "protest" | "russia" | "un" | null;
  pay?: number;
  forced_at?: number | null;
  target?: "live_opponent" | "none";
  challenge_by?: "any_opponent" | "nobody";
  block_by?: "any_opponent" | "nobody" | "target";
  block_kinds?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
  block_rule?: string;
  module?: "media" | "un" | null;
};

export type CoupActionBlocked = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionBlocked";
  schema: 1;
  public: {
    decision_id: number;
    blocker: number;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un";
    response_decision_id: number;
    deadline: number | null;
  };
};

export type CoupActionCancelled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionCancelled";
  schema: 1;
  public: {
    seat: number;
    action: string;
    reason: "block_accepted" | "block_proved" | "bluff_caught";
  };
};

export type CoupActionChallenged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionChallenged";
  schema: 1;
  public: {
    decision_id: number;
    challenger: number;
    seat: number;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
};

export type CoupActionCostPaid = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionCostPaid";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    reason: "block_broken" | "challenged" | "unopposed";
  };
};

export type CoupActionDeclared = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionDeclared";
  schema: 1;
  public: {
    turn: number;
    seat: number;
    action: string;
    mode: "draw" | "inspect" | null;
    target: number | null;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un" | null;
    cost: number;
  };
};

export type CoupActionFizzled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionFizzled";
  schema: 1;
  public: {
    seat: number;
    action: string;
    target: number;
    reason: "target_eliminated";
  };
};

export type CoupActionResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionResolved";
  schema: 1;
  public: {
    seat: number;
    action: string;
  };
};

export type CoupAskedView = {
  seat: number;
  reactions: Array<"block" | "challenge" | "pass">;
  claims: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
};

export type CoupBlockAccepted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BlockAccepted";
  schema: 1;
  public: {
    seat: number;
    blocker: number;
    by_timeout: boolean;
  };
};

export type CoupBlockChallenged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BlockChallenged";
  schema: 1;
  public: {
    challenger: number;
    blocker: number;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
};

export type CoupBlockView = {
  blocker: number;
  claim: CoupCardView | null;
};

export type CoupCardFace = {
  id: "eu" | "media" | "police" | "protest" | "russia" | "un";
  name: string;
  copies: number;
  module?: "media" | "un" | null;
  actions: Array<string>;
  blocked_by: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
  blocks: Array<string>;
};

export type CoupCardShown = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardShown";
  schema: 1;
  public: {
    seat: number;
    to: number;
    slot: number;
    forced: boolean;
    kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
    decision_id: number;
  };
  secret?: {
    sealed?: {
      kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
    };
  };
};

export type CoupCardToShowRequired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardToShowRequired";
  schema: 1;
  public: {
    seat: number;
    to: number;
    decision_id: number;
  };
};

export type CoupCardView = {
  kind: "eu" | "media" | "police" | "protest" | "russia" | "un";
  name: string;
};

export type CoupCardsDealt = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsDealt";
  schema: 1;
  public: {
    seat: number;
    count: number;
    kinds?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
  };
  secret?: {
    sealed?: {
      kinds?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    };
  };
};

export type CoupCatalogue = {
  cards: Array<CoupCardFace>;
  actions: Array<CoupAction>;
  table: CoupTable;
};

export type CoupClaimDisproved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClaimDisproved";
  schema: 1;
  public: {
    seat: number;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un";
    context: "action" | "block";
  };
};

export type CoupClaimProved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClaimProved";
  schema: 1;
  public: {
    seat: number;
    kind: "eu" | "media" | "police" | "protest" | "russia" | "un";
    slot: number;
    context: "action" | "block";
  };
};

export type CoupCommand = CoupDeclareAction
  | CoupPass
  | CoupChallenge
  | CoupBlock
  | CoupAcceptBlock
  | CoupChallengeBlock
  | CoupChooseInfluence
  | CoupChooseExchange
  | CoupChooseCardToShow
  | CoupDecideInspection;

export type CoupDecisionView = {
  id: number;
  waiting_for: Array<number>;
  deadline_ms: number | null;
};

export type CoupDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckShuffled";
  schema: 1;
  public: {
    reason: "exchange" | "inspection" | "proof" | "setup";
    size: number;
  };
  secret?: {
    sealed?: {
      order?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    };
  };
};

export type CoupDeckView = {
  size: number;
  order: Array<CoupCardView> | null;
};

export type CoupDeclarationView = {
  action: string;
  name: string;
  mode: "draw" | "inspect" | null;
  target: number | null;
  claim: CoupCardView | null;
  cost: number;
  is_paid: boolean;
  is_cancelled: boolean;
};

export type CoupEvent = CoupMatchStarted
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
  | CoupMatchEnded;

export type CoupExchange = {
  do: "exchange";
  cards: number;
};

export type CoupExchangeCardsDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ExchangeCardsDrawn";
  schema: 1;
  public: {
    seat: number;
    count: number;
    kinds?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    decision_id: number;
  };
  secret?: {
    sealed?: {
      kinds?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    };
  };
};

export type CoupExchangeCompleted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ExchangeCompleted";
  schema: 1;
  public: {
    seat: number;
    returned_count: number;
    kept?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    returned?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
  };
  secret?: {
    sealed?: {
      kept?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
      returned?: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
    };
  };
};

export type CoupExchangeView = {
  seat: number;
  count: number;
  drawn: Array<CoupCardView> | null;
};

export type CoupFirstPlayerChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FirstPlayerChosen";
  schema: 1;
  public: {
    seat: number;
    method: "given" | "random";
  };
};

export type CoupGain = {
  do: "gain";
  amount: number;
};

export type CoupInfluenceLossRequired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "InfluenceLossRequired";
  schema: 1;
  public: {
    seat: number;
    cause: string;
    decision_id: number;
  };
};

export type CoupInfluenceLost = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "InfluenceLost";
  schema: 1;
  public: {
    seat: number;
    slot: number;
    kind: "eu" | "media" | "police" | "protest" | "russia" | "un";
    cause: string;
    forced: boolean;
  };
};

export type CoupInspect = {
  do: "inspect";
};

export type CoupInspectedCardReplaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "InspectedCardReplaced";
  schema: 1;
  public: {
    seat: number;
    to: number;
    slot: number;
    returned_kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
    drawn_kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
  secret?: {
    sealed?: {
      returned_kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
      drawn_kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
    };
  };
};

export type CoupInspectionDecided = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "InspectionDecided";
  schema: 1;
  public: {
    seat: number;
    target: number;
    slot: number;
    force_exchange: boolean;
  };
};

export type CoupInspectionView = {
  seat: number;
  to: number;
  slot: number;
  card: CoupCardView | null;
};

export type CoupLoseInfluence = {
  do: "lose_influence";
};

export type CoupLossView = {
  seat: number;
  cause: string;
};

export type CoupMatchEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchEnded";
  schema: 1;
  public: {
    winner: number;
    turn: number;
  };
};

export type CoupMatchStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchStarted";
  schema: 1;
  public: {
    seats: number;
    module: "media" | "un";
    boxed_kind: "eu" | "media" | "police" | "protest" | "russia" | "un";
    starting_money: number;
    reaction_timeout_s: number | null;
  };
};

export type CoupMoneyGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MoneyGained";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    source: string;
  };
};

export type CoupMoneyTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MoneyTaken";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    amount: number;
  };
};

export type CoupOptions = {
  /** Media looks at two cards of the deck; the United Nations draw one or inspect an opponent. */
  module?: "media" | "un";
  /** Left open, chance decides. */
  first_seat?: number | null;
  /** When it is up, silence counts as a pass. Left open, everybody is waited for. */
  reaction_timeout_s?: number | null;
};

export type CoupOptionsOut = {
  /** Media looks at two cards of the deck; the United Nations draw one or inspect an opponent. */
  module?: "media" | "un";
  /** Left open, chance decides. */
  first_seat?: number | null;
  /** When it is up, silence counts as a pass. Left open, everybody is waited for. */
  reaction_timeout_s?: number | null;
};

export type CoupPlayerEliminated = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayerEliminated";
  schema: 1;
  public: {
    seat: number;
    money_removed: number;
  };
};

export type CoupProofCardReturned = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ProofCardReturned";
  schema: 1;
  public: {
    seat: number;
    slot: number;
    kind: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
};

export type CoupReactionPassed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ReactionPassed";
  schema: 1;
  public: {
    decision_id: number;
    seat: number;
  };
};

export type CoupReactionWindowExpired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ReactionWindowExpired";
  schema: 1;
  public: {
    decision_id: number;
    seats: Array<number>;
  };
};

export type CoupReactionWindowOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ReactionWindowOpened";
  schema: 1;
  public: {
    decision_id: number;
    reactors: Array<CoupReactor>;
    deadline: number | null;
  };
};

export type CoupReactionsView = {
  asked: Array<CoupAskedView>;
  passed: Array<number>;
};

export type CoupReactor = {
  seat: number;
  reactions: Array<"block" | "challenge" | "pass">;
  claims: Array<"eu" | "media" | "police" | "protest" | "russia" | "un">;
};

export type CoupReplacementDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ReplacementDrawn";
  schema: 1;
  public: {
    seat: number;
    slot: number;
    kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
  secret?: {
    sealed?: {
      kind?: "eu" | "media" | "police" | "protest" | "russia" | "un";
    };
  };
};

export type CoupSeatView = {
  seat: number;
  is_live: boolean;
  money: number;
  money_over_track: number;
  hidden_count: number;
  cards: Array<CoupSlotView>;
};

export type CoupSlotView = {
  slot: number;
  is_lost: boolean;
  card: CoupCardView | null;
};

export type CoupTable = {
  cards_per_player: number;
  starting_money: number;
  track_top: number;
};

export type CoupTake = {
  do: "take";
  amount: number;
};

export type CoupTurnEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnEnded";
  schema: 1;
  public: {
    turn: number;
    seat: number;
  };
};

export type CoupTurnStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnStarted";
  schema: 1;
  public: {
    turn: number;
    seat: number;
    must_scandal: boolean;
    decision_id: number;
  };
};

export type CoupView = {
  phase: "awaiting_action" | "awaiting_block_response" | "awaiting_card_to_show" | "awaiting_exchange" | "awaiting_influence_loss" | "awaiting_inspection_verdict" | "awaiting_reactions" | "finished" | "resolving" | "setup";
  turn: number;
  actor: number;
  module: "media" | "un";
  boxed: CoupCardView;
  reaction_timeout_s: number | null;
  decision: CoupDecisionView | null;
  deck: CoupDeckView;
  seats: Array<CoupSeatView>;
  declaration: CoupDeclarationView | null;
  reactions: CoupReactionsView | null;
  block: CoupBlockView | null;
  loss: CoupLossView | null;
  exchange: CoupExchangeView | null;
  inspection: CoupInspectionView | null;
  winner: number | null;
};

export type CoupAcceptBlock = {
  type: "accept_block";
  params: {
    decision_id: number;
  };
};

export type CoupBlock = {
  type: "block";
  params: {
    decision_id: number;
    claim: "eu" | "media" | "police" | "protest" | "russia" | "un";
  };
};

export type CoupChallenge = {
  type: "challenge";
  params: {
    decision_id: number;
  };
};

export type CoupChallengeBlock = {
  type: "challenge_block";
  params: {
    decision_id: number;
  };
};

export type CoupChooseCardToShow = {
  type: "choose_card_to_show";
  params: {
    decision_id: number;
    slot: number;
  };
};

export type CoupChooseExchange = {
  type: "choose_exchange";
  params: {
    decision_id: number;
    keep: Array<string>;
  };
};

export type CoupChooseInfluence = {
  type: "choose_influence";
  params: {
    decision_id: number;
    slot: number;
  };
};

export type CoupDecideInspection = {
  type: "decide_inspection";
  params: {
    decision_id: number;
    force_exchange: boolean;
  };
};

export type CoupDeclareAction = {
  type: "declare_action";
  params: {
    decision_id: number;
    action: string;
    target?: number | null;
    mode?: "draw" | "inspect" | null;
  };
};

export type CoupPass = {
  type: "pass";
  params: {
    decision_id: number;
  };
};

export type MunchkinApocalypseAbilityUsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AbilityUsed";
  schema: 1;
  public: {
    seat: number;
    source: string;
    ability: string;
    target?: number | string | null;
    open: boolean;
    mark: string | null;
  };
  secret?: {
    sealed?: {
      target?: number | string | null;
    };
  };
};

export type MunchkinApocalypseAddMonster = {
  op: "add_monster";
};

export type MunchkinApocalypseAddTag = {
  op: "add_tag";
  tag: "shark" | "undead";
  scope?: "each" | "this" | MunchkinApocalypseTagged;
};

export type MunchkinApocalypseAgendaChanged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AgendaChanged";
  schema: 1;
  public: {
    agenda: Array<MunchkinApocalypseRunClause
      | MunchkinApocalypseRunSteps
      | MunchkinApocalypseNameTarget
      | MunchkinApocalypsePay
      | MunchkinApocalypseDiscardPlayed
      | MunchkinApocalypseLoseHand
      | MunchkinApocalypseGiveHand
      | MunchkinApocalypseGatherHand
      | MunchkinApocalypseLoseItems
      | MunchkinApocalypseGiveItems
      | MunchkinApocalypseGamesMunchkinApocalypseAgendaLoseClass
      | MunchkinApocalypseBringMonster
      | MunchkinApocalypseGamesMunchkinApocalypseAgendaOpenSeal
      | MunchkinApocalypseReactToSeal
      | MunchkinApocalypseStrike
      | MunchkinApocalypseEscape
      | MunchkinApocalypseBury
      | MunchkinApocalypseLayOut
      | MunchkinApocalypseLooting
      | MunchkinApocalypseEndDeaths
      | MunchkinApocalypseWin
      | MunchkinApocalypseTakeSpoils
      | MunchkinApocalypsePicking
      | MunchkinApocalypsePayPledges
      | MunchkinApocalypseFinishCombat
      | MunchkinApocalypseBigExcess
      | MunchkinApocalypseNewCharacter
      | MunchkinApocalypseSealRoll
      | MunchkinApocalypseListen
      | MunchkinApocalypseStartEffects>;
  };
};

export type MunchkinApocalypseAll = {
  is: "all";
  of: Array<MunchkinApocalypseHasClass
    | MunchkinApocalypseLevelAtLeast
    | MunchkinApocalypseLevelAtMost
    | MunchkinApocalypseSealsAtLeast
    | MunchkinApocalypseAlone
    | MunchkinApocalypseIsFighter
    | MunchkinApocalypseHasItem
    | MunchkinApocalypseMonsterHasTag
    | MunchkinApocalypseD6AtLeast
    | MunchkinApocalypseNot
    | MunchkinApocalypseAll>;
};

export type MunchkinApocalypseAlone = {
  is: "alone";
};

export type MunchkinApocalypseAutoEscape = {
  op: "auto_escape";
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseBadStuffApplied = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BadStuffApplied";
  schema: 1;
  public: {
    seat: number;
    monster: string;
  };
};

export type MunchkinApocalypseBasketView = {
  seat: number;
  table_cards: Array<MunchkinApocalypseCardView>;
  hand_count: number;
  hand_cards: Array<MunchkinApocalypseCardView> | null;
  doubled: string | null;
  total: number | null;
};

export type MunchkinApocalypseBigExcess = {
  type: "BigExcess";
  seat: number;
};

export type MunchkinApocalypseBigExcessFound = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BigExcessFound";
  schema: 1;
  public: {
    seat: number;
    cards: Array<string>;
    allowed: number;
  };
};

export type MunchkinApocalypseBigItemGiven = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BigItemGiven";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    card: string;
  };
};

export type MunchkinApocalypseBindings = {
  card: string;
  seat: number;
  victim?: number | null;
  runner?: number | null;
  monster?: string | null;
  target?: number | string | null;
};

export type MunchkinApocalypseBodyCleared = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BodyCleared";
  schema: 1;
  public: {
    body: number;
    discarded: Array<string>;
  };
};

export type MunchkinApocalypseBodyLaidOut = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "BodyLaidOut";
  schema: 1;
  public: {
    seat: number;
    cards: Array<string>;
    kept: Array<string>;
    discarded: Array<string>;
  };
};

export type MunchkinApocalypseBodyView = {
  seat: number;
  cards: Array<MunchkinApocalypseCardView>;
  looters: Array<number>;
};

export type MunchkinApocalypseBringMonster = {
  type: "BringMonster";
  seat: number;
  via: "effect" | "horde_pair" | "swap" | "wandering";
  card: string;
  monster?: string | null;
};

export type MunchkinApocalypseBury = {
  type: "Bury";
};

export type MunchkinApocalypseCancelBadStuff = {
  op: "cancel_bad_stuff";
};

export type MunchkinApocalypseCancelDisaster = {
  op: "cancel_disaster";
};

export type MunchkinApocalypseCannotHelp = {
  op: "cannot_help";
};

export type MunchkinApocalypseCardLooted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardLooted";
  schema: 1;
  public: {
    body: number;
    seat: number;
    card: string;
    forced: boolean;
  };
};

export type MunchkinApocalypseCardMove = {
  card: string;
  giver: number;
  taker: number;
};

export type MunchkinApocalypseCardRecovered = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardRecovered";
  schema: 1;
  public: {
    seat: number;
    card: string;
    deck: "door" | "treasure";
  };
};

export type MunchkinApocalypseCardView = {
  card: string;
  name: string;
};

export type MunchkinApocalypseCardWithText = {
  id: string;
  name: string;
  deck: "door" | "seal" | "treasure";
  type: "cheat" | "class" | "disaster" | "hireling" | "item" | "item_enhancer" | "level" | "monster" | "monster_enhancer" | "one_shot" | "paranoia" | "seal" | "special" | "super_munchkin" | "wandering_monster";
  copies: number;
  src?: "F" | "O";
  can_win?: boolean;
  level?: number;
  treasures?: number;
  levels?: number;
  tags?: Array<"shark" | "undead">;
  bonus?: number;
  lasts?: "instant" | "next_combat" | "this_combat" | "until_discarded" | "until_next_win";
  slot?: "armour" | "footgear" | "hands" | "headgear" | "none";
  hands?: 0 | 1 | 2;
  size?: "big" | "small";
  gold?: number;
  class?: string | null;
  clause?: Array<MunchkinApocalypseClause>;
  text: Array<string>;
};

export type MunchkinApocalypseCardsDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsDiscarded";
  schema: 1;
  public: {
    seat: number;
    cards: Array<string>;
    cause: string;
  };
};

export type MunchkinApocalypseCardsDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsDrawn";
  schema: 1;
  public: {
    seat: number;
    deck: "door" | "treasure";
    count: number;
    cards?: Array<string>;
    open: boolean;
    reason: "effect" | "listen" | "new_character" | "search" | "setup" | "treasure";
    to_table?: boolean;
  };
  secret?: {
    sealed?: {
      cards?: Array<string>;
    };
  };
};

export type MunchkinApocalypseCatalogue = Array<MunchkinApocalypseCardWithText>;

export type MunchkinApocalypseCharacterDied = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CharacterDied";
  schema: 1;
  public: {
    seat: number;
    cause: string;
  };
};

export type MunchkinApocalypseCharacterRevived = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CharacterRevived";
  schema: 1;
  public: {
    seat: number;
  };
};

export type MunchkinApocalypseCharacterView = {
  seat: number;
  total: number;
  parts: Array<MunchkinApocalypsePartView>;
};

export type MunchkinApocalypseCharityDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CharityDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseCharityGiven = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CharityGiven";
  schema: 1;
  public: {
    seat: number;
    to: number;
    deck: "door" | "treasure";
    card?: string;
  };
  secret?: {
    sealed?: {
      card?: string;
    };
  };
};

export type MunchkinApocalypseCharityStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CharityStarted";
  schema: 1;
  public: {
    seat: number;
    surplus: number;
    recipients: Array<number>;
  };
};

export type MunchkinApocalypseCharityView = {
  surplus: number;
  recipients: Array<MunchkinApocalypseRecipientView>;
};

export type MunchkinApocalypseChoiceMade = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ChoiceMade";
  schema: 1;
  public: {
    choice: number | null;
    seat: number;
    kind: string;
    value?: number | string;
    open: boolean;
    forced: boolean;
    keep_for?: number | null;
  };
  secret?: {
    sealed?: {
      value?: number | string;
    };
  };
};

export type MunchkinApocalypseChoiceRequested = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ChoiceRequested";
  schema: 1;
  public: {
    choice: number;
    seat: number;
    kind: string;
    options?: Array<number | string>;
    open: boolean;
    source: string | null;
    owner?: number | null;
  };
  secret?: {
    sealed?: {
      options?: Array<number | string>;
    };
  };
};

export type MunchkinApocalypseChoiceView = {
  choice: number;
  seat: number;
  kind: string;
  source: MunchkinApocalypseCardView | null;
  options: Array<number | string> | null;
};

export type MunchkinApocalypseClassDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClassDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: string;
    cause: string;
  };
};

export type MunchkinApocalypseClassPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ClassPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseClause = {
  on: "in_combat" | "on_bad_stuff" | "on_disaster" | "on_enter_combat" | "on_escape" | "on_hit" | "on_open" | "on_play" | "on_run_away" | "on_seal_open" | "on_use" | "on_win" | "start_of_turn" | "while_in_play" | "while_top_seal";
  when?: MunchkinApocalypseHasClass
    | MunchkinApocalypseLevelAtLeast
    | MunchkinApocalypseLevelAtMost
    | MunchkinApocalypseSealsAtLeast
    | MunchkinApocalypseAlone
    | MunchkinApocalypseIsFighter
    | MunchkinApocalypseHasItem
    | MunchkinApocalypseMonsterHasTag
    | MunchkinApocalypseD6AtLeast
    | MunchkinApocalypseNot
    | MunchkinApocalypseAll
    | null;
  do: Array<MunchkinApocalypseCombatBonus
    | MunchkinApocalypseMonsterBonus
    | MunchkinApocalypseSideBonus
    | MunchkinApocalypseExtraTreasures
    | MunchkinApocalypseAddTag
    | MunchkinApocalypseIgnoreItems
    | MunchkinApocalypseNoHelp
    | MunchkinApocalypseNoSealBonus
    | MunchkinApocalypseAddMonster
    | MunchkinApocalypseCloneMonster
    | MunchkinApocalypseRemoveMonster
    | MunchkinApocalypseSwapMonster
    | MunchkinApocalypseJoinWith
    | MunchkinApocalypseForceHelp
    | MunchkinApocalypseEndCombat
    | MunchkinApocalypseRunAwayBonus
    | MunchkinApocalypseAutoEscape
    | MunchkinApocalypseReroll
    | MunchkinApocalypseCancelBadStuff
    | MunchkinApocalypseGainLevels
    | MunchkinApocalypseLoseLevels
    | MunchkinApocalypseDeath
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass
    | MunchkinApocalypseDraw
    | MunchkinApocalypseDiscardHand
    | MunchkinApocalypseMoveHand
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem
    | MunchkinApocalypseMoveItem
    | MunchkinApocalypseRecover
    | MunchkinApocalypseDiscardSelf
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal
    | MunchkinApocalypseCloseSeal
    | MunchkinApocalypseCancelDisaster
    | MunchkinApocalypseRedirectDisaster
    | MunchkinApocalypseImmune
    | MunchkinApocalypseExtraClass
    | MunchkinApocalypseExtraBig
    | MunchkinApocalypseLegaliseItem
    | MunchkinApocalypseTwoHandGrip
    | MunchkinApocalypseOneshotBoost
    | MunchkinApocalypseSellDouble
    | MunchkinApocalypseEnhance
    | MunchkinApocalypseEnhancerHost
    | MunchkinApocalypseHandLimit
    | MunchkinApocalypseCannotHelp>;
  else?: Array<MunchkinApocalypseCombatBonus
    | MunchkinApocalypseMonsterBonus
    | MunchkinApocalypseSideBonus
    | MunchkinApocalypseExtraTreasures
    | MunchkinApocalypseAddTag
    | MunchkinApocalypseIgnoreItems
    | MunchkinApocalypseNoHelp
    | MunchkinApocalypseNoSealBonus
    | MunchkinApocalypseAddMonster
    | MunchkinApocalypseCloneMonster
    | MunchkinApocalypseRemoveMonster
    | MunchkinApocalypseSwapMonster
    | MunchkinApocalypseJoinWith
    | MunchkinApocalypseForceHelp
    | MunchkinApocalypseEndCombat
    | MunchkinApocalypseRunAwayBonus
    | MunchkinApocalypseAutoEscape
    | MunchkinApocalypseReroll
    | MunchkinApocalypseCancelBadStuff
    | MunchkinApocalypseGainLevels
    | MunchkinApocalypseLoseLevels
    | MunchkinApocalypseDeath
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass
    | MunchkinApocalypseDraw
    | MunchkinApocalypseDiscardHand
    | MunchkinApocalypseMoveHand
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem
    | MunchkinApocalypseMoveItem
    | MunchkinApocalypseRecover
    | MunchkinApocalypseDiscardSelf
    | MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal
    | MunchkinApocalypseCloseSeal
    | MunchkinApocalypseCancelDisaster
    | MunchkinApocalypseRedirectDisaster
    | MunchkinApocalypseImmune
    | MunchkinApocalypseExtraClass
    | MunchkinApocalypseExtraBig
    | MunchkinApocalypseLegaliseItem
    | MunchkinApocalypseTwoHandGrip
    | MunchkinApocalypseOneshotBoost
    | MunchkinApocalypseSellDouble
    | MunchkinApocalypseEnhance
    | MunchkinApocalypseEnhancerHost
    | MunchkinApocalypseHandLimit
    | MunchkinApocalypseCannotHelp>;
  ability?: string | null;
  window?: "any_combat" | "any_time" | "disaster" | "own_combat" | "own_turn" | "own_turn_calm" | "run_away" | "run_roll"
    | null;
  cost?: MunchkinApocalypseCost | null;
  limit?: "combat" | "disaster" | "monster" | "turn" | MunchkinApocalypsePerCombat | null;
  lasts?: "instant" | "next_combat" | "this_combat" | "until_discarded" | "until_next_win" | null;
};

export type MunchkinApocalypseCloneMonster = {
  op: "clone_monster";
};

export type MunchkinApocalypseCloseSeal = {
  op: "close_seal";
};

export type MunchkinApocalypseCombatBonus = {
  op: "combat_bonus";
  n: number;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseCombatCardsDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CombatCardsDiscarded";
  schema: 1;
  public: {
    combat: number;
    cards: Array<string>;
  };
};

export type MunchkinApocalypseCombatEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CombatEnded";
  schema: 1;
  public: {
    combat: number;
    outcome: "fighter_died" | "flight" | "stopped" | "victory";
  };
};

export type MunchkinApocalypseCombatStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CombatStarted";
  schema: 1;
  public: {
    combat: number;
    fighter: number;
    monster: string;
    card: string;
    cause: "door" | "effect" | "trouble";
  };
};

export type MunchkinApocalypseCombatView = {
  combat: number;
  fighter: number;
  helper: number | null;
  helper_is_forced: boolean;
  pledged: Array<MunchkinApocalypseCardView>;
  helper_treasures: number;
  first_pick: number | null;
  claim: "flight" | "victory" | null;
  fighters: MunchkinApocalypseFightersView;
  monsters: MunchkinApocalypseMonstersView;
  noted_treasures: number;
  played: Array<MunchkinApocalypseCardView>;
  runners: Array<number>;
  runner: number | null;
  settled: Array<MunchkinApocalypseSettledView>;
};

export type MunchkinApocalypseCommand = MunchkinApocalypseFinishSetup
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
  | MunchkinApocalypseShowCard;

export type MunchkinApocalypseConclusionDeclared = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ConclusionDeclared";
  schema: 1;
  public: {
    combat: number;
    claim: "flight" | "victory";
    fighters: number;
    monsters: number;
  };
};

export type MunchkinApocalypseCost = {
  hand?: number | null;
  cards?: number | null;
  whole_hand?: number | null;
};

export type MunchkinApocalypseCostPaid = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CostPaid";
  schema: 1;
  public: {
    seat: number;
    card: string;
    attached: Array<string>;
    ability: string;
  };
};

export type MunchkinApocalypseD6AtLeast = {
  is: "d6_at_least";
  n: number;
};

export type MunchkinApocalypseDealAgreed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DealAgreed";
  schema: 1;
  public: {
    deal: number;
    seat: number;
    terms: number;
  };
};

export type MunchkinApocalypseDealChanged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DealChanged";
  schema: 1;
  public: {
    deal: number;
    by: number;
    items: [Array<string>, Array<string>];
    treasures: number;
    first_pick: number | null;
    terms: number;
  };
};

export type MunchkinApocalypseDealClosed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DealClosed";
  schema: 1;
  public: {
    deal: number;
    outcome: "cancelled" | "concluded" | "lapsed";
    cause: string;
    by?: number | null;
  };
};

export type MunchkinApocalypseDealOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DealOpened";
  schema: 1;
  public: {
    deal: number;
    kind: "help" | "trade";
    a: number;
    b: number;
    first_pick: number | null;
    terms?: number;
  };
};

export type MunchkinApocalypseDealView = {
  deal: number;
  kind: "help" | "trade";
  parties: [number, number];
  items: [Array<MunchkinApocalypseCardView>, Array<MunchkinApocalypseCardView>];
  treasures: number;
  first_pick: number | null;
  terms: number;
  agreed: Array<number>;
};

export type MunchkinApocalypseDeath = {
  op: "death";
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseDecisionView = {
  phase: "AFTER_DOOR" | "BIG_EXCESS" | "CHARITY" | "CHOICE" | "COMBAT" | "CONCLUSION" | "FLIGHT" | "LOOTING" | "MATCH_OVER" | "RESPONSE" | "SETUP" | "TREASURE_PICK" | "TURN_END" | "TURN_START";
  must_act: Array<number>;
  may_act: Array<number>;
  window: number | null;
  choice: number | null;
};

export type MunchkinApocalypseDeckExhausted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckExhausted";
  schema: 1;
  public: {
    deck: "door" | "treasure";
    missing: number;
    phase?: "AFTER_DOOR" | "CHARITY" | "SETUP" | "TURN_END" | "TURN_START" | null;
  };
};

export type MunchkinApocalypseDeckReshuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckReshuffled";
  schema: 1;
  public: {
    deck: "door" | "treasure";
    count: number;
  };
  secret?: {
    sealed?: {
      order?: Array<string>;
    };
  };
};

export type MunchkinApocalypseDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckShuffled";
  schema: 1;
  public: {
    deck: "door" | "seal" | "treasure";
    count: number;
  };
  secret?: {
    sealed?: {
      order?: Array<string>;
    };
  };
};

export type MunchkinApocalypseDecksView = {
  doors: number;
  treasures: number;
  seals: number;
  closed_seals: Array<MunchkinApocalypseCardView>;
  orders: MunchkinApocalypseOrdersView | null;
};

export type MunchkinApocalypseDieRolled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DieRolled";
  schema: 1;
  public: {
    seat: number;
    die: number;
    purpose: string;
  };
};

export type MunchkinApocalypseDisasterEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisasterEnded";
  schema: 1;
  public: {
    card: string;
    seat: number;
    cause: string;
  };
};

export type MunchkinApocalypseDisasterResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisasterResolved";
  schema: 1;
  public: {
    card: string;
    target: number;
    outcome: "applied" | "cancelled" | "ignored" | "kept";
    lasts?: "instant" | "next_combat" | "this_combat" | "until_discarded" | "until_next_win";
    not_before?: number;
  };
};

export type MunchkinApocalypseDisasterStruck = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DisasterStruck";
  schema: 1;
  public: {
    card: string;
    target: number;
    by: number | null;
    source: "door" | "effect" | "hand";
  };
};

export type MunchkinApocalypseDiscardHand = {
  op: "discard_hand";
  n: number | "all";
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  pick?: "owner" | "random" | "taker";
};

export type MunchkinApocalypseDiscardPlayed = {
  type: "DiscardPlayed";
  seat: number;
  card: string;
};

export type MunchkinApocalypseDiscardSelf = {
  op: "discard_self";
};

export type MunchkinApocalypseDiscardsView = {
  doors: Array<MunchkinApocalypseCardView>;
  treasures: Array<MunchkinApocalypseCardView>;
};

export type MunchkinApocalypseDoorCardTaken = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DoorCardTaken";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseDoorOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DoorOpened";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseDraw = {
  op: "draw";
  deck: "door" | "treasure";
  n: number;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  face?: "down" | "up";
};

export type MunchkinApocalypseEndCombat = {
  op: "end_combat";
  n: number;
};

export type MunchkinApocalypseEndDeaths = {
  type: "EndDeaths";
  opener: number;
};

export type MunchkinApocalypseEnhance = {
  op: "enhance";
  n: number;
};

export type MunchkinApocalypseEnhancerHost = {
  op: "enhancer_host";
  n: number;
};

export type MunchkinApocalypseEnhancerView = {
  card: string;
  name: string;
  is_copy: boolean;
};

export type MunchkinApocalypseEscape = {
  type: "Escape";
  runner: number;
  monster: string;
  die: number;
  modifier: number;
  stage: "result" | "window";
  is_cancelled?: boolean;
};

export type MunchkinApocalypseEscapeRerolled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "EscapeRerolled";
  schema: 1;
  public: {
    seat: number;
    monster: string;
    die: number;
    modifier: number;
    total: number;
    by: string;
  };
};

export type MunchkinApocalypseEscapeResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "EscapeResolved";
  schema: 1;
  public: {
    seat: number;
    monster: string;
    escaped: boolean;
    automatic: boolean;
    bad_stuff: "applied" | "cancelled" | null;
  };
};

export type MunchkinApocalypseEscapeRolled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "EscapeRolled";
  schema: 1;
  public: {
    seat: number;
    monster: string;
    die: number;
    modifier: number;
    total: number;
  };
};

export type MunchkinApocalypseEvent = MunchkinApocalypseMatchStarted
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
  | MunchkinApocalypseSealClosingUsedUp;

export type MunchkinApocalypseExtraBig = {
  op: "extra_big";
  n: number;
};

export type MunchkinApocalypseExtraClass = {
  op: "extra_class";
  n: number;
  kind?: string;
};

export type MunchkinApocalypseExtraTreasures = {
  op: "extra_treasures";
  n: number;
  scope?: "each" | "this" | MunchkinApocalypseTagged;
};

export type MunchkinApocalypseFightersView = {
  total: number;
  characters: Array<MunchkinApocalypseCharacterView>;
  side: Array<MunchkinApocalypsePartView>;
};

export type MunchkinApocalypseFinishCombat = {
  type: "FinishCombat";
  outcome: "fighter_died" | "flight" | "stopped" | "victory";
};

export type MunchkinApocalypseFirstPlayerChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FirstPlayerChosen";
  schema: 1;
  public: {
    seat: number;
    method: "given" | "random";
  };
};

export type MunchkinApocalypseFlightStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "FlightStarted";
  schema: 1;
  public: {
    combat: number;
    runners: Array<number>;
  };
};

export type MunchkinApocalypseForceHelp = {
  op: "force_help";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseGainLevels = {
  op: "gain_levels";
  n: number;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseGatherHand = {
  type: "GatherHand";
  givers: Array<number>;
  moves: Array<[number, number]>;
  n: number;
  pick: "owner" | "random" | "taker";
  source: string;
};

export type MunchkinApocalypseGiveHand = {
  type: "GiveHand";
  giver: number;
  taker: number;
  left: number;
  pick: "owner" | "random" | "taker";
  source: string;
};

export type MunchkinApocalypseGiveItems = {
  type: "GiveItems";
  giver: number;
  taker: number;
  left: number;
  filter: "any" | MunchkinApocalypseItemFilter;
  pick: "owner" | "random" | "taker";
  source: string;
};

export type MunchkinApocalypseGripChanged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "GripChanged";
  schema: 1;
  public: {
    seat: number;
    card: string;
    both: boolean;
  };
};

export type MunchkinApocalypseHandCardShown = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HandCardShown";
  schema: 1;
  public: {
    seat: number;
    to: number | "all";
    card?: string;
  };
  secret?: {
    sealed?: {
      card?: string;
    };
  };
};

export type MunchkinApocalypseHandCardsMoved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HandCardsMoved";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    count: number;
    cards?: Array<string>;
  };
  secret?: {
    sealed?: {
      cards?: Array<string>;
    };
  };
};

export type MunchkinApocalypseHandLimit = {
  op: "hand_limit";
  n: number;
};

export type MunchkinApocalypseHandView = {
  doors: number;
  treasures: number;
  cards: Array<MunchkinApocalypseCardView> | null;
  fresh: Array<string> | null;
};

export type MunchkinApocalypseHasClass = {
  is: "has_class";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  class: string;
};

export type MunchkinApocalypseHasItem = {
  is: "has_item";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  filter: "any" | MunchkinApocalypseItemFilter;
};

export type MunchkinApocalypseHelperJoined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HelperJoined";
  schema: 1;
  public: {
    combat: number;
    helper: number;
    deal: number | null;
    items: Array<string>;
    treasures: number;
    first_pick: number;
  };
};

export type MunchkinApocalypseHelperLost = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HelperLost";
  schema: 1;
  public: {
    combat: number;
    helper: number;
    cause: string;
  };
};

export type MunchkinApocalypseHolders = {
  holders: string;
};

export type MunchkinApocalypseHordeEnhancerPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HordeEnhancerPlayed";
  schema: 1;
  public: {
    combat: number;
    card: string;
    by: number;
  };
};

export type MunchkinApocalypseIgnoreItems = {
  op: "ignore_items";
  filter: "any" | MunchkinApocalypseItemFilter;
};

export type MunchkinApocalypseImmune = {
  op: "immune";
  card: string;
};

export type MunchkinApocalypseIsFighter = {
  is: "is_fighter";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseItemDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: string;
    attached: Array<string>;
    cause: string;
  };
};

export type MunchkinApocalypseItemEnhanced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemEnhanced";
  schema: 1;
  public: {
    seat: number;
    card: string;
    item: string;
  };
};

export type MunchkinApocalypseItemFilter = {
  slot?: "armour" | "footgear" | "hands" | "headgear" | null;
  size?: "big" | null;
  best?: "bonus" | "gold" | null;
};

export type MunchkinApocalypseItemMoved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemMoved";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    card: string;
  };
};

export type MunchkinApocalypseItemPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
    in_use: boolean;
  };
};

export type MunchkinApocalypseItemStowed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemStowed";
  schema: 1;
  public: {
    seat: number;
    card: string;
    forced: boolean;
  };
};

export type MunchkinApocalypseItemView = {
  card: string;
  name: string;
  type: "cheat" | "class" | "disaster" | "hireling" | "item" | "item_enhancer" | "level" | "monster" | "monster_enhancer" | "one_shot" | "paranoia" | "seal" | "special" | "super_munchkin" | "wandering_monster";
  bonus: number;
  slot: "armour" | "footgear" | "hands" | "headgear" | "none";
  hands: number;
  size: "big" | "small";
  gold: number;
  only_for: string | null;
  in_use: boolean;
  both_hands: boolean;
  enhancers: Array<MunchkinApocalypseCardView>;
  cheat: string | null;
};

export type MunchkinApocalypseItemWielded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemWielded";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseItemsSold = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemsSold";
  schema: 1;
  public: {
    seat: number;
    cards: Array<string>;
    total: number;
    levels: number;
    ability?: string | null;
    source?: string | null;
    mark?: string | null;
  };
};

export type MunchkinApocalypseItemsTraded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ItemsTraded";
  schema: 1;
  public: {
    deal: number;
    moves: Array<MunchkinApocalypseCardMove>;
  };
};

export type MunchkinApocalypseJoinWith = {
  op: "join_with";
  tag: "shark" | "undead";
};

export type MunchkinApocalypseLastingCardPlaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LastingCardPlaced";
  schema: 1;
  public: {
    seat: number;
    card: string;
    item: string | null;
  };
};

export type MunchkinApocalypseLastingView = {
  card: string;
  name: string;
  lasts: "instant" | "next_combat" | "this_combat" | "until_discarded" | "until_next_win";
};

export type MunchkinApocalypseLayOut = {
  type: "LayOut";
  seat: number;
};

export type MunchkinApocalypseLeftView = {
  fighter: number;
  helper: number;
};

export type MunchkinApocalypseLegaliseItem = {
  op: "legalise_item";
};

export type MunchkinApocalypseLevelAtLeast = {
  is: "level_at_least";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  n: number;
};

export type MunchkinApocalypseLevelAtMost = {
  is: "level_at_most";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  n: number;
};

export type MunchkinApocalypseLevelGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LevelGained";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    level: number;
    cause: string;
  };
};

export type MunchkinApocalypseLevelLost = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LevelLost";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    level: number;
    cause: string;
  };
};

export type MunchkinApocalypseListen = {
  type: "Listen";
  seat: number;
};

export type MunchkinApocalypseLootOrderDecided = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LootOrderDecided";
  schema: 1;
  public: {
    body: number;
    order: Array<number>;
    rolls: Array<Array<MunchkinApocalypseSeatRoll>>;
  };
};

export type MunchkinApocalypseLooting = {
  type: "Looting";
  seat: number;
};

export type MunchkinApocalypseLoseHand = {
  type: "LoseHand";
  seat: number;
  left: number;
  source: string;
};

export type MunchkinApocalypseLoseItems = {
  type: "LoseItems";
  seat: number;
  left: number | "all";
  filter: "any" | MunchkinApocalypseItemFilter;
  source: string;
  is_random?: boolean;
};

export type MunchkinApocalypseLoseLevels = {
  op: "lose_levels";
  n: number;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseMatchEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchEnded";
  schema: 1;
  public: {
    winners: Array<number>;
    reason: "card" | "level" | "seventh_seal";
    ranking: Array<MunchkinApocalypseRank>;
  };
};

export type MunchkinApocalypseMatchStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchStarted";
  schema: 1;
  public: {
    seats: number;
    genders: Array<string | null>;
    options: MunchkinApocalypseOptionsOut;
    catalogue: string;
    packs: Array<MunchkinApocalypsePackUsed>;
    doors: number;
    treasures: number;
    seals: number;
  };
};

export type MunchkinApocalypseMonsterBonus = {
  op: "monster_bonus";
  n: number;
  scope?: "each" | "this" | MunchkinApocalypseTagged;
  per?: string | null;
};

export type MunchkinApocalypseMonsterCopied = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterCopied";
  schema: 1;
  public: {
    combat: number;
    monster: string;
    new: string;
    enhancers: Array<string>;
    by: number;
  };
};

export type MunchkinApocalypseMonsterEliminated = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterEliminated";
  schema: 1;
  public: {
    combat: number;
    monster: string;
    by: number;
    treasures: number;
  };
};

export type MunchkinApocalypseMonsterEnhanced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterEnhanced";
  schema: 1;
  public: {
    combat: number;
    monster: string;
    card: string;
    by: number;
  };
};

export type MunchkinApocalypseMonsterHasTag = {
  is: "monster_has_tag";
  tag: "shark" | "undead";
};

export type MunchkinApocalypseMonsterJoined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterJoined";
  schema: 1;
  public: {
    combat: number;
    monster: string;
    card: string;
    by: number;
    via: "effect" | "horde" | "horde_pair" | "wandering";
  };
};

export type MunchkinApocalypseMonsterSwapped = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonsterSwapped";
  schema: 1;
  public: {
    combat: number;
    monster: string;
    new: string;
    card: string;
    by: number;
  };
};

export type MunchkinApocalypseMonsterView = {
  monster: string;
  card: string;
  name: string;
  is_copy: boolean;
  total: number;
  parts: Array<MunchkinApocalypsePartView>;
  treasures: number;
  levels: number;
  tags: Array<string>;
  enhancers: Array<MunchkinApocalypseEnhancerView>;
};

export type MunchkinApocalypseMonstersKilled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MonstersKilled";
  schema: 1;
  public: {
    combat: number;
    monsters: Array<string>;
    levels: number;
  };
};

export type MunchkinApocalypseMonstersView = {
  total: number;
  monsters: Array<MunchkinApocalypseMonsterView>;
  side: Array<MunchkinApocalypsePartView>;
};

export type MunchkinApocalypseMoveHand = {
  op: "move_hand";
  n: number;
  from: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  to: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  pick?: "owner" | "random" | "taker";
};

export type MunchkinApocalypseMoveItem = {
  op: "move_item";
  n: number;
  from: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  to: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  filter?: "any" | MunchkinApocalypseItemFilter;
  pick?: "owner" | "random" | "taker";
};

export type MunchkinApocalypseNameTarget = {
  type: "NameTarget";
  kind: "monster" | "seat";
  clause: number;
  bound: MunchkinApocalypseBindings;
};

export type MunchkinApocalypseNewCharacter = {
  type: "NewCharacter";
  seat: number;
};

export type MunchkinApocalypseNoHelp = {
  op: "no_help";
};

export type MunchkinApocalypseNoSealBonus = {
  op: "no_seal_bonus";
};

export type MunchkinApocalypseNot = {
  is: "not";
  of: [MunchkinApocalypseHasClass
    | MunchkinApocalypseLevelAtLeast
    | MunchkinApocalypseLevelAtMost
    | MunchkinApocalypseSealsAtLeast
    | MunchkinApocalypseAlone
    | MunchkinApocalypseIsFighter
    | MunchkinApocalypseHasItem
    | MunchkinApocalypseMonsterHasTag
    | MunchkinApocalypseD6AtLeast
    | MunchkinApocalypseNot
    | MunchkinApocalypseAll];
};

export type MunchkinApocalypseOneShotPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "OneShotPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
    side: "fighters" | "monsters" | null;
    source: "hand" | "table";
    attached?: Array<string>;
  };
};

export type MunchkinApocalypseOneshotBoost = {
  op: "oneshot_boost";
  n: number;
};

export type MunchkinApocalypseOptions = {
  /** Left open, chance decides. */
  first_seat?: number | null;
  /** A fight is won only after the others had this long to interfere. Left open, everybody is waited for. */
  reaction_window_ms?: number | null;
  /** Left open, everybody is waited for. */
  response_window_ms?: number | null;
  /** The others may still help or hinder. */
  flight_window?: boolean;
  /** Start a turn by drawing a door card face down. */
  fast_listen?: boolean;
  fast_search?: boolean;
  /** Who helps in the winning fight wins as well. */
  fast_shared_victory?: boolean;
  /** Play to level 20. */
  epic?: boolean;
  /** Decks of the operator that are laid over the base game. */
  packs?: Array<string>;
  /** Whoever begins a turn with a 1 on the die opens a Seal. */
  blend_seal_roll?: boolean;
  /** For the talk at the table: no card asks. */
  genders?: Array<string | null>;
};

export type MunchkinApocalypseOptionsOut = {
  /** Left open, chance decides. */
  first_seat?: number | null;
  /** A fight is won only after the others had this long to interfere. Left open, everybody is waited for. */
  reaction_window_ms?: number | null;
  /** Left open, everybody is waited for. */
  response_window_ms?: number | null;
  /** The others may still help or hinder. */
  flight_window?: boolean;
  /** Start a turn by drawing a door card face down. */
  fast_listen?: boolean;
  fast_search?: boolean;
  /** Who helps in the winning fight wins as well. */
  fast_shared_victory?: boolean;
  /** Play to level 20. */
  epic?: boolean;
  /** Decks of the operator that are laid over the base game. */
  packs?: Array<string>;
  /** Whoever begins a turn with a 1 on the die opens a Seal. */
  blend_seal_roll?: boolean;
  /** For the talk at the table: no card asks. */
  genders?: Array<string | null>;
};

export type MunchkinApocalypseOrdersView = {
  doors: Array<string>;
  treasures: Array<string>;
  seals: Array<string>;
};

export type MunchkinApocalypsePackUsed = {
  name: string;
  digest: string;
};

export type MunchkinApocalypseParanoiaPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ParanoiaPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypsePartView = {
  label: string;
  amount: number;
};

export type MunchkinApocalypsePay = {
  type: "Pay";
  ability: string;
  left: number;
  from_hand_only: boolean;
  clause: number;
  bound: MunchkinApocalypseBindings;
};

export type MunchkinApocalypsePayPledges = {
  type: "PayPledges";
};

export type MunchkinApocalypsePendingBigExcess = {
  kind: "big_excess";
  seat: number;
  cards: Array<MunchkinApocalypseCardView>;
};

export type MunchkinApocalypsePendingDisaster = {
  kind: "disaster";
  card: string;
  name: string;
  target: number;
  by: number | null;
};

export type MunchkinApocalypsePendingEscape = {
  kind: "escape";
  runner: number;
  monster: string;
  die: number;
  modifier: number;
  total: number;
};

export type MunchkinApocalypsePendingTreasures = {
  kind: "treasures";
  picker: number;
  left: MunchkinApocalypseLeftView;
};

export type MunchkinApocalypsePerCombat = {
  combat: number;
};

export type MunchkinApocalypsePicking = {
  type: "Picking";
  seat: number;
  fighter: number;
  helper: number;
  fighter_left: number;
  helper_left: number;
};

export type MunchkinApocalypsePlayerView = {
  seat: number;
  level: number;
  gender: string | null;
  is_alive: boolean;
  is_ready: boolean;
  levels_this_turn: number;
  hand: MunchkinApocalypseHandView;
  hand_limit: number;
  classes: Array<MunchkinApocalypseCardView>;
  super_munchkins: Array<MunchkinApocalypseCardView>;
  paranoia: Array<MunchkinApocalypseCardView>;
  hirelings: Array<MunchkinApocalypseCardView>;
  items: Array<MunchkinApocalypseItemView>;
  disasters: Array<MunchkinApocalypseLastingView>;
};

export type MunchkinApocalypsePledgeLapsed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PledgeLapsed";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    card: string;
  };
};

export type MunchkinApocalypsePledgePaid = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PledgePaid";
  schema: 1;
  public: {
    giver: number;
    taker: number;
    card: string;
  };
};

export type MunchkinApocalypseRandomCardsPicked = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RandomCardsPicked";
  schema: 1;
  public: {
    seat: number;
    count: number;
    cards?: Array<string>;
    purpose: "discard" | "move";
    to?: number | null;
  };
  secret?: {
    sealed?: {
      cards?: Array<string>;
    };
  };
};

export type MunchkinApocalypseRank = {
  seat: number;
  level: number;
  item_bonus: number;
};

export type MunchkinApocalypseReactToSeal = {
  type: "ReactToSeal";
  opener: number;
};

export type MunchkinApocalypseRecipientView = {
  seat: number;
  given: number;
};

export type MunchkinApocalypseRecover = {
  op: "recover";
  deck: "door" | "treasure";
};

export type MunchkinApocalypseRedirectDisaster = {
  op: "redirect_disaster";
  who: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseRemoveMonster = {
  op: "remove_monster";
};

export type MunchkinApocalypseReroll = {
  op: "reroll";
};

export type MunchkinApocalypseResponseMade = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ResponseMade";
  schema: 1;
  public: {
    window: number;
    seat: number;
    card?: string | null;
    source?: string | null;
    ability?: string | null;
    mark?: string | null;
  };
};

export type MunchkinApocalypseRoomSearched = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoomSearched";
  schema: 1;
  public: {
    seat: number;
  };
};

export type MunchkinApocalypseRunAwayBonus = {
  op: "run_away_bonus";
  n: number;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseRunClause = {
  type: "RunClause";
  clause: number;
  bound: MunchkinApocalypseBindings;
};

export type MunchkinApocalypseRunSteps = {
  type: "RunSteps";
  clause: number;
  otherwise: boolean;
  step: number;
  bound: MunchkinApocalypseBindings;
};

export type MunchkinApocalypseSaleChanged = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SaleChanged";
  schema: 1;
  public: {
    seat: number;
    table_cards: Array<string>;
    hand_count: number;
    hand_cards?: Array<string>;
    doubled?: string | null;
    doubled_by?: string | null;
    total?: number;
  };
  secret?: {
    sealed?: {
      hand_cards?: Array<string>;
      doubled?: string | null;
      doubled_by?: string | null;
      total?: number;
    };
  };
};

export type MunchkinApocalypseSealClosed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SealClosed";
  schema: 1;
  public: {
    card: string;
    open: number;
    cause: "effect" | "three_levels";
    seat: number;
  };
};

export type MunchkinApocalypseSealClosingUsedUp = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SealClosingUsedUp";
  schema: 1;
  public: {
    seat: number;
  };
};

export type MunchkinApocalypseSealDieRolled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SealDieRolled";
  schema: 1;
  public: {
    seat: number;
    die: number;
  };
};

export type MunchkinApocalypseSealOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SealOpened";
  schema: 1;
  public: {
    card: string;
    opener: number;
    open: number;
    cause: "death" | "effect" | "seal_roll";
  };
};

export type MunchkinApocalypseSealRoll = {
  type: "SealRoll";
  seat: number;
};

export type MunchkinApocalypseSealsAtLeast = {
  is: "seals_at_least";
  n: number;
};

export type MunchkinApocalypseSeatRoll = {
  seat: number;
  die: number;
};

export type MunchkinApocalypseSellDouble = {
  op: "sell_double";
};

export type MunchkinApocalypseSettledView = {
  seat: number;
  monster: string;
};

export type MunchkinApocalypseSetupFinished = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SetupFinished";
  schema: 1;
  public: {
    seat: number;
  };
};

export type MunchkinApocalypseShareGranted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ShareGranted";
  schema: 1;
  public: {
    combat: number;
    treasures: number;
  };
};

export type MunchkinApocalypseSideBonus = {
  op: "side_bonus";
  n: number;
};

export type MunchkinApocalypseSideBonusGiven = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SideBonusGiven";
  schema: 1;
  public: {
    combat: number;
    side: "fighters" | "monsters";
    amount: number;
    card: string;
    by: number;
  };
};

export type MunchkinApocalypseSpecialPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SpecialPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
    target: number | string | null;
  };
};

export type MunchkinApocalypseStartEffects = {
  type: "StartEffects";
  seat: number;
};

export type MunchkinApocalypseStrike = {
  type: "Strike";
  id: number;
  card: string;
  target: number;
  by: number | null;
  stage: "done" | "hit" | "struck" | "window";
  reacted?: Array<[string, number]>;
  is_cancelled?: boolean;
  serial?: number;
  events?: number;
};

export type MunchkinApocalypseSuperMunchkinDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SuperMunchkinDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: string;
    cause: string;
  };
};

export type MunchkinApocalypseSuperMunchkinPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SuperMunchkinPlayed";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseSwapMonster = {
  op: "swap_monster";
};

export type MunchkinApocalypseTagged = {
  tagged: "shark" | "undead";
};

export type MunchkinApocalypseTakeSpoils = {
  type: "TakeSpoils";
  treasures: number;
};

export type MunchkinApocalypseTreasurePicked = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TreasurePicked";
  schema: 1;
  public: {
    seat: number;
    card: string;
    forced: boolean;
  };
};

export type MunchkinApocalypseTroubleSought = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TroubleSought";
  schema: 1;
  public: {
    seat: number;
    card: string;
  };
};

export type MunchkinApocalypseTurnEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnEnded";
  schema: 1;
  public: {
    turn: number;
    seat: number;
  };
};

export type MunchkinApocalypseTurnStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "TurnStarted";
  schema: 1;
  public: {
    turn: number;
    seat: number;
  };
};

export type MunchkinApocalypseTwoHandGrip = {
  op: "two_hand_grip";
  n: number;
};

export type MunchkinApocalypseView = {
  phase: "AFTER_DOOR" | "BIG_EXCESS" | "CHARITY" | "CHOICE" | "COMBAT" | "CONCLUSION" | "FLIGHT" | "LOOTING" | "MATCH_OVER" | "RESPONSE" | "SETUP" | "TREASURE_PICK" | "TURN_END" | "TURN_START";
  turn: number;
  active: number;
  decision: MunchkinApocalypseDecisionView;
  winning_level: number;
  players: Array<MunchkinApocalypsePlayerView>;
  decks: MunchkinApocalypseDecksView;
  discards: MunchkinApocalypseDiscardsView;
  open_seals: Array<MunchkinApocalypseCardView>;
  seal_bonus: number;
  resolving: Array<MunchkinApocalypseCardView>;
  pending: MunchkinApocalypsePendingDisaster
    | MunchkinApocalypsePendingEscape
    | MunchkinApocalypsePendingTreasures
    | MunchkinApocalypsePendingBigExcess
    | null;
  combat: MunchkinApocalypseCombatView | null;
  window: MunchkinApocalypseWindowView | null;
  choice: MunchkinApocalypseChoiceView | null;
  deals: Array<MunchkinApocalypseDealView>;
  basket: MunchkinApocalypseBasketView;
  treasures_to_share: Array<MunchkinApocalypseCardView>;
  body: MunchkinApocalypseBodyView | null;
  charity: MunchkinApocalypseCharityView | null;
  winners: Array<number>;
};

export type MunchkinApocalypseWanderingMonsterPlayed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "WanderingMonsterPlayed";
  schema: 1;
  public: {
    combat: number;
    card: string;
    by: number;
  };
};

export type MunchkinApocalypseWin = {
  type: "Win";
  by_kill: boolean;
};

export type MunchkinApocalypseWindowClosed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "WindowClosed";
  schema: 1;
  public: {
    window: number;
    by: "all_passed" | "clock" | "resolved";
  };
};

export type MunchkinApocalypseWindowOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "WindowOpened";
  schema: 1;
  public: {
    window: number;
    kind: "conclusion" | "disaster" | "run_roll";
    asked: Array<number>;
    opened_at: number;
    length_ms: number | null;
    deadline: number | null;
  };
};

export type MunchkinApocalypseWindowPassed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "WindowPassed";
  schema: 1;
  public: {
    window: number;
    seat: number;
  };
};

export type MunchkinApocalypseWindowView = {
  window: number;
  kind: "conclusion" | "disaster" | "run_roll";
  asked: Array<number>;
  passed: Array<number>;
  opened_at: number;
  deadline: number | null;
};

export type MunchkinApocalypseWindowVoided = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "WindowVoided";
  schema: 1;
  public: {
    window: number;
    cause: string;
  };
};

export type MunchkinApocalypseAddToSale = {
  type: "add_to_sale";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseAgreeDeal = {
  type: "agree_deal";
  params: {
    deal: number;
    terms: number;
  };
};

export type MunchkinApocalypseAttachToItem = {
  type: "attach_to_item";
  params: {
    card: string;
    item: string;
  };
};

export type MunchkinApocalypseCancelDeal = {
  type: "cancel_deal";
  params: {
    deal: number;
  };
};

export type MunchkinApocalypseCancelSale = {
  type: "cancel_sale";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseChoose = {
  type: "choose";
  params: {
    choice: number;
    value: number | string;
  };
};

export type MunchkinApocalypseCompleteSale = {
  type: "complete_sale";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseDeclareFlight = {
  type: "declare_flight";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseDeclareVictory = {
  type: "declare_victory";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseDiscardBigItem = {
  type: "discard_big_item";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseDiscardCharityCard = {
  type: "discard_charity_card";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseDiscardClass = {
  type: "discard_class";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseDiscardItem = {
  type: "discard_item";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseEndTurn = {
  type: "end_turn";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseFinishSetup = {
  type: "finish_setup";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseGamesMunchkinApocalypseAgendaLoseClass = {
  type: "LoseClass";
  seat: number;
  source: string | null;
  kind?: string | null;
};

export type MunchkinApocalypseGamesMunchkinApocalypseAgendaOpenSeal = {
  type: "OpenSeal";
  opener: number;
  cause: "death" | "effect" | "seal_roll";
};

export type MunchkinApocalypseGamesMunchkinApocalypseVocabularyDiscardItem = {
  op: "discard_item";
  n: number | "all";
  filter?: "any" | MunchkinApocalypseItemFilter;
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
  pick?: "owner" | "random" | "taker";
};

export type MunchkinApocalypseGamesMunchkinApocalypseVocabularyLoseClass = {
  op: "lose_class";
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseGamesMunchkinApocalypseVocabularyOpenSeal = {
  op: "open_seal";
  who?: "any_player" | "everyone" | "everyone_else" | "fighter" | "highest_level" | "left" | "lowest_level" | "neighbours" | "other_player" | "participants" | "runner" | "self" | "victim"
    | MunchkinApocalypseHolders;
};

export type MunchkinApocalypseGiveBigItem = {
  type: "give_big_item";
  params: {
    card: string;
    to: number;
  };
};

export type MunchkinApocalypseGiveCharityCard = {
  type: "give_charity_card";
  params: {
    card: string;
    to: number;
  };
};

export type MunchkinApocalypseGrantShare = {
  type: "grant_share";
  params: {
    count: number;
  };
};

export type MunchkinApocalypseJoinHorde = {
  type: "join_horde";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseJoinHordeWith = {
  type: "join_horde_with";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseLookForTrouble = {
  type: "look_for_trouble";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseLootCard = {
  type: "loot_card";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseOpenDeal = {
  type: "open_deal";
  params: {
    kind: "help" | "trade";
    partner: number;
  };
};

export type MunchkinApocalypseOpenDoor = {
  type: "open_door";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypsePass = {
  type: "pass";
  params: {
    window: number;
  };
};

export type MunchkinApocalypsePickTreasure = {
  type: "pick_treasure";
  params: {
    card: string;
  };
};

export type MunchkinApocalypsePlayClass = {
  type: "play_class";
  params: {
    card: string;
  };
};

export type MunchkinApocalypsePlayDisaster = {
  type: "play_disaster";
  params: {
    card: string;
    target: number;
  };
};

export type MunchkinApocalypsePlayItem = {
  type: "play_item";
  params: {
    card: string;
  };
};

export type MunchkinApocalypsePlayMonsterEnhancer = {
  type: "play_monster_enhancer";
  params: {
    card: string;
    monster: string;
  };
};

export type MunchkinApocalypsePlayOneShot = {
  type: "play_one_shot";
  params: {
    card: string;
    side?: "fighters" | "monsters" | null;
  };
};

export type MunchkinApocalypsePlayParanoia = {
  type: "play_paranoia";
  params: {
    card: string;
  };
};

export type MunchkinApocalypsePlaySpecial = {
  type: "play_special";
  params: {
    card: string;
    target?: number | string | null;
  };
};

export type MunchkinApocalypsePlaySuperMunchkin = {
  type: "play_super_munchkin";
  params: {
    card: string;
    second: string;
  };
};

export type MunchkinApocalypsePlayWanderingMonster = {
  type: "play_wandering_monster";
  params: {
    card: string;
  };
};

export type MunchkinApocalypsePutInDeal = {
  type: "put_in_deal";
  params: {
    deal: number;
    card: string;
  };
};

export type MunchkinApocalypseRemoveFromSale = {
  type: "remove_from_sale";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseRespond = {
  type: "respond";
  params: {
    window: number;
    card?: string | null;
    source?: string | null;
    ability?: string | null;
  };
};

export type MunchkinApocalypseRollEscape = {
  type: "roll_escape";
  params: {
    monster: string;
  };
};

export type MunchkinApocalypseSearchRoom = {
  type: "search_room";
  params?: Record<string, unknown>;
};

export type MunchkinApocalypseSetDealFirstPick = {
  type: "set_deal_first_pick";
  params: {
    deal: number;
    picker: number;
  };
};

export type MunchkinApocalypseSetDealTreasures = {
  type: "set_deal_treasures";
  params: {
    deal: number;
    count: number;
  };
};

export type MunchkinApocalypseSetGrip = {
  type: "set_grip";
  params: {
    card: string;
    both: boolean;
  };
};

export type MunchkinApocalypseShowCard = {
  type: "show_card";
  params: {
    card: string;
    to: number | "all";
  };
};

export type MunchkinApocalypseStowItem = {
  type: "stow_item";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseTakeFromDeal = {
  type: "take_from_deal";
  params: {
    deal: number;
    card: string;
  };
};

export type MunchkinApocalypseUseAbility = {
  type: "use_ability";
  params: {
    source: string;
    ability: string;
    target?: number | string | null;
  };
};

export type MunchkinApocalypseWieldItem = {
  type: "wield_item";
  params: {
    card: string;
  };
};

export type MunchkinApocalypseWithdrawDeclaration = {
  type: "withdraw_declaration";
  params?: Record<string, unknown>;
};

export type SzmalAbilityResolved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "AbilityResolved";
  schema: 1;
  public: {
    seat: number;
    card: number;
    had_effect: boolean;
    auto?: boolean;
  };
};

export type SzmalActionDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: number;
  };
};

export type SzmalActionKept = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ActionKept";
  schema: 1;
  public: {
    seat: number;
    card: number;
    until_round: number;
  };
};

export type SzmalBox = {
  rounds: number;
  first_round_of_plays: number;
  packet_size: number;
  markers: number;
  marker_value: number;
  notes: Array<SzmalNote>;
};

export type SzmalCardCommitted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardCommitted";
  schema: 1;
  public: {
    seat: number;
    card?: number;
    auto?: boolean;
  };
  secret?: {
    sealed?: {
      card?: number;
    };
  };
};

export type SzmalCardDrafted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardDrafted";
  schema: 1;
  public: {
    seat: number;
    packet: number;
    card?: number;
    auto?: boolean;
  };
  secret?: {
    sealed?: {
      card?: number;
    };
  };
};

export type SzmalCardDrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardDrawn";
  schema: 1;
  public: {
    seat: number;
    card?: number;
    draw_pile_size: number;
  };
  secret?: {
    sealed?: {
      card?: number;
    };
  };
};

export type SzmalCardEnteredTerritory = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardEnteredTerritory";
  schema: 1;
  public: {
    seat: number;
    card: number;
  };
};

export type SzmalCardLost = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardLost";
  schema: 1;
  public: {
    seat: number;
    card: number;
    to: "DISCARD" | "HAND";
    markers_returned: number;
    reason: "COST" | "EFFECT";
    cause: number;
  };
};

export type SzmalCardResolutionStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardResolutionStarted";
  schema: 1;
  public: {
    seat: number;
    card: number;
    origin: "EXTRA" | "MAIN" | "REVEALED";
    costs_ignored: boolean;
    requirements_ignored: boolean;
  };
};

export type SzmalCardReturnedToHand = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardReturnedToHand";
  schema: 1;
  public: {
    seat: number;
    card: number;
    cause: number;
  };
};

export type SzmalCardView = {
  card: number;
  name: string;
  type: "ACTION" | "GANGSTER" | "PROPERTY";
};

export type SzmalCardsRevealed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CardsRevealed";
  schema: 1;
  public: {
    plays: Array<SzmalPick>;
    order: Array<number>;
  };
};

export type SzmalCardsView = {
  size: number;
  cards: Array<SzmalCardView> | null;
};

export type SzmalCashGained = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CashGained";
  schema: 1;
  public: {
    seat: number;
    gain: number;
    amount: number;
    base: number;
    doublings: number;
    cause: number;
    mirror_of?: number | null;
  };
};

export type SzmalCashLost = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CashLost";
  schema: 1;
  public: {
    seat: number;
    amount: number;
    demanded: number;
    cause: number;
  };
};

export type SzmalCatalogue = {
  box: SzmalBox;
  cards: Array<SzmalRowWithRule>;
};

export type SzmalCommand = SzmalDraftCard
  | SzmalCommitCard
  | SzmalPayCost
  | SzmalDeclineCost
  | SzmalChooseProperty
  | SzmalChooseGangster
  | SzmalPlayExtra
  | SzmalPassExtra
  | SzmalResolveAbility
  | SzmalChooseLoss;

export type SzmalCostDeclined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CostDeclined";
  schema: 1;
  public: {
    seat: number;
    card: number;
  };
};

export type SzmalCostPaid = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "CostPaid";
  schema: 1;
  public: {
    seat: number;
    card: number;
    option: "CASH" | "GANGSTER" | "HAND" | "PROPERTY";
    amount?: number;
    paid_card?: number | null;
    paid_markers?: number;
    auto?: boolean;
  };
};

export type SzmalDecisionOpened = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DecisionOpened";
  schema: 1;
  public: {
    decision_id: number;
    kind: "CHOOSE_GANGSTER" | "CHOOSE_LOSS" | "CHOOSE_PROPERTY" | "COMMIT_CARD" | "DRAFT_PICK" | "EXTRA_PLAY" | "OPTIONAL_PLAY" | "ORDER_EACH_TURN" | "PAY_COST";
    seats: Array<number>;
    card: number | null;
    stack: Array<SzmalFrame | SzmalRun | SzmalInstructions | SzmalLosing | SzmalPhase>;
  };
};

export type SzmalDecisionView = {
  id: number;
  kind: "CHOOSE_GANGSTER" | "CHOOSE_LOSS" | "CHOOSE_PROPERTY" | "COMMIT_CARD" | "DRAFT_PICK" | "EXTRA_PLAY" | "OPTIONAL_PLAY" | "ORDER_EACH_TURN" | "PAY_COST";
  seats: Array<number>;
  pending: Array<number>;
  card: SzmalCardView | null;
  cash_due: number | null;
  abilities: Array<SzmalCardView> | null;
};

export type SzmalDeckShuffled = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DeckShuffled";
  schema: 1;
  public: Record<string, unknown>;
  secret?: {
    sealed?: {
      order?: Array<number>;
    };
  };
};

export type SzmalDrawPileRevealed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "DrawPileRevealed";
  schema: 1;
  public: {
    seat: number;
    cards: Array<number>;
    found: number | null;
    draw_pile_size: number;
  };
};

export type SzmalEffectView = {
  id: number;
  seat: number;
  card: SzmalCardView;
  ability: string;
  works_in_round: number;
  paid_markers: number;
};

export type SzmalEvent = SzmalMatchStarted
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
  | SzmalMatchEnded;

export type SzmalExtraCardChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ExtraCardChosen";
  schema: 1;
  public: {
    seat: number;
    card: number;
    source: number;
    auto?: boolean;
  };
};

export type SzmalExtraPlayDeclined = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "ExtraPlayDeclined";
  schema: 1;
  public: {
    seat: number;
    source: number;
  };
};

export type SzmalFrame = {
  type: "play";
  seat: number;
  card: number;
  origin: "EXTRA" | "MAIN" | "REVEALED";
  step?: "AFTERWARDS" | "COST" | "ENTER" | "INSTRUCTIONS" | "PUT_AWAY" | "REQUIREMENT" | "START" | "SYMBOLS" | "WHEN_PLAYED";
  costs_ignored?: boolean;
  requirements_ignored?: boolean;
  paid_markers?: number;
};

export type SzmalGangsterCopied = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "GangsterCopied";
  schema: 1;
  public: {
    seat: number;
    card: number;
    copied: number;
    auto?: boolean;
  };
};

export type SzmalHandCardDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "HandCardDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: number;
  };
};

export type SzmalInstructions = {
  type: "instructions";
  seat: number;
  card: number;
  number: number;
  clause?: number;
  paid_markers?: number;
};

export type SzmalLastingEffectCreated = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LastingEffectCreated";
  schema: 1;
  public: {
    effect: number;
    seat: number;
    cause: number;
    printed: number;
    clause: number;
    works_in_round: number;
    paid_markers: number;
  };
};

export type SzmalLastingEffectExpired = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LastingEffectExpired";
  schema: 1;
  public: {
    effect: number;
    seat: number;
    cause: number;
  };
};

export type SzmalLosing = {
  type: "loss";
  seat: number;
  card: number;
  cause: number;
};

export type SzmalLossChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LossChosen";
  schema: 1;
  public: {
    seat: number;
    effect: number | null;
    card?: number;
    auto?: boolean;
  };
  secret?: {
    sealed?: {
      card?: number;
    };
  };
};

export type SzmalLossesRevealed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "LossesRevealed";
  schema: 1;
  public: {
    effect: number | null;
    cause: number;
    losses: Array<SzmalPick>;
  };
};

export type SzmalMarkersPlaced = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MarkersPlaced";
  schema: 1;
  public: {
    seat: number;
    property: number;
    count: number;
    cause: number | "SYMBOLS";
  };
};

export type SzmalMarkersRemoved = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MarkersRemoved";
  schema: 1;
  public: {
    seat: number;
    property: number;
    count: number;
    cause: number;
  };
};

export type SzmalMatchEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchEnded";
  schema: 1;
  public: {
    winners: Array<number>;
  };
};

export type SzmalMatchScored = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchScored";
  schema: 1;
  public: {
    scores: Array<SzmalScore>;
  };
};

export type SzmalMatchStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "MatchStarted";
  schema: 1;
  public: {
    seats: number;
    catalogue: string;
    packs: Array<string>;
    bank: number;
    markers: number;
  };
};

export type SzmalMove = {
  packet: number;
  giver: number;
  taker: number;
  size: number;
};

export type SzmalNote = {
  value: number;
  count: number;
};

export type SzmalOptions = {
  /** Decks of the operator that are laid over the base game. */
  packs?: Array<string>;
};

export type SzmalOptionsOut = {
  /** Decks of the operator that are laid over the base game. */
  packs?: Array<string>;
};

export type SzmalPacketView = {
  dealt_to: number;
  size: number;
  cards: Array<SzmalCardView> | null;
  picked: SzmalSealedView;
};

export type SzmalPacketsDealt = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PacketsDealt";
  schema: 1;
  public: {
    draw_pile_size: number;
  };
  secret?: {
    sealed?: {
      packets?: Array<Array<number>>;
    };
  };
};

export type SzmalPacketsPassed = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PacketsPassed";
  schema: 1;
  public: {
    moves: Array<SzmalMove>;
  };
};

export type SzmalPhase = {
  type: "phase";
  name: "CLOSE_ROUND" | "EACH_TURN" | "EXTRA_PLAYS" | "ROUND_END" | "SCORING";
};

export type SzmalPick = {
  seat: number;
  card: number;
};

export type SzmalPickView = {
  seat: number;
  card: number;
  name: string;
  type: "ACTION" | "GANGSTER" | "PROPERTY";
};

export type SzmalPlaceView = {
  card: number;
  name: string;
  type: "ACTION" | "GANGSTER" | "PROPERTY";
  symbols: Array<"BOTTLE" | "CAR" | "GUN" | "HEART" | "KEY" | "WRENCH">;
  markers: number;
  entered_in_round: number;
  copy_of: SzmalCardView | null;
  kept_until_round: number | null;
};

export type SzmalPlayedCardDiscarded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PlayedCardDiscarded";
  schema: 1;
  public: {
    seat: number;
    card: number;
    reason: "COST_DECLINED" | "COST_UNPAYABLE" | "REQUIREMENT_UNMET";
  };
};

export type SzmalPropertyChosen = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "PropertyChosen";
  schema: 1;
  public: {
    seat: number;
    card: number;
    auto?: boolean;
  };
};

export type SzmalRoundEnded = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoundEnded";
  schema: 1;
  public: {
    round: number;
  };
};

export type SzmalRoundStarted = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "RoundStarted";
  schema: 1;
  public: {
    round: number;
  };
  secret?: Record<string, {
    opened?: Array<number>;
  }>;
};

export type SzmalRowWithRule = {
  id: number;
  name: string;
  type: "ACTION" | "GANGSTER" | "PROPERTY";
  symbols?: Array<"BOTTLE" | "CAR" | "GUN" | "HEART" | "KEY" | "WRENCH">;
  cost?: string;
  requirement?: string;
  abilities?: Array<string>;
  text?: string;
  rule: string;
};

export type SzmalRun = {
  type: "ability";
  seat: number;
  card: number;
  number: number;
  clause: number;
  effect?: number | null;
  at?: number;
  played?: number | null;
  paid_markers?: number;
};

export type SzmalScore = {
  seat: number;
  cash: number;
  markers: number;
  worth: number;
};

export type SzmalSealedView = {
  chosen: boolean;
  card: SzmalCardView | null;
};

export type SzmalSeatView = {
  seat: number;
  cash: number;
  markers: number;
  worth: number;
  symbols: Record<string, number>;
  hand: SzmalCardsView;
  packet: SzmalPacketView;
  committed: SzmalSealedView;
  losing: SzmalSealedView;
  territory: Array<SzmalPlaceView>;
};

export type SzmalSupplyOverdrawn = {
  version: number;
  step: number;
  command: string;
  actor: string;
  at: number;
  rule: string;
  type: "SupplyOverdrawn";
  schema: 1;
  public: {
    kind: "CASH" | "MARKERS";
    balance: number;
  };
};

export type SzmalView = {
  phase: "CHOOSE_GANGSTER" | "CHOOSE_LOSS" | "CHOOSE_PROPERTY" | "COMMIT_CARD" | "DRAFT_PICK" | "EXTRA_PLAY" | "OPTIONAL_PLAY" | "ORDER_EACH_TURN" | "PAY_COST"
    | "FINISHED" | "RESOLUTION";
  round: number;
  rounds: number;
  packs: Array<string>;
  decision: SzmalDecisionView | null;
  draw_pile: SzmalCardsView;
  discard_pile: Array<SzmalCardView>;
  bank: number;
  marker_pool: number;
  order: Array<number>;
  table: Array<SzmalPickView>;
  seats: Array<SzmalSeatView>;
  effects: Array<SzmalEffectView>;
  scores: Array<SzmalScore>;
  winners: Array<number>;
};

export type SzmalChooseGangster = {
  type: "choose_gangster";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalChooseLoss = {
  type: "choose_loss";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalChooseProperty = {
  type: "choose_property";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalCommitCard = {
  type: "commit_card";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalDeclineCost = {
  type: "decline_cost";
  params: {
    decision_id: number;
  };
};

export type SzmalDraftCard = {
  type: "draft_card";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalPassExtra = {
  type: "pass_extra";
  params: {
    decision_id: number;
  };
};

export type SzmalPayCost = {
  type: "pay_cost";
  params: {
    decision_id: number;
    option: "CASH" | "GANGSTER" | "HAND" | "PROPERTY";
    card?: number | null;
  };
};

export type SzmalPlayExtra = {
  type: "play_extra";
  params: {
    decision_id: number;
    card: number;
  };
};

export type SzmalResolveAbility = {
  type: "resolve_ability";
  params: {
    decision_id: number;
    card: number;
  };
};
