"""Mistakes that somebody could make, planted in the true code to see whether the simulation finds them.

Each is a change of a few words in one function. A change that no longer fits the code fails loudly: then it is planted
anew, at the place where the code now does what the mistake is about.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, NamedTuple


class Bug(NamedTuple):
    name: str
    where: str  # module:function
    right: str
    wrong: str

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The true function runs other code for a while, wherever it has been imported to."""
        function = _function(self.where)
        code = function.__code__
        function.__code__ = self._mistaken(function)
        try:
            yield
        finally:
            function.__code__ = code

    def _mistaken(self, function: FunctionType) -> CodeType:
        text = textwrap.dedent(inspect.getsource(function))
        assert text.count(self.right) == 1, f"the bug {self.name!r} does not fit {self.where} any more"
        text = text.replace(self.right, self.wrong)
        flags = __future__.annotations.compiler_flag
        module = compile(text, f"<{self.name}>", "exec", flags=flags, dont_inherit=True)
        name = function.__name__
        return next(code for code in _codes(module) if code.co_name == name)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _function(where: str) -> FunctionType:
    module, _, path = where.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    assert isinstance(found, FunctionType)
    return found


_APPEND = "events.memory_store:MemoryStore.append"
_TAIL = "events.memory_store:_tail_of"
_KEPT_KEY = "(events or append.refusal or append.answer)"
_HANDLE = "service.handle:_carry_out"
_TABLES = "projections.tables:Tables"
_PROJECTOR = "service.processes.projector:Projector"
_RUNNER = "service.processes.bots.runner:BotRunner"

# Found only where the store falls back.
LOSSES = [
    Bug(
        "compare the version alone",
        _APPEND,
        "if append.base != kept.head:",
        "if append.base.version != kept.head.version:",
    ),
    Bug("take any tail for one's own", "projections.tables:_continues", "tail.root == root_of(table.frontier)", "True"),
    Bug(
        "prove a table current by its version",
        f"{_TABLES}.catch_up",
        "if tail.head == table.head:",
        "if tail.head.version == table.version:",
    ),
]

# Found only where bots play.
BOTS = [
    Bug(
        "nobody is told that a match has bots",
        f"{_PROJECTOR}._note_bots",
        "self._services.bots.add(table.match)",
        "None",
    ),
    Bug(
        "the token of a bot is made in the lobby only",
        "service.processes.bots.tokens:keep_tokens",
        "services.identity.people.add(",
        "table.status == 'open' and len(table.seats) > 3 and services.identity.people.add(",
    ),
    Bug(
        "a bot that had to wait never tries again",
        f"{_RUNNER}._attempt",
        "self._due[match] = time.monotonic() + RETRY_FACTOR * pause.begin(",
        "pause.begin(",
    ),
    Bug(
        "after a restart bots wait for somebody else",
        f"{_RUNNER}.schedule",
        "(moved & known) | (known - self._known)",
        "(moved & known)",
    ),
    Bug(
        "a bot never agrees to anything",
        "service.processes.bots.player:Bot.act",
        "accepts_undo=True",
        "accepts_undo=None",
    ),
]

BUGS = [
    # The store.
    Bug(
        "skip the version check",
        _APPEND,
        "if append.base != kept.head:",
        "if not events and append.base != kept.head:",
    ),
    Bug(
        "forget the key of an accepted command",
        _APPEND,
        "(events or append.refusal or append.answer)",
        "append.refusal",
    ),
    Bug("forget the key of a refusal", _APPEND, _KEPT_KEY, "events"),
    Bug("take any body for the same", _APPEND, "is_same_body=digest == key.digest", "is_same_body=True"),
    Bug("take no body for the same", _APPEND, "is_same_body=digest == key.digest", "is_same_body=False"),
    Bug(
        "publish before the append",
        _APPEND,
        "if append.base != kept.head:",
        "if append.base != kept.head and (not events or self.feed.append((append.match, 1, append.feed)) is None):",
    ),
    Bug(
        "feed twice",
        _APPEND,
        "self.feed.append((append.match, len(kept.entries), append.feed))",
        "self.feed += 2 * [(append.match, len(kept.entries), append.feed)]",
    ),
    Bug("feed nothing of a long command", _APPEND, "self.feed.append(", "len(events) < 4 and self.feed.append("),
    Bug("apply twice", _APPEND, "for event in events]", "for event in [*events, *events]]"),
    Bug("drop the last event of a long command", _APPEND, "for event in events]", "for event in events[:3]]"),
    Bug(
        "stale frontier in the head",
        _APPEND,
        "kept.frontier = append.frontier",
        "kept.frontier = kept.frontier or append.frontier",
    ),
    Bug("a tail without its first event", _TAIL, "(kept, after, after +", "(kept, after + 1, after +"),
    Bug(
        "half a frontier beside the tail",
        _TAIL,
        "Tail(kept.head,",
        "Tail(replace(kept.head, frontier=kept.frontier[:1]),",
    ),
    Bug(
        "journal an accepted command as refused",
        _APPEND,
        "if append.refusal is not None:\n            _keep_refusal(kept, append.refusal, key)",
        "if append.refusal or events:\n            "
        "_keep_refusal(kept, append.refusal or Refusal(0, 'seat:0', b'{}', 422, b'{}'), key)",
    ),
    # The handler.
    Bug(
        "a new command id at every attempt",
        _HANDLE,
        "_decide(tables, table, order, sent)\n",
        "_decide(tables, table, order, sent)\n        command = os.urandom(COMMAND_BYTES)\n",
    ),
    Bug(
        "keep a table after a lost answer",
        _HANDLE,
        "store_attempts += 1\n",
        "store_attempts += 1 if after is None or tables.keep(after) is None else 0\n",
    ),
    Bug(
        "take a lost answer for success",
        _HANDLE,
        "if store_attempts == STORE_ATTEMPTS_MAX:\n                raise",
        "if recorded or store_attempts == STORE_ATTEMPTS_MAX:\n                return Done(table, recorded)",
    ),
    Bug("take being behind for success", _HANDLE, "if own:", "if own or (recorded and (own := recorded)):"),
    Bug("answer with half of the own events", _HANDLE, "return Done(table, own)", "return Done(table, own[:1])"),
    Bug(
        "go on with the old state after a lost race",
        _HANDLE,
        "table = tables.catch_up(table, missed)",
        "table = msgspec.structs.replace(tables.catch_up(table, missed), state=table.state)",
    ),
    Bug("let time run backwards", "service.handle:_date", "max(now, table.last_at)", "now"),
    Bug(
        "refuse without a look at the store",
        _HANDLE,
        "answer = _refuse(tables, table, order, sent, at, refusal)",
        "raise refusal",
    ),
    Bug("keep a refusal as accepted", "service.handle:_refuse", "_Kept(status, 0, 0, body)", "_Kept(201, 0, 0, body)"),
    Bug("keep one event too many", "service.handle:_append", "recorded[0].version,", "recorded[0].version - 1,"),
    Bug(
        "ignore If-Match",
        "service.handle:check_expected",
        "expected.version != table.version",
        "expected.version > table.version",
    ),
    Bug("leave the key out", "service.handle:_append", "key=sent.key,", "key=None,"),
    Bug(
        "leave the key out of long commands",
        "service.handle:_append",
        "key=sent.key,",
        "key=None if len(recorded) > 3 else sent.key,",
    ),
    Bug(
        "a root without the last leaf",
        "service.handle:to_stored",
        "root=root_of(frontier)",
        "root=root_of(table.frontier)",
    ),
    Bug("the same step again", "service.handle:to_stored", "step=table.next_step", "step=max(1, table.step)"),
    Bug("say nothing of a deadline", "service.handle:_feed_entry", "due_ms = after.due_ms()", "due_ms = None"),
    Bug("do not say that a deadline is gone", "service.handle:_feed_entry", "due_ms = 0", "due_ms = None"),
    # The routes.
    Bug("answer another's retry", "service.web.orders:store_key", "Key(actor, key,", "Key('', key,"),
    Bug("a digest without the body", "service.web.orders:store_key", "+ body", ""),
    Bug(
        "record another actor",
        "service.web.orders:command_from",
        "Order(seat_actor(seat), type_, params, sender=who.id,",
        "Order(seat_actor(0), type_, params,",
    ),
    Bug(
        "show the events as another seat sees them",
        "service.web.commands:play_command",
        "done_document(done.recorded, seat)",
        "done_document(done.recorded, 0)",
    ),
    Bug(
        "answer a retry with another status",
        "service.web.routes.undo:_carry_out",
        "status = 202 if",
        "status = 202 if type(done).__name__ == 'Done' and",
    ),
    # Memory, snapshots, reads.
    Bug(
        "read without a look at the store",
        f"{_TABLES}.current",
        "if self.store.head(match) == table.head:",
        "if table.status == 'running' or self.store.head(match) == table.head:",
    ),
    Bug(
        "a snapshot that lags behind its version",
        "service.handle:_snapshot",
        "snapshot.write(after)",
        "snapshot.write(msgspec.structs.replace(after, state=before.state))",
    ),
    Bug("go on under an old tree", f"{_TABLES}.catch_up", "tail.head.frontier)", "table.frontier)"),
    Bug("take a cut tail for the whole", f"{_TABLES}.complete", "events[-1].version < tail.head.version", "False"),
    Bug("undo, and leave the state as it is", "ledger.evolve:_replay", "later[0].before", "table.state"),
    # The clock and the lists.
    Bug("a feed entry is done and not followed", f"{_PROJECTOR}._follow_lists", "self.relist(pointer.match)", "None"),
    Bug("what a death interrupted is not taken up", f"{_PROJECTOR}._start", "self._feed.unfinished(partition)", "()"),
    Bug(
        "what failed is never tried again",
        f"{_PROJECTOR}._take_up",
        "(partition not in self._joined or pause.reason)",
        "partition not in self._joined",
    ),
    Bug(
        "an entry that cannot be read stops the projector",
        f"{_PROJECTOR}._read_note",
        "except msgspec.DecodeError as error:",
        "except ZeroDivisionError as error:",
    ),
    Bug(
        "deadlines are not noted",
        f"{_PROJECTOR}._note_deadline",
        "match, version, at_ms)",
        "match, version, None)",
    ),
    Bug(
        "a late deadline replaces that of a newer version",
        "events.memory_deadlines:MemoryDeadlines.set",
        "if version < known and known != instead_of:",
        "if False:",
    ),
    Bug(
        "a head is never logged", f"{_PROJECTOR}._log_head", "if self._is_head_due(", "if False and self._is_head_due("
    ),
    Bug(
        "a head is logged with the size of the one before",
        "events.head_log:log_head",
        "MatchHead(match, head.version,",
        "MatchHead(match, max(1, head.version - 1),",
    ),
    Bug(
        "follow the feed before reading the matches",
        f"{_PROJECTOR}._start",
        "self.rebuild(partition)",
        "(self._feed.join(partition, position), self.rebuild(partition))",
    ),
]

FIRST_SEED = {"a late deadline replaces that of a newer version": 600}  # where a rare one shows soon
