"""Baccarat, the wheel and keno: public figures, an independent count, and the same reading of events as of one coup."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.odds.baccarat.price import Coups, count_coups, price_wagers
from houseway.odds.draws.price import keno_prices, wheel_prices
from houseway.play.baccarat.coup import Coup, card_value, deal, points, shows
from houseway.play.baccarat.settle import load_plan
from houseway.play.draws.keno import house_edge, read_rates
from houseway.rules.game import load_game


def edge(game: str, wager: str, table: str = "", **house: object) -> float:
    return price_wagers(load_plan(game, dict(house)), {}, every_table=True)[wager][table].house_edge


@pytest.mark.parametrize(
    ("game", "wager", "table", "printed"),
    [
        ("baccarat", "banker", "", 0.010579),
        ("baccarat", "player", "", 0.012351),
        ("baccarat", "tie", "", 0.143596),
        ("ez-baccarat", "banker", "", 0.010183),
        ("ez-baccarat", "dragon_7", "", 0.076113),
        ("ez-baccarat", "panda_8", "", 0.101876),
        ("dragon-bonus", "dragon_player", "1", 0.026517),
        ("dragon-bonus", "dragon_banker", "1", 0.093731),
    ],
)
def test_public_figures_of_eight_decks(game: str, wager: str, table: str, printed: float) -> None:
    assert edge(game, wager, table) == pytest.approx(printed, abs=5e-7)


def test_six_decks_and_commission_on_ties() -> None:
    assert edge("baccarat", "banker", decks=6) == pytest.approx(0.010558, abs=5e-7)
    tie = count_coups(load_plan("baccarat", {}).game.spec.draw, "8x52", with_suits=False)
    chance = tie.weights[tie.tie].sum() / tie.weights.sum()
    win = edge("baccarat", "banker", commission={"rate": 0.05, "mode": "win"})
    on_ties = edge("baccarat", "banker", commission={"rate": 0.05, "mode": "tie"})
    wins = tie.weights[tie.banker > tie.player].sum() / tie.weights.sum()
    assert on_ties - win == pytest.approx(0.05 * (chance - wins), abs=1e-12)


def test_a_short_deck_equals_a_count_with_fractions() -> None:
    """Every order of card values from 36 cards, dealt one card after the other with the engine's drawing rules."""
    draw = load_plan("baccarat", {}).game.spec.draw
    left: dict[int, int] = {}
    card_of = {}
    for card in deck("36"):
        left[card_value(card)] = left.get(card_value(card), 0) + 1
        card_of[card_value(card)] = card
    found: dict[tuple[int, int, int, int], Fraction] = {}

    def branch(so_far: tuple[int, ...], chance: Fraction) -> None:
        cards = iter(so_far)
        try:
            coup = deal(draw, lambda _: card_of[next(cards)], draw.natural)
        except StopIteration:
            total = sum(left.values())
            for value, count in list(left.items()):
                if count:
                    left[value] -= 1
                    branch((*so_far, value), chance * Fraction(count, total))
                    left[value] += 1
            return
        key = points(coup.player), points(coup.banker), len(coup.player), len(coup.banker)
        found[key] = found.get(key, Fraction(0)) + chance

    branch((), Fraction(1))
    counted = count_coups(draw, "36", with_suits=False)
    total = int(counted.weights.sum())
    assert total == 36 * 35 * 34 * 33 * 32 * 31
    rows = zip(counted.player, counted.banker, counted.player_cards, counted.banker_cards, strict=True)
    shares = [Fraction(int(weight), total) for weight in counted.weights]
    assert dict(zip((tuple(map(int, row)) for row in rows), shares, strict=True)) == found


def test_events_are_read_on_columns_as_on_single_coups() -> None:
    rng = Random(5)
    for game in ("baccarat", "ez-baccarat", "baccarat-5-treasures", "dragon-bonus"):
        spec = load_plan(
            game, {"suited_cards": "all"} if game == "ez-baccarat" and rng.random() < 0.5 else {}
        ).game.spec
        shoe = list(deck("52")) * 2
        coups = []
        for _ in range(400):
            rng.shuffle(shoe)
            cards = iter(shoe)
            coups.append(deal(spec.draw, lambda _, cards=cards: next(cards), spec.draw.natural))  # type: ignore[misc]
        columns = as_columns(coups, spec.draw.natural)
        for own in ("player", "banker"):
            for event in spec.events.values():
                single = [shows(event, coup, own, spec.events) for coup in coups]
                assert shows(event, columns, own, spec.events).tolist() == single


def as_columns(coups: list[Coup], natural: tuple[int, ...]) -> Coups:
    def pair(cards: tuple[int, ...]) -> int:
        return 0 if cards[0] >> 2 != cards[1] >> 2 else 1 if cards[0] == cards[1] else 2

    def suits(cards: tuple[int, ...]) -> int:
        found = {card & 3 for card in cards}
        return 2 if len(found) == 1 else 1 if found <= {1, 2} or found <= {0, 3} else 0

    def winner(coup: Coup) -> tuple[int, ...]:
        return coup.player + coup.banker if coup.winner == "tie" else coup.hand(coup.winner)

    rows = [
        (
            points(coup.player), points(coup.banker), len(coup.player), len(coup.banker), pair(coup.player),
            pair(coup.banker), suits(winner(coup)), suits(coup.player + coup.banker), 1,
        )
        for coup in coups
    ]  # fmt: skip
    p, b, cards_p, cards_b, pair_p, pair_b, own, every, ones = np.array(rows, np.int64).T
    return Coups(p, b, cards_p, cards_b, pair_p, pair_b, own, every, ones, natural)


def test_suits_and_pairs_agree_with_dealt_coups() -> None:
    """A hundred thousand coups of two decks: each suited, coloured or paired event within four and a half errors."""
    spec = load_plan("ez-baccarat", {}).game.spec
    exact = count_coups(spec.draw, "2x52")
    generator = np.random.default_rng(3)
    shoe = np.array(deck("2x52"))
    rounds = 60_000
    order = np.argsort(generator.random((rounds, len(shoe))), axis=1)[:, :6]
    coups = []
    for cards in shoe[order].tolist():
        source = iter(cards)
        coups.append(deal(spec.draw, lambda _, source=source: next(source), spec.draw.natural))  # type: ignore[misc]
    dealt = as_columns(coups, spec.draw.natural)
    events = {**spec.events}
    for name in ("perfect_pair", "match_pair", "dragon_7_player_0_colour", "panda_8_suited", "dragon_7_suited"):
        share = exact.weights[shows(events[name], exact, "player", events)].sum() / exact.weights.sum()
        seen = int(shows(events[name], dealt, "player", events).sum())
        assert abs(seen - share * rounds) <= 4.5 * (share * (1 - share) * rounds) ** 0.5 + 1


def test_perfect_pair_by_hand() -> None:
    """Either hand's first two cards identical: twice 7/415, less both."""
    price = price_wagers(load_plan("baccarat", {}), {})["perfect_pair"][""]
    one = Fraction(7, 415)
    same_kind = Fraction(6 * 5, 414 * 413)  # the other hand is a pair of the same card
    other_kind = Fraction(51 * 8 * 7, 414 * 413)
    both = one * (same_kind + other_kind)
    assert price.hit_frequency == pytest.approx(float(2 * one - both), rel=1e-12)


def test_big_six_wheel_by_its_sections() -> None:
    prices = wheel_prices(load_game("big-six-wheel", {}))
    assert prices["s1"].house_edge == pytest.approx(8 / 54)
    assert prices["s20"].house_edge == pytest.approx(12 / 54)
    assert prices["joker"].house_edge == pytest.approx(8 / 54)
    assert prices["s1"].hit_frequency == pytest.approx(23 / 54)


def test_keno_rates() -> None:
    game = load_game("keno", {})
    prices = keno_prices(game)
    for marked, row in read_rates(game).items():
        assert prices[f"{marked}_spot"].house_edge == pytest.approx(
            float(house_edge(game.spec, marked, row)), abs=1e-12
        )
        assert sum(line.probability for line in prices[f"{marked}_spot"].lines) <= 1


def test_a_row_of_one_name_and_price_is_one_line() -> None:
    (pair,) = price_wagers(load_plan("baccarat", {}), {}, every_table=False)["perfect_pair"].values()
    assert [(line.hand, line.pays) for line in pair.lines] == [("perfect_pair", "25 to 1")]
    assert pair.lines[0].probability == pytest.approx(pair.hit_frequency, abs=1e-15)
