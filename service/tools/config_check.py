"""`matchledger config check`: the settings as the service reads them, and whether it could start with them."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable

import msgspec

from events.objects.opening import open_objects
from events.redis.client import open_client
from events.store import StoreUnavailable
from games.packs import load_packs
from service.config import SETTINGS, Config
from service.store_check import find_risks, port_problem, without_password

PREFIX = "MATCHLEDGER_"


def check_config(config: Config) -> int:
    """Prints every setting, then what is wrong; returns 1 if something is. A bad value is reported before, with 2."""
    for name, value in msgspec.structs.asdict(config).items():
        shown = without_password(value) if isinstance(value, str) and "://" in value else value
        print(f"{name:<18} {'-' if shown is None or shown == () else shown}")
    load_packs(config.packs)  # raises BadCatalogue, which is reported as a bad setting is
    open_objects(config.archive)  # so does this
    problems = [*_unknown_names(os.environ), *filter(None, [port_problem(config.host, config.port)])]
    problems += _store_problems(config)
    for problem in problems:
        print(f"matchledger: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _unknown_names(environment: Iterable[str]) -> list[str]:
    found = []
    for name in sorted(environment):
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in SETTINGS:
            alike = difflib.get_close_matches(name.removeprefix(PREFIX), SETTINGS, 1)
            found.append(f"{name} is not a setting" + (f"; is {PREFIX}{alike[0]} meant?" if alike else ""))
    return found


def _store_problems(config: Config) -> list[str]:
    """The embedded server needs no check: its settings are the service's own."""
    if config.redis_url is None:
        return []
    try:
        link = open_client(config.redis_url, config.redis_wait, config.partitions)
    except ValueError as error:
        return [f"MATCHLEDGER_REDIS_URL cannot be used: {error}"]
    try:
        return find_risks(link)
    except StoreUnavailable as error:
        return [f"{without_password(config.redis_url)} does not answer: {error}"]
    finally:
        link.close()
