"""Shoes of baccarat dealt card by card to one who counts them for Dragon 7, without a line of the package."""

import numpy as np
import numpy.typing as npt
from numba import njit

_CARDS = 416
_WINS = 40
_REDEALT = 40  # times that a coup with a bet is dealt from the cards left

Ints = npt.NDArray[np.int64]


@njit(cache=True)
def _coup(cards: Ints, at: int) -> tuple[int, bool]:
    """How many cards a coup takes, and whether the banker wins it with a seven of three cards."""
    player, banker = (cards[at] + cards[at + 2]) % 10, (cards[at + 1] + cards[at + 3]) % 10
    if player >= 8 or banker >= 8:
        return 4, False
    dealt, third = 4, -1
    if player <= 5:
        third = cards[at + dealt]
        player = (player + third) % 10
        dealt += 1
    if third < 0:
        draws = banker <= 5
    elif banker <= 2:
        draws = True
    elif banker == 3:
        draws = third != 8
    else:
        draws = banker <= 6 and 2 * banker - 6 <= third <= 7
    if not draws:
        return dealt, False
    banker = (banker + cards[at + dealt]) % 10
    return dealt + 1, banker == 7 and player < 7


@njit(cache=True)
def _shuffle(cards: Ints, start: int, count: int) -> None:
    """Put any of the cards left in the next places."""
    for place in range(start, start + count):
        other = place + int(np.random.random() * (_CARDS - place))
        cards[place], cards[other] = cards[other], cards[place]


@njit(cache=True)
def deal_shoes(
    shoes: int, seed: int, tags: Ints, trigger: float, behind: int, burns: bool, last_round: bool, bets: Ints
) -> npt.NDArray[np.float64]:
    """Units won in each shoe by a unit bet from a true count on; `bets` of each shoe.

    `tags` go by the value of a card, 0 for a ten, and add up to nothing. `burns`: the first card is shown and as many
    are burned as it counts, ten for a ten. `last_round`: the coup in which the cut card comes is dealt to its end.
    """
    np.random.seed(seed)
    cards = np.array([min(card % 13 + 1, 10) % 10 for card in range(_CARDS)])
    won = np.zeros(shoes)
    for shoe in range(shoes):
        _shuffle(cards, 0, _CARDS - 4)
        at, running = 0, 0
        if burns:
            running = tags[cards[0]]
            at = 1 + (cards[0] or 10)
        while at < _CARDS - behind:
            dealt, _ = _coup(cards, at)
            if not last_round and at + dealt > _CARDS - behind:
                break
            if running * 52 >= trigger * (_CARDS - at):
                hits = 0
                for _ in range(_REDEALT):
                    _shuffle(cards, at, 6)
                    dealt, hit = _coup(cards, at)
                    hits += hit
                won[shoe] += (_WINS + 1) * hits / _REDEALT - 1
                bets[shoe] += 1
            for place in range(at, at + dealt):
                running += tags[cards[place]]
            at += dealt
    return won
