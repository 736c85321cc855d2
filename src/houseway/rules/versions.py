"""Games that change while a program runs: files of one's own, read anew when edited, and texts that a server keeps.

What is worked out from a game is kept by its version (`by_game`), so that an edit shows at once everywhere. An edit
that is not a game any more leaves the last good version in force; `fault_of` tells what is wrong with it.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from houseway.rules.errors import RuleError

Content = TypeVar("Content")
Made = TypeVar("Made")
Rest = ParamSpec("Rest")
Stamp = tuple[tuple[int, int, int] | None, ...]

_MOST_FILES = 1000  # watched at a time; the first is forgotten then
_kept_texts: dict[str, tuple[str, str]] = {}  # id -> hash and text of a game that is not a file of this machine


def is_path(game: str) -> bool:
    return game.endswith(".toml")


def keep_text(game: str, text: str) -> None:
    """Let an id that the rulebook does not have mean this text from now on."""
    _kept_texts[game] = sha256(text.encode()).hexdigest(), text


def forget_text(game: str) -> None:
    _kept_texts.pop(game, None)


def kept_hash(game: str) -> str:
    """The hash of the text that an id means here; empty if none is kept."""
    return _kept_texts.get(game, ("", ""))[0]


def kept_text(game: str) -> str | None:
    """The text that an id means here."""
    found = _kept_texts.get(game)
    return None if found is None else found[1]


def _stamp(paths: Iterable[Path]) -> Stamp:
    def one(path: Path) -> tuple[int, int, int] | None:
        try:
            found = os.stat(path)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    return tuple(one(path) for path in paths)


@dataclass(frozen=True, slots=True)
class _Version(Generic[Content]):
    """A file as it was last accepted, and what is wrong with it since."""

    number: int
    content: Content
    parts: tuple[Path, ...]  # the file and those that it is made of
    stamp: Stamp  # of the parts when they were last looked at
    fault: RuleError | None = None


@dataclass
class Files(Generic[Content]):
    """The files that were read, each by its path.

    `read` gives the content of a file and the paths of all that it is made of; `judge` refuses content that is no game.
    """

    read: Callable[[Path], tuple[Content, tuple[Path, ...]]]
    judge: Callable[[Content], None]
    _versions: dict[str, _Version[Content]] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _numbers: int = 0

    def _now(self, game: str) -> _Version[Content]:
        known = self._versions.get(game)
        if known is not None and _stamp(known.parts) == known.stamp:
            return known
        with self._lock:
            known = self._versions.get(game)
            if known is None or _stamp(known.parts) != known.stamp:
                known = self._renew(game, known)
                self._versions[game] = known
                if len(self._versions) > _MOST_FILES:
                    del self._versions[next(iter(self._versions))]
            return known

    def _renew(self, game: str, before: _Version[Content] | None) -> _Version[Content]:
        """The version of a file that is new or was changed."""
        seen = _stamp(before.parts) if before is not None else ()
        try:
            content, parts = self.read(Path(game))
            stamp = _stamp(parts)
            if before is not None and self._is_good(before.content):
                self.judge(content)
        except RuleError as error:
            if before is None or not self._is_good(before.content):
                raise
            return replace(before, stamp=seen, fault=error)
        self._numbers += 1
        return _Version(self._numbers, content, parts, stamp)

    def _is_good(self, content: Content) -> bool:
        try:
            self.judge(content)
        except RuleError:
            return False
        return True

    def content(self, game: str) -> Content:
        """The file as it is now, or as it last was a game."""
        return self._now(game).content

    def number(self, game: str) -> int:
        """The version of a file: another one after every change that was accepted; 0 for a file that cannot be read."""
        try:
            return self._now(game).number
        except RuleError:
            return 0

    def fault(self, game: str) -> RuleError | None:
        """What is wrong with the file as it is, where an older version is in force."""
        return self._now(game).fault


class ByGame(Generic[Made]):
    """A function of a game whose results are kept by the game's version."""

    def __init__(self, made: Callable[..., Made], maxsize: int, version: Callable[[str], int | str]) -> None:
        self._version = version
        wraps(made)(self)

        @lru_cache(maxsize=maxsize)
        def kept(version: int | str, game: str, *rest: Any) -> Made:
            del version
            return made(game, *rest)

        self._kept = kept
        self.cache_clear, self.cache_parameters = kept.cache_clear, kept.cache_parameters

    def __call__(self, game: str, *rest: Any) -> Made:
        return self._kept(self._version(game), game, *rest)


def kept_by(
    version: Callable[[str], int | str], maxsize: int
) -> Callable[[Callable[Concatenate[str, Rest], Made]], ByGame[Made]]:
    """Keep the results of a function whose first argument is a game, by the game's version."""
    return lambda made: ByGame(made, maxsize, version)
