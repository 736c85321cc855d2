"""Rounds on places instead of cards go as at the table, and their arrays are settled alike."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.games import house_poker_games

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.odds.house_poker.places import PlacedRound, UnansweredError, actions, begin, ending
from houseway.odds.house_poker.sampled.facing import Counter
from houseway.odds.house_poker.sampled.solve import stops
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.sampled.tree import Effort, act, advance
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.odds.house_poker.wagers import main_wagers
from houseway.play.core.meters import Meters
from houseway.play.core.roundfile import RoundFile
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.play.house_poker.round import Round
from houseway.play.house_poker.settle import Settler, hands_dealt
from houseway.play.house_poker.table import Shoe

ROUNDS = 60
CENTS = 4  # rounded away, one for each wager


def settled_at_the_table(plan: Plan, now: Round) -> float:
    """The net of the main wagers, in cents."""
    (lines,) = Settler(plan, now.seats, now.piles, Meters({}), hands_dealt(plan, 1)).settle()
    main = main_wagers(plan)
    return sum(ruling.line.net for ruling in lines if ruling.line.wager in main)


def replayed(plan: Plan, placed: PlacedRound, shuffled: np.ndarray[Any, Any]) -> Round:
    """A round of places as it goes at the table: the moves that were made, and those that rules leave no choice in."""
    now = Round(RoundFile(plan.game.spec.id), plan, Shoe(tuple(shuffled.tolist())), begin(plan).seats).advance()
    moves = [action for _, action in placed.log]
    while not now.over:
        selecting = next((legal for legal in now.legal(0) if legal.piece == "places"), None)
        move = "select 1 2 3" if selecting else moves.pop(0)
        held = [*placed.seat.cards, *placed.seat.drawn]
        named = {format_card(place): format_card(int(shuffled[place])) for place in held}
        now = now.decide(0, " ".join(named.get(word, word) for word in move.split()))
    assert not moves
    return now


def test_random_rounds_of_every_game_end_as_at_the_table() -> None:
    played = 0
    for game in house_poker_games():
        plan = load_plan(game, {})
        if stops(plan) is not None:
            continue
        valuer, rng = Valuer(plan, Effort(1, 1, (2,)), {}, 1, Counter(plan)), np.random.default_rng(len(game))
        courses = set()
        start, played = begin(plan), played + 1
        for _ in range(ROUNDS):
            shuffled = rng.permutation(deck(plan.game.spec.deck)).astype(np.uint8)
            cards = shuffled[None, :54]
            ((_, _, placed),) = valuer.split(start, cards, advance)
            while not placed.over:
                ((_, placed, moves),) = valuer.split(placed, cards, actions)
                ((_, _, placed),) = valuer.split(placed, cards, partial(act, move=str(rng.choice(moves))))
            real = replayed(plan, placed, shuffled)
            found = Spread(placed, cards, {}, {}).settled(ending(placed))[0, 0] * placed.unit
            assert found == pytest.approx(settled_at_the_table(plan, real), abs=CENTS), (game, real.seats, real.piles)
            courses.add(placed.seat.actions)
        choices = [choice for stage in plan.choices for choice in stage if not choice.spec.ahead]
        assert len(courses) > 1 or not choices, game
    assert played > 40


def test_what_hangs_on_the_cards_is_asked_and_the_answers_are_kept() -> None:
    now = begin(load_plan("casino-war", {}))
    with pytest.raises(UnansweredError) as asked:
        advance(now)
    test = asked.value.test
    assert (test.hand, test.places, test.other, test.other_places) == ("player", (0,), "dealer", (1,))
    assert not advance(now.answered(test, True)).over
    assert advance(now.answered(test, False)).over
