"""What an acknowledged command survives, from the server's own settings."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec
from msgspec import Struct
from redis.exceptions import ResponseError

from events.redis.client import Client
from events.redis.server import ServerClient
from events.store import StoreRefused, StoreUnavailable

Kept = Literal[
    "all",
    "all_but_last_2_s",
    "all_but_last_30_s",
    "what_replicas_received",
    "since_last_snapshot",
    "none",
    "unknown",
]
# From the best to the worst; of several servers the worst counts. A server that does not tell counts as the worst.
_TEXTS: dict[Kept, str] = {
    "all": "every acknowledged command is kept",
    "all_but_last_2_s": "commands acknowledged in the last two seconds before it may be lost",
    "all_but_last_30_s": "commands acknowledged in the last half minute before it may be lost",
    "what_replicas_received": "commands that no replica had received yet are lost; they follow after the answer",
    "since_last_snapshot": "everything since the server's last snapshot is lost",
    "none": "everything is lost",
    "unknown": "unknown, because the server does not tell its settings",
}
REWRITE_PAUSE_S = 0.02
MEMORY_HIGH = 0.9
OLDEST = (6, 2)  # the oldest server that the tests run on
_ORDER: tuple[Kept, ...] = tuple(_TEXTS)
_SETTINGS = (
    "appendonly",
    "appendfsync",
    "no-appendfsync-on-rewrite",
    "aof-load-truncated",
    "maxmemory",
    "maxmemory-policy",
    "save",
    "min-replicas-to-write",
)


class _Server(Struct, frozen=True):
    """What one server tells of itself; empty where it forbids the question."""

    config: dict[str, str]
    facts: dict[str, str]
    is_waiting: bool = False  # for replicas, before anything is acknowledged

    @property
    def appends(self) -> bool | None:
        value = self.config.get("appendonly") or {"1": "yes", "0": "no"}.get(self.facts.get("aof_enabled", ""))
        return None if value is None else value == "yes"

    @property
    def fsync(self) -> str | None:
        return self.config.get("appendfsync")

    @property
    def replicas(self) -> int | None:
        value = self.facts.get("connected_slaves")
        return None if value is None else int(value)

    @property
    def process_crash(self) -> Kept:
        if self.appends and self.fsync in ("always", "no"):
            return "all"  # written before it is acknowledged
        if self.appends and self.fsync == "everysec":
            return "all_but_last_2_s"  # while an fsync runs, writes are delayed by up to two seconds
        return "unknown" if self.appends in (True, None) else self._without_log

    @property
    def machine_crash(self) -> Kept:
        if self.appends and self.fsync in ("always", "everysec"):
            if self.config.get("no-appendfsync-on-rewrite") == "yes":
                return "all_but_last_30_s"
            return "all" if self.fsync == "always" else "all_but_last_2_s"
        if self.appends and self.fsync == "no":
            return "all_but_last_30_s"
        return "unknown" if self.appends in (True, None) else self._without_log

    @property
    def disk_loss(self) -> Kept:
        if self.is_waiting:
            return "all"
        if self.replicas is None:
            return "unknown"
        return "what_replicas_received" if self.replicas else "none"

    @property
    def _without_log(self) -> Kept:
        if "save" not in self.config:
            return "unknown"
        return "since_last_snapshot" if self.config["save"] else "none"

    def warnings(self) -> list[str]:
        found = []
        if self.replicas and not self.is_waiting:
            found.append("replicas follow after the answer: a failover may lose what was acknowledged just before")
        if self.appends and self.config.get("aof-load-truncated") == "yes" and self._never_rewrote:
            found.append(
                "if this start of the server had to cut its append-only file (see its log), "
                "run BGREWRITEAOF: else the cut command may come back in place of a later one at the next start"
            )
        return found

    def alarms(self) -> list[str]:
        """Why writes stand still, while reads go on."""
        found = []
        if self.facts.get("aof_last_write_status") == "err":
            found.append("the server cannot write its append-only file (is the disk full?): writes stand still")
        if self.facts.get("rdb_last_bgsave_status") == "err" and self.config.get("save"):
            found.append("the server cannot save its snapshot (is the disk full?): writes may stand still")
        if self.facts.get("role") == "slave":
            found.append("the server is a replica: writes stand still")
        if int(self.config.get("min-replicas-to-write", "0")) > int(self.facts.get("min_slaves_good_slaves", "0")):
            # The embedded server is set so while its disk is full (service/processes/disk.py).
            found.append(
                "the server waits for more replicas than it has, as the embedded one does while its disk is full: "
                "writes stand still"
            )
        limit, used = int(self.facts.get("maxmemory", "0")), int(self.facts.get("used_memory", "0"))
        if limit and used >= limit and self.config.get("maxmemory-policy", "noeviction") == "noeviction":
            found.append("the memory of the server is full: writes stand still")
        elif limit and used >= limit * MEMORY_HIGH:
            found.append(f"the memory of the server is {100 * used // limit} % full")
        return found

    def risks(self) -> list[str]:
        """Settings by which the server loses or discards matches in ordinary operation."""
        found = []
        if self.appends is False and self._without_log == "none":
            found.append("the server keeps nothing on disk: a restart loses every match; set appendonly to yes")
        elif self.appends is False:
            found.append(
                "the server keeps snapshots only: a restart loses every command since the last; set appendonly to yes"
            )
        if self.config.get("maxmemory", "0") != "0" and self.config.get("maxmemory-policy", "") != "noeviction":
            found.append("the server may throw data away when its memory is full: set maxmemory-policy to noeviction")
        if self.version is not None and self.version < OLDEST:
            found.append(f"the server is {self.facts['redis_version']}, and the oldest that is supported is 6.2")
        return found

    @property
    def version(self) -> tuple[int, int] | None:
        numbers = self.facts.get("redis_version", "").split(".")
        return (int(numbers[0]), int(numbers[1])) if len(numbers) > 1 and "".join(numbers[:2]).isdigit() else None

    @property
    def _never_rewrote(self) -> bool:
        return self.facts.get("aof_last_rewrite_time_sec") == "-1"


def durability(client: Client) -> dict[str, Any]:
    """What survives a crash of the server's process, of its machine, and the loss of its disk: codes, texts, settings.

    `alarms` are reasons why writes stand still, `risks` are settings that the operator has to change.
    Raises StoreUnavailable if no server answers.
    """
    servers, silent = _ask_all(client)
    kept: dict[str, Kept] = {
        "process_crash": max((server.process_crash for server in servers), key=_ORDER.index),
        "machine_crash": max((server.machine_crash for server in servers), key=_ORDER.index),
        "disk_loss": max((server.disk_loss for server in servers), key=_ORDER.index),
    }
    replicas = [server.replicas for server in servers]
    return {
        **kept,
        "words": {name.replace("_", " "): _TEXTS[code] for name, code in kept.items()},
        "settings": {
            "servers": len(servers),
            "cluster": any(server.facts.get("redis_mode") == "cluster" for server in servers),
            "appendonly": _common([server.appends for server in servers]),
            "appendfsync": _common([server.fsync for server in servers]),
            "replicas": None if None in replicas else min(count for count in replicas if count is not None),
            "waits_for_replicas": 0 if client.wait is None else client.wait.replicas,
        },
        "warnings": sorted({warning for server in servers for warning in server.warnings()}),
        "risks": sorted({risk for server in servers for risk in server.risks()}),
        "alarms": silent + sorted({alarm for server in servers for alarm in server.alarms()}),
    }


def _ask_all(client: Client) -> tuple[list[_Server], list[str]]:
    """What the servers tell, and a line for each that does not answer."""
    servers, silent = [], []
    for server in client.servers():
        try:
            servers.append(msgspec.structs.replace(_ask(server), is_waiting=client.wait is not None))
        except StoreRefused:
            raise  # the same login goes to all of them
        except StoreUnavailable as gone:
            silent.append(f"a server does not answer, and its matches stand still: {gone}")
    if not servers:
        raise StoreUnavailable(silent[0] if silent else "no server is known")
    return servers, silent


def rewrite_log(server: ServerClient, timeout_s: float = 600.0) -> None:
    """Have the server rewrite its append-only file from memory, and wait for it.

    When a server finds its file truncated inside a transaction, it leaves the beginning of that transaction in the
    file. What is appended later is then read as part of it, and at the next start the truncated command replaces an
    acknowledged one (seen with 6.2 and 7.0). A rewritten file has no such remainder.
    """
    while not _began_rewriting(server):  # a rewrite that is running may have begun too early
        time.sleep(REWRITE_PAUSE_S)
    deadline_s = time.monotonic() + timeout_s
    while time.monotonic() < deadline_s:
        facts = _info(server, "persistence")
        is_busy = facts.get("aof_rewrite_in_progress") != "0" or facts.get("aof_rewrite_scheduled") != "0"
        if not is_busy and facts.get("aof_last_rewrite_time_sec") != "-1":
            if facts.get("aof_last_bgrewrite_status") != "ok":
                raise StoreUnavailable("the server could not rewrite its append-only file; see its log")
            return
        time.sleep(REWRITE_PAUSE_S)
    raise StoreUnavailable(f"the server has not rewritten its append-only file within {timeout_s} s")


def _began_rewriting(server: ServerClient) -> bool:
    try:
        server.call("BGREWRITEAOF")
    except ResponseError as error:
        if "already in progress" in str(error):
            return False
        raise
    return True


def rewrite_logs(client: Client) -> int:
    """Have every server that keeps an append-only file rewrite it; returns their number."""
    servers = [server for server in client.servers() if _ask(server).appends]
    for server in servers:
        rewrite_log(server)
    return len(servers)


def _ask(server: ServerClient) -> _Server:
    config: dict[str, str] = {}
    for name in _SETTINGS:
        try:
            pair = server.call("CONFIG", "GET", name)
        except ResponseError:
            break  # forbidden, as on many hosted servers
        if len(pair) == 2:
            config[name] = pair[1].decode()
    facts: dict[str, str] = {}
    for section in ("server", "persistence", "replication", "memory"):
        facts |= _info(server, section)
    return _Server(config, facts)


def _info(server: ServerClient, section: str) -> dict[str, str]:
    try:
        text = server.call("INFO", section).decode()
    except ResponseError:
        return {}
    return dict(line.split(":", 1) for line in text.splitlines() if ":" in line and not line.startswith("#"))


def _common(values: list[Any]) -> Any:
    """The value that all share, or all of them."""
    return values[0] if all(value == values[0] for value in values) else values
