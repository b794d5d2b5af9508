"""Steps kept as ranges are a set like any other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledger.timeline import Steps

STEPS = st.frozensets(st.integers(0, 40))


@given(STEPS, STEPS)
def test_steps_as_ranges_are_the_same_set(some, others):
    steps = Steps.of(some)
    assert Steps.of(steps) is steps
    assert (list(steps), len(steps), bool(steps)) == (sorted(some), len(some), bool(some))
    assert [step in steps for step in range(-1, 42)] == [step in some for step in range(-1, 42)]
    assert steps == some
    assert some == steps
    assert (steps == others) == (some == others)
    for made, wanted in [
        (steps | others, some | others),
        (steps ^ others, some ^ others),
        (others ^ steps, others ^ some),
    ]:
        assert made == wanted
        assert isinstance(made, frozenset)
    assert all(last + 1 < first for (_, last), (first, _) in zip(steps.ranges, steps.ranges[1:]))
    assert "1" not in steps
