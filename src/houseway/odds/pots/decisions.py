"""What seats do on a street as bits of whole arrays: stay at the least cost, or as the rules of a strategy file say."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cmp_to_key

import msgspec
import numpy as np

from houseway.hands.ranking import RANKINGS, Ranking
from houseway.odds.arrays import Cards, Ints
from houseway.odds.pots.table import Place
from houseway.odds.pots.values import seat_values
from houseway.play.pots.engine import leader
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value
from houseway.rules.pots import PotHand

SIMPLE = "simple"
MOVES = ("stay", "fold", "bet")
_FEW = {2: "two_card", 3: "three_card", 4: "four_card"}  # hands that are not yet five cards
_BY_BOARD = ("high_board", "low_board")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With this hand or better, this move; the first rule that holds counts. A seat folds only when it faces a bet."""

    do: str
    having: str = ""  # e.g. `pair 8`, `low 8`; empty: always
    hand: str = ""  # a hand of the game's file; empty: the first that the pot is awarded to
    seats: tuple[int, ...] = ()  # from 1, left of the button; empty: all


@dataclass(frozen=True)
class Decision:
    """Seats that fold to a bet and seats that open, as bits."""

    folds: Ints
    bets: Ints


@dataclass(frozen=True)
class _Compiled:
    do: str
    bits: int
    value: Callable[[Cards, Cards], Ints] | None
    least: int


@dataclass(frozen=True)
class Policy:
    """A strategy by street; a street without rules is stayed in."""

    name: str
    place: Place
    rules: dict[int, tuple[_Compiled, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Every seat always stays, and nobody's cards decide whether there is a bet."""
        return not self.rules and not self._opens

    @property
    def _opens(self) -> bool:
        table = self.place.table
        return bool(table.rules.betting.openers) and not table.stakes.blinds

    def decide(self, street: int, own: Cards, board: Cards) -> Decision:
        """What the seats do whose cards these are, shapes (rounds, seats, k) and (rounds, b)."""
        rounds, seats, _ = own.shape
        folds, bets = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        weights = np.int64(1) << np.arange(seats, dtype=np.int64)
        able: Ints | int = -1
        if street == 0 and self._opens:
            high = self.place.spec.hands["high"]
            least = least_value(self.place.table.rules.betting.openers, RANKINGS[high.ranking])
            bets = able = (seat_values(high, own, board) >= least) @ weights
        undecided = np.full(rounds, (1 << seats) - 1, np.int64)
        for rule in self.rules.get(street, ()):
            held = (rule.value(own, board) >= rule.least) @ weights if rule.value else undecided
            now = held & rule.bits & undecided
            undecided = undecided & ~now
            if rule.do == "fold":
                folds, bets = folds | now, bets & ~now
            elif rule.do == "bet":
                bets = bets | now & able
        return Decision(folds, bets)

    def leads(self, street: int, own: Cards) -> Ints:
        """The seat that its up card puts first on the first street, where the file asks for it; 0 elsewhere."""
        bet = self.place.spec.streets[street].bet
        if street or bet is None or bet.first not in ("low_card", "high_card"):
            return np.zeros(len(own), np.int64)
        shown = [place for place in range(self.place.dealt[0].own) if self.place.table.rules.up[place]]

        def compare(one: int, two: int) -> int:
            first = leader(bet.first, (0, 1), lambda seat: ((one,), (two,))[seat])
            return -1 if first == 0 else 1

        ranks = np.zeros(256, np.int64)
        for rank, card in enumerate(sorted(self.place.deck, key=cmp_to_key(compare))):
            ranks[card] = rank
        first: Ints = ranks[own[:, :, shown[-1]]].argmin(axis=1)
        return first


def _valued(place: Place, street: int, hand: PotHand, name: str) -> tuple[Callable[[Cards, Cards], Ints], Ranking]:
    """How a hand is judged on a street: by its own ranking once five cards are there, before by the seat's few."""
    dealt, spec = place.dealt[street], place.spec
    given = sum(s.discard.least for s in spec.streets[: street + 1] if s.discard and not s.discard.replaced)
    held = dealt.own - given
    least, most = hand.own_cards
    if held + dealt.board >= 5 and (least == 0 or dealt.board >= 5 - min(most, held)):
        return lambda own, board: seat_values(hand, own, board), RANKINGS[hand.ranking]
    if held not in _FEW or any(card >= 52 for card in place.deck) or RANKINGS[hand.ranking].low:
        raise RuleError(
            f"{name!r} cannot be judged yet with {held} cards; leave `having` out",
            f"--strategy: {spec.streets[street].name}",
        )
    ranking = RANKINGS[_FEW[held]]

    def few(own: Cards, board: Cards) -> Ints:
        del board
        return ranking.rank(own.reshape(-1, held)).reshape(own.shape[:2])

    return few, ranking


def _compiled(place: Place, street: int, rule: Rule) -> _Compiled:
    spec = place.spec
    where = f"--strategy: {spec.streets[street].name}"
    seats = len(place.table.stacks)
    if rule.do not in MOVES:
        raise RuleError(f"no move {rule.do!r}; moves are {', '.join(MOVES)}", where)
    if any(not 1 <= seat <= seats for seat in rule.seats):
        raise RuleError(f"seats are 1 to {seats}", where)
    bits = sum(1 << seat - 1 for seat in set(rule.seats)) or (1 << seats) - 1
    if not rule.having:
        return _Compiled(rule.do, bits, None, 0)
    name = rule.hand or spec.award.parts[0]
    if name not in spec.hands:
        raise RuleError(f"no hand named {name!r}; hands are {', '.join(spec.hands)}", where)
    value, ranking = _valued(place, street, spec.hands[name], name)
    return _Compiled(rule.do, bits, value, least_value(rule.having, ranking))


def _read(place: Place, text: str) -> dict[int, tuple[_Compiled, ...]]:
    try:
        listed = msgspec.json.decode(text, type=dict[str, list[Rule]])
    except msgspec.DecodeError as error:
        raise RuleError(f"cannot be read: {error}", "--strategy") from None
    spec = place.spec
    streets = {street.name: number for number, street in enumerate(spec.streets) if street.bet}
    for name in listed:
        if name not in streets:
            raise RuleError(
                f"no betting round {name!r}; there are {', '.join(streets) or 'none'}", f"--strategy: {name}"
            )
    if not place.fits:
        raise RuleError(
            "the deck may run out with so many seats, which a strategy cannot follow; take fewer", "--seats"
        )
    by_cards = spec.betting.openers or any(street.bet and street.bet.first in _BY_BOARD for street in spec.streets)
    if not spec.betting.check and by_cards:
        raise RuleError("cards decide who must bet or fold, which a file of rules cannot follow", "--strategy")
    return {
        streets[name]: tuple(_compiled(place, streets[name], rule) for rule in rules) for name, rules in listed.items()
    }


def make_policy(place: Place, strategy: str) -> Policy:
    """The strategy that a simulation asks for; between players there is none that is best."""
    if strategy in ("optimal", SIMPLE):
        told = ["every seat stays in at the least cost: it checks and calls"]
        if any(street.discard for street in place.spec.streets):
            told.append("cards are given up as the table suggests it: odd cards, the lowest first, at most three")
        return Policy(SIMPLE, place, notes=("; ".join(told),))
    return Policy("file", place, _read(place, strategy))
