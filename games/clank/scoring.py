"""Who has won, and by how much (section 17)."""

from __future__ import annotations

from collections.abc import Sequence

from games.clank.catalogue import CARDS, TOKENS
from games.clank.events import MatchEnded
from games.clank.state import Card, Player, Score, State, artifacts_of, count_of
from games.clank.vocabulary import Points, VpIf, VpIfKinds, VpPer, VpPerGold
from games.decider import Result, Seat


def match_ended(state: State, rule: str) -> MatchEnded:
    """CLANK-17.1, CLANK-17.6 to CLANK-17.8: only those who left or were rescued score; ties by the best artifact."""
    scoring = [seat for seat, player in enumerate(state.players) if player.status == "left" or player.rescued]
    scores = {seat: score(state.players[seat], seat) for seat in scoring}

    def by_rank(seat: Seat) -> tuple[int, int]:
        return scores[seat].total, best_artifact(state.players[seat])

    ranking = tuple(sorted(scoring, key=by_rank, reverse=True))
    return MatchEnded(
        scores=tuple(scores.values()),
        lost=tuple(seat for seat in range(len(state.players)) if seat not in scores),
        ranking=ranking,
        winner=ranking[0] if ranking else None,
        rule=f"{rule} CLANK-17.6" if ranking else f"{rule} CLANK-17.8",
    )


def score(player: Player, seat: Seat) -> Score:
    """CLANK-17.2: artifacts, other tokens, gold and cards."""
    artifacts = sum(TOKENS[token.kind].points for token in artifacts_of(player))
    tokens = sum(TOKENS[token.kind].points for token in player.tokens) - artifacts
    cards = (*player.deck, *player.hand, *player.play, *player.discard)
    points = sum(points_of(CARDS[card.name].points, player, cards) for card in cards)
    return Score(seat, artifacts, tokens, player.gold, points, artifacts + tokens + player.gold + points)


def points_of(points: Points, player: Player, cards: Sequence[Card]) -> int:
    """CLANK-17.5: the printed number, or what the formula gives at the end of the match."""
    match points:
        case int():
            return points
        case VpIf(token=kind, n=n):
            return n if count_of(player, kind) else 0
        case VpPer(card=name, n=n):
            return n * sum(card.name == name for card in cards)
        case VpPerGold(gold=gold, n=n):
            return n * (player.gold // gold)
        case VpIfKinds(kinds=kinds, at_least=at_least, n=n):
            return n if sum(count_of(player, kind) > 0 for kind in kinds) >= at_least else 0


def best_artifact(player: Player) -> int:
    return max((TOKENS[token.kind].points for token in artifacts_of(player)), default=0)


def result(state: State) -> Result | None:
    outcome = state.outcome
    if outcome is None:
        return None
    winners = () if outcome.winner is None else (outcome.winner,)
    return Result(winners, {str(score.seat): score.total for score in outcome.scores})
