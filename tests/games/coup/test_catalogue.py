"""The data files: a row that makes no sense is refused, and the row is named."""

import pytest

from games.catalogue import BadCatalogue, read_rows
from games.coup.catalogue import Card, load_actions

GOOD = {
    "id": '"test"',
    "word": '"test"',
    "name": '"Test"',
    "hint": '"A test."',
    "effect": '{ do = "gain", amount = 1 }',
    "rule": '"COUP-11.1"',
}


def actions(tmp_path, *rows):
    path = tmp_path / "actions.toml"
    path.write_text("\n".join("[[action]]\n" + "\n".join(f"{k} = {v}" for k, v in row.items()) for row in rows))
    return load_actions(path)


def test_a_good_row_is_read(tmp_path):
    (row,) = actions(tmp_path, GOOD)
    assert (row.id, row.effect.amount, row.has_window) == ("test", 1, False)


@pytest.mark.parametrize(
    "change",
    [
        {"effect": '{ do = "steal", amount = 1 }'},
        {"effect": '{ do = "gain", amount = 1, extra = 1 }'},
        {"effect": '{ do = "gain", amount = 0 }'},
        {"claim": '"usa"', "challenge_by": '"any_opponent"'},
        {"challenge_by": '"everybody"'},
        {"unheard_of": "1"},
        {"pay": "-1"},
        {"challenge_by": '"any_opponent"'},
        {"claim": '"eu"'},
        {"block_by": '"any_opponent"'},
        {"block_kinds": '["eu"]'},
        {"block_by": '"target"', "block_kinds": '["eu"]', "block_rule": '"COUP-7.3"'},
        {"target": '"live_opponent"'},
        {"effect": '{ do = "take", amount = 2 }'},
        {"effect": '{ do = "lose_influence" }', "target": '"live_opponent"', "word": '"bluff_caught"'},
    ],
)
def test_a_bad_row_is_refused_by_name(tmp_path, change):
    with pytest.raises(BadCatalogue, match="'test'"):
        actions(tmp_path, {**GOOD, **change})


def test_the_modes_of_a_word_must_agree(tmp_path):
    draw = {**GOOD, "mode": '"draw"'}
    other = {**GOOD, "id": '"other"', "mode": '"inspect"'}
    assert len(actions(tmp_path, draw, other)) == 2
    for change in ({"pay": "2"}, {"module": '"un"'}, {"mode": '"draw"'}):
        with pytest.raises(BadCatalogue, match="modes of one word"):
            actions(tmp_path, draw, {**other, **change})
    with pytest.raises(BadCatalogue, match="modes of one word"):
        actions(tmp_path, GOOD, other)


def test_an_unknown_kind_of_card_is_refused_by_name(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text('[[card]]\nid = "usa"\nname = "USA"\ncopies = 3\n')
    with pytest.raises(BadCatalogue, match="'usa'"):
        read_rows(path, Card)
