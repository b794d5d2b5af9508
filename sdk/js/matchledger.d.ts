// Types of matchledger.js. Those of the API are in api.d.ts, which is generated from its OpenAPI document.
import type { AuditOut, ChoiceOut, ChoicesOut, Domain, DoneOut, EventOut, FeedOut, GameOut, GameShortOut, MatchOut, MatchSummaryOut, MeOut, StepOut, UndoOut } from './api.js';

export type * from './api.js';

/** A command as it is sent. */
export interface Command { type: string; params?: Record<string, unknown> }

/** A finished match with everything that was hidden; `events` is null if the server cannot read them. */
export type FinishedMatch = MatchSummaryOut & { events: EventOut[] | null; cursor: string };

export interface ClientOptions {
  token?: string | null;
  /** In place of the global one, for tests. */
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
  /** No call takes longer, all retries and waits included. */
  deadlineMs?: number;
  /** Commands and events over one WebSocket instead of a request each. */
  overChannel?: boolean;
  /** Waits between attempts. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface RequestOptions {
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
  /** An idempotency key of your own. */
  key?: string;
  /** The version that the match has to be at. */
  expected?: number | null;
  accept?: string;
  signal?: AbortSignal;
  deadlineMs?: number;
}

export class Client {
  constructor(server?: string, options?: ClientOptions);
  readonly server: string;
  readonly token: string | null;
  readonly clockSkewMs: number;
  withToken(token: string | null): Client;
  close(): void;
  request(method: string, path: string, options?: RequestOptions): Promise<any>;
  signUp(name: string): Promise<Client>;
  me(): Promise<MeOut>;
  games(): Promise<GameShortOut[]>;
  game(slug: string): Promise<GameOut>;
  playerId(): Promise<string>;
  match(id: string, options?: { luckPart?: string | null }): Match;
  openMatch(game: string, seats: number, options?: Record<string, unknown>, more?: { key?: string } & Record<string, unknown>): Promise<Match>;
  matches(query?: { game?: string; status?: string; player?: string; mine?: boolean; my_turn?: boolean }): AsyncGenerator<MatchSummaryOut>;
  feed(cursor?: string | null, options?: { waitMs?: number | null; signal?: AbortSignal }): AsyncGenerator<FeedOut>;
  finished(query?: { game?: string; after?: string }): AsyncGenerator<FinishedMatch>;
  pages(path: string, name: string, query?: RequestOptions['query']): AsyncGenerator<any>;
}

export class Turn {
  readonly match: Match;
  readonly table: MatchOut;
  readonly choices: ChoiceOut[];
  readonly seat: number;
  readonly version: number;
  send(command: Command, options?: { key?: string }): Promise<DoneOut>;
}

export class Match {
  readonly client: Client;
  readonly id: string;
  /** The part of the luck that this player has committed to, if this client has it: keep it where a crash does not lose it. */
  readonly luckPart: string | null;
  request(method: string, path?: string, options?: RequestOptions): Promise<any>;
  get(at?: number): Promise<MatchOut>;
  sit(options?: { seat?: number; luck?: boolean }): Promise<number>;
  settleLuck(table: MatchOut): Promise<boolean>;
  leave(seat: number): Promise<null>;
  seatBots(options?: { policy?: 'sensible' | 'random'; count?: number }): Promise<number[]>;
  start(): Promise<MatchOut>;
  choices(): Promise<ChoicesOut>;
  send(command: Command, options?: { expected?: number | null; key?: string }): Promise<DoneOut>;
  isLegal(command: Command): Promise<boolean>;
  undoPlan(toStep?: number): Promise<UndoOut>;
  undo(toStep?: number): Promise<any>;
  vote(accepts: boolean): Promise<any>;
  redo(): Promise<any>;
  step(number: number, options?: { view?: string }): Promise<StepOut>;
  audit(): Promise<AuditOut>;
  export(): Promise<string>;
  events(options?: { after?: number; waitMs?: number | null; signal?: AbortSignal; onState?: (state: 'live' | 'polling' | 'lost') => void }): AsyncGenerator<EventOut>;
  wait(after: number, ms?: number, signal?: AbortSignal): Promise<boolean>;
  turns(options?: { acceptsUndo?: boolean | null; waitMs?: number | null; signal?: AbortSignal }): AsyncGenerator<Turn>;
}

export class Problem extends Error {
  readonly status: number;
  readonly document: Record<string, any>;
  readonly retryAfterMs: number | null;
  readonly slug: string;
  readonly rule: string | null;
  readonly code: string | null;
  readonly requestId: string | null;
}
export class MovedOn extends Problem {}
export class VersionConflict extends MovedOn {}
export class Held extends MovedOn {}
export class Finished extends MovedOn {}
export class Late extends MovedOn {}
export class IllegalMove extends Problem {}
export class RateLimited extends Problem {}
export class CursorGone extends Problem {}
export class Unreachable extends Problem {}
export class EventsLost extends Problem { readonly after: number }
export class LuckPartLost extends Problem { readonly seat: number; readonly deadline: number }

export function newKey(): string;
export function value(domain: Domain, random?: () => number): unknown;
export function first(domain: Domain): unknown;
export function allows(domain: Domain, value: unknown): boolean;
export function command(choice: ChoiceOut, options?: { random?: (() => number) | null; wanted?: Record<string, unknown> }): Command;
export function findChoice(choices: ChoiceOut[], command: Command): ChoiceOut | null;
