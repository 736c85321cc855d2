"""Settling a round of blackjack: every wager of every seat in the order of the rules, the bank, meters, tips, fees."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from houseway.play.blackjack.cases import (
    HandCase,
    Part,
    Running,
    duel_cases,
    insurance_cases,
    parts,
    poker_of,
    streak_cases,
)
from houseway.play.blackjack.plan import INSURANCE, Plan, Prize, SideBet
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.streaks import Streaks, streaks_after
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import card_value, is_21_in_two
from houseway.play.blackjack.views import SeatView
from houseway.play.core.award import Award, Ruling, award
from houseway.play.core.bank import Bank, bank_amount, cover, printed_order
from houseway.play.core.cases import deciding
from houseway.play.core.collection import collected
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.settlement import Fees, Line, Settlement
from houseway.play.core.settling import EnvyHit, Verdict, by_case, closed, concluded, ruled, settle_spots, voided
from houseway.rules.blackjack import VIEWS
from houseway.rules.errors import RuleError
from houseway.rules.pays import DRAWN, LOSE, PUSH, Pay
from houseway.rules.tables import TableRow, matching_rows
from houseway.rules.wording import humanize


def _first(hands: Mapping[int, Hand]) -> dict[int, Hand]:
    return dict([next(iter(hands.items()))])


@dataclass(slots=True)
class Settler:
    """How the wagers of a round came out; holds the meters, which fall as awards are paid, and the dealer's tips."""

    round: Round
    meters: Meters
    irregularity: Irregularity | None = None
    before: Streaks = field(default_factory=list)  # rounds won under the wagers that stand
    after: Streaks = field(default_factory=list)
    drawn: Sequence[str] = ()  # by seat: the prize it drew; empty: none told
    tipped: int = 0
    _views: dict[int, SeatView] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = self.before or [{} for _ in self.round.seats]
        self.after = [{} for _ in self.round.seats]

    def _view(self, index: int) -> SeatView:
        """What the side bets of a seat look at."""
        if index not in self._views:
            self._views[index] = SeatView(self.round.seats[index], self.round.dealer, self.plan)
        return self._views[index]

    @property
    def plan(self) -> Plan:
        return self.round.plan

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every seat, in the order of the seats."""
        stakes = [seat.wagers for seat in self.round.seats]
        return settle_spots(self.plan.game, self, stakes, range(len(stakes)), irregularity=self.irregularity)

    def envy(self, wager: str, spot: int) -> EnvyHit:
        """No hand earns the other bettors anything."""
        del wager, spot
        return EnvyHit()

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a seat come out, in the order of settling."""
        plan, seat, found = self.plan, self.round.seats[spot], list[Ruling]()
        for name in plan.order:
            main = name in plan.mains
            stake = sum(seat.insurance.values()) if name == INSURANCE else seat.wagers.get(name)
            if not stake:
                continue
            if self.irregularity is not None and self.irregularity.voids(name, spot):
                found.append(voided(plan.game, name, self._at_risk(seat, name) if main else stake, self.irregularity))
                if not main and name in self.before[spot]:
                    self.after[spot][name] = self.before[spot][name]
            elif name in plan.sides:
                found.append(self._side(plan.sides[name], spot, stake))
            elif name == INSURANCE:
                found.append(self._insurance(seat, stake))
            elif main:
                found += self._main(name, seat)
            else:
                poker = poker_of(plan, seat, self.round.dealer, self.round.dealer_natural())
                found.append(self._decided(name, duel_cases(plan, name), poker, stake))
        return found

    def _at_risk(self, seat: Seat, main: str) -> int:
        """All that hands have on a main wager."""
        return sum(hand.stake + hand.added for hand in self._hands(seat, self.plan.mains.index(main)).values())

    def _hands(self, seat: Seat, spot: int) -> dict[int, Hand]:
        """The hands that play for a main wager, each with its part of the money, by their number among the seat's."""
        if self.plan.spec.dealer.hands > 1:
            return {number: self._share(seat, hand, spot) for number, hand in enumerate(seat.hands, start=1)}
        return {number: hand for number, hand in enumerate(seat.hands, start=1) if hand.spot == spot}

    def _main(self, name: str, seat: Seat) -> list[Ruling]:
        spot, dealer = self.plan.mains.index(name), self.round.dealer
        if self.plan.spec.dealer.hands > 1:
            dealer = self.round.dealers[spot]
            seat = dataclasses.replace(seat, even_money=frozenset({spot}) if seat.even_money else frozenset())
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
        found = [self._apart(seat) for seat in self.round.seats]
        return tuple(found) if any(found) and self.irregularity is None else ()

    def _apart(self, seat: Seat) -> dict[str, dict[str, tuple[Line, ...]]]:
        found: dict[str, dict[str, tuple[Line, ...]]] = {}
        for spot, name in enumerate(self.plan.mains):
            if name not in seat.wagers or self.plan.spec.dealer.hands > 1:
                continue
            hands = self._hands(seat, spot)
            if len(hands) < 2 and not any(hand.added or hand.free_bets for hand in hands.values()):
                continue
            single = {
                number: dataclasses.replace(hand, added=0, free_bets=0 if hand.stake else hand.free_bets)
                for number, hand in hands.items()
            }
            chosen = {"": hands, "double": single, "split": _first(hands), "double split": _first(single)}
            for out, own in chosen.items():
                rulings = self._by_hand(name, seat, own, self.round.dealer)
                found.setdefault(name, {})[out] = tuple(ruling.line for ruling in rulings)
        return found

    def _decided(self, wager: str, cases: tuple[HandCase, ...], sight: Any, stake: int) -> Ruling:
        """The ruling of the first case that holds."""
        case = next(case for case in cases if case.when.holds(sight))
        terms = self.plan.sides[wager].terms if wager in self.plan.sides else self.plan.terms[wager]
        return ruled(self.plan.game, terms, stake, by_case(case, case.says(sight)), self.meters)

    def _share(self, seat: Seat, hand: Hand, spot: int) -> Hand:
        """A hand with the part of its money that is on the dealer's hand of this number."""
        own, whole = seat.wagers[self.plan.mains[spot]], self.plan.on_spot(seat.wagers, hand.spot)
        return dataclasses.replace(hand, spot=spot, stake=hand.stake * own // whole, added=hand.added * own // whole)

    def _merged(self, main: str, found: list[Part], spot: str) -> list[Ruling]:
        """Of one hand a line for each name under which its stakes are reported."""
        rulings, game = [], self.plan.game
        for name in dict.fromkeys(part.line for part in found):
            own = [part for part in found if part.line == name]
            first, stake, net = own[0], sum(part.stake for part in own), sum(part.award.net for part in own)
            best = max((part.award for part in own), key=lambda one: one.odds) if len(own) > 1 else first.award
            terms = self.plan.terms[main]
            terms = terms if name == main else dataclasses.replace(terms, name=name)
            verdict = Verdict(first.pay, first.key, first.reason, cite=first.cite)
            paid = replace(best, net=net)
            rulings.append(concluded(game, terms, stake, paid, verdict, first.reason, spot))
        return rulings

    def _insurance(self, seat: Seat, stake: int) -> Ruling:
        if self.plan.spec.dealer.hands > 1:
            return self._insured_apart(seat, stake)
        natural = self.round.dealer_natural()
        return self._decided(INSURANCE, insurance_cases(self.plan), natural, stake)

    def _insured_apart(self, seat: Seat, stake: int) -> Ruling:
        """Insurance against several hands of the dealer: of each wager a part, decided by its own hand."""
        whole, seen, net, naturals = self.plan.on_spot(seat.wagers, 0), 0, 0, 0
        for number, main in enumerate(self.plan.mains):
            before, seen = stake * seen // whole, seen + seat.wagers.get(main, 0)
            own = stake * seen // whole - before
            if own:
                case = deciding(insurance_cases(self.plan), is_21_in_two(self.round.dealers[number][:2]))
                assert case.pay is not None
                net += award(self.plan.game, case.pay, own).net
                naturals += case.outcome == "win"
        text = f"{naturals} of the dealer's hands have {self.plan.spec.natural.name}"
        pay = self.plan.insurance if net > 0 else LOSE if net < 0 else PUSH
        verdict = Verdict(pay, pay.result, text)
        return concluded(self.plan.game, self.plan.terms[INSURANCE], stake, Award(net), verdict, text)

    def _key(self, side: SideBet, index: int) -> int | None:
        """The column of a table with prices by count, up card or free bets."""
        by = side.table.block.by
        if by == "count":
            return len(self._view(index).cards(side.table.hand))
        if by == "up":
            value = card_value(self.round.dealer[0])
            return 11 if value == 1 else value
        return self.round.seats[index].free_bets() if by == "free_bets" else None

    def _priced(self, side: SideBet, index: int) -> tuple[TableRow, Pay] | None:
        key = self._key(side, index)
        for row in matching_rows(side.table, self._view(index)):
            pay = side.table.price(row, key)
            if pay is not None:
                return row, self._prize(side, index).pay if pay is DRAWN else pay
        return None

    def _prize(self, side: SideBet, index: int) -> Prize:
        """The prize that a winner drew; where there is one only, nothing need be told."""
        told = self.drawn[index] if index < len(self.drawn) else ""
        fitting = [prize for prize in side.prizes if told in (prize.name, "")]
        if len(fitting) != 1:
            posted = ", ".join(prize.name for prize in side.prizes)
            raise RuleError(f"say which prize was drawn; posted are {posted}", f"outcome.prizes[{index}]")
        return fitting[0]

    def _what(self, side: SideBet, row: TableRow | None, index: int) -> str:
        """What the bet saw, in words."""
        if row is None:
            return "not among the hands that are paid"
        key = self._key(side, index)
        by = {
            "count": f"{key} {VIEWS[side.table.hand].counted}",
            "up": f"{'ace' if key == 11 else key} up",
            "free_bets": f"{key} free bet{'s' * (key != 1)}",
        }.get(side.table.block.by, "")
        return ", ".join(filter(None, ("" if row.name == "other" else humanize(row.name), by)))

    def _streak(self, side: SideBet, index: int, stake: int) -> Ruling:
        """A wager on rounds won running, which stays up until it is decided."""
        seat, name = self.round.seats[index], side.name
        net = sum(part.award.net for hand in seat.hands for part in parts(self.plan, seat, hand, self.round.dealer))
        running = Running(self.before[index].get(name, 0), net)
        found = self._decided(name, streak_cases(side), running, stake)
        if found.outcome == "push":
            self.after[index][name] = running.now
        return found

    def _side(self, side: SideBet, index: int, stake: int) -> Ruling:
        game = self.plan.game
        if side.spec.streak:
            return self._streak(side, index, stake)
        if self.round.seats[index].folded and side.spec.view == "streets":
            return closed(side.name, stake, -stake, "folded: lose", side.terms.cite("fold"))
        found = self._priced(side, index)
        row, pay = found if found else (None, LOSE)
        wins = pay.result == "win"
        if row is not None and side.spec.dealer_envy and wins:
            self.tipped += row.envy
        path = side.table.path(row) if row is not None else ""
        verdict = Verdict(pay, pay.result, self._what(side, row, index), side.table if wins else None, row=path)
        return ruled(game, side.terms, stake, verdict, self.meters)


def settle_round(
    now: Round,
    meters: dict[str, int],
    betting: dict[str, Any],
    irregularity: Irregularity | None = None,
    streaks: Streaks | None = None,
    drawn: Sequence[str] = (),
    behind: Sequence[Mapping[str, int]] = (),
) -> Settlement:
    """The settled round."""
    plan = now.plan
    left = Meters(meters)
    settler = Settler(now, left, irregularity, streaks or [], drawn=drawn)
    lines = [[ruling.line for ruling in seat] for seat in settler.settle()]
    player_dealer, owed = None, None
    if plan.spec.bank is not None:
        bank = Bank(bank_amount(betting), plan.spec.bank.covers)
        order = printed_order(lines, _bank_order(plan), passes=plan.spec.settle.passes)
        lines = cover(bank, lines, order, plan.game.cite(plan.spec.bank.rule))
        player_dealer, owed = bank.net, fees(plan, now.seats, behind)
    tips = any(side.spec.dealer_envy for side in plan.sides.values())
    return Settlement(
        game=plan.spec.id,
        seats=tuple(tuple(seat) for seat in lines),
        player_dealer=player_dealer,
        collection=owed,
        meters=left.left(),
        awards=left.awards(),
        dealer_envy=settler.tipped if tips else None,
        apart=settler.apart(),
        state=streaks_after(settler.after, [seat.wagers for seat in now.seats]),
    )


def fees(plan: Plan, seats: tuple[Seat, ...], behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The collection of a round that a player banks; doubles, splits and insurance do not count."""
    if plan.spec.bank is None:
        return None
    opened = [name for name, wager in plan.spec.wagers.items() if wager.opens_at == "bets"]
    return collected(plan.game, [seat.wagers for seat in seats], opened, plan.mains, behind)


def _bank_order(plan: Plan) -> list[str | tuple[str, ...]]:
    """The order of settlement, with the parts of a main wager beside it."""
    spec = plan.spec
    parts = (spec.split.pays_as if spec.split else "", spec.double.pays_as if spec.double else "")
    return [(name, *filter(None, parts)) if name in plan.mains else name for name in plan.order]
