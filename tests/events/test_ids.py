"""Ids as they are kept in lists."""

from __future__ import annotations

import pytest

from events.ids import pack_id, unpack_id
from service.web.identity import new_id


@pytest.mark.parametrize("kind", ["m", "p"])
def test_an_id_is_kept_in_eleven_bytes_which_sort_as_the_ids_do(kind):
    extremes = [f"{kind}-0000000000000000", f"{kind}-zzzzzzzzzzzzzzzz", f"{kind}-0000000000000001"]
    ids = [*(new_id(kind) for _ in range(2000)), *extremes]
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
        "p-",
        "q-0000000000000000",
        "p-000000000000000o",
        "m-0000000000000000~1",
        "żółw",
    ],
)
def test_any_other_text_is_kept_as_it_is(text):
    assert pack_id(text) == text.encode()
    assert unpack_id(pack_id(text)) == text
