"""Wagers beside the pot: the strike-out pool, bonus wagers against the house, the bad-beat wager."""

from fractions import Fraction
from typing import Any

from houseway.hands.ranking import RANKINGS
from houseway.play.core.award import award as price_award
from houseway.play.core.meters import Meters
from houseway.play.core.money import cents, dollars
from houseway.play.core.roundfile import RoundFile, meter_cents
from houseway.play.core.settlement import Line
from houseway.play.pots.jackpot import Fund, Posted, award, beaten_hands
from houseway.play.pots.order import blind_seats
from houseway.play.pots.ranks import values
from houseway.play.pots.rulings import voided_seats
from houseway.play.pots.settle import Outcome
from houseway.play.pots.state import State
from houseway.play.pots.table import Rules
from houseway.rules.errors import RuleError
from houseway.rules.pays import Pay, parse_pay
from houseway.rules.pots import BadBeat, Bonus, PlayerPoker, Pool
from houseway.rules.tables import find_block, row_path
from houseway.rules.wording import humanize
from houseway.rules.words import PayBlock

Lines = list[list[Line]]
CLOSE = "close_table"


def names(state: State) -> tuple[str, ...]:
    """The wagers that the game takes beside the pot."""
    return names_of(state.table.rules.spec)


def names_of(spec: PlayerPoker) -> tuple[str, ...]:
    """The wagers that the game of this file takes beside the pot."""
    pool = (spec.pool.wager,) if spec.pool else ()
    beat = (spec.bad_beat.wager,) if spec.bad_beat else ()
    return (*pool, *spec.bonus, *beat)


def _stakes(file: RoundFile, name: str) -> list[int]:
    return [
        cents(seat.wagers[name], f"seats[{place}].wagers.{name}") if name in seat.wagers else 0
        for place, seat in enumerate(file.seats)
    ]


def staked(spec: PlayerPoker, file: RoundFile, seat: int) -> int:
    """What a seat has on wagers beside the pot, in cents."""
    return sum(_stakes(file, name)[seat] for name in names_of(spec))


def check_wagers(file: RoundFile, state: State) -> None:
    """Every wager of the file is one of the game, and those that are required are there."""
    spec = state.table.rules.spec
    known = {*names(state), "ante", "initial", spec.forced.own_bet}
    required = [name for name, bonus in spec.bonus.items() if bonus.required]
    for place, seat in enumerate(file.seats):
        for name in seat.wagers:
            if name not in known:
                raise RuleError(
                    f"{spec.id} has no wager {name!r} before the first card", f"seats[{place}].wagers.{name}"
                )
        for name in (*required, *([spec.pool.wager] if spec.pool else [])):
            if name not in seat.wagers:
                raise RuleError("required", f"seats[{place}].wagers.{name}")
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


def beside(file: RoundFile, state: State, result: Outcome) -> tuple[Lines, dict[str, Any], Meters]:
    """The lines of the side wagers by seat, the state they leave behind, and the meters they drew on."""
    spec = state.table.rules.spec
    lines: Lines = [[] for _ in state.live]
    left: dict[str, Any] = {}
    meters = Meters(meter_cents(file.meters))
    if spec.pool is not None:
        left = _pool(file, state, result, spec.pool, lines)
    for name, bonus in spec.bonus.items():
        _bonus(file, state, name, bonus, lines)
    if spec.bad_beat is not None:
        _bad_beat(file, state, spec.bad_beat, meters, lines)
    for seat, word in voided_seats(state).items():
        cite = state.table.rules.cite(word.rule)
        lines[seat] = [Line(line.wager, line.stake, 0, "void, stake returned", cite) for line in lines[seat]]
    return lines, left, meters if spec.bad_beat else Meters({})


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


def _pool(file: RoundFile, state: State, result: Outcome, pool: Pool, lines: Lines) -> dict[str, Any]:
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
        lines[seat].append(Line(pool.wager, stake, 0 if kept else -stake, reason, cite))
    if len(winners) == 1 and not state.ending:
        seat = winners[0]
        earned = _earned(state, pool, main.hand, main.value) if main else pool.markers["any"]
        held[seat] = min(pool.goal, held[seat] + earned)
        if held[seat] == pool.goal:
            won = fund - round(float(file.betting.get("pool_rake", 0)) * 100)
            lines[seat].append(Line("pool", 0, won, f"{pool.goal} markers: wins the pool", cite))
            held, fund = [0] * len(held), 0
    if file.extra.get("event") == CLOSE:
        fund, held = _divided(fund, held, lines, rules.cite(pool.close_rule or pool.rule))
    return {"pool": dollars(fund), pool.state: held}


def _earned(state: State, pool: Pool, hand: str, value: int) -> int:
    category = RANKINGS[state.table.rules.spec.hands[hand].ranking].category(value)
    return pool.markers.get(category, pool.markers["any"])


def closed(file: RoundFile, state: State) -> tuple[Lines, dict[str, Any]]:
    """A table that closes without another hand."""
    pool = state.table.rules.spec.pool
    if pool is None:
        raise RuleError("the game has no pool to divide", "extra.event")
    lines: Lines = [[] for _ in state.live]
    held = _markers(file, pool, len(lines))
    fund, held = _divided(_held_pool(file), held, lines, state.table.rules.cite(pool.close_rule or pool.rule))
    return lines, {"pool": dollars(fund), pool.state: held}


def _divided(fund: int, held: list[int], lines: Lines, cite: str) -> tuple[int, list[int]]:
    """CO 30-1099.20(12): the pool by the number of markers, what does not divide to the first that holds one."""
    if not sum(held):
        return fund, held
    shares = [fund * count // sum(held) for count in held]
    shares[next(seat for seat, count in enumerate(held) if count)] += fund - sum(shares)
    for seat, share in enumerate(shares):
        if share:
            lines[seat].append(Line("pool", 0, share, "table closed: share of the pool by markers", cite))
    return 0, [0] * len(held)


# -- bonus and bad beat -----------------------------------------------------------------------------------------------


def _bonus_block(rules: Rules, bonus: Bonus) -> tuple[PayBlock, str]:
    """The pay table in use of a bonus wager, and its id."""
    table_id = rules.game.table_id(bonus.pay_table)
    return find_block(bonus.pay_table, rules.spec.pay_tables[bonus.pay_table], table_id), table_id


def bonus_pay(rules: Rules, bonus: Bonus, category: str) -> Pay:
    """What a bonus wager pays a hand of this category."""
    block, table_id = _bonus_block(rules, bonus)
    price = block.rows.get(category, "lose")
    return parse_pay(price[block.ids.index(table_id)] if isinstance(price, list) else price, block.odds)


def _bonus(file: RoundFile, state: State, name: str, bonus: Bonus, lines: Lines) -> None:
    rules = state.table.rules
    hand = rules.spec.hands[rules.spec.award.parts[0]]
    cite = rules.cite(bonus.rule)
    alive = [seat for seat, live in enumerate(state.live) if live]
    worth = values(state, alive, hand, state.boards[0]) if alive else {}
    for seat, stake in enumerate(_stakes(file, name)):
        if not stake:
            continue
        if seat not in worth:
            lines[seat].append(Line(name, stake, -stake, "forfeited by the fold", cite, "fold"))
            continue
        category = RANKINGS[hand.ranking].category(worth[seat])
        pay = bonus_pay(rules, bonus, category)
        net = price_award(rules.game, pay, stake).net
        block, table_id = _bonus_block(rules, bonus)
        row = row_path(bonus.pay_table, table_id, category) if category in block.rows else ""
        text = f"{humanize(category)}: {pay.text}"
        lines[seat].append(Line(name, stake, net, text, cite, pay.result, row))


def _bad_beat(file: RoundFile, state: State, words: BadBeat, meters: Meters, lines: Lines) -> None:
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
            lines[seat].append(Line(words.wager, stake, share - stake, reason, cite))
