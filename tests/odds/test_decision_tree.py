"""The decisions of a game as every solver reads them."""

import pytest

from houseway.odds.house_poker.decision_tree import BETS, Grower, Node, read_tree
from houseway.play.house_poker.plan import load_plan


def test_what_a_seat_sees_and_may_do_at_each_decision() -> None:
    tree = read_tree(load_plan("ultimate-texas-holdem", {}))
    seen = [(step.seen("player"), step.seen("community"), step.seen("dealer")) for step in tree.decisions]
    assert seen == [(2, 0, 0), (2, 3, 0), (2, 5, 0)]
    assert [[move.text for move in step.moves] for step in tree.decisions] == [
        ["check", "play 3x", "play 4x"],
        ["check", "play"],
        ["fold", "play"],
    ]
    assert tree.stakes == {"ante": 1.0, "blind": 1.0}
    assert (tree.unit, tree.placed) == ("ante", ("play",))
    assert tree.says_only(*BETS, "unless")
    assert not tree.says_only(*BETS)


def test_lines_end_where_a_wager_is_made_or_the_hand_folded() -> None:
    tree = read_tree(load_plan("ultimate-texas-holdem", {}))
    grower = Grower(tree)
    root = grower.grow(0, tree.stakes)
    assert isinstance(root, Node)
    assert [node.level for node in grower.nodes.values()] == [5, 3, 0]
    assert sorted((line.staked, line.folded) for line in grower.lines.values()) == [
        (2.0, True),
        (3.0, False),
        (4.0, False),
        (5.0, False),
        (6.0, False),
    ]


@pytest.mark.parametrize(
    ("game", "decisions"),
    [
        ("three-card-poker", ["play or fold"]),  # not: whether seats without an ante lay down their cards
        ("boston-7-stud", ["bet or fold"]),  # not: whether to show three cards for a bonus
        ("casino-war", ["surrender or war"]),  # not: a tie wager of any amount
        ("208-poker", []),  # wagers between the cards, any number of them
    ],
)
def test_stages_about_wagers_beside_the_game_are_left_out(game: str, decisions: list[str]) -> None:
    plan = load_plan(game, {})
    assert [plan.stages[step.stage].name for step in read_tree(plan).decisions] == decisions


def test_wagers_placed_blind_are_left_out() -> None:
    """Of Mississippi Stud: 3rd to 5th street may be bet ahead, which is never better than to wait."""
    first, *_ = read_tree(load_plan("mississippi-stud", {})).decisions
    assert [move.text for move in first.moves] == ["fold", "bet 1x", "bet 2x", "bet 3x"]


def test_what_a_stage_says_beyond_cards_is_told_by_its_words() -> None:
    tree = read_tree(load_plan("double-draw-poker", {}))
    assert {word for step in tree.steps for word in step.words} == {"bet", "discard", "fill_from", "fold"}
