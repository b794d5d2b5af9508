#!/usr/bin/env python3
"""Checks an exported match with nothing but Python's standard library, and none of the project's code.

    python3 service/tools/verify_match.py match.jsonl [--key matchledger+…]

Written apart from the service on purpose: what it checks are the published forms (canonical JSON of RFC 8785, the
Merkle tree of RFC 6962, HMAC-SHA-256 commitments, Ed25519 of RFC 8032, C2SP signed notes, and the dice as described in
docs/proofs.md), so that nobody has to believe the server. It does not know the rules of any game.
"""

import argparse
import base64
import hashlib
import hmac
import json
import sys

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
    if key is None or commitment is None or scalar >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    return is_same_point(times(scalar, BASE), add(commitment, times(challenge, key)))


# The file.
class Wrong(Exception):
    """A check that fails, and where."""


def canonical(value):
    """RFC 8785; the ledger holds no fractions, and its keys are plain ASCII."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def sha256(raw):
    return hashlib.sha256(raw).digest()


def read(path):
    with open(path, "rb") as file:
        lines = file.read().splitlines()
    documents = []
    for number, line in enumerate(lines, 1):
        try:
            documents.append(json.loads(line))
        except (ValueError, RecursionError):
            raise Wrong(f"line {number} is not JSON") from None
    if not documents or not all(isinstance(document, dict) for document in documents):
        raise Wrong("the file is not made of JSON objects")
    if documents[0].get("format") != "matchledger-export/1":
        raise Wrong("line 1 is not the header of an export")
    events = [document for document in documents[1:] if "luck" not in document]
    return documents[0], events, [document for document in documents[1:] if "luck" in document]


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


def check_signature(header, key):
    if key is not None and key != header["key"]:
        raise Wrong("the file is signed by another key than the one you trust")
    origin, size, root = open_note(header["note"], header["key"])
    if (origin, size) != (f"matchledger/{header['match']}", header["size"]):
        raise Wrong("the note is about another match or size")
    if root.hex() != header["root"]:
        raise Wrong("the note is about another root")


def open_note(note, key):
    """The checkpoint: a signed note of C2SP with origin, size and root."""
    name, _, encoded = key.split("+", 2)
    public = base64.b64decode(encoded)[1:]
    text, separator, signatures = note.rpartition("\n\n")
    if not separator:
        raise Wrong("the note has no signature")
    text += "\n"
    raw = base64.b64decode(signatures.split(" ")[2])
    identity = sha256(name.encode() + b"\n\x01" + public)[:4]
    if raw[:4] != identity or not ed25519_is_valid(public, text.encode(), raw[4:]):
        raise Wrong("the signature does not fit the note")
    origin, size, root = text.splitlines()[:3]
    return origin, int(size), base64.b64decode(root)


def check_order(header, events):
    if len(events) != header["size"]:
        raise Wrong(f"{len(events)} events, but the checkpoint covers {header['size']}")
    step, at = events[0]["step"], 0
    for place, event in enumerate(events, 1):
        if event["version"] != place:
            raise Wrong(f"version {event['version']} stands where version {place} should")
        if event["step"] not in (step, step + 1):
            raise Wrong(f"version {place}: step {event['step']} follows step {step}")
        if event["at"] < at:
            raise Wrong(f"version {place} is dated before the one before it")
        step, at = event["step"], event["at"]


def check_tree(header, events):
    if tree_root([leaf(event) for event in events]).hex() != header["root"]:
        raise Wrong("the events lead to another root than the signed one")
    opened = events[0]["public"]
    for name in ("match", "game", "rules_version", "catalogue"):
        if opened.get(name) != header[name]:
            raise Wrong(f"the header says another {name} than the first event")


def check_log(header, events):
    """A beginning of the match is in the log of heads, whose tree is that of RFC 6962 too."""
    logged = header.get("logged")
    if logged is None:
        return "the file does not say that the match is in the log of heads"
    origin, log_size, log_root = open_note(logged["note"], header["key"])
    if (origin, log_size, log_root.hex()) != ("matchledger", logged["log_size"], logged["log_root"]):
        raise Wrong("the log's note is about another log, size or root")
    head = {name: logged["head"][name] for name in ("match", "size", "root")}
    path = [bytes.fromhex(node) for node in logged["proof"]]
    if root_from_path(sha256(b"\x00" + canonical(head)), logged["entry"] - 1, log_size, path) != log_root:
        raise Wrong(f"the proof of entry {logged['entry']} leads to another root of the log")
    if head["match"] != header["match"] or not 0 < head["size"] <= len(events):
        raise Wrong(f"the log has {head['size']} events of {head['match']}")
    if tree_root([leaf(event) for event in events[: head["size"]]]).hex() != head["root"]:
        raise Wrong(f"the log has another root of the first {head['size']} events")
    return f"the first {head['size']} events are entry {logged['entry']} of the log of heads"


def root_from_path(node, index, size, path):
    """RFC 9162, 2.1.3.2."""
    last = size - 1
    if not 0 <= index <= last:
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


def check_open(header, events):
    """A file with everything open has a salt for every part; its commitments are in the leaves already checked."""
    if header["viewer"] != "all":
        return "some parts are closed to this viewer; their commitments are in the tree"
    erasures = [event["public"]["versions"] for event in events if event["type"] == "PlayerErased"]
    gone = {version for versions in erasures for version in versions}
    for event in events:
        parts = [*event.get("secret", {}).values(), *([event["cause"]["params"]] if "cause" in event else [])]
        if any("salt" not in part for part in parts) and event["version"] not in gone:
            raise Wrong(f"version {event['version']} has a closed part, and no event says that it was erased")
    return f"parts of {len(gone)} events have been erased; their commitments are in the tree" if gone else None


def is_without_secrets(events):
    return any(event["type"] == "PlayerErased" and event["public"]["secrets"] for event in events)


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

    def redact_for(self, question, given):
        if question == "below":
            return self.below(given)
        if question == "roll":
            return self.below(given) + 1
        if question == "pick":
            return given[self.below(len(given))]
        order = list(given)
        if question == "shuffle":
            for last in range(len(order) - 1, 0, -1):
                other = self.below(last + 1)
                order[last], order[other] = order[other], order[last]
            return order
        raise Wrong(f"an unknown question to the dice: {question}")

    def drawn(self, given, count):
        rest = list(given)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]


def seed_of(events):
    """The server's part from the first event, keyed over the players' parts in the order of their seats."""
    server = bytes.fromhex(events[0]["secret"]["sealed"]["values"]["server_seed"])
    entropy = {}
    for event in events:
        if event["type"] == "SeatTaken":
            entropy[event["public"]["seat"]] = event["public"]["entropy"]
        elif event["type"] == "SeatLeft":
            entropy.pop(event["public"]["seat"], None)
        elif event["type"] == "PlayBegan":
            break
    parts = "".join(f"{seat}:{len(text)}:{text};" for seat, text in sorted(entropy.items()))
    return hmac.digest(server, parts.encode(), "sha256")


def lists_in(value):
    if isinstance(value, list):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from lists_in(inner)


def check_luck(header, events, luck):
    if header["viewer"] != "all":
        return "the seed is opened when the match ends"
    if events[0]["public"].get("branch"):
        return "a branch: its luck begins in its main line"
    if is_without_secrets(events):
        return "the seed has been erased with a player"
    seed = seed_of(events)
    for draws in luck:
        dice = Dice(seed, draws["place"])
        happened = [event for event in events if event["step"] == draws["luck"]]
        for question, given, outcome in draws["calls"]:
            again = dice.drawn(given, len(outcome)) if question == "draw" else dice.redact_for(question, given)
            if again != outcome:
                raise Wrong(f"step {draws['luck']}: the seed gives another {question}")
            if question == "shuffle":
                check_in_events(draws["luck"], outcome, happened)
    return None


def check_in_events(step, order, happened):
    """Where an event holds these very things in some order, it must be this order."""
    wanted = sorted(map(canonical, order))
    for event in happened:
        values = [event["public"], *(part.get("values", {}) for part in event.get("secret", {}).values())]
        for found in lists_in(values):
            if len(found) == len(order) > 1 and found != order and sorted(map(canonical, found)) == wanted:
                if any(order in list(lists_in(v)) for v in values):
                    continue
                raise Wrong(f"step {step}: version {event['version']} holds another order than the dice gave")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--key", help="the key that you trust, in the form name+id+key")
    chosen = parser.parse_args()
    try:
        header, events, luck = read(chosen.file)
        if not events:
            raise Wrong("there is no event in the file")
    except (Wrong, OSError) as wrong:
        print(f"FAILED  file        {wrong}")
        return 1
    checks = {
        "signature": lambda: check_signature(header, chosen.key),
        "order": lambda: check_order(header, events),
        "tree": lambda: check_tree(header, events),
        "log": lambda: check_log(header, events),
        "commitments": lambda: check_open(header, events),
        "luck": lambda: check_luck(header, events, luck),
    }
    failed = 0
    for name, check in checks.items():
        try:
            print(f"ok      {name:<11} {check() or ''}".rstrip())
        except (Wrong, KeyError, ValueError, TypeError, IndexError, AttributeError) as wrong:
            failed += 1
            print(f"FAILED  {name:<11} {wrong if isinstance(wrong, Wrong) else 'malformed: ' + repr(wrong)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
