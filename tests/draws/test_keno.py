"""30-2501 to 30-2512: keno tickets of every kind."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.families import open_round, settle
from houseway.play.core.roundfile import as_json, convert_round
from houseway.play.draws.keno import draw, house_edge, read_rates
from houseway.rules.draws import Keno
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

CARD = {
    "1": {"1": 3},
    "2": {"2": 12},
    "3": {"2": 1, "3": 42},
    "4": {"2": 1, "3": 3, "4": 130},
    "5": {"3": 1, "4": 9, "5": 800},
}
DRAWN = [1, 2, 3, 4, 7, 15, 18, 22, 26, 31, 37, 40, 44, 49, 53, 58, 62, 66, 71, 79]
OTHER = [5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29]


def nets(wagers: dict[str, Any], ticket: dict[str, Any], **more: Any) -> dict[str, float]:
    seat = {"wagers": wagers, "ticket": ticket, "actions": more.pop("actions", [])}
    house = {"rate_card_per_dollar_total_paid": CARD, **more.pop("house", {})}
    file = {"game": "keno", "house": house, "seats": [seat], "outcome": {"drawn": DRAWN}, **more}
    return {line["wager"]: line["net"] for line in as_json(settle(convert_round(file)))["seats"][0]["lines"]}


def test_30_2506_3_a_straight() -> None:
    assert nets({"straight": 2}, {"spots": [1, 2, 3]}) == {"straight": 82}
    assert nets({"straight": 2}, {"spots": [1, 2, 80]}) == {"straight": 0}
    assert nets({"straight": 2}, {"spots": [1, 78, 80]}) == {"straight": -2}


def test_30_2506_3_b_split_groups_are_judged_apart() -> None:
    groups = {"groups": {"A": [1, 2, 3], "B": [5, 6]}}
    assert nets({"split_a": 1, "split_b": 2}, groups) == {"split_a": 41, "split_b": -2}
    with pytest.raises(RuleError, match="one group only"):
        nets({"split_a": 1}, {"groups": {"A": [1, 2], "B": [2, 3]}})


def test_30_2506_3_e_way_ticket_of_equal_groups() -> None:
    ticket = {
        "groups": {"A": [1, 2], "B": [3, 4], "C": [79, 80]},
        "ways": {"4-spot": ["AB", "AC", "BC"]},
        "rate_per_way": 1,
    }
    assert nets({"way": 3}, ticket) == {"way": 130 + 3 + 3 - 3}
    with pytest.raises(RuleError, match="equal size"):
        nets({"way": 1}, {"groups": {"A": [1, 2], "B": [3]}, "ways": {"3-spot": ["AB"]}})


def test_30_2506_3_f_combination_ticket() -> None:
    ticket = {
        "groups": {"A": [15], "B": [18, 22], "C": [80]},
        "ways": {"3-spot": ["AB"], "2-spot": ["AC"], "1-spot": ["A"]},
        "rate_per_way": 1,
    }
    assert nets({"combination": 3}, ticket) == {"combination": 42}
    with pytest.raises(RuleError, match=r"3 ways in 1 game cost \$3, not \$4"):
        nets({"combination": 4}, ticket)


def test_30_2506_3_g_king_ticket_needs_a_single_number() -> None:
    ticket = {"groups": {"K": [7], "A": [1, 2], "B": [77, 78]}, "ways": {"3-spot": ["KA", "KB"], "5-spot": ["KAB"]}}
    assert nets({"king": 3}, ticket) == {"king": 42 + 0 + 1 - 3}
    with pytest.raises(RuleError, match="king"):
        nets({"king": 1}, {"groups": {"A": [1, 2], "B": [3, 4]}, "ways": {"4-spot": ["AB"]}})


def test_30_2506_3_h_multi_race_is_settled_after_the_last_game() -> None:
    outcome = {"games": [DRAWN, OTHER, DRAWN]}
    assert nets({"multi_race": 3}, {"spots": [1, 2, 3], "games": 3}, outcome=outcome) == {"multi_race": 81}


def test_30_2508_4_quitting_refunds_the_games_not_drawn() -> None:
    outcome = {"games": [DRAWN, OTHER]}
    ticket = {"spots": [1, 2, 3], "games": 5}
    quit_after_2 = nets({"multi_race": 5}, ticket, outcome=outcome, actions=["quit race after game 2"])
    assert quit_after_2 == {"multi_race": 42 + 3 - 5}


def test_30_2507_6_maximum_aggregate_payoff_is_shared() -> None:
    seats = [{"wagers": {"straight": w}, "ticket": {"spots": [1, 2, 3, 4, 7]}} for w in (100, 300)]
    house = {"rate_card_per_dollar_total_paid": CARD, "max_payoff": 100_000}
    file = {"game": "keno", "house": house, "seats": seats, "outcome": {"drawn": DRAWN}}
    answer = as_json(settle(convert_round(file)))
    assert [seat["net"] for seat in answer["seats"]] == [25_000 - 100, 75_000 - 300]
    assert answer["seats"][0]["lines"][0]["rule"] == "CO 30-2507(6)"


def test_30_2507_6_no_rate_beyond_30_percent() -> None:
    with pytest.raises(RuleError, match=r"32\.50%") as error:
        nets({"straight": 1}, {"spots": [1]}, house={"rate_card_per_dollar_total_paid": {"1": {"1": 2.7}}})
    assert error.value.field == "house.rate_card_per_dollar_total_paid.1"


def test_30_2507_6_the_default_card_is_allowed() -> None:
    game = load_game("keno")
    edges = {marked: house_edge(game.spec, marked, row) for marked, row in read_rates(game).items()}
    assert edges[1] == Fraction(1, 4)
    assert all(0 < edge <= Fraction(3, 10) for edge in edges.values())


def test_30_2510_11_malfunction_returns_all_wagers() -> None:
    assert nets({"straight": 5}, {"spots": [1]}, irregularity={"kind": "malfunction"}) == {"straight": 0}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"outcome": {}}, "outcome.drawn"),
        ({"outcome": {"drawn": [*DRAWN[:19], 81]}}, "outcome.drawn"),
        ({"outcome": {"drawn": DRAWN[:19]}}, "outcome.drawn"),
        ({"outcome": {"drawn": [*DRAWN[:19], 1]}}, "outcome.drawn"),
        ({"ticket": {"spots": [0]}}, "seats[0].ticket.spots"),
        ({"ticket": {}}, "seats[0].ticket.spots"),
        ({"ticket": {"spots": [1, 2, 3, 4, 5, 6]}}, "seats[0].wagers.straight"),
        ({"actions": ["quit race after game 2"]}, "seats[0].actions[0]"),
    ],
)
def test_bad_tickets_and_draws_name_the_field(change: dict[str, Any], field: str) -> None:
    more = {key: value for key, value in change.items() if key != "ticket"}
    with pytest.raises(RuleError) as error:
        nets({"straight": 1}, change.get("ticket", {"spots": [1, 2]}), **more)
    assert error.value.field == field


def test_a_seed_replays_the_draw() -> None:
    spec: Keno = load_game("keno").spec
    assert draw(spec, 7) == draw(spec, 7)
    assert len(set(draw(spec))) == 20


@pytest.mark.parametrize(
    "ticket",
    [
        {"groups": [[1, 2, 3], [5, 6]]},
        {"split": [[1, 2, 3], [5, 6]]},
        {"split_a": [1, 2, 3], "split_b": [5, 6]},
        {"a": {"spots": [1, 2, 3]}, "b": {"spots": [5, 6]}},
    ],
)
def test_30_2506_3_b_forms_of_a_split_ticket(ticket: dict[str, Any]) -> None:
    assert nets({"split_a": 1, "split_b": 2}, ticket) == {"split_a": 41, "split_b": -2}


@pytest.mark.parametrize(
    "ways",
    [
        {"4-spot": 3},
        {"4": ["A+B", "A+C", "B+C"]},
        [["A", "B"], ["A", "C"], ["B", "C"]],
        ["AB", "AC", "BC"],
        "4-spot",
        "3/4",
        3,
        None,
    ],
)
def test_30_2506_3_e_forms_of_a_way_ticket(ways: Any) -> None:
    ticket = {"groups": {"A": [1, 2], "B": [3, 4], "C": [79, 80]}, "ways": ways, "rate_per_way": 1}
    assert nets({"way": 3}, ticket) == {"way": 130 + 3 + 3 - 3}


def test_30_2506_3_e_ways_that_the_groups_do_not_make() -> None:
    groups = {"A": [1, 2], "B": [3, 4], "C": [79, 80]}
    with pytest.raises(RuleError, match="3 combinations of 4 spots"):
        nets({"way": 2}, {"groups": groups, "ways": "2/4"})
    with pytest.raises(RuleError, match="must list the combinations"):
        nets({"way": 5}, {"groups": groups, "rate_per_way": 1})


def test_30_2506_3_f_rates_by_the_size_of_the_way() -> None:
    ticket = {
        "groups": {"A": [15], "B": [18, 22], "C": [80]},
        "ways": {"3-spot": ["AB"], "2-spot": ["AC"], "1-spot": ["A"]},
        "rate_per_way": {"3-spot": 1, "2-spot": 1, "1-spot": 0.5},
    }
    assert nets({"combination": 2.5}, ticket) == {"combination": 42 + 1.5 - 2.5}
    with pytest.raises(RuleError, match=r"3 ways in 1 game cost \$2.50, not \$3"):
        nets({"combination": 3}, ticket)


@pytest.mark.parametrize("king", [{"king": 1}, {"king": [1]}, {"kings": [1]}])
def test_30_2506_3_g_king_stated_apart(king: dict[str, Any]) -> None:
    groups = {"A": [2, 3], "B": [10, 11]}
    ticket = {**king, "groups": groups, "ways": {"3-spot": ["KA", "KB"]}}
    assert nets({"king": 2}, ticket) == {"king": 40}
    assert nets({"king": 2}, {**king, "groups": groups, "rate_per_way": 1}) == {"king": 40}
    assert nets({"king": 3}, {**king, "groups": groups, "rate_per_way": 1}) == {"king": 40}


def test_30_2506_3_g_several_kings() -> None:
    ticket = {"kings": [1, 2], "groups": {"A": [3, 4]}, "ways": {"3-spot": ["K1A", "K2A"], "4-spot": ["K1K2A"]}}
    assert nets({"king": 3}, ticket) == {"king": 42 + 42 + 130 - 3}


def test_30_2506_3_h_multi_race_of_ways() -> None:
    ticket = {"groups": {"A": [1], "B": [2, 3]}, "ways": {"3-spot": ["AB"], "1-spot": ["A"]}, "games": 2}
    assert nets({"multi_race": 4}, ticket, outcome={"games": [DRAWN, OTHER]}) == {"multi_race": 42 + 3 - 4}


def test_30_2502_9_a_quick_pick_has_nothing_to_do_with_the_draw() -> None:
    """Five numbers marked by the system and twenty drawn catch 1.25 on average, and no seat is favoured."""
    caught = np.zeros(2)
    for seed in range(1500):
        opening = {"game": "keno", "seats": [{"wagers": {"straight": 5}}] * 2}
        file = open_round(convert_round(opening), seed).round_file()
        drawn = set(file["outcome"]["drawn"])
        caught += [len(drawn & set(seat["ticket"]["spots"])) for seat in file["seats"]]
    # The catch of five marked numbers has a variance of 5/4 * 3/4 * 75/79.
    assert np.abs(caught / 1500 - 1.25).max() < 5 * (5 / 4 * 3 / 4 * 75 / 79 / 1500) ** 0.5
