"""CO 30-1099.48, 3 Card Draw Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "three-card-draw-poker"
SECTION = "CO 30-1099.48"
DRY = "Qs Jd 8h 3c"  # queen high
QUADS = "8s 8c 8h 8d"  # three eights


def one(
    cards: str, action: str = "stand pat", dealer: str = DRY, house: dict[str, Any] | None = None, **wagers: float
) -> Any:
    """The nets of a lone seat with an ante of 10."""
    return all_nets(GAME, seat({"ante": 10, **wagers}, cards, action), dealer=dealer, house=house or {})[0]


def in_all(net: float, bonus: float = 0) -> dict[str, float]:
    """Ante and In To Win/Draw come out alike."""
    return {"ante": net, "in_to_win_draw": net, **({"in_to_win_draw_bonus": bonus} if bonus else {})}


def test_30_1099_48_3_an_ante_is_required() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        all_nets(GAME, seat({"first_3_bonus": 5}, "Kh Kd 4c", "stand pat"), dealer=DRY)
    with pytest.raises(RuleError, match="after the deal"):
        one("Kh Kd 4c", in_to_win_draw=10)


def test_30_1099_48_4_misdeals_and_dropped_cards() -> None:
    seats = [seat({"ante": 10, "first_3_bonus": 5}, "Kh Kd"), seat({"ante": 10}, "Ac As 4d", "stand pat")]
    for kind in ("misdeal", "card_off_table", "dead_hand"):
        nets = all_nets(GAME, *seats, dealer=DRY, irregularity={"kind": kind, "seat": 0})
        assert nets == [{"ante": 0, "first_3_bonus": 0}, in_all(10)]
    nets = all_nets(GAME, *seats, dealer="Qs Jd 8h", irregularity={"kind": "misdeal", "of": "dealer"})
    assert {net for lines in nets for net in lines.values()} == {0}


def test_30_1099_48_6_two_hands_with_equal_antes() -> None:
    def two(second: float, **more: float) -> dict[str, Any]:
        hands = [cards.split() for cards in ("Kh Kd 4c", "2c 5d 7h")]
        return seat({"ante": 10, "hand_2.ante": second, **more}, "", "stand pat", "hand_2 fold", hands=hands)

    played = {**in_all(10), "hand_2.ante": -10}
    assert all_nets(GAME, two(10), dealer=DRY) == [played]
    bonus = two(10, **{"hand_2.first_3_bonus": 5})
    assert all_nets(GAME, bonus, dealer=DRY) == [{**played, "hand_2.first_3_bonus": -5}]
    with pytest.raises(RuleError, match=r"hand_2.ante: Ante must be \$10 as on the player's first hand"):
        all_nets(GAME, two(15), dealer=DRY)
    with pytest.raises(RuleError, match="1 hand at once"):
        all_nets(GAME, two(10), dealer=DRY, house={"two_hands": False})


def test_30_1099_48_7_a_a_fold_loses_the_ante_and_settles_the_first_three() -> None:
    assert one("2c 5d 7h", "fold") == {"ante": -10}
    assert one("2c 5d 7h", "fold", first_3_bonus=5) == {"ante": -10, "first_3_bonus": -5}
    folded = seat({"ante": 10, "first_3_bonus": 5}, "2c 2d 7h", "fold")
    assert all_nets(GAME, folded, dealer=DRY) == [{"ante": -10, "first_3_bonus": 5}]
    assert rules(GAME, folded, dealer=DRY) == {"ante": f"{SECTION}(7)(a)", "first_3_bonus": f"{SECTION}(13)"}


def test_30_1099_48_7_b_the_original_three_cards() -> None:
    for action in ("stand pat", "stand", "pat"):
        assert one("Kh Kd 4c", action) == in_all(10)
    for action in ("stand 2x", "check", "discard", "discard 4c Kd", "discard 9s"):
        with pytest.raises(RuleError):
            one("Kh Kd 4c", action)


def test_30_1099_48_7_c_one_card_is_replaced_from_the_deck() -> None:
    assert one("Kh Kd 4c Ks", "discard 4c", dealer=QUADS) == in_all(10, 50)
    assert one("Kh Kd 4c 7s", "discard Kh", dealer="Ts 9d 6h 3c") == in_all(10)
    assert one("Kh Kd 4c 7s", "keep Kh Kd") == in_all(10)
    with pytest.raises(RuleError, match="needs 4 cards"):
        one("Kh Kd 4c", "discard 4c")
    with pytest.raises(RuleError, match="4 cards where the game deals 3"):
        one("Kh Kd 4c 7s", "stand pat")


def test_30_1099_48_7_c_the_drawn_card_is_not_seen_before_the_showdown() -> None:
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}] * 2}), 5)
    first = live.visible(0)[-2].cards[0]
    live = live.act(0, f"discard {first}")
    own = next(pile for pile in live.visible(0) if pile.seat == 0)
    assert (len(own.cards), own.hidden) == (2, 0)
    live = live.act(1, "stand")
    assert live.over
    assert len(live.round_file()["seats"][0]["cards"]) == 4


def test_30_1099_48_8_the_best_three_of_the_dealers_four() -> None:
    order = ["Kc Qd 9h", "2s 2d 9c", "Kc 9c 2c", "3d 2s Ac", "Kd Qs Jc", "2s 2d 2c", "3c 2c Ac", "Kd Qd Jd", "Ac Kc Qc"]
    for place, cards in enumerate(order):
        for other, dealer in enumerate(order):
            if {*cards.split()} & {*dealer.split()}:
                continue
            nets = one(cards, dealer=f"{dealer} 7h")
            assert nets["ante"] == (10 if place > other else -10), (cards, dealer)


def test_30_1099_48_9_the_fourth_card_counts_for_the_dealer_only() -> None:
    assert one("Ah Kd 9c", dealer="Qs Jd 8h 3c") == in_all(10)
    assert one("Ah Kd 9c", dealer="Qs Jd 3h 3c") == in_all(-10)
    assert one("Qh Jc 8d", dealer="Qs Jd 8h 3c") == in_all(0)  # the dealer's three decides nothing


def test_30_1099_48_10_the_dealer_always_plays() -> None:
    assert one("7h 5d 2c", dealer="6s 4d 3h 2s") == in_all(-10)  # a straight of small cards
    assert one("9h 5d 2c", dealer="8s 5h 4d 2s") == in_all(10)


def test_30_1099_48_11_what_is_cited() -> None:
    for cards, paragraph in (("Kh Kd 4c", "(11)(a)"), ("Th 5d 2c", "(11)(b)"), ("Qh Jc 8d", "(11)(c)")):
        cited = rules(GAME, seat({"ante": 10}, cards, "stand pat"), dealer=DRY)
        assert cited["ante"] == cited["in_to_win_draw"] == SECTION + paragraph
    straight = rules(GAME, seat({"ante": 10}, "Kh Qd Jc", "stand pat"), dealer=DRY)
    assert straight["in_to_win_draw_bonus"] == f"{SECTION}(12)"


BONUS = {  # the final three cards and the price
    "Ah Kh Qh": 20,
    "Kh Qh Jh": 10,
    "3h 2h Ah": 10,
    "7h 7d 7c": 5,
    "Ah Kd Qc": 1,
    "3h 2d Ac": 1,
    "Kh 9h 2h": 0,
    "Kh Kd 2h": 0,
}


def test_30_1099_48_12_the_draw_bonus_is_paid_whoever_wins() -> None:
    for cards, price in BONUS.items():
        for dealer in ("6s 5s 4s 8c", "Ts 9d 4d 3c"):
            assert one(cards, dealer=dealer).get("in_to_win_draw_bonus", 0) == 10 * price, cards
        *kept, last = cards.split()
        assert one(f"{kept[0]} Tc {kept[1]} {last}", "discard Tc").get("in_to_win_draw_bonus", 0) == 10 * price, cards


FIRST_THREE = {  # the first three cards and the prices of schedules 1 to 3
    "Ah Kh Qh": (200, 100, 150),
    "Kh Qh Jh": (50, 60, 40),
    "3h 2h Ah": (50, 60, 40),
    "7h 7d 7c": (30, 30, 30),
    "Ah Kd Qc": (6, 6, 7),
    "3h 2d Ac": (6, 6, 7),
    "Kh 9h 2h": (3, 3, 3),
    "2h 2d 9h": (1, 1, 1),
    "Ah Kd Jc": (-1, -1, -1),
}


def test_30_1099_48_13_a_first_3_bonus_on_the_original_cards() -> None:
    for cards, prices in FIRST_THREE.items():
        for schedule, price in zip("123", prices, strict=True):
            house = {"pay_tables": {"first_3_bonus": schedule}}
            for action in ("stand pat", "fold"):
                nets = one(cards, action, dealer="Ts 9s 4d 3c", house=house, first_3_bonus=5)
                assert nets["first_3_bonus"] == 5 * price, (cards, schedule)


@pytest.mark.parametrize(
    ("cards", "action", "price"),
    [
        ("Th Td 8c Ts", "discard 8c", 1),  # (13)(c)(ii), three tens in the end
        ("Th Td 9c 9s", "discard Th", -1),  # (7)(c)(i), a pair again, but not of the first three
        ("6h 7d Tc 8s", "discard Tc", -1),  # (13)(c)(i), a straight in the end
        ("7h 7d 7c 2s", "discard 7c", 1),
        ("Kh 9h 2h 4h", "discard 2h", -1),  # a flush before and after
        ("Ah Kh Qh Jh", "discard Ah", -1),
    ],
)
def test_30_1099_48_13_b_after_a_draw_only_a_kept_pair_wins(cards: str, action: str, price: int) -> None:
    assert one(cards, action, dealer="6s 5s 4d 3c", first_3_bonus=5)["first_3_bonus"] == 5 * price


def test_30_1004_the_ace_may_be_high_only() -> None:
    house = {"ace_low": False}
    nets = one("3h 2d Ac", dealer="4s 4d 9h Tc", house=house, first_3_bonus=5)
    assert nets == {**in_all(-10), "first_3_bonus": -5}
    assert one("4h 4d 9c", dealer="3s 2h Ad Tc", house=house) == in_all(10)


def test_30_1099_48_2_limit_of_100_dollars_before_may_2021() -> None:
    house = {"as_of": "2021-04-30"}
    assert one("Kh Kd 4c", first_3_bonus=150)["first_3_bonus"] == 150
    with pytest.raises(RuleError, match=r"\$0 to \$100"):
        one("Kh Kd 4c", first_3_bonus=150, house=house)
