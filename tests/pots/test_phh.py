"""Hand histories: what we write PokerKit reads to the same stacks, and what it writes we read."""

import warnings
from random import Random
from typing import Any

import pytest

from houseway.families import open_round, settle
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.pots.phh import VARIANTS, Variant, read_hands, write_phh
from houseway.rules.errors import RuleError

DWAN_IVEY = """
variant = 'NT'
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 553500, 2000000]
actions = [
  'd dh p1 Ac2d', 'd dh p2 ????', 'd dh p3 7h6h',
  'p3 cbr 7000  # Dwan', 'p1 cbr 23000', 'p2 f', 'p3 cc',
  'd db Jc3d5c', 'p1 cbr 35000', 'p3 cc',
  'd db 4h', 'p1 cbr 90000', 'p3 cbr 232600', 'p1 cbr 1067100', 'p3 cc',
  'p1 sm Ac2d', 'p3 sm 7h6h', 'd db Jh',
]
"""


def read_hand(text: str) -> dict[str, Any]:
    """The one hand of a text."""
    (hand,) = read_hands(text)
    if isinstance(hand, RuleError):
        raise hand
    return hand


def _played(variant: Variant, seed: int) -> RoundFile:
    """A random hand of the variant, in whole dollars, at most three raises after a bet."""
    rng = Random(seed)
    seats = rng.randint(2, 6)
    house = {**dict(variant.house), **({"raises": 3} if variant.fixed else {})}
    stacks = [{"stack": rng.randint(5, 120)} for _ in range(seats)]
    opening = {"game": variant.game, "house": house, "seats": stacks, "betting": {"button": seats - 1}}
    now = open_round(convert_round(opening), seed)
    while not now.over:
        legal = {choice.verb for choice in now.legal(now.turn)}
        action = now.suggest(now.turn, rng)
        now = now.act(now.turn, "check" if action == "fold" and "check" in legal else action)
    return convert_round(now.round_file())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.code)
def test_a_hand_written_and_read_again_settles_alike(variant: Variant) -> None:
    import pokerkit as pk  # a second, for the worker alone that plays these

    for seed in range(60):
        file = _played(variant, seed)
        nets = settle(file).nets()
        text = write_phh(file)
        assert settle(convert_round(read_hand(text))).nets() == nets
        if variant.code == "NS":
            continue  # PokerKit ranks a straight above three of a kind; CA Short Deck Hold'em does not
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, end = pk.HandHistory.loads(text)
        theirs = [round(100 * (end.stacks[seat] - end.starting_stacks[seat])) for seat in end.player_indices]
        if len(settle(file).pots or ()) == 1:
            assert theirs == list(nets)
        assert sum(theirs) == sum(nets)


def test_a_known_hand() -> None:
    file = read_hand(DWAN_IVEY)
    assert file["seats"][1]["cards"] == []
    won = 1_125_600_00
    assert settle(convert_round(file)).nets() == (-won, -2_500_00, won + 2_500_00)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (("'NT'", "'XX'"), "variant"),
        (("'p3 cbr 7000  # Dwan'", "'p1 cbr 7000'"), "actions[3]"),
        (("'p3 cbr 7000  # Dwan'", "'p9 f'"), "actions[3]"),
        (("'p3 cbr 7000  # Dwan'", "'p3 zz'"), "actions[3]"),
        (("'p3 cbr 7000  # Dwan'", "'p3 cbr 2500'"), "actions[3]"),
        (("Jc3d5c", "Jx3d5c"), "actions[7]"),
        (("[500, 500, 500]", "[500, 0, 0]"), "antes"),
        (("[500, 500, 500]", "[500, 500]"), "antes"),
        (("starting_stacks = [1125600, 553500, 2000000]", "starting_stacks = 5"), "starting_stacks"),
        (("variant =", "variant"), "phh"),
    ],
)
def test_a_damaged_history_names_the_place(change: tuple[str, str], field: str) -> None:
    assert change[0] in DWAN_IVEY
    with pytest.raises(RuleError) as error:
        read_hand(DWAN_IVEY.replace(*change))
    assert error.value.field == field


def test_a_game_that_the_format_does_not_have_is_refused() -> None:
    with pytest.raises(RuleError, match="no variant for this game"):
        write_phh(convert_round({"game": "pineapple-holdem", "seats": [{}, {}], "betting": {"blinds": [1, 2]}}))
