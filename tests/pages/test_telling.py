"""One command may lead to many events: they are told one after another, and the log has a line for each."""

from __future__ import annotations

from random import Random

import pytest

from tests.pages.desk import WAIT_MS
from tests.pages.tables import resize

TELLING = "[data-test=telling]:not([hidden])"
STEPS_MAX = 200
# What the table shows anyhow.
UNSAID = (" begins; your packet holds ", " must choose a card to keep", " must put a card face down")
NOW = f"{TELLING} li.is-now"


def sit(visitor, desk, match, token, size="laptop"):
    resize(visitor, size)
    visitor.sit_down_as(desk.person(token))
    visitor.go(f"/m/{match}")


def play_until_told(visitor, desk, match, tokens, seed=3):
    """Everybody plays elsewhere until the page has a long step to tell; answers its sentences."""
    for number in range(STEPS_MAX):
        desk.finish(match, tokens, Random(seed + number), steps=1)
        found = desk.api.match(match)
        visitor.wait_for_version(found["version"])
        told = steps_of(desk, match, tokens[0], after=found["step"] - 1)
        if told and len(told[-1]["narration"]) > 6 and "turned over" in " ".join(told[-1]["narration"]):
            visitor.page.wait_for_selector(TELLING)
            return {**told[-1], "narration": [one for one in told[-1]["narration"] if not any(map(one.count, UNSAID))]}
    raise AssertionError(f"no round was turned over within {STEPS_MAX} steps")


def steps_of(desk, match, token, after):
    address = f"/v1/matches/{match}/steps?after={after}&limit=100&detail=words"
    return desk.api.call("GET", address, token)["steps"]


def count(visitor):
    at, all_ = visitor.page.inner_text("[data-test=telling-count]").split(" of ")
    return int(at), int(all_)


def wait_for_count(visitor, number):
    """What the keys do is read when one is pressed for the first time."""
    visitor.page.wait_for_selector(f"[data-test=telling-count]:text-matches('^{number} of ')")


def test_a_round_of_szmal_is_told_one_by_one_and_by_press(visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    sit(ana, desk, match, tokens[0])
    told = play_until_told(ana, desk, match, tokens)["narration"]
    assert count(ana) == (1, len(told)), "who wants less motion goes on by a press"
    assert ana.page.inner_text(NOW) == told[0]
    for at in range(1, len(told)):
        ana.page.click(f"{TELLING} button[data-press=tell-next]")
        assert count(ana) == (at + 1, len(told))
        assert ana.page.inner_text(NOW) == told[at]
    assert ana.page.locator(f"{TELLING} li").all_inner_texts() == told, "what was told stays to be read"
    ana.page.click(f"{TELLING} [data-press=tell-back]")
    assert ana.page.inner_text(NOW) == told[-2]
    ana.page.keyboard.press("n")
    wait_for_count(ana, len(told))
    assert ana.page.inner_text(NOW) == told[-1]
    ana.page.click(f"{TELLING} button:has-text('Done')")
    assert ana.page.locator(TELLING).count() == 0
    assert ana.page.locator(".is-told").count() == 0


def test_what_a_sentence_names_is_marked_on_the_table(visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    sit(ana, desk, match, tokens[0])
    told = play_until_told(ana, desk, match, tokens)["narration"]
    seats = set()
    for number, text in enumerate(told, 1):
        wait_for_count(ana, number)
        assert ana.page.inner_text(NOW) == text
        marked = ana.page.evaluate(
            "() => [...document.querySelectorAll('.is-told[data-seat]')].map((one) => Number(one.dataset.seat))"
        )
        assert set(marked) == {seat for seat in range(3) if f"Player {seat}" in text}, text
        seats |= set(marked)
        ana.page.keyboard.press("n")
    assert seats, "some sentence names a player"


MARKS = """async (text) => {
  const { Telling } = await import('/static/telling.js');
  const place = document.createElement('div');
  place.innerHTML = '<p></p><div class="table">'
    + '<div class="other" data-seat="1"><b class="card" data-card="eu"></b></div>'
    + '<div class="middle"><b class="card" data-card="eu"></b></div>'
    + '<div class="mine" data-seat="0"><b class="card" data-card="eu"></b></div></div>';
  document.body.append(place);
  const [news, table] = place.children;
  const telling = new Telling({ news, table, root: place });
  const adapter = { cardNames: () => [['European Union', 'eu']], unsaid: /^The turn of .* ends\\.$/ };
  await telling.add([{ step: 1, narration: [text, 'The turn of Ana ends.'] }],
    { names: ['Ana', 'Ben'], catalogue: {}, adapter });
  const marked = [...place.querySelectorAll('.card.is-told')].map((one) => one.parentElement.classList[0]);
  const told = [...telling.place.querySelectorAll('.telling-count')].map((one) => one.textContent);
  telling.close();
  place.remove();
  return [marked, told];
}"""


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Ben shows European Union.", ["other", "middle"]),
        ("Ana shows European Union.", ["middle", "mine"]),
        ("Ben doubts that Ana has European Union.", ["other", "middle", "mine"]),
        ("European Union is turned up.", ["other", "middle", "mine"]),
    ],
)
def test_a_card_is_marked_where_a_player_of_the_sentence_has_it_or_in_the_middle(text, marked, visit):
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate(MARKS, text) == [marked, ["1 of 1"]], "and the end of a turn goes unsaid"


def test_a_new_question_is_read_from_its_top(visit):
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate("""async () => {
      const { readFromTop } = await import('/static/below.js');
      const question = document.createElement('div');
      question.style.cssText = 'height: 50px; overflow: auto';
      question.append(document.createElement('p'));
      question.firstChild.style.height = '500px';
      document.body.append(question);
      const tops = ['first', 'first', 'second'].map((asked) => {
        readFromTop(question, asked);
        const top = question.scrollTop;
        question.scrollTop = 40;
        return top;
      });
      question.remove();
      return tops;
    }""") == [0, 40, 0]


def test_the_sentences_go_on_by_themselves(visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    ana.page.emulate_media(reduced_motion="no-preference")
    ana.context.add_init_script("localStorage.setItem('matchledger.settings', '{\"speed\": \"fast\"}')")
    sit(ana, desk, match, tokens[0])
    play_until_told(ana, desk, match, tokens)
    ana.page.wait_for_function(
        "() => { const [at, all] = document.querySelector('[data-test=telling-count]').textContent.split(' of '); "
        "return Number(all) > 6 && at === all; }",
        timeout=WAIT_MS,
    )


def test_nothing_is_told_one_by_one_where_moves_of_others_are_off(visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    ana.context.add_init_script("localStorage.setItem('matchledger.settings', '{\"speed\": \"off\"}')")
    sit(ana, desk, match, tokens[0])
    for number in range(30):
        desk.finish(match, tokens, Random(number), steps=1)
    ana.wait_for_version(desk.api.match(match)["version"])
    assert ana.page.locator("[data-test=telling]").count() == 0


def test_the_own_next_move_ends_it(visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    sit(ana, desk, match, tokens[0])
    play_until_told(ana, desk, match, tokens)
    while 0 not in desk.api.match(match)["to_act"]:
        desk.finish(match, tokens, Random(1), steps=1)
    ana.wait_for_version(desk.api.match(match)["version"])
    ana.wait_for_choice()
    assert ana.page.locator(TELLING).count() == 1
    assert ana.click_choice(Random(2))
    texts = ana.page.locator(f"{TELLING} li").all_inner_texts()
    assert not any("turned over" in text for text in texts), "only what follows from that move can be told now"


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_telling_moves_nothing(size, visit, desk):
    match, tokens = desk.start("szmal", 3)
    ana = visit()
    sit(ana, desk, match, tokens[0], size)
    play_until_told(ana, desk, match, tokens)
    places = "() => ['.question', '.others', '.me'].map((one) => document.querySelector(one).getBoundingClientRect().y)"
    shown = ana.page.evaluate(places)
    box = ana.page.locator(TELLING).bounding_box()
    question = ana.page.locator("[data-test=acts]").bounding_box()
    assert box["y"] >= question["y"] + question["height"] or box["y"] + box["height"] <= question["y"] + 1, "beside it"
    for _ in range(8):
        ana.page.keyboard.press("n")
    assert ana.page.evaluate(places) == shown
    ana.page.click(f"{TELLING} [data-press=tell-close]")
    assert ana.page.evaluate(places) == shown


@pytest.mark.parametrize("game", ["szmal", "coup", "clank"])
def test_the_log_has_a_line_for_each_sentence(game, visit, desk):
    match, tokens = desk.start(game, 2)
    desk.finish(match, tokens, Random(5), steps=24)
    ana = visit()
    sit(ana, desk, match, tokens[0])
    long = [one for one in steps_of(desk, match, tokens[0], after=0) if len(one["narration"]) > 1]
    assert long
    for one in long:
        item = f"[data-test=log] li[data-step='{one['step']}'] .line-told"
        assert ana.page.locator(item).all_text_contents() == one["narration"]
        tops = ana.page.evaluate(
            "item => [...document.querySelectorAll(item)].map((one) => one.getBoundingClientRect().top)", item
        )
        assert len(set(tops)) == len(tops)


FOLLOWED = """async (steps) => {
  const { TellLater } = await import('/static/tell-later.js');
  const root = document.createElement('div');
  root.innerHTML = '<p></p><div></div>';
  document.body.append(root);
  const adapter = { tells: (one) => one.narration.length > 1 };
  const ctx = { names: [], catalogue: {}, adapter };
  let isBusy = true;
  const later = new TellLater({ root, news: root.children[0], table: root.children[1] }, adapter, () => isBusy);
  await later.draw([], ctx);
  await later.draw(steps.slice(0, 1), ctx);
  const whileBusy = root.querySelector('.telling');
  isBusy = false;
  await later.draw(steps.slice(0, 3), ctx);
  await later.draw(steps, ctx);
  for (let at = 0; at < 9; at += 1) later.go(1);
  const told = [...root.querySelectorAll('.telling li')].map((one) => one.textContent);
  root.remove();
  return [whileBusy, told];
}"""


def test_it_does_not_end_before_the_others_have_moved(visit):
    ana = visit()
    ana.go("/")
    steps = [
        {"step": 1, "narration": ["Read help first.", "The log tells this."]},
        {"step": 2, "narration": ["Too short to be told."]},
        {"step": 3, "narration": ["The dragon comes.", "Ana is hurt."]},
        {"step": 4, "narration": ["Ben moves."]},
        {"step": 5, "narration": ["Carla moves."]},
    ]
    for one in steps:
        one["undone"] = False
    told = ["The dragon comes.", "Ana is hurt.", "Ben moves.", "Carla moves."]
    assert ana.page.evaluate(FOLLOWED, steps) == [None, told]


ISLONG = """async ([game, steps]) => {
  const { isLong } = await import('/static/news.js');
  const adapter = await import(`/static/tables/${game}/table.js`);
  return steps.map((one) => isLong(one, adapter));
}"""


@pytest.mark.parametrize(("game", "seats", "word"), [("clank", 3, "Dragon attack"), ("coup", 3, "doubts that")])
def test_each_game_says_what_is_told_one_by_one(game, seats, word, visit, desk):
    match, tokens = desk.start(game, seats)
    desk.finish(match, tokens, Random(4), steps=2 * STEPS_MAX)
    ana = visit()
    ana.go("/")
    steps = [one for page in range(0, 2 * STEPS_MAX, 100) for one in steps_of(desk, match, tokens[0], after=page)]
    is_told = ana.page.evaluate(ISLONG, [game, steps])
    wanted = [any(word.lower() in text.lower() for text in one["narration"]) for one in steps]
    assert any(wanted), "it has come"
    assert [at for at, is_wanted in enumerate(wanted) if is_wanted and not is_told[at]] == []
    assert is_told.count(True) < len(steps) / 2, "most steps pass without it"
