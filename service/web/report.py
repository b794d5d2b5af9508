"""The evidence of a dispute as one printable HTML page that loads nothing."""

from __future__ import annotations

import time
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

import msgspec

from projections.patches import make_patch

_STYLE = """
body{font:11pt/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#111;background:#fff}
h1{font-size:1.5em}h2{font-size:1.15em;border-bottom:1px solid #999;margin-top:1.6em}
pre{font:8.5pt/1.35 monospace;white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.6em}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;border-bottom:1px solid #ccc;padding:.15em .4em;overflow-wrap:anywhere}
dt{font-weight:bold;float:left;clear:left;width:9em}dd{margin-left:9.5em}li{margin:.2em 0}
@media print{pre{background:none;border:1px solid #999}h2{break-after:avoid}}
"""


# Allows nothing but the style above, by its hash.
POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def report_page(dispute: dict[str, Any], bundle: dict[str, Any], around: list[dict[str, Any]]) -> str:
    """`around` are the steps before and after, in words."""
    ruling = "not ruled on yet" if dispute["ruling"] is None else f"{dispute['ruling']}: {dispute['reason']}"
    title = f"Dispute {dispute['number']}, {bundle['game']}, step {bundle['step']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _facts(
            {
                "Dispute": dispute["id"],
                "About": f"step {bundle['step']}" + (" (undone since)" if bundle["undone"] else ""),
                "Claim": dispute["claim"],
                "Made by": _who(dispute["by"]),
                "Ruling": ruling,
                "Seen as": bundle["seen_as"],
                "Time of the step": _time(bundle["at"]),
            }
        ),
        "<h2>What happened</h2>",
        "<ol>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in bundle["narration"]) + "</ol>",
        "<h2>The steps around it</h2>" + _around(around, bundle["step"]),
        *(
            f"<h2>What it changed, as {_who(name)} saw it</h2>{_changes(before, bundle['after'][name])}"
            for name, before in bundle["before"].items()
        ),
        "<h2>What else could have been done</h2>" + _choices(bundle["choices"]),
        "<h2>The rules that applied</h2>",
        "".join(f"<p><b>{escape(rule['id'])}</b> {escape(rule['text'])}</p>" for rule in bundle["rules"]),
        "<h2>Where the randomness came from</h2>" + _luck(bundle["luck"]),
        "<h2>The command as received</h2>" + _json(bundle["command"]),
        "<h2>Events</h2>" + _json(bundle["events"]),
        *(f"<h2>The table before, as {_who(name)} saw it</h2>{_json(view)}" for name, view in bundle["before"].items()),
        "<h2>Proof</h2>" + _json({"checkpoint": bundle["checkpoint"], "proofs": bundle["proofs"]}),
    ]
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f"{head}{view}<style>{_STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>"


def _around(steps: list[dict[str, Any]], disputed: int) -> str:
    def line(one: dict[str, Any]) -> str:
        text = escape(f"{one['step']}: {' '.join(one['narration'])}" + (" (undone since)" if one["undone"] else ""))
        return f"<li><b>{text}</b></li>" if one["step"] == disputed else f"<li>{text}</li>"

    return "<ul>" + "".join(line(one) for one in steps) + "</ul>"


def _changes(before: Any, after: Any) -> str:
    """Place by place; how the whole table stood before is further down."""
    rows = [(one["op"], one["path"], one.get("value")) for one in make_patch(before, after)]
    if not rows:
        return "<p>Nothing.</p>"
    cells = (f"<tr><td>{op}</td><td>{escape(path)}</td><td>{_short(value)}</td></tr>" for op, path, value in rows)
    return f"<table><tr><th>what</th><th>where</th><th>now</th></tr>{''.join(cells)}</table>"


def _short(value: Any) -> str:
    return escape(msgspec.json.encode(value).decode()) if value is not None else ""


def _choices(choices: list[dict[str, Any]]) -> str:
    if not choices:
        return "<p>Nobody had a choice, or it is not for the reader to know.</p>"
    return "<ul>" + "".join(f"<li>{escape(_choice(one))}</li>" for one in choices) + "</ul>"


def _choice(one: dict[str, Any]) -> str:
    label = one.get("label") or one["type"]
    return f"{label}: {one['effect']}" if one.get("effect") else label


def _luck(calls: list[Any] | None) -> str:
    return "<p>It is opened when the match ends.</p>" if calls is None else _json(calls)


def _who(viewer: str) -> str:
    seat = viewer.removeprefix("seat:")
    return f"seat {seat}" if seat.isdigit() else f"the {escape(viewer.partition(':')[0])}"


def _facts(facts: dict[str, str]) -> str:
    return (
        "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items()) + "</dl>"
    )


def _json(value: Any) -> str:
    text = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
    return f'<pre tabindex="0">{escape(text)}</pre>'


def _time(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at_ms / 1000)) + f".{at_ms % 1000:03d} UTC"
