"""One fault at a time, in the service as it is run."""

from __future__ import annotations

import contextlib
import random
import time

import psutil
import redis
import requests

from tests.http.live import Live

PROCESSES = ("worker", "master", "background", "redis-server")
VICTIMS = (*PROCESSES, "supervisor", "everything")
FAULTS = (
    "pause worker",
    "pause master",
    "pause background",
    "pause redis-server",
    "pause supervisor",
    "full memory",
    "full disk",
    "bad feed entry",
)
WORKER_TIMEOUT_S = 60  # of gunicorn_conf.py, which cannot be imported here: it makes a folder
STUCK = "pause worker for ever"  # until gunicorn kills it
PAUSE_S = (0.5, 4.0)


def find(service: Live, victim: str) -> list[psutil.Process]:
    family = service.family()
    if victim == "supervisor":
        return family[:1]
    words = {}
    for one in family[1:]:
        with contextlib.suppress(psutil.NoSuchProcess):  # ended meanwhile
            words[one] = " ".join(one.cmdline())
    if victim == "redis-server":
        return [one for one in words if "redis-server" in one.name()]
    if victim == "background":
        return [one for one, line in words.items() if "service.cli background" in line]
    gunicorn = [one for one, line in words.items() if "gunicorn" in line]
    masters = [one for one in gunicorn if one.ppid() == family[0].pid]
    return masters if victim == "master" else [one for one in gunicorn if one not in masters]


def inject(service: Live, fault: str, rng: random.Random) -> bool:
    """One fault, by its name; false if there was nobody to kill or to disturb just then."""
    return _kill(service, fault, rng) if fault in VICTIMS else _disturb(service, fault, rng)


def _kill(service: Live, victim: str, rng: random.Random) -> bool:
    if victim in ("everything", "supervisor"):
        if victim == "supervisor":
            service.kill_supervisor()
        else:
            service.kill()
        service.start()
        return True
    try:
        found = find(service, victim)
        if not found:
            return False
        rng.choice(found).kill()
    except psutil.NoSuchProcess:
        return False
    return True


def _disturb(service: Live, fault: str, rng: random.Random) -> bool:
    """For a moment."""
    pause_s = WORKER_TIMEOUT_S + 10 if fault == STUCK else rng.uniform(*PAUSE_S)
    fault = fault.removesuffix(" for ever")
    if fault.startswith("pause "):
        try:
            (stopped, *_) = find(service, fault.removeprefix("pause "))
            stopped.suspend()
        except (psutil.NoSuchProcess, ValueError):
            return False
        time.sleep(pause_s)
        with contextlib.suppress(psutil.NoSuchProcess):  # killed meanwhile
            stopped.resume()
        return True
    client = redis.Redis(unix_socket_path=(service.data / "address").read_text())
    if fault == "bad feed entry":
        client.xadd(f"{{p{rng.randrange(64)}}}:feed", {"x": "y"})
        return True
    # As serve.py does it when the disk is full: the server refuses writes, and reads go on.
    setting, value = ("maxmemory", 1) if fault == "full memory" else ("min-replicas-to-write", 1)
    client.config_set(setting, value)
    time.sleep(pause_s)
    client.config_set(setting, 0)
    return True


def is_well(service: Live) -> bool:
    service.must_be_running()
    try:
        is_ready = requests.get(f"{service.base}/readyz", timeout=2).status_code == 200
        return is_ready and all(find(service, victim) for victim in PROCESSES)
    except (requests.RequestException, psutil.NoSuchProcess):
        return False
