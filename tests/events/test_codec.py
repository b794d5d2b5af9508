"""Events to what is stored and back, in the shape of today, whatever shape they were written in."""

from __future__ import annotations

from itertools import count
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from events.codec import Codec, UnreadableEvent, decode, encode, schema_of
from events.envelope import Part, Stored
from events.tree import commitment, leaf_hash
from events.visibility import ERASABLE, PER_SEAT, SEALED, only_for
from ledger.events import MATCH_EVENTS, MatchOpened, MoveUndone, SeatTaken


class GameEvent(Struct, frozen=True, kw_only=True):
    rule: str


class CardsDealt(GameEvent, frozen=True):
    hands: Annotated[tuple[tuple[str, ...], ...], PER_SEAT]
    deck: Annotated[tuple[str, ...], SEALED]


class CardShown(GameEvent, frozen=True):
    seat: int
    to: tuple[int, ...]
    card: Annotated[str, only_for("seat", "to")]


class CoinsPaid(GameEvent, frozen=True):
    payer: int
    payee: int | None
    amount: int


TYPES = (CardsDealt, CardShown, CoinsPaid)
TEXTS = st.text(max_size=8)
STEPS = st.integers(0, 2**53)
EVENTS = st.one_of(
    st.builds(
        CardsDealt,
        rule=TEXTS,
        hands=st.lists(st.lists(TEXTS, max_size=3).map(tuple), max_size=12).map(tuple),
        deck=st.lists(TEXTS, max_size=5).map(tuple),
    ),
    st.builds(CardShown, rule=TEXTS, seat=st.integers(0, 9), to=st.lists(st.integers(0, 9)).map(tuple), card=TEXTS),
    st.builds(
        CoinsPaid,
        rule=TEXTS,
        payer=st.integers(0, 9),
        payee=st.none() | st.integers(0, 9),
        amount=st.integers(-(2**53), 2**53),
    ),
    st.builds(MoveUndone, steps=st.lists(st.integers(0, 99)).map(tuple), by=TEXTS, request=st.none() | STEPS),
)


def write(codec: Codec, *events: Struct, cause: tuple[str, dict[str, Any]] | None = None) -> list[Stored]:
    salts = (b"%032d" % number for number in count())
    return codec.write(events, step=4, command=b"c" * 16, actor="seat:1", at=5, salt=lambda: next(salts), cause=cause)


@given(st.lists(EVENTS, max_size=5))
def test_what_is_written_is_read_again_also_through_the_bytes_of_the_store(events):
    codec = Codec([*MATCH_EVENTS, *TYPES])
    stored = write(codec, *events, cause=("deal", {"count": 3}))
    assert [codec.read(one) for one in stored] == events
    assert [encode(decode(encode(one))) for one in stored] == [encode(one) for one in stored]
    assert [codec.read(decode(encode(one))) for one in stored] == events
    # The leaf is the same before and after the store has had it.
    assert [leaf_hash(7, decode(encode(one))) for one in stored] == [leaf_hash(7, one) for one in stored]


def test_an_event_carries_why_when_and_by_whom_and_each_part_a_salt_of_its_own():
    codec = Codec(TYPES)
    dealt = CardsDealt(rule="T-1", hands=(("a",), ("b",)), deck=("c",))
    paid = CoinsPaid(rule="T-2", payer=0, payee=1, amount=2)
    first, second = write(codec, dealt, paid, cause=("deal", {"n": 1}))
    assert (first.type, first.schema, first.step, first.command) == ("CardsDealt", 1, 4, b"c" * 16)
    assert (first.actor, first.at, first.rule, first.public) == ("seat:1", 5, "T-1", {})
    assert set(first.secret) == {"seat:0", "seat:1", "sealed"}
    assert first.cause is not None
    assert (first.cause.type, first.cause.params.values) == ("deal", {"n": 1})
    salts = [part.salt for part in (*first.secret.values(), first.cause.params)]
    assert len(set(salts)) == 4
    assert second.cause is None
    assert (second.rule, second.public, second.secret) == ("T-2", {"payer": 0, "payee": 1, "amount": 2}, {})


def test_two_equal_parts_of_one_event_do_not_look_equal():
    first, *_ = write(Codec(TYPES), CardsDealt(rule="", hands=(("a",), ("a",)), deck=()))
    assert commitment(first.secret["seat:0"]) != commitment(first.secret["seat:1"])


def test_two_types_of_one_name_are_refused():
    class MoveUndone(GameEvent, frozen=True):
        pass

    with pytest.raises(ValueError, match="MoveUndone"):
        Codec([*MATCH_EVENTS, MoveUndone])


def test_every_event_of_a_match_is_known_without_being_named():
    codec = Codec(MATCH_EVENTS)
    opened = MatchOpened(
        match="m",
        game="coup",
        rules_version=1,
        catalogue="d",
        seats=2,
        options={"fast": True, "names": ["a"]},
        is_public=True,
        opened_by="p",
        server_seed="00",
    )
    (stored,) = write(codec, opened)
    assert codec.read(stored) == opened
    assert stored.secret["sealed"].values == {"server_seed": "00"}
    assert all(schema_of(event_type) == 1 for event_type in MATCH_EVENTS)


# Old shapes


class Moved(GameEvent, frozen=True):
    """Four shapes: 1 `to`; 2 `to` and `from_`; 3 a path instead of both; 4 with a price, which the mover alone sees."""

    SCHEMA: ClassVar[int] = 4
    seat: int
    path: tuple[str, ...]
    price: Annotated[int, only_for("seat")]


UPCASTS = {
    ("Moved", 1): lambda fields: {**fields, "from_": "start"},
    ("Moved", 2): lambda fields: {
        **{name: value for name, value in fields.items() if name not in ("to", "from_")},
        "path": [fields["from_"], fields["to"]],
    },
    ("Moved", 3): lambda fields: {**fields, "price": len(fields["path"]) - 1},
}
OLD = {
    1: {"seat": 0, "to": "b"},
    2: {"seat": 0, "to": "b", "from_": "start"},
    3: {"seat": 0, "path": ["start", "b"]},
}


def stored_as(schema: int, public: dict[str, Any], secret: dict[str, Part] | None = None) -> Stored:
    return Stored("Moved", schema, 0, b"", "seat:0", 0, "T-1", public, secret or {})


@pytest.mark.parametrize("schema", OLD)
def test_an_old_shape_is_brought_up_to_date_when_it_is_read(schema):
    codec = Codec([Moved], UPCASTS)
    assert codec.read(stored_as(schema, OLD[schema])) == Moved(rule="T-1", seat=0, path=("start", "b"), price=1)


def test_three_steps_at_once_are_the_same_as_one_after_the_other():
    at_once = Codec([Moved], UPCASTS).read(stored_as(1, OLD[1]))
    fields: dict[str, Any] = dict(OLD[1])
    for schema in (1, 2, 3):
        fields = UPCASTS["Moved", schema](fields)
        assert Codec([Moved], UPCASTS).read(stored_as(schema + 1, fields)) == at_once


def test_reading_changes_nothing_of_what_is_stored():
    old = stored_as(1, dict(OLD[1]))
    leaf = leaf_hash(1, old)
    Codec([Moved], UPCASTS).read(old)
    assert (old.schema, old.public, leaf_hash(1, old)) == (1, OLD[1], leaf)


def test_what_was_secret_in_an_old_shape_may_be_public_today():
    codec = Codec(TYPES)
    old = Stored("CoinsPaid", 1, 0, b"", "", 0, "T", {"payer": 0, "payee": 1}, {"sealed": Part(b"s", {"amount": 3})})
    assert codec.read(old) == CoinsPaid(rule="T", payer=0, payee=1, amount=3)


def test_what_was_public_in_an_old_shape_may_be_secret_today():
    old = Stored("CardsDealt", 1, 0, b"", "", 0, "T", {"hands": [["a"], ["b"]], "deck": ["c"]}, {})
    assert Codec(TYPES).read(old) == CardsDealt(rule="T", hands=(("a",), ("b",)), deck=("c",))


def test_an_erased_name_leaves_the_event_readable():
    codec = Codec(MATCH_EVENTS)
    taken = SeatTaken(seat=0, player="p1", name="Ala")
    (stored,) = write(codec, taken)
    leaf = leaf_hash(1, stored)
    gone = {"all": Part(b"", {}, commitment(stored.secret["all"]))}
    erased = msgspec.structs.replace(stored, secret=gone)
    assert leaf_hash(1, erased) == leaf
    assert codec.read(decode(encode(erased))) == msgspec.structs.replace(taken, name="")
    assert b"Ala" not in encode(erased)


# What nobody can read


@pytest.mark.parametrize(
    "stored",
    [
        Stored("NeverHeardOf", 1, 0, b"", "", 0, "", {}, {}),
        Stored("CoinsPaid", 2, 0, b"", "", 0, "", {"payer": 0, "payee": 1, "amount": 1}, {}),
        Stored("CoinsPaid", 1, 0, b"", "", 0, "", {"payer": 0, "payee": 1}, {}),
        Stored("CoinsPaid", 1, 0, b"", "", 0, "", {"payer": "zero", "payee": 1, "amount": 1}, {}),
        Stored("CoinsPaid", 0, 0, b"", "", 0, "", {"payer": 0, "payee": 1, "amount": 1}, {}),
        Stored("CardShown", 1, 0, b"", "", 0, "", {"seat": 0}, {}),
    ],
    ids=["unknown type", "newer schema", "missing field", "wrong type", "no way from schema 0", "missing part"],
)
def test_what_this_code_does_not_know_is_unreadable(stored):
    with pytest.raises(UnreadableEvent, match=stored.type):
        Codec(TYPES).read(stored)


def test_a_missing_step_between_schemas_is_named():
    with pytest.raises(UnreadableEvent, match="from schema 2 to 3"):
        Codec([Moved], {("Moved", 1): UPCASTS["Moved", 1]}).read(stored_as(1, OLD[1]))


WHOLE = encode(Stored("CoinsPaid", 1, 0, b"", "", 0, "", {"payer": 0, "payee": 1, "amount": 1}, {}))


@pytest.mark.parametrize("raw", [b"", b"\xc1", b"junk", WHOLE[:-1], WHOLE[1:], WHOLE + b"x", encode(None), b"\x90"])  # type: ignore[arg-type]
def test_a_damaged_entry_is_unreadable(raw):
    with pytest.raises(UnreadableEvent):
        decode(raw)


def test_an_erasable_field_of_a_game_is_read_as_empty_as_well():
    class Chatted(GameEvent, frozen=True):
        seat: int
        words: Annotated[str, ERASABLE]

    codec = Codec([Chatted])
    assert codec.read(Stored("Chatted", 1, 0, b"", "", 0, "T", {"seat": 1}, {})) == Chatted(rule="T", seat=1, words="")
