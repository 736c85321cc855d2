"""What a seat may do at each moment of a round, with a hand or apart from its hands, and the seat after it."""

from collections.abc import Mapping

from msgspec.structs import replace

from houseway.play.blackjack.plan import INSURANCE, Plan, SideBet, deck_counts
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import card_value, in_ranks, is_ace, may_count_over, pairs, total
from houseway.play.blackjack.views import SeatView
from houseway.play.core.actions import Action
from houseway.play.core.cases import deciding
from houseway.play.core.money import cents, in_dollars
from houseway.play.core.settling import award
from houseway.play.core.wagers import check_amount, layout_name
from houseway.rules.blackjack import BlackjackWager
from houseway.rules.errors import RuleError
from houseway.rules.tariffs import tariff_rule

HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
FREE_DOUBLE, FREE_SPLIT = "double free", "split free"
TIMEOUT = "timeout"  # a decision that was not made in time
PRESS, FIRST, OFFER, PEEKED, PLAY, ACTED = range(6)  # the moments of a round at which seats decide
_OPENS = {"dealt": OFFER, "peeked": PEEKED, "acted": ACTED}
PASS = "pass"
TAKE_21, KEEP_21 = "take 21", "decline 21"


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
    words, free, verbs = plan.spec.double, plan.spec.free, []
    if words is not None and (words.after_split or not hand.split) and (not words.totals or count in words.totals):
        held = any(in_ranks(card, words.not_with) for card in hand.cards)
        wanted = plan.spec.start if words.cards == 2 and not hand.split else words.cards or len(hand.cards)
        if len(hand.cards) == wanted and not held:
            verbs.append(DOUBLE)
    if free is not None and not soft and count in free.double and len(hand.cards) == 2:
        verbs.append(FREE_DOUBLE)
    return verbs


def moves(plan: Plan, seat: Seat, hand: Hand) -> list[str]:
    """The verbs open to the hand; none when it is finished or has no choice left."""
    spec = plan.spec
    count, soft = total(hand.cards)
    if hand.may_be_singles(plan.spec) and not (hand.done or hand.paid):
        return _start_moves(plan, hand)
    if hand.done or hand.doubled or hand.surrendered or hand.is_natural(spec.natural.after_switch) or count >= 21:
        return []
    if spec.charlie and len(hand.cards) >= spec.charlie:
        return []
    if not plan.on_spot(seat.wagers, hand.spot):  # no wager on the hand itself: nothing to double or split
        return [HIT, STAND]
    first = len(hand.cards) == 2
    splits = _splits(plan, seat, hand) if first else []
    if hand.split and is_ace(hand.cards[0]) and spec.split is not None and not spec.split.hit_aces and first:
        return [STAND, *splits] if splits else []
    verbs: list[str] = []
    if soft or count < spec.must.stand_hard_from:
        verbs.append(HIT)
    if soft or count > spec.must.hit_hard_to:
        verbs.append(STAND)
    verbs += _doubles(plan, hand)
    if first:
        verbs += splits
        late = spec.surrender is not None and spec.surrender.at == "late" and not spec.surrender.over_21
        if late and not hand.split and not hand.switched:
            verbs.append(SURRENDER)
    return [] if verbs == [STAND] else verbs


def _start_moves(plan: Plan, hand: Hand) -> list[str]:
    """What may be done with a start that may be split into single cards; one over 21 is split or surrendered."""
    count, spec = total(hand.cards)[0], plan.spec
    verbs = [HIT, STAND, *_doubles(plan, hand)] if count < 21 else []
    verbs.append(SPLIT)
    if spec.surrender is not None and spec.surrender.over_21 and may_count_over(hand.cards):
        verbs.append(SURRENDER)
    return verbs


def duels(plan: Plan, seat: Seat) -> bool:
    """Whether the seat plays poker with its cards, and has not folded."""
    return plan.duel is not None and plan.duel.spec.wager in seat.wagers and not seat.folded


def _insurable(plan: Plan, seat: Seat, dealer: tuple[int, ...]) -> list[int]:
    """The spots whose wager may be insured."""
    words = plan.spec.insurance
    if words is None or not in_ranks(dealer[0], words.up):
        return []
    return [
        hand.spot
        for hand in seat.hands
        if hand.stake
        and not hand.surrendered
        and not hand.paid
        and hand.spot not in seat.insurance
        and hand.spot not in seat.even_money
    ]


def most_insurance(plan: Plan, hand: Hand) -> int:
    """The part of the hand's wager that insurance may be, cut to the posted maximum."""
    assert plan.spec.insurance is not None
    _, most = plan.game.house.limits.get(INSURANCE, (0, hand.stake))
    return min(int(hand.stake * plan.spec.insurance.most), round(most * 100))


def _barred(plan: Plan, words: BlackjackWager, seat: Seat) -> bool:
    """Whether the seat's hands may not make this side bet: all of them are bust, or naturals."""
    live = [hand for hand in seat.hands if hand.stake or hand.free_bets]
    if "bust" in words.barred and all(hand.bust for hand in live):
        return True
    return "natural" in words.barred and all(hand.is_natural(plan.spec.natural.after_switch) for hand in live)


def _late(plan: Plan, seat: Seat, stage: int) -> list[str]:
    """Side bets that may be made now."""
    return [
        name
        for name, side in plan.sides.items()
        if side.spec.opens_at in _OPENS
        and name not in seat.wagers
        and stage >= _OPENS[side.spec.opens_at]
        and all(other in seat.wagers for other in side.spec.needs)
        and not _barred(plan, side.spec, seat)
    ]


def _pressed(plan: Plan, seat: Seat, dealer: tuple[int, ...]) -> dict[str, int]:
    """Wagers that are won before the second cards, and what each may put onto the one it presses."""
    raised = {}
    for name, side in plan.sides.items():
        if not side.spec.presses or name not in seat.wagers or not seat.wagers.get(side.spec.presses):
            continue
        pay = deciding(plan.cases[name], SeatView(seat, dealer)).pay
        if pay is not None and pay.result == "win":
            won = award(plan.game, pay, seat.wagers[name]).net
            _, most = plan.game.house.limits.get(side.spec.presses, (0, 0))
            room = round(most * 100) - seat.wagers[side.spec.presses] if most else won
            raised[name] = 0 if seat.pressed else max(min(won, room), 0)
    return raised


def press(plan: Plan, seat: Seat, dealer: tuple[int, ...]) -> Seat:
    """The seat with the winnings of its decided wager on the one that they press."""
    (name, amount), *_ = _pressed(plan, seat, dealer).items()
    main = plan.sides[name].spec.presses
    spot = plan.mains.index(main)
    hands = tuple(replace(hand, stake=hand.stake + amount) if hand.spot == spot else hand for hand in seat.hands)
    return replace(seat, hands=hands, wagers={**seat.wagers, main: seat.wagers[main] + amount}, pressed=amount)


def first_choices(plan: Plan, seat: Seat) -> list[Action]:
    """What a seat must say before the dealer looks: bet or fold its poker hand, take a start of 21 or keep it."""
    choices: list[Action] = []
    if plan.duel is not None and duels(plan, seat) and plan.duel.spec.bet not in seat.wagers:
        words, spec = plan.duel.spec, plan.spec.wagers[plan.duel.spec.bet]
        rule = plan.game.cite(spec.rule)
        choices = [
            Action("bet", words.bet, (seat.wagers[words.wager],), rule=rule),
            Action("fold", rule=plan.game.cite(plan.spec.wagers[words.wager].cites.get("fold", words.rule))),
        ]
    if plan.spec.instant is not None and may_take_21(plan, seat):
        rule = plan.game.cite(plan.spec.instant.rule)
        choices += [Action(TAKE_21, rule=rule), Action(KEEP_21, rule=rule)]
    return choices


def may_take_21(plan: Plan, seat: Seat) -> bool:
    """Whether the seat's start of 21 may be kept to be split, and nothing has been said of it."""
    hand = seat.hands[0]
    fresh = hand.starts(plan.spec) and not hand.paid and TAKE_21 not in seat.declined
    return fresh and bool(hand.stake) and total(hand.cards)[0] == 21 and hand.may_be_singles(plan.spec)


def taken_21(plan: Plan, seat: Seat, asked: bool = False) -> Seat:
    """The seat with a start of 21 paid: one that may not be kept, or that is taken."""
    hand = seat.hands[0]
    due = plan.spec.instant is not None and hand.starts(plan.spec) and total(hand.cards)[0] == 21 and hand.stake
    if not due or (may_take_21(plan, seat) and not asked):
        return seat
    return replace(seat, hands=(replace(hand, paid=True, done=True), *seat.hands[1:]))


def first_choice(plan: Plan, seat: Seat, words: list[str], place: str) -> Seat | None:
    """The seat after what it says before the dealer looks; None for any other action."""
    offered = {choice.verb: choice for choice in first_choices(plan, seat)}
    text = " ".join(words)
    if text in (TAKE_21, KEEP_21) and text in offered:
        return taken_21(plan, seat, True) if text == TAKE_21 else replace(seat, declined=seat.declined | {TAKE_21})
    if text == "fold" and text in offered:
        hands = tuple(replace(hand, done=not hand.stake) for hand in seat.hands)
        return replace(seat, folded=True, hands=hands)
    if words[:1] != ["bet"] or "bet" not in offered:
        return None
    assert plan.duel is not None
    bet, amount = plan.duel.spec, offered["bet"].amounts[0]
    said = [word for word in words[1:] if word != bet.bet]
    if said and _amount(said, amount, bet.bet, place) != amount:
        rule = plan.game.cite(plan.spec.wagers[bet.bet].rule)
        laid, other = plan.game.titles((bet.bet, bet.wager))
        raise RuleError(f"{laid} must equal {other}, {in_dollars(amount)}, {rule}", place)
    return replace(seat, wagers={**seat.wagers, bet.bet: amount})


def offers(plan: Plan, seat: Seat, dealer: tuple[int, ...], stage: int) -> list[Action]:
    """What the seat is offered at this moment."""
    actions = [
        Action("bet", name, least=1, rule=plan.game.cite(plan.sides[name].spec.rule), names_wager=True)
        for name in _late(plan, seat, stage)
    ]
    if stage == PRESS:
        return [
            Action("press", amounts=(amount,), rule=plan.game.cite(plan.sides[name].spec.press_rule))
            for name, amount in _pressed(plan, seat, dealer).items()
            if amount
        ]
    if stage != OFFER:
        return actions
    words = plan.spec.insurance
    for spot in _insurable(plan, seat, dealer):
        assert words is not None
        hand = seat.hands[spot]
        place = f"hand_{spot + 1}" if plan.spots > 1 else ""
        most = most_insurance(plan, hand)
        rule = plan.game.cite(words.rule)
        least = 1 if words.for_less else 0
        actions.append(Action(INSURANCE, INSURANCE, (most,), least=least, most=most, hand=place, rule=rule))
        if plan.spec.even_money != "none" and hand.is_natural():
            rule = plan.game.cite(words.even_money_rule or words.rule)
            actions.append(Action("even money", INSURANCE, hand=place, rule=rule))
    surrender = plan.spec.surrender
    if surrender is not None and surrender.at == "early":
        for hand in seat.hands:
            if hand.stake and not hand.surrendered and not hand.is_natural():
                place = f"hand_{hand.spot + 1}" if plan.spots > 1 else ""
                actions.append(Action("surrender", hand=place, rule=plan.game.cite(surrender.rule)))
    return actions


def said_amount(text: str, place: str) -> int:
    """The amount that an action names, in cents."""
    try:
        return cents(float(text.lstrip("$")), place)
    except ValueError:
        raise RuleError(f"cannot read the amount {text!r}; write a number of dollars", place) from None


def _amount(words: list[str], most: int, noun: str, place: str) -> int:
    """The amount an action names, at most `most`; without a word the most."""
    if not words:
        return most
    amount = said_amount(words[0], place)
    if len(words) > 1 or amount > most:
        raise RuleError(f"{noun} may be at most {in_dollars(most)}, not {' '.join(words)}", place)
    return amount


def insure(plan: Plan, seat: Seat, dealer: tuple[int, ...], words: list[str], number: int, place: str) -> Seat | None:
    """The seat after insurance, even money or an early surrender; None for any other action."""
    open_spots = _insurable(plan, seat, dealer)
    if number:
        open_spots = [spot for spot in open_spots if spot == number - 1]
    words = words[1:] if words[:1] == ["take"] else words
    if words == ["even", "money"]:
        assert plan.spec.insurance is not None or not open_spots
        spots = [spot for spot in open_spots if seat.hands[spot].is_natural()]
        if not spots or plan.spec.even_money == "none":
            return None
        return replace(seat, even_money=seat.even_money | {spots[0]})
    if words[:1] == [INSURANCE] and open_spots:
        most = {spot: most_insurance(plan, seat.hands[spot]) for spot in open_spots}
        amount = _amount(words[1:], sum(most.values()), INSURANCE, place)
        assert plan.spec.insurance is not None
        if not plan.spec.insurance.for_less and amount != sum(most.values()):
            rule = plan.game.cite(plan.spec.insurance.rule)
            raise RuleError(f"insurance is {in_dollars(sum(most.values()))}, no less, {rule}", place)
        insured = {}
        for spot, limit in most.items():
            part = min(limit, amount)
            amount -= part
            if part:
                insured[spot] = part
        return replace(seat, insurance={**seat.insurance, **insured})
    early = plan.spec.surrender is not None and plan.spec.surrender.at == "early"
    if words == ["surrender"] and early:
        hands = list(seat.hands)
        for spot, hand in enumerate(hands):
            if (not number or spot == number - 1) and not hand.surrendered and not hand.is_natural() and hand.stake:
                hands[spot] = replace(hand, surrendered=True, done=True)
                return replace(seat, hands=tuple(hands))
    return None


def late_bet(plan: Plan, seat: Seat, dealer: tuple[int, ...], stage: int, words: list[str], place: str) -> Seat | None:
    """The seat after `bet WAGER AMOUNT`."""
    open_now = {offer.wager for offer in offers(plan, seat, dealer, stage) if offer.open_ended}
    if len(words) != 2 or words[0] not in open_now:
        return None
    amount = said_amount(words[1], place)
    check_amount(plan.game, words[0], plan.spec.wagers[words[0]], amount, place)
    check_family_amount(plan, words[0], amount, seat.wagers, place)
    return replace(seat, wagers={**seat.wagers, words[0]: amount})


def check_family_amount(plan: Plan, name: str, amount: int, wagers: Mapping[str, int], place: str) -> None:
    """The amount of a wager is one that the pay table, the schedule and the main wager allow."""
    game = plan.game
    spec = plan.spec.wagers[name]
    fixed = round(float(game.options.get(spec.fixed_by, 0)) * 100)
    if fixed and amount != fixed:
        raise RuleError(f"{layout_name(name, spec)} is fixed at {in_dollars(fixed)}, {game.cite(spec.rule)}", place)
    if name in plan.sides:
        _check_side(plan, plan.sides[name], amount, place)
    main = sum(wagers.get(wager_name, 0) for wager_name in plan.mains)
    times = float(game.options.get(spec.at_most, 0))
    if times and amount > main * times:
        raise RuleError(
            f"{layout_name(name, spec)} may be at most {times:g} times the main wager, {game.cite(spec.rule)}", place
        )


def _check_side(plan: Plan, side: SideBet, amount: int, place: str) -> None:
    table, game = side.table, plan.game
    rule = game.cite(table.block.rule or side.spec.rule)
    most = plan.game.bonus_most
    if most and amount > most:
        schedule = tariff_rule(plan.spec.bank.tariff) if plan.spec.bank else ""
        said = layout_name(side.name, side.spec)
        raise RuleError(f"{said} may be at most {in_dollars(most)} under this schedule, {schedule}", place)
    if amount < side.least:
        raise RuleError(f"pay table {table.id} takes {in_dollars(side.least)} at least, {rule}", place)
    decks = game.house.options.get("decks")  # without a word the house plays with the table's number
    if side.decks and decks is not None and decks not in deck_counts(side.decks):
        raise RuleError(f"pay table {table.id} is for {side.decks} decks, not {decks}, {rule}", place)


def double_amount(plan: Plan, seat: Seat, hand: Hand, words: list[str], place: str) -> int:
    """What doubling adds: the original wager, or less where the rules let it."""
    original = plan.on_spot(seat.wagers, hand.spot)
    assert plan.spec.double is not None
    amount = _amount(words, original, "the double", place)
    if amount != original and not plan.spec.double.for_less:
        raise RuleError(f"the double must equal the wager, {in_dollars(original)}", place)
    return amount
