"""The command line: each command's arguments and help; the work is done in `houseway.commands`."""

import atexit
import gc
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from houseway.rules.errors import RuleError

app = typer.Typer(
    name="houseway",
    help="The executable rulebook of casino table games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, or the path of a .toml file.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="JSON or JSON Lines; - for standard input.")]
AsOf = Annotated[str, typer.Option(metavar="DATE", help="The rule as it stood on this day, e.g. 2020-12-31.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house option.")]
Text = Annotated[str, typer.Option(metavar="FOLDER", help="Your copy of the documents (*.txt), shown with it.")]
Cluster = Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask scheduler, e.g. tcp://host:8786.")]
Tables = Annotated[list[str] | None, typer.Option("--pay-table", metavar="NAME=ID", help="A pay table's column.")]


def _version(wanted: bool) -> None:
    if wanted:
        from houseway import __version__

        sys.stdout.write(f"houseway {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """The executable rulebook of casino table games."""


@app.command(epilog="Example: houseway games --family house-poker --jurisdiction CO")
def games(
    family: Annotated[str, typer.Option(help="Only this family, e.g. house-poker.")] = "",
    jurisdiction: Annotated[str, typer.Option(help="Only this jurisdiction: CO, CA or MD.")] = "",
    json: Json = False,
) -> None:
    """List the games of the rulebook."""
    from houseway.commands import games as command

    command.run(family, jurisdiction, json)


@app.command(epilog="Example: houseway show crazy-4-poker --html crazy-4-poker.html")
def show(
    game: Game,
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a printable page; - for standard output.")] = "",
    settings: Settings = None,
    tables: Tables = None,
    as_of: AsOf = "",
    text: Text = "",
    json: Json = False,
) -> None:
    """Print a game's rule sheet: deal, decisions, wagers, pay tables, options, readings, citations."""
    from houseway.commands import house
    from houseway.commands import show as command

    command.run(game, house.parse_choices(settings or [], tables or [], as_of), html, json, text)


@app.command(epilog="Example: houseway rules '30-1046(7)' --text regulations/")
def rules(
    number: Annotated[str, typer.Argument(metavar="SECTION", help="A section or paragraph; none: all of them.")] = "",
    text: Text = "",
    json: Json = False,
) -> None:
    """The map of the documents: every paragraph, and whether a file, a module or a test acts on it."""
    from houseway.commands import rules as command

    command.run(number, text, json)


@app.command(epilog="Example: houseway settle rounds.jsonl --json; houseway settle log.parquet --output out.parquet")
def settle(
    files: Files,
    as_of: AsOf = "",
    text: Text = "",
    output: Annotated[
        str, typer.Option("--output", metavar="FILE", help="Write every line to a .parquet or .arrow file.")
    ] = "",
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game of a log in columns that names none.")
    ] = "",
    json: Json = False,
) -> None:
    """Settle rounds: every wager with its net, the reason and the rule. Status 2 if a round cannot be settled."""
    if output:
        from houseway.commands import tables

        raise typer.Exit(tables.run(files, output, game, as_of))
    from houseway.commands import settle as command

    raise typer.Exit(command.run(files, json, as_of, text, game))


@app.command(epilog="Example: houseway audit november.parquet --game three-card-poker")
def audit(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A .parquet, .arrow, .csv or .jsonl file.")],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game, where the log has no column of it.")
    ] = "",
    settings: Settings = None,
    tables: Tables = None,
    as_of: AsOf = "",
    json: Json = False,
) -> None:
    """Compare what a log says was paid with what was due, by table, wager and dealer. Status 1 if they differ."""
    from houseway.commands import audit as command
    from houseway.commands.house import parse_choices

    raise typer.Exit(command.run(log, game, parse_choices(settings or [], tables or [], as_of), json))


@app.command(epilog="Example: houseway play crazy-4-poker --seed 7 --seats 3")
def play(
    game: Game,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again; each further round adds one.")] = None,
    seats: Annotated[int, typer.Option("--seats", "--players", min=1, max=30, help="Seats; yours is the first.")] = 1,
    bankroll: Annotated[float, typer.Option(min=1, max=1_000_000_000, help="What you bring, in dollars.")] = 500,
    settings: Settings = None,
    tables: Tables = None,
    demo: Annotated[bool, typer.Option("--demo", help="Play by itself, without input.")] = False,
    rounds: Annotated[int, typer.Option(min=0, help="Stop after so many; 0: until you leave (a demo: 1).")] = 0,
    save: Annotated[Path | None, typer.Option(help="Append each round to this file, as `settle` reads it.")] = None,
) -> None:
    """Play in the terminal: bet, see your cards, choose a legal action, see each wager settled and why."""
    from houseway.commands import house
    from houseway.commands import play as command

    choices = house.parse_choices(settings or [], tables or [])
    session = command.Session(game, choices, seats, round(bankroll * 100), seed, demo, save)
    command.run(session, rounds or (1 if demo else 0))


@app.command(
    epilog="Example: houseway odds ultimate-texas-holdem --pay-table trips=2 --html uth.html; "
    "houseway odds three-card-poker --compare pair_plus=2; houseway odds baccarat --sweep decks"
)
def odds(
    game: Game,
    tables: Tables = None,
    settings: Settings = None,
    house: Annotated[str, typer.Option(metavar="FILE", help="The house's choices: JSON or TOML.")] = "",
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="What a meter shows.")
    ] = None,
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a printable page; - for standard output.")] = "",
    every_table: Annotated[bool, typer.Option("--all", help="Compare all alternatives of every pay table.")] = False,
    rounds: Annotated[str, typer.Option(help="Rounds of a session and of an interval of the hold, e.g. 1e6.")] = "200",
    per_hour: Annotated[float, typer.Option(help="Rounds an hour, for the hold of an hour.")] = 0,
    bet: Annotated[float, typer.Option(help="The average bet in dollars, for the hold of an hour.")] = 0,
    must_hit_by: Annotated[
        list[str] | None, typer.Option(metavar="NAME=DOLLARS", help="A meter that is won at this sum at the latest.")
    ] = None,
    together: Annotated[
        str, typer.Option(metavar="A,B", help="Wagers made together: joint law, correlation; `game` is the game.")
    ] = "",
    compare: Annotated[
        str, typer.Option(metavar="B", help="Compared with another game, file or house, or option=value, pay_table=id.")
    ] = "",
    sweep: Annotated[str, typer.Option(metavar="NAME", help="Under every value of an option, or pay table.")] = "",
    certificate: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Write a certificate: .json, .html for print, .csv or .xlsx."),
    ] = None,
    key: Annotated[str, typer.Option(metavar="FILE", help="Sign certificates by this key; made if not there.")] = "",
    strategy: Annotated[
        str, typer.Option(metavar="FILE", help="The exact price of this strategy too (JSON or TOML).")
    ] = "",
    cluster: Cluster = "",
    as_of: AsOf = "",
    json: Json = False,
) -> None:
    """Price a game exactly: house edge under best play, every wager and pay line, the strategy itself."""
    from houseway.commands import odds as command
    from houseway.odds.measures import Conditions

    dated = [*(settings or []), *([f"as_of={as_of}"] if as_of else [])]
    limits = command.read_meters(must_hit_by or [], "--must-hit-by")
    conditions = Conditions(command.read_count(rounds, "--rounds"), per_hour, bet, limits)
    command.run(
        game, dated, tables or [], house, meter or [], html, every_table, json, cluster, conditions, together, compare,
        sweep, certificate or [], key, strategy,
    )  # fmt: skip


@app.command(
    epilog="Example: houseway odds three-card-poker --certificate tcp.json; houseway certify tcp.json; "
    "houseway certify mine.json --game my-game.toml"
)
def certify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, as odds --certificate writes it.")],
    seconds: Annotated[float, typer.Option(min=0.1, max=86_400, help="How long rounds are settled.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="The same seed deals the same rounds.")] = 1,
    game: Annotated[str, typer.Option(metavar="PATH", help="The file of a game of your own.")] = "",
    json: Json = False,
) -> None:
    """Recompute a certificate by single rounds that share no count with it. Status 1 if one contradicts it."""
    from houseway.commands import certify as command

    raise typer.Exit(command.run(file, seconds, seed, json, game))


@app.command(epilog="Example: houseway exposure ez-baccarat; houseway exposure three-card-poker --seats 6 --json")
def exposure(
    game: Game,
    tables: Tables = None,
    settings: Settings = None,
    house: Annotated[str, typer.Option(metavar="FILE", help="The house's choices: JSON or TOML.")] = "",
    seats: Annotated[int, typer.Option(help="Seats at the table, all of which may share what they see.")] = 6,
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a printable page; - for standard output.")] = "",
    json: Json = False,
) -> None:
    """Find how a game can be beaten: counts of the shoe and their yield, seen cards, shared hands, index plays."""
    from houseway.commands import exposure as command

    command.run(game, settings or [], tables or [], house, seats, html, json)


@app.command(
    epilog="Example: houseway design three-card-poker --wager pair_plus --target 4..6; "
    "houseway design my-game.toml --wager bonus --target 5 --row flush"
)
def design(
    game: Game,
    wager: Annotated[str, typer.Option(metavar="NAME", help="A wager that stands by itself, e.g. pair_plus.")],
    target: Annotated[str, typer.Option(metavar="LOW..HIGH", help="House edge in percent, e.g. 4..6.")],
    row: Annotated[str, typer.Option(metavar="NAME", help="Only this row's price: every whole number that fits.")] = "",
    most: Annotated[int, typer.Option(min=1, max=1000, help="Proposals to show.")] = 10,
    tables: Tables = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Solve for a price: whole-number pay tables near a house edge, ranked, with hit frequency and deviation."""
    from houseway.commands import design as command

    command.run(game, wager, target, row, most, settings or [], tables or [], json)


@app.command(epilog="Example: houseway simulate three-card-poker --rounds 1e9 --seed 7 --checkpoint tcp.json")
def simulate(
    game: Game,
    rounds: Annotated[str, typer.Option(help="How many, e.g. 1000000 or 1e9.")] = "1e6",
    strategy: Annotated[str, typer.Option(help="optimal, simple, or a file of rules (JSON or TOML).")] = "optimal",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result on any number of threads.")] = 0,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0: one for each core.")] = 0,
    side: Annotated[list[str] | None, typer.Option("--side", metavar="WAGER", help="A side wager to make too.")] = None,
    tables: Tables = None,
    settings: Settings = None,
    house: Annotated[str, typer.Option(metavar="FILE", help="The house's choices: JSON or TOML.")] = "",
    meter: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="What a meter shows.")
    ] = None,
    checkpoint: Annotated[str, typer.Option(metavar="FILE", help="Note the sums here as the run goes on.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    cluster: Cluster = "",
    seats: Annotated[int, typer.Option(min=0, help="Seats, where they touch each other; 0: as few as can play.")] = 0,
    stake: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="NAME=DOLLARS", help="Stakes of such a table, e.g. blinds=1,2 or limits=4,8."),
    ] = None,
    full_shoe: Annotated[bool, typer.Option("--full-shoe", help="Blackjack: every round from a full shoe.")] = False,
    json: Json = False,
) -> None:
    """Play a game many times under a strategy: mean, standard error, every wager, how often it gains."""
    from houseway.commands import odds as choices
    from houseway.commands import simulate as command
    from houseway.commands.house import parse_choices
    from houseway.odds.simulate.setup import Setup
    from houseway.simulation import Run

    chosen = choices.merged(choices.read_house(house), parse_choices(settings or [], tables or []))
    meters = choices.read_meters(meter or [])
    stakes = command.read_stakes(stake or [])
    setup = Setup(
        game, chosen, meters, command.read_strategy(strategy), tuple(side or ()), seed, seats, stakes, full_shoe
    )
    how = Run(command.read_rounds(rounds), threads, checkpoint, resume, cluster)
    command.run(setup, how, json)


@app.command(epilog="Example: houseway schema --write game.schema.json")
def schema(write: Annotated[str, typer.Option(metavar="FILE", help="Write to this file.")] = "") -> None:
    """Print the JSON Schema of game files, for editors."""
    from houseway.commands import schema as command

    command.run(write)


@app.command(epilog="Example: houseway check my-three-card-poker.toml")
def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Game files; none: the rulebook.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, max=3600, help="Play each file this long; 5 for files that are named, otherwise 0."),
    ] = None,
    price: Annotated[bool, typer.Option(help="Price the game, and warn where the player has the edge.")] = True,
    json: Json = False,
) -> None:
    """Check game files whole: every word, every column, every option value; then play and price the game."""
    from houseway.commands import check as command

    raise typer.Exit(command.run(files or [], json, seconds, price))


@app.command(epilog="Example: houseway cases cases/house-poker.jsonl")
def cases(
    files: Files,
    game_file: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Settle the rounds of this file's game by the file.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the results, rows, choices and options that no round reached.")
    ] = False,
    json: Json = False,
) -> None:
    """Settle rounds that carry the expected answer and report every difference. Status 1 if there is one."""
    from houseway.commands import cases as command

    raise typer.Exit(command.run(files, json, game_file or [], coverage))


@app.command(epilog="Example: houseway serve --port 8000")
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of the site.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    database: Annotated[str, typer.Option(metavar="URL", help="A file, or postgresql+psycopg://...")] = "",
    accounts: Annotated[
        bool, typer.Option("--accounts", help="People log in; without it, guests on this machine.")
    ] = False,
    name: Annotated[list[str] | None, typer.Option(help="A host name the server is called by.")] = None,
    rate: Annotated[float, typer.Option(min=1, help="Requests a second for each session.")] = 200,
    game_file: Annotated[list[str] | None, typer.Option(metavar="PATH", help="A game file of your own.")] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the site in the browser.")] = False,
    key_file: Annotated[str, typer.Option(metavar="PATH", help="The house's key, the same for all servers.")] = "",
    no_key: Annotated[
        bool,
        typer.Option("--no-key", help="Whoever reaches the server is a guest, not only by the address printed."),
    ] = False,
    alone: Annotated[
        float, typer.Option(min=0, help="Dollars a day that one person of the house gives out without a second one.")
    ] = 500,
    public: Annotated[
        str | None,
        typer.Option(metavar="AREAS", help="What visitors without a session see, of games,odds,tables,rounds,rulings."),
    ] = None,
    text: Annotated[str, typer.Option(metavar="FOLDER", help="Your copy of the documents, shown by citations.")] = "",
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="Processes that serve together, on PostgreSQL."),
    ] = 1,
    log: Annotated[
        str, typer.Option(help="What the log tells: debug, info (every request), warning or error.")
    ] = "warning",
    idle: Annotated[float, typer.Option(min=1, help="Minutes after which an unused session of an account ends.")] = 60,
) -> None:
    """Serve the site: tables, rule sheets, odds, disputes, the floor."""
    from houseway.commands import serve as command

    options = command.Options(host, port, database, accounts, name or [], rate, game_file or [], browser, key_file)
    command.run(
        replace(options, no_key=no_key, alone=alone, idle=idle, public=public, log=log, workers=workers, text=text)
    )


@app.command(epilog="Example: houseway tournament examples/tournament.toml --players 50 --seed 7")
def tournament(
    rules: Annotated[Path, typer.Argument(metavar="RULES", help="The printed rules of the tournament, a .toml file.")],
    players: Annotated[int, typer.Option(min=2, max=10_000, help="Automatic players.")] = 50,
    seed: Annotated[int, typer.Option(help="The same draws and cards again.")] = 0,
    printed: Annotated[bool, typer.Option("--rules", help="Only print the rules that players are given.")] = False,
    json: Json = False,
) -> None:
    """Check a tournament's rules, print them, and let automatic players play it to the last prize."""
    from houseway.commands import tournament as command

    command.run(rules, players, seed, printed, json)


Database = Annotated[str, typer.Option(metavar="URL", help="The floor's database; none: the user's own.")]


class _Acts(TyperGroup):
    """A group whose commands are acts of the floor, loaded when one is asked for."""

    def _load(self) -> None:
        from houseway.commands.acting import commands_of
        from houseway.commands.acts import GROUPS

        name = self.name or ""
        for act, command in typer.main.get_group(commands_of(name, GROUPS[name])).commands.items():
            self.commands.setdefault(act, command)

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002
        self._load()
        return list(self.commands)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ARG002
        if cmd_name not in self.commands:
            self._load()
        return self.commands.get(cmd_name)


def _group(name: str) -> typer.Typer:
    """A command that lists, and whose commands act."""
    group = typer.Typer(cls=_Acts, invoke_without_command=True)
    app.add_typer(group, name=name)
    return group


keno_group, jackpot_group, cage_group = _group("keno"), _group("jackpots"), _group("cage")


@_group("tables").callback()
def tables(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List the open tables; open, fill, count and close them, sit, bet, take or refuse the bank, void a round."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import floor as command

        command.list_tables(database, json)


@_group("approvals").callback()
def approvals(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List what waits for the approval of a second person; give that word or refuse it."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import floor as command

        command.list_approvals(database, json)


@_group("tournaments").callback()
def tournaments(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List the floor's tournaments; announce one, enter players, run it, end it, show its standings and payouts."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import tournaments as command

        command.run(database, json)


@keno_group.callback()
def keno(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List the floor's keno desks; sell, void, draw, pay, replay, drawers, changes; reports: houseway report keno."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import keno as command

        command.run(database, json)


@app.command(epilog="Example: houseway phh hand.json > hand.phh; houseway settle hand.phh")
def phh(
    files: Files,
) -> None:
    """Turn a played pot into a poker hand history (PHH), or a hand history into a round file. Status 2 on a fault."""
    from houseway.commands import phh as command

    raise typer.Exit(command.run(files))


@app.command(epilog="Example: houseway verify round-12.json")
def verify(
    name: Annotated[str, typer.Argument(metavar="ROUND", help="A round file, a .jsonl of many, or a round's number.")],
    database: Database = "",
    published: Annotated[str, typer.Option(help="The hash you noted before you bet.")] = "",
    digest: Annotated[str, typer.Option(help="The digest you noted at the table.")] = "",
    json: Json = False,
) -> None:
    """Check that cards, wagers, meters and payments follow from the hash that was published. Status 1 if not."""
    from houseway.commands import verify as command

    raise typer.Exit(command.run(name, database, published, digest, json))


@app.command(epilog="Example: houseway verify-books --since heads-october.json --export heads-november.json")
def verify_books(
    database: Database = "",
    export: Annotated[str, typer.Option(metavar="FILE", help="Write the heads of the chains there.")] = "",
    since: Annotated[str, typer.Option(metavar="FILE", help="Heads that were written before.")] = "",
    json: Json = False,
) -> None:
    """Check ledger, audit log and events from the first on. Status 1 if anything was changed."""
    from houseway.commands import verify_books as command

    raise typer.Exit(command.run(database, export, since, json))


@app.command(
    epilog="Examples: houseway rounds --person maria --since 2026-11-01 --json; houseway rounds --table 4 --paid 500; "
    "houseway rounds --irregularity void --csv > void.csv; houseway rounds --game roulette --files > proofs.jsonl"
)
def rounds(
    table: Annotated[int | None, typer.Option(metavar="NUMBER", help="Of this table.")] = None,
    since: Annotated[str, typer.Option(metavar="MOMENT", help="From here, e.g. 2026-11-16 or 2026-11-16T21:30.")] = "",
    until: Annotated[str, typer.Option(metavar="MOMENT", help="Up to here, UTC.")] = "",
    seat: Annotated[int | None, typer.Option(metavar="NUMBER", help="With a wager at this seat, from 1.")] = None,
    person: Annotated[str, typer.Option(metavar="NAME", help="With a wager of this person.")] = "",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Of this game.")] = "",
    wager: Annotated[str, typer.Option(metavar="NAME", help="With this wager, e.g. pair_plus.")] = "",
    paid: Annotated[float | None, typer.Option(metavar="DOLLARS", help="In which a wager won at least this.")] = None,
    staked: Annotated[float | None, typer.Option(metavar="DOLLARS", help="In which a wager was at least this.")] = None,
    irregularity: Annotated[str, typer.Option(metavar="KIND", help="Irregular ones: a kind, void, or any.")] = "",
    award: Annotated[bool, typer.Option("--award", help="In which a meter paid.")] = False,
    late: Annotated[bool, typer.Option("--late", help="In which the clock decided, or a bet came too late.")] = False,
    unlikely: Annotated[
        float | None, typer.Option(metavar="CHANCE", help="Of people whose win rate is less likely than this.")
    ] = None,
    rates: Annotated[bool, typer.Option("--win-rates", help="People's win rates and their chance instead.")] = False,
    flags: Annotated[bool, typer.Option("--flags", help="The house's saved searches and what they find.")] = False,
    most: Annotated[int, typer.Option(min=1, help="At most so many rounds; exports have all.")] = 50,
    database: Database = "",
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="A line for each wager, with the proof of the shuffle.")] = False,
    files: Annotated[bool, typer.Option("--files", help="The round files with their proof, one a line.")] = False,
) -> None:
    """Find finished rounds of the house, the latest first."""
    from houseway.commands import rounds as command

    given: dict[str, object] = {
        "table": table,
        "since": since,
        "until": until,
        "person": person,
        "game": game,
        "wager": wager,
    }
    given |= {"paid": paid, "staked": staked, "irregularity": irregularity, "award": award, "late": late}
    given |= {"seat": None if seat is None else seat - 1, "unlikely": unlikely}
    command.run(given, database, most, as_json=json, csv=csv, files=files, rates=rates, flags=flags)


@app.command(epilog="Examples: houseway disputes --state open; houseway disputes 17; houseway disputes 17 --json")
def disputes(
    number: Annotated[int | None, typer.Argument(metavar="[CASE]", help="One case with its history.")] = None,
    state: Annotated[str, typer.Option("--state", metavar="STATE", help="open, ruled or revised.")] = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """List the cases of the dispute desk, or show one with its ruling and history."""
    from houseway.commands import disputes as command

    command.run(number, state, database, json)


@app.command(epilog="Example: houseway report agp --first 2026-11-01 --last 2026-11-30 --csv")
def report(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="agp, results, classes, tips, meters, jackpots, awards, link, reserve, lines, keno, keno-winners...",
        ),
    ],
    database: Database = "",
    first: Annotated[str, typer.Option(metavar="DAY", help="The first day, YYYY-MM-DD.")] = "",
    last: Annotated[str, typer.Option(metavar="DAY", help="The last day.")] = "",
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Write comma-separated values.")] = False,
    shift: Annotated[int, typer.Option(metavar="NUMBER", help="Of this shift instead of days.")] = 0,
) -> None:
    """Report the floor's figures: adjusted gross proceeds, results by table and day, meters, jackpots."""
    from houseway.commands import report as command

    command.run(name, database, first, last, json, csv, shift)


@_group("equipment").callback()
def equipment(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List what is due at the tables; show the equipment log of one, write down what was opened, counted, retired."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import equipment as command

        command.run(database, json)


@jackpot_group.callback()
def jackpots(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List the floor's jackpots and meters; propose, offer, post, pay, move, link and end them; print a notice."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import jackpots as command

        command.run(database, json)


@jackpot_group.command(epilog="Example: houseway jackpots notice jackpot-1 --html notice.html")
def notice(
    which: Annotated[str, typer.Argument(metavar="WHICH", help="jackpot-NUMBER or meter-NUMBER.")],
    html: Annotated[str, typer.Option(metavar="FILE", help="Write the notice as a printable page.")] = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """The notice of a jackpot or a meter, to post and to print."""
    from houseway.commands import jackpots as command

    command.print_notice(which, html, database, json)


@cage_group.callback()
def cage(ctx: typer.Context, database: Database = "", json: Json = False) -> None:
    """List coupons, schedules and shifts; issue, enter, open; cash in and out, proposition players."""
    if ctx.invoked_subcommand is None:
        from houseway.commands import cage as command

        command.run(database, json)


BackupFile = Annotated[str, typer.Argument(metavar="FILE", help="The backup.")]


@app.command(epilog="Example: houseway backup monday.backup")
def backup(file: BackupFile, database: Database = "") -> None:
    """Write the whole database into one file while the tables play on; the house's key is not in it."""
    from houseway.commands import backup as command

    command.save(file, database)


@app.command(epilog="Example: houseway restore monday.backup --database postgresql+psycopg://house@db/floor")
def restore(file: BackupFile, database: Database = "") -> None:
    """Read a backup into an empty database, SQLite or PostgreSQL, and bring it up to date."""
    from houseway.commands import backup as command

    command.load(file, database)


@app.command(epilog="Example: houseway account maria --role supervisor")
def account(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    role: Annotated[str, typer.Option(help="player, dealer, supervisor or auditor.")] = "player",
    database: Database = "",
    reset: Annotated[
        bool,
        typer.Option(
            "--reset",
            help="Give an account another password, to be changed after the next log-in, and put it back in use.",
        ),
    ] = False,
) -> None:
    """Make an account for a server with --accounts; the password is read from the terminal or standard input."""
    from houseway.commands import account as command

    command.run(name, role, database, reset)


_NEW_OBJECTS = 50_000  # after which the youngest are looked through for cycles
_TYPED = re.compile(r"Invalid value for '([^']+)'(?: / '[^']+')*: (.*)", re.DOTALL)
_NO_NUMBER = re.compile(r"'.*' is not a valid (int|float)(?: range)?", re.DOTALL)


def _mistyped(message: str) -> str:
    """What is wrong with the arguments, in one sentence that names the argument."""
    message = " ".join(message.split()).removesuffix(".")
    if parts := _TYPED.fullmatch(message):
        kind = _NO_NUMBER.fullmatch(parts[2])
        told = f"must be a {'whole ' if kind[1] == 'int' else ''}number" if kind else parts[2]
        return f"{parts[1]}: {told}"
    return f"{message[:1].lower()}{message[1:]}"


def main() -> None:
    """Run the command line; whatever goes wrong is one line on standard error."""
    atexit.register(gc.freeze)  # what a process leaves behind is freed as a whole, not looked through for cycles
    gc.set_threshold(_NEW_OBJECTS)  # modules, plans and tables stay: looking them through again and again finds nothing
    try:
        sys.exit(app(standalone_mode=False))
    except typer.Abort:
        sys.exit(1)
    except RuleError as error:
        sys.stderr.write(f"houseway: {error}\n")
        sys.exit(2)
    except ModuleNotFoundError as error:
        from houseway.rules.extras import missing

        if (message := missing(error.name)) is None:
            raise
        sys.stderr.write(f"houseway: {message}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader has gone (`| head`); without this, closing standard output would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # of a group without a command: all that it has to say
            error.show()  # type: ignore[attr-defined]
            sys.exit(2)
        if message := getattr(error, "format_message", None):  # arguments that typer, or click below it, refuses
            sys.stderr.write(f"houseway: {_mistyped(message())}\n")
            sys.exit(2)
        if os.environ.get("HOUSEWAY_TRACEBACK"):
            raise
        sys.stderr.write(f"houseway: internal fault, please report it ({error!r}); HOUSEWAY_TRACEBACK=1 says more\n")
        sys.exit(70)
