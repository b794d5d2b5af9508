"""Whose service was killed leaves a folder of metrics behind: the next start removes it, and no other."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from service.processes import metrics_folder

MAKE = """
import sys
from service.processes.metrics_folder import make_metrics_folder
print(make_metrics_folder(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def running_service() -> tuple[subprocess.Popen, Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", MAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    return process, Path(process.stdout.readline().strip())


def test_the_folder_of_a_killed_service_is_removed_and_that_of_a_running_one_is_not(folder):
    killed, abandoned = running_service()
    running, used = running_service()
    (abandoned / "counter_1.db").write_bytes(b"x")
    killed.kill()
    killed.wait(10)
    try:
        metrics_folder.remove_abandoned()
        assert not abandoned.exists()
        assert used.exists()
    finally:
        running.kill()
        running.wait(10)
    metrics_folder.remove_abandoned()
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_only_just_being_made_is_left_alone(folder):
    made = folder / f"{metrics_folder.PREFIX}new"
    made.mkdir()
    metrics_folder.remove_abandoned()
    assert made.exists()


def test_a_service_that_was_killed_is_cleaned_up_after(tmp_path, folder):
    from tests.http.live import Live

    service = Live(tmp_path / "data", workers=1)

    def folders() -> list[str]:
        return [one.name for one in folder.glob(f"{metrics_folder.PREFIX}*")]

    try:
        service.start()
        (first,) = folders()
        service.kill()
        assert folders() == [first]
        service.start()
        (second,) = folders()
        assert second != first
        assert service.stop() == 0
        assert folders() == []
    finally:
        service.kill()
