"""Blocks of a simulation played by the workers of a Dask cluster."""

from collections.abc import Iterator
from typing import Any

from houseway.odds.simulate.setup import play_block
from houseway.odds.simulate.tally import Floats
from houseway.rules.errors import RuleError

_RETRIES = 10  # a block is played again when its worker is lost


class Cluster:
    """A connection to a scheduler, e.g. tcp://10.0.0.5:8786."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ModuleNotFoundError:
            raise RuleError("needs Dask: pip install 'houseway[cluster]'", "--cluster") from None
        try:
            self._client: Any = Client(address, timeout=20, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise RuleError(f"cannot reach {address}: {error}", "--cluster") from None

    def play(self, setup: bytes, tasks: list[tuple[int, int]]) -> Iterator[Floats]:
        """The sums of blocks in the order of the tasks; a lost worker's blocks go to the others."""
        futures = [
            self._client.submit(play_block, setup, block, rounds, pure=False, retries=_RETRIES)
            for block, rounds in tasks
        ]
        for future in futures:
            yield future.result()

    def close(self) -> None:
        self._client.close()
