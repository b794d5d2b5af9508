from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from matchledger_client.testing import served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with an arbiter, without whom no dispute can hold a match."""
    data = tmp_path_factory.mktemp("sdk") / "data"
    with served(MATCHLEDGER_DATA=str(data)) as address:
        command = [sys.executable, "-m", "service.cli", "token", "create", "--role", "arbiter", "--name", "Judith"]
        environment = {**os.environ, "MATCHLEDGER_DATA": str(data)}
        subprocess.run(command, cwd=Path(__file__).parents[2], env=environment, check=True, capture_output=True)
        yield address
