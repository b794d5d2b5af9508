"""The real thing for tests: `matchledger serve` in a process of its own, on a free port and a folder of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import requests

from tests.http.asking import Ask, over_http
from tests.servers import die_with_parent, free_port, wait_until

ROOT = Path(__file__).parents[2]
START_S = 30.0
STOP_S = 30.0


class Live:
    """A service that can be stopped, killed and started again on the same data."""

    def __init__(self, data: Path, *, workers: int = 2, root: Path = ROOT, **environment: str) -> None:
        self.data, self.port, self.root = data, free_port(), root
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = data.parent / f"{data.name}.log"
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("MATCHLEDGER_", "PROM"))}
        self.environment = {
            **clean,
            "MATCHLEDGER_DATA": str(data),
            "MATCHLEDGER_PORT": str(self.port),
            "MATCHLEDGER_WORKERS": str(workers),
            "MATCHLEDGER_TRUST": str(data.parent / "trust.json"),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "service.cli", *words]

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start `serve` without waiting for anything."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command("serve"),
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )

    def start(self) -> Live:
        self.process = self.spawn()
        wait_until(self._is_ready, f"the service is ready; see {self.log}", START_S)
        return self

    def family(self) -> list[psutil.Process]:
        """The process and everything that it has started."""
        assert self.process is not None
        parent = psutil.Process(self.process.pid)
        return [parent, *parent.children(recursive=True)]

    def running(self, word: str) -> list[psutil.Process]:
        """Those of them that have the word in their command line; not those that have ended meanwhile."""
        found = []
        for one in self.family():
            with contextlib.suppress(psutil.NoSuchProcess):
                if word in " ".join(one.cmdline()):
                    found.append(one)
        return found

    def stop(self) -> int:
        """Ctrl-C."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(STOP_S)
        self.process = None
        return status

    def kill(self) -> None:
        """As a power cut would: everything at once, no farewell."""
        if self.process is None or self.process.poll() is not None:
            return
        family = self.family()
        for member in family:
            member.kill()
        psutil.wait_procs(family, timeout=10)
        self.process.wait(10)
        self.process = None

    def kill_supervisor(self) -> None:
        """It alone: what it has started is left to notice that, also while the next one starts."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def must_be_running(self) -> None:
        """Else nobody restarts what dies, and waiting for that is in vain."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"serve ended: {self.log.read_text()[-3000:]}")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Another command of the tool, beside the running service."""
        return subprocess.run(
            self.command(*words), cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=240
        )

    def ask(self) -> Ask:
        return over_http(self.base)

    def _is_ready(self) -> bool:
        self.must_be_running()
        try:
            return requests.get(self.base + "/readyz", timeout=2).status_code == 200
        except requests.RequestException:
            return False
