"""The difference between two JSON documents as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Operation = dict[str, Any]


def make_patch(before: Any, after: Any) -> list[Operation]:
    """Operations that turn one document into the other: short for small changes, and not always the shortest."""
    patch: list[Operation] = []
    _compare(before, after, "", patch)
    return patch


def _compare(before: Any, after: Any, path: str, patch: list[Operation]) -> None:
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        _compare_objects(before, after, path, patch)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        _compare_lists(before, after, path, patch)
    elif type(before) is not type(after) or before != after:  # in Python True equals 1, in JSON it does not
        patch.append({"op": "replace", "path": path, "value": after})


def _compare_objects(before: dict[str, Any], after: dict[str, Any], path: str, patch: list[Operation]) -> None:
    for name, value in before.items():
        if name not in after:
            patch.append({"op": "remove", "path": f"{path}/{_escape(name)}"})
        else:
            _compare(value, after[name], f"{path}/{_escape(name)}", patch)
    for name, value in after.items():
        if name not in before:
            patch.append({"op": "add", "path": f"{path}/{_escape(name)}", "value": value})


def _compare_lists(before: Sequence[Any], after: Sequence[Any], path: str, patch: list[Operation]) -> None:
    """Elements that are the same at both ends stay; those between are compared in order, then removed or added."""
    first, last_before, last_after = _trim(before, after)
    common = min(last_before, last_after)
    for index in range(first, common):
        _compare(before[index], after[index], f"{path}/{index}", patch)
    for index in range(last_before - 1, common - 1, -1):
        patch.append({"op": "remove", "path": f"{path}/{index}"})
    for index in range(common, last_after):
        patch.append({"op": "add", "path": f"{path}/{index}", "value": after[index]})


def _trim(before: Sequence[Any], after: Sequence[Any]) -> tuple[int, int, int]:
    """Where the lists begin to differ, and where each one goes on as the other does."""
    if len(before) == len(after):  # changed in place, most likely
        return 0, len(before), len(after)
    first, shorter = 0, min(len(before), len(after))
    while first < shorter and _is_same(before[first], after[first]):
        first += 1
    kept, kept_max = 0, shorter - first
    while kept < kept_max and _is_same(before[-1 - kept], after[-1 - kept]):
        kept += 1
    return first, len(before) - kept, len(after) - kept


def _is_same(one: Any, other: Any) -> bool:
    """Equal as JSON: where Python takes True for 1, they differ."""
    return bool(one == other) and not make_patch(one, other)


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name
