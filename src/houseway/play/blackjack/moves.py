"""What may be done with one hand: hit, stand, double, split, surrender, and the free doubles and splits."""

from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import card_value, holds_pair, in_ranks, is_ace, may_count_over, pairs, total

HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
FREE_DOUBLE, FREE_SPLIT = "double free", "split free"
TIMEOUT = "timeout"  # a decision that was not made in time


def unit(plan: Plan, seat: Seat, hand: Hand) -> int:
    """The original wager of the hand's spot, in cents."""
    return plan.on_spot(seat.wagers, hand.spot)


def starts(plan: Plan, hand: Hand) -> bool:
    """Whether the hand is as it was dealt."""
    return not hand.split and len(hand.cards) == plan.spec.start


def wins_at_once(plan: Plan, hand: Hand) -> bool:
    """Whether the hand has won whatever the dealer has: a 21 that was drawn to, or a start of 21 that was paid."""
    if plan.instant is None or total(hand.cards)[0] != 21:
        return False
    return hand.paid if starts(plan, hand) else hand.split or len(hand.cards) > plan.spec.start


def may_be_singles(plan: Plan, hand: Hand) -> bool:
    """Whether each card of the start may become a hand: it holds a pair, or is over 21 or at 21 with an ace."""
    if plan.spec.split is None or not plan.spec.split.singles or not starts(plan, hand):
        return False
    soft_21 = total(hand.cards)[0] == 21 and any(map(is_ace, hand.cards))
    return holds_pair(hand.cards) or may_count_over(hand.cards) or soft_21


def _may_split(plan: Plan, seat: Seat, hand: Hand) -> bool:
    words = plan.spec.split
    if words is None or words.singles or not pairs(hand.cards, words.same):
        return False
    if is_ace(hand.cards[0]) and not (words.resplit_aces if hand.split else words.aces):
        return False
    return sum(other.spot == hand.spot for other in seat.hands) < words.hands


def _splits(plan: Plan, seat: Seat, hand: Hand) -> list[str]:
    if not _may_split(plan, seat, hand):
        return []
    free = plan.spec.free
    alike = hand.cards[0] >> 2 == hand.cards[1] >> 2
    value = card_value(hand.cards[0])
    ranks = "T" if value == 10 else "A" if value == 1 else str(value)
    return [SPLIT, FREE_SPLIT] if free is not None and alike and ranks not in free.split_not else [SPLIT]


def _doubles(plan: Plan, hand: Hand) -> list[str]:
    count, soft = total(hand.cards)
    words, free, found = plan.spec.double, plan.spec.free, []
    if words is not None and (words.after_split or not hand.split) and (not words.totals or count in words.totals):
        held = any(in_ranks(card, words.not_with) for card in hand.cards)
        wanted = plan.spec.start if words.cards == 2 and not hand.split else words.cards or len(hand.cards)
        if len(hand.cards) == wanted and not held:
            found.append(DOUBLE)
    if free is not None and not soft and count in free.double and len(hand.cards) == 2:
        found.append(FREE_DOUBLE)
    return found


def moves(plan: Plan, seat: Seat, hand: Hand) -> list[str]:
    """The verbs open to the hand; none when it is finished or has no choice left."""
    spec = plan.spec
    count, soft = total(hand.cards)
    if may_be_singles(plan, hand) and not (hand.done or hand.paid):
        return _start_moves(plan, hand)
    if hand.done or hand.doubled or hand.surrendered or hand.is_natural(spec.natural.after_switch) or count >= 21:
        return []
    if spec.charlie and len(hand.cards) >= spec.charlie:
        return []
    if not unit(plan, seat, hand):  # no wager on the hand itself: nothing to double or split
        return [HIT, STAND]
    first = len(hand.cards) == 2
    splits = _splits(plan, seat, hand) if first else []
    if hand.split and is_ace(hand.cards[0]) and spec.split is not None and not spec.split.hit_aces and first:
        return [STAND, *splits] if splits else []
    found: list[str] = []
    if soft or count < spec.must.stand_hard_from:
        found.append(HIT)
    if soft or count > spec.must.hit_hard_to:
        found.append(STAND)
    found += _doubles(plan, hand)
    if first:
        found += splits
        late = spec.surrender is not None and spec.surrender.at == "late" and not spec.surrender.over_21
        if late and not hand.split and not hand.switched:
            found.append(SURRENDER)
    return [] if found == [STAND] else found


def _start_moves(plan: Plan, hand: Hand) -> list[str]:
    """What may be done with a start that may be split into single cards; one over 21 is split or surrendered."""
    count, spec = total(hand.cards)[0], plan.spec
    found = [HIT, STAND, *_doubles(plan, hand)] if count < 21 else []
    found.append(SPLIT)
    if spec.surrender is not None and spec.surrender.over_21 and may_count_over(hand.cards):
        found.append(SURRENDER)
    return found
