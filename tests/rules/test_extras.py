"""A package that an extra brings is found by that extra's name when it is missing."""

import re
import tomllib
from pathlib import Path

from houseway.rules.extras import missing

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IMPORTED_AS = {"argon2-cffi": "argon2"}
BROUGHT_ANYHOW = {"markdown-it-py"}  # rich depends on it


def test_every_package_of_an_extra_names_it() -> None:
    for extra, requirements in PROJECT["optional-dependencies"].items():
        for requirement in requirements if extra not in ("all", "docs", "dev") else ():
            name = re.match(r"[\w-]+", requirement)[0]  # type: ignore[index]
            if name not in BROUGHT_ANYHOW | {PROJECT["name"]}:
                said = missing(f"{IMPORTED_AS.get(name, name).replace('-', '_')}.part")
                assert said is not None, name
                assert said.endswith(f"pip install 'houseway[{extra}]'")


def test_a_package_of_no_extra_is_a_fault() -> None:
    assert missing("numpy.core") is None
    assert missing(None) is None
