"""What a move leads to can be seen: results stay until they were read or until one's next move; pauses of the rules."""

from __future__ import annotations

from random import Random

import pytest

from tests.pages.tables import act_elsewhere, resize, sit_at, start_full

STEPS_MAX = 300
STARTS_MAX = 30


def end_a_round(visit, desk, size):
    """Szmal: all others have put a card face down, then the visitor does, which carries out the round."""
    match, tokens = start_full(desk, "szmal", 0)
    for seed in range(STEPS_MAX):
        found = desk.api.match(match)
        own = found["to_act"][0]
        if [one["type"] for one in desk.api.choices(match, tokens[own])["choices"]] == ["commit_card"]:
            break
        desk.finish(match, tokens, Random(seed), steps=1)
    for seat in found["to_act"][1:]:
        act_elsewhere(desk, match, tokens, seat, "commit_card")
    ana = sit_at(visit, desk, match, tokens, size)
    version = ana.version
    ana.page.locator("[data-test=acts] [data-send]:visible").first.click()
    ana.wait_for_move(version)
    return ana, match, tokens


def play_on(desk, match, tokens, ana):
    """Another player moves, if the round leaves it to them."""
    mine = next(seat for seat, token in enumerate(tokens) if token == ana.token)
    found = desk.api.match(match)
    seat = next(one for one in found["to_act"] if one != mine)
    kind = desk.api.choices(match, tokens[seat])["choices"][0]["type"]
    if kind in ("draft_card", "commit_card"):
        ana.wait_for_version(act_elsewhere(desk, match, tokens, seat, kind)["version"])


def test_a_wide_window_sets_apart_and_marks_what_the_own_move_led_to(visit, desk):
    ana, _, _ = end_a_round(visit, desk, "laptop")
    since = ana.page.locator("[data-test=since] ~ li").all_inner_texts()
    assert any("The cards are turned over" in one for one in since), since
    assert ana.page.locator("[data-test=table] .changed").count() >= 1


def test_a_phone_keeps_the_result_of_a_round_until_it_was_read(visit, desk):
    ana, match, tokens = end_a_round(visit, desk, "phone")
    news = ana.page.locator("[data-test=news]")
    assert news.inner_text().startswith("The cards are turned over")
    step = news.get_attribute("data-step")
    play_on(desk, match, tokens, ana)
    assert news.inner_text().startswith("The cards are turned over"), "the others go on"
    ana.page.click("[data-test=telling] [data-press=tell-close]")
    news.click()
    line, log = (ana.page.locator(one).bounding_box() for one in (f"li[data-step='{step}']", "[data-test=log]"))
    assert log["y"] - 1 <= line["y"] < log["y"] + log["height"], "it is in view"
    ana.page.click(".log-close")
    found = desk.finish(match, tokens, Random(0), steps=2)
    ana.wait_for_version(found["version"])
    assert "turned over" not in news.inner_text() or int(news.get_attribute("data-step")) > int(step)


def claim_truly(desk):
    """Coup: a match whose first player may claim Russia and has it; what the button says."""
    for _ in range(STARTS_MAX):
        match, tokens = desk.start("coup", 3)
        seat = desk.api.match(match)["to_act"][0]
        cards = desk.api.match(match, tokens[seat])["state"]["seats"][seat]["cards"]
        if "russia" in [one["card"]["kind"] for one in cards]:
            offered = desk.api.choices(match, tokens[seat])["choices"]
            claims = [one["label"] for one in offered if "russia" in one["params"]["action"]["one_of"]]
            return match, tokens, seat, claims[0]
    raise AssertionError("no first player was dealt Russia")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_challenge_stays_told_until_the_own_next_move(size, visit, desk):
    match, tokens, seat, label = claim_truly(desk)
    ana = sit_at(visit, desk, match, tokens, size)
    if size == "phone":
        ana.page.click(".unfold")
    version = ana.version
    ana.page.locator(f"[data-choice=declare_action] [data-send]:has(strong:text-is('{label}'))").click()
    ana.wait_for_move(version)
    doubter = (seat + 1) % 3
    act_elsewhere(desk, match, tokens, doubter, "challenge")
    found = act_elsewhere(desk, match, tokens, doubter, "choose_influence")
    ana.wait_for_version(found["version"])
    told = ana.page.locator("[data-test=told]" if size == "laptop" else "[data-test=news]")
    assert told.is_visible()
    text = f"Player {doubter} doubts that Player {seat} has "
    assert text in told.inner_text()
    assert f"Player {seat} shows " in told.inner_text()
    ana.wait_for_version(act_elsewhere(desk, match, tokens, doubter, "declare_action")["version"])
    assert text in told.inner_text(), "the others go on"


def test_the_end_says_you_lost_and_what_it_ended_with(visit, desk):
    match, tokens = desk.start("coup", 2)
    found = desk.finish(match, tokens, Random(5))
    lost = next(seat for seat in (0, 1) if seat not in found["result"]["winners"])
    for seat, said in (
        (lost, f"You lost. Won by Player {1 - lost}"),
        (1 - lost, "You win!"),
        (None, f"Won by Player {1 - lost}"),
    ):
        visitor = visit()
        if seat is not None:
            visitor.sit_down_as(desk.person(tokens[seat]))
        visitor.go(f"/m/{match}")
        result = visitor.page.inner_text("[data-test=acts] .result")
        assert result.startswith(said)
        assert visitor.page.inner_text("[data-test=status]") == said.split(".")[0], "in short, for a narrow window"
        assert " loses " in visitor.page.locator("[data-test=ended-with]").last.inner_text()


def test_the_end_begins_with_playing_again_and_leaves_out_the_order_of_the_deck(visit, desk):
    match, tokens = desk.start("coup", 2)
    desk.finish(match, tokens, Random(5))
    ana = visit()
    resize(ana, "phone")
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    again = ana.page.locator("[data-test=play-again]")
    again.wait_for()
    box = ana.page.locator("[data-test=acts]").bounding_box()
    place = again.bounding_box()
    assert place["y"] + place["height"] <= box["y"] + box["height"], "in view, whatever follows"
    assert "is shuffled" not in ana.page.inner_text(".result")


def test_the_winner_comes_first_and_nobody_has_a_number_where_there_are_no_scores(visit, desk):
    match, tokens = desk.start("coup", 3)
    for seed in range(STEPS_MAX):
        found = desk.finish(match, tokens, Random(seed))
        (winner,) = found["result"]["winners"]
        if winner:
            break
        match, tokens = desk.start("coup", 3)
    visitor = visit()
    visitor.go(f"/m/{match}")
    visitor.page.wait_for_selector("ul.scores > li")
    others = [f"Player {seat}" for seat in range(3) if seat != winner]
    assert visitor.page.locator("ul.scores > li > span:first-child").all_inner_texts() == [f"Player {winner}", *others]
    assert visitor.page.locator("ol.scores").count() == 0


@pytest.mark.parametrize("game", ["big-deal", "szmal"])
def test_the_scores_of_a_game_about_money_are_in_dollars(game, visit, desk):
    match, tokens = desk.start(game, 2)
    scores = desk.finish(match, tokens, Random(5))["result"]["scores"]
    visitor = visit()
    visitor.go(f"/m/{match}")
    visitor.page.wait_for_selector("[data-test=acts] ol.scores b")
    shown = visitor.page.locator("[data-test=acts] ol.scores b").all_inner_texts()
    assert shown == [f"${score:,}" for score in sorted(scores.values(), reverse=True)]


NEWS = """async () => {
  const { News } = await import('/static/news.js');
  const news = new News();
  const step = (number, sentences) => ({ step: number, undone: false,
    narration: Array.from({ length: sentences }, (_, at) => `${number}.${at}`) });
  const steps = [step(1, 9), step(2, 1), step(3, 6), step(4, 1)];
  const shown = (lastMove) => news.draw(steps, lastMove).textContent;
  const told = [shown(2), shown(4)];
  news.read(3);
  return [...told, shown(1), new News().draw([], 0).textContent];
}"""


def test_what_led_far_stays_until_the_next_move_or_until_it_was_read(visit):
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate(NEWS) == ["3.1 3.2 3.3 3.4 3.5", "4.0", "4.0", ""]


def declare_a_victory(desk, window_ms):
    """Munchkin: a fighter says that the fight is won, so the others may step in for as long as the rules leave them."""
    options = {"reaction_window_ms": window_ms, "response_window_ms": None}
    match, tokens = desk.start("munchkin-apocalypse", 3, options)
    for seed in range(3 * STEPS_MAX):
        seat = desk.api.match(match)["to_act"][0]
        offered = desk.api.choices(match, tokens[seat])
        if any(one["type"] == "declare_victory" for one in offered["choices"]):
            desk.api.send(match, tokens[seat], {"type": "declare_victory", "params": {}}, offered["version"])
            if desk.api.match(match)["state"]["window"]:
                return match, tokens
        else:
            desk.finish(match, tokens, Random(seed), steps=1)
    raise AssertionError(f"nobody was about to win a fight within {3 * STEPS_MAX} steps")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_pause_of_the_rules_is_no_clock_of_the_match(size, visit, desk):
    """MUNCH-5.14: no clock was asked for, and yet there is an end to it."""
    match, tokens = declare_a_victory(desk, 600_000)
    ana = sit_at(visit, desk, match, tokens, size)
    text = ana.page.inner_text("[data-test=rule-window]")
    assert text.startswith("By the rules everybody may still step in, for another ")
    assert text.endswith(". Whoever says nothing lets it happen.")
    assert not ana.page.is_visible(".match-bar .clock")


def test_the_last_seconds_of_a_pause_can_be_read(visit, desk):
    match, tokens = declare_a_victory(desk, 9000)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.wait_for_selector("[data-test=rule-window] .clock.is-ending:visible")


def test_the_last_seconds_of_a_turn_can_be_read(visit, desk):
    tokens = [desk.api.make_player(name)[1] for name in ("Ana", "Ben")]
    match = desk.api.client.with_token(tokens[0]).open_match("coup", 2, turn_s=12).id
    for token in tokens:
        desk.api.take_seat(match, token)
    desk.api.start(match, tokens[0])
    ana = sit_at(visit, desk, match, tokens)
    ana.page.wait_for_selector(".match-bar .clock.is-ending:visible")


def test_when_a_pause_of_the_rules_ends_play_goes_on(visit, desk):
    match, tokens = declare_a_victory(desk, 5000)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.wait_for_selector("[data-test=rule-window]", state="detached")
    assert desk.api.match(match)["state"]["window"] is None
    assert ana.page.query_selector("[data-choice=pass]") is None
    assert ana.page.query_selector(".alerts .alert") is None


def test_an_answer_after_the_end_of_a_pause_is_told_in_words(visit, desk):
    """The page hears nothing of the end, so its buttons are still there."""
    match, tokens = declare_a_victory(desk, 6000)
    ana = visit()
    for name in ("live", "events"):
        ana.page.route(f"**/{name}?**", lambda route: route.abort())
    sit_at(lambda: ana, desk, match, tokens)
    for _ in range(200):
        if desk.api.match(match)["state"]["window"] is None:
            break
        ana.page.wait_for_timeout(100)
    ana.page.locator("[data-choice=pass] [data-send]").click()
    ana.page.wait_for_selector("[data-test=toast]:has-text('The time was up')")
    assert ana.page.query_selector(".alerts .alert") is None


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_end_of_clank_says_what_the_points_are_made_of(size, visit, desk):
    starts = (desk.start("clank", 2) for _ in range(STARTS_MAX))
    ends = ((match, tokens, desk.finish(match, tokens, Random(5))) for match, tokens in starts)
    match, tokens, found = next(one for one in ends if one[2]["state"]["outcome"]["scores"])
    ana = visit()
    resize(ana, size)
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector("[data-test=acts] .result")
    for score in found["state"]["outcome"]["scores"]:
        parts = [score[name] for name in ("artifacts", "tokens", "gold", "cards")]
        assert sum(parts) == score["total"]
        text = "Artifacts {}, other tokens {}, gold {}, cards {}".format(*parts)
        assert ana.page.locator("[data-test=points]").filter(has_text=text).count() == 1
    ana.page.click("[data-test=to-lobby]")
    ana.page.wait_for_selector("[data-test=open-form]")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_end_of_coup_says_what_is_left_to_whom(size, visit, desk):
    match, tokens = desk.start("coup", 3)
    found = desk.finish(match, tokens, Random(5))
    ana = visit()
    resize(ana, size)
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    lines = ana.page.locator("[data-test=acts] .result .scores li")
    lines.first.wait_for()
    said = {line.split("\n")[0]: line for line in lines.all_inner_texts()}
    winner = found["result"]["winners"][0]
    assert len(said) == 3
    for seat in range(3):
        text = next(line for name, line in said.items() if name.startswith(f"Player {seat}"))
        assert ("left" in text) == (seat == winner)
        assert ("out" in text) == (seat != winner)
