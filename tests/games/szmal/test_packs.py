"""Deck packs, and the words that cards are written in."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from games.catalogue import BadCatalogue, CatalogueGone, read_rows
from games.decider import IllegalMove
from games.dice import Dice
from games.szmal import GAME, catalogue
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE, BASE_ROWS, CATALOGUES, Row, build, load_packs, pinned
from games.szmal.narrate import card_name
from games.szmal.setup import SzmalOptions
from games.szmal.state import catalogue_of
from games.szmal.vocabulary import (
    CLAIMS,
    COUNTS,
    EFFECTS,
    KINDS_OF_TIMING,
    BadWord,
    Comparison,
    Count,
    Number,
    Product,
    Sum,
    counts_in,
    read_clause,
    read_condition,
    read_cost,
)
from tests.games.szmal.tables import effect, table
from tests.games.szmal.whole import whole_match
from tests.spec import ScriptedDice, view_of


@pytest.fixture
def packs(tmp_path, monkeypatch):
    """An operator's folder: write a pack into it and load it; nothing of it outlives the test."""
    monkeypatch.setattr(catalogue, "PACKS", {})
    monkeypatch.setattr(catalogue, "_COMBINED", {})
    monkeypatch.setattr(catalogue, "CATALOGUES", dict(CATALOGUES))

    def write(name: str, *rows: str, file: str = "cards.toml") -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / file).write_text("\n".join(f"[[card]]\n{row}\n" for row in rows), encoding="utf-8")
        return tmp_path

    return write


NEW = 'id = 81\nname = "Cat"\ntype = "GANGSTER"\nsymbols = ["CAR"]\nabilities = ["ONCE ON_PLAY: GAIN(ME, 5000)"]'
OTHER_22 = 'id = 22\nname = "Dog"\ntype = "GANGSTER"\nabilities = ["ONCE ON_PLAY: GAIN(ME, 15000)"]'


def started_with(*names: str):
    events = GAME.rules.setup(SzmalOptions(packs=names), 2, Dice(b"seed", 0))
    return events, GAME.fold(GAME.rules.initial, events)


def test_szmal_p_1_a_pack_that_is_not_there_is_refused(packs):
    load_packs(packs("cats", NEW))
    for ask in (lambda: started_with("dogs"), lambda: GAME.catalogue_digest(SzmalOptions(packs=("dogs",)))):
        with pytest.raises(IllegalMove) as refusal:
            ask()
        assert (refusal.value.rule, refusal.value.code) == ("SZMAL-P.1", "unknown_pack")
        assert "cats" in refusal.value.message


def test_szmal_p_2_a_pack_is_named_once_and_later_ones_lie_on_top(packs):
    packs("cats", NEW)
    assert load_packs(packs("dogs", OTHER_22, NEW.replace("Cat", "Puppy"))) == ("cats", "dogs")
    with pytest.raises(IllegalMove) as refusal:
        started_with("cats", "cats")
    assert (refusal.value.rule, refusal.value.code) == ("SZMAL-P.2", "repeated_pack")
    both = catalogue.combined(("cats", "dogs"))
    assert (both.cards[81].name, both.cards[22].name, len(both.cards)) == ("Puppy", "Dog", 81)
    assert catalogue.combined(("dogs", "cats")).cards[81].name == "Cat"


def test_szmal_p_3_a_known_number_replaces_and_a_new_one_extends(packs):
    packs("cats", NEW, file="a.toml")
    load_packs(packs("cats", OTHER_22, file="b.toml"))
    events, state = started_with("cats")
    assert sorted(events[1].order) == list(range(1, 82))
    deck = catalogue_of(state).cards
    assert (deck[22].name, deck[22].symbols, deck[81].symbols) == ("Dog", (), ("CAR",))
    assert deck[23] == BASE.cards[23]
    assert len(state.draw_pile) == 81 - 24
    served = GAME.catalogue(SzmalOptions(packs=("cats",)))
    assert [card["name"] for card in served["cards"] if card["id"] in (22, 81)] == ["Dog", "Cat"]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ('id = 81\nname = "A"\ntype = "GANGSTER"\nsize = 3', "card '81': Object contains unknown field `size`"),
        ('id = 81\nname = "A"\ntype = "BOAT"', "card '81': Invalid enum value 'BOAT'"),
        ('id = 81\nname = "A"\ntype = "GANGSTER"\nsymbols = ["STAR"]', "card '81': Invalid enum value 'STAR'"),
        ('id = 81\nname = "{0}"\ntype = "GANGSTER"', "card '81': Expected `str` matching regex"),
        ('id = 1000\nname = "A"\ntype = "GANGSTER"', "card '1000': Expected `int` <= 999"),
        (
            'id = 81\nname = "A"\ntype = "ACTION"\nabilities = ["ONCE ON_PLAY: STEAL(ME, 5000)"]',
            "card '81': there is no effect 'STEAL",
        ),
        (
            'id = 81\nname = "A"\ntype = "ACTION"\ncost = "CASH(5000)"\nrequirement = "SYM(GUN)>=1"',
            "card '81': a card has a Cost or",
        ),
    ],
)
def test_szmal_p_3_a_bad_card_is_refused_and_named(packs, row, complaint):
    folder = packs("bad", row)
    with pytest.raises(BadCatalogue) as refusal:
        load_packs(folder)
    assert complaint in str(refusal.value)
    assert catalogue.PACKS == {}


def test_szmal_p_3_a_pack_without_cards_or_with_a_repeated_number_is_refused(packs, tmp_path):
    with pytest.raises(BadCatalogue, match=r"'twice', card '81': the number stands there twice"):
        load_packs(packs("twice", NEW, NEW))
    (tmp_path / "twice" / "cards.toml").unlink()
    with pytest.raises(BadCatalogue, match=r"the pack 'twice' has no \.toml file"):
        load_packs(tmp_path)
    packs("twice")
    with pytest.raises(BadCatalogue, match=r"no rows \[\[card\]\]"):
        load_packs(tmp_path)


def test_szmal_p_3_a_deck_needs_enough_cards_for_five_players():
    with pytest.raises(BadCatalogue, match="59 cards are too few for 5 players"):
        build(BASE_ROWS[:59])
    assert len(build(BASE_ROWS[:60]).cards) == 60


def test_szmal_p_3_packs_that_fit_alone_may_not_fit_together(packs):
    copier = 'id = {}\nname = "Mimic"\ntype = "GANGSTER"\nabilities = ["ONCE ON_PLAY: COPY(CHOSEN_OTHER_GANGSTER)"]'
    plain = 'id = 54\nname = "Nobody"\ntype = "GANGSTER"'
    packs("one", plain, copier.format(81))
    load_packs(packs("two", plain, copier.format(82)))
    assert len(catalogue.combined(("one",)).cards) == 81
    with pytest.raises(IllegalMove) as refusal:
        started_with("one", "two")
    assert (refusal.value.rule, refusal.value.code) == ("SZMAL-P.3", "packs_do_not_fit")


@pytest.mark.parametrize(
    ("type_", "ability", "complaint"),
    [
        ("ACTION", "PERM EACH_TURN: GAIN(ME, 5000)", "an Action does not stay"),
        ("GANGSTER", "PERM STATIC: IF CASH==0 THEN DOUBLE_GAINS(ME)", "has no IF"),
        ("GANGSTER", "PERM STATIC: GAIN(ME, 5000)", "STATIC cannot bring GAIN"),
        ("GANGSTER", "ONCE ON_PLAY: DOUBLE_GAINS(ME)", "DOUBLE_GAINS has no meaning at ON_PLAY"),
        ("GANGSTER", "PERM ON_GAIN(LEFT): GAIN(ME, 5000)", "ON_GAIN cannot bring GAIN"),
        ("GANGSTER", "PERM EACH_TURN: EXTRA_PLAY(MUST)", "EXTRA_PLAY has no meaning at EACH_TURN"),
        ("GANGSTER", "ONCE ON_PLAY: MARK(PLAYED, 1)", "PLAYED needs a play of one's own"),
        ("GANGSTER", "PERM WHEN_PLAYS(ADJACENT, PROPERTY): MARK(PLAYED, 1)", "PLAYED needs a play of one's own"),
        ("GANGSTER", "PERM WHEN_PLAYS(ME, GANGSTER): MARK(PLAYED, 1)", "markers lie on Properties only"),
        ("GANGSTER", "PERM AFTER_PLAYS(ME, GANGSTER): RETURN_TO_HAND(PLAYED)", "only an Action that has been played"),
        ("GANGSTER", "ONCE ON_PLAY: MARK(SELF, 1)", "markers lie on Properties only"),
        ("GANGSTER", "PERM EACH_TURN: GAIN(ME, 5000 * MARKERS(SELF))", "markers lie on Properties only"),
        ("GANGSTER", "PERM EACH_TURN: IF MARKERS(SELF)>=1 THEN GAIN(ME, 5000)", "markers lie on Properties only"),
        ("PROPERTY", "NEXT STATIC: PROTECT_MARKERS(SELF)", "so it is PERM"),
        ("GANGSTER", "ONCE ON_PLAY: RETURN_TO_HAND(SELF)", "only an Action that is being played"),
        ("PROPERTY", "ONCE ON_PLAY: COPY(CHOSEN_OTHER_GANGSTER)", "COPY cannot stand on cards of type PROPERTY"),
        ("GANGSTER", "ONCE ON_PLAY: REPLAY(MY_EARLIER_GANGSTERS)", "REPLAY cannot stand on cards of type GANGSTER"),
        ("PROPERTY", "PERM STATIC: ADD_SYMBOLS(SELF, GUN)", "cannot show these symbols"),
        ("GANGSTER", "ONCE ON_PLAY: GAIN(ME, 5000 * THEIR_COUNT(PROPERTY))", "THEIR_COUNT stands in an amount"),
        ("ACTION", "ONCE ON_PLAY: RETURN_TO_HAND(SELF), EXTRA_PLAY(MUST)", "it could play itself for ever"),
    ],
)
def test_szmal_p_3_words_without_a_meaning_together_are_refused(type_, ability, complaint):
    with pytest.raises(BadCatalogue) as refusal:
        build([*BASE_ROWS, Row(id=90, name="Odd", type=type_, abilities=(ability,))])
    assert "card '90'" in str(refusal.value)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("type_", "ability"),
    [
        ("ACTION", "NEXT AFTER_PLAYS(ME, ACTION): RETURN_TO_HAND(PLAYED)"),
        ("PROPERTY", "ONCE ON_PLAY: MARK(SELF, 1)"),
    ],
)
def test_szmal_p_3_an_extra_play_may_stand_beside_all_that_does_not_bring_its_own_card_back(type_, ability):
    row = Row(id=90, name="Again", type=type_, abilities=(ability, "ONCE ON_PLAY: EXTRA_PLAY(MAY)"))
    assert build([*BASE_ROWS, row]).cards[90].clauses[1].effects[0].word == "EXTRA_PLAY"


@pytest.mark.rules("SZMAL-9.4")
def test_szmal_p_4_symbols_lent_to_a_property_bring_it_no_markers_of_its_own(packs):
    row = 'id = {}\nname = "Still"\ntype = "PROPERTY"\nsymbols = ["BOTTLE"]\nabilities = ["{}"]'
    lent = "PERM STATIC: ADD_SYMBOLS(SELF, BOTTLE)"
    load_packs(packs("stills", row.format(81, lent), row.format(82, lent)))
    assert table(plays={0: 81}, packs=("stills",)).placed() == [(81, 1, "SYMBOLS")]
    assert table(plays={0: 81}, lay={0: [82]}, packs=("stills",)).placed() == [(81, 1 + 2, "SYMBOLS")]


def test_szmal_p_3_conditions_that_a_card_cannot_have():
    for field in ({"cost": "CASH(5000) OR CASH(10000)"}, {"requirement": "MARKERS(SELF)>=1"}):
        with pytest.raises(BadCatalogue, match="card '90'"):
            build([*BASE_ROWS, Row(id=90, name="Odd", type="PROPERTY", **field)])


def test_szmal_p_4_cards_of_packs_are_played_by_their_words():
    match = whole_match(3, 11, ("docks", "night"))
    assert match.state.packs == ("docks", "night")
    assert match.state.winners
    deck = catalogue_of(match.state).cards
    assert (deck[81].name, deck[8].rule, deck[85].rule) == ("Night Boss", "SZMAL-P.4", "SZMAL-P.4")
    assert deck[9].rule == "SZMAL-CARD.9"
    assert "SZMAL-P.4" in GAME.rulebook


def test_szmal_p_4_a_card_of_a_pack_at_work(packs):
    order = (81, *(number for number in range(1, 81)))
    load_packs(packs("cats", NEW))
    events = GAME.rules.setup(SzmalOptions(packs=("cats",)), 2, ScriptedDice([order], serial=0))
    state = GAME.fold(GAME.rules.initial, events)
    assert GAME.rules.choices(state, 0)[0].params["card"].one_of == (*range(1, 12), 81)
    drafted = GAME.decide(state, c.DraftCard(seat=0, decision_id=0, card=81), Dice(b"", 1, serial=1))
    assert drafted[0].card == 81
    view = view_of(GAME, GAME.fold(state, drafted), 0)
    assert view["seats"][0]["hand"]["cards"] == [{"card": 81, "name": "Cat", "type": "GANGSTER"}]
    assert view["packs"] == ["cats"]
    assert card_name(22) == 'Dickie "Flush" Diamond (22)'


DOCKS = ("docks",)
NIGHT = ("night",)


def test_szmal_p_4_words_in_other_company_do_what_they_say():
    mirrored = table(plays={1: 22}, lay={0: [81]}, cash={0: 25_000}, packs=DOCKS)
    assert mirrored.gains() == [(1, 10_000), (0, 10_000)]
    assert table(plays={1: 22}, lay={0: [81]}, cash={0: 30_000}, packs=DOCKS).gains() == [(1, 10_000)]
    neighbour = table(plays={2: 46}, lay={0: [81, 13]}, packs=DOCKS)
    assert neighbour.gains() == [(0, 5_000)]  # after a Property of the right neighbour
    paid = table(plays={0: 81}, hands={0: [2]}, packs=DOCKS, bare=[0])
    assert paid.offered(0) == {"pay_cost": (2,), "decline_cost": ()}


def test_szmal_p_4_a_loss_in_the_middle_of_a_card():
    story = table(plays={0: 82}, lay={0: [9], 1: [14, 15], 2: [11]}, packs=DOCKS)
    assert (story.kind, story.asked) == ("CHOOSE_LOSS", (1,))
    story.does(c.ChooseLoss, 1, card=15)
    assert [event.card for event in story.of(e.CardLost)] == [15, 11]
    assert story.of(e.LossesRevealed)[0].effect is None
    assert story.gains() == [(0, 10_000)]  # the card goes on: 5000 * 1 + 5000
    assert story.of(e.CashGained)[0].rule == "SZMAL-P.4"


def test_szmal_p_4_a_choice_within_each_turn_and_a_permanent_ability_of_the_round_end():
    story = table(lay={0: [(83, 2), 9, 22]}, cash={0: 205_000}, packs=DOCKS)
    assert (story.kind, story.offered(0)) == ("CHOOSE_PROPERTY", {"choose_property": (83, 9)})
    story.does(c.ChooseProperty, 0, card=9)
    assert story.markers(9) == 1
    assert story.losses() == [(0, 5_000)]
    assert table(plays={0: 83}, lay={0: [22, 11]}, packs=DOCKS).placed()[0] == (83, 3, "SYMBOLS")


@pytest.mark.rules("SZMAL-R.52")
def test_szmal_p_4_a_card_that_is_gone_is_not_lost_again():
    """Seat 0's loss makes seats 1 and 2 lose a Property before their own turn to lose comes."""
    burning = effect(1, 0, 5, 5, clause=1)
    story = table(lay={0: [86, 9], 1: [14], 2: [11, 15]}, effects=[burning], packs=DOCKS)
    story.does(c.ChooseLoss, 0, card=9).does(c.ChooseLoss, 2, card=11)
    assert (story.kind, story.asked) == ("CHOOSE_LOSS", (2,))  # by card 86; seat 1's only Property goes by itself
    story.does(c.ChooseLoss, 2, card=15)
    lost = [event.card for event in story.log if isinstance(event, e.CardLost)]
    assert lost == [9, 14, 15, 11]
    assert story.kind == "DRAFT_PICK"


@pytest.mark.rules("SZMAL-R.52")
def test_szmal_p_4_an_ability_whose_card_has_left_before_its_turn_does_not_work(packs):
    ability = "PERM AFTER_PLAYS(ME, ACTION): LOSE_CARD(ALL, {}), GAIN(ME, 30000)"
    row = f'id = 69\nname = "Trap"\ntype = "PROPERTY"\nabilities = ["{ability}"]'
    packs("gangsters", row.format("GANGSTER"))
    load_packs(packs("properties", row.format("PROPERTY")))
    story = table(plays={0: 60}, lay={0: [69, 70]}, packs=("gangsters",))
    assert [event.card for event in story.of(e.CardLost)] == [70]
    assert [event.cause for event in story.of(e.CashGained)] == [60, 69]  # 70 would have come after 69
    itself = table(plays={0: 60}, lay={0: [69, 70]}, packs=("properties",))
    assert [event.card for event in itself.of(e.CardLost)] == [69]
    assert [event.cause for event in itself.of(e.CashGained)] == [60, 69, 70]  # what has begun is carried out


def test_szmal_p_4_extra_plays_and_discounts_of_a_pack():
    story = table(plays={0: 84}, hands={0: [22, 23]}, packs=NIGHT, draw=[11])
    assert [event.card for event in story.of(e.CardDrawn)] == [11]  # no cash after all plays
    assert (story.kind, story.state.decision.stack[-1].card) == ("EXTRA_PLAY", 84)
    blackout = table(plays={0: 85}, lay={0: [(9, 1), 22]}, hands={0: [23]}, packs=NIGHT)
    assert [words.effect for words in blackout.words(0)[:2]] == [
        "It goes back to your hand.",
        "It goes to the discard pile.",
    ]
    blackout.does(c.PayCost, 0, option="PROPERTY", card=9)
    assert blackout.gains() == [(1, 5_000), (2, 5_000)]
    blackout.next_round({0: 9})
    assert blackout.of(e.CostPaid)[0].amount == 0
    boss = table(plays={0: 59}, lay={0: [81]}, packs=NIGHT)
    assert boss.was_played(59)  # 81 shows GUN as long as it lies there
    assert boss.symbols(0) == {"KEY": 1, "GUN": 1}


def test_szmal_p_5_a_match_pins_the_digest_of_its_deck(packs, tmp_path):
    load_packs(packs("cats", NEW))
    events, state = started_with("cats")
    wanted = GAME.catalogue_digest(SzmalOptions(packs=("cats",)))
    assert events[0].catalogue == state.catalogue == wanted != BASE.digest
    assert started_with()[1].catalogue == BASE.digest
    load_packs(packs("cats", NEW.replace("5000", "10000")))
    assert GAME.catalogue_digest(SzmalOptions(packs=("cats",))) != wanted
    assert catalogue_of(state).by_number[81].abilities == ("ONCE ON_PLAY: GAIN(ME, 5000)",)  # the old match goes on
    catalogue.CATALOGUES.pop(wanted)
    with pytest.raises(CatalogueGone, match="the packs cats are not here as they were when the match was started"):
        pinned(wanted, ("cats",))
    catalogue.PACKS.pop("cats")
    catalogue._COMBINED.clear()
    with pytest.raises(CatalogueGone, match="the packs cats are not here"):
        pinned(wanted, ("cats",))
    with pytest.raises(CatalogueGone, match="the cards of the base game are not here as they were"):
        pinned("0" * 64, ())
    load_packs(packs("cats", NEW))
    assert pinned(wanted, ("cats",)).digest == wanted


def test_szmal_p_5_names_that_packs_disagree_on_are_told_by_number():
    assert card_name(81) == "Card 81"  # Dock Boss in one test pack, Night Boss in the other
    assert card_name(8) == "Chinatown (8)"  # another card in one of them, but of the same name


def test_szmal_e_1_a_clause_is_kind_timing_and_effects():
    clause = read_clause("ONCE ON_PLAY: GAIN(ME, 15000), IF CASH<50000 AND SYM(GUN)>=1 THEN RETURN_TO_HAND(SELF)")
    assert (clause.kind, clause.timing, [effect.word for effect in clause.effects]) == (
        "ONCE",
        "ON_PLAY",
        ["GAIN", "RETURN_TO_HAND"],
    )
    assert clause.effects[1].conditions == (
        Comparison(Count("CASH"), "<", 50_000),
        Comparison(Count("SYM", "GUN"), ">=", 1),
    )
    for text in (
        "GAIN(ME, 5000)",
        "ONCE ON_PLAY GAIN(ME, 5000)",
        "ONCE ON_PLAY: ",
        "ONCE ON_PLAY: IF CASH<5 GAIN(ME, 5000)",
    ):
        with pytest.raises(BadWord):
            read_clause(text)


def test_szmal_e_2_kinds_stand_before_their_timings_only():
    for timing, kinds in KINDS_OF_TIMING.items():
        args = {"WHEN_PLAYS": "(ME, ACTION)", "AFTER_PLAYS": "(ME, ACTION)", "ON_GAIN": "(LEFT)", "ON_LOST": "(SELF)"}
        for kind in ("ONCE", "PERM", "THIS", "NEXT"):
            text = f"{kind} {timing}{args.get(timing, '')}: DRAW(1)"
            if kind in kinds:
                assert read_clause(text).kind == kind
            else:
                with pytest.raises(BadWord, match=f"'{kind}' cannot stand before '{timing}'"):
                    read_clause(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ONCE SOMETIME: DRAW(1)", "there is no timing 'SOMETIME'"),
        ("PERM WHEN_PLAYS(ME): DRAW(1)", "takes 2 arguments"),
        ("PERM WHEN_PLAYS(YOU, ACTION): DRAW(1)", "does not go with 'YOU'"),
        ("PERM WHEN_PLAYS(ME, BOAT): DRAW(1)", "does not go with 'BOAT'"),
        ("PERM EACH_TURN(ME): DRAW(1)", "takes 0 arguments"),
        ("ONCE ON_PLAY: GAIN(YOU, 5000)", "'GAIN' does not go with 'YOU'"),
        ("ONCE ON_PLAY: GAIN(ME)", "too many or too few"),
        ("ONCE ON_PLAY: DRAW(ME, 1)", "too many or too few"),
        ("ONCE ON_PLAY: DRAW(FEW)", "nothing to count called 'FEW'"),
        ("ONCE ON_PLAY: DRAW(SYM(STAR))", r"nothing to count called 'SYM\(STAR\)'"),
        ("ONCE ON_PLAY: MARK(EACH_MY_PROPERTY[BIG], 1)", "does not go with"),
        ("ONCE ON_PLAY: LOSE_CARD(ALL, ACTION)", "does not go with 'ACTION'"),
        ("PERM STATIC: ADD_SYMBOLS(SELF, GUN + STAR)", "does not go with 'STAR'"),
        ("ONCE ON_PLAY: IF RICH(ME) THEN DRAW(1)", "there is no condition"),
        ("ONCE ON_PLAY: IF SOLE_MOST(YOU, GANGSTER) THEN DRAW(1)", "does not go with 'YOU'"),
        ("ONCE ON_PLAY: IF NONE_IN_PLAY(GUN) THEN DRAW(1)", "takes 2 arguments"),
    ],
)
def test_szmal_e_1_unknown_words_are_named(text, complaint):
    with pytest.raises(BadWord, match=complaint):
        read_clause(text)


def test_szmal_e_10_quantities_are_read_as_usual():
    (effect,) = read_clause("ONCE ON_PLAY: DRAW(2 * SYM(GUN) + PAID_MARKERS)").effects
    assert effect.amount == Sum(Product(Number(2), Count("SYM", "GUN")), Count("PAID_MARKERS"))
    assert [count.word for count in counts_in(effect.amount)] == ["SYM", "PAID_MARKERS"]


def test_szmal_e_11_and_12_conditions_and_costs_are_read():
    assert read_condition("") == read_cost("") == ()
    assert len(read_condition("SYM(GUN)>=1 AND CASH==0 AND COUNT(GANGSTER)<=2")) == 3
    assert [way.option for way in read_cost("DISCARD(GANGSTER) OR RETURN(PROPERTY) OR CASH(5000)")] == [
        "GANGSTER",
        "PROPERTY",
        "CASH",
    ]
    for text in ("DISCARD(ACTION)", "CASH(ME)", "PRAY"):
        with pytest.raises(BadWord, match="there is no Cost"):
            read_cost(text)


def test_szmal_e_1_every_word_of_the_vocabulary_is_explained_in_the_rulebook():
    book = " ".join(rule.text for id_, rule in GAME.rulebook.rules.items() if id_.startswith("SZMAL-E."))
    for word in (*EFFECTS, *CLAIMS, *COUNTS, *KINDS_OF_TIMING):
        assert word in book, word


def test_szmal_e_1_the_data_files_hold_the_whole_base_game():
    rows = read_rows(Path(catalogue.__file__).parent / "data" / "cards.toml", Row)
    assert rows == BASE_ROWS
    assert all(row.text for row in rows)
    document = tomllib.loads((Path(catalogue.__file__).parent / "data" / "cards.toml").read_text(encoding="utf-8"))
    assert len(document["card"]) == 80
    assert e.MatchStarted.__name__ in {event_type.__name__ for event_type in GAME.rules.on_event}
