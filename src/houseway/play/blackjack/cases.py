"""The cases of every wager of blackjack: on a hand, on its poker, by a pay table, on rounds running, and insurance.

A file's words are enough to make them: the plan compiles them once for each wager.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, describe
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import is_21_in_two, total, total_text
from houseway.play.core.cases import Always, Both, Case, Number, Truth, When
from houseway.rules.blackjack import VIEWS, Blackjack, BlackjackWager, PokerDuel
from houseway.rules.game import Game
from houseway.rules.patterns import Row
from houseway.rules.pays import DRAWN, LOSE, PUSH, Pay, parse_pay
from houseway.rules.tables import Table, TableRow
from houseway.rules.wording import humanize

EVEN = parse_pay("1 to 1")


@dataclass(frozen=True, slots=True)
class Prize:
    """One of the prizes on a wheel or in a pack: its name, what it pays, and how many there are."""

    name: str
    pay: Pay
    count: int


class Against:
    """A hand at its end against the dealer's, as the cases see it."""

    __slots__ = ("busts", "dealer", "even_money", "free", "hand", "natural", "natural_too", "spec", "theirs")

    def __init__(self, spec: Blackjack, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> None:
        self.spec, self.hand, self.dealer = spec, hand, dealer
        self.even_money = hand.spot in seat.even_money
        self.free = _free_bet(hand, seat) if spec.free is not None else ""
        self.theirs = total(dealer)[0]
        self.natural = hand.is_natural(spec.natural.after_switch)
        self.natural_too = len(dealer) == 2 and self.theirs == 21  # the dealer has one
        # a start over 21 is not a bust
        self.busts = hand.bust and not (self.natural_too and hand.may_be_singles(spec))

    @property
    def mine(self) -> int:
        return total(self.hand.cards)[0]

    def saved(self, ranks: Sequence[str]) -> bool:
        """Whether the dealer's cards are exactly of these ranks."""
        return sorted(RANKS[card >> 2] for card in self.dealer) == sorted(ranks)

    @property
    def awaits_rescue(self) -> bool:
        """Whether a busted hand waits for the dealer's: one of them would save it."""
        return self.busts and bool(self.spec.dealer.busts_push_on)


def _free_bet(hand: Hand, seat: Seat) -> str:
    """What a hand was given free: a `double`, or a `split`, its own or that of the hand it came from."""
    if hand.doubled and not hand.added:
        return "double"
    split = any(other.spot == hand.spot and other.split and not other.stake for other in seat.hands)
    return "split" if split else ""


@dataclass(frozen=True, slots=True)
class Test(When):
    """A condition on a hand and the dealer's, or on the poker of both."""

    said: str
    test: Callable[[Any], bool]

    def holds(self, sight: Any) -> bool:
        return self.test(sight)

    def text(self) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class Free(When):
    """A hand that was doubled or split free."""

    kind: str

    def holds(self, sight: Any) -> bool:
        return bool(sight.free == self.kind)

    def text(self) -> str:
        return f"a free {self.kind}"


@dataclass(frozen=True, slots=True)
class HandCase(Case):
    """A case of a hand: how its reason reads, and what stakes added to it get instead."""

    says: Callable[[Any], str] = field(default=lambda _: "", compare=False, repr=False)
    added: Pay | None = None
    insured: Pay | None = None  # what an insurance of half the wager gets besides
    early: bool = False  # decided before the dealer's last cards: he draws none for it, unless one may save a bust
    tip: int = 0  # cents that the dealer is given
    ways: int = 1  # where one of several prizes is drawn: how many are this one


def _given_up(spec: Blackjack) -> Iterator[HandCase]:
    """What a seat chose in place of playing on: surrender, or even money on a natural."""
    name = spec.natural.held
    if spec.surrender is not None:
        costs = spec.surrender.costs
        surrendered = Test("surrendered", lambda sight: sight.hand.surrendered)
        reason = f"surrendered for {costs:g} of the wager"
        yield HandCase(surrendered, "surrender", LOSE, lost=Fraction(str(costs)), reason=reason, early=True)
    if spec.insurance is None or spec.even_money == "none":
        return
    even = Test(f"even money on {name}", lambda sight: sight.even_money)
    if spec.even_money == "flat":
        yield HandCase(even, "even_money", EVEN, says=lambda _: even.said, early=True)
        return
    reason = "even money as an insurance of half the wager"
    for case in _naturals(spec):
        insured = parse_pay(spec.insurance.price) if case.outcome == "natural_tie" else LOSE
        yield HandCase(Both(even, case.when), "even_money", case.pay, reason=reason, insured=insured, early=case.early)


def _naturals(spec: Blackjack) -> Iterator[HandCase]:
    """How a natural comes out; a hand that starts with more cards never is one."""
    name, pushing = spec.natural.held, spec.dealer.pushes_on
    waits = bool(spec.natural.against_push and pushing)
    if spec.start != 2:
        return
    both = Test(f"both have {name}", lambda sight: sight.natural and sight.natural_too)
    yield HandCase(both, "natural_tie", PUSH, says=lambda _: f"both have {name}")
    if waits:
        against = Test(f"{name} against a dealer {pushing}", lambda sight: sight.natural and sight.theirs == pushing)
        yield HandCase(against, "dealer_push", parse_pay(spec.natural.against_push), says=lambda _: against.said)
    natural = Test(name, lambda sight: sight.natural)
    yield HandCase(natural, "natural", parse_pay(spec.natural.price), says=lambda _: name, early=not waits)


def _before_the_dealer(spec: Blackjack) -> Iterator[HandCase]:
    """What decides a hand before the totals do."""
    name = spec.natural.held
    if spec.instant is not None:
        price = parse_pay(spec.instant.price)
        at_once: Callable[[Against], bool] = lambda sight: sight.hand.wins_at_once(sight.spec)  # noqa: E731
        paid = Test("21 that was paid at once", lambda sight: sight.hand.paid and at_once(sight))
        yield HandCase(paid, "instant", price, says=lambda _: "21, paid at once", early=True)
        later = Test("a later 21", at_once)
        yield HandCase(later, "drawn_21", price, says=lambda _: "21, paid at once", early=True)
    yield from _naturals(spec)
    if saved := spec.dealer.busts_push_on:
        ranks = "-".join(saved)
        spared = Test(f"over 21, and the dealer has {ranks}", lambda sight: sight.busts and sight.saved(saved))
        why: Callable[[Against], str] = lambda sight: f"{total_text(sight.hand.cards)}, saved by the dealer's {ranks}"  # noqa: E731
        yield HandCase(spared, "bust_saved", PUSH, says=why)
    over = Test("over 21, as is the dealer", lambda sight: sight.busts and sight.theirs > 21)
    yield HandCase(over, "both_bust", LOSE, says=_own_total, early=True)
    yield HandCase(Test("over 21", lambda sight: sight.busts), "bust", LOSE, says=_own_total, early=True)
    back = PUSH if spec.dealer.natural_takes == "initial" else None
    natural = Test(f"the dealer has {name}", lambda sight: sight.natural_too)
    lost = HandCase(natural, "dealer_natural", LOSE, says=lambda _: f"dealer has {name}", added=back)
    if most := spec.charlie:
        many = Test(f"{most} cards without going over", lambda sight: len(sight.hand.cards) >= most)
        why = lambda sight: f"{len(sight.hand.cards)} cards without going over"  # noqa: E731
        yield dataclasses.replace(lost, when=Both(many, natural), outcome="charlie")  # its paragraph excepts a natural
        yield lost
        yield HandCase(many, "charlie", EVEN, says=why, early=True)
    else:
        yield lost


def _own_total(sight: Against) -> str:
    return total_text(sight.hand.cards)


def hand_cases(game: Game[Blackjack]) -> list[HandCase]:
    """How a hand comes out: given up, or played to the end."""
    spec = game.spec
    dealer, name, cases = spec.dealer, spec.natural.held, [*_given_up(spec), *_before_the_dealer(spec)]
    if dealer.pushes_on:
        every = dealer.pushes_for == "all"
        whom = "" if every else ", and the hand is two cards of 21 made by a switch"
        pushes = Test(
            f"the dealer makes {dealer.pushes_on}{whom}",
            lambda sight: (
                sight.theirs == dealer.pushes_on > 21
                and (every or (sight.hand.switched and is_21_in_two(sight.hand.cards)))
            ),
        )
        cases.append(HandCase(pushes, "dealer_push", PUSH, says=lambda sight: f"dealer makes {sight.theirs}"))
    cases += [
        HandCase(
            Test("the dealer is over 21", lambda sight: sight.theirs > 21),
            "dealer_bust",
            EVEN,
            says=lambda sight: f"{total_text(sight.hand.cards)}, dealer busts with {sight.theirs}",
        ),
        HandCase(
            Test("the totals tie", lambda sight: sight.mine == sight.theirs),
            "tie",
            PUSH,
            says=lambda sight: f"{sight.mine} ties {name if sight.natural_too else total_text(sight.dealer)}",
        ),
        HandCase(
            Test("the higher total", lambda sight: sight.mine > sight.theirs),
            "win",
            EVEN,
            says=lambda sight: f"{sight.mine} beats {sight.theirs}",
        ),
        HandCase(Always("the lower total"), "lose", LOSE, says=lambda sight: f"{sight.mine} loses to {sight.theirs}"),
    ]
    return [each for case in cases for each in (*_if_free(game, case), case)]


def _if_free(game: Game[Blackjack], case: HandCase) -> Iterator[HandCase]:
    """A case of a hand that was doubled or split free, where the file has a paragraph for it."""
    free = game.spec.free
    if free is None:
        return
    for kind, cites in (("double", free.cites), ("split", free.split_cites)):
        if case.outcome in cites:
            cite = game.cite(cites[case.outcome])
            yield dataclasses.replace(case, when=Both(Free(kind), case.when), cite=cite)


def insurance_cases(spec: Blackjack) -> list[HandCase]:
    """How insurance comes out; the condition looks at whether the dealer has a natural."""
    assert spec.insurance is not None
    name = spec.natural.held
    natural = Test(f"the dealer has {name}", lambda dealer_natural: bool(dealer_natural))
    return [
        HandCase(natural, "win", parse_pay(spec.insurance.price), says=lambda _: f"dealer has {name}"),
        HandCase(Always(), "lose", LOSE, says=lambda _: f"dealer has no {spec.natural.name}"),
    ]


@dataclass(frozen=True, slots=True)
class Running:
    """Rounds that a seat has won running, and what the one that is settled brought its hands."""

    won: int
    net: int

    @property
    def now(self) -> int:
        return self.won + (self.net > 0)


class TableSight(Protocol):
    """What a pay table looks at: one seat's cards at the end of a round, or those of many."""

    def fits(self, row: Row) -> Truth:
        """Whether all clauses of a row hold."""

    def key(self, table: Table) -> Number:
        """The head of the column of a table with prices by count, up card or free bets."""


@dataclass(frozen=True, slots=True)
class Shows(When):
    """The cards fit a row of a pay table; where its prices are by count, up card or free bets, under one head."""

    table: Table = field(repr=False)
    row: TableRow
    key: int | None = None
    beyond: bool = False  # the head also serves what lies above it

    def holds(self, sight: TableSight) -> Truth:
        if self.key is None:
            return sight.fits(self.row.clauses)
        under = self.under(sight.key(self.table))
        return under if under is False else under & sight.fits(self.row.clauses)

    def under(self, key: Number) -> Truth:
        """Whether the price is the one under this head."""
        if self.key is None:
            return True
        return key >= self.key if self.beyond else key == self.key

    def text(self) -> str:
        return self._said("" if self.key is None else f"{self.key}{' or more' * self.beyond}", self.key == 1)

    def seen(self, sight: TableSight) -> str:
        """What the bet saw, in words."""
        key = "" if self.key is None else sight.key(self.table)
        return self._said(str(key), key == 1)

    def _said(self, key: str, single: bool) -> str:
        """The row, and the head that it is under; an empty one: whatever the head."""
        by = key and {
            "count": f"{key} {VIEWS[self.table.hand].counted}",
            "up": f"{'ace' if key == '11' else key} up",
            "free_bets": f"{key} free bet{'s' * (not single)}",
        }.get(self.table.block.by, "")
        return ", ".join(filter(None, ("" if self.row.name == "other" else humanize(self.row.name), by)))


@dataclass(frozen=True, slots=True)
class Won(Shows):
    """The seat has won as many rounds running as the head says."""

    def holds(self, sight: Any) -> bool:
        return bool(sight.now == self.key)

    def text(self) -> str:
        return f"{self.key} rounds won running"

    def seen(self, sight: Any) -> str:
        del sight
        return self.text()


@dataclass(frozen=True, slots=True)
class Drew(When):
    """The winner drew this one of the prizes posted."""

    prize: Prize
    posted: tuple[Prize, ...] = field(repr=False)

    def holds(self, sight: Any) -> bool:
        return sight.prize(self.posted) is self.prize

    def text(self) -> str:
        return f"{self.prize.name} drawn"


def _streak_cases(wanted: int, table: Table) -> Iterator[HandCase]:
    """How a wager on rounds won running comes out: lost with a round, paid with the last, and up until then."""
    row = table.rows[0]
    last = Won(table, row, wanted)
    lost = Test("the round is lost", lambda sight: sight.net < 0)
    yield HandCase(lost, "lose", LOSE, says=lambda sight: f"the round is lost after {sight.won} won")
    yield HandCase(last, "win", table.price(row, wanted), table, says=last.seen)
    yield HandCase(
        Always("fewer so far"), "push", PUSH, says=lambda sight: f"{sight.now} of {wanted} rounds won, stays up"
    )


def _folded_after(cards: int, sight: Any) -> bool:
    return bool(sight.folded_after == cards)


def side_cases(
    wager: BlackjackWager, table: Table, prizes: tuple[Prize, ...] = (), folds: Sequence[tuple[int, str]] = ()
) -> Iterator[HandCase]:
    """How a side bet comes out: by the rows of its table in their order, or by rounds won running.

    `folds`: cards of the streets that were dealt, and the paragraph by which a fold then loses it.
    """
    if wager.streak:
        yield from _streak_cases(wager.streak, table)
        return
    for cards, cite in folds:
        folded = Test(f"folded after card {cards}", partial(_folded_after, cards))
        yield HandCase(folded, "fold", LOSE, reason="folded: lose", cite=cite)
    unpaid: Callable[[Any], str] = lambda _: "not among the hands that are paid"  # noqa: E731
    block = table.block
    for row in table.rows:
        for key in block.keys if block.by else (None,):
            yield from _row_cases(wager, Shows(table, row, key, block.beyond and key == max(block.keys)), prizes)
        if block.by and block.award != "best" and row is not table.rows[-1]:
            yield HandCase(Shows(table, row), "lose", LOSE, says=unpaid)  # no price is printed under its head
    yield HandCase(Always(), "lose", LOSE, says=unpaid)


def _row_cases(wager: BlackjackWager, shows: Shows, prizes: tuple[Prize, ...]) -> Iterator[HandCase]:
    """A row at its price, or at each of the prizes that may be drawn."""
    table, pay, path = shows.table, shows.table.price(shows.row, shows.key), shows.table.path(shows.row)
    assert pay is not None
    tip = shows.row.envy if wager.dealer_envy and pay.result == "win" else 0
    if pay is DRAWN:
        for prize in prizes:
            when = Both(shows, Drew(prize, prizes))
            yield HandCase(when, "win", prize.pay, table, row=path, says=shows.seen, tip=tip, ways=prize.count)
        return
    from_table = table if pay.result == "win" else None
    yield HandCase(shows, pay.result, pay, from_table, row=path, says=shows.seen, tip=tip)


def priced_by(cases: Sequence[HandCase], row: TableRow | None, key: int | None) -> list[HandCase]:
    """The cases by which a row pays under a head: one, or one for each prize; without a price, or a row, the loss."""
    priced = []
    for case in cases:
        shows = case.when.first if isinstance(case.when, Both) else case.when
        if isinstance(shows, Shows) and shows.row is row and (case.row or case.table is not None) and shows.under(key):
            priced.append(case)
    return priced or [next(case for case in cases if case.outcome == "lose" and not isinstance(case.when, Shows))]


@dataclass(frozen=True, slots=True)
class Poker:
    """The poker of a hand's cards and of the dealer's, as the cases see it."""

    ranking: Ranking
    mine: int
    theirs: int
    dealer_natural: bool = False
    folded: bool = False

    def both(self) -> str:
        return f"{describe(self.ranking, self.mine)} against {describe(self.ranking, self.theirs)}"


def duel_cases(spec: Blackjack, duel: PokerDuel, least: int, wager: str) -> list[HandCase]:
    """How a wager on the poker of the cards comes out: the one that plays it, or the bet that goes on."""
    name = spec.natural.held
    further, pay = wager == duel.bet, parse_pay(duel.price)
    folded = Test("the poker hand was folded", lambda sight: sight.folded)
    short = Test("the dealer does not qualify", lambda sight: sight.theirs < least)
    natural = Test(f"the dealer has {name}", lambda sight: sight.dealer_natural)
    return [
        HandCase(natural, "dealer_natural", PUSH, says=lambda _: f"dealer has {name}")
        if further
        else HandCase(folded, "fold", LOSE, says=lambda _: folded.said),  # nobody folds who has bet on
        HandCase(
            short,
            "unqualified",
            PUSH if further else pay,
            says=lambda sight: f"dealer does not qualify with {describe(sight.ranking, sight.theirs)}",
        ),
        HandCase(Test("the poker hands tie", lambda sight: sight.mine == sight.theirs), "tie", PUSH, says=Poker.both),
        HandCase(Test("the higher poker hand", lambda sight: sight.mine > sight.theirs), "win", pay, says=Poker.both),
        HandCase(Always("the lower poker hand"), "lose", LOSE, says=Poker.both),
    ]
