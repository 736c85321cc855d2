"""Settling a round of blackjack: every wager of every seat, in the order the rules pay and take."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.hands.ranking import rank_one
from houseway.play.blackjack.hands import Part, parts
from houseway.play.blackjack.plan import INSURANCE, Plan, Prize, SideBet
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.streaks import Streaks
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import card_value, is_21_in_two
from houseway.play.blackjack.views import SeatView
from houseway.play.core.award import Award, Ruling, award
from houseway.play.core.caps import apply_caps
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.rows import matching_rows
from houseway.play.core.settlement import Line
from houseway.play.core.settling import closed, in_settling_order, voided
from houseway.play.house_poker.describe import describe
from houseway.rules.blackjack import VIEWS
from houseway.rules.errors import RuleError
from houseway.rules.pays import DRAWN, LOSE, PUSH, Pay
from houseway.rules.tables import TableRow
from houseway.rules.wording import humanize


@dataclass(slots=True)
class Settler:
    """Settles one round; holds the meters, which fall as awards are paid, and what the house tips the dealer."""

    round: Round
    meters: Meters
    irregularity: Irregularity | None = None
    before: Streaks = field(default_factory=list)  # rounds won under the wagers that stand
    after: Streaks = field(default_factory=list)
    drawn: Sequence[str] = ()  # by seat: the prize it drew; empty: none told
    tipped: int = 0
    views: list[SeatView] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = self.before or [{} for _ in self.round.seats]
        self.after = [{} for _ in self.round.seats]
        self.views = [SeatView(seat, self.round.dealer, self.plan) for seat in self.round.seats]

    @property
    def plan(self) -> Plan:
        return self.round.plan

    def settle(self) -> tuple[tuple[Ruling, ...], ...]:
        """The rulings of every seat, in the order of the seats."""
        count = len(self.round.seats)
        rulings: list[tuple[Ruling, ...]] = [()] * count
        for index in in_settling_order(self.plan.game, count):
            rulings[index] = self._seat(index)
        return apply_caps(self.plan.game, rulings)

    def _seat(self, index: int) -> tuple[Ruling, ...]:
        found: list[Ruling] = []
        for name in self.plan.order:
            if name in self.plan.sides:
                ruling = self._side(self.plan.sides[name], index)
                found += [ruling] if ruling else []
            elif name == INSURANCE:
                found += self._insurance(index)
            elif name not in self.plan.mains:
                found += self._duel(name, index)
            else:
                found += self._main(name, index)
        return tuple(found)

    def _cite(self, wager: str, key: str) -> str:
        words = self.plan.spec.wagers[wager]
        shared = self.plan.spec.dealer.cites if words.main else {}
        if words.main and (instant := self.plan.spec.instant) is not None:
            shared = {**shared, "instant": instant.rule, "drawn_21": instant.later_rule}
        keys = (key, "bust") if key == "both_bust" else (key,)
        cited = [one[name] for one in (words.cites, shared) for name in keys if name in one]
        return self.plan.game.cite(cited[0] if cited else words.rule)

    def _is_void(self, wager: str, index: int) -> bool:
        return self.irregularity is not None and self.irregularity.voids(wager, index)

    def _returned(self, wager: str, stake: int) -> Ruling:
        assert self.irregularity is not None
        return voided(self.plan.game, wager, stake, self.irregularity)

    def _main(self, name: str, index: int) -> list[Ruling]:
        seat = self.round.seats[index]
        if name not in seat.wagers:
            return []
        spot = self.plan.mains.index(name)
        dealer, hands = self.round.dealer, [hand for hand in seat.hands if hand.spot == spot]
        if self.plan.spec.dealer.hands > 1:
            dealer, hands = self.round.dealers[spot], [self._share(seat, hand, spot) for hand in seat.hands]
            seat = dataclasses.replace(seat, even_money=frozenset({spot}) if seat.even_money else frozenset())
        if self._is_void(name, index):
            return [self._returned(name, sum(hand.stake + hand.added for hand in hands))]
        found: list[Part] = []
        for place, hand in enumerate(hands):
            label = f"hand {place + 1}: " if len(hands) > 1 else ""
            found += parts(self.plan, seat, hand, dealer, label)
        return self._merged(name, found)

    def _duel(self, name: str, index: int) -> list[Ruling]:
        """A wager on the poker hand of the cards: the best of all that the hand of the first card holds."""
        seat, duel = self.round.seats[index], self.plan.duel
        stake = seat.wagers.get(name)
        if stake is None or duel is None:
            return []
        if self._is_void(name, index):
            return [self._returned(name, stake)]
        key, pay, text = "fold", LOSE, "the poker hand was folded"
        if not seat.folded:
            mine, theirs = rank_one(duel.ranking, seat.first().cards), rank_one(duel.ranking, self.round.dealer)
            said = f"{describe(duel.ranking, mine)} against {describe(duel.ranking, theirs)}"
            further = name == duel.spec.bet
            if further and self.round.dealer_natural():
                key, pay, text = "dealer_natural", PUSH, f"dealer has {self.plan.spec.natural.name}"
            elif theirs < duel.least:
                text = f"dealer does not qualify with {describe(duel.ranking, theirs)}"
                key, pay = "unqualified", PUSH if further else duel.pay
            elif mine == theirs:
                key, pay, text = "tie", PUSH, said
            else:
                key, pay, text = ("win", duel.pay, said) if mine > theirs else ("lose", LOSE, said)
        paid = award(self.plan.game, pay, stake)
        reason = f"{text}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
        return [Ruling(Line(name, stake, paid.net, reason, self._cite(name, key), key), paid, pay.result)]

    def _share(self, seat: Seat, hand: Hand, spot: int) -> Hand:
        """A hand with the part of its money that is on the dealer's hand of this number."""
        own, whole = seat.wagers[self.plan.mains[spot]], self.plan.on_spot(seat.wagers, hand.spot)
        return dataclasses.replace(hand, spot=spot, stake=hand.stake * own // whole, added=hand.added * own // whole)

    def _merged(self, main: str, found: list[Part]) -> list[Ruling]:
        """One line for each name under which the stakes are reported."""
        lines = dict.fromkeys(part.line for part in found)
        rulings = []
        for line in lines:
            own = [part for part in found if part.line == line]
            net = sum(part.award.net for part in own)
            reason = "; ".join(dict.fromkeys(part.reason for part in own if part.reason))
            rule = self._cite(main, own[0].key)
            stake = sum(part.stake for part in own)
            best = max((part.award for part in own), key=lambda one: one.odds) if len(own) > 1 else own[0].award
            outcome = "win" if net > 0 else own[0].key
            result = "+".join(dict.fromkeys(part.key for part in own))
            rulings.append(Ruling(Line(line, stake, net, reason, rule, result), replace(best, net=net), outcome))
        return rulings

    def _insurance(self, index: int) -> list[Ruling]:
        seat, words = self.round.seats[index], self.plan.spec.insurance
        stake = sum(seat.insurance.values())
        if not stake or words is None:
            return []
        if self._is_void(INSURANCE, index):
            return [self._returned(INSURANCE, stake)]
        if self.plan.spec.dealer.hands > 1:
            return [self._insured_apart(seat, stake)]
        won = self.round.dealer_natural()
        name = self.plan.spec.natural.name
        pay = self.plan.insurance if won else LOSE
        paid = award(self.plan.game, pay, stake)
        reason = f"dealer has {name}: pays {pay.text}" if won else f"dealer has no {name}: lose"
        line = Line(INSURANCE, stake, paid.net, reason, self.plan.game.cite(words.rule), "win" if won else "lose")
        return [Ruling(line, paid, "win" if won else "lose")]

    def _insured_apart(self, seat: Seat, stake: int) -> Ruling:
        """Insurance against several hands of the dealer: of each wager a part, decided by its own hand."""
        words, whole, seen, net, naturals = self.plan.spec.insurance, self.plan.on_spot(seat.wagers, 0), 0, 0, 0
        assert words is not None
        for number, main in enumerate(self.plan.mains):
            before, seen = stake * seen // whole, seen + seat.wagers.get(main, 0)
            own = stake * seen // whole - before
            won = bool(own) and is_21_in_two(self.round.dealers[number][:2])
            net += award(self.plan.game, self.plan.insurance if won else LOSE, own).net if own else 0
            naturals += won
        text = f"{naturals} of the dealer's hands have {self.plan.spec.natural.name}"
        line = Line(INSURANCE, stake, net, text, self.plan.game.cite(words.rule))
        return Ruling(line, Award(net), "win" if net > 0 else "lose" if net < 0 else "push")

    def _key(self, side: SideBet, index: int) -> int | None:
        """The column of a table with prices by count, up card or free bets."""
        by = side.table.block.by
        if by == "count":
            return len(self.views[index].cards(side.table.hand))
        if by == "up":
            value = card_value(self.round.dealer[0])
            return 11 if value == 1 else value
        return self.round.seats[index].lammers() if by == "free_bets" else None

    def _priced(self, side: SideBet, index: int) -> tuple[TableRow, Pay] | None:
        key = self._key(side, index)
        for row in matching_rows(side.table, self.views[index]):
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
        """A wager on rounds won running: lost with a round lost, paid with the last, and up until then."""
        seat, name, wanted = self.round.seats[index], side.name, side.spec.streak
        won = self.before[index].get(name, 0)
        nets = [part.award.net for hand in seat.hands for part in parts(self.plan, seat, hand, self.round.dealer, "")]
        if sum(nets) < 0:
            text, pay = f"the round is lost after {won} won: lose", LOSE
        elif sum(nets) > 0 and won + 1 == wanted:
            pay = next(iter(side.table.rows)).pays[side.table.block.keys.index(wanted)]
            text = f"{wanted} rounds won running: pays {pay.text}"
        else:
            won += sum(nets) > 0
            self.after[index][name] = won
            text, pay = f"{won} of {wanted} rounds won, stays up: push", PUSH
        paid = award(self.plan.game, pay, stake)
        rule = self.plan.game.cite(side.table.block.rule) if pay.result == "win" else self._cite(name, pay.result)
        return Ruling(Line(name, stake, paid.net, text, rule), paid, pay.result)

    def _side(self, side: SideBet, index: int) -> Ruling | None:
        seat: Seat = self.round.seats[index]
        stake = seat.wagers.get(side.name)
        if stake is None:
            return None
        if self._is_void(side.name, index):
            self.after[index] |= {name: won for name, won in self.before[index].items() if name == side.name}
            return self._returned(side.name, stake)
        if side.spec.streak:
            return self._streak(side, index, stake)
        if seat.folded and side.spec.view == "streets":
            return closed(side.name, stake, -stake, "folded: lose", self._cite(side.name, "fold"))
        found = self._priced(side, index)
        row, pay = found if found else (None, LOSE)
        paid = award(
            self.plan.game,
            pay,
            stake,
            taken=side.taken,
            meters=self.meters,
            meter=side.spec.meter,
            block=side.table.block,
        )
        if row is not None and side.spec.dealer_envy and pay.result == "win":
            self.tipped += row.envy
        what = self._what(side, row, index)
        rule = self._cite(side.name, "win" if pay.result == "win" else pay.result)
        if side.table.block.rule and pay.result == "win":
            rule = self.plan.game.cite(side.table.block.rule)
        text = f"{what}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
        path = side.table.path(row) if row is not None else ""
        line = Line(side.name, stake, paid.net, text, rule, pay.result, path)
        return Ruling(line, paid, "win" if paid.net > 0 else pay.result)
