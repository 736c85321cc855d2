"""What every word of a wager means, on small games: one round, arrays of rounds and the rule sheet say the same."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rulebook.helpers import all_nets, seat

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.families import betting_spots, open_round, settle, sheet_of
from houseway.odds.house_poker.batch import Batch
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

HEAD = """
id = "small"
name = "Small"
family = "house-poker"
jurisdiction = "HOUSE"
rule = "1"
"""


def _game(tmp_path: Path, text: str) -> str:
    path = tmp_path / "small.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


LOW = """
hands.player = { cards = ["player"], ranking = "low_a5" }
hands.dealer = { cards = ["dealer"], ranking = "low_a5", qualifies = "low 8" }
stages = [{ deal = { player = 5, dealer = 5 } }]
wagers.ante = { required = true, against = "dealer", unqualified = "push", rule = "(1)" }
"""


@pytest.mark.parametrize(("dealer", "net"), [("8s 4d 3c 2h Ac", -10), ("9s 4d 3c 2h Ac", 0)])
def test_a_low_hand_qualifies_with_eight_or_lower(tmp_path: Path, dealer: str, net: int) -> None:
    game = _game(tmp_path, LOW)
    assert all_nets(game, seat({"ante": 10}, "9d 8c 7h 6s 5h"), dealer=dealer) == [{"ante": net}]


FOLDS = """
hands.player = { cards = ["player"], ranking = "three_card" }
hands.dealer = { cards = ["dealer"], ranking = "three_card" }
stages = [
  { deal = { player = 3, dealer = 3 } },
  { name = "play", decide = ["fold", { do = "play", bet = ["play"], times = "ante", by = [1, 2, 4] }] },
]
wagers.ante = { required = true, against = "dealer", rule = "(1)" }
wagers.play = { against = "dealer", rule = "(2)" }
wagers.side = { pay_table = "side", survives_fold = true, only_if_played = "play", rule = "(3)" }
[[pay_tables.side]]
odds = "to 1"
rows = { pair = 2 }
"""


@pytest.mark.parametrize(("action", "net"), [("fold", -5), ("play 1x", 10)])
def test_a_wager_with_a_stake_is_lost_unless_the_other_was_made(tmp_path: Path, action: str, net: int) -> None:
    game = _game(tmp_path, FOLDS)
    nets = all_nets(game, seat({"ante": 10, "side": 5}, "9s 9d 2c", action), dealer="Jh 8c 4d")
    assert nets[0]["side"] == net


@pytest.mark.parametrize("action", ["play 4x", "play 2x", "play 5"])
def test_30_1099_26_6_a_follow_up_bet_is_cut_to_the_posted_maximum(tmp_path: Path, action: str) -> None:
    game = _game(tmp_path, FOLDS)
    house = {"limits": {"play": [1, 5]}}
    nets = all_nets(game, seat({"ante": 10}, "9s 9d 2c", action), dealer="Jh 8c 4d", house=house)
    assert nets == [{"ante": 10, "play": 5}]
    live = open_round(convert_round({"game": game, "house": house, "seats": [{"wagers": {"ante": 10}}]}), 1)
    assert not live.over
    assert live.act(0, action).settle().seats[0][1].stake == 500


def test_a_dollar_amount_above_the_posted_maximum_is_refused(tmp_path: Path) -> None:
    game = _game(tmp_path, FOLDS)
    with pytest.raises(RuleError, match="not allowed"):
        all_nets(
            game,
            seat({"ante": 10}, "9s 9d 2c", "play 10"),
            dealer="Jh 8c 4d",
            house={"limits": {"play": [1, 5]}},
        )


def test_limits_of_a_wager_that_does_not_exist_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="no wager 'plya'; allowed: ante, play, side"):
        load_game(_game(tmp_path, FOLDS), {"limits": {"plya": [1, 5]}})


ONE_STAGE = """
hands.player = { cards = ["player"], ranking = "two_card" }
hands.dealer = { cards = ["dealer"], ranking = "two_card" }
stages = [{ deal = { player = 2, dealer = 2 }, decide = ["fold", { do = "play", bet = ["play"], times = "ante" }] }]
wagers.ante = { required = true, against = "dealer", rule = "(1)" }
wagers.play = { against = "dealer", rule = "(2)" }
"""


def test_a_stage_that_deals_and_decides_does_both(tmp_path: Path) -> None:
    game = _game(tmp_path, ONE_STAGE)
    assert all_nets(game, seat({"ante": 10}, "9s 9d", "play"), dealer="Jh 8c") == [{"ante": 10, "play": 10}]
    live = open_round(convert_round({"game": game, "seats": [{"wagers": {"ante": 10}}]}), 1)
    assert [len(pile.cards) for pile in live.visible(0) if pile.seat == 0] == [2]


# -- every word of a wager: one round, arrays, sheet ------------------------------------------------------------------

CARDS = """
hands.player = { cards = ["player"], ranking = "three_card" }
hands.dealer = { cards = ["dealer"], ranking = "three_card", qualifies = "high Q" }
hands.points = { cards = ["player[1-2]"], ranking = "points_high" }
hands.dealer_points = { cards = ["dealer[1-2]"], ranking = "points_high" }
stages = [
  { deal = { player = 3, dealer = 3 } },
  { name = "play", decide = ["fold", { do = "play", bet = ["play"], times = "ante" }] },
]
wagers.ante = { required = true, against = "dealer", unqualified = "1 to 1", rule = "(1)" }
wagers.play = { against = "dealer", unqualified = "push", tie = "1 to 2", rule = "(2)" }
"""
TABLES = """
[[pay_tables.side]]
odds = "to 1"
rows = { "three_of_a_kind" = 30, "straight" = 6, "flush" = 4, "pair" = 1 }
[[pay_tables.best]]
award = "best"
odds = "to 1"
rows = { "pair" = 1, "pair 9+" = 3, "flush" = 2 }
[[pay_tables.margin]]
by = "margin"
keys = [0, 1, 2, 3]
odds = "to 1"
rows = { "other" = [1, 2, 3, 10] }
"""
WORDS = {
    "pay_table": 'pay_table = "side"',
    "against after a table": 'pay_table = "side", against = "dealer"',
    "award": 'pay_table = "best"',
    "at_least": 'at_least = "pair 9"',
    "win": 'against = "dealer", win = "3 to 2", lose = "lose", tie = "2 to 1"',
    "win by a table": 'against = "dealer", win = { pay_table = "side", otherwise = "push" }',
    "win at least": 'against = "dealer", win = { price = "2 to 1", at_least = "pair 2", otherwise = "1 to 1" }',
    "lose by a table": 'against = "dealer", lose = { pay_table = "side", stake = "lost" }',
    "margin": 'against = "dealer", win = { pay_table = "margin", otherwise = "1 to 1" }',
    "unqualified": 'against = "dealer", unqualified = { pay_table = "side", otherwise = "push" }',
    "lost_from": 'hand = "points", against = "dealer_points", tie = { price = "push", lost_from = 12 }',
    "lost_to": 'hand = "points", against = "dealer_points", tie = { price = "push", lost_to = 12 }',
    "lost_from and lost_to": (
        'hand = "points", against = "dealer_points", tie = { price = "push", lost_from = 14, lost_to = 6 }'
    ),
    "one_colour": 'hand = "points", against = "dealer_points", tie = { price = "lose", one_colour = "2 to 1" }',
    "foul": 'pay_table = "side", foul = ["player", "dealer"]',
    "bad_beat": 'against = "dealer", bad_beat = "pair 2", pay_table = "side"',
    "all_win": 'all_win = ["ante", "play"], win = "3 to 1"',
    "shows": 'shows = "pair 9+", win = "3 to 1"',
    "beats": 'beats = [["player", "dealer"], ["points", "dealer_points"]], win = "3 to 1"',
    "most_of": 'most_of = [["player", "dealer"], ["points", "dealer_points"]], win = "3 to 1", tie = "1 to 2"',
    "lost_if": 'against = "dealer", lost_if = { dealer = "pair" }',
    "follows": 'follows = ["play"], win = "2 to 1"',
    "followed": 'follows = ["play"], followed = { win = "push" }',
    "also_pay_table": 'pay_table = "side", also_pay_table = "best"',
    "only_if_played": 'pay_table = "side", only_if_played = "play"',
    "survives_fold": 'pay_table = "side", survives_fold = true',
    "coupon": 'against = "dealer", coupon = true',
    "commission": 'against = "dealer", commission = "rate"',  # with an option of that name
    "paid_on": 'pay_table = "side", paid_on = "ante"',
}


def _rounds(count: int) -> list[tuple[list[int], list[int]]]:
    rng, cards = Random(7), list(deck("52"))
    return [(hand[:3], hand[3:]) for hand in (rng.sample(cards, 6) for _ in range(count))]


@pytest.mark.parametrize("word", WORDS)
def test_one_round_arrays_and_sheet_agree_on_a_word(tmp_path: Path, word: str) -> None:
    """A price in the arrays is a price of one round, and every case that decided stands on the sheet with its rule."""
    option = 'options.rate = { default = 0.05, rule = "(9)" }' if word == "commission" else ""
    game = _game(tmp_path, f'{option}\n{CARDS}\nwagers.side = {{ {WORDS[word]}, rule = "(3)" }}\n{TABLES}')
    plan, dealt = load_plan(game, {}), _rounds(400)
    piles = {
        "player": np.array([own for own, _ in dealt], np.uint8),
        "dealer": np.array([other for _, other in dealt], np.uint8),
    }
    expected = Batch(plan, piles).nets("side")
    staked = not plan.wagers["side"].spec.paid_on
    grid = next(
        grid for section in sheet_of(load_game(game)).sections for grid in section.grids if grid.title[:4] == "Side"
    )
    told = {row[0] for row in grid.rows}
    assert {case.when.text() for case in plan.wagers["side"].cases} <= told
    decided = set()
    for place in range(0, len(dealt), 2):
        pair = dealt[place : place + 2]
        for seats, actions in (([0], ["play"]), ([0], ["fold"])):
            own = [[format_card(card) for card in pair[seat][0]] for seat in seats]
            wagers = {"ante": 100, **({"side": 100} if staked else {})}
            file: dict[str, Any] = {
                "game": game,
                "seats": [{"wagers": wagers, "cards": cards, "actions": actions} for cards in own],
                "dealer": [format_card(card) for card in pair[0][1]],
            }
            lines = settle(convert_round(file)).seats[0]
            net = sum(line.net for line in lines if line.wager == "side")
            if actions == ["play"]:
                assert net == pytest.approx(expected[place] * 10_000, abs=1), (word, pair)
                decided.add(net)
            elif not plan.wagers["side"].spec.survives_fold:
                assert net == (0 if plan.wagers["side"].spec.coupon or not staked else -10_000)
            else:
                assert net == pytest.approx(expected[place] * 10_000, abs=1)
    assert len(decided) > 1, "the rounds reach one result only"


def test_every_wager_before_the_cards_is_offered_with_its_limits(tmp_path: Path) -> None:
    game = _game(tmp_path, FOLDS)
    spots = {spot.name: spot for spot in betting_spots(RoundFile(game, house={"limits": {"side": [1, 25]}}))}
    assert list(spots) == ["ante", "side"]
    assert (spots["side"].least, spots["side"].most, spots["ante"].measure) == (100, 2500, True)


# -- draws, endings, fees, claims, hands of what other hands play, a bank ---------------------------------------------

DRAW = """
hands.player = { cards = ["player"], ranking = "poker" }
hands.dealt = { cards = ["player[1-5]"], ranking = "poker" }
hands.all = { cards = ["player[1-6]"], ranking = "poker" }
stages = [
  { deal = { player = 5 } },
  { name = "show", optional = true, decide = [{ do = "show", having = "pair Q", hand = "dealt", needs = ["first"] }] },
  { name = "draw", decide = [
    { do = "discard", bet = ["draw"], times = "ante", discard = [1, 1] },
    { do = "stand", bet = ["draw"], times = "ante", having = "two_pair" },
    { do = "leave", ends = { ante = "push", fee = "lose" }, below = "pair 2" },
  ] },
  { fill_from = "deck" },
]
wagers.ante = { required = true, at_least = "pair 2", rule = "(1)" }
wagers.draw = { at_least = "pair 2", rule = "(2)" }
wagers.first = { at_least = "pair Q", hand = "dealt", shown_by = "show", rule = "(3)" }
wagers.fee = { fee = true, rule = "(4)" }
wagers.six = { at_least = "pair 2", hand = "all", rule = "(5)" }
"""


@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        ("Qs Qd 8c 5h 3d Kc", "show, discard 3d", {"ante": 10, "draw": 10, "first": 10, "fee": -10, "six": 10}),
        ("Qs Qd 8c 5h 3d Kc", "discard Qs", {"ante": -10, "draw": -10, "first": -10, "fee": -10, "six": 10}),
        ("Qs 9d 8c 5h 3d", "leave", {"ante": 0, "first": -10, "fee": -10}),
    ],
)
def test_discards_are_replaced_from_the_deck_and_hands_end_at_a_price(
    tmp_path: Path, cards: str, actions: str, expected: dict[str, int]
) -> None:
    game = _game(tmp_path, DRAW)
    made = dict.fromkeys((name for name in expected if name != "draw"), 10)
    assert all_nets(game, seat(made, cards, *actions.split(", "))) == [expected]


@pytest.mark.parametrize("action", ["leave", "stand", "discard 3d 5h", "discard 2c"])
def test_a_choice_below_a_hand_or_with_other_cards_is_refused(tmp_path: Path, action: str) -> None:
    with pytest.raises(RuleError):
        all_nets(_game(tmp_path, DRAW), seat({"ante": 10}, "Qs Qd 8c 5h 3d Kc", action))


PLAYED = """
hands.player = { cards = ["player"], ranking = "two_card_agp" }
hands.dealer = { cards = ["dealer"], ranking = "two_card_agp" }
hands.four = { plays_of = ["player", "dealer"], length = 4 }
stages = [{ deal = { player = 4, dealer = 4 } }]
bank = { rule = "(9)" }
wagers.ante = { required = true, against = "dealer", rule = "(1)" }
wagers.four = { pay_table = "four", hand = "four", rule = "(2)" }
[[pay_tables.four]]
odds = "to 1"
rows = { "four_of_a_kind" = 100, "two_pair" = 5 }
"""


def test_30_1099_46_15_a_hand_made_of_the_cards_that_two_hands_play(tmp_path: Path) -> None:
    game = _game(tmp_path, PLAYED)
    wagers = {"ante": 10, "four": 10}
    assert all_nets(game, seat(wagers, "9s 9d Kc 4h"), dealer="Jh Jd 6c 3d") == [{"ante": -10, "four": 50}]
    assert all_nets(game, seat(wagers, "9s Ks 9h 4h"), dealer="9c Jd 4s 4d") == [{"ante": 10, "four": 50}]
    plan, dealt = load_plan(game, {}), _rounds(60)
    rng, cards = Random(3), list(deck("52"))
    hands = [rng.sample(cards, 8) for _ in dealt]
    piles = {
        name: np.array([hand[at : at + 4] for hand in hands], np.uint8) for name, at in (("player", 0), ("dealer", 4))
    }
    nets = Batch(plan, piles).nets("four")
    for hand, net in zip(hands, nets, strict=True):
        own, other = (" ".join(format_card(card) for card in hand[at : at + 4]) for at in (0, 4))
        assert all_nets(game, seat(wagers, own), dealer=other)[0]["four"] == pytest.approx(net * 10)


def test_a_player_dealer_s_bank_runs_out_in_house_poker_too(tmp_path: Path) -> None:
    game = _game(tmp_path, PLAYED)
    betting = {"player_dealer_wager": 30}
    file = convert_round(
        {
            "game": game,
            "seats": [{"wagers": {"ante": 20}, "cards": ["9s", "9d", "Kc", "4h"]}] * 1
            + [{"wagers": {"ante": 20}, "cards": ["8s", "8d", "Kh", "4c"]}],
            "dealer": ["2h", "3d", "5c", "7s"],
            "betting": betting,
        }
    )
    settled = settle(file)
    assert settled.nets() == (2000, 1000)
    assert settled.player_dealer == -3000


WHERE = """
hands.player = { cards = ["player"], ranking = "three_card" }
hands.first = { cards = ["player[1-2]"], held = true, length = 3 }
stages = [
  { deal = { player = 3 } },
  { name = "fourth", decide = [
    { do = "stand", having = "pair 9", forced = true },
    { do = "fold", fold = true, below = "pair 9", forced = true },
    { do = "buy", bet = ["card"], times = "ante", below = "pair 9", needs = ["right"], discard = [1, 1] },
    { do = "buy", bet = ["card"], times = "ante", having = "pair 9", pull = "card", offered = false },
    { do = "declare three of a kind", having = "three_of_a_kind", ends = { ante = "5 to 1" } },
  ] },
  { deal = { player = 1 }, made = "card" },
]
wagers.ante = { required = true, at_least = "pair 9", rule = "(1)" }
wagers.right = { fee = true, rule = "(2)" }
wagers.card = { fee = true, rule = "(3)" }
wagers.side = { pay_table = "side", hand = "first", survives_fold = true, rule = "(4)" }
[[pay_tables.side]]
odds = "to 1"
rows = { pair = 2 }
"""


@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        ("9s 9d 2c", "", {"ante": 10, "right": -10}),  # nothing else may be done: the record need not say it
        ("9s 9d 2c", "stand", {"ante": 10, "right": -10}),
        ("9s 9d 2c", "buy", {"ante": 10, "right": -10, "card": 0}),  # a mistake: no card, the fee goes back
        ("9s 8d 2c", "fold", {"ante": -10, "right": -10}),
        ("9s 8d 2c 9c", "buy 2c", {"ante": 10, "right": -10, "card": -10}),
        ("9s 9d 9c", "declare three of a kind", {"ante": 50, "right": -10}),
        ("9s 9d 9c", "declare three", {"ante": 50, "right": -10}),
    ],
)
def test_forced_choices_mistakes_and_verbs_of_several_words(
    tmp_path: Path, cards: str, actions: str, expected: dict[str, int]
) -> None:
    game = _game(tmp_path, WHERE)
    made = {"ante": 10, "right": 10}
    assert all_nets(game, seat(made, cards, *filter(None, actions.split(", ")))) == [expected]


def test_a_seat_without_another_choice_is_forced_and_mistakes_are_not_offered(tmp_path: Path) -> None:
    game = _game(tmp_path, WHERE)
    assert all_nets(game, seat({"ante": 10}, "9s 8d 2c")) == [{"ante": -10}]
    with pytest.raises(RuleError, match="a decision is missing; legal are fold, buy CARDS"):
        all_nets(game, seat({"ante": 10, "right": 10}, "9s 8d 2c"))
    with pytest.raises(RuleError, match=r"legal are stand$"):
        all_nets(game, seat({"ante": 10, "right": 10}, "9s 9d 2c", "fold"))


@pytest.mark.parametrize(("action", "net"), [("buy 2c", 20), ("buy 8s", -10), ("fold", 20)])
def test_a_hand_of_the_first_cards_that_are_still_held(tmp_path: Path, action: str, net: int) -> None:
    game = _game(tmp_path, WHERE)
    cards = "8s 8d 2c 8c" if action != "fold" else "8s 8d 2c"
    nets = all_nets(game, seat({"ante": 10, "right": 10, "side": 10}, cards, action))
    assert nets[0]["side"] == net
    plan = load_plan(game, {})
    dealt = np.array([[24, 25, 2, 26]], np.uint8)  # 8c 8d 2h 8h
    for held, expected in (([24, 25, 26], 2.0), ([24, 2, 26], -1.0)):
        assert Batch(plan, {"player": dealt}, None, np.array([held], np.uint8)).nets("side")[0] == expected


SETS = """
hands.player = { cards = ["player.kept"], ranking = "two_card" }
hands.dealer = { cards = ["dealer.kept"], ranking = "two_card" }
stages = [
  { deal = { player = 3, dealer = 3 } },
  { name = "keep", decide = [{ do = "keep", parts = { kept = 2 } }] },
  { name = "way", dealer = { parts = { kept = 2 }, rows = [{ prefer = ["high dealer"] }] } },
]
wagers.ante = { required = true, against = "dealer", rule = "(1)" }
"""


def test_parts_of_a_hand_are_set_by_the_seat_and_by_the_house_way(tmp_path: Path) -> None:
    game = _game(tmp_path, SETS)
    player = seat({"ante": 10}, "9s 9d Kc", "keep 9s 9d")
    assert all_nets(game, player, dealer="8h 8c Ad") == [{"ante": 10}], "the two highest cards are kept"
    assert all_nets(game, player, dealer="Th Tc Ad", dealer_set={"keep": ["Th", "Tc"]}) == [{"ante": -10}]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"dealer.kept"', '"dealer.low"'),
        ('rows = [{ prefer = ["high dealer"] }]', 'rows = [{ shows = { dealer = "pair" } }]'),
        ('prefer = ["high dealer"]', 'prefer = ["highest dealer"]'),
        ("dealer = { parts = { kept = 2 }, ", "dealer = { "),
        ("parts = { kept = 2 } }] }", "parts = { kept = 2 }, discard = [1, 1] }] }"),
    ],
)
def test_a_setting_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in SETS
    with pytest.raises(RuleError):
        all_nets(
            _game(tmp_path, SETS.replace(old, new, 1)), seat({"ante": 10}, "9s 9d Kc", "keep 9s 9d"), dealer="8h 8c Ad"
        )
