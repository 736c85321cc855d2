"""`houseway settle`: rounds in, settled wagers out, one round at a time in constant memory."""

import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from houseway.commands.files import rounds
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import amount, complain, console, table
from houseway.desk.ruling import rule_on
from houseway.families import settle_json
from houseway.play.core.wagers import layout_name
from houseway.play.stream import Entry
from houseway.rules.documents import Index, read_texts
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file
from houseway.rules.rulemap import begins
from houseway.rules.wording import seat_name
from houseway.rules.words import WagerSpec

Answer = dict[str, Any]


def _dated(text: bytes | str, as_of: str) -> bytes | str:
    """The round on a day, where it states none itself."""
    try:
        given = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text  # settling says what is wrong with it
    return msgspec.json.encode({"date": as_of, **given}) if isinstance(given, dict) else text


def settled(entry: Entry | RuleError, as_of: str = "") -> Answer:
    """The settled round, or the error that stands in its place."""
    if isinstance(entry, RuleError):
        return {"error": entry.message, "field": entry.field}
    try:
        return settle_json(_dated(entry.text, as_of) if as_of else entry.text)
    except RuleError as error:
        return {"error": error.message, "field": error.field, "line": entry.line}
    except Exception as error:  # noqa: BLE001 - a fault of ours in one round must not stop the others
        return {"error": f"internal fault, please report it: {error!r}", "field": "round", "line": entry.line}


def _fee_text(fee: float | list[float]) -> str:
    """A fee, or those of each payer in turn."""
    return ", ".join(amount(each).lstrip("+") for each in (fee if isinstance(fee, list) else [fee]))


def _names(game: str) -> tuple[str, Mapping[str, str]]:
    """A game and its wagers as the layout calls them; a file of one's own that is not here keeps its names."""
    try:
        spec = load_file(game)[0]
    except RuleError:
        return game, {}
    wagers: Mapping[str, WagerSpec] = getattr(spec, "wagers", {})
    return spec.name, {name: layout_name(name, wager) for name, wager in wagers.items()}


def print_round(out: Console, answer: Answer, title: str) -> None:
    """A settled round as a table: every wager with its result, the reason and the rule."""
    rows, names = [], _names(answer["game"])[1]

    def label(line: Answer) -> str:
        name = names.get(line["wager"]) or layout_name(line["wager"])
        return f"{name}, {line['spot']}" if line.get("spot") else name

    for place, seat in enumerate(answer["seats"]):
        index = seat.get("seat", place) + 1  # at a table not every seat plays
        for line in chain.from_iterable(line.get("spots", [line]) for line in seat["lines"]):
            stake = amount(line["stake"]).lstrip("+")
            rows.append((str(index), label(line), stake, amount(line["net"]), line["reason"], line["rule"]))
        rows.append((str(index), "in all", "", amount(seat["net"]), "", ""))
        for other in seat.get("owners", []):
            for line in other["lines"]:
                stake = amount(line["stake"]).lstrip("+")
                named = f"{other['owner']}: {label(line)}"
                rows.append((str(index), named, stake, amount(line["net"]), line["reason"], line["rule"]))
    out.print(table(("seat", "wager", "stake", "net", "reason", "rule"), rows, title))
    if fees := answer.get("collection"):
        owed = [f"{payer.replace('_', ' ')} {_fee_text(fee)}" for payer, fee in fees.items()]
        out.print(f"collection: {'; '.join(owed)}")
    for ruling in answer.get("rulings", []):
        told = f"{seat_name(ruling['seat'])} {ruling['conduct']}: {ruling['ruling']}"
        out.print(escape(f"{told}  [{ruling['rule']}]"))


def print_grounds(out: Console, ruling: Answer) -> None:
    """What a ruling rests on besides the paragraphs: the pay tables and schedules used, and the readings applied."""
    lines = [line for seat in ruling["settlement"]["seats"] for line in seat["lines"]]
    used = dict.fromkeys(line["table"]["text"] for line in lines if line["table"])
    if used:
        out.print(escape(f"pay tables: {', '.join(used)}"))
    for one in ruling["readings"]:
        out.print(escape(f"reading {one['id']}  [{one['rule']}]  {one['printed']} Taken: {one['taken']}"))


def _print_words(out: Console, answer: Answer, texts: Index) -> None:
    """The words of every paragraph that the round was settled by."""
    cited = [line["rule"] for seat in answer["seats"] for line in seat["lines"]]
    cited += [ruling["rule"] for ruling in answer.get("rulings", [])]
    for rule in dict.fromkeys(cited):
        words = texts.text_of(rule) or "the text has no such paragraph"
        out.print(f"[bold]{escape(rule)}[/bold]  {escape(words)}")


@announced_on_first_use()
def run(files: Sequence[str], as_json: bool, as_of: str = "", text: str = "", game: str = "") -> int:
    """The exit status: 2 when some round could not be settled; `text`: a folder with the documents."""
    texts = read_texts(Path(text), begins()) if text else None
    status, out, encode = 0, console(), msgspec.json.Encoder().encode
    write = sys.stdout.buffer.write
    for name, entry in rounds(files, game):
        answer = settled(entry, as_of)
        failed = "error" in answer
        if failed:
            status = 2
        if as_json:
            write(encode(answer))
            write(b"\n")
        elif failed:
            place = name if isinstance(entry, RuleError) else f"{name}:{entry.line}"
            complain(RuleError(answer["error"], answer["field"]), place)
        else:
            assert isinstance(entry, Entry)
            place = f"({name}:{entry.line})"
            if "game" in answer:
                print_round(out, answer, f"{_names(answer['game'])[0]}  {place}")
                print_grounds(out, rule_on(msgspec.json.decode(_dated(entry.text, as_of) if as_of else entry.text)))
                if texts is not None:
                    _print_words(out, answer, texts)
            else:
                out.print(table(("figure", "dollars"), [(key, str(value)) for key, value in answer.items()], place))
    sys.stdout.flush()
    return status
