"""Blackjack live: legal actions only, money conserved, the round file tells the same round, and the shoe goes on."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.families import betting_spots, settle_json
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.blackjack.live import deal_from, open_file
from houseway.play.blackjack.plan import load_plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.shared import SharedRounds
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two
from houseway.play.core.roundfile import RoundFile, SeatFile, as_json, convert_round
from houseway.play.core.shoe import burned, fresh_shoe
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAMES = [
    "blackjack",
    "21-plus-3",
    "trilux-blackjack",
    "free-bet-blackjack",
    "ride-free",
    "blackjack-switch",
    "pure-21-5-blackjack-6-to-5",
    "pure-21-5-blackjack-3-to-2",
    "ca-buster-blackjack-bonus",
    "red-flex-bonus",
    "golden-21-poker",
    "straight-jack",
    "straight-jack-progressive",
    "buffalo-blackjack-bonus-2",
    "buffalo-blackjack-bonus-3",
    "extreme-21",
    "big-3",
    "bust-the-house",
]
SHARED = ["stadium-blackjack", "multi-hand-blackjack"]


def any_house(game: str, rng: Random) -> dict[str, Any]:
    """Any choices of the house; the number of decks stays the table's own, and no fees are due."""
    spec = load_game(game).spec
    house: dict[str, Any] = {
        name: rng.choice(option.choices)
        for name, option in spec.options.items()
        if option.choices and name not in ("decks", "collection_option") and rng.random() < 0.3
    }
    tables = {
        name: rng.choice([one for block in blocks for one in block.ids]) for name, blocks in spec.pay_tables.items()
    }
    return {**house, **({"pay_tables": tables} if tables else {})}


def opening(game: str, rng: Random) -> RoundFile:
    house = any_house(game, rng)
    spots = betting_spots(convert_round({"game": game, "house": house}))
    wagers = [choose_wagers(spots, rng=rng) for _ in range(rng.randint(1, 4))]
    banked = {"betting": {"player_dealer_wager": rng.randint(1, 300)}} if load_game(game).spec.bank else {}
    meters = shown_meters(spots, wagers)
    return convert_round(
        {"game": game, "house": house, "seats": [{"wagers": w} for w in wagers], "meters": meters} | banked
    )


def played(now: Round | SharedRounds, rng: Random, seats: int) -> Round | SharedRounds:
    while not now.over:
        seat = now.turn
        assert all(not now.legal(other) for other in range(seats) if other != seat)
        now = now.act(seat, now.suggest(seat, rng if rng.random() < 0.9 else None))
    return now


@pytest.mark.parametrize("game", [*GAMES, *SHARED])
@given(seed=st.integers(0, 10**9))
def test_a_live_round_and_its_round_file_settle_alike(game: str, seed: int) -> None:
    rng = Random(seed)
    file = opening(game, rng)
    now = played(open_file(file, seed), rng, len(file.seats))
    settled = as_json(now.settle(), by_wager=True)
    assert settle_json(json.dumps(now.round_file())) == settled
    for index, seat in enumerate(now.settle().seats):
        assert sum(line.stake for line in seat) == now.staked(index)
    if "player_dealer" in settled:
        assert settled["player_dealer"] == pytest.approx(settled["house"])
        assert abs(settled["player_dealer"]) <= file.betting["player_dealer_wager"]


@pytest.mark.parametrize("game", [*GAMES, *SHARED])
@given(seed=st.integers(0, 10**9))
def test_an_action_that_is_not_legal_is_refused_and_every_legal_one_is_taken(game: str, seed: int) -> None:
    rng = Random(seed)
    now = open_file(opening(game, rng), seed)
    if now.over:
        return
    for action in ("fold", "raise 3x", "", "hand_9 hit", "bet blackjack 5", "insurance x", "double 0"):
        with pytest.raises(RuleError):
            now.act(now.turn, action)
    for legal in now.legal(now.turn):
        for text in legal.examples():
            now.act(now.turn, text.replace("AMOUNT", "5"))


@given(seed=st.integers(0, 10**9))
def test_the_dealer_draws_by_the_rule_and_not_beyond_need(seed: int) -> None:
    rng = Random(seed)
    file = opening("blackjack", rng)
    now = played(open_file(file, seed), rng, len(file.seats))
    assert isinstance(now, Round)
    dealer = now.dealer
    soft = now.plan.spec.dealer.hits_soft_17
    assert all(dealer_hits(dealer[:count], soft) for count in range(2, len(dealer)))
    live = any(
        not hand.bust and not hand.surrendered and not is_21_in_two(hand.cards)
        for seat in now.seats
        for hand in seat.hands
    )
    if live:
        assert is_21_in_two(dealer) or not dealer_hits(dealer, soft)


def test_dealing_3_the_first_card_of_a_shoe_tells_how_many_are_burned() -> None:
    plan = load_plan("pure-21-5-blackjack-6-to-5", {})
    six_of_diamonds, ten_of_hearts, ace, king = 17, 34, 48, 44
    assert [burned(plan.spec.shoe, card) for card in (six_of_diamonds, ten_of_hearts, ace, king)] == [7, 11, 2, 11]
    assert burned(load_plan("blackjack", {}).spec.shoe, king) == 1


def test_a_shoe_goes_on_until_the_cut_card_and_no_card_comes_twice() -> None:
    file = convert_round({"game": "blackjack", "house": {"decks": 2}, "seats": [{"wagers": {"blackjack": 10}}] * 3})
    plan = load_plan("blackjack", {"decks": 2})
    shoe = fresh_shoe(plan.spec.deck, plan.spec.shoe, 7)
    assert (shoe.used, shoe.cut, len(shoe.cards)) == (1, 78, 104)
    rng, seen = Random(7), list(shoe.cards[:1])
    while not shoe.shuffle_due:
        now = played(deal_from(shoe, file), rng, 3)
        assert isinstance(now, Round)
        seen += [card for seat in now.seats for hand in seat.hands for card in hand.cards] + [*now.dealer]
        shoe = now.shoe_after()
    assert sorted(seen) == sorted(shoe.cards[: shoe.used])


def test_30_2114_7_passing_before_play_leaves_the_bust_wager_open_until_the_dealer_plays() -> None:
    opening = RoundFile("buffalo-blackjack-bonus-3", seats=[SeatFile(wagers={"blackjack": 10})])
    for seed in range(40):
        now = open_file(opening, seed)
        if now.over or now.suggest(0) != "pass":
            continue
        now = now.act(0, "pass")
        while not now.over and "stand" in [one.verb for one in now.legal(0)]:
            now = now.act(0, "stand")
        if not now.over:
            assert "bust_bonus" in [one.wager for one in now.legal(0)], seed
            assert now.act(0, "bet bust_bonus 5").stakes(0)["bust_bonus"] == 500
            assert now.act(0, "pass").over
            return
    raise AssertionError("no seed came to the moment before the dealer plays")
