"""Jackpots of a pot: the beaten hand that wins one, by the rules posted for it, and who shares in it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from houseway.hands.ranking import RANKINGS
from houseway.play.core.cases import Case, Is
from houseway.play.core.settlement import Ruling
from houseway.play.core.settling import closed
from houseway.play.pots.ranks import values
from houseway.play.pots.state import State
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value
from houseway.rules.pays import parse_pay
from houseway.rules.wording import humanize, titled


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


PARTS = {"loser": "{} or better that is beaten", "winner": "the hand that beats it", "table": "any other hand then"}
_REASONS = {"loser": "beaten hand", "winner": "beat the jackpot hand", "table": "dealt in when the jackpot was hit"}


def parts_in_jackpot(state: State, rules: Posted) -> list[str]:
    """What each seat is to a jackpot that is hit: its loser, its winner or another of the table; none: not hit."""
    losers, winners = beaten_hands(state, rules)
    seats = range(len(state.live)) if losers else ()
    return ["loser" if seat in losers else "winner" if seat in winners else "table" for seat in seats]


def shared_out(decided: Mapping[int, Case], shown: int) -> dict[int, int]:
    """What each seat gets of the amount shown: seats of one case share its part, odd cents to the first of them."""
    paid: dict[int, int] = {}
    remaining = shown
    for case in dict.fromkeys(decided.values()):
        seats = [seat for seat, decisive in decided.items() if decisive is case]
        share = case.pay.parts[0].amount if case.pay is not None and case.pay.parts else 0
        amount = min(remaining, round(shown * share))
        remaining -= amount
        paid |= {seat: amount // len(seats) + (place < amount % len(seats)) for place, seat in enumerate(seats)}
    return paid


def jackpot_cases(
    beaten: str, shares: Mapping[str, float], reasons: Mapping[str, str], meter: str, cite: str
) -> list[Case]:
    """The parts of a jackpot: the beaten hand's, that of the hand that beats it, and the table's."""
    return [
        Case(
            Is(part, PARTS[part].format(humanize(beaten))),
            "win",
            replace(parse_pay(f"{share}% {meter}"), text=f"{share}% of {titled(meter)}"),
            reason=reasons[part],
            cite=cite,
        )
        for part, share in shares.items()
    ]


def jackpot_shares(state: State, rules: Posted, shown: int) -> dict[int, Ruling]:
    """What each seat that shares in the jackpot gets, paid after the pot (CO 30-1028)."""
    cite = state.table.rules.game.cite(state.table.rules.spec.rulings.jackpot)
    cases = jackpot_cases(rules.beaten, rules.shares, _REASONS, "jackpot", cite)
    parts = enumerate(parts_in_jackpot(state, rules))
    decided = {seat: case for seat, part in parts for case in cases if case.when.holds(part)}
    return {
        seat: closed("jackpot", 0, amount, decided[seat].reason, cite)
        for seat, amount in shared_out(decided, shown).items()
        if amount
    }
