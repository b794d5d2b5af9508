"""Records of a game as Python source, with the imports that it needs."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from msgspec import Struct


class Source:
    """Writes values as source, and remembers the classes that were named."""

    def __init__(self) -> None:
        self._modules: dict[str, str] = {}  # by the name of the class

    def of(self, value: Any) -> str:
        """The value as an expression."""
        match value:
            case Struct():
                return f"{self.name(type(value))}({', '.join(self._fields(value))})"
            case str():
                return json.dumps(value, ensure_ascii=False)
            case tuple():
                return f"({', '.join(map(self.of, value))}{',' * (len(value) == 1)})"
            case list():
                return f"[{', '.join(map(self.of, value))}]"
            case dict():
                return "{" + ", ".join(f"{self.of(key)}: {self.of(one)}" for key, one in value.items()) + "}"
            case frozenset():
                return f"frozenset({self.of(sorted(value))})"
            case None | bool() | int() | float():
                return repr(value)
        raise TypeError(f"{type(value).__name__} cannot be written as source")

    def _fields(self, value: Struct) -> list[str]:
        return [f"{name}={self.of(getattr(value, name))}" for name in value.__struct_fields__]

    def name(self, kind: type) -> str:
        """The name of a class, to be imported."""
        known = self._modules.setdefault(kind.__name__, kind.__module__)
        if known != kind.__module__:
            raise TypeError(f"there are two {kind.__name__}: in {known} and in {kind.__module__}")
        return kind.__name__

    def imports(self) -> str:
        """The imports of all that was named so far."""
        names = defaultdict(list)
        for name, module in self._modules.items():
            names[module].append(name)
        return "\n".join(f"from {module} import {', '.join(sorted(found))}" for module, found in sorted(names.items()))
