"""A table in the terminal: one person against automatic players, hand after hand, stacks and button kept."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Protocol

from houseway.play.lines import dollars
from houseway.play.pots.live import STACK, LivePots, open_file
from houseway.play.roundfile import convert_round
from houseway.rules.errors import RuleError

YOU = 0


class Screen(Protocol):
    """What the table needs of a console (rich's Console fits)."""

    def print(self, *objects: Any) -> None: ...

    def input(self, prompt: Any = "") -> str: ...


@dataclass(slots=True)
class Players:
    """Stacks in cents and the button between hands; a player without chips buys in again."""

    stacks: list[int]
    button: int

    def next_hand(self, nets: tuple[int, ...]) -> list[int]:
        """Stacks after a hand, the button moved on; the seats that bought in again."""
        self.stacks = [stack + net for stack, net in zip(self.stacks, nets, strict=True)]
        broke = [seat for seat, stack in enumerate(self.stacks) if stack <= 0]
        for seat in broke:
            self.stacks[seat] = STACK * 100
        self.button = (self.button + 1) % len(self.stacks)
        return broke


def _name(seat: int) -> str:
    return "you" if seat == YOU else f"seat {seat}"


def _show(now: LivePots, screen: Screen) -> None:
    state = now.round
    piles = now.table(YOU)
    boards = "   ".join(" ".join(pile.cards) for pile in piles if pile.seat is None)
    mine = next(pile for pile in piles if pile.seat == YOU)
    others = [
        f"{_name(pile.seat)}: {' '.join(pile.cards)}"
        for pile in piles
        if pile.seat not in (None, YOU) and pile.cards and state.live[pile.seat or 0]
    ]
    street = state.table.rules.spec.streets[state.street].name
    screen.print(
        f"{street}   board: {boards or '-'}   pot: ${dollars(sum(state.paid))}   yours: {' '.join(mine.cards)}"
    )
    if others:
        screen.print("   showing  " + "   ".join(others))


def _your_action(now: LivePots, screen: Screen) -> LivePots | None:
    """The hand after your action; None when you leave."""
    _show(now, screen)
    choices = ", ".join(str(one) for one in now.legal(YOU))
    while True:
        try:
            text = screen.input(f"you have ${dollars(now.round.stacks[YOU])}; {choices}: ").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if text.casefold() in ("q", "quit", "exit"):
            return None
        try:
            return now.act(YOU, text or now.suggest(YOU))
        except RuleError as error:
            screen.print(error.message)


def play_hand(
    now: LivePots, screen: Screen, luck: Random, you: Callable[[LivePots], LivePots | None]
) -> LivePots | None:
    """One hand to its end; None when the person leaves."""
    while not now.over:
        seat = now.turn
        if seat == YOU:
            then = you(now)
            if then is None:
                return None
            now = then
            continue
        # A plain player that now and then does something else, so that it cannot be read.
        action = now.suggest(seat, luck if luck.random() < 0.08 else None)
        screen.print(f"  {_name(seat)}: {action}")
        now = now.act(seat, action)
    return now


def _show_result(now: LivePots, screen: Screen) -> tuple[int, ...]:
    result = now.settle()
    for pile in now.table(YOU):
        where = _name(pile.seat) if pile.seat is not None else "board"
        if pile.cards:
            screen.print(f"  {where}: {' '.join(pile.cards)}")
    for seat, lines in enumerate(result.seats):
        for line in lines:
            screen.print(f"  {_name(seat)}: {line.net / 100:+g}  {line.reason}  ({line.rule})")
    return result.nets()


def play_terminal(
    game: str,
    players: int,
    seed: int | None,
    console: Screen,
    house: dict[str, Any] | None = None,
    hands: int = 0,
) -> int:
    """Play hands of `game` until the person leaves or `hands` are over; the person's win or loss in cents."""
    luck = Random(seed) if seed is not None else SystemRandom()
    table = Players([STACK * 100] * players, players - 1)
    won = 0
    played = 0
    while not hands or played < hands:
        opening = {
            "game": game,
            "house": house or {},
            "seats": [{"stack": dollars(stack)} for stack in table.stacks],
            "betting": {"button": table.button},
        }
        first = open_file(convert_round(opening), luck.getrandbits(32) if seed is not None else None)
        console.print(f"hand {played + 1}: the button is at {_name(table.button)}")
        end = play_hand(first, console, luck, lambda now: _your_action(now, console))
        if end is None:
            break
        nets = _show_result(end, console)
        won += nets[YOU]
        played += 1
        for seat in table.next_hand(nets):
            console.print(f"  {_name(seat)}: buys in again for ${STACK}")
    console.print(f"{played} hands, {won / 100:+g} dollars")
    return won
