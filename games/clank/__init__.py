"""Clank!: build a deck, rob the dragon, get out alive."""

from __future__ import annotations

from pathlib import Path

from games.clank import commands as c
from games.clank import rules_board, rules_cards, rules_turn
from games.clank.catalogue import DIGESTS, Contents, catalogue_json
from games.clank.choices import choices
from games.clank.clock import MILDEST_FIRST, regret
from games.clank.evolve import ON_EVENT
from games.clank.hidden import hand, resample, reveals
from games.clank.invariants import invariants
from games.clank.narrate import marker, narrate, played_cards
from games.clank.prompts import describe, prompt
from games.clank.scoring import result
from games.clank.setup import setup
from games.clank.state import ClankOptions, State, in_play, to_act
from games.clank.tracing import MEASURE, cards_in
from games.clank.undo import undo_class
from games.clank.value import value
from games.clank.view import View, view
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
    catalogue_type=Contents,
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
        view_type=View,
        narrate=narrate,
        reveals=reveals,
        resample=resample,
        prompt=prompt,
        describe=describe,
        marker=marker,
        cards_in=cards_in,
        measure=MEASURE,
        played_cards=played_cards,
        hand=hand,
        about="Sneak into a dragon's dungeon for an artifact, and get out alive. An hour.",
        emblem=("M6 22c4-12 10-15 20-16-3 3-3 5-2 8-4-1-6 1-6 4l-5 8z", "M20 10h.5M9 24l-3 3"),
    ),
    take_back=TakeBack(undo_class=undo_class),
    clock=Clock(mildest_first=MILDEST_FIRST, regret=regret),
    value=value,
)
