"""The report of a pai gow game: both sides set by the house way, and every wager beside it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from houseway.odds.arrays import Floats
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.lines import Line, price_lines
from houseway.odds.pai_gow.best_setting import with_best_setting
from houseway.odds.pai_gow.dealt import dealt_showdown, with_open_cards
from houseway.odds.pai_gow.nets import alternatives, main_wager, set_nets, shown_rows, side_wagers
from houseway.odds.pai_gow.rows import countable, rows_by_classes, set_by_classes
from houseway.odds.pai_gow.showdown import Laid, Showdown, count_showdown, lay
from houseway.odds.pai_gow.sides import Sides
from houseway.odds.payoff import Payoff
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice, Report, SidePrice, main_price
from houseway.odds.suit_classes.stock import stock_of
from houseway.odds.suit_symmetry import RANKINGS_OF_RANKS
from houseway.play.pai_gow.plan import DEALER, Plan, WagerPlan, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.pai_gow import Row
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table
from houseway.rules.tariffs import load_tariff
from houseway.rules.wording import money

_COUNTED = "player and dealer both set the house way of the file; all pairs of hands are counted"
_DEALT = "player and dealer both set the house way of the file, which is not counted by ranks: rounds dealt at random"
_SAMPLED = "some pairs of hands are dealt at random, so there is no cycle of which results are parts"
_MOST_CARDS = 7  # in a hand whose pairs are counted
_KEPT = 4  # counts of the games priced last
_DRAGON = "the dragon hand is set the house way"
_BEST = (
    "the wager of the game for a seat that sets each hand in the way that is worth most against all hands of a dealer "
    "who sets the house way, flushes of the dealer left out of the choice but not of the price"
)
_OPEN = "the wager of the game for a seat that sets its cards in the best way against the dealer's, which lie open"


_counted: dict[tuple[bytes, ...], Showdown] = {}


def _once(key: tuple[bytes, ...], count: Callable[[], Showdown]) -> Showdown:
    """A count, made once for games whose cards are set alike: these differ in the wagers beside the main one."""
    found = _counted.get(key)
    if found is None:
        found = _counted[key] = count()
        for old in list(_counted)[:-_KEPT]:
            _counted.pop(old, None)
    return found


class SetWagers:
    """Prices the wagers on set hands of one plan from one showdown."""

    def __init__(self, plan: Plan, found: Showdown) -> None:
        self.plan, self.found = plan, found

    def nets(self, wager: WagerPlan, shown: Table | None) -> Floats:
        return set_nets(self.plan, wager, shown, shown_rows(self.plan), self.found.shown)

    def main(self, wager: WagerPlan, shown: Table | None) -> MainPrice:
        nets = self.nets(wager, shown)
        mean, square = float((nets * self.found.chances).sum()), float((nets**2 * self.found.chances).sum())
        return main_price(wager.name, mean, square, 1.0, self.found.error(nets) or None)

    def outcomes(self, wager: WagerPlan) -> dict[float, float]:
        return self._by_net(wager, self.found.chances)

    def counts(self, wager: WagerPlan) -> dict[float, int]:
        return {} if self.found.counts is None else self._by_net(wager, self.found.counts)

    def _by_net(self, wager: WagerPlan, shares: Any) -> dict[float, Any]:
        found: dict[float, Any] = {}
        nets = self.nets(wager, wager.shown)
        for net, share in zip(nets.ravel().tolist(), shares.ravel().tolist(), strict=True):
            found[net] = found.get(net, 0) + share
        return found

    def side(self, wager: WagerPlan, note: str) -> SidePrice:
        shares = self.counts(wager) or self.outcomes(wager)
        lines = []
        for net, share in sorted(shares.items(), reverse=True):
            text = f"{net:g} to 1" if net > 0 else "push" if net == 0 else LOSE.text
            lines.append(Line("win" if net > 0 else text, text, Payoff(net), net > 0, share))
        price = replace(price_lines(lines, sum(self.counts(wager).values()) or 1.0, {}), note=note)
        error = self.found.error(self.nets(wager, wager.shown))
        return replace(price, method="simulated", standard_error=error) if error else price


def _in_words(row: Row) -> str:
    if row.text:
        return row.text
    parts = [
        f"with {row.hand}" if row.hand else "",
        f"at least {row.low} in front" if row.low else "",
        f"at least {row.high} behind" if row.high else "",
        f"the best {row.prefer} hand",
    ]
    return ", ".join(part for part in parts if part)


def _fees(plan: Plan) -> tuple[str, ...]:
    """What a cardroom collects, where the house named a schedule."""
    words = plan.game.spec.collection
    option = plan.game.options[words.option] if words else 0
    if words is None or not option:
        return ()
    schedule = next(one for one in load_tariff(words.tariff).options if one.id == str(option))
    notes = []
    for charge in schedule.charges:
        tiers = ", ".join(f"${fee} from {money(start)}" for start, _, fee in charge.tiers)
        notes.append(f"{charge.payer.replace('_', ' ')} by {charge.by.replace('_', ' ')}: {tiers}")
    return (f"the collection comes on top of the house edge: {'; '.join(notes)}",)


def _notes(plan: Plan, wager: WagerPlan) -> tuple[str, ...]:
    notes = [*_fees(plan)]
    if wager.spec.commission and float(plan.game.options[wager.spec.commission]["round_up_to"]):
        notes.append("commission before it is rounded up to the house's coin")
    if plan.game.spec.bank is not None:
        notes.append(
            "a player-dealer who sets the house way gains what the others lose, as long as his wager covers it"
        )
    return tuple(notes)


def _showdown(question: Question, plan: Plan, executor: Executor) -> tuple[Showdown, SharedInput[Laid] | None]:
    """The two hands of player and dealer, and what they were counted with; nothing if they were dealt at random."""
    stock, rows = stock_of(plan.game.spec.deck), shown_rows(plan)
    if not countable(plan, stock):
        what = f"{plan.game.spec.dealt.cards} cards from the deck {plan.game.spec.deck}"
        raise RuleError(f"{what} cannot be priced; priced are up to 12 cards of one deck with a joker at most", "dealt")
    few = plan.game.spec.dealt.cards <= _MOST_CARDS
    if few and set_by_classes(plan) and rows_by_classes(plan, rows):
        kit = SharedInput(lay, stock, plan, rows)
        return _once((kit.made.identity,), lambda: count_showdown(kit, executor)), kit
    return dealt_showdown(question.game, question.house, executor), None


def price(question: Question, executor: Executor) -> Priced:
    """Main price, the house way, and every side wager."""
    plan = load_plan(question.game, dict(question.house))
    name = main_wager(plan)
    wager = plan.wagers[name]
    found, kit = _showdown(question, plan, executor.within(0.0, 0.3))
    showdown = SetWagers(plan, found)
    main = showdown.main(wager, wager.shown)
    mains: dict[str, Mapping[str, MainPrice]] = {}
    if question.every_table and wager.spec.dealer_shows:
        tables = alternatives(plan, wager.spec.dealer_shows, DEALER)
        mains[wager.spec.dealer_shows] = {key: showdown.main(wager, table) for key, table in tables.items()}
    counted, sides = Sides(plan, dict(question.meters)), {}
    if plan.game.spec.dealer_up and plan.low.name in RANKINGS_OF_RANKS:
        seen = with_open_cards(question.game, question.house, showdown.found, executor.within(0.3, 0.8))
        sides[f"{name} (set by the open cards)"] = {"": SetWagers(plan, seen).side(wager, _OPEN)}
    elif kit:
        nets, part = showdown.nets(wager, wager.shown), executor.within(0.3, 0.8)
        best = _once((kit.made.identity, nets.tobytes()), lambda: with_best_setting(kit, found, nets, part))
        sides[f"{name} (set the best way)"] = {"": SetWagers(plan, best).side(wager, _BEST)}
    names = side_wagers(plan)
    for done, side in enumerate(names, start=1):
        one = plan.wagers[side]
        by_set = bool(one.spec.set_hands)
        sides[side] = {"": showdown.side(one, _DRAGON)} if by_set else counted.wager(side, question.every_table)
        executor.within(0.8, 1.0)(done / len(names))
    in_use = {side: next(iter(prices.values())) for side, prices in sides.items()}
    strategy = [_in_words(row) for row in plan.game.spec.house_way.rows]
    method = "simulated" if main.standard_error else "exact"
    report = Report(
        plan.game.spec.id, method, main, in_use, strategy, notes=(_COUNTED if kit else _DEALT, *_notes(plan, wager))
    )
    why = _SAMPLED if main.standard_error else ""
    return Priced(report, sides, mains, showdown.outcomes(wager), name, showdown.counts(wager), why)
