"""A hand of player-banked poker as a value: `legal`, `act`, `settle`; the same events give the same round."""

from collections.abc import Iterable

from msgspec.structs import replace

from houseway.play.core.settlement import Settlement
from houseway.play.pots.betting import bet_act, legal_bets
from houseway.play.pots.dealing import Source
from houseway.play.pots.drawing import discard_act, legal_discards
from houseway.play.pots.rulings import FLOOR, apply_ruling
from houseway.play.pots.settle import Take, outcome, settlement
from houseway.play.pots.state import Act, Legal, State, contested
from houseway.play.pots.streets import advanced, betting_open, check_extra, posted
from houseway.play.pots.table import Table
from houseway.rules.errors import RuleError

_RULINGS = frozenset(FLOOR)
TABLE = -1  # events of the dealer or the floor, not of a seat


class Round(State, frozen=True):
    """One hand. Every method gives an answer or a new round; none changes this one."""

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int:
        """The seat to act; -1 when the hand is over."""
        return self.queue[0] if self.queue else -1

    def legal(self, seat: int) -> list[Legal]:
        """What the seat may do now; nothing when it is not its turn."""
        if not self.queue or self.queue[0] != seat:
            return []
        return legal_bets(self, seat) if self.phase == "bet" else legal_discards(self, seat)

    def act(self, seat: int, act: Act) -> "Round":
        """The round after the seat's action, or the floor's ruling, dealt on to the next decision."""
        if act.verb in _RULINGS:
            state = apply_ruling(self, seat, act)
        else:
            if self.phase == "over":
                raise RuleError("the hand is over", "action")
            if self.queue[0] != seat:
                raise RuleError(f"it is the turn of seat {self.queue[0]}, not of seat {seat}", "action")
            state = bet_act(self, seat, act) if self.phase == "bet" else discard_act(self, seat, act)
        return onward(replace(state, events=self.events + ((seat, act),)))

    def settle(self, take: Take | None = None) -> Settlement:
        """The settled hand; `take` overrides the rakes that the house posted."""
        return settlement(self, outcome(self, take))


def onward(state: Round) -> Round:
    """On to the next decision once nobody has to act on this street."""
    if state.phase == "over":
        return state
    if contested(state):
        if state.queue:
            return state
        if state.phase == "discard":
            state = betting_open(state)
            if state.queue:
                return state
        if state.street == 0 and state.table.rules.betting.openers and not state.level:
            return replace(state, phase="over", ending="passed")
    return advanced(state)


def start(table: Table, source: Source) -> Round:
    """The hand after the forced bets and the first cards."""
    check_extra(table)
    seats = len(table.stacks)
    none = (0,) * seats
    boards: tuple[tuple[int, ...], ...] = ((),) * table.rules.spec.boards
    hands: tuple[tuple[int, ...], ...] = ((),) * seats
    state = Round(table, source, table.stacks, none, none, (True,) * seats, hands, boards, hands)
    return advanced(posted(state))


def replay(table: Table, source: Source, events: Iterable[tuple[int, Act]]) -> Round:
    """The round that these events lead to."""
    state = start(table, source)
    for seat, act in events:
        state = state.act(seat, act)
    return state
