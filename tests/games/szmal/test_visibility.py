"""Who may see what."""

from __future__ import annotations

import random

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR, field_names, marks, redact
from games.decider import IllegalMove
from games.dice import Dice
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.hidden import last_seen, resample
from games.szmal.invariants import counted
from games.szmal.state import held_packet
from tests.games.szmal.policy import policy
from tests.games.szmal.tables import committing, effect, started, table
from tests.games.szmal.whole import some_matches, whole_match
from tests.play import Match, moves
from tests.spec import view_of

VIEWERS = (0, 1, 2, SPECTATOR)


def test_szmal_v_1_after_the_end_everything_is_open():
    state = table(round_=12, hands={0: [2]}).state
    views = [view_of(GAME, state, viewer) for viewer in (*VIEWERS, ARBITER)]
    assert views.count(views[0]) == len(views)
    assert views[0]["phase"] == "FINISHED"
    assert 2 in [card["card"] for card in views[0]["seats"][0]["hand"]["cards"]]
    assert [card["card"] for card in views[0]["draw_pile"]["cards"]] == list(state.draw_pile)


def test_szmal_v_2_the_draw_pile_shows_its_size():
    story = started(3)
    for viewer in VIEWERS:
        assert story.view(viewer)["draw_pile"] == {"size": 44, "cards": None}
    assert len(story.view(ARBITER)["draw_pile"]["cards"]) == 44


@pytest.mark.rules("SZMAL-4.8")
def test_szmal_v_3_a_packet_is_for_its_holder_until_the_own_pick():
    story = started(3)
    assert len(story.view(0)["seats"][0]["packet"]["cards"]) == 12
    story.does(c.DraftCard, 0, card=4)
    mine = story.view(0)["seats"][0]["packet"]
    assert (mine["size"], mine["cards"], mine["picked"]["card"]["card"]) == (11, None, 4)
    theirs = story.view(1)["seats"][0]["packet"]
    assert theirs == {"dealt_to": 0, "size": 11, "cards": None, "picked": {"chosen": True, "card": None}}
    story.does(c.DraftCard, 1, card=13).does(c.DraftCard, 2, card=25)
    assert [card["card"] for card in story.view(0)["seats"][0]["packet"]["cards"]] == [*range(26, 37)]


def test_szmal_v_4_a_hand_is_for_its_owner():
    story = committing(hands={0: [2, 3]})
    size = len(story.state.hands[0])
    assert {2, 3} < {card["card"] for card in story.view(0)["seats"][0]["hand"]["cards"]}
    for viewer in (1, 2, SPECTATOR):
        assert story.view(viewer)["seats"][0]["hand"] == {"size": size, "cards": None}


def test_szmal_v_5_sealed_choices_are_for_their_owner():
    story = table(lay={0: [8, 9], 1: [14, 15]}, effects=[effect(1, 2, 79, 5)]).does(c.ChooseLoss, 0, card=8)
    assert story.view(0)["seats"][0]["losing"]["card"]["card"] == 8
    assert story.view(1)["seats"][0]["losing"] == {"chosen": True, "card": None}
    assert story.view(1)["seats"][1]["losing"] == {"chosen": False, "card": None}


def test_szmal_v_6_the_decision_is_open_and_its_options_are_not():
    story = table(plays={0: 8}, cash={0: 10_000})
    for viewer in VIEWERS:
        decision = story.view(viewer)["decision"]
        assert (decision["kind"], decision["pending"], decision["card"]["card"]) == ("PAY_COST", [0], 8)
    assert story.choices(0)
    assert story.choices(1) == story.choices(2) == []
    ordering = table(lay={0: [69, 6]})
    assert [card["card"] for card in ordering.view(0)["decision"]["abilities"]] == [69, 6]
    assert ordering.view(1)["decision"]["abilities"] is None


def test_szmal_v_8_hidden_fields_of_events():
    hidden = {event_type.__name__: set(marks(event_type)) for event_type in GAME.rules.on_event if marks(event_type)}
    assert hidden == {
        "DeckShuffled": {"order"},
        "PacketsDealt": {"packets"},
        "RoundStarted": {"opened"},
        "CardDrafted": {"card"},
        "CardCommitted": {"card"},
        "CardDrawn": {"card"},
        "LossChosen": {"card"},
    }
    opened = started(3).of(e.RoundStarted)[0]
    assert redact(opened, 1).opened == (None, opened.opened[1], None)
    assert redact(opened, SPECTATOR).opened == (None, None, None)
    assert "your packet holds" in GAME.presentation.narrate(redact(opened, 1), 1)
    assert "your packet" not in GAME.presentation.narrate(redact(opened, SPECTATOR), SPECTATOR)
    assert "rule" in field_names(e.RoundStarted)


def test_szmal_v_9_a_card_that_goes_back_is_named_but_the_hand_stays_a_size():
    story = table(plays={0: 36})
    returned = story.of(e.CardReturnedToHand)[0]
    assert redact(returned, 1).card == 36
    assert story.state.returned[0] == (36,)
    assert story.view(1)["seats"][0]["hand"]["cards"] is None


@pytest.mark.rules("SZMAL-I.23")
def test_szmal_v_10_naming_a_card_one_does_not_hold_tells_nothing():
    story = started(3)
    told = set()
    for card in (14, 30, 60):  # in the packets of others and in the draw pile
        with pytest.raises(IllegalMove) as refusal:
            GAME.decide(story.state, c.DraftCard(seat=0, decision_id=0, card=card), Dice(b"", 1))
        told.add((refusal.value.rule, refusal.value.code, refusal.value.message, str(refusal.value.facts)))
    assert len(told) == 1


def test_szmal_v_11_forced_sealed_choices_are_private_too():
    match = whole_match(4, seed=3)
    forced = [event for event in match.events if isinstance(event, e.CardDrafted) and event.auto]
    assert forced
    assert all(redact(event, (event.seat + 1) % 4).card is None for event in forced)


@pytest.mark.rules("SZMAL-I.23")
def test_szmal_v_12_another_world_keeps_what_the_viewer_has_seen():
    for seed in range(6):
        rng = random.Random(seed)
        match = Match(GAME, GAME.options(), rng.randint(2, 5), seed)
        match.start()
        for _ in moves(match, rng, policy):
            if rng.random() < 0.2:
                for viewer in (*range(match.seats), SPECTATOR):
                    agrees(match.state, resample(match.state, viewer, Dice(rng.randbytes(8), 0)), viewer)


def agrees(state, other, viewer):
    """Everything the viewer has seen of packets is as it was, and every card has one place."""
    assert view_of(GAME, other, viewer) == view_of(GAME, state, viewer)
    assert last_seen(other, viewer) == last_seen(state, viewer)
    for round_, packets in enumerate(other.passed, 1):
        held = held_packet(state, viewer, round_) if viewer != SPECTATOR else None
        for packet, cards in enumerate(packets):
            if state.winners or (packet == held and round_ <= state.round):
                assert cards == state.passed[round_ - 1][packet]
            else:  # who took what from the packets of others is nothing that the viewer could know
                assert cards == (other.packets[packet] if round_ > state.round else ())
    for seat in range(state.seats):
        committed = {card for card in (other.committed[seat],) if card is not None}
        assert set(state.returned[seat]) <= set(other.hands[seat]) | committed
    assert list(counted(other)) == []


def test_szmal_v_12_nothing_that_can_differ_is_kept():
    """With two players, the card that an opponent took from a packet that has come back is known; the rest is not."""
    story = started(2)
    for _ in range(2):
        for seat in range(2):
            story.does(c.DraftCard, seat, card=story.offered(seat)["draft_card"][0])
    hands = set()
    for seed in range(1500):
        other = resample(story.state, 0, Dice(str(seed).encode(), 0))
        hands.add(other.hands[1])
    # Seat 1 took 13 from a packet that seat 0 first saw afterwards, and 2 from the packet that seat 0 has seen whole.
    assert story.state.hands == ((1, 14), (2, 13))
    known = {card for hand in hands for card in hand if card in range(1, 13)}
    assert known == {2}  # of the packet that has come back exactly this card was missing
    unseen = {card for hand in hands for card in hand if card not in range(1, 13)}
    assert unseen == {13, *range(25, 81)}


def test_szmal_v_12_other_worlds_are_evenly_drawn():
    story = started(3)
    for seat in range(3):
        story.does(c.DraftCard, seat, card=story.offered(seat)["draft_card"][0])
    assert resample(story.state, 0, Dice(b"", 0)).packets[0] == tuple(range(2, 13))  # passed on by seat 0: known
    story.does(c.DraftCard, 1, card=2)
    picked, draws = dict.fromkeys(range(2, 13), 0), 4400
    for seed in range(draws):
        other = resample(story.state, 0, Dice(str(seed).encode(), 0))
        picked[other.picked[1]] += 1
    assert all(abs(count - draws / 11) < 5 * (draws / 11) ** 0.5 for count in picked.values())


@pytest.mark.rules("SZMAL-I.23")
def test_szmal_i_23_narration_and_views_say_the_same_in_every_world_a_viewer_cannot_tell_apart():
    match = whole_match(3, seed=9)
    for viewer in VIEWERS:
        text = " ".join(GAME.presentation.narrate(redact(event, viewer), viewer) for event in match.events[:30])
        assert "None" not in text
    state = GAME.fold(GAME.rules.initial, match.events[: len(match.events) // 2])
    for viewer in VIEWERS:
        other = resample(state, viewer, Dice(b"other", 0))
        assert msgspec.json.encode(view_of(GAME, other, viewer)) == msgspec.json.encode(view_of(GAME, state, viewer))


def test_szmal_v_8_every_event_is_told_to_everybody_without_saying_too_much():
    passing = table(plays={0: 80}, hands={0: [22]}).does(c.PassExtra, 0)
    overdrawing = table(plays={0: 38, 1: 22}, lay={0: [8], 2: [(9, 53)]}, cash={2: 1_335_000})
    logs = [(match.seats, match.events) for match in some_matches(20)]
    logs += [(3, passing.log), (3, overdrawing.log)]
    told = set()
    for seats, log in logs:
        for event in log:
            told.add(type(event))
            for viewer in (*range(seats), SPECTATOR, ARBITER):
                redacted = redact(event, viewer)
                sentence = GAME.presentation.narrate(redacted, viewer)
                assert sentence.endswith(".")
                assert "None" not in sentence
                if "card" in marks(type(event)) and redacted.card is None:
                    assert "(" not in sentence.replace("(there was no choice)", "")
    assert told == set(GAME.rules.on_event)


def test_szmal_v_12_for_whoever_sees_everything_there_is_no_other_world():
    running = started(3).state
    over = table(round_=12).state
    assert resample(running, ARBITER, Dice(b"", 0)) == running
    assert resample(over, 0, Dice(b"", 0)) == over
    assert resample(GAME.rules.initial, SPECTATOR, Dice(b"", 0)) == GAME.rules.initial
    assert resample(running, SPECTATOR, Dice(b"", 0)) != running
