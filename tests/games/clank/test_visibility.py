"""Who sees what: views, redacted events, ids that tell nothing."""

import random
from collections import Counter

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.clank import GAME
from games.clank.catalogue import BOARDS, tokens_of
from games.clank.commands import PlayCard, TakeToken
from games.clank.events import CardAcquired, CardsDrawn, DeckShuffled, DungeonDeckShuffled, ReserveTaken, SecretsPlaced
from games.clank.state import Card, ClankOptions
from games.decider import IllegalMove
from games.dice import Dice
from tests.games.clank.policy import policy
from tests.games.clank.table import END, at_table, do, names, of_type, play, table, thief
from tests.ledger import match as ledger
from tests.play import Match, moves
from tests.play import play as play_match
from tests.spec import view_of


@pytest.fixture(scope="module")
def whole_match():
    return play_match(GAME, ClankOptions(board_side="B"), 3, 5, policy)


def test_clank_v_1_what_everybody_sees():
    state = table(
        thief(
            "A17", play="sneak", discard="ruby", tokens="artifact_5 chalice", gold=3, damage=2, clank=4, bag=5, aside=1
        ),
        thief("A21", hand="burgle burgle"),
        at={"A02": "treasure skill_boost", "A20": "artifact_7", "A21": "monkey_idol"},
        dungeon_discard="ogre",
        black_aside=3,
        rage=4,
        skill=2,
        quiet=1,
    )
    seen = view_of(GAME, state, SPECTATOR)
    me = seen["players"][0]
    assert [card["name"] for card in me["play_area"] + me["discard"]] == ["sneak", "ruby"]
    assert [token["kind"] for token in me["tokens"]] == ["artifact_5", "chalice"]
    assert (me["gold"], me["damage"], me["clank"], me["room_id"], me["deck_size"]) == (3, 2, 4, "A17", 5)
    assert seen["players"][1]["hand_size"] == 2
    assert (seen["turn"]["skill"], seen["turn"]["quiet"]) == (2, 1)
    assert seen["dragon"]["bag"] == {"black": 21, "by_seat": [5, 0]}
    assert seen["dragon"]["set_aside"] == {"black": 3, "by_seat": [1, 0]}
    assert seen["dragon"]["rage_space"] == 4
    assert [slot["card"]["name"] for slot in seen["row"]] == names(state.row)
    assert [card["name"] for card in seen["dungeon_discard"]] == ["ogre"]
    assert seen["dungeon_deck_size"] == len(state.dungeon_deck)
    lying = {here["room_id"]: [(token["type"], token["kind"]) for token in here["tokens"]] for here in seen["tokens"]}
    assert lying == {
        "A02": [("minor", None), ("minor", None)],
        "A20": [("artifact", "artifact_7")],
        "A21": [("idol", "monkey_idol")],
    }


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_v_1_a_client_can_draw_the_board_from_the_catalogue_of_the_match(side):
    """It never changes during a match, so the view only says which side it is."""
    seen = view_of(GAME, table(thief(f"{side}02"), side=side), 0)
    assert seen["board_side"] == side
    board = GAME.catalogue(ClankOptions(board_side=side))["board"]
    assert board["side"] == side
    assert len(board["corridors"]) == len(BOARDS[side].corridors) >= 60
    rooms = {room["id"]: room for room in board["rooms"]}
    assert {"id", "title", "zone", "features", "artifact", "x", "y"} <= rooms[seen["players"][0]["room_id"]].keys()


def test_clank_v_1_a_corridor_says_what_it_costs():
    assert GAME.catalogue(ClankOptions())["board"]["corridors"][5] == {
        "id": "A-c06",
        "ends": ["A03", "A04"],
        "boots": 1,
        "monsters": 0,
        "locked": True,
        "one_way": False,
        "wrap": False,
    }


def test_clank_v_2_deck_and_hand_are_one_list_sorted_by_name():
    state = table(thief(), thief(hand="stumble burgle", deck="sneak explore burgle"))
    for viewer in (0, 1, SPECTATOR):
        shown = view_of(GAME, state, viewer)["players"][1]
        assert shown["deck_and_hand"] == ["burgle", "burgle", "explore", "sneak", "stumble"]


def test_clank_v_3_a_hand_is_for_its_owner_and_a_draw_is_a_number():
    state = table(thief(hand="ruby"), thief(hand="diamond"))
    assert [card["name"] for card in view_of(GAME, state, 0)["players"][0]["hand"]] == ["ruby"]
    for viewer in (1, SPECTATOR):
        assert view_of(GAME, state, viewer)["players"][0]["hand"] is None
    drawn = CardsDrawn(seat=0, count=1, cards=(Card("c1", "ruby"),), reason="ruby", rule="CLANK-3.8")
    assert redact(drawn, 0) == drawn
    assert redact(drawn, 1).cards is None
    assert redact(drawn, SPECTATOR).count == 1
    assert GAME.presentation.narrate(redact(drawn, 1), 1) == "{0} draws 1 card."
    assert GAME.presentation.narrate(drawn, 0) == "{0} draws Ruby."


def test_clank_v_4_orders_and_secrets_are_hidden_from_everybody(whole_match):
    for event in whole_match.events:
        for viewer in (0, 1, 2, SPECTATOR):
            seen = redact(event, viewer)
            if isinstance(event, (DeckShuffled, DungeonDeckShuffled)):
                assert (seen.order, seen.size) == (None, len(event.order))
            if isinstance(event, SecretsPlaced):
                assert (seen.major_kinds, seen.minor_kinds, seen.boxed_kinds) == (None, None, None)
                assert len(seen.boxed) == 2
    state = table(thief("A02", hand="ruby"), at={"A02": "treasure"})
    for viewer in (0, 1, SPECTATOR):
        seen = view_of(GAME, state, viewer)
        assert seen["dungeon_deck"] is None
        assert [player["deck"] for player in seen["players"]] == [None, None]
        assert seen["tokens"][0]["tokens"][0]["kind"] is None
    everything = view_of(GAME, state, ARBITER)
    assert everything["tokens"][0]["tokens"][0]["kind"] == "treasure"
    assert [card["name"] for card in everything["dungeon_deck"]] == names(state.dungeon_deck)


def ids_given(events):
    """Every id in the order in which cards got it."""
    for event in events:
        if isinstance(event, (DeckShuffled, DungeonDeckShuffled)):
            yield from (card.id for card in event.order)
        elif isinstance(event, CardAcquired) and event.source == "reserve":
            yield event.card_id
        elif isinstance(event, ReserveTaken):
            yield from event.card_ids


def test_clank_v_5_ids_never_come_again_and_have_one_length(whole_match):
    given = list(ids_given(whole_match.events))
    assert len(set(given)) == len(given) > 200
    assert {len(card_id) for card_id in given} == {len(given[0])}
    tokens = {token.id for here in whole_match.state.rooms for token in here if token is not None}
    assert len({len(token_id) for token_id in tokens}) == 1


def test_clank_v_5_no_id_is_given_again_after_an_undo():
    match = ledger.Match("clank", 2, seed=8).begin()
    given = set(ids_given(match.ruleset.codec.read(recorded.stored) for recorded in match.history))
    assert given
    shuffles = 0
    while shuffles < 3:
        before = match.table.step
        events = match.play().table.recent[-1].events
        new = set(ids_given(events))
        assert not new & given
        given |= new
        if new:
            shuffles += 1
            actor, cause = match.table.recent[-1].actor, match.table.recent[-1].cause
            match.do("arbiter:a", "rewind", {"to_step": before})
            again = set(ids_given(match.do(actor, cause.type, dict(cause.params.values))))
            assert len(again) == len(new)
            assert not again & given
            given |= again


def test_clank_v_5_an_id_says_nothing_of_the_name():
    """The same places get the same ids, whatever the shuffle has put there."""
    start = table(thief(hand="brilliance", deck="", discard="sneak tattle ruby search"))
    one, _ = do(start, *play("brilliance"), dice=[("sneak", "tattle", "ruby", "search")])
    other, _ = do(start, *play("brilliance"), dice=[("search", "ruby", "tattle", "sneak")])
    assert [card.id for card in one.players[0].hand] == [card.id for card in other.players[0].hand]
    setups = [
        GAME.fold(GAME.rules.initial, GAME.rules.setup(ClankOptions(), 2, Dice(seed, 0))) for seed in (b"1", b"2")
    ]
    for first, second in zip(setups[0].rooms, setups[1].rooms):
        if first and first[0].kind in tokens_of("major") + tokens_of("minor"):
            assert [token.id for token in first] == [token.id for token in second]
    assert [token.id for token in setups[0].hidden_box] == [token.id for token in setups[1].hidden_box]
    assert setups[0].rooms != setups[1].rooms


def test_clank_v_5_a_card_that_was_open_cannot_be_followed_through_a_shuffle():
    start = table(thief(deck="", play="ruby", discard="sneak tattle search swagger burgle"))
    known = {card.id for card in start.players[0].play + start.players[0].discard}
    after, _ = do(start, END, dice=[("burgle", "ruby", "sneak", "search", "tattle", "swagger")])
    hidden = {card.id for card in after.players[0].hand + after.players[0].deck}
    assert not known & hidden


def test_clank_v_6_after_the_match_everything_is_open(whole_match):
    state = whole_match.state
    assert state.phase == "ENDED"
    views = [view_of(GAME, state, viewer) for viewer in (0, 1, 2, SPECTATOR, ARBITER)]
    assert all(seen == views[0] for seen in views)
    assert [card["name"] for card in views[0]["dungeon_deck"]] == names(state.dungeon_deck)
    assert all(token["kind"] for token in views[0]["hidden_box"])


def test_clank_v_7_anothers_card_and_no_card_are_refused_alike():
    given = at_table(thief(hand="burgle"), thief(hand="ruby"))
    refusals = []
    for card_id in ("ruby", "nothing"):
        with pytest.raises(IllegalMove) as refusal:
            given.game.decide(given.state, PlayCard(seat=0, card_id=card_id), Dice(b"", 1))
        refusals.append((refusal.value.rule, refusal.value.code, refusal.value.message, refusal.value.facts))
    assert refusals[0] == refusals[1]


def test_clank_v_7_taking_one_secret_or_another_is_offered_alike():
    one = table(thief("A02"), at={"A02": "treasure skill_boost"}, phase="TOKEN_CHOICE")
    other = table(thief("A02"), at={"A02": "dragon_egg potion_healing"}, phase="TOKEN_CHOICE")
    assert GAME.rules.choices(one, 0) == GAME.rules.choices(other, 0)
    assert do(one, TakeToken(seat=0, token_slot=0))


@pytest.mark.rules("CLANK-I.20")
def test_nothing_hidden_is_in_a_view_before_the_end():
    match = Match(GAME, ClankOptions(), 3, 11)
    match.start()
    for _ in moves(match, random.Random(11), policy):
        if match.steps % 7 or GAME.rules.result(match.state):
            continue
        for viewer in (0, 1, 2, SPECTATOR):
            text = msgspec.json.encode(view_of(GAME, match.state, viewer)).decode()
            for seat, player in enumerate(match.state.players):
                for card in player.deck if seat == viewer else player.deck + player.hand:
                    assert f'"{card.id}"' not in text
            for card in match.state.dungeon_deck:
                assert f'"{card.id}"' not in text


def test_resampling_keeps_what_a_viewer_knows_and_redraws_the_rest_evenly():
    state = table(thief(hand="ruby", deck="burgle sneak"), thief(hand="", deck=""), at={"A02": "treasure dragon_egg"})
    fresh = tuple(Card(f"c0000100-{i:03d}", name) for i, name in enumerate(("sneak", "ruby", "tattle")))
    players = (state.players[0], msgspec.structs.replace(state.players[1], hand=fresh[:1], deck=fresh[1:]))
    state = msgspec.structs.replace(state, players=players)
    hands, secrets = Counter(), Counter()
    for seed in range(600):
        other = GAME.presentation.resample(state, 0, Dice(b"%d" % seed, 0))
        assert other.players[0].hand == state.players[0].hand
        assert sorted(names(other.players[0].deck)) == ["burgle", "sneak"]
        hands[names(other.players[1].hand)[0]] += 1
        secrets[other.rooms[2][0].kind] += 1
    assert all(150 < hands[name] < 250 for name in ("sneak", "ruby", "tattle"))
    assert all(250 < secrets[kind] < 350 for kind in ("treasure", "dragon_egg"))
    assert GAME.presentation.resample(state, ARBITER, Dice(b"", 0)) == state


def test_resampling_remembers_which_cards_were_in_hand_before_a_shuffle():
    """Everybody could see that these two were all that was in deck and hand when the discard pile was shuffled."""
    old = (Card("c0000100-008", "ruby"), Card("c0000100-009", "diamond"))
    new = (Card("c0000400-000", "burgle"), Card("c0000400-001", "stumble"))
    state = table(thief(), thief())
    players = (state.players[0], msgspec.structs.replace(state.players[1], hand=(*old, new[0]), deck=new[1:]))
    state = msgspec.structs.replace(state, players=players)
    for seed in range(40):
        hand = GAME.presentation.resample(state, 0, Dice(b"%d" % seed, 0)).players[1].hand
        assert sorted(names(hand[:2])) == ["diamond", "ruby"]


def test_drawn_cards_are_in_the_drawing_seats_events_only(whole_match):
    draws = of_type(whole_match.events, CardsDrawn)
    assert draws
    for event in draws:
        for viewer in (0, 1, 2, SPECTATOR):
            assert (redact(event, viewer).cards is None) == (viewer != event.seat)
