"""What a ruling names beside the paragraph: the pay table and its schedule, the reading it rests on, the words."""

import json

import pytest

from houseway.desk.ruling import rule_on, rule_on_all
from houseway.rules.errors import RuleError

PAIR = {
    "game": "three-card-poker",
    "house": {"pay_tables": {"pair_plus": "3"}},
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}
FOLDED = {**PAIR, "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["fold"]}]}
HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AsKs", "d dh p2 7h2d", "d dh p3 9c4s", "p3 f", "p1 f"]
"""


def test_30_1099_18_20_the_ruling_names_the_schedule_that_the_house_has_chosen() -> None:
    lines = rule_on(PAIR)["settlement"]["seats"][0]["lines"]
    named = {line["label"]: line["table"] and line["table"]["text"] for line in lines}
    assert named == {"Play": None, "Ante": None, "Pair Plus": "Pair Plus schedule 3"}


def test_30_1099_18_9_a_reading_is_named_only_where_the_other_one_would_decide_otherwise() -> None:
    folded = {line["wager"]: line["readings"] for line in rule_on(FOLDED)["settlement"]["seats"][0]["lines"]}
    assert folded == {"ante": [], "pair_plus": ["pair-plus-folded"]}
    (reading,) = rule_on(FOLDED)["readings"]
    assert reading["option"] == "pair_plus_survives_fold"
    assert reading["value"] is False
    kept = {**FOLDED, "house": {**FOLDED["house"], "pair_plus_survives_fold": True}}  # type: ignore[dict-item]
    assert rule_on(kept)["settlement"]["seats"][0]["lines"] != rule_on(FOLDED)["settlement"]["seats"][0]["lines"]


def set_low(*low: str) -> dict[str, object]:
    """Two pairs at pai gow poker, set with these two cards in front."""
    cards = ["Ah", "Ad", "Kc", "Ks", "9d", "5h", "2c"]
    seat = {"wagers": {"wager": 20}, "cards": cards, "actions": [f"set low: {' '.join(low)}"]}
    dealer = {"dealer": ["Qh", "Qd", "Jc", "8s", "7d", "4c", "3h"], "dealer_set": {"low": ["Jc", "8s"]}}
    return {"game": "pai-gow-poker", "seats": [seat], **dealer}


def test_30_1099_30_1_the_reading_on_foul_hands_is_named_of_foul_hands_only() -> None:
    assert [one["id"] for one in rule_on(set_low("Ah", "Ad"))["readings"]] == ["foul"]
    assert rule_on(set_low("Kc", "Ks"))["readings"] == []


def rows_ruled(schedule: str, *cards: str) -> list[str]:
    """The readings named when Cajun Stud's linked progressive is settled with these cards."""
    wagers = {"ante": 5, "five_card_linked_progressive": 1}
    round_ = {
        "game": "cajun-stud",
        "house": {"pay_tables": {"five_card_linked_progressive": schedule}},
        "meters": {"linked": 10_000},
        "seats": [{"wagers": wagers, "cards": [*cards[:2]], "actions": ["raise 1x", "raise 1x", "raise 1x"]}],
        "community": [*cards[2:]],
    }
    lines = rule_on(round_)["settlement"]["seats"][0]["lines"]
    return next(line["readings"] for line in lines if line["wager"] == "five_card_linked_progressive")


@pytest.mark.parametrize(
    ("schedule", "cards", "named"),
    [
        ("05", "9s 8s 7s 6s 5s", ["two-full-awards"]),
        ("05", "9s 9d 9c 6s 5s", []),  # another row
        ("01", "9s 8s 7s 6s 5s", []),  # another schedule
        ("06", "9s 8s 7s 6s 2d", ["four-card-rows"]),
    ],
)
def test_30_1099_51_16_a_reading_on_rows_of_a_schedule_is_named_with_them_only(
    schedule: str, cards: str, named: list[str]
) -> None:
    assert rows_ruled(schedule, *cards.split()) == named


@pytest.mark.parametrize(("action", "named"), [("fold", ["folded-side-wagers"]), ("play", [])])
def test_30_1099_42_5_a_reading_on_folded_hands_is_named_after_a_fold_only(action: str, named: list[str]) -> None:
    seat = {"wagers": {"ante": 10, "aces_up": 5}, "cards": ["As", "Ad", "9c", "7h", "4s", "2d"], "actions": [action]}
    ruled = rule_on({"game": "six-card-poker", "seats": [seat], "dealer": ["Ks", "Kd", "Qc", "8h", "5s", "3d"]})
    assert [one["id"] for one in ruled["readings"]] == named


def test_30_1099_11_12_a_reading_on_one_wager_is_not_named_with_the_other() -> None:
    seat = {"wagers": {"ante": 10}, "cards": ["As", "Ad", "9c", "7h", "4s"], "actions": ["bet"]}
    ruled = rule_on({"game": "caribbean-stud", "seats": [seat], "dealer": ["Qs", "Jd", "8c", "5h", "3s"]})
    lines = {line["wager"]: line["readings"] for line in ruled["settlement"]["seats"][0]["lines"]}
    assert lines == {"ante": [], "bet": ["bet-unqualified"]}


def test_the_words_of_every_paragraph_cited_are_asked_for_once() -> None:
    asked = []

    def words(rule: str) -> str:
        asked.append(rule)
        return f"what {rule} says" if rule.endswith("(8)") else ""

    assert rule_on(PAIR, words)["words"] == {"CO 30-1099.18(8)": "what CO 30-1099.18(8) says"}
    assert len(asked) == len(set(asked))


def test_a_file_is_ruled_whole_and_a_bad_round_does_not_stop_the_others() -> None:
    text = "\n".join([json.dumps(PAIR), '{"game": "no-such-game", "seats": []}', "not json", json.dumps(FOLDED)])
    ruled = rule_on_all("evening.jsonl", text)
    assert [one.line for one in ruled] == [1, 2, 3, 4]
    assert [bool(one.ruling) for one in ruled] == [True, False, False, True]
    assert "no-such-game" in ruled[1].error
    assert ruled[2].field == "round"


@pytest.mark.parametrize("text", [HAND + HAND + HAND, f"[1]\n{HAND}\n[2]\n{HAND}\n[3]\n{HAND}"])
def test_every_hand_of_a_history_is_ruled(text: str) -> None:
    ruled = rule_on_all("night.phh", text)
    assert [one.line for one in ruled] == [1, 2, 3]
    for one in ruled:
        assert one.ruling is not None, one.error
        assert [seat["net"] for seat in one.ruling["settlement"]["seats"]] == [-1, 1, 0]


def test_nothing_to_rule_on_is_one_sentence() -> None:
    with pytest.raises(RuleError, match="there is no round in it"):
        rule_on_all("empty.jsonl", "\n\n")
    with pytest.raises(RuleError, match="not valid TOML"):
        rule_on_all("bad.phh", "variant =")
