"""CO 30-2112, Pai Jack, paragraph by paragraph."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.cards.decks import deck
from houseway.cards.text import format_card, parse_cards
from houseway.families import betting_spots, hint_for, open_round
from houseway.families import settle as settle_file
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.hints import solve
from houseway.odds.house_poker.points import Settings
from houseway.odds.house_poker.price import price
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.setting import house_way
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.simulation import Run, simulate

GAME = "pai-jack"
SECTION = "CO 30-2112"
BET = {"pai_jack": 10}
NINETEEN = "Ks 5h 4d Td 8s"  # the house way sets 19 over 18
BUST = "Kh 9h 9d 8h 8c"  # no three of these cards are 21 or less


def one(cards: str, low: str, dealer: str, **more: Any) -> float:
    return settle(GAME, seat(BET, cards, f"set low: {low}"), dealer=dealer, **more)["pai_jack"]


def way(cards: str) -> str:
    """The dealer's cards: high hand, bar, low hand."""
    plan = load_plan(GAME, {})
    stage = next(index for index, each in enumerate(plan.stages) if each.dealer is not None)
    parts = house_way(plan, stage, tuple(parse_cards(cards.split())))
    return "|".join(" ".join(format_card(card) for card in parts[name]) for name in parts and ("high", "low"))


def test_30_2112_9_every_example_of_the_house_way() -> None:
    for cards, low in (
        ("Th 8d 3c Td 6s", {"6", "T"}),
        ("Th 7d 5c 4d 2s", {"5", "2"}),
        ("Th 9d 5c 4d As", {"T", "9"}),
    ):
        assert {card[0] for card in way(cards).split("|")[1].split()} == low
    assert way("As Kd Qc 9h 9d").split("|")[0] == "As Kd Qc", "(a) a Pai Jack goes high"


def test_30_2112_9_b_the_largest_high_hand_that_is_legal() -> None:
    """A-A-8 is 20 and leaves A-10, 21: the next largest is 19 over 12."""
    high, low = (sorted(card[0] for card in hand.split()) for hand in way("Ac Ad Ah 8d Th").split("|"))
    assert (high, low) == (["8", "A", "T"], ["A", "A"])


def test_30_2112_11_every_row_of_the_printed_table() -> None:
    """Against 19 over 18: high and low of the player, and what the wager comes to."""
    rows = [
        ("Js 6h 5c Tc 9c", "Tc 9c", 10),  # 21 over 19: wins both
        ("Js 6h 5c Tc 8d", "Tc 8d", 10),  # 21 over 18: win, tie
        ("Js 6h 3c Tc 9c", "Tc 9c", 10),  # 19 over 19: tie, win
        ("Js 4h 3c Tc 5d", "Tc 5d", -10),  # 17 over 15: loses both
        ("Js 6h 3c Tc 7d", "Tc 7d", -10),  # 19 over 17: tie, loss
        ("Qs 6h 2c Tc 8d", "Tc 8d", -10),  # 18 over 18: loss, tie
        ("Js 6h 3c Tc 8d", "Tc 8d", 0),  # 19 over 18: both tie
        ("Js 6h 5c Tc 2d", "Tc 2d", 0),  # 21 over 12: win, loss
    ]
    for cards, low, net in rows:
        assert one(cards, low, NINETEEN) == net, cards
    # a loss of the high and a win of the low hand: 17 over 17 against 20 over 11
    assert one("Js 4h 3c Tc 7d", "Tc 7d", "Ks 8h 2d 9d 2c") == 0


def test_30_2112_11_each_result_cites_its_paragraph() -> None:
    def cited(cards: str, action: str, dealer: str) -> str:
        return rules(GAME, seat(BET, cards, action), dealer=dealer)["pai_jack"]

    assert cited("Js 6h 5c Tc 9c", "set low: Tc 9c", NINETEEN) == f"{SECTION}(11)(a)(b)"
    assert cited("Js 6h 5c Tc 2d", "set low: Tc 2d", NINETEEN) == f"{SECTION}(11)(c)(e)"
    assert cited("Js 4h 3c Tc 5d", "set low: Tc 5d", NINETEEN) == f"{SECTION}(11)(d)(f)"
    assert cited(BUST, "bust", NINETEEN) == f"{SECTION}(11)(g)"
    assert cited("Js 6h 5c Tc 9c", "set low: Tc 9c", BUST) == f"{SECTION}(11)(h)"
    assert cited("Js 6h 5c Tc 2d", "set low: Js Tc", NINETEEN) == f"{SECTION}(11)(i)(ii)"
    assert cited("Js 6h 5c Tc 9c", "set low: Tc 9c", "Ad Kh Qh 2s 3s") == f"{SECTION}(9)(a)"
    assert cited("Ah Kd Tc 3s 2d", "declare pai jack", "Ad Kh Qh 2s 4s") == f"{SECTION}(5)"


def test_30_2112_5_a_declared_pai_jack_is_paid_before_the_dealer_looks() -> None:
    for dealer in (NINETEEN, "Ad Qh Qd 2s 4s", "Qh 9h 9d 8h 8c"):
        made = {"pai_jack": 10, "pai_jack_bonus": 5}
        assert settle(GAME, seat(made, "Ah Kd Tc 3s 2d", "declare pai jack"), dealer=dealer) == {
            "pai_jack": 15,
            "pai_jack_bonus": 30,
        }


def test_30_2112_5_only_a_pai_jack_may_be_declared() -> None:
    for cards in ("Ah Kd 9c 3s 2d", "Kh Kd Tc 3s 2d"):
        with pytest.raises(RuleError, match="declare pai jack"):
            settle(GAME, seat(BET, cards, "declare pai jack"), dealer=NINETEEN)


def test_30_2112_5_an_undeclared_pai_jack_is_played_as_set_and_the_bonus_is_paid() -> None:
    made = {"pai_jack": 10, "pai_jack_bonus": 5}
    nets = settle(GAME, seat(made, "Ah Kd Tc 9s 9d", "set low: 9s 9d"), dealer=NINETEEN)
    assert nets == {"pai_jack": 10, "pai_jack_bonus": 30}, "1 to 1, not 3 to 2"


def test_30_2112_6_b_a_low_21_goes_with_a_high_21() -> None:
    assert one("Ac Kd 7h 7s 7d", "Ac Kd", NINETEEN) == 10
    with_20 = settle(GAME, seat(BET, "Ac Kd 7h 7s 6d", "set low: Ac Kd"), dealer=NINETEEN)
    assert with_20 == {"pai_jack": -10}, "21 over 20 is foul"


def test_30_2112_7_a_hand_that_cannot_be_set_busts_however_it_is_laid() -> None:
    for actions in ((), ("bust",), ("set low: 8h 8c",)):
        assert settle(GAME, seat(BET, BUST, *actions), dealer=NINETEEN) == {"pai_jack": -10}
    with pytest.raises(RuleError, match="bust"):
        settle(GAME, seat(BET, "Js 6h 5c Tc 9c", "bust"), dealer=NINETEEN)


def test_30_2112_10_a_dealer_who_busts_pushes_with_all_even_the_busted() -> None:
    seats = [
        seat(BET, "Js 6h 5c Tc 9c", "set low: Tc 9c"),
        seat(BET, "Ks Qs 7s 7c 8s"),
        seat(BET, "Kd 6d 2d Qd Qc", "set low: Qd Qc"),  # a foul
    ]
    assert [nets["pai_jack"] for nets in all_nets(GAME, *seats, dealer=BUST)] == [0, 0, 0]


def test_30_2112_9_a_a_dealer_s_pai_jack_takes_all_bets_that_remain() -> None:
    assert one("Js 6h 5c Tc 9c", "Tc 9c", "Ad Kh Qh 2s 3s") == -10
    assert settle(GAME, seat(BET, BUST.replace("Kh", "Ks")), dealer="Ad Kh Qh 2s 3s") == {"pai_jack": -10}


def test_30_2112_11_i_three_ways_to_treat_a_foul() -> None:
    cards, low = "Js 6h 5c Tc 8d", "Js Tc"  # 20 over 19
    assert one(cards, low, NINETEEN) == -10
    assert one(cards, low, NINETEEN, house={"foul": "is set by the house way"}) == 10, "21 over 18"
    with pytest.raises(RuleError, match="set again"):
        one(cards, low, NINETEEN, house={"foul": "is set again"})
    assert one(cards, "Tc 8d", NINETEEN, house={"foul": "is set again"}) == 10


def test_30_2112_11_j_staff_shows_the_house_way() -> None:
    nets = settle(GAME, seat(BET, "Js 6h 5c Tc 8d", "house way"), dealer=NINETEEN)
    assert nets == {"pai_jack": 10}


def test_30_2112_12_every_row_of_every_table() -> None:
    hands = {
        "Jh Js Ad Jc Jd": (500, 500, 500, 1000),
        "Ah Kh Qh 3s 2d": (15, 50, 50, 30),
        "Ah Kh Qh Js Jd": (15, 50, 50, 30),
        "Jh Js Ad 3s 2d": (8, 12, 10, 12),
        "Jh Js Ad Jc 2d": (8, 12, 10, 12),
        "Ah Kd Qh 3s 2d": (6, 5, 5, 5),
        "Ah Td Th Js 2d": (6, 5, 5, 5),
        "Ah Td 9h 8s 2d": (-1, -1, -1, -1),
        "Kh Td Jh Js 2d": (-1, -1, -1, -1),
    }
    for cards, prices in hands.items():
        for table, paid in zip("1234", prices, strict=True):
            made, house = {"pai_jack": 10, "pai_jack_bonus": 10}, {"pay_tables": {"pai_jack_bonus": table}}
            nets = settle(GAME, seat(made, cards, "house way"), dealer="7h 7c 7d 9c 9s", house=house)
            assert nets["pai_jack_bonus"] == 10 * paid, (cards, table)


def test_30_2112_2_the_bonus_stands_beside_the_bet_and_may_be_left_out() -> None:
    with pytest.raises(RuleError, match="pai_jack"):
        settle(GAME, seat({"pai_jack_bonus": 5}, "Js 6h 5c Tc 9c", "house way"), dealer=NINETEEN)
    assert [one.name for one in betting_spots(RoundFile(GAME))] == ["pai_jack", "pai_jack_bonus"]
    assert [one.name for one in betting_spots(RoundFile(GAME, house={"offers_bonus": False}))] == ["pai_jack"]


def test_30_2112_2_until_2021_a_bet_was_100_dollars_at_most() -> None:
    wagers = load_game(GAME, {"as_of": "2020-12-31"}).spec.wagers
    assert wagers["pai_jack"].limit == (0, 100)
    assert load_game(GAME).spec.wagers["pai_jack"].limit is None


def test_30_2112_4_a_wrong_number_of_cards() -> None:
    good = seat(BET, "Js 6h 5c Tc 9c", "set low: Tc 9c")
    short = seat(BET, "Ks Qs 9s 9d")
    for kind in ("wrong_count", "misdeal", "off_table"):
        told = {"kind": kind, "seat": 1}
        nets = all_nets(GAME, good, short, dealer=NINETEEN.replace("Ks", "Kc"), irregularity=told)
        assert [one["pai_jack"] for one in nets] == [10, 0]
    nets = all_nets(GAME, good, dealer="Ks 5h 4d Td", irregularity={"kind": "misdeal", "of": "dealer"})
    assert nets == [{"pai_jack": 0}]


def test_30_2112_1_one_player_may_play_several_hands() -> None:
    seats = {
        "wagers": {"hand_1.pai_jack": 10, "hand_2.pai_jack": 20},
        "hands": [["Js", "6h", "5c", "Tc", "9c"], ["Jd", "4h", "3c", "Th", "5d"]],
        "actions": ["hand_1 set low: Tc 9c", "hand_2 set low: Th 5d"],
    }
    lines = answer(GAME, seats, dealer=NINETEEN)["seats"][0]["lines"]
    assert {line["wager"]: line["net"] for line in lines} == {"hand_1.pai_jack": 10, "hand_2.pai_jack": -20}


# -- price and trainer -------------------------------------------------------------------------------------------------


def _plain(cards: list[int]) -> int:
    """A blackjack total, worked out anew."""
    values = [1 if card >> 2 == 12 else min((card >> 2) + 2, 10) for card in cards]
    return sum(values) + (10 if 1 in values and sum(values) <= 11 else 0)


def _settings(cards: list[int]) -> list[tuple[int, int]]:
    found = []
    for low in combinations(cards, 2):
        high, under = _plain([card for card in cards if card not in low]), _plain(list(low))
        if under <= high <= 21:
            found.append((high, under))
    return found


def test_the_solved_values_are_those_of_dealers_dealt_at_random() -> None:
    """One hand against 20,000 dealers, judged by a comparison written here."""
    settings, rng = Settings(load_plan(GAME, {})), Random(5)
    own = parse_cards(["Js", "7h", "5c", "4c", "2d"])
    rest = [card for card in deck("52") if card not in own]
    sums = dict.fromkeys(_settings(list(own)), 0)
    rounds = 20_000
    for _ in range(rounds):
        dealer = rng.sample(rest, 5)
        tens = sum(8 <= card >> 2 < 12 for card in dealer)
        natural = tens >= 2 and any(card >> 2 == 12 for card in dealer)
        high, low = max(_settings(dealer), default=(0, 0))
        for mine in sums:
            ahead = (mine[0] > high) - (mine[0] < high) + (mine[1] > low) - (mine[1] < low)
            sums[mine] += -1 if natural else 0 if not high else (ahead > 0) - (ahead < 0)
    values = settings.values(tuple(own))
    dealt = sorted(total / rounds for total in sums.values())
    assert len(values) == len(dealt)
    for counted, seen in zip(sorted(values.values()), dealt, strict=True):
        assert counted == pytest.approx(seen, abs=0.025)


def test_the_edge_is_counted_exactly() -> None:
    """1,993 kinds of hands by 1,993 of the dealer's, checked against a program written apart."""
    priced = price(Question(GAME, every_table=True), LOCAL)
    assert priced.report.method == "exact"
    assert priced.report.main is not None
    assert priced.report.main.house_edge == pytest.approx(0.0167633963, abs=1e-9)
    assert sum(priced.outcomes.values()) == pytest.approx(1)
    edges = {table: one.house_edge for table, one in priced.sides["pai_jack_bonus"].items()}
    assert edges == pytest.approx({"1": 0.037390, "2": 0.056433, "3": 0.075684, "4": 0.091863}, abs=1e-6)


def test_the_trainer_knows_every_setting() -> None:
    solution = solve(GAME, {})
    for seed in range(40):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BET}]}), seed)
        if live.over:
            continue
        hint = hint_for(live, 0, solution)
        assert hint.exact
        assert hint.actions[0].value == max(one.value for one in hint.actions)
        done = live.act(0, hint.action)
        assert settle_file(convert_round(done.round_file())).nets() == done.settle().nets()


def test_30_2112_simulated_rounds_agree_with_the_count() -> None:
    report = price(Question(GAME), LOCAL).report
    found = simulate(Setup(GAME, seed=4, sides=("pai_jack_bonus",)), Run(300_000))
    assert report.main is not None
    assert abs(found.mean + report.main.house_edge) < 4 * found.standard_error
    bonus = found.wagers["pai_jack_bonus"]
    assert abs(bonus.mean + report.side_bets["pai_jack_bonus"].house_edge) < 4 * bonus.standard_error
    by_house_way = simulate(Setup(GAME, seed=4, strategy="simple"), Run(200_000))
    assert by_house_way.mean < found.mean


def test_a_pai_jack_that_is_declared_leaves_nothing_to_take() -> None:
    """What is at risk at a live table never falls below nothing; a hand that is paid early has left the layout."""
    declared = 0
    for seed in range(400):
        live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BET}]}), seed)
        if not live.over and "declare" in [one.verb.split()[0] for one in live.legal(0)]:
            done = live.act(0, "declare pai jack")
            assert (done.staked(0), done.stakes(0)) == (0, {})
            declared += 1
    assert declared
