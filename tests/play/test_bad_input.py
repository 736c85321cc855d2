"""Bad input: each one clear error that names the field, and nothing else affected."""

from typing import Any

import msgspec
import pytest

from houseway.families import settle_json
from houseway.rules.errors import RuleError

GOOD: dict[str, Any] = {
    "game": "crazy-4-poker",
    "seats": [
        {
            "wagers": {"ante": 10, "super_bonus": 10, "queens_up": 5},
            "cards": ["Kh", "Kd", "7c", "4s", "2d"],
            "actions": ["play"],
        }
    ],
    "dealer": ["Ks", "Jd", "9c", "8s", "3h"],
}


def bad(path: str, value: Any) -> dict[str, Any]:
    """The good round with one place changed."""
    copy: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GOOD))
    node: Any = copy
    *parents, last = path.split("/")
    for key in parents:
        node = node[int(key)] if isinstance(node, list) else node.setdefault(key, {})
    if isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value
    return copy


def test_the_good_round_is_good() -> None:
    assert settle_json(msgspec.json.encode(GOOD))["seats"][0]["net"] == 10 + 10 + 5


@pytest.mark.parametrize(
    ("path", "value", "field", "says"),
    [
        ("game", "nine-card-poker", "game", "unknown game"),
        ("game", "no-such-file.toml", "game", "cannot read"),
        ("game", 7, "game", "must be a text, not a whole number"),
        ("seats/0/cards/1", "Zz", "seats[0].cards[1]", "unknown card 'Zz'"),
        ("seats/0/cards/1", "Jk1", "seats[0].cards[1]", "not in this game's deck"),
        ("seats/0/cards/1", 5, "seats[0].cards[1]", "must be a text"),
        ("dealer/0", "Kh", "dealer[0]", "Kh is dealt more often than the deck holds it"),
        ("dealer/4", "2d", "dealer[4]", "2d is dealt more often"),
        ("dealer", ["Ks", "Jd"], "dealer", "needs 5 cards, has 2"),
        ("dealer", [], "dealer", "needs 5 cards, has 0"),
        ("seats/0/cards", ["Kh"], "seats[0].cards", "needs 5 cards, has 1"),
        ("seats/0/cards", ["Kh", "Kd", "7c", "4s", "2d", "2s"], "seats[0].cards", "6 cards where the game deals 5"),
        ("dealer", ["Ks", "Jd", "9c", "8s", "3h", "3d"], "dealer", "6 cards where the game deals 5"),
        ("community", ["3d"], "community", "1 cards where the game deals 0"),
        ("piles/gold", ["3d"], "piles.gold", "1 cards where the game deals 0"),
        ("seats/0/actions", ["hit"], "seats[0].actions[0]", "'hit' is not allowed here; legal are fold, play"),
        ("seats/0/actions", ["play 2x"], "seats[0].actions[0]", "not allowed for Play"),
        ("seats/0/actions", ["play many"], "seats[0].actions[0]", "cannot read the amount"),
        ("seats/0/actions", ["play nan"], "seats[0].actions[0]", "out of bounds"),
        ("seats/0/actions", ["play", "play"], "seats[0].actions", "nothing left to decide"),
        ("seats/0/actions", [], "seats[0].actions", "a decision is missing; legal are fold, play"),
        ("seats/0/wagers/pair_plus", 5, "seats[0].wagers.pair_plus", "has no wager 'pair_plus'"),
        ("seats/0/wagers/play", 5, "seats[0].wagers.play", "made by an action"),
        ("seats/0/wagers/ante", -10, "seats[0].wagers.ante", "must be positive"),
        ("seats/0/wagers/ante", 0, "seats[0].wagers.ante", "must be positive"),
        ("seats/0/wagers/ante", "ten", "seats[0].wagers.ante", "must be a number"),
        ("seats/0/wagers/ante", None, "seats[0].wagers.ante", "must be a number"),
        ("seats/0/wagers/ante", True, "seats[0].wagers.ante", "must be a number"),
        ("seats/0/wagers/ante", 10.001, "seats[0].wagers.ante", "not a whole number of cents"),
        ("seats/0/wagers/ante", 1e300, "seats[0].wagers.ante", "may be at most"),
        ("seats/0/wagers/ante", 10**25, "seats[0].wagers.ante", "may be at most"),
        ("seats/0/wagers/super_bonus", 5, "seats[0].wagers.super_bonus", "must equal Ante"),
        ("seats/0/wagers", {"ante": 10}, "seats[0].wagers.super_bonus", "required"),
        ("seats", [], "seats", "at least one seat"),
        ("seats", [GOOD["seats"][0]] * 9, "seats", "the table has 6 seats"),
        ("house/limits", {"ante": [25, 100]}, "seats[0].wagers.ante", "must be from $25 to $100"),
        ("house/limits", {"anti": [25, 100]}, "house.limits.anti", "has no wager 'anti'; allowed: ante, "),
        ("house/limits", {"ante": [100, 25]}, "house.limits.ante", "the least and the most"),
        ("house/pay_tables", {"queens_up": "99"}, "house.pay_tables.queens_up", "has no pay table '99'"),
        ("house/pay_tables", {"lucky": "1"}, "house.pay_tables.lucky", "has no pay table 'lucky'"),
        ("house/pay_tables", 5, "house.pay_tables", "must be an object"),
        ("house/speed", 5, "house.speed", "has no option 'speed'"),
        ("house/rounding", "away", "house.rounding", "down, nearest or up"),
        ("meters/progressive", "full", "meters.progressive", "must be a number"),
        ("meters/progressive", -5, "meters.progressive", "cannot show"),
        ("irregularity/kind", "earthquake", "irregularity.kind", "know no irregularity"),
    ],
)
def test_one_error_names_the_field(path: str, value: Any, field: str, says: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle_json(msgspec.json.encode(bad(path, value)))
    assert caught.value.field == field
    assert says in caught.value.message
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"x"',
        b'{"game": }',
        b'{"game": "x"',
        b"\xff\xfe",
        b"{'game': 'x'}",
        b"[" * 9999,
    ],
)
def test_broken_json_is_one_error(text: bytes) -> None:
    with pytest.raises(RuleError) as caught:
        settle_json(text)
    assert caught.value.field in ("round", "game")
    assert caught.value.message
