"""Settling a round of blackjack: every wager of every seat in the order of the rules, the bank, meters, tips, fees."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from houseway.hands.ranking import rank_one
from houseway.play.blackjack.cases import EVEN, Against, HandCase, Poker, Running
from houseway.play.blackjack.plan import INSURANCE, Plan, SideBet
from houseway.play.blackjack.streaks import Streaks, streaks_after, streaks_before
from houseway.play.blackjack.table import Cards, Hand, Seat
from houseway.play.blackjack.totals import is_21_in_two
from houseway.play.blackjack.views import SeatView
from houseway.play.core.bank import Bank, bank_amount, cover, printed_order
from houseway.play.core.cases import WHOLE, deciding
from houseway.play.core.collection import collected
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.roundfile import RoundFile, read_meters, stakes_behind
from houseway.play.core.settlement import Award, Fees, Line, Ruling, Settlement
from houseway.play.core.settling import (
    Verdict,
    award,
    by_case,
    conclude_round,
    concluded,
    in_settling_order,
    ruled,
    void_lines,
    voided,
)
from houseway.rules.blackjack import Blackjack, Double, Split
from houseway.rules.game import Game
from houseway.rules.pays import LOSE, PUSH, Pay


def outcome(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> tuple[HandCase, Against]:
    """The case of a hand, and what it looked at."""
    sight = Against(plan.spec, seat, hand, dealer)
    return next(case for case in plan.cases[plan.mains[hand.spot]] if case.when.holds(sight)), sight


def result(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> str:
    """How a hand fared: `win`, `push` or `lose`; one given up loses, and even money wins."""
    case, _ = outcome(plan, seat, hand, dealer)
    assert case.pay is not None
    return EVEN.result if case.outcome == "even_money" else case.pay.result


@dataclass(frozen=True, slots=True)
class Part:
    """One stake on a hand, settled: `line` is the wager it is reported under."""

    line: str
    stake: int
    award: Award
    reason: str
    key: str
    pay: Pay = LOSE
    cite: str = ""  # where it is not the wager's for the result


def parts(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> list[Part]:
    """The stakes on one hand: its own, what doubling added, and what free bets win."""
    spec, game = plan.spec, plan.game
    main = plan.mains[hand.spot]
    split_line = (spec.split.pays_as if spec.split else "") or main
    later = hand.path.strip("0") != ""  # a hand that a split added
    line = split_line if later else main
    case, sight = outcome(plan, seat, hand, dealer)
    pay = case.pay
    assert pay is not None
    text = case.reason or f"{case.says(sight)}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
    paid = award(game, pay, hand.stake)
    if case.lost is not WHOLE:
        return [Part(line, hand.stake, Award(-game.round_cents(hand.stake * case.lost)), text, case.outcome)]
    if case.insured is not None:
        assert spec.insurance is not None
        insured = award(game, case.insured, int(hand.stake * spec.insurance.most))
        return [Part(line, hand.stake, replace(paid, net=paid.net + insured.net), text, case.outcome)]
    won = 0  # on free bets: the original wager each, and nothing is lost with them
    if hand.free_bets and pay.result == "win":
        won = hand.free_bets * plan.on_spot(seat.wagers, hand.spot)
        text += f", and {hand.free_bets} free bet{'s' * (hand.free_bets > 1)}"
    own = Part(line, hand.stake, replace(paid, net=paid.net + won), text, case.outcome, pay, case.cite)
    hand_parts = [_returned(game, own, case.added, case.says(sight), spec.split) if later and case.added else own]
    if hand.added:
        double_line = (spec.double.pays_as if spec.double else "") or line
        said = text if double_line != line else ""
        added = Part(double_line, hand.added, award(game, pay, hand.added), said, case.outcome, pay, case.cite)
        hand_parts.append(_returned(game, added, case.added, case.says(sight), spec.double) if case.added else added)
    return hand_parts


def _returned(game: Game[Blackjack], part: Part, back: Pay, said: str, words: Double | Split | None) -> Part:
    """A stake that a double or split added and that goes back although its hand is lost."""
    cite = game.cite(words.back_rule) if words is not None and words.back_rule else part.cite
    reason = part.reason and f"{said}: {back.text}"
    return dataclasses.replace(part, award=award(game, back, part.stake), reason=reason, pay=back, cite=cite)


def _first(hands: Mapping[int, Hand]) -> dict[int, Hand]:
    return dict([next(iter(hands.items()))])


@dataclass(slots=True)
class Settler:
    """How the wagers of a round came out; holds the meters, which fall as awards are paid, and the dealer's tips."""

    plan: Plan
    seats: tuple[Seat, ...]
    dealers: tuple[Cards, ...]
    meters: Meters
    irregularity: Irregularity | None = None
    before: Streaks = field(default_factory=list)  # rounds won under the wagers that stand
    prizes: Sequence[str] = ()  # by seat: the prize it drew; empty: none told
    after: Streaks = field(default_factory=list)
    tipped: int = 0
    _views: dict[tuple[int, int], SeatView] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = self.before or [{} for _ in self.seats]
        self.after = [{} for _ in self.seats]

    def _view(self, index: int, spot: int) -> SeatView:
        """What the side bets of a seat on one of its hands look at."""
        if (index, spot) not in self._views:
            seat, dealer = self.seats[index], self.dealers[0]
            fared = partial(result, self.plan, seat, seat.first(spot), dealer)
            prize = self.prizes[index] if index < len(self.prizes) else ""
            self._views[index, spot] = SeatView(seat, dealer, fared, prize, index, spot)
        return self._views[index, spot]

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every seat, in the order of the seats."""
        by_seat = {seat: self.rulings(seat) for seat in in_settling_order(self.plan.game, len(self.seats))}
        return conclude_round(self.plan.game, by_seat, irregularity=self.irregularity)

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a seat come out, in the order of settling."""
        plan, seat, rulings = self.plan, self.seats[spot], list[Ruling]()
        for name in plan.order:
            main = name in plan.mains
            stake = sum(seat.insurance.values()) if name == INSURANCE else seat.wagers.get(name)
            if not stake:
                continue
            if self.irregularity is not None and self.irregularity.voids(name, spot):
                rulings.append(
                    voided(plan.game, name, (main and self._at_risk(seat, name)) or stake, self.irregularity)
                )
                if not main and name in self.before[spot]:
                    self.after[spot][name] = self.before[spot][name]
            elif name in plan.sides:
                side = plan.sides[name]
                sight = self._running(side, spot) if side.spec.streak else self._view(spot, plan.spot_of(side))
                rulings.append(self._decided(name, sight, stake))
                if isinstance(sight, Running) and rulings[-1].outcome == "push":
                    self.after[spot][name] = sight.now
            elif name == INSURANCE:
                rulings.append(self._insurance(seat, stake))
            elif main:
                rulings += self._main(name, seat)
            else:
                rulings.append(self._decided(name, self._poker(seat), stake))
        return rulings

    def _at_risk(self, seat: Seat, main: str) -> int:
        """All that hands have on a main wager."""
        return sum(hand.stake + hand.added for hand in self._hands(seat, self.plan.mains.index(main)).values())

    def _hands(self, seat: Seat, spot: int) -> dict[int, Hand]:
        """The hands that play for a main wager, each with its part of the money, by their number among the seat's."""
        if self.plan.spec.dealer.hands > 1:
            return {number: self._share(seat, hand, spot) for number, hand in enumerate(seat.hands, start=1)}
        return {number: hand for number, hand in enumerate(seat.hands, start=1) if hand.spot == spot}

    def _main(self, name: str, seat: Seat) -> list[Ruling]:
        spot, dealer = self.plan.mains.index(name), self.dealers[0]
        if self.plan.spec.dealer.hands > 1:
            dealer = self.dealers[spot]
            seat = replace(seat, even_money=frozenset({spot}) if seat.even_money else frozenset())
        return self._by_hand(name, seat, self._hands(seat, spot), dealer)

    def _by_hand(self, main: str, seat: Seat, hands: Mapping[int, Hand], dealer: tuple[int, ...]) -> list[Ruling]:
        """The lines of every hand on a wager, split hands apart under their numbers."""
        return [
            ruling
            for number, hand in hands.items()
            for ruling in self._merged(main, parts(self.plan, seat, hand, dealer), f"hand {number}" * (len(hands) > 1))
        ]

    def apart(self) -> tuple[Mapping[str, Mapping[str, tuple[Line, ...]]], ...]:
        """By seat and main wager, how it came out for whoever stayed out of doubles and splits; see `Settlement`."""
        by_seat = [self._apart(seat) for seat in self.seats]
        return tuple(by_seat) if any(by_seat) and self.irregularity is None else ()

    def _apart(self, seat: Seat) -> dict[str, dict[str, tuple[Line, ...]]]:
        by_main: dict[str, dict[str, tuple[Line, ...]]] = {}
        for spot, name in enumerate(self.plan.mains):
            if name not in seat.wagers or self.plan.spec.dealer.hands > 1:
                continue
            hands = self._hands(seat, spot)
            if len(hands) < 2 and not any(hand.added or hand.free_bets for hand in hands.values()):
                continue
            single = {
                number: replace(hand, added=0, free_bets=0 if hand.stake else hand.free_bets)
                for number, hand in hands.items()
            }
            chosen = {"": hands, "double": single, "split": _first(hands), "double split": _first(single)}
            for out, kept in chosen.items():
                rulings = self._by_hand(name, seat, kept, self.dealers[0])
                by_main.setdefault(name, {})[out] = tuple(ruling.line for ruling in rulings)
        return by_main

    def _decided(self, wager: str, sight: Any, stake: int) -> Ruling:
        """The ruling of the first case that holds."""
        case = next(case for case in self.plan.cases[wager] if case.when.holds(sight))
        self.tipped += case.tip
        return ruled(self.plan.game, self.plan.terms[wager], stake, by_case(case, case.says(sight)), self.meters)

    def _poker(self, seat: Seat) -> Poker:
        """The best of all cards that the hand of the first card holds, and of the dealer's."""
        assert self.plan.duel is not None
        ranking, dealer = self.plan.duel.ranking, self.dealers[0]
        mine, theirs = rank_one(ranking, seat.first().cards), rank_one(ranking, dealer)
        return Poker(ranking, mine, theirs, is_21_in_two(dealer[:2]), seat.folded)

    def _running(self, side: SideBet, index: int) -> Running:
        """The rounds that a seat has won running, and what this one brings its hands."""
        seat = self.seats[index]
        net = sum(part.award.net for hand in seat.hands for part in parts(self.plan, seat, hand, self.dealers[0]))
        return Running(self.before[index].get(side.name, 0), net)

    def _share(self, seat: Seat, hand: Hand, spot: int) -> Hand:
        """A hand with the part of its money that is on the dealer's hand of this number."""
        first_stake, whole = seat.wagers[self.plan.mains[spot]], self.plan.on_spot(seat.wagers, hand.spot)
        return replace(
            hand, spot=spot, stake=hand.stake * first_stake // whole, added=hand.added * first_stake // whole
        )

    def _merged(self, main: str, hand_parts: list[Part], spot: str) -> list[Ruling]:
        """Of one hand a line for each name under which its stakes are reported."""
        rulings, game = [], self.plan.game
        for name in dict.fromkeys(part.line for part in hand_parts):
            of_line = [part for part in hand_parts if part.line == name]
            first, stake, net = of_line[0], sum(part.stake for part in of_line), sum(part.award.net for part in of_line)
            best = (
                max((part.award for part in of_line), key=lambda award: award.odds) if len(of_line) > 1 else first.award
            )
            terms = self.plan.terms[main]
            terms = terms if name == main else dataclasses.replace(terms, name=name)
            verdict = Verdict(first.pay, first.key, first.reason, cite=first.cite)
            paid = replace(best, net=net)
            rulings.append(concluded(game, terms, stake, paid, verdict, first.reason, spot))
        return rulings

    def _insurance(self, seat: Seat, stake: int) -> Ruling:
        if self.plan.spec.dealer.hands > 1:
            return self._insured_apart(seat, stake)
        return self._decided(INSURANCE, is_21_in_two(self.dealers[0][:2]), stake)

    def _insured_apart(self, seat: Seat, stake: int) -> Ruling:
        """Insurance against several hands of the dealer: of each wager a part, decided by its own hand."""
        whole, seen, net, naturals = self.plan.on_spot(seat.wagers, 0), 0, 0, 0
        for number, main in enumerate(self.plan.mains):
            before, seen = stake * seen // whole, seen + seat.wagers.get(main, 0)
            share = stake * seen // whole - before
            if share:
                case = deciding(self.plan.cases[INSURANCE], is_21_in_two(self.dealers[number][:2]))
                assert case.pay is not None
                net += award(self.plan.game, case.pay, share).net
                naturals += case.outcome == "win"
        text = f"{naturals} of the dealer's hands have {self.plan.spec.natural.held}"
        pay = self.plan.insurance if net > 0 else LOSE if net < 0 else PUSH
        verdict = Verdict(pay, pay.result, text)
        return concluded(self.plan.game, self.plan.terms[INSURANCE], stake, Award(net), verdict, text)


def settle_table(
    plan: Plan,
    seats: tuple[Seat, ...],
    dealers: tuple[Cards, ...],
    file: RoundFile,
    prizes: Sequence[str] = (),
    irregularity: Irregularity | None = None,
) -> Settlement:
    """The wagers of all seats settled; the file states meters, bank and wagers that stand from the last round."""
    if irregularity is not None and irregularity.spec.effect == "void_table":
        stakes = [seat.wagers for seat in seats]
        return Settlement(game=plan.spec.id, seats=void_lines(plan.game, stakes, irregularity), state=file.state)
    meters = read_meters(file.meters)
    streaks = streaks_before(file, plan) if file.state else []
    settler = Settler(plan, seats, dealers, meters, irregularity, streaks, prizes)
    lines = [[ruling.line for ruling in seat] for seat in settler.settle()]
    player_dealer, owed = None, None
    if plan.spec.bank is not None:
        bank = Bank(bank_amount(file.betting), plan.spec.bank.covers)
        order = printed_order(lines, _bank_order(plan), passes=plan.spec.settle.passes)
        lines = cover(bank, lines, order, plan.game.cite(plan.spec.bank.rule))
        player_dealer, owed = bank.net, fees(plan, seats, stakes_behind(file))
    tips = any(side.spec.dealer_envy for side in plan.sides.values())
    return Settlement(
        game=plan.spec.id,
        seats=tuple(tuple(seat) for seat in lines),
        player_dealer=player_dealer,
        collection=owed,
        meters=meters.amounts,
        awards=meters.awards,
        dealer_envy=settler.tipped if tips else None,
        apart=settler.apart(),
        state=streaks_after(settler.after, [seat.wagers for seat in seats]) if any(settler.after) else {},
    )


def fees(plan: Plan, seats: tuple[Seat, ...], behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The collection of a round that a player banks; doubles, splits and insurance do not count."""
    if plan.spec.bank is None:
        return None
    opened = [name for name, wager in plan.spec.wagers.items() if wager.opens_at == "bets"]
    return collected(plan.game, [seat.wagers for seat in seats], opened, plan.mains, behind)


def _bank_order(plan: Plan) -> list[str | tuple[str, ...]]:
    """The order of settlement, with the parts of a main wager next to it."""
    spec = plan.spec
    parts = (spec.split.pays_as if spec.split else "", spec.double.pays_as if spec.double else "")
    return [(name, *filter(None, parts)) if name in plan.mains else name for name in plan.order]
