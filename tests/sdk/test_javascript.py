"""The JavaScript SDK: the tables of cases and the scenarios, in Node.js and in Chromium; and its types."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.sdk.scenarios import SCENARIOS
from tests.sdk.test_calls import CALLS, STREAMS

FOLDER = Path(__file__).parent
SDK = FOLDER.parents[1] / "sdk" / "js"
CASES = {"calls": CALLS, "streams": STREAMS}
NAMES = [scenario.__name__ for scenario in SCENARIOS]
RUN_S = 200
NETWORKS = [
    pytest.param({"isLossy": is_lossy, "overChannel": over_channel}, id=f"{transport}{network}")
    for over_channel, transport in ((False, "rest"), (True, "channel"))
    for is_lossy, network in ((False, ""), (True, "-lossy"))
]


def node() -> str:
    """The node of the Playwright wheel, so that none has to be installed."""
    import playwright

    return str(Path(playwright.__file__).parent / "driver" / "node")


def run_in_node(wanted: dict[str, Any]) -> dict[str, list[str]]:
    command = [node(), str(FOLDER / "node.mjs"), str(SDK / "matchledger.js"), json.dumps(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=RUN_S, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def page(server: str, browser: Any) -> Iterator[Any]:
    """A page of the service, which serves the SDK; the tests' modules are put beside it."""
    opened = browser.new_page()
    opened.set_default_timeout(RUN_S * 1000)
    opened.route(
        "**/tests/*.mjs",
        lambda route: route.fulfill(path=FOLDER / route.request.url.rpartition("/")[2], content_type="text/javascript"),
    )
    opened.goto(f"{server}/standings")
    yield opened
    opened.close()


RUN_IN_PAGE = """async (wanted) => {
  const sdk = await import('/static/sdk/matchledger.js');
  const { runCases, runScenarios } = await import('/tests/run.mjs');
  return wanted.calls ? runCases(sdk, wanted.calls, wanted.streams) : runScenarios(sdk, '', wanted);
}"""


def test_the_cases_in_node():
    found = run_in_node(CASES)
    assert list(found) == [case["name"] for case in (*CALLS, *STREAMS)]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("network", NETWORKS)
def test_the_scenarios_in_node(network, server):
    found = run_in_node({"server": server, **network})
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert list(found) == NAMES, "both SDKs have one list of scenarios"


def test_the_cases_in_chromium(page):
    found = page.evaluate(RUN_IN_PAGE, CASES)
    assert len(found) == len(CALLS) + len(STREAMS)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("network", NETWORKS)
def test_the_scenarios_in_chromium(network, page):
    found = page.evaluate(RUN_IN_PAGE, network)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert list(found) == NAMES


def test_the_types_name_what_the_module_exports():
    program = (
        f"const sdk = await import({json.dumps(str(SDK / 'matchledger.js'))}); console.log(Object.keys(sdk).join())"
    )
    done = subprocess.run(
        [node(), "--input-type=module", "-e", program], capture_output=True, text=True, timeout=30, check=True
    )
    text = (SDK / "matchledger.d.ts").read_text()
    declared = set(re.findall(r"^export (?:class|function) (\w+)", text, re.MULTILINE))
    assert declared == set(done.stdout.strip().split(","))


@pytest.mark.parametrize("name", ["matchledger.d.ts", "api.d.ts"])
def test_the_types_can_be_read(name):
    program = "require('module').stripTypeScriptTypes(require('fs').readFileSync(process.argv[1], 'utf8'))"
    done = subprocess.run(
        [node(), "--no-warnings", "-e", program, str(SDK / name)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_module_is_served_and_nothing_beside_it(server):
    answer = requests.get(f"{server}/static/sdk/matchledger.js", timeout=10)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.text == (SDK / "matchledger.js").read_text(encoding="utf-8")
    for name in ("package.json", "examples/bot.ts", "", "%2e%2e/js/nothing.js", "%2e%2e/%2e%2e/pages/static/app.js"):
        assert requests.get(f"{server}/static/sdk/{name}", timeout=10).status_code == 404, name


@pytest.mark.skipif(shutil.which("tsc") is None, reason="there is no TypeScript compiler here")
def test_the_example_has_the_right_types():
    example = SDK / "examples" / "bot.ts"
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"]
    done = subprocess.run(["tsc", *options, str(example)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
