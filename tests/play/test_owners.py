"""Several owners of one hand: tips for the dealer, match play coupons, bettors behind a seat."""

from typing import Any

import pytest
from tests.games import all_games

from houseway.families import answer
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

THREE_CARD = {
    "game": "three-card-poker",
    "dealer": ["Qh", "8c", "4d"],
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
}
PURE = {
    "game": "pure-21-5-blackjack-3-to-2",
    "dealer": ["6h", "Tc", "Ah"],
    "betting": {"player_dealer_wager": 1000},
}


def played(round_: dict[str, Any], **seat: Any) -> dict[str, Any]:
    """The round with more at its first seat, settled."""
    first, *others = round_.get("seats", [{}])
    return answer(convert_round({**round_, "seats": [{**first, **seat}, *others]}))


def nets(settled: dict[str, Any], owner: str) -> dict[str, float]:
    """What an owner of the first seat's hand won or lost by wager."""
    lines = next(one["lines"] for one in settled["seats"][0].get("owners", []) if one["owner"] == owner)
    return {line["wager"]: line["net"] for line in lines}


def refused(round_: dict[str, Any], **seat: Any) -> str:
    with pytest.raises(RuleError) as error:
        played(round_, **seat)
    return str(error.value)


def test_30_1099_18_3_a_tip_is_paid_as_the_wager_it_lies_on() -> None:
    settled = played(THREE_CARD, tips={"ante": 4, "pair_plus": 1, "play": 3})
    assert nets(settled, "dealer") == {"ante": 4, "pair_plus": 1, "play": 3}
    assert settled["house"] == -(settled["seats"][0]["net"] + 8)
    folded = played(THREE_CARD, actions=["fold"], tips={"ante": 4, "pair_plus": 1})
    assert nets(folded, "dealer") == {"ante": -4, "pair_plus": -1}
    # The tip on the ante stays in play whether or not a tip is added to the play wager.
    assert nets(played(THREE_CARD, tips={"ante": 4}), "dealer") == {"ante": 4}
    assert "needs an own wager on Six Card Bonus" in refused(THREE_CARD, tips={"six_card_bonus": 1})
    assert "needs an own wager on Play" in refused(THREE_CARD, actions=["fold"], tips={"ante": 1, "play": 1})


def test_30_1099_30_10_no_commission_is_taken_of_a_bet_for_the_dealer() -> None:
    seat = {
        "wagers": {"wager": 100},
        "cards": ["Ah", "Ad", "Kc", "Kd", "9s", "7h", "2c"],
        "actions": ["set low: Kc Kd"],
    }
    dealer = {"dealer": ["Qs", "Qc", "8s", "6h", "5c", "4d", "2h"], "dealer_set": {"low": ["8s", "6h"]}}
    for house in ({}, {"commission": {"rate": 0.05, "round_up_to": 0.25}}):
        table = {"game": "pai-gow-poker", "house": house, "seats": [seat], **dealer}
        settled = played(table, tips={"wager": 10})
        assert settled["seats"][0]["lines"][0]["net"] == 95
        assert nets(settled, "dealer") == {"wager": 10}
        assert nets(played(table, tips={"wager": 0.5}), "dealer") == {"wager": 0.5}


def test_30_1099_37_8_no_commission_is_taken_of_a_bet_for_the_dealer() -> None:
    seat = {"wagers": {"ante": 20}, "cards": ["As", "Ad", "Kh", "Kc", "9s", "9d", "3c"], "actions": ["set low: Kh Kc"]}
    dealer = {"dealer": ["Qs", "Qd", "Jh", "Tc", "8s", "6d", "2c"], "dealer_set": {"low": ["Jh", "Tc"]}}
    settled = played({"game": "fortune-pai-gow-poker", "seats": [seat], **dealer}, tips={"ante": 10})
    assert settled["seats"][0]["lines"][0]["net"] == 19
    assert nets(settled, "dealer") == {"ante": 10}


def test_30_1099_23_3_a_tip_is_at_most_the_player_s_wager_on_the_same_hand() -> None:
    hands = [["7c", "7d", "2s"], ["4h", "5h", "6h"], ["Ah", "Ks", "9d"], ["Qc", "Jd", "Th"], ["2d", "8d", "Kd"]]
    table = {"game": "players-choice-poker", "piles": {"hands": [*hands, ["3s", "3c", "3d"]]}}
    wagers = {"hand_1": 5, "hand_2": 10}
    assert nets(played(table, wagers=wagers, tips={"hand_1": 5}), "dealer") == {"hand_1": 5}
    assert "at most the own wager on Hand 1, CO 30-1099.23(3)" in refused(table, wagers=wagers, tips={"hand_1": 10})
    assert "needs an own wager on Hand 3" in refused(table, wagers=wagers, tips={"hand_3": 1})


def test_30_1099_26_3_tips_are_added_to_later_bets_beside_one_on_the_ante() -> None:
    table = {"game": "texas-holdem-bonus-poker", "dealer": ["Qc", "Jh"], "community": ["Kd", "9s", "7c", "4h", "2d"]}
    own = {"wagers": {"ante": 10}, "cards": ["Kh", "Ks"], "actions": ["bet 2x", "bet 1x", "check"]}
    assert nets(played(table, **own, tips={"ante": 5}), "dealer") == {"ante": 0}
    tipped = played(table, **own, tips={"ante": 5, "flop": 10, "turn": 5})
    assert nets(tipped, "dealer") == {"ante": 0, "flop": 10, "turn": 5}
    assert "needs a tip on Ante" in refused(table, **own, tips={"flop": 5})
    assert "needs an own wager on River" in refused(table, **own, tips={"ante": 5, "river": 5})


@pytest.mark.parametrize(
    ("section", "table", "own", "later"),
    [
        (
            "30-1099.33(3)",
            {"game": "mississippi-stud", "community": ["Kd", "9s", "7c"]},
            {"wagers": {"ante": 10}, "cards": ["Kh", "Ks"], "actions": ["bet 1x", "bet 1x", "bet 3x"]},
            {"third_street": 5, "fifth_street": 15},
        ),
        (
            "30-1099.34(3)",
            {"game": "ultimate-texas-holdem", "dealer": ["Qc", "Jh"], "community": ["Kd", "9s", "7c", "4h", "2d"]},
            {"wagers": {"ante": 10, "blind": 10}, "cards": ["Kh", "Ks"], "actions": ["bet 4x"]},
            {"play": 20},
        ),
    ],
)
def test_tips_follow_later_bets_beside_one_on_the_ante(
    section: str, table: dict[str, Any], own: dict[str, Any], later: dict[str, int]
) -> None:
    """30-1099.31(3), 30-1099.32(3) say the same of their play bets."""
    tipped = nets(played(table, **own, tips={"ante": 5, **later}), "dealer")
    assert all(tipped[wager] > 0 for wager in later)
    assert f"needs a tip on Ante, CO {section}" in refused(table, **own, tips=later)
    for game in ("crazy-4-poker", "high-five-poker"):
        assert any(tip.wagers == ("play",) and tip.beside == "ante" for tip in load_game(game).spec.tips)


def test_30_1099_18_the_ante_bonus_goes_with_a_tip_on_the_ante() -> None:
    straight = played(THREE_CARD, cards=["9s", "Td", "Jc"], tips={"ante": 5})
    own = {line["wager"]: line["net"] for line in straight["seats"][0]["lines"]}
    assert own["ante_bonus"] == 10
    assert nets(straight, "dealer") == {"ante": 5, "ante_bonus": 5}


def test_30_1099_11_5_a_tip_is_at_most_the_ante_and_not_on_the_bet() -> None:
    round_ = {
        "game": "caribbean-stud",
        "dealer": ["Ah", "Kc", "4d", "7s", "2h"],
        "seats": [{"wagers": {"ante": 10}, "cards": ["9s", "9d", "2c", "5h", "6s"], "actions": ["bet"]}],
    }
    assert nets(played(round_, tips={"ante": 10}), "dealer") == {"ante": 10}
    assert "at most the own wager on Ante" in refused(round_, tips={"ante": 11})
    assert "no tip may be on Bet" in refused(round_, tips={"bet": 5})


def test_30_1099_13_3_tips_are_equal_and_pulled_back_with_the_bets() -> None:
    round_ = {
        "game": "let-it-ride",
        "community": ["Ts", "2c"],
        "seats": [
            {
                "wagers": {"bet_1": 5, "bet_2": 5, "contract": 5},
                "cards": ["Td", "7h", "4s"],
                "actions": ["pull", "ride"],
            }
        ],
    }
    settled = played(round_, tips={"bet_1": 2, "contract": 2})
    assert nets(settled, "dealer") == {"bet_1": 0, "contract": 2}
    assert "of one amount" in refused(round_, tips={"bet_1": 2, "contract": 3})


def test_30_1099_19_3_further_tips_equal_the_tip_on_the_ante() -> None:
    spec = load_game("bonus-6").spec
    further = next(tip for tip in spec.tips if "second_bet" in tip.wagers)
    assert (further.beside, further.equals) == ("ante", "ante")


def test_30_1099_54_4_a_tip_on_the_tie_needs_no_own_wager() -> None:
    tips = {name: tip for tip in load_game("stadium-casino-war").spec.tips for name in tip.wagers}
    assert tips["hand_1.tie"].alone
    assert not tips["hand_1.ante"].alone


def test_30_1099_53_5_side_tips_need_an_own_ante_only() -> None:
    tips = {name: tip for tip in load_game("stadium-three-card-poker").spec.tips for name in tip.wagers}
    assert tips["pair_plus"].needs == tips["six_card_bonus"].needs == ("ante",)
    assert not tips["ante"].needs


def test_30_2113_4_a_tip_on_21_plus_3_needs_a_tip_on_blackjack() -> None:
    tip = next(tip for tip in load_game("buffalo-blackjack-bonus-2").spec.tips if "21_plus_3" in tip.wagers)
    assert tip.beside == "blackjack"


def test_30_2116_6_a_the_dealers_bet_takes_part_in_free_doubles() -> None:
    round_ = {
        "game": "free-bet-blackjack",
        "house": {"dealer_hits_soft_17": True, "decks": 6},
        "dealer": ["7s", "Td"],
        "seats": [{"wagers": {"blackjack": 10}, "cards": ["6h", "5d", "9c"], "actions": ["double free"]}],
    }
    assert nets(played(round_, tips={"blackjack": 2}), "dealer") == {"blackjack": 4}


def test_a_tip_stays_out_of_a_double_unless_it_is_added() -> None:
    round_ = {
        "game": "ride-free",
        "house": {"dealer_hits_soft_17": True, "decks": 6},
        "dealer": ["7s", "Td"],
        "seats": [{"wagers": {"blackjack": 10}, "cards": ["8h", "4d", "9c"], "actions": ["double"]}],
    }
    assert nets(played(round_, tips={"blackjack": 2}), "dealer") == {"blackjack": 2}
    assert nets(played(round_, tips={"blackjack": 2}, tips_join=["double"]), "dealer") == {"blackjack": 4}


def test_30_1034_6_the_house_posts_limits_of_tips() -> None:
    posted = {**THREE_CARD, "house": {"tips": {"most": 5, "whole": True}}}
    assert "at most $5" in refused(posted, tips={"ante": 6})
    assert "whole dollars" in refused(posted, tips={"ante": 1.5})
    none = {**THREE_CARD, "house": {"tips": {"offered": False}}}
    assert "no tip bets" in refused(none, tips={"ante": 1})


def test_30_1047_7_what_tips_are_paid_has_a_limit() -> None:
    posted = {**THREE_CARD, "house": {"tips": {"most_paid": 5}}}
    settled = played(posted, tips={"ante": 4, "play": 4})
    assert nets(settled, "dealer") == {"ante": 4, "play": 1}
    cut = settled["seats"][0]["owners"][0]["lines"][1]
    assert cut["rule"] == "CO 30-1047(7)"


def test_a_game_without_printed_tips_takes_none() -> None:
    assert "take no tip bets" in refused(
        {**PURE, "seats": [{"wagers": {"base_game": 10}, "cards": ["8h", "Td"], "actions": ["stand"]}]},
        tips={"base_game": 1},
    )


def test_30_1615_a_coupon_is_a_wager_at_the_odds_of_its_bet() -> None:
    won = played(THREE_CARD, coupons={"ante": {"value": 10}})
    assert nets(won, "coupon") == {"ante": 10}
    lost = played(THREE_CARD, cards=["2s", "5d", "7c"], coupons={"ante": {"value": 10}})
    assert nets(lost, "coupon") == {"ante": 0}
    assert "the coupon is taken" in lost["seats"][0]["owners"][0]["lines"][0]["reason"]


def test_30_1615_the_own_wager_matches_the_coupon_and_both_keep_the_limit() -> None:
    assert "at least the coupon of $11" in refused(THREE_CARD, coupons={"ante": {"value": 11}})
    limited = {**THREE_CARD, "house": {"limits": {"ante": [5, 15]}}}
    assert "together are more than $15" in refused(limited, coupons={"ante": {"value": 10}})


def test_30_1615_a_coupon_has_a_last_day() -> None:
    coupon = {"ante": {"value": 5, "expires": "2026-10-31"}}
    assert "good until 2026-10-31, CO 30-1615" in refused({**THREE_CARD, "date": "2026-11-01"}, coupons=coupon)
    assert nets(played({**THREE_CARD, "date": "2026-10-31"}, coupons=coupon), "coupon") == {"ante": 5}


def test_30_1099_55_9_a_the_coupon_of_casino_war_has_a_spot_of_its_own() -> None:
    round_ = {
        "game": "casino-war",
        "dealer": ["8c"],
        "seats": [{"wagers": {"initial": 10}, "cards": ["Ks"]}],
    }
    assert nets(played(round_, coupons={"match_play": {"value": 10}}), "coupon") == {"match_play": 10}
    assert "the own wager on Initial must be at least" in refused(round_, coupons={"match_play": {"value": 20}})


def test_gegr_001827_bettors_behind_a_seat_may_stay_out_of_a_split() -> None:
    split = {"wagers": {"base_game": 10}, "hands": [["8h", "Td"], ["8d", "7c"]], "actions": ["split", "stand", "stand"]}
    settled = played(
        {**PURE, "seats": [split]},
        backline=[{"wagers": {"base_game": 20}}, {"wagers": {"base_game": 40}, "stays_out": ["split"]}],
    )
    assert nets(settled, "backline 1") == {"base_game": 20, "split": -20}
    assert nets(settled, "backline 2") == {"base_game": 40}
    assert settled["player_dealer"] == -40


def test_gegr_001827_bettors_behind_a_seat_may_stay_out_of_a_double() -> None:
    double = {"wagers": {"base_game": 10}, "cards": ["6d", "5d", "9c"], "actions": ["double"]}
    settled = played(
        {**PURE, "seats": [double]},
        backline=[{"wagers": {"base_game": 20}}, {"wagers": {"base_game": 20}, "stays_out": ["double"]}],
    )
    assert sum(nets(settled, "backline 1").values()) == 40
    assert sum(nets(settled, "backline 2").values()) == 20


def test_gegr_001827_a_surrender_is_for_all_owners() -> None:
    given_up = {"wagers": {"base_game": 10}, "cards": ["9h", "7d"], "actions": ["surrender"]}
    settled = played({**PURE, "seats": [given_up]}, backline=[{"wagers": {"base_game": 40}}])
    assert nets(settled, "backline 1") == {"base_game": -20}


def test_gegr_001827_the_bank_covers_owners_after_the_seats() -> None:
    stands = {"wagers": {"base_game": 10}, "cards": ["Th", "Td"], "actions": ["stand"]}
    round_ = {**PURE, "betting": {"player_dealer_wager": 30}, "seats": [stands]}
    settled = played(round_, backline=[{"wagers": {"base_game": 40}}])
    assert nets(settled, "backline 1") == {"base_game": 20}
    assert settled["player_dealer"] == -30


def test_gegr_001821_bets_behind_a_seat_are_action_of_the_table_and_pay_the_players_fee() -> None:
    """A fee from a player for each base game wager, none for a bonus bet; the bank pays by all players' wagers."""
    stands = {"wagers": {"base_game": 20, "red_flex": 6}, "cards": ["Jh", "8h"], "actions": ["stand"]}
    bonus_alone = {"wagers": {"red_flex": 6}}
    for option, bank, each in ((1, 1, 0.5), (4, 1, 0)):  # option 4: no fee of players
        round_ = {**PURE, "house": {"collection_option": option}, "seats": [stands]}
        assert played(round_)["collection"] == {"player_dealer": 0.5, "seats": [each]}
        settled = played(round_, backline=[{"wagers": {"base_game": 40}}, bonus_alone])
        assert settled["collection"] == {"player_dealer": bank, "seats": [each], "backline": [each, 0]}


def test_gegr_001821_a_bet_behind_a_seat_is_within_the_schedule_in_force() -> None:
    seat = {"wagers": {"base_game": 200}, "cards": ["8h", "Td"], "actions": ["stand"]}
    round_ = {**PURE, "house": {"collection_option": 1}, "seats": [seat]}
    assert played(round_, backline=[{"wagers": {"base_game": 200}}])["collection"]["backline"] == [0.5]
    told = refused(round_, backline=[{"wagers": {"base_game": 201}}])
    assert "Base Game may be at most $200 under this schedule, CA GEGR-001821" in told
    larger = {**round_, "house": {"collection_option": 4}}
    played(larger, backline=[{"wagers": {"base_game": 2000, "red_flex": 100}}])
    told = refused(larger, backline=[{"wagers": {"base_game": 20, "red_flex": 101}}])
    assert "Red Flex may be at most $100 under this schedule, CA GEGR-001821" in told


def test_gegr_001825_no_bets_behind_a_seat() -> None:
    round_ = {
        "game": "ca-three-card-poker-6-card-bonus",
        "dealer": ["Qh", "8c", "4d"],
        "seats": [{"wagers": {"ante": 10}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    }
    assert "CA GEGR-001825" in refused(round_, backline=[{"wagers": {"ante": 10}}])


def test_30_2606_5_four_owners_on_a_spot_within_its_limit() -> None:
    game = load_game("pai-gow-tiles")
    assert game.spec.backline is not None
    assert game.spec.backline.owners == 4
    from houseway.play.core.owners import check_backline

    own, one = {"pai_gow": 1000}, {"pai_gow": 1000}
    check_backline(game, [one] * 3, own, (), "backline")
    with pytest.raises(RuleError, match="at most 4 owners, CO 30-2606"):
        check_backline(game, [one] * 4, own, (), "backline")
    limited = load_game("pai-gow-tiles", {"limits": {"pai_gow": [5, 35]}})
    with pytest.raises(RuleError, match="all owners of the hand together"):
        check_backline(limited, [one] * 3, own, (), "backline")
    closed = load_game("pai-gow-tiles", {"shared_spots": False})
    with pytest.raises(RuleError, match="nobody but the player"):
        check_backline(closed, [one], own, (), "backline")


def test_every_tip_of_the_rulebook_names_wagers_of_its_game() -> None:
    counted = 0
    for game in all_games():
        spec = load_game(game).spec
        for tip in spec.tips:
            for name in (*tip.wagers, *tip.needs, *filter(None, (tip.at_most, tip.beside, tip.equals))):
                assert {name, name.rpartition(".")[2]} & set(spec.named("wager")), (game, name)
            counted += 1
    assert counted > 60


def test_30_1099_28_24_a_tip_lies_on_the_bonus_only() -> None:
    cards = [["As", "Ah"], ["7c", "2d"]]
    seats = [{"wagers": {"bonus": 5, "bad_beat_jackpot": 1}, "cards": own, "stack": 200} for own in cards]
    round_ = {"game": "longhorn-holdem", "seats": seats, "community": ["Ad", "Kc", "9h", "4s", "3d"]}
    tips = [tip for tip in load_game("longhorn-holdem").spec.tips for _ in tip.wagers]
    assert [tip.wagers for tip in tips] == [("bonus",)]
    assert "no tip may be on Pot" in _refused_in(round_, {"pot": 5})


def _refused_in(round_: dict[str, Any], tips: dict[str, float]) -> str:
    from houseway.play.core.owners import check_tips

    own = dict.fromkeys(("bonus", "pot"), 500)
    with pytest.raises(RuleError) as error:
        check_tips(load_game(round_["game"]), own, {name: round(100 * amount) for name, amount in tips.items()}, "tips")
    check_tips(load_game(round_["game"]), own, {"bonus": 500}, "tips")
    return str(error.value)


def test_30_1099_20_2_f_no_tip_bets() -> None:
    from houseway.play.core.owners import check_tips

    with pytest.raises(RuleError, match=r"take no tip bets, CO 30-1099.20\(2\)\(f\)"):
        check_tips(load_game("home-run-holdem"), {"strike_out": 500}, {"strike_out": 100}, "tips")
