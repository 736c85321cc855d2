"""The families of games: one typed object each, in one list. A part of a family loads when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.play.core.family import Play
from houseway.play.core.owners import add_owners, settle_with_owners, without_owners
from houseway.play.core.roundfile import RoundFile, as_json, check_meters, check_parts, decode_round
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError
from houseway.rules.load import by_game, judge_by, load_file
from houseway.rules.validate import named_meters

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from houseway.bulk.lines import ColumnsEngine, Labels
    from houseway.odds.executor import Executor
    from houseway.odds.family import Odds
    from houseway.odds.hints import Hint
    from houseway.odds.pricing import Priced, Question
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
    parts: frozenset[str] = frozenset()  # of a round file, besides what all have; see roundfile.check_parts


_BANKED = "betting.player_dealer_wager"  # of a round against a player-dealer
_SHOE = "shoe.used shoe.beyond"  # where a round begins in a shoe already in play
_TOLD = "irregularity.kind irregularity.seat irregularity.count irregularity.of irregularity.hand irregularity.settled"
_RULED = (  # of a pot, where the floor rules on a hand
    "irregularity.kind irregularity.seat irregularity.knew irregularity.cards irregularity.touched_muck "
    "irregularity.retrieved irregularity.face_up irregularity.mixed irregularity.tabled irregularity.induced "
    "irregularity.claimed"
)
_SHAKEN = "betting.action_seat betting.active_seats"  # of a round whose first hand the dice choose


def _parts(names: str) -> frozenset[str]:
    return frozenset(names.split())


@dataclass(frozen=True)
class Family:
    """A family of games: its folder in `play` and in `odds`, and what tells it from others.

    `family.py` of each folder holds an object named after the family, `Play` or `Odds`: it is loaded when it is first
    asked for, so that a rule sheet loads no kernel.
    """

    name: str
    folder: str
    traits: Traits
    arrays: str = ""  # the module of `bulk` whose Engine settles many rounds at once
    refused: str = ""  # why a game cannot be dealt: only its sheet is shown

    def _part(self, layer: str) -> Any:
        module = import_module(f"houseway.{layer}.{self.folder}.family")
        return getattr(module, self.name.upper().replace("-", "_"), None)

    @cached_property
    def _play(self) -> Play:
        part = self._part("play")
        assert isinstance(part, Play)
        return part

    @property
    def play(self) -> Play:
        """How its rounds are read and opened."""
        if self.refused:
            raise RuleError(self.refused, "game")
        return self._play

    def settle(self, file: RoundFile) -> Settlement:
        """A recorded round, settled."""
        return self.play.read(file).settle()

    def columns(self, game: str, house: Mapping[str, Any], labels: Labels) -> ColumnsEngine | None:
        """What settles many rounds of a game as arrays; None where they are settled one by one."""
        if not self.arrays:
            return None
        engine: ColumnsEngine = import_module(f"houseway.bulk.{self.arrays}").Engine(game, house, labels)
        return engine

    @cached_property
    def odds(self) -> Odds:
        """How it is priced, simulated and advised on."""
        from houseway.odds.family import Odds

        if self.refused:
            raise RuleError(self.refused, "game")
        part = self._part("odds") if self.traits.live else None
        if not isinstance(part, Odds):
            raise RuleError("a ceremony within another game, without wagers of its own: it has no price", "game")
        return part

    def check(self, game: Game[Any]) -> None:
        """Compile all that the engine reads of a configured game; what is not dealt is not compiled."""
        if not self.refused:
            self.play.check(game)

    def apparatus(self, game: Game[Any]) -> dict[str, Any]:
        """What a page draws besides cards; nothing of a game that is not dealt."""
        return {} if self.refused else self.play.apparatus(game)

    def sections(self, game: Game[Any]) -> list[Section]:
        """The parts of the rule sheet that only this family has, of a game that is not dealt too."""
        return self._play.sections(game)


FAMILIES = (
    Family(
        "house-poker",
        "house_poker",
        Traits(
            seats_interact=True,
            parts=_parts(
                f"dealer community piles dealer_set extra.total_hands betting.rake {_BANKED} {_SHOE} "
                "seats.cards seats.hands seats.select"
            ),
        ),
        arrays="house_poker",
    ),
    Family(
        "blackjack",
        "blackjack",
        Traits(
            shoe=True,
            parts=_parts(
                f"dealer community piles.dealers piles.hands {_BANKED} outcome.prizes state.streaks {_SHOE} "
                "seats.cards seats.hands seats.dealt"
            ),
        ),
        arrays="blackjack",
    ),
    Family(
        "baccarat",
        "baccarat",
        Traits(shoe=True, parts=_parts(f"piles.player piles.banker {_BANKED} {_SHOE} seats.position")),
        arrays="baccarat",
    ),
    Family(
        "pai-gow",
        "pai_gow",
        Traits(parts=_parts(f"dealer dealer_set piles outcome.dice {_BANKED} {_SHAKEN} seats.cards seats.hands")),
    ),
    Family("pai-gow-dice", "pai_gow", Traits(live=False, parts=_parts(f"outcome.dice {_BANKED} {_SHAKEN}"))),
    Family(
        "tiles",
        "tiles",
        Traits(
            parts=_parts(
                f"dealer dealer_set piles outcome.dice outcome.eye outcome.shaker {_BANKED} {_SHAKEN} "
                "betting.bank_seat betting.co_bank betting.dealer_wager betting.delivery state.prior_triples "
                "seats.cards seats.position seats.stack"
            )
        ),
    ),
    Family(
        "player-poker",
        "pots",
        Traits(
            pot=True,
            seats_interact=True,
            parts=_parts(
                "community piles.boards betting.actions betting.ante betting.blinds betting.bring_in betting.button "
                "betting.chip betting.contributed betting.jackpot_rake betting.limits betting.max_wager betting.opener "
                "betting.over_blinds betting.pool_rake betting.rake betting.returned betting.straddles "
                "state.pot state.final_round extra.event extra.jackpot seats.cards seats.stack"
            ),
        ),
    ),
    Family("wheel", "draws", Traits(parts=_parts("outcome.spins")), arrays="wheel"),
    Family("keno", "draws", Traits(tickets=True, parts=_parts("outcome.drawn outcome.games seats.ticket"))),
    Family("dice", "dice", Traits(pays_at_once=True, parts=_parts("outcome.rolls outcome.sequence"))),
)
_BY_NAME = {family.name: family for family in FAMILIES}


@by_game(512)
def family_of(game: str) -> Family:
    """The family of a game (id or path)."""
    spec, _ = load_file(game)
    family = _BY_NAME[str(type(spec).__struct_config__.tag)]
    if not spec.refused:
        return family
    return replace(family, traits=msgspec.structs.replace(family.traits, live=False), refused=spec.refused)


def _compile(game: str) -> None:
    """Compile all that the engine reads of a game; what is wrong is an error."""
    from houseway.rules.game import load_game

    family_of(game).check(load_game(game))


judge_by(_compile)


def sheet_of(game: Game[Any]) -> Sheet:
    """The rule sheet of a game as the house offers it."""
    from houseway.rules.sheet.common import family, make_sheet

    of_game = _BY_NAME[family(game.spec)]
    return make_sheet(game, of_game.sections(game))


def settle(file: RoundFile) -> Settlement:
    """Settle a recorded round of any game."""
    family = family_of(file.game)
    check_parts(file, _parts_of(file.game))
    if file.meters:
        check_meters(file, _meters(file.game))
    with_owners = any(seat.has_owners for seat in file.seats)
    return settle_with_owners(file, family.settle) if with_owners else family.settle(file)


def settle_owners(file: RoundFile, settled: Settlement) -> Settlement:
    """A round that is settled for its seats, with what the file says others had on their hands."""
    return add_owners(file, settled, without_owners(file), family_of(file.game).settle)


@by_game(512)
def _parts_of(game: str) -> frozenset[str]:
    """What a round of this game may say: what all of its family may, and more.

    The wager that every other is equal to, what its pool was left with, and what is told of an irregularity.
    """
    spec, _ = load_file(game)
    named, pool = getattr(getattr(spec, "betting", None), "equal_to", ""), getattr(spec, "pool", None)
    carried = {"state.pool", f"state.{pool.state}"} if pool is not None else set()
    traits = family_of(game).traits
    told = _parts(_RULED if traits.pot else _TOLD)
    return frozenset({*traits.parts, *({f"betting.{named}"} if named else ()), *carried, *told})


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
    return family_of(file.game).play.open(file, seed)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers that the game of `file` takes before the first card; one that others depend on comes before them."""
    ordered: dict[str, BettingSpot] = {}
    waiting = list(family_of(file.game).play.betting_spots(file))
    while waiting:
        names = {spot.name for spot in waiting}
        ready = [spot for spot in waiting if not names & {spot.equals, *spot.needs}] or waiting
        ordered |= {spot.name: spot for spot in ready}
        waiting = [spot for spot in waiting if spot.name not in ordered]
    return tuple(ordered.values())


def price(question: Question, executor: Executor | None = None) -> Priced:
    """Everything that is known about a game's price; the executor does the work and tells the share that is done."""
    from time import perf_counter

    from houseway.odds.executor import LOCAL
    from houseway.odds.report import player_edges

    start = perf_counter()
    priced = family_of(question.game).odds.price(question, executor or LOCAL)
    known = {level for prices in priced.sides.values() for side_price in prices.values() for level in side_price.meters}
    for level in question.meters:
        if level not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise RuleError(f"no wager is paid from a meter {level!r}; meters are {listed}", "meters")
    warnings = player_edges(priced.report.main, priced.sides, priced.mains)
    return replace(priced, report=replace(priced.report, seconds=perf_counter() - start, warnings=warnings))


def compiles_apart(game: str) -> bool:
    """Whether a count has an end that a second process can begin with."""
    return family_of(game).odds.price_apart is not None


def compile_apart(question: Question) -> None:
    """Fill the cache of kernels from the end of a count, while another process counts from its beginning."""
    apart = family_of(question.game).odds.price_apart
    if apart is not None:
        apart(question)


def sources_of_price(game: str) -> tuple[str, ...]:
    """The sources that the price of a game is counted by: its family's, and all that these lead to."""
    from houseway.odds.identity import sources_behind

    return tuple(sorted(sources_behind(family_of(game).odds.price.__module__)))


def known_price(question: Question, executor: Executor | None = None) -> Priced:
    """The price as it is shipped, if it fits the game and the code; otherwise it is counted."""
    from houseway.odds.stored import stored_price

    return stored_price(question) or price(question, executor)


def fitting_solver(game: Game[Any]) -> str:
    """What the solver counts that prices a game; an error names the statement of the file that stops all of them."""
    family = _BY_NAME[str(type(game.spec).__struct_config__.tag)]
    fitting = family.odds.fitting_solver
    return fitting(game) if fitting is not None else f"{family.name} by a count of its own"


def hint_for(now: LiveRound, seat: int, solution: Any = None, rng: Random | None = None) -> Hint:
    """What the seat to act does best, where that comes from, and the value of the actions in dollars.

    `solution` is the solved game, if it is solved; without it the actions are estimated.
    """
    from random import Random

    from houseway.odds.hints import Hint

    if not now.legal(seat):
        raise RuleError("the seat has nothing to decide now", "seat")
    hint = family_of(now.opening.game).odds.hint(now, seat, solution, rng or Random())
    return hint or Hint(now.suggest(seat), "what an automatic player does")
