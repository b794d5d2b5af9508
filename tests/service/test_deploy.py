"""The files for operators fit the service: settings, metrics, folders, and a heading for every alert."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.config import SETTINGS
from service.metrics.exposition import metrics_text

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")


def test_every_alert_has_its_heading_and_its_link():
    alerts = re.findall(r"- alert: (\w+)", (DEPLOY / "alerts.yml").read_text())
    links = re.findall(r"docs/runbook\.md#(\w+)", (DEPLOY / "alerts.yml").read_text())
    assert len(alerts) == len(set(alerts)) > 3
    assert links == [alert.lower() for alert in alerts]
    assert set(alerts) <= set(re.findall(r"^## (\w+)$", RUNBOOK, re.MULTILINE))


def test_alerts_name_metrics_that_exist():
    names = set(re.findall(r"matchledger_\w+", (DEPLOY / "alerts.yml").read_text()))
    text = metrics_text()[0].decode()
    families = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    assert {re.sub(r"_bucket$", "", name) for name in names} <= families


@pytest.mark.parametrize("path", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_setting_is_one_of_the_service(path):
    used = set(re.findall(r"MATCHLEDGER_([A-Z_]+)", (DEPLOY / path).read_text()))
    assert used <= set(SETTINGS)


def test_the_container_has_every_package():
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
        for source in line.split()
    }
    assert all((ROOT / source).exists() for source in copied)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert packages <= copied


def test_systemd_accepts_the_unit(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed here")
    unit = tmp_path / "matchledger.service"
    unit.write_text((DEPLOY / unit.name).read_text().replace("/opt/matchledger/bin/matchledger", "/bin/true"))
    done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, timeout=30)
    assert [line for line in done.stderr.splitlines() if "matchledger.service" in line] == []


def test_nginx_accepts_the_site(tmp_path):
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("nginx is not installed here")
    site = (DEPLOY / "nginx.conf").read_text()
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n")
    done = subprocess.run(
        [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
