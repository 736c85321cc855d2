"""Jackpot awards by posted rules: the fund that the jackpot rake feeds, and the beaten hand that wins it."""

from typing import Any

import msgspec

from houseway.hands.ranking import RANKINGS
from houseway.play.core.award import Ruling
from houseway.play.core.settling import closed
from houseway.play.pots.ranks import values
from houseway.play.pots.state import State
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value


class Fund(msgspec.Struct, frozen=True):
    """Money kept apart from the rake (CO 30-1046(4)), in cents: the pools, and the amount posted last."""

    primary: int = 0
    secondary: int = 0
    posted: int = 0


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The posted rules of a bad-beat jackpot (CO 30-1046.01): the hand that must be beaten, and who gets what."""

    beaten: str  # least losing hand: `full_house AT`, `four_of_a_kind 2`
    shares: dict[str, int | float]  # percent to `loser`, `winner` and `table`
    both_own: bool = True  # winner and loser must use both of two own cards
    least_players: int = 2  # dealt in
    primary_share: int | float = 100  # percent of the rake that feeds the primary pool
    cap: int | float = 0  # dollars; the rake stops when the primary pool reaches it (CO 30-1046(7)(a))


def posted_rules(data: Any) -> Posted:
    """Posted rules from plain data; the shares make a whole."""
    try:
        rules = msgspec.convert(data, Posted)
    except msgspec.ValidationError as error:
        raise RuleError(str(error), "jackpot") from None
    if set(rules.shares) - {"loser", "winner", "table"} or abs(sum(rules.shares.values()) - 100) > 1e-9:
        raise RuleError("shares of loser, winner and table must make 100 percent", "jackpot.shares")
    return rules


def post(fund: Fund) -> Fund:
    """The amount on display brought up to date (CO 30-1046(2): at least once each gaming day)."""
    return msgspec.structs.replace(fund, posted=fund.primary)


def _own_play(state: State, seats: list[int], best: dict[int, int]) -> list[int]:
    hand = state.table.rules.spec.hands["high"]
    both = values(state, seats, msgspec.structs.replace(hand, own_cards=(2, 2), qualifies=""), state.boards[0])
    return [seat for seat in seats if both.get(seat) == best[seat]]


def beaten_hands(state: State, rules: Posted) -> tuple[list[int], list[int]]:
    """The seats that lost with a hand good enough and the seats that beat them; both empty when nobody did."""
    seats = [seat for seat, alive in enumerate(state.live) if alive]
    if state.ending or len(seats) < 2 or len(state.live) < rules.least_players:
        return [], []
    hand = state.table.rules.spec.hands["high"]
    best = values(state, seats, msgspec.structs.replace(hand, qualifies=""), state.boards[0])
    top = max(best.values())
    winners = [seat for seat in seats if best[seat] == top]
    second = max((value for value in best.values() if value < top), default=-1)
    losers = [seat for seat in seats if best[seat] == second]
    if second < least_value(rules.beaten, RANKINGS[hand.ranking]):
        return [], []
    if rules.both_own:
        losers, winners = _own_play(state, losers, best), _own_play(state, winners, best)
    return (losers, winners) if losers and winners else ([], [])


def _divided(amount: int, seats: list[int], out: dict[int, int]) -> None:
    for place, seat in enumerate(seats):
        out[seat] = out.get(seat, 0) + amount // len(seats) + (place < amount % len(seats))


def award(state: State, rules: Posted, fund: Fund, holders: list[int] | None = None) -> tuple[dict[int, int], Fund]:
    """What each seat gets of the posted jackpot, and the fund after it: the secondary pool seeds the primary again.

    With `holders` only these seats share; the share of a group without one stays in the fund.
    """
    losers, winners = beaten_hands(state, rules)
    if not losers:
        return {}, fund
    paid: dict[int, int] = {}
    seats = list(range(len(state.live))) if holders is None else holders
    groups = {"loser": losers, "winner": winners}
    groups["table"] = [seat for seat in seats if seat not in losers and seat not in winners]
    left = fund.posted
    for name, percent in rules.shares.items():
        amount = min(left, round(fund.posted * percent / 100))
        left -= amount
        _divided(amount, [seat for seat in groups[name] if seat in seats], paid)
    over = fund.primary - sum(paid.values())
    return paid, Fund(max(0, over) + fund.secondary, 0, 0)


def jackpot_shares(state: State, rules: Posted, fund: Fund) -> dict[int, Ruling]:
    """What each seat that shares in the jackpot gets, paid after the pot (CO 30-1028)."""
    paid, _ = award(state, rules, fund)
    losers, winners = beaten_hands(state, rules)
    reasons = {**dict.fromkeys(losers, "beaten hand"), **dict.fromkeys(winners, "beat the jackpot hand")}
    cite = state.table.rules.cite(state.table.rules.spec.rulings.jackpot)
    return {
        seat: closed("jackpot", 0, amount, reasons.get(seat, "dealt in when the jackpot was hit"), cite)
        for seat, amount in paid.items()
        if amount
    }
