"""Clank!: build a deck, rob the dragon, get out alive."""

from __future__ import annotations

from pathlib import Path

from games.clank import commands as c
from games.clank import rules_board, rules_cards, rules_turn
from games.clank.catalogue import DIGESTS, catalogue_json
from games.clank.choices import choices
from games.clank.clock import MILDEST_FIRST, regret
from games.clank.evolve import ON_EVENT
from games.clank.hidden import resample, reveals
from games.clank.invariants import invariants
from games.clank.narrate import marker, narrate, played_cards
from games.clank.scoring import result
from games.clank.setup import setup
from games.clank.state import ClankOptions, State, in_play, to_act
from games.clank.undo import undo_class
from games.clank.view import view
from games.decider import Clock, Decider, Presentation, Rules, TakeBack
from games.rulebook import load_rulebook

GAME: Decider[State] = Decider(
    slug="clank",
    name="Clank!",
    prefix="CLANK",
    rules_version=1,
    seats_min=2,
    seats_max=4,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    options=ClankOptions,
    catalogue=lambda options: catalogue_json(options.board_side),
    catalogue_digest=lambda options: DIGESTS[options.board_side],
    rules=Rules(
        initial=State(),
        setup=setup,
        on_command={
            c.PlayCard: rules_cards.play_card,
            c.AcquireCard: rules_cards.acquire_card,
            c.UseDevice: rules_cards.use_device,
            c.Fight: rules_cards.fight,
            c.BuyItem: rules_board.buy_item,
            c.Move: rules_board.move,
            c.Teleport: rules_board.teleport,
            c.TakeToken: rules_board.take,
            c.DeclineToken: rules_board.decline_token,
            c.UsePotion: rules_board.use_potion,
            c.EndTurn: rules_turn.end_turn,
            c.TrashCard: rules_turn.trash_card,
        },
        on_event=ON_EVENT,
        to_act=to_act,
        choices=choices,
        result=result,
        in_play=in_play,
        invariants=invariants,
    ),
    presentation=Presentation(
        view=view,
        narrate=narrate,
        reveals=reveals,
        resample=resample,
        marker=marker,
        played_cards=played_cards,
    ),
    take_back=TakeBack(undo_class=undo_class),
    clock=Clock(mildest_first=MILDEST_FIRST, regret=regret),
)
