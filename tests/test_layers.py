"""The layers of the design hold: no module imports from a layer below its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.families import FAMILIES

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = "houseway"
LAYERS = (
    *("cards", "hands", "rules", "rulebook", "play", "odds", "bulk", "families", "simulation", "cases", "coverage"),
    *("desk", "check", "certify", "settling_many", "audit", "library", "gym", "floor", "web", "commands", "cli"),
)
DOOR = "library"  # what the package root offers
FOLDERS = {family.folder for family in FAMILIES}
BY_FAMILY = ("play", "odds")
SHARED = tuple(f"{PACKAGE}.{part}" for part in ("play.core", "odds.suit_classes", "odds.simulate"))
MODULES = sorted((SOURCE / PACKAGE).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == PACKAGE and parts[1] in LAYERS else None


def depth(module: str) -> int:
    """The place of a module's layer; the package root is above them all, ``__main__`` with the cli."""
    if module == PACKAGE:
        return -1
    layer = "cli" if module == f"{PACKAGE}.__main__" else layer_of(module)
    assert layer is not None, f"{module} belongs to no layer"
    return LAYERS.index(layer)


def imported(tree: ast.Module, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module or member the tree imports, at the top or inside a function, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                parents = module.split(".")
                keep = len(parents) - level + is_package
                base = [*parents[:keep], *([source] if source else [])] if level else [source or ""]
                yield from ((node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(target)), *_],
            ):
                yield node.lineno, target


def violations(text: str, module: str, is_package: bool = False) -> list[str]:
    own = depth(module)
    found = []
    for line, target in imported(ast.parse(text), module, is_package):
        layer = layer_of(target)
        if module == PACKAGE and layer == DOOR:
            continue  # named for type checkers, and loaded when it is asked for
        if layer is not None and LAYERS.index(layer) > own:
            found.append(f"{module}:{line} imports {target}")
    return found


def family_of(module: str, layer: str) -> str | None:
    """The family that a module of a layer is about; the core and what serves several families have none."""
    parts = module.split(".")
    return parts[2] if parts[:2] == [PACKAGE, layer] and len(parts) > 2 and parts[2] in FOLDERS else None


def borrowed(text: str, module: str) -> list[str]:
    """Imports of a family from another one of its layer; what all families share is from all of them."""
    layer = module.split(".")[1]
    own, shared = family_of(module, layer), module.startswith(SHARED)
    return [
        f"{module}:{line} imports {target}"
        for line, target in imported(ast.parse(text), module, False)
        if (own or shared) and family_of(target, layer) not in (None, own)
    ]


def test_the_package_is_found() -> None:
    assert {f"{PACKAGE}.{layer}" for layer in LAYERS[:5]} <= {module_name(path) for path in MODULES}


def test_no_module_imports_a_layer_below_its_own() -> None:
    assert [
        fault
        for path in MODULES
        for fault in violations(path.read_text(encoding="utf-8"), module_name(path), path.name == "__init__.py")
    ] == []


@pytest.mark.parametrize("layer", BY_FAMILY)
def test_no_family_imports_another_one_of_its_layer(layer: str) -> None:
    modules = {module_name(path): path for path in MODULES if layer_of(module_name(path)) == layer}
    assert {family_of(module, layer) for module in modules} == {None, *FOLDERS}
    assert [fault for module, path in modules.items() for fault in borrowed(path.read_text("utf-8"), module)] == []


@pytest.mark.parametrize(
    ("module", "text", "faults"),
    [
        ("houseway.play.blackjack.offers", "from houseway.play.pots.fees import tariff_rule", 1),
        ("houseway.play.core.collection", "from houseway.play.pots import fees", 1),
        ("houseway.play.blackjack.offers", "from houseway.play.blackjack import plan", 0),
        ("houseway.play.blackjack.offers", "from houseway.play.core.collection import collected", 0),
        ("houseway.play.accounting", "from houseway.play.pots.fees import chosen", 0),
        ("houseway.odds.pots.beaten", "from houseway.odds.house_poker.batch import Ints", 1),
        ("houseway.odds.suit_classes.keyed", "from houseway.odds.house_poker.batch import Ints", 1),
        ("houseway.odds.pots.beaten", "from houseway.odds.matchings import matchings", 0),
        ("houseway.odds.together", "from houseway.odds.house_poker.batch import Batch", 0),
    ],
)
def test_an_import_from_another_family_is_detected(module: str, text: str, faults: int) -> None:
    assert len(borrowed(text, module)) == faults


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("houseway.cards.text", "import houseway.hands.poker"),
        ("houseway.cards.text", "from houseway.hands import poker"),
        ("houseway.hands.poker", "from houseway import rules"),
        ("houseway.rules.loader", "def load() -> None:\n    from houseway.play.round import Round"),
        ("houseway.rules.loader", "import importlib\nimportlib.import_module('houseway.play')"),
        ("houseway.play.round", "from ..cli import main"),
        ("houseway", "from houseway.cards import text"),
    ],
)
def test_an_import_from_a_layer_below_is_detected(module: str, text: str) -> None:
    assert len(violations(text, module)) == 1


def test_a_relative_import_in_a_package_is_resolved() -> None:
    assert violations("from ..play import round", "houseway.rules", is_package=True) == [
        "houseway.rules:1 imports houseway.play.round"
    ]


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("houseway.play.round", "from houseway.rules import errors\nimport houseway.cards.text"),
        ("houseway.hands.poker", "import numpy\nfrom houseway.hands import points"),
        ("houseway.cli", "from houseway import __version__\nfrom houseway.play import round"),
        ("houseway.__main__", "from houseway.cli import main"),
        ("houseway.rules.loader", "import rules\nfrom cli import main"),
    ],
)
def test_an_import_from_the_same_layer_or_above_is_allowed(module: str, text: str) -> None:
    assert violations(text, module) == []


def test_a_module_outside_every_layer_is_refused() -> None:
    with pytest.raises(AssertionError, match="belongs to no layer"):
        violations("", "houseway.util")
