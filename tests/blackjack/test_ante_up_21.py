"""CO 30-2106, Ante Up 21, paragraph by paragraph."""

from random import Random

import numpy as np
import pytest
from tests.blackjack.helpers import all_nets, rules, seat, settle

from houseway.cards.decks import deck
from houseway.cards.text import parse_cards
from houseway.families import betting_spots, hint_for, open_round
from houseway.families import settle as settle_file
from houseway.odds.blackjack.duel import Duels
from houseway.odds.blackjack.duel_rounds import DuelEngine, play_duels
from houseway.odds.blackjack.played import blank_rows
from houseway.odds.blackjack.price import price
from houseway.odds.blackjack.simulate import shoe_cards, solve_plan
from houseway.odds.executor import LOCAL
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.streams import stream
from houseway.odds.simulate.tally import NET, SQUARE, STAKED
from houseway.play.blackjack.plan import load_plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.table import Seat, Shoe
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError

GAME = "ante-up-21"
SECTION = "CO 30-2106"
BOTH = {"21": 10, "ante": 10}
PLAIN = "Qd 8s"  # 18, and queen high


def nets(cards: str, dealer: str, *actions: str) -> tuple[float, ...]:
    """21, ante and, where it was made, bet."""
    found = settle(GAME, seat(BOTH, cards, *actions), dealer=dealer)
    return tuple(found[name] for name in ("21", "ante", "bet") if name in found)


def test_30_2106_13_the_best_two_of_all_cards_play() -> None:
    assert nets("5h 9c 5d", PLAIN, "bet", "hit", "stand") == (10, 10, 10)
    assert nets("Kh 4c 2d", PLAIN, "bet", "hit", "stand") == (-10, 10, 10), "king-four against queen-eight"
    assert nets("Jh 4c 2d", PLAIN, "bet", "hit", "stand") == (-10, -10, -10)
    assert nets("Th 9c", "Kd 3s 3h 2c", "bet", "stand") == (10, -10, -10), "18, but a pair of threes"


def test_30_2106_1_straights_and_flushes_do_not_play() -> None:
    assert nets("Kh Jh", "Kd Qs", "bet", "stand") == (0, -10, -10)
    assert nets("Ts 9s", "Ad 8h", "bet", "stand") == (0, -10, -10), "connected and suited: ten high"


def test_30_2106_9_b_a_fold_forfeits_the_ante_and_the_hand_plays_on() -> None:
    assert nets("Ks 9d", "7h Tc", "fold", "stand") == (10, -10)
    cited = rules(GAME, seat(BOTH, "Ks 9d", "fold", "stand"), dealer="7h Tc")
    assert cited["ante"] == f"{SECTION}(9)(b)"
    assert cited["21"] == f"{SECTION}(13)(b)(i)"


def test_30_2106_9_the_decision_is_asked_for_and_the_bet_equals_the_ante() -> None:
    with pytest.raises(RuleError, match="a decision is missing; legal are bet, fold"):
        nets("Ks 9d", "7h Tc")
    with pytest.raises(RuleError, match=r"Bet must equal Ante, \$10|at most"):
        nets("Ks 9d", "7h Tc", "bet 5", "stand")
    assert nets("Ks 9d", "7h Tc", "bet 10", "stand") == (10, 10, 0)
    assert settle(GAME, seat({**BOTH, "ante": 25}, "Ks 9d", "bet", "stand"), dealer=PLAIN) == {
        "21": 10,
        "ante": 25,
        "bet": 25,
    }


def test_30_2106_9_c_d_the_bet_comes_before_insurance_and_the_look() -> None:
    made = settle(GAME, seat(BOTH, "Qh 7d", "bet", "insurance 5"), dealer="Ac Kd")
    assert made == {"insurance": 10, "21": -10, "ante": -10, "bet": 0}
    with pytest.raises(RuleError):
        settle(GAME, seat(BOTH, "Qh 7d", "insurance 5", "bet"), dealer="Ac Kd")
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}]}), 1)
    assert [one.verb for one in live.legal(0)] == ["bet", "fold"]


def test_30_2106_10_against_a_natural_the_first_two_cards_decide_and_the_bet_pushes() -> None:
    assert nets("9h 9d", "Ac Td", "bet") == (-10, 10, 0), "a pair beats ace-ten"
    assert nets("Ah Jd", "Ac Td", "bet") == (0, 10, 0), "both natural, ace-jack beats ace-ten"
    assert nets("Ah Td", "Ac Tc", "bet") == (0, 0, 0)
    assert nets("Ah 9d", "Tc Ad", "bet") == (-10, -10, 0)
    assert nets("Ah 9d", "Tc Ad", "fold") == (-10, -10)
    assert rules(GAME, seat(BOTH, "Ah 9d", "bet"), dealer="Tc Ad")["bet"] == f"{SECTION}(10)(a)"


def test_30_2106_11_c_d_a_natural_pays_3_to_2_and_there_is_no_surrender() -> None:
    assert nets("Ah Kd", PLAIN, "bet") == (15, 10, 10)
    with pytest.raises(RuleError, match="surrender"):
        nets("Kh 6d", PLAIN, "bet", "surrender")


def test_30_2106_11_e_a_busted_hand_still_plays_poker_with_the_busting_card() -> None:
    assert nets("Kh 6d Kc", PLAIN, "bet", "hit") == (-10, 10, 10), "a pair of kings"
    cited = rules(GAME, seat(BOTH, "Kh 6d Kc", "bet", "hit"), dealer=PLAIN)
    assert cited == {"21": f"{SECTION}(11)(e)", "ante": f"{SECTION}(13)(b)(i)", "bet": f"{SECTION}(13)(b)(i)"}
    assert nets("Jh 6d 7c", "Td 6s Ts", "bet", "hit") == (-10, -10, -10), "the dealer's busting ten pairs"
    with pytest.raises(RuleError, match="dealer must draw"):
        nets("Kh 6d Kc", "Td 6s", "bet", "hit")
    assert nets("Kh 6d 8c", "Td 6s", "fold", "hit") == (-10, -10), "nobody left to draw for"


def test_30_2106_12_the_dealer_hits_a_soft_17() -> None:
    with pytest.raises(RuleError, match="dealer must draw"):
        nets("Ks 8d", "6h Ac", "bet", "stand")
    assert nets("Ks 8d", "6h Ac 4d", "bet", "stand") == (-10, -10, -10)


def test_30_2106_13_c_d_the_dealer_qualifies_with_queen_high_or_a_pair() -> None:
    assert nets("Ks 9d", "Jh 9c", "bet", "stand") == (0, 10, 0), "jack high does not qualify"
    assert nets("3s 2d 9c 7h", "Jh 9c", "bet", "hit", "hit", "stand") == (10, 10, 0), "the ante wins with anything"
    assert nets("Ks 9d", "2h 2c 7c 8c", "bet", "stand") == (0, -10, -10), "a pair of twos qualifies"
    assert nets("Ks 9d", "Qh 8c", "bet", "stand") == (10, 10, 10)
    cited = rules(GAME, seat(BOTH, "Ks 9d", "bet", "stand"), dealer="Jh 9c")
    assert cited["ante"] == cited["bet"] == f"{SECTION}(13)(d)"


def test_30_2106_13_e_ties_push() -> None:
    assert nets("Qs 8d", "Qh 8c", "bet", "stand") == (0, 0, 0)
    assert rules(GAME, seat(BOTH, "Qs 8d", "bet", "stand"), dealer="Qh 8c")["ante"] == f"{SECTION}(13)(e)"


def test_30_2106_2_one_bet_at_least() -> None:
    assert settle(GAME, seat({"21": 10}, "Ks 9d", "stand"), dealer=PLAIN) == {"21": 10}
    assert settle(GAME, seat({"ante": 10}, "4s 9d 9h", "bet", "hit", "stand"), dealer=PLAIN) == {"ante": 10, "bet": 10}
    for verb in ("double", "split"):
        with pytest.raises(RuleError):
            settle(GAME, seat({"ante": 10}, "9s 9d 9h", "bet", verb), dealer=PLAIN)
    assert settle(GAME, seat({"ante": 10}, "4s 9d", "fold"), dealer=PLAIN) == {"ante": -10}
    for wagers in ({}, {"poker_bonus": 5}, {"21": 10, "poker_bonus": 5}):
        with pytest.raises(RuleError):
            settle(GAME, seat(wagers, "Ks 9d", "stand"), dealer=PLAIN)


def test_30_2106_11_b_after_a_split_the_hand_of_the_first_card_plays_poker() -> None:
    split = seat(BOTH, "", "bet", "split", "hand_1 stand", "hand_2 stand", dealt="8h 8d", hands="8h Kd | 8d 8c")
    assert settle(GAME, split, dealer=PLAIN) == {"21": 0 - 10, "ante": 10, "bet": 10}


def test_30_2106_11_b_a_double_is_on_21_alone() -> None:
    assert nets("6h 5d 5c", PLAIN, "bet", "double") == (-20, 10, 10)


def test_30_2106_8_every_row_of_every_schedule() -> None:
    hands = {
        ("As As", "As"): (5000, 5000, 10000, 5000),
        ("Ah Ah", "Ah"): (1000, 2500, 5000, 2500),
        ("9s 9s", "9s"): (250, 500, 500, 750),
        ("As Ah", "Ad"): (100, 150, 150, 200),
        ("9s 9h", "9s"): (40, 50, 50, 50),
        ("As As", "9h"): (30, 30, 25, 25),
        ("As Ah", "9h"): (10, 15, 10, 10),
        ("9s 9s", "8h"): (15, 10, 5, 5),
        ("9s 9h", "8h"): (5, 3, 3, 3),
        ("9s 8h", "9h"): (-1, -1, -1, -1),  # the up card makes no pair
        ("9s 8s", "7s"): (-1, -1, -1, -1),
    }
    for (cards, up), prices in hands.items():
        for table, paid in zip("ABCD", prices, strict=True):
            house = {"pay_tables": {"poker_bonus": table}, "decks": 6}
            made = seat({"ante": 10, "poker_bonus": 10}, cards, "fold")
            assert settle(GAME, made, dealer=f"{up} 9d", house=house)["poker_bonus"] == 10 * paid, (cards, table)


def test_30_2106_1_the_poker_bonus_takes_six_decks() -> None:
    made = seat({"ante": 10, "poker_bonus": 5}, "9s 9h", "fold")
    with pytest.raises(RuleError, match="6 decks"):
        settle(GAME, made, dealer=PLAIN, house={"decks": 2})
    assert settle(GAME, seat(BOTH, "Ks 9d", "bet", "stand"), dealer=PLAIN, house={"decks": 2})["21"] == 10
    assert "poker_bonus" not in [one.name for one in betting_spots(RoundFile(GAME, house={"poker_bonus": False}))]


def test_30_2106_7_a_a_wrong_number_of_cards_voids_the_round_for_all() -> None:
    seats = [seat(BOTH, "Ks 9d", "bet", "stand"), seat(BOTH, "Kh")]
    found = all_nets(GAME, *seats, dealer=PLAIN, irregularity={"kind": "misdeal", "seat": 1})
    assert all(net == 0 for one in found for net in one.values())


def test_live_rounds_settle_as_their_files() -> None:
    for seed in range(60):
        rng = Random(seed)
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}, {"wagers": {"ante": 10}}]}), seed)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn, rng))
        assert settle_file(convert_round(live.round_file())).nets() == live.settle().nets()


# -- trainer and price -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted() -> Duels:
    return Duels(load_plan(GAME, {}))


def test_the_hand_alone_costs_what_blackjack_costs(counted: Duels) -> None:
    """The count by ranks and the one by values agree to the last place, the poker left out."""
    house = {"dealer_hits_soft_17": True, "split_same": "rank"}
    blackjack = solve_plan(load_plan("blackjack", house)).best.mean
    starts = counted.starts()
    assert sum(one.chance for one in starts.values()) == pytest.approx(1, abs=1e-12)
    alone = sum(one.chance * (one.fold + 1) for one in starts.values())
    assert alone == pytest.approx(blackjack, abs=1e-12)


def test_both_together_as_dealers_dealt_at_random_settle(counted: Duels) -> None:
    """King and nine under a seven, bet and stood on: 3,000 rounds settled at the table."""
    rng, rounds = Random(4), 3000
    own, up = parse_cards(["Kh", "9d"]), parse_cards(["7c"])[0]
    shoe = list(deck("6x52"))
    for card in (*own, up):
        shoe.remove(card)
    won = 0.0
    for _ in range(rounds):
        rest = rng.sample(shoe, 12)
        seat, stock = Seat({"21": 1000, "ante": 1000}), Shoe((own[0], up, own[1], *rest))
        now = Round(RoundFile(GAME), load_plan(GAME, {}), stock, (seat,)).opened()
        done = now.act(0, "bet").act(0, "stand")
        won += sum(line.net for line in done.settle().seats[0]) / 1000
    worths = counted.worths(tuple(own), up, True)
    assert worths["stand"] == pytest.approx(won / rounds, abs=0.13)
    assert counted.first_worths(tuple(own), up)["bet"] == pytest.approx(max(worths.values()), abs=1e-12)


def test_the_trainer_counts_both_games(counted: Duels) -> None:
    exact = 0
    for seed in range(20):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BOTH}]}), seed)
        while not live.over and live.legal(0):
            hint = hint_for(live, 0, counted, Random(1))
            exact += hint.exact
            live = live.act(0, hint.action)
    assert exact > 20
    unequal = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"21": 10, "ante": 25}}]}), 3)
    assert not hint_for(unequal, 0, counted, Random(1)).exact


@pytest.mark.nightly
def test_the_edge_of_both_wagers_and_of_the_bonus() -> None:
    priced = price(Question(GAME, every_table=True), LOCAL)
    main = priced.report.main
    assert main is not None
    assert priced.report.method == "exact"
    assert main.house_edge == pytest.approx(0.0749591, abs=1e-6)
    assert main.average_bet == pytest.approx(2.97303, abs=1e-4)
    edges = {table: one.house_edge for table, one in priced.sides["poker_bonus"].items()}
    assert edges == pytest.approx({"A": 0.090543, "B": 0.106322, "C": 0.151816, "D": 0.134423}, abs=1e-6)


def test_simulated_rounds_agree_with_the_count(counted: Duels) -> None:
    """Under best play, and with the poker always folded: then pairs are split, again and again."""
    rounds, starts = 600_000, counted.starts()
    engine = DuelEngine(Setup(GAME, seed=8), counted.plan, counted)
    sums = engine.play(0, rounds)[0]
    mean, error = sums[NET] / rounds, (sums[SQUARE] / rounds) ** 0.5 / rounds**0.5
    assert abs(mean - sum(one.chance * max(one.bet, one.fold) for one in starts.values())) < 4 * error
    bet = 2 + sum(one.chance * one.added[one.bets] for one in starts.values())
    assert sums[STAKED] / rounds == pytest.approx(bet, abs=0.004)
    folded = engine.tables._replace(bets=np.zeros_like(engine.tables.bets))
    stakes, nets = np.zeros((rounds, 3)), np.zeros((rounds, 3))
    counter = np.full(1, stream(8, 1))
    play_duels(rounds, shoe_cards(counted.plan), counter, folded, stakes, nets, blank_rows(0))
    alone = sum(one.chance * (one.fold + 1) for one in starts.values())
    assert abs(nets[:, 0].mean() - alone) < 4 * nets[:, 0].std() / rounds**0.5
    added = sum(one.chance * one.added[0] for one in starts.values())
    assert stakes[:, 0].mean() == pytest.approx(1 + added, abs=0.004)
    square = sum(one.chance * one.squares[0] for one in starts.values())
    assert (nets.sum(axis=1) ** 2).mean() == pytest.approx(square, rel=0.03)  # split hands are taken as independent
