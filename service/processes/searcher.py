"""The process that searches for a worker (service/web/advising.py): question after question, from stdin to stdout."""

from __future__ import annotations

import os
import select
import sys

import msgspec

from games.packs import load_packs
from service.config import read_config
from service.searching import answer, from_messages
from service.web.side_process import read_message, write_messages

IDLE_S = 60.0
NICENESS = 5  # whoever plays goes first


def main() -> int:
    os.nice(NICENESS)
    load_packs(read_config().packs)
    while select.select([sys.stdin.buffer], [], [], IDLE_S)[0]:
        question, worlds = read_message(sys.stdin.buffer), read_message(sys.stdin.buffer)
        if question is None or worlds is None:
            return 0
        write_messages(sys.stdout.buffer, [msgspec.msgpack.encode(answer(from_messages(question, worlds)))])
    return 0


if __name__ == "__main__":
    sys.exit(main())
