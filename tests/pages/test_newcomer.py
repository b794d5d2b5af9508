"""What somebody who knows neither the game nor the pages asks: each answer stands where the question comes up."""

from __future__ import annotations

import random
import re

import pytest

from games.choices import Maybe, OneOf, SomeOf
from games.registry import all_games
from tests.pages.tables import SIZES, resize, sit_at, start_full
from tests.play import Match, moves
from tests.policies import POLICIES, options_for

INLINE_MAX = 14  # as in controls.js: so many values of the only parameter are buttons, which need no name for it
# The table of Big Deal as it is once somebody has this much, on the table and banked together.
RACE = """async ([match, banked]) => {
  const { adapterFor, makeContext } = await import('/static/table.js');
  const { get, game } = await import('/static/api.js');
  const found = await get(`/v1/matches/${match}`);
  const played = await game(found.game);
  const adapter = await adapterFor(played);
  found.state.seats[1].match_total = banked - found.state.seats[1].collection_value;
  const ctx = makeContext({ match: found, view: found.state, seat: 0, game: played, adapter, isPlaying: true });
  return adapter.draw(found.state, ctx).querySelector('[data-test=race-rule]').textContent;
}"""


def test_who_passes_the_target_of_the_race_has_not_won_yet(visit, desk):
    """BIGDEAL-11.6: only what is banked when a round ends counts."""
    match, tokens = start_full(desk, "big-deal", 4)
    ana = sit_at(visit, desk, match, tokens)
    rule = "Banked and on the table. Only what is banked when a round ends can win."
    assert ana.page.inner_text("[data-test=race-rule]") == rule
    assert ana.page.evaluate(RACE, [match, 995_000]) == rule
    expected = "Bartholomew would have enough, but only what is banked when the round ends can win."
    assert ana.page.evaluate(RACE, [match, 1_005_000]) == expected
    assert ana.page.evaluate(RACE, [match, 1_000_000]) == expected


def asked_for(game, matches=6, steps_max=300):
    """The parameters that are chosen in a form of their own, as random play meets them."""
    found = set()
    for seed in range(matches):
        rng = random.Random(seed)
        match = Match(game, options_for(game, rng), game.seats_max, seed)
        match.start()
        for _ in moves(match, rng, POLICIES[game.slug]):
            if match.steps >= steps_max:
                break
            for seat in game.rules.to_act(match.state):
                for choice in game.rules.choices(match.state, seat):
                    found |= in_forms(choice)
    return found


def in_forms(choice):
    free = {name: domain for name, domain in choice.params.items() if not is_settled(domain)}
    if len(free) == 1:
        (only,) = free.values()
        if isinstance(only, OneOf) and len(only.one_of) <= INLINE_MAX:
            return set()
    return set(free)


def is_settled(domain):
    if isinstance(domain, Maybe):
        return False
    if isinstance(domain, OneOf):
        return len(domain.one_of) == 1
    return isinstance(domain, SomeOf) and domain.min == domain.max == len(domain.some_of)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_what_is_to_be_chosen_is_said_in_words_of_a_player(game, visit, desk):
    ana = visit()
    ana.go("/")
    said = ana.page.evaluate(f"async () => (await import('/static/tables/{game}/words.js')).words.asks")
    assert asked_for(all_games()[game]) <= said.keys()


def test_how_many_swords_and_what_for(visit, desk):
    ana = visit()
    ana.go("/")
    label = ana.page.evaluate(
        """async () => {
          const { makeControl } = await import('/static/controls.js');
          const adapter = await import('/static/tables/clank/table.js');
          const template = { type: 'move', params: { swords: { optional: { one_of: [0, 1] } } },
            names: { swords: ['Take 1 damage', 'Spend 1 Sword'] } };
          const { element, value } = makeControl('swords', template.params.swords, template, { adapter }, 'key');
          return [element.textContent, value()];
        }"""
    )
    assert label == ["Against the monstersTake 1 damageSpend 1 Sword", 1], "nobody wants to be hurt"


def test_a_disaster_is_not_meant_for_oneself(visit, desk):
    ana = visit()
    ana.go("/")
    struck = ana.page.evaluate(
        """async () => {
          const { makeControl } = await import('/static/controls.js');
          const adapter = await import('/static/tables/munchkin-apocalypse/table.js');
          const template = { type: 'play_disaster', params: { target: { one_of: [0, 1, 2] } } };
          const ctx = { adapter, seat: 0, names: ['Ana', 'Ben', 'Carla'] };
          return makeControl('target', template.params.target, template, ctx, 'key').value();
        }"""
    )
    assert struck == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_marks_of_changes_are_explained(size, visit, desk):
    match, tokens = start_full(desk, "coup", 3)
    ana = sit_at(visit, desk, match, tokens, size)
    ana.page.click("[data-press=help] >> visible=true")
    line = ana.page.locator("[data-test=help-changes]")
    line.scroll_into_view_if_needed()
    assert line.inner_text() == "A blue line beside something on the table: it has changed since your last move."
    mark = "getComputedStyle(document.querySelector('[data-test=help-changes]')).borderLeftColor"
    drawn = """() => { const one = document.createElement('i'); one.className = 'changed';
      document.querySelector('.match').append(one); return getComputedStyle(one, '::before').backgroundColor; }"""
    assert ana.page.evaluate(mark) == ana.page.evaluate(drawn), "the sample has the colour of the marks"


@pytest.mark.parametrize("way", ["back", "link"])
def test_the_lobby_keeps_what_was_chosen_while_the_rules_are_read(way, visit):
    ana = visit("Ana")
    ana.page.check("[data-game=clank]")
    ana.page.wait_for_selector("[data-test=seats]")
    ana.page.select_option("[data-test=seats]", "3")
    ana.page.select_option("[data-test=others]", "people")
    ana.page.click("summary:has-text('Options')")
    option = ana.page.locator("select[data-option]").first
    chosen = option.locator("option").last.get_attribute("value")
    option.select_option(chosen)
    ana.page.select_option("[data-test=clock-kind]", "total")
    ana.page.fill("[data-test=increment]", "25")
    ana.page.uncheck("[data-test=public]")
    ana.page.click("[data-test=open-form] a[href='/rules/clank']")
    ana.page.wait_for_selector(".rulebook")
    if way == "back":
        ana.page.go_back()
    else:
        ana.page.click("nav a[href='/']")
    ana.page.wait_for_selector("[data-test=increment]")
    assert ana.page.is_checked("[data-game=clank]")
    assert ana.page.input_value("[data-test=seats]") == "3"
    assert ana.page.input_value("[data-test=others]") == "people"
    assert ana.page.locator("select[data-option]").first.input_value() == chosen
    assert ana.page.input_value("[data-test=increment]") == "25"
    assert not ana.page.is_checked("[data-test=public]")
    ana.page.click("[data-test=open]")
    ana.page.wait_for_url("**/m/*")
    ana.go("/")
    ana.page.wait_for_selector("[data-test=open-form]")
    assert ana.page.locator("[data-game]:checked").count() == 0, "what has been opened is no draft any more"


def test_a_draft_of_a_game_that_is_gone_is_left_alone(visit):
    ana = visit("Ana")
    ana.page.evaluate('sessionStorage.setItem(\'matchledger.draft\', \'{"game": "chess", "values": []}\')')
    ana.go("/")
    resize(ana, "laptop")
    ana.page.wait_for_selector("[data-test=open-form]")
    assert ana.page.locator("[data-game]:checked").count() == 0


def test_the_lobby_says_what_each_game_is_like(visit):
    ana = visit("Ana")
    shown = dict(
        zip(
            ana.page.eval_on_selector_all("[data-game]", "all => all.map((one) => one.dataset.game)"),
            ana.page.locator("[data-test=about]").all_inner_texts(),
            strict=True,
        )
    )
    assert shown == {slug: game.presentation.about for slug, game in all_games().items()}
    assert all(re.search(r"hour|minutes", text) for text in shown.values()), "and how long it takes"


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_comes_after_the_choice_of_a_game_comes_into_view(size, visit):
    ana = visit("Ana")
    resize(ana, size)
    ana.page.check("[data-game=coup]")
    ana.page.wait_for_function(
        "() => document.querySelector('[data-test=open]')?.getBoundingClientRect().bottom <= innerHeight"
    )


def test_the_games_are_listed_before_there_is_a_name(visit):
    ana = visit()
    ana.go("/")
    assert ana.page.locator("[data-test=games] a").count() == len(all_games())


def test_packs_are_asked_for_only_where_there_are_any(visit):
    ana = visit("Ana")
    ana.page.check("[data-game=szmal]")
    ana.page.click("summary:has-text('Options')")
    ana.page.wait_for_selector(".options")
    assert ana.page.locator("[data-option=packs]").count() == 0


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_rules_begin_with_what_the_game_is_about(game, visit):
    ana = visit()
    ana.go(f"/rules/{game}")
    book = ana.page.locator(".rulebook")
    book.locator("article").first.wait_for()
    text = book.inner_text()
    lines = ana.page.locator("[data-test=in-short] li")
    assert lines.count() >= 4
    assert text.index(all_games()[game].presentation.about) < text.index(lines.first.inner_text())
    assert text.index(lines.last.inner_text()) < text.index(book.locator("article").first.inner_text())


def test_one_is_not_told_as_many(visit):
    ana = visit()
    ana.go("/")
    said = ana.page.evaluate(
        """async () => {
          const clank = (await import('/static/tables/clank/words.js')).words;
          const munchkin = (await import('/static/tables/munchkin-apocalypse/words.js')).words;
          return [0, 1, 2].map((n) => [clank.pools.swords(n), clank.pools.boots(n), munchkin.doorMark(n),
            munchkin.treasureMark(n)]);
        }"""
    )
    assert said == [
        ["Swords", "Boots", "doors", "treasures"],
        ["Sword", "Boot", "door", "treasure"],
        ["Swords", "Boots", "doors", "treasures"],
    ]
