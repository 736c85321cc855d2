"""Settling a round of tiles: wagers on the dice, on the tiles against dealer or bank, and the bank itself."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.play.core.award import award
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.money import dollars
from houseway.play.core.settlement import Line, Settlement
from houseway.play.tiles.plan import Plan, WagerPlan
from houseway.play.tiles.ranks import TileHand, TileSet
from houseway.play.tiles.table import Table
from houseway.rules.pays import Pay

BANK = "bank"
TILES = "tiles"


@dataclass(slots=True)
class Centre:
    """The centre of the table while a player banks: losing wagers go in, winners are paid from it (30-2609(15))."""

    chips: int = 0
    staked: int = 0


def _beats(low: bool, mine: TileHand, other: TileHand, plan: Plan) -> bool:
    """Copies go to the dealer or bank, and a low hand of zero never wins (30-2608(8))."""
    if low and plan.game.spec.tiles.zero_low_loses and not mine.pair and mine.points == 0:
        return False
    return mine.value > other.value


def compare(plan: Plan, mine: TileSet, other: TileSet) -> tuple[str, str]:
    """`win`, `push` or `lose`, and why."""
    high, low = _beats(False, mine.high, other.high, plan), _beats(True, mine.low, other.low, plan)
    said = [
        f"high {mine.high} {'beats' if high else 'does not beat'} {other.high}",
        f"low {mine.low} {'beats' if low else 'does not beat'} {other.low}",
    ]
    return ("lose", "push", "win")[high + low], "; ".join(said)


@dataclass(slots=True)
class Settler:
    """Settles one round."""

    table: Table
    irregularity: Irregularity | None = None
    dead: int | None = None  # the seat whose hand an irregularity killed: its wagers on tiles are lost

    @property
    def plan(self) -> Plan:
        return self.table.plan

    def settle(self, first_hand: int | None = None) -> Settlement:
        """The settled round."""
        centre = Centre()
        against_bank = None
        if self.table.bank is not None and self.table.dealer_wager and not self._all_void():
            against_bank = self._dealer_against_bank(centre)
        lines: list[list[Line]] = []
        for index, seat in enumerate(self.table.seats):
            own = [
                self._wager(self.plan.wagers[name], index, seat.wagers[name], centre)
                for name in self.plan.order
                if name in seat.wagers
            ]
            lines.append(own)
        if self.table.bank is not None:
            lines[self.table.bank].append(self._bank(centre))
        return Settlement(
            game=self.plan.game.spec.id,
            seats=tuple(tuple(seat) for seat in lines),
            dealer_vs_bank=against_bank,
            first_hand=first_hand,
            **self._after(),
        )

    def _after(self) -> dict[str, Any]:
        """What the shake leaves behind: the button, the count of triples, and who shakes next."""
        shake = self.table.shake
        if shake is None or not any(wager.spec.streak for wager in self.plan.wagers.values()):
            return {}
        bonus = [name for name, wager in self.plan.wagers.items() if wager.spec.streak]
        holder = [
            index
            for index, seat in enumerate(self.table.seats)
            if seat.position == shake.eye and any(name in seat.wagers for name in bonus)
        ]
        following = holder[0] if shake.triple and holder else "dealer"
        triples = shake.before + 1 if shake.triple else 0
        return {"state": {"prior_triples": triples}, "button": shake.eye, "next_shaker": following}

    def _cite(self, wager: WagerPlan, outcome: str) -> str:
        return self.plan.game.cite(wager.spec.cites.get(outcome, wager.spec.rule))

    def _all_void(self) -> bool:
        return self.irregularity is not None and self.irregularity.spec.effect == "void_table"

    def _wager(self, wager: WagerPlan, index: int, stake: int, centre: Centre) -> Line:
        seat, cite = self.table.seats[index], self.plan.game.cite
        if wager.spec.decided_by != TILES:
            return self._dice(wager, index, stake)
        voided = self.irregularity is not None and (self.irregularity.voids(wager.name, index) or seat.voided)
        if voided:
            assert self.irregularity is not None
            return Line(wager.name, stake, 0, "void, stake returned", cite(self.irregularity.spec.rule))
        line = self._tiles(wager, index, stake)
        if self.table.bank is not None:
            centre.staked += stake
            centre.chips += -line.net if line.net < 0 else 0
            if line.net > 0:
                centre.chips -= stake
        return line

    def _tiles(self, wager: WagerPlan, index: int, stake: int) -> Line:
        seat, spec, cite = self.table.seats[index], self.plan.game.spec, self.plan.game.cite
        if self.table.dice_lost(wager.name):
            return Line(
                wager.name, stake, -stake, "lost to a triple of the dice", cite(self.plan.vigorish.rule), "lose"
            )
        if index == self.dead:
            assert spec.dead_hand is not None
            return Line(wager.name, stake, -stake, "the hand is dead", cite(spec.dead_hand.rule))
        if seat.surrendered:
            assert spec.surrender is not None
            lost = self.plan.game.round_cents(stake * Fraction(str(spec.surrender.share)))
            return Line(wager.name, stake, -lost, "surrendered", cite(spec.surrender.rule), "surrender")
        outcome, reason = compare(self.plan, self.table.hands(index), self.table.opponent())
        if outcome == "push":
            return Line(wager.name, stake, 0, f"{reason}: push", self._cite(wager, outcome), outcome)
        if outcome == "lose":
            return Line(wager.name, stake, -stake, f"{reason}: lose", self._cite(wager, outcome), outcome)
        won = award(self.plan.game, wager.win, stake).net
        fee = self.plan.fee(won)
        text = f"{reason}: pays {wager.win.text}" + (f", less vigorish of ${dollars(fee)}" if fee else "")
        against_bank = self.table.bank is not None
        rule = cite(spec.banking.winners_rule) if against_bank else self._cite(wager, outcome)
        return Line(wager.name, stake, won - fee, text, rule, outcome)

    # -- the dice -----------------------------------------------------------------------------------------------

    def _price(self, wager: WagerPlan, index: int) -> Pay:
        shake = self.table.shake
        assert shake is not None
        if not wager.streak:
            return wager.win
        shaker, other = wager.streak[shake.before % len(wager.streak)]
        return shaker if shake.shaker == index else other

    def _dice(self, wager: WagerPlan, index: int, stake: int) -> Line:
        shake = self.table.shake
        assert shake is not None
        said = f"dice {shake.eye} (eye), {', '.join(map(str, shake.others))}"
        times = shake.wins(wager.spec.decided_by, self.table.seats[index].position)
        if not times or self.table.dice_lost(wager.name):
            return Line(wager.name, stake, -stake, f"{said}: loses", self._cite(wager, "lose"), "lose")
        pay = self._price(wager, index)
        net = times * award(self.plan.game, pay, stake).net
        each = f" for each of {times} dice" if times > 1 else ""
        return Line(wager.name, stake, net, f"{said}: pays {pay.text}{each}", self._cite(wager, "win"), "win")

    # -- a player's bank ----------------------------------------------------------------------------------------

    def _dealer_against_bank(self, centre: Centre) -> int:
        """30-2609(14): the dealer's own wager; no vigorish is taken of it."""
        stake = self.table.dealer_wager
        centre.staked += stake
        outcome, _ = compare(self.plan, self.table.dealer_hands(), self.table.opponent())
        net = {"win": stake, "push": 0, "lose": -stake}[outcome]
        centre.chips -= net
        return net

    def _bank(self, centre: Centre) -> Line:
        """What is left in the centre, or missing there; a co-bank has half of either."""
        banking, co_bank = self.plan.game.spec.banking, self.table.co_bank
        rule = self.plan.game.cite(banking.co_rule if co_bank else banking.rule)
        share = Fraction(1, 2) if co_bank else Fraction(1)
        stake = self.plan.game.round_cents(centre.staked * share)
        if centre.chips < 0:
            paid = self.plan.game.round_cents(-centre.chips * share)
            what = "half of the" if co_bank else "the"
            reason = f"pays {what} shortfall of ${dollars(-centre.chips)}"
            return Line(BANK, stake, -paid, reason, rule)
        surplus = self.plan.game.round_cents(centre.chips * share)
        fee = self.plan.fee(surplus)
        reason = f"{'half of the' if co_bank else 'the'} surplus of ${dollars(centre.chips)}"
        reason += f", less vigorish of ${dollars(fee)}" if fee else ""
        return Line(BANK, stake, surplus - fee, reason, rule)
