"""The front door: `import houseway as hw` over every family of games."""

import datetime
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.games import live_games
from tests.play.rounds import real_round

import houseway as hw
from houseway.families import family_of
from houseway.families import settle as settle_core
from houseway.play.core.roundfile import as_json, convert_round

PAIR = {"cards": "9s 9d 2c", "dealer": "Jh 8c 4d", "actions": "play"}


def test_the_import_is_quick() -> None:
    code = (
        "import sys; before = set(sys.modules); import houseway as hw; after = set(sys.modules) - before;"
        "assert not [name for name in after if name.startswith('houseway.')], after;"
        "hw.load('three-card-poker'); hw.RuleError; hw.Game;"
        "loaded = set(sys.modules) - before;"
        "heavy = {'numpy', 'numba', 'pandas', 'pyarrow', 'fastapi', 'sqlalchemy', 'gymnasium'} & loaded;"
        "assert not heavy, heavy;"
        "parts = ('bulk', 'desk', 'floor', 'gym', 'odds', 'web');"
        "families = ('baccarat', 'blackjack', 'dice', 'draws', 'house_poker', 'pai_gow', 'pots', 'tiles');"
        "unused = {f'houseway.{one}' for one in parts} | {f'houseway.play.{one}' for one in families};"
        "assert not unused & loaded, unused & loaded"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_names_of_functions_stay_callable_beside_modules_of_the_same_name() -> None:
    code = (
        "import houseway as hw, houseway.check, houseway.odds.report;"
        "from houseway.odds.report import Report; from houseway.check import check;"
        "assert hw.check('casino-war') == [] == check('casino-war');"
        "assert hw.odds('big-six-wheel').method == 'exact';"
        "assert 'best play' in hw.odds.__doc__ and hw.check is houseway.library.check;"
        "assert sorted(set(dir(hw)) - {'__version__'}) == sorted(hw.__all__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with pytest.raises(AttributeError, match="no attribute 'sttle'"):
        hw.sttle  # type: ignore[attr-defined]  # noqa: B018


def test_a_game_carries_the_choices_of_its_house() -> None:
    plain, other = hw.load("three-card-poker"), hw.load("three-card-poker", pay_tables={"pair_plus": "2"})
    assert repr(plain) == repr(other) == "Game('three-card-poker', CO 30-1099.18)"
    assert plain != other
    assert hash(other) == hash(hw.load("three-card-poker", pay_tables={"pair_plus": "2"}))
    wagers = {"ante": 10, "pair_plus": 5}
    hands = ("9s 6s 2s", "9s 8d 7c", "9s 9d 9h", "9s 8s 7s")
    paid = [
        [game.settle(wagers=wagers, cards=hand, dealer="Jh 8c 4d", actions="play")["pair_plus"].net for hand in hands]
        for game in (plain, other)
    ]
    assert paid[0] != paid[1]
    with pytest.raises(hw.RuleError, match=r"house.pay_tables.pair_plus: .*no pay table '99'"):
        hw.load("three-card-poker", pay_tables={"pair_plus": "99"})
    with pytest.raises(hw.RuleError, match=r"house.colour: three-card-poker has no option 'colour'"):
        hw.load("three-card-poker", colour="red")
    assert "as of 2020-12-31" in hw.load("three-card-poker", as_of=datetime.date(2020, 12, 31)).edition
    assert plain.name == "Three Card Poker"
    assert plain.family == "house-poker"
    assert plain.most_seats >= 6
    assert plain.options
    assert plain.sheet.name == plain.name


def test_30_1099_18_8_a_settlement_says_net_reason_and_rule() -> None:
    ruled = hw.load("three-card-poker").settle(wagers={"ante": 10, "pair_plus": 5}, **PAIR)  # type: ignore[arg-type]
    assert ruled.net == 15
    assert ruled.nets == (15,)
    assert (ruled["play"].stake, ruled["play"].net) == (10, 0)
    assert ruled["ante"].rule == "CO 30-1099.18(8)"
    assert "does not qualify" in ruled["ante"].reason
    assert ruled["pair_plus"].row.startswith("pay_tables.pair_plus")
    assert "ante" in ruled
    assert "ante_bonus" not in ruled
    with pytest.raises(KeyError, match="no line for 'trips'; lines are"):
        ruled["trips"]
    assert repr(ruled) == "Settlement('three-card-poker', net +15: play +0, ante +10, pair_plus +5)"
    assert "\n" not in repr(ruled.seats[0]) + repr(ruled["ante"])
    frame = ruled.to_frame()
    assert list(frame["wager"]) == [line.wager for line in ruled.lines]
    assert frame["net"].sum() == 15


def test_several_seats_and_cents() -> None:
    ruled = hw.load("baccarat").settle(
        seats=[{"wagers": {"banker": 10.5}}, {"wagers": {"player": 20}}],
        piles={"player": "Kd 6c", "banker": ["3h", "4s"]},
    )
    assert ruled.nets[1] == -20
    assert ruled.seats[0].net == ruled.seats[0]["banker"].net == 9.98  # 5% of 10.50 is 52.5 cents, rounded down
    assert repr(ruled) == "Settlement('baccarat', net -10.02: seat 0 +9.98, seat 1 -20)"
    with pytest.raises(hw.RuleError, match="not both"):
        hw.load("baccarat").settle(wagers={"banker": 10}, seats=[{"wagers": {"player": 20}}])


def test_every_family_settles_deals_and_plays_to_the_end() -> None:
    for game_id in live_games():
        game, rng = hw.load(game_id), Random(7)
        now = game.deal(seed=11)
        assert "\n" not in repr(now)
        for _ in range(400):
            if now.over:
                break
            seat = now.seat
            assert now.legal, game_id
            action = now.live.suggest(seat, rng)
            assert now.can(action), (game_id, action)
            assert not now.can("dance"), game_id
            now = now.act(action)
        assert now.over, game_id
        assert now.legal == ()
        ruled = now.settlement
        assert repr(now).startswith(f"Round('{game_id}', over, net ")
        assert hw.settle(now.to_dict()).core.seats == ruled.core.seats, game_id
        assert ruled.to_dict() == as_json(ruled.core)


def test_one_seat_by_name_is_the_round_file_of_one_seat() -> None:
    families: dict[str, str] = {}
    for game_id in live_games():
        families.setdefault(family_of(game_id).name, game_id)
    for family, game_id in families.items():
        file = real_round(game_id, 5, most_seats=1)
        outside = {name: file[name] for name in file if name not in ("game", "house", "seats", "date")}
        if len(file["seats"]) == 1:
            own = {
                name: value
                for name, value in file["seats"][0].items()
                if name not in ("dealt", "position", "stack", "owner")
            }
            by_name = hw.load(game_id, **file.get("house", {})).settle(**own, **outside)
        else:
            by_name = hw.load(game_id, **file.get("house", {})).settle(seats=file["seats"], **outside)
        assert by_name.core == settle_core(convert_round(file)), family


def test_rounds_are_values() -> None:
    now = hw.load("ultimate-texas-holdem").deal(wagers={"ante": 10, "blind": 10}, seed=3)
    later = now.act("check")
    assert now.can("raise 4x")
    assert not later.can("raise 4x")
    raising = next(action for action in now.legal if action.verb == "play")
    assert now.act(raising, amount=40).to_dict()["seats"][0]["actions"] == ["play 4x"]
    with pytest.raises(hw.RuleError, match="needs an amount"):
        now.act(raising)
    with pytest.raises(hw.RuleError, match="the round is not over"):
        _ = now.settlement
    assert hw.load("three-card-poker").deal(wagers={"ante": 10}, seed=1).hint().action == "fold"  # 8-7-4


def test_an_action_of_cards_takes_cards() -> None:
    now = hw.load("pai-gow-poker").deal(seed=2)
    setting = next(action for action in now.legal if action.cards)
    assert setting.cards is not None
    texts = [f"{setting.lead} {one} {two}" for one in now.cards() for two in now.cards() if one != two]
    legal = [text for text in texts if now.can(text)]
    assert legal
    low = tuple(legal[0].removeprefix(setting.lead).split())
    assert now.act(setting, cards=low).to_dict()["seats"][0]["actions"] == legal[:1]


def test_numbers_of_numpy_and_columns_of_pandas_are_taken() -> None:
    import numpy as np
    import pandas as pd

    game = hw.load("three-card-poker", pay_tables=pd.Series({"pair_plus": "2"}).to_dict())
    plain = game.settle(wagers={"ante": 10}, **PAIR)  # type: ignore[arg-type]
    cards, dealer = np.array(["9s", "9d", "2c"]), pd.Series(["Jh", "8c", "4d"])
    for amount in (np.int64(10), np.float32(10), np.uint8(10)):
        assert game.settle(wagers={"ante": amount}, cards=cards, dealer=dealer, actions=np.array(["play"])) == plain
    assert game.deal(seats=np.int64(2), seed=np.int64(1)) == game.deal(seats=2, seed=1)
    assert game.simulate(1e3, seed=np.int32(1)).rounds == 1000
    assert hw.settle({"game": "casino-war", "seats": ({"wagers": {"initial": np.int64(5)}, "cards": ("Kd",)},),
                      "dealer": np.array(["7c"])}).net == 5  # fmt: skip


def test_whatever_is_given_wrong_is_told_in_a_sentence() -> None:
    game = hw.load("three-card-poker")
    now = game.deal(wagers={"ante": 10}, seed=1)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: hw.load(None), "game: is the id of a game or the path of a file, not None"),  # type: ignore[arg-type]
        (lambda: hw.settle(5), "must be an object, not a whole number"),  # type: ignore[arg-type]
        (lambda: game.settle(wagers={"Pair plus": 5}, **PAIR), "did you mean 'pair_plus'?"),  # type: ignore[arg-type]
        (lambda: game.settle(wagers={"ante": 10}, cards=5), "seats[0].cards: must be a list"),  # type: ignore[arg-type]
        (lambda: game.settle(seats=5), "seats: must be a list, not a whole number"),  # type: ignore[arg-type]
        (lambda: game.settle(seats=["ante"]), "seats[0]: must be an object, not a text"),  # type: ignore[list-item]
        (lambda: game.settle(seats=[]), "seats: a round needs at least one seat"),
        (lambda: game.settle(piles=5), "piles: must be an object"),  # type: ignore[arg-type]
        (lambda: game.deal(seats="2"), "seats: must be a list, not a text"),  # type: ignore[arg-type]
        (lambda: game.deal(seed=1.5), "seed: must be a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda: game.deal(seed="one"), "seed: must be a whole number, not 'one'"),  # type: ignore[arg-type]
        (lambda: now.act(None), "an action is a text or one of `legal`, not None"),  # type: ignore[arg-type]
        (lambda: now.cards(1), "seat: the round has 1 seat, counted from 0"),
        (lambda: game.simulate(0), "rounds: must be at least 1"),
        (lambda: game.simulate(float("inf")), "rounds: must be a whole number, not inf"),
        (lambda: game.simulate(10, sides="trips"), "sides: no side wager named 'trips'"),
        (lambda: hw.rank("poker", "As Ks Qs Js Ts"), "hands: is a list of hands"),
    ]
    for act, said in wrong:
        with pytest.raises(hw.RuleError) as caught:
            act()
        assert said in str(caught.value)
        assert repr(caught.value) == f"RuleError({str(caught.value)!r})"


def test_games_rounds_settlements_and_errors_can_be_pickled() -> None:
    game = hw.load("three-card-poker", pay_tables={"pair_plus": "2"})
    now = game.deal(wagers={"ante": 10}, seed=1)
    now.hint()  # the solved game stays behind
    error = hw.RuleError("must be positive", "seed")
    for thing in (game, now.act("fold").settlement):
        assert pickle.loads(pickle.dumps(thing)) == thing
    there = pickle.loads(pickle.dumps(now))
    assert there.act("play").to_dict() == now.act("play").to_dict()
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_answers_are_shown_on_one_line() -> None:
    game = hw.load("three-card-poker")
    now = game.deal(wagers={"ante": 10}, seed=1)
    shown = (game.wagers[0], game.sheet, now.table(0)[0], now.hint(), game.odds().wagers["pair_plus"], game.simulate(9))
    for thing in shown:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 300
    assert repr(now.table(0)[-1]) == "Pile('player', seat 0: 4s 7d 8s)"


def test_odds_and_simulation() -> None:
    game = hw.load("casino-war")
    odds, result = game.odds(), game.simulate(200_000, seed=3)
    assert odds.method == "exact"
    assert odds.standard_error == 0
    assert odds.element_of_risk <= odds.house_edge
    assert abs(result.mean + odds.house_edge) < 5 * result.standard_error
    assert abs(sum(odds.outcomes.values()) - 1) < 1e-9
    assert odds.to_dict()["main"]["house_edge"] == odds.house_edge
    assert "tie" in odds.wagers
    assert hw.odds("big-six-wheel").unit == "s1"


def test_rank_takes_texts_lists_and_arrays() -> None:
    import numpy as np

    texts = ["As Ks Qs Js Ts", "Ah Ad Ac 2s 2d 9h 8c", "9c 8d 7h 6s 5c"]
    values = hw.rank("poker", texts)
    assert values.dtype == np.int64
    assert values.argsort().tolist() == [2, 1, 0]
    assert hw.rank("poker", [text.split() for text in texts]).tolist() == values.tolist()
    numbers = np.array([[51, 47, 43, 39, 35], [0, 1, 2, 3, 50]])
    assert hw.rank("poker", numbers).tolist() == hw.rank("poker", [texts[0], "2c 2d 2h 2s Ah"]).tolist()
    for given, said in (
        (("pokr", texts), "no ranking 'pokr'"),
        (("poker", ["As Kx Qs Js Ts"]), r"hands\[0\]: unknown card 'Kx'"),
        (("poker", np.array([[99, 1, 2, 3, 4]])), "card numbers are"),
        (("poker", np.array([1, 2, 3])), "one row of card numbers each"),
    ):
        with pytest.raises(hw.RuleError, match=said):
            hw.rank(*given)


def test_check_and_settle_take_files_and_texts() -> None:
    own = Path(__file__).parents[1] / "rulebook" / "own" / "lucky-three.toml"
    assert hw.check(own) == []
    assert hw.load(own).id == "lucky-three"
    with pytest.raises(hw.RuleError, match="not valid JSON"):
        hw.settle("{")
    with pytest.raises(hw.RuleError, match="is missing"):
        hw.settle({"seats": []})
