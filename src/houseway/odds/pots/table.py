"""The table that is simulated: seats, stakes and wagers alike for all, and how many cards each street has dealt."""

from dataclasses import dataclass
from functools import cached_property

from houseway.cards.decks import deck
from houseway.odds.simulate.setup import Setup
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.pots.dealing import Deck
from houseway.play.pots.engine import Hand, start
from houseway.play.pots.round import betting_spots, open_file
from houseway.play.pots.state import Act, Legal
from houseway.play.pots.table import Setup as Seats
from houseway.play.pots.table import Table
from houseway.rules.errors import RuleError
from houseway.rules.pots import PlayerPoker

SEATS = 2  # where nobody says otherwise
STACK = "stack"  # among the stakes: dollars in front of every seat
STAKES = ("ante", "blinds", "limits", "bring_in", "chip", STACK)


@dataclass(frozen=True)
class Dealt:
    """How many cards lie on the table once a street is dealt to all seats; cards given up still count."""

    own: int
    board: int


def stay(state: Hand, seat: int, folds: int = 0, bets: int = 0) -> Act:
    """The least cost to stay in; seats among `bets` open the betting, seats among `folds` pay for nothing."""
    legal: dict[str, Legal] = {}
    for move in state.moves(seat):
        legal.setdefault(move.verb, move)
    if "declare" in legal:
        return Act("declare", 0, state.hole[seat][: legal["declare"].least])
    if state.phase == "discard":
        rule = state.table.rules.spec.streets[state.street].discard
        least = rule.least if rule is not None else 0
        return Act("discard", 0, state.hole[seat][:least]) if least else Act("stand pat")
    if "bring-in" in legal:
        return Act("bring-in", legal["bring-in"].least)
    if bets >> seat & 1 and "bet" in legal:
        return Act("bet", legal["bet"].least)
    if "check" in legal:
        return Act("check")
    if folds >> seat & 1 and "fold" in legal:
        return Act("fold")
    if "call" in legal:
        return Act("call", legal["call"].least)
    return Act("bet", legal["bet"].least) if "bet" in legal else Act("fold")


@dataclass(frozen=True)
class Place:
    """A table before the first card, the button at the last seat."""

    opening: RoundFile
    seats: Seats

    @property
    def table(self) -> Table:
        return self.seats.table

    @property
    def spec(self) -> PlayerPoker:
        return self.table.rules.spec

    @cached_property
    def deck(self) -> tuple[int, ...]:
        return deck(self.spec.deck)

    @cached_property
    def unit(self) -> tuple[str, int]:
        """The bet that results are counted in, and its cents."""
        stakes, forced = self.table.stakes, self.spec.forced
        if stakes.own:
            return forced.own_bet, stakes.own[0]
        if stakes.blinds:
            return "big blind", stakes.blinds[-1]
        if stakes.ante:
            return "ante", stakes.ante
        return self.spec.betting.equal_to or "bet", stakes.small

    @cached_property
    def dealt(self) -> tuple[Dealt, ...]:
        """By street, as the table itself deals to seats that all stay: a deck that runs out shares its last card."""
        found: dict[int, Dealt] = {}
        state = start(self.table, Deck(tuple(range(len(self.deck)))))
        while True:
            found[state.street] = Dealt(len(state.dealt[0]), len(state.boards[0]))
            if state.over:
                break
            state = state.after(state.turn, stay(state, state.turn))
        counts: list[Dealt] = []
        for street in range(len(self.spec.streets)):
            before, deal = counts[-1] if counts else Dealt(0, 0), self.spec.streets[street].deal
            plain = Dealt(before.own + deal.down + deal.up, before.board + deal.board)
            counts.append(found.get(street, plain))
        return tuple(counts)

    @cached_property
    def shares_last(self) -> bool:
        """The deck runs out when every seat stays, and the last card is turned once for all."""
        return self.dealt[-1].board > sum(street.deal.board for street in self.spec.streets)

    @property
    def fits(self) -> bool:
        """Whether the deck suffices when every seat stays to the end, burns included."""
        streets = self.spec.streets
        each = sum(street.deal.down + street.deal.up for street in streets)
        rest = sum(street.burn + self.spec.boards * street.deal.board for street in streets)
        return each * len(self.table.stacks) + rest <= len(self.deck)


def lay(setup: Setup) -> Place:
    """The table of a simulation; every seat makes the same wagers beside the pot."""
    for name in setup.stakes:
        if name not in STAKES:
            raise RuleError(f"no stake named {name!r}; stakes are {', '.join(STAKES)}", "--stake")
    betting = {name: amounts for name, amounts in setup.stakes.items() if name != STACK}
    bare = RoundFile(game=setup.game, house=setup.house, betting=betting)
    spots = betting_spots(bare)
    wagers = choose_wagers(spots)
    for name in setup.sides:
        if name not in {spot.name for spot in spots}:
            listed = ", ".join(spot.name for spot in spots) or "none"
            raise RuleError(f"no wager named {name!r} beside the pot; wagers are {listed}", "--side")
        wagers.setdefault(name, next(iter(wagers.values()), 10))
    meters = {**shown_meters(spots, [wagers]), **setup.meters}
    count = setup.seats or SEATS
    chips = setup.stakes.get(STACK)
    seats = [SeatFile(wagers=wagers, stack=chips) for _ in range(count)]
    if count < 2:
        raise RuleError("a pot is played for by two seats or more", "--seats")
    file = RoundFile(game=setup.game, house=setup.house, seats=seats, meters=meters, betting=betting)
    opened = open_file(file, 0)
    return Place(opened.opening, opened.setup)
