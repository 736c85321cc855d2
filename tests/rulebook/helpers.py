"""Rounds of one game in a line: `settle(game, seat({"ante": 10}, "Ah Kh", "play"), dealer="9s 8s")`."""

from collections.abc import Mapping
from typing import Any

from houseway.families import settle as settle_round
from houseway.play.core.roundfile import as_json, convert_round

Nets = dict[str, float]


def seat(wagers: Mapping[str, float], cards: str = "", *actions: str, **more: Any) -> dict[str, Any]:
    """A seat of a round file, its cards as one text."""
    return {"wagers": dict(wagers), "cards": cards.split(), "actions": list(actions), **more}


def answer(game: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The settled round; `dealer`, `community` and each of `piles` are texts of cards, or of several hands."""
    for pile in ("dealer", "community"):
        if pile in more:
            more[pile] = more[pile].split()
    if "piles" in more:
        more["piles"] = {
            name: pile.split() if isinstance(pile, str) else [hand.split() for hand in pile]
            for name, pile in more["piles"].items()
        }
    return as_json(settle_round(convert_round({"game": game, "seats": list(seats), **more})))


def all_nets(game: str, *seats: dict[str, Any], **more: Any) -> list[Nets]:
    """The net result of each wager, for every seat."""
    found: list[Nets] = []
    for settled in answer(game, *seats, **more)["seats"]:
        nets: Nets = {}
        for line in settled["lines"]:
            nets[line["wager"]] = nets.get(line["wager"], 0) + line["net"]
        found.append(nets)
    return found


def settle(game: str, *seats: dict[str, Any], **more: Any) -> Nets:
    """The net result of each wager of the first seat."""
    return all_nets(game, *seats, **more)[0]


def rules(game: str, *seats: dict[str, Any], **more: Any) -> dict[str, str]:
    """The rule that each line of the first seat cites."""
    return {line["wager"]: line["rule"] for line in answer(game, *seats, **more)["seats"][0]["lines"]}


def lines(game: str, *seats: dict[str, Any], **more: Any) -> list[dict[str, dict[str, Any]]]:
    """The settled lines of every seat by wager, where no wager has two."""
    return [{line["wager"]: line for line in one["lines"]} for one in answer(game, *seats, **more)["seats"]]
