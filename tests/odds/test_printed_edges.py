"""House advantages that the documents print, computed from the printed prices."""

from pathlib import Path

import pytest

from houseway.odds.sides import Sides
from houseway.play.house_poker.plan import load_plan

COLUMNS = {  # 30-1099.22(7): royal (if any), straight flush, three of a kind, straight, flush; what is printed
    "B7S-01": ("-", 40, 30, 6, 4, 2.3167),
    "B7S-02": ("-", 40, 30, 6, 3, 7.2760),
    "B7S-03": ("-", 40, 30, 5, 4, 5.5747),  # the payback, 94.4253%, is right; the advantage is misprinted as 5.5765%
    "B7S-04": (100, 40, 30, 5, 4, 4.4887),
    "B7S-05": (50, 40, 30, 6, 3, 7.0950),
    "B7S-06": (100, 40, 30, 6, 3, 6.1900),
    "B7S-07": (100, 50, 30, 6, 3, 4.1991),
    "B7S-08": (100, 40, 25, 6, 4, 2.4072),
}
ROWS = ("royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush")


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """All columns at once, in a file of one's own."""

    def cell(price: object) -> str:
        return f'"{price}"' if isinstance(price, str) else str(price)

    rows = "\n".join(
        f"{row} = [{', '.join(cell(column[place]) for column in COLUMNS.values())}]" for place, row in enumerate(ROWS)
    )
    own: Path = tmp_path_factory.mktemp("files") / "boston-bonus.toml"
    own.write_text(
        f'extends = "let-it-ride"\nid = "boston-bonus"\n[[pay_tables.three_card_bonus]]\nids = {list(COLUMNS)}\n'
        f'odds = "to 1"\nrule = "(7)"\n[pay_tables.three_card_bonus.rows]\n{rows}\npair = 1\n'
    )
    prices = Sides(load_plan(str(own), {})).wager("three_card_bonus", every_table=True)["three_card_bonus"]
    return {table: price.house_edge for table, price in prices.items()}


@pytest.mark.parametrize("column", COLUMNS)
def test_30_1099_22_7_house_advantage_of_the_optional_bonus(computed: dict[str, float], column: str) -> None:
    assert 100 * computed[column] == pytest.approx(COLUMNS[column][-1], abs=5.1e-5)
