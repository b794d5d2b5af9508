"""The number of partitions is fixed when a store is made, recorded in it, and read from it."""

from __future__ import annotations

import pytest

from events.redis.client import open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.keys import PARTITIONS
from events.redis.layout import RECORDS
from events.store import StoreMismatch
from service.app import build_services, create_app
from service.config import BadSetting, Config, read_config
from service.processes.projector import Projector
from service.processes.serve import serve
from service.store_check import store_problem
from service.tools.audit import audit_matches
from tests.http.asking import coup, in_process


@pytest.fixture
def url(system_redis):
    with system_redis.client() as client:
        client.flushall()
        yield system_redis.url
        client.flushall()


def partitions_of(url, wanted=None):
    return len(open_client(url, partitions=wanted).layout.partitions)


def test_a_new_store_has_64_and_keeps_them(url):
    assert partitions_of(url) == PARTITIONS == 64
    assert partitions_of(url) == partitions_of(url, 64) == 64


def test_a_new_store_has_as_many_as_are_asked_for_and_keeps_them(url):
    assert partitions_of(url, 7) == 7
    assert partitions_of(url) == 7, "whoever does not say reads the number from the store"
    for wanted in (8, 64):
        with pytest.raises(StoreMismatch, match=f"MATCHLEDGER_PARTITIONS is {wanted}.*has 7 partitions"):
            partitions_of(url, wanted)


def test_a_store_with_data_from_before_has_64(url):
    open_client(url).call("SET", "person:1", "x")
    with pytest.raises(StoreMismatch, match="data"):
        partitions_of(url, 7)
    assert partitions_of(url) == 64


def test_a_record_that_was_lost_is_written_again_and_a_contradiction_is_an_error(url):
    partitions_of(url, 7)
    link = open_client(url)
    link.call("DEL", *RECORDS[:5])
    assert partitions_of(url) == 7
    assert link.call("EXISTS", *RECORDS) == len(RECORDS)
    link.call("SET", RECORDS[3], 9)
    with pytest.raises(StoreMismatch, match="contradict"):
        partitions_of(url)


@pytest.mark.parametrize("count", [1, 5, 256])
def test_a_service_works_with_any_number(url, count, tmp_path):
    config = Config(redis_url=url, partitions=count, archive=str(tmp_path / "archive"))
    link = open_client(url, partitions=count)
    services = build_services(link)
    ask = in_process(create_app(config, services))
    projector = Projector(services, RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    cursor = ask("GET", "/v1/feed").json["cursor"]
    matches = [coup(ask) for _ in range(6)]
    matches[0].finish()
    while projector.run_once(10):
        pass
    changed = ask("GET", f"/v1/feed?cursor={cursor}").json
    assert {one["match"] for one in changed["entries"]} == {match.match for match in matches}
    assert ask("GET", f"/v1/feed?cursor={changed['cursor']}").json["entries"] == []
    listed = ask("GET", "/v1/matches").json["matches"]
    assert len(listed) == 6
    assert audit_matches(Config(redis_url=url, archive=config.archive), None) == 0
    services.live.close()


def test_a_contradiction_is_one_line_at_start(url, tmp_path, capsys):
    partitions_of(url, 7)
    assert "has 7 partitions" in store_problem(Config(redis_url=url, partitions=8))
    assert store_problem(Config(redis_url=url)) == ""
    config = Config(redis_url=url, partitions=8, data=tmp_path / "data", archive=str(tmp_path / "archive"), port=0)
    assert serve(config) == 1
    assert "has 7 partitions" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["0", "257", "many", "-1"])
def test_a_number_that_cannot_be_is_a_bad_setting(value):
    with pytest.raises(BadSetting, match="MATCHLEDGER_PARTITIONS"):
        read_config({"MATCHLEDGER_PARTITIONS": value})


@pytest.mark.parametrize(
    "call",
    [
        ("SADD", "{p63}:matches", "m-0123456789abcdef"),
        ("HSET", "{lists}:items:1023", "m", "1\n\v\n"),
        ("HSET", "{lists}:items:0", "m", "1\n\v\n"),
    ],
)
def test_a_store_whose_matches_or_lists_are_kept_in_another_form_is_refused(url, call):
    """It would look as if it had no matches, or none in its lists."""
    link = open_client(url)
    assert store_problem(Config(redis_url=url)) == ""
    link.call(*call)
    assert "restore the backup" in store_problem(Config(redis_url=url))
