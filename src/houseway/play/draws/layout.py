"""What a wheel or a keno board looks like, for a page that draws it."""

from typing import Any

from houseway.play.core.wagers import layout_name
from houseway.rules.draws import Keno, Wheel
from houseway.rules.game import Game


def wheel(game: Game[Wheel]) -> dict[str, Any]:
    """The sections clockwise; with a layout its rows, and the symbols and the price of every wager on it."""
    spec = game.spec
    layout: dict[str, Any] = {"sections": list(spec.sections)}
    if spec.layout is not None:
        painted = {symbol: color for color, name in spec.layout.paint.items() for symbol in spec.wagers[name].symbols}
        layout["layout"] = {
            "rows": [list(row) for row in spec.layout.rows],
            "head": list(spec.layout.head),
            "colors": painted,
            "wagers": {
                name: {"label": layout_name(name, spot), "covers": list(spot.symbols), "price": spot.price}
                for name, spot in spec.wagers.items()
                if spot.offered
            },
        }
    return layout


def keno(game: Game[Keno]) -> dict[str, Any]:
    """The numbers of the board, how many are drawn; the tickets that run for several games, and those of groups."""
    kinds = game.spec.wagers.items()
    return {
        "numbers": game.spec.numbers,
        "take": game.spec.drawn,
        "races": [name for name, kind in kinds if kind.games],
        "grouped": {
            name: {"groups": kind.groups, "combined": kind.combined, "kings": kind.kings}
            for name, kind in kinds
            if kind.groups
        },
    }
