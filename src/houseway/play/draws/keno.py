"""Keno drawn and settled: every kind of ticket is a list of straight tickets, paid by the house's rate card."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from msgspec.structs import replace

from houseway.cards.shuffle import shuffled
from houseway.play.core.finished import Finished
from houseway.play.core.meters import Meters
from houseway.play.core.money import in_dollars
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, SeatFile, check_seats, read_meters
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.settling import void_round
from houseway.play.core.wagers import betting_spot, read_wagers
from houseway.play.draws.tickets import numbers, read_groups, read_rates_of_ways, read_ways
from houseway.rules.draws import Keno, Ticket
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.wording import counted, humanize

QUICK_PICK = 5  # numbers on a ticket that the system marks for the player, 30-2502(9)
Rates = dict[int, dict[int, Fraction]]  # numbers marked -> numbers caught -> total paid per dollar


@dataclass(frozen=True, slots=True)
class Written:
    """A ticket as written: its straight tickets, the cents on each in a game, and the games it runs."""

    ways: tuple[frozenset[int], ...]
    rates: tuple[Fraction, ...]
    games: int
    played: int  # games drawn before it was quit


def draw(spec: Keno, seed: int | None = None, number: int = 0) -> list[int]:
    """The numbers of one game: from the operating system, or repeatable from `seed`; a ticket may run several games."""
    return shuffled(range(1, spec.numbers + 1), seed, f"keno game {number}")[: spec.drawn]


def house_edge(spec: Keno, marked: int, row: dict[int, Fraction]) -> Fraction:
    """The house advantage of one rate: one less the total paid, weighted by the chance of each catch."""
    total = comb(spec.numbers, spec.drawn)
    paid = sum(
        (pay * comb(marked, caught) * comb(spec.numbers - marked, spec.drawn - caught) for caught, pay in row.items()),
        Fraction(0),
    )
    return 1 - paid / total


def read_rates(game: Game[Keno]) -> Rates:
    """The rate card, checked: catches that can occur, and no rate beyond the largest house advantage."""
    spec = game.spec
    field = f"house.{spec.rate_card}"
    rates: Rates = {}
    for marked_text, row in game.options[spec.rate_card].items():
        try:
            marked = int(marked_text)
            rates[marked] = {int(caught): Fraction(str(pay)) for caught, pay in row.items()}
        except (ValueError, AttributeError, TypeError):
            raise RuleError(
                "a rate card is {marked: {caught: total paid per dollar}}", f"{field}.{marked_text}"
            ) from None
        if not 1 <= marked <= spec.drawn or any(not 0 <= c <= marked or p < 0 for c, p in rates[marked].items()):
            raise RuleError(f"no such catch among {marked} numbers", f"{field}.{marked_text}")
        edge = house_edge(spec, marked, rates[marked])
        if edge > Fraction(str(spec.most_edge)):
            limit = f"{float(spec.most_edge):.0%}, {game.cite(spec.edge_rule)}"
            raise RuleError(
                f"the house advantage of {counted(marked, 'spot')} is {float(edge):.2%}, more than {limit}",
                f"{field}.{marked_text}",
            )
    return rates


def _count(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
        raise RuleError("must be a whole number of at least 1", field)
    return value


def write_ticket(
    game: Game[Keno], name: str, stake: int, ticket: dict[str, Any], actions: Sequence[str], field: str
) -> Written:
    """The straight tickets of a wager, with the cents on each."""
    spec, kind = game.spec, game.spec.wagers[name]
    stated = ticket.get("games", 1)
    games = _count(len(stated) if isinstance(stated, list) else stated, f"{field}.ticket.games")
    place = f"{field}.ticket"
    if kind.group:
        groups = read_groups(ticket, kind, spec, place)
        if kind.group not in groups:
            raise RuleError(f"has no group {kind.group}", f"{place}.groups")
        ways = [("", groups[kind.group])]
    elif kind.combined or (kind.games and "ways" in ticket):
        ways = read_ways(ticket, kind, read_groups(ticket, kind, spec, place), Fraction(stake, games), place)
    else:
        ways = [("", numbers(ticket.get("spots"), spec, f"{place}.spots"))]
    if games > 1 and not kind.games:
        raise RuleError(f"a {humanize(name)} ticket is for one game", f"{place}.games")
    labels = [label for label, _ in ways]
    rates = read_rates_of_ways(ticket, labels, stake, games, place)
    return Written(tuple(way for _, way in ways), rates, games, _played(actions, games, kind, field))


def _check_like_groups(game: Game[Keno], wagers: Mapping[str, int], ticket: dict[str, Any], field: str) -> None:
    """Where all groups of a ticket are of one size, the stakes on them must be the same."""
    kinds = game.spec.wagers
    names = [name for name in wagers if kinds[name].group and kinds[name].alike]
    if len({wagers[name] for name in names}) < 2:
        return
    kind = kinds[names[0]]
    groups = read_groups(ticket, kind, game.spec, f"{field}.ticket")
    if len({len(group) for group in groups.values()}) == 1:
        rule = game.cite(kind.alike)
        raise RuleError(f"groups of equal size are wagered at the same rate, {rule}", f"{field}.wagers.{names[1]}")


def _played(actions: Sequence[str], games: int, kind: Ticket, field: str) -> int:
    """How many games were drawn before the ticket was quit (`quit race after game 2`)."""
    for place, action in enumerate(actions):
        words = action.split()
        after = words[-1] if words else ""
        if not kind.games or words[:1] != ["quit"] or not after.isdecimal() or not 1 <= int(after) < games:
            raise RuleError(
                f"{action!r} is not allowed here; legal is 'quit race after game N'", f"{field}.actions[{place}]"
            )
        return int(after)
    return games


def _draws(file: RoundFile, spec: Keno, games: int) -> list[frozenset[int]]:
    """The numbers of each game the tickets run for."""
    given = file.outcome.get("games")
    if given is None:
        given = [file.outcome.get("drawn")]
    if not isinstance(given, list):
        raise RuleError("must list the numbers of each game", "outcome.games")
    drawn = []
    for place, told in enumerate(given):
        field = "outcome.drawn" if "games" not in file.outcome else f"outcome.games[{place}]"
        drawn.append(numbers(told.get("drawn") if isinstance(told, dict) else told, spec, field))
        if len(drawn[-1]) != spec.drawn:
            raise RuleError(f"{spec.drawn} numbers are drawn, not {len(drawn[-1])}", field)
    if len(drawn) < games:
        raise RuleError(f"the tickets run for {counted(games, 'game')}, {len(drawn)} recorded", "outcome.games")
    return drawn


def _paid(ticket: Written, drawn: frozenset[int], rates: Rates, meter: "Progressive | None") -> Fraction:
    """What the rate card pays a ticket in one game; a way that wins the meter is paid from that."""
    pays = (
        per_way * rates.get(len(way), {}).get(len(way & drawn), Fraction(0))
        for place, (way, per_way) in enumerate(zip(ticket.ways, ticket.rates, strict=True))
        if meter is None or not (place in meter.ways(ticket) and way <= drawn)
    )
    return sum(pays, Fraction(0))


def _wins_meter(ticket: Written, place: int, spots: int, stake: int) -> bool:
    """Whether a way of a ticket takes part in the meter."""
    return len(ticket.ways[place]) == spots > 0 and ticket.rates[place] >= stake


@dataclass(frozen=True, slots=True)
class Progressive:
    """The meter of a round: how many numbers win it, and the least stake in cents."""

    level: str
    spots: int
    stake: int
    seed: float
    meters: Meters

    def ways(self, ticket: Written) -> list[int]:
        """The places of the ways that take part."""
        return [place for place in range(len(ticket.ways)) if _wins_meter(ticket, place, self.spots, self.stake)]

    def fed(self, tickets: Sequence[Written]) -> int:
        """The cents of all qualifying wagers."""
        return round(
            sum((ticket.rates[place] * ticket.played for ticket in tickets for place in self.ways(ticket)), Fraction(0))
        )

    def awards(self, tickets: Sequence[Written], drawn: frozenset[int], number: int) -> list[int]:
        """What each ticket wins from the meter in one game: all winning ways share it equally."""
        hits = [
            (index, place)
            for index, ticket in enumerate(tickets)
            if number < ticket.played
            for place in self.ways(ticket)
            if ticket.ways[place] <= drawn
        ]
        paid = [0] * len(tickets)
        for order, (index, _) in enumerate(hits):
            display = self.meters.amount(self.level, winners=len(hits))
            share = display // len(hits) + (order < display % len(hits))
            self.meters.take(self.level, share, Fraction(1), self.seed, winners=len(hits))
            paid[index] += share
        return paid


def _progressive(game: Game[Keno], file: RoundFile) -> Progressive | None:
    words = game.spec.progressive
    spots = 0 if words is None else int(game.options[words.spots])
    if words is None or not spots:
        return None
    terms = game.meters.get(words.meter)
    seed = float(terms.seed) if terms is not None else 0.0
    stake = round(float(game.options[words.stake]) * 100)
    return Progressive(words.meter, spots, stake, seed, read_meters(file.meters))


def settle_file(file: RoundFile) -> Settlement:
    """Settle the tickets of a round file against the numbers drawn."""
    game: Game[Keno] = load_game(file.game, file.house)
    spec = game.spec
    check_seats(file.seats, max(spec.seats, len(file.seats)))
    seats = read_wagers(file, game, spec.wagers)
    void = void_round(file, game, seats)
    if void is not None:
        return void
    rates = read_rates(game)
    tickets = [
        (
            index,
            name,
            stake,
            write_ticket(game, name, stake, file.seats[index].ticket, file.seats[index].actions, f"seats[{index}]"),
        )
        for index, wagers in enumerate(seats)
        for name, stake in wagers.items()
    ]
    for index, wagers in enumerate(seats):
        _check_like_groups(game, wagers, file.seats[index].ticket, f"seats[{index}]")
    for index, name, _, ticket in tickets:
        unpriced = [len(way) for way in ticket.ways if len(way) not in rates]
        if unpriced:
            raise RuleError(
                f"the rate card has no rate for {counted(unpriced[0], 'spot')}", f"seats[{index}].wagers.{name}"
            )
    played = max(ticket.played for *_, ticket in tickets)
    drawn = _draws(file, spec, played)
    most = Fraction(round(float(game.options[spec.most_paid]) * 100))
    paid = [Fraction(0)] * len(tickets)
    written = [ticket for *_, ticket in tickets]
    meter, won = _progressive(game, file), [0] * len(tickets)
    cut = False
    for number in range(played):
        amounts = [
            _paid(slip, drawn[number], rates, meter) if number < slip.played else Fraction(0) for slip in written
        ]
        if meter is not None:
            won = [held + more for held, more in zip(won, meter.awards(written, drawn[number], number), strict=True)]
        total = sum(amounts, Fraction(0))
        if most and total > most:
            amounts, cut = [amount * most / total for amount in amounts], True
        paid = [before + amount for before, amount in zip(paid, amounts, strict=True)]
    lines: list[list[Line]] = [[] for _ in seats]
    shares: dict[tuple[int, int], int] = {}
    for (index, name, stake, ticket), rated, metered in zip(tickets, paid, won, strict=True):
        amount = rated + metered
        refund = Fraction(stake) * (ticket.games - ticket.played) / ticket.games
        net = game.round_cents(amount) + game.round_cents(refund) - stake
        caught = ", ".join(f"{len(way & drawn[0])} of {len(way)}" for way in ticket.ways[:4])
        reason = f"caught {caught}: {in_dollars(game.round_cents(amount))} paid on {in_dollars(stake)}"
        if ticket.played < ticket.games:
            reason += f", quit after game {ticket.played}, {in_dollars(game.round_cents(refund))} refunded"
        if metered:
            reason += f", {in_dollars(metered)} of it from the meter"
        rule = game.cite(spec.most_rule if cut else spec.wagers[name].rule)
        if metered and spec.progressive is not None:
            shares[index, len(lines[index])] = metered
            rule = game.cite(spec.progressive.rule)
        lines[index].append(Line(name, stake, net, reason, rule, "win" if net > 0 else "lose"))
    settled = tuple(tuple(seat) for seat in lines)
    if meter is None:
        return Settlement(game=spec.id, seats=settled)
    return Settlement(
        game=spec.id,
        seats=settled,
        meters=meter.meters.amounts,
        awards={level: replace(award, shares=shares) for level, award in meter.meters.awards.items()},
        fed={meter.level: meter.fed(written)},
    )


def open_file(file: RoundFile, seed: int | None) -> Finished:
    """The draw for the tickets of `file`; a seat without one has a quick pick."""
    game: Game[Keno] = load_game(file.game, file.house)
    spec, seats = game.spec, []
    for index, seat in enumerate(file.seats):
        if not seat.ticket:
            grouped = [name for name in seat.wagers if name in spec.wagers and spec.wagers[name].groups]
            if grouped:
                raise RuleError(f"a {grouped[0]} wager needs a ticket with its groups", f"seats[{index}].ticket")
            picked = sorted(shuffled(range(1, spec.numbers + 1), seed, f"quick pick {index}")[:QUICK_PICK])
            seat = replace(seat, ticket={"spots": picked})
        seats.append(seat)
    raced = any(player.ticket.get("games", 1) != 1 for player in seats)
    games = max((_runs(player, index) for index, player in enumerate(seats)), default=1)
    drawn = [sorted(draw(spec, seed, number)) for number in range(games)]
    outcome: dict[str, Any] = {"games": drawn} if raced else {"drawn": drawn[0]}
    piles = [Pile("drawn", None, tuple(str(number) for number in numbers)) for numbers in drawn]
    tickets = [Pile("ticket", seat, _marked(player.ticket)) for seat, player in enumerate(seats)]
    return Finished(replace(file, seats=seats, outcome=outcome), (*tickets, *piles), settle_file)


def _runs(seat: SeatFile, index: int) -> int:
    """The games that a ticket is drawn for: all of them, or those before it was quit."""
    games = seat.ticket.get("games", 1)
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 1000:
        raise RuleError("must be a whole number of at least 1", f"seats[{index}].ticket.games")
    return min([games, *(int(after) for action in seat.actions if (after := action.split()[-1]).isdecimal())])


def _marked(ticket: dict[str, Any]) -> tuple[str, ...]:
    if "spots" in ticket:
        return tuple(str(number) for number in ticket["spots"])
    groups = ticket.get("groups", {})
    named = groups.items() if isinstance(groups, dict) else ((str(at + 1), group) for at, group in enumerate(groups))
    return tuple(f"{name}: {' '.join(map(str, group))}" for name, group in named)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The tickets that need no groups; at least one must be bought."""
    return _spots(file, grouped=False)


def recorded_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """Every kind of ticket."""
    return _spots(file, grouped=True)


def _spots(file: RoundFile, grouped: bool) -> tuple[BettingSpot, ...]:
    game: Game[Keno] = load_game(file.game, file.house)
    words = game.spec.progressive
    meters = (words.meter,) if words is not None and game.options[words.spots] else ()
    names = tuple(name for name, ticket in game.spec.wagers.items() if grouped or not ticket.groups)
    spots = (betting_spot(game, name, game.spec.wagers[name], one_of=names) for name in names)
    return tuple(dataclasses.replace(spot, meters=meters) for spot in spots)
