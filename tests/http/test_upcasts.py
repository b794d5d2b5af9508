"""Events that were stored in an older shape: a new version of the project reads, audits and continues the match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.asking import Coup, coup
from tests.http.changed_project import change, copy_project
from tests.http.live import Live

SCHEMA_2 = "    SCHEMA: ClassVar[int] = 2\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy_project(tmp_path / "project")


@pytest.fixture
def service(project: Path, tmp_path: Path) -> Iterator[Live]:
    running = Live(tmp_path / "data", workers=1, root=project)
    try:
        yield running.start()
    finally:
        running.kill()


def rename_a_field_of_the_game(project: Path) -> None:
    """MoneyGained.amount becomes MoneyGained.coins."""
    game = project / "games/coup"
    change(game / "events.py", r"from typing import ", "from typing import ClassVar, ")
    change(
        game / "events.py",
        r"(class MoneyGained.*\n)(    seat: Seat\n)    amount: int",
        rf"\1{SCHEMA_2}\2    coins: int",
    )
    change(game / "evolve.py", r"money\[event\.seat\] \+ event\.amount", "money[event.seat] + event.coins")
    change(game / "narrate.py", r"gets \{event\.amount\}M", "gets {event.coins}M")
    change(game / "effects.py", r"amount=effect\.amount, source", "coins=effect.amount, source")
    change(game / "invariants.py", r"MoneyGained\(amount=amount\)", "MoneyGained(coins=amount)")


def rename_a_field_of_the_match(project: Path) -> None:
    """PlayBegan.by becomes PlayBegan.begun_by."""
    change(project / "ledger/events.py", r"from typing import ", "from typing import ClassVar, ")
    change(
        project / "ledger/events.py", r'(class PlayBegan.*\n.*"""\n\n)    by: str', rf"\1{SCHEMA_2}    begun_by: str"
    )
    makers = [path for path in (project / "ledger").rglob("*.py") if "PlayBegan(by=" in path.read_text("utf-8")]
    assert makers
    for path in makers:
        path.write_text(re.sub(r"PlayBegan\(by=", "PlayBegan(begun_by=", path.read_text("utf-8")), "utf-8")


def register_upcasts(project: Path) -> None:
    change(
        project / "games/coup/__init__.py",
        r"    take_back=",
        '    upcasts={("MoneyGained", 1): lambda old: {"coins": old.pop("amount"), **old}},\n    take_back=',
    )
    change(
        project / "ledger/events.py",
        r"(UPCASTS: .*) = \{\}",
        r'\1 = {("PlayBegan", 1): lambda old: {"begun_by": old.pop("by"), **old}}',
    )


def restart(service: Live) -> None:
    assert service.stop() == 0
    service.start()


def money_of(match: Coup) -> list[int]:
    return [seat["money"] for seat in match.seen()["state"]["seats"]]


def test_a_match_is_read_after_the_shape_of_its_events_has_changed(service: Live, project: Path):
    match = coup(service.ask())
    for _ in range(3):
        assert match.move().status == 201
    before = [money_of(match), match.seen(0), match.ask("GET", f"{match.path}/steps").json]
    stored = match.ask("GET", f"{match.path}/events").json["events"]

    rename_a_field_of_the_game(project)
    rename_a_field_of_the_match(project)
    restart(service)
    assert match.ask("GET", f"{match.path}/steps").status == 500, "an event of an unknown shape is never guessed at"

    register_upcasts(project)
    restart(service)
    assert [money_of(match), match.seen(0), match.ask("GET", f"{match.path}/steps").json] == before
    assert match.ask("GET", f"{match.path}/events").json["events"] == stored, "what is stored is never rewritten"
    assert match.move().status == 201
    shapes = {
        (event["schema"], *sorted(event["public"]))
        for event in match.ask("GET", f"{match.path}/events").json["events"]
        if event["type"] == "MoneyGained"
    }
    assert shapes == {(1, "amount", "seat", "source"), (2, "coins", "seat", "source")}
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    assert match.ask("POST", f"{match.path}/undo", match.tokens[1]).status == 201
    said = service.run("doctor")
    assert said.returncode == 0, said.stdout + said.stderr
