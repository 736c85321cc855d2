"""Rounds by kind: the same betting and winners make the same chips, so each kind is settled once, by the table.

A kind is a number: how the betting ended, then for each part of the pot and board the seats with the best hand and
whether it qualifies, then the seats with a beaten hand that a jackpot pays.
"""

from dataclasses import dataclass, field
from functools import cached_property

from msgspec.structs import replace

from houseway.hands.ranking import RANKINGS
from houseway.odds.arrays import Cards, Ints
from houseway.odds.pots.table import Place
from houseway.odds.pots.values import beaten, claim, seat_values
from houseway.odds.pots.walk import Walk
from houseway.play.pots.engine import Hand
from houseway.play.pots.settle import Outcome, outcome
from houseway.play.pots.side_wagers import settle_side_wagers
from houseway.rules.patterns import least_value


@dataclass(frozen=True)
class Rounds:
    """Finished rounds: cards of shape (rounds, seats, k) and (rounds, boards, b), and the betting's end of each."""

    own: Cards
    boards: Cards
    ends: Ints


@dataclass(frozen=True)
class Kind:
    """The chips of a kind of round, in cents."""

    staked: tuple[int, ...]
    net: tuple[int, ...]
    pot: int
    rake: int
    jackpot_rake: int
    carried: int
    shares: dict[str, int]  # of the pot by part, and board where there are several
    tied: frozenset[str]
    scooped: bool  # one seat alone has every part
    shown: bool
    jackpot: tuple[int, ...]  # the bad-beat wager by seat
    winners: int  # of the main pot, as bits; all seats where none was awarded
    alone: bool


@dataclass
class Kinds:
    """The kinds met so far."""

    place: Place
    walk: Walk
    _settled: dict[tuple[int, int], Kind] = field(default_factory=dict)

    @cached_property
    def parts(self) -> list[tuple[str, int]]:
        """Hands and boards that the pot is divided by."""
        spec = self.place.spec
        return [(name, board) for board in range(spec.boards) for name in spec.award.parts]

    def label(self, hand: str, board: int) -> str:
        return hand if self.place.spec.boards == 1 else f"{hand} on board {board + 1}"

    def name(self, rounds: Rounds) -> tuple[Ints, Ints]:
        """The kind of each round, and what the first part's hands are worth."""
        spec = self.place.spec
        seats = rounds.own.shape[1]
        live = self.walk.lives(rounds.ends)
        kinds = rounds.ends.copy()
        first: Ints | None = None
        for hand, board in self.parts:
            values = seat_values(spec.hands[hand], rounds.own, rounds.boards[:, board])
            winners, good = claim(spec.hands[hand], values, live)
            kinds = (kinds << seats | winners) << 1 | good
            first = values if first is None else first
        assert first is not None
        if spec.bad_beat is not None:
            least = least_value(spec.bad_beat.beaten, RANKINGS[spec.hands["high"].ranking])
            kinds = kinds << seats | beaten(first, live, least)
        return kinds, first

    def settled(self, kind: int, carried: int, rounds: Rounds, row: int) -> Kind:
        """The chips of a kind when a pot was left behind; `row` is a round of that kind."""
        known = self._settled.get((kind, carried))
        if known is None:
            known = self._settle(self._finished(rounds, row, carried))
            self._settled[kind, carried] = known
        return known

    def _finished(self, rounds: Rounds, row: int, carried: int) -> Hand:
        end = self.walk.states[int(rounds.ends[row])]
        hole = tuple(tuple(hand) for hand in rounds.own[row].tolist())
        boards = tuple(tuple(board) for board in rounds.boards[row].tolist())
        state = replace(end, hole=hole, boards=boards)
        if not carried:
            return state
        table = state.table
        stakes = replace(table.stakes, carried=carried)
        return replace(state, table=type(table)(table.rules, stakes, table.stacks, table.button, table.seed))

    def _settle(self, state: Hand) -> Kind:
        end = outcome(state)
        seats = len(state.paid)
        back, amount = end.returned
        staked = tuple(put - (amount if seat == back else 0) for seat, put in enumerate(state.paid))
        shares: dict[str, int] = {}
        tied = set()
        for part in end.parts:
            name = self.label(part.hand, part.board)
            shares[name] = shares.get(name, 0) + part.amount
            if len(part.winners) > 1:
                tied.add(name)
        takers = {part.winners for part in end.parts}
        several = len(self.parts) > 1 and bool(end.parts)
        winners, alone = self._main(state, end)
        return Kind(
            staked, end.net, sum(pot.amount for pot in end.pots), end.take.rake, end.take.jackpot_rake, end.carried,
            shares, frozenset(tied), several and len(takers) == 1 and len(next(iter(takers))) == 1, bool(end.parts),
            self._jackpot(state, end, seats), winners, alone,
        )  # fmt: skip

    def _main(self, state: Hand, end: Outcome) -> tuple[int, bool]:
        """Who took the main pot: by hands, or as the last seat."""
        main = next((part for part in end.parts if part.pot == 0), None)
        if state.ending:
            return (1 << len(state.paid)) - 1, False
        winners = main.winners if main else (state.live.index(True),)
        return sum(1 << seat for seat in winners), len(winners) == 1

    def _jackpot(self, state: Hand, end: Outcome, seats: int) -> tuple[int, ...]:
        words = self.place.spec.bad_beat
        if words is None:
            return (0,) * seats
        found = settle_side_wagers(self.place.opening, state, end)[0]
        return tuple(sum(one.line.net for one in own if one.line.wager == words.wager) for own in found)
