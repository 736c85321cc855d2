"""The front door for Python: games as a house offers them, rounds as values, settlements with reasons and rules.

Amounts are dollars on the way in and on the way out; what the engines hold in cents is reached by `Settlement.core`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import msgspec

from houseway import families
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core import settlement as core
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.money import dollars
from houseway.play.core.roundfile import RoundFile, as_json, convert_round, decode_round, joined_lines
from houseway.rules.errors import RuleError
from houseway.rules.game import Game as RulesGame
from houseway.rules.game import load_game
from houseway.rules.load import rulebook_ids
from houseway.rules.wording import seat_name
from houseway.rules.words import Head

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from houseway.bulk.settled import SettledColumns
    from houseway.odds.hints import Hint
    from houseway.odds.pricing import Priced
    from houseway.odds.report import SidePrice
    from houseway.odds.simulate.tally import Result
    from houseway.play.core.round import BettingSpot, LiveRound, Pile
    from houseway.rules.sheet.model import Sheet

    Cards = str | Sequence[str] | npt.NDArray[np.str_]  # "9s 9d 2c", or a list of cards

Amount = int | float
Stake = SupportsFloat  # an amount as a caller writes it: numbers of numpy and Decimal too

__all__ = [
    "Action",
    "Game",
    "Line",
    "Odds",
    "Round",
    "RuleError",
    "Seat",
    "Settlement",
    "check",
    "deal",
    "games",
    "load",
    "odds",
    "rank",
    "settle",
    "simulate",
]


def _plain(given: Any) -> Any:
    """What a caller gives as plain data: numbers and arrays of numpy, columns of pandas, tuples, any mapping."""
    if isinstance(given, Mapping):
        return {name: _plain(value) for name, value in given.items()}
    if isinstance(given, list | tuple):
        return [_plain(value) for value in given]
    return given.tolist() if hasattr(given, "tolist") else given


def _items(given: Any, between: str | None = None) -> Any:
    """A list from a text; cards are divided by spaces, actions by commas."""
    return [item.strip() for item in given.split(between) if item.strip()] if isinstance(given, str) else given


def _nested(given: Any) -> Any:
    """A pile as a round file has it: a text becomes a list of cards, also within lists and tables of piles."""
    if isinstance(given, Mapping):
        return {name: _nested(pile) for name, pile in given.items()}
    if isinstance(given, list):
        return [item if isinstance(item, str) and " " not in item else _nested(item) for item in given]
    return _items(given)


_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "cards": _items,
    "actions": lambda given: _items(given, ","),
    "hands": lambda given: [_items(hand) for hand in given] if isinstance(given, list) else given,
}


def _seat(given: Any) -> Any:
    """A seat of a round file from what a caller writes of it."""
    if not isinstance(given, Mapping):
        return given
    return {name: _WRITTEN[name](value) if name in _WRITTEN else value for name, value in _plain(given).items()}


def _whole(given: Any, field: str) -> int:
    """A whole number, also one of numpy or one written like 1e6."""
    number = _plain(given)
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number // 1:
        raise RuleError(f"must be a whole number, not {given!r}", field)
    return int(number)


# -- answers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A settled wager of one seat, in dollars.

    >>> load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")["initial"]
    Line('initial' 10: +10, king high beats seven high: pays 1 to 1, CO 30-1099.55(12)(a)(i))
    """

    wager: str
    stake: Amount
    net: Amount
    reason: str
    rule: str
    result: str = ""  # which result decided, as the game's file names it
    row: str = ""  # the row of a pay table that decided, as a path in the file
    spot: str = ""  # which of several wagers of the name: `hand 2`, `on 6`

    def __repr__(self) -> str:
        return f"Line({self.wager!r} {self.stake}: {self.net:+}, {self.reason}, {self.rule})"


def _in_dollars(line: core.Line) -> Line:
    in_dollars = dollars(line.stake), dollars(line.net)
    return Line(line.wager, *in_dollars, line.reason, line.rule, line.result, line.row, line.spot)


@dataclass(frozen=True, slots=True)
class Seat:
    """The settled wagers of one seat: by name, or one after the other.

    >>> seat = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c").seats[0]
    >>> seat.net, seat["initial"].net, "tie" in seat, [line.wager for line in seat]
    (10, 10, False, ['initial'])
    """

    settled: tuple[core.Line, ...]  # in cents

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the seat, those of split hands apart.

        >>> load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c").seats[0].lines
        (Line('initial' 10: +10, king high beats seven high: pays 1 to 1, CO 30-1099.55(12)(a)(i)),)
        """
        return tuple(map(_in_dollars, self.settled))

    @property
    def net(self) -> Amount:
        """What the seat won or lost in all.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.seats[0].net
        10
        """
        return dollars(sum(line.net for line in self.settled))

    def __getitem__(self, wager: str) -> Line:
        """The line of a wager; of several (split hands, numbers of dice) one with their sum and every reason."""
        if found := [line for line in self.settled if line.wager == wager]:
            return _in_dollars(found[0] if len(found) == 1 else joined_lines(found))
        raise KeyError(f"no line for {wager!r}; lines are {', '.join(line.wager for line in self.settled) or 'none'}")

    def __contains__(self, wager: object) -> bool:
        return any(line.wager == wager for line in self.settled)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.settled)

    def __repr__(self) -> str:
        return f"Seat({self.net:+}: {', '.join(f'{line.wager} {line.net:+}' for line in self.lines)})"


@dataclass(frozen=True)
class Settlement:
    """A settled round: the lines of every seat, and what else the round decided (`core`, in cents).

    >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
    >>> ruled
    Settlement('casino-war', net +10: initial +10)
    >>> ruled["initial"].rule
    'CO 30-1099.55(12)(a)(i)'
    """

    core: core.Settlement

    @property
    def game(self) -> str:
        """The id of the game.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.game
        'casino-war'
        """
        return self.core.game

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The settled wagers of each seat, in the order of the seats.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.seats
        (Seat(+10: initial +10),)
        """
        return tuple(map(Seat, self.core.seats))

    @property
    def net(self) -> Amount:
        """What all seats together won or lost.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.net
        10
        """
        return dollars(sum(self.core.nets()))

    @property
    def nets(self) -> tuple[Amount, ...]:
        """What each seat won or lost.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.nets
        (10,)
        """
        return tuple(dollars(net) for net in self.core.nets())

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, seat after seat.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> [line.wager for line in ruled.lines]
        ['initial']
        """
        return tuple(line for seat in self.seats for line in seat)

    def __getitem__(self, wager: str) -> Line:
        """The line of a wager; of several seats, the first that has one."""
        for seat in self.seats:
            if wager in seat:
                return seat[wager]
        names = ", ".join(dict.fromkeys(line.wager for line in self.lines)) or "none"
        raise KeyError(f"no line for {wager!r}; lines are {names}")

    def __contains__(self, wager: object) -> bool:
        return any(wager in seat for seat in self.seats)

    def to_dict(self) -> dict[str, Any]:
        """The settlement in the exchange format, as `houseway settle --json` writes it.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.to_dict()["seats"][0]["net"]
        10
        """
        return as_json(self.core)

    def to_frame(self) -> pd.DataFrame:
        """One row a line, as a pandas data frame; needs pandas.

        >>> ruled = load("casino-war").settle(wagers={"initial": 10}, cards="Kd", dealer="7c")
        >>> ruled.to_frame()[["seat", "wager", "net"]].values.tolist()
        [[0, 'initial', 10]]
        """
        try:
            import pandas as pd
        except ImportError:
            raise RuleError("a data frame needs pandas: pip install 'houseway[arrow]'") from None
        columns = ["seat", "wager", "spot", "stake", "net", "reason", "rule", "result", "row"]
        rows = [
            (number, line.wager, line.spot, line.stake, line.net, line.reason, line.rule, line.result, line.row)
            for number, seat in enumerate(self.seats)
            for line in seat
        ]
        return pd.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        if len(self.seats) == 1:
            told = ", ".join(f"{line.wager} {line.net:+}" for line in self.seats[0])
        else:
            told = ", ".join(f"seat {number} {net:+}" for number, net in enumerate(self.nets))
        return f"Settlement({self.game!r}, net {self.net:+}: {told})"


@dataclass(frozen=True)
class Odds:
    """What a game costs under best play; `priced` holds everything that was counted.

    >>> load("big-six-wheel").odds()
    Odds('big-six-wheel', exact, house edge 14.8148% of the s1)
    """

    priced: Priced = field(repr=False)

    @property
    def game(self) -> str:
        """The id of the game.

        >>> odds("casino-war").game
        'casino-war'
        """
        return self.priced.report.game

    @property
    def method(self) -> str:
        """`exact`, or `simulated` with a standard error.

        >>> odds("casino-war").method
        'exact'
        """
        return self.priced.report.method

    @property
    def unit(self) -> str:
        """The wager that the house edge is a share of.

        >>> odds("casino-war").unit
        'initial'
        """
        main = self.priced.report.main
        return main.unit if main else next(iter(self.wagers))

    @property
    def house_edge(self) -> float:
        """The share of the unit that the house keeps; of a game without a main wager, that of its first wager.

        >>> round(odds("casino-war").house_edge, 4)
        0.0233
        """
        main = self.priced.report.main
        return main.house_edge if main else self.wagers[self.unit].house_edge

    @property
    def element_of_risk(self) -> float:
        """The share of all that is bet that the house keeps.

        >>> round(odds("casino-war").element_of_risk, 4)
        0.0217
        """
        main = self.priced.report.main
        return main.element_of_risk if main else self.house_edge

    @property
    def std_dev(self) -> float:
        """The standard deviation of a round, in units.

        >>> round(odds("casino-war").std_dev, 2)
        1.06
        """
        main = self.priced.report.main
        return main.std_dev if main else self.wagers[self.unit].std_dev

    @property
    def standard_error(self) -> float:
        """How far the house edge may be off where it was sampled; 0 where it was counted.

        >>> odds("casino-war").standard_error
        0.0
        """
        main = self.priced.report.main
        error = main.standard_error if main else self.wagers[self.unit].standard_error
        return error or 0.0

    @property
    def wagers(self) -> dict[str, SidePrice]:
        """Every wager with a price of its own: side bets, or all wagers of a game without a main one.

        >>> round(odds("casino-war").wagers["tie"].house_edge, 4)
        0.1865
        """
        return self.priced.report.side_bets

    @property
    def strategy(self) -> Any:
        """How to play: short rules, or a chart as nested tables.

        >>> odds("three-card-poker").strategy["rules"]
        ['play with Q-6-4 or better', 'otherwise fold']
        """
        return self.priced.report.strategy

    @property
    def outcomes(self) -> dict[float, float]:
        """What one round may yield, in units, each with its chance.

        >>> round(odds("casino-war").outcomes[1.0], 3)
        0.497
        """
        return dict(self.priced.outcomes)

    def to_dict(self) -> dict[str, Any]:
        """The report as `houseway odds --json` writes it.

        >>> sorted(odds("casino-war").to_dict())[:4]
        ['game', 'main', 'method', 'side_bets']
        """
        from houseway.odds.report import as_json

        return as_json(self.priced.report)

    def __repr__(self) -> str:
        return f"Odds({self.game!r}, {self.method}, house edge {self.house_edge:.4%} of the {self.unit})"


# -- rounds -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """A round in play, as a value: `act` gives another round and leaves this one as it was.

    >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
    >>> now.can("play"), now.can("raise 3x")
    (True, False)
    >>> now.act("play").over, now.over
    (True, False)
    """

    game: Game
    live: LiveRound = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to decide.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        >>> now.over
        False
        """
        return self.live.over

    @property
    def seat(self) -> int:
        """The seat to act, counted from 0; without meaning when the round is over.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        >>> now.seat
        0
        """
        return self.live.turn

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat to act may do; none when the round is over.

        >>> load("three-card-poker").deal(wagers={"ante": 10}, seed=1).legal
        (Action('fold'), Action('play'))
        """
        return () if self.over else tuple(self.live.legal(self.seat))

    def can(self, action: str | Action) -> bool:
        """Whether the seat to act may do this now.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        >>> now.can("play"), now.can("raise 3x")
        (True, False)
        """
        try:
            self.act(action)
        except RuleError:
            return False
        return True

    def act(self, action: str | Action, *, amount: Stake | None = None, cards: Cards = ()) -> Round:
        """The round after the action of the seat to act; one that is not allowed is a RuleError and changes nothing.

        An action is the text that a round file holds (`"raise 3x"`), or one of `legal` with the amount in dollars or
        the cards that it leaves open.

        >>> now = load("ultimate-texas-holdem").deal(wagers={"ante": 10, "blind": 10}, seed=3)
        >>> now.act("check").act("raise 2x").over
        True
        """
        if isinstance(action, Action):
            action = action.text(None if amount is None else _plain(amount), _items(_plain(cards)))
        elif not isinstance(action, str):
            raise RuleError(f"an action is a text or one of `legal`, not {action!r}", f"seats[{self.seat}].actions")
        return Round(self.game, self.live.act(self.seat, action))

    def suggest(self) -> str:
        """What a seat that plays by itself does: a plain policy, not the best one.

        >>> load("three-card-poker").deal(wagers={"ante": 10}, seed=1).suggest()
        'play'
        """
        return self.live.suggest(self.seat)

    def hint(self) -> Hint:
        """What the seat to act does best, and the value of each action in dollars where it is known.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        >>> now.hint().action
        'fold'
        """
        return families.hint_for(self.live, self.seat, self.game.solution)

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        """All piles as a seat sees them; without one, what lies face up.

        >>> load("three-card-poker").deal(wagers={"ante": 10}, seed=1).table(viewer=0)[-1].cards
        ('4s', '7d', '8s')
        """
        return self.live.visible(viewer)

    def cards(self, seat: int | None = None) -> tuple[str, ...]:
        """The cards of a seat as it sees them; without a number, of the seat to act.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        >>> now.cards()
        ('4s', '7d', '8s')
        """
        number = self.seat if seat is None else seat
        count = len(self.to_dict()["seats"])
        if not 0 <= number < count:
            raise RuleError(f"the round has {count} seat{'s' * (count > 1)}, counted from 0", "seat")
        return tuple(
            card
            for pile in self.live.visible(number)
            if pile.seat == number and pile.name == "player"
            for card in pile.cards
        )

    @property
    def settlement(self) -> Settlement:
        """The settled round, once it is over.

        >>> load("three-card-poker").deal(wagers={"ante": 10}, seed=1).act("fold").settlement.net
        -10
        """
        if not self.over:
            raise RuleError(f"the round is not over: {seat_name(self.seat)} has a decision to make")
        return Settlement(self.live.settle())

    def to_dict(self) -> dict[str, Any]:
        """The round so far as a round file; once it is over, `settle` takes it.

        >>> now = load("three-card-poker").deal(wagers={"ante": 10}, seed=1).act("play")
        >>> settle(now.to_dict()).net == now.settlement.net
        True
        """
        return self.live.round_file()

    def __repr__(self) -> str:
        if self.over:
            return f"Round({self.game.id!r}, over, net {self.settlement.net:+})"
        held = " ".join(self.cards()) or "nothing"
        legal = choices_text(self.legal)
        return f"Round({self.game.id!r}, seat {self.seat} holds {held}; legal: {legal})"


# What a simulation calls as the command does, by the arguments here.
_ARGUMENTS = {f"--{name}": name for name in ("rounds", "strategy", "seats")} | {"--side": "sides", "--stake": "stakes"}


# -- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Game:
    """A game as a house offers it; made by `load`.

    >>> game = load("three-card-poker")
    >>> game.name, game.family, game.citation
    ('Three Card Poker', 'house-poker', 'CO 30-1099.18')
    """

    source: str  # id or path
    house: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Game({self.id!r}, {self.citation})"

    def __reduce__(self) -> tuple[type[Game], tuple[str, Mapping[str, Any]]]:
        return Game, (self.source, self.house)  # without the solution that hints are read from

    def __hash__(self) -> int:
        return hash((self.source, msgspec.json.encode(self.house)))

    @property
    def id(self) -> str:
        """The id that names it everywhere.

        >>> load("three-card-poker").id
        'three-card-poker'
        """
        return self._game.spec.id

    @property
    def name(self) -> str:
        """The name that the rules print.

        >>> load("three-card-poker").name
        'Three Card Poker'
        """
        return self._game.spec.name

    @property
    def family(self) -> str:
        """The family that its rounds belong to, such as `house-poker`.

        >>> load("three-card-poker").family
        'house-poker'
        """
        return families.family_of(self.source).name

    @property
    def citation(self) -> str:
        """The rule that the game rests on, such as `CO 30-1099.18`.

        >>> load("three-card-poker").citation
        'CO 30-1099.18'
        """
        return self._game.cite("")

    @property
    def edition(self) -> str:
        """The text of the rule that is followed: since when it holds, and the day that was asked for.

        >>> load("three-card-poker").edition
        'CO 30-1099.18 (text of 2023-12-30)'
        """
        return self._game.edition

    @property
    def pay_tables(self) -> dict[str, tuple[str, ...]]:
        """The ids of every pay table that the rules print, by its name; `load(game, pay_tables={name: id})` takes one.

        >>> load("three-card-poker").pay_tables["pair_plus"][:3]
        ('1', '2', '3')
        """
        blocks = self._game.spec.pay_tables
        return {
            name: tuple(table_id for block in printed for table_id in block.ids) for name, printed in blocks.items()
        }

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option, chosen or by default.

        >>> load("blackjack", dealer_hits_soft_17=True).options["dealer_hits_soft_17"]
        True
        """
        return dict(self._game.options)

    @property
    def most_seats(self) -> int:
        """How many seats the table has.

        >>> load("three-card-poker").most_seats
        7
        """
        return self._game.spec.seats

    @property
    def wagers(self) -> tuple[BettingSpot, ...]:
        """The wagers that may be made before the first card; amounts in cents.

        >>> [spot.name for spot in load("ultimate-texas-holdem").wagers if spot.required]
        ['ante', 'blind']
        """
        return families.betting_spots(RoundFile(self.source, house=dict(self.house)))

    @property
    def sheet(self) -> Sheet:
        """The rule sheet: deal, decisions, wagers, pay tables, options, readings.

        >>> load("three-card-poker").sheet.name
        'Three Card Poker'
        """
        return families.sheet_of(self._game)

    @cached_property
    def solution(self) -> Any:
        """The solved game that hints are read from; None where there is none.

        >>> load("baccarat").solution is None
        True
        """
        return families.family_of(self.source).odds.solve(self.source, self.house)

    @property
    def _game(self) -> RulesGame[Head]:
        return load_game(self.source, dict(self.house))

    def _file(self, seats: Sequence[Mapping[str, Any]], given: Mapping[str, Any]) -> RoundFile:
        fields = {name: value for name, value in _plain(given).items() if value is not None}
        players = [_seat(player) for player in seats] if isinstance(seats, list | tuple) else seats
        return convert_round({"game": self.source, "house": dict(self.house), "seats": players, **fields})

    def settle(
        self,
        *,
        wagers: Mapping[str, Stake] | None = None,
        cards: Cards = (),
        actions: Cards = (),
        hands: Sequence[Cards] = (),
        dealer: Cards = (),
        community: Cards = (),
        seats: Sequence[Mapping[str, Any]] | None = None,
        piles: Mapping[str, Any] | None = None,
        meters: Mapping[str, Stake] | None = None,
        outcome: Mapping[str, Any] | None = None,
        ticket: Mapping[str, Any] | None = None,
        select: Sequence[int] = (),
        betting: Mapping[str, Any] | None = None,
        dealer_set: Mapping[str, Any] | None = None,
        irregularity: Mapping[str, Any] | None = None,
        state: Mapping[str, Any] | None = None,
        extra: Mapping[str, Any] | None = None,
        tips: Mapping[str, Stake] | None = None,
        tips_join: Sequence[str] = (),
        coupons: Mapping[str, Any] | None = None,
        backline: Sequence[Mapping[str, Any]] = (),
    ) -> Settlement:
        """Settle a round that was played: every wager with its net result, the reason and the rule.

        One seat is given by `wagers`, `cards` (or `hands`) and `actions`; several by `seats`, a list of tables with
        the same names. Cards are a text or a list, actions a list or a text with commas between them. `tips` for the
        dealer, `coupons` and bets of others (`backline`) go with the wagers, as in a round file.

        >>> game = load("three-card-poker")
        >>> game.settle(wagers={"ante": 10}, cards="9s 9d 2c", dealer="Jh 8c 4d", actions="play")
        Settlement('three-card-poker', net +10: play +0, ante +10)
        >>> game.settle(
        ...     seats=[
        ...         {"wagers": {"ante": 10}, "cards": "9s 9d 2c", "actions": "play"},
        ...         {"wagers": {"ante": 5}, "cards": "7s 4h 2h", "actions": "fold"},
        ...     ],
        ...     dealer="Jh 8c 4d",
        ... )
        Settlement('three-card-poker', net +5: seat 0 +10, seat 1 -5)
        >>> load("baccarat").settle(wagers={"player": 100}, piles={"player": "4s 5d", "banker": "Kh 7c"}).net
        100
        """
        own: dict[str, Any] = {
            "wagers": wagers,
            "cards": cards,
            "hands": hands,
            "actions": actions,
            "ticket": ticket,
            "select": select,
            "tips": tips,
            "tips_join": tips_join,
            "coupons": coupons,
            "backline": backline,
        }
        own = {name: value for name, value in _plain(own).items() if value}
        if seats is not None and own:
            raise RuleError(f"one seat is given by {', '.join(own)}, several by seats: not both", "seats")
        file = {
            "dealer": _items(_plain(dealer)),
            "community": _items(_plain(community)),
            "piles": _nested(_plain(piles)),
            "meters": meters,
            "outcome": outcome,
            "betting": betting,
            "dealer_set": _nested(_plain(dealer_set)),
            "irregularity": irregularity,
            "state": state,
            "extra": extra,
        }
        return Settlement(families.settle(self._file([own] if seats is None else seats, file)))

    def settle_many(self, table: Any, progress: Callable[[float], None] | None = None) -> SettledColumns:
        """Settle a log of many rounds: a pyarrow table, a pandas data frame, or a mapping of names to columns.

        One row is one seat, and columns are named as in a round file: `wagers.ante`, `cards`, `actions`, `dealer`,
        `community`, `piles.banker`, `meters.mega`; rows with the same `round` next to each other are one round. What
        comes back has arrays of stakes and nets for each wager, equal to those of `settle`, and the rows with errors.

        >>> log = {
        ...     "wagers.ante": [10, 5],
        ...     "cards": ["9s 9d 2c", "7s 4h 2h"],
        ...     "dealer": ["Jh 8c 4d", "Kc Kd 3s"],
        ...     "actions": ["play", "fold"],
        ... }
        >>> settled = load("three-card-poker").settle_many(log)
        >>> settled
        SettledColumns('three-card-poker', 2 rows, net +5.00)
        >>> settled.nets("ante").tolist(), settled.rules("ante")[1]
        ([10.0, -5.0], 'CO 30-1099.18(9)')
        """
        from houseway.settling_many import settle_many

        return settle_many(self.source, self.house, table, progress)

    def deal(
        self,
        *,
        wagers: Mapping[str, Stake] | None = None,
        seats: SupportsIndex | Sequence[Mapping[str, Any]] = 1,
        seed: SupportsIndex | None = None,
        meters: Mapping[str, Stake] | None = None,
        betting: Mapping[str, Any] | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> Round:
        """A round dealt from a shuffled deck; the same seed deals the same cards.

        `seats` is how many seats make these `wagers` (without any: those that the game asks for, at 10 dollars), or
        a list of tables with the wagers, the `stack` or the `ticket` of each. Where the meters are not given, each
        shows 10,000 dollars.

        >>> load("three-card-poker").deal(wagers={"ante": 10}, seed=1)
        Round('three-card-poker', seat 0 holds 4s 7d 8s; legal: fold, play)
        >>> load("ca-texas-holdem").deal(seats=[{"stack": 100}, {"stack": 80}], seed=1).seat
        0
        """
        spots, players = self.wagers, _plain(seats)
        if isinstance(players, int):
            made = choose_wagers(spots) if wagers is None else wagers
            players = [{"wagers": made} for _ in range(players)]
        elif wagers is not None:
            raise RuleError("one seat is given by wagers, several by seats: not both", "seats")
        if meters is None and isinstance(players, list):
            bets = [player.get("wagers", {}) for player in players if isinstance(player, dict)]
            meters = shown_meters(spots, bets)
        file = self._file(players, {"meters": meters, "betting": betting, "state": state})
        return Round(self, families.open_round(file, None if seed is None else _whole(seed, "seed")))

    def odds(self, *, meters: Mapping[str, Stake] | None = None, every_table: bool = False) -> Odds:
        """The price of the game under best play: house edge, every wager, the strategy.

        `meters` are dollars that progressive meters show; `every_table` also prices the game with every alternative of
        its pay tables (`odds.priced.mains` and `.sides`).

        >>> round(load("casino-war").odds().house_edge, 4)
        0.0233
        """
        from houseway.odds.pricing import Question

        return Odds(families.known_price(Question(self.source, dict(self.house), _plain(meters or {}), every_table)))

    def simulate(
        self,
        rounds: float = 1_000_000,
        *,
        seed: SupportsIndex = 0,
        strategy: str = "optimal",
        sides: str | Sequence[str] = (),
        meters: Mapping[str, Stake] | None = None,
        seats: SupportsIndex = 0,
        stakes: Mapping[str, Any] | None = None,
        threads: int = 0,
    ) -> Result:
        """Play many rounds under a strategy: the mean, its standard error, every wager.

        `strategy` is `optimal`, `simple`, or rules as JSON; `sides` are side wagers to make too. The same seed gives
        the same result on any number of threads.

        >>> game = load("casino-war")
        >>> result = game.simulate(100_000, seed=1)
        >>> abs(result.mean + game.odds().house_edge) < 4 * result.standard_error
        True
        """
        from houseway.odds.simulate.setup import Setup
        from houseway.simulation import Run
        from houseway.simulation import simulate as run

        chosen = (sides,) if isinstance(sides, str) else tuple(sides)
        given = _plain([self.house, meters or {}, stakes or {}])
        setup = Setup(
            self.source, given[0], given[1], strategy, chosen, _whole(seed, "seed"), _whole(seats, "seats"), given[2]
        )
        try:
            return run(setup, Run(_whole(rounds, "rounds"), threads))
        except RuleError as error:  # its fields are the options of the command
            raise RuleError(error.message, _ARGUMENTS.get(error.field, error.field)) from None


# -- functions --------------------------------------------------------------------------------------------------------


def load(game: str | PathLike[str], **house: Any) -> Game:
    """A game, by its id or by the path of a .toml file, as a house offers it.

    The house's choices are `pay_tables` (a table's column by its name), `limits` (least and most of a wager in
    dollars), `rounding` and `round_to`, `as_of` (the rule as it stood on a day), and the game's own options by name.

    >>> load("three-card-poker", pay_tables={"pair_plus": "2"})
    Game('three-card-poker', CO 30-1099.18)
    >>> load("three-card-pokr")
    Traceback (most recent call last):
    ...
    houseway.rules.errors.RuleError: game: unknown game 'three-card-pokr'; did you mean three-card-poker? ...
    """
    if not isinstance(game, str | PathLike):
        raise RuleError(f"is the id of a game or the path of a file, not {game!r}", "game")
    source = fspath(game)
    plain: dict[str, Any] = {
        name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in _plain(house).items()
    }
    load_game(source, plain)  # refuses what the game does not have
    return Game(source, plain)


def games() -> tuple[str, ...]:
    """The ids of all games of the rulebook, in order.

    >>> [game for game in games() if "baccarat" in game][:3]
    ['baccarat', 'baccarat-5-treasures', 'baccarat-99-fortunes']
    """
    return tuple(sorted(rulebook_ids()))


def settle(round_file: Mapping[str, Any] | str | bytes) -> Settlement:
    """Settle a round in the exchange format: plain data, or its JSON text.

    >>> settle('{"game": "casino-war", "seats": [{"wagers": {"initial": 10}, "cards": ["Kd"]}], "dealer": ["7c"]}').net
    10
    """
    if isinstance(round_file, str | bytes):
        return Settlement(families.settle(decode_round(round_file)))
    return Settlement(families.settle(convert_round(_plain(round_file))))


def deal(
    game: str | PathLike[str],
    *,
    wagers: Mapping[str, Stake] | None = None,
    seats: SupportsIndex | Sequence[Mapping[str, Any]] = 1,
    seed: SupportsIndex | None = None,
    **house: Any,
) -> Round:
    """A round of a game dealt from a shuffled deck; the house's choices as in `load`.

    >>> deal("casino-war", wagers={"initial": 10}, seed=2).over
    True
    """
    return load(game, **house).deal(wagers=wagers, seats=seats, seed=seed)


def odds(game: str | PathLike[str], *, meters: Mapping[str, Stake] | None = None, **house: Any) -> Odds:
    """The price of a game under best play.

    >>> odds("big-six-wheel").wagers["s20"].house_edge > 0.2
    True
    """
    return load(game, **house).odds(meters=meters)


def simulate(
    game: str | PathLike[str],
    rounds: float = 1_000_000,
    *,
    seed: SupportsIndex = 0,
    strategy: str = "optimal",
    **house: Any,
) -> Result:
    """Play many rounds of a game under a strategy.

    >>> simulate("big-six-wheel", 50_000, seed=1).rounds
    50000
    """
    return load(game, **house).simulate(rounds, seed=seed, strategy=strategy)


def check(game: str | PathLike[str]) -> list[RuleError]:
    """Everything that is wrong with a game's file, each with its line and key; an empty list if nothing is.

    >>> check("three-card-poker")
    []
    """
    from houseway.check import check as faults

    return faults(fspath(game))


def rank(ranking: str, hands: Sequence[Cards] | npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """What hands are worth by a ranking: the higher the better, equal for equal hands; arrays in, arrays out.

    `ranking` is `poker`, `three_card`, `low_a5` or another that a wrong name lists. Hands are texts, lists of cards, or
    an array of shape (n, k) of card numbers (0 for 2c, 1 for 2d, ... 51 for As).
    With more cards than the ranking uses, the best of them count.

    >>> flush, straight, same = rank("poker", ["As Ks 9s 7s 2s 3d 4d", "9c 8d 7h 6s 5c Ad Ah", "9d 8c 7s 6h 5d 2c 3c"])
    >>> bool(flush > straight), bool(straight == same)
    (True, True)
    >>> rank("three_card", ["Ah Kd", "Qs Jc"])
    Traceback (most recent call last):
    ...
    houseway.rules.errors.RuleError: hands[0]: three_card ranks hands of 3 cards or more, not 2
    """
    import numpy as np

    from houseway.cards.text import parse_card
    from houseway.hands.ranking import RANKINGS

    if ranking not in RANKINGS:
        raise RuleError(f"no ranking {ranking!r}; rankings are {', '.join(RANKINGS)}", "ranking")
    by = RANKINGS[ranking]

    def ranked(cards: npt.NDArray[np.uint8], first: int) -> npt.NDArray[np.int64]:
        if cards.shape[1] < by.fewest:
            raise RuleError(
                f"{ranking} ranks hands of {by.fewest} cards or more, not {cards.shape[1]}", f"hands[{first}]"
            )
        return by.rank(np.ascontiguousarray(cards))

    if isinstance(hands, np.ndarray):
        if hands.ndim != 2 or not np.issubdtype(hands.dtype, np.integer):
            raise RuleError("an array of hands has one row of card numbers each", "hands")
        if hands.size and not 0 <= hands.min() <= hands.max() <= 53:
            raise RuleError("card numbers are 0 (2c) to 51 (As), 52 and 53 for jokers", "hands")
        return ranked(hands.astype(np.uint8, copy=False), 0)
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise RuleError('is a list of hands, such as ["As Ks Qs Js Ts"], or an array', "hands")
    parsed: list[list[int]] = []
    for place, hand in enumerate(hands):
        try:
            parsed.append([parse_card(text) for text in _items(hand)])
        except ValueError as error:
            raise RuleError(str(error), f"hands[{place}]") from None
    found = np.empty(len(parsed), np.int64)
    for length in {len(hand) for hand in parsed}:
        places = [place for place, hand in enumerate(parsed) if len(hand) == length]
        found[places] = ranked(np.array([parsed[place] for place in places], np.uint8).reshape(-1, length), places[0])
    return found
