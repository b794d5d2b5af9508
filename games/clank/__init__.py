"""Clank!: build a deck, rob the dragon, get out alive."""

from __future__ import annotations

from pathlib import Path

from games.clank import commands, rules_board, rules_cards, rules_turn
from games.clank.catalogue import DIGESTS, catalogue
from games.clank.choices import choices
from games.clank.events import CardAcquired, MonsterDefeated, TurnStarted
from games.clank.evolve import ON_EVENT
from games.clank.hidden import resample
from games.clank.invariants import invariants
from games.clank.narrate import narrate
from games.clank.scoring import result
from games.clank.setup import setup
from games.clank.state import ClankOptions, State, to_act
from games.clank.undo import reveals, undo_class
from games.clank.view import view
from games.decider import Decider, Event, Seat
from games.rulebook import load_rulebook


def marker(event: Event) -> str | None:
    return f"turn {event.turn_no}" if isinstance(event, TurnStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """What is bought, and what is fought."""
    return [(event.seat, event.name)] if isinstance(event, (CardAcquired, MonsterDefeated)) else []


GAME = Decider(
    slug="clank",
    name="Clank!",
    prefix="CLANK",
    rules_version=1,
    seats_min=2,
    seats_max=4,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    catalogue_digest=lambda options: DIGESTS[options.board_side],
    catalogue=lambda options: catalogue(options.board_side),
    options=ClankOptions,
    initial=State(),
    setup=setup,
    on_command={
        commands.PlayCard: rules_cards.play_card,
        commands.AcquireCard: rules_cards.acquire_card,
        commands.UseDevice: rules_cards.use_device,
        commands.Fight: rules_cards.fight,
        commands.BuyItem: rules_board.buy_item,
        commands.Move: rules_board.move,
        commands.Teleport: rules_board.teleport,
        commands.TakeToken: rules_board.take,
        commands.DeclineToken: rules_board.decline_token,
        commands.UsePotion: rules_board.use_potion,
        commands.EndTurn: rules_turn.end_turn,
        commands.TrashCard: rules_turn.trash_card,
    },
    on_event=ON_EVENT,
    to_act=to_act,
    choices=choices,
    view=view,
    narrate=narrate,
    result=result,
    invariants=invariants,
    reveals=reveals,
    marker=marker,
    resample=resample,
    undo_class=undo_class,
    played_cards=played_cards,
)
