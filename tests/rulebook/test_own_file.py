"""The sixteenth game needs no Python: a user's own file is loaded by its path, settled, played, shown and checked."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway

from houseway.check import check
from houseway.families import betting_spots, open_round, settle
from houseway.play.core.roundfile import RoundFile, as_json, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

OWN = Path(__file__).parent / "own" / "lucky-three.toml"


def own_round(cards: str, action: str, dealer: str = "Kh 8c 4d", **more: Any) -> dict[str, Any]:
    wagers = {"ante": 10, "pair_plus": 5, "lucky_queens": 5}
    seat = {"wagers": wagers, "cards": cards.split(), "actions": [action]}
    return {"game": str(OWN), "seats": [seat], "dealer": dealer.split(), **more}


def nets(file: dict[str, Any]) -> dict[str, float]:
    (seat,) = as_json(settle(convert_round(file)))["seats"]
    return {line["wager"]: line["net"] for line in seat["lines"]}


def test_the_new_pay_table_and_side_bet_pay() -> None:
    assert nets(own_round("Qh Qd 2c", "play")) == {"ante": 10, "play": 10, "pair_plus": 5, "lucky_queens": 125}
    assert nets(own_round("9h 8h 7h", "play"))["pair_plus"] == 250


def test_rows_are_tried_in_the_order_of_the_file() -> None:
    assert nets(own_round("Qs Qd 2c", "play"))["lucky_queens"] == 40
    assert nets(own_round("9h 7d 2h", "play"))["lucky_queens"] == 10
    assert nets(own_round("9s 7d 2h", "play"))["lucky_queens"] == -5


def test_the_side_bet_survives_a_fold() -> None:
    assert nets(own_round("Qh Qd 2c", "fold")) == {"ante": -10, "pair_plus": -5, "lucky_queens": 125}


def test_the_house_chooses_the_other_column() -> None:
    chosen = own_round("Qh Qd 2c", "play", house={"pay_tables": {"lucky_queens": "B"}})
    assert nets(chosen)["lucky_queens"] == 100


def test_its_lines_cite_the_house_and_what_it_took_over_cites_the_regulation() -> None:
    (seat,) = as_json(settle(convert_round(own_round("Qh Qd 2c", "play"))))["seats"]
    rules = {line["wager"]: line["rule"] for line in seat["lines"]}
    assert rules["lucky_queens"] == "HOUSE 3"
    assert rules["ante"] == "CO 30-1099.18(14)"


def test_the_limit_of_the_side_bet_holds() -> None:
    file = own_round("Qh Qd 2c", "play")
    file["seats"][0]["wagers"]["lucky_queens"] = 30
    with pytest.raises(RuleError, match=r"must be from \$1 to \$25") as caught:
        settle(convert_round(file))
    assert caught.value.field == "seats[0].wagers.lucky_queens"


def test_it_is_in_order_and_plays_live() -> None:
    assert check(str(OWN)) == []
    assert "lucky_queens" in {spot.name for spot in betting_spots(RoundFile(str(OWN)))}
    file = convert_round({"game": str(OWN), "seats": [{"wagers": {"ante": 5, "lucky_queens": 1}}]})
    assert open_round(file, 1).act(0, "play").over


def test_the_commands_take_its_path(tmp_path: Path) -> None:
    shown = houseway("show", str(OWN))
    assert shown.code == 0
    assert "Lucky Three Card Poker" in shown.out
    assert "queen of hearts pair" in shown.out
    rounds = tmp_path / "rounds.jsonl"
    saved = houseway("play", str(OWN), "--demo", "--seed", "1", "--rounds", "3", "--save", str(rounds))
    assert saved.code == 0
    settled = houseway("settle", str(rounds), "--json")
    assert settled.code == 0
    assert len(settled.out.splitlines()) == 3
    assert houseway("check", str(OWN), "--seconds", "0", "--no-price").code == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id = ", "not valid TOML"),
        ('extends = "no-such-game"', "unknown game"),
        ('extends = "own.toml"', "extends itself"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=says) as caught:
        load_game(str(path))
    assert caught.value.field


def test_a_file_that_is_not_there_says_so() -> None:
    answer = houseway("show", "nowhere/none.toml")
    assert answer.code == 2
    assert answer.err == "houseway: game: cannot read the game file nowhere/none.toml: No such file or directory\n"


def test_the_default_that_a_file_states_is_in_force(tmp_path: Path) -> None:
    path = tmp_path / "two-decks.toml"
    head = 'extends = "blackjack"\nid = "two-decks"\nname = "Two Decks"\n'
    options = {"decks": "2", "double_on": '"10-11"', "double_after_split": "false"}
    defaults = "".join(f"[options.{name}]\ndefault = {value}\n" for name, value in options.items())
    path.write_text(f'{head}deck = "2x52"\n{defaults}')
    game = load_game(str(path))
    assert game.options["decks"] == 2
    assert game.spec.deck == "2x52"
    assert game.spec.double.totals == (10, 11)
    assert not game.spec.double.after_split
    assert load_game(str(path), {"decks": 6}).spec.deck == "6x52"
    contradiction = tmp_path / "six-decks.toml"
    contradiction.write_text(f"{head}{defaults}")
    with pytest.raises(RuleError, match="states '6x52' where the default writes '2x52'"):
        load_game(str(contradiction))


def test_a_choice_that_would_be_ignored_is_refused(tmp_path: Path) -> None:
    """The file hits soft seventeen by itself, and the inherited `false` sets nothing."""
    path = tmp_path / "soft.toml"
    path.write_text('extends = "blackjack"\nid = "soft"\nname = "Soft"\n[dealer]\nhits_soft_17 = true\n')
    with pytest.raises(RuleError, match="'false' sets nothing, yet the file states what 'true' sets") as error:
        load_game(str(path))
    assert error.value.field == "soft.toml (blackjack-rules.toml:64): options.dealer_hits_soft_17.sets"


def test_30_2116_7_d_aces_are_split_again_and_the_option_says_so() -> None:
    assert load_game("free-bet-blackjack").options["split_aces"] == "again"
    assert load_game("free-bet-blackjack").spec.split.resplit_aces
    assert not load_game("free-bet-blackjack", {"split_aces": "once"}).spec.split.resplit_aces


def test_a_dropped_wager_takes_with_it_what_is_said_of_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "plain-three.toml"
    path.write_text(
        'extends = "three-card-poker"\nid = "plain-three"\nname = "Plain Three"\ndrops = ["wagers.pair_plus", '
        '"wagers.progressive_3_card", "wagers.progressive_5_card", "readings.aggregate"]\n',
        encoding="utf-8",
    )
    assert check(str(path)) == []
    spec: Any = load_game(str(path)).spec
    assert list(spec.wagers) == ["ante", "play", "ante_bonus", "six_card_bonus", "cover_all_bonus"]
    assert list(spec.pay_tables) == ["ante_bonus", "six_card_bonus", "cover_all_bonus"]
    assert spec.settle.order == ("play", "ante_bonus", "ante", "six_card_bonus", "cover_all_bonus")
    assert spec.caps == ()
    assert spec.one_of == ("ante",)
    assert spec.chosen_as == {"schedule": ("ante_bonus",)}
    assert spec.tips[0].wagers == ("ante", "play", "six_card_bonus", "cover_all_bonus")
    assert [one.keep for one in spec.irregularities] == [(), (), ()]
    assert set(spec.options) == {"unprinted_straight_bonus", "schedules_14_to_17"}
    assert {one.option for one in spec.readings} <= {"", *spec.options}
    assert "mini_royal_spades" in spec.patterns, "the ante bonus still pays it"


def test_a_dropped_wager_takes_the_choices_that_bet_it_and_the_wagers_that_hang_on_it(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "casino-war"\nid = "own"\ndrops = ["wagers.war_tie"]\n', encoding="utf-8")
    spec: Any = load_game(str(path)).spec
    assert all("war_tie" not in one.adds.values() for stage in spec.stages for one in stage.decide)
    path = tmp_path / "other.toml"
    path.write_text('extends = "three-card-poker"\nid = "other"\ndrops = ["wagers.ante"]\n', encoding="utf-8")
    spec = load_game(str(path)).spec
    assert "ante_bonus" not in spec.wagers, "it is paid on the ante"
    assert all(not isinstance(one, str) and not one.times for stage in spec.stages for one in stage.decide)


def test_a_pay_table_that_is_dropped_and_stated_again_keeps_its_wager(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    for base, wager in (("three-card-poker", "pair_plus"), ("longhorn-holdem", "bonus")):
        text = f'extends = "{base}"\nid = "own-{wager}"\ndrops = ["pay_tables.{wager}"]\n'
        path.write_text(text, encoding="utf-8")
        spec: Any = load_game(str(path)).spec
        assert wager not in list(spec.named("wager"))
        path.write_text(
            f"{text}[[pay_tables.{wager}]]\nids = ['mine']\nodds = 'to 1'\nrule = 'House 1'\nrows = {{ flush = 3 }}\n",
            encoding="utf-8",
        )
        spec = load_game(str(path)).spec
        assert wager in list(spec.named("wager"))
        assert [block.ids for block in spec.pay_tables[wager]] == [("mine",)]


def test_a_library_may_lie_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "queens.toml").write_text('ids = ["Q"]\nodds = "to 1"\nrows = { "pair Q" = 8 }\n', encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "three-card-poker"\nid = "own"\n[wagers.queens]\npay_table = "queens"\nrule = "House 1"\n'
        '[[pay_tables.queens]]\nlibrary = "queens.toml"\nrule = "House 2"\n',
        encoding="utf-8",
    )
    assert check(str(path)) == []
    (block,) = load_game(str(path)).spec.pay_tables["queens"]
    assert (block.ids, block.rows, block.rule) == (("Q",), {"pair Q": 8}, "House 2")
    below = tmp_path / "below"
    below.mkdir()
    (below / "more.toml").write_text('extends = "../own.toml"\nid = "more"\n', encoding="utf-8")
    assert load_game(str(below / "more.toml")).spec.pay_tables["queens"][0].ids == ("Q",)
