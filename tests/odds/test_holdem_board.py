"""Shared boards: public figures, and every deal of a reduced deck played out one by one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from tests.odds.solved import solved

from houseway.cards.text import parse_card
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.decision_tree import Line, Node
from houseway.odds.house_poker.holdem_board.extra_wagers import count_extra_wagers
from houseway.odds.house_poker.holdem_board.hand_descriptions import descriptions
from houseway.odds.house_poker.holdem_board.law import count_results, strategy_moves
from houseway.odds.house_poker.holdem_board.solve import by_hole_cards, fits
from houseway.odds.house_poker.holdem_board.strategy import Strategy
from houseway.odds.house_poker.holdem_board.template import BoardGame, match_template
from houseway.odds.house_poker.holdem_board.worth import net_of, wagers_of, worths
from houseway.odds.house_poker.strategy import policy_of_rules
from houseway.odds.house_poker.wagers import standing_wagers
from houseway.odds.page import strategy_grids
from houseway.odds.suit_classes.boards import pair_cards
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.house_poker.plan import load_plan

GAMES = ("ultimate-texas-holdem", "texas-holdem-bonus-poker")
FROM_TEN = tuple(range(32, 52))  # five ranks: flushes, straight flushes and full houses all happen
Floats = npt.NDArray[np.float64]


def cards(text: str) -> npt.NDArray[np.uint8]:
    return np.array([[parse_card(word) for word in row.split()] for row in text.split("|")], np.uint8)


@cache
def reduced(game: str) -> Floats:
    shape = replace(shape_of(game), deck=FROM_TEN)
    worth = worths(shape, {})
    assert worth is not None
    return by_hole_cards(shape, worth)[0]


def shape_of(game: str) -> BoardGame:
    shape = match_template(load_plan(game, {}))
    assert shape is not None
    return shape


class Deals:
    """Every board and dealer's hand beside two hole cards of a deck: what each line nets, by board."""

    def __init__(self, shape: BoardGame, hole: tuple[int, int]) -> None:
        self.shape = shape
        rest = np.array([card for card in shape.deck if card not in hole], np.uint8)
        boards = all_hands(rest, shape.board)
        dealers = np.concatenate([all_hands(np.setdiff1d(rest, board), 2) for board in boards])
        piles = {
            "player": np.tile(np.array(hole, np.uint8), (len(dealers), 1)),
            "community": np.repeat(boards, len(dealers) // len(boards), axis=0),
            "dealer": dealers,
        }
        batch = Batch(shape.plan, piles)
        nets = {name: batch.nets(name).reshape(len(boards), -1) for line in shape.lines for name in line.stakes}
        self.boards = [tuple(map(int, board)) for board in boards]
        self.lines: dict[int, Floats] = {}
        for line in shape.lines:
            net = sum(stake * (-1.0 if line.folded else nets[name]) for name, stake in line.stakes.items())
            self.lines[id(line)] = np.broadcast_to(net, nets["ante"].shape).mean(axis=1)

    def with_board(self, thing: Line | Node) -> Floats | None:
        """The mean for each board, of what is decided with the whole board in view."""
        if isinstance(thing, Line):
            return self.lines[id(thing)]
        if thing.level < self.shape.board:
            return None
        return np.asarray(np.max([self.lines[id(way)] for way in thing.ways], axis=0), np.float64)

    def play(self, thing: Line | Node, known: tuple[int, ...], boards: list[int]) -> float:
        """The mean from a point of the tree on, over the boards that hold the known cards."""
        ends = self.with_board(thing)
        if ends is not None:
            return float(ends[boards].mean())
        assert isinstance(thing, Node)
        if len(known) == thing.level:
            return max(self.play(way, known, boards) for way in thing.ways)
        parts: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place in boards:
            left = [card for card in self.boards[place] if card not in known]
            for more in combinations(left, thing.level - len(known)):
                parts[tuple(sorted((*known, *more)))].append(place)
        return float(np.mean([self.play(thing, seen, places) for seen, places in parts.items()]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "hole",
    [
        pytest.param((48, 49), id="AA", marks=pytest.mark.nightly),
        pytest.param((32, 36), id="JTs"),
        pytest.param((33, 40), id="QTo", marks=pytest.mark.nightly),
    ],
)
def test_every_deal_of_a_reduced_deck(game: str, hole: tuple[int, int]) -> None:
    deals = Deals(replace(shape_of(game), deck=FROM_TEN), hole)
    wanted = deals.play(deals.shape.root, (), list(range(len(deals.boards))))
    number = hole[1] * (hole[1] - 1) // 2 + hole[0]
    assert reduced(game)[number] == pytest.approx(wanted, rel=1e-11)


THREE_RANKS = tuple(range(40, 52))


Best = Callable[[Node, npt.NDArray[np.uint8], npt.NDArray[np.uint8]], npt.NDArray[np.int64]]


def plainly_counted(
    shape: BoardGame, best: Best, beside: Mapping[str, float] | None = None, lines: Counter[int] | None = None
) -> dict[float, int]:
    """Every deal in every order of the board, each played by asking for its move; `lines` counts those of each line."""
    rows = []
    for board in combinations(shape.deck, shape.board):
        rest = [card for card in shape.deck if card not in board]
        for hole in combinations(rest, 2):
            others = [card for card in rest if card not in hole]
            rows += [(*hole, *dealer, *board) for dealer in combinations(others, 2)]
    dealt, counts = np.array(rows, np.uint8), Counter[float]()
    for flop in combinations(range(shape.board), 3):
        left = [place for place in range(shape.board) if place not in flop]
        for later in (left, left[::-1]):
            turned = dealt[:, 4:][:, [*flop, *later]]
            batch = Batch(shape.plan, {"player": dealt[:, :2], "community": turned, "dealer": dealt[:, 2:4]})
            nets = {name: batch.nets(name) for name in wagers_of(shape)}
            extra = np.zeros(len(dealt))
            for name, stake in (beside or {}).items():
                extra += stake * batch.nets(name)
            at: list[tuple[Line | Node, npt.NDArray[np.int64]]] = [(shape.root, np.arange(len(dealt)))]
            while at:
                thing, place = at.pop()
                if isinstance(thing, Line):
                    results = (net_of(batch, thing, nets) + extra)[place].round(9)
                    values, many = np.unique(results, return_counts=True)
                    counts.update(dict(zip(values.tolist(), many.tolist(), strict=True)))
                    if lines is not None:
                        lines[id(thing)] += len(place)
                    continue
                move = best(thing, dealt[place, :2], turned[place, : thing.level])
                at += [(way, place[move == number]) for number, way in enumerate(thing.ways)]
    return dict(counts)


@pytest.mark.parametrize("game", GAMES)
def test_deals_of_every_net_result_of_a_reduced_deck(game: str) -> None:
    shape = replace(shape_of(game), deck=THREE_RANKS)
    worth = worths(shape, {})
    assert worth is not None
    by_pair, known = by_hole_cards(shape, worth)
    law = count_results(shape, worth, known)
    lines = Counter[int]()
    plain = plainly_counted(shape, Strategy(shape, known).best, lines=lines)
    times = sum(plain.values()) // law.cycle  # orders of cards between which nothing is decided
    assert {net: times * count for net, count in law.counts.items()} == plain
    assert [times * count for count in law.lines] == [lines[id(line)] for line in shape.lines]
    dealt = np.isin(pair_cards(), THREE_RANKS).all(axis=1)
    assert sum(net * count for net, count in law.counts.items()) / law.cycle == pytest.approx(by_pair[dealt].mean())


@pytest.mark.parametrize("version", [pytest.param("5-card", marks=pytest.mark.nightly), "7-card"])
def test_30_1099_27_7_results_together_with_a_bonus_that_no_decision_touches(version: str) -> None:
    """Champion Poker: the bonus is paid on the flop or on the whole board, to a folded hand too."""
    plan = load_plan("champion-poker", {"version": version})
    table = f"holdem_bonus_{version.replace('-', '')}"
    other = load_plan(
        "champion-poker", {"version": version, "pay_tables": {table: "B" if version == "5-card" else "G"}}
    )
    shape, names = match_template(plan), standing_wagers(plan)
    assert shape is not None
    assert names == ("holdem_bonus",)
    shape, stakes = replace(shape, deck=THREE_RANKS), dict.fromkeys(names, 0.5)
    worth = worths(shape, {})
    assert worth is not None
    _, known = by_hole_cards(shape, worth)
    laws = count_extra_wagers(shape, worth, known, [plan, other], stakes, {})
    assert laws is not None
    for one, counts in zip((plan, other), laws, strict=True):
        plain = plainly_counted(replace(shape, plan=one), Strategy(shape, known).best, stakes)
        times = sum(plain.values()) // sum(counts.values())
        assert {net: times * count for net, count in counts.items()} == plain
    assert (laws[0] != laws[1]) == (version == "7-card")  # the other tables differ in what three ranks never make


def test_a_strategy_of_rules_is_counted_on_a_reduced_deck() -> None:
    """Four times the ante with an ace, later with a full house or four of a kind, else fold at the end."""
    shape = replace(shape_of("ultimate-texas-holdem"), deck=THREE_RANKS)
    worth = worths(shape, {})
    assert worth is not None
    rules = (
        '{"before the flop": [{"do": "play 4x", "having": "high A"}], '
        '"after the flop": [{"do": "play", "having": "full_house"}], "after the river": [{"do": "play", '
        '"having": "four_of_a_kind"}, {"do": "fold"}]}'
    )
    policy = policy_of_rules(shape.plan, rules)
    given = strategy_moves(shape, policy.moves, policy.decide, {"player"})
    assert given is not None
    numbers = given[0].numbers

    def best(node: Node, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        moves = policy.decide(node.stage, {"player": hole, "community": board})
        way: npt.NDArray[np.int64] = numbers[node.stage][moves]
        return way

    law, plain = count_results(shape, worth, given), plainly_counted(shape, best)
    times = sum(plain.values()) // law.cycle
    assert {net: times * count for net, count in law.counts.items()} == plain
    assert sum(count > 0 for count in law.lines) == 4  # nobody bets three times the ante


def test_ultimate_texas_holdem_keeps_2_185_percent_of_the_ante() -> None:
    answer = solved("ultimate-texas-holdem")
    assert answer.unit == "ante"
    assert answer.mean == pytest.approx(-0.02185, abs=5e-6)
    assert answer.average_bet == pytest.approx(4.152, abs=5e-4)


@pytest.mark.nightly  # by day its deals of a reduced deck are counted, and the whole deck of the other game
def test_texas_holdem_bonus_keeps_2_04_percent_of_the_ante() -> None:
    assert solved("texas-holdem-bonus-poker").mean == pytest.approx(-0.0204, abs=5e-5)


def test_hole_cards_that_are_played_for_four_times_the_ante() -> None:
    said = solved("ultimate-texas-holdem").strategy["before the flop"]
    assert said["legend"] == {"4x": "play 4x", "C": "check"}
    played = {
        f"{row}{column}"
        for row, marks in said["chart"].items()
        for column, mark in marks.items()
        if said["legend"][mark] == "play 4x"
    }
    one_suit = {hand for hand in ("K2", "Q6", "J8", "Q5", "J7", "T9") if hand in played}
    two_suits = {hand for hand in ("2A", "5K", "8Q", "TJ", "4K", "7Q", "9J", "33", "22") if hand in played}
    assert one_suit == {"K2", "Q6", "J8"}
    assert two_suits == {"2A", "5K", "8Q", "TJ", "33"}
    assert sum(map(len, said["chart"].values())) == 169


def test_the_sheet_shows_the_chart_and_the_rules_of_every_street() -> None:
    grids = {grid.title: grid for grid in strategy_grids(solved("ultimate-texas-holdem").strategy)}
    chart = grids["before the flop"]
    assert chart.chart
    assert chart.head == ("", *"AKQJT98765432")
    assert [row[0] for row in chart.rows] == list("AKQJT98765432")
    assert grids["after the flop"].rows[-1][:2] == ("otherwise", "check")
    assert grids["after the river"].rows[-1][:2] == ("otherwise", "fold")


def test_the_rules_of_later_streets_are_those_that_players_know() -> None:
    """The published simple strategy of the game, found from the tables of best play."""
    said = solved("ultimate-texas-holdem").strategy
    flop, river = said["after the flop"], said["after the river"]
    assert [rule["when"] for rule in flop["rules"]] == [
        "a hidden pair or better",
        "four to a flush with a hidden ten or higher",
        "otherwise",
    ]
    assert river["rules"][0]["when"] == "fewer than 21 cards that would beat you in the dealer's hand"
    for street in (flop, river):
        assert sum(rule["share"] for rule in street["rules"]) == pytest.approx(1.0)
        assert 0 < street["hands_played_better_otherwise"] < 0.03
        assert 0 < street["cost_of_the_rules"] < 0.002
        assert street["standard_error_of_the_cost"] < 0.0002


def test_what_hole_cards_look_like_beside_a_board() -> None:
    hole, board = cards("Ts 9s | 8h 8d | Ac 2d"), cards("8s 7s 2h | 8s 7s 2h | 8s 8h 8c")
    ranking = load_plan("ultimate-texas-holdem", {}).hands["player"].ranking
    assert ranking is not None
    seen = dict(descriptions(hole, board, ranking, np.arange(52, dtype=np.uint8), last=False))
    assert seen["a hidden pair or better"].tolist() == [False, True, False]
    assert seen["a hidden three of a kind or better"].tolist() == [False, True, False]
    assert seen["four to a flush with a hidden ten or higher"].tolist() == [True, False, False]
    assert not seen["four to a flush with a hidden jack or higher"].any()
    assert seen["an open straight draw"].tolist() == [True, False, False]
    assert seen["two cards above the board"].tolist() == [True, False, False]
    assert seen["an ace"].tolist() == [False, False, True]


def test_outs_against_a_hand_are_the_single_cards_that_beat_it_with_the_board() -> None:
    """Ace high on K-Q-9-6-3 of four suits loses to any card that pairs one of those five: fifteen cards."""
    hole, board = cards("Ac 2d"), cards("Kc Qd 9h 6s 3c")
    ranking = load_plan("ultimate-texas-holdem", {}).hands["player"].ranking
    assert ranking is not None
    seen = dict(descriptions(hole, board, ranking, np.arange(52, dtype=np.uint8), last=True))
    words = "fewer than {} cards that would beat you in the dealer's hand"
    assert not seen[words.format(15)][0]
    assert seen[words.format(16)][0]


@pytest.mark.parametrize("game", ["three-card-poker", "caribbean-stud", "mississippi-stud", "let-it-ride"])
def test_games_of_another_shape_do_not_fit(game: str) -> None:
    assert not fits(load_plan(game, {}))
