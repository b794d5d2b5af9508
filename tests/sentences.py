"""Reads every sentence about a match, as a player would: no inner names, and correct numbers.

`python -m tests.sentences --matches 1000` reads those of many random matches of every game.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from events.visibility import ARBITER, SPECTATOR, redact
from games.decider import Decider
from games.registry import all_games
from tests.play import Match, moves
from tests.policies import POLICIES, options_for

STEPS_MAX = 2000
NOUNS = (
    "artifact|boot|card|class|coin|corridor|cube|die|door|gangster|item|level|marker|monster|packet|player|point|round"
    "|seal|secret|seat|set|slot|step|sword|time|token|treasure|turn"
)
# What no sentence contains, and why.
FAULTS = {
    "a name with an underscore": r"\w_\w",
    "a word of the program": r"\b(None|True|False|null|undefined)\b",
    "a constant": r"\b[A-Z]+_[A-Z]+\b",
    "the id of a card": r"\w#\d|\bc\d{7}-\d{3}\b|\b[A-Z]{4,}-\d\d\b",
    "the id of a room or corridor": r"\b[AB]\d\d\b|\b[AB]-c\d\d\b",
    "the id of a token, set or Monster": r"\bt\d\d\b|\bS\d+-\d+\b|\bm\d+\b",
    "a word cut as if it were the id of a Monster": r"\b(on|for|chooses) Monster (?!\d)",
    "a word of the engine": r"\b(unfinished|to be finished|is awaited|a condition is met)\b",
    "the id of a rule": r"\b(BIGDEAL|CLANK|COUP|MUNCH|SZMAL|LEDGER)-",
    "the number 0 of something that is counted from 1": r"(?i)\b(seat|slot|turn|round|monster|step) 0\b",
    "a plural of one": rf"(?i)(?<![\d,$])\b1 (\w+ )?({NOUNS})(s|es)\b|(?<![\d,])\b1 (are|were|have|go)\b",
    "a singular of many": rf"(?i)\b(0|[2-9]|\d*\d\d) ({NOUNS})\b(?! of)",
    "the wrong article": r"\b[Aa] (?=[AEIOaeio])(?![Oo]ne\b|[Ee]u)|\b[Aa]n (?=[BCDFGJKPQTVWXYZbcdfgjkpqtvwxyz])",
    "something empty": r"\(\s*\)|\s[.,;:!?]|  |\[\]|\{\}|\bof \.|: \.",
    "two ends": r"[.?][.!]$|!\.",  # a card may end with two exclamation marks
}
PATTERNS = {why: re.compile(pattern) for why, pattern in FAULTS.items()}


def faults_of(sentence: str, game: Decider[Any]) -> list[str]:
    """What is wrong with a sentence in which `{2}` stands for the name of a player."""
    found = [why for why, pattern in PATTERNS.items() if pattern.search(sentence)]
    if not re.match(r'[A-Z0-9{"\']', sentence):
        found.append("no capital letter at its beginning")
    if not sentence.endswith((".", "!")):
        found.append("no end")
    if sentence.count("(") != sentence.count(")"):
        found.append("an open bracket")
    found += [f"the command {name}" for name in game.commands if "_" in name and name in sentence]
    return found


def sentences_of(match: Match) -> Iterator[tuple[str, str]]:
    """The type of each event, and what is said about it to a player, a spectator and an arbiter."""
    narrate = match.game.presentation.narrate
    for event in match.events:
        for viewer in (0, match.seats - 1, SPECTATOR, ARBITER):
            yield type(event).__name__, narrate(redact(event, viewer), viewer)


def read_match(slug: str, seed: int) -> Counter[str]:
    """One random match; counts events by type and names the first sentence with a fault."""
    game = all_games()[slug]
    rng = random.Random(seed)
    match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
    match.start()
    for _ in moves(match, rng, POLICIES[slug]):
        if match.steps >= STEPS_MAX:
            break
    count: Counter[str] = Counter()
    for name, sentence in sentences_of(match):
        count[name] += 1
        faults = faults_of(sentence, game)
        assert not faults, f"{slug}, seed {seed}, {name}: {sentence!r} has {', '.join(faults)}"
    return count


def main() -> int:
    for slug, matches, total in read_many(read_match, __doc__):
        missed = [one.__name__ for one in all_games()[slug].rules.on_event if not total[one.__name__]]
        print(f"{slug}: {total.total()} sentences of {matches} matches; events never met:", *missed or ["none"])
    return 0


def read_many(read: Callable[[str, int], Counter[str]], about: str | None) -> Iterator[tuple[str, int, Counter[str]]]:
    """Slug, number of matches and sum of what `read` counts in each of them, as the command line asks for."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        total: Counter[str] = Counter()
        seeds = range(chosen.seed, chosen.seed + chosen.matches)
        with ProcessPoolExecutor(chosen.workers) as pool:
            for count in pool.map(read, [slug] * chosen.matches, seeds, chunksize=4):
                total += count
        yield slug, chosen.matches, total


if __name__ == "__main__":
    sys.exit(main())
