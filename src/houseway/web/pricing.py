"""Prices for the site: worked out once for each game and house, in the background, with the share that is done."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.families import known_price
from houseway.odds.crew import Crew
from houseway.odds.measures import full_json
from houseway.odds.price import Priced, Question
from houseway.odds.session import session
from houseway.rules.errors import RuleError
from houseway.rules.words import MeterWords

KEPT = 200
SESSIONS = (1, 10, 25, 50, 100, 200, 400, 700, 1000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Job:
    """One price being worked out."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.done = 0.0
        self.answer: dict[str, Any] | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            self.answer = priced_view(known_price(self.question, Crew(self._tell)), self.question.load().meters)
        except RuleError as error:
            self.answer = {"state": "unpriced", "reason": error.message}
        except Exception as error:  # noqa: BLE001 - a fault of the solver is told to whoever asked, not lost
            self.answer = {"state": "unpriced", "reason": f"the price could not be worked out ({error!r})"}
        finally:
            self.ended.set()

    def _tell(self, done: float) -> None:
        self.done = done


class Pricing:
    """The prices of a server, asked for by game and house."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = threading.Lock()  # one price at a time leaves the other processors to the tables

    def ask(self, game: str, house: Mapping[str, Any], wait: float, every_table: bool = False) -> dict[str, Any]:
        """The price, or how far the work is after waiting so many seconds."""
        key = msgspec.json.encode([game, house, every_table], order="sorted").decode()
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = Job(Question(game, house, every_table=every_table))
                threading.Thread(target=self._work, args=(job,), daemon=True).start()
                if len(self._jobs) > KEPT:
                    self._jobs.popitem(last=False)
        job.ended.wait(wait)
        return job.answer if job.answer is not None else {"state": "computing", "done": job.done}

    def _work(self, job: Job) -> None:
        with self._turn:
            job.run()


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
