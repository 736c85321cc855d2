"""CO 30-1099.12, Caribbean Draw Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.cards.text import format_card, parse_cards
from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.setting import house_way
from houseway.rules.errors import RuleError

GAME = "caribbean-draw"
SECTION = "CO 30-1099.12"
NINES = "9c 9h Kd 6s 4d 7c 2d"  # a pair of nines after a draw of two
HANDS = {
    "royal flush": ("As Ks Qs Js Ts", 100),
    "straight flush": ("8h 7h 6h 5h 4h", 50),
    "four of a kind": ("8c 8d 8h 8s 5s", 20),
    "full house": ("8c 8d 8h 5c 5s", 7),
    "flush": ("Ah Jh 8h 6h 2h", 5),
    "straight": ("Th 9s 8d 7h 6c", 3),
    "three of a kind": ("Tc Td Th 6h 5s", 2),
    "two pairs": ("Tc Td 5h 5s 2c", 1),
    "pair": ("Tc Td 5h 3s 2c", 1),
}


def kept(cards: str, **house: Any) -> str:
    """What the dealer keeps of his five cards."""
    plan = load_plan(GAME, house)
    stage = next(index for index, one in enumerate(plan.stages) if one.dealer is not None)
    return " ".join(format_card(card) for card in house_way(plan, stage, tuple(parse_cards(cards.split())))["kept"])


def test_30_1099_12_14_b_every_row_of_the_bet() -> None:
    for hand, (cards, price) in HANDS.items():
        nets = settle(GAME, seat({"ante": 10}, cards, "bet", "stand pat"), dealer=NINES)
        assert nets == {"ante": 10, "bet": 20 * price}, hand


def test_30_1099_12_12_a_the_dealer_stands() -> None:
    for cards in (
        "8h 7h 6h 5h 4h",
        "Ah Jh 8h 6h 2h",
        "Th 9s 8d 7h 6c",
        "5h 4c 3d 2s Ah",
        "8c 8d 8h 8s 5s",
        "8c 8d 8h 5c 5s",
    ):
        assert kept(cards) == cards


def test_30_1099_12_12_b_the_dealer_draws_one() -> None:
    assert kept("Kh Kd 7s 7d 4h") == "Kh Kd 7s 7d"
    assert kept("Kh 9h 7h 4h 2c") == "Kh 9h 7h 4h"
    assert kept("5h 6h 7h 8c Kh") == "5h 6h 7h Kh", "the flush before the straight"
    assert kept("5h 6c 7h 8c Kd") == "5h 6c 7h 8c"
    assert kept("5h 6c 7h 8c Td") == "5h 6c 7h 8c", "the open end"
    assert kept("Ah Kc Qh Jc 9d") == "Ah Kc Qh Jc"
    assert kept("Ah 2c 3h 4c 9d") == "Ah 2c 3h 4c"
    assert kept("5h 6c 8h 9c Kd") == "5h 6c 8h 9c"
    assert kept("5h 6c 8h 9c Kd", dealer_inside_straights=False) == "8h 9c Kd"
    assert kept("Ah 2c 3h 4c 9d", dealer_inside_straights=False) == "Ah 2c 3h 4c"


def test_30_1099_12_12_c_the_dealer_draws_two() -> None:
    assert kept("8c 8d 8h Ks 5s") == "8c 8d 8h"
    assert kept("8c 8d 3h Ks 5s") == "8c 8d Ks"
    assert kept("Ah Kc 9d 7c 3s") == "Ah Kc 9d"
    assert kept("8h 8d 3h Kh 5h") == "8h 8d Kh", "a pair beside four to a flush"
    assert kept("8h 8d 7h 6c 5s") == "8h 8d 7h", "a pair beside four to a straight"


def test_30_1099_12_13_a_dealer_below_a_pair_of_eights_pays_the_ante() -> None:
    player = seat({"ante": 10}, "Kc Kh Ks 4d 4h", "bet", "stand pat")
    assert settle(GAME, player, dealer="7s 7d Qc 5h 3c Ah 2c") == {"ante": 10, "bet": 0}
    assert settle(GAME, player, dealer="8s 8d Qc 5h 3c Ah 2c") == {"ante": 10, "bet": 140}
    assert rules(GAME, player, dealer="7s 7d Qc 5h 3c Ah 2c") == {"ante": f"{SECTION}(13)", "bet": f"{SECTION}(13)"}


def test_30_1099_12_14_e_a_tie_is_a_push_and_7_a_a_fold_loses_the_ante() -> None:
    player = seat({"ante": 10}, "9d 9s Ks 6d 4c 7s 2c", "bet", "discard 6d 4c")
    assert settle(GAME, player, dealer=NINES) == {"ante": 0, "bet": 0}
    folded = seat({"ante": 10, "progressive": 1}, "Ah Jh 8h 6h 2h", "fold")
    more: dict[str, Any] = {"dealer": NINES, "meters": {"progressive": 10000}}
    assert settle(GAME, folded, **more) == {"ante": -10, "progressive": -1}
    alive = {"progressive_survives_fold": True}
    assert settle(GAME, folded, house=alive, **more) == {"ante": -10, "progressive": 49}


def test_30_1099_12_8_up_to_two_cards_are_replaced_and_each_only_once() -> None:
    drawn = seat({"ante": 10}, "Jc Jd 8s 5h 2c 8d 3c", "bet", "discard 5h 2c")
    assert settle(GAME, drawn, dealer=NINES) == {"ante": 10, "bet": 20}
    for action in ("discard 5h 2c 8s", "discard 5h 5h", "discard 9c"):
        with pytest.raises(RuleError):
            settle(GAME, seat({"ante": 10}, "Jc Jd 8s 5h 2c 8d 3c 4s", "bet", action), dealer=NINES)


def test_30_1099_12_9_the_progressive_looks_at_the_first_five_cards_only() -> None:
    awards = {"As Ks Qs Js Ts": 9999, "8s 7s 6s 5s 4s": 999, "8c 8d 8h 8s 5s": 499, "8c 8d 8h 5c 5s": 99}
    awards |= {"Ah Jh 8h 6h 2h": 49, "Th 9s 8d 7h 6c": -1}
    for cards, net in awards.items():
        player = seat({"ante": 10, "progressive": 1}, cards, "bet", "stand pat")
        assert settle(GAME, player, dealer="9c 9h Kd 3s 4d 7c 2d", meters={"progressive": 10000})["progressive"] == net
    fixed = seat({"ante": 10, "progressive": 1}, "8s 7s 6s 5s 4s", "bet", "stand")
    house = {"straight_flush_progressive": "$5000"}
    assert (
        settle(GAME, fixed, dealer="9c 9h Kd 3s 4d 7c 2d", meters={"progressive": 10000}, house=house)["progressive"]
        == 4999
    )
    filled = seat({"ante": 10, "progressive": 1}, "Ah Jh 8h 6h 2c 2h", "bet", "discard 2c")
    nets = settle(GAME, filled, dealer=NINES, meters={"progressive": 10000})
    assert nets == {"ante": 10, "bet": 100, "progressive": -1}


def test_30_1099_12_3_b_two_royal_flushes_divide_the_jackpot() -> None:
    seats = [seat({"ante": 10, "progressive": 1}, f"A{s} K{s} Q{s} J{s} T{s}", "bet", "stand") for s in "sd"]
    nets = all_nets(GAME, *seats, dealer="9c 9h Kc 6s 4d 7c 2d", meters={"progressive": 10000})
    assert [one["progressive"] for one in nets] == [4999, 4999]


def test_30_1099_12_6_misdeals() -> None:
    wagers = {"ante": 10, "progressive": 1}
    seats = [seat(wagers, "Ah Jh 8h 6h", "bet"), seat(wagers, "Ad Jd 8d 6d 3d", "bet", "stand")]
    more: dict[str, Any] = {"meters": {"progressive": 10000}}
    dead = all_nets(GAME, *seats, dealer=NINES, irregularity={"kind": "misdeal", "seat": 0}, **more)
    assert set(dead[0].values()) == {0}
    assert dead[1] == {"progressive": 49, "ante": 10, "bet": 100}
    whole = seat(wagers, "Ah Jh 8h 6h 2h", "bet", "stand")
    table = all_nets(GAME, whole, dealer="9c 9h Kd 6s", irregularity={"kind": "misdeal", "of": "dealer"}, **more)
    assert table == [{"progressive": 49, "ante": 0, "bet": 0}]


def test_30_1099_12_2_the_ante_is_fifty_dollars_at_most() -> None:
    with pytest.raises(RuleError, match="50"):
        settle(GAME, seat({"ante": 60}, "Tc Td 5h 3s 2c", "bet", "stand"), dealer=NINES)


def test_a_live_round_states_what_the_dealer_kept_and_settles_the_same() -> None:
    for seed in range(12):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}]}), seed)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        file = live.round_file()
        assert len(file["dealer"]) == 10 - len(file["dealer_set"]["keep"])
        assert settle_file(convert_round(file)).nets() == live.settle().nets()
        dealer = next(pile for pile in live.visible() if pile.name == "dealer")
        assert [card for _, cards in dealer.parts for card in cards] == list(dealer.cards)  # kept, then drawn


def test_the_setting_that_the_round_states_must_be_of_the_dealer_s_cards() -> None:
    player = seat({"ante": 10}, "Tc Td 5h 3s 2c", "bet", "stand")
    stated = answer(GAME, player, dealer="9c 9h Kd 6s 4d 7c 2d", dealer_set={"discard": ["6s", "4d"]})
    assert stated["seats"][0]["net"] == 30
    for wrong in (
        {"discard": ["Ah"]},
        {"discard": ["6s", "4d", "Kd"]},
        {"discard": "6s"},
        {"keep": ["6s", "6s", "4d"]},
    ):
        with pytest.raises(RuleError, match="dealer_set"):
            answer(GAME, player, dealer="9c 9h Kd 6s 4d 7c 2d", dealer_set=wrong)
