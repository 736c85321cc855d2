"""The end of a hand in chips: pots, rakes, awards, refunds, and a line for each seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from houseway.play.core.award import Ruling
from houseway.play.core.money import dollars
from houseway.play.core.settlement import PotShare, Returned, Settlement, TableRuling
from houseway.play.core.settling import EnvyHit, closed, settle_spots
from houseway.play.pots.award import Awarded, Part, Pot, pairwise, showdown, side_pots, uncalled
from houseway.play.pots.conduct import showing_order
from houseway.play.pots.fees import check_rake, percent_rake, raked
from houseway.play.pots.ranks import full_name, values
from houseway.play.pots.rulings import voided_seats
from houseway.play.pots.state import State
from houseway.play.pots.table import Rules
from houseway.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Take:
    """What the house takes from the pot, in cents."""

    rake: int = 0
    jackpot_rake: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished hand: chips of each seat and how they came about."""

    net: tuple[int, ...]
    pots: tuple[Pot, ...]  # before the rakes
    parts: tuple[Part, ...]
    returned: tuple[int, int]  # the seat with an uncalled bet, and the amount
    take: Take
    carried: int = 0  # stays on the table for the next hand


def posted_take(rules: Rules, total: int, chip: int) -> Take:
    """The rakes by the house's posted options, none where the game allows none."""
    options = rules.game.options
    if not rules.spec.rake:
        return Take()
    rake = percent_rake(total, float(options.get("rake_percent", 0)), round(options.get("rake_cap", 0) * 100), chip)
    return Take(rake, min(round(options.get("jackpot_rake", 0) * 100), total - rake))


def outcome(state: State, take: Take | None = None) -> Outcome:
    """The chips of a hand that is over; `take` overrides the posted rakes."""
    if state.phase != "over":
        raise RuleError(f"the hand is not over: seat {state.queue[0]} is to act", "betting.actions")
    carried = state.table.stakes.carried
    paid = state.paid
    seats = len(paid)
    if state.ending == "defective_deck":
        kept = tuple(-paid[seat] if seat in state.forfeits else 0 for seat in range(seats))
        return Outcome(kept, (), (), (-1, 0), Take(), carried - sum(kept))
    if state.ending == "passed":
        return Outcome(tuple(-put for put in paid), (), (), (-1, 0), Take(), carried + sum(paid))
    if state.ending == "all_folded":
        total = carried + sum(paid)
        taken = take or Take()
        if state.table.rules.betting.all_fold == "house":
            taken = Take(total)
        return Outcome(tuple(-put for put in paid), (), (), (-1, 0), taken, total - taken.rake)
    if state.table.rules.spec.award.pairwise:
        return _pairwise(state, take)
    if state.ending:
        return Outcome((0,) * seats, (), (), (-1, 0), Take(), carried)
    # Equal bets pay for the next card; nobody has to call them.
    equal = state.table.rules.betting.structure == "equal"
    back, amount = (-1, 0) if equal else uncalled(paid, state.live)
    if amount:
        paid = (*paid[:back], paid[back] - amount, *paid[back + 1 :])
    pots = side_pots(paid, state.live, carried)
    total = sum([pot.amount for pot in pots])
    if take is None:
        take = posted_take(state.table.rules, total, state.table.stakes.chip)
    if take.rake or take.jackpot_rake:
        most = state.table.rules.spec.rake_most
        check_rake(take.rake, take.jackpot_rake, total, most)
        left = raked(pots, take.rake, take.jackpot_rake, most)
    else:
        left = pots
    awarded = _awarded(state, left)
    net = tuple([won - put for won, put in zip(awarded.won, paid, strict=True)])
    return Outcome(net, tuple(pots), tuple(awarded.parts), (back, amount), take, awarded.carried)


def _pairwise(state: State, take: Take | None) -> Outcome:
    pot, _ = pairwise(state, 0)
    if take is None:
        take = posted_take(state.table.rules, pot, state.table.stakes.chip)
    check_rake(take.rake, take.jackpot_rake, pot)
    _, awarded = pairwise(state, take.rake + take.jackpot_rake)
    seats = tuple(range(len(state.paid)))
    return Outcome(tuple(awarded.won), (Pot(pot, seats),), tuple(awarded.parts), (-1, 0), take)


def _awarded(state: State, pots: list[Pot]) -> Awarded:
    if sum(state.live) > 1 or state.table.rules.betting.last_plays_on:
        return showdown(state, pots)
    awarded = Awarded([0] * len(state.paid))
    awarded.won[state.live.index(True)] = sum([pot.amount for pot in pots])
    return awarded


def _reason(state: State, result: Outcome, seat: int) -> tuple[str, str]:
    """Why the seat has its result, and the paragraph."""
    rules = state.table.rules
    award = rules.spec.award
    if state.ending:
        return _ENDINGS[state.ending], rules.cite(getattr(rules.spec.rulings, state.ending))
    if seat in state.refunds:
        return "fouled without fault: chips returned", rules.cite(rules.spec.rulings.fouled_no_fault)
    if not state.live[seat]:
        if (word := voided_seats(state).get(seat)) is not None:
            return "dead hand after an irregularity", rules.cite(word.rule)
        dead = any(s == seat and act.verb in ("dead_hand", "fouled") for s, act in state.events)
        return (
            ("dead hand", rules.cite(rules.spec.rulings.dead_hand)) if dead else ("folded", rules.cite(award.fold_rule))
        )
    if sum(state.live) == 1 and not rules.betting.last_plays_on:
        return "all others folded", rules.cite(award.fold_rule)
    won = [part for part in result.parts if seat in part.winners]
    if not won:
        return _beaten(state, result, seat), rules.cite(award.rule)
    words = []
    tied = False
    for part in dict.fromkeys((part.hand, part.board, part.value, len(part.winners) > 1) for part in won):
        hand, board, value, shared = part
        tied = tied or shared
        where = f" on board {board + 1}" if len(state.boards) > 1 else ""
        words.append(f"{'ties' if shared else 'wins'} {hand}{where} with {full_name(rules.spec.hands[hand], value)}")
    return "; ".join(words), rules.cite(award.tie_rule if tied else award.rule)


def _beaten(state: State, result: Outcome, seat: int) -> str:
    """What the seat showed, and the hand that beat it."""
    spec = state.table.rules.spec
    part = next((part for part in result.parts if part.hand == spec.award.parts[0]), None)
    if part is None:
        return "beaten at the showdown"
    hand = replace(spec.hands[part.hand], qualifies="")
    own = full_name(hand, values(state, [seat], hand, state.boards[part.board])[seat])
    return f"beaten at the showdown: {own} loses to {full_name(hand, part.value)}"


_ENDINGS = {  # in words; the paragraphs are the game's `rulings` of the same names
    "chopped": "blinds chopped",
    "misdeal": "misdeal: chips returned",
    "defective_deck": "defective deck: chips returned, or forfeited by those who knew",
    "all_folded": "everyone folded",
    "passed": "nobody could open: the pot stays for the next hand",
}


def pot_ruling(state: State, result: Outcome, seat: int) -> Ruling:
    """What a seat has won or lost in the pot."""
    reason, rule = _reason(state, result, seat)
    return closed("pot", state.paid[seat], result.net[seat], reason, rule)


@dataclass(frozen=True, slots=True)
class _Judge:
    """How a hand came out for each seat: its pot, then what it had beside it."""

    state: State
    result: Outcome
    beside: Sequence[Sequence[Ruling]]

    def rulings(self, spot: int) -> list[Ruling]:
        """The pot of a seat and its side wagers."""
        return [pot_ruling(self.state, self.result, spot), *(self.beside[spot] if self.beside else ())]

    def envy(self, wager: str, spot: int) -> EnvyHit:
        """No hand earns the other bettors anything."""
        del wager, spot
        return EnvyHit()


def settlement(state: State, result: Outcome, beside: Sequence[Sequence[Ruling]] = ()) -> Settlement:
    """The settled hand; `beside` are the rulings on what each seat had beside the pot."""
    rules, seats = state.table.rules, len(result.net)
    judge = _Judge(state, result, beside)
    rulings = settle_spots(rules.game, judge, [{}] * seats, range(seats))
    carries = result.carried or state.table.stakes.carried or rules.spec.award.consolation
    return Settlement(
        game=rules.spec.id,
        seats=tuple(tuple([one.line for one in seat]) for seat in rulings),
        pots=tuple(PotShare(pot.amount, tuple(pot.seats)) for pot in result.pots),
        rake=result.take.rake,
        jackpot_rake=result.take.jackpot_rake,
        returned=Returned(*result.returned) if result.returned[1] else None,
        rulings=tuple(TableRuling(seat, *act.ruled) for seat, act in state.events if act.ruled is not None),
        showing=showing_order(state) if not state.ending else (),
        state={"pot": dollars(result.carried)} if carries else {},
    )
