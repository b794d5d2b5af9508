"""`python -m bench.queries`: the worked queries of docs/queries.md over as many matches as asked for, from Parquet.

Some matches of each game are played; the rest are copies of their rows under other ids of matches and players.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from pathlib import Path
from random import Random

import duckdb

from bench.matches import MatchBuilder
from bench.results import keep
from games.registry import all_games
from projections.rows import RELATIONS
from service.tools.export import Wanted, lines_of
from service.tools.rows_in_duckdb import ask, columns_of
from service.web.identity import Person

GUIDE = Path(__file__).parents[1] / "docs" / "queries.md"
WORKED = re.compile(r"^([^\n]+)\n\n```sql\n(.*?)```", re.MULTILINE | re.DOTALL)
PEOPLE = [Person(f"p-{seat}", f"Player {seat}", "player") for seat in range(3)]
MOVES_MAX = 5000
MB = 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--played", type=int, default=8, help="different matches of each game")
    chosen = parser.parse_args()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder:
        played, rows = Path(folder) / "played", Path(folder) / "rows"
        count = play_matches(played, chosen.played)
        multiply(played, rows, -(-chosen.matches // count))
        for name in RELATIONS:
            file = rows / f"{name}.parquet"
            with duckdb.connect(":memory:") as connection:
                found = connection.execute(f"SELECT count(*) FROM read_parquet('{file}')").fetchone()
            assert found is not None
            print(f"{name:12}{found[0]:>12,} rows {file.stat().st_size / MB:>8.1f} MB", flush=True)
        for title, sql in WORKED.findall(GUIDE.read_text(encoding="utf-8")):
            begun = time.perf_counter()
            answer = ask(rows, sql)
            figures[title] = time.perf_counter() - begun
            print(f"{figures[title]:6.2f} s  {len(answer.rows):>4} rows  {title}", flush=True)
    keep("queries", [], figures)
    return 0


def play_matches(folder: Path, count: int) -> int:
    """The rows of so many finished matches of each game; answers how many matches there are."""
    builder, matches = MatchBuilder(PEOPLE), []
    for slug in all_games():
        for seed in range(count):
            match = builder.record(slug, Random(seed), MOVES_MAX).match
            if builder.tables.recent(match).status == "finished":
                matches.append(match)
    folder.mkdir()
    for name in RELATIONS:
        lines = (lines_of(Wanted(), builder.tables, match).lines[name] for match in matches)
        (folder / f"{name}.ndjson").write_bytes(b"".join(lines))
    return len(matches)


def multiply(played: Path, rows: Path, copies: int) -> None:
    """So many copies of each row, each copy with other ids."""
    rows.mkdir()
    with duckdb.connect(":memory:") as connection:
        for name in RELATIONS:
            columns = columns_of(name)
            types = ", ".join(f"'{column}': '{kind}'" for column, kind in columns.items())
            wanted = ", ".join(
                f"{column} || '-' || copy AS {column}" if column in ("match", "player") else column
                for column in columns
            )
            connection.execute(
                f"COPY (SELECT {wanted} FROM read_json('{played / name}.ndjson', format = 'newline_delimited', "
                f"columns = {{{types}}}), range({copies}) AS copies(copy) ORDER BY copy) "
                f"TO '{rows / name}.parquet' (FORMAT parquet, COMPRESSION zstd)"
            )


if __name__ == "__main__":
    raise SystemExit(main())
