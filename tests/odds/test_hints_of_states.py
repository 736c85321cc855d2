"""Hints by the general solver: the decision replayed for one seat, every action valued and named by its cards."""

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.families import hint_for, open_round
from houseway.odds.house_poker.dealer_way import DealerWay
from houseway.odds.house_poker.sampled.at_table import worths_at
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.play.core.roundfile import convert_round
from houseway.play.house_poker.round import Round


def dealt(game: str, seed: int, **wagers: float) -> Round:
    live = open_round(convert_round({"game": game, "seats": [{"wagers": wagers}]}), seed)
    assert isinstance(live, Round)
    return live


def test_30_1099_41_6_the_second_draw_counts_every_card_but_those_seen() -> None:
    """Two pair beside an ace: to stand wins three bets and keeps the bonus, to fold loses what was made so far."""
    live = dealt("double-draw-poker", 1, ante=10, bonus=10).act(0, "discard 8d 3s")
    own = live.seats[0]
    told = worths_at(live, 0, {})
    assert told is not None
    assert told.exact
    assert told.values["stand"] == pytest.approx(30.0)
    assert told.values["fold"] == pytest.approx(-30.0)
    assert len([text for text in told.values if text.startswith("discard")]) == len(own.held()) == 5
    assert hint_for(live, 0).action == max(told.values, key=lambda text: told.values[text])


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("three-card-draw-poker", {"ante": 10}),
        ("colorado-holdem", {"ante": 10}),
        ("wild-six-card-draw-poker", {"poker_bet": 10}),
    ],
)
def test_every_decision_of_games_that_arrays_do_not_play_has_values(game: str, wagers: dict[str, Any]) -> None:
    for seed in (1, 2):
        live = dealt(game, seed, **wagers)
        for _ in range(8):
            if live.over:
                break
            hint = hint_for(live, 0)
            assert hint.actions, (game, hint)
            assert hint.action == hint.actions[0].action
            live = live.act(0, hint.action)
        assert live.over


def test_30_1099_19_bonus_6_is_counted_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cards follow two: some thousand rows, where deals at random cost a thousand times as many."""
    settled: list[int] = []
    spread = Valuer._spread

    def counting(self: Valuer, *given: Any) -> Spread:
        made = spread(self, *given)
        settled.append(made.size)
        return made

    monkeypatch.setattr(Valuer, "_spread", counting)
    told = worths_at(dealt("bonus-6", 7, ante=10), 0, {})
    assert told is not None
    assert told.exact
    assert sum(settled) < 10_000


def test_30_1099_12_a_hint_works_out_no_more_of_the_dealers_way_than_it_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caribbean Draw: every hand that he may hold takes seconds."""

    def never(_self: DealerWay) -> None:
        raise AssertionError("all hands of the dealer were worked out")

    monkeypatch.setattr(DealerWay, "_work_out_all", never)
    told = worths_at(dealt("caribbean-draw", 5, ante=10), 0, {})
    assert told is not None
    assert {"bet", "fold"} == set(told.values)


def test_hidden_cards_of_the_dealer_change_no_value() -> None:
    live = dealt("three-card-draw-poker", 1, ante=10)
    hidden = live.piles.cards["dealer"]
    taken = {*live.seats[0].cards, *hidden}
    others = tuple(card for card in range(52) if card not in taken)[: len(hidden)]
    piles = replace(live.piles, cards={**live.piles.cards, "dealer": others})
    told, again = (worths_at(one, 0, {}) for one in (live, replace(live, piles=piles)))
    assert told is not None
    assert told == again


def test_30_1099_29_7_a_hand_that_wins_only_if_shown_is_shown() -> None:
    """A pair of kings by the joker: shown it wins the bet on queens or better, unshown it loses that."""
    hint = hint_for(dealt("wild-six-card-draw-poker", 7, poker_bet=100, queens_or_better=100), 0)
    worth = {one.action: one.value for one in hint.actions}
    assert hint.action == "show"
    assert worth["show"] - worth["pass"] == pytest.approx(200)
