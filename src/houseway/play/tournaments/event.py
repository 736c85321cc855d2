"""A tournament as a value: who entered, who sits where with how many chips, the pool and the prizes.

Chips are points (30-1045.01): they never mix with money. Money is whole cents; every cent that was bought in with is
paid out in prizes.
"""

from dataclasses import dataclass, field, replace

from houseway.cards.shuffle import shuffled
from houseway.play.tournaments.printed import Tournament
from houseway.rules.errors import RuleError

NOWHERE = (-1, -1)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a person; after an elimination the same person may have another."""

    person: str
    chips: int = 0
    place: tuple[int, int] = NOWHERE  # table and seat
    rebuys: int = 0
    finished: int = 0  # the place it ended in; 0: still in
    barred: bool = False  # disqualified: it wins no prize


@dataclass(frozen=True)
class Event:
    """A tournament under way; every step gives a new one."""

    rules: Tournament
    seed: int
    entries: tuple[Entry, ...] = ()
    level: int = 0
    draws: int = 0  # random drawings so far
    pool: int = 0  # cents of buy-ins and re-buys
    fees: int = 0  # cents of entry fees
    buttons: dict[int, int] = field(default_factory=dict)  # table -> seat
    begun: bool = False
    prizes: tuple[int, ...] = ()  # cents by place, once it is over

    @property
    def left(self) -> tuple[int, ...]:
        """The entries that are still in."""
        return tuple(number for number, entry in enumerate(self.entries) if not entry.finished)

    @property
    def over(self) -> bool:
        return bool(self.prizes)

    @property
    def tables(self) -> dict[int, list[int]]:
        """Table -> its entries in the order of the seats."""
        seated: dict[int, list[int]] = {}
        for number in sorted(self.left, key=lambda entry: self.entries[entry].place):
            seated.setdefault(self.entries[number].place[0], []).append(number)
        return seated


def _with(event: Event, number: int, entry: Entry) -> tuple[Entry, ...]:
    return (*event.entries[:number], entry, *event.entries[number + 1 :])


def _cents(dollars: float) -> int:
    """What the printed rules state in dollars; nothing is an amount too."""
    return round(dollars * 100)


def enter(event: Event, person: str) -> Event:
    """A person pays entry fee and buy-in; one entry at a time (30-1044(2)(c))."""
    entries = [entry for entry in event.entries if entry.person == person]
    if any(not entry.finished for entry in entries):
        raise RuleError("the player is entered already: one entry at a time", "person")
    if event.begun and not (entries and event.rules.reentry):
        raise RuleError("the tournament has begun", "person")
    if entries and not event.rules.reentry:
        raise RuleError("nobody enters twice", "person")
    if len(event.entries) >= event.rules.entries:
        raise RuleError(f"all {event.rules.entries} entries are taken", "person")
    # A new entry comes in before all that are out.
    moved = [replace(entry, finished=entry.finished + (entry.finished > 0)) for entry in event.entries]
    event = replace(
        event,
        entries=(*moved, Entry(person, event.rules.chips)),
        pool=event.pool + _cents(event.rules.buy_in),
        fees=event.fees + _cents(event.rules.entry_fee),
    )
    return _seated(event, len(event.entries) - 1) if event.begun else event


def withdraw(event: Event, person: str) -> Event:
    """An entry taken back before the first hand, with all that was paid."""
    entered = [number for number, entry in enumerate(event.entries) if entry.person == person]
    if event.begun or not entered:
        raise RuleError("only an entry of a tournament that has not begun is taken back", "person")
    return replace(
        event,
        entries=tuple(entry for number, entry in enumerate(event.entries) if number != entered[0]),
        pool=event.pool - _cents(event.rules.buy_in),
        fees=event.fees - _cents(event.rules.entry_fee),
    )


def drawn(event: Event, count: int) -> tuple[Event, list[int]]:
    """The numbers below `count` in an order drawn at random (30-1045.08(2))."""
    order = shuffled(range(count), event.seed, f"seats {event.draws}")
    return replace(event, draws=event.draws + 1), order


def begin(event: Event) -> Event:
    """Tables and seats drawn at random for all entries."""
    if event.begun:
        raise RuleError("the tournament has begun", "tournament")
    if len(event.entries) < 2:
        raise RuleError("a tournament needs two entries", "tournament")
    tables = -(-len(event.entries) // event.rules.seats)
    event, order = drawn(event, len(event.entries))
    entries = list(event.entries)
    for place, number in enumerate(order):
        entries[number] = replace(entries[number], place=(place % tables, place // tables))
    return replace(event, entries=tuple(entries), begun=True, buttons=dict.fromkeys(range(tables), 0))


def _free(event: Event, table: int) -> list[int]:
    occupied = {event.entries[number].place[1] for number in event.tables.get(table, [])}
    return [seat for seat in range(event.rules.seats) if seat not in occupied]


def _seated(event: Event, number: int, besides: int = -1) -> Event:
    """An entry put at a seat drawn among the free ones of the smallest tables."""
    sizes = {table: len(held) for table, held in event.tables.items() if table >= 0 and table != besides}
    open_tables = {table: size for table, size in sizes.items() if size < event.rules.seats}
    if not open_tables:
        table = max(sizes, default=-1) + 1
        seats = [(table, seat) for seat in range(event.rules.seats)]
        event = replace(event, buttons={**event.buttons, table: 0})
    else:
        least = min(open_tables.values())
        seats = [(table, seat) for table, size in open_tables.items() if size == least for seat in _free(event, table)]
    event, order = drawn(event, len(seats))
    return replace(event, entries=_with(event, number, replace(event.entries[number], place=seats[order[0]])))


def play_hand(event: Event, table: int, chips: dict[int, int]) -> Event:
    """The chips of a table's entries after a hand; those without are out, the shortest before it the lowest."""
    seated = event.tables.get(table, [])
    if set(chips) != set(seated) or sum(chips.values()) != sum(event.entries[number].chips for number in seated):
        raise RuleError("a hand moves chips among those who sit at the table, and none appear or vanish", "chips")
    broke = sorted((number for number in seated if not chips[number]), key=lambda entry: event.entries[entry].chips)
    entries = list(event.entries)
    for number in seated:
        entries[number] = replace(entries[number], chips=chips[number])
    event = replace(event, entries=tuple(entries))
    for number in broke:
        event = _eliminated(event, number)
    seats = [event.entries[number].place[1] for number in event.tables.get(table, [])]
    if seats:
        last = event.buttons[table]
        event = replace(
            event,
            buttons={**event.buttons, table: min(seats, key=lambda seat: (seat - last - 1) % event.rules.seats)},
        )
    return event


def may_rebuy(event: Event, number: int) -> bool:
    """Whether an entry without chips may buy again."""
    again, entry = event.rules.rebuys, event.entries[number]
    if again is None or event.over or not entry.finished:
        return False
    if any(other.person == entry.person and not other.finished for other in event.entries):
        return False
    return not entry.barred and entry.rebuys < again.most and event.level < again.until_level


def _eliminated(event: Event, number: int) -> Event:
    return replace(event, entries=_with(event, number, replace(event.entries[number], finished=len(event.left))))


def rebuy(event: Event, number: int) -> Event:
    """Chips bought by an entry that went out, in its seat; the cost goes to the pool, the places after it move down."""
    again, entry = event.rules.rebuys, event.entries[number]
    if again is None or not may_rebuy(event, number):
        raise RuleError(f"{entry.person} may not buy again", "rebuy")
    entries = [
        replace(other, finished=other.finished + (0 < other.finished < entry.finished)) for other in event.entries
    ]
    gone = entry.place[0] not in event.tables or entry.place[1] not in _free(event, entry.place[0])
    entries[number] = replace(entry, chips=again.chips, rebuys=entry.rebuys + 1, finished=0)
    event = replace(event, entries=tuple(entries), pool=event.pool + _cents(again.cost))
    return _seated(_unseated(event, number), number) if gone else event


def _unseated(event: Event, number: int) -> Event:
    return replace(event, entries=_with(event, number, replace(event.entries[number], place=NOWHERE)))


def next_level(event: Event) -> Event:
    """The next stakes; the last printed ones go on."""
    return replace(event, level=min(event.level + 1, len(event.rules.levels) - 1))


def balanced(event: Event) -> Event:
    """Tables combined where one fewer is enough, and evened out to within a player; seats are drawn at random."""
    while len(event.tables) > 1:
        tables = event.tables
        sizes = {table: len(held) for table, held in tables.items()}
        small, large = min(sizes, key=lambda at: (sizes[at], -at)), max(sizes, key=lambda at: (sizes[at], -at))
        if sum(sizes.values()) <= event.rules.seats * (len(sizes) - 1):
            for number in tables[small]:
                event = _seated(event, number, besides=small)
        elif sizes[large] - sizes[small] > 1:
            event, order = drawn(event, len(tables[large]))
            event = _seated(event, tables[large][order[0]], besides=large)
        else:
            break
    return event


def shares(pool: int, percents: tuple[float, ...]) -> tuple[int, ...]:
    """Cents by place: whole cents, every one of them, those that rounding leaves over to the highest places."""
    parts = [int(pool * percent / 100) for percent in percents]
    for place in range(pool - sum(parts)):
        parts[place % len(parts)] += 1
    return tuple(parts)


def _prizes(event: Event, less: int) -> tuple[int, ...]:
    """Cents by place, of the pool without what is given otherwise; what the places do not take is carried forward."""
    winners = sum(not entry.barred for entry in event.entries)
    paid = event.rules.prizes[: min(len(event.rules.prizes), winners)]
    whole = shares(event.pool - less, tuple(share * 100 / sum(paid) for share in paid))
    if not event.rules.carry_to:
        return whole
    return tuple(int((event.pool - less) * share / 100) for share in paid)


def finish(event: Event, less: int = 0) -> Event:
    """The prizes, once one entry has all chips; `less` are cents of the pool that go out as vouchers."""
    if len(event.left) != 1:
        raise RuleError(f"{len(event.left)} players are left", "tournament")
    event = replace(event, entries=_with(event, event.left[0], replace(event.entries[event.left[0]], finished=1)))
    return replace(event, prizes=_prizes(event, less))


def play_game(event: Event, chips: dict[int, int]) -> Event:
    """The chips of all entries after a game of tickets, in which they are won from nobody."""
    entries = list(event.entries)
    for number, held in chips.items():
        entries[number] = replace(entries[number], chips=held)
    return replace(event, entries=tuple(entries))


def finish_by_chips(event: Event, less: int = 0) -> Event:
    """The places by chips after the last game of tickets; who have as many share the prizes of their places."""
    order = sorted(event.left, key=lambda number: -event.entries[number].chips)
    entries = list(event.entries)
    for place, number in enumerate(order, start=1):
        entries[number] = replace(entries[number], finished=place)
    prizes = list(_prizes(event, less))
    held = [entries[number].chips for number in order]
    for chips in set(held):
        tied = [place for place, stack in enumerate(held) if stack == chips]
        total = sum(prizes[place] for place in tied if place < len(prizes))
        if len(tied) > 1 and total:
            prizes += [0] * (tied[-1] + 1 - len(prizes))
            for place, cents in zip(tied, shares(total, (100 / len(tied),) * len(tied)), strict=True):
                prizes[place] = cents
    return replace(event, entries=tuple(entries), prizes=tuple(prizes))


def disqualify(event: Event, person: str) -> Event:
    """A person's entries end behind all others, without chips and without a prize (30-1044(2)(c))."""
    entered = [number for number, entry in enumerate(event.entries) if entry.person == person and not entry.barred]
    if not entered or event.over:
        raise RuleError("the player is not in the tournament", "person")
    entries = list(event.entries)
    for number in entered:
        place = entries[number].finished or len([other_entry for other_entry in entries if not other_entry.finished])
        last = sum(not other_entry.barred for other_entry in entries)
        for other, other_entry in enumerate(entries):
            if other_entry.finished > place and not other_entry.barred:
                entries[other] = replace(other_entry, finished=other_entry.finished - 1)
        entries[number] = replace(entries[number], chips=0, finished=last, barred=True)
    return replace(event, entries=tuple(entries))


def split(event: Event, agreed: dict[str, int], less: int = 0) -> Event:
    """The end by agreement of all players left, by person and cents; what they divide is theirs to win alone."""
    if not event.rules.split_by_agreement:
        raise RuleError("the printed rules allow no division of prizes", "split")
    remaining = event.left
    if {event.entries[number].person for number in remaining} != set(agreed):
        raise RuleError("all players who are left agree, or play goes on", "split")
    if event.rules.merchandise:
        raise RuleError("prizes that are not cash are not divided by agreement", "split")
    prizes = _prizes(event, less)
    due = sum(prizes[: len(remaining)])
    if sum(agreed.values()) != due or min(agreed.values()) < 0:
        raise RuleError(f"the players left divide ${due / 100:,.2f}", "split")
    order = sorted(remaining, key=lambda number: -agreed[event.entries[number].person])
    entries = list(event.entries)
    for place, number in enumerate(order, start=1):
        entries[number] = replace(entries[number], finished=place)
    shares = tuple(agreed[entries[number].person] for number in order)
    return replace(event, entries=tuple(entries), prizes=(*shares, *prizes[len(remaining) :]))


def payouts(event: Event) -> list[tuple[int, str, int]]:
    """Place, person and cents of every prize."""
    by_place = {entry.finished: entry.person for entry in event.entries if entry.finished and not entry.barred}
    return [(place, by_place[place], cents) for place, cents in enumerate(event.prizes, start=1) if cents]
