"""A shoe that goes on: its cards in their order, and behind them what has been dealt, shuffled where it is needed."""

from collections.abc import Sequence

import pytest

from houseway.cards.shuffle import shuffled
from houseway.play.core import shoe
from houseway.rules.game import load_game

SEED = 9_431_977


def test_discards_are_shuffled_only_where_a_round_comes_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffles: list[str] = []

    def counted(cards: Sequence[int], seed: int | None = None, purpose: str = "cards") -> list[int]:
        shuffles.append(purpose)
        return shuffled(cards, seed, purpose)

    monkeypatch.setattr(shoe, "shuffled", counted)
    words = load_game("blackjack").spec.shoe
    whole = shoe.fresh_shoe("2x52", words, SEED).cards
    assert isinstance(whole, tuple)
    cards = shoe.shoe_at("2x52", words, SEED, {"used": 70, "beyond": 0}).cards
    assert (cards[70], cards[70:104]) == (whole[70], whole[70:104])
    assert shuffles == ["cards"]
    behind = tuple(shuffled(whole[:70], SEED, "discards 70"))
    assert (cards[104], cards[100:110]) == (behind[0], (*whole[100:104], *behind[:6]))
    assert (len(cards), cards[:]) == (174, (*whole, *behind))
    assert shuffles == ["cards", "discards 70"]
