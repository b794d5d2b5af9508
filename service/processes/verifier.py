"""The process that verifies files for a worker (service/web/verifying.py): file after file, from stdin to stdout."""

from __future__ import annotations

import gc
import os
import resource
import select
import sys

import msgspec

from games.packs import load_packs
from games.registry import all_rules
from ledger.table import rulesets_of
from projections.verify import Pins, verify
from service.config import read_config
from service.web.side_process import read_message, write_messages
from service.web.verifying import Verified

MEMORY_BYTES_MAX = 256 * 1024 * 1024  # beside what the process has at its start
IDLE_S = 60.0
LARGE_BYTES = 1024 * 1024  # after such a file the process ends, and its memory is given back
NICENESS = 5  # whoever plays goes first


def main() -> int:
    os.nice(NICENESS)
    load_packs(read_config().packs)
    rulesets = rulesets_of(all_rules())
    gc.collect()
    _bound_memory(MEMORY_BYTES_MAX)
    while select.select([sys.stdin.buffer], [], [], IDLE_S)[0]:
        pins, text = read_message(sys.stdin.buffer), read_message(sys.stdin.buffer)
        if pins is None or text is None:
            return 0
        try:
            answer = Verified(verify(text, rulesets, msgspec.msgpack.decode(pins, type=Pins)))
        except MemoryError:
            answer = Verified(None)
        write_messages(sys.stdout.buffer, [msgspec.msgpack.encode(answer)])
        if answer.checks is None or len(text) > LARGE_BYTES:
            return 0
    return 0


def _bound_memory(more_bytes: int) -> None:
    """On Linux: elsewhere the number of files at once and their size are the only bounds."""
    if sys.platform == "linux":
        with open("/proc/self/statm") as statm:
            has_bytes = int(statm.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (has_bytes + more_bytes, has_bytes + more_bytes))


if __name__ == "__main__":
    sys.exit(main())
