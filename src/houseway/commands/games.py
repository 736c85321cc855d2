"""`houseway games`: the games of the rulebook, from the heads of their files."""

from typing import Any

from houseway.commands.output import console, table, write_json
from houseway.rules.errors import RuleError
from houseway.rules.load import read_raw, rulebook_files

_FIELDS = ("id", "name", "family", "jurisdiction", "rule", "summary")


def heads() -> list[dict[str, Any]]:
    """The head of every game file, in the order of the rulebook."""
    return [{field: str(raw.get(field, "")) for field in _FIELDS} for raw in map(read_raw, rulebook_files())]


def _narrow(games: list[dict[str, Any]], field: str, wanted: str) -> list[dict[str, Any]]:
    if not wanted:
        return games
    kept = [game for game in games if game[field].casefold() == wanted.casefold()]
    if not kept:
        known = ", ".join(sorted({game[field] for game in games}))
        raise RuleError(f"no game of {wanted!r}; there are {known}", f"--{field}")
    return kept


def run(family: str, jurisdiction: str, as_json: bool) -> None:
    games = _narrow(_narrow(heads(), "family", family), "jurisdiction", jurisdiction)
    if as_json:
        write_json(games, indent=True)
        return
    rows = [(game["id"], game["name"], game["family"], f"{game['jurisdiction']} {game['rule']}") for game in games]
    console().print(table(("id", "game", "family", "rule"), rows))
