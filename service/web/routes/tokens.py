"""A player's tokens: list, create, revoke, and a code that gives a second device a token of its own."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, request

from service.handle import now_ms
from service.problems import Problem
from service.web.http import RouteGroup, json_body, limiter, not_found, route, services, signed_in
from service.web.identity import Token, hash_token, new_token, read_token_hash
from service.web.responses import empty_response, json_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.tokens import CODE_LENGTH, CodeOut, NewTokenOut, RedeemIn, TokenIn, TokensOut

tokens = RouteGroup("tokens")
_token_in = TokenIn()
_redeem_in = RedeemIn()
_empty_in = EmptyIn()
TOKENS_MAX = 50  # of one player
CODE_S = 300
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that a code is never a word; 8 of 20 letters are 34 bits


@route(tokens, "GET", "/tokens", "Your tokens", answers={200: TokensOut}, needs_token=True)
def list_tokens() -> Response:
    """With the day of their last use, so that you can see which are still needed. Tokens themselves are never shown."""
    who = signed_in(request.environ)
    current = read_token_hash(request.environ)
    found = services().identity.tokens.list(who.id)
    return json_response({"tokens": [{**_short(one), "current": one.token_hash == current} for one in found]})


def _short(token: Token) -> dict[str, Any]:
    return {"id": token.id, "name": token.name, "made_at": token.made_at, "used_on": token.used_on}


@route(
    tokens,
    "POST",
    "/tokens",
    "Create another token of yours, such as for a bot; it is shown only in this response",
    body=TokenIn,
    answers={201: NewTokenOut},
    problems=("too-many-tokens",),
    needs_token=True,
    is_costly=True,
)
def make_token() -> Response:
    """It may do the same as the one that you have sent, and can be revoked alone. It takes no Idempotency-Key, because
    a token cannot be shown twice: a token that you never got is in the list, and can be revoked."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _token_in, is_optional=True)
    _must_have_room(who.id)
    return _give_token(who.id, body["name"])


def _must_have_room(person_id: str) -> None:
    if services().identity.tokens.count(person_id) >= TOKENS_MAX:
        raise Problem("too-many-tokens", f"A player may have {TOKENS_MAX} tokens.")


def _give_token(person_id: str, name: str) -> Response:
    token = new_token()
    made = services().identity.tokens.add(person_id, name, hash_token(token), now_ms())
    document = {"id": made.id, "name": made.name, "made_at": made.made_at, "player": person_id, "token": token}
    return json_response(document, 201)


@route(
    tokens,
    "DELETE",
    "/tokens/<token:token_id>",
    "Revoke a token of yours",
    answers={204: "Revoked"},
    problems=("not-found",),
    needs_token=True,
)
def revoke_token(token_id: str) -> Response:
    """Within a second nobody can use it any more; live streams and sockets that were opened with it are closed. You may
    revoke the one that you send; without any token a player can never be used again."""
    who = signed_in(request.environ)
    if not services().identity.tokens.revoke(who.id, token_id):
        not_found("You have no such token.")
    return empty_response()


@route(
    tokens,
    "POST",
    "/tokens/codes",
    "A code for your second device",
    body=EmptyIn,
    answers={201: CodeOut},
    needs_token=True,
    is_costly=True,
)
def make_code() -> Response:
    """Eight letters, easy to type. Whoever sends them to /v1/tokens/redeem within five minutes gets a token of yours; a
    code works once."""
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    expires_at = now_ms() + CODE_S * 1000
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if services().identity.tokens.add_code(code, who.id, CODE_S):
            return json_response({"code": code, "expires_at": expires_at}, 201)


@route(
    tokens,
    "POST",
    "/tokens/redeem",
    "A token for a code from your first device",
    body=RedeemIn,
    answers={201: NewTokenOut},
    problems=("code-unknown", "too-many-tokens"),
    ignores_token=True,
    is_costly=True,
)
def redeem_code() -> Response:
    """Upper and lower case are the same. A wrong code counts twice as a costly request, so that nobody finds one by
    trying."""
    body = json_body(request.environ, _redeem_in)
    code, stored = body["code"].upper(), services().identity.tokens
    person_id = stored.person_of_code(code)
    if person_id is not None:
        _must_have_room(person_id)  # first: the code still works when there is room again
    if person_id is None or not stored.take_code(code):
        limiter().count_costly(request.environ)
        raise Problem("code-unknown", "The code is wrong, was used before, or has expired.")
    return _give_token(person_id, body["name"])
