"""Who may see which field: the marks, cutting an event into parts, putting it together, and redaction."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from events.envelope import Part, Recorded, Stored, actor_seat, redact_for, seat_actor
from events.visibility import (
    ARBITER,
    ERASABLE,
    PER_SEAT,
    SEALED,
    SPECTATOR,
    Viewer,
    audience,
    divide,
    field_names,
    marks,
    only_for,
    part_is_for,
    redact,
    seat_part,
    unite,
)


class Dealt(Struct, frozen=True, kw_only=True):
    """An event with every kind of mark."""

    rule: str = "T-1"
    seat: int | None
    others: tuple[int, ...] | str = ()
    is_open: bool = False
    count: int = 0
    card: Annotated[str | None, only_for("seat")]
    gift: Annotated[str | None, only_for("seat", "others")]
    peek: Annotated[str | None, only_for("seat", unless="is_open")]
    hands: Annotated[tuple[str | None, ...], PER_SEAT]
    order: Annotated[tuple[str, ...] | None, SEALED]
    name: Annotated[str, ERASABLE]


class Plain(Struct, frozen=True):
    seat: int
    rule: str = ""


SEATS = st.integers(0, 12)
VIEWERS = st.one_of(SEATS, st.just(SPECTATOR), st.just(ARBITER))
DEALT = st.builds(
    Dealt,
    seat=st.none() | SEATS,
    others=st.just("all") | st.lists(SEATS, max_size=3).map(tuple),
    is_open=st.booleans(),
    count=st.integers(),
    card=st.text(),
    gift=st.text(),
    peek=st.text(),
    hands=st.lists(st.text(), max_size=13).map(tuple),
    order=st.lists(st.text(), max_size=3).map(tuple),
    name=st.text(),
)
EVENT = Dealt(
    seat=2,
    others=(0, 2),
    card="media",
    gift="ducat",
    peek="ace",
    hands=("a", "b", "c"),
    order=("x", "y"),
    name="Ala",
)


def test_marks_are_read_from_the_fields_and_unmarked_fields_are_public():
    assert set(marks(Dealt)) == {"card", "gift", "peek", "hands", "order", "name"}
    assert marks(Plain) == {}
    assert field_names(Plain) == ("seat", "rule")


def test_whom_a_field_is_for_is_said_by_public_fields_of_the_event():
    class Misspelt(Struct, frozen=True):
        seat: int
        card: Annotated[str, only_for("seta")]

    class Hidden(Struct, frozen=True):
        seat: Annotated[int, SEALED]
        card: Annotated[str, only_for("seat")]

    class HiddenCondition(Struct, frozen=True):
        seat: int
        is_open: Annotated[bool, SEALED]
        card: Annotated[str, only_for("seat", unless="is_open")]

    for event_type in (Misspelt, Hidden, HiddenCondition):
        with pytest.raises(TypeError, match=f"{event_type.__name__}.card"):
            marks(event_type)


@pytest.mark.parametrize(
    ("seat", "others", "seats"),
    [
        (2, (), (2,)),
        (2, (0, 2), (0, 2)),
        (None, (3, 1), (1, 3)),
        (None, (), ()),
        (2, "all", None),
        (None, "all", None),
    ],
)
def test_the_audience_is_named_by_other_fields(seat, others, seats):
    event = msgspec.structs.replace(EVENT, seat=seat, others=others)
    assert audience(event, only_for("seat", "others")) == seats


def test_an_event_is_cut_into_one_part_for_each_audience():
    public, secret = divide(EVENT)
    assert public == {"rule": "T-1", "seat": 2, "others": (0, 2), "is_open": False, "count": 0}
    assert secret == {
        "seat:0": {"hands": "a"},
        "seat:1": {"hands": "b"},
        "seat:2": {"hands": "c", "card": "media", "peek": "ace"},
        "seat:0,2": {"gift": "ducat"},
        "sealed": {"order": ("x", "y")},
        "all": {"name": "Ala"},
    }


def test_what_is_for_everybody_is_public_and_what_is_for_nobody_is_sealed():
    public, secret = divide(msgspec.structs.replace(EVENT, seat=None, others="all", is_open=True))
    assert public["gift"] == "ducat"
    assert public["peek"] == "ace"
    assert secret["sealed"] == {"card": "media", "order": ("x", "y")}


def test_an_event_without_marks_has_no_parts():
    assert divide(Plain(seat=1)) == ({"seat": 1, "rule": ""}, {})


@given(DEALT)
def test_cutting_and_putting_together_gives_the_event_back_also_through_json(event):
    public, secret = msgspec.json.decode(msgspec.json.encode(divide(event)))
    assert msgspec.convert(unite(Dealt, public, secret), Dealt) == event
    # The order in which the parts come does not matter.
    backwards = dict(reversed(secret.items()))
    assert msgspec.convert(unite(Dealt, public, backwards), Dealt) == event


def test_more_than_ten_seats_keep_their_places():
    event = msgspec.structs.replace(EVENT, hands=tuple("abcdefghijklm"))
    public, secret = divide(event)
    assert unite(Dealt, public, secret)["hands"] == list("abcdefghijklm")


@pytest.mark.parametrize(
    ("part", "openers"),
    [
        ("all", [0, 1, 2, 12, SPECTATOR, ARBITER]),
        ("sealed", [ARBITER]),
        ("seat:1", [1, ARBITER]),
        ("seat:12", [12, ARBITER]),
        ("seat:0,2", [0, 2, ARBITER]),
        ("seat:1,12", [1, 12, ARBITER]),
    ],
)
def test_who_may_open_a_part(part, openers):
    everybody: list[Viewer] = [0, 1, 2, 12, SPECTATOR, ARBITER]
    assert [viewer for viewer in everybody if part_is_for(part, viewer)] == openers


@given(st.sets(SEATS, max_size=4), VIEWERS)
def test_a_part_is_for_the_seats_in_its_name(seats, viewer):
    part = seat_part(tuple(sorted(seats)))
    assert part_is_for(part, viewer) == (viewer == ARBITER or viewer in seats)


def test_redaction_leaves_what_is_theirs_and_none_in_place_of_the_rest():
    assert redact(EVENT, ARBITER) is EVENT
    assert redact(EVENT, 2) == msgspec.structs.replace(EVENT, hands=(None, None, "c"), order=None)
    assert redact(EVENT, 0) == msgspec.structs.replace(EVENT, card=None, peek=None, hands=("a", None, None), order=None)
    assert redact(EVENT, SPECTATOR) == msgspec.structs.replace(
        EVENT, card=None, gift=None, peek=None, hands=(None, None, None), order=None
    )
    assert redact(EVENT, SPECTATOR).name == "Ala"


@given(DEALT, VIEWERS)
def test_redaction_and_parts_agree_on_who_sees_what(event, viewer):
    """Two ways to the same answer: from the marks, and from the parts that a viewer may open."""
    public, secret = divide(event)
    opened = {name: values for name, values in secret.items() if part_is_for(name, viewer)}
    known = unite(Dealt, public, opened)
    redacted = redact(event, viewer)
    for name in field_names(Dealt):
        if name == "hands":
            mine = [card for seat, card in enumerate(event.hands) if viewer in (seat, ARBITER)]
            assert known["hands"] == mine == [card for card in redacted.hands if card is not None]
        else:
            assert known.get(name) == getattr(redacted, name)


@given(DEALT, VIEWERS, st.data())
def test_what_a_viewer_cannot_see_changes_nothing_they_get(event, viewer, data):
    """Two worlds that differ only where the viewer may not look."""
    if viewer == ARBITER:
        return
    changes = {}
    for name, mark_seats in (("card", ("seat",)), ("gift", ("seat", "others"))):
        seats = audience(event, only_for(*mark_seats))
        if seats is not None and viewer not in seats:
            changes[name] = data.draw(st.text())
    if not event.is_open and viewer != event.seat:
        changes["peek"] = data.draw(st.text())
    changes["order"] = data.draw(st.lists(st.text(), max_size=5).map(tuple))
    changes["hands"] = tuple(hand if seat == viewer else data.draw(st.text()) for seat, hand in enumerate(event.hands))
    other = msgspec.structs.replace(event, **changes)
    assert redact(other, viewer) == redact(event, viewer)
    assert as_shown(other, viewer) == as_shown(event, viewer)


def as_shown(event: Dealt, viewer: Viewer) -> bytes:
    public, secret = divide(event)
    rule = public.pop("rule")
    parts = {name: Part(b"s" * 32, values) for name, values in secret.items()}
    stored = Stored("Dealt", 1, 4, b"c" * 16, "seat:2", 5, rule, public, parts)
    return msgspec.json.encode(redact_for(Recorded(9, stored), viewer))


def test_what_is_shown_holds_no_salt_and_no_part_of_others():
    everything = as_shown(EVENT, SPECTATOR)
    for hidden in (b"media", b"ducat", b"ace", b'"x"', b"ssss"):
        assert hidden not in everything
    assert b"Ala" in everything
    assert b"seat:1" not in as_shown(EVENT, 0)


def test_an_erased_part_is_shown_to_nobody():
    stored = Stored("SeatTaken", 1, 0, b"", "seat:0", 0, "", {"seat": 0}, {"all": Part(b"", {}, b"h" * 32)})
    for viewer in (0, SPECTATOR, ARBITER):
        assert redact_for(Recorded(1, stored), viewer)["secret"] == {}


def test_actors_and_seats():
    assert actor_seat(seat_actor(11)) == 11
    assert actor_seat("clock") is None
    assert actor_seat("arbiter:x") is None
