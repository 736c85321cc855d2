"""Figures that follow from the results of one round: moments, hold with its confidence, hours, hits and meters."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log, log1p, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from houseway.odds.counts import agrees
from houseway.odds.pricing import Priced, SessionFigures, counts_of, outcomes_of
from houseway.odds.report import MainPrice, SidePrice, as_json
from houseway.rules.errors import RuleError
from houseway.rules.words import MeterWords

if TYPE_CHECKING:
    from houseway.odds.session import Session

CONFIDENCE = (0.90, 0.95, 0.99)
VOLATILITY = 0.90  # the confidence that a volatility index is stated for
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.5, 0.9, 0.99)
_PERCENTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MOST_ROUNDS = 10**12
_LAW_LINES = 400  # results of a round that are listed


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a manager states: the rounds of a session, the pace of the table and the average bet."""

    rounds: int = 200
    per_hour: float = 0.0
    bet: float = 0.0  # dollars
    must_hit_by: Mapping[str, float] | None = None  # meter -> the dollars by which it is won

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise RuleError(f"must be from 1 to {MOST_ROUNDS:,} rounds", "--rounds")
        if not 0 <= self.per_hour <= 100_000:
            raise RuleError("must be from 0 to 100,000 rounds an hour", "--per-hour")
        if not 0 <= self.bet <= 1e9:
            raise RuleError("must be from 0 to 1,000,000,000 dollars", "--bet")


USUAL = Conditions()


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean, variance, skewness and excess kurtosis of the net result of a round; the last two where it is known."""

    mean: float
    variance: float
    skewness: float | None = None
    kurtosis: float | None = None

    @property
    def std_dev(self) -> float:
        return sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """How far a session strays: times the root of its rounds, the half width of the interval of its hold."""
        return spread(VOLATILITY) * self.std_dev


def spread(confidence: float) -> float:
    """Standard deviations on either side that hold this share of a normal law."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def moments(law: Mapping[float, float]) -> Moments:
    mean = sum(net * chance for net, chance in law.items())
    powers = [sum((net - mean) ** power * chance for net, chance in law.items()) for power in (2, 3, 4)]
    if powers[0] <= 0:
        return Moments(mean, 0.0)
    return Moments(mean, powers[0], powers[1] / powers[0] ** 1.5, powers[2] / powers[0] ** 2 - 3)


def hold_interval(edge: float, std_dev: float, rounds: int, confidence: float) -> tuple[float, float]:
    """The hold per unit within which so many rounds end, by the normal law."""
    half = spread(confidence) * std_dev / sqrt(rounds)
    return edge - half, edge + half


def rounds_to_hit(chance: float) -> dict[str, float]:
    """How long a hit takes: on average, and by when shares of all waits have ended."""
    if not 0 < chance < 1:
        return {"mean": 1.0} if chance == 1 else {}
    return {"mean": 1 / chance, **{f"{share:.0%}": ceil(log(1 - share) / log1p(-chance)) for share in SHARES}}


def must_hit(terms: MeterWords, shown: float, limit: float) -> dict[str, float]:
    """A meter that is won at a sum drawn evenly between its start and a limit, for each unit staked."""
    seed, rate = float(terms.seed), terms.increment / 100
    if not rate:
        raise RuleError("the file states no increment for this meter, so it never reaches a limit", "--must-hit-by")
    if not seed <= shown < limit:
        raise RuleError(f"must be above the meter, which shows ${shown:,.2f}", "--must-hit-by")
    return {
        "limit": limit,
        "return_now": rate * shown / (limit - shown),
        "return_on_average": rate * (limit + seed) / (limit - seed),
        "even_at": limit / (1 + rate),
    }


def must_hits(
    price: SidePrice, conditions: Conditions, terms: Mapping[str, MeterWords], meters: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """The meters of a wager that are won at a limit, each with what it returns."""
    found = {}
    for level, limit in (conditions.must_hit_by or {}).items():
        if level in price.meters:
            known = terms.get(level, MeterWords())
            found[level] = must_hit(known, meters.get(level, float(known.seed)), limit)
    return found


def check_limits(priced: Priced, conditions: Conditions) -> None:
    """Refuse a limit of a meter that no wager is paid from."""
    known = {level for price in priced.report.side_bets.values() for level in price.meters}
    for level in conditions.must_hit_by or {}:
        if level not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise RuleError(f"no wager is paid from a meter {level!r}; meters are {listed}", "--must-hit-by")


def progressive(price: SidePrice, terms: Mapping[str, MeterWords], meters: Mapping[str, float]) -> dict[str, Any]:
    """What a meter wager returns by its parts: fixed prices, the seed, and what each stake adds to the meter."""
    fixed = 1 - price.house_edge - sum(slope * meters.get(level, 0.0) for level, slope in price.meters.items())
    seeds = {level: slope * float(terms[level].seed) for level, slope in price.meters.items() if level in terms}
    grows = {level: terms[level].increment / 100 for level in seeds if terms[level].increment}  # where it is stated
    told = bool(seeds) and all(seeds.values()) and len(grows) == len(seeds)
    return {
        "fixed_return": fixed,
        "seed_return": seeds,
        "increment_return": grows,
        **({"return": fixed + sum(seeds.values()) + sum(grows.values())} if told else {}),
    }


def _hold(edge: float, std_dev: float, conditions: Conditions) -> list[dict[str, float]]:
    lengths = sorted({*LENGTHS, conditions.rounds})
    return [
        {"rounds": rounds, "confidence": share, "low": low, "high": high}
        for rounds in lengths
        for share in CONFIDENCE
        for low, high in (hold_interval(edge, std_dev, rounds, share),)
    ]


def _hour(edge: float, std_dev: float, conditions: Conditions) -> dict[str, float]:
    if not conditions.per_hour or not conditions.bet:
        return {}
    return {
        "rounds": conditions.per_hour,
        "bet": conditions.bet,
        "hold": edge * conditions.per_hour * conditions.bet,
        "std_dev": std_dev * sqrt(conditions.per_hour) * conditions.bet,
    }


def session_of(law: Mapping[float, float], edge: float, std_dev: float, rounds: int) -> "tuple[Session, bool]":
    """A session of any length, and whether it is exact or the normal law of one."""
    from houseway.odds.session import fits_exactly, normal_session, session  # numpy, which a shipped price needs not

    if law and fits_exactly(law, rounds):
        return session(law, rounds), True
    return normal_session(-edge, std_dev, rounds), False


def _session(
    shipped: SessionFigures | None, law: Mapping[float, float], price: MainPrice | SidePrice, rounds: int
) -> SessionFigures:
    """What a session yields, as it is shipped where that is one of so many rounds."""
    if shipped is not None and shipped.rounds == rounds:
        return shipped
    made, exact = session_of(law, price.house_edge, price.std_dev, rounds)
    behind = made.below(0.0)
    even = made.below(1e-6) - behind if exact else 0.0
    percentiles = {f"{share:.0%}": made.percentile(share) for share in _PERCENTILES}
    return SessionFigures(rounds, exact, made.mean, made.std_dev, even, behind, percentiles)


def game_session(priced: Priced, rounds: int) -> SessionFigures | None:
    """The session of a game, or of the wager that stands for it; none where no round is known."""
    price = priced.report.main or priced.report.side_bets.get(priced.wager)
    return _session(priced.sessions.get(""), priced.outcomes, price, rounds) if price is not None else None


def usual_sessions(priced: Priced) -> dict[str, SessionFigures]:
    """What a price is shipped with: the session of the usual length of the game and of each wager that has one."""
    game = game_session(priced, USUAL.rounds)
    told = {
        name: _session(None, law_of(price), price, USUAL.rounds)
        for name, price in priced.report.side_bets.items()
        if not price.needs_meter and not by_difference(price)
    }
    return told if game is None else {"": game, **told}


def _measured(
    law: Mapping[float, float], price: MainPrice | SidePrice, conditions: Conditions, shipped: SessionFigures | None
) -> dict[str, Any]:
    """Everything that follows from the results of a round, or from its mean and deviation where no more is known."""
    edge, std_dev = price.house_edge, price.std_dev
    known = moments(law) if law else Moments(-edge, std_dev * std_dev)
    hour = _hour(edge, std_dev, conditions)
    session = _session(shipped, law, price, conditions.rounds)
    return {
        "variance": known.variance,
        **({"skewness": known.skewness, "kurtosis": known.kurtosis} if known.skewness is not None else {}),
        "volatility_index": known.volatility_index,
        "hold": _hold(edge, std_dev, conditions),
        **({"hour": hour} if hour else {}),
        "session": {
            "rounds": session.rounds,
            "method": "exact" if session.exact else "normal",
            "ahead": session.ahead,
            "even": session.even,
            "behind": session.behind,
            "percentiles": session.percentiles,
        },
    }


def results(law: Mapping[float, float], counts: Mapping[float, int]) -> list[dict[str, float]]:
    rows = [
        {"net": net, **({"combinations": counts[net]} if net in counts else {}), "probability": chance}
        for net, chance in sorted(law.items())
        if chance > 0
    ]
    return rows if len(rows) <= _LAW_LINES else []


def results_are(cycle: int) -> str:
    return "counts" if cycle else "probabilities, not counts"


def why_no_counts(price: SidePrice) -> str:
    """Why a side wager has no combinations; nothing if it has."""
    if price.cycle:
        return ""
    if price.method != "exact":
        return "some of the deals are drawn at random, so there is no cycle of which results are parts"
    return price.uncounted or "chances of different cases are added up, which have no cycle in common"


def full_json(
    priced: Priced,
    conditions: Conditions = USUAL,
    terms: Mapping[str, MeterWords] | None = None,
    meters: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """The report as plain data with the counts and every figure that follows from them."""
    data = as_json(priced.report)
    main = priced.report.main
    if main is not None:
        cycle = sum(priced.counts.values())
        law = results(priced.outcomes, priced.counts)
        data["main"] |= {
            **({"cycle": cycle} if cycle else {}),
            "results_are": results_are(cycle),
            **({"why_no_counts": priced.uncounted} if priced.uncounted and not cycle else {}),
            **({"hit_frequency": sum(chance for net, chance in priced.outcomes.items() if net > 0)} if law else {}),
            **({"results": law} if law else {}),
            "measures": _measured(priced.outcomes, main, conditions, priced.sessions.get("")),
        }
    for name, price in priced.report.side_bets.items():
        data["side_bets"][name] |= _side_measures(
            price, conditions, terms or {}, meters or {}, priced.sessions.get(name)
        )
    return data


def by_difference(price: SidePrice) -> bool:
    """Whether a wager is priced by the game with it against the game without: it then has no law of its own."""
    return not price.lines and not price.std_dev and not price.needs_meter


def law_of(price: SidePrice) -> dict[float, float]:
    """The results of a side wager with their chances, where its pay lines tell all of them."""
    law = outcomes_of(price) if price.lines else {}
    return law if agrees(law, -price.house_edge) else {}


def _side_measures(
    price: SidePrice,
    conditions: Conditions,
    terms: Mapping[str, MeterWords],
    meters: Mapping[str, float],
    shipped: SessionFigures | None,
) -> dict[str, Any]:
    """Counts and figures of one side wager."""
    if by_difference(price):
        return {"by_difference": True, "hit_frequency": None, "std_dev": None}
    law = law_of(price)
    wait = rounds_to_hit(price.hit_frequency)
    hits = must_hits(price, conditions, terms, meters)
    why = why_no_counts(price)
    return {
        "results_are": results_are(price.cycle),
        **({"why_no_counts": why} if why else {}),
        **({"results": results(law, counts_of(price))} if law else {}),
        **({"rounds_to_hit": wait} if wait else {}),
        **({"progressive": progressive(price, terms, meters)} if price.meters else {}),
        **({"must_hit_by": hits} if hits else {}),
        **({} if price.needs_meter else {"measures": _measured(law, price, conditions, shipped)}),
    }
