"""Compiled kernels find a place of their own on any machine."""

import os
import tempfile
from pathlib import Path

import numba
import pytest

from houseway.hands import cache

NOWHERE = Path("/dev/null/houseway")  # below a file nothing can be made, whoever asks
CHOSEN = "NUMBA_CACHE_DIR"


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the code nor the home can be written to, and numba keeps its settings."""
    monkeypatch.setenv(CHOSEN, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOWHERE))
    monkeypatch.setattr(cache, "_BESIDE", NOWHERE)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def test_kernels_stay_beside_the_code_where_they_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "_BESIDE", tmp_path / "__pycache__")
    cache.find_place()
    assert not os.environ[CHOSEN]


def test_a_read_only_installation_uses_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.find_place()
    assert not os.environ[CHOSEN]
    assert cache.first_use()
    (tmp_path / "numba" / "hands_0123").mkdir()
    (tmp_path / "numba" / "hands_0123" / "kernel.nbi").touch()
    assert not cache.first_use()


def test_without_a_home_a_private_temporary_directory_is_used(tmp_path: Path) -> None:
    cache.find_place()
    place = Path(os.environ[CHOSEN])
    assert str(place) == vars(numba.config)["CACHE_DIR"]  # loaded before, and told
    assert place.parent == tmp_path
    assert place.stat().st_mode & 0o777 == 0o700
    os.environ[CHOSEN] = ""
    cache.find_place()
    assert os.environ[CHOSEN] == str(place)


def test_a_directory_that_others_could_write_to_is_not_trusted(tmp_path: Path) -> None:
    laid = tmp_path / f"houseway-kernels-{os.getuid()}"
    laid.mkdir()
    laid.chmod(0o777)
    cache.find_place()
    assert os.environ[CHOSEN] != str(laid)
    laid.rmdir()
    laid.symlink_to(tmp_path)
    os.environ[CHOSEN] = ""
    cache.find_place()
    assert os.environ[CHOSEN] != str(laid)
