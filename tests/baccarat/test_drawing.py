"""30-2814: the drawing table against an independent statement of it, over every combination of card values."""

from collections.abc import Iterable
from itertools import product

from houseway.play.baccarat.coup import banker_draws, card_value, deal, player_draws, points
from houseway.play.baccarat.round import deal_from
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.core.shoe import burned, fresh_shoe
from houseway.rules.baccarat import Baccarat
from houseway.rules.game import load_game

SPEC: Baccarat = load_game("baccarat").spec
# Independent of the file: the banker's third card by the classic rule, a letter for each value of the player's third.
CLASSIC = {
    0: "D" * 10,
    1: "D" * 10,
    2: "D" * 10,
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "S" * 10,
}


def independent_coup(values: tuple[int, ...]) -> tuple[int, int, int]:
    """Points of player and banker and the number of cards, from six values in dealing order."""
    first_player, first_banker, second_player, second_banker, fifth, sixth = values
    player, banker = (first_player + second_player) % 10, (first_banker + second_banker) % 10
    if player >= 8 or banker >= 8:
        return player, banker, 4
    if player >= 6:
        return (player, (banker + fifth) % 10, 5) if banker <= 5 else (player, banker, 4)
    drawn = (player + fifth) % 10
    if CLASSIC[banker][fifth] == "D":
        return drawn, (banker + sixth) % 10, 6
    return drawn, banker, 5


# A card of each baccarat value: tens for nothing, the ace for one.
CARD_WORTH = [{0: 8, 1: 12}.get(value, value - 2) * 4 for value in range(10)]


class Stock:
    """Cards in dealing order, whichever hand asks."""

    def __init__(self, cards: Iterable[int]) -> None:
        self._cards = iter(cards)

    def next_card(self, side: str) -> int:
        assert side in ("player", "banker")
        return next(self._cards)


def check_all(values: tuple[int, ...]) -> int:
    """Every coup that begins with these values; the number of combinations of six that are among them.

    A card that is never asked for changes nothing, so a coup that ends early stands for all that begin like it.
    """
    stock = Stock(CARD_WORTH[value] for value in values)
    try:
        coup = deal(SPEC.draw, stock.next_card, SPEC.draw.natural)
    except StopIteration:
        return sum(check_all((*values, more)) for more in range(10))
    total = len(coup.player) + len(coup.banker)
    assert total == len(values)
    rest = (0,) * (6 - total)
    assert (points(coup.player), points(coup.banker), total) == independent_coup(values + rest), values
    return int(10 ** len(rest))


def test_30_2814_every_combination_of_six_values() -> None:
    assert sum(map(check_all, product(range(10), repeat=4))) == 10**6


def test_30_2806_2_value_of_cards() -> None:
    assert [card_value(rank * 4) for rank in range(13)] == [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1]


def test_30_2814_1_naturals_end_the_coup() -> None:
    assert not player_draws(SPEC.draw, 0, 8)
    assert not banker_draws(SPEC.draw, 9, 0, None)


def test_30_2810_4_the_first_card_of_a_shoe_tells_how_many_are_burned() -> None:
    two, ten, king, ace = 0, 8 * 4, 11 * 4, 12 * 4
    assert [burned(SPEC.shoe, card) for card in (two, ten, king, ace)] == [3, 11, 11, 2]


def test_30_2813_4_one_more_coup_after_the_one_with_the_cutting_card() -> None:
    file = RoundFile(game="baccarat", seats=[SeatFile(wagers={"player": 5})])
    shoe = fresh_shoe(SPEC.deck, SPEC.shoe, 3)
    assert shoe.cut == 8 * 52 - 14
    past_the_cut = 0
    while not shoe.shuffle_due:
        past_the_cut += shoe.used >= shoe.cut
        before = shoe.used
        coup = deal_from(shoe, file)
        shoe = coup.shoe_after()
        assert 4 <= shoe.used - before == sum(len(pile.cards) for pile in coup.visible()) <= 6
    assert past_the_cut == 1


def test_30_2812_3_the_first_four_cards_go_in_turn_to_player_and_banker() -> None:
    """A nine and a ten are a natural for the player: nobody draws, and the order is that of four cards alone."""
    asked: list[str] = []

    def next_card(side: str) -> int:
        asked.append(side)
        return (9 - 2) * 4 if asked == ["player"] else (10 - 2) * 4

    coup = deal(SPEC.draw, next_card, SPEC.draw.natural)
    assert asked == ["player", "banker", "player", "banker"]
    assert (points(coup.player), points(coup.banker)) == (9, 0)
