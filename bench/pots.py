"""Six-player no-limit hold'em, checked and called to the showdown: our hands a second beside PokerKit's."""

import random
import sys
from collections.abc import Callable
from time import perf_counter

from pokerkit import Automation, NoLimitTexasHoldem

from houseway.cards.decks import deck
from houseway.play.pots.dealing import Deck
from houseway.play.pots.engine import start
from houseway.play.pots.settle import outcome
from houseway.play.pots.state import Act
from houseway.play.pots.table import Stakes, Table, rules_of
from houseway.rules.game import load_game

SEATS = 6
STACK = 20_000
REQUIRED = 50
ROUNDS = 5

RULES = rules_of(load_game("texas-holdem"))
STAKES = Stakes(blinds=(100, 200), small=200)
CHECK, CALL = Act("check"), Act("call")
LUCK = random.Random(1)


def ours() -> None:
    """One hand through the engine that settles round files: every action is checked, every state is a value."""
    cards = list(deck("52"))
    LUCK.shuffle(cards)
    state = start(Table(RULES, STAKES, (STACK,) * SEATS, SEATS - 1), Deck(tuple(cards)))
    while not state.over:
        seat = state.turn
        state = state.after(seat, CALL if state.level > state.bets[seat] else CHECK)
    outcome(state)


def theirs() -> None:
    """The same hand by PokerKit, everything but the players' actions automated."""
    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (100, 200), 200, (STACK,) * SEATS, SEATS)
    while state.status:
        state.check_or_call()


def rate(play: Callable[[], None], hands: int) -> float:
    begin = perf_counter()
    for _ in range(hands):
        play()
    return hands / (perf_counter() - begin)


def main() -> int:
    for play in (ours, theirs):
        play()
    pairs = [(rate(ours, 1000), rate(theirs, 40)) for _ in range(ROUNDS)]  # turn about, so that load hits both
    best_ours, best_theirs = (max(side) for side in zip(*pairs, strict=True))
    times = best_ours / best_theirs
    print(f"houseway  {best_ours:9,.0f} hands/s")
    print(f"PokerKit  {best_theirs:9,.0f} hands/s")
    print(f"{times:.0f} times PokerKit (at least {REQUIRED} required)")
    return 0 if times >= REQUIRED else 1


if __name__ == "__main__":
    sys.exit(main())
