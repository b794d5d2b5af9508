"""A real Chromium, one for all tests of a process; what is missing is said, never skipped over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

# The shell is the same browser without windows, and takes a fifth less CPU for the tests of the pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """The browser of the system."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    pytest.fail(
        "the program chromium is missing: `make test` installs it (tests/system-packages chromium; "
        "by hand on Debian or Ubuntu: apt-get install chromium)",
        pytrace=False,
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Playwright's synchronous API runs once in a process: a second start beside the first is an error."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)
        yield started
        started.close()
