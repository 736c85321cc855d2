"""Compiled kernels find a place of their own on any machine."""

import os
import tempfile
from pathlib import Path

import numba
import pytest

from houseway.hands import cache

NOWHERE = Path("/dev/null/houseway")  # below a file nothing can be made, whoever asks
NUMBA = "NUMBA_CACHE_DIR"


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installation on a machine where neither the code nor the home can be written to; numba keeps its settings."""
    monkeypatch.setenv(NUMBA, "")
    monkeypatch.setenv(cache.CHOSEN, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOWHERE))
    monkeypatch.setattr(cache, "_BESIDE", NOWHERE)
    monkeypatch.setattr(cache, "_CHECKOUT", False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def test_a_checkout_keeps_its_kernels_beside_the_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "_BESIDE", tmp_path / "__pycache__")
    monkeypatch.setattr(cache, "_CHECKOUT", True)
    cache.find_place()
    assert not os.environ[NUMBA]
    assert cache.first_use()
    (tmp_path / "__pycache__" / "kernel.nbi").touch()
    assert not cache.first_use()


def test_an_installation_uses_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.find_place()
    place = tmp_path / "houseway" / "kernels"
    assert os.environ[NUMBA] == str(place)
    assert cache.first_use()
    (place / "hands_0123").mkdir()
    (place / "hands_0123" / "kernel.nbi").touch()
    assert not cache.first_use()


def test_a_place_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "named"))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path / "named")
    os.environ[NUMBA] = ""
    monkeypatch.setenv(cache.CHOSEN, str(NOWHERE))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path / "home" / "houseway" / "kernels")


def test_a_place_named_to_numba_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NUMBA, str(tmp_path))
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "named"))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path)


def test_without_a_home_a_private_temporary_directory_is_used(tmp_path: Path) -> None:
    cache.find_place()
    place = Path(os.environ[NUMBA])
    assert str(place) == vars(numba.config)["CACHE_DIR"]  # loaded before, and told
    assert place.parent == tmp_path
    assert place.stat().st_mode & 0o777 == 0o700
    os.environ[NUMBA] = ""
    cache.find_place()
    assert os.environ[NUMBA] == str(place)


def test_a_directory_that_others_could_write_to_is_not_trusted(tmp_path: Path) -> None:
    laid = tmp_path / f"houseway-kernels-{os.getuid()}"
    laid.mkdir()
    laid.chmod(0o777)
    cache.find_place()
    assert os.environ[NUMBA] != str(laid)
    laid.rmdir()
    laid.symlink_to(tmp_path)
    os.environ[NUMBA] = ""
    cache.find_place()
    assert os.environ[NUMBA] != str(laid)
