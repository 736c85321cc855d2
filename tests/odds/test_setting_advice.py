"""Settings of tiles and of pai gow hands, held against the table's own settlement."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.cards.text import format_card, parse_card
from houseway.cards.tiles import TILES, parse_tile
from houseway.families import answer, family_of, hint_for, open_round
from houseway.odds.hints import Hint
from houseway.odds.pai_gow import hints
from houseway.odds.tiles import nets as tile_nets
from houseway.odds.tiles.hints import counted, worths
from houseway.play.core.roundfile import convert_round
from houseway.play.pai_gow.plan import load_plan as load_pai_gow
from houseway.play.tiles.plan import load_plan as load_tiles
from houseway.play.tiles.ranks import Ranker
from houseway.play.tiles.settle import compare
from houseway.play.tiles.table import by_house_way


def test_a_setting_of_tiles_is_the_mean_of_all_dealers() -> None:
    plan = load_tiles("pai-gow-tiles", {})
    own = [parse_tile(text) for text in ("1-4", "1-5", "6-6", "4-4")]
    left = list(TILES)
    for tile in own:
        left.remove(tile)
    dealers = [by_house_way(plan, dealer) for dealer in combinations(left, 4)]
    found = worths(counted(plan), own)
    assert len(found) == 3
    rate = 0.05  # CO 30-2608(10): the vigorish on what is won
    for low, worth in found.items():
        mine = Ranker(plan.game.spec.tiles).set_tiles(own, low)
        results = [compare(plan, mine, dealer)[0] for dealer in dealers]
        won, lost = results.count("win"), results.count("lose")
        assert worth == pytest.approx((won * (1 - rate) - lost) / len(dealers))


def test_a_second_hint_for_tiles_settles_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once settled every outcome with every fall of the dice: a certificate of tiles saw four rounds a second."""
    opening = convert_round({"game": "pai-gow-tiles", "seats": [{"wagers": {"pai_gow": 10}}]})
    solution = family_of("pai-gow-tiles").odds.solve("pai-gow-tiles", {})

    def hinted(seed: int) -> Hint:
        live = open_round(opening, seed)
        while not live.legal(live.turn)[0].lead.startswith("set"):
            live = live.act(live.turn, live.suggest(live.turn))
        return hint_for(live, live.turn, solution)

    assert hinted(1).exact

    def never(*_given: object) -> None:
        raise AssertionError("a round was settled for a hint")

    monkeypatch.setattr(tile_nets, "Settler", never)
    assert hinted(2).exact


def settled(cards: list[str], low: str, dealer: list[str]) -> float:
    file: dict[str, Any] = {
        "game": "pai-gow-poker",
        "seats": [{"wagers": {"wager": 10}, "cards": cards, "actions": [f"set low: {low}"]}],
        "dealer": dealer,
    }
    return float(answer(convert_round(file))["seats"][0]["net"])


def test_settings_of_cards_are_settled_as_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dealers, one by one through the settlement."""
    monkeypatch.setattr(hints, "DEALINGS", 150)
    texts = ["Qd", "2d", "Ah", "Th", "2c", "3c", "Jc"]
    cards = [parse_card(text) for text in texts]
    told = hints.advise(load_pai_gow("pai-gow-poker", {}), cards, [], np.random.default_rng(4))
    left = [card for card in deck(load_pai_gow("pai-gow-poker", {}).game.spec.deck) if card not in cards]
    drawn = np.argpartition(np.random.default_rng(4).random((150, len(left))), 7, axis=1)[:, :7]
    dealers = [[format_card(left[place]) for place in row] for row in drawn]
    for low in (told.house_way, (cards[2], cards[6])):
        nets = [settled(texts, " ".join(map(format_card, low)), dealer) for dealer in dealers]
        assert told.worths[low] == pytest.approx(np.mean(nets) / 10)
    assert told.worths[told.best] >= told.worths[told.house_way]
