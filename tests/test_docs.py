"""The README and the guides tell the truth: their lines are run as they stand, against the service as it is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from games.registry import all_games
from tests.http.live import Live
from tests.shell_blocks import run_blocks

ROOT = Path(__file__).parent.parent
# The bot asks for choices and then sends one; nothing else may happen in between.
WITHOUT_CLOCKS = {"munchkin-apocalypse": {"reaction_window_ms": None, "response_window_ms": None}}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = Live(tmp_path_factory.mktemp("docs") / "data")
    try:
        yield running.start()
        running.stop()
    finally:
        running.kill()


def test_the_readme_plays_a_match_to_its_end(service, tmp_path):
    said = run_blocks(ROOT / "README.md", service.base, tmp_path)
    assert '"rule":"COUP-15.5"' in said
    assert "won by" in said
    assert '"verdict":"ok"' in said
    for verifier in (["-m", "service.cli", "verify"], ["service/tools/verify_match.py"]):
        key = requests.get(f"{service.base}/v1/key", timeout=10).json()["key"]
        command = [sys.executable, *verifier, str(tmp_path / "match.jsonl"), "--key", key]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "broken" not in done.stdout


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.slug)
def test_the_bot_of_the_readme_plays_every_game_to_its_end(service, tmp_path, game):
    """Word for word."""
    ask = service.ask()
    tokens = [ask("POST", "/v1/players", None, {"name": f"P{seat}"}).json["token"] for seat in range(game.seats_min)]
    opening = {"game": game.slug, "seats": game.seats_min, "options": WITHOUT_CLOCKS.get(game.slug, {})}
    match = ask("POST", "/v1/matches", tokens[0], opening).json["id"]
    for token in tokens:
        ask("POST", f"/v1/matches/{match}/seats", token, {})
    ask("POST", f"/v1/matches/{match}/start", tokens[0], {})
    bot = re.search(r"<<'BOT'\n(.*?)^BOT$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert bot is not None
    (tmp_path / "bot.py").write_text(bot[1])
    command = [sys.executable, str(tmp_path / "bot.py"), f"{service.base}/v1", match, *tokens]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("won by")


def test_the_guide_for_arbiters_leads_from_claim_to_ruling(service, tmp_path):
    token = subprocess.run(
        [sys.executable, "-m", "service.cli", "token", "create", "--role", "arbiter", "--name", "Judge"],
        cwd=ROOT,
        env={**os.environ, "MATCHLEDGER_DATA": str(service.data)},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    ).stdout.strip()
    said = run_blocks(ROOT / "docs" / "arbiters.md", service.base, tmp_path, JUDGE=token)
    assert '"ruling":"rewind"' in said
    assert "The arbiter rules" in said


def test_the_guide_to_the_channel_plays_over_it(service, tmp_path):
    said = run_blocks(ROOT / "docs" / "channel.md", service.base, tmp_path, PYTHON=sys.executable)
    assert "hello Ana" in said
    assert "done, now at version" in said
    assert "'path': " in said


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8")):
            assert target in targets, f"{page.name} names `make {target}`"


def test_every_link_between_pages_leads_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def top_folders() -> set[str]:
    """The folders of the project, without what setting up, building and serving leave there."""
    made = {"build", "data", "var"}
    folders = (path.name for path in ROOT.iterdir() if path.is_dir())
    return {name for name in folders if not name.startswith(".") and not name.endswith(".egg-info")} - made


def test_every_top_level_folder_is_in_the_readme():
    named = re.findall(r"^\| `([a-z_]+)/` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == top_folders()


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_names_exists(page):
    """A path in code marks that begins with a folder of ours; `<slug>` stands for any game, `*` for anything."""
    named = re.findall(r"`([a-z_]+/[\w./*<>-]*)`", (ROOT / page).read_text(encoding="utf-8"))
    paths = [path for path in named if path.split("/")[0] in top_folders()]
    assert paths
    for path in paths:
        pattern = path.replace("<slug>", "*").replace("<noun>", "*").rstrip("/")
        assert any(ROOT.glob(pattern)) or path in MADE_LATER, f"{page} names {path}"


MADE_LATER = {"games/coup/v1"}  # by `make keep-rules`, when the rules of a game change


def test_the_glossary_has_each_word_once_in_alphabetical_order():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", text, re.MULTILINE)[2:]
    words = [word.lower() for word, _ in rows]
    assert len(words) > 50
    assert words == sorted(set(words))
    assert all(len(meaning) < 140 for _, meaning in rows), "one line each"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_glossary_is_linked(page):
    assert "](docs/glossary.md)" in (ROOT / page).read_text(encoding="utf-8")
