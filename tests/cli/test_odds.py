"""`houseway odds` as a user runs it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway

from houseway.commands import odds as command
from houseway.rules.errors import RuleError


def asked(
    capsysbinary: pytest.CaptureFixture[bytes],
    game: str,
    *,
    settings: tuple[str, ...] = (),
    house: str = "",
    meters: tuple[str, ...] = (),
    every_table: bool = False,
) -> dict[str, Any]:
    """The report as JSON, without a process of its own."""
    command.run(game, settings, (), house, meters, "", every_table, True)
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    return report


def test_json_has_the_keys_of_the_report() -> None:
    report = json.loads(houseway("odds", "mississippi-stud", "--pay-table", "three_card_bonus=3", "--json").out)
    assert report["game"] == "mississippi-stud"
    assert report["method"] == "exact"
    assert {"unit", "house_edge", "element_of_risk", "average_bet", "std_dev", "cycle", "results"} <= set(
        report["main"]
    )
    assert report["main"]["unit"] == "ante"
    assert report["main"]["house_edge"] == pytest.approx(0.0491486, abs=5e-8)
    bonus = report["side_bets"]["three_card_bonus"]
    assert bonus["house_edge"] == pytest.approx(0.0727602, abs=5e-8)
    assert {"house_edge", "hit_frequency", "std_dev", "lines"} <= set(bonus)
    assert set(bonus["lines"][0]) == {"hand", "pays", "combinations", "probability", "return"}
    assert bonus["lines"][0]["hand"] == "straight_flush"
    assert bonus["lines"][0]["pays"] == "40 to 1"
    assert all("standard_error" in side for side in report["side_bets"].values() if side["method"] == "simulated")
    third = report["strategy"]["third street"]
    assert third["legend"][third["chart"]["A"]["K"]] == "bet 1x"


def test_meters_options_and_a_house_file(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    house = tmp_path / "house.json"
    house.write_text(json.dumps({"decks": 6, "pay_tables": {"bonus": "B"}}))
    six = asked(capsysbinary, "baccarat", house=str(house))
    assert six["main"] is None
    assert six["side_bets"]["banker"]["house_edge"] == pytest.approx(0.010558, abs=5e-7)
    assert six["side_bets"]["bonus_player"]["pay_table"] == "B"
    seven = asked(capsysbinary, "baccarat", house=str(house), settings=("decks=7",))
    assert seven["side_bets"]["banker"]["house_edge"] == pytest.approx(0.01057, abs=1e-5)
    assert seven["side_bets"]["banker"]["house_edge"] != six["side_bets"]["banker"]["house_edge"]
    level = asked(capsysbinary, "ez-baccarat")["side_bets"]["progressive"]["break_even"]["progressive"]
    even = asked(capsysbinary, "ez-baccarat", meters=(f"progressive={level}",))
    assert even["side_bets"]["progressive"]["house_edge"] == pytest.approx(0.0, abs=1e-9)


def test_all_pay_tables_are_compared(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    data = asked(capsysbinary, "dragon-bonus", every_table=True)
    assert set(data["all"]["side_bets"]["dragon_player"]) == {"1", "2", "3"}
    command.run("dragon-bonus", (), (), "", (), "", True, False)
    shown = capsysbinary.readouterr().out.decode()
    assert "Dragon Player" in shown
    assert "2.6517%" in shown
    assert "2.4996%" in shown


def test_the_game_itself_is_compared_over_its_pay_tables(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    data = asked(capsysbinary, "three-card-super-shot-poker", every_table=True)
    edges = {table: price["house_edge"] for table, price in data["all"]["main"]["play_bonus"].items()}
    assert list(edges) == ["none", "5-4-1"]
    assert edges["none"] == data["main"]["house_edge"]
    assert edges["none"] != edges["5-4-1"]


def test_the_page_stands_alone(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    command.run("big-six-wheel", (), (), "", (), str(target), False, False)
    page = target.read_text()
    assert "<svg" in page
    assert "A session of 200 rounds" in page
    assert "14.8148%" in page
    assert "src=" not in page
    assert "<link" not in page


def test_people_read_prices_lines_and_results() -> None:
    shown = houseway("odds", "big-six-wheel").out
    for words in ("Wagers", "Pay lines", "22.2222%", "20 to 1"):
        assert words in shown


def test_a_price_at_which_the_player_has_the_edge_carries_a_warning(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """One of 54 sections at 60 to 1 gives back 61/54."""
    given, target = ("joker_odds=60",), tmp_path / "page.html"
    said = "the player has the edge on joker: 12.9630% of the stake"
    assert asked(capsysbinary, "big-six-wheel", settings=given)["warnings"] == [said]
    assert "warnings" not in asked(capsysbinary, "big-six-wheel")
    for every_table in (False, True):
        command.run("big-six-wheel", given, (), "", (), "", every_table, False)
        assert said in capsysbinary.readouterr().out.decode()
    command.run("big-six-wheel", given, (), "", (), str(target), False, False)
    assert said in target.read_text()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("big-six-wheel", "--meter", "mega=5"), "no wager is paid from a meter 'mega'"),
        (("big-six-wheel", "--meter", "mega"), "write name=dollars"),
        (("big-six-wheel", "--house", "nowhere.json"), "cannot read nowhere.json"),
        (("no-such-game",), "unknown game"),
        (("texas-holdem", "--set", "rake_percent=50"), "rake percent must be at most 10"),
    ],
)
def test_mistakes_are_one_line(given: tuple[str, ...], told: str) -> None:
    refused = houseway("odds", *given)
    assert refused.code == 2
    assert told in refused.err
    assert refused.err.count("\n") == 1


def test_a_strategy_file_has_its_exact_price_too(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A war that is always given up costs half of every tie: 23 of 622 deals of six decks."""
    file = tmp_path / "give-up.json"
    file.write_text('{"surrender or war": [{"do": "surrender"}]}')
    command.run("casino-war", (), (), "", (), "", False, True, strategy=str(file))
    report = json.loads(capsysbinary.readouterr().out)
    assert report["by_strategy"]["house_edge"] == pytest.approx(23 / 622, abs=1e-12)
    command.run("casino-war", (), (), "", (), "", False, False, strategy=str(file))
    assert b"give-up.json" in capsysbinary.readouterr().out
    chart = tmp_path / "mimic.toml"
    chart.write_text('[hard]\n4-16 = "H"\n17-20 = "S"\n[soft]\n12-16 = "H"\n17-20 = "S"\n')
    with pytest.raises(RuleError, match="houseway simulate"):
        command.run("pai-gow-poker", (), (), "", (), "", False, True, strategy=str(chart))
    with pytest.raises(RuleError, match="not a file"):
        command.run("casino-war", (), (), "", (), "", False, True, strategy="simple")
