"""Every metric, scraped from a service that is played on; and every alert names metrics that are really there."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import psutil
import pytest
import requests
from prometheus_client.parser import text_string_to_metric_families

from service.metrics.families import DURATIONS, registry
from tests.http.asking import coup, over_http
from tests.http.channel_client import connect
from tests.http.live import Live
from tests.servers import wait_until

ALERTS = Path(__file__).parents[2] / "deploy" / "alerts.yml"
PATIENCE_S = 40
# Of which nothing is to be seen as long as nothing has gone wrong: their families have labels.
QUIET = {"matchledger_store_errors"}


class Scraped:
    def __init__(self, text: str) -> None:
        self.text = text
        self.families = {family.name: family for family in text_string_to_metric_families(text)}

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples with these labels."""
        family = self.families.get(re.sub(r"_(total|count|sum|bucket)$", "", name)) or self.families.get(name)
        samples = [] if family is None else family.samples
        return sum(one.value for one in samples if one.name == name and labels.items() <= one.labels.items())


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("metrics")
    live = Live(folder / "data", workers=2, MATCHLEDGER_LIMITS="all", MATCHLEDGER_LIMIT_COSTLY="12")
    try:
        yield live.start()
    finally:
        live.kill()


def scrape(live: Live) -> Scraped:
    return Scraped(requests.get(live.base + "/metrics", timeout=10).text)


@pytest.mark.xdist_group("live")
def test_every_metric_is_there_under_play(service):
    match = coup(over_http(service.base))
    token = match.tokens[0]
    headers = {"Authorization": f"Bearer {token}"}
    with (
        requests.get(f"{service.base}{match.path}/live", headers=headers, stream=True, timeout=30),
        connect(service.port) as channel,
    ):
        channel.hello(token)
        assert channel.ask("subscribe", match=match.match)["kind"] == "subscribed"
        assert match.move(key="once").status == 201
        channel.hear("events")
        wait_until(lambda: scrape(service).value("matchledger_live_connections") >= 2, "both are counted", PATIENCE_S)
        kinds = {one.labels["route"] for one in scrape(service).families["matchledger_live_connections"].samples}
        assert kinds == {"live", "open_channel"}
    match.send(1, {"type": "declare_action", "params": {"decision_id": 99, "action": "usa"}})
    opened = {"game": "coup", "seats": 2}
    assert any(match.ask("POST", "/v1/matches", token, opened).status == 429 for _ in range(60))
    played = match.seen()
    repeated = match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}, key="once")
    assert repeated.status == 201
    assert service.run("backup", str(service.data.parent / "backup")).returncode == 0
    background = service.running("cli background")[0]
    psutil.Process(background.pid).send_signal(signal.SIGKILL)

    def is_all_there() -> bool:
        now = scrape(service)
        return (
            now.value("matchledger_process_restarts_total", child="background") == 1
            and now.value("matchledger_last_backup_timestamp_seconds") > 0
            and now.value("matchledger_matches", game="coup", status="running") == 1
            and now.value("matchledger_feed_lag_entries") == 0
            and now.value("matchledger_live_connections") == 0
        )

    wait_until(is_all_there, "what the background process knows", PATIENCE_S)
    seen = scrape(service)
    expected = {family.name for family in registry.collect()}
    expected -= {f"{one.name}_{part}" for one in DURATIONS for part in ("sums", "buckets")}
    expected |= {one.name for one in DURATIONS}
    assert expected - seen.families.keys() <= QUIET
    assert seen.value("matchledger_commands_total", game="coup", result="accepted") >= 4
    assert seen.value("matchledger_commands_total", game="coup", result="repeated") == 1
    assert seen.value("matchledger_commands_total", game="coup", result="refused") == 1
    assert seen.value("matchledger_refusals_total", game="coup", code="illegal-move") == 1
    assert seen.value("matchledger_events_appended_total", game="coup") >= played["version"]
    assert seen.value("matchledger_append_duration_seconds_count") >= 4
    assert seen.value("matchledger_live_delay_seconds_count") >= 1
    assert seen.value("matchledger_socket_messages_total", direction="in", kind="subscribe") == 1
    assert seen.value("matchledger_socket_messages_total", direction="out", kind="events") == 1
    assert seen.value("matchledger_rate_limited_total", scope="costly player") + seen.value(
        "matchledger_rate_limited_total", scope="costly address"
    )
    assert seen.value("matchledger_tables_kept") >= 1
    assert seen.value("matchledger_matches_stored") > 1
    assert seen.value("matchledger_build_info") == 1
    assert seen.value("matchledger_store_memory_bytes") > 1e6
    assert seen.value("matchledger_clock_overdue_seconds") < 5
    loops = {one.labels["loop"] for one in seen.families["matchledger_loop_failing"].samples}
    assert loops == {"lists", "clock", "bots", "log", "figures"}
    assert match.match not in seen.text
    assert token not in seen.text

    for name in set(re.findall(r"matchledger_\w+", ALERTS.read_text())) - {f"{quiet}_total" for quiet in QUIET}:
        assert re.search(rf"^{name}[{{ ]", seen.text, re.MULTILINE), f"an alert names {name}"
