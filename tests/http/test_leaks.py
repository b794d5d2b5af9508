"""What a viewer may not know changes nothing that the viewer gets, at any address, in any refusal, to the byte."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
import pytest

from events import tree
from events.visibility import ARBITER, SPECTATOR, Viewer, part_is_for, redact
from games.decider import Decider, IllegalMove, params_of, snake_case
from games.registry import all_games
from ledger.table import Table
from projections import steps
from projections.docket import dispute_document
from projections.lists import summary_of
from projections.step_report import report_seen
from projections.tables import read_whole
from projections.tracing import known_cards
from service.problems import Problem
from service.web import presenters as present
from service.web.http import ROUTES, Services
from service.web.routes import step_reports
from tests.altered_game import with_presentation, with_rules, with_take_back
from tests.http.asking import Ask, Reply, address
from tests.http.channel_client import connect_in_process, reply_of
from tests.http.munchkin import munchkin, stack_decks
from tests.http.worlds import Worlds, encoded, fresh_seed, places_of
from tests.play import sample_params, wild_commands
from tests.policies import POLICIES
from tests.spec import view_of

IGNORED = ("Date", "X-Request-Id")
STEPS_MAX = 40
LOOKS = 3  # at so many moments of a match, and at its beginning

# How each GET address of a match is asked: its endings, with a step and a version that exist.
ADDRESSES: dict[str, list[str]] = {
    "get_match": ["", "?at={version}", "?at_time={at}"],
    "get_catalogue": [""],
    "get_choices": [""],
    "list_events": ["", "?after={version}&limit=7"],
    "get_event": ["", "?state=true"],
    "list_steps": [
        "?after={step}&limit=6",
        "?line=effective&limit=3",
        "?since_my_last_move=true&limit=3",
        "?detail=words&limit=4",
        "?card={card}&limit=5",
    ],
    "get_step": [
        "",
        "?base=0&state=true",
        "?view=revealed",
        "?view=seat:0",
        "?view=spectator",
        "?known=true&patch=false",
        "?known=true&view=spectator",
    ],
    "get_overview": [""],
    "get_advice": ["", "?seat=0"],
    "list_branches": [""],
    "get_undo": ["", "?to_step={step}"],
    "compare": ["", "?step={step}"],
    "get_checkpoint": [""],
    "get_logged_head": [""],
    "get_proof": ["?version={version}", "?old_size={version}"],
    "list_rejections": [""],
    "export_match": [""],
    "audit_step": [""],
    "export_evidence": [""],
    "get_dispute": [""],
    "get_evidence": [""],
    "get_report": [""],
    "get_invitation": [""],
    "live": ["?after=0", "?after=0&want=table"],
}
# The addresses that have no other world to be compared with, and why.
LEFT_OUT = {
    "audit_match": "executes what is really stored; test_an_audit_says_the_same_to_everybody looks at its words",
    "live_player": "never ends; test_mine.py compares it in both worlds",
    "metrics": "counts and times of requests; test_metrics_logs.py sees that they name no match",
}
OF_A_MATCH = [one for one in ROUTES if one.method == "GET" and ("<match>" in one.path or "<dispute>" in one.path)]
OF_ALL = [one for one in ROUTES if one.method == "GET" and one not in OF_A_MATCH]


class Leak(AssertionError):
    """A viewer could tell one world from the other."""


def test_every_address_of_a_match_is_covered():
    names = {route.view.__name__ for route in OF_A_MATCH}
    assert names == ADDRESSES.keys() | (LEFT_OUT.keys() & names)


class Played(NamedTuple):
    """A match in the making in the first world, and whom it is shown to."""

    worlds: Worlds
    match: str
    tokens: list[str]
    dispute: str

    @property
    def viewers(self) -> list[tuple[Viewer, str | None]]:
        return [*enumerate(self.tokens), (SPECTATOR, None)]


def begin(worlds: Worlds, game: Decider[Any], seats: int) -> Played:
    match, tokens = worlds.ask.client.start(game.slug, seats)
    claim = {"step": 0, "claim": "The deck was marked."}
    dispute = worlds.ask("POST", f"/v1/matches/{match}/disputes", tokens[-1], claim).json["id"]
    return Played(worlds, match, tokens, dispute)


def moments(played: Played, rng: random.Random, steps_max: int = STEPS_MAX, sound: bool = True) -> Iterator[int]:
    """Play on from the game's own choices, with its own policy; each step is yielded before it is taken.

    A game that is not sound, for a leak is planted in it, may refuse what it offers.
    """
    worlds = played.worlds
    for step in range(steps_max):
        table = worlds.services.tables.current(played.match)
        if table.status == "finished":
            return
        yield step
        seat = rng.choice(table.to_act())
        template = POLICIES[table.game.slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
        command = {"type": template.type, "params": msgspec.to_builtins(sample_params(template, rng))}
        reply = worlds.ask("POST", f"/v1/matches/{played.match}/commands", played.tokens[seat], command)
        assert reply.status == 201 or not sound, reply


def check(played: Played, rng: random.Random) -> int:
    """Ask for everything in both worlds, as everybody; raises Leak at the first difference."""
    compared = 0
    for viewer, token in played.viewers:
        played.worlds.other.look_as(viewer)
        for path in addresses(played, rng):
            compare(played.worlds, "GET", path, token)
            compared += 1
        check_channel(played, token)
        compared += check_reports(played, token, rng)
        if viewer != SPECTATOR:
            compared += check_refusals(played, viewer, token, rng)
        check_lists(played)
    return compared


def addresses(played: Played, rng: random.Random) -> Iterator[str]:
    table = played.worlds.services.tables.current(played.match)
    card = quote(rng.choice(cards_of(table, played.worlds.services)))
    for route in OF_A_MATCH:
        name = route.view.__name__
        if name not in LEFT_OUT:
            step, version = rng.randint(0, table.step), rng.randint(1, table.version)
            places = {"match": played.match, "dispute": played.dispute}
            numbers = {"int:step": str(step), "int:version": str(version)}
            at = played.worlds.services.tables.at(played.match, version).last_at
            for ending in ADDRESSES[name]:
                yield address(route, **places, **numbers) + ending.format(step=step, version=version, at=at, card=card)


def cards_of(table: Table, services: Services) -> list[str]:
    """Every card that the events have named to anybody so far, under its id."""
    history = read_whole(services.tables.store, table.match, table.version)
    return [one.card for one in known_cards(table, history, ARBITER)] or ["none"]


def compare(worlds: Worlds, method: str, path: str, token: str | None, body: Any = None) -> Reply:
    ask = ask_until_quiet if path.partition("?")[0].endswith("/live") else Ask.__call__
    first, second = ask(worlds.ask, method, path, token, body), ask(worlds.ask_other, method, path, token, body)
    assert first.status < 500, (path, first)
    if identity(first) != identity(second):
        raise Leak(f"{method} {path} {body} as {worlds.other.viewer}: {difference(first, second)}")
    return first


def compare_over_channel(played: Played, token: str | None, command: Any, refused: Reply) -> None:
    """A refusal over the channel is that of REST in both worlds."""
    for app in (played.worlds.app, played.worlds.app_other):
        with connect_in_process(app) as opened:
            opened.hello(token)
            reply = reply_of(opened.ask_raw("command", match=played.match, **command))
        if (reply.status, reply.body) != (refused.status, refused.body):
            raise Leak(f"{command} over the channel as {played.worlds.other.viewer}: {difference(refused, reply)}")


def identity(reply: Reply) -> tuple[Any, ...]:
    return reply.status, [(k, v) for k, v in reply.headers.items() if k not in IGNORED], reply.body


def difference(first: Reply, second: Reply) -> str:
    if first.status != second.status or first.body == second.body:
        return f"{first.status} {dict(first.headers)} or {second.status} {dict(second.headers)}, {second.body[:300]!r}"
    place = next((i for i, (a, b) in enumerate(zip(first.body, second.body)) if a != b), -1)
    start = max(0, place - 60)
    return f"at byte {place} {first.body[start : place + 60]!r} or {second.body[start : place + 60]!r}"


def ask_until_quiet(ask: Ask, _method: str, path: str, token: str | None, _body: Any) -> Reply:
    """Of a stream of events, all that is there now."""
    version: int = ask("GET", path.partition("/live")[0], token).json.get("version", 0)
    stream, body = ask.open_stream(path, token), b""
    try:
        for chunk in stream.chunks:
            body += chunk
            if f"id: {version}-".encode() in chunk or stream.status != 200:
                break
    finally:
        stream.close()
    return Reply(stream.status, stream.headers, body)


def check_refusals(played: Played, seat: int, token: str | None, rng: random.Random) -> int:
    """Commands built from nothing, mostly illegal: tried without effect, and those refused sent in earnest."""
    table = played.worlds.services.tables.current(played.match)
    if table.status != "running":
        return 0
    path = f"/v1/matches/{played.match}/commands"
    shim = SimpleNamespace(game=table.game, state=table.state, seats=len(table.seats))
    sent = 0
    for wild in wild_commands(shim, rng, 4):  # type: ignore[arg-type]
        if type(wild) in table.game.clock.clock_commands:
            continue
        body = {"type": snake_case(type(wild).__name__), "params": msgspec.to_builtins(params_of(wild))}
        tried = compare(played.worlds, "POST", f"{path}?dry_run=true", token, body)
        if tried.status >= 400:
            refused = compare(played.worlds, "POST", path, token, body)
            compare_over_channel(played, token, body, refused)
        sent += 1
    return sent


def check_channel(played: Played, token: str | None) -> None:
    """What a new subscription to the match is sent at once."""
    worlds = played.worlds
    first, second = (subscribed(app, played.match, token) for app in (worlds.app, worlds.app_other))
    if first != second:
        raise Leak(f"the channel as {worlds.other.viewer}: {difference(first, second)}")


def subscribed(app: Any, match: str, token: str | None) -> Reply:
    """Every event from the first on, the view and the choices; the bytes of all messages in place of a body."""
    with connect_in_process(app) as opened:
        assert opened.hello(token)["kind"] == "welcome"
        opened.say("subscribe", id=1, match=match, after=0, want=["events", "view", "choices"])
        messages = [opened.hear_raw()]
        while json.loads(messages[-1])["kind"] not in ("view", "refused", "ended"):
            messages.append(opened.hear_raw())
    return Reply(200, {}, b"\n".join(messages))


def check_reports(played: Played, token: str | None, rng: random.Random) -> int:
    """Steps reported to be played again: nothing is written, and what is drawn for the viewer is the same."""
    table = played.worlds.services.tables.current(played.match)
    steps = {0, table.step, rng.randint(0, table.step)}
    for step in steps:
        compare(played.worlds, "POST", f"/v1/matches/{played.match}/steps/{step}/report", token, {"remark": "Why?"})
    return len(steps)


def check_lists(played: Played) -> None:
    """What the lists across matches would be told."""
    tables, other = played.worlds.services.tables, played.worlds.other
    table = tables.current(played.match)
    changed = other.table(table)
    if encoded(summary_of(table)) != encoded(summary_of(changed)):
        raise Leak("the list of matches")
    for dispute in table.disputes:
        if encoded(dispute_document(table, dispute)) != encoded(dispute_document(changed, dispute)):
            raise Leak("the docket")


def check_what_is_for_all(played: Played) -> None:
    """The addresses that belong to no match."""
    for viewer, token in (played.viewers[0], played.viewers[-1]):
        played.worlds.other.look_as(viewer)
        for route in OF_ALL:
            if route.view.__name__ not in LEFT_OUT:
                compare(played.worlds, "GET", address(route), token)


@pytest.fixture(autouse=True)
def commitments_are_public(monkeypatch):
    """Junk in place of a part has the commitment of that part, wherever it is worked out."""

    used: list[Worlds] = []

    def use(worlds: Worlds) -> Worlds:
        for module, name in places_of(tree.commitment):
            monkeypatch.setattr(module, name, worlds.other.commitment)
        used.append(worlds)
        return worlds

    yield use
    for worlds in used:
        worlds.services.live.close()


@pytest.mark.parametrize("slug", list(all_games()))
def test_nothing_hidden_can_be_told_from_any_answer(link, commitments_are_public, slug):
    game, rng = all_games()[slug], random.Random(fresh_seed())
    played = begin(commitments_are_public(Worlds(link, seed=fresh_seed())), game, rng.randint(2, 3))
    looks = {0, *rng.sample(range(1, STEPS_MAX), LOOKS)}
    compared = 0
    for step in moments(played, rng):
        if step in looks:
            compared += check(played, rng)
    check_what_is_for_all(played)
    assert compared > 100


def test_a_reported_state_that_is_not_drawn_again_would_be_found(link, commitments_are_public, monkeypatch):
    def with_the_truth(replay: Any, table: Any, step: int, viewer: Viewer, remark: str) -> Any:
        bundle = report_seen(replay, table, step, viewer, remark)
        before = replay.at(replay.events_of(step)[0].version - 1)
        return msgspec.structs.replace(bundle, state=msgspec.to_builtins(before.state, str_keys=True))

    rng = random.Random(0)
    played = begin(commitments_are_public(Worlds(link, seed=0)), all_games()["coup"], 2)
    assert list(moments(played, rng, 3)) == [0, 1, 2]
    played.worlds.other.look_as(0)
    check_reports(played, played.tokens[0], rng)
    monkeypatch.setattr(step_reports, "report_seen", with_the_truth)
    with pytest.raises(Leak, match="/report"):
        check_reports(played, played.tokens[0], rng)


def test_nobody_can_tell_unable_from_unwilling_in_a_duel(link, commitments_are_public):
    """Big Deal: in the other world the one who must answer holds other cards, and no answer to the others differs."""
    rng = random.Random(7)
    played = begin(commitments_are_public(Worlds(link, seed=7)), all_games()["big-deal"], 3)
    duels = 0
    for _ in moments(played, rng, 120):
        state = played.worlds.services.tables.current(played.match).state
        if state.duel is not None:
            check(played, rng)
            duels += 1
            if duels == 2:
                return
    raise AssertionError("no duel was fought")


def test_nothing_hidden_can_be_told_while_munchkins_bargain(link, commitments_are_public, monkeypatch):
    """A basket with cards of a hand, an open deal under a private choice, shared Treasures, Charity."""
    stack_decks(
        monkeypatch,
        [
            "class-militia cheat cheater tire-iron riot-helmet powdered-water",
            "octobear tiamutt nail-gun",
            "foaming-at-the-mouth wandering-monster expired-burrito fire-ants",
        ],
        doors="undead-mall-walker",
    )
    rng = random.Random(fresh_seed())
    worlds = commitments_are_public(Worlds(link, seed=fresh_seed()))
    match = munchkin(worlds.ask, 3, reaction_window_ms=None, response_window_ms=None)
    claim = {"step": 0, "claim": "The deck was marked."}
    dispute = worlds.ask("POST", f"{match.path}/disputes", match.tokens[2], claim).json["id"]
    played = Played(worlds, match.match, match.tokens, dispute)
    match.do(0, "play_item", card="tire-iron")
    match.do(1, "play_item", card="nail-gun")
    for seat in range(3):
        match.do(seat, "finish_setup")
    match.do(0, "add_to_sale", card="riot-helmet")
    check(played, rng)
    match.do(0, "open_door")
    match.do(2, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1")
    deal = match.do(1, "open_deal", kind="help", partner=0).json["step"]
    match.do(0, "put_in_deal", deal=deal, card="tire-iron")
    match.do(1, "set_deal_treasures", deal=deal, count=1)
    choice = match.do(2, "play_wandering_monster", card="wandering-monster").json["step"]
    check(played, rng)
    match.do(2, "choose", choice=choice, value="expired-burrito")
    for seat in (0, 1):
        match.do(seat, "agree_deal", deal=deal, terms=2)
    match.do(0, "play_one_shot", card="powdered-water", side="fighters")
    match.do(0, "declare_victory")
    match.pass_(1, 2)
    match.do(1, "pick_treasure", card=match.seen()["state"]["treasures_to_share"][0]["card"])
    match.do(0, "end_turn")
    match.do(0, "give_charity_card", card="cheat", to=1)
    assert check(played, rng) > 100


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_branch_tells_nothing_of_the_match_that_it_leaves(link, commitments_are_public, slug):
    """A branch made by a player of a running match, with others joining it; and its comparison with the match."""
    game, rng = all_games()[slug], random.Random(fresh_seed())
    worlds = commitments_are_public(Worlds(link, seed=fresh_seed()))
    played = begin(worlds, game, max(2, game.seats_min))
    for _ in moments(played, rng, 12):
        pass
    body = {"step": worlds.services.tables.current(played.match).step - 2}
    branch = worlds.ask("POST", f"/v1/matches/{played.match}/branches", played.tokens[0], body).json["id"]
    for token in played.tokens:
        worlds.ask("POST", f"/v1/matches/{branch}/seats", token)
    worlds.ask("POST", f"/v1/matches/{branch}/start", played.tokens[0])
    claim = {"step": body["step"], "claim": "Not in the main line."}
    dispute = worlds.ask("POST", f"/v1/matches/{branch}/disputes", played.tokens[0], claim).json["id"]
    assert check(played._replace(match=branch, dispute=dispute), rng) > 20


def test_an_audit_says_the_same_to_everybody(link):
    worlds = Worlds(link)
    played = begin(worlds, all_games()["coup"], 3)
    for _ in moments(played, random.Random(1), 20):
        pass
    seen = {worlds.ask("GET", f"/v1/matches/{played.match}/audit", token).body for _, token in played.viewers}
    assert len(seen) == 1
    (report,) = map(msgspec.json.decode, seen)
    assert report["verdict"] == "ok"
    kinds = {kind for hand in worlds.services.tables.current(played.match).state.hands for kind in hand}
    assert not any(kind in str(report["checks"]) for kind in kinds if kind)


# Leaks planted in both worlds, each in another place: the very check above must find every one of them.


def in_the_view(game: Decider[Any], _patch: Any) -> Decider[Any]:
    return with_presentation(game, view=lambda state, viewer: {**view_of(game, state, viewer), "x": state.deck[:1]})


def in_the_length_of_the_view(game: Decider[Any], _patch: Any) -> Decider[Any]:
    def padded(state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**view_of(game, state, viewer), "padding": "x" * sum(map(len, state.deck[:3]))}

    return with_presentation(game, view=padded)


def in_the_order_of_keys(game: Decider[Any], _patch: Any) -> Decider[Any]:
    def ordered(state: Any, viewer: Viewer) -> dict[str, Any]:
        shown = view_of(game, state, viewer)
        # In the middle of the setup the deck is empty.
        return shown if list(state.deck[:2]) == sorted(state.deck[:2]) else dict(reversed(shown.items()))

    return with_presentation(game, view=ordered)


def in_the_choices(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """Words that know what another seat holds."""

    def warn(state: Any, seat: int, template: Any) -> Any:
        words = game.presentation.describe(state, seat, template)
        other = (seat + 1) % len(state.hands)
        return msgspec.structs.replace(words, effect=f"Beware: {state.hands[other]}")

    return with_presentation(game, describe=warn)


def in_the_prompt(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """A question that knows the top of the deck."""
    return with_presentation(game, prompt=lambda state, _seat: f"The next card is {state.deck[0]}.")


def in_a_refusal(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """A message that names a hidden card."""

    def telling(rule: Callable[..., Any]) -> Callable[..., Any]:
        def decide(state: Any, command: Any, dice: Any) -> Any:
            try:
                return rule(state, command, dice)
            except IllegalMove as illegal:
                message = f"{illegal.message} (the next card is {state.deck[0]})"
                raise IllegalMove(illegal.rule, illegal.code, message, **illegal.facts) from None

        return decide

    return with_rules(game, on_command={one: telling(rule) for one, rule in game.rules.on_command.items()})


def in_what_is_legal(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """A rule that refuses by a hidden card."""

    def judging(rule: Callable[..., Any]) -> Callable[..., Any]:
        def decide(state: Any, command: Any, dice: Any) -> Any:
            if state.deck[0] == state.deck[1]:
                raise IllegalMove("COUP-1.1", "bad_luck", "not with this deck")
            return rule(state, command, dice)

        return decide

    return with_rules(game, on_command={one: judging(rule) for one, rule in game.rules.on_command.items()})


def in_whose_turn_it_is(game: Decider[Any], _patch: Any) -> Decider[Any]:
    return with_rules(
        game,
        to_act=lambda state: (
            game.rules.to_act(state) if state.deck[:1] < state.deck[1:2] else game.rules.to_act(state) * 2
        ),
    )


def in_a_marker(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """A place to jump to in a replay that is named after a hidden card."""
    return with_presentation(
        game, marker=lambda event: str(getattr(event, "kinds", "")) or game.presentation.marker(event)
    )


def in_what_an_undo_needs(game: Decider[Any], _patch: Any) -> Decider[Any]:
    def by_luck(before: Any, _command: Any, _events: Any) -> Any:
        return "free" if before.deck[0] < before.deck[1] else "consent"

    return with_take_back(game, undo_class=by_luck)


def in_an_etag(game: Decider[Any], patch: Any) -> Decider[Any]:
    def hashed(table: Any, _viewer: Viewer) -> str:
        return f'"{hash(encoded(table.state))}"'

    for module, name in places_of(present.etag):
        patch.setattr(module, name, hashed)
    return game


def in_the_secret_parts_of_events(game: Decider[Any], patch: Any) -> Decider[Any]:
    for module, name in places_of(part_is_for):
        if module.__name__ == "events.envelope":
            patch.setattr(module, name, lambda *_: True)
    return game


def in_an_export(game: Decider[Any], patch: Any) -> Decider[Any]:
    for module, name in places_of(part_is_for):
        if module.__name__ == "events.export":
            patch.setattr(module, name, lambda *_: True)
    return game


def in_a_sentence(game: Decider[Any], patch: Any) -> Decider[Any]:
    for module, name in places_of(redact):
        if module.__name__ == "projections.narration":
            patch.setattr(module, name, lambda event, _viewer: event)
    return game


def in_the_parameters_of_a_command(game: Decider[Any], patch: Any) -> Decider[Any]:
    real = steps._command
    patch.setattr(steps, "_command", lambda recorded, _viewer: real(recorded, ARBITER))
    return game


def in_the_seed(game: Decider[Any], patch: Any) -> Decider[Any]:
    real = present.match_document
    for module, name in places_of(real):
        patch.setattr(module, name, lambda table, viewer: {**real(table, viewer), "lucky": table.seed[:1].hex()})
    return game


def in_the_journal_of_refusals(game: Decider[Any], patch: Any) -> Decider[Any]:
    """How often anybody was refused."""
    from service.web.routes import audit

    real = audit.json_response

    def counting(payload: Any, *words: Any, **headers: Any) -> Any:
        if "rejections" in payload:
            all_of_them = audit.services().tables.store.refusals(audit.request.view_args["match"])
            payload = {**payload, "of": len(all_of_them)}
        return real(payload, *words, **headers)

    patch.setattr(audit, "json_response", counting)
    return game


def state_asked_for(module: Any) -> Any:
    """The state of the match that a request is about, in the world that it is asked in."""
    return module.services().tables.current(module.request.view_args["match"]).state


def in_a_header(game: Decider[Any], patch: Any) -> Decider[Any]:
    from service.web.routes import matches

    real = matches.tagged_response

    def hinting(*args: Any, **kwargs: Any) -> Any:
        response = real(*args, **kwargs)
        state = state_asked_for(matches)
        response.headers.add("X-Hint", "none" if state is None else state.deck[0])
        return response

    patch.setattr(matches, "tagged_response", hinting)
    return game


def in_the_length_of_a_header(game: Decider[Any], patch: Any) -> Decider[Any]:
    """The name of a file, longer by a hidden card."""
    from service.web.routes import audit

    real = audit.Response

    def named(lines: Any, headers: dict[str, str], **more: Any) -> Any:
        name = headers["Content-Disposition"].replace(".jsonl", "x" * len(state_asked_for(audit).deck[0]) + ".jsonl")
        return real(lines, headers={"Content-Disposition": name}, **more)

    patch.setattr(audit, "Response", named)
    return game


def in_an_id(game: Decider[Any], _patch: Any) -> Decider[Any]:
    """Of a decision: one more if the deck is so."""

    def numbered(state: Any, viewer: Viewer) -> dict[str, Any]:
        shown = view_of(game, state, viewer)
        decision = shown["decision"]
        more = state.deck[:1] < state.deck[1:2]
        return {**shown, "decision": decision and {**decision, "id": decision["id"] + more}}

    return with_presentation(game, view=numbered)


def in_the_id_of_a_dispute(game: Decider[Any], patch: Any) -> Decider[Any]:
    """Another id, beside the one that it is asked for by."""

    def numbered(table: Any, dispute: Any) -> dict[str, Any]:
        return {**dispute_document(table, dispute), "file": f"{dispute.number}-{table.state.deck[0][:2]}"}

    for module, name in places_of(dispute_document):
        patch.setattr(module, name, numbered)
    return game


def in_a_status(game: Decider[Any], patch: Any) -> Decider[Any]:
    """An address that is not there if the deck is so."""
    from service.web.routes import play

    real = play.question_for

    def missing(table: Any, seat: int) -> Any:
        if table.state.deck[:1] < table.state.deck[1:2]:
            raise Problem("not-seated", "Not with this deck.")
        return real(table, seat)

    patch.setattr(play, "question_for", missing)
    return game


def in_the_order_of_a_list(game: Decider[Any], _patch: Any) -> Decider[Any]:
    def turned(state: Any, seat: int) -> list[Any]:
        offered = game.rules.choices(state, seat)
        return offered if state.deck[:1] < state.deck[1:2] else offered[::-1]

    return with_rules(game, choices=turned)


def in_the_stream(game: Decider[Any], patch: Any) -> Decider[Any]:
    from service.web import match_stream

    real = match_stream.redact_for
    patch.setattr(match_stream, "redact_for", lambda recorded, _viewer: real(recorded, ARBITER))
    return game


def in_the_channel(game: Decider[Any], patch: Any) -> Decider[Any]:
    from service.web.channel import subscriptions

    real = subscriptions.redact_for
    patch.setattr(subscriptions, "redact_for", lambda recorded, _viewer: real(recorded, ARBITER))
    return game


def in_the_evidence(game: Decider[Any], patch: Any) -> Decider[Any]:
    from service.web.routes import disputes

    real = disputes.evidence
    patch.setattr(disputes, "evidence", lambda replay, table, step, _viewer: real(replay, table, step, ARBITER))
    return game


PLANTED = [
    in_the_view,
    in_the_length_of_the_view,
    in_the_order_of_keys,
    in_the_choices,
    in_the_prompt,
    in_a_refusal,
    in_what_is_legal,
    in_whose_turn_it_is,
    in_a_marker,
    in_what_an_undo_needs,
    in_an_etag,
    in_the_secret_parts_of_events,
    in_an_export,
    in_a_sentence,
    in_the_parameters_of_a_command,
    in_the_seed,
    in_the_journal_of_refusals,
    in_a_header,
    in_the_length_of_a_header,
    in_an_id,
    in_the_id_of_a_dispute,
    in_a_status,
    in_the_order_of_a_list,
    in_the_stream,
    in_the_channel,
    in_the_evidence,
]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(link, monkeypatch, commitments_are_public, plant):
    game = plant(all_games()["coup"], monkeypatch)
    worlds = commitments_are_public(Worlds(link, {**all_games(), "coup": game}))
    played, rng = begin(worlds, game, 3), random.Random(5)
    with pytest.raises(Leak):
        check_on_the_way(played, rng, 40, sound=False)


def check_on_the_way(played: Played, rng: random.Random, steps_max: int, sound: bool = True) -> None:
    for step in moments(played, rng, steps_max, sound):
        if step % 4 == 3:
            check(played, rng)


def test_without_a_planted_leak_the_same_matches_pass(link, commitments_are_public):
    worlds = commitments_are_public(Worlds(link))
    check_on_the_way(begin(worlds, all_games()["coup"], 3), random.Random(5), 12)
