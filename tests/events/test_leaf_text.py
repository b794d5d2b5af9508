"""The quick way to a leaf gives the same bytes as the plain one."""

from __future__ import annotations

import random

import pytest

from events.envelope import Cause, Part, Stored
from events.tree import canonical, leaf_document, leaf_text

TEXTS = ["", "Coup", 'a "quoted" \\ text', "tab\tnewline\n\x00\x1f\x7f", "Zoë Ω 李 😀", "</script>\u2028"]


def stored(rng: random.Random) -> Stored:
    def part() -> Part:
        return Part(rng.randbytes(32), {rng.choice(TEXTS): rng.randrange(-5, 10**12)})

    return Stored(
        type=rng.choice(TEXTS),
        schema=rng.randrange(1, 9),
        step=rng.randrange(10**6),
        command=rng.randbytes(8),
        actor=rng.choice(["seat:0", "clock", rng.choice(TEXTS)]),
        at=rng.randrange(2 * 10**12),
        rule=rng.choice(["COUP-1.1 COUP-2.2", *TEXTS]),
        public={text: rng.choice([None, True, 7, text, [text, {"z": 1, "a": text}]]) for text in rng.sample(TEXTS, 3)},
        secret={name: part() for name in rng.sample(["seat:0", "seat:0,2", "sealed", "all"], rng.randrange(4))},
        cause=rng.choice([None, Cause(rng.choice(TEXTS), part())]),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_text_of_a_leaf_is_the_canonical_json_of_its_document(seed):
    rng = random.Random(seed)
    one, version = stored(rng), rng.randrange(1, 10**9)
    assert leaf_text(version, one) == canonical(leaf_document(version, one))
