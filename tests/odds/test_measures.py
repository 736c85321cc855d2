"""Counts as whole numbers, and what follows from them."""

import json
from collections.abc import Callable, Mapping, Sequence
from math import comb, isclose, sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway
from tests.odds.solved import short_bonus_6

from houseway.families import price
from houseway.odds.contrast import contrast
from houseway.odds.house_poker import standing
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.measures import Conditions, full_json, hold_interval, moments, must_hit, rounds_to_hit, session_of
from houseway.odds.page import sections
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import Report, SidePrice
from houseway.odds.stored import folder, priced_of, read_stored
from houseway.odds.together import joint_law
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.words import MeterWords


def asked(game: str, *more: str) -> dict[str, Any]:
    answer = houseway("odds", game, "--json", *more)
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_baccarat_is_counted_in_orders_of_six_cards_of_eight_decks() -> None:
    sides = asked("baccarat")["side_bets"]
    assert {sides[name]["cycle"] for name in ("player", "banker", "tie")} == {4_998_398_275_503_360}
    won = {name: sides[name]["lines"][0]["combinations"] for name in ("player", "banker", "tie")}
    assert won == {
        "player": 2_230_518_282_592_256, "banker": 2_292_252_566_437_888, "tie": 475_627_426_473_216,
    }  # fmt: skip
    assert sum(won.values()) == sides["tie"]["cycle"]


def test_every_result_of_three_card_poker_is_a_whole_number_of_its_407_170_400_deals() -> None:
    report = asked("three-card-poker", "--rounds", "1e5", "--per-hour", "60", "--bet", "25")
    main = report["main"]
    assert main["cycle"] == comb(52, 3) * comb(49, 3)
    assert sum(one["combinations"] for one in main["results"]) == main["cycle"]
    mean = sum(one["net"] * one["combinations"] for one in main["results"]) / main["cycle"]
    assert isclose(-mean, main["house_edge"], rel_tol=1e-12)
    pairs = report["side_bets"]["pair_plus"]
    assert pairs["cycle"] == comb(52, 3)
    assert {one["hand"]: one["combinations"] for one in pairs["lines"]} == {
        "straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744,
    }  # fmt: skip
    assert pairs["rounds_to_hit"]["mean"] == pytest.approx(22100 / 5660)
    hour = main["measures"]["hour"]
    assert hour["hold"] == pytest.approx(main["house_edge"] * 1500)
    assert hour["std_dev"] == pytest.approx(main["std_dev"] * sqrt(60) * 25)
    ends = [one for one in main["measures"]["hold"] if one["rounds"] == 100_000 and one["confidence"] == 0.95]
    assert ends[0]["high"] - ends[0]["low"] == pytest.approx(2 * 1.959964 * main["std_dev"] / sqrt(1e5), rel=1e-6)


def test_cycles_of_draw_dice_and_keno() -> None:
    assert asked("vegas-double-action")["main"]["cycle"] == 19_933_230_517_200
    craps = asked("craps-odds")["side_bets"]["pass"]
    assert sum(one["combinations"] for one in craps["lines"]) / craps["cycle"] == pytest.approx(244 / 495)
    assert asked("keno")["side_bets"]["1_spot"]["cycle"] == comb(80, 20)


def test_a_game_of_every_family_has_counts_that_make_up_its_cycle() -> None:
    for game in ("casino-war", "pai-gow-tiles", "roulette", "lucky-lucky"):
        priced = price(Question(game))
        if priced.report.main is not None and priced.counts:
            assert priced.counts.keys() <= priced.outcomes.keys(), game
            assert sum(net * count for net, count in priced.counts.items()) / sum(
                priced.counts.values()
            ) == pytest.approx(-priced.report.main.house_edge, abs=1e-10), game
        for name, side in priced.report.side_bets.items():
            if side.cycle:
                assert sum(line.count or 0 for line in side.lines) <= side.cycle, (game, name)
                assert all(line.count == round(line.probability * side.cycle) for line in side.lines), (game, name)
            if name in ("bank", "co_bank"):
                assert side.cycle % (comb(32, 4) * comb(28, 4)) == 0
            if name == "lucky_lucky":
                assert side.cycle == comb(312, 2) * 310


def test_moments_waits_and_a_meter_that_must_be_won() -> None:
    even = moments({1.0: 0.5, -1.0: 0.5})
    assert (even.mean, even.variance, even.skewness) == (0.0, 1.0, 0.0)
    assert even.volatility_index == pytest.approx(1.644854, abs=1e-6)
    assert moments({9.0: 0.1, -1.0: 0.9}).skewness == pytest.approx((0.9 - 0.1) / sqrt(0.1 * 0.9))
    assert rounds_to_hit(0.01) == {"mean": 100, "50%": 69, "90%": 230, "99%": 459}
    assert hold_interval(0.05, 1.0, 100, 0.95)[0] == pytest.approx(0.05 - 0.1959964, abs=1e-6)
    terms = MeterWords(seed=100, increment=10)
    found = must_hit(terms, 100, 300)
    # A meter from 100 to 300 is won at 200 on average after 1,000 units: 20%.
    assert found["return_on_average"] == pytest.approx(0.2)
    assert found["return_now"] == pytest.approx(0.1 * 100 / 200)
    level = found["even_at"]
    assert 0.1 * level / (300 - level) == pytest.approx(1.0)
    with pytest.raises(RuleError, match="must be above the meter"):
        must_hit(terms, 300, 300)


def test_a_limit_of_a_meter_is_answered_or_refused() -> None:
    """A name that no wager has, and a meter without a printed increment, were passed over in silence."""
    unknown = houseway("odds", "trilux-blackjack", "--must-hit-by", "jackpot=50000")
    assert unknown.code == 2
    assert "no wager is paid from a meter 'jackpot'; meters are progressive" in unknown.err
    silent = houseway("odds", "three-card-poker", "--must-hit-by", "progressive_3_card=5000")
    assert "states no increment for this meter" in silent.err
    assert not silent.out
    answered = houseway("odds", "trilux-blackjack", "--must-hit-by", "progressive=900000")
    assert "$900,000.00" in answered.out


def test_sessions_of_any_length_are_exact_while_they_can_be() -> None:
    law = {1.0: 0.49, -1.0: 0.51}
    short, exact = session_of(law, 0.02, 0.9998, 1000)
    assert exact
    assert short.mean == pytest.approx(-20)
    long, exact = session_of(law, 0.02, 0.9998, 10**9)
    assert not exact
    assert long.mean == pytest.approx(-2e7)
    with pytest.raises(RuleError, match="--rounds"):
        Conditions(rounds=0)


def test_wagers_made_together_are_counted() -> None:
    coins = joint_law(Question("baccarat"), ["player", "banker"])
    assert coins.cycle == 4_998_398_275_503_360
    assert not coins.sampled
    assert coins.correlation()[0, 1] < -0.99
    names = ["three_card_bonus", "bonus"]
    cards = joint_law(Question("let-it-ride"), names)
    assert cards.cycle == comb(52, 3) * comb(49, 2)
    alone = Sides(load_plan("let-it-ride", {}))
    for at, name in enumerate(names):
        (edge,) = [one.house_edge for one in alone.wager(name)[name].values()]
        assert sum(nets[at] * count for nets, count in cards.counts.items()) / cards.cycle == pytest.approx(-edge)
    assert 0 < cards.correlation()[0, 1] < 0.5
    wheel = joint_law(Question("roulette"), ["straight_1", "straight_2"])
    assert wheel.cycle == 38
    assert wheel.correlation()[0, 1] == pytest.approx(-1 / 37)


def test_the_game_and_a_side_wager_are_played_together() -> None:
    joint = joint_law(Question("three-card-poker"), ["game", "pair_plus"])
    assert joint.sampled
    assert joint.cycle == 400_000
    ((_, _, correlation, error),) = joint.pairs()
    assert error < 0.004
    assert abs(correlation - 0.49041433) < 4 * error  # all 407,170,400 deals, counted apart from the package
    found = joint.as_json()
    assert found["mean_error"] == pytest.approx(found["std_dev"] / joint.cycle**0.5)
    assert abs(found["mean"] + 0.05689723) < 4 * found["mean_error"]
    assert found["correlation_error"][0][1] == error


def test_a_page_holds_what_was_asked_for_beside_the_price(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"play or fold": [{"do": "play", "having": "high Q"}, {"do": "fold"}]}')
    page = houseway(
        "odds", "three-card-poker", "--together", "game,pair_plus", "--strategy", str(rules), "--html", "-"
    ).out  # fmt: skip
    assert "Made together" in page
    assert "By the strategy of" in page


def test_what_cannot_be_asked_together_is_refused() -> None:
    for game, names, reason in (
        ("three-card-poker", "pair_plus", "two wagers"),
        ("three-card-poker", "pair_plus,dragon", "no such wager"),
        ("craps-odds", "pass,field", "are counted for"),
        ("baccarat-99-fortunes", "player,nothing", "no such wager"),
        ("roulette", "red,straigt_7", "did you mean 'straight_7'"),
    ):
        answer = houseway("odds", game, "--together", names)
        assert answer.code == 2, (game, names)
        assert reason in answer.err, answer.err


def test_every_starting_hand_adds_up_to_the_game() -> None:
    priced = price(Question("blackjack"))
    hands = dict(priced.report.starting_hands)
    insurance = hands.pop("insurance")
    assert insurance["A"]["value"] == pytest.approx(2 * 96 / 311 - 215 / 311)
    assert insurance["A"]["play"] == "no"
    cells = [cell for row in hands.values() for cell in row.values()]
    assert sum(cell["chance"] for cell in cells) == pytest.approx(1.0)
    assert priced.report.main is not None
    mean = sum(cell["chance"] * cell["value"] for cell in cells)
    assert mean == pytest.approx(-priced.report.main.house_edge, abs=1e-9)
    assert hands["A,T"]["6"]["value"] == pytest.approx(1.5)
    assert hands["8,8"]["6"]["play"] == "split"
    assert hands["6,T"]["T"]["play"] in ("hit", "surrender")


def test_a_shoe_has_probabilities_and_says_why_they_are_not_counts() -> None:
    shoe, three = asked("blackjack")["main"], asked("three-card-poker")["main"]
    assert (shoe["results_are"], three["results_are"]) == ("probabilities, not counts", "counts")
    assert "shoe" in shoe["why_no_counts"]
    assert "why_no_counts" not in three
    page = houseway("odds", "blackjack", "--html", "-").out
    assert f"{shoe['results_are']}: {shoe['why_no_counts']}" in page
    for name, side in asked("free-bet-blackjack")["side_bets"].items():
        assert ("cycle" in side) != ("why_no_counts" in side), name


def test_results_of_a_game_with_a_wager_that_stands_beside_it_are_not_those_of_the_game_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Champion Poker: the bonus must be made too, so a law of the hands alone would not have the mean of the game."""
    together = {-2.0: 3, 200.0: 1}

    class Inner:
        count_extra_wagers: Callable[[Sequence[Plan], Mapping[str, float]], list[dict[float, int]]] | None = None

        def solve(self, *_given: object) -> Solution:
            counts = {-1.0: 3, 1.0: 1}
            chances = {net: count / 4 for net, count in counts.items()}
            return Solution(
                "ante_blind", -0.5, 1.0, 1.0, None, outcomes=chances, count=lambda: counts,
                count_extra_wagers=self.count_extra_wagers,
            )  # fmt: skip

    inner = Inner()
    monkeypatch.setattr(standing, "_inner", lambda _plan: inner)
    monkeypatch.setattr(standing, "_variance", lambda *_given: 2.0)
    plan = load_plan("champion-poker", {})
    sampled = standing.solve(plan, {})
    assert sampled.mean < -0.5
    assert (sampled.count, dict(sampled.outcomes)) == (None, {})
    assert sampled.square == pytest.approx(sampled.mean**2 + 2)
    inner.count_extra_wagers = lambda _plans, stakes: [together if stakes == {"holdem_bonus": 1.0} else {}]
    counted = standing.solve(plan, {})
    assert counted.count is not None
    assert (counted.count(), counted.square) == (together, (3 * 4 + 200**2) / 4)


def has_no_law(game: str, wager: str) -> float:
    """The edge of a wager that has no hits, deviation or hold: they would be wrong."""
    price = asked(game)["side_bets"][wager]
    assert (price["hit_frequency"], price["std_dev"], "measures" in price) == (None, None, False)
    return float(price["house_edge"])


def test_a_wager_priced_by_the_game_with_it_against_the_game_without_has_no_law_of_its_own(tmp_path: Path) -> None:
    game = short_bonus_6(tmp_path)
    assert has_no_law(game, "insurance_fee") < 0
    assert "never" not in houseway("odds", game).out


@pytest.mark.nightly  # two minutes of one core
@pytest.mark.parametrize(("game", "wager"), [("bonus-6", "insurance_fee"), ("colorado-holdem", "bonus")])
def test_bonus_6_insurance_and_colorado_holdem_bonus_have_no_law_of_their_own(game: str, wager: str) -> None:
    assert 0.05 < has_no_law(game, wager) < 0.12
    assert "never" not in houseway("odds", game).out


def _of_a_meter(shown: float) -> SidePrice:
    """A wager of a dollar that wins all of a meter in one round of two thousand, and nothing else."""
    slope = 1 / 2000
    even, strays = {"jackpot": 2000.0}, shown * sqrt(slope - slope * slope)
    return SidePrice(1 - slope * shown, slope, strays, meters={"jackpot": slope}, break_even=even)


def test_a_wager_that_a_meter_alone_pays_has_no_edge_until_the_meter_is_told() -> None:
    """Without a meter it was told to cost 100% of the stake, as if nothing were ever paid, and to have no law."""
    untold, told = (
        Priced(Report("a game", "exact", None, {"jackpot": _of_a_meter(shown)}), {"jackpot": {"": _of_a_meter(shown)}})
        for shown in (0.0, 1500.0)
    )
    one = full_json(untold)["side_bets"]["jackpot"]
    assert (one["house_edge"], one["std_dev"], one["hit_frequency"]) == (None, None, 1 / 2000)
    assert (one["meter_return"], one["break_even"]) == ({"jackpot": 1 / 2000}, {"jackpot": 2000.0})
    assert one["rounds_to_hit"]["mean"] == 2000
    assert not {"by_difference", "measures"} & one.keys()
    two = full_json(told)["side_bets"]["jackpot"]
    assert two["house_edge"] == pytest.approx(0.25)
    assert two["measures"]["variance"] == pytest.approx(1500**2 / 2000 * (1 - 1 / 2000))
    sheet = {part.title: part.grids for part in sections(untold, load_game("three-card-poker"))}
    assert sheet["Wagers"][0].rows[0][2] == "by the meter"
    assert sheet["Break-even meters"][0].rows[0][-1] == "$2,000.00"
    assert "Hold" not in sheet
    rows = contrast({"a": untold, "b": told}).as_json()["wagers"]["jackpot"]
    assert "difference" not in rows
    assert "house_edge" not in rows["prices"]["a"]
    assert rows["prices"]["b"]["house_edge"] == pytest.approx(0.25)


def test_no_shipped_price_says_that_a_wager_is_always_lost() -> None:
    for path in folder().glob("*.price"):
        stored = read_stored(path.stem)
        assert stored is not None, path
        sides = full_json(priced_of(stored, True))["side_bets"]
        lost = [name for name, one in sides.items() if one["house_edge"] is not None and one["house_edge"] >= 1]
        assert not lost, f"{path.stem}: {lost}"
