"""Player-banked poker as arrays: every round as the table itself plays and settles it, reproducible, in the open."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.games import pot_games

from houseway.hands.ranking import RANKINGS, rank_one
from houseway.odds.pots.decisions import make_policy
from houseway.odds.pots.simulate import PotsEngine, engine
from houseway.odds.pots.table import Place
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import HITS, NET, SQUARE
from houseway.play.core.settlement import Settlement
from houseway.play.pots.bots import plain_act
from houseway.play.pots.dealing import Recorded
from houseway.play.pots.engine import Hand, start
from houseway.play.pots.ranks import opens, values
from houseway.play.pots.round import finish
from houseway.play.pots.state import Act
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value
from houseway.simulation import Run, engine_of, simulate
from houseway.simulation import _engine as engines

POTS = pot_games()
RAKED = {"rake_percent": 10, "rake_cap": 4, "jackpot_rake": 1}
CHOICES: dict[str, list[dict[str, Any]]] = {
    "texas-holdem": [{"variant": "high-low", "low_qualifier": "8-or-better", **RAKED}, {"joker": "bug"}],
    "omaha-holdem": [{"variant": "high-low", "low_qualifier": "8-or-better", "odd_chips": "one each"}],
    "five-card-draw": [{"variant": "low"}, {"variant": "high-low", "high_qualifier": "jacks-or-better", **RAKED}],
    "seven-card-stud": [{"variant": "low"}, {"variant": "high-low", "low_qualifier": "8-or-better"}],
    "pineapple-holdem": [{"variant": "high-low", "bet_or_fold": True}],
    "five-card-stud": [{"bet_or_fold": True, "structure": "limit"}, {"high_qualifier": "pair"}],
    "holdem-eighty-eight": [{"final_wager": "fixed 5", "rake_percent": 5}],
    "home-run-holdem": [{"variation": "blind"}],
    "trips-poker": [{"high_hand_share": 0.25, **RAKED}],
    "ca-omaha-high-low-split": [{}],
}
TABLES = [(game, house) for game in POTS for house in [{}, *CHOICES.get(game, [])]]


def _source(now: PotsEngine, dealt: Any, row: int) -> Recorded:
    """The row's cards as a record has them: what each seat was dealt, then what it drew."""
    own, played = dealt
    piles = []
    for first, last in zip(own[row].tolist(), played.own[row].tolist(), strict=True):
        drawn = [card for card in last if card not in first] if _draws(now) else []
        piles.append((*first, *drawn))
    boards = tuple(map(tuple, played.boards[row].tolist()))
    deals_board = any(street.deal.board for street in now.place.spec.streets)
    return Recorded(tuple(piles), boards, shared=not deals_board and bool(boards[0]))


def _draws(now: PotsEngine) -> bool:
    return any(street.discard and street.discard.replaced for street in now.place.spec.streets)


def _act(state: Hand, seat: int, wish: str) -> Act:
    if state.phase == "discard":
        return plain_act(state, seat)
    legal = {one.verb: one for one in reversed(state.moves(seat))}
    order = ["bring-in", "check", *(["fold"] if wish == "fold" else []), "call", "bet", "fold"]
    if wish == "bet":
        order.insert(1, "bet")
    verb = next(verb for verb in order if verb in legal)
    return Act(verb, legal[verb].least)


def _live(
    now: PotsEngine,
    source: Recorded,
    left: dict[str, Any],
    rules: dict[str, list[dict[str, Any]]],
    extra: dict[str, Any] | None = None,
) -> tuple[Hand, Settlement]:
    """A round through the table, one action after the other."""
    place = now.place
    stakes = msgspec.structs.replace(place.table.stakes, carried=round(left.get("pot", 0) * 100))
    table = type(place.table)(place.table.rules, stakes, place.table.stacks, place.table.button)
    state = start(table, source)
    openers = bool(place.spec.betting.openers)
    while not state.over:
        seat = state.turn
        wish = "stay"
        if state.phase == "bet":
            if openers and not stakes.blinds and state.street == 0 and opens(state, seat):
                wish = "bet"
            wish = _wish(state, seat, rules.get(place.spec.streets[state.street].name, []), wish)
        state = state.after(seat, _act(state, seat, wish))
    file = msgspec.structs.replace(place.opening, state=left, extra=extra or {})
    return state, finish(file, place.seats, state, None)


def _wish(state: Hand, seat: int, rules: list[dict[str, Any]], otherwise: str) -> str:
    hand = state.table.rules.spec.hands["high"]
    for rule in rules:
        if rule.get("seats") and seat + 1 not in rule["seats"]:
            continue
        if not rule.get("having"):
            return str(rule["do"])
        few = {2: "two_card", 3: "three_card"}.get(len(state.hole[seat] + state.boards[0]))
        if few is None:
            value, ranking = values(state, [seat], hand, state.boards[0])[seat], RANKINGS[hand.ranking]
        else:
            value, ranking = rank_one(RANKINGS[few], state.hole[seat]), RANKINGS[few]
        if value >= least_value(rule["having"], ranking):
            return str(rule["do"])
    return otherwise


def _compare(setup: Setup, rounds: int, rules: dict[str, list[dict[str, Any]]] | None = None, block: int = 0) -> None:
    now = engine(setup)
    played = now.rounds(block, rounds)
    met, _ = now.meet(played)
    own = now.dealt(block, rounds)[0].own
    left: dict[str, Any] = {}
    for row in range(rounds):
        state, live = _live(now, _source(now, (own, played), row), left, rules or {})
        kind = met.kinds[met.index[row]]
        nets = tuple(next(line.net for line in lines if line.wager == "pot") for lines in live.seats)
        assert kind.net == nets, (setup.game, row)
        assert kind.staked == tuple(put - kind_back(live, seat) for seat, put in enumerate(state.paid))
        assert kind.rake == live.rake
        assert kind.jackpot_rake == live.jackpot_rake
        assert kind.carried == round(live.state.get("pot", 0) * 100)
        for seat in range(len(nets)) if sum(state.live) > 1 and not state.ending else ():
            assert not state.live[seat] or state.hole[seat] == tuple(played.own[row, seat].tolist())
        left = {"pot": kind.carried / 100} if kind.carried else {}


def kind_back(live: Settlement, seat: int) -> int:
    back = live.returned
    return back.amount if back is not None and back.seat == seat else 0


@pytest.mark.parametrize(("game", "house"), TABLES, ids=lambda value: str(value))
def test_arrays_pay_what_the_table_pays(game: str, house: dict[str, Any]) -> None:
    for seats in (2, 5):
        _compare(Setup(game, house, seats=seats, seed=seats), 40)


OUT_OF_CARDS = [
    ("seven-card-stud", 7, {}), ("seven-card-stud", 8, {"variant": "high-low"}), ("ca-seven-card-stud", 7, {}),
    ("five-card-draw", 8, {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "house"), OUT_OF_CARDS)
def test_a_deck_that_runs_out_is_dealt_as_at_the_table(game: str, seats: int, house: dict[str, Any]) -> None:
    _compare(Setup(game, house, seats=seats, seed=seats), 60)


LOOSE = [{"do": "bet", "having": "two_pair"}, {"do": "stay", "having": "pair 6"}, {"do": "fold"}]
TIGHT_SEAT = [{"do": "fold", "seats": [2]}, {"do": "bet", "having": "pair", "seats": [1, 3]}]
PREFLOP = [{"do": "bet", "having": "pair T"}, {"do": "stay", "having": "high Q"}, {"do": "fold"}]
PLAYED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("texas-holdem", {"structure": "limit", **RAKED}, {"preflop": PREFLOP, "flop": LOOSE, "river": TIGHT_SEAT}),
    ("texas-holdem", {"bet_or_fold": True}, {"preflop": PREFLOP, "turn": LOOSE}),
    ("seven-card-stud", {"structure": "limit"}, {"third": PREFLOP, "fifth": LOOSE, "seventh": TIGHT_SEAT}),
    ("seven-card-stud", {"variant": "low"}, {"third": [{"do": "fold", "hand": "high", "having": "pair"}]}),
    ("crazy-pineapple-holdem", {}, {"flop": LOOSE, "turn": TIGHT_SEAT}),
    ("five-card-draw", {}, {"deal": [{"do": "fold", "having": "three_of_a_kind"}], "draw": LOOSE}),
    ("trips-poker", {}, {"third": [{"do": "fold", "seats": [1]}], "fourth": [{"do": "fold", "seats": [3]}]}),
    ("trips-poker", {}, {"third": [{"do": "fold"}]}),
    ("ca-seven-card-stud", {}, {"third": PREFLOP, "sixth": LOOSE}),
]


@pytest.mark.parametrize(("game", "house", "rules"), PLAYED)
def test_a_strategy_plays_as_at_the_table(game: str, house: dict[str, Any], rules: dict[str, Any]) -> None:
    text = msgspec.json.encode(rules).decode()
    _compare(Setup(game, house, seats=4, seed=3, strategy=text), 150, rules)


@pytest.mark.parametrize("check", [True, False])
def test_a_pot_that_nobody_opens_is_played_for_in_the_next_hand(check: bool) -> None:
    house = {"openers": "jacks", "bet_or_fold": not check, **RAKED}
    setup = Setup("five-card-draw", house, seats=3, seed=4, stakes={"ante": 2})
    _compare(setup, 200)
    assert simulate(setup, Run(2000, 1)).counts["carried over"].rounds > 0.2


def _lines(live: Settlement, wager: str) -> list[int]:
    """What every seat has of a wager beside the pot, the pool and its division among it."""
    names = {wager, "pool"}
    return [sum(line.net for line in own if line.wager in names) for own in live.seats]


def test_the_pool_goes_on_from_hand_to_hand_as_at_the_table() -> None:
    """CO 30-1099.20(9)-(12); the first table closes after a block."""
    rounds, seats = 400, 3
    now = engine(Setup("home-run-holdem", seats=seats, seed=6))
    played = now.rounds(0, rounds)
    own = now.dealt(0, rounds)[0].own
    left: dict[str, Any] = {}
    total = np.zeros(4)
    stake = now.place.opening.seats[0].wagers["strike_out"] * 100
    for row in range(rounds):
        extra = {"event": "close_table"} if row == rounds - 1 else {}
        _, live = _live(now, _source(now, (own, played), row), left, {}, extra)
        left = dict(live.state)
        nets = np.array(_lines(live, "strike_out")) / stake
        total += (seats, nets.sum(), (nets**2).sum(), (nets > 0).sum())
    assert left["pool"] == 0
    made = now.play(0, rounds)[1 + now.info.wagers.index("strike_out")]
    assert made[[0, NET, SQUARE, HITS]] == pytest.approx(total / seats)
    assert made[NET] == pytest.approx(0)


def test_wagers_beside_the_pot_are_paid_as_at_the_table() -> None:
    """CO 30-1099.28; a jackpot for a beaten straight comes often enough to be seen."""
    rounds, seats = 300, 4
    rules = {"flop": [{"do": "fold", "seats": [2]}]}
    text = msgspec.json.encode(rules).decode()
    now = engine(Setup("longhorn-holdem", strategy=text, sides=("bad_beat_jackpot",), seats=seats, seed=2))
    words = now.place.spec.bad_beat
    assert words is not None
    now = _with_spec(now, bad_beat=msgspec.structs.replace(words, beaten="three_of_a_kind"))
    played = now.rounds(0, rounds)
    own = now.dealt(0, rounds)[0].own
    sums = now.play(0, rounds)
    met, _ = now.meet(played)
    found = {name: np.zeros(3) for name in ("bonus", "bad_beat_jackpot")}
    for row in range(rounds):
        _, live = _live(now, _source(now, (own, played), row), {}, rules)
        assert met.kinds[met.index[row]].jackpot == tuple(_lines(live, "bad_beat_jackpot"))
        for name, total in found.items():
            nets = np.array(_lines(live, name)) / (now.place.opening.seats[0].wagers[name] * 100)
            total += (nets.sum(), (nets**2).sum(), (nets > 0).sum())
    for name, total in found.items():
        assert sums[1 + now.info.wagers.index(name)][[NET, SQUARE, HITS]] == pytest.approx(total / seats)
    assert found["bad_beat_jackpot"][2] > 20


def _with_spec(now: PotsEngine, **changes: Any) -> PotsEngine:
    """The same engine with a changed file."""
    table = now.place.table
    spec = msgspec.structs.replace(table.rules.spec, **changes)
    rules = replace(table.rules, spec=spec)
    seats = replace(now.place.seats, table=replace_table(table, rules))
    place = Place(now.place.opening, seats)
    return PotsEngine(now.setup, place, make_policy(place, now.setup.strategy))


def replace_table(table: Any, rules: Any) -> Any:
    return type(table)(rules, table.stakes, table.stacks, table.button, table.seed)


PLAYED_RULES = msgspec.json.encode({"preflop": PREFLOP, "flop": LOOSE}).decode()


@pytest.mark.parametrize(
    "setup",
    [
        Setup("texas-holdem", {"structure": "limit", **RAKED}, seats=3, seed=1, strategy=PLAYED_RULES),
        Setup("trips-poker", RAKED, seats=3, seed=2),
    ],
    ids=lambda setup: setup.game,
)
def test_threads_and_checkpoints_do_not_change_the_result(setup: Setup, tmp_path: Path) -> None:
    block = engine_of(setup).info.block
    rounds = 3 * block + 11
    fresh = [Setup(**{**msgspec.structs.asdict(setup), "stakes": {"chip": 1}}) for _ in range(2)]
    first = simulate(fresh[0], Run(rounds, 2))
    engines.cache_clear()
    assert simulate(fresh[1], Run(rounds, 1)) == first
    path = str(tmp_path / "pots.json")
    simulate(fresh[0], Run(2 * block, 1, checkpoint=path))
    assert simulate(fresh[0], Run(rounds, 2, checkpoint=path, resume=True)) == first


def test_the_house_takes_what_the_seats_lose() -> None:
    setup = Setup("omaha-holdem", {"variant": "high-low", **RAKED}, seats=5, seed=9, stakes={"blinds": [5, 10]})
    result = simulate(setup, Run(30_000, 1))
    lost = -sum(result.wagers[f"seat {seat}"].mean for seat in range(1, 6))
    taken = result.counts["rake"].amount + result.counts["jackpot rake"].amount
    assert lost == pytest.approx(taken)
    assert result.mean * 5 == pytest.approx(-taken)
    shares = result.counts["high"].amount + result.counts["low"].amount
    assert shares + taken == pytest.approx(result.counts["pot"].amount)
    assert result.unit == "big blind"


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (Setup("texas-holdem", seats=11), "seats 2 to 10"),
        (Setup("texas-holdem", seats=1), "two seats or more"),
        (Setup("three-card-poker", stakes={"ante": 5}), "players bank themselves"),
        (Setup("texas-holdem", stakes={"blind": 5}), "no stake named 'blind'"),
        (Setup("texas-holdem", sides=("trips",)), "wagers are none"),
        (Setup("texas-holdem", strategy='{"turn": [{"do": "raise"}]}'), "no move 'raise'"),
        (Setup("texas-holdem", strategy='{"fourth": [{"do": "fold"}]}'), "no betting round 'fourth'"),
        (Setup("texas-holdem", strategy='{"flop": [{"do": "fold", "seats": [3]}]}'), "seats are 1 to 2"),
        (Setup("texas-holdem", strategy='{"flop": [{"do": "fold", "having": "pear"}]}'), "no category 'pear'"),
        (Setup("texas-holdem", strategy='{"flop": [{"do": "fold", "having": "pair", "hand": "x"}]}'), "no hand named"),
        (Setup("texas-holdem", strategy='{"flop": [{"doo": "fold"}]}'), "cannot be read"),
        (Setup("seven-card-stud", seats=8, strategy='{"third": [{"do": "fold"}]}'), "deck may run out"),
        (Setup("five-card-stud", {"bet_or_fold": True}, strategy='{"second": [{"do": "fold"}]}'), "cannot follow"),
        (Setup("seven-card-stud", {"variant": "low"}, strategy='{"third": [{"do": "fold", "having": "low 8"}]}'),
         "cannot be judged"),
    ],
)  # fmt: skip
def test_mistakes_are_told(setup: Setup, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        engine_of(setup)
