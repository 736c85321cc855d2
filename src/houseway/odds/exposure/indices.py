"""Index plays of blackjack: the true count at which another play than the chart's becomes the better one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.odds.blackjack.hands import ACTIONS, all_hands
from houseway.odds.blackjack.solve import Counted, splittable, two_cards
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES
from houseway.odds.exposure.counting import Removal, Shoe, slope_of
from houseway.odds.payoff import payoff

HI_LO = {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 0, "8": 0, "9": 0, "T": -1, "J": -1, "Q": -1, "K": -1, "A": -1}
_FARTHEST = 8.0  # true counts beyond this hardly ever come
_OPEN = -5.0  # values below this stand for plays that are not allowed
_SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Index:
    """A hand and an up card: what is played below and from a true count of the Hi-Lo on."""

    hand: str
    up: str
    below: str
    at_least: str
    index: float


def _ranks(values: Sequence[float]) -> dict[str, float]:
    """Effects of values as effects of ranks."""
    found: dict[str, float] = {}
    for value in range(VALUES):
        names = ("T", "J", "Q", "K") if value == TEN else (NAMES[value],)
        found |= dict.fromkeys(names, values[value])
    return found


def _options(counted: Counted, up: int) -> dict[str, dict[str, float]]:
    """Hand -> play -> its value, over the two-card hands of a total and for every pair."""
    hands = all_hands()
    found: dict[str, dict[str, float]] = {}
    weights: dict[str, float] = {}
    for one, two, hand, chance in two_cards(counted.rules, up):
        plays = {ACTIONS[at]: float(value) for at, value in enumerate(counted.values[up, hand]) if value > _OPEN}
        if one == two and splittable(counted.rules, one) > 0:
            plays[_SPLIT] = float(counted.split_worth[one, up])
            found[f"{NAMES[one]},{NAMES[one]}"] = plays
            continue
        name = f"{'soft' if hands.soft[hand] else 'hard'} {int(hands.total[hand])}"
        before = found.setdefault(name, {})
        for play, value in plays.items():
            before[play] = before.get(play, 0.0) + chance * value
        weights[name] = weights.get(name, 0.0) + chance
    return {
        name: {play: value / weights.get(name, 1.0) for play, value in plays.items()} for name, plays in found.items()
    }


def index_plays(counted: Sequence[Counted], shoe: Shoe) -> list[Index]:
    """From the count of the full shoe and those with one value less."""
    found: list[Index] = []
    full = counted[0]
    if full.rules.plan.spec.insurance is not None and full.rules.plan.spec.insurance.up:
        found.append(_insurance(full, shoe))
    for up in range(VALUES):
        every = [_options(one, up) for one in counted]
        for hand, plays in every[0].items():
            if len(plays) < 2:
                continue
            best = max(plays, key=lambda play: plays[play])
            crossings = []
            for other in plays:
                if other == best or not all(other in one.get(hand, {}) and best in one[hand] for one in every):
                    continue
                ahead = plays[other] - plays[best]
                effects = _ranks([one[hand][other] - one[hand][best] - ahead for one in every[1:]])
                slope = slope_of(HI_LO, effects, shoe)
                if slope and abs(ahead / slope) <= _FARTHEST:
                    crossings.append((abs(ahead / slope), -ahead / slope, other, slope))
            if crossings:
                _, index, other, slope = min(crossings)
                below, above = (best, other) if slope > 0 else (other, best)
                found.append(Index(hand, NAMES[up], below, above, index))
    return sorted(found, key=lambda one: abs(one.index))


def insurance_removal(counted: Counted) -> Removal:
    """Insurance of an ace, an ace being gone: what it expects, and the effect of one card more that is gone."""
    pays = payoff(counted.rules.plan.insurance).net
    cards = counted.rules.shoe

    def value(gone: int | None) -> float:
        left = cards.copy()
        left[ACE] -= 1
        if gone is not None:
            left[gone] -= 1
        chance = float(left[TEN] / left.sum())
        return chance * pays - (1 - chance)

    return Removal(value(None), _ranks([value(gone) - value(None) for gone in range(VALUES)]))


def insurance_offered(counted: Counted) -> float:
    """The share of rounds in which the dealer shows an ace."""
    return float(counted.rules.shoe[ACE] / counted.rules.shoe.sum())


def _insurance(counted: Counted, shoe: Shoe) -> Index:
    """Where insurance breaks even: the share of tens among the cards left."""
    removal = insurance_removal(counted)
    slope = slope_of(HI_LO, removal.effects, shoe)
    return Index("insurance", NAMES[ACE], "no", "yes", -removal.expectation / slope)


def as_json(found: Sequence[Index]) -> list[dict[str, Any]]:
    return [
        {"hand": one.hand, "up": one.up, "below": one.below, "at_least": one.at_least, "index": round(one.index, 2)}
        for one in found
    ]
