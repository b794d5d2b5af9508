"""The examples of the OpenAPI document, taken from one story that is played through the API.

`python -m tests.http.examples` writes them to api_spec/examples.json; test_examples.py tells the story again and
compares. Ids and tokens are given names, long lists and texts are cut.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from api_spec.build import EXAMPLES
from events.redis.client import open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from ledger.seed import commitment_of
from service.app import build_services, create_app
from service.config import Config
from service.processes.projector import Projector
from service.web.http import ROUTES, Services
from tests.http.asking import Ask, in_process
from tests.servers import Server, system_executable

LIST_MAX = 2
TEXT_MAX = 160
Example = dict[str, Any]
_NAMES = {re.compile(rf"\b{sign}-[0-9a-z]{{16}}\b"): f"{sign}-0123456789abcdef" for sign in "mpat"}
_NAMES[re.compile(r"\"code\": \"[A-Z]{8}\"")] = '"code": "BCDFGHJK"'
_NAMES[re.compile(r'(?<="commitment": ")[0-9a-f]{64}')] = "ab" * 32
_NAMES[re.compile(r"ml_[\w-]+")] = "ml_your-token"


class Teller:
    """Sends a request, and keeps the first of each operation as its example."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._routes = [(route, re.compile(re.sub(r"<[\w:]+>", "[^/]+", route.path) + r"\Z")) for route in ROUTES]
        self.told: dict[str, Example] = {}

    def __call__(self, method: str, path: str, token: str | None = None, body: Any = None, **more: Any) -> Any:
        reply = self._ask(method, path, token, body, **more)
        assert reply.status < 300, (method, path, reply)
        found = [
            route for route, known in self._routes if route.method == method and known.match(path.partition("?")[0])
        ]
        name = min(found, key=lambda route: route.path.count("<")).view.__name__
        example: Example = {"request": f"{method} {path}", "status": reply.status}
        if body is not None:
            example["body"] = body
        answer = None
        if reply.headers.get("Content-Type", "").partition(";")[0] == "application/json":
            answer = reply.json
            example["answer"] = cut(answer)
        self.told.setdefault(name, json.loads(named(json.dumps(example))))
        return answer if answer is not None else reply.body


def cut(value: Any) -> Any:
    if isinstance(value, dict):
        if "$ref" in value:
            return {}  # leads somewhere in the answer, and nowhere in the document
        return {name: cut(part) for name, part in value.items()}
    if isinstance(value, list):
        return [cut(part) for part in value[:LIST_MAX]]
    return value[:TEXT_MAX] if isinstance(value, str) else value


def named(text: str) -> str:
    for pattern, name in _NAMES.items():
        text = pattern.sub(name, text)
    return text


def story(ask: Ask, services: Services, catch_up: Callable[[], None]) -> dict[str, Example]:
    """Ana and Ben play Coup, take something back, try something else, and quarrel."""
    tell = Teller(ask)
    for path in ("/healthz", "/readyz", "/v1/key", "/v1/games", "/v1/games/coup", "/problems"):
        tell("GET", path)
    tell("GET", "/problems/version-conflict")
    tell("GET", "/v1/games/coup/rules")
    tell("GET", "/v1/games/coup/rules/COUP-4.3")
    tell("GET", "/v1/ledger/rules")
    tell("GET", "/v1/ledger/rules/LEDGER-4.6")
    ana = tell("POST", "/v1/players", body={"name": "Ana"})
    ben = tell("POST", "/v1/players", body={"name": "Ben"})
    tell("GET", "/v1/players/me", ana["token"])
    tell("GET", f"/v1/players/{ben['id']}")
    spare = tell("POST", "/v1/tokens", ana["token"], {"name": "My bot"})
    tell("GET", "/v1/tokens", ana["token"])
    tell("DELETE", f"/v1/tokens/{spare['id']}", ana["token"])
    code = tell("POST", "/v1/tokens/codes", ana["token"], {})["code"]
    tell("POST", "/v1/tokens/redeem", body={"code": code, "name": "My phone"})
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}}
    match = tell("POST", "/v1/matches", ana["token"], body)["id"]
    path = f"/v1/matches/{match}"
    parts = {seat: f"{seat + 1:064x}" for seat in (0, 1)}
    commitment = commitment_of(match, 0, ana["id"], parts[0])
    tell("POST", f"{path}/seats", ana["token"], {"seat": 0, "luck": {"commitment": commitment}})
    tell("POST", f"{path}/seats", ben["token"], {"seat": 1})
    tell("DELETE", f"{path}/seats/1", ben["token"])
    tell("POST", f"{path}/seats", ben["token"])
    tell("POST", f"{path}/luck/commitment", ben["token"], {"commitment": commitment_of(match, 1, ben["id"], parts[1])})
    tell("POST", f"{path}/start", ana["token"], {})
    tell("POST", f"{path}/luck", ana["token"], {"part": parts[0]})
    ask("POST", f"{path}/luck", ben["token"], {"part": parts[1]})
    tell("GET", path, ana["token"])
    tell("GET", f"{path}/catalogue")
    tell("GET", f"{path}/choices", ana["token"])
    income = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
    tell("POST", f"{path}/commands", ana["token"], income, key="first-move")
    assert ask("POST", f"{path}/commands", ana["token"], income).status == 422, "it is Ben's turn"
    tell("GET", f"{path}/rejections", ana["token"])
    tell("GET", f"{path}/events?after=3&limit=2", ben["token"])
    tell("GET", f"{path}/events/7?state=true", ben["token"])
    tell("GET", f"{path}/steps?limit=2", ben["token"])
    tell("GET", f"{path}/steps/1", ben["token"])
    tell("GET", f"{path}/overview")
    tell("POST", f"{path}/steps/1/report", ben["token"], {"remark": "Ana should have been given two coins."})
    _take_back(tell, path, ana["token"], ben["token"])
    branch = tell("POST", f"{path}/branches", ana["token"], {"step": 1})["id"]
    tell("GET", f"/v1/matches/{branch}/compare", ana["token"])
    tell("GET", f"{path}/branches", ana["token"])
    _quarrel(tell, services, path, ben["token"])
    catch_up()
    _prove(tell, path, ana["token"])
    tell("POST", f"{_opened(tell, ana['token'])}/bots", ana["token"], {"policy": "random", "count": 1})
    _leave(tell, ana["token"], ben["token"])
    _follow(tell)
    catch_up()
    tell("GET", "/v1/players/me/turns", ana["token"])
    for address in ("/v1/matches?game=coup", f"/v1/players/{ana['id']}/matches", "/v1/disputes"):
        tell("GET", address)
    tell("GET", "/v1/standings?game=coup")
    tell("GET", "/v1/stats?game=coup")
    return tell.told


def _take_back(tell: Teller, path: str, ana: str, ben: str) -> None:
    """Ana's own last move, played again; a request that Ana thinks better of, and one that Ben refuses."""
    tell("GET", f"{path}/undo", ana)
    tell("POST", f"{path}/undo", ana, {"to_step": 0})
    tell("POST", f"{path}/redo", ana, {})
    decision = tell("GET", path)["state"]["decision"]["id"]
    income = {"type": "declare_action", "params": {"decision_id": decision, "action": "usa"}}
    tell("POST", f"{path}/commands", ben, income)
    tell("POST", f"{path}/undo", ana, {"to_step": 0})
    tell("DELETE", f"{path}/undo", ana)
    tell("POST", f"{path}/undo", ana, {"to_step": 0})
    tell("POST", f"{path}/undo/votes", ben, {"accepts": False})


def _quarrel(tell: Teller, services: Services, path: str, ben: str) -> None:
    case = tell("POST", f"{path}/disputes", ben, {"step": 1, "claim": "It was my turn."})["id"]
    tell("GET", f"/v1/disputes/{case}")
    tell("GET", f"/v1/disputes/{case}/evidence", ben)
    arbiter = services.identity.enrol("Judith", "arbiter")[1]
    ruling = {"ruling": "dismiss", "reason": "Seat 0 was to act (COUP-3.1)."}
    tell("POST", f"/v1/disputes/{case}/preview", arbiter, {"ruling": "rewind", "to_step": 0})
    tell("POST", f"/v1/disputes/{case}/ruling", arbiter, ruling)
    second = tell("POST", f"{path}/disputes", ben, {"step": 1, "claim": "I was distracted."})["id"]
    tell("DELETE", f"/v1/disputes/{second}", ben)


def _leave(tell: Teller, ana: str, ben: str) -> None:
    """One match that does not take place, and one in which Ana lets a bot play on, comes back and concedes."""
    tell("POST", f"{_opened(tell, ana)}/cancel", ana, {})
    path = _opened(tell, ana)
    tell("GET", f"{path}/invitation")
    for token in (ana, ben):
        tell("POST", f"{path}/seats", token)
    tell("POST", f"{path}/bots", ana, {})
    tell("POST", f"{path}/start", ana, {})
    tell("POST", f"{path}/leave", ana, {"as": "bot"})
    tell("DELETE", f"{path}/leave", ana)
    tell("POST", f"{path}/leave", ana, {"as": "call-off"})
    tell("GET", f"{path}/steps/0/advice")
    tell("POST", f"{path}/rematch", ben, {})


def _follow(tell: Teller) -> None:
    tell("GET", "/v1/feed")


def _prove(tell: Teller, path: str, ana: str) -> None:
    for ending in ("/audit", "/audit/steps/1", "/checkpoint", "/proof?version=4", "/log"):
        tell("GET", path + ending, ana)
    for address in ("/v1/log/checkpoint", "/v1/log/entries?limit=2", "/v1/log/proof?entry=1"):
        tell("GET", address)
    exported = tell("GET", f"{path}/export", ana)
    tell("POST", "/v1/verify", raw=exported, headers={"Content-Type": "application/x-ndjson"})


def _opened(tell: Teller, ana: str) -> str:
    return f"/v1/matches/{tell('POST', '/v1/matches', ana, {'game': 'coup', 'seats': 3})['id']}"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(system_executable(), Path(folder)).start()
        try:
            link = open_client(server.url)
            services = build_services(link)
            projector = Projector(services, RedisFeed(link, "listing", "examples"), RedisDeadlines(link))
            projector.start()

            def catch_up() -> None:
                while projector.run_once(block_ms=10):
                    pass

            told = story(in_process(create_app(Config(), services)), services, catch_up)
            services.live.close()
        finally:
            server.kill()
    EXAMPLES.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{EXAMPLES}: {len(told)} operations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
