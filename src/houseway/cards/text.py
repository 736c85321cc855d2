"""Cards as text: `Ah`, `Tc`, `Jk1`, `Blank`, and the small integers that stand for them."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
BLANK = 54

RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip

_TEXT = tuple(r + s for r in RANKS for s in SUITS) + ("Jk1", "Jk2", "Blank")
_CARD = {text: card for card, text in enumerate(_TEXT)}


def parse_card(text: str) -> int:
    """The card named by `text`; raises ValueError for anything else."""
    try:
        return _CARD[text]
    except (KeyError, TypeError):
        raise ValueError(f"unknown card {text!r}; cards are written like Ah, Td, 9c, Jk1") from None


def parse_cards(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(map(parse_card, texts))


def format_card(card: int) -> str:
    return _TEXT[card]


def format_cards(cards: Iterable[int]) -> str:
    return " ".join(_TEXT[card] for card in cards)


def is_joker(card: int) -> bool:
    return JOKER <= card < BLANK


def parse_rank(text: str) -> int:
    """The rank named by one of `23456789TJQKA`; raises ValueError for anything else."""
    rank = RANKS.find(text) if len(text) == 1 else -1
    if rank < 0:
        raise ValueError(f"unknown rank {text!r}; ranks are {RANKS}")
    return rank


def rank_name(rank: int, plural: bool = False) -> str:
    """A rank in words: `king`, `sixes`."""
    name = RANK_NAMES[rank]
    if not plural:
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"
