"""Charts: a mark stands for one move."""

from houseway.odds.charts import marks_of, two_cards


def test_moves_with_the_same_first_letter_have_different_marks() -> None:
    assert marks_of(["raise 4x", "fold", "check"]) == {"raise 4x": "4x", "fold": "F", "check": "C"}
    assert marks_of(["call", "check"]) == {"call": "Ca", "check": "Ch"}
    chart = two_cards({"AA": "call", "KK": "call", "AKs": "call", "AKo": "check"})
    assert chart["chart"] == {"A": {"A": "Ca", "K": "Ca"}, "K": {"A": "Ch", "K": "Ca"}}
    assert chart["legend"] == {"Ca": "call", "Ch": "check"}
