"""The corpus: honest files of every game and viewer, and lies. `python -m tests.lies.make` writes what is expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from events.visibility import SPECTATOR
from games.registry import all_games
from tests.lies.branches import BRANCH_LIES, honest_branches
from tests.lies.evidence import LIES, false_evidence, honest_evidence
from tests.lies.files import (
    KEY,
    SIGNER,
    STRANGER,
    busy_lobby,
    cancelled,
    erased,
    file_of,
    lines_of,
    restarted,
    text_of,
    timed,
    whole,
)
from tests.lies.luck import LUCK
from tests.lies.signed import SIGNED
from tests.lies.unsigned import UNSIGNED, Lie

EXPECTED = Path(__file__).with_name("expected.json")
Make = Callable[[], bytes]


def _cosigned(text: bytes) -> bytes:
    """The note with lines of witnesses around that of the log, and one of another key under the same name."""
    lines = lines_of(text)
    note, _, own = lines[0]["note"].partition("\n\n")
    witness, namesake = "— witness.example/w1 AAAAAAAAAAAA\n", f"— {SIGNER.origin} AAAAAAAAAAAA\n"
    lines[0]["note"] = f"{note}\n\n{witness}{namesake}{own}{witness}"
    return text_of(lines)


def honest() -> dict[str, Make]:
    found: dict[str, Make] = {}
    for game in all_games():
        found[f"honest_{game}_all"] = lambda game=game: file_of(whole(game))  # type: ignore[misc]
        for viewer in (0, 1, SPECTATOR):
            found[f"honest_{game}_{viewer}"] = lambda game=game, viewer=viewer: file_of(whole(game), viewer)  # type: ignore[misc]
    found["honest_without_a_log"] = lambda: file_of(whole("coup"), logged=None)
    found["honest_with_a_note_of_many_lines"] = lambda: _cosigned(file_of(whole("coup")))
    found["honest_with_an_erased_name"] = lambda: file_of(erased(secrets=False))
    found["honest_with_erased_secrets"] = lambda: file_of(erased(secrets=True))
    found["honest_with_orders_in_the_lobby"] = lambda: file_of(busy_lobby())
    found["honest_with_orders_in_the_lobby_0"] = lambda: file_of(busy_lobby(), 0)
    found["honest_cancelled"] = lambda: file_of(cancelled())
    found["honest_with_clocks_restarted"] = lambda: file_of(restarted())
    found["honest_luck_with_total_time"] = lambda: file_of(timed())
    found["honest_under_a_key_that_nobody_knows"] = lambda: file_of(whole("coup"), signer=STRANGER)
    return found


def altered(make: Lie) -> bytes:
    lines = lines_of(file_of(whole("coup")))
    make(lines)
    return text_of(lines)


def of_bytes() -> dict[str, Make]:
    """Changes that are no change of what the lines mean, and such of no line at all."""
    text = partial(file_of, whole("coup"))
    return {
        "blanks_in_a_line": lambda: text().replace(b'"at":', b'"at": ', 1),
        "names_in_another_order": lambda: _reordered(text()),
        "a_name_twice": lambda: text().replace(b'{"actor":', b'{"actor":"seat:1","actor":', 1),
        "an_escaped_letter": lambda: text().replace(b'"type":"MatchOpened"', b'"type":"\\u004datchOpened"', 1),
        "no_newline_at_the_end": lambda: text()[:-1],
        "an_empty_line": lambda: text() + b"\n",
        "bytes_that_are_no_text": lambda: text().replace(b"coup", b"co\xffp", 1),
        "no_export_at_all": lambda: b"hello\n",
        "nothing": lambda: b"",
        "header_alone": lambda: text().split(b"\n")[0] + b"\n",
        "seat_file_with_a_part_of_another_seat": _opened_for_another,
        "seat_file_with_a_part_of_its_own_closed": _closed_to_itself,
        "seat_file_with_values_without_a_salt": _values_without_a_salt,
        "erased_part_that_is_open_again": _open_again,
    }


def _reordered(text: bytes) -> bytes:
    first, _, rest = text.partition(b"\n")
    header = json.loads(first)
    turned = dict(reversed(header.items()))
    return json.dumps(turned, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" + rest


def _opened_for_another() -> bytes:
    lines, everything = lines_of(file_of(whole("coup"), 0)), lines_of(file_of(whole("coup")))
    place = next(place for place, line in enumerate(lines) if "seat:1" in line.get("secret", {}))
    lines[place]["secret"]["seat:1"] = everything[place]["secret"]["seat:1"]
    return text_of(lines)


def _closed_to_itself() -> bytes:
    lines, others = lines_of(file_of(whole("coup"), 0)), lines_of(file_of(whole("coup"), 1))
    place = next(place for place, line in enumerate(lines) if "seat:0" in line.get("secret", {}))
    lines[place]["secret"]["seat:0"] = others[place]["secret"]["seat:0"]
    return text_of(lines)


def _values_without_a_salt() -> bytes:
    lines = lines_of(file_of(whole("coup"), 0))
    lines[1]["secret"]["sealed"]["values"] = {"server_seed": "00" * 32}
    return text_of(lines)


def _open_again() -> bytes:
    match = erased(secrets=False)
    lines = lines_of(file_of(match))
    line = next(one for one in lines if one.get("type") == "SeatTaken" and one["public"]["player"] == "p-1")
    line["secret"]["all"] = {"salt": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "values": {"name": "Player 1"}}
    return text_of(lines)


def corpus() -> Mapping[str, Make]:
    """Every file, by name; made when it is asked for."""
    unsigned = {f"unsigned_{name}": partial(altered, make) for name, make in UNSIGNED.items()}
    signed = {f"signed_{name}": make for name, make in SIGNED.items()}
    luck = {f"luck_{name}": make for name, make in LUCK.items()}
    of_evidence = {f"evidence_{name}": partial(false_evidence, make) for name, make in LIES.items()}
    of_lines = {f"bytes_{name}": make for name, make in of_bytes().items()}
    of_branches = {f"branch_{name}": make for name, make in BRANCH_LIES.items()}
    honest_files = {**honest(), **honest_evidence(), **honest_branches()}
    return {**honest_files, **unsigned, **of_lines, **signed, **luck, **of_evidence, **of_branches}


def expected() -> dict[str, dict[str, Any]]:
    """By file and verifier, the checks that are broken or not proven here; all others are proven.

    A lie has `kind` and `by`, who tells it. `import` is `yes`, or the check for which the file is refused.
    """
    found: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return found


PINNED = KEY
