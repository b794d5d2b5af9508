"""Every lie of the corpus by kind, with who tells it."""

from __future__ import annotations

HOLDER = "holder"  # whoever passes a file on, and cannot sign
OUTSIDER = "outsider"  # with a key of their own
OPERATOR = "operator"  # signs again
ACCOMPLICE = "operator and accomplice"  # a player whose orders are invented or denied
ARBITER = "arbiter"  # with the operator, who signs

ROWS = {
    ACCOMPLICE: [
        "SeatTaken",
        "SeatLeft",
        "LuckCommitted",
        "LuckOpened",
        "SeatConceded",
        "SeatHandedOver",
        "SeatTakenBack",
        "MoveUndone",
        "MoveRedone",
        "UndoRequested",
        "UndoAnswered",
        "UndoWithdrawn",
        "DisputeOpened",
        "DisputeWithdrawn",
    ],
    ARBITER: ["DisputeRuled", "ResultAdjusted", "ArbiterLooked"],
    OPERATOR: ["MatchOpened", "LobbyClosed", "LuckWithheld", "PlayBegan", "UndoLapsed", "HoldExpired", "PlayerErased"],
}
# Kind of lie: who tells it, and the files.
LIES: dict[str, tuple[str, list[str]]] = {
    "public fact changed": (HOLDER, ["unsigned_public_field", "unsigned_rule", "unsigned_name_of_a_player"]),
    "hidden card changed": (HOLDER, ["unsigned_hidden_card", "evidence_hidden_card"]),
    "salt changed": (
        HOLDER,
        [
            "unsigned_salt",
            "unsigned_salt_of_31_bytes",
            "unsigned_salt_not_in_its_shortest_form",
            "evidence_salt",
        ],
    ),
    "part closed": (HOLDER, ["unsigned_part_closed_without_erasure", "bytes_seat_file_with_a_part_of_its_own_closed"]),
    "part opened": (
        HOLDER,
        [
            "bytes_seat_file_with_a_part_of_another_seat",
            "bytes_erased_part_that_is_open_again",
            "evidence_viewer_who_may_see_less",
        ],
    ),
    "value without proof": (
        HOLDER,
        [
            "unsigned_values_beside_a_commitment",
            "unsigned_salt_beside_a_commitment",
            "bytes_seat_file_with_values_without_a_salt",
        ],
    ),
    "part of no such kind": (HOLDER, ["unsigned_part_with_an_unknown_name", "unsigned_no_parts_at_all"]),
    "order changed": (HOLDER, ["unsigned_command_parameters", "unsigned_command_type", "unsigned_no_cause"]),
    "actor changed": (HOLDER, ["unsigned_actor"]),
    "luck of the match changed": (
        HOLDER,
        ["unsigned_commitment_of_a_player", "unsigned_part_of_a_player", "unsigned_server_seed"],
    ),
    "part of the luck chosen late": (
        ACCOMPLICE,
        [
            "luck_part_of_an_accomplice_chosen_last",
            "luck_commitment_replaced_with_its_part",
            "luck_void_part_used_again",
            "luck_part_invented_for_a_seat_that_gave_none",
        ],
    ),
    "part of the luck left out": (
        OPERATOR,
        [
            "luck_part_left_out",
            "luck_seat_that_committed_is_not_waited_for",
            "luck_commitment_of_another_seat",
            "luck_seat_as_a_truth_value",
            "luck_other_players_than_sit_there",
        ],
    ),
    "deal refused in secret": (
        OPERATOR,
        [
            "luck_refusal_hidden",
            "luck_refusal_blamed_on_another_seat",
            "luck_withheld_before_its_time",
            "luck_opened_after_the_deadline",
            "luck_more_time_than_the_rules_give",
            "luck_round_beyond_the_third",
        ],
    ),
    "time changed": (HOLDER, ["unsigned_earlier_time"]),
    "unknown field": (
        HOLDER,
        ["unsigned_unknown_field_in_an_event", "unsigned_unknown_field_in_the_header", "evidence_unknown_field"],
    ),
    "value of another type": (
        HOLDER,
        ["unsigned_version_as_a_text", "unsigned_a_fraction", "unsigned_a_number_beyond_all_languages"],
    ),
    "event left out": (
        HOLDER,
        ["unsigned_event_dropped", "unsigned_event_dropped_and_renumbered", "evidence_event_left_out"],
    ),
    "event in another place": (
        HOLDER,
        ["unsigned_event_doubled", "unsigned_events_swapped", "unsigned_event_after_the_draws"],
    ),
    "end cut off": (HOLDER, ["unsigned_events_cut_off", "unsigned_events_cut_off_with_the_size"]),
    "header of another match": (
        HOLDER,
        [
            "unsigned_root_in_the_header",
            "unsigned_match_in_the_header",
            "unsigned_rules_version_in_the_header",
            "unsigned_catalogue_in_the_header",
            "evidence_another_step",
            "evidence_another_size",
        ],
    ),
    "another viewer": (
        HOLDER,
        ["unsigned_another_viewer_in_the_header", "unsigned_a_viewer_that_is_none", "evidence_viewer_who_is_none"],
    ),
    "note of something else": (
        HOLDER,
        [
            "unsigned_note_of_another_match",
            "unsigned_checkpoint_of_a_match_as_that_of_the_log",
            "evidence_note_of_the_match_as_that_of_the_file",
            "branch_note_of_the_main_line_of_another_match",
        ],
    ),
    "note without a good signature": (
        HOLDER,
        [
            "unsigned_note_without_a_signature",
            "unsigned_note_with_a_spoiled_signature",
            "unsigned_note_with_17_lines",
            "evidence_no_signature",
        ],
    ),
    "key of somebody else": (
        OUTSIDER,
        ["unsigned_key_of_a_stranger", "unsigned_log_signed_by_a_stranger", "evidence_key_of_a_stranger"],
    ),
    "key that binds nobody": (OUTSIDER, ["unsigned_key_of_small_order", "unsigned_key_with_another_id"]),
    "draw changed": (HOLDER, ["unsigned_draw_changed", "unsigned_draw_at_another_place"]),
    "draws left out": (
        HOLDER,
        ["unsigned_all_draws_gone", "unsigned_all_draws_gone_and_not_counted", "unsigned_last_draw_gone"],
    ),
    "draw of no such kind": (HOLDER, ["unsigned_draw_without_an_outcome", "unsigned_draw_that_nobody_knows"]),
    "proof that does not lead to the root": (
        HOLDER,
        [
            "unsigned_logged_proof",
            "unsigned_logged_proof_cut_short",
            "unsigned_logged_at_entry_0",
            "unsigned_logged_at_an_entry_that_is_no_number",
            "unsigned_logged_beyond_the_log",
            "evidence_node_of_a_proof",
            "evidence_node_in_capitals",
        ],
    ),
    "another history in the log": (
        OPERATOR,
        [
            "unsigned_logged_root",
            "unsigned_another_match_logged",
            "unsigned_another_history_logged",
            "evidence_log_of_another_history",
        ],
    ),
    "not canonical": (
        HOLDER,
        [
            "bytes_blanks_in_a_line",
            "bytes_names_in_another_order",
            "bytes_a_name_twice",
            "bytes_an_escaped_letter",
            "bytes_bytes_that_are_no_text",
        ],
    ),
    "not a whole file": (
        HOLDER,
        [
            "bytes_no_newline_at_the_end",
            "bytes_an_empty_line",
            "bytes_no_export_at_all",
            "bytes_nothing",
            "bytes_header_alone",
            "evidence_no_event",
        ],
    ),
    "claim changed": (HOLDER, ["evidence_sentence"]),
    "main line changed": (
        HOLDER,
        ["branch_event_of_the_main_line", "branch_main_line_cut_off", "branch_main_line_after_the_events"],
    ),
    "branch of something else": (
        OPERATOR,
        [
            "branch_branch_of_another_main_line",
            "branch_branch_from_another_version",
            "branch_branch_resampled_for_nobody_who_asked",
        ],
    ),
    "import that never was": (HOLDER, ["branch_imported_from_nowhere"]),
    "deal chosen": (OPERATOR, ["signed_deal_chosen", "signed_seed_replaced"]),
    "result chosen": (OPERATOR, ["signed_winner_changed"]),
    "visibility changed": (
        OPERATOR,
        ["signed_hidden_stored_as_public", "signed_hand_in_the_part_of_another_seat", "signed_salt_used_twice"],
    ),
    "command invented or dropped": (
        ACCOMPLICE,
        ["signed_command_dropped", "signed_order_in_the_name_of_another_seat", "signed_order_that_was_not_given"],
    ),
    "event that the rules do not know": (
        OPERATOR,
        [
            "signed_event_of_an_unknown_type",
            "signed_schema_of_the_future",
            "signed_rule_that_did_not_apply",
            "signed_actor_that_is_no_seat",
        ],
    ),
    "name spelt otherwise": (
        OPERATOR,
        [
            "signed_seat_with_zero_in_front",
            "signed_seat_with_plus_sign",
            "signed_seat_with_blank_in_front",
            "signed_seat_with_blank_behind",
            "signed_seat_with_digit_of_another_script",
            "signed_part_for_seats_out_of_order",
        ],
    ),
    **{
        f"{row} forged": (
            who,
            [f"signed_{row}_by_somebody_else", *([] if row == "MatchOpened" else [f"signed_{row}_dropped"])],
        )
        for who, rows in ROWS.items()
        for row in rows
    },
}
LABELS: dict[str, tuple[str, str]] = {name: (kind, who) for kind, (who, names) in LIES.items() for name in names}
