"""The house way as printed in GEGR-001823, step 9, row by row, and over many dealt hands."""

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.cards.text import format_card, parse_cards
from houseway.play.pai_gow.plan import load_plan
from houseway.play.pai_gow.setting import house_way, set_cards

GAMES = ("ca-fortune-pai-gow-poker", "pai-gow-poker", "fortune-pai-gow-poker", "emperors-challenge")


def front(cards: str, game: str = "ca-fortune-pai-gow-poker", **house: str) -> str:
    """The ranks of the low hand, higher first."""
    low = house_way(load_plan(game, house), parse_cards(cards.split())).low
    return "".join(format_card(card)[0] for card in sorted(low, key=lambda card: -card))


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Ac Kd Tc 8h 7s 4d 3c", "KT"),
        ("Jk1 Kd Tc 8h 7s 4d 3c", "KT"),
        ("9c 9d Ac Kh 7s 4d 3c", "AK"),
        ("Ac Jk1 Qd Th 7s 4d 3c", "QT"),
    ],
    ids=["no pair", "joker is the highest card", "one pair", "ace and joker are a pair"],
)
def test_no_pair_and_one_pair(cards: str, low: str) -> None:
    assert front(cards) == low


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Qc Qd 2c 2h As 9d 4c", "22"),
        ("Jc Jd 2c 2h As 9d 4c", "A9"),
        ("Jc Jd 2c 2h Jk1 9d 4c", "J9"),
        ("Jc Jd 2c 2h Ks Qd 4c", "22"),
        ("9c 9d 8c 8h As 4d 3c", "A4"),
        ("8c 8d 2c 2h Ks Td 4c", "KT"),
        ("8c 8d 2c 2h Qs Td 4c", "22"),
        ("6c 6d 5c 5h Ks Td 2c", "KT"),
        ("5c 5d 2c 2h Qs Td 7c", "QT"),
        ("3c 3d 2c 2h Js Td 7c", "22"),
        ("Ac Jk1 3c 3h Qs 9d 7c", "33"),
    ],
)
def test_two_pairs_stay_together_only_behind_a_high_card(cards: str, low: str) -> None:
    assert front(cards) == low


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("9c 9d 5c 5h 2s 2d Ac", "99"),
        ("Ac Ad Ah Ks 9d 7c 2h", "AK"),
        ("Kc Kd Kh As Qd 7c 2h", "AQ"),
        ("Kc Kd Kh 8s 8d 8c 2h", "KK"),
        ("Kc Kd Kh 8s 8d 7c 2h", "88"),
        ("8c 8d 8h Ks Kd 7c 2h", "KK"),
        ("Kc Kd Kh 7s 7d 4c 4h", "77"),
        ("Ac Ad Ah As Jk1 Kc 2h", "AA"),
        ("Ac Ad Ah As Jk1 Kc Kh", "AA"),
    ],
    ids=[
        "three pairs", "three aces", "three kings", "two threes", "full house", "lower three", "full house and a pair",
        "five aces", "five aces and a pair",
    ],
)  # fmt: skip
def test_three_pairs_threes_and_full_houses(cards: str, low: str) -> None:
    assert front(cards) == low


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Qc Qd Qh Qs Ad Kc 2h", "QQ"),
        ("Qc Qd Qh Qs 3d 3c 2h", "33"),
        ("Jc Jd Jh Js Kd 3c 2h", "K3"),
        ("Jc Jd Jh Js Qd 3c 2h", "JJ"),
        ("9c 9d 9h 9s 3d 3c 2h", "33"),
        ("8c 8d 8h 8s Qd 3c 2h", "Q3"),
        ("6c 6d 6h 6s Jd 3c 2h", "66"),
        ("5c 5d 5h 5s Jd 3c 2h", "J3"),
        ("2c 2d 2h 2s 7d 5c 3h", "75"),
        ("Kc Kd Kh Ks 8d 8c 8h", "88"),
    ],
)
def test_four_of_a_kind(cards: str, low: str) -> None:
    assert front(cards) == low


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("4c 5d 6h 7s 8d Kc Qh", "KQ"),
        ("4c 5d 6h 7s 8d 9c Th", "T9"),
        ("2c 4c 6c 8c Tc Kd 3h", "K3"),
        ("4c 5d 6h 7s 8d 2c 2h", "22"),
        ("4c 5d 6h 7s 8d 8c Ah", "A8"),
        ("Ac Ad Kc Kh Qd Js Tc", "KK"),
        ("Jc Jd 9c 9h Td 8s 7c", "99"),
        ("9c 9d 9h 8s 7d 6c 5h", "99"),
        ("5c 6d 7h 8s 9d Jk1 2c", "2J"),
    ],
    ids=[
        "straight", "seven-card straight", "flush", "straight and a pair beside it", "straight through a pair",
        "straight with two pairs: aces", "straight with two pairs: jacks", "straight with three", "joker in front",
    ],
)  # fmt: skip
def test_a_complete_hand_stays_behind(cards: str, low: str) -> None:
    assert sorted(front(cards)) == sorted(low)


def test_which_of_several_straights_is_a_choice_of_the_house() -> None:
    run = "4c 5d 6h 7s 8d 9c Th"
    assert front(run) == "T9"
    assert front(run, complete_hand="best high") == "54"


@pytest.mark.parametrize("game", GAMES)
def test_the_house_way_never_fouls_and_plays_all_seven_cards(game: str) -> None:
    plan = load_plan(game, {})
    cards = np.array(deck("53"))
    rng = np.random.default_rng(7)
    jokers = 0
    for _ in range(4000):
        held = tuple(int(card) for card in rng.permutation(cards)[:7])
        jokers += 52 in held
        one = house_way(plan, held)
        assert not one.foul
        assert sorted((*one.low, *one.high)) == sorted(held)
        assert one == set_cards(plan, held, one.low)
    assert jokers > 300


def test_the_house_way_never_fouls_with_a_wild_joker() -> None:
    plan = load_plan("fortune-pai-gow-poker", {"joker": "fully wild"})
    rng = np.random.default_rng(8)
    for _ in range(1000):
        held = (52, *(int(card) for card in rng.permutation(52)[:6]))
        assert not house_way(plan, held).foul
