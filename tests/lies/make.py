"""`python -m tests.lies.make`: write expected.json; what changes in it is reviewed like code."""

from __future__ import annotations

import json
import sys

from tests.lies.corpus import EXPECTED, corpus
from tests.lies.verifiers import VERIFIERS, summary


def main() -> int:
    lines = {
        name: {verifier: summary(run(text)) for verifier, run in VERIFIERS.items()}
        for name, make in corpus().items()
        for text in [make()]
    }
    EXPECTED.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")
    print(f"{len(lines)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
