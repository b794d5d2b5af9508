"""What the tests of the pages share: somebody with a browser, and the public API beside it."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from bots.client import Api
from bots.demo import OPTIONS
from bots.policies import policy_for
from tests.http.live import Live

WAIT_MS = 20_000
FINISH_STEPS_MAX = 6000


class Visitor:
    """A person at a browser: a context of its own, with everything that it sends and gets written down."""

    def __init__(self, context: Any, base: str, name: str | None) -> None:
        self.context, self.base = context, base
        self.urls: list[str] = []
        self.complaints: list[str] = []
        self.bodies: dict[str, list[str]] = {}
        self.expects_problems = False
        self.page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("request", lambda request: self.urls.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("console", self._heard)
        if name is not None:
            self.page.goto(base + "/")
            self.page.fill("[data-test=name]", name)
            self.page.click("[data-test=make-player]")
            self.page.wait_for_selector("[data-test=open-form]")

    def _heard(self, message: Any) -> None:
        is_answer = "Failed to load resource" in message.text  # a refusal by the rules is an answer like any other
        if message.type == "error" and not is_answer:
            self.complaints.append(message.text)

    @property
    def me(self) -> dict[str, Any]:
        known: list[dict[str, Any]] = json.loads(self.page.evaluate("localStorage.getItem('matchledger.people')"))
        return known[-1]

    @property
    def token(self) -> str:
        return str(self.me["token"])

    def become(self, name: str, token: str) -> None:
        """With a token that was given elsewhere."""
        self.page.goto(self.base + "/")
        self.page.click("summary:has-text('I have a token')")
        self.page.fill("[data-test=token]", token)
        self.page.click("button:has-text('Use it')")
        self.page.wait_for_selector(f"text=Hello, {name}")

    def listen(self) -> None:
        """Keep every body that the page gets from the API from now on."""

        def keep(response: Any) -> None:
            if "/v1/" in response.url and "/live" not in response.url and response.status == 200:
                self.bodies.setdefault(response.url, []).append(response.text())

        self.page.on("response", keep)

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)
        self.page.wait_for_selector("html[data-ready]")

    def open_match(self, game: str, others: str = "people") -> str:
        """Through the lobby, as a person does; answers the id."""
        self.go("/")
        self.page.check(f"[data-game={game}]")
        self.page.wait_for_selector("[data-test=others]")
        self.page.select_option("[data-test=others]", others)
        self.page.click("[data-test=open]")
        self.page.wait_for_url("**/m/*")
        self.page.wait_for_selector("[data-test=status]")
        return str(self.page.url).rsplit("/", 1)[1]

    @property
    def version(self) -> str:
        return str(self.page.get_attribute("[data-test=status]", "data-version"))

    @property
    def status(self) -> str:
        return str(self.page.get_attribute("[data-test=status]", "data-status"))

    def wait_for_move(self, version: str) -> None:
        self.page.wait_for_function(
            "v => document.querySelector('[data-test=status]')?.dataset.version !== v", arg=version
        )

    def buttons(self) -> list[Any]:
        """Everything that would send a command at once."""
        found = self.page.query_selector_all("[data-test=acts] .choice [data-send]:not([aria-disabled])")
        return [button for button in found if button.is_visible()]

    def click_choice(self, rng: Random) -> bool:
        """One offered choice, if there is any; waits until the table shows what came of it."""
        before = self.version
        for _ in range(5):  # the table may be drawn anew between the look and the click
            with contextlib.suppress(PlaywrightError):
                buttons = self.buttons() or self._filled_forms()
                if not buttons:
                    return False
                rng.choice(buttons).click(timeout=3000)
                self.wait_for_move(before)
                return True
            if self.version != before:
                return True
        return False

    def _filled_forms(self) -> list[Any]:
        """Where something has to be ticked first: tick until it is enough."""
        for form in self.page.query_selector_all("[data-test=acts] form.choice"):
            button = form.query_selector("[data-send]")
            for box in form.query_selector_all("input[type=checkbox]:not(:checked)"):
                if button.get_attribute("aria-disabled") is None:
                    break
                box.check()
            if button.get_attribute("aria-disabled") is None:
                return [button]
        return []


class Desk:
    """The API, for what a test needs and no person would want to click."""

    def __init__(self, service: Live) -> None:
        self.service = service
        self.api = Api(service.base)

    def start(self, game: str, seats: int = 2, options: dict[str, Any] | None = None) -> tuple[str, list[str]]:
        tokens = [self.api.make_player(f"Player {seat}")[1] for seat in range(seats)]
        match = self.api.open_match(tokens[0], game, seats, OPTIONS.get(game, {}) if options is None else options)
        for token in tokens:
            self.api.take_seat(match, token)
        self.api.start(match, tokens[0])
        return match, tokens

    def finish(self, match: str, tokens: list[str], rng: Random, steps: int = FINISH_STEPS_MAX) -> dict[str, Any]:
        """Bots in all seats, until the end or so many steps."""
        seat = 0
        for _ in range(steps):
            found = self.api.match(match, tokens[seat])
            if found["status"] == "finished":
                return found
            if seat not in found["to_act"]:
                seat = found["to_act"][0]
                found = self.api.match(match, tokens[seat])
            offered = self.api.choices(match, tokens[seat])
            command = policy_for(found["game"], "sensible")(rng, found, seat, offered["choices"])
            self.api.send(match, tokens[seat], command, offered["version"])
        return self.api.match(match, tokens[0])

    def arbiter(self, name: str = "Judith") -> str:
        done = self.service.run("token", "create", "--role", "arbiter", "--name", name)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def export(self, match: str, token: str | None = None) -> str:
        import requests

        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return requests.get(f"{self.service.base}/v1/matches/{match}/export", headers=headers, timeout=30).text
