"""208 Poker, CO 30-1099.21, paragraph by paragraph."""

from collections.abc import Mapping

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.families import betting_spots, open_round, sheet_of
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "208-poker"


def one(cards: str, community: str, wagers: Mapping[str, float] | None = None) -> Nets:
    return settle(GAME, seat({"ante": 10, **(wagers or {})}, cards), community=community)


def test_30_1099_21_2_one_deck_for_the_players_and_three_for_the_community() -> None:
    assert one("8h 3h", "8h 8h 8h")["ante"] == 250
    with pytest.raises(RuleError, match="8h is dealt more often"):
        one("8h 8h", "2c 3d 4s")
    with pytest.raises(RuleError, match="8h is dealt more often"):
        all_nets(GAME, seat({"ante": 10}, "8h 3h"), seat({"ante": 10}, "8h 4h"), community="2c 3d 4s")


def test_30_1099_21_6_the_ante_is_needed_and_the_jackpot_at_most_a_dollar() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        settle(GAME, seat({"jackpot": 1}, "8h 3h"), community="2c 3d 4s")
    with pytest.raises(RuleError, match="Jackpot must be from"):
        one("8h 3h", "2c 3d 4s", {"jackpot": 2})


def test_30_1099_21_9_a_misdeal_voids_one_player() -> None:
    seats = seat({"ante": 10, "three_card.any_flush": 1}, "8h"), seat({"ante": 10}, "Kh 9d")
    for kind in ("misdeal", "card_off_table"):
        nets = all_nets(GAME, *seats, community="Kh 5c 2s", irregularity={"kind": kind, "seat": 0})
        assert nets == [{"ante": 0, "three_card.any_flush": 0}, {"ante": 10}]
    shown = all_nets(GAME, seats[1], community="Kh 5c 2s", irregularity={"kind": "exposed_card", "seat": 0})
    assert shown == [{"ante": 10}]


def test_30_1099_21_13_wagers_on_single_cards() -> None:
    wagers = {
        "card_1.value_and_suit.Qh": 1, "card_1.value.Q": 1, "card_1.suit.h": 1, "card_1.over_7": 1, "card_1.under_7": 1,
        "card_1.three_way_split.ten_to_king": 1, "card_1.three_way_split.ace_to_4": 1, "card_1.value_and_suit.Qd": 1,
    }  # fmt: skip
    nets = one("4c 9d", "Qh 2c 3d", wagers)
    assert nets == {"ante": -10, **dict(zip(wagers, (48, 11, 3, 1, -1, 2, -1, -1), strict=True))}
    seven = {f"card_2.{name}": 1 for name in ("value_and_suit.7h", "suit.h", "over_7", "under_7")}
    parts = {f"card_2.three_way_split.{part}": 1 for part in ("ace_to_4", "5_to_9", "ten_to_king")}
    nets = one("4c 9d", "Qh 7h 3d", {**seven, **parts})
    assert list(nets.values())[1:] == [48, -1, -1, -1, -1, -1, -1]
    ace = {"card_3.under_7": 1, "card_3.suit.d": 3, "card_3.value.A": 11, "card_3.suit.c": -1}
    assert one("4c 9d", "Qh 7h Ad", dict.fromkeys(ace, 1)) == {"ante": -10, **ace}
    with pytest.raises(RuleError, match="no wager"):
        one("4c 9d", "Qh 7h Ad", {"card_1.value.7": 1})


def test_30_1099_21_16_three_card_outcomes() -> None:
    names = (
        "three_identical", "royal_flush", "straight_flush", "any_a_k_q", "any_three_of_a_kind", "any_straight",
        "any_flush", "two_identical",
    )  # fmt: skip
    pays = dict(zip(names, (2500, 2000, 300, 200, 125, 20, 15, 15), strict=True))
    for community, winning in {
        "8h 8h 8h": ("three_identical", "any_three_of_a_kind", "any_flush", "two_identical"),
        "Ah Kh Qh": ("royal_flush", "straight_flush", "any_a_k_q", "any_straight", "any_flush"),
        "9h 8h 7h": ("straight_flush", "any_straight", "any_flush"),
        "Ah Kd Qh": ("any_a_k_q", "any_straight"),
        "8h 8d 8c": ("any_three_of_a_kind",),
        "3h 2d Ac": ("any_straight",),
        "3h 9h Kh": ("any_flush",),
        "8h 8h Kd": ("two_identical",),
        "8h 8d Kd": (),
    }.items():
        nets = one("4c 9d", community, {f"three_card.{name}": 1 for name in names})
        for name in names:
            assert nets[f"three_card.{name}"] == (pays[name] if name in winning else -1), (community, name)


def test_30_1099_21_17_a_jackpot_schedule() -> None:
    for cards, community, pays in (
        ("8h 8d", "8h 8h 8h", 5000),
        ("8h 3h", "8h 8h 8h", 3000),
        ("8h 8d", "8s 8c 8h", 2500),
        ("9s 4d", "9s 9s 4d", 1500),
        ("9s 4d", "9s 9s 4h", -1),
        ("9s 4s", "9s 4s Ks", -1),
    ):
        assert one(cards, community, {"jackpot": 1})["jackpot"] == pays, community


def test_30_1099_21_17_b_ante_schedule() -> None:
    for cards, community, pays in (
        ("Ah Kh", "Qh Jh Th", 1000),
        ("9h 8h", "7h 6h 5h", 250),
        ("9h 8d", "9h 9h 2c", 25),
        ("9h 9d", "9s 9c 2c", 20),
        ("2h 5h", "9h Kh 2h", 10),
        ("9s 4d", "9s 4d Kh", 8),
        ("9s 9d", "9c 4d 4h", 6),
        ("9s 8d", "7c 6d 5h", 6),
        ("9s 9d", "9c 4d Kh", 2),
        ("9s 9d", "4c 4d Kh", 1),
        ("9s 2d", "9s 4d Kh", 1),
        ("9s 2d", "9d 4d Kh", 0),
        ("9s 2d", "Td 4d Kh", -1),
        ("8h 8d", "8s 8c 8h", 20),
    ):
        assert one(cards, community) == {"ante": 10 * pays}, (cards, community)


def test_30_1099_21_10_to_15_a_live_table_opens_wagers_between_cards() -> None:
    spots = [spot.name for spot in betting_spots(RoundFile(GAME))]
    assert len(spots) == 10
    assert not any(name.startswith("card_") for name in spots)
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}]}), 3)
    with pytest.raises(RuleError):
        live.act(0, "bet card_2.suit.h 5")
    for action in ("bet three_card.any_flush 1", "bet card_1.suit.h 5", "bet card_1.over_7 5", "pass"):
        live = live.act(0, action)
    for action in ("bet card_2.value.Q 2", "pass", "pass"):
        live = live.act(0, action)
    assert live.over
    settled = live.settle().seats
    assert {line.wager for line in settled[0]} == {
        "ante", "three_card.any_flush", "card_1.suit.h", "card_1.over_7", "card_2.value.Q",
    }  # fmt: skip
    assert settle_file(convert_round(live.round_file())).seats == settled


def test_30_1099_21_citations() -> None:
    placed = seat({"ante": 10, "jackpot": 1, "three_card.any_flush": 1, "card_2.suit.h": 1}, "8h 8d")
    assert rules(GAME, placed, community="8h 8h 8h") == {
        "ante": "CO 30-1099.21(17)(b)",
        "jackpot": "CO 30-1099.21(17)(a)",
        "three_card.any_flush": "CO 30-1099.21(16)",
        "card_2.suit.h": "CO 30-1099.21(13)",
    }


def test_30_1099_21_7_tips_on_the_ante_and_on_every_proposition() -> None:
    lines = [line for section in sheet_of(load_game(GAME)).sections for line in section.statements]
    tip = "A player may stake for the dealer on every wager, where he bet himself."
    assert [line.rule for line in lines if line.text == tip] == ["CO 30-1099.21(7)"]


def test_30_1047_a_ceiling_leaves_propositions_below_50_to_1_alone() -> None:
    wagers = {"ante": 10, "three_card.royal_flush": 1, "card_1.value_and_suit.Ah": 1}
    house = {"table_aggregate_per_round": 6000, "min_bet": 1}
    nets = settle(GAME, seat(wagers, "Jh Th"), community="Ah Kh Qh", house=house)
    assert nets == {"ante": 5000, "three_card.royal_flush": 1000, "card_1.value_and_suit.Ah": 48}
