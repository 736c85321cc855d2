"""docs/readings.md from the readings that the game files themselves state: printed, taken, why, and the option.

Run by `make readings`; a test holds the document in step with the files.
"""

import sys
from pathlib import Path

from houseway.play.pots.fees import Tariff, load_tariff, tariff_names
from houseway.rules.game import Game, load_game
from houseway.rules.load import read_raw, rulebook_files
from houseway.rules.words import Head, Reading, cite

TARGET = Path(__file__).parents[1] / "docs" / "readings.md"

HEAD = """# Readings

Where a rule's text is damaged, contradicts itself or is silent, the game's file says how it is read. This page is
written from the files by `make readings`: what is printed, what is taken, why, and the house option that selects the
other reading where both make sense. `houseway show GAME` prints the same beside the rest of a game's rules.
"""


def _entry(cited: str, reading: Reading) -> list[str]:
    option = f"- **Option:** `{reading.option}`\n" if reading.option else ""
    return [
        f"### {reading.id} ({cited})\n",
        f"- **Printed:** {reading.printed}\n- **Taken:** {reading.taken}\n- **Why:** {reading.why}\n{option}",
    ]


def _game(game: Game[Head], told: dict[tuple[str, ...], str]) -> list[str]:
    """A game's readings; one that it takes over from a game above is named, not told again."""
    own, taken_over = [], []
    for reading in game.spec.readings:
        key = (reading.id, game.cite(reading.rule), reading.printed, reading.taken)
        if key in told:
            taken_over.append(f"{reading.id} ({told[key]})")
        else:
            told[key] = game.spec.id
            own.extend(_entry(game.cite(reading.rule), reading))
    shared = [f"As in another game: {', '.join(taken_over)}.\n"] if taken_over else []
    return [f"## {game.spec.name} (`{game.spec.id}`)\n", *shared, *own]


def _tariff(tariff: Tariff) -> list[str]:
    """The readings of a printed table of fees."""
    entries = [_entry(cite(tariff.jurisdiction, tariff.rule, one.rule), one) for one in tariff.readings]
    return [f"## Collections: {tariff.name} (`{tariff.id}`)\n", *(line for entry in entries for line in entry)]


def document() -> str:
    """The page: games in the order of the rulebook, each with its readings in the order of its file; then the fees."""
    parts: list[str] = [HEAD]
    told: dict[tuple[str, ...], str] = {}
    for path in rulebook_files():
        game = load_game(str(read_raw(path)["id"]))
        if game.spec.readings:
            parts.extend(_game(game, told))
    for name in tariff_names():
        if (tariff := load_tariff(name)).readings:
            parts.extend(_tariff(tariff))
    return "\n".join(parts)


def main() -> None:
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(document(), encoding="utf-8")
    sys.stdout.write(f"{TARGET}\n")


if __name__ == "__main__":
    main()
