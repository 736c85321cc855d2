"""Settling a coup: every wager by the first of its events that the coup shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.play.baccarat.coup import Coup, points, shows
from houseway.play.core.award import Award, Ruling, award
from houseway.play.core.commission import commission_of
from houseway.play.core.meters import Meters
from houseway.play.core.money import dollars
from houseway.play.core.plans import plans_by
from houseway.play.core.settlement import Line
from houseway.play.core.settling import EnvyTerms, settle_spots
from houseway.rules.baccarat import Baccarat, BaccaratWager
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pays import LOSE, Pay, parse_pay
from houseway.rules.tables import column_prices, find_block, row_path
from houseway.rules.words import PayBlock


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager's events in the order they are judged, with their prices."""

    spec: BaccaratWager
    prices: tuple[tuple[str, Pay], ...]
    block: PayBlock
    envy: Mapping[str, int]  # cents that a row brings the other bettors


@dataclass(frozen=True)
class Plan:
    """A baccarat game ready to settle."""

    game: Game[Baccarat]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    envies: tuple[EnvyTerms, ...]


def envy_rows(spec: Baccarat, wager: BaccaratWager, printed: Mapping[str, int]) -> dict[str, int]:
    """The rows that bring the other bettors an envy bonus: what all show alike only if the wager says so."""
    if wager.envy is None:
        return {}
    return {row: cents for row, cents in printed.items() if wager.common_envy or spec.events[row].seat_numbers}


def _wager_plan(game: Game[Baccarat], name: str, words: BaccaratWager) -> WagerPlan:
    spec, block = game.spec, PayBlock()
    envy: dict[str, int] = {}
    prices = [(event, parse_pay(price)) for event, price in words.results.items()]
    if words.pay_table:
        if words.pay_table not in spec.pay_tables:
            raise RuleError(f"no pay table named {words.pay_table!r}", f"{spec.id}: wagers.{name}.pays")
        block = find_block(words.pay_table, spec.pay_tables[words.pay_table], game.table_id(words.pay_table))
        rows = column_prices(words.pay_table, block, game.table_id(words.pay_table))
        prices += [(row, pays[0]) for row, pays, _ in rows]
        envy = {row: cents for row, _, cents in rows if cents}
    for event, _ in prices:
        if event not in spec.events:
            raise RuleError(f"no event named {event!r}", f"{spec.id}: wagers.{name}")
    return WagerPlan(words, tuple(prices), block, envy_rows(spec, words, envy))


def make_plan(game: Game[Baccarat]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    spec = game.spec
    for name, event in spec.events.items():
        missing = [other for other in event.any_of if other not in spec.events]
        if missing:
            raise RuleError(f"no event named {missing[0]!r}", f"{spec.id}: events.{name}")
    wagers = {name: _wager_plan(game, name, words) for name, words in spec.wagers.items()}
    order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
    envies = tuple(
        EnvyTerms(name, wager.spec, Fraction(str(wager.block.base))) for name, wager in wagers.items() if wager.envy
    )
    return Plan(game, wagers, order, envies)


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it


def _rule_line(plan: Plan, name: str, stake: int, coup: Coup, seat: int, meters: Meters, sharers: int) -> Ruling:
    wager = plan.wagers[name]
    words, game = wager.spec, plan.game
    score = f"player {points(coup.player)}, banker {points(coup.banker)}"
    for event, pay in wager.prices:
        if not shows(game.spec.events[event], coup, words.side, game.spec.events, seat):
            continue
        metered = any(part.kind == "share" for part in pay.parts)
        shared = sharers if words.shared and metered else 1
        paid = award(
            game,
            pay,
            stake,
            taken=bool(words.meter),
            meters=meters,
            meter=words.meter,
            block=wager.block,
            shared_by=shared,
        )
        vigorish = commission_of(game, words)
        fee = vigorish.owed(game, paid.net, stake, coup.winner == "tie") if vigorish is not None else 0
        reason = f"{score}: {event.replace('_', ' ')}, {'pays ' if pay.result == 'win' else ''}{pay.text}"
        if fee:
            reason += f", less vigorish of ${dollars(fee)}"
        rule = game.cite(words.cites.get(event, wager.block.rule or words.rule))
        path = "" if event in words.results else row_path(words.pay_table, game.table_id(words.pay_table), event)
        line = Line(name, stake, paid.net - fee, reason, rule, event, path)
        return Ruling(line, paid, "meter" if metered else pay.result)
    lost = award(game, LOSE, stake)
    rule = game.cite(words.cites.get("lose", words.rule))
    return Ruling(Line(name, stake, lost.net, f"{score}: loses", rule, "lose"), lost, "lose")


@dataclass(frozen=True, slots=True)
class _Judge:
    """How the wagers on a coup came out."""

    plan: Plan
    stakes: list[dict[str, int]]
    numbers: tuple[int, ...]  # printed at the seats
    coup: Coup
    meters: Meters

    def rulings(self, spot: int) -> list[Ruling]:
        made, seat = self.stakes[spot], self.numbers[spot]
        return [
            _rule_line(
                self.plan, name, made[name], self.coup, seat, self.meters, sum(name in one for one in self.stakes)
            )
            for name in self.plan.order
            if name in made
        ]

    def envy_cents(self, wager: str, spot: int) -> int:
        words, events = self.plan.wagers[wager], self.plan.game.spec.events
        if wager not in self.stakes[spot]:
            return 0
        shown = (event for event, _ in words.prices if shows(events[event], self.coup, "", events, self.numbers[spot]))
        return words.envy.get(next(shown, ""), 0)


def settle_coup(
    plan: Plan, seats: list[dict[str, int]], numbers: tuple[int, ...], coup: Coup, meters: dict[str, int]
) -> tuple[tuple[tuple[Line, ...], ...], Meters]:
    """The lines of each seat, and the meters as the coup leaves them; `numbers` are those printed at the seats."""
    left = Meters(meters)
    judge = _Judge(plan, seats, numbers, coup, left)
    rulings = settle_spots(plan.game, judge, seats, range(len(seats)), plan.envies)
    return tuple(tuple(ruling.line for ruling in seat) for seat in rulings), left


def void_lines(plan: Plan, seats: list[dict[str, int]], rule: str) -> tuple[tuple[Line, ...], ...]:
    """Every stake returned."""
    cited = plan.game.cite(rule)
    return tuple(tuple(Line(name, stake, 0, "void, stake returned", cited) for name, stake in w.items()) for w in seats)


__all__ = ["Award", "Plan", "load_plan", "make_plan", "settle_coup", "void_lines"]
