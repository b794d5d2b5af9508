"""Ids as they are kept in lists."""

from __future__ import annotations

import pytest

from events.ids import pack_id, unpack_id
from service.web.identity import new_id


def test_the_id_of_a_match_is_kept_in_eleven_bytes_which_sort_as_the_ids_do():
    ids = [*(new_id("m") for _ in range(2000)), "m-0000000000000000", "m-zzzzzzzzzzzzzzzz", "m-0000000000000001"]
    packed = [pack_id(one) for one in ids]
    assert {len(one) for one in packed} == {11}
    assert [unpack_id(one) for one in packed] == ids
    assert [unpack_id(one) for one in sorted(packed)] == sorted(ids)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "m-",
        "m-short",
        "m-000000000000000l",
        "m-00000000000000000",
        "p-0000000000000000",
        "m-0000000000000000~1",
        "żółw",
    ],
)
def test_any_other_text_is_kept_as_it_is(text):
    assert pack_id(text) == text.encode()
    assert unpack_id(pack_id(text)) == text
