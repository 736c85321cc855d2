"""`houseway cases`: rounds with their expected answers, every difference, and what no round has reached."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from houseway.cases import differences
from houseway.commands.files import rounds
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import console, write_json
from houseway.coverage import Coverage
from houseway.play.stream import Entry
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file


def _decoded(entry: Entry | RuleError) -> dict[str, Any] | str:
    if isinstance(entry, RuleError):
        return str(entry)
    try:
        case = msgspec.json.decode(entry.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"not valid JSON: {error}"
    return case if isinstance(case, dict) else "a case is an object"


def _cases(files: Sequence[str], own: dict[str, str]) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """Each case with its label; `own`: the files by which games of these ids are settled."""
    for name, entry in rounds(files):
        case = _decoded(entry)
        line = 0 if isinstance(entry, RuleError) else entry.line
        label = f"{name}:{line}"
        if isinstance(case, dict):
            label = str(case.get("id", label))
            game = case.get("game")
            if isinstance(game, str) and game in own:
                case = {**case, "game": own[game]}
        yield label, case


@announced_on_first_use()
def run(files: Sequence[str], as_json: bool, game_files: Sequence[str] = (), coverage: bool = False) -> int:
    """The exit status: 1 when some answer differs."""
    out, total, wrong = console(), 0, 0
    own = {load_file(path)[0].id: path for path in game_files}
    covered = Coverage(only=tuple(game_files))
    for label, case in _cases(files, own):
        total += 1
        found = [case] if isinstance(case, str) else differences(case)
        if coverage and isinstance(case, dict):
            covered.add(case)
        wrong += bool(found)
        if as_json:
            write_json({"id": label, "ok": not found, "differences": found})
        elif found:
            out.print(f"[bold]{escape(label)}[/bold]")
            for text in found:
                out.print(f"  {escape(text)}")
    if not as_json:
        out.print(f"{total - wrong} of {total} cases as expected")
    if coverage:
        _tell(out, covered, as_json)
    return 1 if wrong else 0


def _tell(out: Console, covered: Coverage, as_json: bool) -> None:
    for game, missed in covered.missed().items():
        if as_json:
            write_json({"game": game, "not_reached": missed})
            continue
        if not covered.rounds(game):
            out.print(f"{game}: no round names its game, {load_file(game)[0].id}", markup=False, soft_wrap=True)
            continue
        out.print(f"{game}: {covered.rounds(game)} rounds", markup=False)
        for kind, names in missed.items():
            for name in names:
                out.print(f"  {kind} not reached: {name}", markup=False, soft_wrap=True)
