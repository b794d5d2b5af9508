"""What a person sees who has come to an address where there is nothing, or where something went wrong."""

from __future__ import annotations

from html import escape

# Without a script: it must be readable whatever is wrong. Marked as ready, as the other pages mark themselves.
_PAGE = """<!doctype html>
<html lang="en" data-ready="yes">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Match Ledger</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/style.css">
</head>
<body>
<header class="bar">
<a href="/" class="brand"><img src="/static/icon.svg" alt="" width="28" height="28">Match Ledger</a>
<nav aria-label="Pages"><a href="/">Lobby</a> <a href="/standings">Standings</a> <a href="/docs">API</a></nav>
</header>
<main>
<div class="panel lost" data-status="{status}">
<p class="lost-number" aria-hidden="true">{status}</p>
<h1>{title}</h1>
<p>{detail}</p>
<p><a class="button primary" href="/">To the lobby</a></p>
</div>
</main>
</body>
</html>
"""


def problem_page(status: int, title: str, detail: str) -> bytes:
    return _PAGE.format(status=status, title=escape(title), detail=escape(detail)).encode()
