"""Strategies of house poker as functions on arrays: a solver's, the plain policy, or the rules of a file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt

import msgspec
import numpy as np

from houseway.odds.arrays import Flags, Ints
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.solvers import Decide, Move, Solution, Visible, find_solver
from houseway.odds.house_poker.wagers import pile_sizes, seen_at, thrown_for_good
from houseway.odds.report import MainPrice, main_price
from houseway.odds.simulate.setup import Setup
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value, rank_mask

OPTIMAL, SIMPLE = "optimal", "simple"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of a strategy file: with this hand or better, this move; the first rule that holds counts."""

    do: str
    having: str = ""  # e.g. `pair 8`, `high Q64`; empty: always
    hand: str = "player"
    up: dict[str, str] = {}  # pile -> ranks, one of which an open card of it has, e.g. `{"dealer": "2-7"}`
    matches: str = ""  # a pile: an open card of it has the rank of a card that the seat holds


_Rules = dict[str, list[Rule]]  # by decision


@dataclass(frozen=True)
class _Condition:
    """When a rule holds."""

    hand: str
    least: int | None
    up: Mapping[str, int]  # pile -> a bit for each rank
    matches: str

    def holds(self, plan: Plan, known: Visible) -> Flags:
        rows = np.ones(len(known["player"]), np.bool_)
        if self.least is not None:
            rows &= _has(plan, known, self.hand, self.least)
        for pile, ranks in self.up.items():
            rows &= (ranks >> (known[pile] >> 2).astype(np.int64) & 1).any(axis=1)
        if self.matches:
            own, other = known["player"] >> 2, known[self.matches] >> 2
            rows &= (own[:, :, None] == other[:, None, :]).any(axis=(1, 2))
        return rows


@dataclass(frozen=True)
class Policy:
    """A strategy: the moves at each stage, and which of them each round takes."""

    name: str
    moves: Mapping[int, tuple[Move, ...]]
    decide: Decide
    notes: tuple[str, ...] = ()


def _moves(plan: Plan, stage: int) -> tuple[Move, ...]:
    """Every way to act: one for each multiple, and one for each set of cards that must be thrown away."""
    found = []
    for index, choice in enumerate(plan.choices[stage]):
        spec = choice.spec
        if spec.ahead or (spec.bet and not spec.times):
            continue
        if spec.discard is not None and spec.discard[0] > 0:
            dealt = range(1, sum(before.deal.get("player", 0) for before in plan.stages[: stage + 1]) + 1)
            sets = (ways for size in range(spec.discard[0], spec.discard[1] + 1) for ways in combinations(dealt, size))
            factor = float(spec.by[0]) if spec.bet else 0.0
            found += [Move(index, factor, f"throw {' '.join(map(str, places))}") for places in sets]
            continue
        factors = spec.by if spec.bet else (0,)
        text = spec.do if len(factors) == 1 else f"{spec.do} {{}}x"
        found += [Move(index, float(by), text.format(by)) for by in factors]
    return tuple(found)


def _has(plan: Plan, known: Visible, hand: str, least: int) -> Flags:
    """Whether what is seen of a hand is as good; piles of which nothing is seen add nothing to it."""
    unseen = np.empty((len(known["player"]), 0), np.uint8)
    return Batch(plan, {**dict.fromkeys(pile_sizes(plan), unseen), **known}).value(hand) >= least


def _simple(plan: Plan, moves: Mapping[int, tuple[Move, ...]]) -> Decide:
    """The least costly way to stay in, as the live table plays for a seat that does not choose."""

    def decide(stage: int, known: Visible) -> Ints:
        ending = {
            place
            for place, move in enumerate(moves[stage])
            if (words := plan.choices[stage][move.choice].spec).fold or words.surrender or words.gives_up
        }
        order = sorted(range(len(moves[stage])), key=lambda place: (place in ending, moves[stage][place].factor))
        rounds = len(known["player"])
        chosen, open_now = np.zeros(rounds, np.int64), np.ones(rounds, np.bool_)
        for place in order:
            choice = plan.choices[stage][moves[stage][place].choice]
            legal = open_now
            if choice.having is not None:
                legal = legal & _has(plan, known, choice.spec.hand, choice.having)
            chosen[legal] = place
            open_now = open_now & ~legal
        return chosen

    return decide


def _by_rules(plan: Plan, moves: Mapping[int, tuple[Move, ...]], text: str) -> Decide:
    try:
        rules = msgspec.json.decode(text, type=_Rules)
    except msgspec.DecodeError as error:
        raise RuleError(f"{text[:20]!r} is not optimal, simple or rules as JSON: {error}", "--strategy") from None
    stages = {plan.stages[stage].name: stage for stage in moves}
    compiled: dict[int, list[tuple[int, _Condition]]] = {}
    for name, listed in rules.items():
        if name not in stages:
            raise RuleError(f"no decision named {name!r}; decisions are {', '.join(stages)}", f"--strategy: {name}")
        stage = stages[name]
        texts = [move.text for move in moves[stage]]
        for rule in listed:
            hand = plan.hands.get(rule.hand)
            if rule.do not in texts:
                raise RuleError(f"no move {rule.do!r}; moves are {', '.join(texts)}", f"--strategy: {name}")
            if hand is None or (rule.having and hand.ranking is None):
                ranked = ", ".join(known for known, made in plan.hands.items() if made.ranking is not None)
                raise RuleError(f"no ranked hand {rule.hand!r}; hands are {ranked}", f"--strategy: {name}")
            least = least_value(rule.having, hand.ranking) if rule.having and hand.ranking else None
            seen = seen_at(plan, stage)
            for pile in (*rule.up, *filter(None, (rule.matches,))):
                if pile == "player" or pile not in seen:
                    raise RuleError(f"no card of {pile!r} lies open at this decision", f"--strategy: {name}")
            up = {pile: _ranks(ranks, f"--strategy: {name}") for pile, ranks in rule.up.items()}
            condition = _Condition(rule.hand, least, up, rule.matches)
            compiled.setdefault(stage, []).append((texts.index(rule.do), condition))
    otherwise = _simple(plan, moves)

    def decide(stage: int, known: Visible) -> Ints:
        chosen = otherwise(stage, known)
        for move, condition in reversed(compiled.get(stage, [])):
            chosen[condition.holds(plan, known)] = move
        return chosen

    return decide


def _ranks(text: str, field: str) -> int:
    try:
        return rank_mask(text)
    except (ValueError, RuleError) as error:
        raise RuleError(f"{text!r} names no ranks: {error}", field) from None


def unplayed(plan: Plan) -> str:
    """Why rounds of a game cannot be decided as arrays by a policy; empty where they can."""
    if plan.game.spec.packs:
        return "cards of two packs meet in one hand"
    if plan.selects:
        return "seats decide with cards in sight that are not of their own hand"
    if any(stage.hand for stage in plan.stages):
        return "a seat decides for several hands in one round"
    for index in range(len(plan.stages)):
        thrown = any(choice.spec.discard is not None for choice in plan.choices[index])
        if thrown and not thrown_for_good(plan, index) and not any(one.fill_from for one in plan.stages[index:]):
            return "cards are thrown away in some rounds only, and none taken for them"
    if any(wager.spec.follows for wager in plan.wagers.values()):
        return "a seat chooses which comparison its wagers are decided by"
    return ""


def _all_moves(plan: Plan) -> dict[int, tuple[Move, ...]]:
    if problem := unplayed(plan):
        raise RuleError(f"rounds of this game cannot be simulated: {problem}", plan.game.spec.id)
    return {stage: found for stage in range(len(plan.stages)) if (found := _moves(plan, stage))}


def plain_policy(plan: Plan, notes: tuple[str, ...] = ()) -> Policy:
    """Every decision the least costly way to stay in."""
    moves = _all_moves(plan)
    return Policy(SIMPLE, moves, _simple(plan, moves), notes)


def policy_of_rules(plan: Plan, text: str) -> Policy:
    moves = _all_moves(plan)
    return Policy("file", moves, _by_rules(plan, moves, text))


def make_policy(plan: Plan, setup: Setup) -> Policy:
    """The strategy that a simulation asks for; without an exact one `optimal` falls back to the plain policy."""
    if setup.strategy == SIMPLE:
        return plain_policy(plan)
    if setup.strategy != OPTIMAL:
        policy = policy_of_rules(plan, setup.strategy)
        return replace(policy, notes=_counted(plan, setup, policy))
    solver = find_solver(plan)
    solution = solver.solve(plan, setup.meters) if solver is not None else None
    if solution is None or (solution.decide is None and solution.moves):
        note = "no exact strategy is known for this game: it is played by the plain policy"
        return plain_policy(plan, (note,))
    return solved_policy(plan, solution)


def _solve_rules(plan: Plan, setup: Setup, policy: Policy) -> Solution | None:
    """The game under a file's strategy, where it is counted hand by hand, street by street or board by board."""
    from houseway.odds.house_poker import holdem_board
    from houseway.odds.house_poker.vs_dealer import hands, war
    from houseway.odds.house_poker.vs_paytable import multi_street

    solver, moves, decide = find_solver(plan), policy.moves, policy.decide
    rules = [rule for listed in msgspec.json.decode(setup.strategy, type=_Rules).values() for rule in listed]
    looks_at = {rule.hand for rule in rules if rule.having}
    if solver is hands:
        return hands.solve_strategy(plan, setup.meters, moves, decide)
    if solver is war:
        return war.solve_strategy(plan, setup.meters, moves, decide)
    if solver is holdem_board:
        return holdem_board.solve_strategy(plan, setup.meters, moves, decide, looks_at)
    if solver is multi_street and not any(rule.up or rule.matches for rule in rules):
        return multi_street.solve_strategy(plan, setup.meters, moves, decide, looks_at)
    return None


def price_strategy(setup: Setup) -> MainPrice | None:
    """The exact price of a file's strategy, where the game under it is counted."""
    plan = load_plan(setup.game, setup.house)
    solution = _solve_rules(plan, setup, policy_of_rules(plan, setup.strategy))
    if solution is None:
        return None
    return main_price(solution.unit, solution.mean, solution.square, solution.average_bet)


def _counted(plan: Plan, setup: Setup, policy: Policy) -> tuple[str, ...]:
    """What is to be said of the exact price of a strategy."""
    solution = _solve_rules(plan, setup, policy)
    if solution is None:
        return ()
    deviation = sqrt(max(solution.square - solution.mean**2, 0.0))
    unit = solution.unit.replace("_", " ")
    return (
        f"counted exactly, this strategy costs {-solution.mean:.4%} of the {unit}, with {solution.average_bet:.4f} "
        f"units bet on average and a standard deviation of {deviation:.4f}",
    )


def solved_policy(plan: Plan, solution: Solution) -> Policy:
    """Best play as a solver found it; a decision that the solver passes over is made by the plain policy."""
    moves = _all_moves(plan)
    simple, best = _simple(plan, moves), solution.decide

    def decide(stage: int, known: Visible) -> Ints:
        return best(stage, known) if best is not None and stage in solution.moves else simple(stage, known)

    return Policy(OPTIMAL, {**moves, **solution.moves}, decide)
