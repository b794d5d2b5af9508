"""Section 12 of the rulebook: who sees what."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.visibility import ARBITER, SPECTATOR, Viewer, divide, marks, redact
from games.big_deal import GAME
from games.big_deal import events as e
from games.big_deal.catalogue import DECK
from games.big_deal.commands import AttackSet, DefendSet, DiscardCard, StopAttack, YieldSet
from games.big_deal.setup import BigDealOptions
from games.big_deal.state import State
from games.decider import Command, Event, IllegalMove
from games.dice import Dice
from tests.games.big_deal.policy import EAGERNESS
from tests.games.big_deal.table import at, of_type, opened, order, story
from tests.play import Match, build, moves, sample_params
from tests.spec import ScriptedDice, view_of

SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}
HANDS = {0: "STOCKS-03 GOLD-01 HOME-01 HOME-02", 1: "STOCKS-05 SILVER-01 YACHT-01 YACHT-02"}
EVERYBODY: tuple[Viewer, ...] = (0, 1, 2, 3, SPECTATOR)


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def seen(state: State, viewer: Viewer) -> bytes:
    """All that a viewer gets from the state: the table, who is to act, and what they may do."""
    choices = GAME.rules.choices(state, viewer) if isinstance(viewer, int) else []
    return encode([view_of(GAME, state, viewer), GAME.rules.to_act(state), choices])


def heard(events: list[Event], viewer: Viewer, *, own_draws: bool = True) -> list[tuple[str, Event, str]]:
    """All that a viewer gets from events; their own draws may be left out, which depend on the pile alone."""
    told = []
    for event in events:
        shown = redact(event, viewer)
        if isinstance(shown, (e.CardsDrawn, e.HandDealt)) and not own_draws:
            shown = replace(shown, cards=None)
        told.append((type(event).__name__, shown, GAME.presentation.narrate(shown, viewer)))
    return told


def with_hand(state: State, seat: int, text: str) -> State:
    """The same table with another hand; its cards change places with cards of the pile."""
    hand, pile = list(state.hands[seat]), list(state.pile)
    for place, card in enumerate(text.split()):
        if card not in hand:
            pile[pile.index(card)], hand[place] = hand[place], card
    hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
    return replace(state, hands=hands, pile=tuple(pile))


def test_bigdeal_12_1_a_hand_is_seen_by_its_owner_and_counted_by_all():
    state = at(hands=HANDS).state
    for viewer in (*EVERYBODY, ARBITER):
        for seat in view_of(GAME, state, viewer)["seats"]:
            assert seat["hand_count"] == 4
            if viewer in (seat["seat"], ARBITER):
                assert tuple(card["id"] for card in seat["hand"]) == state.hands[seat["seat"]]
            else:
                assert seat["hand"] is None


def test_bigdeal_12_2_of_the_pick_up_pile_only_the_number_is_seen():
    state = at(pile=17).state
    for viewer in EVERYBODY:
        assert view_of(GAME, state, viewer)["pick_up_pile"] == {
            "count": 17,
            "cards": None,
            "returned_jokers": [],
        }
        assert not any(card.encode() in seen(state, viewer) for card in state.pile)
    assert view_of(GAME, state, ARBITER)["pick_up_pile"]["cards"] == list(state.pile)


@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.rules("BIGDEAL-R.26")
def test_bigdeal_12_3_the_whole_discard_pile_is_public(viewer):
    state = at(discards="HOME-01 GOLD-01 BANK-01", pile=20).state
    assert view_of(GAME, state, viewer)["discard_pile"] == {
        "count": len(state.discards),
        "top": {"id": "BANK-01", "title": "Bank Account", "value": 10_000},
        "cards": list(state.discards),
    }


def test_bigdeal_12_3_an_empty_discard_pile_has_no_top():
    assert view_of(GAME, at(pile=None).state, 0)["discard_pile"] == {"count": 0, "top": None, "cards": []}


@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.rules("BIGDEAL-R.26")
def test_bigdeal_12_4_collections_are_public_to_the_last_covered_card(viewer):
    state = at(sets={2: ["GOLD-01 HOME-01", "STOCKS-01 STOCKS-02"]}).state
    shown = view_of(GAME, state, viewer)["seats"][2]
    assert shown["collection"][0] == {
        "set_id": "S1-1",
        "set_type": "HOME",
        "title": "Home",
        "value": 70_000,
        "cards": [
            {"id": "GOLD-01", "title": "Gold", "value": 50_000},
            {"id": "HOME-01", "title": "Home", "value": 20_000},
        ],
    }
    assert [one["set_id"] for one in shown["collection"]] == ["S1-1", "S1-2"]
    assert shown["collection_value"] == 90_000


def returned_joker_table() -> State:
    """Three players; SILVER-06 was turned up and went back."""
    first = order(*DECK[30:45], "SILVER-06")
    pile = first[15:]
    return GAME.fold(GAME.rules.initial, opened(3, first, (*pile[1:50], pile[0], *pile[50:])))


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_bigdeal_12_5_a_rejected_joker_is_known_but_not_its_place(viewer):
    state = returned_joker_table()
    assert view_of(GAME, state, viewer)["pick_up_pile"]["returned_jokers"] == ["SILVER-06"]
    places = set()
    for seed in range(60):
        other = GAME.presentation.resample(state, viewer, Dice(b"%d" % seed, 0))
        assert "SILVER-06" in other.pile
        places.add(other.pile.index("SILVER-06"))
    assert len(places) > 30


def test_bigdeal_12_5_a_new_round_forgets_the_jokers_of_the_last():
    state = replace(
        at(hands={seat: f"COIN-0{seat + 1}" for seat in range(4)}, pile=0).state,
        returned=("SILVER-06",),
        returned_max=(9, 9, 9, 9),
    )
    events = GAME.decide(state, DiscardCard(seat=0, card_id="COIN-01"), ScriptedDice([order()]))
    assert of_type(events, e.RoundStarted)
    after = GAME.fold(state, events)
    assert view_of(GAME, after, 0)["pick_up_pile"]["returned_jokers"] == []
    assert after.returned_max == (0, 0, 0, 0)


def test_bigdeal_12_5_whoever_has_drawn_since_may_hold_it():
    state = returned_joker_table()
    (card, *_rest) = state.hands[0]
    state = GAME.fold(state, GAME.decide(state, DiscardCard(seat=0, card_id=card), Dice(b"", 1)))
    holders = set()
    for seed in range(300):
        other = GAME.presentation.resample(state, SPECTATOR, Dice(b"%d" % seed, 0))
        holders |= {seat for seat in range(3) if "SILVER-06" in other.hands[seat]}
    assert holders == {0}


def test_bigdeal_12_5_a_hand_cannot_hold_more_returned_jokers_than_it_has_drawn():
    state = returned_joker_table()
    state = replace(state, returned=("SILVER-06", "GOLD-01"), returned_max=(1, 0, 0))
    hand = ("SILVER-06", *state.hands[0][1:])
    pile = tuple(card if card != "SILVER-06" else state.hands[0][0] for card in state.pile)
    state = replace(state, hands=(hand, *state.hands[1:]), pile=pile)
    state = GAME.evolve(state, e.CardDiscarded(seat=0, card="SILVER-06", rule="BIGDEAL-7.1"))
    assert state.returned_max == (0, 0, 0)
    for seed in range(100):
        other = GAME.presentation.resample(state, SPECTATOR, Dice(b"%d" % seed, 0))
        assert "GOLD-01" in other.pile


def test_bigdeal_12_6_duel_cards_are_public_when_played():
    told, state = story(
        at(hands=HANDS, sets=SETS),
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="SILVER-01"),
    )
    for viewer in EVERYBODY:
        assert [redact(event, viewer).card for event in told] == ["STOCKS-03", "SILVER-01"]
        assert view_of(GAME, state, viewer)["duel"] == {
            "attacker_seat": 0,
            "defender_seat": 1,
            "set_id": "S1-3",
            "set_type": "STOCKS",
            "title": "Stocks",
            "attack_cards": [{"id": "STOCKS-03", "title": "Stocks", "value": 10_000}],
            "defence_cards": [{"id": "SILVER-01", "title": "Silver", "value": 25_000}],
        }


def test_bigdeal_12_7_private_fields_are_empty_for_others_and_nothing_else_is_private(played_match):
    private = {event_type.__name__: set(marks(event_type)) for event_type in GAME.rules.on_event if marks(event_type)}
    assert private == {
        "DeckShuffled": {"order"},
        "PickUpPileReshuffled": {"order"},
        "HandDealt": {"cards"},
        "CardsDrawn": {"cards"},
    }
    for event in played_match.match.events:
        public, secret = divide(event)
        if type(event).__name__ not in private:
            assert secret == {}
            continue
        (name,) = private[type(event).__name__]
        assert name not in public
        owner = f"seat:{event.seat}" if name == "cards" else "sealed"
        assert secret == {owner: {name: getattr(event, name)}}
        # What is left does not depend on which cards they were.
        others = replace(event, **{name: tuple(reversed(DECK))[: len(getattr(event, name))]})
        assert redact(others, SPECTATOR) == redact(event, SPECTATOR)
        assert divide(others)[0] == public


ABLE = "STOCKS-05 SILVER-01 YACHT-01 YACHT-02"
UNABLE = "HOME-07 HOME-08 YACHT-01 YACHT-02"


@pytest.mark.rules("BIGDEAL-6.16", "BIGDEAL-R.18")
def test_bigdeal_12_8_a_defender_who_cannot_looks_like_one_who_will_not():
    able = at(hands={**HANDS, 1: ABLE}, sets=SETS, pile_top="AUTO-01 HOME-07 HOME-08").state
    unable = with_hand(able, 1, UNABLE)
    command = AttackSet(seat=0, target_seat=1, card_id="STOCKS-03")
    worlds = [GAME.fold(world, GAME.decide(world, command, Dice(b"", 1))) for world in (able, unable)]
    assert [len(GAME.rules.choices(world, 1)) for world in worlds] == [2, 1]
    yielded = [GAME.decide(world, YieldSet(seat=1), Dice(b"", 2)) for world in worlds]
    for viewer in (0, 2, 3, SPECTATOR):
        assert seen(worlds[0], viewer) == seen(worlds[1], viewer)
        assert view_of(GAME, worlds[0], viewer)["decision"] == {
            "seat": 1,
            "commands": ["defend_set", "yield_set"],
        }
        assert heard(yielded[0], viewer) == heard(yielded[1], viewer)
        after = [GAME.fold(world, events) for world, events in zip(worlds, yielded)]
        assert seen(after[0], viewer) == seen(after[1], viewer)


@pytest.mark.rules("BIGDEAL-6.16", "BIGDEAL-R.18")
def test_bigdeal_12_8_an_attacker_who_cannot_looks_like_one_who_will_not():
    able = at(
        hands={0: "STOCKS-03 GOLD-01 HOME-01", 1: "YACHT-01 YACHT-02 YACHT-03"},
        sets=SETS,
        duel=(1, "STOCKS-04", "STOCKS-05"),
        pile_top="AUTO-01 AUTO-02 HOME-07 HOME-08",
    ).state
    unable = with_hand(able, 0, "HOME-07 HOME-08 HOME-01")
    worlds = [able, unable]
    assert [len(GAME.rules.choices(world, 0)) for world in worlds] == [2, 1]
    stopped = [GAME.decide(world, StopAttack(seat=0), Dice(b"", 2)) for world in worlds]
    for viewer in (1, 2, 3, SPECTATOR):
        assert seen(able, viewer) == seen(unable, viewer)
        assert view_of(GAME, able, viewer)["decision"] == {
            "seat": 0,
            "commands": ["continue_attack", "stop_attack"],
        }
        assert heard(stopped[0], viewer) == heard(stopped[1], viewer)


def test_bigdeal_12_8_on_a_turn_the_generic_commands_are_the_same_whatever_one_holds():
    rich = at(
        hands={0: "HOME-01 HOME-02 GOLD-01 STOCKS-03"},
        sets=SETS,
        discards="BANK-01",
        pile_top="AUTO-01 YACHT-01 JEWELS-01 STAMP-01",
    ).state
    poor = with_hand(rich, 0, "AUTO-01 YACHT-01 JEWELS-01 STAMP-01")
    assert [len(GAME.rules.choices(world, 0)) for world in (rich, poor)] == [7, 1]
    for viewer in (1, 2, 3, SPECTATOR):
        assert seen(rich, viewer) == seen(poor, viewer)


def test_bigdeal_12_8_the_names_do_not_shrink_with_the_hand():
    last = at(hands={0: "HOME-01", 1: "BANK-01"}, discards="COIN-01", pile=0).state
    assert [choice.type for choice in GAME.rules.choices(last, 0)] == ["discard_card"]
    for viewer in (*EVERYBODY, ARBITER):
        assert view_of(GAME, last, viewer)["decision"] == {
            "seat": 0,
            "commands": ["form_set_from_hand", "form_set_with_discard", "attack_set", "discard_card"],
        }


def duel_eager(rng: random.Random, _state: Any, _seat: int, choices: list[Any]) -> Any:
    """Attacks whenever it can, and fights on more often than not."""
    weights = [60 if choice.type == "attack_set" else EAGERNESS[choice.type] for choice in choices]
    return rng.choices(choices, weights)[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.rules("BIGDEAL-12.8", "BIGDEAL-6.16", "BIGDEAL-12.1", "BIGDEAL-12.2")
def test_bigdeal_i_22_two_worlds_in_duels_look_and_sound_the_same(seats):
    rng = random.Random(seats)
    duels = differing = 0
    for seed in range(3):
        match = Match(GAME, BigDealOptions(), seats, 700 + seed)
        match.start()
        for _command in moves(match, rng, duel_eager):
            if match.state.round > 1:
                break
            if match.state.duel is None:
                continue
            duels += 1
            for viewer in (*range(seats), SPECTATOR):
                differing += duel_in_two_worlds(match.state, viewer, rng)
    assert duels > 50
    assert differing > 20, "the other world never changed whether the deciding player could answer"


def duel_in_two_worlds(state: State, viewer: Viewer, rng: random.Random) -> bool:
    """Compares what one viewer gets; tells whether the worlds differ in what the deciding seat could do."""
    other = GAME.presentation.resample(state, viewer, Dice(rng.randbytes(8), 0))
    assert seen(other, viewer) == seen(state, viewer)
    (decider,) = GAME.rules.to_act(state)
    give_up: Command = YieldSet(seat=decider) if state.phase == "duel_defence" else StopAttack(seat=decider)
    answers = [give_up]
    if viewer == decider:
        templates = GAME.rules.choices(state, decider)
        answers += [build(GAME, one.type, decider, sample_params(one, rng)) for one in templates]
    for answer in answers:
        events = [GAME.decide(world, answer, Dice(b"same luck", 1)) for world in (state, other)]
        if of_type(events[0], e.HandDiscarded):
            continue  # the round ends and every hand is shown
        assert heard(events[0], viewer, own_draws=False) == heard(events[1], viewer, own_draws=False)
    return len(GAME.rules.choices(state, decider)) != len(GAME.rules.choices(other, decider))


def test_bigdeal_12_9_a_refusal_makes_no_event_and_changes_nothing():
    start = at(hands=HANDS, sets=SETS)
    before = encode(start.state)
    with pytest.raises(IllegalMove):
        GAME.decide(start.state, DiscardCard(seat=0, card_id="BANK-01"), Dice(b"", 1))
    assert encode(start.state) == before


@pytest.mark.parametrize(
    "card",
    ["STOCKS-05", "AUTO-01", "COIN-01", "CASH-01", "BANK-01", "HOME-99", "", "nonsense"],
    ids=["other hand", "pile", "own set", "other set", "discard pile", "no such card", "empty", "nonsense"],
)
def test_bigdeal_12_10_the_answer_is_the_same_wherever_the_card_is(card):
    start = at(hands=HANDS, sets=SETS, discards="BANK-01", pile_top="AUTO-01")
    refusal = start.when(DiscardCard(seat=0, card_id=card)).then_refused("BIGDEAL-12.10", "card_not_in_hand")
    assert refusal.message == "That card is not in your hand; choose among the cards you hold."
    assert refusal.facts == {}
    start.when(AttackSet(seat=0, target_seat=1, card_id=card)).then_refused("BIGDEAL-12.10", "card_not_in_hand")


def test_bigdeal_12_11_a_spectator_sees_what_all_players_have_in_common(played_match):
    for _before, event, after in played_match.states[::7]:
        views = [view_of(GAME, after, seat) for seat in range(after.seats)]
        assert view_of(GAME, after, SPECTATOR) == common(views)
        shown = redact(event, SPECTATOR)
        for name in event.__struct_fields__:
            values = [getattr(redact(event, seat), name) for seat in range(after.seats)]
            agreed = values[0] if all(value == values[0] for value in values) else None
            assert getattr(shown, name) == agreed


def common(values: list[Any]) -> Any:
    """What is the same in all of these; None where they differ."""
    first = values[0]
    if all(isinstance(value, dict) for value in values):
        return {key: common([value[key] for value in values]) for key in first}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [common(list(entries)) for entries in zip(*values)]
    return first if all(value == first for value in values) else None


@pytest.mark.rules("BIGDEAL-R.33")
def test_bigdeal_12_12_everything_is_open_after_the_end_and_secrets_of_old_rounds_stay_until_then(played_match):
    assert any(isinstance(event, e.MatchEnded) for event in played_match.match.events)
    for event in played_match.match.events:
        assert redact(event, ARBITER) == event  # what everybody is shown once the match is over
    earlier = [event for event in of_type(played_match.match.events, e.HandDealt) if event.round == 1]
    assert len(earlier) == played_match.match.seats
    for event in earlier:
        assert redact(event, (event.seat + 1) % played_match.match.seats).cards is None


def test_a_resampled_table_can_hold_any_unseen_card_anywhere():
    state = at(3, hands={0: "HOME-01"}, pile=None).state
    held: dict[int, set[str]] = {1: set(), 2: set()}
    for seed in range(400):
        other = GAME.presentation.resample(state, 0, Dice(b"%d" % seed, 0))
        assert other.hands[0] == state.hands[0]
        for seat in held:
            assert len(other.hands[seat]) == 5
            held[seat] |= set(other.hands[seat])
    unseen = set(DECK) - set(state.hands[0])
    assert held[1] == held[2] == unseen


def test_an_arbiter_knows_everything_so_nothing_is_resampled():
    state = at().state
    assert GAME.presentation.resample(state, ARBITER, Dice(b"", 0)) == state
