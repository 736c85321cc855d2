"""A wager on one to three cards of a round, settled by the rules engine for every choice of these cards."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from houseway.cards.decks import deck
from houseway.odds.house_poker.wagers import positions
from houseway.play.core.roundfile import RoundFile
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.play.house_poker.round import Round, start
from houseway.play.house_poker.table import Shoe


def _ended(opening: RoundFile, plan: Plan, order: Sequence[int]) -> Round:
    """The round dealt from the cards in this order, played to its end."""
    now = start(opening, plan, Shoe(tuple(order)))
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn))
    return now


def every_hand(opening: RoundFile, wager: str, hands: int) -> Iterable[int] | None:
    """The net of the first seat's wager for each choice of its cards; None where there are not so many `hands`."""
    plan = load_plan(opening.game, opening.house)
    spec, cards = plan.game.spec, list(deck(plan.game.spec.deck))
    size = next((count for count in (1, 2, 3) if comb(len(cards), count) == hands), 0)
    if not size or spec.shoe is not None or spec.packs or len(set(cards)) != len(cards):
        return None
    dealt = _ended(opening, plan, cards)
    piles = {**dealt.piles.cards, "player": dealt.seats[0].cards}
    seen = positions(plan, plan.wagers[wager].spec.hand)
    places = sorted(cards.index(piles[pile][place]) for pile, place in seen)  # of the deck: where they lie
    if len(places) != size:
        return None

    def nets() -> Iterator[int]:
        for chosen in combinations(cards, size):
            order = [card for card in cards if card not in chosen]
            for place, card in zip(places, chosen, strict=True):
                order.insert(place, card)
            lines = _ended(opening, plan, order).settle().seats[0]
            yield sum(line.net for line in lines if line.wager == wager)

    return nets()
