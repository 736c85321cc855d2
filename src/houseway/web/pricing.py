"""Prices for the site: worked out once for each game and house, in processes of their own, with the share that is done.

The processes take nothing from the tables but what these leave of the processors; a price that takes too long or too
much ends with its process, and the queue for them is short.
"""

import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from threading import Lock
from typing import Any

import msgspec

from houseway.families import known_price
from houseway.odds.executor import Executor
from houseway.odds.measures import full_json
from houseway.odds.pricing import Priced, Question
from houseway.odds.session import session
from houseway.odds.stored import stored_price
from houseway.rules.errors import RuleError
from houseway.rules.load import is_path
from houseway.rules.words import MeterWords
from houseway.web.lanes import BusyError

KEPT = 200
WAITING = 16  # prices asked for and not ready
EXPOSED_SEATS = 6  # of the table whose exposure is worked out
SECONDS = 900  # of one price; then its process ends
SESSIONS = (1, 10, 25, 50, 100, 200, 400, 700, 1000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
_NICE = 10
_shares: Any = None  # in a process that works: the share done of each job, by its slot


def _enter(shares: Any) -> None:
    """A process for prices: it gives way to the tables, and leaves interrupts to the server."""
    global _shares
    _shares = shares
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(question: Question, slot: int) -> dict[str, Any]:
    """One price; the process is ended where it takes too long, whatever it is at."""

    def tell(done: float) -> None:
        _shares[slot] = done

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    try:
        return priced_view(known_price(question, Executor(tell)), question.load().meters)
    except RuleError as error:
        return {"state": "unpriced", "reason": error.message}
    except Exception as error:  # noqa: BLE001 - a fault of the solver is told to whoever asked, not lost
        return {"state": "unpriced", "reason": f"the price could not be worked out ({error!r})"}
    finally:
        signal.alarm(0)


def _examine(question: Question, slot: int) -> dict[str, Any]:
    """How a game can be beaten; the process is ended where it takes too long, as for a price."""
    from houseway.odds.exposure.report import exposure

    def tell(done: float) -> None:
        _shares[slot] = done

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    try:
        found = exposure(question, EXPOSED_SEATS, tell)
        return {"state": "ready", **found.as_json(), "sections": msgspec.to_builtins(found.sections())}
    except RuleError as error:
        return {"state": "unpriced", "reason": error.message}
    except Exception as error:  # noqa: BLE001 - a fault of the solver is told to whoever asked, not lost
        return {"state": "unpriced", "reason": f"the exposure could not be worked out ({error!r})"}
    finally:
        signal.alarm(0)


class Job:
    """One price asked for."""

    def __init__(self, future: "Future[dict[str, Any]]", shares: Any, slot: int) -> None:
        self.future, self._shares, self.slot = future, shares, slot

    def answer(self) -> dict[str, Any]:
        """The price, or how far the work is."""
        if not self.future.done():
            return {"state": "computing", "done": float(self._shares[self.slot])}
        error = self.future.exception()
        if isinstance(error, BrokenProcessPool):
            return {"state": "unpriced", "reason": "the work was ended: it took too long, or too much memory"}
        return self.future.result()


class Pricing:
    """The prices of a server, asked for by game and house."""

    def __init__(self, processes: int = 1, waiting: int = WAITING) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()
        self._processes, self._waiting = processes, waiting
        self._context = multiprocessing.get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._shares: Any = None

    def ask(
        self, game: str, house: Mapping[str, Any], every_table: bool = False, work: Callable[..., Any] = _work
    ) -> Job:
        """The price, ready or being worked out, or what other work finds; refused where too many are asked for."""
        key = msgspec.json.encode([work.__name__, game, house, every_table], order="sorted").decode()
        with self._lock:
            job = self._jobs.get(key)
            if job is None or (job.future.done() and isinstance(job.future.exception(), BrokenProcessPool)):
                job = self._jobs[key] = self._begin(Question(game, house, every_table=every_table), work)
            self._jobs.move_to_end(key)
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        return job

    def examine(self, game: str, house: Mapping[str, Any]) -> Job:
        """How a game can be beaten, ready or being worked out."""
        return self.ask(game, house, work=_examine)

    def _begin(self, question: Question, work: Callable[..., Any]) -> Job:
        working = {job.slot for job in self._jobs.values() if not job.future.done()}
        if len(working) >= self._waiting:
            raise BusyError("odds")
        slot = next(slot for slot in range(self._waiting) if slot not in working)
        if self._pool is None:
            self._shares = self._context.Array("d", self._waiting, lock=False)
            self._pool = ProcessPoolExecutor(self._processes, self._context, _enter, (self._shares,))
        self._shares[slot] = 0.0
        try:
            future = self._pool.submit(work, question, slot)
        except BrokenProcessPool:
            self._pool = None
            return self._begin(question, work)
        return Job(future, self._shares, slot)

    @property
    def computing(self) -> int:
        """Prices that are not ready."""
        with self._lock:
            return sum(not job.future.done() for job in self._jobs.values())

    def close(self) -> None:
        """End the processes, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


@lru_cache(maxsize=KEPT)
def _shipped(game: str, house: bytes, every_table: bool) -> dict[str, Any] | None:
    question = Question(game, msgspec.json.decode(house), every_table=every_table)
    made = stored_price(question)
    return None if made is None else priced_view(made, question.load().meters)


def shipped_view(game: str, house: Mapping[str, Any], every_table: bool) -> dict[str, Any] | None:
    """A price that is shipped, as the odds page shows it; none if it has to be counted."""
    return None if is_path(game) else _shipped(game, msgspec.json.encode(house, order="sorted"), every_table)


def priced_view(made: Priced, terms: Mapping[str, MeterWords] | None = None) -> dict[str, Any]:
    """A price as the odds page shows it."""
    tables = {
        wager: {table: one.house_edge for table, one in prices.items()}
        for wager, prices in made.sides.items()
        if len(prices) > 1
    }
    mains = {name: {table: one.house_edge for table, one in prices.items()} for name, prices in made.mains.items()}
    return {
        "state": "ready",
        **full_json(made, terms=terms),
        "seconds": made.report.seconds,
        "tables": {**mains, **tables},
        "session": _session(made),
    }


def _session(made: Priced) -> dict[str, Any] | None:
    if not made.outcomes:
        return None
    points = []
    for rounds in SESSIONS:
        sum_of = session(made.outcomes, rounds)
        points.append({"rounds": rounds, "mean": sum_of.mean, "marks": [sum_of.percentile(one) for one in SHARES]})
    main = made.report.main
    return {"wager": made.wager or (main.unit if main else ""), "shares": list(SHARES), "points": points}
