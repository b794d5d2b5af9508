"""The table of keys in ARCHITECTURE.md has every key that the service writes, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from service.config import Config
from tests.http.asking import coup, in_process
from tests.http.test_mine import catch_up

TEXT = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")
# Written only where there are replicas, an archive, damage, a backup, a background process or a new head log.
ELSEWHERE = {
    "{pN}:confirmed",
    "{pN}:leftovers",
    "{log}:t",
    "{log}:n",
    "{log}:*:before:N",
    "archive:id",
    "background:lease",
    "background:status",
    "background:aside",
    "backup:made",
}


def documented() -> dict[str, re.Pattern[bytes]]:
    """The names in the first column of the table, and what they stand for."""
    table = TEXT.partition("## What is kept in Redis")[2].partition("\n\nFinished matches")[0]
    names = [
        name for row in table.splitlines() if row.startswith("| `") for name in re.findall("`(.+?)`", row.split("|")[1])
    ]
    stands_for = {"{pN}": r"\{p\d+\}", "<match>": r"m-\w+", "*": ".+", ":N": r":\d+"}
    found = {}
    for name in names:
        pieces = re.split(r"(\{pN\}|<match>|\*|:N\b)", name)
        found[name] = re.compile("".join(stands_for.get(piece) or re.escape(piece) for piece in pieces).encode())
    return found


def test_the_table_has_every_key_and_no_other(new_app, link, projector):
    ask = in_process(new_app(Config(limits="all")))
    match = coup(ask)
    match.move(key="once")
    match.send(match.to_act(), {"type": "pass", "params": {"decision_id": 0}})
    token = match.tokens[0]
    ask("POST", f"{match.path}/branches", token, {"step": 0})
    match.finish()
    timed = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2, "turn_s": 100}).json["id"]
    ask("POST", f"/v1/matches/{timed}/seats", token)
    ask("POST", f"/v1/matches/{timed}/bots", token)
    ask("DELETE", f"/v1/tokens/{ask('POST', '/v1/tokens', token, {}).json['id']}", token)
    ask("POST", "/v1/tokens/codes", token)
    ask("GET", f"{match.path}/checkpoint")
    catch_up(projector)
    patterns, keys = documented(), link.call("KEYS", "*")
    assert [key for key in keys if not any(pattern.fullmatch(key) for pattern in patterns.values())] == []
    unseen = {name for name, pattern in patterns.items() if not any(pattern.fullmatch(key) for key in keys)}
    assert unseen == ELSEWHERE
