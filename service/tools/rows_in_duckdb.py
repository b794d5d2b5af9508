"""Exported rows in DuckDB: written as Parquet, and asked with SQL that can only read."""

from __future__ import annotations

import tempfile
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

import msgspec

from projections.rows import RELATIONS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ROWS_MAX = 100_000  # of an answer; whoever wants more rows wants the export
SECONDS = 60.0
# Functions that a query may use after FROM. Others read files, or carry out a text that nobody has looked at.
TABLE_FUNCTIONS = frozenset(
    {"generate_series", "histogram", "histogram_values", "json_each", "json_tree", "range", "unnest"}
)
ONLY_SELECT = "a query is one SELECT; nothing else is carried out, and nothing is changed"
SQL_TYPES = {str: "VARCHAR", int: "BIGINT", bool: "BOOLEAN", list[str]: "VARCHAR[]"}


class NoDuckDB(Exception):
    """DuckDB is not installed."""


class BadQuery(ValueError):
    """A query that is refused, or that DuckDB cannot carry out."""


class Found(NamedTuple):
    columns: list[str]
    rows: list[tuple[Any, ...]]


def must_have_duckdb() -> None:
    try:
        import duckdb  # noqa: F401  # only to see whether it can be imported
    except ImportError:
        raise NoDuckDB("DuckDB is not installed; pip install 'matchledger[query]' adds it") from None


def columns_of(relation: str) -> dict[str, str]:
    """The columns of a relation and their types in SQL; what has no type of its own is JSON."""
    return {name: _sql_type(hint) for name, hint in get_type_hints(RELATIONS[relation]).items()}


def _sql_type(hint: Any) -> str:
    if isinstance(hint, types.UnionType):
        hint = next(one for one in get_args(hint) if one is not type(None))
    return SQL_TYPES.get(hint, "JSON")


def write_parquet(folder: Path) -> None:
    """One Parquet file in place of each NDJSON file of the folder."""
    import duckdb

    try:
        with duckdb.connect(":memory:") as connection:
            for relation in RELATIONS:
                lines, file = folder / f"{relation}.ndjson", folder / f"{relation}.parquet"
                rows = f"SELECT * FROM {_read(lines, relation)}"
                connection.execute(f"COPY ({rows}) TO {_quote(file)} (FORMAT parquet, COMPRESSION zstd)")
                lines.unlink()
    except duckdb.Error as error:  # a full disk, above all
        raise OSError(str(error)) from error


def ask(folder: Path, sql: str, seconds: float = SECONDS) -> Found:
    """The answer to one SELECT over the exported files; it can neither write nor read anything else."""
    import duckdb

    try:
        with (
            tempfile.TemporaryDirectory(prefix="matchledger-query-") as scratch,
            duckdb.connect(":memory:") as connection,
        ):
            files = {relation: _file_of(folder, relation).resolve() for relation in RELATIONS}
            for relation, file in files.items():
                connection.execute(f"CREATE VIEW {relation} AS SELECT * FROM {_read(file, relation)}")
            _close_doors(connection, files.values(), Path(scratch), seconds)
            asked = connection.sql(_the_one_that_reads(connection, sql))
            wanted = ", ".join(_in_python(place, str(kind)) for place, kind in enumerate(asked.types, 1))
            found = Found(asked.columns, asked.project(wanted).limit(ROWS_MAX + 1).fetchall())
    except duckdb.InterruptException:
        raise BadQuery(f"it had no answer within {seconds:g} s; --seconds allows more") from None
    except duckdb.Error as error:
        raise BadQuery(str(error)) from error
    if len(found.rows) > ROWS_MAX:
        raise BadQuery(f"the answer has more than {ROWS_MAX:,} rows; add a LIMIT, or read the files of an export")
    return found


def _in_python(place: int, kind: str) -> str:
    """A column of the answer. Python's types have no room for some intervals, and need a package for time zones."""
    is_text = any(word in kind for word in ("TIME ZONE", "TIMESTAMPTZ", "INTERVAL"))
    return f"CAST(#{place} AS VARCHAR)" if is_text else f"#{place}"


def _close_doors(connection: DuckDBPyConnection, files: Iterable[Path], scratch: Path, seconds: float) -> None:
    """No file but the rows, no network, no extension, a bounded time, no way to change these settings."""
    connection.execute(f"SET temp_directory = {_quote(scratch)}")  # else in the current folder, for everybody
    connection.execute(f"SET allowed_paths = [{', '.join(map(_quote, files))}]")
    for setting in ("enable_external_access", "autoinstall_known_extensions", "autoload_known_extensions"):
        connection.execute(f"SET {setting} = false")
    connection.execute("SET python_enable_replacements = false")
    connection.execute(f"SET max_execution_time = {max(1, round(seconds * 1000))}")
    connection.execute("SET lock_configuration = true")


def _the_one_that_reads(connection: DuckDBPyConnection, sql: str) -> str:
    """The statement, if it is one and only reads.

    DuckDB knows which files a query may use, but not whether for reading or for writing. And a SELECT can write:
    `WITH x AS (COPY … TO …) SELECT …`, or by a function that carries out a text. So this looks at the whole query.
    """
    import duckdb

    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise BadQuery(ONLY_SELECT)
        statement: str = statements[0].query.strip().removesuffix(";")
        tree = connection.execute("SELECT json_serialize_sql(?)", [statement]).fetchall()[0][0]
        for node in _nodes(msgspec.json.decode(tree)):
            _check_node(node)
        return statement
    except TypeError:
        raise BadQuery("a query is text in UTF-8") from None
    except RecursionError:
        raise BadQuery("the query is nested too deeply") from None


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, dict):
            yield node
            left += node.values()
        elif isinstance(node, list):
            left += node


def _check_node(node: dict[str, Any]) -> None:
    kind = str(node.get("type"))
    if node.get("error") is True:
        raise BadQuery(f"{ONLY_SELECT} ({node.get('error_message')})")
    if kind.endswith("_QUERY_NODE"):  # COPY, INSERT, UPDATE and DELETE; those of SELECT have other names
        raise BadQuery(ONLY_SELECT)
    if kind == "TABLE_FUNCTION" and node["function"]["function_name"].lower() not in TABLE_FUNCTIONS:
        raise BadQuery(
            f"{node['function']['function_name']} is not open to queries; of functions after FROM these are: "
            f"{', '.join(sorted(TABLE_FUNCTIONS))}"
        )


def _file_of(folder: Path, relation: str) -> Path:
    for path in (folder / f"{relation}.parquet", folder / f"{relation}.ndjson"):
        if path.exists():
            return path
    raise BadQuery(f"{folder} holds no {relation}: it was not written by `matchledger export`")


def _read(file: Path, relation: str) -> str:
    if file.suffix == ".parquet":
        return f"read_parquet({_quote(file)})"
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in columns_of(relation).items())
    return f"read_json({_quote(file)}, format = 'newline_delimited', columns = {{{columns}}})"


def _quote(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
