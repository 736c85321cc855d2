"""Wagers beside the pot: the strike-out pool, bonus wagers against the house, the bad-beat wager."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.hands.ranking import RANKINGS
from houseway.play.core.award import Ruling
from houseway.play.core.cases import Always, Case, When, deciding
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import cents, dollars, pro_rata
from houseway.play.core.roundfile import RoundFile, meter_cents
from houseway.play.core.settling import by_case, closed, ruled, terms, voided
from houseway.play.core.wagers import check_wagers as check_amounts
from houseway.play.pots.jackpot import Fund, Posted, award, beaten_hands
from houseway.play.pots.order import blind_seats
from houseway.play.pots.ranks import values
from houseway.play.pots.rulings import voided_seats
from houseway.play.pots.settle import Outcome
from houseway.play.pots.state import State
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pays import LOSE
from houseway.rules.pots import BadBeat, Bonus, PlayerPoker, Pool
from houseway.rules.tables import column_prices, find_block, row_path
from houseway.rules.wording import humanize
from houseway.rules.words import WagerSpec

Rulings = list[list[Ruling]]
CLOSE = "close_table"


def wagers_beside(spec: PlayerPoker) -> dict[str, WagerSpec]:
    """The wagers that a game takes beside the pot."""
    found: dict[str, WagerSpec] = {}
    if (pool := spec.pool) is not None:
        found[pool.wager] = WagerSpec(required=True, rule=pool.wager_rule or pool.rule)
    found |= spec.bonus
    if (beat := spec.bad_beat) is not None:
        found[beat.wager] = WagerSpec(meter=beat.meter, rule=beat.rule)
    return found


def _stakes(file: RoundFile, name: str) -> list[int]:
    return [
        cents(seat.wagers[name], f"seats[{place}].wagers.{name}") if name in seat.wagers else 0
        for place, seat in enumerate(file.seats)
    ]


def staked(spec: PlayerPoker, file: RoundFile, seat: int) -> int:
    """What a seat has on wagers beside the pot, in cents."""
    return sum(_stakes(file, name)[seat] for name in wagers_beside(spec))


def check_wagers(file: RoundFile, state: State) -> None:
    """Every wager of the file is one of the game in an amount that is allowed, and none that is required is missing."""
    spec, game = state.table.rules.spec, state.table.rules.game
    known, in_pot = wagers_beside(spec), {"ante", "initial", spec.forced.own_bet}
    must = any(wager.required for wager in known.values())
    for place, seat in enumerate(file.seats):
        field = f"seats[{place}].wagers"
        made = {name: cents(sum_, f"{field}.{name}") for name, sum_ in seat.wagers.items() if name not in in_pot}
        if made or must:
            check_amounts(game, known, made, field)
    if spec.pool is not None:
        _check_pool_wager(file, state, spec.pool)


def _check_pool_wager(file: RoundFile, state: State, pool: Pool) -> None:
    """The wager on the pool is large enough, and not too large together with the seat's first bet."""
    stakes, cite = state.table.stakes, state.table.rules.cite(pool.wager_rule or pool.rule)
    least = (stakes.ante or max(stakes.blinds, default=0)) if pool.least == "initial" else 0
    posted = dict(zip(blind_seats(state.table), stakes.blinds, strict=False))
    for seat, amount in enumerate(_stakes(file, pool.wager)):
        field = f"seats[{seat}].wagers.{pool.wager}"
        if amount < least:
            raise RuleError(f"must be at least ${least / 100:g}, the ante or blind ({cite})", field)
        together = amount + (stakes.ante or posted.get(seat, 0))
        if pool.joint and stakes.most and together > stakes.most:
            raise RuleError(f"is with the ante or blind more than ${stakes.most / 100:g} ({cite})", field)


def beside(file: RoundFile, state: State, result: Outcome) -> tuple[Rulings, dict[str, Any], Meters]:
    """The rulings on side wagers by seat, the state they leave behind, and the meters they drew on."""
    spec, game = state.table.rules.spec, state.table.rules.game
    found: Rulings = [[] for _ in state.live]
    left: dict[str, Any] = {}
    meters = Meters(meter_cents(file.meters))
    if spec.pool is not None:
        left = _pool(file, state, result, spec.pool, found)
    for name, bonus in spec.bonus.items():
        _bonus(file, state, name, bonus, found)
    if spec.bad_beat is not None:
        _bad_beat(file, state, spec.bad_beat, meters, found)
    for seat, word in voided_seats(state).items():
        happened = Irregularity(word, seat)
        found[seat] = [voided(game, one.line.wager, one.line.stake, happened) for one in found[seat]]
    return found, left, meters if spec.bad_beat else Meters({})


# -- the pool ---------------------------------------------------------------------------------------------------------


def _markers(file: RoundFile, pool: Pool, seats: int) -> list[int]:
    held = file.state.get(pool.state, [0] * seats)
    if (
        not isinstance(held, list)
        or len(held) != seats
        or not all(isinstance(n, int) and 0 <= n < pool.goal for n in held)
    ):
        raise RuleError(f"must be {seats} numbers below {pool.goal}", f"state.{pool.state}")
    return list(held)


def _held_pool(file: RoundFile) -> int:
    amount = file.state.get("pool", 0)
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 <= amount < 1e9:
        raise RuleError("must be an amount in dollars", "state.pool")
    return round(amount * 100)


def _pool(file: RoundFile, state: State, result: Outcome, pool: Pool, found: Rulings) -> dict[str, Any]:
    """CO 30-1099.20(9)-(12): losers' strike outs feed the pool, a pot won alone brings markers."""
    rules = state.table.rules
    cite = rules.cite(pool.rule)
    stakes = _stakes(file, pool.wager)
    held = _markers(file, pool, len(stakes))
    fund = _held_pool(file)
    main = next((part for part in result.parts if part.pot == 0), None)
    if state.ending:
        winners: tuple[int, ...] = tuple(range(len(stakes)))
    else:
        winners = main.winners if main else (state.live.index(True),)
    for seat, stake in enumerate(stakes):
        kept = seat in winners
        fund += 0 if kept else stake
        reason = "returned to the winner of the pot" if kept else "goes to the pool"
        found[seat].append(closed(pool.wager, stake, 0 if kept else -stake, reason, cite))
    if len(winners) == 1 and not state.ending:
        seat = winners[0]
        earned = _earned(state, pool, main.hand, main.value) if main else pool.markers["any"]
        held[seat] = min(pool.goal, held[seat] + earned)
        if held[seat] == pool.goal:
            won = fund - round(float(file.betting.get("pool_rake", 0)) * 100)
            found[seat].append(closed("pool", 0, won, f"{pool.goal} markers: wins the pool", cite))
            held, fund = [0] * len(held), 0
    if file.extra.get("event") == CLOSE:
        fund, held = _divided(fund, held, found, rules.cite(pool.close_rule or pool.rule))
    return {"pool": dollars(fund), pool.state: held}


def _earned(state: State, pool: Pool, hand: str, value: int) -> int:
    category = RANKINGS[state.table.rules.spec.hands[hand].ranking].category(value)
    return pool.markers.get(category, pool.markers["any"])


def close_table(file: RoundFile, state: State) -> tuple[Rulings, dict[str, Any]]:
    """A table that closes without another hand."""
    pool = state.table.rules.spec.pool
    if pool is None:
        raise RuleError("the game has no pool to divide", "extra.event")
    found: Rulings = [[] for _ in state.live]
    held = _markers(file, pool, len(found))
    fund, held = _divided(_held_pool(file), held, found, state.table.rules.cite(pool.close_rule or pool.rule))
    return found, {"pool": dollars(fund), pool.state: held}


def _divided(fund: int, held: list[int], found: Rulings, cite: str) -> tuple[int, list[int]]:
    """CO 30-1099.20(12): the pool by the number of markers."""
    if not sum(held):
        return fund, held
    for seat, share in enumerate(pro_rata(fund, held)):
        if share:
            found[seat].append(closed("pool", 0, share, "table closed: share of the pool by markers", cite))
    return 0, [0] * len(held)


# -- bonus and bad beat -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Folded(When):
    """The hand was folded or does not qualify: what a bonus looks at is the hand's category, and here there is none."""

    def holds(self, sight: str) -> bool:
        return not sight

    def text(self) -> str:
        return "the player folds"


@dataclass(frozen=True, slots=True)
class Holds(When):
    """The hand is of this category."""

    category: str

    def holds(self, sight: str) -> bool:
        return sight == self.category

    def text(self) -> str:
        return humanize(self.category)


def bonus_cases(game: Game[PlayerPoker], bonus: Bonus) -> tuple[Case, ...]:
    """The cases of a bonus wager against the house; the rows of its pay table are categories."""
    name, table_id, cite = bonus.pay_table, game.table_id(bonus.pay_table), game.cite(bonus.rule)
    block = find_block(name, game.spec.pay_tables[name], table_id)
    rows = [
        Case(Holds(row), pays[0].result, pays[0], row=row_path(name, table_id, row), cite=cite)
        for row, pays, _ in column_prices(name, block, table_id)
    ]
    folded = Case(Folded(), "fold", LOSE, reason="forfeited by the fold", cite=cite)
    return (folded, *rows, Case(Always(), "lose", LOSE, cite=cite))


def _bonus(file: RoundFile, state: State, name: str, bonus: Bonus, found: Rulings) -> None:
    rules = state.table.rules
    hand = rules.spec.hands[rules.spec.award.parts[0]]
    alive = [seat for seat, live in enumerate(state.live) if live]
    worth = values(state, alive, hand, state.boards[0]) if alive else {}
    cases, made = bonus_cases(rules.game, bonus), terms(rules.game, name, bonus)
    for seat, stake in enumerate(_stakes(file, name)):
        if not stake:
            continue
        category = RANKINGS[hand.ranking].category(worth[seat]) if seat in worth else ""
        case = deciding(cases, category)
        verdict = by_case(case, humanize(category), text=case.reason or f"{humanize(category)}: {case.price}")
        found[seat].append(ruled(rules.game, made, stake, verdict, Meters({})))


def _bad_beat(file: RoundFile, state: State, words: BadBeat, meters: Meters, found: Rulings) -> None:
    """CO 30-1099.28(1): any beaten hand good enough; only seats that wagered and did not fold share."""
    cite = state.table.rules.cite(words.rule)
    stakes = _stakes(file, words.wager)
    if not any(stakes):
        return
    posted = Posted(beaten=words.beaten, shares=dict(words.shares), both_own=False)
    holders = [seat for seat, stake in enumerate(stakes) if stake and state.live[seat]]
    meter = meters.left().get(words.meter, 0)
    paid, _ = award(state, posted, Fund(meter, 0, meter), holders)
    if total := sum(paid.values()):
        meters.take(words.meter, total, Fraction(total, meter))
    hit = bool(beaten_hands(state, posted)[0])
    for seat, stake in enumerate(stakes):
        if stake:
            share = paid.get(seat, 0)
            reason = "shares in the jackpot" if share else "no share" if hit else "no hand was beaten that pays it"
            found[seat].append(closed(words.wager, stake, share - stake, reason, cite))
