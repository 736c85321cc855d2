"""The pages of the documentation are true: examples run, links lead somewhere, what is written is current."""

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts import commands
from tests.cli.command import houseway

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RUN = sorted([*(DOCS / "tutorials").glob("*.md"), *(DOCS / "how-to").glob("*.md")])
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(#[^)\s]+)?\)")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Kind, file name and text of every fenced block."""
    for found in FENCE.finditer(page.read_text(encoding="utf-8")):
        yield found[1], found[2] or "", found[3]


def console(text: str) -> Iterator[tuple[list[str], str]]:
    """The commands of a block, each with what stands below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "houseway", command
        yield words[1:], output


def run_python(text: str, page: Path, names: dict[str, object]) -> int:
    """Run a block of prompts and answers; how many prompts."""
    test = doctest.DocTestParser().get_doctest(text, names, page.stem, str(page), 0)
    test.globs = names
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    assert runner.run(test, out=said.append, clear_globs=False).failed == 0, "".join(said)
    return len(test.examples)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.stem)
def test_the_examples_of_a_page_say_what_they_print(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    same = doctest.OutputChecker().check_output
    names: dict[str, object] = {}
    tried = 0
    for kind, title, text in blocks(page):
        if title:
            (tmp_path / title).write_text(text, encoding="utf-8")
        elif kind == "console":
            for arguments, wanted in console(text):
                answer = houseway(*arguments)
                got = answer.out + answer.err
                assert same(wanted, got, OPTIONS), f"houseway {' '.join(arguments)} printed\n{got}"
                tried += 1
        elif kind == "pycon":
            tried += run_python(text, page, names)
    assert tried or page.stem in {"postgresql", "check-a-shuffle", "http"}  # they need a server
    shown = "".join(text for _, _, text in blocks(page))
    assert [title for _, title, _ in blocks(page) if title and title not in shown] == [], (
        "a file that nothing is done with"
    )


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the site makes them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", head.lower()) for head in heads]
    return {re.sub(r"[\s-]+", "-", head).strip("-") for head in plain}


def test_every_link_leads_somewhere() -> None:
    dead = []
    for page in [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        for target, anchor in LINK.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)):
            aim = (page.parent / target) if target else page
            if not aim.exists() or (anchor and aim.suffix == ".md" and anchor[1:] not in anchors(aim)):
                dead.append(f"{page.relative_to(ROOT)}: {target}{anchor}")
    assert dead == []


def test_the_page_of_commands_is_in_step() -> None:
    assert commands.TARGET.read_text(encoding="utf-8") == commands.document(), "run make commands"


def test_the_readme_names_every_command_and_its_json() -> None:
    """Commands that answer have --json; those that write JSON anyhow, play or serve have none."""
    page = commands.document()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, text in re.findall(r"^## houseway (\S+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        assert f"| `houseway {name}" in readme or f", `{name}`" in readme, name
        assert ("`--json`" in text) != (name in {"play", "schema", "serve", "phh", "account", "backup", "restore"}), (
            name
        )


def test_the_readme_and_the_page_of_the_library_say_what_python_prints() -> None:
    for page in (ROOT / "README.md", DOCS / "library.md"):
        names: dict[str, object] = {}
        assert sum(run_python(text, page, names) for kind, _, text in blocks(page) if kind == "pycon") > 5, page


def test_the_readme_settles_and_prices_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its round is settled as printed, and its side bet is one that a house could offer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    fenced = dict(re.findall(r"^```(json|toml|pycon|)\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL))
    (tmp_path / "round.json").write_text(fenced["json"], encoding="utf-8")
    settled = houseway("settle", "round.json").out
    assert settled[settled.index("┏") :].split() == fenced[""].split()
    (tmp_path / "lucky-three.toml").write_text(fenced["toml"], encoding="utf-8")
    price = json.loads(houseway("odds", "lucky-three.toml", "--json").out)["side_bets"]["lucky_queens"]
    assert 0.03 < price["house_edge"] < 0.08
    assert f"costs {price['house_edge']:.1%}" in readme
    assert 9.5 < 1 / price["hit_frequency"] < 10.5
