"""What a server process needs, loaded and compiled once, so that a killed server is back at once."""

import logging

from houseway.play.live import betting_spots, open_round
from houseway.play.roundfile import RoundFile, convert_round
from houseway.web.app import create_app
from houseway.web.settings import Settings

WAGERS: dict[str, dict[str, float]] = {
    "blackjack": {"blackjack": 10},
    "three-card-poker": {"ante": 10, "pair_plus": 5},
    "ultimate-texas-holdem": {"ante": 10, "blind": 10, "progressive": 1},
    "texas-holdem": {},
}


def _warm() -> None:
    for game, wagers in WAGERS.items():
        betting_spots(RoundFile(game))
        opening = {"game": game, "seats": [{"wagers": wagers}], "meters": {"progressive": 100}}
        live = open_round(convert_round(opening), 1)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        live.settle()


_warm()


def serve(url: str, port: int) -> None:
    """A server as `houseway serve` runs it."""
    import uvicorn

    logging.disable(logging.CRITICAL)
    app = create_app(Settings(url, requests_per_second=100_000))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="critical")
