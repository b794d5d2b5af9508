#!/usr/bin/env python3
"""Checks an exported match, or evidence about a step, with Python's standard library and none of the project's code.

    python3 service/tools/verify_match.py match.jsonl [--key NAME+ID+KEY] [--require CHECKS] [--checkpoint NOTE]

Independent of the service on purpose: it checks the published forms of docs/proofs.md (canonical JSON of RFC 8785, the
Merkle tree of RFC 6962, HMAC-SHA-256 commitments, Ed25519 of RFC 8032, C2SP signed notes, the dice), so that nobody has
to trust the server. It does not know the rules of any game: what takes them is said to be not proven here.

Exit status: 0 if everything that is required is proven, 1 if something is broken, 2 if the file is no export or the
checkpoint cannot be compared with it, 3 if something that is required is not proven here.
"""

import argparse
import base64
import decimal
import hashlib
import hmac
import json
import re
import sys

PROVEN, NOT_PROVEN, BROKEN = "proven", "not proven here", "broken"

# Ed25519, after RFC 8032, section 5.1 (verification only).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def is_same_point(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def recover_x(y, sign):
    if y >= P:
        return None
    squared = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if squared == 0:
        return None if sign else 0
    x = pow(squared, (P + 3) // 8, P)
    if (x * x - squared) % P:
        x = x * SQRT_M1 % P
    if (x * x - squared) % P:
        return None
    return P - x if x & 1 != sign else x


def decompress(raw):
    if len(raw) != 32:
        return None
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)


def ed25519_is_valid(public, message, signature):
    if len(signature) != 64:
        return False
    key, commitment = decompress(public), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= L or is_same_point(times(8, key), (0, 1, 1, 0)):
        return False  # under a key of small order, many signatures would fit
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    return is_same_point(times(scalar, BASE), add(commitment, times(challenge, key)))


# The file.
FORMAT = "matchledger-export/1"
HEADER = {"format": str, "match": str, "game": str, "rules_version": int, "catalogue": str, "viewer": str, "size": int}
HEADER |= {"root": str, "note": str, "key": str}
LOGGED = {"head": dict, "entry": int, "log_size": int, "log_root": str, "proof": list, "note": str, "origin": str}
HEAD = {"match": str, "size": int, "root": str}
SOURCE = {"key": str, "note": str, "at": int}
MAIN = {"size": int, "root": str, "note": str}
EVENT = {"version": int, "step": int, "type": str, "schema": int, "command": str, "actor": str, "at": int, "rule": str}
EVENT |= {"public": dict}
EVIDENCE = "matchledger-evidence/1"
EVIDENCE_HEADER = {"format": str, "match": str, "viewer": str, "step": int, "size": int, "root": str}
EVIDENCE_HEADER |= {"note": str, "key": str}
LUCK = {"luck": int, "place": int, "calls": list}
ENDS_OF_LOBBY = ("PlayBegan", "MatchCancelled")  # everything before is one step
SEAT = "(0|[1-9][0-9]{0,2})"
PART_NAME = re.compile(f"all|sealed|seat:{SEAT}(,{SEAT})*")
ACTOR = re.compile(f"operator|clock|(seat|clock):{SEAT}|(player|arbiter|admin):[!-~]+")
CHECKPOINT = re.compile(r"([^\x00-\x1f\x7f]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]+)\n")
KEY_NAME = re.compile(r"[!-*,-~]{1,200}")  # no blank, no plus
INTEGER_MAX = 2**53 - 1
NEEDS_CARE = re.compile(r"[\[:,]-?[0-9]+[.eE]|[0-9]{16}|[\U00010000-\U0010ffff]")


class Wrong(Exception):
    """A broken check, and where."""


class NotAnExport(Exception):
    """A file of another kind."""


class BadNote(Exception):
    """A kept checkpoint that cannot be compared with the file."""


class Open(Exception):
    """A check that this program cannot decide, and why."""


def canonical(value):
    """RFC 8785. json.dumps does it, but for fractions, large numbers and names beyond U+FFFF."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return (canonical_text(value) if NEEDS_CARE.search(text) else text).encode()


def canonical_text(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical_text(name)}:{canonical_text(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_text, value)) + "]"
    if isinstance(value, float) or (type(value) is int and abs(value) > INTEGER_MAX):
        return number_text(float(value))
    return json.dumps(value, ensure_ascii=False)


def number_text(number):
    """As JavaScript writes it (ECMA-262, Number::toString)."""
    if number in (float("inf"), float("-inf")) or number != number:
        raise ValueError("JSON has no such number")
    if number == 0:
        return "0"
    sign, digits, point = decimal.Decimal(repr(number)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + point  # the number is 0.text times ten to this power
    if 0 < point <= 21:
        text = text.ljust(point, "0")
        text = f"{text[:point]}.{text[point:]}".rstrip(".")
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{text}"
    else:
        text = f"{text[0]}.{text[1:]}".rstrip(".") + f"e{point - 1:+d}"
    return "-" * sign + text


def sha256(raw):
    return hashlib.sha256(raw).digest()


def unbase64(text, length=None):
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise Wrong(f"{text[:12]}… is not base64") from None
    if length not in (None, len(raw)) or base64.b64encode(raw).decode() != text:
        raise Wrong(f"{text[:12]}… is not the base64 of {length} bytes")
    return raw


def is_plain(value, depth=64):
    """Whole numbers that every language can hold, ASCII names, and no more levels than the ledger ever writes."""
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        has_names = isinstance(value, list) or all(name.isascii() for name in value)
        return depth > 0 and has_names and all(is_plain(one, depth - 1) for one in inner)
    if isinstance(value, float):
        return False
    return not isinstance(value, int) or abs(value) <= INTEGER_MAX


def must_be(document, fields, optional=None):
    """An object with exactly these fields, of these types; an optional one may be missing."""
    known = {**fields, **(optional or {})}
    if not isinstance(document, dict) or document.keys() - known.keys() or fields.keys() - document.keys():
        raise Wrong("it lacks a field or has an unknown one")
    for name, value in document.items():
        if type(value) is not known[name] and not (name in ("logged", "main", "imported") and value is None):
            raise Wrong(f"{name} is of another type")


def parse_line(line):
    try:
        document = json.loads(line)
        if isinstance(document, dict) and is_plain(document) and canonical(document) == line:
            return document
    except (ValueError, RecursionError):
        pass
    raise Wrong("it is not canonical JSON of an object")


def must_be_part(part):
    if set(part) == {"salt", "values"} and isinstance(part["values"], dict):
        unbase64(part["salt"], 32)
    elif set(part) == {"commitment"}:
        unbase64(part["commitment"], 32)
    else:
        raise Wrong("a part has a salt and values, or a commitment and nothing else")


def is_part_name(name):
    """One name for each audience: its seats stand in order."""
    seats = seats_in(name) if PART_NAME.fullmatch(name) else None
    return seats is not None and seats == sorted(set(seats))


def must_be_event(document):
    must_be(document, EVENT, {"secret": dict, "cause": dict})
    if not re.fullmatch(r"([0-9a-f]{2})+", document["command"]):
        raise Wrong("the id of the command is not hexadecimal")
    if not ACTOR.fullmatch(document["actor"]):
        raise Wrong("nobody has such a name")
    if "secret" in document:
        if not document["secret"] or not all(map(is_part_name, document["secret"])):
            raise Wrong("a part has no such name")
        for part in document["secret"].values():
            must_be_part(part)
    if "cause" in document:
        must_be(document["cause"], {"type": str, "params": dict})
        must_be_part(document["cause"]["params"])


def must_be_header(header, fields, **optional):
    must_be(header, fields, {"logged": dict, "imported": dict, **optional})
    seats = "" if "main" in optional else "seats|"  # what each seat may see: in an arbiter's evidence only
    if not re.fullmatch(f"{seats}all|spectator|seat:{SEAT}", header["viewer"]):
        raise Wrong("there is no such viewer")
    if header.get("logged") is not None:
        must_be(header["logged"], LOGGED)
        must_be(header["logged"]["head"], HEAD)
        if not all(isinstance(node, str) for node in header["logged"]["proof"]):
            raise Wrong("a proof is a list of texts")
    if header.get("main") is not None:
        must_be(header["main"], MAIN)
    if header.get("imported") is not None:
        must_be(header["imported"], SOURCE)


def read(text):
    """Header, main line, events and draws, in this order; else the number of the line that is wrong."""
    lines = text.split(b"\n")
    try:
        header = parse_line(lines[0])
        if header.get("format") != FORMAT:
            raise Wrong("another format")
    except Wrong as wrong:
        raise NotAnExport(f"line 1 is not the header of an export: {wrong}") from None
    number, events, main, luck = 1, [], [], []
    try:
        must_be_header(header, HEADER, draws=int, main=dict)
        if lines.pop():
            raise Wrong("the last line does not end in a newline, so the file may have been cut")
        for line in lines[1:]:
            number += 1
            document = parse_line(line)
            if "luck" in document:
                must_be(document, LUCK)
                for call in document["calls"]:
                    if not isinstance(call, list) or len(call) != 3 or not isinstance(call[0], str):
                        raise Wrong("a draw is a question, what it was asked about, and an outcome")
                luck.append(document)
            elif luck or ("main" in document and events):
                raise Wrong("it stands in the wrong place")
            elif "main" in document:
                must_be(document, {"main": dict})
                must_be_event(document["main"])
                main.append(document["main"])
            else:
                must_be_event(document)
                events.append(document)
        if not events:
            raise Wrong("there is no event in the file")
    except (Wrong, ValueError, TypeError, AttributeError) as wrong:
        raise Wrong(f"line {number}: {wrong}") from None
    return header, main, events, luck


def is_evidence(text):
    try:
        return json.loads(text.partition(b"\n")[0])["format"] == EVIDENCE
    except (ValueError, LookupError, TypeError, RecursionError):
        return False


def read_evidence(text):
    """Header, events with their paths, what is claimed, the note about the file, and the bytes that it is about."""
    lines = text.split(b"\n")
    try:
        if lines.pop():
            raise Wrong("the last line does not end in a newline, so the file may have been cut")
        if len(lines) < 4:
            raise Wrong("a header, an event, what is claimed and a signature are needed")
        header, *proved, claimed, signed = [parse_line(line) for line in lines]
        must_be_header(header, EVIDENCE_HEADER)
        for one in proved:
            must_be(one, {"event": dict, "proof": list})
            if not all(isinstance(node, str) for node in one["proof"]):
                raise Wrong("a proof is a list of texts")
            must_be_event(one["event"])
        must_be(claimed, {"claimed": dict})
        must_be(signed, {"signed": str})
    except (ValueError, TypeError, AttributeError) as wrong:
        raise Wrong(f"it cannot be read: {wrong}") from None
    return header, proved, claimed["claimed"], signed["signed"], b"".join(line + b"\n" for line in lines[:-1])


def part_commitment(part):
    if "salt" in part:
        return hmac.digest(base64.b64decode(part["salt"]), canonical(part["values"]), "sha256")
    return base64.b64decode(part["commitment"])


def leaf(event):
    document = {name: value for name, value in event.items() if name not in ("secret", "cause")}
    if "secret" in event:
        document["secret"] = {name: part_commitment(part).hex() for name, part in event["secret"].items()}
    if "cause" in event:
        params = part_commitment(event["cause"]["params"]).hex()
        document["cause"] = {"type": event["cause"]["type"], "params": params}
    return sha256(b"\x00" + canonical(document))


def tree_root(leaves):
    """RFC 6962, 2.1."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha256(b"\x01" + tree_root(leaves[:split]) + tree_root(leaves[split:]))


def check_order(header, events):
    if len(events) != header["size"]:
        raise Wrong(f"{len(events)} events, but the checkpoint covers {header['size']}")
    for version, event in enumerate(events, 1):
        if event["version"] != version:
            raise Wrong(f"version {event['version']} stands where version {version} should")
    first = step = events[0]["step"]
    at, used, command, beginning, in_lobby = 0, set(), None, None, True
    for event in events:
        version = event["version"]
        if event["command"] == command:  # the same command goes on
            if (event["step"], event["actor"], event["at"]) != beginning or "cause" in event:
                raise Wrong(f"version {version} does not belong to the command before it")
            in_lobby = in_lobby and event["type"] not in ENDS_OF_LOBBY
            continue
        command, beginning = event["command"], (event["step"], event["actor"], event["at"])
        order = event.get("cause", {}).get("type")
        is_early = event["at"] < at and order != "restart_clocks"  # which the operator does where the time was wrong
        if command in used or is_early or order is None:
            raise Wrong(f"version {version}: its command was used before, is dated too early, or is not kept")
        wanted = first if in_lobby else step + 1
        if event["step"] != wanted:
            raise Wrong(f"version {version}: step {event['step']} stands where {wanted} should")
        used.add(command)
        step, at = max(step, event["step"]), event["at"]
        in_lobby = in_lobby and event["type"] not in ENDS_OF_LOBBY
    return f"{len(events)} events without a gap"


def check_tree(header, main, events, kept):
    leaves = [leaf(event) for event in events]
    if tree_root(leaves).hex() != header["root"]:
        raise Wrong("the events lead to another root than the signed one")
    for _, size, root in kept:
        if size > len(leaves) or tree_root(leaves[:size]) != root:
            raise Wrong(f"the kept checkpoint of {size} events is not the root of its beginning")
    if header.get("main") is not None:
        branch, leaves = events[0]["public"]["branch"], [leaf(event) for event in main]
        if len(leaves) != header["main"]["size"] or tree_root(leaves).hex() != header["main"]["root"]:
            raise Wrong("the events of the main line lead to another root than the signed one")
        if not 0 < branch["version"] <= len(leaves) or tree_root(leaves[: branch["version"]]).hex() != branch["root"]:
            raise Wrong("the branch leaves another main line")
    begun = "".join(f", and begin with the {size} events of the kept checkpoint" for _, size, _ in kept)
    return f"the events lead to the signed root{begun}"


def check_header(header, events):
    first = events[0]
    wrong = [
        name
        for name in ("match", "game", "rules_version", "catalogue")
        if canonical(first["public"].get(name)) != canonical(header[name])
    ]
    if first["type"] != "MatchOpened" or wrong:
        raise Wrong(f"the first event says otherwise: {', '.join(wrong) or first['type']}")
    return "it says what the first event says"


# Who may see which part, and what was erased.
def seats_in(name):
    return [int(seat) for seat in name[5:].split(",")] if name.startswith("seat:") else []


def seat_of(actor, *kinds):
    kind, _, seat = actor.partition(":")
    return int(seat) if kind in kinds and seat else None


def erased_parts(events):
    """What the erasures in the file have closed: names of parts by version."""
    found = {}
    for place, event in enumerate(events):
        if event["type"] == "PlayerErased":
            seat = event.get("cause", {}).get("params", {}).get("values", {}).get("secrets_of")
            seat = seat if type(seat) is int else None
            for version, names in parts_of_person(events[:place], event["public"]["player"], seat).items():
                found.setdefault(version, set()).update(names)
    return found


def parts_of_person(events, player, seat):
    sitting, found = {}, {}
    for event in events:
        public, names, secret = event["public"], set(), event.get("secret", {})
        is_own = event["type"] == "SeatTaken" and public["player"] == player
        if event["type"] == "SeatTaken":
            sitting[public["seat"]] = public["player"]
        elif event["type"] == "SeatLeft":
            sitting.pop(public["seat"], None)
        elif event["type"] == "DisputeOpened":
            claimant = seat_of(event["actor"], "seat")
            is_own = claimant is not None and sitting.get(claimant) == player
        if is_own and "all" in secret:
            names.add("all")
        if seat is not None:
            names |= {name for name in secret if name == "sealed" or seat in seats_in(name)}
            if "cause" in event and seat_of(event["actor"], "seat", "clock") == seat:
                names.add("cause")
        if names:
            found[event["version"]] = names
    return found


def hidden_parts(event, viewer):
    """The parts that are not for the viewer of the file."""
    if viewer == "all":
        return set()
    if viewer == "seats":
        return {name for name in event.get("secret", {}) if name == "sealed"}
    seat = None if viewer == "spectator" else int(viewer[5:])
    names = {name for name in event.get("secret", {}) if name != "all" and seat not in seats_in(name)}
    if "cause" in event and (seat is None or seat_of(event["actor"], "seat") != seat):
        names.add("cause")
    return names


def check_parts(events, viewer, is_excerpt=False):
    """An excerpt of a match does not show whether a part was erased later: then it is not proven here."""
    erased, salts, opened, count, unexplained = erased_parts(events), set(), 0, 0, None
    for event in events:
        parts = dict(event.get("secret", {}))
        if "cause" in event:
            parts["cause"] = event["cause"]["params"]
        closed = {name for name, part in parts.items() if "salt" not in part}
        excused, hidden = erased.get(event["version"], set()), hidden_parts(event, viewer)
        if hidden - closed:
            raise Wrong(f"version {event['version']} has an open part that is not for this viewer")
        if closed - excused - hidden and is_excerpt:
            unexplained = event["version"]
        elif closed - excused - hidden:
            raise Wrong(f"version {event['version']} has a closed part, and no event says that it was erased")
        if excused - closed:
            raise Wrong(f"version {event['version']} has an open part, and an event says that it was erased")
        for part in parts.values():
            if "salt" in part:
                if part["salt"] in salts:
                    raise Wrong(f"version {event['version']} has a salt that was used before")
                salts.add(part["salt"])
        opened, count = opened + len(parts) - len(closed), count + len(parts)
    if unexplained is not None:
        raise Open(f"version {unexplained} has a closed part; it may have been erased")
    return f"{opened} of {count} parts are open, and are what was committed to"


def check_commitments(header, main, events):
    sentence = check_parts(events, header["viewer"])
    check_parts(main, "all")
    return sentence


def is_without_secrets(events):
    return any(event["type"] == "PlayerErased" and event["public"].get("secrets") for event in events)


# Key and signatures.
def check_key(header, key):
    if key is None:
        raise Open(f"nobody has pinned {header['key']} here")
    if key != header["key"]:
        raise Wrong(f"the file is signed by another key than the one that you trust: {header['key']}")
    return f"you trust {header['key']}"


def check_signature(header, events):
    claims = [(header, [origin_of(header)])]
    if header.get("main") is not None:
        claims.append((header["main"], origins_of(header["key"], events[0]["public"]["branch"]["match"])))
    for claim, origins in claims:
        origin, size, root = open_note(claim["note"], header["key"])
        if origin not in origins or (size, root) != (claim["size"], unhex(claim["root"])):
            raise Wrong("the note is about another match, size or root")
    source = check_source(header)
    if source is None:
        return f"the checkpoint is signed by {header['key']}"
    size, root = source
    if size > len(events) or tree_root([leaf(event) for event in events[:size]]) != root:
        raise Wrong("the match does not begin with the checkpoint of the service that it was imported from")
    return f"signed by {header['key']}, which imported it from {origin_in(header['imported']['key'])}"


def unhex(text):
    raw = bytes.fromhex(text)
    if raw.hex() != text or len(raw) != 32:
        raise Wrong("a hash is not 64 hexadecimal digits")
    return raw


def origin_in(key):
    """A key is named as the origin of what it signs."""
    return key.partition("+")[0]


def origins_of(key, match):
    """The origins that a match can have: as one played there, or as one that was imported."""
    return f"{origin_in(key)}/{match}", f"{origin_in(key)}/imported/{match}"


def origin_of(header):
    return origins_of(header["key"], header["match"])[header.get("imported") is not None]


def check_source(header):
    """Size and root that the service signed which the match was imported from; None if it was played here."""
    source = header.get("imported")
    if source is None:
        return None
    origin, size, root = open_note(source["note"], source["key"])
    if origin not in origins_of(source["key"], header["match"]):
        raise Wrong("the note of the service that it was imported from is of another match")
    return size, root


def read_key(key):
    """Name, id and public key of a verifier key; raises Wrong if it is not in the one form that it can have."""
    name, identity, encoded = [*key.split("+", 2), "", ""][:3]
    raw = unbase64(encoded, 33)
    wanted = sha256(name.encode() + b"\n" + raw)[:4]
    point = decompress(raw[1:])
    if not KEY_NAME.fullmatch(name) or raw[:1] != b"\x01" or wanted.hex() != identity:
        raise Wrong("the key is not one for Ed25519")
    if point is None or is_same_point(times(8, point), (0, 1, 1, 0)):
        raise Wrong("the key is not one that binds its owner")  # of small order: many signatures would fit
    return name, wanted, raw[1:]


def open_note(note, key):
    """The checkpoint: a signed note of C2SP with origin, size and root. Lines of other keys are passed over."""
    name, wanted, public = read_key(key)
    text, separator, signatures = note.rpartition("\n\n")
    lines = signatures.split("\n")
    if not separator or lines.pop() or not 0 < len(lines) <= 16:
        raise Wrong("the note has no signature, or too many")
    found = []
    for line in lines:
        mark, signer, signature = line.split(" ") if line.count(" ") == 2 else ("", "", "")
        raw = unbase64(signature)
        if mark != "—" or not signer or len(raw) < 5:
            raise Wrong("a line below the note is not a signature")
        if signer == name and raw[:4] == wanted:
            found.append(raw[4:])
    if not found or not ed25519_is_valid(public, (text + "\n").encode(), found[0]):
        raise Wrong("the note is not signed by this key")
    checkpoint = CHECKPOINT.fullmatch(text + "\n")
    if checkpoint is None or int(checkpoint[2]) > INTEGER_MAX:
        raise Wrong("the note does not hold a checkpoint")
    return checkpoint[1], int(checkpoint[2]), unbase64(checkpoint[3], 32)


def check_log(header, events):
    """A beginning of the match is in the log of heads, whose tree is that of RFC 6962 too."""
    logged = header.get("logged")
    if logged is None:
        raise Open("the file does not say that the match is in the log of heads")
    check_logged(header["key"], logged)
    head = logged["head"]
    if head["match"] != header["match"] or not 0 < head["size"] <= len(events):
        raise Wrong(f"the log has {head['size']} events of {head['match']}")
    if tree_root([leaf(event) for event in events[: head["size"]]]).hex() != head["root"]:
        raise Wrong(f"the log has another root of the first {head['size']} events")
    return f"the first {head['size']} events are entry {logged['entry']} of the log of heads"


def check_logged(key, logged):
    """The head is an entry of a log that this key has signed."""
    head, size = logged["head"], logged["log_size"]
    root = unhex(logged["log_root"])
    origin = logged["origin"]  # of a log that replaced another one: with +2 and so on
    own = origin_in(key)
    if not re.fullmatch(re.escape(own) + r"([+]([2-9]|[1-9][0-9]+))?", origin):
        raise Wrong("the log has another origin than its key")
    if open_note(logged["note"], key) != (origin, size, root):
        raise Wrong("the log's note is about another log, size or root")
    path = [unhex(node) for node in logged["proof"]]
    if root_from_path(sha256(b"\x00" + canonical(head)), logged["entry"] - 1, size, path) != root:
        raise Wrong(f"the proof of entry {logged['entry']} leads to another root of the log")


def root_from_path(node, index, size, path):
    """RFC 9162, 2.1.3.2."""
    last = size - 1
    if not 0 <= index <= last or any(len(one) != 32 for one in (node, *path)):
        return None
    for sibling in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = sha256(b"\x01" + sibling + node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\x01" + node + sibling)
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


# The dice.
class Dice:
    def __init__(self, seed, place):
        self.seed, self.place, self.block, self.numbers = seed, place, 0, []

    def below(self, limit):
        fair = (1 << 64) - (1 << 64) % limit
        while True:
            if not self.numbers:
                block = hmac.digest(self.seed, b"%d:%d" % (self.place, self.block), "sha256")
                self.block += 1
                self.numbers = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
            number = self.numbers.pop()
            if number < fair:
                return number % limit

    def ask(self, question, given, outcome):
        if question in ("below", "roll") and type(given) is int and given > 0:
            return self.below(given) + (question == "roll")
        if isinstance(given, list):
            if question == "pick" and given:
                return given[self.below(len(given))]
            if question == "shuffle":
                return self.shuffle(list(given))
            if question == "draw" and isinstance(outcome, list) and len(outcome) <= len(given):
                rest = list(given)
                return [rest.pop(self.below(len(rest))) for _ in outcome]
        raise Wrong(f"an unknown question to the dice: {question}")

    def shuffle(self, order):
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


# Joint luck: every part is committed to before one is open.
class Lobby:
    """Who sits where, and the parts of the luck; read event by event until play begins."""

    def __init__(self, opened):
        self.match, self.count, self.has_begun = opened["match"], whole(opened["seats"]), False
        has_clock = any(opened.get(name) is not None for name in ("turn_s", "reaction_s", "total_s"))
        self.open_ms = 60_000 if has_clock else 24 * 3600 * 1000
        self.players, self.commitments, self.parts, self.refused = {}, {}, {}, []
        self.round, self.deadline = 0, None  # the deadline, while the lobby is closed
        self.used, self.leaving, self.owing = set(), set(), set()
        self.reading = {
            "SeatTaken": self.sit,
            "SeatLeft": self.leave,
            "LuckCommitted": self.commit,
            "LobbyClosed": self.close,
            "LuckOpened": self.open,
            "LuckWithheld": self.withhold,
            "PlayBegan": self.begin,
        }

    def take(self, event):
        if event["type"] in self.reading and not self.has_begun:
            need(not self.leaving or event["type"] == "SeatLeft", "whoever withholds a part leaves at once")
            self.reading[event["type"]](event["public"], event["at"])

    def sit(self, said, at):
        seat, player = whole(said["seat"]), said["player"]
        need(self.deadline is None, "somebody sits down in a closed lobby")
        need(0 <= seat < self.count and seat not in self.players and type(player) is str, "there is no such free seat")
        self.players[seat] = player
        if said.get("commitment", "") != "":
            self.commit(said, at)

    def leave(self, said, _at):
        seat = whole(said["seat"])
        need(self.deadline is None and seat in self.players, "somebody leaves a closed lobby, or no seat")
        need(self.players[seat] == said["player"], "somebody leaves who has not sat there")
        need(not self.leaving or seat in self.leaving, "somebody leaves who has withheld nothing")
        self.leaving.discard(seat)
        self.owing.discard(seat)
        del self.players[seat]
        self.commitments.pop(seat, None)

    def commit(self, said, _at):
        seat, commitment = whole(said["seat"]), said["commitment"]
        need(self.deadline is None and seat in self.players, "a commitment comes too late, or from no player")
        need(is_hex_32(commitment) and commitment not in self.used, "a commitment is not a hash, or was used before")
        self.used.add(commitment)
        self.owing.discard(seat)
        self.commitments[seat] = commitment

    def close(self, said, at):
        self.round += 1
        need(self.deadline is None and whole(said["round"]) == self.round <= 3, "this is not the next round")
        need(len(self.players) == self.count and not self.owing, "the lobby is closed before everybody is ready")
        need(self.commitments, "the lobby is closed, and nobody has committed")
        need(seat_list(said["waiting_for"]) == sorted(self.commitments), "others are waited for than have committed")
        self.deadline = whole(said["deadline"])
        need(self.deadline == at + self.open_ms, "there is another time to open a part than the rules give")

    def open(self, said, at):
        seat, part = whole(said["seat"]), said["part"]
        need(self.deadline is not None and at <= self.deadline, "a part is opened too early or too late")
        need(seat in self.commitments and seat not in self.parts, "a part is opened twice, or was not committed to")
        need(is_hex_32(part), "a part of the luck has not 32 bytes")
        text = f"matchledger/luck/v2\n{self.match}\n{seat}\n{self.players[seat]}\n{part}\n"
        fits = sha256(text.encode()).hex() == self.commitments[seat]
        need(fits, f"the part of seat {seat} is not the one that was committed to")
        self.parts[seat] = part

    def withhold(self, said, at):
        missing = sorted(self.commitments.keys() - self.parts)
        need(self.deadline is not None and at > self.deadline, "a part is said to be withheld before its time")
        need(missing and whole(said["round"]) == self.round, "nobody has withheld a part in this round")
        need(seat_list(said["seats"]) == missing, "others have withheld their part")
        for seat in missing:
            self.refused.append(f"; the deal of round {self.round} was refused by seat {seat} ({self.players[seat]})")
        self.leaving, self.owing = set(missing), set(self.parts)
        self.commitments, self.parts, self.deadline = {}, {}, None

    def begin(self, said, _at):
        need(self.parts.keys() == self.commitments.keys(), "play begins before all parts are open")
        need(bool(self.parts) == (self.deadline is not None), "play begins, and the lobby is not closed")
        need(not self.owing, "play begins before everybody has committed anew")
        need(said["players"] == [self.players.get(seat) for seat in range(self.count)], "others play than sit there")
        self.has_begun = True


def need(holds, sentence):
    if not holds:
        raise Wrong(sentence)


def whole(value):
    need(type(value) is int, "a seat, a round or a time is not a whole number")
    return value


def seat_list(value):
    need(isinstance(value, list), "seats are not a list")
    return [whole(one) for one in value]


def is_hex_32(value):
    return type(value) is str and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def read_lobby(events):
    lobby = Lobby(events[0]["public"])
    for event in events:
        try:
            lobby.take(event)
        except (Wrong, LookupError, TypeError) as wrong:
            why = wrong if isinstance(wrong, Wrong) else "it cannot be read"
            raise Wrong(f"version {event['version']}: {why}") from None
    return lobby


def check_joint_luck(header, events):
    """Whether nobody could choose the luck; that the draws follow from the seed is another check."""
    lobby = read_lobby(events)
    refused = "".join(lobby.refused)
    if not lobby.has_begun:
        raise Open(f"the match has not begun{refused}")
    if not lobby.parts:
        raise Open(f"no player gave a committed part, so the operator alone chose the luck{refused}")
    if is_without_secrets(events):
        raise Open("the server's part of the luck has been erased with a player")
    if header["viewer"] != "all":
        raise Open("every opened part is the one that was committed to; the server's is closed still")
    trusted, silent = sorted(lobby.parts), sorted(lobby.players.keys() - lobby.parts)
    whom = f"one of the {named_seats(trusted)}" if len(trusted) > 1 else named_seats(trusted)
    gave_none = f"; {named_seats(silent)} gave no part" if silent else ""
    return f"proven for whoever trusts {whom}: nobody chose this deal{gave_none}{refused}"


def named_seats(seats):
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def seed_of(events):
    """The server's part from the first event, keyed over seat, player and part of each seat in order."""
    server, lobby = unhex(events[0]["secret"]["sealed"]["values"]["server_seed"]), read_lobby(events)
    lines = "".join(f"{seat} {lobby.players[seat]} {lobby.parts.get(seat, '-')}\n" for seat in sorted(lobby.players))
    return hmac.digest(server, f"matchledger/seed/v2\n{lobby.match}\n{lines}".encode(), "sha256")


def check_draws(header, events, luck):
    """Whether the listed draws follow from the seed; whether they are all of them, only the rules can say."""
    listed = sum(len(draws["calls"]) for draws in luck)
    if listed != header.get("draws", 0):
        raise Wrong(f"{listed} draws are listed, and line 1 says {header.get('draws', 0)}")
    if header["viewer"] != "all":
        raise Open("the seed is opened when the match ends")
    if is_without_secrets(events):
        raise Open("the seed has been erased with a player")
    if not listed:
        raise Open("no draw is listed")
    seed = seed_of(events)
    for draws in luck:
        if draws["place"] < 0:
            raise Wrong(f"step {draws['luck']}: its draws have no place in the line")
        dice = Dice(seed, draws["place"])
        for question, given, outcome in draws["calls"]:
            if canonical(dice.ask(question, given, outcome)) != canonical(outcome):
                raise Wrong(f"step {draws['luck']}: the seed gives another outcome of {question}")
    return f"all {listed} draws that are listed, in {len(luck)} steps, follow from the seed"


# Evidence about a step.
def check_evidence_tree(header, proved):
    first = proved[0]["event"]["version"]
    for place, one in enumerate(proved):
        event, version = one["event"], one["event"]["version"]
        if version != first + place:
            raise Wrong("the events do not follow one another")
        path = [unhex(node) for node in one["proof"]]
        if root_from_path(leaf(event), version - 1, header["size"], path) != unhex(header["root"]):
            raise Wrong(f"version {version} does not lead to the signed root")
        if event["step"] != header["step"]:
            raise Wrong(f"version {version} is of another step")
    return "every event of the file is in the signed tree"


def check_evidence_signature(header, signed, body):
    origin = origin_of(header)
    about = (origin, header["size"], unhex(header["root"]))
    file = (f"{origin}/evidence/{header['step']}", body.count(b"\n"), sha256(body))
    if open_note(header["note"], header["key"]) != about or open_note(signed, header["key"]) != file:
        raise Wrong("a note is about another match, step, size or content")
    source = check_source(header)
    if source is not None and source[0] > header["size"]:
        raise Wrong("the match was longer when it was imported")
    return f"checkpoint and file are signed by {header['key']}"


def check_evidence_log(header):
    """This very checkpoint is in the log; an older head would need a proof that this one extends it."""
    logged = header.get("logged")
    if logged is None or (logged["head"]["size"], logged["head"]["match"]) != (header["size"], header["match"]):
        raise Open("the file does not say that this checkpoint is in the log of heads")
    check_logged(header["key"], logged)
    if logged["head"]["root"] != header["root"]:
        raise Wrong(f"entry {logged['entry']} of the log is not this checkpoint")
    return f"the checkpoint is entry {logged['entry']} of the log of heads"


def left_to_the_export():
    raise Open("what is claimed takes the rules; `matchledger verify --with EXPORT` executes them")


def evidence_checks(text, key):
    header, proved, _, signed, body = read_evidence(text)
    events = [one["event"] for one in proved]
    sentence = f"{len(events)} events of step {header['step']} of {header['match']}, as {header['viewer']} may see them"
    return {
        "file": lambda: sentence,
        "tree": lambda: check_evidence_tree(header, proved),
        "commitments": lambda: check_parts(events, header["viewer"], is_excerpt=True),
        "key": lambda: check_key(header, key),
        "signature": lambda: check_evidence_signature(header, signed, body),
        "log": lambda: check_evidence_log(header),
        "claimed": left_to_the_export,
    }


def left_to_the_rules():
    raise Open("this program executes no rules; `matchledger verify` does")


RULES = ("visibility", "ledger", "decisions", "luck", "invariants")
NAMES = ("file", "order", "tree", "header", "commitments", "key", "signature", "log", "draws", "joint luck", *RULES)
REQUIRED = ("file", "order", "tree", "header", "commitments", "key", "signature", "draws")


def match_checks(text, key, kept):
    header, main, events, luck = read(text)
    return {
        "file": lambda: f"{len(events)} events of {header['match']}, as {header['viewer']} may see them",
        "order": lambda: check_order(header, events),
        "tree": lambda: check_tree(header, main, events, kept),
        "header": lambda: check_header(header, events),
        "commitments": lambda: check_commitments(header, main, events),
        "key": lambda: check_key(header, key),
        "signature": lambda: check_signature(header, events),
        "log": lambda: check_log(header, events),
        "draws": lambda: check_draws(header, events, luck),
        "joint luck": lambda: check_joint_luck(header, events),
        **dict.fromkeys(RULES, left_to_the_rules),
    }


def checks_of(text, key=None, kept=()):
    """Name, value and sentence of every check."""
    checks = evidence_checks(text, key) if is_evidence(text) else match_checks(text, key, kept)
    for name, check in checks.items():
        try:
            yield name, PROVEN, check()
        except Open as why:
            yield name, NOT_PROVEN, str(why)
        except Wrong as wrong:
            yield name, BROKEN, str(wrong)
        except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as wrong:
            yield name, BROKEN, f"it cannot be read ({type(wrong).__name__})"


def read_note(path, text):
    """A checkpoint that somebody kept: the note, or the document that the service answered with it."""
    with open(path, encoding="utf-8") as file:
        kept = file.read()
    if is_evidence(text):
        raise BadNote("evidence has too few events for a checkpoint of its match: compare the exported match")
    header = read(text)[0]
    try:
        point = open_note(json.loads(kept)["note"] if kept.startswith("{") else kept, header["key"])
    except (Wrong, ValueError, LookupError, TypeError) as wrong:
        raise BadNote(f"{path}: {wrong}") from None
    origins = origins_of(header["key"], header["match"])
    if point[0] not in origins:
        raise BadNote(f"the kept checkpoint is of {point[0]}, and the file is of {origins[0]}")
    return point


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--key", help="the key that you trust, in the form name+id+key")
    parser.add_argument(
        "--require", help="checks that must be proven, with commas; default: all but log, joint luck and the rules"
    )
    parser.add_argument("--checkpoint", help="a file with a checkpoint of the match that you kept")
    chosen = parser.parse_args()
    required = None if chosen.require is None else NAMES if chosen.require == "all" else chosen.require.split(",")
    if not set(required or ()) <= {*NAMES, "claimed"}:
        parser.error(f"the checks are {', '.join(NAMES)}; of evidence also claimed")
    try:
        with open(chosen.file, "rb") as file:
            text = file.read()
        kept = [] if chosen.checkpoint is None else [read_note(chosen.checkpoint, text)]
        checks = list(checks_of(text, chosen.key, kept))
    except BadNote as wrong:
        print(f"verify_match: {wrong}", file=sys.stderr)
        return 2
    except Wrong as wrong:
        checks = [("file", BROKEN, str(wrong))]
    except (NotAnExport, OSError, ValueError, LookupError, TypeError) as wrong:
        print(f"{BROKEN:<16} {'file':<12} {wrong}")
        return 2
    for name, value, sentence in checks:
        print(f"{value:<16} {name:<12} {sentence}")
    values = {name: value for name, value, _ in checks}
    if BROKEN in values.values():
        print("broken.")
        return 1
    unproven = [name for name, value in values.items() if value == NOT_PROVEN]
    missing = [name for name in unproven if name in (required or REQUIRED)]
    if missing:
        print(f"not proven here, though required: {', '.join(missing)}.")
        return 3
    print(f"proven as far as required; not proven here: {', '.join(unproven)}." if unproven else "proven.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
