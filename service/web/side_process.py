"""A process beside a worker for what would hold up its other requests, with a bound on its time; it is asked through
its stdin and answers through its stdout."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from service.web.threads import time_limit

ROOT = Path(__file__).parents[2]
LENGTH_BYTES = 8


class SideProcess:
    """One process of this worker. It answers one question after the other, and is started when there is one."""

    def __init__(self, module: str, seconds_max: float) -> None:
        self._module, self._seconds_max = module, seconds_max
        self._turn = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, question: Sequence[bytes]) -> bytes | None:
        """The answer; None if the process has ended instead. TimeoutError if it takes longer than it may."""
        with self._turn:
            try:
                with time_limit(self._seconds_max):
                    return self._exchange(question)
            except BaseException:  # also a time limit or a client that has gone: nobody waits for the answer any more
                self.stop()
                raise

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):  # what was not sent is not wanted any more
                        pipe.close()

    def _exchange(self, question: Sequence[bytes]) -> bytes | None:
        process = self.process
        if process is not None:
            # It ends by itself when it was idle for long. A time limit is an OSError too, and must get through.
            with contextlib.suppress(ConnectionError):
                write_messages(process.stdin, question)
                found = read_message(process.stdout)
                if found is not None:
                    return found
            self.stop()
        process = self.process = self._start()
        with contextlib.suppress(BrokenPipeError):
            write_messages(process.stdin, question)
        found = read_message(process.stdout)
        if found is None:
            self.stop()
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", self._module]
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def write_messages(pipe: IO[bytes] | None, messages: Sequence[bytes]) -> None:
    assert pipe is not None
    for message in messages:
        pipe.write(len(message).to_bytes(LENGTH_BYTES, "big"))
        pipe.write(message)
    pipe.flush()


def read_message(pipe: IO[bytes] | None) -> bytes | None:
    """The next message; None at the end."""
    assert pipe is not None
    head = pipe.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    message = pipe.read(int.from_bytes(head, "big"))
    return message if len(message) == int.from_bytes(head, "big") else None
