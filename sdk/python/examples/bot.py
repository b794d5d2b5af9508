"""A bot for every game: it takes a seat, or comes back to one with its token, and plays by chance."""

import sys
from random import Random

from matchledger_client import Client, MovedOn, command


def play(server: str, match_id: str, token: str | None = None) -> str:
    client = Client(server, token) if token else Client(server).sign_up("Bot")
    match, rng = client.match(match_id), Random()
    seat = match.choices()["seat"] if token else match.sit()
    for turn in match.turns(accepts_undo=True):
        try:
            turn.send(command(rng.choice(turn.choices), rng))
        except MovedOn:
            continue  # somebody was faster: the next turn says what is possible now
    result = match.get()["result"]
    return "won" if result and seat in result["winners"] else "lost"


print(play(*sys.argv[1:]))
