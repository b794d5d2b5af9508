"""Three services on one Redis, while the one that does the background work is killed, paused and stopped."""

from __future__ import annotations

import pytest

from tests.instances_soak import BLOWS, run


@pytest.mark.xdist_group("live")
def test_three_services_share_the_background_work(tmp_path):
    run(tmp_path, blows=len(BLOWS), seed=1)
