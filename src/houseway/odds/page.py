"""The PAR sheet of a game: prices, pay lines, strategy, sessions and meters as sections, and as one page for print."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.odds import measures
from houseway.odds.charts import is_chart
from houseway.odds.measures import USUAL, Conditions
from houseway.odds.pricing import Priced, Question, SessionFigures
from houseway.odds.report import MainPrice, Report, SidePrice
from houseway.rules.game import Game
from houseway.rules.sheet.html import to_html
from houseway.rules.sheet.model import Grid, Section, Sheet, Statement
from houseway.rules.wording import humanize

if TYPE_CHECKING:
    from houseway.odds.together import Joint

_CONFIDENCE = 0.95


def percent(share: float, digits: int = 4) -> str:
    return f"{round(100 * share, digits) + 0.0:.{digits}f}%"  # a rounded zero has no sign


def _method(price: SidePrice) -> str:
    return f"simulated, ± {percent(price.standard_error)}" if price.standard_error else price.method


def _edge(price: SidePrice) -> str:
    return "by the meter" if price.needs_meter else percent(price.house_edge)


def _deviation(price: SidePrice) -> str:
    return "" if price.needs_meter else f"{price.std_dev:.4f}"


def main_section(main: MainPrice, game: Game[Any], title: str = "The game") -> Section:
    """The game as a whole, under best play or another strategy."""
    unit = game.title(main.unit)
    rows = (
        ("house edge", percent(main.house_edge), f"expected loss per unit of {unit}"),
        ("element of risk", percent(main.element_of_risk), "expected loss per dollar bet"),
        ("average bet", f"{main.average_bet:.6f}", f"units of {unit} staked in a round"),
        ("standard deviation", f"{main.std_dev:.6f}", "of a round, in units"),
    )
    error = (("standard error", percent(main.standard_error), "of the house edge"),) if main.standard_error else ()
    return Section(title, grids=(Grid("", ("", "value", "meaning"), rows + error),))


def _price_rows(prices: Mapping[str, SidePrice], game: Game[Any]) -> Iterator[tuple[str, ...]]:
    for name, one in prices.items():
        wait = f"{1 / one.hit_frequency:,.2f}" if one.hit_frequency else "never"
        law = ("", "", "") if measures.by_difference(one) else (percent(one.hit_frequency), wait, _deviation(one))
        yield game.title(name), one.table, _edge(one), *law, _method(one)


_PRICE_HEAD = ("wager", "pay table", "house edge", "hits", "rounds to a hit", "std dev", "method")


def _hold_section(priced: Priced, game: Game[Any], conditions: Conditions) -> Section:
    """Moments of every wager, and the hold that many rounds of it end within."""
    lengths = sorted({10_000, conditions.rounds, 1_000_000})
    rows, hours = [], []
    main = priced.report.main
    wagers: list[tuple[str, MainPrice | SidePrice, Mapping[float, float]]] = []
    if main is not None:
        wagers.append(("the game", main, priced.outcomes))
    sides = priced.report.side_bets
    told = {name: one for name, one in sides.items() if not measures.by_difference(one) and not one.needs_meter}
    wagers += [(game.title(name), one, measures.law_of(one)) for name, one in told.items()]
    for name, price, law in wagers:
        known = measures.moments(law) if law else measures.Moments(-price.house_edge, price.std_dev**2)
        within = [measures.hold_interval(price.house_edge, price.std_dev, rounds, _CONFIDENCE) for rounds in lengths]
        rows.append(
            (
                name, f"{known.variance:.6g}", "" if known.skewness is None else f"{known.skewness:.4g}",
                f"{known.volatility_index:.4f}", *(f"{percent(low, 2)} to {percent(high, 2)}" for low, high in within),
            )
        )  # fmt: skip
        pace = conditions.per_hour * conditions.bet
        if pace:
            strays = price.std_dev * conditions.per_hour**0.5 * conditions.bet
            hours.append((name, f"${price.house_edge * pace:,.2f}", f"${strays:,.2f}"))
    head = ("wager", "variance", "skewness", "volatility index", *(f"hold of {length:,} rounds" for length in lengths))
    said = (
        f"Hold per unit, {_CONFIDENCE:.0%} of the time, by the normal law; volatility index: {measures.VOLATILITY:.0%}"
    )
    grids = [Grid(said, head, tuple(rows))] if rows else []
    if hours:
        title = f"An hour of {conditions.per_hour:g} rounds at ${conditions.bet:,.2f}"
        grids.append(Grid(title, ("wager", "hold", "standard deviation"), tuple(hours)))
    return Section("Hold", grids=tuple(grids))


def _progressive_grid(prices: Mapping[str, SidePrice], game: Game[Any]) -> tuple[Grid, ...]:
    """What meter wagers return by fixed prices, by seeds and by what each stake adds, where the file states them."""
    rows = []
    for name, one in prices.items():
        if not any(level in game.meters for level in one.meters):
            continue
        parts = measures.progressive(one, game.meters, {})
        stated = (parts[part].values() for part in ("seed_return", "increment_return"))
        told = (percent(sum(shares)) if shares else "not stated" for shares in stated)
        rows.append((game.title(name), one.table, percent(parts["fixed_return"]), *told))
    head = ("wager", "pay table", "return of fixed prices", "of the seed", "of the increment")
    return (Grid("", head, tuple(rows)),) if rows else ()


def _must_hit_grid(
    prices: Mapping[str, SidePrice], game: Game[Any], conditions: Conditions, meters: Mapping[str, float]
) -> tuple[Grid, ...]:
    """What a meter that is won at a limit returns: at what it shows, over all it may show, and where it is even."""
    rows = [
        (
            game.title(name), game.title(level), f"${one['limit']:,.2f}", percent(one["return_now"]),
            percent(one["return_on_average"]), f"${one['even_at']:,.2f}",
        )
        for name, price in prices.items()
        for level, one in measures.must_hits(price, conditions, game.meters, meters).items()
    ]  # fmt: skip
    head = ("wager", "meter", "won by", "meter's return now", "on average", "meter alone even at")
    return (Grid("", head, tuple(rows)),) if rows else ()


def _lines(name: str, price: SidePrice) -> Grid:
    title = f"{name}{f', pay table {price.table}' if price.table else ''}"
    counted = ("combinations",) if price.cycle else ()
    rows = tuple(
        (
            humanize(line.hand), line.pays, *((f"{line.count:,}",) if price.cycle else ()), f"{line.probability:.10f}",
            f"{line.contribution:+.8f}",
        )
        for line in price.lines
    )  # fmt: skip
    whole = (
        f"{price.cycle:,} combinations in all"
        if price.cycle
        else f"{measures.results_are(0)}: {measures.why_no_counts(price)}"
    )
    if measures.by_difference(price):
        return Grid(title, (), (), remarks=(price.note,))
    remarks = tuple(remark for remark in (whole, price.note) if remark)
    return Grid(title, ("hand", "pays", *counted, "probability", "return"), rows, remarks=remarks)


def _meter_section(
    prices: Mapping[str, SidePrice], game: Game[Any], conditions: Conditions, meters: Mapping[str, float]
) -> Section:
    rows = tuple(
        (game.title(name), one.table, game.title(level), f"{slope:.4e}", f"${one.break_even[level]:,.2f}")
        for name, one in prices.items()
        for level, slope in one.meters.items()
        if level in one.break_even
    )
    head = ("wager", "pay table", "meter", "return per dollar shown", "breaks even at")
    even = (Grid("", head, rows),) if rows else ()
    limits = _must_hit_grid(prices, game, conditions, meters)
    return Section("Break-even meters", grids=(*even, *_progressive_grid(prices, game), *limits))


def _chart(title: str, chart: Mapping[str, Mapping[str, str]]) -> Grid:
    columns = next(iter(chart.values()))
    rows = tuple((name, *row.values()) for name, row in chart.items())
    return Grid(title, ("", *columns), rows, chart=True)


def _rule_grid(title: str, rules: list[Any]) -> Grid:
    rows = []
    for rule in rules:
        if isinstance(rule, Mapping):
            share = rule.get("share")
            rows.append(
                (str(rule.get("when", "")), str(rule.get("do", "")), percent(share) if share is not None else "")
            )
        else:
            rows.append((str(rule), "", ""))
    if not any(cell for _, *rest in rows for cell in rest):
        return Grid(title, ("rule",), tuple((row[0],) for row in rows))
    return Grid(title, ("when", "do", "hands"), tuple(rows))


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return percent(value) if -1 <= value <= 1 else f"{value:.6g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{humanize(str(key))}: {_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return str(value)


def strategy_grids(strategy: Any, title: str = "") -> Iterator[Grid]:
    """Rules and charts as they come, then what is said beside them."""
    if isinstance(strategy, list | tuple):
        yield _rule_grid(title, list(strategy))
        return
    if not isinstance(strategy, Mapping):
        yield Grid(title, ("", ""), ((str(strategy), ""),))
        return
    plain = []
    for key, value in strategy.items():
        name = title if key in ("chart", "rules") else f"{title}: {humanize(str(key))}" if title else humanize(str(key))
        if key == "legend":
            yield Grid(name, ("", ""), tuple((str(mark), str(meaning)) for mark, meaning in value.items()))
        elif key == "rules" and isinstance(value, list | tuple):
            yield _rule_grid(name, list(value))
        elif is_chart(value):
            yield _chart(name, value)
        elif isinstance(value, Mapping) and value and all(isinstance(part, list | tuple) for part in value.values()):
            rows = tuple((situation, "; ".join(map(str, said))) for situation, said in value.items())
            yield Grid(name, ("situation", "play"), rows)
        elif isinstance(value, Mapping) and any(isinstance(part, Mapping | list | tuple) for part in value.values()):
            yield from strategy_grids(value, name)
        else:
            plain.append((humanize(str(key)), _plain(value)))
    if plain:
        yield Grid("", ("", ""), tuple(plain))


_MAIN_HEAD = ("pay table", "house edge", "element of risk", "average bet", "std dev")
_SIDE_HEAD = ("pay table", "house edge", "hits", "std dev", "method", "breaks even at")


def _main_row(table_id: str, one: MainPrice) -> tuple[str, ...]:
    return (
        table_id, percent(one.house_edge), percent(one.element_of_risk), f"{one.average_bet:.4f}", f"{one.std_dev:.4f}",
    )  # fmt: skip


def _side_row(table_id: str, one: SidePrice, game: Game[Any]) -> tuple[str, ...]:
    meters = "; ".join(f"{game.title(level)} ${dollars:,.0f}" for level, dollars in one.break_even.items())
    return (
        table_id, _edge(one), percent(one.hit_frequency), _deviation(one), _method(one), meters,
    )  # fmt: skip


def comparison(priced: Priced, game: Game[Any]) -> Section:
    """Every alternative of every pay table side by side; a table of which there is one is shown too."""
    grids = []
    for table, mains in priced.mains.items():
        rows = tuple(_main_row(table_id, one) for table_id, one in mains.items())
        grids.append(Grid(f"{game.title(table)}: the game", _MAIN_HEAD, rows))
    for name, prices in priced.sides.items():
        rows = tuple(_side_row(table_id, one, game) for table_id, one in prices.items())
        grids.append(Grid(game.title(name), _SIDE_HEAD, rows))
    return Section("All pay tables", grids=tuple(grids))


def _outcome_section(priced: Priced, game: Game[Any]) -> Section:
    counts, cycle = priced.counts, sum(priced.counts.values())
    rows = tuple(
        (f"{net:+g}", *((f"{counts.get(net, 0):,}",) if cycle else ()), f"{chance:.10f}", f"{net * chance:+.8f}")
        for net, chance in sorted(priced.outcomes.items())
    )
    head = ("net", *(("combinations",) if cycle else ()), "probability", "return")
    title = f"In units of {game.title(priced.wager)}, by this strategy"
    why = f"{measures.results_are(cycle)}: {priced.uncounted}" if priced.uncounted else measures.results_are(cycle)
    remarks = (f"{cycle:,} combinations in all" if cycle else why,)
    return Section("Results of a round", grids=(Grid(title, head, rows, remarks=remarks),))


def together_section(joint: "Joint", game: Game[Any]) -> Section:
    """Wagers made together: what they yield, and how they go with each other."""
    data = joint.as_json()
    rows = tuple(
        (*game.titles((one, two)), f"{value:+.6f}" + (f" ± {error:.6f}" if joint.sampled else ""))
        for one, two, value, error in joint.pairs()
    )
    how = f"{joint.cycle:,} {'played rounds' if joint.sampled else 'combinations'}"
    mean = f"{data['mean']:+.6f}" + (f" ± {data['mean_error']:.6f}" if joint.sampled else "")
    said = f"One unit on each: mean {mean}, standard deviation {data['std_dev']:.6f}, from {how}"
    return Section("Made together", grids=(Grid(said, ("wager", "and", "correlation"), rows),))


def _starting_section(hands: Mapping[str, Any]) -> Section:
    ups = list(dict.fromkeys(up for row in hands.values() for up in row))
    rows = tuple(
        (humanize(hand), *(f"{row[up]['value']:+.4f}" if up in row else "" for up in ups))
        for hand, row in hands.items()
    )
    said = "Expected net per unit under best play, by the dealer's card; insurance per unit of its own"
    return Section("Every starting hand", grids=(Grid(said, ("hand", *ups), rows),))


def _session_section(priced: Priced, game: Game[Any], made: SessionFigures, pictured: bool) -> Section:
    rows = (
        ("mean", f"{made.mean:+.3f}"),
        ("standard deviation", f"{made.std_dev:.3f}"),
        ("chance to be ahead", percent(made.ahead, 2)),
        ("chance to be even", percent(made.even, 2)),
        *((f"{share} of sessions end below", f"{made.percentiles[share]:+.2f}") for share in ("5%", "50%", "95%")),
    )
    caption = f"Net result of {made.rounds} rounds in units of {game.title(priced.wager)}"
    remark = () if made.exact else ("from the mean and deviation of a round, as a normal curve",)
    figures = (_picture(priced, made.rounds, caption),) if pictured else ()
    grid = Grid(caption, ("", ""), rows, remarks=remark)
    return Section(f"A session of {made.rounds} rounds", grids=(grid,), figures=figures)


def _picture(priced: Priced, rounds: int, caption: str) -> str:
    from houseway.odds.plot import session_svg

    price = priced.report.main or priced.report.side_bets[priced.wager]
    return session_svg(measures.session_of(priced.outcomes, price.house_edge, price.std_dev, rounds)[0], caption)


def warning_section(report: Report) -> Section:
    """The prices at which the player has the edge."""
    return Section("Warning", statements=tuple(Statement(humanize(warning)) for warning in report.warnings))


def sections(
    priced: Priced,
    game: Game[Any],
    pictured: bool = False,
    conditions: Conditions = USUAL,
    meters: Mapping[str, float] | None = None,
) -> tuple[Section, ...]:
    """The sheet's parts, empty ones left out."""
    report = priced.report
    found = [warning_section(report), *([main_section(report.main, game)] if report.main else [])]
    if report.strategy:
        found.append(Section("Strategy", grids=tuple(strategy_grids(report.strategy))))
    if report.side_bets:
        title = "Side wagers" if report.main else "Wagers"
        found.append(Section(title, grids=(Grid("", _PRICE_HEAD, tuple(_price_rows(report.side_bets, game))),)))
    found.append(_hold_section(priced, game, conditions))
    found.append(_meter_section(report.side_bets, game, conditions, meters or {}))
    if report.side_bets:
        lines = tuple(_lines(game.title(name), one) for name, one in report.side_bets.items())
        found.append(Section("Pay lines", grids=lines))
    if any(len(prices) > 1 for prices in priced.sides.values()) or priced.mains:
        found.append(comparison(priced, game))
    if (session := measures.game_session(priced, conditions.rounds)) is not None:
        found.append(_session_section(priced, game, session, pictured))
    if priced.outcomes and report.main:
        found.append(_outcome_section(priced, game))
    if report.starting_hands and pictured:
        found.append(_starting_section(report.starting_hands))
    if report.notes:
        found.append(Section("Notes", statements=tuple(Statement(note) for note in report.notes)))
    return tuple(section for section in found if not section.empty)


def to_page(question: Question, priced: Priced, conditions: Conditions = USUAL, further: Sequence[Section] = ()) -> str:
    """One self-contained page for print, with the plot of a session; `further` parts stand at its end."""
    game = question.load()
    family = str(type(game.spec).__struct_config__.tag)
    parts = sections(priced, game, pictured=True, conditions=conditions, meters=question.meters)
    return to_html(Sheet(game.spec.id, game.spec.name, game.edition, family, game.spec.summary, (*parts, *further)))
