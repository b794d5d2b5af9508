"""LEDGER-0 and LEDGER-1: who acts, and how a match or a branch is opened."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.registry import all_games
from ledger.audit import with_roots
from ledger.audit_orders import MainLine, open_again
from ledger.fold import fold
from ledger.orders import Order, Refused
from ledger.rules_lobby import open_branch, open_match
from tests.ledger.match import OPENING_PARAMS, Match, failed

COUP = all_games()["coup"]


def opening(actor: str = "player:p-0", seed: str = "ab" * 32, **params: Any) -> Order:
    wanted = {"game": "coup", "seats": 3, **OPENING_PARAMS, **params}
    return Order(actor, "open_match", wanted, {"match": "m-1", "server_seed": seed})


def refusal(order: Order) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        open_match(COUP, order, 1)
    return caught.value.code, caught.value.rule


def test_ledger_0_2_seats_are_taken_by_persons():
    match = Match()
    for actor in ("seat:0", "operator"):
        assert match.refused(actor, "take_seat", {"seat": 0}, name="A") == ("not_a_person", "LEDGER-0.2")
        assert refusal(opening(actor)) == ("not_a_person", "LEDGER-0.2")


def test_ledger_0_3_whoever_sits_in_a_match_is_no_arbiter_in_it():
    match = Match()
    match.do("player:a-1", "take_seat", {"seat": 0}, name="Arbiter")
    match.sit(1, 2).do("player:p-1", "start_match")
    match.play(3)
    for type_, params in (("rewind", {"to_step": 0}), ("look", {"what": "refusals"})):
        assert match.refused("arbiter:a-1", type_, params) == ("not_allowed", "LEDGER-0.3")
        assert match.refused("player:a-2", type_, params) == ("not_allowed", "LEDGER-0.3")
    assert match.do("arbiter:a-2", "rewind", {"to_step": 0})


def test_ledger_1_1_a_match_names_what_it_is_played_with():
    (opened,) = open_match(COUP, opening(), 1)
    assert (opened.game, opened.seats, opened.opened_by, opened.ledger) == ("coup", 3, "p-0", 1)
    assert opened.catalogue == COUP.catalogue_digest(COUP.options())
    assert refusal(opening(seed="ab")) == ("seed_invalid", "LEDGER-1.1")
    assert refusal(opening(game="clank")) == ("other_game", "LEDGER-1.1")


def test_ledger_1_1_a_match_is_opened_once():
    match = Match()
    rooted, _ = with_roots(match.history)
    assert not failed(match.audit())
    match.history.append(type(match.history[0])(2, rooted[0]))
    assert "ledger" in failed(match.audit())


def test_ledger_1_2_the_seats_are_those_of_the_game():
    assert refusal(opening(seats=1)) == ("bad_player_count", "LEDGER-1.2")
    assert refusal(opening(seats=7)) == ("bad_player_count", "LEDGER-1.2")


def test_ledger_1_3_the_options_fit_the_game():
    assert refusal(opening(options={"nonsense": 1})) == ("options_invalid", "LEDGER-1.3")
    assert refusal(opening(options={"first_seat": 5}))[0] == "options_invalid"


@pytest.mark.parametrize(
    "params", [{"turn_s": 0}, {"turn_s": 1_209_601}, {"reaction_s": 0}, {"hold_s": 59}, {"hold_s": 2_592_001}]
)
def test_ledger_1_4_clocks_have_bounds(params):
    assert refusal(opening(**params)) == ("clock_out_of_range", "LEDGER-1.4")


def test_ledger_1_4_the_bounds_themselves_are_allowed():
    (opened,) = open_match(COUP, opening(turn_s=1, reaction_s=1_209_600, hold_s=60), 1)
    assert (opened.turn_s, opened.reaction_s, opened.hold_s) == (1, 1_209_600, 60)


class Branching:
    """A main line of some steps, and branches of it."""

    def __init__(self, steps: int = 6, **params: Any) -> None:
        self.main = Match(seed=4, **params).begin().play(steps)

    def end_of(self, step: int) -> int:
        return max(one.version for one in self.main.history if one.stored.step == step)

    def branch(self, actor: str, step: int, *, public: bool = False) -> Any:
        version = self.end_of(step)
        history = self.main.history[:version]
        origin = fold(self.main.ruleset, history, ())
        root = history[-1].stored.root.hex()
        order = Order(
            actor,
            "open_branch",
            {"public": public},
            {"match": "m-2", "server_seed": "cd" * 32, "root": root, "step": step},
        )
        (opened,) = open_branch(self.main.table, origin, order, self.main.at)
        return order, opened, MainLine(origin, self.main.table, self.main.history)

    def refused(self, actor: str, step: int) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            self.branch(actor, step)
        return caught.value.code, caught.value.rule


def again(branching: Branching, order: Order, opened: Any, main: MainLine) -> list[Any]:
    match = Match()
    match.history.clear()
    match.at = branching.main.at
    match._store(order, [opened], step=opened.branch.step)
    return open_again(branching.main.ruleset, match.history, opened, main)


def test_ledger_1_5_a_branch_goes_on_from_the_end_of_a_step():
    branching = Branching()
    order, opened, main = branching.branch("player:p-1", 3)
    assert (opened.branch.match, opened.branch.step) == ("m-pure", 3)
    assert (opened.game, opened.seats, opened.turn_s) == ("coup", 3, None)
    assert again(branching, order, opened, main) == [opened]
    for version in (opened.branch.version - 1, opened.branch.version + 1):
        point = msgspec.structs.replace(opened.branch, version=version)
        with pytest.raises(Refused, match="not_the_main_line"):
            again(branching, order, msgspec.structs.replace(opened, branch=point), main)
    for then in (opened.branch.main_version - 1, opened.branch.main_version + 1):
        point = msgspec.structs.replace(opened.branch, main_version=then)
        with pytest.raises(Refused, match="not_the_main_line"):
            again(branching, order, msgspec.structs.replace(opened, branch=point), main)
    point = msgspec.structs.replace(opened.branch, root="00" * 32)
    assert again(branching, order, msgspec.structs.replace(opened, branch=point), main) == [opened]


def test_ledger_1_6_a_branch_begins_where_there_was_something_to_decide():
    branching = Branching(steps=400)
    assert branching.main.table.status == "finished"
    last = branching.main.table.step
    assert branching.refused("player:p-1", last) == ("nothing_to_decide", "LEDGER-1.6")
    waiting = Branching(steps=0)
    waiting.main = Match().sit()
    assert waiting.refused("player:p-1", 0) == ("match_not_running", "LEDGER-1.6")


def test_ledger_1_7_who_branches_a_running_match_and_what_they_see_of_it():
    branching = Branching()
    assert branching.branch("player:p-2", 3)[1].branch.resampled_for == 2
    assert branching.branch("arbiter:a-1", 3)[1].branch.resampled_for == "spectator"
    assert branching.refused("player:stranger", 3) == ("branch_not_allowed", "LEDGER-1.7")


def test_ledger_1_7_in_an_arbiters_branch_everything_hidden_is_drawn_anew():
    """Else an arbiter could play the branch to its end, and know the order of the deck in the match that goes on."""
    branching = Branching()
    order, opened, main = branching.branch("arbiter:a-1", 3)
    assert again(branching, order, opened, main) == [opened]
    point = msgspec.structs.replace(opened.branch, resampled_for=None)
    assert again(branching, order, msgspec.structs.replace(opened, branch=point), main) == [opened]


def test_ledger_1_7_anybody_branches_what_is_over():
    branching = Branching(steps=400)
    assert branching.branch("player:stranger", 3)[1].branch.resampled_for is None


def test_ledger_1_7_a_private_match_that_is_over_is_branched_by_those_who_may_see_it():
    """Else a stranger's public branch would show everybody what was hidden in it."""
    branching = Branching(steps=400, public=False)
    assert branching.refused("player:stranger", 3) == ("branch_not_allowed", "LEDGER-1.7")
    for actor in ("player:p-1", "arbiter:a-1"):
        order, opened, main = branching.branch(actor, 3, public=True)
        assert again(branching, order, opened, main) == [opened]
    stranger = msgspec.structs.replace(order, actor="player:stranger")
    with pytest.raises(Refused):
        again(branching, stranger, msgspec.structs.replace(opened, opened_by="stranger"), main)


def test_ledger_1_8_a_branch_of_a_running_match_is_not_public():
    assert not Branching().branch("player:p-1", 3, public=True)[1].is_public
    assert Branching(steps=400).branch("player:p-1", 3, public=True)[1].is_public
