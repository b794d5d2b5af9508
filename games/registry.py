"""Which games there are: every folder beside this file that holds a GAME, and what installed packages add under the
entry point `matchledger.games`; each with older rules kept in `v1`, `v2`, … of its folder.

A match is played to its end by the rules that it began with, so a rules version stays installed as long as matches of
it are open: `matchledger keep-rules` puts it away before the rules change. New matches take the newest.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement

from games.decider import Decider

GROUP = "matchledger.games"
_HOUSE = "games."  # how the folders of the games that come with the service begin
_KEPT = re.compile(r"v[0-9]+")
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

# What the ledger calls the orders that it decides itself. An order is stored by its name alone, so no command of a game
# may have one of these: nobody could tell afterwards which of the two it was.
ORDERS_OF_THE_LEDGER = frozenset(
    {
        "answer_undo",
        "cancel_match",
        "commit_luck",
        "erase",
        "expire_hold",
        "lapse_undo",
        "leave",
        "leave_seat",
        "look",
        "open_branch",
        "open_dispute",
        "open_luck",
        "open_match",
        "redo",
        "rematch",
        "report_away",
        "restart_clocks",
        "rewind",
        "rule_on_dispute",
        "seat_bots",
        "start_match",
        "stay",
        "take_seat",
        "undo",
        "withdraw_dispute",
        "withdraw_undo",
        "withhold_luck",
    }
)


class BadGame(Exception):
    """An installed package that cannot be taken for a game: the message is one line for the operator."""


@cache
def all_games() -> Mapping[str, Decider[Any]]:
    """The games by slug, in alphabetical order, each in its newest rules version."""
    return {slug: importlib.import_module(package).GAME for slug, package in _packages().items()}


def package_of(slug: str) -> str:
    """The importable folder of a game: `games.coup`, `high_card`."""
    return _packages()[slug]


def house_games() -> Mapping[str, Decider[Any]]:
    """The games that come with the service."""
    return {slug: game for slug, game in all_games().items() if package_of(slug).startswith(_HOUSE)}


@cache
def _packages() -> Mapping[str, str]:
    """The importable folder of each game, by slug, those of installed packages checked."""
    here = {name.replace("_", "-"): _HOUSE + name for name in _folders(Path(__file__).parent)}
    return dict(sorted({**here, **installed_packages(here, entry_points(group=GROUP))}.items()))


def installed_packages(here: Mapping[str, str], points: Iterable[EntryPoint]) -> dict[str, str]:
    """The folders that installed packages name as games. What is wrong stops the start: a game that is silently left
    out, or played by the rules of another, would be noticed by its players only."""
    found: dict[str, str] = {}
    owners = dict.fromkeys(here, "the service itself")
    for point in sorted(points, key=lambda one: (one.name, owner_of(one))):
        if point.name in owners:
            raise BadGame(f"the game {point.name} is there twice: in {owners[point.name]} and in {owner_of(point)}")
        owners[point.name] = owner_of(point)
        _check(point)
        found[point.name] = point.module
    return found


def owner_of(point: EntryPoint) -> str:
    return "an unknown package" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _check(point: EntryPoint) -> None:
    where = f"the game {point.name} of {owner_of(point)}"
    for wanted in _refused_versions(point):
        raise BadGame(f"{where} needs {wanted}, and this is matchledger {version('matchledger')}")
    if not _SLUG.fullmatch(point.name):
        raise BadGame(f"{where}: its name is not of small letters, digits and single dashes")
    if point.attr != "GAME":
        raise BadGame(f"{where}: its entry point names {point.value}, and not the GAME of a package")
    try:
        module = importlib.import_module(point.module)
    except Exception as error:  # whatever its code raises, the operator needs to know which package it was
        raise BadGame(f"{where} cannot be imported: {error!r}") from error
    if not hasattr(module, "__path__"):
        raise BadGame(f"{where}: {point.module} is a single file; a game is a folder with an __init__.py")
    game = getattr(module, "GAME", None)
    if not isinstance(game, Decider):
        raise BadGame(f"{where}: {point.module} holds no GAME")
    if game.slug != point.name:
        raise BadGame(f"{where} calls itself {game.slug}")
    if type(game.rules_version) is not int or game.rules_version < 1:
        raise BadGame(f"{where}: its rules_version is {game.rules_version!r}, and must be 1 or more")
    if not 1 <= game.seats_min <= game.seats_max:
        raise BadGame(f"{where}: it is for {game.seats_min} to {game.seats_max} seats")
    _check_names(game, where)


def _check_names(game: Decider[Any], where: str) -> None:
    for name in sorted(ORDERS_OF_THE_LEDGER & game.commands.keys()):
        raise BadGame(f"{where} has a command {name}, which is the name of an order to the ledger")


def _refused_versions(point: EntryPoint) -> Iterator[str]:
    """Which versions of the service the package asks for, if this is none of them. pip only warns when the service is
    upgraded under a package that was installed before."""
    for text in (point.dist.requires if point.dist is not None else None) or ():
        try:
            wanted = Requirement(text)
        except InvalidRequirement:  # of something else, in a form that only its installer understands
            continue
        is_meant = wanted.name == "matchledger" and wanted.marker is None
        if is_meant and not wanted.specifier.contains(version("matchledger"), prereleases=True):
            yield f"matchledger{wanted.specifier}"


@cache
def all_rules() -> Mapping[tuple[str, int], Decider[Any]]:
    """Every rules version that is installed, by slug and version, the newest of each game first."""
    found: dict[tuple[str, int], Decider[Any]] = {}
    for game in all_games().values():
        _check_names(game, f"the game {game.slug}")
        found[game.slug, game.rules_version] = game
        for older in _kept(game):
            if (older.slug, older.rules_version) in found:
                raise BadGame(f"there are two rules of {older.slug} in version {older.rules_version}")
            _check_names(older, f"the game {older.slug} in version {older.rules_version}")
            found[older.slug, older.rules_version] = older
    return found


def _kept(newest: Decider[Any]) -> Iterator[Decider[Any]]:
    """The older versions of a game, newest first; each says of itself what its folder says."""
    package = _packages()[newest.slug]
    folder = Path(str(importlib.import_module(package).__file__)).parent
    numbers = [int(name[1:]) for name in _folders(folder) if _KEPT.fullmatch(name)]
    for number in sorted(numbers, reverse=True):
        older: Decider[Any] = importlib.import_module(f"{package}.v{number}").GAME
        if (older.slug, older.rules_version) != (newest.slug, number):
            raise BadGame(f"{package}.v{number} holds the rules of {older.slug} in version {older.rules_version}")
        if number >= newest.rules_version:
            raise BadGame(f"{package}.v{number} is not older than the rules beside it, version {newest.rules_version}")
        yield older


def _folders(folder: Path) -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg)
