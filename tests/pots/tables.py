"""Small tables for tests: stakes in dollars, cards by name, actions as a record writes them."""

from collections.abc import Sequence
from typing import Any

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import parse_cards
from houseway.families import settle
from houseway.play.core.money import dollars
from houseway.play.core.roundfile import convert_round
from houseway.play.core.settlement import Settlement
from houseway.play.pots.dealing import Deck, Recorded, Source
from houseway.play.pots.engine import Hand, start
from houseway.play.pots.settle import Outcome, outcome
from houseway.play.pots.state import Legal
from houseway.play.pots.table import ENDLESS, Stakes, Table, rules_of
from houseway.play.pots.words import parse_act
from houseway.rules.game import load_game

Log = Sequence[tuple[int, str]]


def cents(amounts: Sequence[float]) -> tuple[int, ...]:
    return tuple(round(amount * 100) for amount in amounts)


def opened(
    game: str,
    seats: int = 3,
    house: dict[str, Any] | None = None,
    stacks: Sequence[float] = (),
    cards: Source | None = None,
    button: int | None = None,
    blinds: Sequence[float] = (1, 2),
    limits: Sequence[float] = (),
    **stakes: Any,
) -> Hand:
    """A hand after its first deal."""
    rules = rules_of(load_game(game, house or {}))
    money = {key: round(value * 100) for key, value in stakes.items() if key in ("ante", "bring_in", "most", "carried")}
    extra = tuple((seat, round(amount * 100)) for seat, amount in stakes.get("extra", ()))
    chip = round(stakes.get("chip", 1) * 100)
    small, big = cents(limits) if limits else (cents(blinds)[-1] if blinds else chip, 0)
    table = Table(
        rules,
        Stakes(blinds=cents(blinds), small=small, big=big, extra=extra, chip=chip, **money),
        cents(stacks) if stacks else (ENDLESS,) * seats,
        (len(stacks) or seats) - 1 if button is None else button,
        seed=7,
    )
    return start(table, cards or Deck(tuple(shuffled(deck(rules.spec.deck), 1))))


def shown(own: Sequence[str], *boards: str) -> Recorded:
    """Recorded cards: `Ah Kh` for each seat, then the boards."""
    seats = tuple(parse_cards(cards.split()) for cards in own)
    return Recorded(seats, tuple(parse_cards(board.split()) for board in boards) or ((),))


def acted(state: Hand, log: Log) -> Hand:
    for seat, text in log:
        state = state.after(seat, parse_act(state, seat, text, "action"))
    return state


def _bounds(legal: Legal) -> str:
    """A legal action with its bounds, in dollars or cards."""
    if not legal.most:
        return legal.verb
    if legal.verb in ("discard", "declare"):
        return f"{legal.verb} {legal.least} to {legal.most} cards"
    to = " to" if legal.verb in ("raise", "complete") else ""
    span = f"{dollars(legal.least)}" if legal.least == legal.most else f"{dollars(legal.least)}..{dollars(legal.most)}"
    return f"{legal.verb}{to} {span}"


def legal(state: Hand) -> list[str]:
    """What the seat in turn may do, as text."""
    return [_bounds(choice) for choice in state.moves(state.turn)]


def nets(state: Hand) -> list[float]:
    return [net / 100 for net in outcome(state).net]


def result(state: Hand) -> Outcome:
    return outcome(state)


def settled(**file: Any) -> Settlement:
    return settle(convert_round(file))


def replayed(state: Hand) -> Hand:
    """The round that the events of another lead to, from its table and cards."""
    again = start(state.table, state.source)
    for seat, act in state.events:
        again = again.after(seat, act)
    return again
