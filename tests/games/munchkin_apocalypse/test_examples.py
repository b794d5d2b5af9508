"""The worked examples of the rulebook, each played out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events.visibility import redact
from games.decider import CLOCK
from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import Table, item, seat, stowed, table
from tests.spec import view_of

KID, BLOGGER, MILITIA, SCIENTIST = "class-kid", "class-blogger", "class-militia", "class-scientist"


def basia(*others: Any, **changes: Any) -> Table:
    """A Militia of Level 5 with a Tire Iron in both hands under three Seals, Beer Shortage! on top."""
    goods = {"hand": "zoo-escape powdered-water", "items": [item("tire-iron", both_hands=True)], **changes}
    return table(
        seat(5, classes=MILITIA, **goods),
        *others,
        doors="fire-ants octobear",
        seals="seal-panic-buying seal-everything-must-go seal-beer-shortage",
        next_seals="seal-jam-shortage",
    )


@pytest.mark.rules("MUNCH-7.3", "MUNCH-7.7", "MUNCH-22.2", "MUNCH-22.7", "MUNCH-9.1", "MUNCH-12.1")
def test_munch_e_1_basia_and_the_fire_ants():
    t = basia(seat(classes=BLOGGER), seat()).do(0, "open_door")
    assert len(t.happened("CombatStarted")) == 1
    assert (t.fighters, t.monsters) == (5 + 2 + 3, 10 + 3 + 3)
    t.refuses(0, "declare_victory", "not_winning")
    t.do(0, "play_disaster", card="zoo-escape", target=0).all_pass()
    (opened,) = t.happened("SealOpened")
    assert (opened.card, opened.opener, opened.open) == ("seal-jam-shortage#1", 0, 4)
    assert (t.fighters, t.monsters) == (10, 10 + 4)
    (drawn,) = t.happened("CardsDrawn")
    assert (drawn.seat, drawn.deck, drawn.count, drawn.open) == (1, "door", 1, False)
    assert redact(drawn, 1).cards == ("octobear#1",)
    assert redact(drawn, 0).cards is None
    t.do(1, "show_card", card="octobear", to=2)
    t.do(0, "play_one_shot", card="powdered-water", side="fighters")
    assert (t.fighters, t.monsters) == (15, 14)
    t.wins()
    assert t.level() == 6
    assert all(t.is_discarded(card) for card in ("fire-ants", "zoo-escape", "powdered-water"))
    (treasure,) = t.happened("CardsDrawn")
    assert (treasure.seat, treasure.deck, treasure.count, treasure.open) == (0, "treasure", 3, False)
    assert t.phase == "TURN_END"


def test_the_catalogues_further_vectors():
    another = seat(classes="class-militia#2")
    assert basia(seat(classes=BLOGGER), another).do(0, "open_door").monsters == 10 + 3 + 6
    supplied = [item("tire-iron", both_hands=True), "fifteen-year-supply"]
    t = basia(seat(classes=BLOGGER), items=supplied).do(0, "open_door")
    assert (t.fighters, t.monsters) == (14, 13)
    t = basia(seat(classes=BLOGGER)).do(0, "open_door").helped_by(1)
    assert (t.fighters, t.monsters) == (11, 16)
    t = table(seat(classes=BLOGGER), seat(), doors="horde-of-hungry-undead", seals="seal-panic-buying seal-lights-out")
    assert t.do(0, "open_door").monsters == 8 + 2 - 3


@pytest.mark.rules("MUNCH-11.11")
def test_munch_e_2_a_blogger_helps_against_the_undead():
    t = table(seat(), seat(classes=BLOGGER), doors="horde-of-hungry-undead").do(0, "open_door")
    assert t.monsters == 8
    assert t.helped_by(1).monsters == 5
    two = table(seat(classes=BLOGGER), seat(classes="class-blogger#2"), doors="horde-of-hungry-undead")
    assert two.do(0, "open_door").helped_by(1).monsters == 5


@pytest.mark.rules("MUNCH-7.11")
def test_munch_e_3_a_scientist_helps_against_the_office_supplies():
    t = table(seat(), seat(classes=SCIENTIST), doors="mean-office-supplies").do(0, "open_door")
    assert t.monsters == 6
    assert t.helped_by(1).monsters == 9
    two = table(seat(classes=SCIENTIST), seat(classes="class-scientist#2"), doors="mean-office-supplies")
    assert two.do(0, "open_door").monsters == 9
    assert two.helped_by(1).monsters == 9


@pytest.mark.rules("MUNCH-16.8", "MUNCH-17.9", "MUNCH-17.17", "MUNCH-7.21")
def test_munch_e_4_no_longer_a_scientist():
    goods = ["ectoplasmic-vacuum-cleaner", stowed("nail-gun")]
    t = table(seat(7, classes=SCIENTIST, items=goods), seat(), doors="mean-office-supplies").do(0, "open_door")
    assert (t.fighters, t.monsters) == (11, 9)
    t.do(0, "discard_class", card=SCIENTIST)
    (turned,) = t.happened("ItemStowed")
    assert (turned.card, turned.forced) == ("ectoplasmic-vacuum-cleaner#1", True)
    assert (t.fighters, t.monsters) == (7, 6)
    t.refuses(0, "wield_item", "items_locked", card="nail-gun")


@pytest.mark.rules("MUNCH-17.10", "MUNCH-17.11", "MUNCH-17.15")
def test_munch_e_5_two_helmets():
    t = table(seat(items=["colander-helmet", stowed("riot-helmet")]), seat(), doors="fire-ants")
    t.refuses(0, "wield_item", "slot_taken", card="riot-helmet")
    t.do(0, "stow_item", card="colander-helmet").do(0, "wield_item", card="riot-helmet").do(0, "open_door")
    assert t.fighters == 1 + 3
    t.refuses(0, "stow_item", "items_locked", card="riot-helmet")
    t.refuses(0, "wield_item", "items_locked", card="colander-helmet")


@pytest.mark.rules("MUNCH-19.4", "MUNCH-19.6", "MUNCH-7.17")
def test_munch_e_6_a_bribe_not_to_help():
    t = table(seat(items="improvised-weapon"), seat(), seat(), active=1, doors="fire-ants")
    t.do(0, "open_deal", kind="trade", partner=2)
    deal = t.state.deals[0].id
    t.refuses(0, "agree_deal", "empty_trade", deal=deal, terms=0)
    t.do(0, "put_in_deal", deal=deal, card="improvised-weapon")
    t.do(0, "agree_deal", deal=deal, terms=1).do(2, "agree_deal", deal=deal, terms=1)
    assert (t.items(0), t.items(2), t.in_use(2)) == ([], ["improvised-weapon"], [])
    t.do(1, "open_door").refuses(0, "open_deal", "items_locked", kind="trade", partner=2)
    assert t.helped_by(2).state.combat.helper == 2


@pytest.mark.rules("MUNCH-17.5", "MUNCH-17.6", "MUNCH-17.7", "MUNCH-17.8")
def test_munch_e_7_the_cheater_is_gone():
    def given(active: int) -> Table:
        goods = {"items": "diesel-generator fifteen-year-supply", "hirelings": "cheater", "classes": MILITIA}
        return table(
            seat(2, items="sofa-cushion-fort"),
            seat(4, hand="nail-gun", **goods),
            seat(3),
            seat(3, hand="clocks-go-back"),
            active=active,
        )

    t = given(active=3).do(3, "play_disaster", card="clocks-go-back", target=1)
    t.respond(source=MILITIA, ability="stocked-bunker").choose("cheater").choose("nail-gun")
    assert (t.phase, GAME.rules.to_act(t.state)) == ("BIG_EXCESS", (1,))
    t.refuses(1, "discard_big_item", "big_recipient", card="diesel-generator")
    t.refuses(1, "give_big_item", "big_recipient", card="diesel-generator", to=0)
    t.refuses(1, "add_to_sale", "resolution_pending", card="fifteen-year-supply")
    t.do(1, "give_big_item", card="diesel-generator", to=3)
    assert (t.items(1), t.items(3)) == (["fifteen-year-supply"], ["diesel-generator"])

    t = given(active=1).do(1, "discard_item", card="cheater")
    assert (t.phase, GAME.rules.to_act(t.state)) == ("BIG_EXCESS", (1,))
    t.do(1, "add_to_sale", card="fifteen-year-supply").do(1, "complete_sale")
    assert (t.level(1), t.phase) == (5, "TURN_START")


def test_munch_e_8_a_character_is_public():
    goods = "strong-flash combat-drone fifteen-year-supply"
    t = table(seat(8, classes=BLOGGER, items=goods), seat())
    mine, theirs = (view_of(GAME, t.state, viewer)["players"][0] for viewer in (0, 1))
    assert mine["level"] == theirs["level"] == 8
    for key in ("classes", "items"):
        assert mine[key] == theirs[key]
    assert len(theirs["items"]) == 3


@pytest.mark.rules("MUNCH-5.16", "MUNCH-5.17", "MUNCH-5.18", "MUNCH-5.19", "MUNCH-5.20")
def test_munch_e_9_victory_declared_twice():
    t = table(
        seat(9, items="nail-gun", hand="confetti-grenade"),
        seat(hand="warm-energy-drink"),
        seat(),
        seat(),
        doors="fire-ants",
        seals="seal-panic-buying",
        reaction_window_ms=20_000,
        epic=True,
    )
    t.at_ms = 0
    t.do(0, "open_door")
    assert (t.fighters, t.monsters) == (12, 11)
    t.do(0, "declare_victory")
    (first,) = t.happened("WindowOpened")
    assert (first.asked, first.deadline) == ((1, 2, 3), 20_000)
    t.at_ms = 3000
    t.do(1, "pass", window=first.window)
    t.at_ms = 9000
    t.do(1, "play_one_shot", card="warm-energy-drink", side="monsters")
    assert len(t.happened("WindowVoided")) == 1
    assert (t.monsters, t.phase) == (13, "COMBAT")
    t.refuses(3, "pass", "window_over", window=first.window)
    t.refuses(0, "declare_victory", "not_winning")
    t.do(0, "play_one_shot", card="confetti-grenade", side="fighters")
    t.at_ms = 30_000
    t.do(0, "declare_victory")
    (second,) = t.happened("WindowOpened")
    assert (second.deadline, t.fighters, t.monsters) == (50_000, 15, 13)
    assert second.window != first.window
    t.at_ms = 49_999
    t.refuses(CLOCK, "close_window", "window_still_running", window=second.window)
    t.at_ms = 50_000
    t.do(CLOCK, "close_window", window=second.window)
    assert t.happened("WindowClosed")[0].by == "clock"
    assert t.level() == 10


@pytest.mark.rules("MUNCH-13.1", "MUNCH-13.5", "MUNCH-13.8", "MUNCH-13.12", "MUNCH-14.19")
def test_munch_e_10_two_runners_two_monsters():
    t = table(
        seat(4),
        seat(5, items="tire-iron"),
        seat(hand="wandering-monster huge-hyperintelligent-shark"),
        doors="carnivorous-salad-bar",
        next_seals="seal-everything-must-go",
    )
    t.do(0, "open_door").do(2, "play_wandering_monster", card="wandering-monster")
    t.choose("huge-hyperintelligent-shark").helped_by(1).runs()
    t.do(0, "roll_escape", monster="m1", dice=[2])
    assert t.level(0) == 3
    t.refuses(0, "roll_escape", "already_rolled", monster="m1")
    t.do(0, "roll_escape", monster="m2", dice=[5])
    assert t.happened("EscapeResolved")[0].escaped
    t.do(1, "roll_escape", monster="m2", dice=[4])
    (ended,) = t.happened("CombatEnded")
    assert ended.outcome == "flight"
    assert all(t.is_discarded(card) for card in ("carnivorous-salad-bar", "huge-hyperintelligent-shark"))
    (opened,) = _played_out_looting(t)
    assert (opened.opener, opened.cause) == (1, "death")
    assert (t.phase, t.state.active) == ("TURN_END", 0)
    t.refuses(0, "search_room", "wrong_phase")


def _played_out_looting(t: Table) -> list[Any]:
    """Everyone takes the first card until the Seal for the death is open."""
    while t.phase == "LOOTING":
        (looter,) = GAME.rules.to_act(t.state)
        t.do(looter, "loot_card", card=t.state.body.cards[0])
    return t.happened("SealOpened")


@pytest.mark.rules("MUNCH-14.3", "MUNCH-14.13", "MUNCH-14.14", "MUNCH-14.16", "MUNCH-14.19")
def test_munch_e_11_looting():
    t = table(
        seat(5),
        seat(7),
        seat(6, classes=KID, paranoia="paranoia-always-an-exit", items="tire-iron riot-helmet", hand="nail-gun"),
        seat(5),
        seat(2),
        active=2,
        doors="tiamutt",
        next_seals="seal-rain-of-frogs",
    )
    t.do(2, "open_door").runs().rolls(1, more=[4, 4, 2, 6])
    (order,) = t.happened("LootOrderDecided")
    assert order.order == (1, 3, 0, 4)
    t.do(1, "loot_card", card="nail-gun").do(3, "loot_card", card="riot-helmet")
    assert [(one.seat, one.card, one.forced) for one in t.happened("CardLooted")] == [
        (3, "riot-helmet#1", False),
        (0, "tire-iron#1", True),
    ]
    assert t.hand(4) == []
    assert len(t.happened("BodyCleared")) == 1
    (opened,) = t.happened("SealOpened")
    assert (opened.opener, opened.cause) == (2, "death")
    dead = t.state.players[2]
    assert (dead.level, dead.classes, dead.paranoia) == (6, ("class-kid#1",), ("paranoia-always-an-exit#1",))


NINE = "tire-iron nail-gun riot-helmet zoo-escape sinkhole bird-flu acid-rain fire-ants octobear"


@pytest.mark.rules("MUNCH-23.2", "MUNCH-23.3", "MUNCH-23.6", "MUNCH-23.7")
def test_munch_e_12_charity():
    t = table(seat(6, hand=NINE), seat(3), seat(3), seat(3), seat(5), phase="TURN_END").do(0, "end_turn")
    (started,) = t.happened("CharityStarted")
    assert (started.surplus, started.recipients) == (4, (1, 2, 3))
    for card, receiver in (("tire-iron", 1), ("nail-gun", 1), ("riot-helmet", 2)):
        t.do(0, "give_charity_card", card=card, to=receiver)
    t.refuses(0, "give_charity_card", "charity_share", card="zoo-escape", to=2)
    t.refuses(0, "give_charity_card", "charity_share", card="zoo-escape", to=1)
    t.refuses(0, "give_charity_card", "charity_recipient", card="zoo-escape", to=4)
    t.do(0, "give_charity_card", card="zoo-escape", to=3)
    assert (t.state.active, len(t.hand(0))) == (1, 5)

    t = table(seat(3, hand=NINE), seat(3), seat(5), phase="TURN_END").do(0, "end_turn")
    t.refuses(0, "give_charity_card", "charity_recipient", card="tire-iron", to=1)
    for card in ("tire-iron", "nail-gun", "riot-helmet", "zoo-escape"):
        t.do(0, "discard_charity_card", card=card)
    assert t.is_discarded("zoo-escape")
    assert t.state.active == 1


@pytest.mark.rules("MUNCH-10.4", "MUNCH-10.5", "MUNCH-10.7", "MUNCH-10.8", "MUNCH-12.7")
def test_munch_e_13_one_monster_eliminated_one_killed():
    def given() -> Table:
        t = table(
            seat(9, items="teleport-prototype"),
            seat(hand="wandering-monster nuclear-winter-yeti foaming-at-the-mouth"),
            doors="stranded-robo-taxi",
            epic=True,
        )
        t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("nuclear-winter-yeti")
        t.do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m2")
        t.do(0, "play_one_shot", card="teleport-prototype").choose("m2")
        (gone,) = t.happened("MonsterEliminated")
        assert gone.treasures == 4 + 1
        return t

    t = given().wins()
    assert t.level() == 10
    assert len(t.hand()) == 2 + 4 + 1
    fled = given().runs().rolls(6)
    assert (fled.level(), fled.hand()) == (9, [])


@pytest.mark.rules("MUNCH-8.8", "MUNCH-8.9", "MUNCH-8.10", "MUNCH-8.11", "MUNCH-7.13")
def test_munch_e_14_sharks_and_the_dead():
    t = table(
        seat(),
        seat(hand="mummified-accountant sidewalk-shark"),
        seat(hand="back-from-the-grave"),
        doors="shark-in-a-bucket",
        seals="seal-lights-out seal-panic-buying",
    )
    t.do(0, "open_door").refuses(1, "join_horde", "horde_not_present", card="mummified-accountant")
    t.do(1, "join_horde", card="sidewalk-shark")
    t.do(2, "play_monster_enhancer", card="back-from-the-grave", monster="m1")
    t.do(1, "join_horde", card="mummified-accountant")
    assert t.monsters == (1 + 5 + 4 + 6) + 3 * 2


@pytest.mark.rules("MUNCH-18.1", "MUNCH-18.2", "MUNCH-18.3", "MUNCH-18.5", "MUNCH-15.5")
def test_munch_e_15_selling_up_to_the_ceiling():
    rich = item("fifteen-year-supply", enhancers="nuclear-powered")
    spiked = item("riot-helmet", enhancers="covered-in-spikes")

    def given(level: int) -> Table:
        return table(seat(level, hand="combat-drone tire-iron", items=[spiked, rich]), seat())

    t = given(7)
    for card in ("combat-drone", "riot-helmet", "fifteen-year-supply", "tire-iron"):
        t.do(0, "add_to_sale", card=card)
    t.do(0, "complete_sale")
    (sold,) = t.happened("ItemsSold")
    assert (sold.total, sold.levels) == (600 + 900 + 1700, 2)
    assert t.level() == 9
    t = given(7).do(0, "add_to_sale", card="combat-drone").do(0, "add_to_sale", card="riot-helmet")
    assert t.do(0, "complete_sale").level() == 8
    given(9).refuses(0, "add_to_sale", "winning_level_needs_kill", card="combat-drone")


@pytest.mark.rules("MUNCH-12.10", "MUNCH-12.11", "MUNCH-12.12", "MUNCH-12.14", "MUNCH-11.6")
def test_munch_e_16_sharing_the_spoils():
    def won(treasures: int, **changes: Any) -> Table:
        t = table(
            seat(3),
            seat(9, items="combat-drone diesel-generator"),
            seat(hand="foaming-at-the-mouth"),
            doors="fire-ants",
            treasures="tire-iron nail-gun riot-helmet therapy-raccoon",
        )
        t.do(0, "open_door")
        t.do(0, "open_deal", kind="help", partner=1)
        deal = t.state.deals[0].id
        t.do(0, "set_deal_treasures", deal=deal, count=treasures)
        t.do(1, "set_deal_first_pick", deal=deal, picker=0)
        t.do(0, "agree_deal", deal=deal, terms=2).do(1, "agree_deal", deal=deal, terms=2)
        t.do(2, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1")
        t.state = msgspec.structs.replace(t.state, **changes)
        return t.wins()

    t = won(3)
    assert len(t.state.spoils) == 4
    t.do(0, "pick_treasure", card="riot-helmet")
    assert (t.hand(0), t.hand(1)) == (["riot-helmet"], ["nail-gun", "therapy-raccoon", "tire-iron"])
    t = won(2).do(0, "pick_treasure", card="tire-iron").do(1, "pick_treasure", card="nail-gun")
    t.do(0, "pick_treasure", card="riot-helmet")
    assert (t.hand(0), t.hand(1)) == (["riot-helmet", "tire-iron"], ["nail-gun", "therapy-raccoon"])
    assert t.phase == "TURN_END"


def test_munch_e_16_with_two_treasures_left_in_all():
    t = table(seat(3), seat(9), seat(), doors="fire-ants").do(0, "open_door").helped_by(1, treasures=3)
    hoarded(t, keep=t.state.treasures[:2])
    t.wins()
    assert (t.hand(0), len(t.hand(1))) == ([], 2)
    assert t.phase == "TURN_END"


def hoarded(t: Table, keep: tuple[str, ...]) -> None:
    """All Treasures of the deck but these lie in the last player's hand."""
    rest = tuple(card for card in t.state.treasures if card not in keep)
    *others, last = t.state.players
    hoard = msgspec.structs.replace(last, hand=last.hand + rest)
    t.state = msgspec.structs.replace(t.state, treasures=keep, players=(*others, hoard))


@pytest.mark.rules("MUNCH-22.13", "MUNCH-22.14", "MUNCH-7.10", "MUNCH-15.7")
def test_munch_e_17_three_levels_close_a_seal():
    levels = ("level-found-a-cult", "level-convenient-mutation", "level-eat-the-last-tin")
    t = table(
        seat(4, items="nail-gun tire-iron"),
        seat(hand=" ".join(levels)),
        doors="fire-ants",
        seals="seal-lights-out seal-panic-buying",
    )
    t.do(0, "open_door")
    assert (t.fighters, t.monsters) == (9, 12)
    for card in levels:
        t.do(1, "play_special", card=card, target=0)
    (closed,) = t.happened("SealClosed")
    assert (closed.card, closed.cause, closed.seat) == ("seal-panic-buying#1", "three_levels", 0)
    assert (t.level(), t.fighters, t.monsters) == (7, 12, 11)
    t.wins()
    assert t.level() == 8
    assert not t.happened("SealClosed")


@pytest.mark.rules("MUNCH-24.4", "MUNCH-24.5", "MUNCH-24.6", "MUNCH-22.16")
def test_munch_e_18_the_seventh_seal():
    six = "seal-lights-out seal-restless-graves seal-doom seal-panic-buying seal-beer-shortage seal-jam-shortage"
    spare = item("pressure-washer", in_use=False, enhancers="slightly-on-fire")
    t = table(
        seat(8, items="diesel-generator", hand="zoo-escape"),
        seat(3, items=["riot-helmet", "fifteen-year-supply", spare]),
        seat(5, items=["combat-drone", item("tire-iron", enhancers="covered-in-spikes"), "suitcase-nuke"]),
        seat(9, items="nail-gun"),
        seals=six,
        next_seals="seal-pride-before-the-fall",
    )
    t.do(0, "play_disaster", card="zoo-escape", target=3)
    (ended,) = t.happened("MatchEnded")
    assert (ended.winners, ended.reason) == ((2,), "seventh_seal")
    assert [(one.level, one.item_bonus) for one in ended.ranking] == [(8, 4), (3, 7), (5, 7), (9, 3)]
    assert t.level(3) == 9
    assert t.phase == "MATCH_OVER"


@pytest.mark.rules("MUNCH-16.5", "MUNCH-16.9")
def test_munch_e_19_super_munchkin():
    t = table(seat(classes=KID, hand="super-munchkin class-scientist class-kid#2"), seat())
    t.refuses(0, "play_super_munchkin", "duplicate_class", card="super-munchkin", second="class-kid#2")
    assert _seconds(t) == {"class-scientist#1"}
    t = table(seat(classes=KID, hand="super-munchkin class-scientist class-blogger class-kid#2"), seat())
    assert _seconds(t) == {"class-scientist#1", "class-blogger#1"}
    t = table(seat(classes=KID, hand="super-munchkin class-kid#2"), seat())
    assert _seconds(t) == set()
    t = table(seat(hand="super-munchkin class-scientist"), seat())
    t.refuses(0, "play_super_munchkin", "no_second_class", card="super-munchkin", second="class-scientist")


def _seconds(t: Table) -> set[Any]:
    """What is offered as the second Class."""
    offered = [one for one in GAME.rules.choices(t.state, 0) if one.type == "play_super_munchkin"]
    return {value for one in offered for value in one.params["second"].one_of}


@pytest.mark.rules("MUNCH-4.2", "MUNCH-4.3", "MUNCH-12.6")
def test_munch_e_20_the_deck_runs_out_in_the_middle_of_a_draw():
    pile = "nail-gun riot-helmet combat-drone therapy-raccoon crate-of-beans"
    t = table(
        seat(8, hand="confetti-grenade"), seat(), doors="fire-ants", treasures="tire-iron", treasure_discards=pile
    )
    hoarded(t, keep=("tire-iron#1",))
    t.do(0, "open_door").do(0, "play_one_shot", card="confetti-grenade", side="fighters")
    order = ("nail-gun#1", "confetti-grenade#1", "riot-helmet#1", "combat-drone#1", "therapy-raccoon#1")
    t.wins(dice=[(*order, "crate-of-beans#1")])
    (shuffled,) = t.happened("DeckReshuffled")
    assert (shuffled.deck, shuffled.count) == ("treasure", 6)
    assert t.hand() == ["confetti-grenade", "nail-gun", "tire-iron"]
    assert len(t.state.treasures) == 4


@pytest.mark.rules("MUNCH-5.3")
def test_munch_e_21_not_now():
    t = table(
        seat(5, items="tire-iron nail-gun riot-helmet"),
        seat(hand="clocks-go-back"),
        seat(),
        seat(7),
        doors="tiamutt",
        next_seals="seal-rain-of-frogs",
    )
    t.do(0, "open_door").runs().rolls(1, more=[5, 1])
    assert GAME.rules.to_act(t.state) == (3,)
    t.refuses(1, "play_disaster", "resolution_pending", card="clocks-go-back", target=3)
    (opened,) = _played_out_looting(t)
    assert opened.opener == 0
    assert (t.phase, t.state.active) == ("TURN_START", 1)
    t.do(1, "play_disaster", card="clocks-go-back", target=3).all_pass()
    assert t.level(3) == 5


@pytest.mark.rules("MUNCH-4.11", "MUNCH-16.3", "MUNCH-23.9")
def test_munch_e_22_a_fresh_class_by_charity():
    def given() -> Table:
        t = table(
            seat(5, hand="class-kid tire-iron nail-gun riot-helmet zoo-escape sinkhole"),
            seat(5),
            seat(2),
            phase="TURN_END",
            doors="clocks-go-back",
        )
        return t.do(0, "end_turn").do(0, "give_charity_card", card=KID, to=2)

    t = given()
    assert (t.state.active, t.phase) == (1, "TURN_START")
    assert t.do(2, "play_class", card=KID).classes(2) == [KID]
    t = given().do(1, "open_door")
    t.refuses(2, "play_class", "not_fresh", card=KID)


@pytest.mark.rules("MUNCH-14.8", "MUNCH-14.20", "MUNCH-14.22", "MUNCH-6.21")
def test_munch_e_23_the_fighter_drops_dead(packs):
    packs(
        {
            "id": "meteorite",
            "name": "Disaster! Meteorite",
            "deck": "door",
            "type": "disaster",
            "copies": 1,
            "clause": [{"on": "on_hit", "do": [{"op": "death"}]}],
        }
    )
    t = table(
        seat(3),
        seat(hand="meteorite"),
        seat(5, items="nail-gun"),
        doors="fire-ants",
        next_seals="seal-panic-buying",
        packs=("circus",),
    )
    t.do(0, "open_door").helped_by(2).do(1, "play_disaster", card="meteorite", target=0)
    (ended,) = t.happened("CombatEnded")
    assert ended.outcome == "fighter_died"
    assert t.is_discarded("fire-ants")
    assert (t.level(2), t.items(2), t.hand(2)) == (5, ["nail-gun"], [])
    (opened,) = t.happened("SealOpened")
    assert (opened.opener, opened.cause) == (0, "death")
    assert (t.state.active, t.state.players[0].is_alive) == (1, True)
    for active in (1, 2):
        t.state = msgspec.structs.replace(t.state, turn_phase="TURN_END")
        t.do(active, "end_turn")
    assert t.state.active == 0
    assert [(one.deck, one.count, one.reason) for one in t.happened("CardsDrawn")] == [
        ("door", 4, "new_character"),
        ("treasure", 4, "new_character"),
    ]


@pytest.mark.rules("MUNCH-9.3", "MUNCH-11.2")
def test_munch_e_24_help_that_is_not_needed():
    t = table(seat(8), seat(hand="foaming-at-the-mouth"), seat(), doors="gorilla-choir").do(0, "open_door")
    assert (t.fighters, t.monsters) == (8, 7)
    t.refuses(0, "open_deal", "help_not_needed", kind="help", partner=2)
    t.refuses(0, "declare_flight", "winning")
    t.do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1")
    assert t.monsters == 12
    t.do(0, "open_deal", kind="help", partner=2).do(0, "declare_flight")
    assert t.phase == "FLIGHT"
