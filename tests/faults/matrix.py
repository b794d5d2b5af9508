"""The fault matrix of docs/durability.md: each part and each fault, what happens then, and what runs it.

`python -m tests.faults` (`make faults`) runs every cell. A cell names drills (faults in the service as it is run, under
load, judged by tests/ledger_checker.py) or tests, or says why it cannot be run.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.faults.inject import STUCK

FAULTS = ("killed", "paused", "disk full", "memory full", "network gone", "restarted empty", "time jumped")


class Cell(NamedTuple):
    words: str  # what clients see, what is lost, how it comes back
    drills: tuple[str, ...] = ()  # of tests/faults/inject.py
    tests: tuple[str, ...] = ()
    impossible: str = ""  # why there is nothing to run

    @property
    def text(self) -> str:
        if self.impossible:
            return f"{self.words}. Not run: {self.impossible}" if self.words else f"Impossible: {self.impossible}"
        stems = [name.split("::")[0].rpartition("/")[2].removesuffix(".py") for name in self.tests]
        named = [*(f"`{drill}`" for drill in self.drills), *dict.fromkeys(stems)]
        return f"{self.words} ({', '.join(named)})"


_NO_STATE = Cell("", impossible="it keeps nothing")
_AS_KILLED = 'the kernel ends it with SIGKILL: the cell "killed"'
_NO_CLOCK = Cell("", impossible="it reads no clock")
_OWN_CLOCK = Cell(
    "feeds keep their order, limits expire early or late",
    impossible="a process cannot have another time than its machine, and that would disturb everything else on it",
)
_JUMPS = ("tests/http/test_time_jumps.py",)
_NETWORK = ("tests/http/test_network_gone.py",)
_SICK = "tests/http/test_sick_shard.py::test_the_matches_of_the_other_servers_go_on"
_FULL = "tests/http/test_sick_shard.py::test_a_server_that_is_full_stops_the_writes_of_its_own_matches_alone"
_EMPTY = "tests/http/test_sick_shard.py::test_a_server_that_comes_back_empty_has_lost_its_own_matches_alone"
_FAILOVER = "tests/http/test_cluster.py::test_a_master_dies_right_after_acknowledging_and_nothing_is_lost"
_WAITS = "tests/contract/test_store_waits.py::"
_LOG = "tests/http/test_log_state.py::"
_VERIFIER = "tests/http/test_verifier_process.py::"
_ARCHIVES = "tests/contract/test_archives.py::"
_OUTAGES = "tests/contract/test_store_outages.py::"

CELLS: dict[str, tuple[Cell, ...]] = {
    "worker": (
        Cell("connections break; restarted at once", ("worker",)),
        Cell("its requests wait; after 60 s gunicorn kills it", ("pause worker", STUCK)),
        Cell(
            "it writes only to Redis and `checkpoint.json`, which is logged; it goes on signing",
            tests=(_LOG + "test_a_file_that_cannot_be_written_is_logged_once",),
        ),
        Cell("", impossible=_AS_KILLED),
        Cell("503 after 5 s, then as before", tests=_NETWORK),
        _NO_STATE,
        Cell("logged, `/readyz` warns: docs/clocks.md", tests=_JUMPS),
    ),
    "gunicorn master": (
        Cell("no new connections for about a second", ("master",)),
        Cell("nothing, until a worker dies", ("pause master",)),
        Cell("", impossible="it writes nothing"),
        Cell("", impossible=_AS_KILLED),
        Cell("", impossible="it opens no connection"),
        _NO_STATE,
        _NO_CLOCK,
    ),
    "background": (
        Cell("lists, deadlines and bots wait; what passed meanwhile is done at once", ("background",)),
        Cell("the same", ("pause background",)),
        Cell(
            "as a worker",
            tests=(_LOG + "test_a_file_that_cannot_be_written_is_logged_once",),
        ),
        Cell("", impossible=_AS_KILLED),
        Cell("waits and continues", tests=(*_NETWORK, "tests/http/test_supervision.py")),
        _NO_STATE,
        Cell("as a worker", tests=_JUMPS),
    ),
    "supervisor": (
        Cell("its children end with it; the next start takes over", ("supervisor", "everything")),
        Cell("nothing is restarted meanwhile", ("pause supervisor",)),
        Cell("keeps trying", tests=("tests/service/test_full_disk.py",)),
        Cell("", impossible=_AS_KILLED),
        Cell("", impossible="it speaks to the embedded Redis only, by a unix socket"),
        _NO_STATE,
        _NO_CLOCK,
    ),
    "a process that verifies or searches": (
        Cell(
            "the next question starts another",
            tests=(
                _VERIFIER + "test_a_process_that_was_killed_is_started_again",
                "tests/http/test_search_bots.py::test_the_search_runs_in_another_process_and_one_that_is_killed_is_replaced",
                "tests/http/test_advice.py::test_the_process_answers_as_the_search_does_and_is_started_again_when_it_was_killed",
            ),
        ),
        Cell(
            "its question is refused when it takes too long, and it is ended",
            tests=(_VERIFIER + "test_a_file_that_takes_too_long_is_refused",),
        ),
        Cell("", impossible="it writes nothing"),
        Cell(
            "its file is refused",
            tests=(_VERIFIER + "test_a_file_that_needs_too_much_memory_is_refused_and_the_next_one_is_verified",),
        ),
        Cell("", impossible="it speaks to the process that has started it only, by pipes"),
        _NO_STATE,
        _NO_CLOCK,
    ),
    "embedded Redis": (
        Cell("503 until it is restarted", ("redis-server",), ("tests/service/test_embedded.py",)),
        Cell("503 after 5 s", ("pause redis-server",)),
        Cell("writes 503, reads go on", ("full disk",), ("tests/service/test_full_disk.py",)),
        Cell("the same", ("full memory",), ("tests/http/test_refused_writes.py",)),
        Cell("", impossible="a unix socket has no network"),
        Cell(
            "everything is lost, as with the disk; the log is not signed",
            tests=(_LOG + "test_a_log_that_does_not_extend_the_kept_one_is_not_signed",),
        ),
        _OWN_CLOCK,
    ),
    "the archive": (
        Cell(
            "its matches 503, the others go on",
            tests=("tests/http/test_archive.py::test_an_unreachable_archive_is_503_for_its_matches_alone",),
        ),
        Cell(
            "the same, after 5 s",
            tests=(_ARCHIVES + "test_an_archive_that_hangs_is_unavailable_and_the_other_requests_of_a_worker_go_on",),
        ),
        Cell(
            "nothing: the matches stay in Redis",
            tests=("tests/http/test_archive.py::test_an_archive_without_rights_or_room_is_a_clear_error",),
        ),
        Cell("", impossible="a folder has no memory, and a store of objects is somebody else's"),
        Cell(
            "its matches 503, the others go on",
            tests=(_ARCHIVES + "test_an_archive_that_is_not_there_is_unavailable_and_not_damaged",),
        ),
        Cell(
            "the same, and nothing is written there",
            tests=(_ARCHIVES + "test_an_archive_that_is_not_there_is_unavailable_and_not_damaged",),
        ),
        Cell("", impossible="it is not asked for the time"),
    ),
    "one server": (
        Cell(
            "503 until it is back",
            tests=(
                _OUTAGES + "test_a_dead_server_is_unavailable_and_its_return_is_noticed",
                _OUTAGES + "test_what_was_acknowledged_survives_kill_9_under_load_and_counts_once",
            ),
        ),
        Cell("503 after 5 s", tests=(_OUTAGES + "test_a_server_that_hangs_is_unavailable_after_a_while",)),
        Cell("it refuses writes: 503, reads go on", tests=("tests/http/test_refused_writes.py",)),
        Cell("the same", tests=("tests/http/test_refused_writes.py",)),
        Cell("503 after 5 s, then as before", tests=_NETWORK),
        Cell(
            "all of it is lost; the log is not signed",
            tests=(_LOG + "test_a_log_that_does_not_extend_the_kept_one_is_not_signed",),
        ),
        _OWN_CLOCK,
    ),
    "a cluster's master without a replica": (
        Cell("its matches 503, the others go on", tests=(f"{_SICK}[killed]",)),
        Cell("the same; polls wait a second for it", tests=(f"{_SICK}[paused]",)),
        Cell("its matches: as one server", tests=(f"{_FULL}[disk]",)),
        Cell("the same", tests=(f"{_FULL}[memory]",)),
        Cell("nobody can tell it from a paused one", tests=(f"{_SICK}[paused]",)),
        Cell("its matches are lost, and not found; the others go on", tests=(_EMPTY,)),
        _OWN_CLOCK,
    ),
    "a master with a replica": (
        Cell("503 until the failover; what is lost is in the table above", tests=(f"{_FAILOVER}[killed]",)),
        Cell("the same; when it comes back it is not believed any more", tests=(f"{_FAILOVER}[paused]",)),
        Cell("as one without", tests=(f"{_FULL}[disk]",)),
        Cell("as one without", tests=(f"{_FULL}[memory]",)),
        Cell(
            "nobody can tell it from a paused one; cut off from its replica alone, see the table above",
            tests=(
                f"{_FAILOVER}[paused]",
                "tests/http/test_cluster.py::test_what_is_lost_without_waiting_is_never_acknowledged_with_it",
            ),
        ),
        Cell("nothing, if the replica has taken over; see the table above", tests=(f"{_FAILOVER}[emptied]",)),
        _OWN_CLOCK,
    ),
    "a replica": (
        Cell(
            "with `WAIT`: writes of its partitions 503; without: nothing",
            tests=(_WAITS + "test_a_replica_that_comes_back_empty_copies_everything_again",),
        ),
        Cell(
            "the same",
            tests=(_WAITS + "test_what_no_replica_has_is_not_acknowledged_and_the_retry_is_once_it_has",),
        ),
        Cell("", impossible='a server that cannot write its log ends: the cell "killed"'),
        Cell(
            "nothing: it does not apply its own bound",
            tests=(_WAITS + "test_a_replica_whose_memory_is_full_follows_all_the_same",),
        ),
        Cell(
            "as paused",
            tests=(_WAITS + "test_what_no_replica_has_is_not_acknowledged_and_the_retry_is_once_it_has",),
        ),
        Cell(
            "copies everything again",
            tests=(_WAITS + "test_a_replica_that_comes_back_empty_copies_everything_again",),
        ),
        _OWN_CLOCK,
    ),
}

# Damage that is not the fault of a process.
DAMAGE: dict[str, Cell] = {
    "an entry of a feed that cannot be read": Cell(
        "moved to `background:aside`, `/readyz` counts them", ("bad feed entry",), ("tests/http/test_supervision.py",)
    ),
    "the deadlines of a partition, or its set of matches with bots, have a member that is no match of it": Cell(
        "removed from the deadlines, which is logged; left out of the bots", tests=("tests/http/test_supervision.py",)
    ),
    "a thread of the background ends, or fails for ever": Cell(
        "the process is restarted; `/readyz`: not heard of", tests=("tests/http/test_supervision.py",)
    ),
    "the append-only file is cut, or ends in zeros or garbage": Cell(
        "mended at the next start", tests=("tests/service/test_embedded.py",)
    ),
    "the append-only file is damaged before complete commands": Cell(
        "the server does not start, and nothing is removed", tests=("tests/service/test_embedded.py",)
    ),
    "the store falls back to an earlier state": Cell(
        "see above", tests=("tests/http/test_lost_events.py", "tests/http/test_coming_back.py", _LOG[:-2])
    ),
    "the token of a bot, or that a match has bots, is lost while it plays": Cell(
        "derived again within seconds; after a restart by `matchledger rebuild`",
        tests=("tests/http/test_bots_and_standings.py",),
    ),
    "`background:lease` is deleted, or is none of ours": Cell(
        "the work goes on after 5 seconds", tests=("tests/service/test_lease.py",)
    ),
    "the signing key is first needed while writes are refused": Cell(
        "503 for what is signed, until they are accepted", tests=("tests/http/test_signing_key.py",)
    ),
}


def all_cells() -> list[tuple[str, Cell]]:
    """Every cell with its name."""
    cells = [(f"{part}, {fault}", cell) for part, row in CELLS.items() for fault, cell in zip(FAULTS, row, strict=True)]
    return [*cells, *DAMAGE.items()]


def write_tables() -> str:
    """The tables as docs/durability.md has them."""
    lines = [f"| part | {' | '.join(FAULTS)} |", "| --- " * (len(FAULTS) + 1) + "|"]
    lines += [f"| {part} | {' | '.join(cell.text for cell in row)} |" for part, row in CELLS.items()]
    lines += ["", "| damage | what happens |", "| --- | --- |"]
    lines += [f"| {name} | {cell.text} |" for name, cell in DAMAGE.items()]
    return "\n".join(lines) + "\n"
