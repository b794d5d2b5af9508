"""Exported rows in DuckDB: written as Parquet, and asked with SQL that can only read."""

from __future__ import annotations

import tempfile
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

from projections.rows import RELATIONS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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
                connection.execute(f"COPY ({_from_ndjson(lines)}) TO {_quote(file)} (FORMAT parquet, COMPRESSION zstd)")
                lines.unlink()
    except duckdb.Error as error:  # a full disk, above all
        raise OSError(str(error)) from error


def ask(folder: Path, sql: str) -> Found:
    """The answer to one SELECT over the exported files; it can neither write nor read anything else."""
    import duckdb

    try:
        with (
            tempfile.TemporaryDirectory(prefix="matchledger-query-") as scratch,
            duckdb.connect(":memory:") as connection,
        ):
            for relation in RELATIONS:
                connection.execute(f"CREATE VIEW {relation} AS {_from_file(folder, relation)}")
            _close_doors(connection, folder, Path(scratch))
            _must_only_read(connection, sql)
            asked = connection.sql(sql)
            wanted = ", ".join(_in_python(place, str(kind)) for place, kind in enumerate(asked.types, 1))
            return Found(asked.columns, asked.project(wanted).fetchall())
    except duckdb.Error as error:
        raise BadQuery(str(error)) from error


def _in_python(place: int, kind: str) -> str:
    """A column of the answer. Python's types have no room for some intervals, and need a package for time zones."""
    is_text = any(word in kind for word in ("TIME ZONE", "TIMESTAMPTZ", "INTERVAL"))
    return f"CAST(#{place} AS VARCHAR)" if is_text else f"#{place}"


def _close_doors(connection: DuckDBPyConnection, folder: Path, scratch: Path) -> None:
    """No file but those of the folder, no network, no extension, no way to change these settings."""
    connection.execute(f"SET temp_directory = {_quote(scratch)}")  # else in the current folder, for everybody
    connection.execute(f"SET allowed_directories = [{_quote(folder.resolve())}]")
    for setting in ("enable_external_access", "autoinstall_known_extensions", "autoload_known_extensions"):
        connection.execute(f"SET {setting} = false")
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET lock_configuration = true")


def _must_only_read(connection: DuckDBPyConnection, sql: str) -> None:
    import duckdb

    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise BadQuery("a query is one SELECT; nothing else is carried out, and nothing is changed")


def _from_file(folder: Path, relation: str) -> str:
    parquet, lines = folder / f"{relation}.parquet", folder / f"{relation}.ndjson"
    if parquet.exists():
        return f"SELECT * FROM read_parquet({_quote(parquet.resolve())})"
    if not lines.exists():
        raise BadQuery(f"{folder} holds no {relation}: it was not written by `matchledger export`")
    return _from_ndjson(lines.resolve())


def _from_ndjson(path: Path) -> str:
    stem = path.name.partition(".")[0]
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in columns_of(stem).items())
    return f"SELECT * FROM read_json({_quote(path)}, format = 'newline_delimited', columns = {{{columns}}})"


def _quote(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
