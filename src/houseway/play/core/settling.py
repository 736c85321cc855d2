"""What follows from a verdict, the same for all families: award, meter, commission, paragraph, ceilings and envy.

A family gives a verdict on each wager of each spot, in the order of settling, and has it ruled on here.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from houseway.play.core.caps import apply_caps
from houseway.play.core.cases import WHOLE, Case
from houseway.play.core.commission import Commission, terms_of
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import in_dollars
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Award, Line, Ruling, Settlement
from houseway.rules.game import Game
from houseway.rules.pays import Pay
from houseway.rules.tables import Table
from houseway.rules.wording import irregularity_name
from houseway.rules.words import Head, MeterWords, PayBlock, WagerSpec

Spec = TypeVar("Spec", bound=WagerSpec)

AnyCase = TypeVar("AnyCase", bound=Case)

NO_BLOCK = PayBlock()
_NO_TERMS = MeterWords()
_NO_SHARE = Fraction(0)


@dataclass(frozen=True, slots=True)
class WagerTerms:
    """What the core needs of a compiled wager, whatever the family compiled with it."""

    name: str
    spec: WagerSpec
    rule: str  # cited
    cites: Mapping[str, str]  # by outcome, where the file cites another paragraph
    commission: Commission | None = None
    coupon: bool = False  # nothing is lost with the stake

    @property
    def stake_kept(self) -> bool:
        """Whether the stake of a winner paid dollars or a meter share is kept."""
        return self.spec.stake == "taken" or (bool(self.spec.meter) and self.spec.stake == "")

    def cite(self, outcome: str) -> str:
        return self.cites.get(outcome, self.rule)


def terms(
    game: Game[Head], name: str, spec: WagerSpec, commission: Commission | None = None, coupon: bool = False
) -> WagerTerms:
    """The terms of a wager of a configured game; its commission is as its option states it, or as given."""
    cites = {outcome: game.cite(paragraph) for outcome, paragraph in spec.cites.items()}
    if commission is None and spec.commission:
        commission = terms_of(game, spec.commission)
    return WagerTerms(name, spec, game.cite(spec.rule), cites, commission, coupon)


@dataclass(frozen=True)
class CompiledWager(Generic[Spec]):
    """A wager made ready: its terms, its statement, and its cases in the order in which they are tried."""

    terms: WagerTerms
    spec: Spec
    cases: tuple[Case, ...]

    @property
    def name(self) -> str:
        return self.terms.name


class Verdict(Struct, frozen=True):
    """How a wager came out: the price that applies, the result it stands for, and why."""

    pay: Pay
    outcome: str  # win, lose, tie, fold, ...: names the paragraph in `cites`
    reason: str
    table: Table | None = None  # the pay table that the price is from
    shared_by: int = 1  # winners who share the award of a meter
    stake_lost: bool = False  # the stake is lost although the table pays
    tied: bool = False  # the hands tie: some commissions are due then
    rule: str = ""  # cited instead of the wager's paragraph, where it has none for the outcome
    row: str = ""  # the row of the table, as a path
    cite: str = ""  # cited whatever the file says of the outcome
    text: str = ""  # the whole reason, where it does not end with the price
    times: int = 1  # the price is won so many times
    lost: Fraction = WHOLE  # part of the stake that a loss takes


def by_case(
    case: Case, reason: str, *, text: str = "", tied: bool = False, shared_by: int = 1, times: int = 1
) -> Verdict:
    """The verdict of a case with a price."""
    assert case.pay is not None
    return Verdict(
        case.pay,
        case.outcome,
        reason,
        case.table,
        shared_by,
        tied=tied,
        row=case.row,
        cite=case.cite,
        text=text or case.reason,
        times=times,
        lost=case.lost,
    )


def with_cites(game: Game[Head], wager: WagerTerms, cases: Iterable[AnyCase]) -> tuple[AnyCase, ...]:
    """The cases of a wager, each with the paragraph that it cites."""
    return tuple(
        case
        if case.cite
        else dataclasses.replace(case, cite=_paragraph(game, wager, case.outcome, case.pay, case.table))
        for case in cases
    )


def seed_of(game: Game[Head], level: str, block: PayBlock = NO_BLOCK) -> float:
    """What a meter starts with after it was won, in dollars: by the pay table, else by the game."""
    return float(block.seed[level] if level in block.seed else game.meters.get(level, _NO_TERMS).seed)


def award(
    game: Game[Head],
    pay: Pay,
    stake: int,
    *,
    stake_kept: bool = False,
    meters: Meters | None = None,
    meter: str = "",
    block: PayBlock = NO_BLOCK,
    shared_by: int = 1,
    commission: float = 0,
) -> Award:
    """The net result of `stake` at price `pay`; `stake_kept`: dollars and meter shares do not return the stake."""
    if pay.result == "lose":
        return Award(-stake, -stake, stake)
    if pay.result == "push":
        return Award(0)
    won = 0
    for part in pay.parts:
        if part.kind == "share":
            assert meters is not None
            level = part.level or meter
            cents = game.round_cents(meters.amount(level, part.amount, shared_by) * part.amount / shared_by)
            meters.take(level, cents, part.amount, seed_of(game, level, block), shared_by)
        else:
            if part.kind == "odds":
                cents = game.round_ratio(stake * part.amount.numerator, part.amount.denominator)
            elif part.kind == "dollars":
                cents = game.round_cents(part.amount * stake / Fraction(str(block.base)) / 100)
            else:
                cents = game.round_cents(part.amount)
            if part.from_meter and meters is not None:
                meters.take(meter, cents, _NO_SHARE)
        won += cents
    if commission:
        won -= game.round_cents(won * Fraction(str(commission)))
    returns_stake = pay.returns_stake if pay.returns_stake is not None else not stake_kept
    return Award(won if returns_stake else won - stake, won, stake)


def ruled(game: Game[Head], wager: WagerTerms, stake: int, verdict: Verdict, meters: Meters) -> Ruling:
    """The ruling that follows from a verdict."""
    pay, table = verdict.pay, verdict.table
    if pay.result == "win":
        paid = award(
            game,
            pay,
            stake,
            stake_kept=wager.stake_kept,
            meters=meters,
            meter=wager.spec.meter,
            block=table.block if table else NO_BLOCK,
            shared_by=verdict.shared_by,
        )
        if verdict.times > 1:
            paid = Award(paid.net * verdict.times, paid.won * verdict.times, stake)
        text = verdict.text or f"{verdict.reason}: pays {pay.text}"
    else:
        paid = award(game, pay, stake)
        if verdict.lost is not WHOLE:
            paid = Award(-game.round_cents(stake * verdict.lost))
        text = verdict.text or f"{verdict.reason}: {pay.text}"
    return concluded(game, wager, stake, paid, verdict, text)


def concluded(
    game: Game[Head], wager: WagerTerms, stake: int, paid: Award, verdict: Verdict, text: str, spot: str = ""
) -> Ruling:
    """The ruling on a wager whose award is known: less commission, under the paragraph of its outcome."""
    net = paid.net
    if wager.commission is not None:
        fee = wager.commission.owed(game, paid.net, stake, verdict.tied)
        if fee:
            net, text = net - fee, f"{text}, less {wager.commission.name} of {in_dollars(fee)}"
    if verdict.stake_lost and verdict.pay.result == "win":
        net -= stake
    if wager.coupon and net < 0:
        net, text = 0, f"{text}, the coupon is worth nothing"
    rule = verdict.cite
    if not rule:
        stated = verdict.table is None and verdict.outcome not in wager.cites and verdict.rule
        rule = stated or _paragraph(game, wager, verdict.outcome, verdict.pay, verdict.table)
    line = Line(wager.name, stake, net, text, rule, verdict.outcome, verdict.row, spot)
    return Ruling(line, paid, "win" if paid.net > 0 else verdict.outcome)


def _paragraph(game: Game[Head], wager: WagerTerms, outcome: str, pay: Pay | None, table: Table | None) -> str:
    """The paragraph of an outcome: its pay table's, the one that the file states for it, or the wager's."""
    if table is not None and pay is not None and pay.result == "push" and "push" in wager.cites:
        return wager.cites["push"]
    return game.cite(table.block.rule) if table is not None and table.block.rule else wager.cite(outcome)


def voided(game: Game[Head], wager: str, stake: int, irregularity: Irregularity) -> Ruling:
    """A wager that an irregularity decides: its stake goes back, or is lost."""
    if irregularity.spec.effect == "lose_seat":
        said, rule = f"{irregularity_name(irregularity.spec.kind).lower()}: lose", game.cite(irregularity.spec.rule)
        return Ruling(Line(wager, stake, -stake, said, rule, "lose"), Award(-stake), "lose")
    line = Line(wager, stake, 0, "void, stake returned", game.cite(irregularity.spec.rule))
    return Ruling(line, Award(0), "void")


def void_lines(
    game: Game[Head], stakes: Sequence[Mapping[str, int]], irregularity: Irregularity
) -> tuple[tuple[Line, ...], ...]:
    """A round that does not count: every stake goes back."""
    return tuple(tuple(voided(game, *stake, irregularity).line for stake in seat.items()) for seat in stakes)


def void_round(file: RoundFile, game: Game[Head], stakes: Sequence[Mapping[str, int]]) -> Settlement | None:
    """The round with every stake returned, if the recorded irregularity voids it."""
    happened = find_irregularity(game.spec.irregularities, file.irregularity, file.seats)
    if happened is None or happened.spec.effect != "void_table":
        return None
    return Settlement(game=game.spec.id, seats=void_lines(game, stakes, happened))


class EnvyHit(NamedTuple):
    """A hand that earns others an envy bonus: how good it is compared with others, and the cents for each base unit."""

    rank: tuple[int, ...] = ()
    cents: int = 0


@dataclass(frozen=True, slots=True)
class EnvyTerms:
    """A wager that pays an envy bonus."""

    wager: str
    spec: WagerSpec
    base: Fraction | None = None  # dollars that the bonus is printed for; None: a fixed sum whatever the stake


def in_settling_order(game: Game[Head], spots: int) -> range:
    """The spots in the order in which meters fall: of all that is settled awards alone depend on it."""
    settle = game.spec.settle
    backwards = (settle.awards or settle.direction) == "counterclockwise"
    return range(spots - 1, -1, -1) if backwards else range(spots)


def conclude_round(
    game: Game[Head],
    by_spot: Mapping[int, Sequence[Ruling]],
    owners: Sequence[int] = (),
    irregularity: Irregularity | None = None,
) -> tuple[tuple[Ruling, ...], ...]:
    """The rulings of every spot when each wager is ruled on: what an irregularity returns, and what a ceiling cuts.

    `owners` are the players of the spots; without them each spot has its own.
    """
    rulings = [tuple(by_spot[spot]) for spot in range(len(by_spot))]
    if irregularity is not None and irregularity.spec.else_returned:
        rulings = _return_unwon(game, irregularity, rulings)
    return apply_caps(game, rulings, owners or range(len(rulings))) if game.ceilings else tuple(rulings)


def _return_unwon(
    game: Game[Head], irregularity: Irregularity, rulings: list[tuple[Ruling, ...]]
) -> list[tuple[Ruling, ...]]:
    """The wagers that go on in spite of an irregularity are returned like the others when none of them wins."""
    if any(ruling.outcome == "win" for spot in rulings for ruling in spot):
        return rulings
    keep = irregularity.spec.keep
    return [
        tuple(voided(game, r.line.wager, r.line.stake, irregularity) if r.line.wager in keep else r for r in spot)
        for spot in rulings
    ]


def add_envy(
    game: Game[Head],
    envy: EnvyTerms,
    rulings: tuple[tuple[Ruling, ...], ...],
    stakes: Sequence[Mapping[str, int]],
    earned: Callable[[str, int], EnvyHit],
    owners: Sequence[int] = (),
    irregularity: Irregularity | None = None,
) -> tuple[tuple[Ruling, ...], ...]:
    """Fixed sums to the other bettors of a wager when a listed hand appears; no ceiling cuts them.

    `stakes` are the wagers on each spot, and `earned` tells what the hand of a spot earns the others.
    """
    spec = envy.spec.envy
    assert spec is not None
    owners = owners or range(len(stakes))
    bettors = [spot for spot, wagers in enumerate(stakes) if envy.wager in wagers]
    ended = irregularity is not None and irregularity.spec.effect == "void_table"
    if not bettors or (ended and irregularity is not None and envy.wager not in irregularity.spec.keep):
        return rulings
    if len(set(owners)) == 1:  # no other player's hand
        return rulings
    hits = [earned(envy.wager, spot) for spot in range(len(stakes))]
    if not any(hit.cents for hit in hits):
        return rulings
    best = max(hits)
    with_envy = list(rulings)
    for spot in bettors:
        stake = stakes[spot][envy.wager]
        void = irregularity is not None and irregularity.voids(envy.wager, owners[spot])
        if void or stake < spec.min_stake * 100 or (spec.not_to_holders and hits[spot].cents):
            continue
        others = [hit for owner, hit in zip(owners, hits, strict=True) if owner != owners[spot]]
        total = (best.cents if best in others else 0) if spec.highest_only else sum(hit.cents for hit in others)
        if not total:
            continue
        net = game.round_cents(total * stake / envy.base / 100) if envy.base is not None else total
        paragraph = spec.rule_by_stake.get(f"{stake / 100:g}", spec.rule or envy.spec.rule)
        line = Line(spec.pays_as, 0, net, "another player's hand earns the envy bonus", game.cite(paragraph))
        with_envy[spot] = (*with_envy[spot], Ruling(line, Award(net), "envy"))
    return tuple(with_envy)


def closed(wager: str, stake: int, net: int, reason: str, rule: str, row: str = "") -> Ruling:
    """A wager whose result is known: it ended before the showdown, or plays for a part of what the seats put in."""
    return Ruling(Line(wager, stake, net, reason, rule, row=row), Award(net), "closed")


def bonus(ruling: Ruling) -> Ruling | None:
    """A bonus paid without a stake of its own: only where it wins."""
    return replace(ruling, line=replace(ruling.line, stake=0)) if ruling.outcome == "win" else None
