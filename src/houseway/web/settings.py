"""How a server runs."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec

from houseway.floor.control import ALONE
from houseway.floor.logins import IDLE_MS
from houseway.web.entry import Entry

SHARED = "HOUSEWAY_SETTINGS"  # where worker processes find the settings
AREAS = ("games", "odds", "tables", "rounds", "rulings")  # what a visitor without a session may be shown
LOCAL = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of `houseway serve`."""

    database: str
    accounts: bool = False
    hosts: tuple[str, ...] = LOCAL  # names under which the server may be called; empty: any
    key_file: Path | None = None  # the house's key; next to an embedded database if not named
    game_files: tuple[str, ...] = ()  # games of one's own that the catalogue lists
    text: Path | None = None  # a folder with the documents, whose words are shown with citations
    body_limit: int = 1_000_000  # bytes
    requests_per_second: float = 200.0  # for each session
    alone: int = ALONE  # cents of coupons, fees, awards and voids above which a second person is asked
    idle: int = IDLE_MS  # milliseconds after which an unused session of an account ends
    public: tuple[str, ...] | None = None  # areas open to everybody; none stated: see `opened`
    entry: Entry | None = None  # the key without which nobody is a guest; none: whoever reaches the server is one

    @property
    def opened(self) -> tuple[str, ...]:
        """The areas that a visitor without a session sees: all where everybody is a guest, otherwise the rulebook."""
        if self.public is not None:
            return self.public
        return AREAS if not self.accounts and self.entry is None else ("games", "odds")


_PATHS = ("key_file", "text")


def to_text(settings: Settings) -> str:
    """The settings for another process; a key that is good once cannot be shared."""
    given = {field.name: getattr(settings, field.name) for field in fields(settings) if field.name != "entry"}
    return msgspec.json.encode({**given, **{name: str(given[name] or "") for name in _PATHS}}).decode()


def from_text(text: str) -> Settings:
    """The settings that another process wrote."""
    given = msgspec.json.decode(text, type=dict[str, Any])
    made: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Settings(**{**made, **{name: Path(given[name]) if given[name] else None for name in _PATHS}})
