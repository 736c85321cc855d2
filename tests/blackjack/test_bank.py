"""A bank that can run out never pays or takes more than it holds, and takes wagers in the printed order."""

from hypothesis import given
from hypothesis import strategies as st

from houseway.play.core.bank import COVERS, Bank, printed_order
from houseway.play.core.settlement import Line

nets = st.lists(st.integers(-100_000, 100_000), max_size=12)


@given(nets, st.integers(1, 150_000), st.sampled_from(COVERS))
def test_a_bank_neither_wins_nor_loses_more_than_it_put_up(wanted: list[int], amount: int, covers: str) -> None:
    bank = Bank(amount, covers)
    settled = [bank.settle(net) for net in wanted]
    assert -amount <= bank.net <= amount
    assert bank.net == -sum(settled)
    for net, covered in zip(wanted, settled, strict=True):
        assert min(net, 0) <= covered <= max(net, 0)


@given(nets)
def test_a_bank_without_an_amount_covers_everything(wanted: list[int]) -> None:
    bank = Bank(None)
    assert [bank.settle(net) for net in wanted] == wanted


@given(nets, st.integers(1, 150_000))
def test_each_way_pays_and_collects_as_much_as_it_can(wanted: list[int], amount: int) -> None:
    bank = Bank(amount, "each_way")
    for net in wanted:
        bank.settle(net)
    assert bank.paid == min(amount, sum(net for net in wanted if net > 0))
    assert bank.collected == min(amount, -sum(net for net in wanted if net < 0))


def line(wager: str) -> Line:
    return Line(wager, 100, 0, "", "")


def test_the_printed_order_goes_seat_by_seat_or_in_passes_from_the_first_seat() -> None:
    seats = [[line("bonus"), line("base")], [line("base"), line("split")], [line("base")]]
    order: list[str | tuple[str, ...]] = [("base", "split"), "bonus"]
    assert printed_order(seats, order) == [(0, 1), (0, 0), (1, 0), (1, 1), (2, 0)]
    assert printed_order(seats, order, first=1, passes=True) == [(1, 0), (1, 1), (2, 0), (0, 1), (0, 0)]
