"""The rule sheets of games without cards: keno's tickets, and the wheel with what each symbol pays."""

from collections.abc import Iterator

from houseway.rules.draws import Keno, Ticket, Wheel
from houseway.rules.game import Game
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.wording import humanize, money


def _ticket(name: str, ticket: Ticket) -> str:
    parts = []
    if ticket.groups:
        kind = "equal groups" if ticket.equal else "groups"
        parts.append(f"at least {ticket.groups} {kind} of numbers")
    else:
        parts.append("numbers without groups")
    if ticket.disjoint:
        parts.append("no number in two groups")
    if ticket.kings:
        parts.append("at least one group is a single number")
    if ticket.combined:
        parts.append("groups combined into the ways listed on the ticket")
    if ticket.group:
        parts.append(f"the wager is on group {ticket.group} alone")
    if ticket.games:
        parts.append("also for several games in a row")
    return f"{humanize(name).capitalize()}: {'; '.join(parts)}."


def _keno(game: Game[Keno]) -> list[Section]:
    spec = game.spec
    drawn = (
        Statement(f"{spec.drawn} of {spec.numbers} numbers are drawn."),
        Statement(f"A ticket is paid by the house's {humanize(spec.rate_card)}, for the numbers marked and caught."),
        Statement(f"No rate may leave the house more than {spec.most_edge:.0%}.", game.cite(spec.edge_rule)),
        Statement(f"One game pays at most what the option {humanize(spec.most_paid)} says.", game.cite(spec.most_rule)),
    )
    tickets = tuple(Statement(_ticket(name, one), game.cite(one.rule)) for name, one in spec.wagers.items())
    return [Section("The draw", drawn), Section("Tickets", tickets)]


def _symbols(game: Game[Wheel]) -> Iterator[tuple[str, ...]]:
    for spot in game.spec.wagers.values():
        limit = f"{money(spot.limit[0])} to {money(spot.limit[1])}" if spot.limit else "as posted"
        count = sum(section in spot.symbols for section in game.spec.sections)
        yield spot.name or ", ".join(spot.symbols), str(count), str(spot.price), limit, game.cite(spot.rule)


def _wheel(game: Game[Wheel]) -> list[Section]:
    spec = game.spec
    spin = (
        Statement(f"The wheel has {len(spec.sections)} sections."),
        Statement(f"A spin of fewer than {spec.revolutions} revolutions is not valid."),
        Statement(f"Clockwise: {', '.join(spec.sections)}."),
    )
    head = ("symbol", "sections", "pays", "limit", "rule")
    return [Section("The wheel", spin), Section("Wagers", grids=(Grid("", head, tuple(_symbols(game))),))]


def sections(game: Game[Keno] | Game[Wheel]) -> list[Section]:
    """The sections that keno or the wheel adds to a rule sheet."""
    return _keno(game) if isinstance(game.spec, Keno) else _wheel(game)
