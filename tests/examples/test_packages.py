"""Games in packages of their own, as strangers have them: wheels in a fresh environment, and what `new-game` writes."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from matchledger_client import Client

from tests.environments import EXAMPLE, LEFT_OUT, OFFLINE, ROOT, Installed, build_wheel, copy_service, run
from tests.environments import make_environment as make_venv
from tests.examples.guide import add_table_of_the_guide, write_game_of_the_guide
from tests.pages.desk import Visitor
from tests.pages.tables import SIZES, resize

pytestmark = pytest.mark.xdist_group("packages")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of the service and of the example, and two games that were begun with `new-game`: one as it was
    written, and the game of the guide."""
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(ROOT / EXAMPLE, folder / "high_card", ignore=LEFT_OUT)
    for name in ("service", "game"):
        (folder / name).mkdir()
    wheels = [
        build_wheel(copy_service(folder / "service"), folder / "service"),
        build_wheel(folder / "high_card", folder / "game"),
    ]
    environment = make_venv(folder / "venv", wheels)
    call(environment, folder, "service.cli", "new-game", "Tic Tac")
    call(environment, folder, "service.cli", "new-game", "sticks")
    package = folder / "sticks" / "src" / "sticks"
    write_game_of_the_guide(package)
    add_table_of_the_guide(folder / "sticks", package)
    for name in ("tic_tac", "sticks"):
        run("pip", "--python", environment, "install", *OFFLINE, "-e", folder / name)
    return environment


def call(environment: Path, cwd: Path, program: str, *arguments: str) -> str:
    command = [str(environment / "bin" / "python"), "-m", program, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def service(environment, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    running = Installed(tmp_path / "data", environment, empty, MATCHLEDGER_BOT_PAUSE_MS="0", MATCHLEDGER_LIMITS="off")
    try:
        yield running.start()
        assert running.stop() == 0
    finally:
        running.kill()


def test_the_example_is_played_in_a_browser_and_audited_and_a_table_of_a_package_is_drawn(service, browser):
    ana = Visitor(browser.new_context(reduced_motion="reduce"), service.base, "Ana")
    match = ana.open_match("high-card", "sensible")
    ana.page.wait_for_selector(".felt-general .pane-hand .gang-chip")
    for size, (width, height) in SIZES.items():
        resize(ana, size)
        ana.go(f"/m/{match}")
        ana.wait_for_choice()
        shown = ana.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert shown == [width, height], size
        assert ana.page.locator(".pane-hand").is_visible(), size
    rng = Random(1)
    while ana.status != "finished":
        ana.wait_for_choice()
        if ana.status != "finished":
            ana.click_choice(rng)
    assert ana.refusals == []
    ana.go(f"/m/{match}/replay")
    assert ana.page.locator(".felt-general").is_visible()
    assert Client(service.base).match(match).audit()["verdict"] == "ok"
    check_documents(service)
    match = ana.open_match("sticks", "random")
    ana.wait_for_choice()
    assert ana.page.inner_text(".felt-sticks .big").strip("|") == ""
    ana.click_choice(rng)
    assert ana.page.url == f"{service.base}/m/{match}", "nobody is sent away to the rules"
    assert ana.complaints == []


def check_documents(service: Any) -> None:
    """What the service tells clients of its games includes the installed one."""
    ask = service.ask()
    assert ask("GET", "/v1/games/high-card/schema").json["title"] == "High Card"
    document = ask("GET", "/openapi.json").json
    schemas = document["components"]["schemas"]
    assert {"$ref": "#/components/schemas/high-card.Event"} in schemas["Event"]["anyOf"]
    assert "high-card.put_card" in schemas
    kept = json.loads((ROOT / "api_spec" / "openapi.json").read_bytes())
    assert document["paths"] == kept["paths"]
    assert not [name for name in kept["components"]["schemas"] if name not in schemas]


def test_the_example_passes_the_checks_from_its_wheel_alone(environment, tmp_path):
    said = call(environment, tmp_path, "pytest", "--matchledger-game=high-card", "--matchledger-no-service")
    assert " passed" in said
    assert "NotReached" not in said


def test_what_new_game_writes_is_a_game_that_passes(environment):
    said = call(environment, environment.parent / "tic_tac", "pytest", "--matchledger-no-service")
    assert " passed" in said
    assert "NotReached" not in said


def test_the_game_of_the_guide_passes_every_check(environment):
    """Two seats only, no catalogue, no cards; the service and a browser too."""
    said = call(environment, environment.parent / "sticks", "pytest", "-rs")
    assert " passed" in said
    assert "skipped" not in said
    assert "NotReached" not in said


def test_the_rules_of_a_package_are_kept_as_those_of_the_house(environment, tmp_path):
    folder = environment.parent / "sticks"
    assert "raise rules_version" in call(environment, tmp_path, "service.cli", "keep-rules", "sticks")
    code = folder / "src" / "sticks" / "__init__.py"
    try:
        code.write_text(code.read_text().replace("rules_version=1", "rules_version=2"))
        (tmp_path / "rules.py").write_text("from games.registry import all_rules; print(*sorted(all_rules()))")
        assert "('sticks', 1) ('sticks', 2)" in call(environment, tmp_path, "rules")
        shutil.copytree(folder, tmp_path / "copy" / "sticks", ignore=LEFT_OUT)
        names = zipfile.ZipFile(build_wheel(tmp_path / "copy" / "sticks", tmp_path / "copy")).namelist()
        assert {"sticks/v1/__init__.py", "sticks/v1/rulebook.md", "sticks/table.js"} <= set(names)
    finally:
        code.write_text(code.read_text().replace("rules_version=2", "rules_version=1"))
        shutil.rmtree(code.parent / "v1")


def test_rules_of_an_installed_copy_are_not_kept_there(environment, tmp_path):
    command = [str(environment / "bin" / "matchledger"), "keep-rules", "high-card"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "is an installed copy: keep the rules where the sources are" in done.stderr
