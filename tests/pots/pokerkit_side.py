"""The same hand at two tables: PokerKit's and ours, fed the same cards and actions and compared at every decision."""

import random
import warnings
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import Any

import pokerkit as pk
from pokerkit.lookups import ShortDeckHoldemLookup
from pokerkit.utilities import Deck as PkDeck

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.play.pots.betting import call_to
from houseway.play.pots.dealing import Deck, Recorded, Source
from houseway.play.pots.engine import Hand, start
from houseway.play.pots.settle import outcome, side_pots, uncalled
from houseway.play.pots.state import Act, Legal
from houseway.play.pots.table import Rules, Stakes, Table, rules_of
from houseway.rules.game import load_game

UNIT = 5040  # divides by every number of winners and parts, so that no odd chip hides a difference
SMALL, BIG = 2 * UNIT, 4 * UNIT
CARDS = {card: next(pk.Card.parse(format_card(card))) for card in deck("52")}
Choices = dict[str, Legal]


class _CaliforniaShortDeck(ShortDeckHoldemLookup):
    """CA Short Deck Hold'em prints three of a kind above a straight; PokerKit's table has them the other way."""

    def _add_entries(self) -> None:
        label = pk.lookups.Label
        self._add_multisets(Counter({1: 5}), (False,), label.HIGH_CARD)
        self._add_multisets(Counter({2: 1, 1: 3}), (False,), label.ONE_PAIR)
        self._add_multisets(Counter({2: 2, 1: 1}), (False,), label.TWO_PAIR)
        self._add_straights(5, (False,), label.STRAIGHT)
        self._add_multisets(Counter({3: 1, 1: 2}), (False,), label.THREE_OF_A_KIND)
        self._add_multisets(Counter({3: 1, 2: 1}), (False,), label.FULL_HOUSE)
        self._add_multisets(Counter({1: 5}), (True,), label.FLUSH)
        self._add_multisets(Counter({4: 1, 1: 1}), (False,), label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), label.STRAIGHT_FLUSH)


class CaliforniaShortDeckHand(pk.ShortDeckHoldemHand):
    lookup = _CaliforniaShortDeck()
    low = False


# PokerKit's tables are keyed by a product of primes, one for each rank, and by whether the suits are one. With a prime
# for each suit too, one product says both.
_PRIMES = pk.lookups.Lookup._Lookup__multipliers  # type: ignore[attr-defined]
_SUITS = (43, 47, 53, 59)
_CODES = {id(card): _PRIMES[card.rank] * _SUITS[place % 4] for place, card in CARDS.items()}
_UNKNOWN = next(pk.Card.parse("??"))


class Places(dict[int, int]):
    """Where a hand type ranks five cards, by the product of their codes; looked up in PokerKit's table once."""

    def __init__(self, hand_type: Any) -> None:
        self.entries = hand_type.lookup._Lookup__entries
        self.order = -1 if hand_type.low else 1

    def __missing__(self, product: int) -> int:
        ranks, suits = product, 0
        for prime in _SUITS:
            suits += ranks % prime == 0
            while ranks % prime == 0:
                ranks //= prime
        entry = self.entries.get((ranks, suits == 1))
        self[product] = NO_HAND if entry is None else self.order * entry.index
        return self[product]


NO_HAND = -(10**9)


def remembered(hand_type: Any) -> Any:
    """The hand type with its values kept: PokerKit ranks every hand anew for every comparison and every seat."""
    known: dict[tuple[int, ...], Any] = {}
    places = Places(hand_type)
    own = getattr(hand_type, "hole_card_count", 0)

    def best(hole: list[int], board: list[int]) -> int:
        if own:
            threes = list(map(prod, combinations(board, 5 - own)))
            products = (two * three for two in map(prod, combinations(hole, own)) for three in threes)
        else:
            products = map(prod, combinations(hole + board, 5))  # type: ignore[assignment]
        return max(map(places.__getitem__, products), default=NO_HAND)

    class Ranked(hand_type):  # type: ignore[misc]
        """The best of some cards, by its place in PokerKit's table."""

        def __init__(self, place: int) -> None:
            self.place = place

        def __eq__(self, other: Any) -> bool:
            return other is not None and bool(self.place == other.place)

        def __hash__(self) -> int:
            return self.place

        def __lt__(self, other: Any) -> bool:
            return bool(self.place < other.place)

        def __le__(self, other: Any) -> bool:
            return bool(self.place <= other.place)

        def __gt__(self, other: Any) -> bool:
            return bool(self.place > other.place)

        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            hole, board = list(map(id, hole_cards)), list(map(id, board_cards))
            key = (*hole, 0, *board)
            if key not in known:
                if len(known) > 10_000:
                    known.clear()
                place = best([_CODES[card] for card in hole], [_CODES[card] for card in board])
                known[key] = None if place == NO_HAND else cls(place)
            if known[key] is None:
                raise ValueError("no such hand")
            return known[key]

    return Ranked


@dataclass(frozen=True)
class Variant:
    """A game that both know."""

    name: str
    game: str
    house: dict[str, Any]
    structure: pk.BettingStructure
    hands: tuple[Any, ...]
    own: int = 0  # hole cards of a board game
    stud: tuple[Any, ...] = ()  # openings of a stud game: first street, later streets
    ups: tuple[tuple[bool, ...], ...] = ()
    draw: bool = False
    boards: int = 1
    ante: int = 0
    raises: int | None = None
    most: int = 9
    cards: str = "52"


NL, PL, FL = pk.BettingStructure.NO_LIMIT, pk.BettingStructure.POT_LIMIT, pk.BettingStructure.FIXED_LIMIT
STANDARD, LOW_8, LOW = (remembered(one) for one in (pk.StandardHighHand, pk.EightOrBetterLowHand, pk.RegularLowHand))
OMAHA, OMAHA_8 = (remembered(one) for one in (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand))
HIGH = (STANDARD,)
LOW_CARD, HIGH_HAND = pk.Opening.LOW_CARD, pk.Opening.HIGH_HAND
HIGH_CARD, LOW_HAND = pk.Opening.HIGH_CARD, pk.Opening.LOW_HAND
SEVEN = ((False, False, True), (True,), (True,), (True,), (False,))
FIVE = ((False, True), (True,), (True,), (True,))
EIGHT = {"variant": "high-low", "low_qualifier": "8-or-better"}
CA = {"heads_up": "button_small"}

VARIANTS = (
    Variant("nl-holdem", "texas-holdem", {}, NL, HIGH, own=2),
    Variant("nl-holdem-ante", "texas-holdem", {}, NL, HIGH, own=2, ante=UNIT),
    Variant("pl-holdem", "texas-holdem", {"structure": "pot-limit"}, PL, HIGH, own=2),
    Variant("fl-holdem", "texas-holdem", {"structure": "limit", "raises": 3}, FL, HIGH, own=2, raises=3),
    Variant("fl-holdem-8", "texas-holdem", {"structure": "limit", "raises": 3, **EIGHT}, FL,
            (STANDARD, LOW_8), own=2, raises=3),
    Variant("pl-omaha", "omaha-holdem", {"structure": "pot-limit"}, PL, (OMAHA,), own=4),
    Variant("pl-omaha-5", "omaha-holdem", {"structure": "pot-limit", "hole_cards": 5}, PL, (OMAHA,),
            own=5, most=8),
    Variant("fl-omaha-8", "omaha-holdem", {"structure": "limit", "raises": 3, **EIGHT}, FL,
            (OMAHA, OMAHA_8), own=4, raises=3),
    Variant("ca-holdem", "ca-texas-holdem", CA, FL, HIGH, own=2, raises=3),
    Variant("ca-omaha", "ca-omaha", CA, FL, (OMAHA,), own=4, raises=3),
    Variant("ca-omaha-8", "ca-omaha-high-low-split", CA, FL,
            (OMAHA, OMAHA_8), own=4, raises=3),
    Variant("short-deck", "short-deck-holdem", {"structure": "no-limit", **CA}, NL,
            (remembered(CaliforniaShortDeckHand),), own=2, raises=3, cards="36"),
    Variant("double-flop", "double-flop-holdem", CA, FL, HIGH, own=2, boards=2, raises=3),
    Variant("fl-stud", "seven-card-stud", {"structure": "limit", "raises": 3}, FL, HIGH,
            stud=(LOW_CARD, HIGH_HAND), ups=SEVEN, ante=UNIT, raises=3, most=8),
    Variant("fl-stud-8", "seven-card-stud", {"structure": "limit", "raises": 3, **EIGHT}, FL,
            (STANDARD, LOW_8),
            stud=(LOW_CARD, HIGH_HAND), ups=SEVEN, ante=UNIT, raises=3, most=8),
    Variant("fl-razz", "seven-card-stud", {"structure": "limit", "raises": 3, "variant": "low"}, FL,
            (LOW,), stud=(HIGH_CARD, LOW_HAND), ups=SEVEN, ante=UNIT, raises=3, most=8),
    Variant("fl-five-stud", "five-card-stud", {"structure": "limit", "raises": 3}, FL, HIGH,
            stud=(LOW_CARD, HIGH_HAND), ups=FIVE, ante=UNIT, raises=3),
    Variant("nl-draw", "five-card-draw", {}, NL, HIGH, draw=True, most=5),
    Variant("nl-draw-low", "five-card-draw", {"variant": "low"}, NL, (LOW,), draw=True, most=5),
    Variant("fl-draw-8", "five-card-draw", {"structure": "limit", "raises": 3, **EIGHT}, FL,
            (STANDARD, LOW_8), draw=True, raises=3, most=5),
)  # fmt: skip

AUTOMATIONS = (
    pk.Automation.ANTE_POSTING, pk.Automation.BET_COLLECTION, pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.HAND_KILLING, pk.Automation.CHIPS_PUSHING, pk.Automation.CHIPS_PULLING,
)  # fmt: skip


class TheirState(pk.State):
    """PokerKit looks through the whole deck for every card it deals; that matters only when the deck runs out."""

    def _verify_cards_consumption(self, cards: Any) -> Any:
        if isinstance(cards, int):
            return super()._verify_cards_consumption(cards) if cards > len(self.deck_cards) else (_UNKNOWN,) * cards
        return pk.Card.clean(cards)  # cards that are not in the deck are only warned of

    def _consume_cards(self, cards: Any) -> None:
        if len(cards) > len(self.deck_cards):
            super()._consume_cards(cards)
            return
        for card in cards:
            for pile in (self.deck_cards, self.burn_cards, self.mucked_cards, *self.discarded_cards):
                if card in pile:
                    pile.remove(card)
                    break


@contextmanager
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def rules(variant: Variant) -> Rules:
    return rules_of(load_game(variant.game, variant.house))


def _streets(variant: Variant) -> tuple[Any, ...]:
    small, big = SMALL, BIG if variant.structure is FL else SMALL
    first = None if variant.raises is None else variant.raises
    later = None if variant.raises is None else variant.raises + 1  # the bet and its raises
    if variant.stud:
        sizes = [small, small, big, big, big]
        return tuple(
            pk.Street(place > 0, up, 0, False, variant.stud[place > 0], sizes[place], later)
            for place, up in enumerate(variant.ups)
        )
    position = pk.Opening.POSITION
    if variant.draw:
        return (
            pk.Street(False, (False,) * 5, 0, False, position, small, first),
            pk.Street(False, (), 0, True, position, big, later),
        )
    return (
        pk.Street(False, (False,) * variant.own, 0, False, position, small, first),
        pk.Street(True, (), 3, False, position, small, later),
        pk.Street(True, (), 1, False, position, big, later),
        pk.Street(True, (), 1, False, position, big, later),
    )


@dataclass
class Match:
    """One hand played on both sides."""

    variant: Variant
    theirs: Any
    ours: Hand
    received: tuple[tuple[int, ...], ...] | None
    fed: list[int]
    board_fed: int = 0
    draws: set[int] = field(default_factory=set)
    pots_seen: bool = False
    explained: Counter[str] = field(default_factory=Counter)


def deal(variant: Variant, table_rules: Rules, seed: int) -> Match:
    rng = random.Random(seed)
    seats = rng.randint(2, variant.most)
    forced = variant.ante + (0 if variant.stud else 2 * UNIT)
    least = 1 if variant.stud else forced // UNIT
    stacks = tuple(
        rng.choice((rng.randint(least, 12), rng.randint(least, 60), rng.randint(20, 200))) * UNIT for _ in range(seats)
    )
    cards = list(deck(variant.cards))
    rng.shuffle(cards)
    stakes = Stakes(
        ante=variant.ante,
        blinds=() if variant.stud else (UNIT, 2 * UNIT),
        bring_in=UNIT if variant.stud else 0,
        small=SMALL,
        big=BIG,
    )
    received = None
    source: Source = Deck(tuple(cards))
    if variant.draw:
        received = tuple(tuple(cards[seat * 10 : seat * 10 + 10]) for seat in range(seats))
        source = Recorded(received, ())
    ours = start(Table(table_rules, stakes, stacks, seats - 1, seed), source)
    theirs = TheirState(
        AUTOMATIONS,
        PkDeck.SHORT_DECK_HOLDEM if variant.cards == "36" else PkDeck.STANDARD,
        variant.hands,
        _streets(variant),
        variant.structure,
        True,
        variant.ante,
        () if variant.stud else (UNIT, 2 * UNIT),
        UNIT if variant.stud else 0,
        stacks,
        seats,
        mode=pk.Mode.TOURNAMENT,
        starting_board_count=variant.boards,
    )
    theirs.deck_cards = deque(CARDS[card] for card in cards)  # in our order, so that a card is found at once
    return Match(variant, theirs, ours, received, [0] * seats)


class SharedCard(Exception):  # noqa: N818 - a way out of the loop, not an error
    """CO 30-1009(2): folded cards are not dealt again, one card is turned for all and counts on every board.

    PokerKit deals the folded cards, and where it turns a card too it does not count it on the boards.
    """


def feed(match: Match) -> None:
    """PokerKit deals what we dealt, until somebody has to decide or the hand is over."""
    theirs, ours = match.theirs, match.ours
    while theirs.status:
        if theirs.actor_index is not None or theirs.stand_patter_or_discarder_index is not None:
            return
        if theirs.card_burning_status and theirs.can_burn_card(_UNKNOWN):
            theirs.burn_card(_UNKNOWN)
        elif theirs.can_deal_hole():
            seat = theirs.hole_dealee_index
            cards = match.received[seat] if match.received else ours.hole[seat]
            if match.fed[seat] == len(cards):
                raise SharedCard
            theirs.deal_hole(CARDS[cards[match.fed[seat]]])
            match.fed[seat] += 1
        elif theirs.can_deal_board():
            _feed_board(match)
        elif theirs.can_show_or_muck_hole_cards(True):
            if not match.pots_seen:
                match.pots_seen = True
                compare_pots(match)
            theirs.show_or_muck_hole_cards(True)
        else:
            return


def _feed_board(match: Match) -> None:
    theirs, ours = match.theirs, match.ours
    count = theirs.board_dealing_count
    board = next(place for place, left in enumerate(theirs.board_dealing_counts) if left)
    done = len(list(theirs.get_board_cards(board)))
    cards = ours.boards[board][done : done + count]
    theirs.deal_board([CARDS[card] for card in cards])


def compare_pots(match: Match) -> None:
    """Main and side pots before the showdown: amounts and the seats that compete for them."""
    ours = match.ours
    back, amount = uncalled(ours.paid, ours.live)
    paid = tuple(put - (amount if seat == back else 0) for seat, put in enumerate(ours.paid))
    mine = [(pot.amount, pot.seats) for pot in side_pots(paid, ours.live)]
    assert [(pot.amount, pot.player_indices) for pot in match.theirs.pots] == mine


def compare_turn(match: Match) -> Choices:
    """What the seat may do: same seat to act, same call, same range of bets; a difference needs a rule."""
    theirs, ours = match.theirs, match.ours
    seat = ours.turn
    if ours.phase == "discard":
        assert theirs.stand_patter_or_discarder_index == seat
        return {}
    if match.variant.stud and ours.boards[0] and theirs.actor_index != seat:
        raise SharedCard
    assert theirs.actor_index == seat
    assert theirs.total_pot_amount == sum(ours.paid)
    legal = {choice.verb: choice for choice in ours.moves(seat)}
    if ours.bringing:
        assert theirs.effective_bring_in_amount == legal["bring-in"].least
        return legal
    assert theirs.checking_or_calling_amount == call_to(ours, seat) - ours.bets[seat]
    low, high = theirs.min_completion_betting_or_raising_to_amount, theirs.max_completion_betting_or_raising_to_amount
    mine = next((legal[verb] for verb in ("bet", "raise", "complete") if verb in legal), None)
    if mine is not None and low is not None:
        assert (mine.least, mine.most) == (low, high)
    elif mine is None and low is not None:
        # The reading all-in-under-raise: who has acted on a bet cannot raise a short all-in over it. PokerKit takes
        # the first all-in of a betting round for a full bet, however short it is.
        assert ours.faced[seat] >= max(1, ours.full)
        assert ours.level - ours.faced[seat] < ours.size
        assert theirs.completion_betting_or_raising_amount < ours.size
        match.explained["short all-in does not reopen"] += 1
    elif mine is not None:
        # CA GEGR-001830(6.d): no limit of raises between two players that have not folded.
        assert ours.live.count(True) == 2
        assert match.variant.game.startswith(("ca-", "short-", "double-"))
        assert len(ours.live) > 2 or ours.raises >= 3
        match.explained["raises heads-up are not limited"] += 1
    return legal


def decide(match: Match, legal: Choices, rng: random.Random) -> Act:
    """A random legal action that both sides allow."""
    ours, theirs = match.ours, match.theirs
    seat = ours.turn
    if ours.phase == "discard":
        held = list(ours.hole[seat])
        count = rng.choice((0, 0, 1, 2, 3, 5))
        return Act("discard", 0, tuple(rng.sample(held, count))) if count else Act("stand pat")
    both = theirs.min_completion_betting_or_raising_to_amount is not None
    bets = [verb for verb in ("bet", "raise", "complete") if verb in legal and both]
    chance = rng.random()
    if bets and chance < 0.35:
        choice = legal[bets[0]]
        steps = (choice.most - choice.least) // UNIT
        amount = choice.least + rng.choice((0, 0, rng.randint(0, steps), rng.randint(0, min(steps, 6)), steps)) * UNIT
        return Act(bets[0], min(amount, choice.most))
    if "bring-in" in legal:
        return Act("bring-in", legal["bring-in"].least)
    if "check" in legal:
        return Act("check")
    return Act("fold") if chance > 0.85 else Act("call")


def follow(match: Match, act: Act) -> None:
    """PokerKit takes the same action."""
    theirs = match.theirs
    match act.verb:
        case "fold":
            theirs.fold()
        case "check" | "call":
            theirs.check_or_call()
        case "bring-in":
            theirs.post_bring_in()
        case "stand pat":
            theirs.stand_pat_or_discard()
        case "discard":
            theirs.stand_pat_or_discard([CARDS[card] for card in act.cards])
        case _:
            theirs.complete_bet_or_raise_to(act.amount)


def play(variant: Variant, table_rules: Rules, seed: int) -> Match:
    """One hand from the deal to the last chip; raises AssertionError at the first unexplained difference."""
    rng = random.Random(seed + 1_000_003)
    match = deal(variant, table_rules, seed)
    try:
        with quiet():
            _played(match, rng)
    except SharedCard:
        assert match.ours.table.rules.spec.exhausted == "last_card_and_burns"
        assert len(match.ours.boards[0]) == 1
        match.explained["one card for all when the deck is short"] += 1
        return match
    final = tuple(have + won for have, won in zip(match.ours.table.stacks, outcome(match.ours).net, strict=True))
    if final != tuple(match.theirs.stacks):
        explain_stacks(match, final)
    return match


def _played(match: Match, rng: random.Random) -> None:
    feed(match)
    while not match.ours.over:
        act = decide(match, compare_turn(match), rng)
        match.ours = match.ours.after(match.ours.turn, act)
        follow(match, act)
        feed(match)
    assert not match.theirs.status


def explain_stacks(match: Match, final: tuple[int, ...]) -> None:
    """A side pot in which nobody holds a low: PokerKit shares its low half; CO 30-1099.01(5)(b)(i)."""
    assert sum(final) == sum(match.theirs.stacks)
    pots = outcome(match.ours).pots
    parts = outcome(match.ours).parts
    assert len(match.variant.hands) > 1
    assert len(pots) > 1
    lows = {part.pot for part in parts if part.hand == "low"}
    assert lows
    assert lows != set(range(len(pots)))
    match.explained["no low in a side pot"] += 1
