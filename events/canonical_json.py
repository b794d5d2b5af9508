"""Canonical JSON of RFC 8785 for any value, fractions and names in any script included; slow and exact."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import msgspec

INTEGER_MAX = 2**53 - 1  # what lies beyond is a double in JSON, and written as one
_text = msgspec.json.Encoder().encode


def write_canonical(value: Any) -> bytes:
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return b"{" + b",".join(_text(name) + b":" + write_canonical(value[name]) for name in names) + b"}"
    if isinstance(value, (list, tuple)):
        return b"[" + b",".join(map(write_canonical, value)) + b"]"
    if isinstance(value, float) or (type(value) is int and abs(value) > INTEGER_MAX):
        return format_number(float(value)).encode()
    return _text(value)


def format_number(number: float) -> str:
    """As JavaScript writes it (ECMA-262, Number::toString)."""
    if not math.isfinite(number):
        raise ValueError("JSON has no such number")
    if number == 0:
        return "0"
    sign, numerals, exponent = Decimal(repr(number)).normalize().as_tuple()
    assert isinstance(exponent, int), "the number is finite"
    digits = "".join(map(str, numerals))
    point = len(digits) + exponent  # the number is 0.digits times ten to this power
    if 0 < point <= 21:
        digits = digits.ljust(point, "0")
        text = f"{digits[:point]}.{digits[point:]}".rstrip(".")
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        text = f"{digits[0]}.{digits[1:]}".rstrip(".") + f"e{point - 1:+d}"
    return "-" * sign + text
