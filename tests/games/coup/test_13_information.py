"""Information and table talk."""

from events.visibility import SPECTATOR
from games.coup import GAME
from tests.games.coup.table import table
from tests.spec import view_of

COMMANDS = {
    "declare_action", "pass", "challenge", "block", "accept_block", "challenge_block", "choose_influence",
    "choose_exchange", "choose_card_to_show", "decide_inspection", "expire_decision",
}  # fmt: skip


def test_coup_13_2_there_is_no_command_to_show_a_card_for_a_deal():
    assert set(GAME.commands) == COMMANDS
    t = table(seats=3, module="un")
    for seat in range(3):
        assert "choose_card_to_show" not in t.types(seat)


def test_coup_13_3_there_is_no_command_to_give_money():
    assert set(GAME.commands) == COMMANDS
    assert GAME.clock.clock_commands == {GAME.commands["expire_decision"]}


def test_coup_13_4_what_lies_open_is_known_to_all():
    t = table("russia/eu", "[media]/police", "protest/protest", money=(3, 7, 1))
    t.declare(0, "protest", target=1)
    t.passes(2)
    shown = view_of(GAME, t.state, SPECTATOR)
    assert [seat["money"] for seat in shown["seats"]] == [3, 7, 1]
    assert [seat["hidden_count"] for seat in shown["seats"]] == [2, 1, 2]
    assert shown["seats"][1]["cards"] == [
        {"slot": 0, "is_lost": True, "card": {"kind": "media", "name": "Media"}},
        {"slot": 1, "is_lost": False, "card": None},
    ]
    assert shown["deck"]["size"] == 9
    assert (shown["module"], shown["boxed"]["kind"]) == ("media", "un")
    assert (shown["declaration"]["action"], shown["declaration"]["target"]) == ("protest", 1)
    assert shown["reactions"] == {
        "asked": [{"seat": 1, "reactions": ["pass", "challenge", "block"], "claims": ["eu"]}],
        "passed": [2],
    }
    assert shown["decision"] == {"id": 11, "waiting_for": [1], "deadline_ms": None}
    t.block(1, "eu")
    assert view_of(GAME, t.state, SPECTATOR)["block"]["claim"]["name"] == "European Union"
