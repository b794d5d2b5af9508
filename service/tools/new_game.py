"""`matchledger new-game NAME`: writes the package of a new game, which is the example with other names."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from msgspec import Struct

from games.registry import all_games

EXAMPLE = Path(__file__).parents[2] / "examples" / "high_card"
_LEFT_OUT = re.compile(r"__pycache__|build|dist|.*\.egg-info|\..*")


class CannotWrite(Exception):
    """Why there can be no such package here, in one line."""


class Names(Struct, frozen=True):
    """What a game is called in each place."""

    slug: str  # tic-tac-toe
    package: str  # tic_tac_toe
    title: str  # Tic Tac Toe
    prefix: str  # TICTACTOE


EXAMPLE_NAMES = Names("high-card", "high_card", "High Card", "HIGHCARD")


def new_game(name: str, parent: Path) -> int:
    try:
        names = name_game(name)
        folder = write_package(names, parent)
    except CannotWrite as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 1
    print(
        f"{folder} is a game that can be played: High Card, called {names.title}.\n"
        f"The rules are in {folder / 'src' / names.package}. To install, check and serve it:\n\n"
        f"    cd {folder}\n    pip install -e '.[test]'\n    pytest\n    matchledger serve"
    )
    return 0


def name_game(name: str) -> Names:
    """`Tic Tac Toe`, `tic-tac-toe` and `tic_tac_toe` are one game."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    names = Names("-".join(words), "_".join(words), " ".join(map(str.capitalize, words)), "")
    names = Names(names.slug, names.package, names.title, re.sub(r"[^A-Z]", "", names.package.upper()))
    if not name.isascii() or not names.package.isidentifier() or len(names.prefix) < 2:
        raise CannotWrite(f"{name!r} is no name for a game: write words of a to z and digits, a letter first")
    games = all_games().values()
    if names.slug in all_games() or names.prefix in [game.prefix for game in games]:
        raise CannotWrite(f"there is a game {names.slug} already, or one whose rules begin with {names.prefix}")
    if iskeyword(names.package) or find_spec(names.package) is not None:
        raise CannotWrite(f"Python knows {names.package} already: take another name, such as {names.slug}-game")
    return names


def write_package(names: Names, parent: Path) -> Path:
    folder = parent / names.package
    if folder.exists():
        raise CannotWrite(f"{folder} exists already")
    for source in sorted(EXAMPLE.rglob("*")):
        place = source.relative_to(EXAMPLE)
        if source.is_file() and not any(map(_LEFT_OUT.fullmatch, place.parts)):
            target = folder / rename(str(place), names)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(rename(source.read_text(encoding="utf-8"), names), encoding="utf-8")
    return folder


def rename(text: str, names: Names) -> str:
    new = {getattr(EXAMPLE_NAMES, field): getattr(names, field) for field in Names.__struct_fields__}
    return re.sub("|".join(map(re.escape, new)), lambda found: new[found[0]], text)
