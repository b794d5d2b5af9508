"""Joins the ES modules of a page into one file, so that a first visit asks for one file instead of forty.

The modules stay as they are, and each can still be asked for by itself. A joined file evaluates each module once, in a
function of its own, and keeps what it exports in a registry; what is loaded later finds it there. Only the plain forms
of `import` and `export` are understood; anything else is refused, and then the page loads its modules one by one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from msgspec import Struct

_IMPORT = re.compile(r"^import \{([^}]*)\} from '(\.{1,2}/[^']+)';$", re.MULTILINE)
_REEXPORT = re.compile(r"^export \{([^}]*)\} from '(\.{1,2}/[^']+)';$", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|^await\b.*|import\.meta", re.MULTILINE)
_DYNAMIC = re.compile(r"\bimport\(")
# Comments that fill a line, indentation, and comments at the end of a line, if no text can be meant.
_COMMENT = re.compile(r"^[ \t]*//.*\n|^[ \t]+|[ \t]+// [^'\"`\n]*$", re.MULTILINE)

# `take` is what dynamic imports become: from the registry, or the file that puts it there. Browsers remember that a
# file did not come and never ask for it again, so after a lost connection it is asked for by another address.
_HEAD = """const M = globalThis.matchledgerModules ??= {};
const take = async (from, path) => {
const name = new URL(path, `http://x/${from}/`).pathname.slice(1);
if (!(name in M)) await import(`%s${name}`).catch(() => import(`%s${name}?${Date.now()}`));
return M[name];
};
"""


class CannotJoin(Exception):
    """A module uses a form of `import` or `export` that is not understood, or modules import each other in a circle."""


class Module(Struct, frozen=True):
    """A module taken apart: what it imports from where, what it exports, and its text without both."""

    name: str
    imports: tuple[tuple[str, str], ...]  # names as in the text, and the module
    exports: tuple[tuple[str, str], ...]  # name outside, expression inside
    reexports: tuple[tuple[str, str], ...]  # names as in the text, and the module
    body: str

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(module for _, module in (*self.imports, *self.reexports)))


def parse_module(name: str, text: str) -> Module:
    folder = PurePosixPath(name).parent

    def resolve(found: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((names, os.path.normpath(folder / path)) for names, path in found)

    imports, reexports = resolve(_IMPORT.findall(text)), resolve(_REEXPORT.findall(text))
    listed = [pair for names in _EXPORT_LIST.findall(text) for pair in _pairs(names)]
    declared = [(one, one) for _, one in _EXPORT.findall(text)]
    body = _EXPORT.sub(r"\1 \2", _EXPORT_LIST.sub("", _REEXPORT.sub("", _IMPORT.sub("", text))))
    unknown = _UNKNOWN.search(body)
    if unknown is not None:
        raise CannotJoin(f"{name}: {unknown[0]}")
    body = _DYNAMIC.sub(f"take('{folder}', ", _COMMENT.sub("", body))
    exports = [(outside, inside) for inside, outside in listed] + declared
    return Module(name, imports, tuple(exports), reexports, body.strip())


def _pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c` -> (a, a), (b, c)."""
    words = [one.split() for one in names.split(",") if one.strip()]
    return [(one[0], one[-1]) for one in words]


def order_modules(entries: Iterable[str], load: Callable[[str], Module]) -> list[Module]:
    """The modules and all that they import, each after what it needs."""
    done: dict[str, Module] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in open_:
            raise CannotJoin(f"a circle of imports: {' -> '.join([*open_, name])}")
        open_.append(name)
        module = load(name)
        for needed in module.needs:
            visit(needed)
        open_.pop()
        done[name] = module

    for entry in entries:
        visit(entry)
    return list(done.values())


def join_modules(modules: list[Module], address: str, known: Iterable[str] = ()) -> str:
    """One text. `address`: below which what is missing can be asked for; `known`: modules that the page has already."""
    skipped = frozenset(known)
    head = _HEAD % (address, address)
    return head + "\n".join(_wrap(module) for module in modules if module.name not in skipped) + "\n"


def _wrap(module: Module) -> str:
    imports = "\n".join(f"const {{ {_renamed(names)} }} = M['{source}'];" for names, source in module.imports)
    again = [f"{out}: M['{source}'].{inner}" for names, source in module.reexports for inner, out in _pairs(names)]
    exports = ", ".join([*again, *(out if out == inner else f"{out}: {inner}" for out, inner in module.exports)])
    return f"M['{module.name}'] ??= (() => {{\n{imports}\n{module.body}\nreturn {{ {exports} }};\n}})();"


def _renamed(names: str) -> str:
    return ", ".join(a if a == b else f"{a}: {b}" for a, b in _pairs(names))
