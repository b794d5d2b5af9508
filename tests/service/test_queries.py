"""Questions over many matches: the rows, the worked queries of the guide, and what a query may not do."""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from bench.matches import NO_CLOCKS, MatchBuilder
from events.objects.store import ArchiveUnavailable
from games.registry import all_games
from projections.rows import RELATIONS
from service.tools.audit_rules import UNREADABLE, judge
from service.tools.export import Wanted, lines_of
from service.tools.rows_in_duckdb import ROWS_MAX, BadQuery, Found, ask, columns_of, write_parquet
from service.web.identity import Person
from tests.play import sample_params
from tests.policies import POLICIES

GUIDE = Path(__file__).parents[2] / "docs" / "queries.md"
PEOPLE = [Person(f"p-{seat}", f"Player {seat}", "player") for seat in range(3)]
MATCHES = {"coup": 12, "big-deal": 1, "szmal": 2, "clank": 3, "munchkin-apocalypse": 2}
WORKED = re.findall(r"^([^\n]+)\n\n```sql\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def play(builder: MatchBuilder, slug: str, seed: int, moves_max: int) -> str:
    """A match by the random player, some of whose moves an arbiter takes back."""
    rng = random.Random(seed)
    names = {field.name for field in msgspec.structs.fields(all_games()[slug].options)}
    options = {name: value for name, value in NO_CLOCKS.items() if name in names}
    match, moves = builder.begin(slug, options, rng.randbytes(32).hex()), 0
    while moves < moves_max and (table := builder.tables.recent(match)).status == "running":
        seat = rng.choice(table.to_act())
        template = POLICIES[slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
        builder.play(match, seat, template.type, msgspec.to_builtins(sample_params(template, rng)))
        moves += 1
        if moves == 5 and builder.tables.recent(match).status == "running":
            builder.rewind(match, 2)
    return match


@pytest.fixture(scope="module")
def builder() -> MatchBuilder:
    return MatchBuilder(PEOPLE)


@pytest.fixture(scope="module")
def finished(builder: MatchBuilder) -> list[str]:
    found = [play(builder, slug, seed, 5000) for slug, count in MATCHES.items() for seed in range(count)]
    assert {builder.tables.recent(match).status for match in found} == {"finished"}
    return found


@pytest.fixture(scope="module")
def running(builder: MatchBuilder) -> str:
    return play(builder, "coup", 99, 3)


def write(builder: MatchBuilder, wanted: Wanted, matches: list[str], folder: Path) -> Path:
    folder.mkdir()
    for name in RELATIONS:
        lines = [lines_of(wanted, builder.tables, match).lines.get(name, b"") for match in matches]
        (folder / f"{name}.ndjson").write_bytes(b"".join(lines))
    return folder


@pytest.fixture(scope="module")
def rows(builder: MatchBuilder, finished: list[str], running: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows")
    return write(builder, Wanted(), [*finished, running], folder / "made")


@pytest.fixture(scope="module")
def parquet(builder: MatchBuilder, finished: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write(builder, Wanted(), finished, tmp_path_factory.mktemp("parquet") / "it's made")
    write_parquet(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.parquet" for name in RELATIONS)
    return folder


def test_the_guide_works_ten_queries():
    assert len(WORKED) == 10


@pytest.mark.parametrize(("question", "sql"), WORKED, ids=[question[:40] for question, _ in WORKED])
def test_a_worked_query_has_an_answer(rows: Path, parquet: Path, question: str, sql: str):
    found = ask(rows, sql)
    assert found.rows, question
    assert all(value is not None for row in found.rows for value in row[:2])
    assert found.columns == ask(parquet, sql).columns
    assert rounded(found.rows) == rounded(ask(parquet, sql).rows), question


def rounded(rows: list[tuple[Any, ...]]) -> list[str]:
    """A sum of floats depends on the order in which they are read."""
    return sorted(str([round(value, 6) if isinstance(value, float) else value for value in row]) for row in rows)


def worked(question: str) -> str:
    return next(sql for asked, sql in WORKED if question in asked)


def test_first_movers_win_as_often_as_the_matches_say(builder, finished, rows):
    won: Counter[str] = Counter()
    for match in finished:
        table = builder.tables.recent(match)
        first = next(
            one.stored.actor
            for one in builder.store.read(match)
            if one.stored.cause is not None
            and one.stored.cause.type in table.game.commands
            and one.stored.step not in table.undone
        )
        won[table.game.slug] += int(first.removeprefix("seat:")) in table.result().winners
    answer = {row[0]: row[1:] for row in ask(rows, worked("moves first")).rows}
    assert {game: (count, won[game] / count) for game, count in MATCHES.items()} == {
        game: answer[game][:2] for game in MATCHES
    }
    assert all(row[2] == pytest.approx(1 / 3) for row in answer.values())


def test_bluffs_are_what_the_hands_say(builder, finished, rows):
    """By the states of the game, without the rows: a claim, and the cards that the claimant held."""
    claims: Counter[str] = Counter()
    bluffs: Counter[str] = Counter()
    for match in finished:
        table = builder.tables.recent(match)
        if table.game.slug != "coup":
            continue
        state = table.game.rules.initial
        for recorded in builder.store.read(match):
            event = table.ruleset.codec.read(recorded.stored)
            if type(event) not in table.game.rules.on_event or recorded.stored.step in table.undone:
                continue
            claim = getattr(event, "claim", None)
            if type(event).__name__ in ("ActionDeclared", "ActionBlocked") and claim is not None:
                seat = event.seat if type(event).__name__ == "ActionDeclared" else event.blocker
                claims[claim] += 1
                bluffs[claim] += claim not in [state.hands[seat][slot] for slot in state.hidden[seat]]
            state = table.game.evolve(state, event)
    answer = {row[0]: row[1:] for row in ask(rows, worked("bluff")).rows}
    assert {claim: row[0] for claim, row in answer.items()} == dict(claims)
    assert {claim: row[1] for claim, row in answer.items()} == {one: bluffs[one] / claims[one] for one in claims}
    assert sum(bluffs.values())


def test_the_rolls_are_those_that_the_events_show(builder, finished, rows):
    shown: list[int] = []
    for match in finished:
        for recorded in builder.store.read(match):
            if recorded.stored.type == "EscapeRolled":
                shown.append(recorded.stored.public["die"])
    assert shown
    (found,) = ask(
        rows, "SELECT list(shown) FROM draws JOIN events USING (match, step) WHERE type = 'EscapeRolled'"
    ).rows
    assert not Counter(shown) - Counter(found[0])


def test_a_running_match_is_left_out_unless_asked_for(builder, running, rows):
    sql = f"SELECT count(*) FROM events WHERE match = '{running}'"
    assert ask(rows, sql).rows == [(0,)]
    assert lines_of(Wanted(), builder.tables, running).lines == {}
    told = lines_of(Wanted(is_running=True), builder.tables, running)
    assert [json.loads(line)["status"] for line in told.lines["results"].splitlines()] == ["running"] * 3


def test_matches_are_chosen_by_game_and_time(builder, finished):
    def count(wanted: Wanted) -> int:
        return sum(bool(lines_of(wanted, builder.tables, match).lines) for match in finished)

    assert count(Wanted(games=("clank", "szmal"))) == 5
    assert count(Wanted(since_ms=1)) == len(finished)
    assert count(Wanted(since_ms=2**52)) == 0
    assert lines_of(Wanted(), builder.tables, "m-unknown").wrong == "there is no such match"


def test_a_match_whose_archive_fails_is_left_out_and_named(builder, finished, monkeypatch):
    def fail(match: str) -> list[Any]:
        raise ArchiveUnavailable("the disk does not answer")

    monkeypatch.setattr(builder.store, "read", fail)
    told = lines_of(Wanted(), builder.tables, finished[0])
    assert (told.lines, told.wrong) == ({}, "it cannot be read (the disk does not answer)")
    judged = judge(1, ("coup",), builder.tables, finished[0])
    assert (judged.outcome, judged.detail) == (UNREADABLE, "it cannot be read: the disk does not answer")


@pytest.mark.parametrize(
    "sql",
    [
        "COPY results TO '{folder}/stolen.csv'",
        "COPY (SELECT 1) TO '/tmp/stolen.csv'",
        "CREATE TABLE mine AS SELECT * FROM results",
        "INSERT INTO results SELECT * FROM results",
        "DELETE FROM results",
        "DROP VIEW results",
        "SELECT 1; DROP VIEW results",
        "ATTACH '{folder}/new.duckdb' AS new",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "EXPORT DATABASE '{folder}/dump'",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_parquet('https://example.org/x.parquet')",
        "SELECT * FROM GUIDE",
        "WITH mine AS (COPY results TO '{folder}/stolen.csv') SELECT * FROM mine",
        "WITH mine AS (COPY (SELECT 1) TO '{folder}/results.parquet' (FORMAT parquet)) SELECT * FROM mine",
        "WITH mine AS (DELETE FROM results) SELECT 1",
        "SELECT * FROM json_execute_serialized_sql(json_serialize_sql("
        "'WITH mine AS (COPY (SELECT 1) TO ''{folder}/stolen.csv'') SELECT * FROM mine'))",
        "SELECT (SELECT * FROM QUERY('SELECT 1'))",
        "SELECT * FROM read_text('{folder}/../secret')",
        "SELECT * FROM read_text('{folder}/results.parquet')",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '{folder}/log')",
        "SELECT nothing FROM results",
        "SELEC",
        "",
    ],
)
def test_a_query_that_does_more_than_ask_is_refused(parquet: Path, sql: str):
    (parquet.parent / "secret").write_text("secret")
    quote = "'" * (4 if "serialize" in sql else 2)  # a text in a text
    before = {path.name: path.read_bytes() for path in parquet.iterdir()}
    with pytest.raises(BadQuery):
        ask(parquet, sql.format(folder=str(parquet).replace("'", quote)))
    assert {path.name: path.read_bytes() for path in parquet.iterdir()} == before


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM range(3), LATERAL (SELECT unnest([1, 2]))",
        "SELECT * FROM (PIVOT results ON game IN ('coup', 'clank') USING count(*) GROUP BY seats)",
        "WITH RECURSIVE up(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM up WHERE i < 5) SELECT max(i) FROM up",
        "SUMMARIZE results",
        "SELECT key FROM commands, json_each(params) LIMIT 1; ",
        "SELECT key FROM commands, json_each(params) LIMIT 1 -- with a remark",
        'SELECT \'"type":"COPY_QUERY_NODE"\' AS text',
    ],
)
def test_what_only_asks_is_answered(parquet: Path, sql: str):
    assert ask(parquet, sql).rows


def test_an_answer_and_the_time_for_it_are_bounded(parquet: Path):
    with pytest.raises(BadQuery, match=f"more than {ROWS_MAX:,} rows"):
        ask(parquet, "SELECT * FROM range(100000000000)")
    assert len(ask(parquet, f"SELECT * FROM range({ROWS_MAX})").rows) == ROWS_MAX
    begun = time.monotonic()
    with pytest.raises(BadQuery, match="within 1 s"):
        ask(parquet, "SELECT count(*) FROM range(10000000000) AS a, range(10000000000) AS b", seconds=1)
    assert time.monotonic() - begun < 10


def test_a_query_in_no_encoding_and_one_without_end_are_refused(parquet: Path):
    with pytest.raises(BadQuery, match="UTF-8"):
        ask(parquet, "SELECT '\udcff'")
    with pytest.raises(BadQuery):
        ask(parquet, "SELECT " + "(SELECT " * 5000 + "1" + ")" * 5000)
    assert ask(parquet, "SELECT " + "(SELECT " * 30 + "1" + ")" * 30).rows == [(1,)]


def test_times_with_a_zone_and_long_intervals_are_text(parquet: Path):
    sql = "SELECT to_timestamp(60) AS at, [to_timestamp(0)] AS at, INTERVAL 3000000 YEARS AS wait, 1 AS one -- as is"
    assert ask(parquet, sql) == Found(
        ["at", "at", "wait", "one"], [("1970-01-01 00:01:00+00", "['1970-01-01 00:00:00+00']", "3000000 years", 1)]
    )


def test_what_has_no_room_in_memory_goes_to_a_folder_of_our_own(parquet: Path):
    (found,) = ask(parquet, "SELECT current_setting('temp_directory')").rows[0]
    assert Path(found).is_relative_to(tempfile.gettempdir())
    assert not Path(found).exists(), "it is gone with the answer"


def test_the_guide_names_every_column():
    text = GUIDE.read_text(encoding="utf-8")
    for relation in RELATIONS:
        (line,) = re.findall(rf"^\| `{relation}` \| .*\| (.*) \|$", text, re.MULTILINE)
        assert line == ", ".join(f"`{name}`" for name in columns_of(relation))


def test_columns_have_types(parquet: Path):
    types: dict[str, Any] = {row[0]: row[1] for row in ask(parquet, "DESCRIBE commands").rows}
    assert (types["at_ms"], types["is_play"], types["hand"], types["params"]) == (
        "BIGINT",
        "BOOLEAN",
        "VARCHAR[]",
        "JSON",
    )
    assert duckdb.__version__ >= "2"
