"""Baccarat exactly: every order of ranks from the shoe is counted, and suits by which of the cards are of one rank.

Each wager stands by itself (there is no decision and no main wager), so all are priced side by side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from math import perm, prod

import msgspec
import numpy as np
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.odds.arrays import Flags, Floats, Ints
from houseway.odds.executor import Progress
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff, block_base, payoff
from houseway.odds.pricing import Priced, Question, without_main
from houseway.odds.report import SidePrice
from houseway.play.baccarat.cases import Seen, Shows, cases_of, events_of
from houseway.play.baccarat.coup import Alike, Coup, HandSight, Pair, banker_draws, card_value, player_draws
from houseway.play.baccarat.settle import Plan, WagerPlan, envy_rows, load_plan, pay_table
from houseway.play.core.cases import Case, When, deciding, masks
from houseway.rules.baccarat import Drawing, Event
from houseway.rules.errors import RuleError
from houseway.rules.pays import Pay
from houseway.rules.tables import column_prices
from houseway.rules.words import PayBlock

FIRST_FOUR = "goes by the first four cards"
_CARDS = 6
_PLACES = {"player": (0, 2, 4), "banker": (1, 3, 5)}  # first, second and third card in the order dealt


@cache
def _patterns() -> tuple[tuple[tuple[int, ...], ...], Ints]:
    """Which of six cards are of one rank: all patterns, and the number of each by its code in base six."""
    found = [
        digits
        for digits in product(range(_CARDS), repeat=_CARDS)
        if all(digit <= max(digits[:place], default=-1) + 1 for place, digit in enumerate(digits))
    ]
    numbers = np.full(_CARDS**_CARDS, -1, np.int64)
    for number, digits in enumerate(found):
        numbers[sum(digit * _CARDS**place for place, digit in enumerate(digits))] = number
    return tuple(found), numbers


@njit(cache=True)
def _count(copies: Ints, values: Ints, player: Flags, banker: Flags, numbers: Ints, marked: int, out: Ints) -> None:
    """[player's points, banker's, player's cards - 2, banker's cards - 2, pattern, mark]: orders of six cards.

    The mark is the digit of the pattern that stands for the rank `marked`, 6 if no card is of that rank.

    `player[p, b]` and `banker[p, b, v]` say who draws; v is the player's third card, 10 if it stood. Cards that a
    coup does not need are counted too, so that all coups weigh alike.
    """
    ranks = len(copies)
    left = copies.copy()
    total = left.sum()
    hand = np.zeros(6, np.int64)
    for first in range(ranks**4):
        rest = first
        weight = np.int64(1)
        for place in range(4):
            hand[place] = rest % ranks
            rest //= ranks
            weight *= left[hand[place]]
            left[hand[place]] -= 1
        if weight > 0:
            p = (values[hand[0]] + values[hand[2]]) % 10
            b = (values[hand[1]] + values[hand[3]]) % 10
            draws = player[p, b]
            for third in range(ranks if draws else 1):
                after = np.int64(1)
                if draws:
                    after = left[third]
                    left[third] -= 1
                if after > 0:
                    value = values[third] if draws else 10
                    more = banker[p, b, value]
                    points = (p + value) % 10 if draws else p
                    for fourth in range(ranks if more else 1):
                        last = left[fourth] if more else np.int64(1)
                        if last <= 0:
                            continue
                        if not (draws and more):
                            last *= total - 5
                        if not (draws or more):
                            last *= total - 4
                        hand[4] = third if draws else -1
                        hand[5] = fourth if more else -1
                        code = 0
                        kinds = 0
                        step = 1
                        mark = 6
                        for place in range(6):
                            digit = 0
                            if hand[place] >= 0:
                                digit = kinds
                                for before in range(place):
                                    if hand[before] == hand[place]:
                                        digit = code // 6**before % 6
                                        break
                                if digit == kinds:
                                    kinds += 1
                                if hand[place] == marked:
                                    mark = digit
                            code += digit * step
                            step *= 6
                        total_b = (b + values[fourth]) % 10 if more else b
                        out[points, total_b, 1 if draws else 0, 1 if more else 0, numbers[code], mark] += (
                            weight * after * last
                        )
                if draws:
                    left[third] += 1
        for place in range(4):
            left[hand[place]] += 1


@dataclass(frozen=True)
class Coups:
    """All coups as columns: points and cards of both hands, pairs and suits, and how many orders of the shoe."""

    player: Ints
    banker: Ints
    player_cards: Ints
    banker_cards: Ints
    player_pair: Ints
    banker_pair: Ints
    winner_suits: Ints
    all_suits: Ints
    weights: Ints
    natural: tuple[int, ...]

    @property
    def tie(self) -> Flags:
        level: Flags = self.player == self.banker
        return level

    @property
    def sides(self) -> dict[str, HandSight]:
        """Both hands as events see them."""
        return {
            "player": HandSight(self.player, self.player_cards, self.player_pair),
            "banker": HandSight(self.banker, self.banker_cards, self.banker_pair),
        }

    def alike(self, cards: str) -> Ints:
        """What the winner's cards (in a tie all) or all cards share."""
        return self.all_suits if cards == "all" else self.winner_suits

    def first_four(self, event: Event, seat: int) -> Flags:
        """Points and pairs do not tell the first four cards."""
        del event, seat
        raise RuleError("the first four cards are counted apart from the coup", "events")


def _of_one(suits: Ints) -> Ints:
    """What the cards of each row share: a suit, a colour or nothing."""
    red = (suits == 1) | (suits == 2)
    colour = red.all(axis=1) | (~red).all(axis=1)
    return np.where(
        (suits == suits[:, :1]).all(axis=1), int(Alike.SUIT), np.where(colour, int(Alike.COLOUR), int(Alike.NOTHING))
    )


@cache
def _suits(pattern: tuple[int, ...], cards: tuple[int, int], winner: str, copies: int) -> dict[tuple[int, ...], int]:
    """Ways to give suits to cards of known ranks: both hands' pairs, and what the winner's and all cards share."""
    counts = dict(zip(("player", "banker"), cards, strict=True))
    dealt = [place for side in counts for place in _PLACES[side][: counts[side]]]
    suits = _given(len(dealt))
    ways = np.full(len(suits), 4, np.int64)
    for here, place in enumerate(dealt):
        used = [suits[:, there] == suits[:, here] for there in range(here) if pattern[dealt[there]] == pattern[place]]
        ways *= copies - np.sum(used, axis=0) if used else copies

    def pair(side: str) -> Ints:
        one, two = _PLACES[side][:2]
        if pattern[one] != pattern[two]:
            return np.full(len(suits), int(Pair.NONE))
        same = suits[:, dealt.index(one)] == suits[:, dealt.index(two)]
        return np.where(same, int(Pair.IDENTICAL), int(Pair.UNSUITED))

    own = [n for n, place in enumerate(dealt) if winner == "tie" or place in _PLACES[winner]]
    kinds = (pair("player"), pair("banker"), _of_one(suits[:, own]), _of_one(suits))
    codes = np.ravel_multi_index(kinds, (3, 3, 3, 3))
    totals = np.bincount(codes, weights=np.maximum(ways, 0))
    found = np.flatnonzero(totals)
    keys = zip(*(column.tolist() for column in np.unravel_index(found, (3, 3, 3, 3))), strict=True)
    return dict(zip(keys, map(round, totals[found].tolist()), strict=True))


@cache
def _given(count: int) -> Ints:
    """Suits of so many cards; the first card's stands for all four."""
    return np.array([(0, *others) for others in product(range(4), repeat=count - 1)], np.int64)


def _whose(player: int, banker: int) -> str:
    return "tie" if player == banker else "player" if player > banker else "banker"


_Rows = dict[tuple[int, ...], int]
_FourCounts = dict[tuple[tuple[When, str], ...], dict[str, int]]  # by the events of a pay table, whatever they pay


def _coups(rows: Mapping[tuple[int, ...], float], draw: Drawing) -> Coups:
    columns = np.array(list(rows), np.int64).T
    p, b, cards_p, cards_b, pair_p, pair_b, winner, everything = columns
    weights = np.array(list(rows.values()))
    return Coups(p, b, cards_p, cards_b, pair_p, pair_b, winner, everything, weights, draw.natural)


def count_coups(draw: Drawing, deck: str, with_suits: bool = True, gone: int | None = None) -> Coups:
    """Every coup of a full shoe; suits and pairs are left out where no event asks for them.

    `gone`: with one card of this rank missing, which is counted without suits.
    """
    assert gone is None or not with_suits
    marked, patterns, copies = _orders(draw, deck, gone)
    out = marked.sum(axis=-1)
    rows: _Rows = {}
    if not with_suits:
        merged = out.sum(axis=-1)
        for key in zip(*np.nonzero(merged), strict=True):
            points = tuple(map(int, key))
            rows[points[0], points[1], points[2] + 2, points[3] + 2, 0, 0, 0, 0] = int(merged[key])
    else:
        for key in zip(*np.nonzero(out), strict=True):
            mine, theirs, third, fourth, number = map(int, key)
            ways = _suits(patterns[number], (third + 2, fourth + 2), _whose(mine, theirs), copies)
            # The orders counted hold every choice of suits for cards of these ranks, so the division is even.
            each_way = int(out[key]) // sum(ways.values())
            for kinds, number_of_ways in ways.items():
                place = (mine, theirs, third + 2, fourth + 2, *kinds)
                rows[place] = rows.get(place, 0) + each_way * number_of_ways
    return _coups(rows, draw)


def coups_by_rank(draw: Drawing, deck: str, rank: int) -> Coups:
    """Every coup of a full shoe with its suits, each weighed by how many of the first six cards are of a rank."""
    marked, patterns, copies = _orders(draw, deck, marked=rank)
    size, like = sum(copies_of_each(deck).values()), 4 * copies
    rows: dict[tuple[int, ...], float] = {}
    for key in zip(*np.nonzero(marked), strict=True):
        mine, theirs, third, fourth, number, mark = map(int, key)
        cards = (third + 2, fourth + 2)
        dealt = [place for side, count in zip(_PLACES, cards, strict=True) for place in _PLACES[side][:count]]
        held = sum(patterns[number][place] == mark for place in dealt)
        # Cards that the coup does not need are any of those left.
        held_of_six = held + (_CARDS - len(dealt)) * (like - held) / (size - len(dealt))
        ways = _suits(patterns[number], cards, _whose(mine, theirs), copies)
        each_way = float(marked[key]) * held_of_six / sum(ways.values())
        for kinds, number_of_ways in ways.items():
            place_of = (mine, theirs, *cards, *kinds)
            rows[place_of] = rows.get(place_of, 0.0) + each_way * number_of_ways
    return _coups(rows, draw)


def who_draws(draw: Drawing) -> tuple[Flags, Flags]:
    """[points, points] whether the player draws; and the banker [..., value of the player's third card, 10: none]."""
    points, thirds = range(10), (*range(10), None)
    return (
        np.array([[player_draws(draw, p, b) for b in points] for p in points]),
        np.array([[[banker_draws(draw, p, b, third) for third in thirds] for b in points] for p in points]),
    )


def _orders(
    draw: Drawing, deck: str, gone: int | None = None, marked: int | None = None
) -> tuple[Ints, tuple[tuple[int, ...], ...], int]:
    """The orders of six cards by points, cards, pattern and mark (see `_count`), the patterns, and copies of a card."""
    each = copies_of_each(deck)
    if any(card >= 52 for card in each) or len(set(each.values())) != 1:
        raise RuleError("baccarat is counted for shoes of whole decks without jokers", "deck")
    ranks = sorted({card >> 2 for card in each})
    copies = next(iter(each.values()))
    patterns, numbers = _patterns()
    player, banker = who_draws(draw)
    out = np.zeros((10, 10, 2, 2, len(patterns), _CARDS + 1), np.int64)
    values = np.array([card_value(4 * rank) for rank in ranks], np.int64)
    cards = np.full(len(ranks), 4 * copies, np.int64)
    if gone is not None:
        cards[ranks.index(gone)] -= 1
    _count(cards, values, player, banker, numbers, -1 if marked is None else ranks.index(marked), out)
    return out, patterns, copies


@cache
def _counted(draw: bytes, deck: str, with_suits: bool) -> Coups:
    return count_coups(msgspec.json.decode(draw, type=Drawing), deck, with_suits)


def _asks_suits(event: Event, events: Mapping[str, Event]) -> bool:
    sides = (event.player, event.banker, event.own_side, event.either)
    own = bool(event.suited) or any(side is not None and side.pair for side in sides)
    return own or any(_asks_suits(events[name], events) for name in event.any_of)


@cache
def _four_suits() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Suits of four cards up to renamings that keep colours together, and how many choices each stands for."""
    black, red = {0, 3}, {1, 2}
    renamings = [names for names in permutations(range(4)) if {names[suit] for suit in black} in (black, red)]
    found: dict[tuple[int, ...], int] = {}
    for suits in product(range(4), repeat=4):
        least = min(tuple(names[suit] for suit in suits) for names in renamings)
        found[least] = found.get(least, 0) + 1
    return tuple(found.items())


@cache
def _first_fours(deck: str) -> tuple[tuple[Coup, int], ...]:
    """The first four cards of a full shoe up to the names of suits and of ranks but the first, with their orders."""
    each = copies_of_each(deck)
    ranks = sorted({card >> 2 for card in each})
    copies = next(iter(each.values()))
    found = []
    patterns = {digits[:4] for digits in _patterns()[0]}
    for first, digits, (suits, alike) in product(ranks, patterns, _four_suits()):
        names = [first, *(rank for rank in ranks if rank != first)]
        cards = [4 * names[digit] + suit for digit, suit in zip(digits, suits, strict=True)]
        ways = alike * prod(copies - cards[:place].count(card) for place, card in enumerate(cards))
        ways *= perm(len(ranks) - 1, max(digits))
        if ways > 0:
            found.append((Coup((cards[0], cards[2]), (cards[1], cards[3]), ()), ways))
    return tuple(found)


def _count_first_four(plan: Plan, cases: tuple[Case, ...]) -> dict[str, int]:
    """By outcome, the orders of the first four cards, seen from the seat of the first number."""
    seat = plan.game.spec.seat_numbers[0]
    counts = dict.fromkeys((case.outcome for case in cases), 0)
    for coup, ways in _first_fours(plan.game.spec.deck):
        counts[deciding(cases, Seen(coup, seat)).outcome] += ways
    return counts


def _label(case: Case) -> str:
    return case.outcome if isinstance(case.when, Shows) else "all others"


def _price_first_four(
    plan: Plan,
    wager: WagerPlan,
    cases: tuple[Case, ...],
    block: PayBlock,
    table: str,
    meters: Mapping[str, float],
    known: _FourCounts,
) -> SidePrice:
    """A wager on the first four cards, made at the seat of the first number."""
    spec = wager.spec
    if not all(event.first_four for event in events_of(cases)):
        raise RuleError("a wager on the first four cards and on the coup together is not priced", "wagers")
    events = tuple((case.when, case.outcome) for case in cases)
    if events not in known:
        known[events] = _count_first_four(plan, cases)
    counts = known[events]
    base = block_base(block, table) if table else 1.0
    lines = [
        Line(
            _label(case),
            case.pay.text,
            payoff(case.pay, stake_kept=bool(spec.meter), base=base, meter=spec.meter),
            case.pay.result == "win",
            counts[case.outcome],
        )
        for case in cases
        if case.pay is not None
    ]
    total = sum(counts.values())
    price = price_lines(lines, total, meters, table=table)
    printed = {row: cents for row, _, cents in column_prices(block, table) if cents} if table else {}
    envy = envy_rows(plan.game.spec, spec, printed)
    value = sum(cents / 100 / base * counts[row] / total for row, cents in envy.items())
    return replace(price, note=f"envy adds {value:.6f} for each other player") if value else price


def first_four_by_rank(plan: Plan, name: str, meters: Mapping[str, float]) -> tuple[float, dict[int, float]]:
    """The mean of a wager on the first four cards, and by rank its mean weighed by how many of the four are of it."""
    spec, wager = plan.game.spec, plan.wagers[name]
    table = plan.game.table_id(wager.spec.pay_table) if wager.spec.pay_table else ""
    base = block_base(wager.block, table) if table else 1.0
    nets = {
        case.outcome: payoff(case.pay, stake_kept=bool(wager.spec.meter), base=base, meter=wager.spec.meter).at(
            dict(meters)
        )
        for case in wager.cases
        if case.pay is not None
    }
    seat, ranks = spec.seat_numbers[0], sorted({card >> 2 for card in copies_of_each(spec.deck)})
    sums, total, mean = dict.fromkeys(ranks, 0.0), 0, 0.0
    for coup, ways in _first_fours(spec.deck):
        event = deciding(wager.cases, Seen(coup, seat)).outcome
        first = coup.player[0] >> 2
        like = sum(card >> 2 == first for card in (*coup.player, *coup.banker))
        total += ways
        mean += ways * nets[event]
        for rank in ranks:  # the other ranks stand for any
            sums[rank] += ways * nets[event] * (like if rank == first else (4 - like) / (len(ranks) - 1))
    return mean / total, {rank: one / total for rank, one in sums.items()}


def _fee(plan: Plan, wager: WagerPlan, made: Payoff, tie: bool) -> float:
    """The vigorish per unit: of the win, or of the stake on a tie."""
    if not wager.spec.commission:
        return 0.0
    terms = plan.game.options[wager.spec.commission]
    of = max(made.net, 0.0) if terms["mode"] == "win" else 1.0 if tie else 0.0
    return of * float(terms["rate"])


def _price(
    plan: Plan,
    wager: WagerPlan,
    cases: tuple[Case, ...],
    block: PayBlock,
    table: str,
    meters: Mapping[str, float],
    known: _FourCounts,
) -> SidePrice:
    spec, words = plan.game.spec, wager.spec
    if any(event.first_four for event in events_of(cases)):
        return _price_first_four(plan, wager, cases, block, table, meters, known)
    suits = any(_asks_suits(one.event, spec.events) for one in events_of(cases))
    coups = _counted(msgspec.json.encode(spec.draw), spec.deck, suits)
    total = int(coups.weights.sum())
    base = block_base(block, table) if table else 1.0
    lines = []

    def add(name: str, pay: Pay, here: Flags) -> None:
        made = payoff(pay, stake_kept=bool(words.meter), base=base, meter=words.meter)
        for tie in (False, True):
            count = int(coups.weights[here & (coups.tie == tie)].sum())
            fee = _fee(plan, wager, made, tie)
            if count:
                text = f"{pay.text}, less {fee:g} vigorish" if fee else pay.text
                lines.append(Line(name, text, Payoff(made.net - fee, made.shares), pay.result == "win", count))

    for case, here in masks(cases, Seen(coups), np.ones(len(coups.weights), np.bool_)):
        assert case.pay is not None
        add(_label(case), case.pay, here)
    return price_lines(lines, total, meters, table=table)


def event_masks(plan: Plan, names: Sequence[str], meters: Mapping[str, float]) -> tuple[Ints, list[Floats]]:
    """All coups with their orders, and the net result of each of some wagers in every one of them."""
    spec = plan.game.spec
    for name in names:
        if any(event.first_four for event in events_of(plan.wagers[name].cases)):
            raise RuleError(f"{name} looks at the first four cards, which are not counted with the coup", "--together")
    coups = _counted(msgspec.json.encode(spec.draw), spec.deck, True)
    return coups.weights, [nets_of(plan, name, coups, meters) for name in names]


def asks_suits_or_first(plan: Plan, name: str) -> str:
    """Why a wager cannot be counted by points and numbers of cards alone; empty if it can."""
    asked = events_of(plan.wagers[name].cases)
    if any(one.first_four for one in asked):
        return FIRST_FOUR
    return "goes by pairs or suits" if any(_asks_suits(one.event, one.events) for one in asked) else ""


def nets_of(plan: Plan, name: str, coups: Coups, meters: Mapping[str, float]) -> Floats:
    wager = plan.wagers[name]
    table = plan.game.table_id(wager.spec.pay_table) if wager.spec.pay_table else ""
    base = block_base(wager.block, table) if table else 1.0
    nets = np.zeros(len(coups.weights))
    for case, here in masks(wager.cases, Seen(coups), np.ones(len(coups.weights), np.bool_)):
        assert case.pay is not None
        made = payoff(case.pay, stake_kept=bool(wager.spec.meter), base=base, meter=wager.spec.meter)
        for tie in (False, True):
            nets[here & (coups.tie == tie)] = made.at(dict(meters)) - _fee(plan, wager, made, tie)
    return nets


def price_wagers(plan: Plan, meters: Mapping[str, float], every_table: bool = False) -> dict[str, dict[str, SidePrice]]:
    """Wager -> pay-table id ("" if it has none) -> price, the table in use first."""
    found: dict[str, dict[str, SidePrice]] = {}
    spec, known = plan.game.spec, _FourCounts()
    for name in plan.order:
        wager = plan.wagers[name]
        if not wager.spec.pay_table:
            found[name] = {"": _noted(plan, wager, _price(plan, wager, wager.cases, wager.block, "", meters, known))}
            continue
        table = wager.spec.pay_table
        ids = [plan.game.table_id(table)]
        if every_table:
            ids = list(dict.fromkeys([*ids, *(one for block in spec.pay_tables[table] for one in block.ids)]))
        for table_id in ids:
            paid = pay_table(plan.game, table, table_id)
            cases = tuple(cases_of(spec, wager.spec, paid))
            price = _price(plan, wager, cases, paid.block, table_id, meters, known)
            found.setdefault(name, {})[table_id] = _noted(plan, wager, price, meters)
    return found


def _noted(plan: Plan, wager: WagerPlan, price: SidePrice, meters: Mapping[str, float] | None = None) -> SidePrice:
    notes = [price.note] if price.note else []
    if wager.spec.commission and plan.game.options[wager.spec.commission]["round_up_to"]:
        notes.append("vigorish before it is rounded up to a coin")
    unknown = sorted(level for level in price.meters if level not in (meters or {}))
    if unknown:
        notes.append(f"without the meter ({', '.join(unknown)})")
    return replace(price, note="; ".join(notes)) if notes else price


def price(question: Question, progress: Progress) -> Priced:
    """All wagers side by side, from a full shoe."""
    plan = load_plan(question.game, dict(question.house))
    sides = price_wagers(plan, question.meters, question.every_table)
    progress(1.0)
    note = "each wager is priced by itself, in the first coup of a full shoe; house edge is per unit of that wager"
    return without_main(question, sides, (note,))
