"""Everything about one step that an arbiter needs to say who is right, as far as the viewer may see it."""

from __future__ import annotations

from typing import Any

import msgspec

from events.envelope import actor_seat
from events.tree import inclusion_proof, leaf_document, leaf_hash, tree_root
from events.visibility import ARBITER, SEATS, SPECTATOR, Viewer
from ledger import RULEBOOK
from ledger.audit import calls_of
from ledger.audit_orders import order_of
from ledger.table import Table
from projections.questions import offers_for
from projections.replay import Replay
from projections.steps import step_document, view_at


def evidence(replay: Replay, newest: Table, step: int, viewer: Viewer) -> dict[str, Any]:
    """The step, the tables before and after it, what else could have been done, the luck, and the proofs."""
    end = replay.end_of(step)
    before = replay.end_of(step - 1) if step > replay.first_step else 1
    document = step_document(replay, newest, step, viewer, before, has_patch=False)
    return {
        "match": newest.match,
        "game": newest.opened.game,
        "rules_version": newest.opened.rules_version,
        "step": step,
        "seen_as": "all" if viewer == ARBITER else str(viewer),
        "command": document["command"],
        "actor": document["actor"],
        "at": document["at"],
        "events": document["events"],
        "narration": document["narration"],
        "rules": [_rule(newest, rule) for rule in document["rules"]],
        "undone": document["undone"],
        "before": _views(replay, newest, before, viewer),
        "after": _views(replay, newest, end, viewer),
        "choices": _choices(replay, before, document["actor"], viewer),
        "luck": _luck(replay, before, step) if viewer == ARBITER else None,
        "proofs": _proofs(replay, step),
    }


CLAIMED = ("before", "after", "choices", "luck", "narration", "rules", "undone")


def claims_about(replay: Replay, newest: Table, step: int, viewer: Viewer) -> dict[str, Any]:
    """Of the evidence, what only an execution of the match can prove."""
    bundle = evidence(replay, newest, step, viewer)
    return {name: bundle[name] for name in CLAIMED}


def _rule(table: Table, rule_id: str) -> dict[str, str]:
    rulebook = RULEBOOK if rule_id in RULEBOOK else table.game.rulebook
    rule = rulebook[rule_id]
    return {"id": rule.id, "section": rule.section, "text": rule.text}


def _views(replay: Replay, table: Table, version: int, viewer: Viewer) -> dict[str, Any]:
    """What each seat could see then; a player or spectator gets their own view alone.

    The whole table, with the order of its decks, is for the time after the end.
    """
    if viewer not in (SEATS, ARBITER):
        return {str(viewer): view_at(replay, version, viewer)}
    viewers: list[Viewer] = [*range(len(table.seats)), SPECTATOR]
    if viewer == ARBITER:
        viewers.append(ARBITER)
    return {str(one): view_at(replay, version, one) for one in viewers}


def _choices(replay: Replay, version: int, actor: str, viewer: Viewer) -> list[Any]:
    """What else the player could have done; nobody else's business while the match runs."""
    seat, table = actor_seat(actor), replay.at(version)
    if seat is None or table.status != "running" or viewer not in (SEATS, ARBITER, seat):
        return []
    offered: list[Any] = msgspec.to_builtins(offers_for(table, seat))
    return offered


def _luck(replay: Replay, version: int, step: int) -> list[list[Any]]:
    """Where the randomness of the step came from: what the dice were asked, and what they showed."""
    batch = [one for one in replay.events_of(step) if one.version > version]
    if not batch:
        return []
    table = replay.at(version)
    if step == replay.first_step:  # lobby and setup share a step: the luck is that of the last command in it
        batch = [one for one in batch if one.stored.command == batch[-1].stored.command]
        table = replay.at(batch[0].version - 1)
    events = [table.ruleset.codec.read(one.stored) for one in batch]
    return calls_of(table, order_of(batch, events), batch[0].stored.at)[0]


def _proofs(replay: Replay, step: int) -> list[dict[str, Any]]:
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in replay.history]
    root = tree_root(leaves).hex()
    return [
        {
            "size": len(leaves),
            "root": root,
            "version": recorded.version,
            "leaf": leaf_document(recorded.version, recorded.stored),
            "proof": [node.hex() for node in inclusion_proof(leaves, recorded.version - 1)],
        }
        for recorded in replay.events_of(step)
    ]
