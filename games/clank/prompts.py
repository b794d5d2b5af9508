"""What the active seat is asked, and what each answer is called and leads to; a secret on the board shows its back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.choices import Choice
from games.clank.board import Way
from games.clank.catalogue import CARDS, GOBLIN, PLAY_NEEDS, TABLE, TOKENS, USE_NEEDS, TokenKind
from games.clank.narrate import ROOMS
from games.clank.rules_board import in_stock, monsters_for, takeable
from games.clank.rules_cards import skill_cost
from games.clank.state import Player, State, Token, board_of, to_act
from games.clank.vocabulary import Choose, Swords
from games.clank.wording import ON_DEFEAT, ON_PLAY, ON_USE, as_sentence, tell_effects
from games.decider import Seat
from games.questions import Words, count_of, join_words, name_values, only_value, values_of, with_article

_BACKS = {"major": "major secret", "minor": "minor secret"}


def prompt(state: State, seat: Seat) -> str | None:
    if seat not in to_act(state):
        return None
    if state.phase == "TOKEN_CHOICE":
        return _ask_token(state, seat)
    if state.phase == "TRASH_CHOICE":
        return "Which card leaves your deck for good?"
    return f"{_ask_turn(state, seat)} {_tell_countdown(state, seat)}".rstrip()


def _ask_turn(state: State, seat: Seat) -> str:
    if state.players[seat].hand:
        return "Your turn: play your cards, then spend."
    left = _pools(state)
    return f"You have {left} left to spend." if left else "You have played your cards."


def _turns_left(state: State, seat: Seat) -> int | None:
    """CLANK-16.3, CLANK-16.7: one turn for each space that is left; None without a countdown, or for who has left."""
    if state.countdown_seat is None or state.players[seat].status != "in":
        return None
    return len(TABLE.countdown_extra) + 1 - state.countdown_space


def _tell_countdown(state: State, seat: Seat) -> str:
    left = _turns_left(state, seat)
    if left is None:
        return ""
    if left == 1:
        return "This is your last turn: get out now, or you are knocked out."
    return f"The countdown runs: after this turn you have {left - 1} more."


def _after_turn(state: State, seat: Seat) -> str:
    """CLANK-16.5, CLANK-16.7: what the space does that the countdown reaches before the seat's next turn."""
    left = _turns_left(state, seat)
    if left is None:
        return ""
    if left == 1:
        return "When the countdown moves on, whoever is still in the dungeon is knocked out."
    extra = count_of(TABLE.countdown_extra[state.countdown_space], "cube")
    return f"When the countdown moves on, the dragon attacks with {extra} more."


def describe(state: State, seat: Seat, template: Choice) -> Words:
    return _WORDS[template.type](state, seat, template)


def _pools(state: State) -> str:
    turn = state.turn
    parts = [
        f"{turn.skill} Skill" if turn.skill else "",
        count_of(turn.swords, "Sword") if turn.swords else "",
        count_of(turn.boots, "Boot") if turn.boots else "",
    ]
    return join_words(filter(None, parts)) if any(parts) else ""


def _ask_token(state: State, seat: Seat) -> str:
    room = state.players[seat].room
    here = state.rooms[board_of(state).index[room]]
    there = [_token_name(token) for slot in takeable(state, seat, room) if (token := here[slot]) is not None]
    shown = join_words(dict.fromkeys(map(with_article, there)), "or")
    if any(token is not None and TOKENS[token.kind].type == "artifact" for token in here):
        return f"You may take {shown}. An artifact angers the dragon."
    return f"You may take {shown}."


def _token_name(token: Token) -> str:
    """CLANK-V.4: a secret shows its back, and only its type is on it."""
    kind = TOKENS[token.kind]
    if kind.type == "artifact":
        return f"artifact worth {kind.points}"
    return _BACKS.get(kind.type) or kind.title


def _own_cards(player: Player) -> dict[str, str]:
    """The titles of the cards that a player may name."""
    return {card.id: CARDS[card.name].title for zone in (player.hand, player.play, player.discard) for card in zone}


def _row_title(state: State, slot: int) -> str:
    card = state.row[slot]
    return "empty" if card is None else CARDS[card.name].title


def _option(choose: Choose | None) -> Callable[[int], str]:
    def name(option: int) -> str:
        assert choose is not None
        return as_sentence(tell_effects(choose.options[option])).removesuffix(".")

    return name


def _secret_name(state: State, room: str | None) -> Callable[[int], str]:
    def name(slot: int) -> str:
        token = None if room is None else state.rooms[board_of(state).index[room]][slot]
        assert token is not None
        return f"{_token_name(token)}, number {slot + 1}"

    return name


def _play(state: State, seat: Seat, template: Choice) -> Words:
    titles = _own_cards(state.players[seat])
    kinds = {card.id: card.name for card in state.players[seat].hand}
    played = list(dict.fromkeys(kinds[card] for card in values_of(template, "card_id")))
    room = only_value(template, "room_id")
    names = name_values(
        template,
        card_id=titles.__getitem__,
        discard_card_id=titles.__getitem__,
        row_slot=lambda slot: _row_title(state, slot),
        option=_option(PLAY_NEEDS[played[0]].choose),
        room_id=ROOMS.__getitem__,
        token_slot=_secret_name(state, room),
    )
    if len(played) > 1:
        return Words(label="Play a card", effect="What it brings is yours to spend in this turn.", names=names)
    label = f"Play {CARDS[played[0]].title}"
    if room is not None:
        label = f"{label}: a secret in {ROOMS[room]}"
    return Words(label=label, effect=as_sentence(ON_PLAY[played[0]]), names=names)


def _acquire(state: State, _seat: Seat, template: Choice) -> Words:
    prices = {pile: f"{CARDS[pile].title} ({CARDS[pile].cost} Skill)" for pile in values_of(template, "pile")}

    def name_slot(slot: int) -> str:
        card = state.row[slot]
        assert card is not None
        kind = CARDS[card.name]
        return f"{kind.title} ({skill_cost(state, kind)} Skill)"

    names = name_values(template, slot=name_slot, pile=prices.__getitem__)
    found = names.get("slot") or names["pile"]
    what = "from the row" if "slot" in names else "from the reserve"
    label = f"Buy {found[0] if len(found) == 1 else what}"
    return Words(label=label, effect="It goes to your discard pile and comes with the next shuffle.", names=names)


def _use(state: State, _seat: Seat, template: Choice) -> Words:
    card = state.row[only_value(template, "slot")]
    assert card is not None
    kind = CARDS[card.name]
    names = name_values(template, option=_option(USE_NEEDS[card.name].choose))
    return Words(label=f"Use {kind.title} ({kind.cost} Skill)", effect=as_sentence(ON_USE[card.name]), names=names)


def _fight(state: State, _seat: Seat, template: Choice) -> Words:
    def monster(target: int | str) -> str:
        card = None if isinstance(target, str) else state.row[target]
        return GOBLIN.id if card is None else card.name

    def name_target(target: int | str) -> str:
        kind = CARDS[monster(target)]
        return f"{kind.title} ({count_of(kind.cost, 'Sword')})"

    names = name_values(template, target=name_target)
    targets = values_of(template, "target")
    if len(targets) > 1:
        return Words(label="Fight a monster", effect="It is defeated, and you get what it gives.", names=names)
    reward = f"It is defeated: {ON_DEFEAT[monster(targets[0])]}."
    return Words(label=f"Fight {names['target'][0]}", effect=reward, names=names)


def _buy(state: State, _seat: Seat, template: Choice) -> Words:
    def name_item(item: str) -> str:
        token = in_stock(state, item)
        assert token is not None
        return TOKENS[token.kind].title

    names = name_values(template, item=name_item)
    found = names["item"]
    label = f"Buy {found[0]}" if len(found) == 1 else "Buy in the market"
    return Words(
        label=f"{label} ({TABLE.market_price} gold)", effect="It lies in front of you from now on.", names=names
    )


def _heals(state: State, seat: Seat, monsters: int = 0) -> Callable[[bool], str]:
    """CLANK-9.2: where nothing can be healed, both answers are one, and nobody is asked."""
    if not state.players[seat].meter and not monsters:
        return lambda _value: "There is nothing to heal"
    return lambda value: "Heal 1 damage there" if value else "Do not heal"


def _move(state: State, seat: Seat, template: Choice) -> Words:
    way = board_of(state).ways[state.players[seat].room][only_value(template, "corridor_id")]
    target = "Leave the dungeon" if way.target.zone == "outside" else f"Walk to {way.target.title}"
    label = f"{target} ({count_of(way.corridor.boots, 'Boot')})"
    monsters = monsters_for(state, way.corridor)
    names = name_values(template, heal=_heals(state, seat, monsters), swords=_pays(monsters))
    return Words(label=label, effect=_passage(state, seat, way), names=names)


def _pays(monsters: int) -> Callable[[int], str]:
    """CLANK-8.3: what so many Swords leave of the damage."""

    def name(swords: int) -> str:
        spent = [f"spend {count_of(swords, 'Sword')}"] if swords else []
        return as_sentence(", ".join([*spent, *([f"take {left} damage"] if (left := monsters - swords) else [])]))[:-1]

    return name


def _passage(state: State, seat: Seat, way: Way) -> str:
    monsters = monsters_for(state, way.corridor)
    if monsters:
        return _meet(state, seat, monsters)
    if "cave" in way.target.features and not state.turn.ignores_caves:
        return "The crystal cave exhausts you: no more walking in this turn."
    return _GOING_OUT if way.target.zone == "outside" else "Nothing stands in the way."


def _meet(state: State, seat: Seat, monsters: int) -> str:
    there = "A monster is" if monsters == 1 else f"{monsters} monsters are"
    if state.turn.swords:
        return f"{there} on the way: {'' if monsters == 1 else 'for each '}spend a Sword or take 1 damage."
    told = f"{there} on the way, and you have no Sword: you take {monsters} damage."
    armed = [kind.title for token in state.players[seat].tokens if _gives_swords(kind := TOKENS[token.kind])]
    return f"{told} You could drink your {armed[0]} first." if armed else told


def _gives_swords(kind: TokenKind) -> bool:
    return any(isinstance(effect, Swords) for effect in kind.used)


def _teleport(state: State, seat: Seat, template: Choice) -> Words:
    names = name_values(template, to_room=ROOMS.__getitem__, heal=_heals(state, seat))
    rooms = names["to_room"]
    label = f"Teleport to {rooms[0]}" if len(rooms) == 1 else "Teleport"
    return Words(label=label, effect="No Boots are needed, and no monster is met.", names=names)


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Two tokens of one kind lie side by side: which of them is meant."""
    left_right = iter(("left", "right"))
    return tuple([f"{name}, {next(left_right)}" if len(names) == names.count(name) == 2 else name for name in names])


def _take(state: State, seat: Seat, template: Choice) -> Words:
    here = state.rooms[board_of(state).index[state.players[seat].room]]

    def name_slot(slot: int) -> str:
        token = here[slot]
        assert token is not None
        return _token_name(token)

    names = name_values(template, token_slot=name_slot)
    found = set(names["token_slot"])
    names["token_slot"] = _told_apart(names["token_slot"])
    label = f"Take {with_article(next(iter(found)))}" if len(found) == 1 else "Take a token"
    angers = any("artifact" in name for name in found)
    hidden = any(name in _BACKS.values() for name in found)
    effect = "It is turned over, and it is yours." if hidden else "It is yours."
    if angers:
        effect = "You carry it from now on; the dragon gets angrier."
    return Words(label=label, effect=effect, names=names)


def _drink(state: State, seat: Seat, template: Choice) -> Words:
    tokens = {token.id: TOKENS[token.kind] for token in state.players[seat].tokens}
    names = name_values(template, token_id=lambda token: tokens[token].title)
    effects = {tell_effects(tokens[token].used) for token in values_of(template, "token_id")}
    label = f"Drink {names['token_id'][0]}" if len(set(names["token_id"])) == 1 else "Drink a potion"
    effect = f"It is used up: {effects.pop()}." if len(effects) == 1 else "It is used up."
    return Words(label=label, effect=effect, group="more", names=names)


def _end(state: State, seat: Seat, _template: Choice) -> Words:
    left, new = _pools(state), "you draw a new hand" if state.players[seat].status == "in" else "you are out"
    effect = f"{left} will be lost, and {new}." if left else as_sentence(new)
    return Words(label="End the turn", effect=f"{effect} {_after_turn(state, seat)}".rstrip(), group="end")


def _trash(state: State, seat: Seat, template: Choice) -> Words:
    titles = _own_cards(state.players[seat])
    names = name_values(template, card_id=titles.__getitem__)
    return Words(label="Trash a card", effect="It leaves your deck for good.", names=names)


# CLANK-15.2
_GOING_OUT = f"You go out for good, and get a Mastery worth {TOKENS['mastery'].points} points."
_DECLINE = Words(label="Take nothing", effect="It stays in the room.", group="end")
_WORDS: Mapping[str, Callable[[State, Seat, Choice], Words]] = {
    "play_card": _play,
    "acquire_card": _acquire,
    "use_device": _use,
    "fight": _fight,
    "buy_item": _buy,
    "move": _move,
    "teleport": _teleport,
    "take_token": _take,
    "decline_token": lambda _state, _seat, _template: _DECLINE,
    "use_potion": _drink,
    "end_turn": _end,
    "trash_card": _trash,
}
