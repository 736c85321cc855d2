"""Wagers that depend on other seats: arrays of rounds against the table's own settlement, and against their price."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.games import house_poker_games

from houseway.cards.text import parse_card
from houseway.families import betting_spots, price
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.seats import envy_of, seats_of
from houseway.odds.house_poker.simulate import Rounds
from houseway.odds.house_poker.wagers import is_known, side_wagers
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.play.house_poker.round import Round, open_file
from houseway.rules.errors import RuleError
from houseway.simulation import Run, simulate

ROUNDS = 120


def on_others(plan: Plan) -> list[str]:
    """The wagers that look at other seats."""
    names = [n for n in side_wagers(plan) if plan.wagers[n].spec.best_of or plan.wagers[n].pays_envy]
    return [n for n in names if plan.wagers[n].spec.best_of or plan.wagers[n].spec.envy is not None]


def games() -> list[str]:
    return [name for name in house_poker_games() if on_others(load_plan(name, {})) and is_known(load_plan(name, {}))]


def played(game: str, seats: int, seed: int, rng: Random) -> Round:
    """A round of several seats with the same wagers and random actions."""
    spots = betting_spots(RoundFile(game=game))
    wagers = choose_wagers(spots)
    for name in on_others(load_plan(game, {})):
        spec = load_plan(game, {}).wagers[name].spec
        wagers[name] = spec.stakes[0] if spec.stakes else 1 if spec.meter else 5
    places = [SeatFile(wagers=dict(wagers)) for _ in range(seats)]
    now = open_file(RoundFile(game=game, seats=places, meters=shown_meters(spots, [wagers] * seats)), seed)
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn, rng))
    return now


def rounds_of(now: Round) -> list[Rounds]:
    """Every seat of the round as arrays of one."""
    found = []
    for seat in now.seats:
        piles = {"player": seat.held(), **now.piles.cards}
        arrays = {name: np.array([cards], np.uint8) for name, cards in piles.items()}
        one = Rounds(now.plan, Batch(now.plan, arrays, now.opening.meters), {})
        one.stakes = {name: np.array([float(stake)]) for name, stake in seat.wagers.items()}
        one.folded[:], one.out[:] = seat.folded, seat.out
        one.closed = {name: np.array([ended.net / seat.wagers[name]]) for name, ended in seat.closed.items()}
        found.append(one)
    return found


@pytest.mark.parametrize("game", games())
def test_other_seats_count_as_at_the_table(game: str) -> None:
    rng, plan = Random(game), load_plan(game, {})
    least = seats_of(plan, on_others(plan), 0)
    paid = 0
    for seed in range(ROUNDS):
        now = played(game, rng.randint(least, min(plan.game.spec.seats, 6)), seed, rng)
        first, *others = rounds_of(now)
        first.others = others
        lines = now.settle().seats[0]
        for name in on_others(plan):
            words = plan.wagers[name].spec
            envy = words.envy.pays_as if words.envy else ""
            net = sum(line.net for line in lines if line.wager == name)
            if envy and sum(plan.wagers[n].spec.envy is not None for n in on_others(plan)) == 1:
                net += sum(line.net for line in lines if line.wager == envy)
            elif envy:
                continue  # one line for the envy of two wagers
            assert first.net(name)[1][0] == pytest.approx(net, abs=2), (seed, name, lines)
            paid += net > 0
    assert paid > 0


@pytest.mark.parametrize(("game", "seats"), [("three-card-poker", 5), ("mississippi-stud", 0)])
def test_the_best_hand_of_the_table_comes_out_as_priced(game: str, seats: int) -> None:
    plan = load_plan(game, {})
    name = next(name for name in on_others(plan) if plan.wagers[name].spec.best_of)
    found = simulate(Setup(game, strategy="simple", sides=(name,), seed=4, seats=seats), Run(200_000))
    dealt = seats_of(plan, (name,), seats)
    hands = dealt + (plan.game.spec.hands_counted == "players_and_dealer")
    listed = price(Question(game)).report.side_bets
    exact = listed.get(f"{name} ({hands} hands)", listed[name])
    error = (exact.std_dev**2 / 200_000 + (exact.standard_error or 0.0) ** 2) ** 0.5
    assert abs(found.wagers[name].mean + exact.house_edge) < 4 * error
    assert (f"{dealt} seats" in " ".join(found.notes)) == (dealt > 1)


def test_30_2118_13_f_i_c_no_envy_for_a_hand_that_earns_it() -> None:
    name = "five_card_linked_progressive"
    plan = load_plan("deuces-wild-xtreme", {"pay_tables": {name: "PT-BJS-5CL-E01"}})
    spare = np.array([[parse_card("3c")]], np.uint8)
    piles = [
        {"player": np.array([[parse_card(card) for card in text.split()]], np.uint8), "joker_replacement": spare}
        for text in ("As Ks Qs Js Ts", "5h 6h 7h 8h 9h", "Jd 9s 7d 6d 4c")
    ]
    hands = [(Batch(plan, one), np.array([True])) for one in piles]
    for own, sums in ((0, 0.0), (1, 0.0), (2, 1000.0)):
        others = [hand for place, hand in enumerate(hands) if place != own]
        assert np.all(envy_of(plan, name, hands[own], *others) == sums)


def test_only_the_highest_hand_brings_envy_and_ones_own_counts_too(tmp_path: Path) -> None:
    name = "five_card_linked_progressive"
    path = tmp_path / "highest.toml"
    path.write_text(
        'extends = "deuces-wild-xtreme"\nid = "highest"\nname = "Highest"\njurisdiction = "HOUSE"\nrule = "1"\n'
        f"sets = {{ 'wagers.{name}.envy.not_to_holders' = false }}\n"
    )
    texts = ("As Ks Qs Js Ts", "5h 6h 7h 8h 9h", "4c 5c 6c 7c 8c", "Jd 9s 7d 6d 4c")
    plan = load_plan(str(path), {"pay_tables": {name: "PT-BJS-5CL-E01"}})
    spare = np.array([[parse_card("3c")]], np.uint8)
    for held, sums in (((0, 1, 3), (0, 1000, 1000)), ((1, 2, 3), (0, 300, 300)), ((2, 3), (0, 300))):
        cards = [[parse_card(card) for card in texts[place].split()] for place in held]
        piles = [{"player": np.array([hand], np.uint8), "joker_replacement": spare} for hand in cards]
        hands = [(Batch(plan, one), np.array([True])) for one in piles]
        for seat, due in enumerate(sums):
            others = [hand for place, hand in enumerate(hands) if place != seat]
            assert np.all(envy_of(plan, name, hands[seat], *others) == due), (held, seat)


def test_seats_that_cannot_be_are_refused() -> None:
    with pytest.raises(RuleError, match="7 seats at most"):
        simulate(Setup("three-card-poker", seats=9), Run(10))
    with pytest.raises(RuleError, match="one at a time"):
        simulate(Setup("vegas-double-action", strategy="simple", seats=2), Run(10))
    with pytest.raises(RuleError, match="do not touch each other"):
        simulate(Setup("blackjack", seats=2), Run(10))
