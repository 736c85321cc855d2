"""What a game file must hold together beyond its words: names that lead somewhere, tables with rows, rules cited."""

from collections.abc import Iterator
from typing import Any

from houseway.rules.errors import RuleError
from houseway.rules.patterns import Pattern
from houseway.rules.pays import parse_pay
from houseway.rules.words import Head, Option, PayBlock, Price

_NOT_OFFERED = "-"


def _cells(block: PayBlock, value: Price | list[Price], place: str) -> list[Price]:
    columns = block.keys if block.by else block.ids
    if not isinstance(value, list):
        return [value]
    if len(value) != len(columns):
        raise RuleError(f"has {len(value)} prices for {len(columns)} columns", place)
    return value


def _pay_block(name: str, block: PayBlock) -> None:
    place = f"pay_tables.{name}"
    if not block.rows:
        raise RuleError("a pay table needs at least one row", f"{place}.rows")
    for row, value in block.rows.items():
        for cell in _cells(block, value, f"{place}.rows.{row}"):
            try:
                if cell != _NOT_OFFERED:
                    parse_pay(cell, block.odds)
            except RuleError as error:
                raise RuleError(error.message, f"{place}.rows.{row}") from None
    for row in block.envy:
        if row not in block.rows:
            raise RuleError("an envy bonus for a row that the table does not have", f"{place}.envy.{row}")


def _pay_tables(spec: Head) -> None:
    for name, blocks in spec.pay_tables.items():
        ids = [table_id for block in blocks for table_id in block.ids]
        if not ids:
            raise RuleError("a pay table needs an id", f"pay_tables.{name}.ids")
        if len(set(ids)) != len(ids):
            raise RuleError("two columns have the same id", f"pay_tables.{name}.ids")
        for block in blocks:
            _pay_block(name, block)
    for name, table_id in spec.default_tables.items():
        blocks = spec.pay_tables.get(name, ())
        if not any(table_id in block.ids for block in blocks):
            raise RuleError(f"no pay table {name} with the id {table_id!r}", f"default_tables.{name}")
    for name, tables in spec.chosen_as.items():
        for table in tables:
            if table not in spec.pay_tables:
                raise RuleError(f"no pay table named {table!r}", f"chosen_as.{name}")
    for index, cap in enumerate(spec.caps):
        for table in cap.best_tables:
            if table not in spec.pay_tables:
                raise RuleError(f"no pay table named {table!r}", f"caps[{index}].best_win")


def _option(name: str, option: Option) -> None:
    if option.choices and not any(option.default == c and type(option.default) is type(c) for c in option.choices):
        raise RuleError("the default is none of the choices", f"options.{name}.default")
    known = {str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in option.choices}
    for value in option.sets:
        if option.choices and value not in known:
            raise RuleError(f"{value!r} is none of the choices", f"options.{name}.sets")
    for part, values in option.parts.items():
        if not isinstance(option.default, dict) or option.default.get(part) not in values:
            raise RuleError("the default is none of the values", f"options.{name}.parts.{part}")


def _options_named(spec: Head) -> Iterator[tuple[str, str]]:
    for index, cap in enumerate(spec.caps):
        for text in (cap.amount, cap.minimum):
            if isinstance(text, str) and text:
                yield text, f"caps[{index}]"
    for index, total in enumerate(getattr(spec, "totals", ())):
        for text in filter(None, (total.least, total.most)):
            yield text, f"totals[{index}]"
    for name, meter in spec.meters.items():
        if isinstance(meter.seed, str):
            yield meter.seed, f"meters.{name}.seed"
    for reading in spec.readings:
        if reading.option:
            yield reading.option, f"readings.{reading.id}.option"


def _wagers(spec: Head) -> None:
    wagers: Any = getattr(spec, "wagers", {})
    if not isinstance(wagers, dict):
        return
    for name, wager in wagers.items():
        if getattr(wager, "rule", None) == "":
            raise RuleError("a wager needs the rule it rests on", f"wagers.{name}.rule")


def _pattern(spec: Head, pattern: Pattern, place: str) -> None:
    """Some words of a pattern are judged by some families only."""
    for word in ("between", "result"):
        if getattr(pattern, word) and word not in spec.judges:
            raise RuleError("games of this family do not judge it", f"{place}.{word}")
    for key, other in (("also", pattern.also), ("unless", pattern.unless)):
        if other is not None:
            _pattern(spec, other, f"{place}.{key}")


def validate(spec: Head) -> None:
    """Raise a RuleError for the first statement that does not hold together; the field is its key."""
    _pay_tables(spec)
    for name, pattern in spec.patterns.items():
        _pattern(spec, pattern, f"patterns.{name}")
    for name, option in spec.options.items():
        _option(name, option)
    for name, place in _options_named(spec):
        if name not in spec.options:
            raise RuleError(f"no option named {name!r}", place)
    _wagers(spec)
