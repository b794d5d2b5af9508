"""`make golden`: write the golden matches that are missing, or that the installed rules would decide otherwise."""

from __future__ import annotations

import json
import sys

from games.registry import all_games, all_rules
from ledger.table import rulesets_of
from tests.golden.check import INDEX, line_of, listed, name_of, text_of, trouble_with
from tests.golden.matches import FOLDER, files, made, packed


def main() -> int:
    rulesets = rulesets_of(all_rules())
    lines = listed()
    for game in all_games().values():
        folder = FOLDER / game.slug
        folder.mkdir(exist_ok=True)
        trouble = [found for path in folder.glob(f"v{game.rules_version}-*") if (found := trouble_with(path, rulesets))]
        if not trouble and any(folder.glob(f"v{game.rules_version}-*")):
            print(f"{game.slug}: as they were")
            continue
        for found in trouble:
            print(f"no longer as it was: {found}")
        for path in folder.glob(f"v{game.rules_version}-*"):
            path.unlink()
            lines.pop(name_of(path), None)
        for kept in made(game):
            (folder / f"{kept.name}.jsonl.gz").write_bytes(packed(kept.text))
            print(f"{game.slug}: {kept.name} written")
        text_of.cache_clear()
        for path in folder.glob(f"v{game.rules_version}-*"):
            lines[name_of(path)] = line_of(path, rulesets)
    INDEX.write_text(json.dumps(dict(sorted(lines.items())), indent=1) + "\n")
    print(f"{len(files())} matches, {sum(path.stat().st_size for path in files()) // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
