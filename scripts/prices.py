"""Count the prices of the rulebook and write them into the package: `prices.py [--all] [--force] [--seconds N] [ID]`.

Prices that fit the game and the code are left as they are. `--all` counts every alternative of every pay table too.
`--seconds N` begins no further game after so many seconds; a price that takes longer is not shipped and is counted
when it is asked for.
"""

import sys
import time

from houseway.families import price, sources_of_price
from houseway.odds.pricing import Question
from houseway.odds.stored import folder, read_stored, stale, write_stored
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files


def main(arguments: list[str]) -> None:
    """Write what is stale, quickest games of last time first; drop prices of games that are no longer there."""
    budget = float("inf")
    if "--seconds" in arguments:
        at = arguments.index("--seconds")
        budget = float(arguments[at + 1])
        arguments = arguments[:at] + arguments[at + 2 :]
    every_table, force = "--all" in arguments, "--force" in arguments
    wanted = [one for one in arguments if not one.startswith("--")]
    known = [str(read_raw(path)["id"]) for path in rulebook_files()]
    for path in folder().glob("*.price"):
        if path.stem not in known:
            path.unlink()
    games = [load_game(one) for one in wanted or known]
    old = games if force else [game for game in games if game.spec.id in set(stale(games))]
    start, faults = time.perf_counter(), 0
    for game in old:
        if time.perf_counter() - start > budget:
            sys.stdout.write("out of time\n")
            break
        try:
            priced = price(Question(game.spec.id, every_table=every_table))
        except RuleError as error:
            sys.stdout.write(f"{game.spec.id}: no price ({error})\n")
            (folder() / f"{game.spec.id}.price").unlink(missing_ok=True)
            continue
        except Exception as error:  # noqa: BLE001 - one game that cannot be counted keeps no other from being shipped
            sys.stdout.write(f"{game.spec.id}: a fault ({error!r})\n")
            faults += 1
            continue
        path = write_stored(game, every_table, priced, sources_of_price(game.spec.id))
        assert read_stored(game.spec.id) is not None
        sys.stdout.write(f"{game.spec.id}: {priced.report.seconds:.1f} s, {path.stat().st_size:,} bytes\n")
        sys.stdout.flush()
    if faults:
        sys.exit(f"{faults} games could not be counted")


if __name__ == "__main__":
    main(sys.argv[1:])
