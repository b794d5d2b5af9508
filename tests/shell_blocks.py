"""Runs the bash blocks of a Markdown page, as a reader would paste them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

SHELL = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run_blocks(page: Path, base: str, tmp_path: Path, **variables: str) -> str:
    """Every bash block of a page, one after the other in one shell, which stops at the first line that fails."""
    blocks = SHELL.findall(page.read_text(encoding="utf-8"))
    assert blocks, f"{page} has no bash block"
    script = "set -eu -o pipefail\n" + "\n".join(blocks).replace("/tmp/", f"{tmp_path}/")
    environment = {**os.environ, "API": base, **variables}
    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
