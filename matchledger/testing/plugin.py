"""The pytest plugin: `pytest --matchledger-game high-card` adds the checks of a game to whatever else is tested.

A game that plain chance does not bring to its end, or whose options should vary, says so in a `conftest.py` beside its
`pyproject.toml`, by fixtures of the names below.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # imported when a game is asked for: pytest loads this file in every project beside the service
    from games.decider import Decider
    from matchledger.testing.play import Policy

pytest.register_assert_rewrite("matchledger.testing.play", "matchledger.testing.two_worlds")
FILES = ("conformance.py", "served.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("matchledger", "games for Match Ledger")
    group.addoption("--matchledger-game", metavar="SLUG", help="hold this installed game to the contract of games")
    group.addoption(
        "--matchledger-no-speed", action="store_true", help="do not fail a game whose decide or choices are slow"
    )
    group.addoption("--matchledger-no-service", action="store_true", help="leave out what needs a running service")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--matchledger-game") or hasattr(config, "workerinput"):
        return  # a worker of pytest-xdist gets its arguments from the process that has started it
    left_out = {"served.py"} if config.getoption("--matchledger-no-service") else set()
    config.args += [str(Path(__file__).with_name(name)) for name in FILES if name not in left_out]


@pytest.fixture(scope="session")
def matchledger_game(request: pytest.FixtureRequest) -> Decider[Any]:
    """The game that is checked."""
    from games.registry import all_games

    slug = request.config.getoption("--matchledger-game")
    if slug not in all_games():
        pytest.fail(f"no game {slug} is installed, only {', '.join(all_games())}", pytrace=False)
    return all_games()[slug]


@pytest.fixture(scope="session")
def matchledger_policy() -> Policy:
    """How the random player picks among the choices of a seat: `(rng, state, seat, choices) -> choice`."""
    from matchledger.testing.play import any_choice

    return any_choice


@pytest.fixture(scope="session")
def matchledger_options(matchledger_game: Decider[Any]) -> Callable[[random.Random], Any]:
    """Options of a match: `(rng) -> options`."""
    return lambda _rng: matchledger_game.options()


@pytest.fixture(scope="session")
def matchledger_rare() -> frozenset[str]:
    """Names of commands and events that random play need not reach; tests of the game's own reach them."""
    return frozenset()


@pytest.fixture(scope="session")
def matchledger_service() -> Iterator[str]:
    """The address of the real service, with its data in a temporary folder."""
    from matchledger_client.testing import served

    with served(MATCHLEDGER_LIMITS="off") as address:
        yield address
