"""Cards can be read before they are played: by hover, focus, a press on a name, a tap and a long press."""

from __future__ import annotations

import pytest

from games.registry import all_games
from tests.pages.desk import Visitor
from tests.pages.tables import SIZES, sit_at, start_full

VIEW = "[data-test=card-view]"
# A place of Clank!'s row is empty while its card is being acquired.
CLANK_ROW = ".pane-row .card:not(.is-empty)"
HAND = {"szmal": ".pane-hand .card", "clank": CLANK_ROW, "munchkin-apocalypse": ".pane-hand .card"}


@pytest.mark.parametrize("game", sorted(HAND))
def test_a_card_opens_by_hover_and_focus_and_closes_by_escape(game, visit, desk):
    match, tokens = start_full(desk, game, 16)
    ana = sit_at(visit, desk, match, tokens)
    card = ana.page.locator(HAND[game]).first
    name = card.locator(".card-title").inner_text().split(" ×")[0]
    card.hover()
    ana.page.wait_for_selector(f"{VIEW}:visible h3")
    assert ana.page.inner_text(f"{VIEW} h3") == name
    assert not ana.page.evaluate("view => document.querySelector(view).scrollHeight > innerHeight", VIEW)
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector(VIEW, state="hidden")
    ana.page.mouse.move(640, 20)
    ana.page.keyboard.press("h" if game != "clank" else "l")  # somebody who plays by keys
    if game == "clank":
        # What the first key does is read when it is pressed, and would take the focus from the card.
        ana.page.wait_for_selector(".transcript:focus")
        card.focus()
        ana.page.keyboard.press("Shift+Tab")
        ana.page.keyboard.press("Tab")
    ana.page.wait_for_selector(f"{VIEW}:visible")


def test_a_card_that_slides_under_a_mouse_at_rest_does_not_open(visit, desk):
    """A hand closes up when a card is played, and what would open lies over what happened."""
    match, tokens = start_full(desk, "munchkin-apocalypse", 0)
    ana = sit_at(visit, desk, match, tokens)
    card = ana.page.locator(".pane-hand .card").first
    box = card.bounding_box()
    ana.page.mouse.move(box["x"] + 40, box["y"] + 40)
    ana.page.wait_for_selector(f"{VIEW}:visible h3")
    ana.page.keyboard.press("Escape")
    card.evaluate("card => card.remove()")
    ana.page.wait_for_timeout(800)
    assert ana.page.is_hidden(VIEW)
    ana.page.mouse.move(box["x"] + 43, box["y"] + 40)
    ana.page.wait_for_selector(f"{VIEW}:visible h3")


def test_the_name_of_a_card_in_the_log_opens_it(visit, desk):
    match, tokens = start_full(desk, "coup", 6)
    ana = sit_at(visit, desk, match, tokens)
    name = ana.page.locator("[data-test=log] .card-name").last
    wanted = name.inner_text()
    name.click()
    assert ana.page.inner_text(f"{VIEW} h3") == wanted
    assert "Blocks" in ana.page.inner_text(VIEW)


def test_no_line_begins_or_ends_with_the_mark_beside_a_name(visit, desk):
    match, tokens = start_full(desk, "coup", 0)
    ana = sit_at(visit, desk, match, tokens)
    torn, told = ana.page.evaluate(
        """async () => {
          const module = [...performance.getEntriesByType('resource')].find(({ name }) => name.includes('/joined/'));
          const [base] = module.name.match(/.*\\/static\\/[0-9a-f]+\\//);
          const { withCardNames } = await import(`${base}card-names.js`);
          const names = [['Press', '1'], ['Foreign Consultant', '2']];
          const ctx = { catalogue: {}, adapter: { cardNames: () => names } };
          const place = document.createElement('p');
          place.append(...[withCardNames('“Press”, then (Foreign Consultant); or Press, Press.', ctx)].flat());
          document.querySelector('[data-test=log]').append(place);
          const torn = [];
          for (let width = 60; width <= 360; width += 5) {
            place.style.width = `${width}px`;
            for (const name of place.querySelectorAll('.card-name')) {
              for (const mark of [name.previousSibling, name.nextSibling]) {
                if (!mark?.data) continue;
                const range = document.createRange();
                range.selectNode(mark);
                const [a, b] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
                if (a.bottom <= b.top + 4 || a.top >= b.bottom - 4) torn.push([width, mark.data, name.textContent]);
              }
            }
          }
          return [torn, place.textContent];
        }"""
    )
    assert torn == []
    assert told == "“Press”, then (Foreign Consultant); or Press, Press."


def sit_with_touch(browser, served, desk):
    """A phone in the seat that is asked, in Big Deal: its hand is always to be played from."""
    match, tokens = start_full(desk, "big-deal", 0)
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, reduced_motion="reduce")
    ana = Visitor(context, served.base, None)
    ana.sit_down_as(desk.person(tokens[desk.api.match(match)["to_act"][0]]))
    ana.go(f"/m/{match}")
    return ana


def test_on_touch_the_first_tap_selects_and_the_second_plays(browser, served, desk):
    """A tap must not play a card that could not be read first."""
    ana = sit_with_touch(browser, served, desk)
    before = ana.version
    card = ana.page.locator(".pane-hand .card.offered").first  # whether one glows is luck
    card.tap()
    ana.page.wait_for_selector(f"{VIEW} .choice [data-send]")
    assert ana.version == before, "nothing is played by the first tap"
    is_free = "(one) => { const { left, top, width, height } = one.getBoundingClientRect(); "
    is_free += "return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"
    assert card.evaluate(is_free), "it can be tapped once more"
    # Every hand can discard; what else can be done with the card, and whether it needs a second one, is luck.
    ana.page.locator(f"{VIEW} .choice [data-send]:not([aria-disabled])").first.tap()
    ana.wait_for_move(before)
    assert ana.complaints == []
    ana.context.close()


def test_lifting_the_finger_that_holds_a_card_presses_nothing(browser, served, desk):
    """What can be done with the card appears under the finger that is still down."""
    ana = sit_with_touch(browser, served, desk)
    sent = []
    ana.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
    card = ana.page.locator(".pane-hand .card.offered").first
    card.scroll_into_view_if_needed()  # the hand begins where one glows
    box = card.bounding_box()
    finger = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch = ana.context.new_cdp_session(ana.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    answer = ana.page.wait_for_selector(f"{VIEW} .choice [data-send]:not([aria-disabled])")
    ana.page.evaluate(
        """([place, answer, at]) => {
          const box = answer.getBoundingClientRect();
          place.style.translate = `${at.x - box.x - box.width / 2}px ${at.y - box.y - box.height / 2}px`;
        }""",
        [ana.page.query_selector(VIEW), answer, finger],
    )
    ana.page.wait_for_timeout(800)  # until the answer counts as meant
    is_under = "([at, answer]) => answer.contains(document.elementFromPoint(at.x, at.y))"
    assert ana.page.evaluate(is_under, [finger, answer])
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ana.page.wait_for_timeout(400)
    assert sent == []
    ana.page.evaluate("place => { place.style.translate = 'none'; }", ana.page.query_selector(VIEW))
    ana.page.wait_for_timeout(800)
    answer.tap()
    ana.page.wait_for_timeout(400)
    assert len(sent) == 1, "a press of its own is one"
    ana.context.close()


@pytest.mark.parametrize("way", ["click", "Enter", "button"])
def test_a_card_of_a_packet_is_read_before_it_is_kept(way, visit, desk):
    """Its text is longer than the card: the first press shows it whole, with a mouse too."""
    match, tokens = start_full(desk, "szmal", 0)
    ana = sit_at(visit, desk, match, tokens)
    ana.wait_for_choice()
    before = ana.version
    sent = []
    ana.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
    card = ana.page.locator(".packet .card.can").first
    press = (lambda: card.press("Enter")) if way == "Enter" else card.click
    press()
    ana.page.wait_for_selector(f"{VIEW} .choice [data-send]")
    assert ana.page.inner_text(f"{VIEW} h3") == card.locator(".card-title").inner_text()
    assert "Keep" in ana.page.inner_text(f"{VIEW} .answers")
    assert "Press it once more" in ana.page.inner_text(VIEW)
    assert sent == []
    ana.page.wait_for_selector(".match:not([data-arming])")
    if way == "button":
        ana.page.locator(f"{VIEW} .choice [data-send]").click()
    else:
        press()
    ana.wait_for_move(before)
    assert len(sent) == 1


def test_the_set_up_is_read_when_it_is_unfolded(visit, desk):
    match, tokens = start_full(desk, "coup", 3)
    ana = sit_at(visit, desk, match, tokens)
    asked = [url for url in ana.urls if "/steps?" in url]
    assert [url.split("after=")[1].split("&")[0] for url in asked] == ["0"]
    ana.page.click("[data-test=setup]")
    ana.page.wait_for_selector("[data-test=log] details[open] .told:has-text('sits down')")
    ana.page.click("[data-test=setup]")
    ana.page.click("[data-test=setup]")
    assert sum("/steps?" in url for url in ana.urls) == 2, "it is read once"


def test_tables_and_code_of_the_rules_are_drawn(visit):
    ana = visit()
    ana.go("/rules/coup")
    text = ana.page.inner_text(".rulebook")
    assert "`" not in text
    assert "|" not in text
    assert ana.page.locator("#COUP-4\\.16 th").all_inner_texts() == [
        "action",
        "its target",
        "other opponents",
        "a block names",
    ]
    assert ana.page.locator("#COUP-4\\.16 tbody tr").count() == 5
    assert ana.page.locator("#COUP-4\\.8 code").inner_text() == "reaction_already_claimed"


MAP = """() => {
  const board = document.querySelector('.board');
  const scale = board.getScreenCTM().a;
  return [...board.querySelectorAll('.room')].map(room => {
    const shape = room.querySelector('.room-shape').getBoundingClientRect();
    const names = [...room.querySelectorAll('.room-name')];
    return { name: names.map(one => one.textContent).join(' '),
      px: Math.min(...names.map(one => parseFloat(one.getAttribute('font-size')) * scale)),
      over: Math.max(...names.map(one => one.getBoundingClientRect()).map(box => Math.max(shape.left - box.left,
        box.right - shape.right))) };
  });
}"""
NAME_HIDDEN_MAX = 1
LINE_PX_MIN = 6
# How much of each name, in hundredths, the marks of corridors lie over; how many marks lie over a pawn; how many px the
# marks lie over rooms or each other; and how many px are seen of the corridor of which least is seen.
HIDDEN = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
  const meet = (one, two) => Math.max(0, Math.min(one.right, two.right) - Math.max(one.left, two.left))
    * Math.max(0, Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top));
  const marks = boxes('.board .way-mark');
  const names = boxes('.board .room-name').map(name => Math.max(...marks.map(mark =>
    100 * meet(name, mark) / (name.width * name.height))));
  const order = [...document.querySelectorAll('.board :is(.way-mark, .pawn)')].map(one => one.matches('.pawn'));
  const shapes = boxes('.board .room-shape');
  const depthOf = (one, two) => Math.max(0, Math.min(Math.min(one.right, two.right) - Math.max(one.left, two.left),
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)));
  const depths = marks.flatMap((mark, at) => [...shapes, ...marks.slice(at + 1)].map(one => depthOf(mark, one)));
  const hides = (x, y) => [...shapes, ...marks].some(one => x > one.left && x < one.right && y > one.top
    && y < one.bottom);
  const seen = [...document.querySelectorAll('.board .way line')].map(line => {
    const to = point => point.matrixTransform(line.getScreenCTM());
    const [a, b] = [new DOMPoint(line.x1.baseVal.value, line.y1.baseVal.value),
      new DOMPoint(line.x2.baseVal.value, line.y2.baseVal.value)].map(to);
    const clear = Array.from({ length: 200 }, (_, at) => at / 200).filter(t =>
      !hides(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t));
    return Math.hypot(b.x - a.x, b.y - a.y) * clear.length / 200;
  });
  return { names: Math.max(...names), under: order.slice(order.indexOf(true)).filter(isPawn => !isPawn).length,
    over: Math.max(...depths), seen: Math.min(...seen) };
}"""
# A text that has more than is shown says so with its last line: it is clamped to the lines that there is room for.
CUT = """() => [...document.querySelectorAll('.card')].filter(one => one.checkVisibility()).flatMap(card => {
  const found = [];
  const foot = card.querySelector('.row > .card-foot'); // elsewhere it ends with three points itself
  if (foot && foot.scrollWidth > foot.clientWidth) found.push(`${card.textContent}: the foot`);
  const text = card.querySelector('.card-text > span');
  if (text) {
    const lines = Math.floor(text.parentElement.clientHeight / 15);
    const clamp = Number(getComputedStyle(text).webkitLineClamp);
    const isClamped = getComputedStyle(text).display !== 'block';
    if (isClamped && lines > 0 && clamp > lines) found.push(`${card.textContent}: ${clamp} lines in ${lines}`);
  }
  return found;
})"""


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("size", SIZES)
def test_the_map_of_clank_can_be_read(size, side, visit, desk):
    """Names of 11 px that stay in their rooms, and a legend that says every sign."""
    match, tokens = desk.start("clank", 2, {"board_side": side})
    ana = sit_at(visit, desk, match, tokens, size)
    # A phone shows the surroundings of the figure, once the map is drawn.
    ana.page.wait_for_function(f"() => ({MAP})().every(room => room.px >= 10.8)")
    rooms = ana.page.evaluate(MAP)
    assert len(rooms) > 30
    assert [room for room in rooms if room["over"] > 1] == []
    hidden = ana.page.evaluate(HIDDEN)
    assert hidden["names"] < NAME_HIDDEN_MAX
    assert hidden["under"] == 0, "whoever stands in a room is seen"
    assert hidden["over"] < 2, "a sign stands on its corridor"
    assert hidden["seen"] > LINE_PX_MIN, "every corridor is seen"
    ana.page.click("[data-test=legend] summary")
    items = ana.page.locator("[data-test=legend] li")
    items.first.wait_for()
    assert items.count() == 19
    for at in range(items.count()):
        items.nth(at).scroll_into_view_if_needed()
        assert items.nth(at).locator("svg > *").count() == 1
        assert len(items.nth(at).inner_text()) > 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_cut_text_says_that_there_is_more(game, size, visit, desk):
    match, tokens = start_full(desk, game, 12)
    ana = sit_at(visit, desk, match, tokens, size)
    if game == "clank" and size == "phone":
        ana.page.click("[data-tab=row]")
    assert ana.page.evaluate(CUT) == []
