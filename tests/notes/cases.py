"""One table of cases for the three implementations that read notes, canonical JSON and proofs.

tests/notes/test_notes.py runs it on events/ and on verify_match.py, tests/pages/test_notes.py on the browser's.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.checkpoint import Checkpoint, Key, Signer, read_key
from events.tree import consistency_proof, inclusion_proof, tree_root

SEED = b"n" * 32
SIGNER = Signer(SEED, "ledger.example/log")
KEY = read_key(SIGNER.key)
NAMESAKE = Signer(b"o" * 32, "ledger.example/log")
WITNESS = Signer(b"w" * 32, "witness.example/w1")
ROOT = sha256(b"a tree").digest()
POINT = Checkpoint("ledger.example/log/m-1", 57, ROOT)
L = 2**252 + 27742317777372353535851937790883648493  # the order of the group that signatures are made in

Case = tuple[str, str, tuple[str, int, str] | None]  # note, key, and origin, size and root, or None if it is refused


def signed(text: str) -> str:
    """A note about any text, in order or not."""
    private = Ed25519PrivateKey.from_private_bytes(SEED)
    raw = KEY.id + private.sign(text.encode())
    return f"{text}\n— {KEY.name} {base64.b64encode(raw).decode()}\n"


def lines(*signatures: str) -> str:
    return SIGNER.sign(POINT).partition("\n\n")[0] + "\n\n" + "".join(signatures)


OWN = SIGNER.sign(POINT).partition("\n\n")[2]
OTHER = WITNESS.sign(POINT).partition("\n\n")[2]
SAME_NAME = NAMESAKE.sign(POINT).partition("\n\n")[2]
GOOD = (POINT.origin, POINT.size, ROOT.hex())


def text_of(origin: str = POINT.origin, size: str = "57", root: str = base64.b64encode(ROOT).decode()) -> str:
    return f"{origin}\n{size}\n{root}\n"


def _spoiled(line: str, change: Callable[[bytearray], None]) -> str:
    mark, name, encoded = line.rstrip("\n").split(" ")
    raw = bytearray(base64.b64decode(encoded))
    change(raw)
    return f"{mark} {name} {base64.b64encode(raw).decode()}\n"


def _flip(raw: bytearray) -> None:
    raw[30] ^= 1


def _add_order(raw: bytearray) -> None:
    """The same signature with another scalar: accepted by whoever does not reduce it."""
    scalar = int.from_bytes(raw[36:], "little") + L
    raw[36:] = scalar.to_bytes(32, "little")


def notes() -> dict[str, Case]:
    key = SIGNER.key
    return {
        "own_line": (lines(OWN), key, GOOD),
        "own_line_last": (lines(OTHER, SAME_NAME, OWN), key, GOOD),
        "own_line_first": (lines(OWN, OTHER), key, GOOD),
        "another_key_of_the_same_name_first": (lines(SAME_NAME, OWN), key, GOOD),
        "the_witness_is_asked_for": (lines(OWN, OTHER), WITNESS.key, GOOD),
        "an_unknown_kind_of_signature": (lines("— witness.example/w2 BAAAAAAAAAAAAAAA\n", OWN), key, GOOD),
        "the_own_line_twice": (lines(OWN, OWN), key, GOOD),
        "16_lines": (lines(*[OTHER] * 15, OWN), key, GOOD),
        "17_lines": (lines(*[OTHER] * 16, OWN), key, None),
        "another_key_of_the_same_name_alone": (lines(SAME_NAME), key, None),
        "only_a_witness": (lines(OTHER), key, None),
        "a_signature_that_does_not_fit": (lines(_spoiled(OWN, _flip)), key, None),
        "a_wrong_line_of_the_key_before_a_right_one": (lines(_spoiled(OWN, _flip), OWN), key, None),
        "a_scalar_that_is_not_reduced": (lines(_spoiled(OWN, _add_order)), key, None),
        "a_signature_that_is_too_short": (lines(_spoiled(OWN, lambda raw: raw.pop())), key, None),
        "no_lines": (lines(), key, None),
        "no_blank_line": (lines(OWN).replace("\n\n", "\n"), key, None),
        "no_newline_at_the_end": (lines(OWN)[:-1], key, None),
        "an_empty_line_at_the_end": (lines(OWN) + "\n", key, None),
        "a_hyphen_for_the_dash": (lines(OWN.replace("—", "-")), key, None),
        "two_blanks": (lines(OWN.replace("— ", "—  ")), key, None),
        "a_fourth_word": (lines(OWN.replace("\n", " x\n")), key, None),
        "a_line_that_is_no_base64": (lines("— witness.example/w2 !!!!\n", OWN), key, None),
        "base64_that_is_not_in_its_shortest_form": (lines("— witness.example/w2 AAAAAAAAAAB=\n", OWN), key, None),
        "a_line_of_four_bytes": (lines("— witness.example/w2 AAAAAA==\n", OWN), key, None),
        "carriage_returns": (lines(OWN).replace("\n", "\r\n"), key, None),
        "a_carriage_return_in_the_text": (signed(text_of().replace("57\n", "57\r\n")), key, None),
        "a_line_separator_is_no_newline": (
            signed(text_of(origin="ledger.example/\u2028log")),
            key,
            ("ledger.example/\u2028log", 57, ROOT.hex()),
        ),
        "a_control_character": (signed(text_of(origin="ledger\x00.example")), key, None),
        "a_tab": (signed(text_of(origin="ledger\t.example")), key, None),
        "no_origin": (signed(text_of(origin="")), key, None),
        "size_0": (signed(text_of(size="0")), key, (POINT.origin, 0, ROOT.hex())),
        "size_with_a_sign": (signed(text_of(size="+57")), key, None),
        "size_below_zero": (signed(text_of(size="-57")), key, None),
        "size_with_a_leading_zero": (signed(text_of(size="057")), key, None),
        "size_with_an_underscore": (signed(text_of(size="5_7")), key, None),
        "size_with_a_blank": (signed(text_of(size=" 57")), key, None),
        "size_with_a_fraction": (signed(text_of(size="57.0")), key, None),
        "size_in_other_digits": (signed(text_of(size="٥٧")), key, None),
        "size_that_all_hold": (signed(text_of(size=str(2**53 - 1))), key, (POINT.origin, 2**53 - 1, ROOT.hex())),
        "size_that_not_all_hold": (signed(text_of(size=str(2**53))), key, None),
        "size_of_17_digits": (signed(text_of(size="1" * 17)), key, None),
        "root_of_3_bytes": (signed(text_of(root="AAAA")), key, None),
        "root_of_33_bytes": (signed(text_of(root=base64.b64encode(ROOT + b"x").decode())), key, None),
        "root_not_in_its_shortest_form": (signed(text_of(root="A" * 42 + "B=")), key, None),
        "root_in_hex": (signed(text_of(root=ROOT.hex())), key, None),
        "an_extension_line": (signed(text_of() + "more\n"), key, None),
        "a_line_too_few": (signed("ledger.example/log\n57\n"), key, None),
        "a_blank_line_in_the_text": (signed(text_of().replace("57\n", "57\n\n")), key, None),
        **_keys(),
    }


def _keys() -> dict[str, Case]:
    """A note that is in order, under keys that are not."""
    note, key = lines(OWN), KEY
    encoded = base64.b64encode(b"\x01" + key.public).decode()
    kind = base64.b64encode(b"\x04" + key.public).decode()
    other_id = sha256(key.name.encode() + b"\n\x04" + key.public).hexdigest()[:8]
    wrong = {
        "no_id": f"{key.name}+{encoded}",
        "another_id": f"{key.name}+00000000+{encoded}",
        "an_id_in_capitals": f"{key.name}+{key.id.hex().upper()}+{encoded}",
        "another_name": f"ledger.example/other+{key.id.hex()}+{encoded}",
        "a_name_with_a_blank": Key("ledger example", key.public).text,
        "no_name": Key("", key.public).text,
        "another_kind": f"{key.name}+{other_id}+{kind}",
        "31_bytes": Key(key.name, key.public[:-1]).text,
        "more_than_base64": f"{key.text}=",
        "nothing": "",
    }
    found: dict[str, Case] = {f"key_with_{name}": (note, text, None) for name, text in wrong.items()}
    p = 2**255 - 19
    small = [0, 1, p - 1, 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826]
    small += [0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7, p, p + 1]
    for number, y in enumerate(small):
        for sign in (0, 1):
            point = (y | sign << 255).to_bytes(32, "little")
            weak = Key(key.name, point)
            # The identity as R and a scalar of zero: it fits every text where the key is the identity too.
            raw = weak.id + b"\x01" + bytes(63)
            forged = f"{text_of()}\n— {key.name} {base64.b64encode(raw).decode()}\n"
            found[f"key_of_small_order_{number}_{sign}"] = (forged, weak.text, None)
    outside = Key(key.name, b"\x02" + bytes(31))
    forged = f"{text_of()}\n— {key.name} {base64.b64encode(outside.id + bytes(64)).decode()}\n"
    found["key_that_is_no_point"] = (forged, outside.text, None)
    return found


def documents() -> dict[str, tuple[str, str]]:
    """JSON as somebody may write it, and its canonical form."""
    return {
        "whole_number_with_a_fraction": ("[56.0, -0.0, 1e2, 100]", "[56,0,100,100]"),
        "large_numbers": (
            "[1e30, 1E21, 1e20, 123456789012345680000, 9007199254740993]",
            "[1e+30,1e+21,100000000000000000000,123456789012345680000,9007199254740992]",
        ),
        "small_numbers": ("[0.002, 0.000001, 1e-7, 4.50, -1.5e-10]", "[0.002,0.000001,1e-7,4.5,-1.5e-10]"),
        "extremes": ("[5e-324, 1.7976931348623157e308]", "[5e-324,1.7976931348623157e+308]"),
        "names_in_utf16_order": (
            '{"\ufb33": 1, "\U0001f600": 2, "é": 3, "b": 4}',
            '{"b":4,"é":3,"\U0001f600":2,"\ufb33":1}',
        ),
        "escapes": (r'["\u000f\u0008\"\\\/\u20ac\u2028", "\u007f"]', '["\\u000f\\b\\"\\\\/€\u2028","\x7f"]'),
        "nested": ('{"b": [true, {"z": null, "a": []}], "a": {}}', '{"a":{},"b":[true,{"a":[],"z":null}]}'),
        "numbers_in_a_text": ('{"a": "[1.50,2e9]"}', '{"a":"[1.50,2e9]"}'),
    }


def proofs() -> dict[str, dict[str, Any]]:
    """Proofs by kind; hashes in hex."""
    leaves = [sha256(b"\x00%d" % number).digest() for number in range(13)]
    found: dict[str, dict[str, Any]] = {}

    def inclusion(name: str, index: Any, size: int, proof: list[bytes], holds: bool, root: bytes | None = None) -> None:
        whole = root or tree_root(leaves[: max(size, 0)])
        leaf = leaves[int(index) % 13]
        found[f"inclusion_{name}"] = {
            "leaf": leaf.hex(),
            "index": index,
            "size": size,
            "proof": [node.hex() for node in proof],
            "root": whole.hex(),
            "holds": holds,
        }

    def consistency(name: str, old: int, size: int, proof: list[bytes], holds: bool, **roots: bytes) -> None:
        found[f"consistency_{name}"] = {
            "old_size": old,
            "size": size,
            "proof": [node.hex() for node in proof],
            "old_root": roots.get("old_root", tree_root(leaves[:old])).hex(),
            "root": roots.get("root", tree_root(leaves[:size])).hex(),
            "holds": holds,
        }

    for size in (1, 2, 7, 8, 13):
        for index in range(size):
            proof = inclusion_proof(leaves[:size], index)
            inclusion(f"{index}_of_{size}", index, size, proof, True)
            inclusion(f"{index}_of_{size}_longer", index, size, [*proof, leaves[0]], False)
            if proof:
                inclusion(f"{index}_of_{size}_shorter", index, size, proof[:-1], False)
    proof = inclusion_proof(leaves, 6)
    for index in (-1, -7, 13, 1000):
        inclusion(f"at_{index}", index, 13, proof, False)
    inclusion("of_a_hash_of_31_bytes", 6, 13, [proof[0][:31], *proof[1:]], False)
    inclusion("empty_tree", 0, 0, [], False, root=leaves[0])
    for old in range(14):
        for size in (old, 13):
            nodes = consistency_proof(leaves[:size], old)
            consistency(f"{old}_to_{size}", old, size, nodes, True)
            consistency(f"{old}_to_{size}_longer", old, size, [*nodes, leaves[0]], False)
            if nodes:
                consistency(f"{old}_to_{size}_shorter", old, size, nodes[1:], False)
            if old:
                consistency(f"{old}_to_{size}_of_another_tree", old, size, nodes, False, old_root=leaves[12 - old // 2])
    consistency("backwards", 9, 5, consistency_proof(leaves[:9], 5), False)
    consistency("below_nothing", -1, 5, [], False)
    consistency("an_empty_tree_with_another_root", 0, 0, [], False, old_root=leaves[0], root=leaves[0])
    consistency("from_nothing_to_no_hash", 0, 5, [], False, root=b"short")
    return found
