"""What the tests of the pages share: somebody with a browser, and the public API beside it."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

from matchledger_client import Client, MovedOn
from playwright.sync_api import Error as PlaywrightError

from games.bots import policy_for
from games.registry import all_games
from service.processes.bots.demo import begin
from tests.http.live import Live
from tests.servers import wait_until

# Long enough for a machine on which everything else runs too; only a test that fails waits for so long.
WAIT_MS = 90_000
CLICK_MS = 10_000
CLICK_ATTEMPTS = 8
TABS_MAX = 400
FINISH_STEPS_MAX = 6000
IS_ARMED = ".match:not([data-arming])"
SEND = f"{IS_ARMED} [data-test=acts] .choice [data-send]:not([aria-disabled])"
IS_FOLDED = "(one) => one.form?.querySelector('input, select, textarea')?.checkVisibility() === false"
# Nobody here sits at their first table, unless the test says so: what is shown there would be in every test.
SEEN = "".join(f"localStorage.setItem('matchledger.seen.{game}', 'yes');" for game in all_games())


class Visitor:
    """A person at a browser: a context of its own, with everything that it sends and gets written down."""

    def __init__(self, context: Any, base: str, name: str | None, *, is_new: bool = False) -> None:
        self.context, self.base = context, base
        self.urls: list[str] = []
        self.complaints: list[str] = []
        self.refusals: list[str] = []
        self.bodies: dict[str, list[str]] = {}
        if not is_new:
            context.add_init_script(SEEN)
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
        """With a token that was given elsewhere, as a person does it."""
        self.go("/")
        self.page.click("summary:has-text('I have a token')")
        self.page.fill("[data-test=token]", token)
        self.page.click("button:has-text('Use it')")
        self.page.wait_for_selector(f"text=Hello, {name}")

    def sit_down_as(self, person: dict[str, Any]) -> None:
        """The same without the clicks."""
        self.page.goto(self.base + "/static/icon.svg")
        self.page.evaluate(
            "p => { localStorage.setItem('matchledger.people', JSON.stringify([p])); "
            "localStorage.setItem('matchledger.current', p.id); }",
            person,
        )

    def listen(self) -> None:
        """Keep every body that the page gets from the API from now on, the live stream's included."""

        def keep(source: Any, url: str, text: str) -> None:
            self.bodies.setdefault(url, []).append(text)

        self.context.expose_binding("heard", keep)
        self.context.add_init_script(
            """const real = window.fetch;
            window.fetch = async (...asked) => {
              const answer = await real(...asked);
              const url = answer.url;
              if (url.includes('/v1/') && answer.body) {
                const reader = answer.clone().body.pipeThrough(new TextDecoderStream()).getReader();
                (async () => {
                  const next = () => reader.read();
                  for (let part = await next(); !part.done; part = await next()) await heard(url, part.value);
                })().catch(() => {});  // the page has closed the stream
              }
              return answer;
            };"""
        )

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)
        self.page.wait_for_selector("html[data-ready]")

    def open_match(self, game: str, others: str = "people", **options: str) -> str:
        """Through the lobby, as a person does; answers the id."""
        self.go("/")
        self.page.check(f"[data-game={game}]")
        self.page.wait_for_selector("[data-test=others]")
        self.page.select_option("[data-test=others]", others)
        if options:
            self.page.click("summary:has-text('Options')")
            for name, value in options.items():
                self.page.fill(f"[data-option={name}]", value)
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

    def wait_for_version(self, version: int) -> None:
        self.page.wait_for_function(
            "v => Number(document.querySelector('[data-test=status]')?.dataset.version) >= v", arg=version
        )

    def wait_for_choice(self) -> None:
        """Until something can be done here, or there is nothing left to do."""
        self.page.wait_for_function(
            "() => document.querySelector('.match:not([data-arming]) [data-test=acts] [data-send]') "
            "|| document.querySelector('[data-test=status]')?.dataset.status === 'finished'"
        )

    def click_choice(self, rng: Random) -> bool:
        """One offered choice, if there is any; waits until the table shows what came of it."""
        for _ in range(CLICK_ATTEMPTS):
            before = self.version
            try:
                buttons = self._buttons() or self._filled_forms()
                if not buttons:
                    return False
                button = rng.choice(buttons)
                if button.evaluate(IS_FOLDED):  # a narrow window shows first what the answer asks
                    button.click(timeout=CLICK_MS)
                    self.page.wait_for_selector(IS_ARMED)  # it has moved: a double click answers nothing
                button.click(timeout=CLICK_MS)
            except PlaywrightError:
                continue  # the table was drawn anew between the look and the click
            if self._is_accepted(before):
                return True
        return False

    def press_choice(self) -> bool:
        """The same with nothing but Tab, Space and Enter: what has to be ticked is ticked on the way."""
        before = self.version
        if self.page.query_selector("[data-test=acts] [data-send]") is None:
            return False
        for _ in range(TABS_MAX):
            self.page.keyboard.press("Tab")
            found = self.page.evaluate(
                """send => { const now = document.activeElement;
                  if (now.matches(send)) return 'send';
                  if (now.matches('[data-test=acts] .to-values')) return 'open';
                  const folded = now.matches('[data-test=acts] form.choice [data-send][aria-disabled]')
                    && !now.form.querySelector('input')?.checkVisibility();
                  if (folded) return 'open'; // a narrow window shows first what it is about
                  const form = now.closest('[data-test=acts] form.choice');
                  const lacks = form?.querySelector('[data-send][aria-disabled]');
                  return lacks && now.matches('input[type=checkbox]:not(:checked)') ? 'tick' : ''; }""",
                SEND,
            )
            if found == "tick":
                self.page.keyboard.press("Space")
            elif found == "open":
                self.page.keyboard.press("Enter")
            elif found == "send":
                assert self.page.evaluate("getComputedStyle(document.activeElement).outlineWidth") != "0px"
                self.page.keyboard.press("Enter")
                return self._is_accepted(before)
        raise AssertionError("no choice was reached by Tab")

    def tab_to(self, selector: str) -> None:
        """With the Tab key alone."""
        for _ in range(TABS_MAX):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
        raise AssertionError(f"{selector} was not reached by Tab")

    def _is_accepted(self, before: str) -> bool:
        self.page.wait_for_function(
            "v => !document.body.dataset.sending && (document.querySelector('.alerts .alert') "
            "|| document.querySelector('[data-test=status]')?.dataset.version !== v)",
            arg=before,
        )
        alert = self.page.query_selector(".alerts .alert")
        if alert is not None:
            self.refusals.append(alert.inner_text())
        return alert is None

    def _buttons(self) -> list[Any]:
        """Everything that would send a command at once."""
        return [button for button in self.page.query_selector_all(SEND) if button.is_visible()]

    def _filled_forms(self) -> list[Any]:
        """Where something has to be ticked first: tick until it is enough."""
        for form in self.page.query_selector_all("[data-test=acts] form.choice"):
            button = form.query_selector("[data-send]")
            for box in form.query_selector_all("input[type=checkbox]:not(:checked)"):
                if button.get_attribute("aria-disabled") is None:
                    break
                box.check(timeout=CLICK_MS)
            if button.get_attribute("aria-disabled") is None:
                return [button]
        return []


class Api:
    """The SDK, with the player of each call named by the token."""

    def __init__(self, base: str) -> None:
        self.client = Client(base)

    def call(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        return self.client.with_token(token).request(method, path, body)

    def make_player(self, name: str) -> tuple[str, str]:
        """The id and the token of a new player."""
        player = self.client.sign_up(name)
        return player.me()["id"], str(player.token)

    def take_seat(self, match: str, token: str) -> int:
        """Without a part of the luck, so that the match begins at once."""
        return self.client.with_token(token).match(match).sit(luck=False)

    def start(self, match: str, token: str) -> None:
        self.client.with_token(token).match(match).start()

    def open_match(self, token: str, game: str, seats: int, options: dict[str, Any]) -> str:
        return self.client.with_token(token).open_match(game, seats, options).id

    def match(self, match: str, token: str | None = None) -> Any:
        return self.client.with_token(token).match(match).get()

    def choices(self, match: str, token: str) -> Any:
        return self.client.with_token(token).match(match).choices()

    def send(self, match: str, token: str, command: dict[str, Any], version: int) -> Any:
        return self.client.with_token(token).match(match).send(command, expected=version)


class Desk:
    """The API, for what a test needs and no person would want to click."""

    def __init__(self, service: Live) -> None:
        self.service = service
        self.api = Api(service.base)

    def start(self, game: str, seats: int = 2, options: dict[str, Any] | None = None) -> tuple[str, list[str]]:
        people = [self.api.client.sign_up(f"Player {seat}") for seat in range(seats)]
        views = begin(game, people, options)
        return views[0].id, [str(player.token) for player in people]

    def person(self, token: str) -> dict[str, Any]:
        return {**self.api.call("GET", "/v1/players/me", token), "token": token}

    def finish(
        self, match: str, tokens: list[str], rng: Random, steps: int = FINISH_STEPS_MAX, policy: str = "sensible"
    ) -> dict[str, Any]:
        """Bots in all seats, until the end or so many steps."""
        seat = 0
        for _ in range(steps):
            found = self.api.match(match, tokens[seat])
            if found["status"] == "finished":
                return found
            if seat not in found["to_act"]:
                seat = found["to_act"][0]
                found = self.api.match(match, tokens[seat])
            self._act(found, tokens[seat], seat, rng, policy)
        return self.api.match(match, tokens[0])

    def _act(self, found: dict[str, Any], token: str, seat: int, rng: Random, policy: str) -> None:
        offered = self.api.choices(found["id"], token)
        if offered["version"] != found["version"]:
            return  # a bot or the clock was faster: look again
        command = policy_for(found["game"], policy)(rng, found, seat, offered["choices"])
        with contextlib.suppress(MovedOn):
            self.api.send(found["id"], token, command, offered["version"])

    def arbiter(self, name: str = "Judith") -> str:
        done = self.service.run("token", "create", "--role", "arbiter", "--name", name)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def wait_for_docket(self, dispute: str) -> None:
        """Until the list of disputes, which follows a moment behind, has it."""

        def is_listed() -> bool:
            found = self.api.call("GET", "/v1/disputes?limit=100")["disputes"]
            return any(one["id"] == dispute for one in found)

        wait_until(is_listed, f"{dispute} is on the docket", WAIT_MS / 1000)

    def export(self, match: str, token: str | None = None) -> str:
        return self.api.client.with_token(token).match(match).export()
