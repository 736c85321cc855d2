"""Rounds of the simulation against the engine that plays and settles them at the table, card by card."""

import numpy as np
import pytest

from houseway.odds.blackjack import rounds as kernel
from houseway.odds.blackjack.hands import ACTIONS
from houseway.odds.blackjack.rounds import MOST_FREE, NET, STAKED, Tables
from houseway.odds.blackjack.simulate import shoe_cards, solve_plan, tables_of
from houseway.odds.blackjack.values import ACE, card_of
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.plan import load_plan
from houseway.play.blackjack.round import OFFER, PLAY, Round
from houseway.play.blackjack.settling import settle_round
from houseway.play.blackjack.table import Hand, Seat, Shoe
from houseway.play.blackjack.totals import card_value, total

_UNIT = 1000


def _values(hand: Hand) -> list[int]:
    return [card_value(card) - 1 for card in hand.cards]


def _offered(now: Round, tables: Tables, up: int) -> str:
    """What the tables say before the look."""
    verbs = [one.verb for one in now.legal(0)]
    for spot, hand in enumerate(now.seats[0].hands):
        prefix = f"hand_{spot + 1} " if len(now.plan.mains) > 1 else ""
        if tables.choices[1] == 2 and hand.is_natural() and f"{prefix}even money" in verbs:
            return f"{prefix}even money"
        if f"{prefix}surrender" in verbs and not hand.is_natural():
            values = _values(hand)
            count, soft = total(hand.cards)
            pair = values[0] == values[1]
            if tables.early_pair[values[0], up] if pair else tables.early[int(soft), count, up]:
                return f"{prefix}surrender"
    return "pass"


def _action(now: Round, tables: Tables, up: int) -> str:
    seat = now.seats[0]
    if now.stage == OFFER:
        return _offered(now, tables, up)
    if now.stage != PLAY:
        return "pass"
    if "switch" in [one.verb for one in now.legal(0)]:
        if seat.even_money:
            return "decline switch"  # a hand paid at once is not changed any more
        dealt = np.array([_values(hand) for hand in seat.hands])
        return "switch" if kernel._switches(dealt, up, tables.switch_worth) else "decline switch"
    hand = seat.hands[now.active]
    values = _values(hand)
    verbs = {one.verb.split("hand_")[-1].lstrip("0123456789 ") for one in now.legal(0)}
    if len(values) == 2 and values[0] == values[1] and tables.split[values[0], up] and "split" in verbs:
        return "split free" if tables.free[values[0]] else "split"
    context = 0
    if hand.split:
        context = (3 if values[0] == ACE else 1) + ("1" in hand.path)
    count, soft = total(hand.cards)
    table = tables.first if len(values) == 2 else tables.more
    return ACTIONS[table[context, int(soft), count, up]]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("blackjack", {"decks": 1}),
        ("blackjack", {"surrender": "early", "blackjack_pays": "6 to 5", "hole_card": "none", "split_hands": 2}),
        ("blackjack", {"hole_card": "no peek", "dealer_natural_takes": "initial", "surrender": "late"}),
        ("free-bet-blackjack", {}),
        ("pure-21-5-blackjack-6-to-5", {"decks": 1}),
        ("stadium-blackjack", {"double_cards": "any"}),
        ("blackjack-switch", {"dealer_22": "pushes switched blackjack"}),
    ],
)
def test_a_simulated_round_is_settled_as_at_the_table(game: str, options: dict[str, object]) -> None:
    plan = load_plan(game, options)
    tables = tables_of(solve_plan(plan), fresh=True)
    cards = shoe_cards(plan)
    compared = 0
    for number in range(500):
        start = np.uint64(stream(5, number))
        sums, free = np.zeros(4), np.zeros((2, MOST_FREE), np.int64)
        kernel.play_rounds(1, start, cards, tables, sums, free)
        shoe, place, counter = cards.copy(), np.zeros(1, np.int64), np.full(1, start)
        drawn = tuple(card_of(kernel._draw(shoe, place, counter)) for _ in range(45))
        spots = int(tables.numbers[kernel.SPOTS])
        seat = Seat(dict.fromkeys(plan.mains[:spots], _UNIT))
        now = Round(plan, Shoe(drawn), (seat,)).opened()
        up = card_value(now.dealer[0]) - 1
        while not now.over:
            now = now.act(0, _action(now, tables, up))
        hands = now.seats[0].hands
        if any(sum(hand.spot == spot for hand in hands) > 2 for spot in range(spots)):
            continue  # the table plays a hand before it splits the next, so that the cards fall otherwise
        lines, _ = settle_round(now, {}, {})
        assert sums[NET] == pytest.approx(sum(line.net for line in lines[0]) / _UNIT), (number, hands, now.dealer)
        assert sums[STAKED] == pytest.approx(sum(line.stake for line in lines[0]) / _UNIT)
        compared += 1
    assert compared > 420
