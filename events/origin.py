"""Origins: what signed checkpoints are about. A key is named as the origin of the service that holds it.

`<origin>` is the log of heads, `<origin>+2` the one that was begun after it was lost, `<origin>/<match>` a match,
`<origin>/imported/<match>` one that was played elsewhere.
"""

from __future__ import annotations

import re
from hashlib import sha256

FIRST_LOG = 1
_HASH_DIGITS = 16
# A URL without its scheme. It has a dot, a colon or a slash, which ids of matches never have.
_ORIGIN = re.compile(r"(?=.*[.:/])[!-*,-~]{3,200}")


def default_origin(public: bytes) -> str:
    """Named after the key, so that no two installations share one."""
    return f"matchledger.local/{sha256(public).hexdigest()[:_HASH_DIGITS]}"


def is_origin(text: str) -> bool:
    return _ORIGIN.fullmatch(text) is not None


def origin_in(key: str) -> str:
    """The origin that a verifier key is named after."""
    return key.partition("+")[0]


def names_log(text: str) -> bool:
    """Whether an entry of a head log names an earlier log, whichever number that has, and not a match."""
    return is_origin(origin_in(text))


def match_origin(origin: str, match: str, *, is_imported: bool = False) -> str:
    """Of an imported match it says so: whoever signs it has not seen it played."""
    return f"{origin}/imported/{match}" if is_imported else f"{origin}/{match}"


def match_origins(origin: str, match: str) -> tuple[str, str]:
    """Both origins that a match can have."""
    return match_origin(origin, match), match_origin(origin, match, is_imported=True)


def log_origin(origin: str, number: int) -> str:
    """The origin of a log's checkpoints: a log cannot be continued differently under the same one."""
    return origin if number == FIRST_LOG else f"{origin}+{number}"


def log_number(origin: str) -> int:
    """The number of the log that has this origin; no name of a key has a plus."""
    number = origin.partition("+")[2]
    return int(number) if number.isascii() and number.isdigit() else FIRST_LOG


def is_log_origin(text: str, origin: str) -> bool:
    return text == log_origin(origin, log_number(text))
