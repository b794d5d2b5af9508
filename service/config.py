"""Settings: the environment, read once, as one frozen record. Nothing else reads os.environ."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from events.store import Wait

Limits = Literal["remote", "all", "off"]


class Config(Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    data: Path = Path("data")  # the embedded server's folder
    redis_url: str | None = None  # None: the service starts an embedded redis-server
    redis_wait: Wait | None = None  # replicas that must have a command before it is acknowledged
    state: Path | None = None  # the file outside Redis that keeps the newest signed checkpoint of the head log
    packs: Path | None = None  # a folder of deck packs
    trust: Path = Path("trust.json")  # the keys that are trusted for files from elsewhere
    bot_pause_ms: int = 400  # how long a bot waits before it acts, so that people can follow
    access_log: bool = False  # log every request, not only errors
    limits: Limits = "remote"  # who is limited: programs on this machine are trusted unless it is `all`
    limit_player: int = 500  # requests in ten seconds, of one player
    limit_address: int = 2000  # the same, of one address, for all players there
    limit_costly: int = 40  # of those, requests that take long or store something for ever
    limit_streams: int = 50  # live streams in one worker, of one player and of one address
    limit_connections: int = 200  # open connections to one worker, of one address
    proxies: int = 0  # how many trusted proxies are in front, each adding to X-Forwarded-For


WAIT_MS_MAX = 4000  # well below the timeout of a call to Redis


class BadSetting(ValueError):
    """An environment variable has a value that the service cannot use."""


def read_config(environment: Mapping[str, str] | None = None) -> Config:
    values = os.environ if environment is None else environment
    return Config(
        host=values.get("MATCHLEDGER_HOST", "127.0.0.1"),
        port=_number(values, "MATCHLEDGER_PORT", 8000, 1, 65535),
        workers=_number(values, "MATCHLEDGER_WORKERS", 2, 1, 64),
        data=Path(values.get("MATCHLEDGER_DATA", "data")).absolute(),
        redis_url=values.get("MATCHLEDGER_REDIS_URL") or None,
        redis_wait=_wait(values),
        state=_state(values),
        packs=Path(values["MATCHLEDGER_PACKS"]).absolute() if values.get("MATCHLEDGER_PACKS") else None,
        trust=_trust(values),
        bot_pause_ms=_number(values, "MATCHLEDGER_BOT_PAUSE_MS", 400, 0, 60_000),
        limits=_limits(values.get("MATCHLEDGER_LIMITS", "remote")),
        limit_player=_number(values, "MATCHLEDGER_LIMIT_PLAYER", 500, 1, 1_000_000),
        limit_address=_number(values, "MATCHLEDGER_LIMIT_ADDRESS", 2000, 1, 1_000_000),
        limit_costly=_number(values, "MATCHLEDGER_LIMIT_COSTLY", 40, 1, 1_000_000),
        limit_streams=_number(values, "MATCHLEDGER_LIMIT_STREAMS", 50, 1, 1_000_000),
        limit_connections=_number(values, "MATCHLEDGER_LIMIT_CONNECTIONS", 200, 1, 1_000_000),
        proxies=_number(values, "MATCHLEDGER_PROXIES", 0, 0, 16),
        access_log=values.get("MATCHLEDGER_ACCESS_LOG", "") not in ("", "0"),
    )


def _trust(values: Mapping[str, str]) -> Path:
    folder = values.get("XDG_CONFIG_HOME") or Path(values.get("HOME", "/")) / ".config"
    return Path(values.get("MATCHLEDGER_TRUST") or Path(folder) / "matchledger" / "trust.json").absolute()


def _limits(text: str) -> Limits:
    if text not in ("remote", "all", "off"):
        raise BadSetting(f"MATCHLEDGER_LIMITS is {text!r}; it should be remote, all or off")
    return text  # type: ignore[return-value]  # mypy does not narrow a text to its literals


def _state(values: Mapping[str, str]) -> Path | None:
    """Beside the data of the embedded server; with another server, only where the operator says."""
    if values.get("MATCHLEDGER_STATE"):
        return Path(values["MATCHLEDGER_STATE"]).absolute()
    if values.get("MATCHLEDGER_REDIS_URL"):
        return None
    return Path(values.get("MATCHLEDGER_DATA", "data")).absolute() / "checkpoint.json"


def _wait(values: Mapping[str, str]) -> Wait | None:
    text = values.get("MATCHLEDGER_REDIS_WAIT", "")
    if not text:
        return None
    numbers = text.split(",")
    if len(numbers) != 2 or not all(number.isdigit() for number in numbers):
        raise BadSetting(f"MATCHLEDGER_REDIS_WAIT is {text!r}; it should be replicas and milliseconds, such as 1,500")
    wait = Wait(*map(int, numbers))
    if not (1 <= wait.replicas <= 10 and 1 <= wait.timeout_ms <= WAIT_MS_MAX):
        raise BadSetting(f"MATCHLEDGER_REDIS_WAIT is {text!r}; 1 to 10 replicas and 1 to {WAIT_MS_MAX} ms are allowed")
    if not values.get("MATCHLEDGER_REDIS_URL"):
        raise BadSetting("MATCHLEDGER_REDIS_WAIT needs MATCHLEDGER_REDIS_URL: the embedded server has no replicas")
    return wait


def _number(values: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = values.get(name, str(default))
    if not text.isdigit() or not least <= int(text) <= most:
        raise BadSetting(f"{name} is {text!r}; it should be a whole number from {least} to {most}")
    return int(text)
