"""A tournament that automatic players play to its end."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from houseway.play.bets import choose_wagers
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.draws import keno
from houseway.play.pots.round import open_file
from houseway.play.tournaments.event import (
    Event,
    balanced,
    finish,
    finish_by_chips,
    may_rebuy,
    next_level,
    play_game,
    play_hand,
    rebuy,
)  # fmt: skip

MOST_HANDS = 100_000  # more than any tournament of rising stakes takes


def _hand(event: Event, table: int, seated: list[int], rng: Random) -> dict[int, int]:
    """The chips of a table after a hand; chips are the engine's dollars."""
    level = event.rules.level(event.level)
    seats = [event.entries[number].place[1] for number in seated]
    button = event.buttons.get(table, 0)
    dealer = max(range(len(seats)), key=lambda place: (seats[place] - button - 1) % event.rules.seats)
    betting = {
        "button": dealer,
        "chip": 1,
        **({"blinds": list(level.blinds)} if level.blinds else {}),
        **({"ante": level.ante} if level.ante else {}),
        **({"limits": list(level.limits)} if level.limits else {}),
    }
    file = RoundFile(
        game=event.rules.game,
        house=dict(event.rules.house),
        seats=[SeatFile(stack=event.entries[number].chips) for number in seated],
        betting=betting,
    )
    live = open_file(file, rng.getrandbits(63))
    while not live.over:
        seat = live.turn
        wild = rng if rng.random() < 0.35 else None
        live = live.act(seat, live.suggest(seat, wild))
    nets = live.settle().nets()
    return {number: event.entries[number].chips + net // 100 for number, net in zip(seated, nets, strict=True)}


def _game(event: Event, rng: Random) -> dict[int, int]:
    """The chips of all entries after a game of keno, in which each that can writes a quick pick."""
    file = RoundFile(game=event.rules.game, house=dict(event.rules.house))
    wagers = choose_wagers(keno.betting_spots(file))
    writing = [number for number in event.left if event.entries[number].chips >= sum(wagers.values())]
    live = keno.open_file(replace(file, seats=[SeatFile(wagers=dict(wagers)) for _ in writing]), rng.getrandbits(63))
    nets = live.settle().nets()
    return {number: event.entries[number].chips + net // 100 for number, net in zip(writing, nets, strict=True)}


def play_out(event: Event, told: Callable[[Event], None] | None = None) -> Event:
    """The tournament after its last hand or game; `told` is called after every round of hands."""
    rng = Random(event.seed)
    if event.rules.games:
        for _ in range(event.rules.games):
            event = play_game(event, _game(event, rng))
        return finish_by_chips(event)
    played = 0
    while len(event.left) > 1:
        for table, seated in event.tables.items():
            if len(seated) > 1:
                before = set(event.left)
                event = play_hand(event, table, _hand(event, table, seated, rng))
                for number in sorted(before - set(event.left), key=lambda entry: event.entries[entry].finished):
                    if may_rebuy(event, number) and rng.random() < 0.5:
                        event = rebuy(event, number)
        event = balanced(event)
        played += 1
        if played % event.rules.level(event.level).hands == 0:
            event = next_level(event)
        if told is not None:
            told(event)
        if played > MOST_HANDS:
            raise AssertionError("a tournament of rising stakes ends")
    return finish(event)
