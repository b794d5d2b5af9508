"""Games and tables that installed packages add under entry points, and what is refused of them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from games.registry import BadGame, installed_packages
from games.tables import GROUP as TABLES
from games.tables import find_tables
from tests.games.fake_packages import FOLDED, install, points
from tests.servers import free_port

ROOT = Path(__file__).parents[2]

HERE = {"coup": "games.coup"}


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def test_an_installed_game_is_found_under_its_slug(site):
    install(site, "outside_one", "outside-one")
    assert installed_packages(HERE, points(site)) == {"outside-one": "outside_one"}


def test_a_slug_that_is_there_twice_names_both_packages(site):
    install(site, "first_one", "twice")
    install(site, "second_one", "twice")
    with pytest.raises(BadGame, match=r"twice is there twice: in first.one 1\.0 and in second.one 1\.0"):
        installed_packages(HERE, points(site))


def test_a_game_of_the_service_cannot_be_replaced(site):
    install(site, "other_coup", "coup")
    with pytest.raises(BadGame, match=r"coup is there twice: in the service itself and in other.coup 1\.0"):
        installed_packages(HERE, points(site))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (FOLDED.format(slug="another", version=1, seats_min=2), "calls itself another"),
        (FOLDED.format(slug="bad-game", version=0, seats_min=2), "rules_version is 0, and must be 1 or more"),
        (FOLDED.format(slug="bad-game", version="1.0", seats_min=2), "rules_version is '1.0'"),
        (FOLDED.format(slug="bad-game", version=1, seats_min=9), "for 9 to 6 seats"),
        ("GAME = 3", "holds no GAME"),
        ("raise RuntimeError('no such card')", r"cannot be imported: RuntimeError\('no such card'\)"),
    ],
)
def test_a_package_that_is_no_game_is_named_with_the_reason(site, code, told):
    install(site, "bad_game", "bad-game", code)
    with pytest.raises(BadGame, match=r"the game bad-game of bad.game 1\.0.*" + told):
        installed_packages(HERE, points(site))


NAMED_AS_ORDERS = """from dataclasses import replace
from games.coup import GAME as COUP
from games.coup.commands import Pass
class Undo(Pass, frozen=True): pass
class Leave(Pass, frozen=True): pass
on_command = {**COUP.rules.on_command, Undo: COUP.rules.on_command[Pass], Leave: COUP.rules.on_command[Pass]}
GAME = replace(COUP, slug="bad-game", rules=replace(COUP.rules, on_command=on_command))
"""


def test_a_command_that_is_called_as_an_order_to_the_ledger_is_refused(site):
    install(site, "bad_game", "bad-game", NAMED_AS_ORDERS)
    told = r"the game bad-game of bad.game 1\.0 has a command leave, which is the name of an order to the ledger"
    with pytest.raises(BadGame, match=told):
        installed_packages(HERE, points(site))


def test_a_game_is_a_folder(site):
    install(site, "some_folder", "one-file", value="one_file:GAME")
    (site / "one_file.py").write_text(FOLDED.format(slug="one-file", version=1, seats_min=2))
    with pytest.raises(BadGame, match="one_file is a single file"):
        installed_packages(HERE, points(site))


def test_an_entry_point_names_the_game_of_a_package(site):
    install(site, "odd_name", "odd-name", value="odd_name:OTHER")
    with pytest.raises(BadGame, match="names odd_name:OTHER, and not the GAME of a package"):
        installed_packages(HERE, points(site))


def test_a_name_that_fits_no_address_is_refused(site):
    install(site, "odd_name", "Odd_Name")
    with pytest.raises(BadGame, match="small letters"):
        installed_packages(HERE, points(site))


@pytest.mark.parametrize(
    "needs", [(), (f"matchledger>={version('matchledger')}", "numpy>=9"), ("matchledger[testing]>=9; extra == 'test'",)]
)
def test_a_package_for_this_version_is_taken(site, needs):
    install(site, "outside_one", "outside-one", requires=needs)
    assert installed_packages(HERE, points(site)) == {"outside-one": "outside_one"}


def test_a_package_for_another_version_is_refused_before_its_code_runs(site):
    install(site, "old_one", "old-one", "raise RuntimeError", requires=["matchledger>=7,<8"])
    told = rf"old-one of old.one 1\.0 needs matchledger<8,>=7, and this is matchledger {version('matchledger')}"
    with pytest.raises(BadGame, match=told):
        installed_packages(HERE, points(site))


KIT = "export const kit = 1;\nexport const draw = () => null;\n"


def install_table(
    site: Path, slug: str = "outside-one", script: str = KIT, value: str = "outside_one:table.js"
) -> Path:
    folder = install(site, "outside_one", slug, group=TABLES, value=value)
    (folder / "table.js").write_text(script)
    return folder


def tables(site: Path) -> dict[str, Path]:
    return find_tables(("coup", "outside-one"), HERE, points(site, TABLES))


def test_the_table_of_an_installed_game_is_a_file_of_its_package(site):
    folder = install_table(site)
    assert tables(site) == {"outside-one": folder / "table.js"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"slug": "coup"}, r"the table coup is there twice: in the service itself and in outside.one 1\.0"),
        ({"slug": "chess"}, r"the table chess of outside.one 1\.0 is for a game that is not installed"),
        ({"value": "outside_one:board.js"}, "names outside_one:board.js, and there is no such script"),
        ({"value": "outside_one:GAME"}, "names outside_one:GAME, and there is no such script"),
        ({"value": "nothing_here:table.js"}, "there is no package nothing_here"),
        ({"script": KIT.replace("1", "2")}, "is made for version 2 of the kit; these pages have version 1"),
        ({"script": "export const draw = 1;"}, "says no version of the kit"),
    ],
)
def test_a_table_that_cannot_be_used_is_named_with_the_reason(site, wrong, told):
    install_table(site, **wrong)
    with pytest.raises(BadGame, match=told):
        tables(site)


def test_a_table_that_is_there_twice_names_both_packages(site):
    install_table(site)
    install(site, "second_one", "outside-one", group=TABLES, value="second_one:table.js")
    with pytest.raises(BadGame, match=r"twice: in outside.one 1\.0 and in second.one 1\.0"):
        tables(site)


@pytest.mark.parametrize("group", ["matchledger.games", TABLES])
def test_the_service_does_not_start_with_a_bad_package_and_says_why_in_one_line(tmp_path, group):
    """`serve` itself, before it starts anything."""
    site = tmp_path / "site"
    site.mkdir()
    install(site, "other_coup", "coup", group=group)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MATCHLEDGER_")}
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "serve", "--port", str(free_port()), "--data", str(tmp_path / "data")],
        cwd=ROOT,
        env={**clean, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    what = "table" if group == TABLES else "game"
    told = f"matchledger: the {what} coup is there twice: in the service itself and in other_coup 1.0\n"
    assert (done.returncode, done.stderr) == (2, told)
    assert not (tmp_path / "data").exists()
