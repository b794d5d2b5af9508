"""docs/choices.md tells the truth: its examples are what the games offer, and their answers are accepted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import msgspec
import pytest
from matchledger_client import command

from api_spec.build import DOCUMENT
from api_spec.domains import domain_schemas
from events.envelope import actor_seat
from games.choices import Bounds, Domain, Integer, Length, Maybe, OneOf, OrderOf, SomeOf, Text, allows
from games.decider import IllegalMove
from games.registry import house_games
from ledger.orders import Order, Refused
from ledger.rules_clock import due_order
from projections.questions import Offer, Question, question_for
from tests.ledger.match import Match

GUIDE = (Path(__file__).parent.parent / "docs" / "choices.md").read_text(encoding="utf-8")
SPEC: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
NAMES = ("Ana", "Ben", "Carla")
STEPS_MAX = 200


class Example(NamedTuple):
    """The first template of this type, with this domain among its parameters, in a random match."""

    game: str
    seed: int
    type: str
    domain: type[Any]


EXAMPLES = {
    "one_of": Example("coup", 2, "block", OneOf),
    "some_of": Example("coup", 1, "choose_exchange", SomeOf),
    "integer": Example("munchkin-apocalypse", 1, "set_deal_treasures", Integer),
    "optional": Example("clank", 2, "move", Maybe),
}


def blocks(section: str) -> list[Any]:
    """The JSON of a section of the guide."""
    text = GUIDE.partition(f"\n### {section}\n")[2].partition("\n### ")[0]
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def seat_all(example: Example) -> Match:
    match = Match(example.game, len(NAMES), seed=example.seed)
    for seat, name in enumerate(NAMES):
        match.do(f"player:p-{seat}", "take_seat", {"seat": seat}, name=name)
    match.do("player:p-0", "start_match")
    return match


def offers(match: Match) -> Iterator[tuple[Question, Offer]]:
    for seat in range(len(NAMES)):
        question = question_for(match.table, seat)
        for offer in question.choices:
            yield question, offer


def first_offer(example: Example) -> tuple[Match, Question, Offer]:
    match = seat_all(example)
    for _ in range(STEPS_MAX):
        for question, offer in offers(match):
            asks = any(isinstance(one, example.domain) for one in offer.params.values())
            if offer.type == example.type and asks and not _is_one_answer(offer):
                return match, question, offer
        match.play()
    raise AssertionError(f"{example} was never offered")


def _is_one_answer(offer: Offer) -> bool:
    """Whether a parameter has several values that are one for people, such as a heal of somebody unhurt."""
    return any(len(names) > 1 and len(set(names)) == 1 for names in (offer.names or {}).values())


@pytest.mark.parametrize("kind", list(EXAMPLES))
def test_an_example_is_what_the_game_offers_and_its_answer_is_accepted(kind):
    match, question, offer = first_offer(EXAMPLES[kind])
    offered = json.loads(msgspec.json.encode(offer))
    template, answer = blocks(kind)
    assert template == offered, f"write this into docs/choices.md: {json.dumps(offered)}"
    match.do(f"seat:{question.seat}", answer["type"], answer["params"])


def test_the_first_example_is_a_whole_question():
    (whole,) = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", GUIDE.partition("\n## ")[0], re.DOTALL)]
    _, question, _ = first_offer(EXAMPLES["one_of"])
    found = json.loads(msgspec.json.encode(question))
    assert whole == found | {"choices": found["choices"][:1]}, found
    validator_for("ChoicesOut").validate(whole)


@pytest.mark.parametrize(("kind", "domain"), [("order_of", OrderOf), ("text", Text)])
def test_what_no_game_offers_is_read_as_the_guide_says(kind, domain):
    written, value = blocks(kind)
    read: Domain = OrderOf(tuple(written[kind])) if domain is OrderOf else Text(Length(written[kind]["max"]))
    assert allows(read, value)
    assert json.loads(msgspec.json.encode(read)) == written


def codes_of_late_commands(slug: str) -> set[str]:
    """With which codes simultaneous commands are refused once others or the clock have acted, and not their sender."""
    found: set[str] = set()
    for seed in range(8):
        match, rng = Match(slug, len(NAMES), seed=seed, turn_s=60, reaction_s=60).begin(), random.Random(seed)
        offered: dict[int, list[dict[str, Any]]] = {}
        for _ in range(120):
            if match.table.status != "running":
                break
            for question, offer in offers(match):
                if offer.simultaneous:
                    offered.setdefault(question.seat, []).append(command(msgspec.to_builtins(offer), rng))
            for seat in one_step(match, rng):
                offered.pop(seat, None)
            found |= {code for seat, sent in offered.items() for code in refusal_codes(match, seat, sent[-20:])}
    return found


def one_step(match: Match, rng: random.Random) -> list[int]:
    """A random command, or now and then the clock's; the seats that have acted."""
    before, due = len(match.history), due_order(match.table)
    if due is not None and rng.random() < 0.15:
        match.at = max(match.at, match.table.due_ms() or 0)
        match.do(due.actor, due.type, due.params)
    else:
        match.play()
    seats = (actor_seat(one.stored.actor) for one in match.history[before:])
    return [seat for seat in seats if seat is not None]


def refusal_codes(match: Match, seat: int, sent: list[dict[str, Any]]) -> Iterator[str]:
    for one in sent:
        try:
            match.decide(Order(f"seat:{seat}", one["type"], one["params"], is_command=True))
        except (IllegalMove, Refused) as refusal:
            yield refusal.code


@pytest.mark.parametrize("slug", list(house_games()))
def test_the_codes_of_late_commands_are_those_of_the_guide(slug):
    (row,) = re.findall(rf"^\| (?:.*, )?`{slug}`.*? \| (.*) \|$", GUIDE, re.MULTILINE)
    assert codes_of_late_commands(slug) - {"match_over"} == set(re.findall(r"`([a-z_]+)`", row))


def validator_for(name: str) -> Any:
    return jsonschema_rs.validator_for({**SPEC["components"]["schemas"][name], "components": SPEC["components"]})


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        ("OneOf", OneOf((1, "two", True))),
        ("SomeOf", SomeOf((1, 2), 0, 2)),
        ("SomeOf", SomeOf((1, 2), 0, 2, weights=(5, 7), min_total=6)),
        ("OrderOf", OrderOf((1, 2))),
        ("Integer", Integer(Bounds(0, 3))),
        ("Text", Text(Length(20))),
        ("Maybe", Maybe(Integer(Bounds(0, 3)))),
    ],
)
def test_every_domain_fits_its_own_schema_and_no_other(name, domain):
    plain = msgspec.to_builtins(domain)
    names = [one.removesuffix("Domain") for one in domain_schemas() if one != "Domain"]
    assert [one for one in names if validator_for(f"{one}Domain").is_valid(plain)] == [name]
    assert validator_for("Domain").is_valid(plain)
    assert f"`{name}Domain`" in GUIDE
