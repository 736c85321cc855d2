"""Side wagers: the strike-out pool, bonus wagers against the house, the bad-beat wager."""

from fractions import Fraction
from typing import Any

from houseway.hands.ranking import RANKINGS
from houseway.play.core.cases import Always, Case, Is, deciding
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import NO_METERS, Meters
from houseway.play.core.money import cents, dollars, in_dollars, pro_rata, stated_cents
from houseway.play.core.roundfile import RoundFile, read_meters
from houseway.play.core.settlement import Award, Ruling
from houseway.play.core.settling import by_case, concluded, ruled, seed_of, terms, voided
from houseway.play.core.wagers import check_wagers as check_amounts
from houseway.play.core.wagers import layout_name
from houseway.play.pots.engine import blind_seats
from houseway.play.pots.jackpot import PARTS, Posted, jackpot_cases, parts_in_jackpot, shared_out
from houseway.play.pots.ranks import values
from houseway.play.pots.rulings import voided_seats
from houseway.play.pots.settle import Outcome
from houseway.play.pots.state import State
from houseway.play.pots.table import Rules
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pays import LOSE, PUSH, Pay, parse_pay
from houseway.rules.pots import BadBeat, Bonus, PlayerPoker, Pool
from houseway.rules.tables import column_prices, find_block, row_path
from houseway.rules.wording import humanize
from houseway.rules.words import WagerSpec

Rulings = list[list[Ruling]]
SideCases = dict[str, tuple[Case, ...]]  # by wager
CLOSE = "close_table"
POOL = "pool"


def _stakes(file: RoundFile, name: str) -> list[int]:
    return [
        cents(seat.wagers[name], f"seats[{place}].wagers.{name}") if name in seat.wagers else 0
        for place, seat in enumerate(file.seats)
    ]


def staked(rules: Rules, file: RoundFile, seat: int) -> int:
    """What a seat has on side wagers, in cents."""
    return sum(_stakes(file, name)[seat] for name in rules.side_wagers)


def check_wagers(file: RoundFile, state: State) -> None:
    """Every wager of the file is one of the game in an amount that is allowed, and none that is required is missing."""
    spec, game = state.table.rules.spec, state.table.rules.game
    known, in_pot = state.table.rules.side_wagers, {"ante", "initial", spec.forced.own_bet}
    must = any(wager.required for wager in known.values())
    for place, seat in enumerate(file.seats):
        field = f"seats[{place}].wagers"
        stakes = {name: cents(sum_, f"{field}.{name}") for name, sum_ in seat.wagers.items() if name not in in_pot}
        if stakes or must:
            check_amounts(game, known, stakes, field)
    if spec.pool is not None:
        _check_pool_wager(file, state, spec.pool)


def _check_pool_wager(file: RoundFile, state: State, pool: Pool) -> None:
    """The wager on the pool is large enough, and not too large together with the seat's first bet."""
    stakes, cite = state.table.stakes, state.table.rules.game.cite(pool.wager_rule or pool.rule)
    least = (stakes.ante or max(stakes.blinds, default=0)) if pool.least == "initial" else 0
    posted = dict(zip(blind_seats(state.table), stakes.blinds, strict=False))
    for seat, amount in enumerate(_stakes(file, pool.wager)):
        field = f"seats[{seat}].wagers.{pool.wager}"
        if amount < least:
            raise RuleError(f"must be at least {in_dollars(least)}, the ante or blind ({cite})", field)
        together = amount + (stakes.ante or posted.get(seat, 0))
        if pool.joint and stakes.most and together > stakes.most:
            both = f"{layout_name(pool.wager)} and the ante or blind"
            raise RuleError(f"{both} must be at most {in_dollars(stakes.most)} together ({cite})", field)


# -- their cases ------------------------------------------------------------------------------------------------------


FOLDED, WON, NO_POT, COLLECTED, CLOSED, NO_SHARE = "", "won", "no pot", "collected", "closed", "no share"
_BY_MARKERS = Pay("the pool, by markers", (), True)


def bonus_cases(game: Game[PlayerPoker], bonus: Bonus) -> tuple[Case, ...]:
    """The cases of a bonus wager against the house; the rows of its pay table are categories."""
    name, table_id, cite = bonus.pay_table, game.table_id(bonus.pay_table), game.cite(bonus.rule)
    block = find_block(name, game.spec.pay_tables[name], table_id)
    rows = [
        Case(Is(row, humanize(row)), pays[0].result, pays[0], row=row_path(name, table_id, row), cite=cite)
        for row, pays, _ in column_prices(block, table_id)
    ]
    folded = Case(Is(FOLDED, "the player folds"), "fold", LOSE, reason="forfeited by the fold", cite=cite)
    return (folded, *rows, Case(Always(), "lose", LOSE, cite=cite))


def bad_beat_cases(game: Game[PlayerPoker], words: BadBeat) -> tuple[Case, ...]:
    """The cases of a wager on a good hand that is beaten; each share is divided among the seats that have it."""
    cite = game.cite(words.rule)
    shares = jackpot_cases(words.beaten, words.shares, dict.fromkeys(PARTS, "shares in the jackpot"), words.meter, cite)
    without = Is(NO_SHARE, "a hand is beaten, and the player folded or has no share")
    return (
        *shares,
        Case(without, "fold", LOSE, reason="no share", cite=cite),
        Case(Always(), "lose", LOSE, reason="no hand was beaten that pays it", cite=cite),
    )


def pool_cases(game: Game[PlayerPoker], pool: Pool) -> tuple[Case, ...]:
    """The cases of the wager that feeds a pool."""
    won, none, cite = (
        Is(WON, "the player wins the pot or ties for it"),
        Is(NO_POT, "no pot is won"),
        game.cite(pool.rule),
    )
    return (
        Case(won, "push", PUSH, reason="returned to the winner of the pot", cite=cite),
        Case(none, "push", PUSH, reason="returned: no pot is won", cite=cite),
        Case(Always(), "lose", LOSE, reason="goes to the pool", cite=cite),
    )


def pool_award_cases(game: Game[PlayerPoker], pool: Pool) -> tuple[Case, ...]:
    """What the pool itself is paid for."""
    won, closes = Is(COLLECTED, f"{pool.goal} markers"), Is(CLOSED, "the table closes")
    why, closed = f"{pool.goal} markers: wins the pool", "table closed: share of the pool by markers"
    return (
        Case(won, "win", parse_pay(f"100% {POOL}"), reason=why, cite=game.cite(pool.rule)),
        Case(closes, "closed", _BY_MARKERS, reason=closed, cite=game.cite(pool.close_rule or pool.rule)),
    )


def side_cases(game: Game[PlayerPoker]) -> SideCases:
    """The cases of every side wager, and of the pool that one of them feeds."""
    spec = game.spec
    cases = {spec.pool.wager: pool_cases(game, spec.pool), POOL: pool_award_cases(game, spec.pool)} if spec.pool else {}
    cases |= {name: bonus_cases(game, bonus) for name, bonus in spec.bonus.items()}
    if spec.bad_beat is not None:
        cases[spec.bad_beat.wager] = bad_beat_cases(game, spec.bad_beat)
    return cases


load_cases = plans_by(side_cases)  # of a game (id or path) as the house offers it


# -- and how they come out --------------------------------------------------------------------------------------------


def settle_side_wagers(file: RoundFile, state: State, result: Outcome) -> tuple[Rulings, dict[str, Any], Meters | None]:
    """The rulings on side wagers by seat, the state they leave behind, and the meters they drew on."""
    spec, game = state.table.rules.spec, state.table.rules.game
    rulings: Rulings = [[] for _ in state.live]
    carried: dict[str, Any] = {}
    meters = read_meters(file.meters)
    cases = load_cases(file.game, file.house)
    if spec.pool is not None:
        carried = _pool(file, state, result, spec.pool, cases, rulings)
    for name, bonus in spec.bonus.items():
        _bonus(file, state, name, bonus, cases[name], rulings)
    if spec.bad_beat is not None:
        _bad_beat(file, state, spec.bad_beat, cases[spec.bad_beat.wager], meters, rulings)
    for seat, word in voided_seats(state).items():
        happened = Irregularity(word, seat)
        rulings[seat] = [voided(game, ruling.line.wager, ruling.line.stake, happened) for ruling in rulings[seat]]
    return rulings, carried, meters if spec.bad_beat else None


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


def _pool(
    file: RoundFile, state: State, result: Outcome, pool: Pool, cases: SideCases, rulings: Rulings
) -> dict[str, Any]:
    """CO 30-1099.20(9)-(12): losers' strike outs feed the pool, a pot won alone brings markers."""
    game = state.table.rules.game
    wager_terms = terms(game, pool.wager, state.table.rules.side_wagers[pool.wager])
    stakes = _stakes(file, pool.wager)
    held = _markers(file, pool, len(stakes))
    fund = _held_pool(file)
    main = next((part for part in result.parts if part.pot == 0), None)
    winners = () if state.ending else main.winners if main else (state.live.index(True),)
    for seat, stake in enumerate(stakes):
        case = deciding(cases[pool.wager], NO_POT if state.ending else WON if seat in winners else "lost")
        rulings[seat].append(ruled(game, wager_terms, stake, by_case(case, ""), NO_METERS))
        fund -= min(0, rulings[seat][-1].line.net)
    if len(winners) == 1:
        seat = winners[0]
        earned = _earned(state, pool, main.hand, main.value) if main else pool.markers["any"]
        held[seat] = min(pool.goal, held[seat] + earned)
        if held[seat] == pool.goal:
            won = fund - _pool_rake(file, fund)
            rulings[seat].append(_from_pool(game, pool, deciding(cases[POOL], COLLECTED), won))
            held, fund = [0] * len(held), 0
    if file.extra.get("event") == CLOSE:
        fund, held = _divided(game, pool, cases, fund, held, rulings)
    return {"pool": dollars(fund), pool.state: held}


def _pool_rake(file: RoundFile, fund: int) -> int:
    """What the house took from the pool, as the record states it."""
    field = "betting.pool_rake"
    rake = stated_cents(file.betting.get("pool_rake", 0), field)
    if rake > fund:
        raise RuleError(f"is more than the pool, which holds {in_dollars(fund)}", field)
    return rake


def _from_pool(game: Game[PlayerPoker], pool: Pool, case: Case, cents: int) -> Ruling:
    verdict = by_case(case, "")
    return concluded(game, terms(game, POOL, WagerSpec(rule=pool.rule)), 0, Award(cents), verdict, verdict.text)


def _earned(state: State, pool: Pool, hand: str, value: int) -> int:
    category = RANKINGS[state.table.rules.spec.hands[hand].ranking].category(value)
    return pool.markers.get(category, pool.markers["any"])


def close_table(file: RoundFile, state: State) -> tuple[Rulings, dict[str, Any]]:
    """A table that closes without another hand."""
    pool = state.table.rules.spec.pool
    if pool is None:
        raise RuleError("the game has no pool to divide", "extra.event")
    rulings: Rulings = [[] for _ in state.live]
    held = _markers(file, pool, len(rulings))
    cases = load_cases(file.game, file.house)
    fund, held = _divided(state.table.rules.game, pool, cases, _held_pool(file), held, rulings)
    return rulings, {"pool": dollars(fund), pool.state: held}


def _divided(
    game: Game[PlayerPoker], pool: Pool, cases: SideCases, fund: int, held: list[int], rulings: Rulings
) -> tuple[int, list[int]]:
    """CO 30-1099.20(12): the pool by the number of markers."""
    if not sum(held):
        return fund, held
    for seat, share in enumerate(pro_rata(fund, held)):
        if share:
            rulings[seat].append(_from_pool(game, pool, deciding(cases[POOL], CLOSED), share))
    return 0, [0] * len(held)


def _bonus(file: RoundFile, state: State, name: str, bonus: Bonus, cases: tuple[Case, ...], rulings: Rulings) -> None:
    rules = state.table.rules
    hand = rules.spec.hands[rules.spec.award.parts[0]]
    alive = [seat for seat, live in enumerate(state.live) if live]
    worth = values(state, alive, hand, state.boards[0]) if alive else {}
    wager_terms = terms(rules.game, name, bonus)
    for seat, stake in enumerate(_stakes(file, name)):
        if not stake:
            continue
        category = RANKINGS[hand.ranking].category(worth[seat]) if seat in worth else FOLDED
        case = deciding(cases, category)
        verdict = by_case(case, humanize(category), text=case.reason or f"{humanize(category)}: {case.price}")
        rulings[seat].append(ruled(rules.game, wager_terms, stake, verdict, NO_METERS))


def _bad_beat(
    file: RoundFile, state: State, words: BadBeat, cases: tuple[Case, ...], meters: Meters, rulings: Rulings
) -> None:
    """CO 30-1099.28(1): any beaten hand good enough; only seats that wagered and did not fold share."""
    game, stakes = state.table.rules.game, _stakes(file, words.wager)
    wager_terms = terms(game, words.wager, state.table.rules.side_wagers[words.wager])
    parts = parts_in_jackpot(state, Posted(words.beaten, dict(words.shares), both_own=False))
    parts = [part if live and part in words.shares else NO_SHARE for part, live in zip(parts, state.live, strict=False)]
    decided = {
        seat: deciding(cases, parts[seat] if parts else "none beaten") for seat, stake in enumerate(stakes) if stake
    }
    shown = meters.amounts.get(words.meter, 0)
    won = shared_out(decided, shown)
    if total := sum(won.values()):
        meters.take(words.meter, total, Fraction(total, shown), seed_of(game, words.meter))
    for seat, case in decided.items():
        verdict = by_case(case, "")
        net = won.get(seat, 0) - stakes[seat]
        rulings[seat].append(concluded(game, wager_terms, stakes[seat], Award(net), verdict, verdict.text))
