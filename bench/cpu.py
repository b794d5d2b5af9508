"""CPU time of processes, to the nanosecond: psutil counts in steps of 10 ms, which is too coarse for a short round."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import psutil


def cpu_s(processes: Iterable[psutil.Process]) -> float:
    """The time that all threads of these processes have run."""
    tasks = (task for one in processes for task in Path(f"/proc/{one.pid}/task").iterdir())
    return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


def family_of(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


def redis_servers() -> list[psutil.Process]:
    """The servers that this process has started, without the children that now and then rewrite their files."""
    own = psutil.Process().children(recursive=True)
    servers = [one for one in own if "redis-server" in one.name()]
    pids = {one.pid for one in servers}
    return [one for one in servers if one.ppid() not in pids]
