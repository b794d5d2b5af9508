"""The evidence of a dispute as one printable HTML page that loads nothing."""

from __future__ import annotations

import time
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

import msgspec

_STYLE = """
body{font:11pt/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#111;background:#fff}
h1{font-size:1.5em}h2{font-size:1.15em;border-bottom:1px solid #999;margin-top:1.6em}
pre{font:8.5pt/1.35 monospace;white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.6em}
dt{font-weight:bold;float:left;clear:left;width:9em}dd{margin-left:9.5em}li{margin:.2em 0}
@media print{pre{background:none;border:1px solid #999}h2{break-after:avoid}}
"""


# Allows nothing but the style above, by its hash.
POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def report_page(dispute: dict[str, Any], bundle: dict[str, Any]) -> str:
    ruling = "not ruled on yet" if dispute["ruling"] is None else f"{dispute['ruling']}: {dispute['reason']}"
    parts = [
        f"<h1>Dispute {escape(dispute['id'])}</h1>",
        _facts(
            {
                "Match": f"{bundle['game']}, {bundle['match']}",
                "About": f"step {bundle['step']}" + (" (undone since)" if bundle["undone"] else ""),
                "Claim": dispute["claim"],
                "Made by": dispute["by"],
                "Ruling": ruling,
                "Seen as": bundle["seen_as"],
                "Time of the step": _time(bundle["at"]),
            }
        ),
        "<h2>What happened</h2>",
        "<ol>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in bundle["narration"]) + "</ol>",
        "<h2>The command as received</h2>" + _json(bundle["command"]),
        "<h2>The rules that applied</h2>",
        "".join(f"<p><b>{escape(rule['id'])}</b> {escape(rule['text'])}</p>" for rule in bundle["rules"]),
        "<h2>What else could have been done</h2>" + _json(bundle["choices"]),
        "<h2>Where the randomness came from</h2>" + _luck(bundle["luck"]),
        *(f"<h2>Before, as {_who(name)} saw it</h2>{_json(view)}" for name, view in bundle["before"].items()),
        *(f"<h2>After, as {_who(name)} saw it</h2>{_json(view)}" for name, view in bundle["after"].items()),
        "<h2>Events</h2>" + _json(bundle["events"]),
        "<h2>Proof</h2>" + _json({"checkpoint": bundle["checkpoint"], "proofs": bundle["proofs"]}),
    ]
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dispute {escape(dispute["id"])}</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f"{head}{view}<style>{_STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>"


def _luck(calls: list[Any] | None) -> str:
    return "<p>It is opened when the match ends.</p>" if calls is None else _json(calls)


def _who(viewer: str) -> str:
    return f"seat {viewer}" if viewer.isdigit() else f"the {escape(viewer)}"


def _facts(facts: dict[str, str]) -> str:
    return (
        "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items()) + "</dl>"
    )


def _json(value: Any) -> str:
    text = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
    return f'<pre tabindex="0">{escape(text)}</pre>'


def _time(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at_ms / 1000)) + f".{at_ms % 1000:03d} UTC"
