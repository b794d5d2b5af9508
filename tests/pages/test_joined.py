"""Modules are joined into one file for a first visit; what is not understood is refused, never joined wrongly."""

from __future__ import annotations

import gzip
import json
import re

import brotli
import pytest

from games.registry import all_games
from pages import (
    SHELL_PATHS,
    STATIC,
    changed_at,
    joined_addition,
    joined_page,
    joined_styles,
    load_module,
    shell_asset,
    shorten_css,
)
from pages.joined import CannotJoin, join_modules, order_modules, parse_module

FILES = {
    "a.js": "import { b as one } from './b.js';\nexport const a = () => one(); // as it is\nexport { one };\n",
    "b.js": "export { c as b } from './deep/c.js';\nexport const later = () => import('./a.js');\n",
    "deep/c.js": "// alone\nexport function c() {\n  return 'c // c';\n}\nexport const d = () => import('./d.js');\n",
}


def join(*entries: str, **files: str) -> str:
    known = FILES | {f"{name}.js": text for name, text in files.items()}
    return join_modules(order_modules(entries, lambda name: parse_module(name, known[name])), "/static/x/")


def test_each_module_comes_after_what_it_needs_and_is_evaluated_once():
    text = join("a.js", "b.js")
    places = [text.index(f"M['{name}'] ??=") for name in ("deep/c.js", "b.js", "a.js")]
    assert places == sorted(places)
    assert text.count("??= (() =>") == 3
    assert "const { b: one } = M['b.js'];" in text
    assert "return { b: M['deep/c.js'].c, later };" in text
    assert "return { one, a };" in text


def test_a_later_import_is_looked_up_from_the_folder_of_its_module():
    text = join("a.js")
    assert "take('deep', './d.js')" in text
    assert "take('.', './a.js')" in text


def test_comments_go_and_texts_stay():
    text = join("a.js")
    assert "alone" not in text
    assert "as it is" not in text
    assert "'c // c'" in text


@pytest.mark.parametrize(
    "text",
    [
        "export let changing = 1;",
        "export default 1;",
        "export const [a, b] = [1, 2];",
        "import * as everything from './b.js';",
        "import './b.js';",
        "await fetch('/');",
        "const here = import.meta.url;",
        "import { x } from './x.js';",  # itself
    ],
)
def test_what_is_not_understood_is_refused(text):
    with pytest.raises(CannotJoin):
        join("x.js", x=text)


@pytest.mark.parametrize("entry", ["lobby.js", "invitation.js"])
def test_the_pages_of_players_are_joined(entry):
    assert entry in SHELL_PATHS.values()
    made = joined_page(entry, changed_at())
    assert brotli.decompress(made.encoded["br"]) == gzip.decompress(made.encoded["gzip"]) == made.body


def test_what_a_module_imports_is_exported_there():
    """A joined file would show a missing name only when it is used."""
    for module in order_modules(("invitation.js", "match.js", "lobby.js"), load_module):
        for names, source in module.imports:
            exports = {out for out, _ in load_module(source).exports}
            again = " ".join(names for names, _ in load_module(source).reexports).replace(",", " ").split()
            for name in names.split(","):
                wanted = name.split()[0] if name.strip() else None
                assert wanted is None or wanted in exports | set(again), (module.name, wanted)


def test_styles_lose_what_means_nothing_and_keep_the_space_that_does():
    text = "/* why */\na { color: red; }\n\n.b :is(i, b) > u { margin: 0 1px; }\n"
    assert shorten_css(text) == "a{color: red}.b :is(i,b) > u{margin: 0 1px}"


@pytest.mark.parametrize("entry", sorted(set(SHELL_PATHS.values())))
def test_a_page_has_one_style_sheet_and_the_files_that_it_names(entry):
    sheets = re.findall(
        r'<link rel="stylesheet" href="/static/[0-9a-f]{20}/([^"]+)">', str(shell_asset(entry, changed_at()).body)
    )
    assert sheets == [f"joined-{entry.removesuffix('.js')}.css"]
    for name in re.findall(r"url\(([^)]+)\)", joined_styles(entry, changed_at()).body.decode()):
        assert (STATIC / name).is_file(), "relative to the address of the sheet, which is beside the files"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_table_brings_its_own_style_sheet_and_no_other(game):
    joined = joined_addition("invitation.js", f"tables/{game}/table.js", changed_at()).body.decode()
    sheets = {path.parent.name: shorten_css(path.read_text()) for path in STATIC.glob("tables/*/table.css")}
    assert f"M['tables/{game}/table.css'] = {json.dumps(sheets[game])};" in joined
    assert [other for other in sheets if f"M['tables/{other}/table.css']" in joined] == [game]
    page = joined_styles("invitation.js", changed_at()).body.decode()
    assert ".felt-general" in page
    assert not re.search(r"\.felt-(?!general)", page), "what only one table needs is in the sheet of that table"
