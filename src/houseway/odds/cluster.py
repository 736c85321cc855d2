"""The workers of a Dask cluster, for exact work and for simulations."""

import platform
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from houseway.odds.executor import Executor, Progress
from houseway.rules.errors import RuleError

_RETRIES = 2  # of a part that fails; parts of a lost worker go to the others in any case
_REACH = 20  # seconds for the scheduler to answer and for a first worker to join
_LOOK = 5  # seconds between two looks whether any worker is left
_LOST = 12  # looks in a row without a worker that end the work
_PACKAGES = ("houseway", "numpy", "numba")


def versions() -> dict[str, str]:
    """What has to be the same everywhere for the same answer."""
    from importlib.metadata import version  # it reads mail headers, and loads all that does

    python = ".".join(platform.python_version_tuple()[:2])
    return {"Python": python, **{name: version(name) for name in _PACKAGES}}


def _at_worker(here: dict[str, str], work: Callable[..., Any], *task: Any) -> Any:
    """One part, done by whichever worker this is."""
    own = versions()
    if own != here:
        differ = ", ".join(f"{name} {own[name]} for {wanted}" for name, wanted in here.items() if own[name] != wanted)
        raise RuleError(f"a worker runs other versions than this machine: {differ}", "--cluster")
    _use_threads()
    return work(*task)


def _use_threads() -> None:
    """Kernels use as many threads as the worker was given, not all cores of its machine."""
    from distributed import get_worker
    from numba import get_num_threads, set_num_threads

    set_num_threads(min(get_worker().state.nthreads, get_num_threads()))


class Cluster:
    """A connection to a scheduler, e.g. tcp://10.0.0.5:8786."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ModuleNotFoundError:
            raise RuleError("needs Dask: pip install 'houseway[cluster]'", "--cluster") from None
        self.address = address
        try:
            self._client: Any = Client(address, timeout=_REACH, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise RuleError(f"cannot reach a scheduler at {address}: {reason}", "--cluster") from None
        try:
            self._client.wait_for_workers(1, timeout=_REACH)
        except TimeoutError:
            self.close()
            raise RuleError(f"no worker has joined the scheduler at {address}", "--cluster") from None

    @property
    def count(self) -> int:
        """Worker processes at this moment."""
        return len(self._client.nthreads())

    def map(self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Begin `work(*task)` for all tasks; the results in their order. Parts of a lost worker go to the others."""
        here = versions()
        futures = deque(
            self._client.submit(_at_worker, here, work, *task, pure=False, retries=_RETRIES) for task in tasks
        )
        return self._results(futures)

    def _results(self, futures: deque[Any]) -> Iterator[Any]:
        try:
            while futures:
                yield self._result(futures[0])
                futures.popleft()
        finally:
            if futures:
                self._client.cancel(list(futures))

    def _result(self, future: Any) -> Any:
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError

        idle = 0
        while True:
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                idle = 0 if self.count else idle + 1
                if idle == _LOST:
                    raise RuleError(f"all workers of {self.address} are gone", "--cluster") from None
            except KilledWorker as error:
                raise RuleError(f"one worker after the other was lost: {error}", "--cluster") from None
            except (CancelledError, CommClosedError):
                raise RuleError(f"the scheduler at {self.address} is gone", "--cluster") from None
            except ModuleNotFoundError as error:
                raise RuleError(f"a worker lacks what it needs: {error}", "--cluster") from None

    def close(self) -> None:
        self._client.close()


@contextmanager
def executor_at(address: str, progress: Progress) -> Iterator[Executor]:
    """The workers of the scheduler at an address; this process alone if there is none."""
    if not address:
        yield Executor(progress)
        return
    cluster = Cluster(address)
    try:
        yield Executor(progress, cluster)
    finally:
        cluster.close()
