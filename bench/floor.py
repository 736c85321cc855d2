"""The floor under load: 200 tables in one server process, on SQLite and on PostgreSQL; actions a second and latency.

`bench/floor.py` measures all and writes the page. `bench/floor.py --share 0.15` compares one worker with two, each of
which has that share of a processor and no more, as if on a machine of its own (Linux, as root: control groups).
`bench/floor.py --before FOLDER` measures another checkout, with its own environment (`make env`) and this bench's
clients, in turn with this one: both servers run, and one of them at a time is played at. On shared cores the ratios
count, and those of neighbouring turns are the ones that are told.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from sqlalchemy import make_url
from tests.floor.postgres import running
from tests.ports import held_port, port_of
from websockets.asyncio.client import connect

TABLES = 208  # 13 for each connection
THREADS = 16
PERIOD = 20_000  # microseconds in which a limited process has its share
SECONDS = 12.0
WARM = 3.0  # seconds of play before the measured ones: whatever is compiled or loaded once has been
WATCHERS = 800
CHANGES = 9
TURNS = 2
GAMES: dict[str, dict[str, float]] = {
    "blackjack": {"blackjack": 1},
    "three-card-poker": {"ante": 1},
    "ultimate-texas-holdem": {"ante": 1, "blind": 1},
    "baccarat": {"banker": 1},
}


ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "speed.md"
HEAD, END = "<!-- floor: written by bench/floor.py -->", "<!-- end of floor -->"
COMPARED = (
    ("server's processor time an action", "server", " ms"),
    ("PostgreSQL's", "database", " ms"),
    ("the clients'", "clients", " ms"),
    ("actions a second", "rate", ""),
    ("p50", "p50", " ms"),
)
AUDIT = """
import sys
from houseway.floor.ledger import audit
from houseway.floor.store import Store
sys.exit(not Store(sys.argv[1]).read(audit).balanced)
"""


class Checkout(NamedTuple):
    """The code that is measured, and the Python that runs it."""

    python: str
    folder: Path

    @property
    def commit(self) -> str:
        """What is measured, and whether it is more than what was committed."""
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=self.folder, capture_output=True, text=True
        )
        return told.stdout.strip()

    @property
    def options(self) -> list[str]:
        """What a server for the bench is started with; an earlier one does not know of the key."""
        helped = subprocess.run(
            [self.python, "-m", "houseway", "serve", "--help"], cwd=self.folder, capture_output=True, text=True
        )
        return ["--rate", "100000", *(["--no-key"] if "--no-key" in helped.stdout else [])]

    def balanced(self, url: str) -> bool:
        """Whether the books that it wrote agree."""
        return subprocess.run([self.python, "-c", AUDIT, url], cwd=self.folder).returncode == 0


HERE = Checkout(sys.executable, ROOT)


@contextmanager
def serving(url: str, workers: int = 1, code: Checkout = HERE) -> Iterator[tuple[int, list[int]]]:
    """The port and the processes of a server on the database."""
    holder = held_port()
    port = port_of(holder)
    options = ["--port", str(port), "--database", url, *code.options]
    if workers > 1:
        options += ["--workers", str(workers)]
    command = [code.python, "-m", "houseway", "serve", *options]
    process = subprocess.Popen(command, cwd=code.folder, stderr=subprocess.DEVNULL)
    try:
        for _ in range(3000):  # a busy machine takes more than a minute to start an older server
            try:
                HTTPConnection("127.0.0.1", port, timeout=1).connect()
                break
            except OSError:
                time.sleep(0.1)
        while len(pids := children(process.pid, b"spawn_main")) < workers and workers > 1:
            time.sleep(0.1)
        yield port, pids if workers > 1 else [process.pid]
    finally:
        process.terminate()
        process.wait()
        holder.close()


@contextmanager
def limited(pids: list[int], share: float) -> Iterator[None]:
    """Each of the processes has so much of a processor and no more."""
    old = Path("/sys/fs/cgroup/cpu")  # the first version of control groups keeps each kind in a folder
    root, groups = old if old.exists() else old.parent, []
    for pid in pids:
        group = root / f"houseway-bench-{pid}"
        group.mkdir()
        groups.append(group)
        if root == old:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD)))
        else:
            (group / "cpu.max").write_text(f"{int(share * PERIOD)} {PERIOD}")
        (group / "cgroup.procs").write_text(str(pid))
    try:
        yield
    finally:
        for pid, group in zip(pids, groups, strict=True):
            with contextlib.suppress(OSError):  # it has ended
                (root / "cgroup.procs").write_text(str(pid))
            group.rmdir()


class Legal(msgspec.Struct):
    """Of an action that is legal, the ways to write it, by the name that they have or had."""

    texts: list[str] = []
    examples: list[str] = []


class Hand(msgspec.Struct):
    """Of a round, what the next request needs."""

    status: str
    seq: int
    legal: list[Legal]


class Shuffle(msgspec.Struct):
    """Of a shuffle, its hash."""

    commitment: str


class View(msgspec.Struct):
    """Of a table, what the next request needs."""

    version: int
    round: Hand | None
    shuffle: Shuffle | None = None  # not yet published in a checkout of long ago


_VIEW = msgspec.json.Decoder(View)


class Client:
    """A guest on a connection that is kept open, which costs as little as a client can: the server shares its cores."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket.socket | None = None
        self.kept = ""
        self.took: list[float] = []
        self.failed = False
        session = self.ask("GET", "/api/session")
        self.kept += f"X-CSRF-Token: {session['csrf']}\r\n"

    def close(self) -> None:
        """End the connection; the next request opens another."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def _send(self, method: str, path: str, body: Any) -> bytes:
        """The body of the answer."""
        content = b"" if body is None else msgspec.json.encode(body)
        told = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: {token_hex(8)}\r\n{self.kept}{told}\r\n"
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), 60)
        start = time.perf_counter()
        self.socket.sendall(head.encode() + content)
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._receive()
        answered = got[:end].lower()
        length = int(answered.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(got) < end + 4 + length:
            got += self._receive()
        self.took.append(time.perf_counter() - start)
        if b"set-cookie: " in answered:
            place = answered.index(b"set-cookie: ") + 12
            self.kept += f"Cookie: {got[place:end].partition(b';')[0].decode()}\r\n"
        if not answered.startswith(b"http/1.1 2"):
            self.failed = True
            raise RuntimeError(got.decode())
        return got[end + 4 :]

    def _receive(self) -> bytes:
        assert self.socket is not None
        part = self.socket.recv(1 << 16)
        if not part:
            raise RuntimeError("the server ended the connection")
        return part

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, whole."""
        return msgspec.json.decode(self._send(method, path, body))

    def seat(self, number: int) -> tuple[str, dict[str, float]]:
        """A table of its own with chips in front."""
        game = list(GAMES)[number % len(GAMES)]
        table = self.ask("POST", "/api/tables", {"game": game})["id"]
        self.ask("POST", f"/api/tables/{table}/sit", {"seat": 0, "buy_in": 700})
        return f"/api/tables/{table}", GAMES[game]

    def step(self, path: str, wagers: dict[str, float], view: View | None) -> View:
        """The next bet or decision at a table."""
        hand = view.round if view else None
        if hand is None or hand.status != "playing":
            view = view or _VIEW.decode(self._send("GET", path, None))
            body = {"seat": 0, "wagers": wagers, "deal": True}
            if view.shuffle is not None:
                body["shuffle"] = view.shuffle.commitment
            return _VIEW.decode(self._send("POST", f"{path}/bets", body))
        last = hand.legal[-1]
        action = (last.texts or last.examples)[0]
        return _VIEW.decode(self._send("POST", f"{path}/act", {"seat": 0, "action": action, "after": hand.seq}))


def children(pid: int, named: bytes) -> list[int]:
    """The processes that a process has started, by a part of their command."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = stat.read_text().rpartition(")")
            line = (stat.parent / "cmdline").read_bytes()
            if int(rest.split()[1]) == pid and named in line:
                found.append(int(name.partition(" ")[0]))
    return found


def database_processes(url: str) -> list[int]:
    """PostgreSQL's processes, the first of which names its port; none of an embedded database."""
    port = make_url(url).port
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = line.read_bytes().split(b"\0")
            if words[0].endswith(b"/postgres") and str(port).encode() in words:
                first = int(line.parent.name)
                return [first, *children(first, b"")]
    return []


def processor(pid: int, ended: bool = False) -> float:
    """Seconds of processor time that a process has used, and those that it started and that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def used_beside(url: str) -> tuple[float, float]:
    """Seconds of processor time that PostgreSQL and the clients have used."""
    total = 0.0
    for number, pid in enumerate(database_processes(url)):
        with contextlib.suppress(OSError):  # it has ended
            total += processor(pid, ended=number == 0)
    return total, time.process_time()


class Measured(NamedTuple):
    """What the clients saw, and what was used for it: times in milliseconds, those of processors for an action."""

    rate: float
    p50: float
    p99: float
    server: float
    best: float  # of a second: on a machine that others use as well, one without them says what the work itself takes
    database: float
    clients: float
    processors: float

    def cells(self) -> list[str]:
        """As they are printed."""
        times = (f"{one:.1f} ms" for one in (self.server, self.best, self.database, self.clients))
        return [f"{self.rate:,.0f}", f"{self.p50:.0f} ms", f"{self.p99:.0f} ms", *times, f"{self.processors:.2f}"]


class Loaded:
    """A server with clients at its tables, who play for some seconds whenever they are told to."""

    def __init__(self, url: str, port: int, pids: list[int]) -> None:
        self.url, self.pids = url, pids
        self.clients: list[Client] = []
        self.placed: list[list[tuple[str, dict[str, float]]]] = []
        for _ in range(THREADS):  # one after the other: the server ends idle connections
            client = Client(port)
            self.placed.append([client.seat(number) for number in range(TABLES // THREADS)])
            self.clients.append(client)
        self.views: list[list[View | None]] = [[None] * len(tables) for tables in self.placed]
        self.play(WARM)

    def play(self, seconds: float) -> Measured:
        """What clients see and what is used in so many seconds."""
        until = time.perf_counter() + seconds
        for client in self.clients:
            client.took.clear()
            client.close()  # the next request opens it again

        def turn(place: int) -> None:
            client, views = self.clients[place], self.views[place]
            while time.perf_counter() < until:
                for index, (path, wagers) in enumerate(self.placed[place]):
                    views[index] = client.step(path, wagers, views[index])

        threads = [threading.Thread(target=turn, args=(place,)) for place in range(THREADS)]
        start, before, beside = time.perf_counter(), sum(map(processor, self.pids)), used_beside(self.url)
        for thread in threads:
            thread.start()
        marks = []
        while time.perf_counter() < until:
            marks.append((sum(map(processor, self.pids)), sum(len(client.took) for client in self.clients)))
            time.sleep(1)
        for thread in threads:
            thread.join()
        passed, used = time.perf_counter() - start, sum(map(processor, self.pids)) - before
        others = [after - then for after, then in zip(used_beside(self.url), beside, strict=True)]
        if any(client.failed for client in self.clients):
            raise RuntimeError("a client met an error")
        each = [1000 * (b[0] - a[0]) / (b[1] - a[1]) for a, b in pairwise(marks) if b[1] - a[1] >= 20]
        took = sorted(one for client in self.clients for one in client.took)
        p50, p99 = (1000 * took[int(len(took) * share)] for share in (0.5, 0.99))
        actions = len(took)
        database, asking = (1000 * one / actions for one in others)
        own, best = 1000 * used / actions, min(each, default=0)
        processors = (used + sum(others)) / passed
        return Measured(actions / passed, p50, p99, own, best, database, asking, processors)


@contextmanager
def loaded(url: str, workers: int = 1, code: Checkout = HERE) -> Iterator[Loaded]:
    """A server under load; its books must agree at the end."""
    with serving(url, workers, code) as (port, pids):
        yield Loaded(url, port, pids)
    if not code.balanced(url):
        raise RuntimeError("the ledger is not balanced")


def measure(name: str, url: str, workers: int = 1, share: float | None = None) -> Measured:
    """A line of the page."""
    with loaded(url, workers) as load, limited(load.pids, share) if share else contextlib.nullcontext():
        found = load.play(SECONDS)
    print(", ".join([name, *found.cells()]), flush=True)
    return found


async def _watch(port: int, many: int) -> list[float]:
    """Seconds until all of so many watchers of a table have seen a change, for several changes."""
    loop, client = asyncio.get_running_loop(), Client(port)
    path, wagers = client.seat(2)
    version = client.ask("GET", path)["version"]
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}{path}/live"
        sockets = [
            await stack.enter_async_context(connect(address, compression=None, max_size=None)) for _ in range(many)
        ]
        await asyncio.gather(*(socket.recv() for socket in sockets))
        took: list[float] = []
        view: View | None = None
        gc.disable()  # 800 clients share this process: its collector's longest look was the slowest change
        for _ in range(CHANGES):
            client.close()  # the server has ended it meanwhile
            start = time.perf_counter()
            waiting = [asyncio.ensure_future(socket.recv()) for socket in sockets]
            view = await loop.run_in_executor(None, client.step, path, wagers, view)
            assert view is not None
            told = await asyncio.gather(*waiting)
            took.append(time.perf_counter() - start)
            assert all(json.loads(text)["version"] > version for text in told[:5])
            version = view.version
        gc.enable()
    return sorted(took)


def watchers(url: str, many: int) -> str:
    """What a change costs where many watch."""
    with serving(url) as (port, _):
        took = asyncio.run(_watch(port, many))
    told = f"{many} watchers after {took[len(took) // 2]:.2f} s (at most {took[-1]:.2f} s)"
    print(told)
    return told


def write(rows: dict[str, Measured], watched: list[str], load: float) -> None:
    """Put the table in its section of the page."""
    tables = THREADS * (TABLES // THREADS)
    lines = [
        HEAD,
        "## The floor under load",
        "",
        f"Measured by `bench/floor.py` on {os.cpu_count()} shared cores (load {load:.1f} before): one server process, "
        f"{THREADS} connections from the same cores, a seat at each table, four games (blackjack, three card poker, "
        f"Ultimate Texas Hold 'Em, baccarat) in turn for {SECONDS:.0f} s. An action is a bet with its deal, or a "
        "decision: one transaction, on the disk before the answer. No request failed; the ledger balanced at the end.",
        "",
        "| database | tables | actions a second | p50 | p99 | server's processor time an action | in the best second | "
        "PostgreSQL's | the clients' | processors used |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(f"| {' | '.join([name, str(tables), *row.cells()])} |" for name, row in rows.items()),
        "",
        f"From the action to the last of the watchers: {'; '.join(watched)}.",
        END,
    ]
    page = PAGE.read_text()
    if HEAD in page:
        before, _, rest = page.partition(HEAD)
        after = rest.partition(END)[2]
    else:
        before, after = f"{page.rstrip()}\n\n", "\n"
    PAGE.write_text(before + "\n".join(lines) + after)


def apart(share: float) -> None:
    """One worker and two, each with its share of a processor, in turn."""
    with running(durable=True) as url:
        rates = {workers: list[float]() for workers in (1, 2)}
        for _ in range(TURNS):
            for workers, seen in rates.items():
                seen.append(
                    measure(f"PostgreSQL, {workers} with {share:.0%} of a processor each", url, workers, share).rate
                )
    one, two = (sum(seen) / TURNS for seen in rates.values())
    print(f"{two:.0f} actions a second by two, {one:.0f} by one: {two / one:.2f} times (load {os.getloadavg()[0]:.1f})")


@contextmanager
def empty(database: str) -> Iterator[str]:
    """The URL of an empty database."""
    if database == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/floor.db"
    else:
        with running(durable=True) as url:
            yield url


def compare(folder: Path, turns: int, seconds: float) -> None:
    """Another checkout and this one, a few seconds each in turn on each database, and the ratios of the medians."""
    codes = {"before": Checkout(str(folder / ".venv" / "bin" / "python"), folder), "now": HERE}
    print(", ".join(f"{name} is {code.commit}" for name, code in codes.items()), flush=True)
    for database in ("SQLite", "PostgreSQL"):
        found: dict[str, list[Measured]] = {name: [] for name in codes}
        began = os.getloadavg()[0]
        with contextlib.ExitStack() as stack:
            loads = {}
            for name, code in codes.items():
                url = stack.enter_context(empty(database))
                loads[name] = stack.enter_context(loaded(url, code=code))
            for turn in range(turns):
                for name in list(codes) if turn % 2 == 0 else reversed(codes):
                    found[name].append(loads[name].play(seconds))
        load = f"load {began:.1f} to {os.getloadavg()[0]:.1f}"
        print(f"\n{database}, medians of {turns} turns of {seconds:g} s each ({load})\n")
        print("| | before | now | ratio |\n| --- | ---: | ---: | ---: |")
        for told, name, unit in COMPARED:
            then, now = (median(getattr(one, name) for one in found[which]) for which in codes)
            pairs = [
                getattr(b, name) / getattr(a, name) for a, b in zip(*found.values(), strict=True) if getattr(a, name)
            ]
            spread = f"{median(pairs):.2f} ({min(pairs):.2f} to {max(pairs):.2f})" if pairs else ""
            print(f"| {told} | {then:.2f}{unit} | {now:.2f}{unit} | {spread} |")
        print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, help="of a processor that each worker has")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout, with its .venv")
    parser.add_argument("--turns", type=int, default=8, help="of each checkout")
    parser.add_argument("--seconds", type=float, default=4.0, help="of a turn")
    asked = parser.parse_args()
    if asked.share is not None:
        apart(asked.share)
        return
    if asked.before is not None:
        compare(asked.before.resolve(), asked.turns, asked.seconds)
        return
    load = os.getloadavg()[0]
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        rows["SQLite"] = measure("SQLite", f"sqlite:///{folder}/floor.db")
        watched = [f"SQLite: {watchers(f'sqlite:///{folder}/watched.db', WATCHERS)}"]
    with running(durable=True) as url:
        rows["PostgreSQL"] = measure("PostgreSQL", url)
        rows["PostgreSQL, 2 workers"] = measure("PostgreSQL, 2 workers", url, 2)
        watched.append(f"PostgreSQL: {watchers(url, WATCHERS)}")
    write(rows, watched, load)


if __name__ == "__main__":
    main()
