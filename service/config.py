"""Settings: the environment, read once, as one frozen record. Nothing else reads os.environ."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from events.origin import is_origin
from events.redis.keys import PARTITIONS_MAX
from events.store import Wait

_ORIGIN = re.compile(r"https?://[a-z0-9.\-\[\]:]+")
Limits = Literal["remote", "all", "off"]


class Config(Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    data: Path = Path("data")  # the embedded server's folder
    archive: str = "archive"  # of finished matches: a folder, or an address that fsspec opens
    archive_days: int | None = None  # after which the background process archives a finished match; None: never
    redis_url: str | None = None  # None: the service starts an embedded redis-server
    partitions: int | None = None  # of a new store; None: 64, and of an old store those that it has
    redis_wait: Wait | None = None  # replicas that must have a command before it is acknowledged
    state: Path | None = None  # the file outside Redis that keeps the newest signed checkpoint of the head log
    origin: str | None = None  # the name of the key and of the log; None: made from the key
    packs: Path | None = None  # a folder of deck packs
    trust: Path = Path("trust.json")  # the keys that are trusted for files from elsewhere
    bot_pause_ms: int = 400  # how long a bot waits before it acts, so that people can follow
    bot_think_ms: int = 200  # CPU time of a search, for each command of a bot that searches
    access_log: bool = False  # log every request, not only errors
    limits: Limits = "remote"  # who is limited: programs on this machine are trusted unless it is `all`
    limit_player: int = 500  # requests in ten seconds, of one player
    limit_address: int = 2000  # the same, of one address, for all players there
    limit_costly: int = 40  # of those, requests that take long or store something for ever
    limit_streams: int = 50  # live streams in one worker, of one player and of one address
    limit_connections: int = 200  # open connections to one worker, of one address
    origins: tuple[str, ...] = ()  # of pages elsewhere that may use the API from a browser; `*` for any
    proxies: int = 0  # how many trusted proxies are in front, each adding to X-Forwarded-For

    @property
    def kept_logs(self) -> Path:
        """The newest checkpoint of each log that `verify` has met."""
        return self.trust.parent / "logs"

    @property
    def forks(self) -> Path:
        """Notes that contradict one another."""
        return self.trust.parent / "forks"


SETTINGS = (  # the names of the variables, without MATCHLEDGER_
    "ACCESS_LOG",
    "ARCHIVE",
    "ARCHIVE_DAYS",
    "BOT_PAUSE_MS",
    "BOT_THINK_MS",
    "DATA",
    "HOST",
    "LIMITS",
    "LIMIT_ADDRESS",
    "LIMIT_CONNECTIONS",
    "LIMIT_COSTLY",
    "LIMIT_PLAYER",
    "LIMIT_STREAMS",
    "ORIGIN",
    "ORIGINS",
    "PACKS",
    "PARTITIONS",
    "PORT",
    "PROXIES",
    "REDIS_URL",
    "REDIS_WAIT",
    "STATE",
    "TRUST",
    "WORKERS",
)
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
        archive=_archive(values),
        archive_days=_archive_days(values),
        redis_url=values.get("MATCHLEDGER_REDIS_URL") or None,
        partitions=_partitions(values),
        redis_wait=_wait(values),
        state=_state(values),
        origin=_origin(values.get("MATCHLEDGER_ORIGIN") or None),
        packs=Path(values["MATCHLEDGER_PACKS"]).absolute() if values.get("MATCHLEDGER_PACKS") else None,
        trust=_trust(values),
        bot_pause_ms=_number(values, "MATCHLEDGER_BOT_PAUSE_MS", 400, 0, 60_000),
        bot_think_ms=_number(values, "MATCHLEDGER_BOT_THINK_MS", 200, 1, 60_000),
        limits=_limits(values.get("MATCHLEDGER_LIMITS", "remote")),
        limit_player=_number(values, "MATCHLEDGER_LIMIT_PLAYER", 500, 1, 1_000_000),
        limit_address=_number(values, "MATCHLEDGER_LIMIT_ADDRESS", 2000, 1, 1_000_000),
        limit_costly=_number(values, "MATCHLEDGER_LIMIT_COSTLY", 40, 1, 1_000_000),
        limit_streams=_number(values, "MATCHLEDGER_LIMIT_STREAMS", 50, 1, 1_000_000),
        limit_connections=_number(values, "MATCHLEDGER_LIMIT_CONNECTIONS", 200, 1, 1_000_000),
        origins=_origins(values.get("MATCHLEDGER_ORIGINS", "")),
        proxies=_number(values, "MATCHLEDGER_PROXIES", 0, 0, 16),
        access_log=values.get("MATCHLEDGER_ACCESS_LOG", "") not in ("", "0"),
    )


def _archive(values: Mapping[str, str]) -> str:
    """Beside the data folder, unless it says where."""
    text = values.get("MATCHLEDGER_ARCHIVE") or ""
    if "://" in text:
        return text
    data = Path(values.get("MATCHLEDGER_DATA", "data")).absolute()
    return str(Path(text).absolute() if text else data.parent / "archive")


def _partitions(values: Mapping[str, str]) -> int | None:
    if not values.get("MATCHLEDGER_PARTITIONS"):
        return None
    return _number(values, "MATCHLEDGER_PARTITIONS", 0, 1, PARTITIONS_MAX)


def _archive_days(values: Mapping[str, str]) -> int | None:
    if not values.get("MATCHLEDGER_ARCHIVE_DAYS"):
        return None
    return _number(values, "MATCHLEDGER_ARCHIVE_DAYS", 0, 0, 36_500)


def _trust(values: Mapping[str, str]) -> Path:
    folder = values.get("XDG_CONFIG_HOME") or Path(values.get("HOME", "/")) / ".config"
    return Path(values.get("MATCHLEDGER_TRUST") or Path(folder) / "matchledger" / "trust.json").absolute()


def _origin(text: str | None) -> str | None:
    if text is not None and not is_origin(text):
        raise BadSetting(
            f"MATCHLEDGER_ORIGIN is {text!r}; it should be a URL without its scheme: ledger.example.org/one"
        )
    return text


def _origins(text: str) -> tuple[str, ...]:
    """`https://example.org,http://localhost:3000`: as a browser sends them, without a path and in lower case."""
    origins = tuple(filter(None, (origin.strip() for origin in text.split(","))))
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            wanted = "* or origins such as https://example.org, with commas"
            raise BadSetting(f"MATCHLEDGER_ORIGINS has {origin!r}; it should be {wanted}")
    return origins


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
