"""Where compiled kernels are kept: where HOUSEWAY_CACHE_DIR says, else in the user's cache, else in a temporary folder.

A kernel is known by what it was compiled from (`hands/kernels_by_content.py`), so checkouts can share a place.
"""

import os
import sys
import tempfile
from pathlib import Path

CHOSEN = "HOUSEWAY_CACHE_DIR"
_NUMBA = "NUMBA_CACHE_DIR"
_LOCATORS = "NUMBA_CACHE_LOCATOR_CLASSES"
_OURS = "houseway.hands.kernels_by_content.ByContent"
_NUMBAS = "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator,ZipCacheLocator"
_OWN = Path(__file__).parent


def _writable(path: Path) -> bool:
    """Whether a file can be made there, tried as numba tries it: permissions alone do not tell."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


def _of_user() -> Path:
    """The place the system has for what can be made again."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "houseway" / "Cache"
    if sys.platform == "darwin":
        return Path(home) / "Library" / "Caches" / "houseway"
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")) / "houseway"


def _temporary() -> Path:
    """A directory that nobody else can put kernels into; a new one if the usual name is not ours."""
    if os.name != "posix":
        return Path(tempfile.mkdtemp(prefix="houseway-kernels-"))
    path = Path(tempfile.gettempdir()) / f"houseway-kernels-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    ours = path.is_dir() and not path.is_symlink() and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return path if ours else Path(tempfile.mkdtemp(prefix="houseway-kernels-"))


def find_place() -> None:
    """Tell numba where to keep kernels, unless its own variable does; a place that cannot be written is passed by."""
    os.environ[_LOCATORS] = f"{_OURS},{_NUMBAS}"
    if not os.environ.get(_NUMBA):
        named = os.environ.get(CHOSEN)
        places = [*([Path(named)] if named else []), _of_user() / "kernels"]
        os.environ[_NUMBA] = str(next((place for place in places if _writable(place)), None) or _temporary())
    if "numba" in sys.modules:  # it has read its settings already
        sys.modules["numba"].config.CACHE_DIR = os.environ[_NUMBA]
        sys.modules["numba"].config.CACHE_LOCATOR_CLASSES = os.environ[_LOCATORS]


def first_use() -> bool:
    """Whether no kernel that ranks hands has been compiled on this machine yet."""
    return not any(Path(os.environ[_NUMBA]).glob(f"{_OWN.name}/*.nbi"))
