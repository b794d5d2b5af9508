"""One plain sentence for each event, from what the viewer may know of it; `{2}` stands for the name of seat 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from events.visibility import Viewer
from games.coup import events as happened
from games.coup.catalogue import ACTION, ACTIONS_OF_WORD, CARD_NAMES, Kind
from games.coup.events import ActionBlocked, ActionDeclared, TurnStarted
from games.decider import Event, Seat


def narrate(event: Any, viewer: Viewer) -> str:
    """COUP-V.1: the event is already redacted, so a field that is None is hidden from this viewer."""
    return _SENTENCES[type(event)](event)


def _who(seat: int) -> str:
    return f"{{{seat}}}"


def _all(seats: tuple[int, ...]) -> str:
    names = [_who(seat) for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _cards(kinds: tuple[Kind, ...]) -> str:
    return " and ".join(CARD_NAMES[kind] for kind in kinds)


def _count(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _match_started(event: happened.MatchStarted) -> str:
    return (
        f"The match begins for {event.seats} players, with {CARD_NAMES[event.module]} and without "
        f"{CARD_NAMES[event.boxed_kind]}; everybody has {event.starting_money}M."
    )


def _first_player_chosen(event: happened.FirstPlayerChosen) -> str:
    how = "as agreed" if event.method == "given" else "by lot"
    return f"{_who(event.seat)} goes first, {how}."


def _deck_shuffled(event: happened.DeckShuffled) -> str:
    order = "" if event.order is None else f", from the top: {', '.join(CARD_NAMES[kind] for kind in event.order)}"
    return f"The deck of {_count(event.size)} is shuffled{order}."


def _cards_dealt(event: happened.CardsDealt) -> str:
    kinds = "" if event.kinds is None else f": {_cards(event.kinds)}"
    return f"{_who(event.seat)} is dealt {_count(event.count)}{kinds}."


def _turn_started(event: happened.TurnStarted) -> str:
    duty = " and has to declare a scandal" if event.must_scandal else ""
    return f"Turn {event.turn}: {_who(event.seat)} is to act{duty}."


def _action_declared(event: happened.ActionDeclared) -> str:
    target = "" if event.target is None else f" against {_who(event.target)}"
    does = "chooses" if event.claim is None else "claims"
    return f"{_who(event.seat)} {does} {ACTION[event.action, event.mode].name}{target}."


def _reaction_window_opened(event: happened.ReactionWindowOpened) -> str:
    return f"{_all(tuple(reactor.seat for reactor in event.reactors))} may react."


def _reaction_passed(event: happened.ReactionPassed) -> str:
    return f"{_who(event.seat)} passes."


def _reaction_window_expired(event: happened.ReactionWindowExpired) -> str:
    return f"Time is up: {_all(event.seats)} did not react."


def _action_challenged(event: happened.ActionChallenged) -> str:
    return f"{_who(event.challenger)} doubts that {_who(event.seat)} has {CARD_NAMES[event.claim]}."


def _action_blocked(event: happened.ActionBlocked) -> str:
    return f"{_who(event.blocker)} blocks with {CARD_NAMES[event.claim]}."


def _block_accepted(event: happened.BlockAccepted) -> str:
    late = "Time is up: " if event.by_timeout else ""
    return f"{late}{_who(event.seat)} accepts the block of {_who(event.blocker)}."


def _block_challenged(event: happened.BlockChallenged) -> str:
    return f"{_who(event.challenger)} doubts that {_who(event.blocker)} has {CARD_NAMES[event.claim]}."


def _claim_proved(event: happened.ClaimProved) -> str:
    return f"{_who(event.seat)} shows {CARD_NAMES[event.kind]}."


def _claim_disproved(event: happened.ClaimDisproved) -> str:
    return f"{_who(event.seat)} does not have {CARD_NAMES[event.claim]}."


def _action_cost_paid(event: happened.ActionCostPaid) -> str:
    return f"{_who(event.seat)} pays {event.amount}M."


def _proof_card_returned(event: happened.ProofCardReturned) -> str:
    return f"{CARD_NAMES[event.kind]} of {_who(event.seat)} goes back into the deck."


def _replacement_drawn(event: happened.ReplacementDrawn) -> str:
    kind = "" if event.kind is None else f": {CARD_NAMES[event.kind]}"
    return f"{_who(event.seat)} draws a new card{kind}."


_CAUSES = {"challenge_lost": "for a wrong doubt", "bluff_caught": "for the bluff"}


def _cause(cause: str) -> str:
    return _CAUSES.get(cause) or f"to {ACTIONS_OF_WORD[cause][0].name}"


def _influence_loss_required(event: happened.InfluenceLossRequired) -> str:
    return f"{_who(event.seat)} has to choose an influence to lose {_cause(event.cause)}."


def _influence_lost(event: happened.InfluenceLost) -> str:
    return f"{_who(event.seat)} loses {CARD_NAMES[event.kind]} {_cause(event.cause)}."


def _player_eliminated(event: happened.PlayerEliminated) -> str:
    verb = "goes" if event.money_removed == 1 else "go"
    return f"{_who(event.seat)} is out; {event.money_removed}M {verb} back into the box."


def _money_gained(event: happened.MoneyGained) -> str:
    return f"{_who(event.seat)} gets {event.amount}M."


def _money_taken(event: happened.MoneyTaken) -> str:
    return f"{_who(event.taker)} takes {event.amount}M from {_who(event.giver)}."


def _exchange_cards_drawn(event: happened.ExchangeCardsDrawn) -> str:
    kinds = "" if event.kinds is None else f": {_cards(event.kinds)}"
    return f"{_who(event.seat)} draws {_count(event.count)} to choose from{kinds}."


def _exchange_completed(event: happened.ExchangeCompleted) -> str:
    kept = "" if event.kept is None else f" {_cards(event.kept)}"
    returned = _count(event.returned_count) if event.returned is None else _cards(event.returned)
    return f"{_who(event.seat)} keeps{kept or ' what they like'} and puts {returned} back."


def _card_to_show_required(event: happened.CardToShowRequired) -> str:
    return f"{_who(event.seat)} has to choose a card to show to {_who(event.to)}."


def _card_shown(event: happened.CardShown) -> str:
    kind = "a card" if event.kind is None else CARD_NAMES[event.kind]
    return f"{_who(event.seat)} shows {kind} to {_who(event.to)}."


def _inspection_decided(event: happened.InspectionDecided) -> str:
    verdict = ("makes", "exchange") if event.force_exchange else ("lets", "keep")
    return f"{_who(event.seat)} {verdict[0]} {_who(event.target)} {verdict[1]} the shown card."


def _inspected_card_replaced(event: happened.InspectedCardReplaced) -> str:
    returned = "the shown card" if event.returned_kind is None else CARD_NAMES[event.returned_kind]
    drawn = "the top card of the deck" if event.drawn_kind is None else CARD_NAMES[event.drawn_kind]
    return f"{_who(event.seat)} draws {drawn} and puts {returned} back."


_REASONS = {
    "bluff_caught": "the claim was false",
    "block_accepted": "it was blocked",
    "block_proved": "the block was true",
}


def _action_cancelled(event: happened.ActionCancelled) -> str:
    return f"{_who(event.seat)} cannot use {_name(event.action)}: {_REASONS[event.reason]}."


def _action_fizzled(event: happened.ActionFizzled) -> str:
    return f"{_name(event.action)} comes to nothing for {_who(event.seat)}: {_who(event.target)} is already out."


def _action_resolved(event: happened.ActionResolved) -> str:
    return f"The action of {_who(event.seat)} is carried out: {_name(event.action)}."


def _name(word: str) -> str:
    return ACTIONS_OF_WORD[word][0].name.partition(",")[0]


def _turn_ended(event: happened.TurnEnded) -> str:
    return f"The turn of {_who(event.seat)} ends."


def _match_ended(event: happened.MatchEnded) -> str:
    return f"{_who(event.winner)} wins the match!"


_SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    happened.MatchStarted: _match_started,
    happened.FirstPlayerChosen: _first_player_chosen,
    happened.DeckShuffled: _deck_shuffled,
    happened.CardsDealt: _cards_dealt,
    happened.TurnStarted: _turn_started,
    happened.ActionDeclared: _action_declared,
    happened.ReactionWindowOpened: _reaction_window_opened,
    happened.ReactionPassed: _reaction_passed,
    happened.ReactionWindowExpired: _reaction_window_expired,
    happened.ActionChallenged: _action_challenged,
    happened.ActionBlocked: _action_blocked,
    happened.BlockAccepted: _block_accepted,
    happened.BlockChallenged: _block_challenged,
    happened.ClaimProved: _claim_proved,
    happened.ClaimDisproved: _claim_disproved,
    happened.ActionCostPaid: _action_cost_paid,
    happened.ProofCardReturned: _proof_card_returned,
    happened.ReplacementDrawn: _replacement_drawn,
    happened.InfluenceLossRequired: _influence_loss_required,
    happened.InfluenceLost: _influence_lost,
    happened.PlayerEliminated: _player_eliminated,
    happened.MoneyGained: _money_gained,
    happened.MoneyTaken: _money_taken,
    happened.ExchangeCardsDrawn: _exchange_cards_drawn,
    happened.ExchangeCompleted: _exchange_completed,
    happened.CardToShowRequired: _card_to_show_required,
    happened.CardShown: _card_shown,
    happened.InspectionDecided: _inspection_decided,
    happened.InspectedCardReplaced: _inspected_card_replaced,
    happened.ActionCancelled: _action_cancelled,
    happened.ActionFizzled: _action_fizzled,
    happened.ActionResolved: _action_resolved,
    happened.TurnEnded: _turn_ended,
    happened.MatchEnded: _match_ended,
}


def marker(event: Event) -> str | None:
    return f"turn {event.turn}" if isinstance(event, TurnStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The influences that are claimed, whether or not they are there."""
    match event:
        case ActionDeclared(seat=seat, claim=str(claim)) | ActionBlocked(blocker=seat, claim=str(claim)):
            return [(seat, claim)]
        case _:
            return []
