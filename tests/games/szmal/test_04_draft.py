"""Section 4: the draft."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR, redact
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.state import pickable
from tests.games.szmal.tables import ORDER, started, table
from tests.games.szmal.whole import whole_match


def test_szmal_4_1_everybody_looks_into_a_packet_at_once():
    story = started(3)
    opened = story.of(e.RoundStarted)[0]
    assert opened.opened == (ORDER[:12], ORDER[12:24], ORDER[24:36])
    for seat in range(3):
        assert [card["card"] for card in story.view(seat)["seats"][seat]["packet"]["cards"]] == list(
            opened.opened[seat]
        )


@pytest.mark.rules("SZMAL-4.6")
def test_szmal_4_2_one_card_goes_from_the_packet_to_the_hand():
    story = started(3)
    story.when(c.DraftCard, 1, card=15).then(e.CardDrafted(seat=1, packet=1, card=15, rule="SZMAL-4.2"))
    story.does(c.DraftCard, 1, card=15)
    assert story.state.hands == ((), (15,), ())
    assert 15 not in story.state.packets[1]
    assert redact(story.events[0], 1).card == 15
    for viewer in (0, 2, SPECTATOR):
        assert redact(story.events[0], viewer).card is None


def test_szmal_4_2_a_card_of_another_packet_cannot_be_drafted():
    story = started(3)
    story.refuses(c.DraftCard, 1, "card_not_in_packet", "SZMAL-4.2", card=5)
    story.refuses(c.DraftCard, 1, "card_not_in_packet", "SZMAL-4.2", card=80)
    assert story.offered(1) == {"draft_card": ORDER[12:24]}


def test_szmal_4_3_the_rest_goes_to_the_left_neighbour():
    story = started(3)
    for seat in range(3):
        story.does(c.DraftCard, seat, card=pickable(story.state, seat)[0])
    assert story.of(e.PacketsPassed)[0].moves == (
        e.Move(packet=0, giver=0, taker=1, size=11),
        e.Move(packet=1, giver=1, taker=2, size=11),
        e.Move(packet=2, giver=2, taker=0, size=11),
    )
    assert story.of(e.RoundStarted)[0].opened == (ORDER[25:36], ORDER[1:12], ORDER[13:24])


@pytest.mark.rules("SZMAL-4.5", "SZMAL-W.10")
def test_szmal_4_4_packets_wander_and_shrink():
    seats = 3
    held = {}
    for event in whole_match(seats, seed=2).events:
        if isinstance(event, e.RoundStarted):
            round_ = event.round
            assert {len(packet) for packet in event.opened} == {13 - round_}
        if isinstance(event, e.CardDrafted):
            held[round_, event.packet] = event.seat
        if isinstance(event, e.PacketsPassed):
            assert {move.size for move in event.moves} == {12 - round_}
    assert all(packet == (seat - round_ + 1) % seats for (round_, packet), seat in held.items())
    assert [held[round_, 0] for round_ in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_szmal_4_7_nothing_moves_before_the_last_pick():
    story = started(3)
    for seat in (2, 0):
        story.does(c.DraftCard, seat, card=pickable(story.state, seat)[3])
        assert [type(event) for event in story.events] == [e.CardDrafted]
    story.does(c.DraftCard, 1, card=20)
    assert [type(event) for event in story.events] == [
        e.CardDrafted,
        e.PacketsPassed,
        e.RoundEnded,
        e.RoundStarted,
        e.DecisionOpened,
    ]


def test_szmal_4_8_a_packet_that_has_moved_on_is_not_shown_again():
    story = started(2)
    for seat in range(2):
        story.does(c.DraftCard, seat, card=pickable(story.state, seat)[0])
    mine = story.view(0)["seats"][0]["packet"]
    assert [card["card"] for card in mine["cards"]] == list(ORDER[13:24])
    assert story.view(0)["seats"][1]["packet"]["cards"] is None
    for _ in range(2):
        for seat in range(2):
            story.does(c.DraftCard, seat, card=pickable(story.state, seat)[0])
    assert story.kind == "COMMIT_CARD"
    assert [entry["packet"]["cards"] for entry in story.view(0)["seats"]] == [None, None]
    assert [entry["packet"]["size"] for entry in story.view(0)["seats"]] == [9, 9]


@pytest.mark.rules("SZMAL-4.11", "SZMAL-D.10")
def test_szmal_4_9_the_last_card_is_taken_by_itself_and_nothing_is_passed():
    match = whole_match(4, seed=3)
    at = next(i for i, event in enumerate(match.events) if isinstance(event, e.RoundStarted) and event.round == 12)
    drafted = match.events[at + 1 : at + 5]
    assert [(event.seat, event.auto, event.rule) for event in drafted] == [(s, True, "SZMAL-4.9") for s in range(4)]
    assert [event.card for event in drafted] == [packet[0] for packet in match.events[at].opened]
    assert not any(isinstance(event, e.PacketsPassed) for event in match.events[at:])
    assert match.state.packets == ((), (), (), ())


def test_szmal_4_10_a_hand_may_be_of_any_size():
    story = table(round_=9, seats=2, plays={0: 65}, lay={0: [61, 62, 23, 21]}, hands={0: [*range(1, 20)]})
    assert len(story.of(e.CardDrawn)) == 6
    before = len(story.state.hands[0])
    assert before == 19 + 1 + 6
    story.does(c.DraftCard, 0, card=story.offered(0)["draft_card"][0])
    assert len(story.state.hands[0]) == before + 1
