"""What the live hands are worth at the showdown, and whether a hand may open the betting."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.cards.text import rank_name
from houseway.hands.ranking import RANKINGS, rank_must_use, rank_one
from houseway.play.pots.dealing import UNKNOWN
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value
from houseway.rules.wording import listed

if TYPE_CHECKING:
    from houseway.play.pots.state import State
    from houseway.rules.pots import PotHand


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
    held = len(hole[seats[0]])
    if least == 0 and most >= held:
        cards = b"".join([bytes(hole[seat] + board) for seat in seats])
        ranked = ranking.rank(np.frombuffer(cards, np.uint8).reshape(len(seats), -1))
    else:
        mine = np.frombuffer(b"".join([bytes(hole[seat]) for seat in seats]), np.uint8).reshape(len(seats), -1)
        shared = np.frombuffer(bytes(board) * len(seats), np.uint8).reshape(len(seats), -1)
        ranked = rank_must_use(ranking, mine, shared, least, most)
    worth = dict(zip(seats, ranked.tolist(), strict=True))
    if not hand.qualifies:
        return worth
    floor = least_value(hand.qualifies, ranking)
    return {seat: value for seat, value in worth.items() if value >= floor}


def name(hand: PotHand, value: int) -> str:
    """The category of a value in words."""
    return RANKINGS[hand.ranking].category(value).replace("_", " ")


def _listed_ranks(ranks: list[int], plural: bool = False) -> str:
    return listed([rank_name(rank, plural) for rank in ranks])


def full_name(hand: PotHand, value: int) -> str:
    """A hand as it is read out at the showdown, with its ranks and kickers: `two pair, kings and nines, ace kicker`."""
    ranking = RANKINGS[hand.ranking]
    category, shift = ranking.category(value), ranking.shift
    ranks = [(value >> (shift - 4 * place) & 15) - 1 for place in range(1, 6)]
    ranks = [(11 - rank) % 13 if ranking.low else rank for rank in ranks if rank >= 0]
    named_ranks = {"pair": 1, "two_pair": 2, "three_of_a_kind": 1, "four_of_a_kind": 1}.get(category)
    if not ranks or category.startswith("royal"):
        return name(hand, value)
    if category == "full_house":
        return f"full house, {rank_name(ranks[0], True)} full of {rank_name(ranks[1], True)}"
    if named_ranks is None:
        if ranking.low:
            return f"{name(hand, value)}, {_listed_ranks(ranks)}"
        called = f"{rank_name(ranks[0])} high"
        if len(ranks) > 1 and "straight" not in category:
            called += f", {_listed_ranks(ranks[1:])}{' kickers' if category == 'high' else ''}"
        return called if category == "high" else f"{name(hand, value)}, {called}"
    kickers = ranks[named_ranks:]
    called = _listed_ranks(ranks[:named_ranks], plural=True)
    if category == "pair":
        called = f"pair of {called}"
    elif category == "two_pair":
        called = f"two pair, {called}"
    else:
        called = f"{category.split('_')[0]} {called}"
    return f"{called}, {_listed_ranks(kickers)} kicker{'s' * (len(kickers) > 1)}" if kickers else called


def best_cards(state: State, seat: int, hand: PotHand, board: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that make the seat's hand: of those that do, the first in the order held."""
    import numpy as np

    ranking = RANKINGS[hand.ranking]
    held = state.hole[seat]
    least, most = hand.own_cards
    size = min(ranking.size, len(held) + len(board))
    worth = values(state, [seat], replace(hand, qualifies=""), board)[seat]
    choices = [
        (*mine, *shared)
        for count in range(max(least, size - len(board)), min(most, len(held), size) + 1)
        for mine in combinations(held, count)
        for shared in combinations(board, size - count)
    ]
    ranked = ranking.rank(np.array(choices, np.uint8))
    return next((cards for cards, value in zip(choices, ranked.tolist(), strict=True) if value == worth), ())


def opens(state: State, seat: int) -> bool:
    """Whether the seat's cards are good enough to open where openers are required."""
    if UNKNOWN in state.hole[seat]:
        return True  # not shown; the record's word is taken
    spec = state.table.rules.spec
    ranking = RANKINGS[spec.hands["high"].ranking]
    return rank_one(ranking, state.hole[seat]) >= least_value(state.table.rules.betting.openers, ranking)
