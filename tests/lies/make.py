"""`python -m tests.lies.make`: write expected.json; what changes in it is reviewed like code."""

from __future__ import annotations

import json
import sys

from tests.lies.corpus import EXPECTED, corpus
from tests.lies.labels import LABELS
from tests.lies.verifiers import VERIFIERS, importable, summary


def labels(name: str) -> dict[str, str]:
    return {} if name.startswith("honest_") else dict(zip(("kind", "by"), LABELS[name]))


def found(text: bytes) -> dict[str, object]:
    return {**{verifier: summary(run(text)) for verifier, run in VERIFIERS.items()}, "import": importable(text)}


def main() -> int:
    lines = {name: {**labels(name), **found(make())} for name, make in corpus().items()}
    EXPECTED.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")
    print(f"{len(lines)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
