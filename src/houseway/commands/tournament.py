"""`houseway tournament`: the printed rules of a tournament, and one that plays by itself."""

from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn

from houseway.commands.output import console, table, write_json
from houseway.floor.tournaments.conduct import printed_rules
from houseway.play.tournaments.automatic import play_out
from houseway.play.tournaments.event import Event, begin, enter, payouts
from houseway.play.tournaments.printed import Tournament, read_rules


def _played(rules: Tournament, players: int, seed: int) -> Event:
    event = Event(rules, seed)
    for number in range(1, players + 1):
        event = enter(event, f"Player {number}")
    bar = Progress(TextColumn("{task.description}"), BarColumn(), console=console(), transient=True)
    with bar:
        task = bar.add_task("players out", total=players - 1)
        return play_out(begin(event), lambda now: bar.update(task, completed=players - len(now.left)))


def run(file: Path, players: int, seed: int, printed: bool, as_json: bool) -> None:
    """Print the rules, or play the tournament out and print its prizes."""
    rules = read_rules(file)
    out = console()
    if printed:
        if as_json:
            write_json(printed_rules(rules), indent=True)
        else:
            out.print("\n".join(escape(line) for line in printed_rules(rules)))
        return
    event = _played(rules, players, seed)
    prizes = payouts(event)
    if as_json:
        write_json(
            {
                "tournament": rules.name,
                "entries": len(event.entries),
                "level": event.level + 1,
                "pool": event.pool / 100,
                "fees": event.fees / 100,
                "prizes": [{"place": place, "person": who, "amount": cents / 100} for place, who, cents in prizes],
            },
            indent=True,
        )
        return
    rows = [(str(place), who, f"${cents / 100:,.2f}") for place, who, cents in prizes]
    out.print(table(("place", "player", "prize"), rows, rules.name))
    end = f"after {rules.games} games" if rules.games else f"in level {event.level + 1}"
    out.print(
        f"{len(event.entries)} entries, pool ${event.pool / 100:,.2f} paid out whole, entry fees "
        f"${event.fees / 100:,.2f}; ended {end}."
    )
