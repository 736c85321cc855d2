"""A game as spaces: what a seat sees as numbers, and what it may do as a number with a mask.

Both are derived from the game: rounds dealt by fixed seeds tell the piles a seat sees, the pieces that lie in them and
the actions that are offered. An action that those rounds never met is still played, by one of a few spare numbers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces

from houseway.cards.text import format_card
from houseway.families import betting_spots, family_of, open_round
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.actions import Action
from houseway.play.core.finished import Finished
from houseway.play.core.money import dollars
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import by_game

SETTLE = "settle"  # the one action when nothing is left to decide
PATIENCE = 50  # decisions of a seat in a round, then AUTO: a bet that stays up can be turned off and on for ever
AUTO = "auto"  # what a seat that plays by itself would do, where an action cannot be written as a number
UNIT = 10  # dollars of the wager that rewards are measured in
_SPARE = 8  # numbers for actions that no round met when the spaces were made
_ROUNDS = 40  # that are played to make the spaces
_MOST_CHOICES = 128  # of cards or places that one action may name
_STACK = 200  # dollars in front of a seat that plays for a pot

Observation = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """A game of a house, with as many seats."""

    game: str
    house: Mapping[str, Any]
    seats: int
    wagers: Mapping[str, Any] | None = None  # of every seat; None: those that the game asks for

    def opening(self, made: Mapping[int, Mapping[str, Any]] | None = None) -> RoundFile:
        """The round before the first card; `made`: wagers that seats chose themselves."""
        spots = betting_spots(RoundFile(self.game, house=dict(self.house)))
        plain = dict(choose_wagers(spots, UNIT * 100) if self.wagers is None else self.wagers)
        wagers = [dict((made or {}).get(seat, plain)) for seat in range(self.seats)]
        stack = {"stack": _STACK} if family_of(self.game).traits.pot else {}
        return convert_round(
            {
                "game": self.game,
                "house": dict(self.house),
                "seats": [{"wagers": wager, **stack} for wager in wagers],
                "meters": shown_meters(spots, wagers),
            }
        )

    @cached_property
    def bets(self) -> dict[str, dict[str, Any]]:
        """One wager at a time, of the amount nearest to a unit: the choice in a game without decisions."""
        spots = betting_spots(RoundFile(self.game, house=dict(self.house)))
        found: dict[str, dict[str, Any]] = {}
        for spot in spots:
            alone = [one for one in spots if one.name == spot.name or one.required or one.name in spot.needs]
            made = choose_wagers(alone, UNIT * 100)
            if spot.name not in made:
                least = max(spot.least or 0, UNIT * 100) if not spot.stakes else min(spot.stakes)
                made = {**made, spot.name: dollars(min(least, spot.most) if spot.most else least)}
            if self._opens(made):
                found[f"bet {'+'.join(made)}"] = made
        return found

    def _opens(self, wagers: Mapping[str, Any]) -> bool:
        try:
            live = open_round(self.opening(dict.fromkeys(range(self.seats), wagers)), 0)
            if live.over:
                live.settle()
        except RuleError:
            return False
        return True


def _subsets(count: int, least: int, most: int) -> list[tuple[int, ...]]:
    return [chosen for size in range(least, min(most, count) + 1) for chosen in combinations(range(count), size)]


def _places(live: LiveRound, seat: int) -> tuple[str, ...]:
    """The cards or tiles that a seat holds, in order."""
    return tuple(
        piece for pile in live.visible(seat) if pile.seat == seat and pile.name != "ticket" for piece in pile.cards
    )


def _written(action: Action, live: LiveRound, seat: int) -> Iterator[tuple[str, str]]:
    """The ways to take an action, each by a name that is the same in every round, and its text."""
    lead = action.lead.removeprefix(f"{action.hand} ") if action.hand else action.lead
    if action.cards is not None and action.piece != "places":
        held = _places(live, seat)
        chosen = _subsets(len(held), *action.cards)
        if len(chosen) <= _MOST_CHOICES:
            for places in chosen:
                name = " ".join([lead, *(f"#{place + 1}" for place in places)])
                yield name, " ".join([action.lead, *(held[place] for place in places)])
            return
    if action.cards is not None or "TARGET" in action.lead:
        return
    texts = action.texts()
    if not texts and action.open_ended:
        low = action.least if action.least > 1 else UNIT * 100
        yield f"{lead} least", f"{action.lead} {dollars(low)}"
        if action.most > low:
            yield f"{lead} most", f"{action.lead} {dollars(action.most)}"
        return
    if len(texts) == 1:
        yield lead, texts[0]
    elif action.unit:
        yield from ((text.removeprefix(f"{action.hand} "), text) for text in texts)
    else:
        yield from ((f"{lead} #{number}", text) for number, text in enumerate(texts, 1))
        if 0 < action.least < action.most:
            half = (action.least + action.most) // 200 * 100
            yield f"{lead} half", f"{action.lead} {dollars(half)}"


def _ways(live: LiveRound, seat: int, taken: int) -> dict[str, str]:
    """What a seat that has taken so many decisions may do, by name; never empty while it has a decision."""
    if taken >= PATIENCE:
        return {AUTO: live.suggest(seat, Random(taken))}
    found: dict[str, str] = {}
    for action in live.legal(seat):
        for name, text in _written(action, live, seat):
            named = name if name not in found else f"{action.hand} {name}"
            if named in found:
                continue
            try:
                live.act(seat, text)
            except RuleError:
                continue
            found[named] = text
    return found or {AUTO: live.suggest(seat)}


@dataclass
class Encoding:
    """The spaces of a game, and rounds told in them.

    >>> encoding = Encoding.of("three-card-poker")
    >>> encoding.actions[:3]
    ('settle', 'fold', 'play')
    >>> encoding.observation_space["hand"].shape
    (3,)
    """

    setting: Setting
    actions: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    piles: dict[str, int] = field(default_factory=dict)  # what a seat sees besides its hand: most pieces of each
    hand: int = 1  # most pieces of its own
    chooses_bets: bool = False  # rounds have no decisions: a seat chooses a wager

    @classmethod
    def of(
        cls, game: str, house: Mapping[str, Any] | None = None, seats: int = 1, wagers: Mapping[str, Any] | None = None
    ) -> "Encoding":
        """The encoding of a game; made once for the same choices.

        >>> Encoding.of("three-card-poker") is Encoding.of("three-card-poker")
        True
        """
        return _encoding(game, msgspec.json.encode(house or {}), seats, msgspec.json.encode(wagers))

    @property
    def action_space(self) -> spaces.Discrete[Any]:
        """The numbers of the actions, and some spare ones for rare actions.

        >>> encoding = Encoding.of("three-card-poker")
        >>> int(encoding.action_space.n) > len(encoding.actions)
        True
        """
        return spaces.Discrete(len(self.actions) + _SPARE)

    @property
    def observation_space(self) -> spaces.Dict:
        """What is observed: a row of numbers for each pile, the stake, the mask.

        >>> sorted(Encoding.of("three-card-poker").observation_space)
        ['action_mask', 'community', 'dealer', 'hand', 'stake']
        """
        return spaces.Dict({**self._sights, "action_mask": spaces.MultiBinary(int(self.action_space.n))})

    @property
    def _sights(self) -> dict[str, spaces.Space[Any]]:
        most = len(self.pieces) + 1
        shapes = {"hand": self.hand, **self.piles}
        found: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(0, most, (size,), np.int16) for name, size in shapes.items()
        }
        found["stake"] = spaces.Box(0.0, np.inf, (1,), np.float32)
        return found

    # -- actions --------------------------------------------------------------------------------------------------

    def options(self, live: LiveRound | None, seat: int, taken: int = 0) -> dict[int, str]:
        """What a seat may do now that has taken so many decisions: numbers, and the text of each.

        >>> encoding = Encoding.of("three-card-poker")
        >>> encoding.options(open_round(encoding.setting.opening(), 1), 0)
        {1: 'fold', 2: 'play'}
        """
        if live is None:
            return {self.actions.index(bet): bet for bet in self.setting.bets}
        if live.over:
            return {0: SETTLE}
        numbers = {name: number for number, name in enumerate(self.actions)}
        found: dict[int, str] = {}
        spare = len(self.actions)
        for name, text in _ways(live, seat, taken).items():
            if name in numbers:
                found[numbers[name]] = text
            elif spare < len(self.actions) + _SPARE:
                found[spare] = text
                spare += 1
        return found

    def mask(self, options: Mapping[int, str]) -> np.ndarray[Any, np.dtype[np.int8]]:
        """A one for each number that may be taken.

        >>> Encoding.of("three-card-poker").mask({1: "fold", 2: "play"})[:4].tolist()
        [0, 1, 1, 0]
        """
        found = np.zeros(int(self.action_space.n), np.int8)
        found[list(options)] = 1
        return found

    # -- sights ---------------------------------------------------------------------------------------------------

    def observe(self, live: LiveRound | None, seat: int, options: Mapping[int, str]) -> Observation:
        """What a seat sees: its hand and every pile by the numbers of its pieces from 1, what it has staked, a mask.

        >>> encoding = Encoding.of("three-card-poker")
        >>> now = open_round(encoding.setting.opening(), 1)
        >>> encoding.observe(now, 0, {})["hand"].tolist()
        [12, 22, 28]
        """
        return {**self.sight(live, seat), "action_mask": self.mask(options)}

    def sight(self, live: LiveRound | None, seat: int) -> Observation:
        """The same without the mask.

        >>> encoding = Encoding.of("three-card-poker")
        >>> "action_mask" in encoding.sight(open_round(encoding.setting.opening(), 1), 0)
        False
        """
        numbers = {piece: number for number, piece in enumerate(self.pieces, 1)}
        shown = _shown(live, seat) if live is not None else {}
        found: Observation = {}
        for name, size in {"hand": self.hand, **self.piles}.items():
            row = np.zeros(size, np.int16)
            pieces = [numbers.get(piece, len(self.pieces) + 1) for piece in shown.get(name, ())][:size]
            row[: len(pieces)] = pieces
            found[name] = row
        staked = live.staked(seat) / (UNIT * 100) if live is not None else 0.0
        found["stake"] = np.array([max(staked, 0.0)], np.float32)
        return found


def _shown(live: LiveRound, seat: int) -> dict[str, tuple[str, ...]]:
    """What a seat sees, by pile; the open cards of other seats together."""
    found: dict[str, tuple[str, ...]] = {}
    for pile in live.visible(seat):
        name = "hand" if pile.seat == seat else pile.name if pile.seat is None else "others"
        found[name] = (*found.get(name, ()), *pile.cards)
    return found


@by_game(256)
def _encoding(game: str, house: bytes, seats: int, wagers: bytes) -> Encoding:
    """The spaces that some rounds of fixed seeds show."""
    setting = Setting(game, msgspec.json.decode(house), seats, msgspec.json.decode(wagers))
    if not family_of(game).traits.live:
        open_round(setting.opening(), 0)  # says why no table is opened for it
    spec = load_game(game, dict(setting.house)).spec
    if not 1 <= seats <= max(spec.seats, 1):
        raise RuleError(f"the table has 1 to {spec.seats} seats, not {seats}", "seats")
    names: dict[str, None] = {}
    pieces: set[str] = set()
    sizes: dict[str, int] = {"hand": 1}
    chooses = False
    for seed in range(_ROUNDS):
        rng = Random(seed)
        live = open_round(setting.opening(), seed)
        chooses |= isinstance(live, Finished)
        taken = 0
        while True:
            for seat in range(len(live.opening.seats)):
                for name, cards in _shown(live, seat).items():
                    sizes[name] = max(sizes.get(name, 0), len(cards))
                    pieces |= set(cards)
            if live.over:
                break
            ways = _ways(live, live.turn, taken // len(live.opening.seats))
            names |= dict.fromkeys(ways)
            live = live.act(live.turn, rng.choice([*ways.values(), live.suggest(live.turn, rng)]))
            taken += 1
    bets = setting.bets if chooses else {}
    cards = tuple(format_card(card) for card in range(55))
    order = cards if pieces <= set(cards) else tuple(sorted(pieces))
    hand = sizes.pop("hand")
    return Encoding(
        setting,
        (SETTLE, *sorted(names), *bets),
        order,
        {name: size for name, size in sorted(sizes.items()) if size},
        hand,
        chooses,
    )
