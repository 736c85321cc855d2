"""Pai gow in blocks: hands dealt by a kernel and looked up by their ranks; only flushes are set card by card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from houseway.cards.decks import deck
from houseway.odds.arrays import Cards, Flags, Floats, Ints
from houseway.odds.pai_gow.nets import (
    Paid,
    doubling,
    looked_at,
    main_wager,
    rows_of,
    set_nets,
    shown_rows,
    side_of,
    side_wagers,
)
from houseway.odds.pai_gow.pairs import outcomes
from houseway.odds.pai_gow.rows import RowTable, countable, set_by_classes
from houseway.odds.pai_gow.setting import Values, set_hands
from houseway.odds.pai_gow.views import labels
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import deal, stream
from houseway.odds.simulate.tally import COLUMNS, count
from houseway.odds.suit_classes.by_ranks import Classes, classes_of
from houseway.odds.suit_classes.stock import stock_of
from houseway.play.pai_gow.plan import DEALER, PLAYER, Plan, load_plan, make_plan
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pai_gow import PaiGow, Row

_BLOCK = 1 << 15
_NAMED = ("optimal", "simple", "house way")
_DRAGON = "dragon"


@dataclass(frozen=True)
class Dealt:
    """Many hands, the number of their ranks, and whether they hold a flush."""

    cards: Cards
    place: Ints
    flush: Flags


@dataclass(frozen=True)
class Setter:
    """Sets hands the house way of a plan."""

    plan: Plan
    classes: Classes

    @cached_property
    def by_ranks(self) -> Values | None:
        """The values by the place of the ranks; none where suits decide how a hand is set."""
        return set_hands(self.plan, self.classes.plain.cards) if set_by_classes(self.plan) else None

    def values(self, hands: Dealt) -> Values:
        if self.by_ranks is None:
            return set_hands(self.plan, hands.cards)
        low, high = self.by_ranks.low[hands.place], self.by_ranks.high[hands.place]
        apart = np.flatnonzero(hands.flush)
        some = set_hands(self.plan, np.ascontiguousarray(hands.cards[apart]))
        low[apart], high[apart] = some.low, some.high
        return Values(low, high)


@dataclass(frozen=True)
class TableWager:
    """Plays a wager by a pay table."""

    plan: Plan
    classes: Classes
    name: str
    meters: dict[str, float]

    @cached_property
    def _paid(self) -> Paid:
        wager = self.plan.wagers[self.name]
        table = wager.tables[looked_at(wager)]
        return Paid(self.plan, wager, table, rows_of({table.id: table}))

    @cached_property
    def _rows(self) -> RowTable | None:
        side = side_of(self.plan, self._paid.rows)
        return RowTable(self.plan, self.classes, self._paid.rows, side) if side else None

    @cached_property
    def _plain(self) -> Ints:
        """The row that decides, by the place of the ranks."""
        assert self._rows is not None
        return self._paid.decided(self._rows.plain)

    @cached_property
    def _doubling(self) -> RowTable | None:
        return doubling(self.plan, self._paid.wager, self.classes)

    @cached_property
    def _worths(self) -> Floats:
        """[doubled, row]."""
        return np.array([[worth.at(self.meters) for worth in self._paid.worths(twice)] for twice in (False, True)])

    def nets(self, sides: Mapping[str, Dealt]) -> Floats:
        if self._rows is None:
            bits = labels(self.plan, self._paid.rows, {side: hands.cards for side, hands in sides.items()})
            decided = self._paid.decided(bits)
        else:
            hands = sides[self._rows.side]
            decided = self._plain[hands.place]
            read = self._rows.to_read(hands.place, hands.flush)
            decided[read] = self._paid.decided(self._rows.of(np.ascontiguousarray(hands.cards[read])))
        twice = np.zeros(len(decided), np.int64)
        if self._doubling is not None:
            dealer = sides[DEALER]
            twice = self._doubling.look_up(dealer.cards, dealer.place, dealer.flush)
        found: Floats = self._worths[twice, decided]
        return found


@dataclass(frozen=True)
class PaiGowEngine:
    """One seat against the dealer, the dragon hand beside it where it is bet on."""

    setup: Setup
    plan: Plan
    own: Plan  # with the way in which the seat sets its cards
    strategy: str

    @cached_property
    def info(self) -> EngineInfo:
        main = main_wager(self.plan)
        return EngineInfo((main, *self.setup.sides), main, _BLOCK, self.strategy)

    @cached_property
    def classes(self) -> Classes:
        spec = self.plan.game.spec
        return classes_of(stock_of(spec.deck), spec.dealt.cards, self.plan.high.size)

    @cached_property
    def _setters(self) -> dict[str, Setter]:
        by_house = Setter(self.plan, self.classes)
        own = by_house if self.own is self.plan else Setter(self.own, self.classes)
        return {DEALER: by_house, PLAYER: own, _DRAGON: by_house, "own_dragon": own}

    @cached_property
    def _shows(self) -> RowTable | None:
        rows = shown_rows(self.plan)
        return RowTable(self.plan, self.classes, rows, DEALER) if rows else None

    @cached_property
    def _tables(self) -> dict[str, TableWager]:
        names = [name for name in self.info.wagers if not self.plan.wagers[name].spec.set_hands]
        return {name: TableWager(self.plan, self.classes, name, self.setup.meters) for name in names}

    @property
    def dragon(self) -> bool:
        return any(self.plan.wagers[name].spec.set_hands not in ("", PLAYER) for name in self.info.wagers)

    def deal(self, block: int, rounds: int) -> Cards:
        """The cards of a block: the dealer's, the seat's, and the dragon's where it is bet on."""
        out = np.empty((rounds, self.classes.size * (3 if self.dragon else 2)), np.uint8)
        deal(np.array(deck(self.plan.game.spec.deck), np.uint8), stream(self.setup.seed, block), out)
        return out

    def read(self, cards: Cards) -> dict[str, Dealt]:
        """The hands of rounds, by whose they are."""
        size, found = self.classes.size, {}
        for place, name in enumerate((DEALER, PLAYER, *([_DRAGON] if self.dragon else []))):
            numbers, flush = self.classes.number(cards, place * size)
            own = cards[:, place * size : (place + 1) * size]
            found[name] = Dealt(own, self.classes.place[numbers], flush)
        return found

    @property
    def strict(self) -> bool:
        """Whether a copy of one of the dealer's hands loses the whole wager."""
        return self.plan.game.spec.set_hands.copy_loses == "wager"

    def values(self, whose: str, hands: Mapping[str, Dealt]) -> Values:
        return self._setters[whose].values(hands[whose if whose in hands else _DRAGON])

    def outcomes(self, whose: str, hands: Mapping[str, Dealt], dealer: Values) -> Ints:
        """How a side's two hands come out against the dealer's."""
        mine, out = self.values(whose, hands), np.empty(len(dealer.low), np.int64)
        outcomes(mine.low, mine.high, dealer.low, dealer.high, self.strict, out)
        return out

    def shows(self, hands: Mapping[str, Dealt]) -> Ints:
        """The rows, as bits, that the dealer's cards meet."""
        dealer = hands[DEALER]
        if self._shows is None:
            return np.zeros(len(dealer.place), np.int64)
        return self._shows.look_up(dealer.cards, dealer.place, dealer.flush)

    def nets(self, hands: Mapping[str, Dealt]) -> dict[str, Floats]:
        dealer = self.values(DEALER, hands)
        bits, shown = np.unique(self.shows(hands), return_inverse=True)
        found = {}
        for name in self.info.wagers:
            wager = self.plan.wagers[name]
            if wager.spec.set_hands:
                nets = set_nets(self.plan, wager, wager.shown, shown_rows(self.plan), bits.tolist())
                found[name] = nets[shown, self.outcomes(wager.spec.set_hands, hands, dealer)]
            else:
                found[name] = self._tables[name].nets(hands)
        return found

    def play(self, block: int, rounds: int) -> Floats:
        nets = self.nets(self.read(self.deal(block, rounds)))
        sums = np.zeros((len(nets) + 1, COLUMNS))
        stakes = np.ones(rounds)
        for place, one in enumerate(nets.values(), start=1):
            sums[place] = count(stakes, one)
        sums[0] = sums[1]
        return sums


def _own_way(game: Game[PaiGow], text: str) -> Plan:
    """The game with the rows of a strategy file as the way to set."""
    try:
        rows = msgspec.json.decode(text, type=dict[str, tuple[Row, ...]])
    except msgspec.DecodeError as error:
        raise RuleError(
            f"cannot be read: {error}; write rows as in the house_way of a game's file", "--strategy"
        ) from None
    if set(rows) != {"rows"}:
        raise RuleError("needs `rows`, written as in the house_way of a game's file", "--strategy")
    way = msgspec.structs.replace(game.spec.house_way, rows=rows["rows"])
    spec = msgspec.structs.replace(game.spec, house_way=way)
    return make_plan(Game(spec, game.house, game.options))


def house_way_engine(setup: Setup) -> PaiGowEngine:
    plan = load_plan(setup.game, setup.house)
    return PaiGowEngine(setup, plan, plan, "house way")


def engine(setup: Setup) -> PaiGowEngine:
    plan = load_plan(setup.game, setup.house)
    sides = side_wagers(plan)
    for name in setup.sides:
        if name not in sides:
            raise RuleError(f"no side wager named {name!r}; side wagers are {', '.join(sides)}", "--side")
    if not countable(plan, stock_of(plan.game.spec.deck)):
        raise RuleError(
            f"{plan.game.spec.dealt.cards} cards from the deck {plan.game.spec.deck} are not simulated", "game"
        )
    if setup.strategy in _NAMED:
        return house_way_engine(setup)
    return PaiGowEngine(setup, plan, _own_way(plan.game, setup.strategy), "file")
