"""How the random player plays Big Deal, and what it should reach."""

from __future__ import annotations

import random
from typing import Any

from games.big_deal import GAME
from games.big_deal import events as e
from games.big_deal.catalogue import DECK, TITLES
from games.big_deal.setup import BigDealOptions
from games.choices import Choice
from games.decider import snake_case
from tests.play import Match

# Sets and thefts bring money, so that matches end; some of everything keeps odd situations coming.
EAGERNESS = {
    "form_set_from_hand": 4,
    "form_set_with_discard": 4,
    "attack_set": 6,
    "discard_card": 2,
    "defend_set": 6,
    "yield_set": 1,
    "continue_attack": 6,
    "stop_attack": 1,
}


def policy(rng: random.Random, _state: Any, _seat: int, choices: list[Choice]) -> Choice:
    return rng.choices(choices, [EAGERNESS[choice.type] for choice in choices])[0]


def random_options(rng: random.Random) -> BigDealOptions:
    """Seats 0 and 1 are there in every match, however many play."""
    return BigDealOptions(first_dealer_seat=rng.choice([None, 0, 1]))


def everything() -> set[str]:
    words = {word(effect) for title in TITLES for effect in title.effects}
    ends = {"defence_declined", "attack_stopped", "defender_out_of_cards", "attacker_out_of_cards"}
    return {
        *(event_type.__name__ for event_type in GAME.rules.on_event),
        *GAME.commands,
        *(f"{card} {what}" for card in DECK for what in ("laid", "fought", "discarded")),
        *words,
        *(f"duel ended by {end}" for end in ends),
        *(f"drawn at {reason}" for reason in ("turn_end", "duel_attacker", "duel_defender")),
        "pile too small for a refill",
        "round ended by a defender",
        "round ended by two seats",
    }


def word(effect: Any) -> str:
    """An effect as the vocabulary spells it: `PAIR(any)`."""
    name = type(effect).__struct_config__.tag
    inner = getattr(effect, "which", getattr(effect, "amount", None))
    return name if inner is None else f"{name}({inner})"


def words_of(card: str, *names: str) -> set[str]:
    title = next(title for title in TITLES if card in title.cards)
    return {word(effect) for effect in title.effects if word(effect).split("(")[0] in names}


def reached(match: Match) -> set[str]:
    found = {type(event).__name__ for event in match.events}
    found |= {snake_case(type(command).__name__) for command in match.commands}
    active = 0
    for event in match.events:
        match event:
            case e.TurnStarted(seat=seat):
                active = seat
            case e.SetFormed(cards=cards):
                for card in cards:
                    found |= {f"{card} laid"} | words_of(card, "TYPE", "PAIR", "LAYER", "SCORE")
            case e.AttackDeclared(card=card) | e.DefencePlayed(card=card) | e.AttackContinued(card=card):
                found |= {f"{card} fought"} | words_of(card, "FIGHT")
            case e.DuelResolved(ended_by=end):
                found.add(f"duel ended by {end}")
            case e.CardDiscarded(card=card):
                found |= {f"{card} discarded"} | words_of(card, "DISCARD")
            case e.StarterRevealed(card=card):
                found |= words_of(card, "STARTER")
            case e.CardsDrawn(reason=reason, rule=rule):
                found.add(f"drawn at {reason}")
                if "BIGDEAL-8.3" in rule:
                    found.add("pile too small for a refill")
            case e.RoundEnded(out_seats=out):
                if active not in out:
                    found.add("round ended by a defender")
                if len(out) > 1:
                    found.add("round ended by two seats")
    return found
