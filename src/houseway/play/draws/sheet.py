"""The rule sheets of games without cards: keno's tickets, and the wheel with what each symbol pays."""

from collections import Counter
from collections.abc import Iterator

from houseway.play.core.cases import deciding
from houseway.play.core.wagers import layout_name
from houseway.play.draws.wheel import make_plan
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
    if ticket.alike:
        parts.append("groups that are all of one size carry the same stake")
    if ticket.games:
        parts.append("also for several games in a row")
    return f"{humanize(name).capitalize()}: {'; '.join(parts)}."


def keno_sections(game: Game[Keno]) -> list[Section]:
    """The sections that keno adds to a rule sheet."""
    spec = game.spec
    drawn: tuple[Statement, ...] = (
        Statement(f"{spec.drawn} of {spec.numbers} numbers are drawn."),
        Statement(f"A ticket is paid by the house's {humanize(spec.rate_card)}, for the numbers marked and caught."),
        Statement(f"No rate may leave the house more than {spec.most_edge:.0%}.", game.cite(spec.edge_rule)),
        Statement(f"One game pays at most what the option {humanize(spec.most_paid)} says.", game.cite(spec.most_rule)),
    )
    meter = spec.progressive
    if meter is not None and (spots := int(game.options[meter.spots])):
        least = money(game.options[meter.stake])
        won = f"Catching all of {spots} numbers with at least {least} on the way wins the {humanize(meter.meter)} meter"
        drawn = (*drawn, Statement(f"{won} in place of the rate.", game.cite(meter.rule)))
    tickets = tuple(Statement(_ticket(name, ticket), game.cite(ticket.rule)) for name, ticket in spec.wagers.items())
    return [Section("The draw", drawn), Section("Tickets", tickets)]


def _symbols(game: Game[Wheel]) -> Iterator[tuple[str, ...]]:
    """The cases of every wager but the last, which loses."""
    for key, wager in make_plan(game).wagers.items():
        limit = f"{money(wager.spec.limit[0])} to {money(wager.spec.limit[1])}" if wager.spec.limit else "as posted"
        counts = Counter(deciding(wager.cases, section) for section in game.spec.sections)
        for case in wager.cases[:-1]:
            symbols = case.when.text()
            name = (
                wager.spec.name or symbols if case.outcome == "win" else f"{layout_name(key, wager.spec)} on {symbols}"
            )
            yield name, str(counts[case]), case.price, limit, case.cite


def wheel_sections(game: Game[Wheel]) -> list[Section]:
    """The sections that the wheel adds to a rule sheet."""
    spec = game.spec
    turns = f"A spin of fewer than {spec.revolutions} revolutions is not valid; the next one counts."
    spin = (
        Statement(f"The wheel has {len(spec.sections)} sections."),
        *((Statement(turns),) if spec.revolutions else ()),
        Statement(f"Clockwise: {', '.join(spec.sections)}."),
    )
    head = ("symbol", "sections", "pays", "limit", "rule")
    return [Section("The wheel", spin), Section("Wagers", grids=(Grid("", head, tuple(_symbols(game))),))]
