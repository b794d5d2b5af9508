"""`matchledger new-game` and `keep-rules`: what is written, and what is refused; tests/examples uses both."""

from __future__ import annotations

import ast
import tomllib

import pytest

from service.cli import main
from service.tools.keep_rules import rename_imports, stray_imports
from service.tools.new_game import EXAMPLE, CannotWrite, Names, name_game


@pytest.mark.parametrize("name", ["Tic Tac Toe", "tic-tac-toe", "tic_tac_toe"])
def test_a_game_has_four_names(name):
    assert name_game(name) == Names("tic-tac-toe", "tic_tac_toe", "Tic Tac Toe", "TICTACTOE")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "no name for a game"),
        ("4-in-a-row", "no name for a game"),
        ("żółw", "no name for a game"),
        ("x1", "no name for a game"),
        ("coup", "there is a game coup already"),
        ("Big_Deal", "there is a game big-deal already"),
        ("munch", "one whose rules begin with MUNCH"),
        ("lambda", "Python knows lambda already: take another name, such as lambda-game"),
        ("json", "Python knows json already"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_with_the_reason(name, told):
    with pytest.raises(CannotWrite, match=told):
        name_game(name)


def test_nothing_of_the_example_is_left_in_the_names(tmp_path, capsys):
    assert main(["new-game", "Tiny Race", "--to", str(tmp_path)]) == 0
    folder = tmp_path / "tiny_race"
    written = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert written == {"README.md", "pyproject.toml", "src/tiny_race/__init__.py", "src/tiny_race/rulebook.md"}
    text = "".join((folder / name).read_text(encoding="utf-8") for name in sorted(written))
    for name in ("high-card", "high_card", "High Card", "HIGHCARD"):
        assert name not in text
        assert name in "".join(path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*.[pmt][ydo]*"))
    ast.parse((folder / "src/tiny_race/__init__.py").read_text(encoding="utf-8"))
    points = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert points == {"matchledger.games": {"tiny-race": "tiny_race:GAME"}}
    assert "pytest" in capsys.readouterr().out
    assert main(["new-game", "Tiny Race", "--to", str(tmp_path)]) == 1
    assert "exists already" in capsys.readouterr().err


def test_rules_of_an_unknown_game_cannot_be_kept(capsys):
    assert main(["keep-rules", "chess"]) == 1
    assert "there is no game chess, only big-deal, clank" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("package", "line", "kept"),
    [
        ("games.coup", "from games.coup import commands as c", "from games.coup.v1 import commands as c"),
        ("games.coup", "    from games.coup.state import State", "    from games.coup.v1.state import State"),
        ("games.coup", "from games.coup_two import x", "from games.coup_two import x"),
        ("games.coup", "from games.decider import Event", "from games.decider import Event"),
        ("dice_game", "from dice_game import rules", "from dice_game.v1 import rules"),
        ("dice_game", "from .state import State", "from .state import State"),
        ("dice_game", "dice_game = 'dice_game'", "dice_game = 'dice_game'"),
    ],
)
def test_a_copy_imports_itself(package, line, kept):
    assert rename_imports(line, package, f"{package}.v1") == kept
    assert list(stray_imports(kept.strip(), package, f"{package}.v1")) == []


@pytest.mark.parametrize(
    ("package", "text"),
    [
        ("games.coup", "import games.coup.state"),
        ("games.coup", "from games import coup"),
        ("dice_game", "import dice_game"),
        ("dice_game", "import dice_game.state as state"),
    ],
)
def test_an_import_that_would_reach_the_newest_rules_is_found(package, text):
    changed = rename_imports(f"x = 1\n{text}\n", package, f"{package}.v1")
    assert list(stray_imports(changed, package, f"{package}.v1")) == [2]
