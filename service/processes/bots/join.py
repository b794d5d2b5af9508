"""`matchledger bot`: one bot in one match, as a client of the API."""

from __future__ import annotations

import sys
from random import Random

from games.bots import policy_for
from service.processes.bots.client import Api, ApiProblem
from service.processes.bots.player import Bot


def run(base: str, match: str, kind: str, name: str) -> int:
    api = Api(base)
    try:
        _, token = api.make_player(name)
        seat = api.take_seat(match, token)
        print(f"{name} has seat {seat}", flush=True)
        slug = api.match(match, token)["game"]
        Bot(api, token, match, policy_for(slug, kind), Random()).play()
        result = api.match(match, token)["result"]
    except ApiProblem as problem:
        print(f"matchledger: {problem}", file=sys.stderr)
        return 1
    print("won" if result and seat in result["winners"] else "lost")
    return 0
