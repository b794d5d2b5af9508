"""Scripts and style sheets stay small and readable. No linter knows them: this checks what can be checked without one.

`make lint` runs it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "pages" / "static"
FILE_LINES_MAX = 400
LINE_MAX = 120
MODULES = [*STATIC.rglob("*.js"), *(ROOT / "sdk" / "js").glob("*.js")]
SHEETS = list(STATIC.rglob("*.css"))
# What the checks of proofs and of the kept log found is said where it is found, as in the other verifiers.
PROOFS = {"export_file", "kept_log", "lobby-luck", "merkle", "notes", "open_parts", "pins", "verify", "verify_evidence"}
PAGES = [path for path in STATIC.glob("*.js") if path.stem not in PROOFS and not path.stem.startswith("words")]
SENTENCE = re.compile(r"""(['"`])[A-Z][a-z]+[ ,:][^'"`]*\1""")
# Texts, comments, keys with what stands before them, and what opens and closes.
TOKEN = re.compile(
    r"""'(?:\\.|[^'\\])*'
    |"(?:\\.|[^"\\])*"
    |`(?:\\.|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`
    |//[^\n]*|/\*.*?\*/
    |(?P<key>\b\w+)(?=:)|(?P<other>\S)""",
    re.DOTALL | re.VERBOSE,
)
IMPORT = re.compile(r"(?:from |import\()'(\.{1,2}/[^'$]+)'")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", sorted([*MODULES, *SHEETS]), ids=name_of)
def test_no_line_is_too_long(path):
    lines = path.read_text().splitlines()
    assert [f"{number}: {len(line)}" for number, line in enumerate(lines, 1) if len(line) > LINE_MAX] == []
    assert [number for number, line in enumerate(lines, 1) if line != line.rstrip()] == [], "spaces at the end"


@pytest.mark.parametrize("path", sorted(MODULES), ids=name_of)
def test_a_module_is_small_and_imports_what_there_is(path):
    text = path.read_text()
    assert len(text.splitlines()) <= FILE_LINES_MAX
    for name in IMPORT.findall(text):
        target = path.parent / name
        if "sdk" in Path(name).parts:  # served below the pages
            target = ROOT / "sdk" / "js" / Path(name).name
        assert target.is_file(), name
    assert not re.search(r"\bon(?:click|change|input)\b=", text), "listeners are added by code, as the policy permits"


@pytest.mark.parametrize("path", sorted(PAGES), ids=name_of)
def test_what_people_read_stands_in_the_modules_of_words(path):
    lines = [line for line in path.read_text().splitlines() if not re.match(r"\s*//|.*new Error\(", line)]
    found = [one[0] for line in lines for one in SENTENCE.finditer(line)]
    assert [one for one in found if not one[1:].startswith(("Match Ledger", "Bearer "))] == []


def keys_written_twice(text: str) -> list[str]:
    """Keys that one object literal has twice: the later one silently takes the place of the earlier."""
    seen: list[set[str]] = [set()]
    twice = []
    before = ""
    for token in TOKEN.finditer(text):
        key, other = token["key"], token["other"]
        if key is not None and before in {"{", ","}:
            if key in seen[-1]:
                twice.append(key)
            seen[-1].add(key)
        elif other is not None and other in "{([":
            seen.append(set())
        elif other is not None and other in "})]":
            seen.pop()
        if token[0][:2] not in {"//", "/*"}:
            before = other or ""
    return twice


@pytest.mark.parametrize("path", sorted(path for path in MODULES if path.stem.startswith("words")), ids=name_of)
def test_no_words_are_written_twice_under_one_key(path):
    assert keys_written_twice(path.read_text()) == []


def test_a_key_that_is_written_twice_is_found():
    assert keys_written_twice("a = { b: { c: 1 }, d: 'x: {', // c: 2,\n c: 3, b: `${1}` };") == ["b"]
    assert keys_written_twice("a = { b: c ? d : e, d: { b: 1 }, f: ({ b: 1 }) => 2 };") == []
