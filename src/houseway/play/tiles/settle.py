"""Settling a round of tiles: wagers on the dice, on the tiles against dealer or bank, and the bank itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.play.core.cases import Case, deciding
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import NO_METERS
from houseway.play.core.money import in_dollars
from houseway.play.core.settlement import Line, Ruling, Settlement
from houseway.play.core.settling import Verdict, by_case, conclude_round, in_settling_order, ruled, voided
from houseway.play.tiles.cases import TILES
from houseway.play.tiles.plan import Plan, WagerPlan
from houseway.play.tiles.ranks import TileHand, TileSet
from houseway.play.tiles.table import Table

BANK = "bank"
_HANDS_WON = {"lose": 0, "push": 1, "win": 2}


@dataclass(slots=True)
class Centre:
    """The centre of the table while a player banks: losing wagers go in, winners are paid from it (30-2609(15))."""

    chips: int = 0
    staked: int = 0


def _beats(low: bool, mine: TileHand, other: TileHand, plan: Plan) -> bool:
    """Copies go to the dealer or bank, and a hand of zero never wins where the file says so."""
    tiles = plan.game.spec.tiles
    if (tiles.zero_low_loses if low else tiles.zero_high_loses) and not mine.pair and mine.points == 0:
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


@dataclass(frozen=True, slots=True)
class _Sight:
    """One seat as the cases of its wagers see it."""

    table: Table
    index: int
    killed: bool  # an irregularity killed the hand

    def triple(self) -> bool:
        return self.table.shake is not None and self.table.shake.triple

    def falls(self, event: str) -> int:
        assert self.table.shake is not None
        return self.table.shake.wins(event, self.table.seats[self.index].position)

    def running(self) -> int:
        return self.table.shake.before if self.table.shake is not None else 0

    def shook(self) -> bool:
        return self.table.shake is not None and self.table.shake.shaker == self.index

    def dead(self) -> bool:
        return self.killed

    def surrendered(self) -> bool:
        return self.table.seats[self.index].surrendered

    def banked(self) -> bool:
        return self.table.bank is not None

    def hands_won(self) -> int:
        return _HANDS_WON[self.compared()[0]]

    def compared(self) -> tuple[str, str]:
        return compare(self.table.plan, self.table.hands(self.index), self.table.opponent())


@dataclass(slots=True)
class Settler:
    """Judges the wagers of one round; the bank is settled with what they leave in the centre."""

    table: Table
    irregularity: Irregularity | None = None
    dead: int | None = None  # the seat whose hand an irregularity killed: its wagers on tiles are lost

    @property
    def plan(self) -> Plan:
        return self.table.plan

    def settle(self, first_hand: int | None = None) -> Settlement:
        """The settled round."""
        by_seat = {seat: self.rulings(seat) for seat in in_settling_order(self.plan.game, len(self.table.seats))}
        rulings = conclude_round(self.plan.game, by_seat, irregularity=self.irregularity)
        lines = [[ruling.line for ruling in seat] for seat in rulings]
        against_bank = None
        if self.table.bank is not None:
            centre = self._centre(rulings)
            if self.table.dealer_wager and not self._all_void():
                against_bank = self._dealer_against_bank(centre)
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

    def _all_void(self) -> bool:
        return self.irregularity is not None and self.irregularity.spec.effect == "void_table"

    def rulings(self, spot: int) -> list[Ruling]:
        """How the wagers of a seat come out, in the order of settling."""
        stakes, rulings = self.table.seats[spot].wagers, []
        for name in self.plan.order:
            if name in stakes:
                rulings.append(self._wager(self.plan.wagers[name], spot, stakes[name]))
        return rulings

    def _wager(self, wager: WagerPlan, index: int, stake: int) -> Ruling:
        happened, on_tiles = self.irregularity, wager.spec.decided_by == TILES
        if on_tiles and happened is not None and (happened.voids(wager.name, index) or self.table.seats[index].voided):
            return voided(self.plan.game, wager.name, stake, happened)
        sight = _Sight(self.table, index, index == self.dead)
        case = deciding(wager.cases, sight)
        verdict = self._on_dice(wager, case, sight) if not on_tiles else by_case(case, self._why(case, sight))
        return ruled(self.plan.game, wager.terms, stake, verdict, NO_METERS)

    def _why(self, case: Case, sight: _Sight) -> str:
        return case.reason or sight.compared()[1]

    def _on_dice(self, wager: WagerPlan, case: Case, sight: _Sight) -> Verdict:
        shake = self.table.shake
        assert shake is not None
        assert case.pay is not None
        said = f"dice {shake.eye} (eye), {', '.join(map(str, shake.others))}"
        if case.outcome == "lose":
            return by_case(case, said, text=f"{said}: loses")
        times = sight.falls(wager.spec.decided_by)
        each = f" for each of {times} dice" if times > 1 else ""
        return by_case(case, said, text=f"{said}: pays {case.pay.text}{each}", times=times)

    # -- a player's bank ----------------------------------------------------------------------------------------

    def _centre(self, rulings: Sequence[Sequence[Ruling]]) -> Centre:
        """Losing wagers on tiles go into the centre, and the stakes of winners are paid from it."""
        centre = Centre()
        for seat in rulings:
            for ruling in seat:
                on_tiles = self.plan.wagers[ruling.line.wager].spec.decided_by == TILES
                if on_tiles and ruling.outcome != "void":
                    centre.staked += ruling.line.stake
                    centre.chips -= ruling.line.stake if ruling.line.net > 0 else ruling.line.net
        return centre

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
            whose = "half of the" if co_bank else "the"
            reason = f"pays {whose} shortfall of {in_dollars(-centre.chips)}"
            return Line(BANK, stake, -paid, reason, rule)
        surplus = self.plan.game.round_cents(centre.chips * share)
        fee = self.plan.fee(surplus)
        reason = f"{'half of the' if co_bank else 'the'} surplus of {in_dollars(centre.chips)}"
        reason += f", less vigorish of {in_dollars(fee)}" if fee else ""
        return Line(BANK, stake, surplus - fee, reason, rule)
