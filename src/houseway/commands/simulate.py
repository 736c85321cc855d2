"""`houseway simulate`: many rounds under a strategy, with their standard error."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.markup import escape

from houseway.commands.odds import watched
from houseway.commands.output import console, table, write_json
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import Result
from houseway.rules.errors import RuleError
from houseway.rules.toml_text import parse_toml
from houseway.simulation import Run, simulate

NAMED = ("optimal", "simple", "house way")


def read_rounds(text: str) -> int:
    """A whole number, also as 1e9 or 1_000_000."""
    try:
        rounds = float(text.replace("_", "").replace(",", ""))
    except ValueError:
        rounds = 0.0
    if not 1 <= rounds <= 1e15 or rounds != int(rounds):
        raise RuleError(f"write a whole number such as 1000000 or 1e9, not {text!r}", "--rounds")
    return int(rounds)


def read_strategy(text: str) -> str:
    """A named strategy, or the rules of a JSON or TOML file as JSON."""
    if text in NAMED:
        return text
    try:
        raw = Path(text).read_bytes()
        rules = parse_toml(raw, text, "--strategy") if text.endswith(".toml") else msgspec.json.decode(raw)
    except OSError as error:
        raise RuleError(
            f"is {' or '.join(NAMED)} or a file; cannot read {text}: {error.strerror}", "--strategy"
        ) from None
    except msgspec.DecodeError as error:
        raise RuleError(f"{text} is not valid JSON: {error}", "--strategy") from None
    return msgspec.json.encode(rules).decode()


def read_stakes(texts: Sequence[str]) -> dict[str, Any]:
    """`--stake name=dollars`, several amounts with a comma between them."""
    found: dict[str, Any] = {}
    for text in texts:
        name, _, amounts = text.partition("=")
        try:
            values = [float(amount.replace("$", "")) for amount in amounts.split(",")]
        except ValueError:
            raise RuleError(f"write name=dollars, not {text!r}", "--stake") from None
        found[name.strip()] = values if len(values) > 1 else values[0]
    return found


def run(setup: Setup, how: Run, as_json: bool) -> None:
    """Simulate and write the result."""
    with watched(Question(setup.game)) as progress:
        found = simulate(setup, how, progress)
    if as_json:
        write_json(found.as_json(), indent=True)
    else:
        _print(found)


def _print(found: Result) -> None:
    out = console()
    out.print(
        f"[bold]{escape(found.game)}[/bold]  {found.rounds:,} rounds, strategy {escape(found.strategy)}, "
        f"seed {found.seed}"
    )
    rows = [
        ("house edge", f"{-found.mean:.5%} of the {found.unit}"),
        ("standard error", f"{found.standard_error:.5%}"),
        ("standard deviation", f"{found.std_dev:.4f}"),
        ("average bet", f"{found.average_bet:.4f}"),
        ("rounds with a gain", f"{found.hit_frequency:.3%}"),
    ]
    out.print(table(("all wagers together", ""), rows))
    wagers = [
        (
            name,
            f"{one.rounds:.3%}",
            f"{one.average_stake:.4f}",
            f"{one.mean:+.5f}",
            f"{one.standard_error:.5f}",
            f"{one.hit_frequency:.3%}",
        )
        for name, one in found.wagers.items()
    ]
    out.print(table(("wager", "made", "stake a round", "net a round", "standard error", "gains"), wagers))
    if found.counts:
        events = [
            (name, f"{one.rounds:.3%}", f"{one.amount:.5f}", f"{one.standard_error:.5f}")
            for name, one in found.counts.items()
            if one.rounds
        ]
        out.print(table(("event", "rounds", "units a round", "standard error"), events))
    for note in found.notes:
        out.print(f"[italic]{escape(note)}[/italic]")
