"""Who may what: every address and every role, as data. docs/security.md shows this table; the tests try every cell.

A cell is `yes` (the request is carried out) or the type of the problem that refuses it. A match is public here; in a
private one, who has no part in it gets `not-found` in place of whatever else they would get, where they have a token.
"""

from __future__ import annotations

ROLES = ("nobody", "stranger", "seated", "opener", "arbiter", "seated arbiter", "admin")
ROLES_MEAN = {
    "nobody": "no token",
    "stranger": "a player who has no part in the match",
    "seated": "a player who sits in it",
    "opener": "a player who has opened it and does not sit in it",
    "arbiter": "an arbiter",
    "seated arbiter": "an arbiter who sits in it, and is a player there and no more",
    "admin": "an admin",
}

Cells = tuple[str, str, str, str, str, str, str]
YES: Cells = ("yes",) * 7
WITH_TOKEN: Cells = ("token-missing", *("yes",) * 6)  # type: ignore[assignment]


def _cells(*words: str) -> Cells:
    assert len(words) == len(ROLES)
    return words  # type: ignore[return-value]


_SEATED = _cells("token-missing", "not-seated", "yes", "not-seated", "not-seated", "yes", "not-seated")
_SEATED_OR_ARBITER = _cells("token-missing", "not-seated", "yes", "not-seated", "yes", "yes", "yes")
_SEATED_OR_OPENER = _cells("token-missing", "not-allowed", "yes", "yes", "not-allowed", "yes", "not-allowed")

TABLE: dict[str, Cells] = {
    # Nothing of a match is asked for.
    "list_games": YES,
    "get_game": YES,
    "get_schema": YES,
    "list_rules": YES,
    "get_rule": YES,
    "list_ledger_rules": YES,
    "get_ledger_rule": YES,
    "list_matches": YES,
    "get_feed": YES,
    "list_finished": YES,
    "list_disputes": YES,
    "get_standings": YES,
    "get_stats": YES,
    "get_player": YES,
    "list_player_matches": YES,
    "make_player": YES,
    "get_me": WITH_TOKEN,
    "list_tokens": WITH_TOKEN,
    "make_token": WITH_TOKEN,
    "revoke_token": WITH_TOKEN,
    "make_code": WITH_TOKEN,
    "redeem_code": YES,
    "list_turns": WITH_TOKEN,
    "live_player": WITH_TOKEN,
    "get_key": YES,
    "verify_file": YES,
    "get_log_checkpoint": YES,
    "get_log_note": YES,
    "list_log_entries": YES,
    "get_log_proof": YES,
    "health": YES,
    "ready": YES,
    "metrics": YES,
    "openapi": YES,
    "asyncapi": YES,
    "docs": YES,
    "docs_file": YES,
    "list_problems": YES,
    "get_problem": YES,
    # Reading: everybody sees what their part in the match allows, and nothing more.
    "get_match": YES,
    "get_invitation": YES,
    "get_catalogue": YES,
    "list_events": YES,
    "get_event": YES,
    "open_channel": ("upgrade-required",) * 7,  # as a plain request; who may what on it is as over REST
    "live": YES,
    "list_steps": YES,
    "get_step": YES,
    "compare": YES,
    "list_branches": YES,
    "get_overview": YES,
    "report_step": YES,
    "get_advice": YES,  # when the match is over
    "audit_match": YES,
    "audit_step": YES,
    "export_evidence": YES,
    "get_checkpoint": YES,
    "get_logged_head": YES,
    "get_proof": YES,
    "export_match": YES,
    "get_dispute": YES,
    "get_evidence": YES,
    "get_report": YES,
    "get_choices": _SEATED,
    "get_undo": _SEATED,
    "list_rejections": _SEATED_OR_ARBITER,
    # The lobby.
    "open_match": WITH_TOKEN,
    "take_seat": _cells("token-missing", "yes", "already-seated", "yes", "yes", "already-seated", "yes"),
    "leave_seat": _cells("token-missing", "not-allowed", "yes", "not-allowed", "not-allowed", "yes", "not-allowed"),
    "seat_bots": _SEATED_OR_OPENER,
    "start_match": _SEATED_OR_OPENER,
    "commit_luck": _SEATED,
    "open_luck": _SEATED,
    "cancel_match": _cells(
        "token-missing", "not-allowed", "not-allowed", "yes", "not-allowed", "not-allowed", "not-allowed"
    ),
    "open_rematch": _SEATED,
    # Playing.
    "send_command": _SEATED,
    "undo": _SEATED_OR_ARBITER,
    "vote_on_undo": _SEATED,
    "withdraw_undo": _SEATED,
    "redo": _SEATED_OR_ARBITER,
    "leave_match": _SEATED,
    "stay_in_match": _SEATED,
    "report_away": _SEATED,
    "branch": _cells("token-missing", "not-allowed", "yes", "not-allowed", "yes", "yes", "yes"),
    # Judging.
    "open_dispute": _SEATED_OR_ARBITER,
    "withdraw_dispute": _cells(
        "token-missing", "not-allowed", "yes", "not-allowed", "not-allowed", "yes", "not-allowed"
    ),
    "rule_on_dispute": _cells(
        "token-missing", "not-allowed", "not-allowed", "not-allowed", "yes", "not-allowed", "yes"
    ),
    "preview_ruling": _cells("token-missing", "not-allowed", "not-allowed", "not-allowed", "yes", "not-allowed", "yes"),
    "import_match": _cells("token-missing", "not-allowed", "not-allowed", "not-allowed", "yes", "yes", "yes"),
}

OUTSIDERS = ("nobody", "stranger")
# These judge the role or the id alone, before they look whether the match is private.
BY_ROLE = ("import_match",)
# Whoever was given the id of a private match may join it, and reads its invitation while a seat is free; the match of
# the test that reads everything runs already.
BY_ID = ("take_seat",)


def cell(name: str, role: str, *, is_private: bool, is_of_a_match: bool) -> str:
    words = TABLE[name][ROLES.index(role)]
    is_shut = is_private and is_of_a_match and role in OUTSIDERS and name not in (*BY_ROLE, *BY_ID)
    return "not-found" if is_shut and words != "token-missing" else words
