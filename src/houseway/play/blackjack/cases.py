"""The cases of wagers on a hand, on its poker and of insurance: the result, the money on it, and why."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from houseway.cards.text import RANKS
from houseway.hands.ranking import Ranking, describe, rank_one
from houseway.play.blackjack.moves import may_be_singles, unit, wins_at_once
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import is_21_in_two, total, words
from houseway.play.core.award import Award, award
from houseway.play.core.cases import Always, Case, When
from houseway.rules.pays import LOSE, PUSH, Pay, parse_pay

EVEN = parse_pay("1 to 1")


class Against:
    """A hand at its end against the dealer's, as the cases see it."""

    __slots__ = ("busts", "dealer", "hand", "natural", "natural_too", "plan", "theirs")

    def __init__(self, plan: Plan, hand: Hand, dealer: tuple[int, ...]) -> None:
        self.plan, self.hand, self.dealer = plan, hand, dealer
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
class HandCase(Case):
    """A case of a hand: how its reason reads, and what stakes added to it get instead."""

    says: Callable[[Any], str] = field(default=lambda _: "", compare=False, repr=False)
    added: Pay | None = None


def _before_the_dealer(plan: Plan) -> Iterator[HandCase]:
    """What decides a hand before the totals do."""
    spec, name = plan.spec, plan.spec.natural.name
    if plan.instant is not None:
        at_once: Callable[[Against], bool] = lambda one: wins_at_once(one.plan, one.hand)  # noqa: E731
        paid = Test("21 that was paid at once", lambda one: one.hand.paid and at_once(one))
        yield HandCase(paid, "instant", plan.instant, says=lambda _: "21, paid at once")
        yield HandCase(Test("a later 21", at_once), "drawn_21", plan.instant, says=lambda _: "21, paid at once")
    both = Test(f"both have {name}", lambda one: one.natural and one.natural_too)
    yield HandCase(both, "natural_tie", PUSH, says=lambda _: f"both have {name}")
    pushing = spec.dealer.pushes_on
    if plan.natural_pushed is not None and pushing:
        against = Test(f"{name} against a dealer {pushing}", lambda one: one.natural and one.theirs == pushing)
        yield HandCase(against, "dealer_push", plan.natural_pushed, says=lambda _: against.said)
    yield HandCase(Test(name, lambda one: one.natural), "natural", plan.natural, says=lambda _: name)
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
    """How a hand that was played to the end comes out."""
    dealer, name, found = plan.spec.dealer, plan.spec.natural.name, list(_before_the_dealer(plan))
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
    return (
        *found,
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
    )


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


def outcome(plan: Plan, hand: Hand, dealer: tuple[int, ...]) -> tuple[HandCase, Against]:
    """The case of a hand that was played to the end."""
    sight = Against(plan, hand, dealer)
    for case in hand_cases(plan):
        if case.when.holds(sight):
            return case, sight
    raise AssertionError("the last case always holds")


def result(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> str:
    """How a hand fared: `win`, `push` or `lose`; one given up loses, and even money wins."""
    if hand.surrendered:
        return LOSE.result
    return EVEN.result if hand.spot in seat.even_money else _price(outcome(plan, hand, dealer)[0]).result


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


def _free_cite(plan: Plan, seat: Seat, hand: Hand, result: str) -> str:
    """The paragraph of a result of a hand that was doubled or split free, where the file states one."""
    free = plan.spec.free
    if free is None:
        return ""
    doubled = hand.doubled and not hand.added
    split = any(other.spot == hand.spot and other.split and not other.stake for other in seat.hands)
    paragraph = free.cites.get(result, "") if doubled else free.split_cites.get(result, "") if split else ""
    return plan.game.cite(paragraph) if paragraph else ""


def parts(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> list[Part]:
    """The stakes on one hand: its own, what doubling added, and what free bets win."""
    spec, game = plan.spec, plan.game
    main = plan.mains[hand.spot]
    split_line = (spec.split.pays_as if spec.split else "") or main
    later = hand.path.strip("0") != ""  # a hand that a split added
    line = split_line if later else main
    if hand.surrendered:
        assert spec.surrender is not None
        lost = game.round_cents(hand.stake * Fraction(str(spec.surrender.costs)))
        reason = f"surrendered for {spec.surrender.costs:g} of the wager"
        return [Part(line, hand.stake, Award(-lost), reason, "surrender")]
    if hand.spot in seat.even_money:
        return [_even_money(plan, hand, dealer)]
    case, sight = outcome(plan, hand, dealer)
    pay = _price(case)
    text = f"{case.says(sight)}: {'pays ' if pay.result == 'win' else ''}{pay.text}"
    own = award(game, case.added if later and case.added else pay, hand.stake)
    won = _free(plan, seat, hand, pay)
    if won:
        text += f", and {hand.free_bets} free bet{'s' * (hand.free_bets > 1)}"
    cite = _free_cite(plan, seat, hand, case.outcome)
    found = [Part(line, hand.stake, replace(own, net=own.net + won), text, case.outcome, pay, cite)]
    if hand.added:
        double_line = (spec.double.pays_as if spec.double else "") or line
        added = award(game, case.added or pay, hand.added)
        found.append(Part(double_line, hand.added, added, text if double_line != line else "", case.outcome, pay, cite))
    return found


def _even_money(plan: Plan, hand: Hand, dealer: tuple[int, ...]) -> Part:
    """Even money on a natural: one to one at once, or as an insurance of half the wager would come out."""
    spec, game = plan.spec, plan.game
    assert spec.insurance is not None
    paid = award(game, EVEN, hand.stake)
    main = plan.mains[hand.spot]
    if spec.even_money == "flat":
        return Part(main, hand.stake, paid, f"even money on {spec.natural.name}: pays 1 to 1", "even_money")
    half = int(hand.stake * spec.insurance.most)
    insured = award(game, plan.insurance if is_21_in_two(dealer) else LOSE, half)
    own = award(game, _price(outcome(plan, hand, dealer)[0]), hand.stake)
    reason = "even money as an insurance of half the wager"
    return Part(main, hand.stake, replace(own, net=own.net + insured.net), reason, "even_money")
