"""The README and the guides tell the truth: their lines are run as they stand, against the service as it is run."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
from matchledger_client import Client, Match

from games.registry import all_games, house_games
from tests.http.live import Live
from tests.servers import wait_until
from tests.shell_blocks import run_blocks

ROOT = Path(__file__).parent.parent
# Nobody waits for a person here.
# Without clocks, and by the rules for a fast game: chance plays on for a long time.
OPTIONS = {
    "munchkin-apocalypse": {
        "reaction_window_ms": None,
        "response_window_ms": None,
        "flight_window": False,
        "fast_listen": True,
        "fast_search": True,
    }
}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = Live(tmp_path_factory.mktemp("docs") / "data")
    try:
        yield running.start()
        running.stop()
    finally:
        running.kill()


def test_the_readme_plays_a_match_to_its_end(service, tmp_path):
    said = run_blocks(ROOT / "README.md", service.base, tmp_path, PYTHON=sys.executable)
    assert '"rule":"COUP-15.5"' in said
    assert " won\n" in said
    assert " lost\n" in said
    assert '"verdict":"ok"' in said
    key = requests.get(f"{service.base}/v1/key", timeout=10).json()["key"]
    for verifier in (["-m", "service.cli", "verify"], ["service/tools/verify_match.py"]):
        for name, joint_luck in (
            ("match", r"not proven here +joint luck "),
            ("lucky", r"proven +joint luck +.*the seats 0, 1: nobody chose this deal"),
        ):
            command = [sys.executable, *verifier, str(tmp_path / f"{name}.jsonl"), "--key", key]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "broken" not in done.stdout
            assert re.search(f"^{joint_luck}", done.stdout, re.MULTILINE), done.stdout
            assert done.stdout.splitlines()[-1].startswith("proven")


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.slug)
def test_the_bot_of_the_readme_plays_every_game_to_its_end(service, tmp_path, game):
    """Word for word, one process for each seat."""
    host = Client(service.base).sign_up("Host")
    match = host.open_match(game.slug, game.seats_min, OPTIONS.get(game.slug, {}))
    bot = re.search(r"<<'BOT'\n(.*?)^BOT$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert bot is not None
    (tmp_path / "bot.py").write_text(bot[1])
    command = [sys.executable, str(tmp_path / "bot.py"), service.base, match.id]
    bots = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(game.seats_min)
    ]
    try:
        wait_until(lambda: all(seat["player"] for seat in match.get()["seats"]), "the bots have sat down", 60)
        match.start()
        said = [one.communicate(timeout=200) for one in bots]
    finally:
        for one in bots:
            one.kill()
    assert [one.returncode for one in bots] == [0] * len(bots), said
    winners = match.get()["result"]["winners"]  # nobody wins where nobody comes out of the dungeon
    assert sorted(out for out, _ in said) == [
        f"seat {seat} {'won' if seat in winners else 'lost'}\n" for seat in range(game.seats_min)
    ]


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.slug)
def test_the_loop_of_the_guide_to_choices_plays_every_game_to_its_end(service, game):
    """Word for word, with parts of the luck to open and an undo request to answer."""
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/choices.md").read_text(encoding="utf-8"), re.M | re.S)
    loop: dict[str, Any] = {}
    exec(block, loop)
    players = [Client(service.base).sign_up(f"Player {seat}") for seat in range(game.seats_min)]
    match = players[0].open_match(game.slug, game.seats_min, OPTIONS.get(game.slug, {}))
    parts = [sit_with_luck(player, match.id, seat) for seat, player in enumerate(players)]
    asker = AsksForAnUndo(players[0].match(match.id))
    rngs = [asker, *(Random() for _ in players[1:])]
    match.start()
    with ThreadPoolExecutor(len(players)) as pool:
        seats = zip(players, parts, rngs, strict=True)
        playing = [pool.submit(loop["play"], service.base, match.id, one.token, *given) for one, *given in seats]
        results = [one.result(timeout=200) for one in playing]
    finished = match.get()
    assert results == [finished["result"]] * len(players)
    assert finished["ending"] == "played"
    types = Counter(event["type"] for event in match.events())
    assert types["LuckOpened"] == len(players)
    assert types["UndoRequested"] == asker.has_asked  # in Big Deal a match may pass in which seat 0 never may
    if asker.has_asked and game.take_back.undo_pending_rule is not None:  # elsewhere it may lapse
        assert types["UndoAnswered"] == len(players) - 1


class AsksForAnUndo(Random):
    """Chance of a player who asks once for an undo that the others must agree to, as soon as there is one."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match, self.has_asked = match, False

    def choice(self, options: Any) -> Any:
        if not self.has_asked and self.match.request("GET", "/undo")["needs"] == "consent":
            self.match.undo()
            self.has_asked = True
        return super().choice(options)


def sit_with_luck(player: Client, match_id: str, seat: int) -> str:
    """The part that the player has committed to."""
    part = secrets.token_hex(32)
    player_id = player.request("GET", "/v1/players/me")["id"]
    text = "".join(f"{line}\n" for line in ("matchledger/luck/v2", match_id, seat, player_id, part))
    commitment = sha256(text.encode()).hexdigest()
    body = {"seat": seat, "luck": {"commitment": commitment}}
    player.request("POST", f"/v1/matches/{match_id}/seats", body=body)
    return part


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


def test_the_guide_to_the_sdks_plays_a_match(service, tmp_path):
    said = run_blocks(ROOT / "docs" / "sdk.md", service.base, tmp_path, PYTHON=sys.executable)
    assert "MatchEnded" in said
    assert "[0, 0]" in said


def test_the_guide_to_the_api_names_the_games_that_hold_play_while_an_undo_is_asked_for():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    holding = text.partition("**Held.** In ")[2].partition(" an open undo request holds play")[0]
    lapsing = text.partition("`undo_pending`. In ")[2].partition(" play goes on")[0]
    for game in house_games().values():
        assert game.name in (lapsing if game.take_back.undo_pending_rule is None else holding)


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


def test_the_index_of_decisions_has_every_record_by_its_title():
    folder = ROOT / "docs" / "adr"
    rows = re.findall(r"^\| \[(.+)\]\((.+)\) \|", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    records = sorted(folder.glob("[0-9]*.md"))
    titles = [record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for record in records]
    assert rows == list(zip(titles, [record.name for record in records], strict=True))
