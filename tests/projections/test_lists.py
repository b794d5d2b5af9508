"""Summaries of matches: which lists they are in, and how they are kept."""

from __future__ import annotations

from msgspec.structs import replace

from projections.lists import ListFilter, Summary, read_summary, write_summary

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


def test_a_summary_is_the_same_after_it_was_kept():
    for one in (SUMMARY, replace(SUMMARY, status="open", result=None, cards=[], ending=None, is_public=False)):
        assert read_summary(write_summary(one)) == one


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
    for word in ("private", "../private", "private/coup/finished/p-0123456789abcdef", "*"):
        for wanted in (ListFilter(word, "finished", word), ListFilter("coup", word, word), ListFilter(player=word)):
            assert private.isdisjoint(wanted.list_names(["coup"]))
