"""One plain sentence for each event, of what the viewer has been given and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from events.visibility import Viewer
from games.clank import events as ev
from games.clank.catalogue import BOARDS, CARDS, GOBLIN, TABLE, TOKENS
from games.clank.events import CardAcquired, MonsterDefeated, TurnStarted
from games.decider import Event, Seat

ROOMS: Mapping[str, str] = {room.id: room.title for board in BOARDS.values() for room in board.rooms}
CORRIDORS = frozenset(corridor.id for board in BOARDS.values() for corridor in board.corridors)
KNOCKED_OUT = "CLANK-15.8"  # the rule that an event cites if it follows from a knock-out
CONDITIONS: Mapping[str, str] = {
    "other_companion_in_play": "played another companion",
    "has_crown": "a crown",
    "has_artifact": "an artifact",
    "has_monkey_idol": "a monkey idol",
}
FLAGS: Mapping[str, str] = {
    "ignore_caves": "crystal caves do not exhaust {who} this turn",
    "ignore_tunnel_monsters": "monsters in corridors do not hurt {who} this turn",
    "gem_discount": "{who} pays less Skill for gems this turn",
}


def narrate(event: Event, _viewer: Viewer) -> str:
    return SENTENCES[type(event)](event)


def who(seat: int) -> str:
    return f"{{{seat}}}"


def title(name: str) -> str:
    """The name of whatever an event came from: a card, a token, or a word of the rules."""
    if name in CARDS:
        return CARDS[name].title
    return TOKENS[name].title if name in TOKENS else name.replace("_", " ")


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _and(parts: Iterable[str]) -> str:
    *head, last = list(parts) or ["nothing"]
    return f"{', '.join(head)} and {last}" if head else last


def _pools(event: ev.ResourcesGained | ev.ResourcesSpent) -> str:
    amounts = (("Skill", "Skill", event.skill), ("Sword", "Swords", event.swords), ("Boot", "Boots", event.boots))
    return _and(_count(amount, one, many) for one, many, amount in amounts if amount)


def _spent(event: ev.ResourcesSpent) -> str:
    what = "to pass a corridor" if event.spent_on in CORRIDORS else f"({title(event.spent_on)})"
    return f"{who(event.seat)} spends {_pools(event)} {what}."


def _trash_lapsed(event: ev.TrashLapsed) -> str:
    if KNOCKED_OUT in event.rule.split():
        return f"{who(event.seat)} no longer has to trash a card ({title(event.source)})."
    return f"{who(event.seat)} has nothing to trash ({title(event.source)})."


def _turn_ended(event: ev.TurnEnded) -> str:
    if KNOCKED_OUT in event.rule.split():
        return f"{who(event.seat)} is knocked out, so this turn is over."
    return f"{who(event.seat)} ends the turn."


def _drawn(event: ev.CardsDrawn) -> str:
    if event.cards is None:
        return f"{who(event.seat)} draws {_count(event.count, 'card')}."
    return f"{who(event.seat)} draws {_and(title(card.name) for card in event.cards)}."


def _gold(event: ev.GoldGained) -> str:
    if not event.is_gain:
        return f"{who(event.seat)} gains {event.bonus} gold more for earlier gains ({title(event.source)})."
    extra = f", {event.bonus} of it as a bonus" if event.bonus else ""
    return f"{who(event.seat)} gains {event.base + event.bonus} gold{extra} ({title(event.source)})."


def _clank(event: ev.ClankAdded) -> str:
    cancelled = f"; Quiet cancels {event.cancelled}" if event.cancelled else ""
    return f"{who(event.seat)} makes {event.added} Clank{cancelled} ({title(event.source)})."


def _quiet(event: ev.ClankRemoved) -> str:
    kept = f" and keeps {event.banked} Quiet for this turn" if event.banked else ""
    return f"{who(event.seat)} takes {_count(event.removed, 'cube')} back from the Clank area{kept}."


def _replaced(event: ev.RowCardReplaced) -> str:
    new = f"{title(event.new.name)} takes its place" if event.new else "the dungeon deck has to be shuffled first"
    return f"{title(event.old.name)} leaves the dungeon row; {new}."


def _moved(event: ev.PawnMoved) -> str:
    verb = "teleports" if event.mode == "teleport" else "moves"
    return f"{who(event.seat)} {verb} from {ROOMS[event.from_room]} to {ROOMS[event.to_room]}."


def _rage(event: ev.RageAdvanced) -> str:
    if event.from_space == event.to_space:
        return "The dragon cannot get any angrier."
    drawn = _count(TABLE.rage[event.to_space - 1], "cube")
    return f"The dragon gets angrier: its attacks now draw {drawn} (space {event.to_space} of its track)."


def _attack(event: ev.DragonAttackStarted) -> str:
    moved = sum(event.moved_to_bag)
    into = (
        f"{_count(moved, 'cube')} {'goes' if moved == 1 else 'go'} into the bag" if moved else "the bag gets no cubes"
    )
    return f"The dragon attacks: {into}, and {_count(event.cubes, 'cube')} {'is' if event.cubes == 1 else 'are'} drawn."


def _cubes(event: ev.CubesDrawn) -> str:
    names = ["black" if cube == "black" else who(cube) for cube in event.cubes]
    return f"Drawn from the bag: {_and(names)}."


def _knocked_out(event: ev.PlayerKnockedOut) -> str:
    fate = "and is rescued" if event.rescued else "and is lost"
    return f"{who(event.seat)} is knocked out in {ROOMS[event.room_id]} {fate}."


def _ended(event: ev.MatchEnded) -> str:
    if event.winner is None:
        return "The match is over; nobody came out alive."
    totals = {score.seat: score.total for score in event.scores}
    return f"The match is over; {who(event.winner)} wins with {_count(totals[event.winner], 'point')}."


def _excluded(event: ev.ArtifactsExcluded) -> str:
    if not event.values:
        return "All artifacts are in play."
    if len(event.values) == 1:
        return f"The artifact of {event.values[0]} points stays in the box."
    return f"The artifacts of {_and(map(str, event.values))} points stay in the box."


def _first_row(event: ev.RowDealt) -> str:
    aside = f"; {_count(len(event.set_aside), 'card')} with a dragon went back" if event.set_aside else ""
    return f"The dungeon row shows {_and(title(card.name) for card in event.cards)}{aside}."


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    ev.MatchCreated: lambda e: f"The match begins on side {e.board_side} with {_count(len(e.colours), 'player')}.",
    ev.FirstPlayerChosen: lambda e: f"{who(e.order[0])} plays first.",
    ev.ArtifactsExcluded: _excluded,
    ev.TokensPlaced: lambda _: "Artifacts, idols and the market's items are laid out.",
    ev.SecretsPlaced: lambda e: (
        f"{len(e.major)} major and {len(e.minor)} minor secrets are laid out face down; {len(e.boxed)} stay in the box."
    ),
    ev.DungeonDeckShuffled: lambda e: f"The dungeon deck of {_count(e.size, 'card')} is shuffled.",
    ev.RowDealt: _first_row,
    ev.DeckShuffled: lambda e: f"{who(e.seat)} shuffles {_count(e.size, 'card')} into a new deck.",
    ev.CardsDrawn: _drawn,
    ev.TurnStarted: lambda e: f"Turn {e.turn_no}: {who(e.seat)} plays.",
    ev.CardPlayed: lambda e: f"{who(e.seat)} plays {title(e.name)}.",
    ev.ResourcesGained: lambda e: f"{who(e.seat)} gets {_pools(e)} ({title(e.source)}).",
    ev.ResourcesSpent: _spent,
    ev.TeleportGained: lambda e: f"{who(e.seat)} may teleport {'once' if e.count == 1 else f'{e.count} times'}.",
    ev.TeleportSpent: lambda e: f"{who(e.seat)} uses a teleport.",
    ev.ConditionMet: lambda e: f"{who(e.seat)} has {CONDITIONS[e.condition]}, so the card gives more.",
    ev.FlagSet: lambda e: f"From now on {FLAGS[e.flag].format(who=who(e.seat))}.",
    ev.GoldGained: _gold,
    ev.GoldSpent: lambda e: f"{who(e.seat)} pays {e.amount} gold ({title(e.spent_on)}).",
    ev.ClankAdded: _clank,
    ev.ClankRemoved: _quiet,
    ev.CardAcquired: lambda e: f"{who(e.seat)} acquires {title(e.name)} for {e.cost} Skill.",
    ev.DeviceUsed: lambda e: f"{who(e.seat)} uses {title(e.name)}.",
    ev.MonsterDefeated: lambda e: f"{who(e.seat)} defeats {'the ' if e.name == GOBLIN.id else ''}{title(e.name)}.",
    ev.CardDiscarded: lambda e: f"{who(e.seat)} discards {title(e.name)} unplayed.",
    ev.RowCardReplaced: _replaced,
    ev.ReserveTaken: lambda e: f"{who(e.seat)} takes {_count(e.count, 'card')} of {title(e.pile)} from the reserve.",
    ev.ItemBought: lambda e: f"{who(e.seat)} buys {title(e.kind)}.",
    ev.PawnMoved: _moved,
    ev.BecameExhausted: lambda e: f"The crystal cave exhausts {who(e.seat)}.",
    ev.DamageTaken: lambda e: f"{who(e.seat)} takes {e.amount} damage ({e.source}).",
    ev.DamageHealed: lambda e: f"{who(e.seat)} heals {e.amount} damage ({title(e.source)}).",
    ev.TokensOffered: lambda e: f"{who(e.seat)} may take something in {ROOMS[e.room_id]}.",
    ev.TokenTaken: lambda e: f"{who(e.seat)} takes {title(e.kind)} in {ROOMS[e.room_id]}.",
    ev.TokenDeclined: lambda e: f"{who(e.seat)} takes nothing in {ROOMS[e.room_id]}.",
    ev.TokenBoxed: lambda e: f"{title(e.kind)} goes to the box.",
    ev.PotionUsed: lambda e: f"{who(e.seat)} drinks {title(e.kind)}.",
    ev.RageAdvanced: _rage,
    ev.TrashOwed: lambda e: f"{who(e.seat)} has to trash a card at the end of the turn ({title(e.source)}).",
    ev.TrashLapsed: _trash_lapsed,
    ev.TrashDemanded: lambda e: f"{who(e.seat)} chooses a card to trash ({title(e.source)}).",
    ev.CardTrashed: lambda e: f"{who(e.seat)} trashes {title(e.name)}.",
    ev.TurnEnded: _turn_ended,
    ev.PlayAreaDiscarded: lambda e: f"{who(e.seat)} discards {_count(len(e.card_ids), 'played card')}.",
    ev.RowRefilled: lambda e: f"{title(e.name)} comes into the dungeon row.",
    ev.ArriveResolved: lambda e: f"{title(e.name)} arrives.",
    ev.DragonCubesReturned: lambda e: (
        f"{_count(e.count, 'black cube')} {'goes' if e.count == 1 else 'go'} back into the bag."
    ),
    ev.DragonAttackStarted: _attack,
    ev.CubesDrawn: _cubes,
    ev.PlayerKnockedOut: _knocked_out,
    ev.PlayerLeftDungeon: lambda e: f"{who(e.seat)} leaves the dungeon!",
    ev.MasteryAwarded: lambda e: f"{who(e.seat)} receives a Mastery, worth {TOKENS['mastery'].points} points.",
    ev.CountdownStarted: lambda e: f"{who(e.seat)} is the first to be out: the countdown begins.",
    ev.CountdownAdvanced: lambda e: f"The countdown reaches space {e.space}.",
    ev.FinalAttack: lambda e: f"The final attack: {_and(map(who, e.victims))} cannot get out any more.",
    ev.MatchEnded: _ended,
}


def marker(event: Event) -> str | None:
    return f"turn {event.turn_no}" if isinstance(event, TurnStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """What is bought, and what is fought."""
    return [(event.seat, event.name)] if isinstance(event, (CardAcquired, MonsterDefeated)) else []
