"""Places on the table: what glows answers the question, and what does not is only read, however it is pressed."""

from __future__ import annotations

import pytest

from tests.pages.tables import sit_at, start_full

VIEW = "[data-test=card-view]"
READ_ONLY = "[data-test=table] .offered:not(.can)"
STEPS_MAX = 60  # which cards are held is luck, so a match goes on until there is what a test needs
PRESSES_MAX = 8


def commands_of(visitor):
    sent = []
    visitor.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
    return sent


def reach(desk, game, is_found, steps=0):
    """A match of this game in which the seat that is asked has such choices."""
    for seed in range(STEPS_MAX):
        match, tokens = start_full(desk, game, steps + seed, seed=seed)
        found = desk.api.match(match)
        if found["status"] == "running" and is_found(desk.api.choices(match, tokens[found["to_act"][0]])["choices"]):
            return match, tokens
    raise AssertionError(f"{STEPS_MAX} matches of {game} had nothing of the kind")


def has_a_card_that_does_not_glow(choices):
    held = {card for one in choices if one["type"] == "discard_card" for card in one["params"]["card_id"]["one_of"]}
    asked = [one["params"] for one in choices if one["group"] == "main"]
    glow = {card for one in asked for domain in one.values() for card in domain.get("one_of") or domain["some_of"]}
    return bool(asked) and bool(held - glow)


# In the other games all that is offered glows.
READ_ONLY_IN = {
    "big-deal": has_a_card_that_does_not_glow,
    "munchkin-apocalypse": lambda choices: any(one["type"] == "show_card" for one in choices),
}


@pytest.mark.parametrize("has_touch", [False, True], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", sorted(READ_ONLY_IN))
def test_what_does_not_glow_never_acts(game, has_touch, visit, desk):
    """With a mouse, by a second tap and by Enter: it is read, and its answers stand in the card view."""
    match, tokens = reach(desk, game, READ_ONLY_IN[game], steps=6)
    ana = sit_at(lambda: visit(has_touch=has_touch), desk, match, tokens)
    sent = commands_of(ana)
    places = [one for one in ana.page.query_selector_all(READ_ONLY) if one.is_visible()][:PRESSES_MAX]
    assert places
    for place in places:
        for press in (place.tap, place.tap) if has_touch else (place.click, lambda one=place: one.press("Enter")):
            press()
            assert ana.page.locator(f"{VIEW} [data-send]").count() >= 1
        ana.page.keyboard.press("Escape")
    assert sent == []


def test_a_card_of_big_deal_is_not_discarded_by_a_press_while_others_glow(visit, desk):
    match, tokens = reach(desk, "big-deal", has_a_card_that_does_not_glow, steps=6)
    ana = sit_at(visit, desk, match, tokens)
    sent = commands_of(ana)
    ana.page.locator(".pane-hand .card:not(.can)").first.click()
    assert "Discard a card" in ana.page.inner_text(VIEW)
    assert sent == []
    before = ana.version
    ana.page.locator(f"{VIEW} [data-choice=discard_card] [data-send]").click()
    ana.wait_for_move(before)


def test_what_is_left_to_end_with_glows_where_nothing_else_does(visit):
    ana = visit()
    ana.go("/")
    glows = ana.page.evaluate(
        """async () => { const { makeContext } = await import('/static/table.js');
          const adapter = { target: (param, value) => `${param}:${value}` };
          const discard = { type: 'discard', group: 'end', params: { card: { one_of: ['a'] } } };
          const lay = { type: 'lay', group: 'main', params: { card: { one_of: ['b'] } } };
          const all = (choices) => [...makeContext({ match: { seats: [] }, view: {}, seat: 0, game: {}, adapter,
            choices }).glows];
          return [all([discard]), all([discard, lay])]; }"""
    )
    assert glows == [["card:a"], ["card:b"]]


def test_the_name_of_a_player_says_whom_and_never_what(visit, desk):
    """In Coup only the Police ask for a player, until there is money for more: a name must not claim them."""
    match, tokens = start_full(desk, "coup", 0)
    ana = sit_at(visit, desk, match, tokens)
    sent = commands_of(ana)
    name = ana.page.locator(".others .seat-pick.can").first
    for press in (name.click, name.dblclick, lambda: name.press("Enter")):
        press()
    assert sent == []
    assert "Claim Police" in ana.page.inner_text(VIEW)
    before = ana.version
    ana.page.locator(f"{VIEW} [data-send]").click()
    ana.wait_for_move(before)


ANSWER_AT = """async (templates) => {
  const { answerAt, fixedParams } = await import('/static/domains.js');
  const { makeContext } = await import('/static/table.js');
  const adapter = { target: (param, value) => (param === 'target' ? `monster:${value}` : `card:${value}`) };
  const ctx = makeContext({ match: { seats: [] }, view: {}, seat: 0, game: {}, adapter, choices: templates });
  const at = (key, isSeen) => { const one = answerAt(key, ctx, isSeen); return one && fixedParams(one); };
  return ['monster:m1', 'card:a', 'card:c'].map((key) => [at(key), at(key, true)]);
}"""


def test_a_press_acts_at_once_only_where_the_place_is_all_of_the_answer(visit):
    ana = visit()
    ana.go("/")
    aimed = {"type": "play", "group": "main", "params": {"card": {"one_of": ["a"]}, "target": {"one_of": ["m1"]}}}
    plain = {"type": "lay", "group": "main", "params": {"card": {"one_of": ["b", "c"]}}}
    monster, card, whole = ana.page.evaluate(ANSWER_AT, [aimed, plain])
    assert monster == card == [None, {"card": "a", "target": "m1"}], "it is seen first, then it may be meant"
    assert whole == [{"card": "c"}, {"card": "c"}]


def test_nobody_is_asked_which_two_of_three_equal_cards(visit):
    """Where the names differ it is asked; the card that was pressed is always one of those."""
    ana = visit()
    ana.go("/")
    script = """async (template) => {
      const { fixedParams, settled } = await import('/static/domains.js');
      const { drawAnswers } = await import('/static/question.js');
      const [drawn] = drawAnswers([template], { adapter: {} });
      const pressed = settled({ template, param: 'cards', value: 'c' });
      return [drawn.querySelectorAll('input').length, fixedParams(template), fixedParams(pressed)]; }"""
    template = {
        "type": "form_set",
        "label": "Lay a set",
        "params": {"cards": {"some_of": ["a", "b", "c"], "min": 2, "max": 2}},
        "names": {"cards": ["Home", "Home", "Home"]},
    }
    assert ana.page.evaluate(script, template) == [0, {"cards": ["a", "b"]}, {"cards": ["c", "a"]}]
    template["names"] = {"cards": ["Home", "Home", "Coin"]}
    assert ana.page.evaluate(script, template)[:2] == [3, {}]
