"""CO 30-2111, 3 Card 21 'N' Done, paragraph by paragraph."""

from random import Random
from typing import Any

import pytest
from tests.blackjack.helpers import all_nets, rules, seat, settle

from houseway.cards.text import parse_cards
from houseway.families import betting_spots, hint_for, open_round
from houseway.families import settle as settle_file
from houseway.odds.blackjack.sides import Sides
from houseway.odds.blackjack.start_rounds import StartEngine
from houseway.odds.blackjack.starts import Starts, price
from houseway.odds.executor import LOCAL
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import NET, SQUARE, STAKED
from houseway.play.blackjack.plan import load_plan
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError

GAME = "3-card-21-n-done"
SECTION = "CO 30-2111"
BOTH: dict[str, float] = {"three_card_21": 10, "three_card_bonus": 10}


def main(cards: str, dealer: str, *actions: str, **more: Any) -> float:
    house = more.pop("house", {})
    return settle(GAME, seat(BOTH, cards, *actions, **more), dealer=dealer, house=house)["three_card_21"]


def bonus(cards: str, table: str = "1") -> float:
    """The bonus on a start that is taken, stood on or surrendered."""
    house = {"pay_tables": {"three_card_bonus": table}}
    for action in ("stand", "surrender", "take 21"):
        try:
            return settle(GAME, seat(BOTH, cards, action), dealer="9s Td", house=house)["three_card_bonus"]
        except RuleError:
            continue
    raise AssertionError(cards)


def test_30_2111_2_both_wagers_are_made_and_equal() -> None:
    for wagers in ({"three_card_21": 10}, {"three_card_bonus": 10}, {"three_card_21": 10, "three_card_bonus": 5}):
        with pytest.raises(RuleError, match="three_card"):
            settle(GAME, seat(wagers, "Kh 8d 3c", "take 21"), dealer="9s Td")
    assert [one.required for one in betting_spots(RoundFile(GAME))] == [True, True]


def test_30_2111_3_the_third_card_comes_after_the_dealer_s_second() -> None:
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}] * 2}), 11)
    shoe = [str(card) for card in live.shoe.cards[live.shoe.used :]]  # type: ignore[attr-defined]
    first = [str(card) for card in live.seats[0].start[0]]  # type: ignore[attr-defined]
    second = [str(card) for card in live.seats[1].start[0]]  # type: ignore[attr-defined]
    dealer = [str(card) for card in live.dealer]  # type: ignore[attr-defined]
    assert [first[0], second[0], dealer[0], first[1], second[1], dealer[1], first[2], second[2]] == shoe[:8]


def test_30_2111_5_every_row_of_every_table() -> None:
    hands = {
        "Ad Kd Qd": (50, 100, 100, 100, 250),
        "Ah Kh Qh": (50, 50, 25, 40, 50),
        "9s 8s 7s": (15, 15, 15, 12, 10),
        "7s 7h 7h": (5, 5, 5, 5, 5),
        "Ac 2d 3h": (2, 2, 2, 2, 2),
        "Qc Kd Ah": (2, 2, 2, 2, 2),
        "9s 5s 2s": (1.5, 1.5, 1.5, 1.5, 1.5),
        "9s 9h 2s": (1, 1, 1, 1, 1),
        "Kh 8d 3c": (1, 1, 1, 1, 1),
        "Kh 8d 2c": (-1, -1, -1, -1, -1),
        "Kh 8d 4c": (-1, -1, -1, -1, -1),
    }
    for cards, prices in hands.items():
        for table, paid in zip("12345", prices, strict=True):
            assert bonus(cards, table) == 10 * paid, (cards, table)


def test_30_2111_5_the_first_two_tables_are_for_six_decks() -> None:
    for table, decks, allowed in (("1", 6, True), ("1", 8, False), ("2", 8, False), ("3", 8, True), ("5", 8, True)):
        house = {"pay_tables": {"three_card_bonus": table}, "decks": decks}
        try:
            settle(GAME, seat(BOTH, "Kh 8d 3c"), dealer="9s Td", house=house)
        except RuleError:
            assert not allowed
        else:
            assert allowed


def test_30_2111_6_a_start_of_21_is_paid_before_the_dealer_looks() -> None:
    for dealer in ("9s Td", "Ts Ad", "As Td"):
        assert main("Kh 8d 3c", dealer, "take 21") == 10
        assert main("Kh 8d 3c", dealer) == 10, "paid without a word"
        assert main("7h 7d 7c", dealer) == 10
    assert rules(GAME, seat(BOTH, "Kh 8d 3c"), dealer="Ts Ad")["three_card_21"] == f"{SECTION}(6)"


def test_player_rules_2_b_and_4_a_a_21_with_a_pair_or_an_ace_may_be_split() -> None:
    split = seat(BOTH, "", "split", dealt="9h 9d 3c", hands="9h Td | 9d 9s | 3c 8d Tc")
    nets = settle(
        GAME, {**split, "actions": ["split", "hand_1 stand", "hand_2 stand", "hand_3 hit"]}, dealer="6s Td 8c"
    )
    assert nets["three_card_21"] == 30
    with_ace = seat(BOTH, "", "split", "hand_2 stand", "hand_3 stand", dealt="Ah Kd Qc", hands="Ah 5d | Kd 9s | Qc 8d")
    assert settle(GAME, with_ace, dealer="6s Td 8c")["three_card_21"] == 30
    plain = seat(BOTH, "", "split", dealt="Kh 8d 3c", hands="Kh 9d | 8d 9s | 3c 8d")
    with pytest.raises(RuleError):
        settle(GAME, plain, dealer="6s Td 8c")


def test_player_rule_4_a_a_21_that_is_kept_loses_to_the_dealer_s_blackjack() -> None:
    nets = settle(GAME, seat(BOTH, "9h 9d 3c", "decline 21"), dealer="Ts Ad")
    assert nets["three_card_21"] == -10


def test_player_rule_2_under_21_is_one_hand_of_blackjack() -> None:
    assert main("6h 5d 7c", "9s Td", "stand") == -10
    assert main("6h 5d 7c", "9s 8d", "stand") == 10
    assert main("6h 5d 2c 6s", "9s 8d", "hit", "stand") == 10
    assert main("6h 3d 2c 9s", "9s 8d", "double") == 20
    assert main("6h 5d 7c Ks", "9s 8d", "hit") == -10
    with pytest.raises(RuleError, match="split"):
        main("6h 5d 7c", "9s 8d", "split")
    with pytest.raises(RuleError, match="surrender"):
        main("6h 5d 7c", "9s 8d", "surrender")


def test_player_rule_2_a_a_pair_under_21_may_become_three_hands() -> None:
    three = seat(
        BOTH, "", "split", "hand_1 stand", "hand_2 hit", "hand_2 stand", "hand_3 double",
        dealt="5h 5d 6c", hands="5h Td | 5d 6s 7h | 6c 5s Th",
    )  # fmt: skip
    # 15 loses to 18, 18 ties, 21 by a double wins two units
    assert settle(GAME, three, dealer="8s Td")["three_card_21"] == -10 + 0 + 20
    again = seat(BOTH, "", "split", "hand_1 split", dealt="5h 5d 6c", hands="5h Td | 5d 5s | 6c 5s Th")
    with pytest.raises(RuleError):
        settle(GAME, again, dealer="8s Td")


def test_player_rule_3_over_21_is_surrendered_or_split() -> None:
    assert main("Tc 7d 6h", "9d 8c", "surrender") == -5
    assert rules(GAME, seat(BOTH, "Tc 7d 6h", "surrender"), dealer="9d 8c")["three_card_21"] == (
        f"{SECTION}, player rule (3)(a)"
    )
    split = seat(BOTH, "", "split", "hand_1 stand", "hand_3 stand", dealt="Tc 7d 6h", hands="Tc 9d | 7d 4s Ts | 6h 9s")
    assert (
        settle(GAME, {**split, "actions": [*split["actions"][:2], "hand_2 hit", "hand_3 stand"]}, dealer="9d 8c")[
            "three_card_21"
        ]
        == 10 + 10 - 10
    )
    for action in ("stand", "hit", "double"):
        with pytest.raises(RuleError, match="legal are split, surrender"):
            main("Tc 7d 6h", "9d 8c", action)
    with pytest.raises(RuleError, match="decision is missing"):
        main("Tc 7d 6h", "9d 8c")


def test_player_rule_3_a_half_of_an_odd_wager_is_cents() -> None:
    wagers = {"three_card_21": 5, "three_card_bonus": 5}
    nets = settle(GAME, seat(wagers, "Tc 7d 6h", "surrender"), dealer="9d 8c")
    assert nets == {"three_card_21": -2.5, "three_card_bonus": -5}


def test_player_rule_4_an_ace_may_put_the_start_over_21() -> None:
    assert main("Ac 9d 5h", "9d 8c", "surrender") == -5
    assert main("Ac 9d 5h 4s", "9d 8c", "hit", "stand") == 10, "or count one: 19"
    with pytest.raises(RuleError):
        main("Ac 2d 5h", "9d 8c", "surrender")  # 18 at most


def test_player_rule_5_every_later_21_wins_whatever_the_dealer_makes() -> None:
    """Against a dealer's 21: after a hit, a double and a split."""
    dealer = "9s 5d 7c"
    assert main("6h 5d 4c 6s", dealer, "hit") == 10
    assert main("6h 3d 2c Ts", dealer, "double") == 20
    three = seat(BOTH, "", "split", "hand_2 stand", "hand_3 stand", dealt="Tc 7d 6h", hands="Tc Ad | 7d Td | 6h Ts")
    assert settle(GAME, three, dealer=dealer)["three_card_21"] == 10 - 10 - 10
    line = rules(GAME, seat(BOTH, "6h 5d 4c 6s", "hit"), dealer=dealer)["three_card_21"]
    assert line == f"{SECTION}, player rule (5)"


def test_30_2111_7_a_dealer_s_blackjack_takes_what_was_not_paid() -> None:
    assert main("6h 5d 7c", "Th As") == -10
    assert main("Tc 7d 6h", "Th As") == -10, "no time to surrender"
    cited = rules(GAME, seat(BOTH, "Tc 7d 6h"), dealer="Th As")["three_card_21"]
    assert cited == f"{SECTION}(7)"
    nets = settle(GAME, seat(BOTH, "6h 5d 7c", "insurance 5"), dealer="Ah Ts")
    assert (nets["three_card_21"], nets["insurance"]) == (-10, 10)
    with pytest.raises(RuleError):
        settle(GAME, seat(BOTH, "Kh 8d 3c", "insurance 5"), dealer="Ah Ts")  # paid already


def test_the_dealer_draws_for_no_one_when_all_are_paid() -> None:
    seats = [seat(BOTH, "Kh 8d 3c"), seat(BOTH, "Tc 7d 6h", "surrender")]
    assert [nets["three_card_21"] for nets in all_nets(GAME, *seats, dealer="6s Td")] == [10, -5]


# -- live, trainer, price ----------------------------------------------------------------------------------------------


def test_live_rounds_settle_as_their_files() -> None:
    for seed in range(60):
        rng = Random(seed)
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}] * 2}), seed)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn, rng))
        assert settle_file(convert_round(live.round_file())).nets() == live.settle().nets()


@pytest.fixture(scope="module")
def counted() -> Starts:
    return Starts(load_plan(GAME, {}))


def test_the_trainer_counts_every_start(counted: Starts) -> None:
    hints = 0
    for seed in range(30):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}]}), seed)
        if not live.over and live.legal(0)[0].verb != "insurance":
            hint = hint_for(live, 0, counted)
            assert hint.exact
            assert hint.action in [text for one in live.legal(0) for text in one.examples()]
            hints += 1
    assert hints > 10


def test_player_rule_4_a_a_21_is_never_worth_more_split(counted: Starts) -> None:
    worths = counted.first_worths(load_cards("Ah Ad 9c"), load_cards("6s")[0])
    assert worths == pytest.approx({"take 21": 1, "decline 21": 0.9648}, abs=1e-4)
    for start in counted.starts:
        for up in range(10):
            choice = counted.choice(start, up)
            if "take 21" in choice.values:
                assert choice.best == "take 21"


def load_cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text.split()))


@pytest.mark.nightly
def test_the_start_hands_add_up_and_the_edge_is_that_of_both_wagers() -> None:
    """With cards that do not run out the game itself gives 15.06% (a recursion written apart); six decks 15.28%."""
    priced = price(Question(GAME, every_table=True), LOCAL)
    assert priced.report.main is not None
    assert priced.report.main.house_edge == pytest.approx(0.0132214, abs=1e-6)
    edges = {table: one.house_edge for table, one in priced.sides["three_card_bonus"].items()}
    expected = {"1": 0.1660042, "2": 0.1638499, "3": 0.1670813, "4": 0.1708297, "5": 0.1668659}
    assert edges == pytest.approx(expected, abs=1e-6)


def test_the_chances_of_all_starts_are_one(counted: Starts) -> None:
    whole = sum(counted.chance(start, up) for start in counted.starts for up in range(10))
    assert whole == pytest.approx(1, abs=1e-12)
    assert sum(counted.totals.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert counted.totals.mean == pytest.approx(0.1527828, abs=1e-6)


def test_simulated_rounds_agree_with_the_count(counted: Starts) -> None:
    rounds, exact = 600_000, counted.totals
    engine = StartEngine(Setup(GAME, seed=8), counted.plan, counted)
    both, own, bonus = engine.play(0, rounds)
    mean, error = own[NET] / rounds, exact.square**0.5 / rounds**0.5
    assert abs(mean - exact.mean) < 4 * error
    assert own[STAKED] / rounds == pytest.approx(exact.bet, abs=0.006)
    assert own[SQUARE] / rounds == pytest.approx(exact.square, rel=0.01)
    edge = Sides(counted.plan, None, {}).all(False)["three_card_bonus"]["1"].house_edge
    assert abs(bonus[NET] / rounds + edge) < 4 * (bonus[SQUARE] / rounds) ** 0.5 / rounds**0.5
    assert both[NET] == pytest.approx(own[NET] + bonus[NET])
