"""The real service, and visitors of it in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.http.live import Live
from tests.pages.desk import Desk, Visitor
from tests.servers import Server, system_executable


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The whole service, on a redis-server of its own that writes nothing to the disk, with bots that do not wait."""
    folder = tmp_path_factory.mktemp("pages")
    redis = Server(system_executable(), folder).start()
    service = Live(folder / "data", MATCHLEDGER_REDIS_URL=redis.url, MATCHLEDGER_BOT_PAUSE_MS="0")
    try:
        yield service.start()
    finally:
        service.kill()
        redis.kill()


@pytest.fixture
def desk(served: Live) -> Desk:
    """Whatever a test does beside the browser, over the public API."""
    return Desk(served)


@pytest.fixture(scope="session")
def played(served: Live) -> tuple[str, list[str]]:
    """A finished match of Big Deal, for all tests that only look at one."""
    desk = Desk(served)
    match, tokens = desk.start("big-deal")
    desk.finish(match, tokens, Random(3))
    return match, tokens


@pytest.fixture
def visit(browser: Any, served: Live) -> Iterator[Callable[..., Visitor]]:
    """Opens a browser context of its own: `visit("Ana", width=390, scheme="dark")`.

    `is_new`: nothing is in its storage, so that its first table says how the game is played.
    """
    visitors: list[Visitor] = []

    def new(
        name: str | None = None,
        *,
        width: int = 1440,
        scheme: str = "light",
        is_new: bool = False,
        has_touch: bool = False,
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": 900 if width > 500 else 844},
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch=has_touch,
        )
        visitors.append(Visitor(context, served.base, name, is_new=is_new))
        return visitors[-1]

    yield new
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    strangers = [url for visitor in visitors for url in visitor.urls if not url.startswith((served.base, "blob:"))]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []
    assert strangers == [], "the pages load nothing from outside"
