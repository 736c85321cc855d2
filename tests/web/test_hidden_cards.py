"""What leaves the server before a round is over: raw texts of the socket and of answers, in every family of games."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.games import by_day
from tests.web.conftest import Client, bet

from houseway.families import betting_spots
from houseway.floor.replay import acts_of, play_through
from houseway.floor.schema import rounds
from houseway.floor.shoes import seed_for
from houseway.play.bets import choose_wagers
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile

Make = Callable[[], TestClient]

# For each game how many cards of the dealer, and of another seat, the rules show before the end; None: all of them.
SHOWN: dict[str, tuple[int | None, int | None]] = {
    "three-card-poker": (0, 0),
    "ultimate-texas-holdem": (0, 0),
    "caribbean-stud": (1, 0),
    "let-it-ride": (0, 0),
    "mississippi-stud": (0, 0),
    "high-card-flush": (0, 0),
    "crazy-4-poker": (0, 0),
    "texas-holdem-bonus-poker": (0, 0),
    "blackjack": (1, None),
    "blackjack-switch": (1, None),
    "pai-gow-poker": (0, 0),
    "ca-fortune-pai-gow-poker": (0, 0),
    "pai-gow-tiles": (0, 0),
    "texas-holdem": (0, 0),
    "omaha-holdem": (0, 0),
    "crazy-pineapple-holdem": (0, 0),
    "five-card-draw": (0, 0),
    "five-card-stud": (0, 4),
    "seven-card-stud": (0, 4),
}
# One of each way to lie face down; the others at night.
BY_DAY = (
    *("three-card-poker", "caribbean-stud", "mississippi-stud", "blackjack", "pai-gow-poker", "pai-gow-tiles"),
    *("texas-holdem", "five-card-draw", "seven-card-stud"),
)
AT_ONCE = ("baccarat", "keno", "big-six-wheel", "casino-war")  # nothing lies face down in them


class Table:
    """A table with two players and somebody who looks on, each with a socket, and every text they are sent."""

    def __init__(self, people: list[TestClient], game: str, stack: ExitStack) -> None:
        self.people, self.game = people, game
        self.store = people[0].app.state.floor.store  # type: ignore[attr-defined]
        self.id = int(people[0].post("/api/tables", json={"game": game}).json()["id"])
        self.path = f"/api/tables/{self.id}"
        for seat in (0, 1):
            people[seat].post("/api/purse")
            people[seat].post(f"{self.path}/sit", json={"seat": seat, "buy_in": 3000})
        self.sockets = [stack.enter_context(one.websocket_connect(f"{self.path}/live")) for one in people]
        self.texts: list[list[str]] = [[] for _ in people]

    def row(self) -> Any:
        query = select(rounds).where(rounds.c.table_id == self.id).order_by(rounds.c.id.desc())
        return self.store.read(lambda db: db.execute(query).first())

    def live(self) -> LiveRound:
        row = self.row()
        acts = self.store.read(lambda db: acts_of(db, row.id))
        return play_through(row.opening["game"], row.opening, self.seed(), acts)

    def seed(self) -> int:
        row = self.row()
        return int(self.store.read(lambda db: seed_for(db, self.id, row.shuffle)))

    def secret(self) -> str:
        return str(self.store.keys.ring.secret(self.row().shuffle))

    def ask(self, person: int, what: str, **body: Any) -> None:
        if what == "bets":
            answer = bet(self.people[person], self.path, **body)
        else:
            answer = self.people[person].post(f"{self.path}/{what}", json=body)
        assert answer.status_code == 200, answer.text
        self.texts[person].append(answer.text)
        self.look(answer.json()["version"])

    def look(self, version: int) -> None:
        """Every socket brings the table as it is now."""
        for person, socket in enumerate(self.sockets):
            while True:
                text = socket.receive_text()
                self.texts[person].append(text)
                if json.loads(text)["version"] >= version:
                    break
            self.texts[person].append(self.people[person].get(self.path).text)

    def deal(self, rng: Random) -> None:
        spots = betting_spots(RoundFile(self.game))
        for seat in (0, 1):
            self.ask(seat, "bets", seat=seat, wagers=choose_wagers(spots))
        assert all(self.secret() not in text for texts in self.texts for text in texts)
        self.ask(rng.randrange(2), "deal")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Client]]:
    from houseway.floor.store import default_url
    from houseway.web.app import create_app
    from houseway.web.settings import Settings

    url = default_url(tmp_path_factory.mktemp("hidden") / "floor.db")
    with Client(create_app(Settings(url, hosts=("testserver",), requests_per_second=1e9))) as first:
        made = [first]
        for _ in range(2):
            other = Client(first.app)
            other.portal = first.portal
            made.append(other)
        for one in made:
            one.headers["X-CSRF-Token"] = one.get("/api/session").json()["csrf"]
        yield made


def cards_in(text: str) -> Counter[str]:
    """Every card or tile that a text names in the piles, the events and anywhere else."""
    found: Counter[str] = Counter()

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.update(value.replace(",", " ").split())
        elif isinstance(value, list):
            for one in value:
                walk(one)
        elif isinstance(value, dict):
            assert not (value.get("hidden") and value.get("stands")), "what a hidden wild card stands for"
            for name, one in value.items():
                if name not in ("parts", "stands"):  # the cards told again as high and low; what one's joker stands for
                    walk(one)

    hand = dict(json.loads(text)["round"] or {})
    hand.pop("legal", None)  # words of examples, checked by themselves
    hand["events"] = [one for one in hand.get("events", []) if one["kind"] != "button"]  # cards drawn for the button
    walk(hand)
    return found


def seen(wanted: list[str], text: str, own: list[str]) -> int:
    """How many of these cards the text names beside the viewer's own, which may be twins of them (tiles, shoes)."""
    return sum((Counter(wanted) & (cards_in(text) - Counter(own))).values())


def hands_of(live: LiveRound, owner: int | None) -> list[str]:
    """The cards of a seat, or of the dealer, as the round itself knows them."""
    file = live.round_file()
    if owner is None:
        return [str(card) for card in file.get("dealer", [])]
    seat = file["seats"][owner]
    return [card for hand in seat.get("hands") or [seat.get("cards", [])] for card in hand]


@pytest.mark.parametrize("game", by_day(SHOWN, BY_DAY))
def test_cards_that_lie_face_down_do_not_leave_the_server(people: list[TestClient], game: str) -> None:
    """Each text sent while the round is open names no card of others beyond those the rules show."""
    rng = Random(game)
    dealers, others = SHOWN[game]
    looked = 0
    with ExitStack() as stack:
        table = Table(people, game, stack)
        for _ in range(2):
            table.deal(rng)
            while table.row().status == "playing":
                live = table.live()
                seat = table.row().places[live.turn]
                hidden = {owner: hands_of(live, owner) for owner in (None, 0, 1)}
                opened = [] if getattr(live, "setting", True) else hidden[None]  # after all tiles are set
                for viewer, texts in enumerate(table.texts):
                    for owner, most in ((None, dealers), (0, others), (1, others)):
                        if owner == viewer or most is None or not hidden[owner] or (owner is None and opened):
                            continue
                        own = (hidden[0] + hidden[1] if others is None else hidden.get(viewer, [])) + opened
                        named = max(seen(hidden[owner], text, own) for text in texts[-2:])
                        assert named <= most, (game, viewer, owner)
                        looked += 1
                    assert all(table.secret() not in text for text in texts)
                for path in (f"/api/rounds/{table.row().id}", f"/api/rounds/{table.row().id}/file"):
                    assert all(one.get(path).status_code == 422 for one in people)
                other = people[1 - seat].get(f"{table.path}/hint", params={"seat": seat})
                assert other.status_code in (403, 422)
                for texts in table.texts:
                    texts.clear()
                action = live.suggest(live.turn, rng)
                table.ask(seat, "act", seat=seat, action=action, after=table.row().seq)
            for texts in table.texts:
                texts.clear()
    assert looked


@pytest.mark.parametrize("game", AT_ONCE)
def test_what_is_decided_at_once_is_not_known_before(people: list[TestClient], game: str) -> None:
    """Before the deal the texts show no pile, no outcome and no secret, only the hash."""
    with ExitStack() as stack:
        table = Table(people, game, stack)
        spots = betting_spots(RoundFile(game))
        more = {"ticket": {"spots": [1, 2, 3]}} if game == "keno" else {}
        for seat in (0, 1):
            table.ask(seat, "bets", seat=seat, wagers=choose_wagers(spots), **more)
        secret = table.secret()
        for texts in table.texts:
            for text in texts:
                hand = json.loads(text)["round"]
                assert secret not in text
                if hand is not None:
                    assert (hand["piles"], hand["settlement"], hand["secret"]) == ([], None, None)
                    assert hand["commitment"] == table.row().commitment
