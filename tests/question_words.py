"""Reads what a seat is asked, as a player would: everything is there, in plain words, and not too long.

`python -m tests.question_words --matches 1000` reads the questions of many random matches of every game.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from games.choices import Choice
from games.decider import Decider
from games.questions import Group, Words, values_of
from games.registry import all_games
from tests.play import Match, moves
from tests.policies import POLICIES, options_for
from tests.sentences import PATTERNS, STEPS_MAX, read_many

LENGTHS = {"prompt": 200, "label": 60, "effect": 200, "name": 60}
# A card may be called "Inform!", so a sentence may end with "!.".
FAULTS = {why: pattern for why, pattern in PATTERNS.items() if why != "two ends"} | {
    "a number of a seat": re.compile(r"(?i)\bseat \d"),
    "two full stops": re.compile(r"\.\."),
    "the third person for the reader": re.compile(r"\b(you|You) (has|is|was|needs|wants|claims)\b"),
}


def read_question(game: Decider[Any], state: Any, seat: int) -> Iterator[str]:
    """What is wrong with the words for this seat; `{2}` stands for the name of seat 2."""
    prompt = game.presentation.prompt(state, seat)
    if prompt is not None:
        yield from _read("prompt", prompt, seat)
        if not prompt.endswith((".", "?", "!")):
            yield f"the prompt {prompt!r} has no end"
    elif seat in game.rules.to_act(state):
        yield "there is no prompt for a seat that is to act"
    for template in game.rules.choices(state, seat):
        words = game.presentation.describe(state, seat, template)
        for fault in (*_read_words(template, words, seat), *_names_of_commands(game, words)):
            yield f"{template.type}: {fault}"


def _read_words(template: Choice, words: Words, seat: int) -> Iterator[str]:
    yield from _read("label", words.label, seat)
    yield from _read("effect", words.effect, seat)
    if words.label.endswith("."):
        yield f"the label {words.label!r} is a sentence"
    if not words.effect.endswith((".", "!")):
        yield f"the effect {words.effect!r} has no end"
    if words.group not in get_args(Group):
        yield f"there is no group {words.group}"
    if not words.names.keys() <= template.params.keys():
        yield f"names for no parameter: {words.names.keys() - template.params.keys()}"
    for name in template.params:
        values, names = values_of(template, name), words.names.get(name, ())
        if len(names) != len(values) and (names or len(values) > 1):
            yield f"{len(names)} names for {len(values)} values of {name}"
        for one in names:
            yield from _read("name", one, seat, is_sentence=False)


def _read(what: str, text: str, seat: int, *, is_sentence: bool = True) -> Iterator[str]:
    if not text.strip():
        yield f"the {what} is empty"
    if len(text) > LENGTHS[what]:
        yield f"the {what} {text!r} has {len(text)} characters"
    if f"{{{seat}}}" in text:
        yield f"the {what} {text!r} speaks of its reader by name"
    if is_sentence and not re.match(r"[A-Z0-9{\"'$]", text):
        yield f"the {what} {text!r} has no capital letter at its beginning"
    for why, pattern in FAULTS.items():
        if pattern.search(text):
            yield f"the {what} {text!r} has {why}"


def _names_of_commands(game: Decider[Any], words: Words) -> Iterator[str]:
    texts = (words.label, words.effect, *(one for names in words.names.values() for one in names))
    for name in game.commands:
        if "_" in name and any(name in text for text in texts):
            yield f"the command {name} is named"


def read_match(slug: str, seed: int) -> Counter[str]:
    """One random match; counts templates by type, and names the first fault. A seat that is not asked is read too."""
    game = all_games()[slug]
    rng = random.Random(seed)
    match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
    match.start()
    count: Counter[str] = Counter()
    for _ in moves(match, rng, POLICIES[slug]):
        if match.steps >= STEPS_MAX:
            break
        for seat in {*game.rules.to_act(match.state), match.steps % match.seats}:
            faults = list(read_question(game, match.state, seat))
            assert not faults, f"{match.where()}, seat {seat}: {'; '.join(faults)}"
            count.update(template.type for template in game.rules.choices(match.state, seat))
    return count


def main() -> int:
    for slug, matches, total in read_many(read_match, __doc__):
        game = all_games()[slug]
        missed = [
            name for name, one in game.commands.items() if one not in game.clock.clock_commands and not total[name]
        ]
        print(f"{slug}: {total.total()} templates of {matches} matches; commands never met:", *missed or ["none"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
