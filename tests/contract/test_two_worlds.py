"""What a command shows, and what may be taken back freely, in every game (tests/two_worlds.py)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.decider import Decider
from games.registry import all_games
from tests.play import Match, moves, near_commands
from tests.policies import POLICIES, options_for
from tests.two_worlds import is_free_only_if_nothing_is_learned, shows_only_what_it_names

MATCHES = {"coup": 15, "szmal": 5, "big-deal": 3, "clank": 2, "munchkin-apocalypse": 8}
STEPS_MAX = 150
# What these matches, few and short, do not come to; everything else must be met, or nothing is compared
NOT_MET = {
    "big-deal": {"PickUpPileReshuffled", "MatchEnded"},
    "clank": {
        *("BuyItem", "Teleport", "TeleportGained", "TeleportSpent", "GoldSpent", "RowCardReplaced", "ReserveTaken"),
        *("ItemBought", "DamageHealed", "TrashLapsed", "DragonCubesReturned", "PlayerKnockedOut", "PlayerLeftDungeon"),
        *("MasteryAwarded", "CountdownStarted", "CountdownAdvanced", "FinalAttack", "MatchEnded"),
    },
    "munchkin-apocalypse": {
        *("PlaySuperMunchkin", "DiscardItem", "RemoveFromSale", "TakeFromDeal", "GiveBigItem", "DiscardBigItem"),
        *("JoinHordeWith", "GrantShare", "PickTreasure", "DeckReshuffled", "DeckExhausted", "MatchEnded"),
        *("SuperMunchkinPlayed", "SuperMunchkinDiscarded", "ItemMoved", "CardRecovered", "BigExcessFound"),
        *("BigItemGiven", "HordeEnhancerPlayed", "MonsterEliminated", "ShareGranted", "HelperLost", "TreasurePicked"),
        *("PledgePaid", "PledgeLapsed", "EscapeRerolled", "SealClosingUsedUp"),
    },
    "szmal": {"ChooseProperty", "ChooseGangster", "PassExtra", "ExtraPlayDeclined", "SupplyOverdrawn"},
}


@pytest.fixture(params=list(all_games().values()), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def matches(game: Decider[Any], first: int) -> list[Match]:
    found = []
    for seed in range(first, first + MATCHES[game.slug]):
        rng = random.Random(seed)
        match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        found.append(match)
    return found


def test_a_command_shows_nothing_but_the_cards_that_it_names(game):
    """Rare commands each time, the others now and then."""
    count: Counter[str] = Counter()
    met: Counter[type[Any]] = Counter()
    happened: set[type[Any]] = set()
    for match in matches(game, 500):
        rng = random.Random(match.seed)  # not that of the play, which stays the same whatever is compared
        for command in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            met[type(command)] += 1
            if met[type(command)] <= 15 or rng.random() < 0.1:
                shows_only_what_it_names(match, command, rng, count)
                for near in near_commands(match, rng, 2):
                    shows_only_what_it_names(match, near, rng, count)
        happened.update(map(type, match.events))
    assert min(count["alike"], count["refused"]) > 50, count
    types = {*game.rules.on_command, *game.rules.on_event}
    assert {one.__name__ for one in types - met.keys() - happened} <= NOT_MET.get(game.slug, set())


def test_a_command_is_taken_back_freely_only_if_nobody_has_learned_anything(game):
    count: Counter[str] = Counter()
    for match in matches(game, 600):
        rng = random.Random(match.seed)  # not that of the play, which stays the same whatever is compared
        for command in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            is_free_only_if_nothing_is_learned(match, command, rng, count)
            for near in near_commands(match, rng, 1):
                is_free_only_if_nothing_is_learned(match, near, rng, count)
    assert count["free"] > 100, count
