"""The nineteen Disasters, each thrown at somebody, and those that last."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, Table, item, seat, table

TESTED = {
    "zoo-escape",
    "bird-flu",
    "zombie-plague",
    "earthquake",
    "asteroid-near-miss",
    "volcano-in-the-basement",
    "solar-flare",
    "acid-rain",
    "hurricane-agnes",
    "floor-is-lava",
    "flash-flood",
    "records-office-fire",
    "rolling-blackout",
    "sprained-everything",
    "lingering-cough",
    "looting-spree",
    "sinkhole",
    "clocks-go-back",
}
ITEMS = ("colander-helmet", "duct-tape-vest", "steel-toed-waders", "tire-iron", "diesel-generator")


def struck(disaster: str, *players: Any, target: int = 1, dice: tuple[Any, ...] = (), **kwargs: Any) -> Table:
    """Seat 0 throws the Disaster in its own turn, and the victim does not respond."""
    first, *others = players
    t = table(seat(hand=disaster) if first is None else first, *others, **kwargs)
    asked = bool(t.state.players[target].hand) and target != 0
    t.do(0, "play_disaster", card=disaster, target=target, dice=() if asked else dice)
    return t.all_pass(dice=dice) if t.phase == "RESPONSE" else t


def test_these_are_all_disasters():
    assert {card.id for card in CATALOGUE.cards.values() if card.type == "disaster"} == TESTED


@pytest.mark.parametrize("card", ["zoo-escape", "zoo-escape#2"])
@pytest.mark.rules("MUNCH-22.3")
def test_munch_21_10_zoo_escape_makes_its_victim_open_a_seal(card):
    t = struck(card, None, seat(3), next_seals="seal-doom")
    (opened,) = t.happened("SealOpened")
    assert (opened.opener, opened.card, opened.open) == (1, "seal-doom#1", 1)
    assert t.level(1) == 2  # DOOM!! costs its opener a Level
    assert t.is_discarded(card)


@pytest.mark.rules("MUNCH-21.1")
def test_munch_6_8_a_disaster_behind_the_door_strikes_the_active_player():
    t = table(seat(5), seat(5), doors="clocks-go-back").do(0, "open_door")
    assert (t.level(0), t.level(1)) == (3, 5)
    assert t.phase == "AFTER_DOOR"
    assert t.is_discarded("clocks-go-back")


def test_bird_flu_costs_a_level_and_the_left_neighbour_a_card():
    t = struck("bird-flu", None, seat(3), seat(hand="tire-iron nail-gun"))
    assert t.level(1) == 2
    assert t.state.choice.seat == 2
    t.choose("nail-gun")
    assert t.hand(2) == ["tire-iron"]


def test_smiling_gas_mask_spares_its_wearer_bird_flu_and_nobody_else():
    t = struck("bird-flu", None, seat(3, items="smiling-gas-mask"), seat(hand="tire-iron"))
    assert t.level(1) == 3
    assert t.hand(2) == []


def test_a_stowed_gas_mask_spares_nobody():
    t = struck("bird-flu", None, seat(3, items=[item("smiling-gas-mask", in_use=False)]), seat())
    assert t.level(1) == 2


def test_zombie_plague_opens_a_seal_and_stays_before_its_victim():
    t = struck("zombie-plague", None, seat(9), next_seals="seal-panic-buying")
    assert t.open_seals == ["seal-panic-buying"]
    assert [one.card for one in t.state.players[1].disasters] == ["zombie-plague#1"]
    assert not t.is_discarded("zombie-plague")


def test_zombie_plague_lasts_for_one_combat_of_its_victim():
    goods = {"items": "nail-gun", "disasters": "zombie-plague"}
    t = table(seat(5, **goods), seat(hand="mummified-accountant"), doors="expired-burrito")
    t.do(0, "open_door").do(1, "join_horde", card="mummified-accountant")
    assert t.monsters == 1 + 6
    t.wins()
    assert t.state.players[0].disasters == ()
    assert t.is_discarded("zombie-plague")


def test_zombie_plague_on_a_bystander_does_nothing_to_this_combat():
    t = table(seat(8), seat(disasters="zombie-plague"), seat(hand="mummified-accountant"), doors="expired-burrito")
    t.do(0, "open_door").refuses(2, "join_horde", "horde_not_present", card="mummified-accountant")
    t.wins()
    assert [one.card for one in t.state.players[1].disasters] == ["zombie-plague#1"]


@pytest.mark.rules("MUNCH-22.9")
def test_earthquake_costs_everyone_an_item_of_their_choice():
    t = struck("earthquake", seat(hand="earthquake", items="nail-gun"), seat(items="tire-iron colander-helmet"), seat())
    assert t.state.choice.seat == 1  # the victim comes first
    t.choose("colander-helmet")
    assert (t.items(0), t.items(1)) == ([], ["tire-iron"])


@pytest.mark.parametrize(
    ("disaster", "lost"),
    [
        ("acid-rain", "duct-tape-vest"),
        ("hurricane-agnes", "colander-helmet"),
        ("floor-is-lava", "steel-toed-waders"),
        ("solar-flare", "diesel-generator"),
        ("flash-flood", "diesel-generator"),
    ],
)
def test_munch_21_3_what_a_disaster_takes_from_the_table(disaster, lost):
    t = struck(disaster, None, seat(items=ITEMS))
    assert t.items(1) == sorted(set(ITEMS) - {lost})
    assert t.is_discarded(lost)
    assert t.is_discarded(disaster)


@pytest.mark.parametrize("disaster", ["acid-rain", "hurricane-agnes", "floor-is-lava", "solar-flare", "flash-flood"])
def test_munch_21_6_without_such_an_item_nothing_happens(disaster):
    t = struck(disaster, None, seat(4))
    assert (t.level(1), t.phase) == (4, "TURN_START")
    assert t.is_discarded(disaster)


@pytest.mark.rules("MUNCH-21.5")
def test_solar_flare_takes_the_best_bonus_and_the_victim_breaks_ties():
    t = struck("solar-flare", None, seat(items="nail-gun riot-helmet tire-iron"))
    assert set(t.state.choice.options) == {"nail-gun#1", "riot-helmet#1"}
    t.choose("riot-helmet")
    assert t.items(1) == ["nail-gun", "tire-iron"]


def test_solar_flare_counts_enhancers_and_stowed_items():
    goods = [item("tire-iron", enhancers="nuclear-powered"), item("chainsaw-on-a-pole", in_use=False)]
    t = struck("solar-flare", None, seat(items=goods))
    assert t.items(1) == ["chainsaw-on-a-pole"]
    assert t.is_discarded("nuclear-powered")


def test_lead_lined_bathrobe_keeps_acid_rain_off():
    t = struck("acid-rain", None, seat(items="lead-lined-bathrobe"))
    assert t.items(1) == ["lead-lined-bathrobe"]


def test_asteroid_near_miss_opens_a_seal_and_takes_headgear():
    t = struck("asteroid-near-miss", None, seat(3, items=ITEMS), next_seals="seal-doom")
    assert t.open_seals == ["seal-doom"]
    assert t.level(1) == 2
    assert "colander-helmet" not in t.items(1)


def test_volcano_in_the_basement_opens_a_seal_and_costs_a_level():
    t = struck("volcano-in-the-basement", None, seat(5), next_seals="seal-eye-of-the-storm")
    assert t.open_seals == ["seal-eye-of-the-storm"]
    assert t.level(1) == 4


def test_flash_flood_takes_a_big_item_and_a_card():
    t = struck("flash-flood", None, seat(items=ITEMS, hand="nail-gun powdered-water"))
    t.choose("nail-gun")
    assert "diesel-generator" not in t.items(1)
    assert t.hand(1) == ["powdered-water"]


def test_records_office_fire_burns_a_class_or_else_a_level():
    t = struck("records-office-fire", None, seat(5, classes="class-kid"))
    assert (t.classes(1), t.level(1)) == ([], 5)
    t = struck("records-office-fire", None, seat(5))
    assert t.level(1) == 4


@pytest.mark.rules("MUNCH-16.11")
def test_records_office_fire_lets_a_super_munchkin_choose_and_takes_the_card_too():
    t = struck(
        "records-office-fire", None, seat(5, classes="class-kid class-blogger", super_munchkins="super-munchkin")
    )
    t.choose("class-kid")
    assert t.classes(1) == ["class-blogger"]
    assert t.state.players[1].super_munchkins == ()


@pytest.mark.rules("MUNCH-21.4", "MUNCH-C.8")
def test_munch_21_8_rolling_blackout_weakens_its_victim_in_the_present_combat():
    t = table(seat(8), seat(hand="rolling-blackout"), doors="expired-burrito").do(0, "open_door")
    t.do(1, "play_disaster", card="rolling-blackout", target=0)
    assert t.fighters == 8 - 5
    t.wins()
    assert t.is_discarded("rolling-blackout")
    assert t.state.players[0].disasters == ()


def test_rolling_blackout_waits_for_the_next_combat_of_its_victim():
    t = table(seat(9, disasters="rolling-blackout"), seat(), doors="expired-burrito").do(0, "open_door")
    assert t.fighters == 4


def test_rolling_blackout_in_a_flight_is_for_the_next_combat():
    t = table(seat(1), seat(hand="rolling-blackout"), doors="fire-ants").do(0, "open_door").runs()
    t.do(1, "play_disaster", card="rolling-blackout", target=0)
    t.rolls(6)
    assert [one.card for one in t.state.players[0].disasters] == ["rolling-blackout#1"]


def test_rolling_blackout_weakens_a_helper_alone():
    t = table(seat(1), seat(9, disasters="rolling-blackout"), doors="fire-ants").do(0, "open_door").helped_by(1)
    assert t.fighters == 1 + 9 - 5


def test_sprained_everything_hinders_escapes_until_a_victory():
    t = table(seat(5, disasters="sprained-everything"), seat(), doors="fire-ants").do(0, "open_door").runs()
    t.do(0, "roll_escape", monster="m1", dice=[5])
    (rolled,) = t.happened("EscapeRolled")
    assert (rolled.modifier, rolled.total) == (-1, 4)
    assert [one.card for one in t.state.players[0].disasters] == ["sprained-everything#1"]
    t = table(seat(5, disasters="sprained-everything"), seat(), doors="expired-burrito").do(0, "open_door").wins()
    assert t.state.players[0].disasters == ()
    assert t.is_discarded("sprained-everything")


def test_sprained_everything_ends_with_a_victory_as_helper():
    t = (
        table(seat(5), seat(9, disasters="sprained-everything"), doors="fire-ants")
        .do(0, "open_door")
        .helped_by(1)
        .wins()
    )
    assert t.is_discarded("sprained-everything")


@pytest.mark.parametrize(("die", "is_gone"), [(3, False), (4, True), (6, True)])
@pytest.mark.rules("MUNCH-1.6")
def test_munch_6_3_lingering_cough_is_thrown_off_with_a_four(die, is_gone):
    t = table(seat(), seat(disasters="lingering-cough", hand="tire-iron"), phase="TURN_END")
    t.do(0, "end_turn", dice=[die])
    (rolled,) = t.happened("DieRolled")
    assert (rolled.seat, rolled.die) == (1, die)
    assert t.is_discarded("lingering-cough") == is_gone
    assert t.hand(1) == (["tire-iron"] if is_gone else [])


def test_looting_spree_gives_each_neighbour_a_random_card():
    t = struck(
        "looting-spree",
        None,
        seat(hand="tire-iron nail-gun powdered-water"),
        seat(),
        seat(),
        dice=(("nail-gun#1",), ("tire-iron#1",)),
    )
    assert (t.hand(0), t.hand(1), t.hand(2), t.hand(3)) == (["tire-iron"], ["powdered-water"], ["nail-gun"], [])


def test_looting_spree_between_two_takes_one_card():
    t = struck("looting-spree", None, seat(hand="tire-iron nail-gun"), dice=(("nail-gun#1",),))
    assert (t.hand(0), t.hand(1)) == (["nail-gun"], ["tire-iron"])


def test_sinkhole_swallows_the_hand():
    t = struck("sinkhole", None, seat(hand="tire-iron nail-gun"))
    assert t.hand(1) == []
    assert t.is_discarded("nail-gun")


def test_clocks_go_back_by_two_levels():
    assert struck("clocks-go-back", None, seat(5)).level(1) == 3
    assert struck("clocks-go-back", None, seat(2)).level(1) == 1


def test_munch_21_7_one_may_be_ones_own_victim():
    t = struck("clocks-go-back", seat(5, hand="clocks-go-back"), seat(), target=0)
    assert t.level(0) == 3
