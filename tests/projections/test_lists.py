"""Summaries of matches: which lists they are in, and how they are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.table import Hold
from projections.kept_summary import digest_of, read_kinds, read_summary, write_kinds, write_summary
from projections.lists import ListFilter, Summary

SEATS = [
    {"seat": 0, "player": "p-0123456789abcdef", "name": "Żaneta \U0001f3b2", "left": None},
    {"seat": 1, "player": "p-fedcba9876543210", "name": '"Ben"\n', "left": "conceded"},
    {"seat": 2, "player": None, "name": None, "left": None},
]
SUMMARY = Summary(
    id="m-0123456789abcdef",
    game="coup",
    status="finished",
    opened_at=1_700_000_000_000,
    version=109,
    is_public=True,
    seats=SEATS,
    result={"winners": [1], "scores": {"0": 3}},
    cards=[["protest", "russia"], ["police"], []],
    ending="played",
)


def read_back(summary: Summary) -> Summary:
    vocabularies = {digest_of(summary.card_kinds): read_kinds(write_kinds(summary.card_kinds))}
    return read_summary(write_summary(summary), vocabularies.__getitem__)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"status": "open", "result": None, "cards": [], "ending": None, "is_public": False},
        {"status": "running", "held": Hold("undo", "17", 5, (0, "arbiter"), None), "to_act": [0, 2], "deadline": 2**42},
        {"imported": "elsewhere.example+2", "version": 70_000, "result": {"winners": [], "scores": {"2": -5, "0": 1}}},
        {"result": {"winners": [0, 2], "scores": {"0": 3, "1": 2, "2": 2**40}}},
        {"result": {"winners": [0], "scores": {}}},
        {"card_kinds": ("police", "protest", "russia")},
        {"card_kinds": ("police", "president", "russia")},
    ],
)
def test_a_summary_is_the_same_after_it_was_kept(changed):
    one = replace(SUMMARY, **changed)
    assert read_back(one) == one


@given(st.data())
def test_cards_are_the_same_however_many_kinds_there_are_and_whichever_are_known(data):
    every = [f"card-{number:05}" for number in range(data.draw(st.sampled_from([3, 200, 40_000])))]
    kinds = tuple(every[:: data.draw(st.sampled_from([1, 2]))])
    cards = [sorted(data.draw(st.sets(st.sampled_from(every), max_size=40))) for _ in range(3)]
    one = replace(SUMMARY, cards=cards, card_kinds=kinds)
    assert read_back(one) == one


def test_a_summary_is_read_with_the_vocabulary_that_it_was_written_with():
    """Another release, or a pack that has come or gone, knows other cards: its summaries have another digest."""
    earlier = replace(SUMMARY, card_kinds=("police", "protest", "russia"))
    later = replace(SUMMARY, card_kinds=("media", "police", "protest", "russia"))
    vocabularies = {digest_of(one.card_kinds): one.card_kinds for one in (earlier, later)}
    assert len(vocabularies) == 2
    for one in (earlier, later):
        assert read_summary(write_summary(one), vocabularies.__getitem__).cards == SUMMARY.cards


def test_every_filter_finds_the_matches_that_it_names_and_no_others():
    players = ["p-0123456789abcdef", "p-fedcba9876543210"]
    games, statuses = ["coup", "clank"], ["open", "running", "finished"]
    matches = [
        replace(SUMMARY, game=game, status=status, is_public=is_public)
        for game in games
        for status in statuses
        for is_public in (True, False)
    ]
    for game in (None, *games):
        for status in (None, *statuses):
            for player in (None, *players, "p-0000000000000000"):
                for is_own in (False, True) if player else (False,):
                    wanted = set(ListFilter(game, status, player, is_own).list_names(games))
                    found = [one for one in matches if not wanted.isdisjoint(one.list_names())]
                    assert found == [
                        one
                        for one in matches
                        if game in (None, one.game)
                        and status in (None, one.status)
                        and (one.is_public or is_own)
                        and player in (None, *players)
                    ]
    assert replace(SUMMARY, ending="cancelled").list_names() == set()


def test_no_filter_of_a_client_reaches_a_private_list():
    private = replace(SUMMARY, is_public=False).list_names()
    for word in ("private", "-", "../-", "-/coup/f/p-0123456789abcdef", "*", "f"):
        for wanted in (ListFilter(word, "finished", word), ListFilter("coup", word, word), ListFilter(player=word)):
            assert private.isdisjoint(wanted.list_names(["coup"]))
