"""`matchledger reproduce FILE`: play a reported step again, and write it as a test."""

from __future__ import annotations

import sys
from pathlib import Path

from games.catalogue import BadCatalogue
from games.decider import CLOCK
from projections.reproduction import BadBundle, Reproduction, read_bundle, reproduce
from projections.step_report import Bundle
from service.tools.python_source import Source


def reproduce_step(file: Path, folder: Path | None) -> int:
    """0: the rules here do what was seen; 1: they do something else, or refuse it; 2: it cannot be played."""
    try:
        raw = file.read_bytes()
        bundle = read_bundle(raw)
        found = reproduce(bundle)
        test = _write_test(bundle, found, raw, file.parent if folder is None else folder)
    except (BadBundle, BadCatalogue, OSError) as wrong:
        print(f"matchledger: {file}: {wrong}", file=sys.stderr)
        return 2
    for line in describe_result(bundle, found):
        print(line)
    print(f"The test is {test}; run it with pytest in the folder of the project.")
    return 0 if found.is_as_seen else 1


def describe_result(bundle: Bundle, found: Reproduction) -> list[str]:
    """What came of it, in lines for people."""
    last = bundle.commands[-1]
    sender = "the clock" if last.seat == CLOCK else f"seat {last.seat}"
    lines = [f"{bundle.game}, rules version {bundle.rules_version}: step {bundle.step}, {last.type} by {sender}"]
    if bundle.remark:
        shown = "".join(one if one.isprintable() else " " for one in bundle.remark)  # nothing that a terminal obeys
        lines.append(f"Remark: {shown}")
    if bundle.seen_as != "arbiter":
        lines.append(f"The match ran: what {_viewer(bundle)} could not know is drawn (world {found.world}).")
    if found.is_as_seen:
        return [*lines, "These rules do what was seen."]
    if found.refusal is not None:
        return [*lines, f"These rules refuse it: {found.refusal}"]
    seen, now = [one.type for one in bundle.events], [type(event).__name__ for event in found.events]
    return [*lines, "These rules do something else.", f"  seen: {', '.join(seen)}", f"  now:  {', '.join(now)}"]


def _viewer(bundle: Bundle) -> str:
    return f"seat {bundle.seen_as}" if isinstance(bundle.seen_as, int) else f"a {bundle.seen_as}"


def _write_test(bundle: Bundle, found: Reproduction, raw: bytes, folder: Path) -> Path:
    """The report and its test beside each other, under the same name."""
    name = f"reported_{bundle.game.replace('-', '_')}_{bundle.match.replace('-', '_')}_step_{bundle.step}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_bytes(raw)
    test = folder / f"test_{name}.py"
    test.write_text(_test_text(bundle, found, name), encoding="utf-8")
    return test


def _test_text(bundle: Bundle, found: Reproduction, name: str) -> str:
    source, last = Source(), bundle.commands[-1]
    command = source.of(found.command)
    outcomes = source.of(found.outcomes)
    if found.refusal is None:
        then = "then(\n" + "".join(f"        {source.of(event)},\n" for event in found.events) + "    )"
    else:
        then = f"then_refused({source.of(found.refusal.rule)}, {source.of(found.refusal.code)})"
    remark = source.of(bundle.remark or "no remark")
    return f'''"""Step {bundle.step} of a match, as it was reported.

`then` is what the rules do now: write there what they should do.
"""

from __future__ import annotations

from pathlib import Path

{source.imports()}
from projections.reproduction import game_of, read_bundle, state_before
from tests.spec import given_state

REMARK = {remark}
BUNDLE = read_bundle(Path(__file__).with_name("{name}.json").read_bytes())


def test_{name}():
    given_state(game_of(BUNDLE), state_before(BUNDLE, world={found.world})).when(
        {command},
        dice={outcomes},
        serial={last.step},
        at_ms={last.at},
    ).{then}
'''
