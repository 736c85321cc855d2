"""The exposure of a game: every way to beat it that can be computed, and what cannot be, with the reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.odds.executor import Executor, Progress
from houseway.odds.exposure import indices
from houseway.odds.exposure.counting import Count, Perfect, Removal, Shoe, Yield, best_count, perfect_yield, yield_of
from houseway.odds.exposure.hole_card import hole_card, why_no_hole_card
from houseway.odds.exposure.indices import Index
from houseway.odds.exposure.informed import Gain, gain, hidden_at_first, why_not, why_unknown
from houseway.odds.exposure.removal import (
    blackjack_shoe,
    by_rank,
    coup_removals,
    full_copies,
    game_removals,
    side_removals,
    suits_matter,
    war_removals,
)
from houseway.odds.exposure.tiles import Bag
from houseway.odds.exposure.tiles import gain as gain_of_tiles
from houseway.odds.house_poker.solvers import find_solver
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.odds.page import percent
from houseway.odds.pricing import Question
from houseway.odds.tiles.hints import counted as counted_tiles
from houseway.odds.tiles.nets import on_tiles
from houseway.play.baccarat.settle import load_plan as load_coup
from houseway.play.blackjack.plan import load_plan as load_blackjack
from houseway.play.core.wagers import layout_name
from houseway.play.house_poker.plan import Plan as PokerPlan
from houseway.play.house_poker.plan import load_plan as load_poker
from houseway.play.tiles.plan import load_plan as load_tiles
from houseway.rules.baccarat import Baccarat
from houseway.rules.blackjack import Blackjack
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import HousePoker
from houseway.rules.pai_gow import PaiGow
from houseway.rules.pots import PlayerPoker
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.tiles import TileGame
from houseway.rules.wording import humanize

MOST_SEATS = 10
_WIDE = 6  # wagers of a table
_TRUE_COUNT = (
    "true count: the tags of the cards gone, less what as many cards have in the mean (nothing where the tags of a "
    "deck add up to nothing), for each deck left"
)
_SHOES = 100  # dealt at random for a player who knows every card
_SOLVED = 0.3  # of the progress: best play without knowledge, where knowledge is valued after it
_SHUFFLED = "the cards are shuffled for every round, so there is no shoe to count"
_MIXED = "the tiles are mixed for every round, so there is nothing to count"
_CONTINUOUS = "a machine mixes the cards of every round in again, so there is no shoe to count"


@dataclass(frozen=True, slots=True)
class Counted:
    """A wager that a count of the shoe can beat, or cannot."""

    removal: Removal  # by rank
    count: Count
    ideal: Yield  # of the best linear count
    tags: Yield  # of the whole tags
    cards: Removal | None = None  # by card, where suits matter
    perfect: Perfect | None = None  # of a player who knows every card that is gone


@dataclass(frozen=True)
class Exposure:
    """What is known of how a game can be beaten."""

    game: str
    shoe: Shoe | None = None
    counts: Mapping[str, Counted] = field(default_factory=dict)
    index_plays: tuple[Index, ...] = ()
    knowledge: Mapping[str, Gain] = field(default_factory=dict)
    edge: float | None = None  # of the house without the knowledge
    not_computed: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        shoe = self.shoe
        return {
            "game": self.game,
            "shoe": None
            if shoe is None
            else {"cards": shoe.size, "dealt": shoe.dealt, "cards_per_round": shoe.per_round, "rounds": shoe.rounds},
            "counts": {name: _count_json(one) for name, one in self.counts.items()},
            "index_plays": indices.as_json(self.index_plays),
            "knowledge": {
                name: {
                    "gain": one.units,
                    "standard_error": one.error,
                    "deals": one.states,
                    "other_play": one.changed,
                    "house_edge": None if self.edge is None else self.edge - one.units,
                }
                for name, one in self.knowledge.items()
            },
            "not_computed": dict(self.not_computed),
        }

    def sections(self) -> tuple[Section, ...]:
        found = [*self._counts(), self._knowledge(), self._indices()]
        said = tuple(Statement(f"{layout_name(name)}: {why}") for name, why in self.not_computed.items())
        return tuple(one for one in (*found, Section("Not computed", statements=said)) if not one.empty)

    def _counts(self) -> list[Section]:
        if self.shoe is None or not self.counts:
            return []
        kinds = list(self.shoe.cards)
        yields = tuple(
            (
                layout_name(name), percent(-one.removal.expectation), f"{one.count.correlation:.3f}",
                "never" if one.count.trigger is None else f"{one.count.trigger:+.2f}", f"{one.tags.bets:.2f}",
                f"{one.tags.units:+.4f}", percent(one.tags.edge, 2), f"{one.ideal.units:+.4f}",
                "" if one.perfect is None else f"{one.perfect.found.units:+.4f} ± {one.perfect.error:.4f}",
            )
            for name, one in self.counts.items()
        )  # fmt: skip
        head = (
            "wager", "house edge", "correlation", "bet from true count", "bets a shoe", "units won", "edge when bet",
            "ideal units", "every card known",
        )  # fmt: skip
        shoe = self.shoe
        said = (
            f"A shoe of {shoe.size} cards: {shoe.dealt:.0f} dealt, {shoe.rounds} rounds of {shoe.per_round:.2f} cards"
        )
        tags = tuple(
            (layout_name(name), *(str(one.count.tags[kind]) for kind in kinds)) for name, one in self.counts.items()
        )
        names = list(self.counts)
        effects = [self._effects(names[start : start + _WIDE]) for start in range(0, len(names), _WIDE)]
        by_card = []
        for name, cards in ((name, one.cards) for name, one in self.counts.items() if one.cards is not None):
            lines = tuple((suit, *(_effect(cards.effects[f"{kind}{suit}"]) for kind in kinds)) for suit in "cdhs")
            by_card.append(Grid(f"{layout_name(name)}, by card", ("suit", *kinds), lines))
        return [
            Section("Counting the shoe", grids=(Grid(said, head, yields),)),
            Section("Counts in whole tags", grids=(Grid("", ("wager", *kinds), tags, remarks=(_TRUE_COUNT,)),)),
            Section("Effect of removal", grids=(*effects, *by_card)),
        ]

    def _effects(self, names: Sequence[str]) -> Grid:
        """A line for each rank; ranks that count alike in all wagers share one."""
        assert self.shoe is not None
        lines: dict[tuple[str, ...], list[str]] = {}
        for kind in self.shoe.cards:
            cells = tuple(_effect(self.counts[name].removal.effects[kind]) for name in names)
            lines.setdefault(cells, []).append(kind)
        rows = tuple((" ".join(kinds), *cells) for cells, kinds in lines.items())
        remark = "percent of the stake by which the player's expectation changes when one card of the rank is gone"
        return Grid("", ("rank", *map(layout_name, names)), rows, remarks=(remark,))

    def _knowledge(self) -> Section:
        rows = tuple(
            (
                name, percent(one.units, 2) + (f" ± {percent(one.error, 2)}" if one.states else ", counted"),
                percent(one.changed, 1),
                "" if self.edge is None else percent(self.edge - one.units, 2),
            )
            for name, one in self.knowledge.items()
        )  # fmt: skip
        head = ("a seat that knows", "gains", "plays otherwise", "house edge then")
        return Section("Knowledge", grids=(Grid("", head, rows),) if rows else ())

    def _indices(self) -> Section:
        rows = tuple(
            (index_play.hand, index_play.up, index_play.below, index_play.at_least, f"{index_play.index:+.1f}")
            for index_play in self.index_plays
        )
        head = ("hand", "dealer shows", "below", "from the index on", "index")
        return Section("Index plays (Hi-Lo, true count)", grids=(Grid("", head, rows),) if rows else ())


def _effect(share: float) -> str:
    """In percent; less than is shown is nothing, without a sign of its own."""
    return f"{round(100 * share, 4) + 0.0:+.4f}"


def _yield_json(one: Yield) -> dict[str, float]:
    return {"rounds": one.rounds, "bets": one.bets, "units": one.units, "edge_when_bet": one.edge}


def _count_json(one: Counted) -> dict[str, Any]:
    return {
        "expectation": one.removal.expectation,
        "effects": dict(one.removal.effects),
        **({"effects_by_card": dict(one.cards.effects)} if one.cards is not None else {}),
        "tags": dict(one.count.tags),
        "correlation": one.count.correlation,
        "bet_from_true_count": one.count.trigger,
        "yield": _yield_json(one.tags),
        "ideal_yield": _yield_json(one.ideal),
        **(
            {"perfect_yield": {**_yield_json(one.perfect.found), "standard_error": one.perfect.error}}
            if one.perfect is not None
            else {}
        ),
    }


def _counted(
    removal: Removal, shoe: Shoe, cards: Removal | None = None, perfect: Perfect | None = None, offered: float = 1.0
) -> Counted:
    count = best_count(removal, shoe)
    ideal, tags = (yield_of(removal, shoe, ratio, offered) for ratio in (1.0, count.correlation))
    return Counted(removal, count, ideal, tags, cards, perfect)


def exposure(question: Question, seats: int, progress: Progress) -> Exposure:
    if not 1 <= seats <= MOST_SEATS:
        raise RuleError(f"must be from 1 to {MOST_SEATS}", "--seats")
    spec = question.load().spec
    if isinstance(spec, Baccarat):
        return _coups(question, progress)
    if isinstance(spec, Blackjack):
        return _blackjack(question, seats, progress)
    if isinstance(spec, HousePoker):
        return _house_poker(question, seats, progress)
    if isinstance(spec, TileGame):
        return _tiles(question, seats, progress)
    return Exposure(spec.id, not_computed=_why_none(spec))


def _why_none(spec: object) -> dict[str, str]:
    """Why nothing is computed for a game of these rules."""
    if isinstance(spec, PaiGow):
        seen = "what seen and shared cards are worth to a hand that is set in two is not computed yet"
        return {"counting": _SHUFFLED, "knowledge of cards": seen}
    if isinstance(spec, PlayerPoker):
        return {"the game": "players play against each other: the house takes its share and has no edge to lose"}
    return {"the game": "nothing that is dealt is kept from round to round or hidden while wagers are made"}


def _tiles(question: Question, seats: int, progress: Progress) -> Exposure:
    plan = load_tiles(question.game, dict(question.house))
    if not on_tiles(plan):
        return Exposure(plan.game.spec.id, not_computed={"the game": "no wager is on the tiles"})
    bag = Bag(counted_tiles(plan))
    pieces = {"one hidden tile of the dealer": (1, 1)}
    for count in sorted({2, min(seats, plan.game.spec.seats)} - {1}):
        pieces[f"the tiles of {count - 1} other seat{'s' * (count > 2)}"] = (count, 0)
    executor, step = Executor(progress), 1 / len(pieces)
    knowledge = {
        name: gain_of_tiles(bag, hands, dealers, executor.within(place * step, (place + 1) * step))
        for place, (name, (hands, dealers)) in enumerate(pieces.items())
    }
    return Exposure(plan.game.spec.id, None, {}, (), knowledge, bag.edge, {"counting": _MIXED})


def _coups(question: Question, progress: Progress) -> Exposure:
    plan = load_coup(question.game, dict(question.house))
    if plan.game.spec.shoe.continuous:
        return Exposure(plan.game.spec.id, not_computed={"the game": _CONTINUOUS})
    removals, shoe = coup_removals(plan, question.meters, progress)
    why = {"seen and shared cards": "no decision is made after the first card, so that knowing one changes nothing"}
    counts = {name: _counted(removal, shoe) for name, removal in removals.items()}
    return Exposure(plan.game.spec.id, shoe, counts, not_computed=why)


def _blackjack(question: Question, seats: int, progress: Progress) -> Exposure:
    plan = load_blackjack(question.game, dict(question.house))
    if plan.spec.shoe.continuous:
        return Exposure(plan.spec.id, not_computed={"the game": _CONTINUOUS})
    shoe = blackjack_shoe(plan, seats)
    sides = side_removals(plan, question.meters)
    why = dict(sides.reasons)
    progress(0.2)
    counts: dict[str, Counted] = {}
    knowledge: dict[str, Gain] = {}
    plays: tuple[Index, ...] = ()
    edge = None
    if plan.spec.start != 2 or plan.duel is not None:
        why["the game"] = "other hands than two cards against the dealer are not counted with cards missing"
    elif plan.spec.switch or plan.spec.streets is not None or len(plan.mains) > 1:
        why["the game"] = "several hands are played together, which is not counted with cards missing"
    else:
        whole, counted = game_removals(plan, lambda done: progress(0.2 + 0.4 * done))
        edge = -whole.expectation
        counts[plan.mains[0]] = _counted(whole, shoe)
        if plan.spec.insurance is not None and plan.spec.insurance.up:
            insured, offered = indices.insurance_removal(counted[0]), indices.insurance_offered(counted[0])
            counts["insurance"] = _counted(insured, shoe, offered=offered)
        plays = tuple(indices.index_plays(counted, shoe))
        if reason := why_no_hole_card(plan):
            why["hole card"] = reason
        else:
            knowledge["the dealer's hole card"] = hole_card(counted[0], lambda done: progress(0.6 + 0.3 * done))
    why["shared cards"] = "the hands lie open on the table: whoever counts has seen them"
    copies = full_copies(plan.spec.deck)
    for name, removal in sides.found.items():
        perfect = perfect_yield(sides.shown[name], copies, shoe, _SHOES) if name in sides.shown else None
        counts[name] = _counted(by_rank(removal), shoe, removal if suits_matter(removal) else None, perfect)
    progress(1.0)
    return Exposure(plan.spec.id, shoe, counts, plays, knowledge, edge, why)


def _pieces_of_knowledge(plan: PokerPlan, seats: int) -> dict[str, tuple[str, int]]:
    """The pile whose first hidden card a seat knows, and of how many seats it knows the cards."""
    pieces: dict[str, tuple[str, int]] = {}
    for pile in pile_sizes(plan):
        if pile != "player" and hidden_at_first(plan, pile) is not None:
            whose = "dealer" if pile == "dealer" else humanize(pile).lower()
            pieces[f"one hidden card of the {whose}"] = pile, 1
    for count in sorted({2, min(seats, plan.game.spec.seats)} - {1}):
        pieces[f"the cards of {count - 1} other seat{'s' * (count > 2)}"] = "", count
    return pieces


def _house_poker(question: Question, seats: int, progress: Progress) -> Exposure:
    plan = load_poker(question.game, dict(question.house))
    why: dict[str, str] = {}
    counts: dict[str, Counted] = {}
    shoe = None
    found = war_removals(plan, question.meters)
    if found is not None:
        removals, shoe = found
        counts = {name: _counted(removal, shoe) for name, removal in removals.items()}
    else:
        words = plan.game.spec.shoe
        why["counting"] = _SHUFFLED if words is None else _CONTINUOUS if words.continuous else "no count fits this game"
    solver = find_solver(plan)
    if solver is not None and (reason := why_unknown(plan)):  # told at once: some games take minutes to solve
        return Exposure(plan.game.spec.id, shoe, counts, not_computed={**why, "knowledge of cards": reason})
    executor = Executor(progress)
    solution = solver.solve(plan, question.meters, executor.within(0.0, _SOLVED)) if solver is not None else None
    executor(_SOLVED)
    if reason := why_not(plan, solution):
        return Exposure(plan.game.spec.id, shoe, counts, not_computed={**why, "knowledge of cards": reason})
    assert solution is not None
    pieces = _pieces_of_knowledge(plan, seats)
    step = (1 - _SOLVED) / max(len(pieces), 1)
    knowledge = {
        name: gain(
            plan, solution, question.meters, pile, known,
            progress=executor.within(_SOLVED + place * step, _SOLVED + (place + 1) * step),
        )
        for place, (name, (pile, known)) in enumerate(pieces.items())
    }  # fmt: skip
    if len(solution.moves) > 1:
        why["more than this"] = "with several decisions the gains are at least these: each looks one decision ahead"
    progress(1.0)
    return Exposure(plan.game.spec.id, shoe, counts, (), knowledge, -solution.mean, why)
