"""The families of games: one typed object each, in one list. A part of a family loads when it is first asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.play import reach
from houseway.play.core.owners import add_owners, settle_with_owners, without_owners
from houseway.play.core.roundfile import RoundFile, check_meters, check_parts, decode_round
from houseway.play.core.settlement import Settlement, as_json
from houseway.play.reach import Reach
from houseway.rules.errors import RuleError
from houseway.rules.load import by_game, judge_by, load_file
from houseway.rules.validate import named_meters

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from houseway.bulk.engine import ColumnsEngine
    from houseway.bulk.lines import Labels
    from houseway.odds.executor import Executor
    from houseway.odds.hints import Hint
    from houseway.odds.pricing import Priced, Question
    from houseway.odds.simulate.setup import Engine, Setup
    from houseway.play.core.round import BettingSpot, LiveRound
    from houseway.rules.game import Game
    from houseway.rules.sheet.model import Section, Sheet


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """What the layers above need to know of a family without knowing which one it is."""

    live: bool = True  # a table may be opened for it
    pot: bool = False  # the players play for a pot: the house banks nothing and may rake
    tickets: bool = False  # wagers are written on tickets
    pays_at_once: bool = False  # a wager is paid when it is decided, while others stand: its rounds are OnLayout
    shoe: bool = False  # the cards of several rounds come from one shuffle
    seats_interact: bool = False  # what one seat wins can depend on the other seats
    parts: frozenset[str] = frozenset()  # of a round file, beside what all have; see roundfile.check_parts


_BANKED = "betting.player_dealer_wager"  # of a round against a player-dealer
_SHOE = "shoe.used shoe.beyond"  # where a round begins in a shoe already in play
_TOLD = "irregularity.kind irregularity.seat irregularity.count irregularity.of irregularity.hand"
_RULED = (  # of a pot, where the floor rules on a hand
    "irregularity.kind irregularity.seat irregularity.knew irregularity.cards irregularity.touched_muck "
    "irregularity.retrieved irregularity.face_up irregularity.mixed irregularity.tabled irregularity.induced "
    "irregularity.claimed"
)
_SHAKEN = "betting.action_seat betting.active_seats"  # of a round whose first hand the dice choose


def _parts(names: str) -> frozenset[str]:
    return frozenset(names.split())


class Family(ABC):
    """A family of games: how its rounds are settled, opened, told, priced and advised on."""

    name: str
    traits: Traits

    @abstractmethod
    def settle(self, file: RoundFile) -> Settlement:
        """Settle a recorded round."""

    @abstractmethod
    def check(self, game: Game[Any]) -> None:
        """Compile all that the engine reads of a configured game; what is wrong is an error that names the key."""

    @abstractmethod
    def sections(self, game: Game[Any]) -> list[Section]:
        """The parts of the rule sheet that only this family has."""

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        """A round dealt from a shuffle by `seed`, or by the operating system's randomness without one."""
        del file, seed
        raise RuleError("a ceremony within another game, without wagers of its own: no table is opened for it", "game")

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        """The wagers that may be made before the first card."""
        del file
        return ()

    def apparatus(self, game: Game[Any]) -> dict[str, Any]:
        """What a game is played with besides cards, and where its wagers lie, for a page that draws it."""
        del game
        return {}

    def reach(self, game: Game[Any]) -> Reach:
        """What rounds of a configured game can come to, as far as its file says it."""
        del game
        return Reach()

    def price(self, question: Question, executor: Executor) -> Priced:
        """What the game costs under best play."""
        del question, executor
        raise RuleError(f"games of the family {self.name} have no price", "game")

    def fitting_solver(self, game: Game[Any]) -> str:
        """What the solver counts that prices a game; an error names the statement that stops all of them."""
        del game
        return f"{self.name} by a count of its own"

    def engine(self, setup: Setup) -> Engine:
        """What plays blocks of rounds for a simulation."""
        del setup
        raise RuleError(f"games of the family {self.name} have no rounds to simulate", "game")

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        """What settles many rounds as columns; None where rounds are settled one by one."""
        del game, house, labels
        return None

    def solve(self, game: str, house: Mapping[str, Any]) -> Any:
        """The solved game that hints are read from; None where hints need none."""
        del game, house

    def seat_numbers(self, file: RoundFile) -> tuple[int, ...]:
        """The numbers printed at the seats, where the game counts them."""
        del file
        return ()

    def hint(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> Hint | None:
        """The best action of the seat to act and what the others cost; None where nothing is known."""
        del now, seat, solution, rng
        return None

    def best_action(self, now: LiveRound, seat: int, solution: Any) -> str | None:
        """The action of the solved play, at once and without what the others cost; None where a hint must tell."""
        del now, seat, solution
        return None


class _Refused(Family):
    """A game whose file says why it cannot be dealt: only its sheet is shown."""

    def __init__(self, family: Family, reason: str) -> None:
        self.name, self.traits = family.name, msgspec.structs.replace(family.traits, live=False)
        self._family, self._reason = family, reason

    def settle(self, file: RoundFile) -> Settlement:
        del file
        raise RuleError(self._reason, "game")

    def check(self, game: Game[Any]) -> None:
        del game  # what is not dealt is not compiled

    def sections(self, game: Game[Any]) -> list[Section]:
        return self._family.sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        del file, seed
        raise RuleError(self._reason, "game")

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        del file
        raise RuleError(self._reason, "game")

    def price(self, question: Question, executor: Executor) -> Priced:
        del question, executor
        raise RuleError(self._reason, "game")

    def engine(self, setup: Setup) -> Engine:
        del setup
        raise RuleError(self._reason, "game")


class _HousePoker(Family):
    name = "house-poker"
    traits = Traits(
        seats_interact=True,
        parts=_parts(
            f"dealer community piles dealer_set extra.total_hands betting.rake {_BANKED} {_SHOE} "
            "seats.cards seats.hands seats.select"
        ),
    )

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.house_poker.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.house_poker.file import check_game

        check_game(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.house_poker.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.house_poker.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.house_poker.live import betting_spots

        return betting_spots(file)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.house_poker(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.house_poker.price import price

        return price(question, executor)

    def fitting_solver(self, game: Game[Any]) -> str:
        from houseway.odds.house_poker.price import fitting_solver
        from houseway.play.house_poker.plan import make_plan

        return fitting_solver(make_plan(game))

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.house_poker.simulate import engine

        return engine(setup)

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        from houseway.bulk.house_poker import HousePokerColumns

        return HousePokerColumns(game, house, labels)

    def solve(self, game: str, house: Mapping[str, Any]) -> Any:
        from houseway.odds.house_poker.hints import solve

        return solve(game, house)

    def hint(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> Hint | None:
        from houseway.odds.house_poker.hints import hint

        del rng
        return hint(now, seat, solution)

    def best_action(self, now: LiveRound, seat: int, solution: Any) -> str | None:
        from houseway.odds.house_poker.hints import best_action

        return best_action(now, seat, solution)


class _Blackjack(Family):
    name = "blackjack"
    traits = Traits(
        shoe=True,
        parts=_parts(
            f"dealer community piles.dealers piles.hands {_BANKED} outcome.prizes state.streaks {_SHOE} "
            "seats.cards seats.hands seats.dealt"
        ),
    )

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.blackjack.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.blackjack.plan import make_plan

        make_plan(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.blackjack.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.blackjack.open import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.blackjack.live import betting_spots

        return betting_spots(file)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.blackjack(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.blackjack.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.blackjack.engines import engine

        return engine(setup)

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        from houseway.bulk.blackjack import BlackjackColumns

        return BlackjackColumns(game, house, labels)

    def solve(self, game: str, house: Mapping[str, Any]) -> Any:
        from houseway.odds.blackjack.hints import solve

        return solve(game, house)

    def hint(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> Hint | None:
        from houseway.odds.blackjack.hints import hint

        return hint(now, seat, solution, rng)

    def best_action(self, now: LiveRound, seat: int, solution: Any) -> str | None:
        from houseway.odds.blackjack.hints import best_action

        return best_action(now, seat, solution)


class _Baccarat(Family):
    name = "baccarat"
    traits = Traits(shoe=True, parts=_parts(f"piles.player piles.banker {_BANKED} {_SHOE} seats.position"))

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.baccarat.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.baccarat.settle import make_plan

        make_plan(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.baccarat.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.baccarat.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.baccarat.live import betting_spots

        return betting_spots(file)

    def seat_numbers(self, file: RoundFile) -> tuple[int, ...]:
        from houseway.play.baccarat.settle import load_plan

        return load_plan(file.game, file.house).game.spec.positions

    def reach(self, game: Game[Any]) -> Reach:
        return reach.baccarat(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.baccarat.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.baccarat.simulate import engine

        return engine(setup)

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        from houseway.bulk.baccarat import BaccaratColumns

        return BaccaratColumns(game, house, labels)


class _PaiGow(Family):
    name = "pai-gow"
    traits = Traits(parts=_parts(f"dealer dealer_set piles outcome.dice {_BANKED} {_SHAKEN} seats.cards seats.hands"))

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.pai_gow.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.pai_gow.file import check_game

        check_game(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.pai_gow.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.pai_gow.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.pai_gow.live import betting_spots

        return betting_spots(file)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.pai_gow(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.pai_gow.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.pai_gow.simulate import engine

        return engine(setup)

    def hint(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> Hint | None:
        from houseway.odds.pai_gow.hints import hint

        del solution
        return hint(now, seat, rng)


class _PaiGowDice(Family):
    name = "pai-gow-dice"
    traits = Traits(live=False, parts=_parts(f"outcome.dice {_BANKED} {_SHAKEN}"))

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.pai_gow.first_hand import settle_file

        return settle_file(file)

    def fitting_solver(self, game: Game[Any]) -> str:
        raise RuleError("a ceremony within another game, without wagers of its own: it has no price", game.spec.id)

    def check(self, game: Game[Any]) -> None:
        del game  # nothing to compile beyond the grammar

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.rules.sheet.plain import plain_sections

        return plain_sections(game)


class _Tiles(Family):
    name = "tiles"
    traits = Traits(
        parts=_parts(
            f"dealer dealer_set piles outcome.dice outcome.eye outcome.shaker {_BANKED} {_SHAKEN} betting.bank_seat "
            "betting.co_bank betting.dealer_wager betting.delivery state.prior_triples "
            "seats.cards seats.position seats.stack"
        )
    )

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.tiles.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.tiles.plan import make_plan

        make_plan(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.tiles.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.tiles.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.tiles.live import betting_spots

        return betting_spots(file)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.tiles(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.tiles.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.tiles.simulate import engine

        return engine(setup)

    def solve(self, game: str, house: Mapping[str, Any]) -> Any:
        from houseway.odds.tiles.hints import solve

        return solve(game, house)

    def hint(self, now: LiveRound, seat: int, solution: Any, rng: Random) -> Hint | None:
        from houseway.odds.tiles.hints import hint

        del rng
        return hint(now, seat, solution) if solution is not None else None


class _PlayerPoker(Family):
    name = "player-poker"
    traits = Traits(
        pot=True,
        seats_interact=True,
        parts=_parts(
            "community piles.boards betting.actions betting.ante betting.blinds betting.bring_in betting.button "
            "betting.chip betting.contributed betting.jackpot_rake betting.limits betting.max_wager betting.opener "
            "betting.over_blinds betting.pool_rake betting.rake betting.returned betting.straddles "
            "state.pot state.final_round extra.event extra.jackpot seats.cards seats.stack"
        ),
    )

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.pots.file import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        del game  # nothing to compile beyond the grammar

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.pots.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.pots.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.pots.live import betting_spots

        return betting_spots(file)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.pots(game)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.pots.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.pots.simulate import engine

        return engine(setup)


class _Draws(Family):
    """Games decided by a wheel or by numbers drawn."""

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.draws.sheet import sections

        return sections(game)

    def check(self, game: Game[Any]) -> None:
        del game  # nothing to compile beyond the grammar

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.draws.live import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.draws.live import betting_spots

        return betting_spots(file)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.draws.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.draws.simulate import engine

        return engine(setup)


class _Wheel(_Draws):
    name = "wheel"
    traits = Traits(parts=_parts("outcome.spins"))

    def apparatus(self, game: Game[Any]) -> dict[str, Any]:
        from houseway.play.draws.layout import wheel

        return wheel(game)

    def reach(self, game: Game[Any]) -> Reach:
        return reach.wheel(game)

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.draws.wheel import settle_file

        return settle_file(file)

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        from houseway.bulk.wheel import WheelColumns

        return WheelColumns(game, house, labels)


class _Keno(_Draws):
    name = "keno"
    traits = Traits(tickets=True, parts=_parts("outcome.drawn outcome.games seats.ticket"))

    def apparatus(self, game: Game[Any]) -> dict[str, Any]:
        from houseway.play.draws.layout import keno

        return keno(game)

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.draws.keno import settle_file

        return settle_file(file)


class _Dice(Family):
    name = "dice"
    traits = Traits(pays_at_once=True, parts=_parts("outcome.rolls outcome.sequence"))

    def apparatus(self, game: Game[Any]) -> dict[str, Any]:
        from houseway.play.dice.layout import apparatus

        return apparatus(game)

    def settle(self, file: RoundFile) -> Settlement:
        from houseway.play.dice.round import settle_file

        return settle_file(file)

    def check(self, game: Game[Any]) -> None:
        from houseway.play.dice.plan import make_plan

        make_plan(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        from houseway.play.dice.sheet import sections

        return sections(game)

    def open(self, file: RoundFile, seed: int | None) -> LiveRound:
        from houseway.play.dice.round import open_file

        return open_file(file, seed)

    def betting_spots(self, file: RoundFile) -> tuple[BettingSpot, ...]:
        from houseway.play.dice.round import betting_spots

        return betting_spots(file)

    def price(self, question: Question, executor: Executor) -> Priced:
        from houseway.odds.dice.price import price

        return price(question, executor)

    def engine(self, setup: Setup) -> Engine:
        from houseway.odds.dice.simulate import engine

        return engine(setup)


FAMILIES: tuple[Family, ...] = (
    _HousePoker(),
    _Blackjack(),
    _Baccarat(),
    _PaiGow(),
    _PaiGowDice(),
    _Tiles(),
    _PlayerPoker(),
    _Wheel(),
    _Keno(),
    _Dice(),
)
_BY_NAME = {family.name: family for family in FAMILIES}


@by_game(512)
def family_of(game: str) -> Family:
    """The family of a game (id or path)."""
    spec, _ = load_file(game)
    family = _BY_NAME[str(type(spec).__struct_config__.tag)]
    return _Refused(family, spec.refused) if spec.refused else family


def _compile(game: str) -> None:
    """Compile all that the engine reads of a game; what is wrong is an error."""
    from houseway.rules.game import load_game

    family_of(game).check(load_game(game))


judge_by(_compile)


def sheet_of(game: Game[Any]) -> Sheet:
    """The rule sheet of a game as the house offers it."""
    from houseway.rules.sheet.build import family, make_sheet

    own = _BY_NAME[family(game.spec)]
    return make_sheet(game, own.sections(game))


def settle(file: RoundFile) -> Settlement:
    """Settle a recorded round of any game."""
    family = family_of(file.game)
    check_parts(file, family.traits.parts | _own_parts(file.game))
    if file.meters:
        check_meters(file, _meters(file.game))
    return (
        settle_with_owners(file, family.settle) if any(seat.has_owners for seat in file.seats) else family.settle(file)
    )


def settle_owners(file: RoundFile, settled: Settlement) -> Settlement:
    """A round that is settled for its seats, with what the file says others had on their hands."""
    return add_owners(file, settled, without_owners(file), family_of(file.game).settle)


@by_game(512)
def _own_parts(game: str) -> frozenset[str]:
    """What a round of this game may say beside what all of its family may.

    The wager that every other is equal to, what its pool was left with, and what is told of an irregularity.
    """
    spec, _ = load_file(game)
    named, pool = getattr(getattr(spec, "betting", None), "equal_to", ""), getattr(spec, "pool", None)
    left = {"state.pool", f"state.{pool.state}"} if pool is not None else set()
    told = _parts(_RULED if family_of(game).traits.pot else _TOLD)
    return frozenset({*({f"betting.{named}"} if named else ()), *left, *told})


@by_game(512)
def _meters(game: str) -> frozenset[str]:
    """The meters that a game's wagers are paid from by any of its tables; a pot's jackpot is one."""
    spec, _ = load_file(game)
    jackpot = ("jackpot",) if family_of(game).traits.pot else ()
    return frozenset((*named_meters(spec), *spec.meters, *jackpot))


def answer(file: RoundFile, *, by_wager: bool = False) -> dict[str, Any]:
    """What a file asks for in the exchange format: the settled round, or the figures of a fee or an account."""
    if file.kind == "round":
        return as_json(settle(file), by_wager=by_wager)
    from houseway.play.accounting import ANSWERS

    if file.kind not in ANSWERS:
        raise RuleError(f"no such kind {file.kind!r}; kinds are round, {', '.join(ANSWERS)}", "kind")
    return ANSWERS[file.kind](file)


def settle_json(text: bytes | str) -> dict[str, Any]:
    """Settle a round given as JSON text; the answer in the exchange format, one line a wager."""
    return answer(decode_round(text), by_wager=True)


def open_round(file: RoundFile, seed: int | None = None) -> LiveRound:
    """A round of any game dealt from a deck shuffled by `seed`, or by the operating system's randomness without one.

    With `shoe` in the file it is not the first round of that shuffle, and begins where the last one ended.
    """
    return family_of(file.game).open(file, seed)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers that the game of `file` takes before the first card; one that others depend on comes before them."""
    ordered: dict[str, BettingSpot] = {}
    waiting = list(family_of(file.game).betting_spots(file))
    while waiting:
        names = {spot.name for spot in waiting}
        ready = [spot for spot in waiting if not names & {spot.equals, *spot.needs}] or waiting
        ordered |= {spot.name: spot for spot in ready}
        waiting = [spot for spot in waiting if spot.name not in ordered]
    return tuple(ordered.values())


def price(question: Question, executor: Executor | None = None) -> Priced:
    """Everything that is known about a game's price; the executor does the work and tells the share that is done."""
    from dataclasses import replace
    from time import perf_counter

    from houseway.odds.executor import LOCAL
    from houseway.odds.report import player_edges

    start = perf_counter()
    priced = family_of(question.game).price(question, executor or LOCAL)
    known = {level for prices in priced.sides.values() for one in prices.values() for level in one.meters}
    for level in question.meters:
        if level not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise RuleError(f"no wager is paid from a meter {level!r}; meters are {listed}", "meters")
    warnings = player_edges(priced.report.main, priced.sides, priced.mains)
    return replace(priced, report=replace(priced.report, seconds=perf_counter() - start, warnings=warnings))


def sources_of_price(game: str) -> tuple[str, ...]:
    """The sources that the price of a game is counted by: its family's, and all that these lead to."""
    from inspect import getsource
    from re import findall

    from houseway.odds.identity import sources_behind

    modules = findall(r"from (houseway\.odds\.[\w.]+) import", getsource(type(family_of(game)).price))
    return tuple(sorted({name for module in modules for name in sources_behind(module)}))


def known_price(question: Question, executor: Executor | None = None) -> Priced:
    """The price as it is shipped, if it fits the game and the code; otherwise it is counted."""
    from houseway.odds.stored import stored_price

    return stored_price(question) or price(question, executor)


def fitting_solver(game: Game[Any]) -> str:
    """What the solver counts that prices a game; an error names the statement of the file that stops all of them."""
    return _BY_NAME[str(type(game.spec).__struct_config__.tag)].fitting_solver(game)


def hint_for(now: LiveRound, seat: int, solution: Any = None, rng: Random | None = None) -> Hint:
    """What the seat to act does best, where that comes from, and the value of the actions in dollars.

    `solution` is the solved game, if it is solved; without it the actions are estimated.
    """
    from random import Random

    from houseway.odds.hints import Hint

    if not now.legal(seat):
        raise RuleError("the seat has nothing to decide now", "seat")
    found = family_of(now.opening.game).hint(now, seat, solution, rng or Random())
    return found or Hint(now.suggest(seat), "what an automatic player does")
