"""A summary as it is kept: an array without names of fields, with cards as numbers of a vocabulary.

A match that was ever played stays in the lists, so this is short. A vocabulary has the kinds of card of some matches;
it is kept once under its digest, and never changes, so that a summary can be read whatever rules and packs are
installed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import Struct

from ledger.table import Ending, Hold
from projections.lists import Summary

DIGEST_BYTES = 6
# What summaries have in common, for their compression. Kept ones can be read with this only: who changes it has to
# rebuild the lists.
COMMON_WORDS = (
    b"cancelled\xaacalled_off\xa5ruled\xa8conceded\xa4open\xa7running\xa8deadline\xabwaiting_for\xa7dispute\xa4undo"
    b"\xa2by\xa2id\xa5since\xa4bots\xa3bot\xc0\x93\xb2bot-random-search-\xc0\x90\xc4\x00\xc0\x90\xc0\xc0"
    b"\xc0\x92\x91\x00\x90\xc4\x06\xc0\x92\x91\x01\x93\xce\x00\xc0\x92\x91\x02\x93\xc0\x92\x91\x03\x94\x90\xc0\x90\xc0\xc0"
    b"\xa8finished\xa6played\xc3\xcf\x00\x00\x01\x9a\x93\x93\xb2p-\xa8Player \xc0\x93\xb2p-\xdc\x00\x10\xb2"
)

Scores = dict[str, int] | tuple[int, ...]  # by seat; without the seats if each has one
SeatLine = tuple[str | None, str | None, str | None]  # player, name, how the player has left


class KeptSummary(Struct, frozen=True, array_like=True):
    id: str
    game: str
    status: str
    ending: Ending | None
    is_public: bool
    opened_at: int
    version: int
    seats: tuple[SeatLine, ...]
    result: tuple[tuple[int, ...], Scores] | None  # winners, scores
    digest: bytes  # of the vocabulary; empty if the summary needs none
    cards: tuple[bytes, ...]  # of each seat, as distances from one number to the next
    other_cards: tuple[tuple[str, ...], ...]  # of each seat, those that the vocabulary lacks; empty if there are none
    held: Hold | None
    to_act: tuple[int, ...]
    deadline: int | None
    imported: str | None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(KeptSummary)
_kinds_decoder = msgspec.msgpack.Decoder(tuple[str, ...])


def write_summary(summary: Summary) -> bytes:
    numbers = {kind: number for number, kind in enumerate(summary.card_kinds)}
    others = tuple(tuple(card for card in cards if card not in numbers) for cards in summary.cards)
    result = summary.result
    kept = KeptSummary(
        id=summary.id,
        game=summary.game,
        status=summary.status,
        ending=summary.ending,
        is_public=summary.is_public,
        opened_at=summary.opened_at,
        version=summary.version,
        seats=tuple((seat["player"], seat["name"], seat["left"]) for seat in summary.seats),
        result=None if result is None else (tuple(result["winners"]), _write_scores(result["scores"])),
        digest=digest_of(summary.card_kinds) if summary.card_kinds else b"",
        cards=tuple(_write_numbers(cards, numbers) for cards in summary.cards),
        other_cards=others if any(others) else (),
        held=summary.held,
        to_act=tuple(summary.to_act),
        deadline=summary.deadline,
        imported=summary.imported,
    )
    return _encoder.encode(kept)


def read_summary(raw: bytes, find_kinds: Callable[[bytes], tuple[str, ...]]) -> Summary:
    """`find_kinds` answers with the kinds of card of a vocabulary by its digest."""
    kept = _decoder.decode(raw)
    kinds = find_kinds(kept.digest) if kept.digest else ()
    return Summary(
        id=kept.id,
        game=kept.game,
        status=kept.status,
        ending=kept.ending,
        is_public=kept.is_public,
        opened_at=kept.opened_at,
        version=kept.version,
        seats=[
            {"seat": seat, "player": player, "name": name, "left": left}
            for seat, (player, name, left) in enumerate(kept.seats)
        ],
        result=None if kept.result is None else _result_document(*kept.result),
        cards=_read_cards(kept, kinds),
        card_kinds=kinds,
        held=kept.held,
        to_act=list(kept.to_act),
        deadline=kept.deadline,
        imported=kept.imported,
    )


def write_kinds(kinds: Sequence[str]) -> bytes:
    return zlib.compress(_encoder.encode(kinds))


def read_kinds(packed: bytes) -> tuple[str, ...]:
    return _kinds_decoder.decode(zlib.decompress(packed))


def digest_of(kinds: Sequence[str]) -> bytes:
    return blake2b(_encoder.encode(kinds), digest_size=DIGEST_BYTES).digest()


def _write_scores(scores: dict[str, int]) -> Scores:
    return tuple(scores.values()) if list(scores) == list(map(str, range(len(scores)))) else scores


def _result_document(winners: tuple[int, ...], scores: Scores) -> dict[str, Any]:
    by_seat = scores if isinstance(scores, dict) else {str(seat): score for seat, score in enumerate(scores)}
    return {"winners": list(winners), "scores": by_seat}


def _read_cards(kept: KeptSummary, kinds: Sequence[str]) -> list[list[str]]:
    found = [list(map(kinds.__getitem__, _read_numbers(packed))) for packed in kept.cards]
    for cards, others in zip(found, kept.other_cards):
        cards += others
        cards.sort()
    return found


def _write_numbers(cards: Sequence[str], numbers: Mapping[str, int]) -> bytes:
    """The distance of each number from the one before, the first from -1: 7 bits in each byte, the highest first, 128
    added if more follow. Mostly one byte for a card."""
    packed, last = bytearray(), -1
    for number in sorted(numbers[card] for card in cards if card in numbers):
        distance, last = number - last, number
        digits = [distance & 127]
        while distance := distance >> 7:
            digits.append(128 | distance & 127)
        packed += bytes(reversed(digits))
    return bytes(packed)


def _read_numbers(packed: bytes) -> list[int]:
    if packed.isascii():  # one byte for each
        return [*accumulate(packed, initial=-1)][1:]
    numbers, last, distance = [], -1, 0
    for digit in packed:
        distance = distance << 7 | digit & 127
        if digit < 128:
            last, distance = last + distance, 0
            numbers.append(last)
    return numbers
