"""What holds in every hand of every game: chips are conserved, shares are bounded, somebody can always act."""

from random import Random
from typing import Any

import pytest
from tests.games import pot_games
from tests.pots.tables import replayed

from houseway.cards.text import JOKER
from houseway.families import betting_spots, open_round
from houseway.play.bets import choose_wagers
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.pots.bots import any_act
from houseway.play.pots.engine import Hand
from houseway.play.pots.round import Round
from houseway.play.pots.settle import outcome
from houseway.rules.game import load_game

GAMES = pot_games()
HANDS = 60


def _hand(game: str, seed: int) -> Hand:
    """A random hand with random stacks, played by any legal actions."""
    rng = Random(f"{game} {seed}")
    seats = rng.randint(2, 7)
    spots = betting_spots(RoundFile(game))
    wagers = choose_wagers(spots)
    beside = sum(amount for name, amount in wagers.items() if name != load_game(game).spec.forced.own_bet)
    stacks = [rng.choice((rng.randint(1, 12), rng.randint(1, 300))) for _ in range(seats)]
    file: dict[str, Any] = {
        "game": game,
        "seats": [{"stack": stack + beside, "wagers": wagers} for stack in stacks],
        "betting": {"button": rng.randrange(seats)},
    }
    opened = open_round(convert_round(file), seed)
    assert isinstance(opened, Round)
    state: Hand = opened
    while not state.over:
        seat = state.turn
        choices = state.moves(seat)
        assert choices, "a hand that is not over has a legal action"
        assert all(choice.least <= choice.most for choice in choices)
        act = any_act(state, seat, rng)
        after = state.after(seat, act)
        _check_step(state, after)
        state = after
    return state


def _check_step(before: Hand, after: Hand) -> None:
    """No chip appears or vanishes, and nobody has less than nothing."""
    whole = sum(before.table.stacks)
    assert sum(after.stacks) + sum(after.paid) == whole
    assert min(after.stacks) >= 0
    # A card given up in a draw may come back once the deck is short; wild cards stand as jokers.
    cards = [card for cards in (*after.hole, *after.boards) for card in cards if card < JOKER]
    assert len(cards) == len(set(cards))


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_conserved_and_nobody_wins_more_than_the_share_he_matched(game: str) -> None:
    for seed in range(HANDS):
        state = _hand(game, seed)
        end = outcome(state)
        assert sum(end.net) + end.take.rake + end.carried == 0
        if state.ending or state.table.rules.spec.award.pairwise:
            continue
        back, amount = end.returned
        paid = [put - (amount if seat == back else 0) for seat, put in enumerate(state.paid)]
        highest = max(put for put, alive in zip(paid, state.live, strict=True) if alive)
        left_over = sum(max(0, put - highest) for put in paid)  # a dead hand's chips that no live hand matched
        for seat, net in enumerate(end.net):
            assert net >= -paid[seat]
            assert net + paid[seat] <= sum(min(paid[seat], other) for other in paid) + left_over
        assert all(end.net[seat] == -paid[seat] for seat, alive in enumerate(state.live) if not alive)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_its_events(game: str) -> None:
    for seed in range(10):
        state = _hand(game, seed)
        again = replayed(state)
        assert again.hole == state.hole
        assert outcome(again) == outcome(state)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_many_more_hands_keep_their_chips(game: str) -> None:
    for seed in range(HANDS, HANDS + 3000):
        end = outcome(_hand(game, seed))
        assert sum(end.net) + end.take.rake + end.carried == 0
