"""A coup: the two hands, drawn by the table of the rules, and the events they show."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from houseway.rules.baccarat import Baccarat, Drawing, Event, Side
from houseway.rules.errors import RuleError


def card_value(card: int) -> int:
    """30-2806(2): the ace counts one, tens and faces nothing."""
    rank = card >> 2
    return 1 if rank == 12 else (rank + 2 if rank < 8 else 0)


def points(cards: Sequence[int]) -> int:
    return sum(card_value(card) for card in cards) % 10


def player_draws(draw: Drawing, player: int, banker: int) -> bool:
    """Whether the player's hand takes a third card, from the totals of two cards."""
    return player not in draw.natural and banker not in draw.natural and player in draw.player


def banker_draws(draw: Drawing, player: int, banker: int, third: int | None) -> bool:
    """Whether the banker's hand does; `third` is the value of the player's third card, None if it stood."""
    if player in draw.natural or banker in draw.natural:
        return False
    return banker in draw.banker_alone if third is None else third in draw.banker.get(str(banker), ())


@dataclass(frozen=True, slots=True)
class Coup:
    """A finished coup."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    natural: tuple[int, ...]  # the totals that are naturals

    @property
    def winner(self) -> str:
        difference = points(self.player) - points(self.banker)
        return "tie" if difference == 0 else "player" if difference > 0 else "banker"

    def hand(self, side: str) -> tuple[int, ...]:
        return self.player if side == "player" else self.banker

    def is_natural(self, side: str) -> bool:
        cards = self.hand(side)
        return len(cards) == 2 and points(cards) in self.natural


def deal(draw: Drawing, next_card: Callable[[str], int], natural: tuple[int, ...]) -> Coup:
    """Deal a coup, asking for each card by the hand it goes to, in the order of 30-2812 and 30-2814."""
    hands: dict[str, list[int]] = {"player": [], "banker": []}
    for side in ("player", "banker", "player", "banker"):
        hands[side].append(next_card(side))
    start = points(hands["player"]), points(hands["banker"])
    third = None
    if player_draws(draw, *start):
        hands["player"].append(next_card("player"))
        third = card_value(hands["player"][2])
    if banker_draws(draw, *start, third):
        hands["banker"].append(next_card("banker"))
    return Coup(tuple(hands["player"]), tuple(hands["banker"]), natural)


def recorded_coup(spec: Baccarat, player: tuple[int, ...], banker: tuple[int, ...]) -> Coup:
    """The coup of a round file; cards that the drawing table does not deal, or misses, are errors."""
    piles = {"player": player, "banker": banker}
    taken = {"player": 0, "banker": 0}

    def next_card(side: str) -> int:
        place = taken[side]
        if place >= len(piles[side]):
            raise RuleError(f"needs {place + 1} cards by the drawing rules, has {place}", f"piles.{side}")
        taken[side] += 1
        return piles[side][place]

    coup = deal(spec.draw, next_card, spec.draw.natural)
    for side, cards in piles.items():
        if len(cards) > taken[side]:
            raise RuleError(
                f"stands on {taken[side]} cards by the drawing rules, but has {len(cards)}", f"piles.{side}"
            )
    return coup


def _fits_side(side: Side, cards: tuple[int, ...]) -> bool:
    if side.points is not None and points(cards) != side.points:
        return False
    if side.cards is not None and len(cards) != side.cards:
        return False
    if not side.pair:
        return True
    first, second = cards[:2]
    if first >> 2 != second >> 2:
        return False
    if side.pair == "identical":
        return first == second
    return side.pair == "any" or first & 3 != second & 3


def _alike(cards: Sequence[int], how: str) -> bool:
    suits = {card & 3 for card in cards}
    return len(suits) == 1 if how == "suit" else suits <= {1, 2} or suits <= {0, 3}


def _first_four(event: Event, coup: Coup, seat: int) -> bool:
    """Whether the first two cards of both hands hold what the event asks, for the seat of this number."""
    four = (*coup.player[:2], *coup.banker[:2])
    ranks = sorted(Counter(card >> 2 for card in four).values())
    most, alike = ranks[-1], max(Counter(four).values())
    held = {
        "suited_pair": alike >= 2,
        "two_pair": ranks == [2, 2] or most == 4,
        "trips": most >= 3,
        "suited_trips": alike >= 3,
        "quads": most == 4,
        "suited_quads": alike == 4,
    }[event.first_four]
    number = (four[0] >> 2) + 2 if four[0] >> 2 < 12 else 1
    return held and (not event.seat_numbers or (seat == number and seat in event.seat_numbers))


def shows(event: Event, coup: Coup, own: str, events: Mapping[str, Event], seat: int = 0) -> bool:
    """Whether the coup shows the event; `own` is the side a wager is on, `seat` the number of its seat."""
    if event.any_of:
        return any(shows(events[name], coup, own, events, seat) for name in event.any_of)
    if event.first_four and not _first_four(event, coup, seat):
        return False
    winner = coup.winner
    wanted = {"own": own, "other": {"player": "banker", "banker": "player"}.get(own, "")}.get(
        event.winner, event.winner
    )
    if wanted and winner != wanted:
        return False
    if event.natural is not None:
        natural = coup.is_natural(winner) if winner != "tie" else coup.is_natural("player") or coup.is_natural("banker")
        if natural is not event.natural:
            return False
    margin = abs(points(coup.player) - points(coup.banker))
    if event.margin is not None and not event.margin[0] <= margin <= event.margin[1]:
        return False
    if event.total_cards is not None and len(coup.player) + len(coup.banker) != event.total_cards:
        return False
    sides = ((event.player, coup.player), (event.banker, coup.banker), (event.own_side, coup.hand(own)))
    if any(side is not None and not _fits_side(side, cards) for side, cards in sides):
        return False
    if event.either is not None:
        found = _fits_side(event.either, coup.player) + _fits_side(event.either, coup.banker)
        if found == 0 or (event.one_only and found == 2):
            return False
    if event.suited:
        both = event.suited_cards == "all" or winner == "tie"
        return _alike(coup.player + coup.banker if both else coup.hand(winner), event.suited)
    return True
