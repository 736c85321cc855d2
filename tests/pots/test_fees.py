"""Collections by the printed tariffs, the rakes of Colorado, and jackpots by posted rules."""

from typing import Any

import pytest
from tests.pots.tables import acted, opened, settled, shown

from houseway.families import open_round
from houseway.play.core.collection import collection
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import TimedFee
from houseway.play.pots.jackpot import beaten_hands, jackpot_shares, posted_rules
from houseway.play.pots.settle import Pot, Take, outcome, percent_rake, raked, timed_rake
from houseway.rules.errors import RuleError
from houseway.rules.tariffs import load_tariff, tariff_names, tariff_rule
from houseway.rules.wording import humanize

TARIFFS = tariff_names()


@pytest.mark.parametrize("name", TARIFFS)
def test_tariffs_have_contiguous_tiers_and_at_most_five_rates(name: str) -> None:
    tariff = load_tariff(name)
    assert tariff_rule(name).startswith("CA ")
    assert [option.id for option in tariff.options] == [str(k + 1) for k in range(len(tariff.options))]
    for option in tariff.options:
        for charge in option.charges:
            assert len({fee for _, _, fee in charge.tiers}) <= 5
            for (_, end, _), (start, _, _) in zip(charge.tiers, charge.tiers[1:], strict=False):
                assert start == end + 1 or (name, option.id, charge.by) == (
                    "ca-collection-fortune-pai-gow",
                    "43",
                    "base_wager",
                )
            assert all(end == 0 or start <= end for start, end, _ in charge.tiers)


@pytest.mark.parametrize(
    ("name", "option", "inputs", "field"),
    [
        ("ca-collection-poker-limit", 39, {"players": 8}, "house.collection_option"),
        ("ca-collection-poker-limit", 24, {"players": 4}, "inputs.players"),
        ("ca-collection-poker-limit", 24, {"players": 8, "limit": [2, 4]}, "inputs.limit"),
        ("ca-collection-poker-no-limit", 6, {"players": 5, "buy_in": [1, 2]}, "inputs.buy_in"),
        ("ca-collection-ez-baccarat-panda-8", 11, {"total_table_action": 100}, "inputs.total_table_action"),
        ("ca-collection-ez-baccarat-panda-8", 4, {"total_table_action": True}, "inputs.total_table_action"),
        ("ca-collection-fortune-pai-gow", 43, {"total_table_action": 500, "base_wagers": [700]}, "inputs.seats[0]"),
        ("ca-collection-nothing", 1, {}, "game"),
    ],
)
def test_what_a_tariff_does_not_print_is_an_error(name: str, option: int, inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as error:
        collection(name, option, inputs)
    assert error.value.field == field


def test_a_fee_between_two_printed_tiers_belongs_to_the_higher() -> None:
    assert collection("ca-collection-pure-21-5", 11, {"total_table_action": 99.5}) == {"player_dealer": 200}


def test_gegr_001822_timed_collections_are_prorated_by_half_hours() -> None:
    assert collection("ca-collection-poker-hourly", 13, {"minutes": 45}) == {"each_active_player": 2700}


def test_the_collection_of_a_hand_is_apart_from_its_pot() -> None:
    betting = {"button": 2, "blinds": [2, 4], "limits": [4, 8], "actions": [[2, "fold"], [0, "fold"]]}
    seats: list[dict[str, Any]] = [{}, {}, {}]
    house = {"collection_option": "limit 28"}
    result = settled(game="ca-texas-holdem", house=house, seats=seats, betting=betting)
    assert result.nets() == (-200, 200, 0)
    assert result.collection == {"button": 100}
    with pytest.raises(RuleError, match="is for \\$2-\\$4 tables"):
        settled(game="ca-texas-holdem", house={"collection_option": "limit 1"}, seats=seats, betting=betting)
    with pytest.raises(RuleError, match="no tariff 'yearly'"):
        settled(game="ca-texas-holdem", house={"collection_option": "yearly 1"}, seats=seats, betting=betting)


def test_gegr_001822_an_hourly_fee_is_no_part_of_a_hand() -> None:
    betting = {"button": 2, "blinds": [2, 4], "limits": [4, 8], "actions": [[2, "fold"], [0, "fold"]]}
    result = settled(
        game="ca-texas-holdem", house={"collection_option": "hourly 13"}, seats=[{}, {}, {}], betting=betting
    )
    assert result.collection is None
    assert result.timed_collection == TimedFee(30, 1800)


def test_30_1012_1_the_rake_is_a_share_with_a_cap_and_never_above_ten_percent() -> None:
    assert percent_rake(4700, 10, 0, 100) == 400
    assert percent_rake(4700, 10, 300, 100) == 300
    with pytest.raises(RuleError, match="10 percent"):
        percent_rake(4700, 10.5, 0, 100)
    state = acted(
        opened("texas-holdem", 2, {"rake_percent": 5, "rake_cap": 4}, button=1), [(1, "raise to 30"), (0, "call")]
    )
    state = acted(state, [(0, "bet 20"), (1, "fold")])
    assert outcome(state).take == Take(300)
    assert sum(outcome(state).net) == -300
    with pytest.raises(RuleError) as error:
        outcome(state, Take(601))
    assert error.value.field == "betting.rake"


def test_30_1012_3_the_jackpot_rake_is_at_most_two_dollars_and_taken_besides() -> None:
    state = acted(
        opened("texas-holdem", 2, {"rake_percent": 10, "jackpot_rake": 2}, button=1), [(1, "raise to 20"), (0, "call")]
    )
    state = acted(state, [(0, "bet 2"), (1, "fold")])
    assert outcome(state).take == Take(400, 200)
    with pytest.raises(RuleError, match=r"a jackpot rake of \$2.01 is more than \$2"):
        outcome(state, Take(0, 201))
    assert (
        settled(
            game="texas-holdem",
            seats=[{}, {}],
            betting={
                "button": 1,
                "blinds": [1, 2],
                "rake": 0,
                "jackpot_rake": 1,
                "actions": [[1, "call"], [0, "bet 9"], [1, "fold"]],
            },
        ).jackpot_rake
        == 100
    )


def test_the_rake_comes_from_the_main_pot_first_and_from_none_more_than_ten_percent() -> None:
    pots = [Pot(3000, (0, 1, 2)), Pot(4000, (1, 2))]
    assert [pot.amount for pot in raked(pots, 400, 0)] == [2700, 3900]


def test_30_1012_2_timed_rakes() -> None:
    assert timed_rake({}) is None
    for posted, minutes, each, table in (
        ({"timed_rake": 12}, 60, 1200, 0),
        ({"timed_rake": 12, "timed_rake_every": 30}, 30, 600, 0),
        ({"timed_rake": 12, "timed_rake_every": 20, "timed_rake_inactive": True}, 20, 400, 0),
        ({"timed_rake": 120, "timed_rake_per": "table", "timed_rake_every": 30}, 30, 0, 6000),
    ):
        fee = timed_rake(posted)
        assert fee is not None
        assert (fee.minutes, fee.each_active_player, fee.table) == (minutes, each, table)
        assert fee.inactive == posted.get("timed_rake_inactive", False)
    with pytest.raises(RuleError, match="dollars an hour"):
        timed_rake({"timed_rake": -1})


POSTED = {"beaten": "full_house AT", "shares": {"loser": 50, "winner": 25, "table": 25}, "least_players": 4}


def _beat(own: list[str], board: str, seats: int = 4) -> Any:
    state = opened("texas-holdem", seats, cards=shown(own, board), button=seats - 1)
    while not state.over:
        verbs = {choice.verb for choice in state.moves(state.turn)}
        seat = state.turn
        leaves = seat > 1 and state.street == 0
        state = acted(state, [(seat, "fold" if leaves else "check" if "check" in verbs else "call")])
    return state


def test_30_1046_a_bad_beat_is_paid_from_the_posted_amount_by_the_posted_shares() -> None:
    state = _beat(["As Ad", "Ts Th", "2c 7d", "3c 8d"], "Ah Tc Td 4s 5c")
    rules = posted_rules(POSTED)
    assert beaten_hands(state, rules) == ([0], [1])
    paid = jackpot_shares(state, rules, 1_000_120)
    assert {seat: one.line.net for seat, one in paid.items()} == {0: 500_060, 1: 250_030, 2: 125_015, 3: 125_015}


def test_a_beaten_hand_that_is_too_small_or_plays_the_board_wins_no_jackpot() -> None:
    rules = posted_rules(POSTED)
    assert beaten_hands(_beat(["As 9d", "Ts Th", "2c 7d", "3c 8d"], "Ah Tc 9s 4s 5c"), rules) == ([], [])
    board = _beat(["As Ad", "Ts 2h", "2c 7d", "3c 8d"], "Ah Tc Td Th 5c")
    assert beaten_hands(board, rules) == ([], [])  # one own card beats it, both are asked for
    assert beaten_hands(board, posted_rules({**POSTED, "both_own": False})) == ([0], [1])
    short = _beat(["As Ad", "Ts Th", "2c 7d"], "Ah Tc Td 4s 5c", 3)
    assert beaten_hands(short, rules) == ([], [])


def test_posted_shares_make_a_whole() -> None:
    with pytest.raises(RuleError, match="100 percent"):
        posted_rules({**POSTED, "shares": {"loser": 50}})
    with pytest.raises(RuleError) as error:
        posted_rules({"beaten": 5})
    assert error.value.field == "jackpot"


def test_30_1028_the_jackpot_is_paid_after_the_pot() -> None:
    own = ["As Ad", "Ts Th", "2c 7d", "3c 8d"]
    checks = [[seat, "check"] for _ in range(3) for seat in (0, 1)]
    result = settled(
        game="texas-holdem",
        seats=[{"cards": cards.split()} for cards in own],
        community=["Ah", "Tc", "Td", "4s", "5c"],
        betting={
            "button": 3,
            "blinds": [1, 2],
            "actions": [[2, "fold"], [3, "fold"], [0, "call"], [1, "check"], *checks],
        },
        meters={"jackpot": 10000},
        extra={"jackpot": POSTED},
    )
    assert [line.wager for line in result.seats[0]] == ["pot", "jackpot"]
    assert [sum(line.net for line in seat if line.wager == "jackpot") for seat in result.seats] == [
        500_000, 250_000, 125_000, 125_000,
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "option"), [("rake", "rake_percent"), ("jackpot_rake", "jackpot_rake")])
def test_30_1012_a_hand_that_is_dealt_takes_the_posted_rakes_alone(name: str, option: str) -> None:
    seats = [{"stack": 100}, {"stack": 100}]
    with pytest.raises(RuleError, match=f"the house's option {humanize(option)}") as error:
        open_round(convert_round({"game": "texas-holdem", "betting": {name: 2}, "seats": seats}), 1)
    assert error.value.field == f"betting.{name}"
