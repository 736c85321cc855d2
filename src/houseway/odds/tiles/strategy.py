"""How tiles are best set, said shortly: what each high and low hand is worth, and where the house way errs."""

from typing import Any

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.tiles.kinds import HIGH, LOW, Kinds, best_of, worth_of
from houseway.play.tiles.ranks import TileHand
from houseway.rules.tiles import TileRanks

_UNIT = 1000
_ROWS = 24  # differences shown, the dearest first
RULE = (
    "Look up both hands of each setting in the charts, the high hand as high and the low hand as low: chances in "
    f"{_UNIT} to beat the house way. Play the setting with the largest sum; of equal sums the house way."
)


def chart_scores(kinds: Kinds) -> Ints:
    """[kind, setting, high or low]: chances in a thousand that this hand beats the dealer's, as the chart prints it."""
    dealer = kinds.chosen(kinds.values, kinds.house)
    found = np.zeros(kinds.values.shape, np.int64)
    for side in (HIGH, LOW):
        order = np.argsort(dealer[:, side])
        below = np.concatenate([[0.0], np.cumsum(kinds.shares[order])])
        places = np.searchsorted(dealer[order, side], kinds.attacks[:, :, side])
        found[:, :, side] = np.round(_UNIT * below[places])
    return found


def chart_settings(kinds: Kinds) -> Ints:
    return best_of(kinds, chart_scores(kinds).sum(axis=2).astype(np.float64))


def charts(kinds: Kinds, ranks: TileRanks) -> dict[str, Any]:
    """Pairs by rank, other hands by their points and higher tile."""
    tiles = [" ".join(texts) for texts in ranks.singles]
    pairs: dict[int, dict[int, int]] = {HIGH: {}, LOW: {}}
    points: dict[int, dict[tuple[int, int], int]] = {HIGH: {}, LOW: {}}
    for sets, scored in zip(kinds.sets, chart_scores(kinds).tolist(), strict=True):
        for one, scores in zip(sets, scored, strict=True):
            for side, hand in ((HIGH, one.high), (LOW, one.low)):
                if hand.pair:
                    pairs[side][hand.pair] = scores[side]
                else:
                    points[side][len(tiles) - 1 - hand.rank, hand.points] = scores[side]

    def by_points(side: int) -> dict[str, dict[str, str]]:
        met = [place for place in range(len(tiles)) if any(tile == place for tile, _ in points[side])]
        return {
            tiles[place]: {str(value): str(points[side].get((place, value), "")) for value in range(9, -1, -1)}
            for place in met
        }

    return {
        "pairs": {
            " or ".join(texts): {name: str(pairs[side].get(rank, "")) for name, side in (("high", HIGH), ("low", LOW))}
            for rank, texts in enumerate(ranks.pairs, start=1)
        },
        "as the high hand, by higher tile and points": by_points(HIGH),
        "as the low hand, by higher tile and points": by_points(LOW),
    }


def _said(hand: TileHand) -> str:
    return "pair" if hand.pair else str(hand.points)


def differences(kinds: Kinds, best: Ints, values: Floats) -> dict[str, list[str]]:
    """What the house way sets and what is better, with the share of all hands; the dearest first."""
    found: dict[str, dict[str, list[float]]] = {}
    shares = kinds.shares
    for kind in np.flatnonzero(best != kinds.house):
        house, better = kinds.sets[kind][kinds.house[kind]], kinds.sets[kind][best[kind]]
        texts = tuple(f"{_said(one.high)} and {_said(one.low)}" for one in (house, better))
        row = found.setdefault(texts[0], {}).setdefault(texts[1], [0.0, 0.0])
        row[0] += shares[kind]
        row[1] += shares[kind] * (values[kind, best[kind]] - values[kind, kinds.house[kind]])

    def cost(settings: dict[str, list[float]]) -> float:
        return sum(gain for _, gain in settings.values())

    dearest = sorted(found.items(), key=lambda item: -cost(item[1]))[:_ROWS]
    return {
        house: [f"{better} ({share:.2%})" for better, (share, _) in sorted(settings.items(), key=lambda i: -i[1][1])]
        for house, settings in dearest
    }


def strategy(kinds: Kinds, ranks: TileRanks, best: Ints, counts: Ints, worth: Floats) -> dict[str, Any]:
    """Rules, charts, what the charts and the house way cost, and the dearest differences."""
    values = worth_of(counts, worth)

    def edge(settings: Ints) -> float:
        return -float(kinds.shares @ kinds.chosen(values, settings))

    return {
        "rules": [RULE],
        **charts(kinds, ranks),
        "better than the house way (share of all hands)": differences(kinds, best, values),
        "house_edge_by_chart": edge(chart_settings(kinds)),
        "house_edge_by_the_house_way": edge(kinds.house),
        "hands_set_otherwise_than_the_house_way": float(kinds.shares[best != kinds.house].sum()),
    }
