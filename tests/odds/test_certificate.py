"""Certificates: what they rest on, their seals and exports, and the second path that recomputes them."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import houseway

from houseway import __version__
from houseway.certify import Finding, Report, _held, _Sums, certify
from houseway.families import price
from houseway.odds.certificate import FORMAT, make_certificate, read_certificate, seal_faults
from houseway.odds.identity import code_hash, digest_of, game_hash
from houseway.odds.pricing import Question
from houseway.odds.stored import RECOUNT
from houseway.rules.game import load_game


def certificate_of(game: str, **house: Any) -> dict[str, Any]:
    question = Question(game, house)
    return make_certificate(question, price(question))


def sealed(certificate: dict[str, Any]) -> dict[str, Any]:
    """The certificate with a digest that fits what it says."""
    body = {name: value for name, value in certificate.items() if name not in ("digest", "signature")}
    return {**body, "digest": digest_of(body)}


def test_version() -> None:
    answer = houseway("--version")
    assert (answer.code, answer.out) == (0, f"houseway {__version__}\n")


def test_a_certificate_is_written_signed_and_exported(tmp_path: Path) -> None:
    names = [tmp_path / f"war.{kind}" for kind in ("json", "html", "csv", "xlsx")]
    key = tmp_path / "key.pem"
    given = [text for name in names for text in ("--certificate", str(name))]
    assert houseway("odds", "casino-war", *given, "--key", str(key)).code == 0
    made = read_certificate(str(names[0]))
    assert seal_faults(made) == []
    assert made["game_hash"] == game_hash(load_game("casino-war"))
    assert made["code_hash"] == code_hash()
    assert made["figures"]["side_bets"]["tie"]["cycle"] == 312 * 311
    assert key.stat().st_mode & 0o077 == 0
    assert seal_faults({**made, "method": "guessed"})
    forged = {**made, "signature": {**made["signature"], "value": "00" * 64}}
    assert seal_faults(forged) == ["the signature does not fit the digest"]
    rows = list(csv.reader(names[2].read_text().splitlines()))
    (tie,) = [row for row in rows if row[:1] == ["tie"] and row[3:4] == ["10 to 1"]]
    assert int(tie[4]) == made["figures"]["side_bets"]["tie"]["lines"][0]["combinations"]
    page = names[1].read_text()
    assert made["digest"] in page
    assert "combinations in all" in page
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(names[3])
    assert book.sheetnames == ["Certificate", "Prices", "Pay lines"]
    assert any(row[0].value == "digest" and row[1].value == made["digest"] for row in book["Certificate"].rows)


def test_the_hash_follows_options_and_tables() -> None:
    plain = game_hash(load_game("three-card-poker"))
    assert plain == game_hash(load_game("three-card-poker", {}))
    assert plain != game_hash(load_game("three-card-poker", {"pay_tables": {"pair_plus": "2"}}))
    assert game_hash(load_game("baccarat")) != game_hash(load_game("baccarat", {"decks": 6}))


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        ("cajun-stud", "pocket_bonus"),  # 1,326 hands
        pytest.param("let-it-ride", "three_card_bonus", marks=pytest.mark.nightly),  # 22,100
    ],
)
def test_every_hand_of_a_side_wager_is_settled_one_by_one(
    monkeypatch: pytest.MonkeyPatch, game: str, wager: str
) -> None:
    """A count that is wrong by one is contradicted, and the edge that the rounds yield is the right one."""
    monkeypatch.setenv(RECOUNT, "")  # of the game only this wager's figures are used: the shipped ones will do
    wrong = certificate_of(game)
    bonus = wrong["figures"]["side_bets"][wager]
    wrong["figures"] |= {"side_bets": {wager: bonus}, "main": None}
    bonus["results"][0]["combinations"] += 1
    report = certify(sealed(wrong), 0.1)
    assert not report.holds
    (found,) = report.findings
    assert (found.figure, found.verdict) == (f"side_bets.{wager}", "contradicted")
    assert found.found == pytest.approx(bonus["house_edge"], abs=1e-12)


def test_rounds_of_a_coup_are_consistent_with_its_certificate_and_a_wrong_edge_is_not() -> None:
    made = certificate_of("baccarat")
    report = certify(made, 3.0)
    assert report.holds
    assert report.rounds >= 200  # below that nothing would be said
    assert any(one.verdict == "consistent" and one.figure == "side_bets.player" for one in report.findings)
    wrong = json.loads(json.dumps(made))
    wrong["figures"]["side_bets"]["player"]["house_edge"] -= 0.5
    assert not certify(sealed(wrong), 3.0).holds


def test_the_game_itself_is_played_by_the_strategy_of_its_price() -> None:
    for game in ("casino-war", "blackjack"):
        found = {one.figure: one for one in certify(certificate_of(game), 2.5).findings}
        assert found["main"].verdict == "consistent", game
        assert "no strategy is better is not checked" in found["main"].said


def test_wagers_on_several_rounds_are_played_to_their_end() -> None:
    found = {one.figure: one for one in certify(certificate_of("streak"), 2.5).findings}
    assert {found[f"side_bets.streak_{wins}"].verdict for wins in (2, 3, 4, 5)} == {"consistent"}


def test_tickets_of_keno_are_settled_one_by_one() -> None:
    made = certificate_of("keno")
    found = {one.figure: one for one in certify(made, 0.5).findings}
    assert {one.verdict for one in found.values()} == {"consistent"}
    assert "side_bets.8_spot" in found
    wrong = json.loads(json.dumps(made))
    wrong["figures"]["side_bets"]["1_spot"]["house_edge"] -= 0.9
    assert not certify(sealed(wrong), 0.5).holds


def test_how_much_was_checked_is_said() -> None:
    assert certify(certificate_of("texas-holdem"), 0.5).said == "nothing of the certificate was checked"
    findings = (Finding("main", "consistent", ""), Finding("side_bets.tie", "not checked", ""))
    assert Report(findings).said == "nothing contradicts the certificate; 1 of 2 figures were checked"
    assert "too few" in _held("main", {"house_edge": 0.0, "std_dev": 1.0}, _Sums(rounds=199)).said


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    empty = json.dumps({"format": FORMAT})
    for text, reason in (("{", "not JSON"), ("{}", "not a certificate"), (empty, "has no game")):
        path.write_text(text)
        answer = houseway("certify", str(path))
        assert (answer.code, reason in answer.err) == (2, True), answer.err
    assert houseway("odds", "casino-war", "--certificate", "x.doc").code == 2
    made = certificate_of("casino-war")
    path.write_text(json.dumps({**made, "method": "guessed"}))
    answer = houseway("certify", str(path), "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["faults"]
