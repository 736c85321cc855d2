"""A hand of player-banked poker from the forced bets to the last decision: streets, who acts first, `legal`, `act`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from msgspec.structs import replace

from houseway.hands.ranking import RANKINGS, rank_one
from houseway.play.core.money import in_dollars
from houseway.play.pots.betting import able, bet_act, legal_bets
from houseway.play.pots.dealing import UNKNOWN, Source, rescue
from houseway.play.pots.drawing import discard_act, legal_discards
from houseway.play.pots.rulings import FLOOR, STANDS, apply_ruling
from houseway.play.pots.state import Act, Legal, S, State
from houseway.play.pots.table import Table
from houseway.rules.errors import RuleError
from houseway.rules.pots import Bet, First, PlayerPoker, Street
from houseway.rules.wording import seat_name

Showing = Callable[[int], tuple[int, ...]]
_BUG = RANKINGS["poker_bug"]  # without a joker the ranks of poker


def clockwise_from(table: Table, seat: int) -> tuple[int, ...]:
    """All seats from `seat` on, clockwise."""
    seats = len(table.stacks)
    return tuple((seat + k) % seats for k in range(seats))


def next_button(game: PlayerPoker, seats: Sequence[int], last: int) -> int:
    """The seat of those dealt in, in their order, that has the button after the seat `last` had it."""
    if game.button.moves == "right":
        return max((seat for seat in seats if seat < last), default=max(seats))
    return min((seat for seat in seats if seat > last), default=min(seats))


def blind_seats(table: Table) -> tuple[int, ...]:
    """The seats of the blinds, smallest first: left of the button, heads-up as the file says."""
    count = len(table.stakes.blinds)
    if len(table.stacks) == 2 and count == 2 and table.rules.spec.forced.heads_up == "button_small":
        return (table.button, 1 - table.button)
    return table.left[:count]


def first_round(table: Table) -> tuple[int, ...]:
    """The order of the betting round that the blinds opened."""
    extra = table.rules.spec.forced.extra
    blinds = blind_seats(table)
    last = blinds[-1] if blinds else table.button
    straddles = dict(table.stakes.extra)
    if not straddles or extra is None:
        return clockwise_from(table, (last + 1) % len(table.stacks))
    if extra.acts == "in_turn":
        return clockwise_from(table, (table.stakes.extra[-1][0] + 1) % len(table.stacks))
    # CA Short Deck 4.c, examples 1 and 2: the straddlers after the big blind, the smallest straddle first.
    others = [seat for seat in clockwise_from(table, (last + 1) % len(table.stacks)) if seat not in straddles]
    return (*others, *sorted(straddles, key=straddles.__getitem__))


def _board(ranks: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Up cards as a key: two pairs above one, then by rank; four cards make no straight or flush."""
    sets = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(count for count, _ in sets), tuple(rank for _, rank in sets)


def _known(cards: tuple[int, ...], seat: int) -> tuple[int, ...]:
    if UNKNOWN in cards or not cards:
        raise RuleError("the up cards decide who acts first, and one is not stated", f"seats[{seat}].cards")
    return cards


def leader(first: First, seats: Iterable[int], showing: Showing) -> int:
    """The seat that its up cards put first; of equal boards the first in `seats`."""
    shown = {seat: _known(showing(seat), seat) for seat in seats}
    if first == "low_card":
        return min(shown, key=lambda seat: shown[seat][-1])
    if first == "high_card":
        return max(shown, key=lambda seat: ((((shown[seat][-1] >> 2) + 1) % 13), shown[seat][-1] & 3))
    if first == "low_board":
        return min(shown, key=lambda seat: _board([((card >> 2) + 1) % 13 for card in shown[seat]]))  # the ace is low
    if all(len(cards) == _BUG.size for cards in shown.values()):
        # CO 30-1009(2): with a last card shared by all, up cards are a whole hand.
        return max(shown, key=lambda seat: rank_one(_BUG, shown[seat]))
    return max(shown, key=lambda seat: _board([card >> 2 for card in shown[seat]]))


def posted(state: S) -> S:
    """Antes, blinds and extra blinds are in; the order is that of the table's stakes."""
    table = state.table
    stakes = table.stakes
    stacks, bets = list(state.stacks), list(state.bets)
    paid = list(state.paid)
    for seat, amount in enumerate(stakes.own):
        stacks[seat] -= min(amount, stacks[seat])
        paid[seat] += min(amount, table.stacks[seat])
    if stakes.ante:
        for seat, stack in enumerate(stacks):
            ante = min(stakes.ante, stack)
            stacks[seat] -= ante
            paid[seat] += ante
    blinds = zip(blind_seats(table), stakes.blinds, strict=True)
    for seat, amount in (*blinds, *stakes.extra):
        more = min(amount - bets[seat], stacks[seat])
        stacks[seat] -= more
        paid[seat] += more
        bets[seat] += more
    return replace(state, stacks=tuple(stacks), bets=tuple(bets), paid=tuple(paid))


def check_extra(table: Table) -> None:
    """Straddles and over blinds are allowed, each at least so many times the largest before it."""
    extra = table.rules.spec.forced.extra
    if not table.stakes.extra:
        return
    if extra is None or not extra.allowed:
        raise RuleError("the house does not allow a straddle here", "betting.straddles")
    for allowed, (seat, amount) in zip(extra_allowed(table), table.stakes.extra, strict=True):
        if not allowed:
            raise RuleError(
                f"a blind of {in_dollars(amount)} by {seat_name(seat)} is not allowed: more than the largest"
                f" before it (at least {extra.times} times), in its place, within the posted maximum",
                "betting.straddles" if extra.who == "left_of_blind" else "betting.over_blinds",
            )


def extra_allowed(table: Table) -> list[bool]:
    """Which of the table's extra blinds the rules allow, in the order made."""
    extra = table.rules.spec.forced.extra
    stakes = table.stakes
    answers = []
    largest = stakes.blinds[-1] if stakes.blinds else 0
    turn = len(stakes.blinds)
    for seat, amount in stakes.extra:
        fits = extra is not None and extra.allowed and amount > largest and amount >= extra.times * largest
        fits = fits and not (stakes.most and amount > stakes.most)
        if extra is not None and extra.who == "left_of_blind":
            fits = fits and seat == table.left[turn % len(table.left)]
            turn += 1
        answers.append(fits)
        if fits:
            largest = amount
    return answers


def advanced(state: S) -> S:
    """The state at the next decision, or at the end of the hand."""
    while True:
        if not contested(state):
            return replace(state, phase="over", queue=(), ending="" if any(state.live) else "all_folded")
        streets = state.table.rules.spec.streets
        if state.street + 1 == len(streets):
            return replace(state, phase="over", queue=())
        street = streets[state.street + 1]
        state = _dealt(_late_hands_dead(state), state.street + 1, street)
        if not contested(state):
            continue
        if street.discard is not None:
            seats = tuple([seat for seat in state.table.left if state.live[seat]])
            return replace(state, phase="discard", order=seats, queue=seats)
        state = betting_open(state)
        if state.queue:
            return state


def _late_hands_dead(state: S) -> S:
    """CO 30-1099.07(1), .08(3): a seat that kept too many cards has a dead hand once the next card is out."""
    for seat in state.late:
        if state.live[seat] and sum(state.live) > 1:
            state = replace(state, live=(*state.live[:seat], False, *state.live[seat + 1 :]))
    return replace(state, late=()) if state.late else state


def _dealt(state: S, number: int, street: Street) -> S:
    """The cards of a street; the betting round before it is over."""
    source, used, burns = state.source, state.used, state.burns
    deal = street.deal
    each = deal.down + deal.up
    hole, dealt, boards = state.hole, state.dealt, state.boards
    burn = street.burn
    last = number + 1 == len(state.table.rules.spec.streets)
    shared = bool(each) and last and source.shares_last()
    seats = [seat for seat in state.table.left if state.live[seat] and seat not in state.early]
    if each and used and source.left(used) < burn + each * len(seats):
        table = state.table
        policy = table.rules.spec.exhausted
        plan = rescue(policy, source, used, len(seats), burns, state.muck, table.seed)
        source, burn, shared = plan.source, plan.burn, plan.shared
    if burn:
        burns += source.burnt(used, burn)
        used += burn
    if each and not shared:
        cards = dict(zip(seats, source.to_seats(tuple(seats), tuple(map(len, dealt)), used, each), strict=True))
        same = dealt is hole
        hole = tuple([held + cards.get(seat, ()) for seat, held in enumerate(hole)])
        dealt = hole if same else tuple([had + cards.get(seat, ()) for seat, had in enumerate(dealt)])
        used += each * len(seats)
    board = deal.board or (each if shared else 0)
    if board:
        if source.left(used) < board * len(boards):
            raise RuleError("the deck does not hold enough cards for so many seats", "seats")
        turned = []
        for place, have in enumerate(boards):
            turned.append(have + source.to_board(place, len(have), used, board))
            used += board
        boards = tuple(turned)
    if number:
        state = replace(state, bets=(0,) * len(hole))
    return replace(
        state,
        source=source, used=used, burns=burns, hole=hole, dealt=dealt, boards=boards, street=number,
        level=0, full=0, step=0, raises=0, completing=False, early=(),
    )  # fmt: skip


def betting_open(state: S) -> S:
    """The betting round of the present street begins; an empty queue means that nobody has anything to decide."""
    table = state.table
    stakes = table.stakes
    bet = table.rules.spec.streets[state.street].bet
    if bet is None:
        return replace(state, phase="bet", queue=())
    level = 0
    size = stakes.big if bet.size == "big" and table.rules.betting.structure == "limit" else stakes.small
    if state.street == 0 and stakes.blinds:
        level = max(stakes.blinds[-1], *(amount for _, amount in stakes.extra), 0)
        if table.rules.betting.structure in ("no-limit", "pot-limit"):
            size = max(size, level if stakes.extra else 0)
    equal = table.rules.betting.structure == "equal"
    deciders = [seat for seat in table.left if state.live[seat]] if equal else _deciders(state)
    if not deciders or (not equal and len(deciders) == 1 and state.bets[deciders[0]] >= max(state.bets)):
        return replace(state, phase="bet", queue=(), level=level)
    order = _order(state, bet)
    actors = tuple([seat for seat in order if seat in deciders])
    bringing = state.street == 0 and stakes.opener < 0 and _brings_in(state)
    return replace(
        state,
        phase="bet", order=order, queue=actors, level=level, full=level, size=size, last=-1, bringing=bringing,
        completing=bringing, entrants=sum(state.live), faced=(-1,) * len(state.live),
    )  # fmt: skip


def _brings_in(state: State) -> bool:
    bring = state.table.rules.spec.forced.bring_in
    return bring is not None and (bring.full or state.table.stakes.bring_in > 0)


def _deciders(state: State) -> list[int]:
    """Seats with chips that another live seat could still take."""
    stacks, bets = state.stacks, state.bets
    reach = sorted([stacks[s] + bets[s] for s, alive in enumerate(state.live) if alive])[-2]
    return [s for s in able(state, state.table.left) if reach > bets[s]]


def _order(state: State, bet: Bet) -> tuple[int, ...]:
    table = state.table
    if state.street == 0 and table.stakes.opener >= 0:
        return clockwise_from(table, table.stakes.opener)
    if bet.first == "after_blinds":
        return first_round(table) if table.stakes.blinds else table.left
    if bet.first == "left_of_button":
        return table.left
    up = table.rules.up

    def showing(seat: int) -> tuple[int, ...]:
        shown = tuple([card for card, face in zip(state.hole[seat], up, strict=False) if face])
        # CO 30-1009(2): a shared last card counts on every board.
        return shown + state.boards[0] if state.boards else shown

    return clockwise_from(table, leader(bet.first, [seat for seat in table.left if state.live[seat]], showing))


def contested(state: State) -> bool:
    """Whether cards are still played for: two live hands, or one where the last seat plays on."""
    live = state.live.count(True)
    return live > 1 or (live == 1 and state.table.rules.betting.last_plays_on)


RULINGS = frozenset((*FLOOR, STANDS))
TABLE = -1  # events of the dealer or the floor, not of a seat


class Hand(State, frozen=True):
    """One hand by its acts. Every method gives an answer or a new hand; none changes this one."""

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int:
        """The seat to act; -1 when the hand is over."""
        return self.queue[0] if self.queue else -1

    def moves(self, seat: int) -> list[Legal]:
        """What the seat may do now; nothing when it is not its turn."""
        if not self.queue or self.queue[0] != seat:
            return []
        return legal_bets(self, seat) if self.phase == "bet" else legal_discards(self, seat)

    def after(self, seat: int, act: Act) -> Self:
        """The hand after the seat's action, or the floor's ruling, dealt on to the next decision."""
        if act.verb in RULINGS:
            state = apply_ruling(self, seat, act)
        else:
            if self.phase == "over":
                raise RuleError("the hand is over", "action")
            if self.queue[0] != seat:
                raise RuleError(f"it is the turn of {seat_name(self.queue[0])}, not of {seat_name(seat)}", "action")
            state = bet_act(self, seat, act) if self.phase == "bet" else discard_act(self, seat, act)
        return onward(replace(state, events=self.events + ((seat, act),)))


def onward(state: S) -> S:
    """On to the next decision once nobody has to act on this street."""
    if state.phase == "over":
        return state
    if contested(state):
        if state.queue:
            return state
        if state.phase == "discard":
            state = betting_open(state)
            if state.queue:
                return state
        if state.street == 0 and state.table.rules.betting.openers and not state.level:
            return replace(state, phase="over", ending="passed")
    return advanced(state)


def first_state(kind: Callable[..., S], table: Table, source: Source, **opened: Any) -> S:
    """The hand after the forced bets and the first cards; `opened`: what its kind holds besides."""
    check_extra(table)
    seats = len(table.stacks)
    none = (0,) * seats
    boards: tuple[tuple[int, ...], ...] = ((),) * table.rules.spec.boards
    hands: tuple[tuple[int, ...], ...] = ((),) * seats
    return advanced(
        posted(kind(table, source, table.stacks, none, none, (True,) * seats, hands, boards, hands, **opened))
    )


def start(table: Table, source: Source) -> Hand:
    """The hand after the forced bets and the first cards."""
    return first_state(Hand, table, source)
