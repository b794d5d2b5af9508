"""tests/system-packages installs what is missing, once, and says clearly what it cannot."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tests" / "system-packages"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A machine with a shell and little else: no test of ours may install anything for real."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "env", "tee", "chmod", "rm", "true"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    fake(folder, "id", "echo 1000")
    return folder


def fake(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def run(programs: Path, *names: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(SCRIPT), *names],
        env={"PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_with_everything_there_nothing_is_done(programs):
    fake(programs, "redis-server", "exit 0")
    ran = run(programs)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize(("has_apt", "reason"), [(False, "no apt-get"), (True, "Neither root nor a sudo")])
def test_what_cannot_be_installed_is_named_with_what_to_do(programs, has_apt, reason):
    if has_apt:
        fake(programs, "apt-get", "exit 0")
    ran = run(programs, "chromium")
    assert ran.returncode == 1
    assert "missing: redis-server chromium" in ran.stderr
    assert reason in ran.stderr
    assert "apt-get install redis-server chromium" in ran.stderr


def test_what_is_only_wanted_is_named_and_stops_nothing(programs):
    fake(programs, "redis-server", "exit 0")
    ran = run(programs, "--", "another-proxy")
    assert ran.returncode == 0
    assert "missing: another-proxy" in ran.stderr
    assert run(programs, "another-proxy").returncode == 1


def test_what_is_only_wanted_does_not_stand_in_the_way_of_what_is_needed(programs):
    make = f"printf '#!/bin/sh\\n' > {programs}/redis-server; chmod 755 {programs}/redis-server"
    fake(programs, "sudo", 'shift\ncase "$1" in env|apt-get) exec "$@" ;; esac')
    fake(programs, "apt-get", f'case "$*" in *another-proxy*) exit 100 ;; esac\n{make}')
    ran = run(programs, "--", "another-proxy")
    assert ran.returncode == 0, ran.stderr
    assert (programs / "redis-server").exists()


def test_what_is_missing_is_installed_and_no_service_is_left_running(programs, tmp_path):
    done = tmp_path / "done"
    # sudo here runs nothing but what the test allows: the policy file of the real machine stays as it is.
    fake(programs, "sudo", f'shift\ncase "$1" in env|apt-get|service|systemctl) echo "$*" >> {done}; exec "$@" ;; esac')
    fake(programs, "apt-get", f"printf '#!/bin/sh\\n' > {programs}/redis-server; chmod 755 {programs}/redis-server")
    fake(programs, "service", "exit 0")
    fake(programs, "systemctl", "exit 0")
    ran = run(programs)
    assert ran.returncode == 0, ran.stderr
    installed, stopped = done.read_text().splitlines()
    assert "apt-get install -y --no-install-recommends redis-server" in installed
    assert stopped in ("service redis-server stop", "systemctl disable --now redis-server.service")
    assert run(programs).stdout == ""
