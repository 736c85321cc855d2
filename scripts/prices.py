"""Count the prices of the rulebook that are stale and write them into the package; `--help` tells how."""

import argparse
import sys
import time

from houseway.families import price, sources_of_price
from houseway.odds.pricing import Question
from houseway.odds.stored import folder, read_stored, stale, write_stored
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        description="Count the prices of the rulebook and write them into the package.",
        epilog="Prices that fit the game and the code are left as they are. A price that is not shipped is counted"
        " when it is asked for.",
    )
    parser.add_argument(
        "games", nargs="*", metavar="ID", help="games to count; all of the rulebook where none is named"
    )
    parser.add_argument("--all", action="store_true", help="count every alternative of every pay table too")
    parser.add_argument("--force", action="store_true", help="count prices anew that still fit the game and the code")
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        metavar="N",
        help="begin no further game after so many seconds",
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> None:
    """Write what is stale; drop prices of games that are no longer there."""
    asked = read_arguments(arguments)
    known = [str(read_raw(path)["id"]) for path in rulebook_files()]
    for path in folder().glob("*.price"):
        if path.stem not in known:
            path.unlink()
    games = [load_game(one) for one in asked.games or known]
    wanted = {game.spec.id for game in games} if asked.force else set(stale(games))
    old = [game for game in games if game.spec.id in wanted]
    start, faults = time.perf_counter(), 0
    for number, game in enumerate(old, 1):
        if time.perf_counter() - start > asked.seconds:
            sys.stdout.write("out of time\n")
            break
        sys.stderr.write(f"{number} of {len(old)}, {time.perf_counter() - start:.0f} s: {game.spec.id}\n")
        try:
            priced = price(Question(game.spec.id, every_table=asked.all))
        except RuleError as error:
            sys.stdout.write(f"{game.spec.id}: no price ({error})\n")
            (folder() / f"{game.spec.id}.price").unlink(missing_ok=True)
            continue
        except Exception as error:  # noqa: BLE001 - one game that cannot be counted keeps no other from being shipped
            sys.stdout.write(f"{game.spec.id}: a fault ({error!r})\n")
            faults += 1
            continue
        path = write_stored(game, asked.all, priced, sources_of_price(game.spec.id))
        assert read_stored(game.spec.id) is not None
        sys.stdout.write(f"{game.spec.id}: {priced.report.seconds:.1f} s, {path.stat().st_size:,} bytes\n")
        sys.stdout.flush()
    if faults:
        sys.exit(f"{faults} games could not be counted")


if __name__ == "__main__":
    main(sys.argv[1:])
