"""`matchledger report`: a dispute with its evidence as a page to print, as whoever asks may see it."""

from __future__ import annotations

import sys
from pathlib import Path

from matchledger_client import Client, Problem


def write_report(base: str, dispute: str, token_file: Path | None, target: Path | None) -> int:
    """Over the API, so that an arbiter's look is recorded in the match as everywhere else; returns the exit status."""
    try:
        token = None if token_file is None else token_file.read_text().strip()
        page = Client(base, token).request("GET", f"/v1/disputes/{dispute}/report", accept="text/html")
        if target is None:
            print(page)
        else:
            target.write_text(page)
    except (Problem, OSError) as error:
        print(f"matchledger: no report was written: {error}", file=sys.stderr)
        return 1
    return 0
