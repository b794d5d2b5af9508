"""Section 9: entering a room, and its tokens."""

import pytest

from games.clank import GAME
from games.clank.commands import DeclineToken, Move, PlayCard, TakeToken, Teleport
from games.clank.events import (
    BecameExhausted,
    DamageHealed,
    DamageTaken,
    PawnMoved,
    RageAdvanced,
    ResourcesSpent,
    TokenDeclined,
    TokensOffered,
    TokenTaken,
)
from tests.games.clank.table import END, at_table, do, kinds, of_type, thief
from tests.spec import view_of

HERE = {"A02": "treasure skill_boost"}


def go(corridor_id, **rest):
    return Move(seat=0, corridor_id=corridor_id, **rest)


def take(slot):
    return TakeToken(seat=0, token_slot=slot)


def test_clank_9_1_exhaustion_then_fountain_then_token_choice():
    given = at_table(thief("B33", damage=3), side="B", at={"B41": "treasure"}, boots=2)
    given.when(go("B-c58")).then(
        ResourcesSpent(seat=0, spent_on="B-c58", boots=2, rule="CLANK-8.2"),
        PawnMoved(seat=0, from_room="B33", to_room="B41", corridor_id="B-c58", mode="boots", rule="CLANK-8.1"),
        BecameExhausted(seat=0, rule="CLANK-8.13"),
        DamageHealed(seat=0, amount=1, source="fountain", rule="CLANK-9.2"),
        TokensOffered(seat=0, room_id="B41", token_slots=(0,), rule="CLANK-9.3"),
    )
    by_teleport = at_table(thief("B33", damage=3), side="B", at={"B41": "treasure"}, teleports=1)
    _, events = do(by_teleport, Teleport(seat=0, to_room="B41"))
    assert [type(event) for event in events[-3:]] == [BecameExhausted, DamageHealed, TokensOffered]


@pytest.mark.rules("CLANK-R.23")
def test_clank_9_2_the_fountain_heals_at_each_entry_if_one_likes():
    given = at_table(thief("A06", damage=3), boots=4)
    after, _ = do(given, go("A-c12"), go("A-c18", swords=None), go("A-c18"))
    assert after.players[0].meter == 3 - 1 + 1 + 1 - 1
    unhealed, _ = do(given, go("A-c12", heal=False))
    assert unhealed.players[0].meter == 3
    whole, events = do(at_table(thief("A06"), boots=1), go("A-c12", heal=True))
    assert whole.players[0].meter == 0
    assert of_type(events, DamageHealed) == []


def test_clank_9_2_damage_of_the_way_comes_first():
    _, events = do(at_table(thief("A11"), boots=1), go("A-c18"))
    assert [type(event) for event in of_type(events, DamageTaken, DamageHealed)] == [DamageTaken, DamageHealed]


@pytest.mark.rules("CLANK-X.4")
def test_clank_9_2_heal_is_named_only_for_a_fountain():
    at_table(thief("A01"), boots=1).when(go("A-c02", heal=True)).then_refused("CLANK-9.2", "bad_params")
    teleport = Teleport(seat=0, to_room="A02", heal=False)
    at_table(thief("A01"), teleports=1).when(teleport).then_refused("CLANK-9.2", "bad_params")


@pytest.mark.rules("CLANK-X.5")
def test_clank_9_3_one_token_of_the_room_may_be_taken_or_none():
    given = at_table(thief("A02"), at=HERE, phase="TOKEN_CHOICE")
    after, _ = do(given, take(1))
    assert after.turn.skill == 2
    given.when(DeclineToken(seat=0)).then(TokenDeclined(seat=0, room_id="A02", rule="CLANK-9.3 CLANK-9.5"))
    given.when(take(2)).then_refused("CLANK-9.3", "not_found")


@pytest.mark.rules("CLANK-C.6")
def test_clank_9_4_for_another_token_one_has_to_enter_again():
    given = at_table(thief("A01"), at=HERE, boots=3)
    after, events = do(given, go("A-c02"), take(0), go("A-c02"), go("A-c02"), take(1))
    assert of_type(events, TokensOffered)[-1].token_slots == (1,)
    assert (after.players[0].gold, after.turn.skill) == (2, 2)
    once = do(given, go("A-c02"), take(0))[0]
    assert once.phase == "TURN"
    assert not [template for template in GAME.rules.choices(once, 0) if template.type == "take_token"]


@pytest.mark.rules("CLANK-R.1", "CLANK-X.3")
def test_clank_9_5_the_choice_comes_first_and_not_later():
    given = at_table(thief("A02", hand="burgle"), at=HERE, boots=1, phase="TOKEN_CHOICE")
    given.when(PlayCard(seat=0, card_id="burgle")).then_refused("CLANK-9.5", "wrong_phase")
    given.when(go("A-c02")).then_refused("CLANK-9.5", "wrong_phase")
    given.when(END).then_refused("CLANK-9.5", "wrong_phase")
    declined = at_table(thief("A02"), at=HERE)
    declined.when(take(0)).then_refused("CLANK-9.5", "wrong_phase")
    declined.when(DeclineToken(seat=0)).then_refused("CLANK-9.5", "wrong_phase")
    artifact = at_table(thief("A20"), at={"A20": "artifact_7"})
    artifact.when(take(0)).then_refused("CLANK-9.5", "wrong_phase")


@pytest.mark.rules("CLANK-X.18")
def test_clank_9_6_the_artifact_limit():
    at = {"A20": "artifact_7 monkey_idol"}
    given = at_table(thief("A20", tokens="artifact_5"), at=at, phase="TOKEN_CHOICE")
    given.when(take(0)).then_refused("CLANK-9.6", "artifact_limit")
    after, _ = do(given, take(1))
    assert kinds(after.players[0].tokens) == ["artifact_5", "monkey_idol"]
    packed = at_table(thief("A20", tokens="artifact_5 backpack"), at=at, phase="TOKEN_CHOICE")
    assert "artifact_7" in kinds(do(packed, take(0))[0].players[0].tokens)


def test_clank_9_7_no_command_gives_an_artifact_up():
    carrying = at_table(thief("A20", tokens="artifact_5 backpack"), at={"A20": "artifact_7"}, boots=3).state
    offered = {template.type for template in GAME.rules.choices(carrying, 0)}
    assert offered <= {"move", "end_turn", "acquire_card", "fight"}
    assert {"drop_token", "swap_token"} & GAME.commands.keys() == set()
    after, _ = do(carrying, END)
    assert kinds(after.players[0].tokens) == ["artifact_5", "backpack"]


def test_clank_9_8_taking_an_artifact_moves_the_dragon_marker():
    given = at_table(thief("A20"), at={"A20": "artifact_7"}, phase="TOKEN_CHOICE", rage=3)
    given.when(take(0)).then(
        TokenTaken(
            seat=0,
            room_id="A20",
            token_slot=0,
            token_id="artifact_7",
            kind="artifact_7",
            via="entry",
            rule="CLANK-9.3",
        ),
        RageAdvanced(from_space=3, to_space=4, cause="artifact_7", rule="CLANK-9.8 CLANK-13.9"),
    )


def test_clank_9_9_a_secret_is_shown_to_all_and_works():
    given = at_table(thief("A02"), at=HERE, phase="TOKEN_CHOICE")
    _, events = do(given, take(0))
    taken = of_type(events, TokenTaken)[0]
    assert (taken.kind, taken.rule) == ("treasure", "CLANK-9.3 CLANK-9.9")


def test_clank_9_10_the_other_minor_secret_stays_unseen():
    after, _ = do(at_table(thief("A02"), at=HERE, phase="TOKEN_CHOICE"), take(0))
    (here,) = view_of(GAME, after, 0)["tokens"]
    assert here["room_id"] == "A02"
    assert here["tokens"][0] is None
    assert (here["tokens"][1]["type"], here["tokens"][1]["kind"]) == ("minor", None)


def test_clank_9_11_where_nothing_may_be_taken_nothing_is_asked():
    full = at_table(thief("A25", tokens="artifact_5"), at={"A20": "artifact_7"}, boots=1)
    after, events = do(full, go("A-c40"))
    assert (after.phase, of_type(events, TokensOffered)) == ("TURN", [])
    free, _ = do(at_table(thief("A25"), at={"A20": "artifact_7"}, boots=1), go("A-c40"))
    assert free.phase == "TOKEN_CHOICE"
