"""Where compiled kernels are kept: beside the code, else in the user's cache, else among temporary files."""

import os
import sys
import tempfile
from pathlib import Path

_CHOSEN = "NUMBA_CACHE_DIR"
_OWN = Path(__file__).parent
_BESIDE = _OWN / "__pycache__"


def _writable(path: Path) -> bool:
    """Whether a file can be made there, tried as numba tries it: permissions alone do not tell."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


def _of_user() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "numba"


def _temporary() -> Path:
    """A directory that nobody else can put kernels into; a new one if the usual name is not ours."""
    path = Path(tempfile.gettempdir()) / f"houseway-kernels-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    ours = path.is_dir() and not path.is_symlink() and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return path if ours else Path(tempfile.mkdtemp(prefix="houseway-kernels-"))


def find_place() -> None:
    """Name a place for compiled kernels where numba would find none and refuse to work."""
    if os.name != "posix" or os.environ.get(_CHOSEN) or _writable(_BESIDE) or _writable(_of_user()):
        return
    os.environ[_CHOSEN] = str(_temporary())
    if "numba" in sys.modules:  # it has read its settings already
        sys.modules["numba"].config.CACHE_DIR = os.environ[_CHOSEN]


def first_use() -> bool:
    """Whether no kernel that ranks hands has been compiled for this code yet."""
    chosen = os.environ.get(_CHOSEN)
    if not chosen and _writable(_BESIDE):
        return not any(_BESIDE.glob("*.nbi"))
    return not any(Path(chosen or _of_user()).glob(f"{_OWN.name}_*/*.nbi"))
