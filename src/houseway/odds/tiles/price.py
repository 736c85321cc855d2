"""The report of a tiles game: the wager on the tiles, the wagers on the dice, and what a player's bank is worth."""

from collections.abc import Mapping
from dataclasses import replace
from math import comb

import numpy as np

from houseway.cards.tiles import TILES
from houseway.odds.arrays import Floats, Ints
from houseway.odds.counts import whole_counts
from houseway.odds.executor import Progress
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff
from houseway.odds.pricing import Priced, Question, without_main
from houseway.odds.report import MainPrice, Report, SidePrice, main_price
from houseway.odds.tiles.kinds import Kinds, Set, best_set, kinds_of, set_by
from houseway.odds.tiles.nets import Nets, on_dice, on_tiles
from houseway.odds.tiles.strategy import strategy
from houseway.play.tiles.plan import COMMISSION, Plan, load_plan
from houseway.play.tiles.table import HAND
from houseway.rules.pays import LOSE
from houseway.rules.tiles import TileGame

Results = dict[float, float]  # net -> chance
_DEALS = comb(len(TILES), HAND) * comb(len(TILES) - HAND, HAND)
_BANK = "bank"
_CO_BANK = "co_bank"
_AGAINST = "for each unit of one wager against the bank that is set by the house way; the vigorish of several is less"


def results(outcomes: Floats, nets: Floats) -> Results:
    """The chance of every net: outcomes by their chances, falls of the dice (or states and falls) evenly."""
    found: Results = {}
    chances = np.broadcast_to(outcomes[:, None] / nets.shape[1], nets.shape)
    for net, chance in zip(np.round(nets, 9).ravel().tolist(), chances.ravel().tolist(), strict=True):
        found[net] = found.get(net, 0.0) + chance
    return {net: chance for net, chance in sorted(found.items()) if chance > 0}


def side_price(found: Results, hand: str, cycle: int, note: str = "") -> SidePrice:
    """A wager whose results are told apart by what they pay; `cycle`: combinations that they may be parts of."""
    lines, counts = [], whole_counts(found, cycle)
    for net, chance in sorted(found.items(), reverse=True):
        text = f"{net:,g} to 1" if net > 0 else "push" if net == 0 else LOSE.text if net == -1 else f"loses {-net:g}"
        name = hand if net > 0 else "push" if net == 0 else "lose"
        lines.append(Line(name, text, Payoff(net), net > 0, counts[net] if counts else chance))
    return replace(price_lines(lines, cycle if counts else 1.0, {}), note=note)


class Tiles:
    """Prices the wagers of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.kinds: Kinds = kinds_of(plan)
        self.nets = Nets(plan, self.kinds)

    def worth(self, name: str) -> Floats:
        """The mean net of losing, pushing and winning, over the dice."""
        found: Floats = self.nets.tiles(name).mean(axis=1)
        return found

    def best(self, name: str) -> Set:
        return best_set(self.kinds, self.kinds.against.seat, self.worth(name))

    def main(self, name: str, settings: Ints) -> tuple[MainPrice, Results]:
        """A wager on the tiles under a way to set."""
        one = set_by(self.kinds, self.kinds.against.seat, settings)
        found = results(one.outcomes, self.nets.tiles(name))
        mean = sum(net * chance for net, chance in found.items())
        return main_price(name, mean, sum(net * net * chance for net, chance in found.items()), 1.0), found

    def sides(self, settings: Ints) -> dict[str, SidePrice]:
        """Everything but the first wager on the tiles."""
        found = {}
        for name in on_tiles(self.plan)[1:]:
            one = set_by(self.kinds, self.kinds.against.seat, settings)
            nets = self.nets.tiles(name)
            found[name] = side_price(results(one.outcomes, nets), "win", _DEALS * nets.shape[1])
        found.update({name: self.dice(name) for name in on_dice(self.plan)})
        if self.plan.game.spec.banking.offered and on_tiles(self.plan):
            found.update(self.banks(on_tiles(self.plan)[0]))
        return found

    def dice(self, name: str) -> SidePrice:
        """A wager on the dice; where it depends on the shakes before, in the long run."""
        words, nets = self.plan.wagers[name].spec, self.nets.dice(name)
        if not words.streak:
            return side_price(results(np.ones(1), nets[:1]), words.decided_by, nets.shape[1])
        first = side_price(results(np.ones(1), nets[:1]), words.decided_by, nets.shape[1])
        note = (
            "in the long run, for a player who makes it in every round and shakes when it is his turn; "
            f"with no triple before and the dealer shaking the edge is {first.house_edge:.4%}"
        )
        return side_price(results(self.nets.states, nets), words.decided_by, 0, note)

    def banks(self, name: str) -> dict[str, SidePrice]:
        """A player's bank under its best setting, and one shared with the house, which sets the house way."""
        counts, kinds = self.kinds.against.bank, self.kinds
        alone, shared = self.nets.bank(name, co_bank=False), self.nets.bank(name, co_bank=True)
        best = best_set(kinds, counts, alone.mean(axis=1))
        by_house = set_by(kinds, counts, kinds.house)
        return {
            _BANK: side_price(
                results(best.outcomes, alone), "win", _DEALS * alone.shape[1], f"{_AGAINST}; best setting"
            ),
            _CO_BANK: side_price(
                results(by_house.outcomes, shared), "win", _DEALS * shared.shape[1], f"{_AGAINST}; set by the house way"
            ),
        }


def _alternatives(question: Question, name: str, progress: Progress) -> dict[str, dict[str, MainPrice]]:
    """The game under each method of vigorish, and under each choice of the house that changes its price."""
    game = question.load()
    spec: TileGame = game.spec
    wanted: dict[str, dict[str, Mapping[str, object]]] = {
        option: {str(choice): {option: choice} for choice in words.choices} for option, words in spec.options.items()
    }
    terms = game.options[COMMISSION]
    wanted["vigorish"] = {method: {COMMISSION: {**terms, "method": method}} for method in spec.vigorish}
    found = {}
    for done, (title, choices) in enumerate(wanted.items()):
        prices = {}
        for choice, house in choices.items() if len(choices) > 1 else ():
            tiles = Tiles(load_plan(question.game, {**question.house, **house}))
            prices[choice] = tiles.main(name, tiles.best(name).settings)[0]
        if len(set(prices.values())) > 1:
            found[title] = prices
        progress((done + 1) / len(wanted))
    return found


def price(question: Question, progress: Progress) -> Priced:
    """Main price under the best setting, how to set, and every other wager."""
    plan = load_plan(question.game, dict(question.house))
    tiles = Tiles(plan)
    progress(0.2)
    mains = on_tiles(plan)
    if not mains:
        sides = {name: {"": one} for name, one in tiles.sides(tiles.kinds.house).items()}
        return without_main(question, sides, ())
    name = mains[0]
    best = tiles.best(name)
    progress(0.6)
    main, outcomes = tiles.main(name, best.settings)
    by_house, _ = tiles.main(name, tiles.kinds.house)
    sides = {side: {"": one} for side, one in tiles.sides(best.settings).items()}
    progress(0.8)
    spoken = strategy(tiles.kinds, plan.game.spec.tiles, best.settings, tiles.kinds.against.seat, tiles.worth(name))
    every = _alternatives(question, name, lambda done: progress(0.8 + 0.2 * done)) if question.every_table else {}
    notes = (
        f"the dealer sets the house way of the file; set by the same way the player's house edge is "
        f"{by_house.house_edge:.4%} (standard deviation {by_house.std_dev:.4f})",
        "vigorish before it is rounded to the house's coin; the wager against a player who banks costs the same where "
        "the bank sets the house way",
    )
    progress(1.0)
    in_use = {side: one[""] for side, one in sides.items()}
    report = Report(plan.game.spec.id, "exact", main, in_use, spoken, notes=notes)
    falls = tiles.nets.tiles(name).shape[1]
    return Priced(report, sides, every, outcomes, name, whole_counts(outcomes, _DEALS * falls))
