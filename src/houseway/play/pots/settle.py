"""The end of a hand in chips: pots, rakes and fees, who wins and who shows, refunds, and a line for each seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.play.core.caps import apply_caps
from houseway.play.core.collection import HALF_HOUR, chosen, collection
from houseway.play.core.money import dollars, in_dollars
from houseway.play.core.settlement import (
    Award,
    Fees,
    Line,
    PotShare,
    Returned,
    Ruling,
    Settlement,
    TableRuling,
    TimedFee,
)
from houseway.play.pots.ranks import full_name, values
from houseway.play.pots.rulings import voided_seats
from houseway.play.pots.state import State
from houseway.play.pots.table import Rules, Setup, Table
from houseway.rules.errors import RuleError
from houseway.rules.tariffs import load_tariff
from houseway.rules.wording import seat_name


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that the named seats compete for."""

    amount: int
    seats: tuple[int, ...]


def uncalled(paid: tuple[int, ...], live: tuple[bool, ...]) -> tuple[int, int]:
    """The live seat that put in more than any other, and how much more; (-1, 0) if none did."""
    top = max(paid)
    seat = paid.index(top)
    if not live[seat] or paid.count(top) > 1:
        return -1, 0
    return seat, top - sorted(paid)[-2]


def side_pots(paid: tuple[int, ...], live: tuple[bool, ...], carried: int = 0) -> list[Pot]:
    """The main pot first; a new pot begins where a live seat put in no more (CO 30-1017(2))."""
    levels = sorted({amount for amount, alive in zip(paid, live, strict=True) if alive})
    pots = []
    below = 0
    for level in levels:
        amount = sum([min(put, level) - min(put, below) for put in paid])
        seats = tuple([seat for seat, alive in enumerate(live) if alive and paid[seat] >= level])
        pots.append(Pot(amount, seats))
        below = level
    # Chips of dead hands above every live seat stay in the last pot.
    over = sum([put - below for put in paid if put > below])
    if over:
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].seats)
    if carried:
        pots[0] = Pot(pots[0].amount + carried, pots[0].seats)
    return [pot for pot in pots if pot.amount]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of one pot: the hand it was for, the board, its chips and who took them."""

    pot: int
    hand: str
    board: int
    amount: int
    winners: tuple[int, ...]
    value: int


@dataclass(slots=True)
class Awarded:
    """Chips won by each seat, the parts in detail, and what nobody qualified for."""

    won: list[int]
    parts: list[Part] = field(default_factory=list)
    carried: int = 0


def _from_button(table: Table, seats: tuple[int, ...] | set[int], dealer: bool) -> list[int]:
    """Seats in the order in which odd chips are given: from the left of the button, in stud of the dealer."""
    around = tuple(range(len(table.stacks))) if dealer else table.left
    return [seat for seat in around if seat in seats]


def _shared(awarded: Awarded, table: Table, amount: int, winners: tuple[int, ...]) -> None:
    """`amount` to tied hands, odd chips by CO 30-1029 or the file's own rule."""
    if len(winners) == 1:
        awarded.won[winners[0]] += amount
        return
    award = table.rules.spec.award
    chip = table.stakes.chip
    each = amount // (chip * len(winners)) * chip
    odd = amount - each * len(winners)
    for seat in winners:
        awarded.won[seat] += each
    order = _from_button(table, winners, award.odd_tie == "left_of_dealer")
    if award.odd_chips == "one_each":
        for seat in order[1:]:
            if odd > chip:
                awarded.won[seat] += chip
                odd -= chip
    awarded.won[order[0]] += odd


def pairwise(state: State, take: int) -> tuple[int, Awarded]:
    """CO 30-1099.10(6)-(8): the losers' bets, each up to the winner's, less the rake to the best hand; and their sum.

    `won` then holds what each seat gets in addition to its own bet, losses negative.
    """
    table = state.table
    name = table.rules.spec.award.parts[0]
    seats = list(range(len(state.paid)))
    worth = values(state, seats, table.rules.spec.hands[name], state.boards[0])
    best = max(worth.values())
    winners = tuple(seat for seat in seats if worth[seat] == best)
    most = max(state.paid[seat] for seat in winners)
    awarded = Awarded([0] * len(seats))
    pot = sum(min(put, most) for seat, put in enumerate(state.paid) if seat not in winners)
    awarded.parts.append(Part(0, name, 0, pot - take, winners, best))
    _shared(awarded, table, pot - take, winners)
    for seat, put in enumerate(state.paid):
        if seat not in winners:
            awarded.won[seat] = -min(put, most)
    return pot, awarded


def showdown(state: State, pots: list[Pot]) -> Awarded:
    """The pots awarded by the hands; each pot, part and board stands by itself (CO 30-1017(2))."""
    table = state.table
    spec = table.rules.spec
    seats = [seat for seat, alive in enumerate(state.live) if alive]
    worth = [
        (name, board, values(state, seats, spec.hands[name], cards))
        for board, cards in enumerate(state.boards)
        for name in spec.award.parts
    ]
    awarded = Awarded([0] * len(state.paid))
    for number, pot in enumerate(pots):
        _award_pot(awarded, table, number, pot, worth)
    if awarded.carried and spec.award.consolation:
        _consoled(awarded, state, seats)
    return awarded


def _consoled(awarded: Awarded, state: State, seats: list[int]) -> None:
    """Nobody qualified: the posted share goes to the best hand all the same, in a final hand all of it."""
    table = state.table
    award = table.rules.spec.award
    share = 1.0 if table.stakes.final else float(table.rules.game.options[award.consolation])
    if not 0 <= share <= 1:
        raise RuleError("must be a share between 0 and 1", f"house.{award.consolation}")
    name = award.parts[0]
    hand = replace(table.rules.spec.hands[name], qualifies="")
    worth = values(state, seats, hand, state.boards[0])
    best = max(worth.values())
    winners = tuple(seat for seat in seats if worth[seat] == best)
    amount = int(awarded.carried * share + 1e-9) // table.stakes.chip * table.stakes.chip
    awarded.carried -= amount
    awarded.parts.append(Part(0, name, 0, amount, winners, best))
    _shared(awarded, table, amount, winners)


def _award_pot(
    awarded: Awarded, table: Table, number: int, pot: Pot, worth: list[tuple[str, int, dict[int, int]]]
) -> None:
    claims = []
    for name, board, value_of in worth:
        best = max([value_of[seat] for seat in pot.seats if seat in value_of], default=0)
        winners = tuple([seat for seat in pot.seats if value_of.get(seat) == best])
        if winners:
            claims.append((name, board, winners, best))
    if not claims:
        awarded.carried += pot.amount
        return
    chip = table.stakes.chip
    each = pot.amount // (chip * len(claims)) * chip
    odd = pot.amount - each * len(claims)
    to_first = table.rules.spec.award.odd_part == "first_part"
    same_hands = len({(board, winners) for _, board, winners, _ in claims}) == 1
    for place, (name, board, winners, best) in enumerate(claims):
        amount = each + odd if to_first and place == 0 else each
        awarded.parts.append(Part(number, name, board, amount, winners, best))
        if not same_hands:
            _shared(awarded, table, amount, winners)
    if same_hands:  # one division: parts that the same hands tie leave no odd chips of their own
        _shared(awarded, table, pot.amount, claims[0][2])
    elif odd and not to_first:
        everyone = {seat for _, _, winners, _ in claims for seat in winners}
        awarded.won[_from_button(table, everyone, dealer=False)[0]] += odd


def shown_hands(state: State) -> tuple[int, ...]:
    """The seats that lay their hands open at the showdown.

    Who must show first does; after it a hand is shown that is as good as the best so far, and any other may be
    discarded unseen. Where a pot has several parts, or nobody shows first, all are shown; a hand that ended
    without an award has no showdown.
    """
    if state.ending:
        return ()
    order, spec = showing_order(state), state.table.rules.spec
    live = tuple(seat for seat, alive in enumerate(state.live) if alive)
    if not order or len(spec.award.parts) != 1 or len(state.boards) != 1:
        return live
    hand = msgspec.structs.replace(spec.hands[spec.award.parts[0]], qualifies="")
    value = values(state, list(live), hand, state.boards[0])
    shown, best = [], -1
    for seat in order:
        if value.get(seat, 0) >= best:
            shown.append(seat)
            best = value.get(seat, 0)
    winners = _side_pot_winners(state, value)
    return tuple(dict.fromkeys((*shown, *winners)))


def _side_pot_winners(state: State, value: dict[int, int]) -> list[int]:
    """Who must show for a side pot: the best hand of those who put in more than the winner."""
    most = max((state.paid[seat] for seat in value if value[seat] == max(value.values())), default=0)
    deeper = [seat for seat in value if state.paid[seat] > most]
    return [seat for seat in deeper if value[seat] == max(value[other] for other in deeper)]


def showing_order(state: State) -> tuple[int, ...]:
    """The live seats in the order in which they show: who bet or raised last, or acted first, then clockwise."""
    seats = len(state.live)
    live = [seat for seat in range(seats) if state.live[seat]]
    if len(live) < 2:
        return ()
    first = state.last if state.last >= 0 and state.live[state.last] else -1
    if first < 0:
        acted = [seat for seat in state.order if state.live[seat]]
        first = acted[0] if acted else live[0]
    return tuple(seat % seats for seat in range(first, first + seats) if state.live[seat % seats])


def fee_of_round(setup: Setup) -> tuple[Fees | None, TimedFee | None]:
    """What a table whose house named a schedule owes for a hand, and by the clock apart from the hands."""
    words = setup.table.rules.spec.collection
    if words is None or not setup.collection_option:
        return None, timed_rake(setup.table.rules.game.options)
    name, number = chosen(words.tariffs, setup.collection_option, bool(setup.limits))
    inputs: dict[str, Any] = {"players": len(setup.table.stacks)}
    if setup.limits:
        inputs["limit"] = [amount / 100 for amount in setup.limits]
    owed = collection(name, number, inputs)
    schedule = next(option for option in load_tariff(name).options if option.id == number)
    timed = {charge.payer for charge in schedule.charges if charge.by == "half_hours"}
    each = sum(fee for payer, fee in owed.items() if payer in timed and isinstance(fee, int))
    by_hand = {payer: fee for payer, fee in owed.items() if payer not in timed}
    return by_hand or None, TimedFee(HALF_HOUR, each) if timed else None


def fee_of_hand(setup: Setup) -> int:
    """What the table pays for one hand in cents; nothing where the fee goes by time."""
    owed, _ = fee_of_round(setup)
    each = {payer: fee for payer, fee in (owed or {}).items() if not isinstance(fee, list)}
    payers = {"each_active_player": len(setup.table.stacks)}
    return sum(fee * payers.get(payer, 1) for payer, fee in each.items())


RAKE_SHARE = 10  # CO 30-1002(34), 30-1012(1): at most ten percent
MOST_JACKPOT_RAKE = 200  # CO 30-1012(3): at most $2.00


def check_rake(rake: int, jackpot_rake: int, total: int, most: int = RAKE_SHARE) -> None:
    """CO 30-1012: the rake is at most ten percent of the pot, the jackpot rake at most $2.00."""
    if rake < 0 or rake * 100 > most * total:
        raise RuleError(
            f"a rake of {in_dollars(rake)} is more than 10 percent of the pot of {in_dollars(total)}", "betting.rake"
        )
    if not 0 <= jackpot_rake <= MOST_JACKPOT_RAKE:
        raise RuleError(
            f"a jackpot rake of {in_dollars(jackpot_rake)} is more than {in_dollars(MOST_JACKPOT_RAKE)}",
            "betting.jackpot_rake",
        )


def raked(pots: list[Pot], rake: int, jackpot_rake: int, most: int = RAKE_SHARE) -> list[Pot]:
    """The pots after both rakes, taken from the main pot first and never more than ten percent of a pot as rake."""
    pots_left = []
    for pot in pots:
        share = min(rake, pot.amount * most // 100)
        rake -= share
        fund = min(jackpot_rake, pot.amount - share)
        jackpot_rake -= fund
        pots_left.append(Pot(pot.amount - share - fund, pot.seats))
    return pots_left


def percent_rake(total: int, percent: float, cap: int, chip: int) -> int:
    """A rake of `percent`, rounded down to whole chips, at most `cap` where one is posted."""
    if not 0 <= percent <= RAKE_SHARE:
        raise RuleError(f"a rake of {percent:g} percent is more than the 10 percent allowed", "house.rake_percent")
    amount = int(total * percent / 100 + 1e-9)
    return min(amount, cap) // chip * chip if cap else amount // chip * chip


def timed_rake(options: Mapping[str, Any]) -> TimedFee | None:
    """CO 30-1012(2): the timed rake that a house's options post, by the clock; None where it posts none.

    It is dollars an hour from each player or the table, taken by the hour or every 20 or 30 minutes.
    """
    hourly, every = options.get("timed_rake", 0), options.get("timed_rake_every", 60)
    by_table = options.get("timed_rake_per", "player") == "table"
    if not hourly:
        return None
    if isinstance(hourly, bool) or not 0 < hourly < 1_000_000:
        raise RuleError("must be dollars an hour, not negative", "house.timed_rake")
    amount = round(hourly * 100 * every / 60)
    return TimedFee(
        every,
        0 if by_table else amount,
        amount if by_table else 0,
        options.get("timed_rake_inactive", False) and not by_table,  # players who are seated and do not play
        prorated=False,
        rake=True,
    )


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
        raise RuleError(f"the hand is not over: {seat_name(state.queue[0])} is to act", "betting.actions")
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
        house_take = take or Take()
        if state.table.rules.betting.all_fold == "house":
            house_take = Take(total)
        return Outcome(tuple(-put for put in paid), (), (), (-1, 0), house_take, total - house_take.rake)
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
        pots_left = raked(pots, take.rake, take.jackpot_rake, most)
    else:
        pots_left = pots
    awarded = _awarded(state, pots_left)
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
        return _ENDINGS[state.ending], rules.game.cite(getattr(rules.spec.rulings, state.ending))
    if not state.live[seat]:
        return _out(state, seat)
    if sum(state.live) == 1 and not rules.betting.last_plays_on:
        return "all others folded", rules.game.cite(award.fold_rule)
    won = [part for part in result.parts if seat in part.winners]
    if not won:
        return _beaten(state, result, seat), rules.game.cite(award.rule)
    words = []
    tied = False
    for part in dict.fromkeys((part.hand, part.board, part.value, len(part.winners) > 1) for part in won):
        hand, board, value, shared = part
        tied = tied or shared
        where = f" on board {board + 1}" if len(state.boards) > 1 else ""
        words.append(f"{'ties' if shared else 'wins'} {hand}{where} with {full_name(rules.spec.hands[hand], value)}")
    return "; ".join(words), rules.game.cite(award.tie_rule if tied else award.rule)


def _out(state: State, seat: int) -> tuple[str, str]:
    """Why a hand is not live, and the paragraph."""
    rules = state.table.rules
    if (word := voided_seats(state).get(seat)) is not None:
        said = "chips returned" if seat in state.refunds else "dead hand"
        return f"{said} after an irregularity", rules.game.cite(word.rule)
    if seat in state.refunds:
        return "fouled without fault: chips returned", rules.game.cite(rules.spec.rulings.fouled_no_fault)
    acts = (act for s, act in state.events if s == seat and act.verb in ("dead_hand", "fouled"))
    if (dead := next(acts, None)) is None:
        return "folded", rules.game.cite(rules.spec.award.fold_rule)
    return "dead hand", dead.ruled.rule if dead.ruled else rules.game.cite(rules.spec.rulings.dead_hand)


def _beaten(state: State, result: Outcome, seat: int) -> str:
    """What the seat showed, and the hand that beat it, on every board."""
    spec = state.table.rules.spec
    by_board = {part.board: part for part in reversed(result.parts) if part.hand == spec.award.parts[0]}
    said = []
    for board, part in sorted(by_board.items()):
        hand = replace(spec.hands[part.hand], qualifies="")
        shown = full_name(hand, values(state, [seat], hand, state.boards[board])[seat])
        where = f" on board {board + 1}" if len(state.boards) > 1 else ""
        said.append(f"{shown} loses{where} to {full_name(hand, part.value)}")
    return f"beaten at the showdown: {'; '.join(said)}" if said else "beaten at the showdown"


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
    net = result.net[seat]
    return Ruling(Line("pot", state.paid[seat], net, reason, rule), Award(net), "closed")


def settlement(state: State, result: Outcome, side_wagers: Sequence[Sequence[Ruling]] = ()) -> Settlement:
    """The settled hand; `side_wagers` are the rulings on the side wagers of each seat."""
    rules, seats = state.table.rules, len(result.net)
    rulings = tuple(
        (pot_ruling(state, result, seat), *(side_wagers[seat] if side_wagers else ())) for seat in range(seats)
    )
    if rules.game.ceilings:
        rulings = apply_caps(rules.game, rulings)
    carries = result.carried or state.table.stakes.carried or rules.spec.award.consolation
    return Settlement(
        game=rules.spec.id,
        seats=tuple(tuple([ruling.line for ruling in seat]) for seat in rulings),
        pots=tuple(PotShare(pot.amount, tuple(pot.seats)) for pot in result.pots),
        rake=result.take.rake,
        jackpot_rake=result.take.jackpot_rake,
        returned=Returned(*result.returned) if result.returned[1] else None,
        rulings=tuple(TableRuling(seat, *act.ruled) for seat, act in state.events if act.ruled is not None),
        showing=showing_order(state) if not state.ending else (),
        state={"pot": dollars(result.carried)} if carries else {},
    )
