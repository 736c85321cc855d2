"""What the live hands are worth at the showdown, and whether a hand may open the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cards.text import parse_rank
from houseway.hands.ranking import RANKINGS, Ranking, rank_must_use, rank_one, threshold
from houseway.play.pots.dealing import UNKNOWN
from houseway.rules.errors import RuleError

if TYPE_CHECKING:
    from houseway.play.pots.state import State
    from houseway.rules.pots import PotHand


def least_value(ranking: Ranking, words: str) -> int:
    """The value named by `low 8` or `pair J`; nothing named is no condition."""
    if not words:
        return 0
    category, _, ranks = words.partition(" ")
    if category not in ranking.categories:
        raise RuleError(f"{ranking.name} has no category {category!r}", "qualifies")
    try:
        return threshold(ranking, category, *(parse_rank(rank) for rank in ranks))
    except ValueError as error:
        raise RuleError(str(error), "qualifies") from None


def _check(state: State, seats: list[int], board: tuple[int, ...]) -> None:
    for seat in seats:
        if UNKNOWN in state.hole[seat]:
            raise RuleError("the hand reached the showdown and a card of it is not stated", f"seats[{seat}].cards")
    if UNKNOWN in board:
        raise RuleError("the hand reached the showdown and a board card is not stated", "community")


def values(state: State, seats: list[int], hand: PotHand, board: tuple[int, ...]) -> dict[int, int]:
    """The value of each seat's hand; seats whose hand does not qualify are left out."""
    import numpy as np

    _check(state, seats, board)
    ranking = RANKINGS[hand.ranking]
    hole = state.hole
    least, most = hand.own_cards
    own = len(hole[seats[0]])
    if least == 0 and most >= own:
        cards = b"".join([bytes(hole[seat] + board) for seat in seats])
        found = ranking.rank(np.frombuffer(cards, np.uint8).reshape(len(seats), -1))
    else:
        mine = np.frombuffer(b"".join([bytes(hole[seat]) for seat in seats]), np.uint8).reshape(len(seats), -1)
        shared = np.frombuffer(bytes(board) * len(seats), np.uint8).reshape(len(seats), -1)
        found = rank_must_use(ranking, mine, shared, least, most)
    floor = least_value(ranking, hand.qualifies)
    return {seat: value for seat, value in zip(seats, found.tolist(), strict=True) if value >= floor}


def name(hand: PotHand, value: int) -> str:
    """The category of a value in words."""
    return RANKINGS[hand.ranking].category(value).replace("_", " ")


def opens(state: State, seat: int) -> bool:
    """Whether the seat's cards are good enough to open where openers are required."""
    if UNKNOWN in state.hole[seat]:
        return True  # not shown; the record's word is taken
    spec = state.table.rules.spec
    ranking = RANKINGS[spec.hands["high"].ranking]
    return rank_one(ranking, state.hole[seat]) >= least_value(ranking, state.table.rules.betting.openers)
