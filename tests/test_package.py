"""The wheel, built from the sdist, installed beside nothing but its dependencies: it settles, prices and serves."""

import importlib.util
import os
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
from importlib.metadata import Distribution, distribution
from pathlib import Path

import gymnasium
import pytest
from packaging.requirements import Requirement
from tests.ports import held_port, port_of

ROOT = Path(__file__).parents[1]
KEPT = {
    "src", "tests", "scripts", "bench", "docs", "examples", "types", "Makefile", "mkdocs.yml", "constraints.txt",
    "package.json", "package-lock.json", "tsconfig.json", "eslint.config.js", "README.md", "LICENSE", "CHANGELOG.md",
    "CONTRIBUTING.md", "pyproject.toml",
}  # fmt: skip
ROUND = (
    '{"game": "three-card-poker", "seats": [{"wagers": {"ante": 10}, "cards": ["9s", "9d", "2c"],'
    ' "actions": ["play"]}], "dealer": ["Jh", "8c", "4d"]}'
)


def needed(requirements: list[str], extra: str = "") -> dict[str, Distribution]:
    """The distributions that these requirements bring, theirs included; marked for an extra: only with that one."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(text), extra) for text in requirements]
    while waiting:
        requirement, wanted = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": wanted}):
            continue
        own = distribution(requirement.name)
        if requirement.name in found and not requirement.extras:
            continue
        found[requirement.name] = own
        waiting += [(Requirement(text), one) for text in own.requires or [] for one in ("", *requirement.extras)]
    return found


def link(site: Path, distributions: dict[str, Distribution]) -> None:
    """Put what is installed here within reach of another environment, distribution by distribution."""
    for own in distributions.values():
        for name in {Path(str(file)).parts[0] for file in own.files or []}:
            source = Path(str(own.locate_file(name)))
            if name not in ("..", "__pycache__") and source.exists() and not (site / name).exists():
                (site / name).symlink_to(source)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it depends on, no extra; the path of its python."""
    folder = tmp_path_factory.mktemp("package")
    here = [] if importlib.util.find_spec("hatchling") is None else ["--no-isolation"]
    built = subprocess.run(
        [sys.executable, "-m", "build", *here, "--outdir", str(folder / "dist"), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    (source,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    tracked = {path.name for path in ROOT.iterdir() if path.name in KEPT}
    assert tracked <= held, "what make test reads is in the sdist"
    (wheel,) = (folder / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python), "install"]
        + ["--no-index", "--no-deps", str(wheel)],
        check=True,
    )
    link(site_of(python), needed(requirements(python)))
    return python


def site_of(python: Path) -> Path:
    (site,) = (python.parents[1] / "lib").glob("python*/site-packages")
    return site


def requirements(python: Path) -> list[str]:
    """What the installed wheel says it needs."""
    (metadata,) = site_of(python).glob("houseway-*.dist-info")
    return list(Distribution.at(metadata).requires or [])


def run(python: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    ours = ("PYTHONPATH", "NUMBA_CACHE_DIR", "HOUSEWAY_CACHE_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {"HOME": str(python.parents[2]), "XDG_CACHE_HOME": str(python.parents[2] / "cache")}
    return subprocess.run(
        [str(python.parent / "houseway"), *arguments],
        input=text, env=environment, cwd=python.parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_it_settles_without_any_extra(clean: Path) -> None:
    done = run(clean, "settle", "-", "--json", text=ROUND)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"net":10' in done.stdout


def test_it_prices_and_keeps_kernels_in_the_users_cache(clean: Path) -> None:
    done = run(clean, "odds", "casino-war", "--set", "decks=8", "--json")  # a choice whose price is not shipped
    assert done.returncode == 0, done.stderr
    assert '"house_edge"' in done.stdout
    assert list((clean.parents[2] / "cache" / "houseway" / "kernels").rglob("*.nbi"))
    assert not list(site_of(clean).glob("houseway/**/*.nbi"))


def test_a_command_names_the_extra_it_needs(clean: Path) -> None:
    for arguments, extra in (
        (("serve", "--port", "0"), "serve"),
        (("report", "agp"), "serve"),
        (("account", "maria"), "serve"),
        (("odds", "casino-war", "--html", "-"), "plot"),
        (("odds", "casino-war", "--set", "decks=8", "--cluster", "tcp://127.0.0.1:1"), "cluster"),
    ):
        done = run(clean, *arguments)
        assert done.returncode == 2, (arguments, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert done.stderr.endswith(f"pip install 'houseway[{extra}]'\n")


def test_the_environments_are_an_entry_point(clean: Path) -> None:
    (metadata,) = site_of(clean).glob("houseway-*.dist-info")
    (point,) = Distribution.at(metadata).entry_points.select(group="gymnasium.envs")
    point.load()()
    assert "houseway/ultimate-texas-holdem-v0" in gymnasium.registry


def test_the_environments_name_the_extra_they_need(clean: Path) -> None:
    done = subprocess.run([str(clean), "-c", "import houseway.gym"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("this needs gymnasium, which is not installed: pip install 'houseway[gym]'\n")


def test_it_serves_with_its_extra(clean: Path) -> None:
    link(site_of(clean), needed([one for one in requirements(clean) if "serve" in one], "serve"))
    holder = held_port()
    address = f"http://127.0.0.1:{port_of(holder)}"
    home = clean.parents[2]
    command = [
        str(clean.parent / "houseway"),
        "serve",
        "--port",
        str(port_of(holder)),
        "--database",
        str(home / "f.db"),
    ]
    with holder, (home / "log").open("w") as log:
        environment = {**os.environ, "PYTHONPATH": "", "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
        server = subprocess.Popen(command, env=environment, cwd=home, stderr=log)
        try:
            for path, words in (("/api/games", b'"three-card-poker"'), ("/", b"Houseway")):
                assert words in fetch(address + path, server), (home / "log").read_text()
        finally:
            server.terminate()
            server.wait(20)


def fetch(address: str, server: subprocess.Popen[bytes]) -> bytes:
    """A page of the server, asked for until it has started."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return bytes(answer.read())
        except urllib.error.URLError:
            if server.poll() is not None:
                return b""
            time.sleep(0.1)
    return b""
