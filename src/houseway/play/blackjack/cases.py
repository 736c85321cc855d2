"""The cases of wagers on a hand, on its poker, on rounds running and of insurance: the result, the money, and why."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, describe, rank_one
from houseway.play.blackjack.moves import may_be_singles, unit, wins_at_once
from houseway.play.blackjack.plan import Plan, SideBet
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import is_21_in_two, total, words
from houseway.play.core.award import Award, award
from houseway.play.core.cases import WHOLE, Always, Both, Case, When
from houseway.rules.pays import LOSE, PUSH, Pay, parse_pay

EVEN = parse_pay("1 to 1")


class Against:
    """A hand at its end against the dealer's, as the cases see it."""

    __slots__ = ("busts", "dealer", "even_money", "free", "hand", "natural", "natural_too", "plan", "theirs")

    def __init__(self, plan: Plan, hand: Hand, dealer: tuple[int, ...], seat: Seat | None = None) -> None:
        self.plan, self.hand, self.dealer = plan, hand, dealer
        self.even_money = seat is not None and hand.spot in seat.even_money
        self.free = _free_bet(hand, seat) if seat is not None and plan.spec.free is not None else ""
        self.theirs = total(dealer)[0]
        self.natural = hand.is_natural(plan.spec.natural.after_switch)
        self.natural_too = len(dealer) == 2 and self.theirs == 21  # the dealer has one
        self.busts = hand.bust and not (self.natural_too and may_be_singles(plan, hand))  # a start over 21 is no bust

    @property
    def mine(self) -> int:
        return total(self.hand.cards)[0]

    def saved(self, ranks: Sequence[str]) -> bool:
        """Whether the dealer's cards are exactly of these ranks."""
        return sorted(RANKS[card >> 2] for card in self.dealer) == sorted(ranks)


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


def _given_up(plan: Plan) -> Iterator[HandCase]:
    """What a seat chose in place of playing on: surrender, or even money on a natural."""
    spec, name = plan.spec, plan.spec.natural.name
    if spec.surrender is not None:
        costs = spec.surrender.costs
        surrendered = Test("surrendered", lambda one: one.hand.surrendered)
        reason = f"surrendered for {costs:g} of the wager"
        yield HandCase(surrendered, "surrender", LOSE, lost=Fraction(str(costs)), reason=reason)
    if spec.insurance is None or spec.even_money == "none":
        return
    even = Test(f"even money on {name}", lambda one: one.even_money)
    if spec.even_money == "flat":
        yield HandCase(even, "even_money", EVEN, says=lambda _: even.said)
        return
    reason = "even money as an insurance of half the wager"
    for case in _naturals(plan):
        insured = plan.insurance if case.outcome == "natural_tie" else LOSE
        yield HandCase(Both(even, case.when), "even_money", case.pay, reason=reason, insured=insured)


def _naturals(plan: Plan) -> Iterator[HandCase]:
    """How a natural comes out."""
    name, pushing = plan.spec.natural.name, plan.spec.dealer.pushes_on
    both = Test(f"both have {name}", lambda one: one.natural and one.natural_too)
    yield HandCase(both, "natural_tie", PUSH, says=lambda _: f"both have {name}")
    if plan.natural_pushed is not None and pushing:
        against = Test(f"{name} against a dealer {pushing}", lambda one: one.natural and one.theirs == pushing)
        yield HandCase(against, "dealer_push", plan.natural_pushed, says=lambda _: against.said)
    yield HandCase(Test(name, lambda one: one.natural), "natural", plan.natural, says=lambda _: name)


def _before_the_dealer(plan: Plan) -> Iterator[HandCase]:
    """What decides a hand before the totals do."""
    spec, name = plan.spec, plan.spec.natural.name
    if plan.instant is not None:
        at_once: Callable[[Against], bool] = lambda one: wins_at_once(one.plan, one.hand)  # noqa: E731
        paid = Test("21 that was paid at once", lambda one: one.hand.paid and at_once(one))
        yield HandCase(paid, "instant", plan.instant, says=lambda _: "21, paid at once")
        yield HandCase(Test("a later 21", at_once), "drawn_21", plan.instant, says=lambda _: "21, paid at once")
    yield from _naturals(plan)
    if saved := spec.dealer.busts_push_on:
        ranks = "-".join(saved)
        spared = Test(f"over 21, and the dealer has {ranks}", lambda one: one.busts and one.saved(saved))
        why: Callable[[Against], str] = lambda one: f"{words(one.hand.cards)}, saved by the dealer's {ranks}"  # noqa: E731
        yield HandCase(spared, "bust_saved", PUSH, says=why)
    over = Test("over 21, as is the dealer", lambda one: one.busts and one.theirs > 21)
    yield HandCase(over, "both_bust", LOSE, says=_own_total)
    yield HandCase(Test("over 21", lambda one: one.busts), "bust", LOSE, says=_own_total)
    back = PUSH if spec.dealer.natural_takes == "initial" else None
    natural = Test(f"the dealer has {name}", lambda one: one.natural_too)
    yield HandCase(natural, "dealer_natural", LOSE, says=lambda _: f"dealer has {name}", added=back)
    if most := spec.charlie:
        many = Test(f"{most} cards without going over", lambda one: len(one.hand.cards) >= most)
        yield HandCase(many, "charlie", EVEN, says=lambda one: f"{len(one.hand.cards)} cards without going over")


def _own_total(one: Against) -> str:
    return words(one.hand.cards)


@lru_cache(maxsize=512)
def hand_cases(plan: Plan) -> tuple[HandCase, ...]:
    """How a hand comes out: given up, or played to the end."""
    dealer, name, found = plan.spec.dealer, plan.spec.natural.name, [*_given_up(plan), *_before_the_dealer(plan)]
    if dealer.pushes_on:
        every = dealer.pushes_for == "all"
        whom = "" if every else ", and the hand is two cards of 21 made by a switch"
        pushes = Test(
            f"the dealer makes {dealer.pushes_on}{whom}",
            lambda one: (
                one.theirs == dealer.pushes_on > 21 and (every or (one.hand.switched and is_21_in_two(one.hand.cards)))
            ),
        )
        found.append(HandCase(pushes, "dealer_push", PUSH, says=lambda one: f"dealer makes {one.theirs}"))
    found += [
        HandCase(
            Test("the dealer is over 21", lambda one: one.theirs > 21),
            "dealer_bust",
            EVEN,
            says=lambda one: f"{words(one.hand.cards)}, dealer busts with {one.theirs}",
        ),
        HandCase(
            Test("the totals tie", lambda one: one.mine == one.theirs),
            "tie",
            PUSH,
            says=lambda one: f"{one.mine} ties {name if one.natural_too else words(one.dealer)}",
        ),
        HandCase(
            Test("the higher total", lambda one: one.mine > one.theirs),
            "win",
            EVEN,
            says=lambda one: f"{one.mine} beats {one.theirs}",
        ),
        HandCase(Always("the lower total"), "lose", LOSE, says=lambda one: f"{one.mine} loses to {one.theirs}"),
    ]
    return tuple(one for case in found for one in (*_if_free(plan, case), case))


def _if_free(plan: Plan, case: HandCase) -> Iterator[HandCase]:
    """A case of a hand that was doubled or split free, where the file has a paragraph for it."""
    free = plan.spec.free
    if free is None:
        return
    for kind, cites in (("double", free.cites), ("split", free.split_cites)):
        if case.outcome in cites:
            cite = plan.game.cite(cites[case.outcome])
            yield dataclasses.replace(case, when=Both(Free(kind), case.when), cite=cite)


@lru_cache(maxsize=512)
def insurance_cases(plan: Plan) -> tuple[HandCase, ...]:
    """How insurance comes out; the condition looks at whether the dealer has a natural."""
    name = plan.spec.natural.name
    natural = Test(f"the dealer has {name}", lambda dealer_natural: bool(dealer_natural))
    return (
        HandCase(natural, "win", plan.insurance, says=lambda _: f"dealer has {name}"),
        HandCase(Always(), "lose", LOSE, says=lambda _: f"dealer has no {name}"),
    )


@dataclass(frozen=True, slots=True)
class Running:
    """Rounds that a seat has won running, and what the one that is settled brought its hands."""

    won: int
    net: int

    @property
    def now(self) -> int:
        return self.won + (self.net > 0)


def streak_cases(side: SideBet) -> tuple[HandCase, ...]:
    """How a wager on rounds won running comes out: lost with a round, paid with the last, and up until then."""
    wanted, table = side.spec.streak, side.table
    pay = next(iter(table.rows)).pays[table.block.keys.index(wanted)]
    lost = Test("the round is lost", lambda one: one.net < 0)
    last = Test(f"{wanted} rounds won running", lambda one: one.now == wanted)
    return (
        HandCase(lost, "lose", LOSE, says=lambda one: f"the round is lost after {one.won} won"),
        HandCase(last, "win", pay, table, says=lambda _: last.said),
        HandCase(Always("fewer so far"), "push", PUSH, says=lambda one: f"{one.now} of {wanted} rounds won, stays up"),
    )


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


def poker_of(plan: Plan, seat: Seat, dealer: tuple[int, ...], dealer_natural: bool) -> Poker:
    """The best of all cards that the hand of the first card holds, and of the dealer's."""
    assert plan.duel is not None
    ranking = plan.duel.ranking
    mine, theirs = rank_one(ranking, seat.first().cards), rank_one(ranking, dealer)
    return Poker(ranking, mine, theirs, dealer_natural, seat.folded)


@lru_cache(maxsize=512)
def duel_cases(plan: Plan, wager: str) -> tuple[HandCase, ...]:
    """How a wager on the poker of the cards comes out: the one that plays it, or the bet that goes on."""
    duel, name = plan.duel, plan.spec.natural.name
    assert duel is not None
    further, pay, least = wager == duel.spec.bet, duel.pay, duel.least
    folded = Test("the poker hand was folded", lambda one: one.folded)
    short = Test("the dealer does not qualify", lambda one: one.theirs < least)
    found = [HandCase(folded, "fold", LOSE, says=lambda _: folded.said)]
    if further:
        natural = Test(f"the dealer has {name}", lambda one: one.dealer_natural)
        found.append(HandCase(natural, "dealer_natural", PUSH, says=lambda _: f"dealer has {name}"))
    return (
        *found,
        HandCase(
            short,
            "unqualified",
            PUSH if further else pay,
            says=lambda one: f"dealer does not qualify with {describe(one.ranking, one.theirs)}",
        ),
        HandCase(Test("the poker hands tie", lambda one: one.mine == one.theirs), "tie", PUSH, says=Poker.both),
        HandCase(Test("the higher poker hand", lambda one: one.mine > one.theirs), "win", pay, says=Poker.both),
        HandCase(Always("the lower poker hand"), "lose", LOSE, says=Poker.both),
    )


def outcome(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> tuple[HandCase, Against]:
    """The case of a hand."""
    sight = Against(plan, hand, dealer, seat)
    for case in hand_cases(plan):
        if case.when.holds(sight):
            return case, sight
    raise AssertionError("the last case always holds")


def result(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> str:
    """How a hand fared: `win`, `push` or `lose`; one given up loses, and even money wins."""
    case, _ = outcome(plan, seat, hand, dealer)
    return EVEN.result if case.outcome == "even_money" else _price(case).result


def _price(case: HandCase) -> Pay:
    assert case.pay is not None
    return case.pay


@dataclass(frozen=True, slots=True)
class Part:
    """One stake on a hand, settled: `line` is the wager it is reported under."""

    line: str
    stake: int
    award: Award
    reason: str
    key: str
    pay: Pay = LOSE
    cite: str = ""  # where it is not the wager's for the result


def _free(plan: Plan, seat: Seat, hand: Hand, pay: Pay) -> int:
    """What the free bets on a hand win: the original wager each, and nothing is lost with them."""
    return hand.free_bets * unit(plan, seat, hand) if pay.result == "win" else 0


def parts(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> list[Part]:
    """The stakes on one hand: its own, what doubling added, and what free bets win."""
    spec, game = plan.spec, plan.game
    main = plan.mains[hand.spot]
    split_line = (spec.split.pays_as if spec.split else "") or main
    later = hand.path.strip("0") != ""  # a hand that a split added
    line = split_line if later else main
    case, sight = outcome(plan, seat, hand, dealer)
    pay = _price(case)
    text = case.reason or f"{case.says(sight)}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
    own = award(game, case.added if later and case.added else pay, hand.stake)
    if case.lost is not WHOLE:
        return [Part(line, hand.stake, Award(-game.round_cents(hand.stake * case.lost)), text, case.outcome)]
    if case.insured is not None:
        assert spec.insurance is not None
        insured = award(game, case.insured, int(hand.stake * spec.insurance.most))
        return [Part(line, hand.stake, replace(own, net=own.net + insured.net), text, case.outcome)]
    won = _free(plan, seat, hand, pay)
    if won:
        text += f", and {hand.free_bets} free bet{'s' * (hand.free_bets > 1)}"
    found = [Part(line, hand.stake, replace(own, net=own.net + won), text, case.outcome, pay, case.cite)]
    if hand.added:
        double_line = (spec.double.pays_as if spec.double else "") or line
        added = award(game, case.added or pay, hand.added)
        said = text if double_line != line else ""
        found.append(Part(double_line, hand.added, added, said, case.outcome, pay, case.cite))
    return found
