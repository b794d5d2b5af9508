"""Lies of whoever holds a file: something in it is changed, and it cannot be signed again."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import msgspec

from events.checkpoint import Checkpoint, Key
from events.head_log import MatchHead
from tests.lies.files import SIGNER, STRANGER, Lines, logged_in

Lie = Callable[[Lines], None]
UNSIGNED: dict[str, Lie] = {}


def lie(make: Lie) -> Lie:
    UNSIGNED[make.__name__] = make
    return make


def event(lines: Lines, type_: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("type") == type_)


def luck(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines if "luck" in line)


@lie
def public_field(lines: Lines) -> None:
    event(lines, "TurnStarted")["public"]["seat"] ^= 1


@lie
def hidden_card(lines: Lines) -> None:
    hands = [
        part["values"]["kinds"]
        for line in lines
        if line.get("type") == "CardsDealt"
        for part in line["secret"].values()
    ]
    next(kinds for kinds in hands if kinds[0] != kinds[-1]).reverse()


@lie
def salt(lines: Lines) -> None:
    part = event(lines, "DeckShuffled")["secret"]["sealed"]
    raw = bytearray(base64.b64decode(part["salt"]))
    raw[0] ^= 1
    part["salt"] = base64.b64encode(raw).decode()


@lie
def salt_of_31_bytes(lines: Lines) -> None:
    part = event(lines, "DeckShuffled")["secret"]["sealed"]
    part["salt"] = base64.b64encode(base64.b64decode(part["salt"])[:31]).decode()


@lie
def salt_not_in_its_shortest_form(lines: Lines) -> None:
    part = event(lines, "DeckShuffled")["secret"]["sealed"]
    last = part["salt"][-2]
    part["salt"] = part["salt"][:-2] + chr(ord(last) + 1) + "="


@lie
def part_closed_without_erasure(lines: Lines) -> None:
    event(lines, "DeckShuffled")["secret"]["sealed"] = {"commitment": base64.b64encode(b"c" * 32).decode()}


@lie
def values_beside_a_commitment(lines: Lines) -> None:
    """A forged seed without a salt, beside the true commitment."""
    part = event(lines, "MatchOpened")["secret"]["sealed"]
    part["values"] = {"server_seed": "00" * 32}
    part["commitment"] = base64.b64encode(b"c" * 32).decode()
    del part["salt"]


@lie
def salt_beside_a_commitment(lines: Lines) -> None:
    event(lines, "MatchOpened")["secret"]["sealed"]["commitment"] = base64.b64encode(b"c" * 32).decode()


@lie
def part_with_an_unknown_name(lines: Lines) -> None:
    secret = event(lines, "DeckShuffled")["secret"]
    secret["nobody"] = secret.pop("sealed")


@lie
def no_parts_at_all(lines: Lines) -> None:
    event(lines, "TurnStarted")["secret"] = {}


@lie
def command_parameters(lines: Lines) -> None:
    next(line for line in lines if line.get("step") == 1)["cause"]["params"]["values"]["decision_id"] = 77


@lie
def command_type(lines: Lines) -> None:
    next(line for line in lines if line.get("step") == 1)["cause"]["type"] = "pass"


@lie
def no_cause(lines: Lines) -> None:
    next(line for line in lines if line.get("step") == 1)["cause"] = None  # type: ignore[assignment]


@lie
def rule(lines: Lines) -> None:
    event(lines, "TurnStarted")["rule"] = "COUP-1.1"


@lie
def actor(lines: Lines) -> None:
    next(line for line in lines if line.get("actor") == "seat:0")["actor"] = "seat:1"


@lie
def name_of_a_player(lines: Lines) -> None:
    event(lines, "SeatTaken")["secret"]["all"]["values"]["name"] = "Mallory"


@lie
def commitment_of_a_player(lines: Lines) -> None:
    next(one for one in lines if one.get("type") == "LuckCommitted")["public"]["commitment"] = "ab" * 32


@lie
def part_of_a_player(lines: Lines) -> None:
    [one for one in lines if one.get("type") == "LuckOpened"][-1]["public"]["part"] = "ab" * 32


@lie
def server_seed(lines: Lines) -> None:
    event(lines, "MatchOpened")["secret"]["sealed"]["values"]["server_seed"] = "00" * 32


@lie
def earlier_time(lines: Lines) -> None:
    lines[12]["at"] -= 10_000_000


@lie
def unknown_field_in_an_event(lines: Lines) -> None:
    lines[9]["comment"] = "nothing to see here"


@lie
def unknown_field_in_the_header(lines: Lines) -> None:
    lines[0]["comment"] = "verified"


@lie
def version_as_a_text(lines: Lines) -> None:
    lines[9]["version"] = str(lines[9]["version"])


@lie
def a_fraction(lines: Lines) -> None:
    event(lines, "TurnStarted")["public"]["seat"] = 0.5


@lie
def a_number_beyond_all_languages(lines: Lines) -> None:
    lines[9]["at"] = 2**53 + 2


@lie
def event_dropped(lines: Lines) -> None:
    del lines[9]


@lie
def event_dropped_and_renumbered(lines: Lines) -> None:
    del lines[9]
    for line in lines[9:]:
        if "version" in line:
            line["version"] -= 1
    lines[0]["size"] -= 1


@lie
def event_doubled(lines: Lines) -> None:
    lines.insert(9, {**lines[8]})


@lie
def events_swapped(lines: Lines) -> None:
    lines[9], lines[10] = lines[10], lines[9]


@lie
def events_cut_off(lines: Lines) -> None:
    size = lines[0]["size"] - 3
    lines[:] = [line for line in lines if line.get("version", 0) <= size or "luck" in line]


@lie
def events_cut_off_with_the_size(lines: Lines) -> None:
    events_cut_off(lines)
    lines[0]["size"] -= 3


@lie
def event_after_the_draws(lines: Lines) -> None:
    place = next(place for place, line in enumerate(lines) if "luck" in line)
    lines.append(lines.pop(place - 1))


@lie
def root_in_the_header(lines: Lines) -> None:
    lines[0]["root"] = "ab" * 32


@lie
def match_in_the_header(lines: Lines) -> None:
    lines[0]["match"] = "m-other"


@lie
def rules_version_in_the_header(lines: Lines) -> None:
    lines[0]["rules_version"] += 1


@lie
def catalogue_in_the_header(lines: Lines) -> None:
    lines[0]["catalogue"] = "0" * 64


@lie
def another_viewer_in_the_header(lines: Lines) -> None:
    lines[0]["viewer"] = "seat:0"


@lie
def a_viewer_that_is_none(lines: Lines) -> None:
    lines[0]["viewer"] = "arbiter"


@lie
def note_of_another_match(lines: Lines) -> None:
    lines[0]["note"] = SIGNER.sign(
        Checkpoint(SIGNER.origin_of("m-x"), lines[0]["size"], bytes.fromhex(lines[0]["root"]))
    )


@lie
def note_without_a_signature(lines: Lines) -> None:
    lines[0]["note"] = lines[0]["note"].partition("\n\n")[0] + "\n"


@lie
def note_with_a_spoiled_signature(lines: Lines) -> None:
    text, _, line = lines[0]["note"].rpartition(" ")
    raw = bytearray(base64.b64decode(line))
    raw[20] ^= 1
    lines[0]["note"] = f"{text} {base64.b64encode(raw).decode()}\n"


@lie
def note_with_17_lines(lines: Lines) -> None:
    text, _, line = lines[0]["note"].partition("\n\n")
    lines[0]["note"] = text + "\n\n" + line.replace(SIGNER.origin, "witness") * 16 + line


@lie
def key_of_a_stranger(lines: Lines) -> None:
    lines[0]["key"] = STRANGER.key


@lie
def key_of_small_order(lines: Lines) -> None:
    """The identity point: a signature of zeros fits everything."""
    point = b"\x01" + b"\x00" * 31
    key = Key(SIGNER.origin, point)
    lines[0]["key"] = key.text
    text = lines[0]["note"].partition("\n\n")[0] + "\n"
    raw = key.id + b"\x01" + b"\x00" * 63
    lines[0]["note"] = f"{text}\n— {key.name} {base64.b64encode(raw).decode()}\n"
    lines[0]["logged"] = None


@lie
def key_with_another_id(lines: Lines) -> None:
    name, _, raw = lines[0]["key"].split("+", 2)
    lines[0]["key"] = f"{name}+00000000+{raw}"


@lie
def draw_changed(lines: Lines) -> None:
    luck(lines)["calls"][-1][2].reverse()


@lie
def draw_at_another_place(lines: Lines) -> None:
    luck(lines)["place"] += 1


@lie
def all_draws_gone(lines: Lines) -> None:
    lines[:] = [line for line in lines if "luck" not in line]


@lie
def all_draws_gone_and_not_counted(lines: Lines) -> None:
    all_draws_gone(lines)
    lines[0]["draws"] = 0


@lie
def last_draw_gone(lines: Lines) -> None:
    lines[-1]["calls"].pop()


@lie
def draw_without_an_outcome(lines: Lines) -> None:
    luck(lines)["calls"][-1].pop()


@lie
def draw_that_nobody_knows(lines: Lines) -> None:
    luck(lines)["calls"][-1][0] = "guess"


@lie
def logged_root(lines: Lines) -> None:
    lines[0]["logged"]["head"]["root"] = "ab" * 32


@lie
def logged_proof(lines: Lines) -> None:
    lines[0]["logged"]["proof"][0] = "ab" * 32


@lie
def logged_proof_cut_short(lines: Lines) -> None:
    lines[0]["logged"]["proof"].pop()


@lie
def logged_at_entry_0(lines: Lines) -> None:
    lines[0]["logged"]["entry"] = 0


@lie
def logged_at_an_entry_that_is_no_number(lines: Lines) -> None:
    lines[0]["logged"]["entry"] = "4"


@lie
def logged_beyond_the_log(lines: Lines) -> None:
    lines[0]["logged"]["entry"] = lines[0]["logged"]["log_size"] + 1


@lie
def another_match_logged(lines: Lines) -> None:
    lines[0]["logged"] = msgspec.to_builtins(logged_in(MatchHead("m-x", lines[0]["size"], lines[0]["root"])))


@lie
def another_history_logged(lines: Lines) -> None:
    lines[0]["logged"] = msgspec.to_builtins(logged_in(MatchHead(lines[0]["match"], lines[0]["size"], "ab" * 32)))


@lie
def log_signed_by_a_stranger(lines: Lines) -> None:
    point = lines[0]["logged"]
    point["note"] = STRANGER.sign(Checkpoint(SIGNER.origin, point["log_size"], bytes.fromhex(point["log_root"])))


@lie
def checkpoint_of_a_match_as_that_of_the_log(lines: Lines) -> None:
    point = lines[0]["logged"]
    point["note"] = SIGNER.sign(
        Checkpoint(SIGNER.origin_of("m-x"), point["log_size"], bytes.fromhex(point["log_root"]))
    )
