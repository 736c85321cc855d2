"""Many rounds side by side: house poker and blackjack as vector environments whose steps are array operations."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numba import njit

from houseway.cards.decks import deck
from houseway.families import family_of
from houseway.odds.arrays import Cards, Flags, Floats, Ints
from houseway.odds.blackjack.dealer import NATURAL
from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS, all_hands
from houseway.odds.blackjack.pays import BUST, CHARLIE, DOUBLED, FIRST, FREE_DOUBLED, PLAIN, saving_ranks
from houseway.odds.blackjack.rounds import DISCARDS, GONE, HELD, dealer_end, draw_card
from houseway.odds.blackjack.simulate import shoe_cards
from houseway.odds.blackjack.solve import Rules, read_rules
from houseway.odds.blackjack.values import ACE, TEN, VALUE_BITS
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.simulate import Rounds
from houseway.odds.house_poker.strategy import plain_policy
from houseway.odds.house_poker.wagers import check_known, main_wagers, opening_stakes, pile_sizes, redraws, seen_at
from houseway.odds.simulate.streams import deal, stream
from houseway.play.blackjack.plan import load_plan as load_blackjack
from houseway.play.house_poker.plan import load_plan
from houseway.rules.blackjack import Blackjack
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.house_poker import HousePoker
from houseway.rules.tables import Table
from houseway.rules.words import Head

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Step = tuple[Any, Floats, Flags, Flags, dict[str, Any]]


class _Vector(VectorEnv[Any, Any, Any]):
    """What both share: a round that ends is followed by the next one in the same step."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def _set_up(self, num_envs: int, width: int, high: int, actions: tuple[str, ...]) -> None:
        self.num_envs, self.actions = num_envs, actions
        self.single_observation_space = spaces.Box(0, high, (width,), np.uint8)
        self.single_action_space = spaces.Discrete(len(actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._block, self._seed = 0, 0

    def _stream(self) -> np.uint64:
        """Random numbers that were not used yet."""
        self._block += 1
        return stream(self._seed, self._block)

    def _seeded(self, seed: int | None) -> None:
        if seed is not None or self._block == 0:
            self._seed, self._block = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]), 0


class _Deals(Batch):
    """Deals whose rows of a pay table are found once, however many wagers it pays."""

    def decisive(self, table: Table) -> npt.NDArray[np.int16]:
        key = (table.name, table.id, table.hand)
        if key not in self._decisive:
            self._decisive[key] = super().decisive(table)
        return self._decisive[key]

    @cached_property
    def _decisive(self) -> dict[tuple[str, str, str], npt.NDArray[np.int16]]:
        return {}


class HousePokerVector(_Vector):
    """Rounds of one seat of a house-poker game, its main wagers made with one unit each.

    An observation is a row of cards, a place for each that a round may deal (0: not seen; 1 for 2c to 52 for As), and
    the number of the decision last. `actions` names the numbers; `info["action_mask"]` says which are allowed, and one
    that is not is played as the plain policy would.

    >>> env = HousePokerVector("three-card-poker", 4)
    >>> observation, info = env.reset(seed=1)
    >>> env.actions, observation.shape, info["action_mask"].tolist()[0]
    (('fold', 'play'), (4, 9), [True, True])
    >>> observation, reward, terminated, truncated, info = env.step(np.array([0, 0, 0, 0]))
    >>> reward.tolist(), terminated.tolist()
    ([-1.0, -1.0, -1.0, -1.0], [True, True, True, True])
    """

    def __init__(self, game: str, num_envs: int = 1 << 14, *, house: Mapping[str, Any] | None = None) -> None:
        self.plan = load_plan(game, dict(house or {}))
        check_known(self.plan)
        if redraws(self.plan) or any(stage.if_tied for stage in self.plan.stages):
            raise RuleError("rounds in which cards are exchanged or dealt on a tie are played one by one", "game")
        self._policy = plain_policy(self.plan)
        self._stages = [stage for stage in sorted(self._policy.moves) if not self.plan.stages[stage].optional]
        if not self._stages:
            raise RuleError("the game has no decisions", "game")
        texts = dict.fromkeys(move.text for stage in self._stages for move in self._policy.moves[stage])
        sizes = pile_sizes(self.plan)
        self._places = {pile: sum(list(sizes.values())[:place]) for place, pile in enumerate(sizes)}
        self._sizes, self._main = sizes, main_wagers(self.plan)
        self._opening = opening_stakes(self.plan)
        self._deck = np.array(deck(self.plan.game.spec.deck), np.uint8)
        self._set_up(num_envs, sum(sizes.values()) + 1, 55, tuple(texts))
        numbers = {text: number for number, text in enumerate(self.actions)}
        self._numbers = {
            stage: np.array([numbers[move.text] for move in self._policy.moves[stage]]) for stage in self._stages
        }
        # Of each decision: its number by its stage, the cards that are seen, the actions, and those a hand must earn.
        self._number = np.zeros(max(self._stages) + 1, np.uint8)
        self._number[self._stages] = np.arange(len(self._stages))
        self._visible = np.zeros((len(self._stages), sum(sizes.values())), np.uint8)
        self._offered = np.zeros((len(self._stages), len(self.actions)), np.bool_)
        self._having: list[tuple[int, int, str, int]] = []
        for place, stage in enumerate(self._stages):
            for pile, seen in seen_at(self.plan, stage).items():
                self._visible[place, [self._places[pile] + one for one in seen]] = 1
            for number, move in zip(self._numbers[stage].tolist(), self._policy.moves[stage], strict=True):
                choice = self.plan.choices[stage][move.choice]
                if choice.having is None:
                    self._offered[place, number] = True
                else:
                    self._having.append((stage, number, choice.spec.hand, choice.having))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cards, dict[str, Any]]:
        """Deal all rounds.

        >>> observation, info = HousePokerVector("three-card-poker", 4).reset(seed=1)
        >>> observation.shape, info["action_mask"].shape
        ((4, 9), (4, 2))
        """
        del options
        self._seeded(seed)
        self._cards: Cards = np.empty((self.num_envs, sum(self._sizes.values())), np.uint8)
        self._stage: Ints = np.zeros(self.num_envs, np.int64)
        self._stakes = {name: np.zeros(self.num_envs) for name in self._opening}
        self._deal(np.arange(self.num_envs))
        return self._seen(), self._info()

    def _deal(self, rows: Ints) -> None:
        """New rounds in these places, at their first decision."""
        fresh = np.empty((len(rows), self._cards.shape[1]), np.uint8)
        deal(self._deck, self._stream(), fresh)
        if len(rows) == self.num_envs:
            self._cards = fresh
            self._now = self._rounds(fresh)
        else:
            self._cards[rows] = fresh
            self._now = self._rounds(self._cards, self._now)
            for name, stake in self._now.stakes.items():
                stake[rows] = self._opening.get(name, 0.0)
            for ended in self._now.closed.values():
                ended[rows] = np.nan
            self._now.folded[rows] = self._now.out[rows] = False
        self._stage[rows] = self._stages[0]

    def _rounds(self, cards: Cards, before: Rounds | None = None) -> Rounds:
        piles = {
            pile: np.ascontiguousarray(cards[:, start : start + self._sizes[pile]])
            for pile, start in self._places.items()
        }
        batch = _Deals(self.plan, piles)
        if before is None:
            return Rounds(self.plan, batch, {name: np.full(len(cards), one) for name, one in self._opening.items()})
        now = Rounds(self.plan, batch, before.stakes, before.closed)
        now.folded, now.out = before.folded, before.out
        return now

    def _seen(self) -> Cards:
        """The cards that a seat sees at the decision of each round, and which decision it is."""
        number = self._number[self._stage]
        found = np.empty((self.num_envs, self._cards.shape[1] + 1), np.uint8)
        np.add(self._cards, 1, out=found[:, :-1])
        found[:, :-1] *= self._visible[number]
        found[:, -1] = number
        return found

    def _info(self) -> dict[str, Any]:
        self._allowed = self._mask()
        return {"action_mask": self._allowed.copy()}

    def _mask(self) -> Flags:
        mask: Flags = self._offered[self._number[self._stage]]
        for stage, number, hand, least in self._having:
            mask[(self._stage == stage) & (self._now.batch.value(hand) >= least), number] = True
        return mask

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Take an action in every round; those that end are settled and dealt anew.

        >>> env = HousePokerVector("three-card-poker", 2)
        >>> _ = env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.step(np.array([0, 1]))
        >>> reward.tolist(), terminated.tolist()
        ([-1.0, 1.0], [True, True])
        """
        actions = np.asarray(actions, np.int64)
        legal = self._allowed[np.arange(self.num_envs), actions]
        pending = np.zeros(self.num_envs, np.bool_)
        was = self._stage.copy()
        for stage in self._stages:
            rows = was == stage
            if not rows.any():
                continue
            if not legal[rows].all():
                actions = self._plain(stage, rows & ~legal, actions)
            for number, move in zip(self._numbers[stage], self._policy.moves[stage], strict=True):
                taking = rows & (actions == number)
                if taking.any():
                    self._now.act(stage, move, taking)
            pending |= rows
            for later in self._stages[self._stages.index(stage) + 1 :]:
                on = rows & pending & self._now.concerned(self.plan.stages[later])
                self._stage[on] = later
                pending &= ~on
                rows &= ~on
        reward = np.zeros(self.num_envs)
        over = np.flatnonzero(pending)
        if len(over):
            reward[over] = self._settle(over)
            self._deal(over)
        return self._seen(), reward, pending, np.zeros(self.num_envs, np.bool_), self._info()

    def _plain(self, stage: int, rows: Flags, actions: Ints) -> Ints:
        """The actions, those that are not allowed as the plain policy would act."""
        found = actions.copy()
        known = {
            pile: np.ascontiguousarray(self._now.batch.piles[pile][rows][:, places])
            for pile, places in seen_at(self.plan, stage).items()
        }
        if rows.any():
            found[rows] = self._numbers[stage][self._policy.decide(stage, known)]
        return found

    def _settle(self, rows: Ints) -> Floats:
        """The net result of rounds that are over, in units."""
        whole = len(rows) == self.num_envs
        now = self._now
        if not whole:
            sub = self._rounds(self._cards[rows])
            sub.stakes = {name: stake[rows] for name, stake in now.stakes.items()}
            sub.closed = {name: ended[rows] for name, ended in now.closed.items()}
            sub.folded, sub.out = now.folded[rows], now.out[rows]
            now = sub
        total = np.zeros(len(rows))
        for name in self._main:
            total += now.net(name)[1]
        return total


# -- blackjack --------------------------------------------------------------------------------------------------------

_TOTAL, _SOFT, _UP, _CARDS = range(4)
_ACTIONS = {STANDS: "stand", HITS: "hit", DOUBLES: "double", DOUBLES_FREE: "double free", SURRENDERS: "surrender"}
_HAND, _UPCARD, _HOLE = range(3)  # of a round in play


@njit(cache=True, nogil=True)
def _deal_rounds(rows: Ints, state: Ints, shoes: Bytes, place: Ints, counter: Words, after: Ints) -> None:
    for row in rows:
        place[row, GONE] = 0
        place[row, DISCARDS] = 0
        one = draw_card(shoes[row], place[row], counter) & VALUE_BITS
        state[row, _UPCARD] = draw_card(shoes[row], place[row], counter)
        two = draw_card(shoes[row], place[row], counter) & VALUE_BITS
        state[row, _HOLE] = draw_card(shoes[row], place[row], counter)
        state[row, _HAND] = after[after[0, one], two]


@njit(cache=True, nogil=True)
def _step_rounds(
    actions: Ints, state: Ints, shoes: Bytes, place: Ints, counter: Words, after: Ints, totals: Ints, cards: Ints,
    allowed: Ints, pays: Floats, natural: Floats, looks: Ints, saves: Ints, numbers: Ints, cost: float,
    reward: Floats, over: npt.NDArray[np.bool_],
) -> None:  # fmt: skip
    """Take an action in every round; what is not allowed is a stand. Ends are paid by the settlement's own table."""
    held = np.zeros(24, np.int64)
    notes = np.zeros(5, np.int64)
    soft_17, charlie, waits, early = numbers[0], numbers[1], numbers[2], numbers[3]
    blackjack = after[after[0, ACE], TEN]
    for row in range(len(actions)):
        hand = state[row, _HAND]
        up, hole = state[row, _UPCARD] & VALUE_BITS, state[row, _HOLE] & VALUE_BITS
        action = actions[row]
        own = hand == blackjack
        if own or action < 0 or action >= allowed.shape[1] or not allowed[hand, action]:
            action = STANDS
        looked = looks[up] and ((up == ACE and hole == TEN) or (up == TEN and hole == ACE))
        if action == SURRENDERS and (early or not looked):
            reward[row], over[row] = -cost, True
            continue
        if looked:
            reward[row] = natural[NATURAL] if own else pays[20, PLAIN, NATURAL]
            over[row] = True
            continue
        kind = DOUBLED if action == DOUBLES else FREE_DOUBLED if action == DOUBLES_FREE else PLAIN
        end = 0
        if action != STANDS:
            hand = after[hand, draw_card(shoes[row], place[row], counter) & VALUE_BITS]
            done = hand < 0 or kind != PLAIN or totals[hand] > 20 or (charlie > 0 and cards[hand] >= charlie)
            if not done:
                state[row, _HAND] = hand
                over[row] = False
                reward[row] = 0.0
                continue
        number = BUST if hand < 0 else CHARLIE if charlie > 0 and cards[hand] >= charlie else totals[hand]
        finish = (number != BUST or len(saves) > 0) and (not own or waits != 0)
        held[0], held[1] = state[row, _UPCARD], state[row, _HOLE]
        notes[HELD] = 2
        if finish or own:
            end = dealer_end(finish, shoes[row], place[row], counter, saves, soft_17, held, notes)
        reward[row] = natural[end] if own else pays[number, kind, end]
        over[row] = True


class BlackjackVector(_Vector):
    """Hands of one spot of a blackjack game, every round from a full shoe; stakes are one unit.

    An observation is the total, whether it is soft, the value of the up card (1 for an ace) and the number of cards.
    Pairs are not split and nothing is insured: `HousewayEnv` has both. `info["action_mask"]` says what is allowed, and
    what is not counts as a stand; a natural stands.

    >>> env = BlackjackVector("blackjack", 3)
    >>> observation, info = env.reset(seed=1)
    >>> env.actions[:3], observation.shape
    (('stand', 'hit', 'double'), (3, 4))
    >>> env.step(np.zeros(3, np.int64))[2].tolist()
    [True, True, True]
    """

    def __init__(self, game: str, num_envs: int = 1 << 14, *, house: Mapping[str, Any] | None = None) -> None:
        plan = load_blackjack(game, dict(house or {}))
        spec = plan.spec
        if plan.spots != 1 or spec.shared or spec.streets is not None or spec.dealer.hands > 1:
            raise RuleError("hands of several spots or dealers, shared cards and streets are played one by one", "game")
        rules: Rules = read_rules(plan)
        hands = all_hands()
        self._after, self._totals, self._cards = hands.after, hands.total, hands.cards
        self._soft, self._rules = hands.soft, rules
        self._allowed = rules.allowed.copy()
        self._allowed[:, STANDS] = 1
        self._natural = hands.place(ACE, TEN)
        saves = np.array(sorted(0 if rank == 12 else rank + 1 for rank in saving_ranks(plan)), np.int64)
        early = spec.surrender is not None and spec.surrender.at == "early"
        numbers = (int(spec.dealer.hits_soft_17), spec.charlie, int(bool(plan.spec.natural.against_push)), int(early))
        self._fixed = (
            self._after, self._totals, self._cards, self._allowed, np.ascontiguousarray(rules.pays.hands[FIRST]),
            rules.pays.natural, rules.peeks, saves, np.array(numbers, np.int64), float(rules.costs),
        )  # fmt: skip
        self._shoe = shoe_cards(plan)
        self._set_up(num_envs, 4, 30, tuple(_ACTIONS[action] for action in sorted(_ACTIONS)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal all rounds.

        >>> observation, info = BlackjackVector("blackjack", 4).reset(seed=1)
        >>> observation.shape, info["action_mask"].shape
        ((4, 4), (4, 5))
        """
        del options
        self._seeded(seed)
        self._shoes = np.tile(self._shoe, (self.num_envs, 1))
        self._place = np.zeros((self.num_envs, 2), np.int64)
        self._state = np.zeros((self.num_envs, 4), np.int64)
        self._counter = np.full(1, self._stream(), np.uint64)
        _deal_rounds(np.arange(self.num_envs), self._state, self._shoes, self._place, self._counter, self._after)
        return self._seen(), self._info()

    def _seen(self) -> Bytes:
        hand = self._state[:, _HAND]
        found = np.empty((self.num_envs, 4), np.uint8)
        found[:, _TOTAL], found[:, _SOFT] = self._totals[hand], self._soft[hand]
        found[:, _UP] = (self._state[:, _UPCARD] & VALUE_BITS) + 1
        found[:, _CARDS] = self._cards[hand]
        return found

    def _info(self) -> dict[str, Any]:
        mask = self._allowed[self._state[:, _HAND]].astype(np.bool_)
        mask[self._state[:, _HAND] == self._natural, 1:] = False
        return {"action_mask": mask}

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Take an action in every round; those that end are paid and dealt anew.

        >>> env = BlackjackVector("blackjack", 2)
        >>> _ = env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.step(np.array([0, 0]))
        >>> reward.shape, terminated.tolist()
        ((2,), [True, True])
        """
        reward, over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        _step_rounds(
            np.asarray(actions, np.int64), self._state, self._shoes, self._place, self._counter, *self._fixed, reward,
            over,
        )  # fmt: skip
        rows = np.flatnonzero(over)
        _deal_rounds(rows, self._state, self._shoes, self._place, self._counter, self._after)
        return self._seen(), reward, over, np.zeros(self.num_envs, np.bool_), self._info()


def make_vector(game: str, num_envs: int = 1 << 14, house: Mapping[str, Any] | None = None) -> _Vector:
    """The vector environment of a game of house poker or blackjack.

    >>> make_vector("blackjack", 2).num_envs
    2
    """
    kinds: dict[type[Head], type[HousePokerVector | BlackjackVector]] = {
        HousePoker: HousePokerVector,
        Blackjack: BlackjackVector,
    }
    kind = kinds.get(type(load_game(game).spec))
    if kind is None:
        raise RuleError(f"games of the family {family_of(game).name} are played one by one: HousewayEnv", "game")
    return kind(game, num_envs, house=house)


__all__ = ["BlackjackVector", "HousePokerVector", "make_vector"]
