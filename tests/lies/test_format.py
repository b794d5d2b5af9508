"""docs/proofs.md is enough to write a verifier from: a small one is built from its tables, and finds lies."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.registry import all_games
from tests.lies.corpus import corpus, expected
from tests.lies.files import file_of, lines_of, text_of, whole

PAGE = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")


def table(first: str) -> list[list[str]]:
    """The rows of the table on the page whose first column has this title."""
    found = re.search(rf"^\| {first} \|.*\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, f"docs/proofs.md has no table of {first}"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def names(first: str) -> set[str]:
    return {name for row in table(first) for name in re.findall(r"`([a-z_]+)`", row[0])}


HEADER, EVENT, DRAWS, QUESTIONS = names("header"), names("event"), names("draws"), names("question")
SAME = {name for row in table("event") if row[2] == "the same" for name in re.findall(r"`([a-z_]+)`", row[0])}
CHECKS = {name for row in table("check") for name in re.findall(r"`([a-z_ ]+)`", row[0])}


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(part: dict[str, Any]) -> str:
    if part.keys() == {"salt", "values"}:
        return hmac.digest(base64.b64decode(part["salt"]), canonical(part["values"]), "sha256").hex()
    assert part.keys() == {"commitment"}
    return base64.b64decode(part["commitment"]).hex()


def leaf(event: dict[str, Any]) -> bytes:
    document = {name: event[name] for name in SAME}
    if "secret" in event:
        document["secret"] = {name: commitment(part) for name, part in event["secret"].items()}
    if "cause" in event:
        document["cause"] = {"type": event["cause"]["type"], "params": commitment(event["cause"]["params"])}
    return hashlib.sha256(b"\x00" + canonical(document)).digest()


def root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root(leaves[:split]) + root(leaves[split:])).digest()


def below(seed: bytes, place: int) -> Callable[[int], int]:
    numbers: list[int] = []
    block = 0

    def take(limit: int) -> int:
        nonlocal block
        while True:
            if not numbers:
                raw = hmac.digest(seed, f"{place}:{block}".encode(), "sha256")
                numbers.extend(int.from_bytes(raw[at : at + 8], "big") for at in (0, 8, 16, 24))
                block += 1
            number = numbers.pop(0)
            if number < 2**64 // limit * limit:
                return number % limit

    return take


def outcome(take: Callable[[int], int], question: str, given: Any, count: int) -> Any:
    assert question in QUESTIONS
    if question in ("below", "roll"):
        return take(given) + (question == "roll")
    rest = list(given)
    if question == "pick":
        return rest[take(len(rest))]
    if question == "draw":
        return [rest.pop(take(len(rest))) for _ in range(count)]
    for last in range(len(rest) - 1, 0, -1):
        other = take(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return rest


def seed_of(events: list[dict[str, Any]]) -> bytes:
    parts: dict[int, str] = {}
    players: list[str] = []
    for event in events:
        if event["type"] == "LobbyClosed":
            parts = {}
        if event["type"] == "LuckOpened":
            parts[event["public"]["seat"]] = event["public"]["part"]
        if event["type"] == "PlayBegan":
            players = event["public"]["players"]
            break
    text = f"matchledger/seed/v2\n{events[0]['public']['match']}\n"
    text += "".join(f"{seat} {player} {parts.get(seat, '-')}\n" for seat, player in enumerate(players))
    return hmac.digest(bytes.fromhex(events[0]["secret"]["sealed"]["values"]["server_seed"]), text.encode(), "sha256")


def problems(text: bytes) -> set[str]:
    """The checks of the page that need no key, done as the page says."""
    lines = text.split(b"\n")
    assert lines.pop() == b""
    documents = [json.loads(line) for line in lines]
    header, *rest = documents
    events, draws = [one for one in rest if "luck" not in one], [one for one in rest if "luck" in one]
    found = set()
    if any(canonical(one) != line for one, line in zip(documents, lines)):
        found.add("file")
    if header.keys() - HEADER or any(one.keys() - EVENT for one in events) or any(one.keys() != DRAWS for one in draws):
        found.add("file")
    if root([leaf(event) for event in events]).hex() != header["root"]:
        found.add("tree")
    seed = seed_of(events)
    for one in draws:
        take = below(seed, one["place"])
        for question, given, shown in one["calls"]:
            if outcome(take, question, given, len(shown) if question == "draw" else 0) != shown:
                found.add("draws")
    if sum(len(one["calls"]) for one in draws) != header["draws"]:
        found.add("draws")
    return found


@pytest.mark.parametrize("game", list(all_games()))
def test_the_small_verifier_finds_nothing_in_an_honest_file(game):
    text = file_of(whole(game))
    assert problems(text) == set()
    assert lines_of(text)[0].keys() == HEADER, "the page names every field"
    assert {name for line in lines_of(text)[1:] for name in line} == EVENT | DRAWS


@pytest.mark.parametrize("lie", ["public_field", "hidden_card", "salt", "draw_changed", "all_draws_gone"])
def test_the_small_verifier_finds_lies(lie):
    name = f"unsigned_{lie}"
    wanted = set(expected()[name]["without rules"]["broken"]) & {"file", "tree", "draws"}
    assert problems(corpus()[name]()) == wanted


def test_an_unknown_field_and_a_blank_are_found():
    lines = lines_of(file_of(whole("coup")))
    lines[3]["comment"] = ""
    assert "file" in problems(text_of(lines))
    assert problems(corpus()["bytes_blanks_in_a_line"]()) == {"file"}


def test_the_page_lists_every_check():
    from projections.verify import CHECKS as REAL

    assert set(REAL) == CHECKS
