"""Hints for house poker: every move counted, or dealt out many times, with the solved play to follow."""

from collections.abc import Mapping
from random import Random
from typing import Any

from houseway.cards.text import format_card
from houseway.odds.hints import MOST_LISTED, Hint, ranked
from houseway.odds.house_poker.advice import Standing, advise, standing
from houseway.odds.house_poker.points import Settings
from houseway.odds.house_poker.points import fits as set_by_points
from houseway.odds.house_poker.sampled.at_table import worths_at
from houseway.odds.house_poker.solvers import Move, find_solver
from houseway.odds.house_poker.strategy import Policy, plain_policy, solved_policy, unplayed
from houseway.odds.house_poker.wagers import is_known, main_wagers
from houseway.play.core.round import LiveRound
from houseway.play.house_poker.plan import load_plan
from houseway.play.house_poker.round import Round


def solve(game: str, house: Mapping[str, Any]) -> Policy | Settings | None:
    """The best play, where a solver knows it."""
    plan = load_plan(game, dict(house))
    if set_by_points(plan):
        return Settings(plan)
    solver = find_solver(plan) if is_known(plan) and not unplayed(plan) else None
    solution = solver.solve(plan, {}) if solver is not None else None
    return solved_policy(plan, solution) if solution is not None and solution.decide is not None else None


def _texts(live: Round, seat: int, at: Standing, moves: tuple[Move, ...]) -> dict[Move, str]:
    """The action that makes each move, for those that are legal now."""
    choices, legal = at.plan.choices[at.stage], live.offered(seat)
    held = live.seats[seat].held()
    found: dict[Move, str] = {}
    for move in moves:
        spec = choices[move.choice].spec
        for one in legal:
            if one.verb != spec.do or spec.ahead or one.wager != (spec.bet[0] if spec.bet else ""):
                continue
            if one.cards is not None:
                thrown = [held[int(place) - 1] for place in move.text.split()[1:]]
                found[move] = " ".join([one.verb, *map(format_card, thrown)])
            elif len(one.amounts) > 1:
                if any(abs(amount - move.factor * one.unit) < 0.5 for amount in one.amounts):
                    found[move] = f"{one.lead} {move.factor:g}x"
            else:
                found[move] = one.lead
    return found


def _near(moves: list[Move], best: Move | None) -> list[Move]:
    """Of many ways to throw cards away those that throw nearly the same ones as the best."""
    if best is None or len(moves) <= MOST_LISTED:
        return moves
    thrown = set(best.text.split()[1:])
    return sorted(moves, key=lambda one: len(thrown ^ set(one.text.split()[1:])))[:MOST_LISTED]


def _setting(live: Round, seat: int, settings: Settings) -> Hint:
    own = live.seats[seat]
    worths = settings.values(own.held())
    stake = own.wagers[settings.wager.name] / 100
    best = max(worths, key=lambda one: worths[one])
    values = {text: stake * value for text, value in worths.items()}
    return ranked(best, "every hand that the dealer may have", values, exact=True)


def _claimed(live: Round, seat: int, action: str) -> float:
    """What side wagers yield in dollars that are lost unless an action open now is taken: own cards decide them."""
    open_now, main = {one.verb for one in live.legal(seat)}, main_wagers(live.plan)
    names = {
        name for name in live.seats[seat].wagers
        if name not in main and live.plan.wagers[name].spec.shown_by in open_now
    }  # fmt: skip
    if not names:
        return 0.0
    after: LiveRound = live.act(seat, action)
    while not after.over:
        after = after.act(after.turn, after.suggest(after.turn))
    return sum(line.net for line in after.settle().seats[seat] if line.wager in names) / 100


def _valued(live: Round, seat: int) -> Hint | None:
    """Every action by the general solver, for games that arrays of rounds do not play."""
    told = worths_at(live, seat, dict(live.opening.meters))
    if told is None or not told.values:
        return None
    values = {action: value + _claimed(live, seat, action) for action, value in told.values.items()}
    best = max(values, key=lambda one: values[one])
    if told.exact:
        return ranked(best, "every card that may come counted, with best play to follow", values, exact=True)
    return ranked(best, f"estimated from {told.deals:,} deals, with best play to follow", values)


def best_action(live: LiveRound, seat: int, policy: Policy | Settings | None) -> str | None:
    """The action of the solved play alone, without the values of the others; None where it says nothing."""
    if not isinstance(live, Round) or not isinstance(policy, Policy):
        return None
    at = standing(live, seat, dict(live.opening.meters))
    moves = policy.moves.get(at.stage, ())
    return _texts(live, seat, at, moves).get(moves[int(policy.decide(at.stage, at.known)[0])]) if moves else None


def hint(live: LiveRound, seat: int, policy: Policy | Settings | None, rng: Random) -> Hint | None:
    """Every move counted, or dealt out many times, with the solved play to follow."""
    del rng
    assert isinstance(live, Round)
    if isinstance(policy, Settings):
        return _setting(live, seat, policy)
    if not is_known(live.plan) or unplayed(live.plan):
        return _valued(live, seat)
    at = standing(live, seat, dict(live.opening.meters))
    play = policy or plain_policy(at.plan)
    texts = _texts(live, seat, at, play.moves.get(at.stage, ()))
    if not texts:
        return None
    best = play.moves[at.stage][int(play.decide(at.stage, at.known)[0])] if policy else None
    told = advise(at, play, _near(list(texts), best))
    values = {texts[move]: worth for move, worth in told.worths.items()}
    count = "every way the unseen cards may fall" if told.exact else f"{told.dealings:,} dealings of the unseen cards"
    if best is None:
        return ranked(max(values, key=lambda one: values[one]), f"estimated from {count}", values)
    if best not in texts:
        return None
    return ranked(texts[best], f"the exact strategy; the costs from {count}", values, told.exact)
