"""The Python SDK on the real service: over REST and over the channel, on a good network and on a bad one."""

from __future__ import annotations

import time

import pytest
from matchledger_client import Client
from matchledger_client.testing import Lossy

from tests.sdk.scenarios import SCENARIOS


@pytest.mark.parametrize("over_channel", [False, True], ids=["rest", "channel"])
@pytest.mark.parametrize("lossy", [None, 1], ids=["", "lossy"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_the_python_sdk(scenario, lossy, over_channel, server):
    networks, clients = [], []

    def connect() -> Client:
        if lossy is None:
            clients.append(Client(server, over_channel=over_channel))
            return clients[-1]
        network = Lossy(seed=lossy * 100 + len(networks))
        networks.append(network)
        clients.append(
            Client(
                server,
                session=network,
                over_channel=over_channel,
                open_socket=network.connect,
                sleep=lambda seconds: time.sleep(seconds / 20),
            )
        )
        return clients[-1]

    scenario(connect)
    faults = [fault for network in networks for fault in network.faults]
    if lossy is not None and scenario is not SCENARIOS[0]:
        assert faults, "nothing was lost"
