"""What is true in a match of Munchkin Apocalypse at one moment."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.decider import Options as BaseOptions
from games.decider import Result, Seat
from games.munchkin_apocalypse.agenda import BigExcess, Job, Looting, Picking
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.vocabulary import Duration

Side = Literal["fighters", "monsters"]
Claim = Literal["victory", "flight"]
WindowKind = Literal["conclusion", "disaster", "run_roll"]
TurnPhase = Literal["SETUP", "TURN_START", "AFTER_DOOR", "TURN_END", "CHARITY"]
Phase = Literal[
    "SETUP",
    "TURN_START",
    "AFTER_DOOR",
    "COMBAT",
    "CONCLUSION",
    "FLIGHT",
    "RESPONSE",
    "CHOICE",
    "BIG_EXCESS",
    "TREASURE_PICK",
    "LOOTING",
    "TURN_END",
    "CHARITY",
    "MATCH_OVER",
]
CALM: frozenset[Phase] = frozenset({"TURN_START", "AFTER_DOOR", "TURN_END"})
FIGHTING: frozenset[Phase] = frozenset({"COMBAT", "CONCLUSION"})
OPEN: frozenset[Phase] = CALM | FIGHTING | {"FLIGHT"}  # MUNCH-5.2; all others are blocking

SEALS_TO_END = 7
ESCAPE_ROLL = 5
HAND_LIMIT = 5
GOLD_PER_LEVEL = 1000


# The form of the lobby begins with no limit: its words without a clock are "everybody is waited for"
UNHURRIED = {"x-start": None}


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before the match."""

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(title="Who begins", description="Left open, chance decides."),
    ] = None
    reaction_window_ms: Annotated[
        Annotated[int, Meta(ge=2660, le=86_400_000)] | None,
        Meta(
            title="Seconds to react in a fight",
            description="A fight is won only after the others had this long to interfere. "
            "Left open, everybody is waited for.",
            extra_json_schema=UNHURRIED,
        ),
    ] = 20_000
    response_window_ms: Annotated[
        Annotated[int, Meta(ge=1000, le=86_400_000)] | None,
        Meta(
            title="Seconds to answer a card",
            description="Left open, everybody is waited for.",
            extra_json_schema=UNHURRIED,
        ),
    ] = 10_000
    flight_window: Annotated[
        bool, Meta(title="Ask before running away", description="The others may still help or hinder.")
    ] = True
    fast_listen: Annotated[
        bool,
        Meta(title="Fast: listen at the door", description="Start a turn by drawing a door card face down."),
    ] = False
    fast_search: Annotated[bool, Meta(title="Fast: search after a door without a monster")] = False
    fast_shared_victory: Annotated[
        bool, Meta(title="Fast: helpers win too", description="Who helps in the winning fight wins as well.")
    ] = False
    epic: Annotated[bool, Meta(title="Epic", description="Play to level 20.")] = False
    packs: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        Meta(max_length=20, title="Deck packs", description="Decks of the operator that are laid over the base game."),
    ] = ()
    blend_seal_roll: Annotated[
        bool,
        Meta(title="Seals by a roll of the die", description="Whoever begins a turn with a 1 on the die opens a Seal."),
    ] = False
    genders: Annotated[
        tuple[Annotated[str, Meta(max_length=30)] | None, ...],
        Meta(max_length=6, title="Genders by seat", description="For the talk at the table: no card asks."),
    ] = ()

    @property
    def winning_level(self) -> int:
        return 20 if self.epic else 10


class Item(Struct, frozen=True):
    """An item on a table, with what lies on it."""

    card: InstanceId
    in_use: bool = False
    both_hands: bool = False
    enhancers: tuple[InstanceId, ...] = ()
    cheat: InstanceId | None = None
    cheat_lost: int = 0  # it was put to use under a Cheat! that is gone; the higher, the later it was lost

    @property
    def attached(self) -> tuple[InstanceId, ...]:
        return self.enhancers if self.cheat is None else (*self.enhancers, self.cheat)


class Lasting(Struct, frozen=True):
    """A Disaster that lies before its victim; it works in no combat with a smaller number than `not_before`."""

    card: InstanceId
    lasts: Duration
    not_before: int = 0


class Player(Struct, frozen=True):
    level: int = 1
    gender: str | None = None  # as the player gave it; no card of the base game reads it (MUNCH-1.10)
    is_alive: bool = True
    has_died: bool = False  # since the last own turn began
    is_ready: bool = False  # has finished the setup
    hand: tuple[InstanceId, ...] = ()
    classes: tuple[InstanceId, ...] = ()
    super_munchkins: tuple[InstanceId, ...] = ()
    paranoia: tuple[InstanceId, ...] = ()
    hirelings: tuple[InstanceId, ...] = ()
    items: tuple[Item, ...] = ()
    disasters: tuple[Lasting, ...] = ()
    levels_this_turn: int = 0
    has_closed_seal: bool = False  # by three Levels in this turn, or had none to close

    def item(self, card: InstanceId) -> Item | None:
        for item in self.items:
            if item.card == card:
                return item
        return None


class MonsterEnhancer(Struct, frozen=True):
    card: InstanceId
    is_copy: bool = False


class Monster(Struct, frozen=True):
    """A Monster in the combat; a copy has the card of its original, and no card of its own."""

    id: str
    card: InstanceId
    is_copy: bool = False
    enhancers: tuple[MonsterEnhancer, ...] = ()


class GivenBonus(Struct, frozen=True):
    """What a card or an ability has added to one side."""

    side: Side
    amount: int
    card: InstanceId
    seat: Seat


class Combat(Struct, frozen=True):
    id: int
    fighter: Seat
    helper: Seat | None = None
    helper_is_forced: bool = False
    pledged: tuple[InstanceId, ...] = ()
    share: int = 0  # Treasures for the helper
    first_pick: Seat | None = None
    monsters: tuple[Monster, ...] = ()
    monsters_met: int = 0
    noted_treasures: int = 0  # of eliminated Monsters
    bonuses: tuple[GivenBonus, ...] = ()
    played: tuple[InstanceId, ...] = ()  # one-shots used while it goes on
    claim: Claim | None = None
    runners: tuple[Seat, ...] = ()  # not empty in the flight
    settled: tuple[tuple[Seat, str], ...] = ()  # escapes that are done: runner and Monster

    @property
    def participants(self) -> tuple[Seat, ...]:
        return (self.fighter,) if self.helper is None else (self.fighter, self.helper)

    def monster(self, monster_id: str | None) -> Monster | None:
        for monster in self.monsters:
            if monster.id == monster_id:
                return monster
        return None


class Window(Struct, frozen=True):
    id: int
    kind: WindowKind
    asked: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    opened_at: int
    length_ms: int | None
    deadline: int | None


class PendingChoice(Struct, frozen=True):
    id: int
    seat: Seat
    kind: str
    options: tuple[int | str, ...]
    is_public: bool
    source: InstanceId | None


class Deal(Struct, frozen=True):
    id: int
    kind: Literal["trade", "help"]
    a: Seat
    b: Seat
    items: tuple[tuple[InstanceId, ...], tuple[InstanceId, ...]] = ((), ())
    treasures: int = 0
    first_pick: Seat | None = None
    terms: int = 0
    agreed: tuple[Seat, ...] = ()

    @property
    def parties(self) -> tuple[Seat, Seat]:
        return (self.a, self.b)

    def items_of(self, seat: Seat) -> tuple[InstanceId, ...]:
        return self.items[self.parties.index(seat)]


class Basket(Struct, frozen=True):
    """A sale in the making, of the active player."""

    table: tuple[InstanceId, ...] = ()
    hand: tuple[InstanceId, ...] = ()
    doubled: InstanceId | None = None
    doubled_by: InstanceId | None = None  # the card whose ability it is

    @property
    def cards(self) -> tuple[InstanceId, ...]:
        return self.table + self.hand


class Body(Struct, frozen=True):
    seat: Seat
    cards: tuple[InstanceId, ...]
    looters: tuple[Seat, ...] = ()  # still to take a card, in their order


class Charity(Struct, frozen=True):
    surplus: int
    recipients: tuple[Seat, ...]
    given: tuple[int, ...]  # to each recipient


class Use(Struct, frozen=True):
    """An ability that was used, under a mark that tells one turn, combat, Monster or Disaster from another."""

    seat: Seat
    source: InstanceId
    ability: str
    mark: str


class State(Struct, frozen=True):
    options: Options = Options()
    catalogue: str = ""  # the digest of its cards
    turn_phase: TurnPhase = "SETUP"
    turn: int = 0
    active: Seat = 0
    players: tuple[Player, ...] = ()
    doors: tuple[InstanceId, ...] = ()  # each deck with its top card first
    treasures: tuple[InstanceId, ...] = ()
    seals: tuple[InstanceId, ...] = ()
    closed_seals: int = 0  # so many at the bottom of the Seal deck are known to all
    door_discards: tuple[InstanceId, ...] = ()  # the top card last
    treasure_discards: tuple[InstanceId, ...] = ()
    open_seals: tuple[InstanceId, ...] = ()  # the top one last
    fresh: tuple[InstanceId, ...] = ()  # received since the last Door or combat; only those still in a hand count
    resolving: tuple[InstanceId, ...] = ()  # played or opened, waiting for their effect
    combat: Combat | None = None
    window: Window | None = None
    choice: PendingChoice | None = None
    picked: tuple[tuple[Seat, InstanceId], ...] = ()  # hand cards chosen, to be moved together
    spoils: tuple[InstanceId, ...] = ()  # Treasures that lie face up to be shared
    body: Body | None = None
    dying: tuple[Seat, ...] = ()  # dead, their bodies not yet looted
    deals: tuple[Deal, ...] = ()
    basket: Basket = Basket()
    charity: Charity | None = None
    uses: tuple[Use, ...] = ()
    agenda: tuple[Job, ...] = ()  # MUNCH-5.5; the last entry is on top
    winners: tuple[Seat, ...] = ()

    @property
    def phase(self) -> Phase:
        """MUNCH-5.5: what the top of the agenda makes of it, and the turn or the combat where nothing is pending."""
        if self.winners:
            return "MATCH_OVER"
        if self.choice is not None:
            return "CHOICE"
        if self.agenda:
            top = type(self.agenda[-1])
            if top is BigExcess:
                return "BIG_EXCESS"
            if top is Picking:
                return "TREASURE_PICK"
            if top is Looting:
                return "LOOTING"
            if self.window is not None and self.window.kind != "conclusion":
                return "RESPONSE"
        return self.base_phase

    @property
    def base_phase(self) -> Phase:
        """The phase of the turn or of the combat, whatever lies on top of it."""
        if self.combat is None:
            return self.turn_phase
        if self.combat.runners:
            return "FLIGHT"
        return "CONCLUSION" if self.window is not None and self.window.kind == "conclusion" else "COMBAT"

    @property
    def living(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.is_alive)

    def deal(self, deal_id: int) -> Deal | None:
        for deal in self.deals:
            if deal.id == deal_id:
                return deal
        return None

    def in_turn_order(self, first: Seat) -> tuple[Seat, ...]:
        """All seats to the left, beginning with this one."""
        count = len(self.players)
        return tuple((first + i) % count for i in range(count))


def with_player(state: State, seat: Seat, **changes: object) -> State:
    """The state with one player changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def runner_on_turn(state: State) -> Seat | None:
    """MUNCH-13.9: the fighter makes all rolls first, then the helper; the dead roll no more."""
    combat = state.combat
    if combat is not None:
        for seat in combat.runners:
            if still_runs(state, seat):
                return seat
    return None


def still_runs(state: State, seat: Seat) -> bool:
    """Whether this runner has an escape roll still to make."""
    combat = state.combat
    if combat is None or seat not in combat.runners or not state.players[seat].is_alive:
        return False
    return any((seat, monster.id) not in combat.settled for monster in combat.monsters)


def on_turn(state: State) -> tuple[Seat, ...]:
    """The seats whose turn it is: before the first one, all who are not ready."""
    return to_act(state) if state.phase == "SETUP" else (state.active,)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that the match waits for."""
    phase = state.phase
    if phase == "SETUP":
        return tuple(seat for seat, player in enumerate(state.players) if not player.is_ready)
    if phase == "MATCH_OVER":
        return ()
    if phase == "CHOICE":
        assert state.choice is not None
        return (state.choice.seat,)
    if phase in ("CONCLUSION", "RESPONSE"):
        assert state.window is not None
        return tuple(seat for seat in state.window.asked if seat not in state.window.passed)
    if phase == "COMBAT":
        assert state.combat is not None
        return (state.combat.fighter,)
    if phase == "FLIGHT":
        runner = runner_on_turn(state)
        return () if runner is None else (runner,)
    if phase in ("BIG_EXCESS", "TREASURE_PICK", "LOOTING"):
        top = state.agenda[-1]
        assert isinstance(top, (BigExcess, Picking, Looting))
        if isinstance(top, Looting):  # between two events of a command the body may not lie there yet
            return () if state.body is None else state.body.looters[:1]
        return (top.seat,)
    return (state.active,)


def asked(state: State) -> tuple[Seat, ...]:
    """MUNCH-11.1, MUNCH-19.7: whoever is asked for help, and whoever has an offer to which the other one has agreed."""
    kind = "help" if state.phase == "COMBAT" else "trade" if state.phase in CALM else None
    fighter = None if state.combat is None else state.combat.fighter
    found = [
        seat
        for deal in state.deals
        if deal.kind == kind
        for seat in deal.parties
        if seat not in deal.agreed and (deal.agreed or (kind == "help" and seat != fighter))
    ]
    return tuple(dict.fromkeys(found))


def result(state: State) -> Result | None:
    """section 24: who has won; the scores are the Levels."""
    if not state.winners:
        return None
    return Result(state.winners, {str(seat): player.level for seat, player in enumerate(state.players)})
