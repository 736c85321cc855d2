"""`houseway odds`: the price of a game and its wagers, for people, for programs, or as a page for print."""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.markup import escape

from houseway.commands.house import parse_choices
from houseway.commands.output import complain, console, print_section, write_json
from houseway.odds.measures import USUAL, Conditions, check_limits, full_json
from houseway.odds.page import comparison, main_section, sections, to_page, together_section, warning_section
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice
from houseway.odds.stored import stored_price
from houseway.rules.errors import RuleError
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Section, Sheet
from houseway.rules.toml_text import parse_toml
from houseway.rules.wording import humanize

if TYPE_CHECKING:
    from houseway.odds.contrast import Contrast
    from houseway.odds.together import Joint

_KINDS = (".json", ".html", ".csv", ".xlsx")  # forms of a certificate
_PATIENCE = 1.0  # seconds without a sign


def read_house(path: str, flag: str = "--house") -> dict[str, Any]:
    """A house's choices as a file: JSON, or TOML with the same keys."""
    if not path:
        return {}
    try:
        text = Path(path).read_bytes()
        house = parse_toml(text, path, flag) if path.endswith(".toml") else msgspec.json.decode(text)
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", flag) from None
    except msgspec.DecodeError as error:
        raise RuleError(f"{path} is not valid JSON: {error}", flag) from None
    if not isinstance(house, dict):
        raise RuleError("a house file is a mapping of options and pay_tables", flag)
    inner = house.get("house")
    return inner if isinstance(inner, dict) else house


def read_meters(texts: Sequence[str], flag: str = "--meter") -> dict[str, float]:
    """`--meter name=dollars`."""
    found = {}
    for text in texts:
        name, sign, amount = text.partition("=")
        try:
            found[name.strip()] = float(amount.replace("$", "").replace(",", ""))
        except ValueError:
            sign = ""
        if not sign or not name.strip() or not 0 <= found[name.strip()] < 1e12:
            raise RuleError(f"write name=dollars, not {text!r}", flag)
    return found


def merged(file: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The choices of a house file with those of the command line laid over them."""
    tables = {**file.get("pay_tables", {}), **given.get("pay_tables", {})}
    house = {**file, **given}
    return {**house, "pay_tables": tables} if tables else house


@contextmanager
def watched(question: Question, apart: bool = False) -> Iterator[Any]:
    """A bar on standard error once the work has taken a second; a word first if kernels have to be compiled.

    `apart`: a second process compiles as well, if what is done is to price the game.
    """
    from houseway.commands.kernels import announced

    out = Console(stderr=True, highlight=False)
    if not sys.stderr.isatty():
        with announced(out, question if apart else None) as compiling:
            try:
                yield lambda _: None
            finally:
                compiling.report()
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn()
    bar = Progress(*columns, console=out, transient=True)
    task = bar.add_task(escape(question.game), total=1.0)
    timer = threading.Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    with announced(out, question if apart else None) as compiling:
        try:
            yield lambda done: bar.update(task, completed=done)
        finally:
            timer.cancel()
            bar.stop()
            compiling.report()


def read_count(text: str, flag: str) -> int:
    """A whole number, also written as 1e6."""
    try:
        value = float(text)
    except ValueError:
        raise RuleError(f"must be a whole number, not {text!r}", flag) from None
    if not (value == value and abs(value) < 1e18) or value != int(value):
        raise RuleError(f"must be a whole number, not {text!r}", flag)
    return int(value)


def counted(question: Question, cluster: str = "") -> Priced:
    """The price, counted here or on a cluster, with a bar."""
    from houseway.families import price
    from houseway.odds.cluster import executor_at

    with watched(question, not cluster) as progress, executor_at(cluster, progress) as executor:
        return price(question, executor)


def _known(question: Question) -> Priced:
    """The price as it is shipped, or counted here with a bar."""
    from houseway.families import known_price
    from houseway.odds.executor import Executor

    with watched(question) as progress:
        return known_price(question, Executor(progress))


def _as_data(question: Question, priced: Priced, conditions: Conditions, joint: "Joint | None") -> dict[str, Any]:
    data = full_json(priced, conditions, question.load().meters, question.meters)
    if joint is not None:
        data["together"] = joint.as_json()
    if not question.every_table:
        return data
    side = {name: {table_id: _short(one) for table_id, one in prices.items()} for name, prices in priced.sides.items()}
    main = {
        table: {table_id: _short(one) for table_id, one in prices.items()} for table, prices in priced.mains.items()
    }
    return {**data, "all": {"main": main, "side_bets": side}}


def _short(one: Any) -> dict[str, Any]:
    names = ("method", "house_edge", "element_of_risk", "average_bet", "hit_frequency", "std_dev", "standard_error",
             "break_even")  # fmt: skip
    return {name: value for name in names if (value := getattr(one, name, None)) not in (None, {})}


def _write(page: str, target: str, flag: str = "--html") -> None:
    if target == "-":
        sys.stdout.write(page)
        return
    try:
        Path(target).write_text(page, encoding="utf-8")
    except OSError as error:
        raise RuleError(f"cannot write {target}: {error.strerror}", flag) from None


def run(
    game: str,
    settings: Sequence[str],
    tables: Sequence[str],
    house: str,
    meters: Sequence[str],
    html: str,
    every_table: bool,
    json: bool,
    cluster: str = "",
    conditions: Conditions = USUAL,
    together: str = "",
    compare: str = "",
    sweep: str = "",
    certificates: Sequence[str] = (),
    key: str = "",
    strategy: str = "",
) -> None:
    """Price the game and write what was asked for."""
    for name in certificates:
        if Path(name).suffix not in _KINDS:
            raise RuleError(f"write a file that ends in {', '.join(_KINDS)}, not {name!r}", "--certificate")
    chosen = merged(read_house(house), parse_choices(settings, tables))
    question = Question(game, chosen, read_meters(meters), every_table)
    if compare or sweep:
        side_by_side(question, compare, sweep, html, json)
        return
    by_strategy = _by_strategy(question, strategy) if strategy else None
    if html:
        import_module("matplotlib")  # a page has a picture: what is missing is said before the work
    joint = _joint(question, together) if together else None
    stored = stored_price(question)
    priced = stored or counted(question, cluster)
    check_limits(priced, conditions)
    laid_out = question.load()
    further = (
        *((together_section(joint, laid_out),) if joint is not None else ()),
        *((main_section(by_strategy, laid_out, f"By the strategy of {strategy}"),) if by_strategy is not None else ()),
    )
    if certificates:
        _certify(question, priced, conditions, certificates, key)
    if html:
        _write(to_page(question, priced, conditions, further), html)
    if json:
        data = _as_data(question, priced, conditions, joint)
        write_json({**data, "by_strategy": asdict(by_strategy)} if by_strategy else data, indent=True)
    elif not html and not certificates:
        _print(question, priced, conditions, further, stored is not None)


def _by_strategy(question: Question, path: str) -> MainPrice:
    """The exact price of a strategy file."""
    from houseway.commands.simulate import NAMED, read_strategy
    from houseway.families import family_of
    from houseway.odds.simulate.setup import Setup

    if path in NAMED:
        raise RuleError(
            f"names a file of rules; the game is priced under best play, and {path!r} is not a file", "--strategy"
        )
    setup = Setup(question.game, dict(question.house), dict(question.meters), read_strategy(path))
    found = family_of(question.game).odds.price_strategy(setup)
    if found is None:
        raise RuleError("a strategy of this game is not counted; houseway simulate --strategy plays it", "--strategy")
    return found


def _joint(question: Question, names: str) -> "Joint":
    from houseway.odds.together import joint_law

    return joint_law(question, [name.strip() for name in names.split(",")])


def _certify(question: Question, priced: Priced, conditions: Conditions, names: Sequence[str], key: str) -> None:
    """Write one certificate in every form that was asked for."""
    from houseway.odds.certificate import make_certificate, sign
    from houseway.odds.exports import to_csv, to_print, write_xlsx

    made = make_certificate(question, priced, conditions)
    if key:
        made = sign(made, key)
    for name in names:
        kind = Path(name).suffix
        if kind == ".xlsx":
            try:
                write_xlsx(made, Path(name))
            except OSError as error:
                raise RuleError(f"cannot write {name}: {error.strerror}", "--certificate") from None
        elif kind == ".json":
            _write(msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n", name, "--certificate")
        else:
            text = to_csv(made) if kind == ".csv" else to_print(made, question.load(), priced)
            _write(text, name, "--certificate")


def _other(question: Question, text: str) -> tuple[Question, str]:
    """What `--compare` names: another game or file, `option=value` and `pay_table=id`, or a house's choices."""
    if "=" in text:
        pairs = [pair.strip() for pair in text.split(",")]
        tables = question.load().spec.pay_tables
        chosen = parse_choices(
            [pair for pair in pairs if pair.partition("=")[0] not in tables],
            [pair for pair in pairs if pair.partition("=")[0] in tables],
        )
        return replace(question, house=merged(dict(question.house), chosen)), text
    if text.endswith(".json") or (text.endswith(".toml") and "rule" not in read_house(text, "--compare")):
        return replace(question, house=merged(dict(question.house), read_house(text, "--compare"))), text
    return replace(question, game=text), text


def _swept(question: Question, option: str) -> "Contrast":
    """The game under every value of an option, or with every alternative of a pay table from one count."""
    from houseway.odds.contrast import alternatives, contrast, values_of

    game = question.load()
    if option in game.spec.pay_tables:
        ids = [table_id for block in game.spec.pay_tables[option] for table_id in block.ids]
        priced = _known(replace(question, every_table=True))
        paid = [name for name, words in game.spec.wagers.items() if getattr(words, "pay_table", "") == option]
        return alternatives(priced, option, ids, paid)
    columns = {}
    for value in values_of(game, option):
        asked = replace(question, house={**question.house, option: value})
        try:
            columns[f"{option} {value}"] = _known(asked)
        except RuleError as error:
            complain(error, f"{option}={value}")
    if not columns:
        raise RuleError("no value of this option can be priced", "--sweep")
    return contrast(columns)


def side_by_side(question: Question, other: str, option: str, html: str, json: bool) -> None:
    """Two prices, or one under every value of an option."""
    from houseway.odds.contrast import contrast

    if option:
        found, title = _swept(question, option), f"by {humanize(option)}"
    else:
        second, label = _other(question, other)
        columns = {}
        for name, asked in (("as asked" if "=" in other else question.game, question), (label, second)):
            columns[name if name not in columns else f"{name} (2)"] = _known(asked)
        found, title = contrast(columns), f"and {label}"
    if json:
        write_json({"game": question.load().spec.id, **found.as_json()}, indent=True)
    elif html:
        game = question.load()
        family = str(type(game.spec).__struct_config__.tag)
        sheet = Sheet(game.spec.id, f"{game.spec.name} {title}", game.edition, family, "", (found.section(game),))
        _write(to_html(sheet), html)
    else:
        out = console()
        out.print(f"[bold]{escape(question.load().spec.name)}[/bold] {escape(title)}")
        print_section(out, found.section(question.load()))


def _print(
    question: Question, priced: Priced, conditions: Conditions, further: Sequence[Section], shipped: bool
) -> None:
    out = console()
    game = question.load()
    shown = sections(priced, game, conditions=conditions, meters=question.meters)
    out.print(
        f"[bold]{escape(game.spec.name)}[/bold]  {escape(game.edition)}  [dim]{escape(priced.report.method)}[/dim]"
    )
    if question.every_table:
        shown = (warning_section(priced.report), comparison(priced, game))
    for section in (*shown, *further):
        if not section.empty:
            print_section(out, section)
    out.print(f"[dim]{priced.report.seconds:.2f} s{' when it was counted; shipped' if shipped else ''}[/dim]")
