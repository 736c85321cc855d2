"""Prices for the site: worked out once for each game and house, in processes of their own, with the share that is done.

The processes take nothing from the tables but what these leave of the processors; a price that takes too long or too
much ends with its process, and the queue for them is short.
"""

import asyncio
import multiprocessing
import os
import signal
import tempfile
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
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
from houseway.rules.load import is_path, portable
from houseway.rules.words import MeterWords
from houseway.web.lanes import BusyError

KEPT = 200
WAITING = 16  # prices asked for and not ready
EXPOSED_SEATS = 6  # of the table whose exposure is worked out
SECONDS = 900  # of one price; then its process ends
SESSIONS = (1, 10, 25, 50, 100, 200, 400, 700, 1000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
_NICE = 10
STOPPED = "it was left off: a newer draft took its place"
# In a process that works: the share done of each job and whether it is to stop, by its slot, and how long it may take.
_shares: Any = None
_stops: Any = None
_seconds = SECONDS


def _enter(shares: Any, stops: Any, seconds: int) -> None:
    """A process for prices: it gives way to the tables, and leaves interrupts to the server."""
    global _shares, _stops, _seconds
    _shares, _stops, _seconds = shares, stops, seconds
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _StoppedError(Exception):
    """The work is not wanted any more."""


def _run(work: Callable[[Any, Callable[[float], None]], dict[str, Any]], given: Any, slot: int) -> dict[str, Any]:
    """One piece of work; the process is ended where it takes too long, whatever it is at."""

    def tell(done: float) -> None:
        _shares[slot] = done
        if _stops[slot]:
            raise _StoppedError

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(_seconds)
    try:
        tell(0.0)
        return {"state": "ready", **work(given, tell)}
    except _StoppedError:
        return {"state": "unpriced", "reason": STOPPED}
    except RuleError as error:
        return {"state": "unpriced", "reason": error.message}
    except Exception as error:  # noqa: BLE001 - a fault of the solver is told to whoever asked, not lost
        return {"state": "unpriced", "reason": f"it could not be worked out ({error!r})"}
    finally:
        signal.alarm(0)


def _price(question: Question, tell: Callable[[float], None]) -> dict[str, Any]:
    return priced_view(known_price(question, Executor(tell)), question.load().meters)


def _examine(question: Question, tell: Callable[[float], None]) -> dict[str, Any]:
    """How a game can be beaten."""
    from houseway.odds.exposure.report import exposure

    found = exposure(question, EXPOSED_SEATS, tell)
    return {**found.as_json(), "sections": msgspec.to_builtins(found.sections())}


def _certificate(question: Question, tell: Callable[[float], None]) -> dict[str, Any]:
    """The certificate of a price in every form."""
    from houseway.odds.certificate import make_certificate
    from houseway.odds.exports import to_csv, to_print, write_xlsx

    priced = known_price(question, Executor(tell))
    certificate = make_certificate(question, priced)
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "certificate.xlsx"
        write_xlsx(certificate, sheet)
        xlsx = b64encode(sheet.read_bytes()).decode()
    text = msgspec.json.format(msgspec.json.encode(certificate), indent=2).decode() + "\n"
    return {
        "certificate": certificate,
        "json": text,
        "html": to_print(certificate, question.load(), priced),
        "csv": to_csv(certificate),
        "xlsx": xlsx,
    }


def _recompute(given: tuple[dict[str, Any], str, float], tell: Callable[[float], None]) -> dict[str, Any]:
    """What a certificate says, by single rounds."""
    from houseway.certify import certify

    certificate, game, seconds = given
    return {"game": certificate["game"], **certify(certificate, seconds, 1, tell, game).as_json()}


class Job:
    """One price asked for."""

    def __init__(self, future: "Future[dict[str, Any]]", shares: Any, slot: int, stops: Any = None) -> None:
        self.future, self._shares, self.slot, self._stops = future, shares, slot, stops

    def stop(self) -> None:
        """Leave off: at once where it waits, otherwise the next time that the work tells how far it is."""
        if not self.future.cancel() and self._stops is not None:
            self._stops[self.slot] = 1

    def answer(self) -> dict[str, Any]:
        """The price, or how far the work is."""
        if self.future.cancelled():
            return {"state": "unpriced", "reason": STOPPED}
        if not self.future.done():
            return {"state": "computing", "done": float(self._shares[self.slot])}
        error = self.future.exception()
        if isinstance(error, BrokenProcessPool):
            return {"state": "unpriced", "reason": "the work was ended: it took too long, or too much memory"}
        return self.future.result()

    async def within(self, seconds: float) -> dict[str, Any]:
        """The price, or how far the work is after so many seconds."""
        waiting = asyncio.wrap_future(self.future)
        waiting.add_done_callback(_read)
        await asyncio.wait([waiting], timeout=seconds)
        return self.answer()


def _read(ended: "asyncio.Future[dict[str, Any]]") -> None:
    """Work may fail, or be ended with the server, when nobody waits for it any more: that is nobody's fault."""
    if not ended.cancelled():
        ended.exception()


def _question(game: str, house: Mapping[str, Any], every_table: bool = False) -> Question:
    """A file as it is now: the process that counts may read it later."""
    return Question(portable(game), dict(house), every_table=every_table)


def _is_lost(future: "Future[dict[str, Any]]") -> bool:
    """Whether nobody will ever get an answer: the process was ended, or the work was left off."""
    if not future.done():
        return False
    if future.cancelled() or isinstance(future.exception(), BrokenProcessPool):
        return True
    return future.exception() is None and future.result().get("reason") == STOPPED


class Pricing:
    """The prices of a server, asked for by game and house."""

    def __init__(self, processes: int = 1, waiting: int = WAITING, seconds: int = SECONDS) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._leaving: list[Job] = []  # told to stop, and not at an end yet
        self._owned: dict[str, str] = {}  # who asked for a draft -> the key of his last one
        self._lock = Lock()
        self._processes, self._waiting, self._seconds = processes, waiting, seconds
        self._context = multiprocessing.get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._shares: Any = None
        self._stops: Any = None

    def ask(self, game: str, house: Mapping[str, Any], every_table: bool = False, owner: str = "") -> Job:
        """The price, ready or being worked out; refused where too many are asked for.

        `owner`: a new question of the same person takes the place of the last one, which is left off.
        """
        return self._do("price", _price, _question(game, house, every_table), owner)

    def examine(self, game: str, house: Mapping[str, Any]) -> Job:
        """How a game can be beaten, ready or being worked out."""
        return self._do("exposure", _examine, _question(game, house))

    def certificate(self, game: str, house: Mapping[str, Any]) -> Job:
        """The certificate of a price in every form."""
        return self._do("certificate", _certificate, _question(game, house))

    def recompute(self, certificate: Mapping[str, Any], game: str, seconds: float) -> Job:
        """What a certificate says, recomputed by single rounds for about so many seconds."""
        return self._do("certify", _recompute, (dict(certificate), portable(game), seconds))

    def _do(self, name: str, work: Callable[..., Any], given: Any, owner: str = "") -> Job:
        key = msgspec.json.encode([name, given], order="sorted").decode()
        with self._lock:
            if owner and self._owned.get(owner, key) != key:
                self._leave_off(owner)
            job = self._jobs.get(key)
            if job is None or _is_lost(job.future):
                job = self._jobs[key] = self._begin(work, given)
            self._jobs.move_to_end(key)
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
            if owner:
                self._owned[owner] = key
        return job

    def _leave_off(self, owner: str) -> None:
        """Stop what somebody asked for last, unless somebody else asked for the same."""
        key = self._owned.pop(owner)
        job = self._jobs.get(key)
        if job is not None and not job.future.done() and key not in self._owned.values():
            job.stop()
            del self._jobs[key]
            self._leaving = [one for one in (*self._leaving, job) if not one.future.done()]

    def _begin(self, work: Callable[..., Any], given: Any) -> Job:
        working = {job.slot for job in (*self._jobs.values(), *self._leaving) if not job.future.done()}
        if len(working) >= self._waiting:
            raise BusyError("odds")
        slot = next(slot for slot in range(self._waiting) if slot not in working)
        if self._pool is None:
            self._shares = self._context.Array("d", self._waiting, lock=False)
            self._stops = self._context.Array("b", self._waiting, lock=False)
            started = (self._shares, self._stops, self._seconds)
            self._pool = ProcessPoolExecutor(self._processes, self._context, _enter, started)
        self._shares[slot], self._stops[slot] = 0.0, 0
        try:
            future = self._pool.submit(_run, work, given, slot)
        except BrokenProcessPool:
            self._pool = None
            return self._begin(work, given)
        return Job(future, self._shares, slot, self._stops)

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
    return None if made is None else {"state": "ready", **priced_view(made, question.load().meters)}


def shipped_view(game: str, house: Mapping[str, Any], every_table: bool) -> dict[str, Any] | None:
    """A price that is shipped, as the odds page shows it; none if it has to be counted."""
    return None if is_path(game) else _shipped(game, msgspec.json.encode(house, order="sorted"), every_table)


def priced_view(made: Priced, terms: Mapping[str, MeterWords] | None = None) -> dict[str, Any]:
    """A price as the odds page shows it."""
    tables = {
        wager: {table: one.house_edge for table, one in prices.items()}
        for wager, prices in made.sides.items()
        if len(prices) > 1 and not any(price.needs_meter for price in prices.values())
    }
    mains = {name: {table: one.house_edge for table, one in prices.items()} for name, prices in made.mains.items()}
    return {
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
