"""What the table of Clank! tells of rooms and cards, and how a way past monsters is paid."""

from __future__ import annotations

from tests.pages.tables import sit_at, start_full

WAY = {
    "type": "move",
    "params": {"corridor_id": {"one_of": ["A-c23"]}, "swords": {"optional": {"one_of": [0, 1, 2]}}},
    "label": "Walk to North Stall (1 Boot)",
    "effect": "2 monsters are on the way: for each spend a Sword or take 1 damage.",
    "names": {"swords": ["Take 2 damage", "Spend 1 Sword, take 1 damage", "Spend 2 Swords"]},
}
PAID = """async (template) => {
  const [question, adapter] = await Promise.all([import('/static/question.js'),
    import('/static/tables/clank/table.js')]);
  const [drawn] = question.drawAnswers([template], { adapter, view: {}, names: [], catalogue: {} });
  return [...drawn.querySelectorAll('.chips [data-send]')].map(one => [one.textContent,
    question.readAnswer(one, [template]).params.swords]);
}"""
READ_FIRST = """async (swords) => {
  const { readsFirst } = await import('/static/tables/clank/table.js');
  return readsFirst([{ template: { type: 'move', params: swords ? { swords } : {} } }]);
}"""


def test_a_way_past_monsters_is_paid_with_one_press(visit):
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate(PAID, WAY) == [
        ["Take 2 damage", 0],
        ["Spend 1 Sword, take 1 damage", 1],
        ["Spend 2 Swords", 2],
    ]


def test_a_way_that_hurts_is_read_before_it_is_walked(visit):
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate(READ_FIRST, {"optional": {"one_of": [0]}}) is True
    assert ana.page.evaluate(READ_FIRST, {"optional": {"one_of": [0, 1]}}) is False
    assert ana.page.evaluate(READ_FIRST, None) is False


def test_a_room_out_of_reach_says_what_its_ways_cost(visit, desk):
    match, tokens = desk.start("clank", 2, {"board_side": "A"})
    ana = sit_at(visit, desk, match, tokens)
    ana.page.click("[data-card='room A10']", force=True)
    ana.page.wait_for_selector(".card-view:has-text('Ways from here')")
    told = ana.page.inner_text(".card-view")
    for line in ("Pilgrim Spring", "fountain", "Frost Grotto: 1 Boot", "Amber Grotto: 1 Boot, 1 monster, one way"):
        assert line in told
    ana.page.click("[data-card='room A16']", force=True)
    ana.page.wait_for_selector(".card-view:has-text('Pilgrim Spring: only from there to here')")


def test_everybody_can_look_up_who_owns_which_cards(visit, desk):
    """CLANK-V.1, CLANK-V.2: of others deck and hand are one list."""
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.click(".mine .cards-of")
    ana.page.wait_for_selector(".card-view .card-facts")
    own = ana.page.inner_text(".card-view .card-facts")
    assert "Deck, in no order: " in own
    assert "Hand: " in own
    ana.page.click(".others .cards-of >> nth=0")
    ana.page.wait_for_selector(".card-view:has-text('Deck and hand: 6 × Burgle, Scramble, Sidestep, 2 × Stumble')")


def test_what_ends_the_turn_keeps_its_place_while_the_list_gets_shorter(visit, desk):
    """The pointer that has just bought something is not on it."""
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.click("[data-test=acts] [data-send]:has-text('Play all')")
    end = "[data-test=acts] .group-end [data-send]"
    ana.page.wait_for_selector(end)
    ana.page.wait_for_function("() => !document.querySelector('.pane-hand .card')")
    box = ana.page.evaluate(
        """() => { const of = (one) => one.getBoundingClientRect();
          return [of(document.querySelector('[data-test=acts] .answers')).bottom,
            of(document.querySelector('[data-test=acts] .group-end')).bottom]; }"""
    )
    assert abs(box[0] - box[1]) < 2
