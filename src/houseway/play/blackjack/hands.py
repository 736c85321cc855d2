"""How one hand fares against the dealer's: the result, the money on it, and why."""

from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from houseway.cards.text import RANKS
from houseway.play.blackjack.moves import may_be_singles, unit, wins_at_once
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import busts, is_21_in_two, total, words
from houseway.play.core.award import Award, award
from houseway.rules.pays import LOSE, PUSH, Pay, parse_pay

EVEN = parse_pay("1 to 1")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a hand: the price, why, the paragraph's key, and whether added stakes share it."""

    pay: Pay
    reason: str
    key: str
    added: Pay | None = None  # what doubled and split stakes get instead


def _dealer_text(dealer: tuple[int, ...], natural: str) -> str:
    return natural if is_21_in_two(dealer) else words(dealer)


def outcome(plan: Plan, hand: Hand, dealer: tuple[int, ...]) -> Outcome:
    """The result of a hand that was played to the end."""
    spec = plan.spec
    name = spec.natural.name
    dealer_natural = is_21_in_two(dealer)
    theirs = total(dealer)[0]
    if wins_at_once(plan, hand):
        assert plan.instant is not None
        return Outcome(plan.instant, "21, paid at once", "instant" if hand.paid else "drawn_21")
    if hand.is_natural(spec.natural.after_switch):
        if dealer_natural:
            return Outcome(PUSH, f"both have {name}", "natural_tie")
        if plan.natural_pushed is not None and spec.dealer.pushes_on and theirs == spec.dealer.pushes_on:
            return Outcome(plan.natural_pushed, f"{name} against a dealer {theirs}", "dealer_push")
        return Outcome(plan.natural, name, "natural")
    if hand.bust and not (dealer_natural and may_be_singles(plan, hand)):  # a start over 21 is no bust
        saved = spec.dealer.busts_push_on
        if saved and sorted(RANKS[card >> 2] for card in dealer) == sorted(saved):
            return Outcome(PUSH, f"{words(hand.cards)}, saved by the dealer's {'-'.join(saved)}", "bust_saved")
        return Outcome(LOSE, words(hand.cards), "both_bust" if busts(dealer) else "bust")
    if dealer_natural:
        back = PUSH if spec.dealer.natural_takes == "initial" else None
        return Outcome(LOSE, f"dealer has {name}", "dealer_natural", back)
    if spec.charlie and len(hand.cards) >= spec.charlie:
        return Outcome(EVEN, f"{len(hand.cards)} cards without going over", "charlie")
    mine = total(hand.cards)[0]
    if busts(dealer):
        spared = spec.dealer.pushes_for == "all" or (hand.switched and is_21_in_two(hand.cards))
        if theirs == spec.dealer.pushes_on and spared:
            return Outcome(PUSH, f"dealer makes {theirs}", "dealer_push")
        return Outcome(EVEN, f"{words(hand.cards)}, dealer busts with {theirs}", "dealer_bust")
    if mine == theirs:
        return Outcome(PUSH, f"{mine} ties {_dealer_text(dealer, name)}", "tie")
    if mine > theirs:
        return Outcome(EVEN, f"{mine} beats {theirs}", "win")
    return Outcome(LOSE, f"{mine} loses to {theirs}", "lose")


def result(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...]) -> str:
    """How a hand fared: `win`, `push` or `lose`; one given up loses, and even money wins."""
    if hand.surrendered:
        return LOSE.result
    return EVEN.result if hand.spot in seat.even_money else outcome(plan, hand, dealer).pay.result


@dataclass(frozen=True, slots=True)
class Part:
    """One stake on a hand, settled: `line` is the wager it is reported under."""

    line: str
    stake: int
    award: Award
    reason: str
    key: str


def _free(plan: Plan, seat: Seat, hand: Hand, pay: Pay) -> int:
    """What the free bets on a hand win: the original wager each, and nothing is lost with them."""
    return hand.lammers * unit(plan, seat, hand) if pay.result == "win" else 0


def parts(plan: Plan, seat: Seat, hand: Hand, dealer: tuple[int, ...], label: str) -> list[Part]:
    """The stakes on one hand: its own, what doubling added, and what free bets win."""
    spec, game = plan.spec, plan.game
    main = plan.mains[hand.spot]
    split_line = (spec.split.pays_as if spec.split else "") or main
    later = hand.path.strip("0") != ""  # a hand that a split added
    line = split_line if later else main
    if hand.surrendered:
        assert spec.surrender is not None
        lost = game.round_cents(hand.stake * Fraction(str(spec.surrender.costs)))
        reason = f"{label}surrendered for {spec.surrender.costs:g} of the wager"
        return [Part(line, hand.stake, Award(-lost), reason, "surrender")]
    if hand.spot in seat.even_money:
        return [_even_money(plan, hand, dealer, label)]
    result = outcome(plan, hand, dealer)
    text = f"{label}{result.reason}: {'pays ' if result.pay.result == 'win' else ''}{result.pay.text}"
    own = award(game, result.added if later and result.added else result.pay, hand.stake)
    won = _free(plan, seat, hand, result.pay)
    if won:
        text += f", and {hand.lammers} free bet{'s' * (hand.lammers > 1)}"
    found = [Part(line, hand.stake, replace(own, net=own.net + won), text, result.key)]
    if hand.added:
        double_line = (spec.double.pays_as if spec.double else "") or line
        added = award(game, result.added or result.pay, hand.added)
        found.append(Part(double_line, hand.added, added, text if double_line != line else "", result.key))
    return found


def _even_money(plan: Plan, hand: Hand, dealer: tuple[int, ...], label: str) -> Part:
    """Even money on a natural: one to one at once, or as an insurance of half the wager would come out."""
    spec, game = plan.spec, plan.game
    assert spec.insurance is not None
    paid = award(game, EVEN, hand.stake)
    main = plan.mains[hand.spot]
    if spec.even_money == "flat":
        return Part(main, hand.stake, paid, f"{label}even money on {spec.natural.name}: pays 1 to 1", "even_money")
    half = int(hand.stake * spec.insurance.most)
    insured = award(game, plan.insurance if is_21_in_two(dealer) else LOSE, half)
    own = award(game, outcome(plan, hand, dealer).pay, hand.stake)
    reason = f"{label}even money as an insurance of half the wager"
    return Part(main, hand.stake, replace(own, net=own.net + insured.net), reason, "even_money")
