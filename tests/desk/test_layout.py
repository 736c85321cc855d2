"""The desk lays out any round of any game: told card by card and decision by decision it is the one that was played."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games import live_games

from houseway.desk.layout import Opening, Told, from_file, lay_out, may_decide
from houseway.families import settle
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.web.drills import play_out


def nets(file: dict[str, Any]) -> list[float]:
    return [seat["net"] for seat in as_json(settle(convert_round(file)))["seats"]]


def dealt(game: str) -> dict[str, Any]:
    """A finished round of a game."""
    rng = Random(game)
    for _ in range(60):
        try:
            return dict(play_out(game, {}, 2, rng).round_file())
        except RuleError:
            continue
    pytest.fail(f"no round of {game} could be dealt")


def test_a_round_of_every_game_is_told_again_from_its_file_and_settles_alike() -> None:
    wrong = []
    for game in live_games():
        file = dealt(game)
        try:
            laid = lay_out(from_file(file))
            if not laid.live.over or nets(laid.file()) != nets(file):
                wrong.append(f"{game}: {json.dumps(laid.file())} is not {json.dumps(file)}")
        except RuleError as error:
            wrong.append(f"{game}: {error}: {json.dumps(file)}")
    assert not wrong, "\n".join(wrong)


def test_what_is_not_told_stays_open_and_decisions_wait_for_the_cards_that_the_seat_sees() -> None:
    opening = Opening(game="three-card-poker", seats=[{"wagers": {"ante": 10}}])
    blank = lay_out(Told(opening=opening))
    assert {slot.value for slot in blank.slots} == {None}
    assert not may_decide(blank)
    seat = [slot for slot in blank.slots if slot.path[0] == "seats"]
    own = {slot.source: card for slot, card in zip(seat, ("As", "Kd", "2c"), strict=True)}
    told = lay_out(Told(opening=opening, sources=own))
    assert may_decide(told)  # the dealer's cards lie face down
    assert [one.verb for one in told.live.legal(0)] == ["fold", "play"]
    played = lay_out(Told(opening=opening, sources=own, actions=[(0, "play")]))
    assert played.live.over
    with pytest.raises(RuleError, match="card"):
        settle(convert_round(played.file()))


def test_a_card_told_twice_is_refused_by_its_name() -> None:
    opening = Opening(game="three-card-poker", seats=[{"wagers": {"ante": 10}}])
    slots = lay_out(Told(opening=opening)).slots
    twice = {slots[0].source: "As", slots[1].source: "As"}
    with pytest.raises(RuleError, match="As is told more often than the deck holds it"):
        lay_out(Told(opening=opening, sources=twice))


def test_30_2105_4_a_misdeal_to_one_player_of_switch_is_ruled_without_that_player_s_hands() -> None:
    """The others' cards and decisions are told as ever: the player whose hands do not count is not asked."""
    wagers, misdeal = {"hand_1": 10, "hand_2": 10}, {"kind": "misdeal", "of": "player", "seat": 0}
    opening = Opening(game="blackjack-switch", seats=[{"wagers": wagers}, {"wagers": wagers}], irregularity=misdeal)
    shown = {(0, 0): "Th", (0, 1): "6d", (1, 0): "Kc", (1, 1): "9d"}
    slots = lay_out(Told(opening=opening)).slots
    own = {slot.source: shown[slot.path[3:]] for slot in slots if slot.path[:2] == ("seats", 1)}  # type: ignore[index]
    own |= {slot.source: card for slot, card in zip(slots, ("9c", "9h"), strict=False)}
    told = lay_out(Told(opening=opening, sources=own))
    assert (told.live.turn, may_decide(told)) == (1, True)
    decided: list[tuple[int, str]] = [(1, "decline switch"), (1, "hand_1 stand"), (1, "hand_2 stand")]
    laid = lay_out(Told(opening=opening, sources=own, actions=decided))
    assert laid.live.over
    assert laid.file(misdeal)["seats"][0]["hands"] == [[], []]
    assert nets(laid.file(misdeal)) == [0, 0]


def test_a_split_in_blackjack_is_told_hand_by_hand() -> None:
    opening = Opening(game="blackjack", seats=[{"wagers": {"blackjack": 10}}])
    first = lay_out(Told(opening=opening))
    own = {slot.source: card for slot in first.slots if slot.path[0] == "seats" for card in ["8s"]}
    own |= {slot.source: "6d" for slot in first.slots if slot.path[0] == "dealer"}
    pair = lay_out(Told(opening=opening, sources=own))
    assert "split" in [one.verb for one in pair.live.legal(0)]
    split = lay_out(Told(opening=opening, sources=own, actions=[(0, "split")]))
    assert [slot.path[2:] for slot in split.slots if slot.path[0] == "seats"] == [
        ("hands", 0, 0),
        ("hands", 0, 1),
        ("hands", 1, 0),
    ] or len([slot for slot in split.slots if slot.path[2:3] == ("hands",)]) == 4
    assert len(split.untold) >= 1


@pytest.mark.parametrize("dealt", [{}, {"dealt": ["8s", "8d"]}])
def test_a_record_of_hands_that_were_split_again_is_laid_out_whole(dealt: dict[str, Any]) -> None:
    """Before the second split the first hand holds the two eights that later begin two hands."""
    seat = {
        "wagers": {"blackjack": 10},
        **dealt,
        "hands": [["8s", "Th"], ["8h", "3c", "Ts"], ["8d", "9c"]],
        "actions": ["split", "hand_1 split", "hand_1 stand", "hand_2 hit", "hand_3 stand"],
    }
    file = {"game": "blackjack", "seats": [seat], "dealer": ["6c", "Td", "Kc"]}
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert laid.file()["seats"][0]["hands"] == seat["hands"]
    assert nets(laid.file()) == nets(file) == [30]


def test_30_2608_tiles_that_are_shown_without_a_word_are_laid_out_whole() -> None:
    seat = {"wagers": {"pai_gow": 50}, "cards": ["1-1", "3-6", "2-2", "1-4"], "actions": ["set low: 2-2 1-4"]}
    file = {"game": "pai-gow-tiles", "seats": [seat], "dealer": ["4-4", "5-5", "3-3", "3-5"]}
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert nets(laid.file()) == nets(file)


def test_the_rake_of_a_record_is_laid_out_with_it() -> None:
    """A table posts how its rakes are counted; what was taken is told by the record, and stays in it."""
    seats = [{"cards": ["As", "Ad"], "stack": 100}, {"cards": ["Kh", "7d"], "stack": 100}]
    betting = {"blinds": [1, 2], "button": 0, "rake": 0.4, "actions": [[0, "raise 6"], [1, "fold"]]}
    file = {"game": "texas-holdem", "seats": seats, "betting": betting}
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert laid.file()["betting"]["rake"] == 0.4
    assert nets(laid.file()) == nets(file)
    free = {**file, "betting": {name: value for name, value in betting.items() if name != "rake"}}
    assert nets(laid.file()) != nets(free)


DEALER_TILES = ["4-4", "5-5", "3-3", "3-5"]
BANK = {"cards": DEALER_TILES, "actions": ["bank", "set low: 3-3 3-5"]}
GIVEN_UP = {"wagers": {"pai_gow": 50}, "cards": ["1-6", "4-6", "1-5", "1-6"], "actions": ["surrender"]}
SPLIT = {"wagers": {"three_card_21": 10, "three_card_bonus": 10}, "dealt": ["Ah", "Ad", "9c"]}
HANDS = {"hands": [["Ah", "Kd"], ["Ad", "5c"], ["9c", "9d"]], "actions": ["split", "hand_3 stand"]}
BONUS = [{"wagers": {"dice_bonus": 5}, "position": 2}, {"wagers": {"dice_bonus": 5}, "position": 5}]
RACE = {"wagers": {"multi_race": 3}, "ticket": {"spots": [1, 2, 3], "games": 3}, "actions": ["quit race after game 2"]}
DRAWN = [[*range(1, 21)], [*range(21, 41)]]
BEATEN = {"wagers": {"pai_gow": 100}, "cards": ["1-6", "4-6", "1-5", "1-6"], "actions": ["set low: 1-5 1-6"]}
OTHER = {"wagers": {"pai_gow": 40}, "cards": ["1-1", "3-6", "2-2", "1-4"], "actions": ["set low: 2-2 1-4"]}


@pytest.mark.parametrize(
    ("file", "due"),
    [
        pytest.param({"game": "pai-gow-tiles", "seats": [GIVEN_UP], "dealer": DEALER_TILES}, [-50], id="30-2608(6)"),
        pytest.param({"game": "pai-gow-tiles", "seats": [BANK, GIVEN_UP]}, [47.5, -50], id="30-2609"),
        pytest.param(
            {"game": "3-card-21-n-done", "seats": [{**SPLIT, **HANDS}], "dealer": ["9s", "8d"]}, [20], id="30-2111"
        ),
        pytest.param(
            {"game": "dragons-eye", "seats": BONUS, "outcome": {"dice": [2, 2, 2], "eye": 2, "shaker": 0}},
            [150, 125],
            id="30-2612",
        ),
        pytest.param(
            {
                "game": "big-six-wheel",
                "seats": [{"wagers": {"s20": 2}}],
                "outcome": {"spins": ["between", {"symbol": "$1", "revolutions": 2}, "$20"]},
            },
            [40],
            id="30-2703",
        ),
        pytest.param({"game": "keno", "seats": [RACE], "outcome": {"games": DRAWN}}, [40], id="30-2506"),
    ],
)
def test_a_record_that_leaves_what_follows_unsaid_is_laid_out_whole(file: dict[str, Any], due: list[float]) -> None:
    """Tiles given up unset, a bank by its seat, an offer passed over, who shook, spins that were none, a race quit."""
    assert nets(file) == due
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert nets(laid.file()) == due


@pytest.mark.parametrize("tile", ["4-4", "1-3", "6-6"])
def test_a_tile_of_which_there_are_two_keeps_its_place_when_it_is_told(tile: str) -> None:
    opening = Opening(game="pai-gow-tiles", seats=[{}, {"wagers": {"pai_gow": 50}}], betting={"bank_seat": 0})
    before = lay_out(Told(opening=opening))
    for slot in before.slots:
        if slot.kind == "tile":
            after = lay_out(Told(opening=opening, sources={slot.source: tile}))
            told = [one.path for one in after.slots if one.value == tile]
            assert len({one.source for one in after.slots}) == len(before.slots)
            assert len(told) == 1


def test_a_record_in_which_the_dealer_set_otherwise_is_laid_out_as_he_set() -> None:
    """At a table the dealer sets by the house way; the layout keeps what the record says, and what that would be."""
    betting = {"bank_seat": 0, "dealer_wager": 20}
    tiles = {"dealer": ["2-6", "2-5", "3-4", "1-2"], "dealer_set": {"low": ["3-4", "1-2"], "high": ["2-6", "2-5"]}}
    file = {"game": "pai-gow-tiles", "seats": [BANK, BEATEN, OTHER], "betting": betting, **tiles}
    told = from_file(file)
    laid = lay_out(told)
    assert told.opening.dealer_set == tiles["dealer_set"]
    [(setting, usual)] = laid.settings
    assert (setting.chosen, usual) == (("3-4", "1-2"), ("2-6", "1-2"))
    assert laid.file()["dealer_set"] == {"low": ["3-4", "1-2"]}
    by_house = from_file({**file, "dealer_set": {"low": ["2-6", "1-2"]}})
    assert by_house.opening.dealer_set == {}  # nothing to keep where the cards are told otherwise


def test_30_2609_12_a_bank_without_the_dealers_wager_leaves_his_tiles_unseen() -> None:
    file = {"game": "pai-gow-tiles", "seats": [BANK, BEATEN, OTHER], "betting": {"bank_seat": 0}}
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert not any(slot.path[0] == "dealer" for slot in laid.slots)
    assert "dealer_set" not in laid.file()


def test_a_spin_that_did_not_count_stays_in_the_record() -> None:
    file = {"game": "big-six-wheel", "seats": [{"wagers": {"s20": 2}}], "outcome": {"spins": ["between", "$20"]}}
    assert lay_out(from_file(file)).file()["outcome"]["spins"] == ["between", "$20"]


def test_the_open_card_that_three_dealer_hands_share_is_told_once() -> None:
    """Every hand of the dealer begins with the open card; telling it or what follows moves no other card."""
    wagers: dict[str, Any] = {"hand_1": 5, "hand_2": 5, "hand_3": 5}
    opening = Opening(game="multiple-action-blackjack", seats=[{"wagers": wagers}])
    sources: dict[str, Any] = {}
    actions: list[tuple[int, str]] = []
    for card in ("6d", "Ts", "8c", "9h", "Kd", "Qs", "5c", "7h", "4d"):
        laid = lay_out(Told(opening=opening, sources=sources, actions=actions))
        if may_decide(laid):
            actions = [(0, "stand")]
            laid = lay_out(Told(opening=opening, sources=sources, actions=actions))
        sources[laid.untold[0].source] = card
    laid = lay_out(Told(opening=opening, sources=sources, actions=actions))
    assert laid.live.over
    assert not laid.untold
    assert laid.file()["piles"]["dealers"] == [["6d", "9h", "Kd"], ["6d", "Qs", "5c"], ["6d", "7h", "4d"]]


def test_samples_of_the_cases_are_told_again(request: pytest.FixtureRequest) -> None:
    """Rounds that the project keeps as cases, as they were written by hand."""
    folder = Path(str(request.config.rootpath)) / "tests/cases"
    told = 0
    for path in sorted(folder.glob("*.jsonl")):
        if path.name.endswith(".refused.jsonl"):
            continue
        for line in path.read_text().splitlines()[:3]:
            case = json.loads(line)
            if case.get("kind", "round") != "round" or "irregularity" in case:
                continue
            file = {name: value for name, value in case.items() if not name.startswith("expect")}
            try:
                laid = lay_out(from_file({name: file[name] for name in file if name not in ("id", "why", "reading")}))
            except RuleError:
                continue  # a record that no table could have dealt: it is ruled as it is written
            if laid.live.over:
                assert nets(laid.file()) == nets(file), line
                told += 1
    assert told > 40


def test_a_bet_made_after_the_decision_is_laid_out() -> None:
    """The bet on the dealer's bust stands open until the dealer plays."""
    seat = {"wagers": {"blackjack": 10}, "cards": ["Th", "8s"], "actions": ["stand", "bet bust_the_house 4"]}
    file = {"game": "bust-the-house", "seats": [seat], "dealer": ["2c", "Td", "Jc"]}
    laid = lay_out(from_file(file))
    assert laid.live.over
    assert nets(laid.file()) == nets(file) == [14]


def test_a_record_that_the_table_would_ask_for_in_another_order_is_ruled_as_written() -> None:
    """Each player's cards were switched before the dealer's natural was seen: a table looks under the ten first."""
    seat = {
        "wagers": {"hand_1": 10, "hand_2": 10},
        "dealt": [["As", "6h"], ["5c", "Kd"]],
        "hands": [["As", "Kd"], ["5c", "6h"]],
        "actions": ["switch"],
    }
    file = {"game": "blackjack-switch", "house": {"decks": 6}, "seats": [seat], "dealer": ["Td", "Ac"]}
    assert nets(file) == [-20]
    with pytest.raises(RuleError, match="ruled as it is written"):
        from_file(file)


@pytest.mark.parametrize(
    ("game", "wager", "cards", "decided"),
    [
        ("three-card-poker", "ante", "9s 9d 2c", ["play"]),
        ("pai-gow-poker", "wager", "As Kd 9h 7c 5s 3d 2c", ["set low: Kd 9h", "pass"]),
    ],
)
def test_30_1099_18_6_a_seat_whose_hand_a_misdeal_ended_is_passed_over(
    game: str, wager: str, cards: str, decided: list[str]
) -> None:
    """As by 30-1099.30(6): the other seat decides at once."""
    wagers = {wager: 10}
    misdeal = {"kind": "misdeal", "of": "player", "seat": 0}
    opening = Opening(game=game, seats=[{"wagers": wagers}, {"wagers": wagers}], irregularity=misdeal)
    slots = [slot for slot in lay_out(Told(opening=opening)).slots if slot.path[:2] == ("seats", 1)]
    own = {slot.source: card for slot, card in zip(slots, cards.split(), strict=True)}
    told = lay_out(Told(opening=opening, sources=own))
    assert (told.live.turn, may_decide(told)) == (1, True)
    laid = lay_out(Told(opening=opening, sources=own, actions=[(1, one) for one in decided]))
    assert laid.live.over
    assert laid.actions == [(1, one) for one in decided]


@pytest.mark.parametrize(
    ("game", "wagers", "cards", "others", "happened", "before", "gives_up"),
    [
        (
            "texas-holdem-bonus-poker",
            {"ante": 10},
            "9s 2d",
            {"community": "Kh Qc 4s"},
            {"kind": "forgotten_burn"},
            ["bet"],
            "fold",
        ),
        (
            "pai-gow-tiles",
            {"pai_gow": 10},
            "1-1 3-6 4-6 1-6",
            {"dealer": "4-4 5-5 1-3 3-3"},
            {"kind": "exposed", "of": "player", "seat": 0},
            [],
            "void",
        ),
    ],
)
def test_30_1099_26_20_who_may_fold_after_an_irregularity_is_offered_it_at_the_desk(
    game: str,
    wagers: dict[str, float],
    cards: str,
    others: dict[str, str],
    happened: dict[str, Any],
    before: list[str],
    gives_up: str,
) -> None:
    """As by 30-2610(4): every wager goes back, and without the irregularity nothing of the kind is offered."""
    opening = Opening(game=game, seats=[{"wagers": wagers}], irregularity=happened)
    decided = [(0, one) for one in before]
    laid = lay_out(Told(opening=opening, actions=decided))
    places = {"seats": cards.split(), **{pile: said.split() for pile, said in others.items()}}
    own: dict[str, Any] = {}
    for slot in laid.slots:
        if slot.path[0] in places and places[str(slot.path[0])] and slot.kind in ("card", "tile"):
            own[slot.source] = places[str(slot.path[0])].pop(0)
    own |= {slot.source: [2, 5, 1] for slot in laid.slots if slot.kind == "dice"}
    told = lay_out(Told(opening=opening, sources=own, actions=decided))
    assert gives_up in [one.verb for one in told.live.legal(0)]
    plain = Told(opening=Opening(game=game, seats=[{"wagers": wagers}]), sources=own, actions=decided)
    assert gives_up not in [one.verb for one in lay_out(plain).live.legal(0)]
    folded = lay_out(Told(opening=opening, sources=own, actions=[*decided, (0, gives_up)]))
    assert folded.live.over
    assert (folded.refused, folded.actions[-1]) == ("", (0, gives_up))
    assert nets(folded.file(happened)) == [0]
    again = lay_out(from_file(folded.file(happened)))
    assert again.actions == folded.actions


def test_a_record_with_a_seat_that_an_irregularity_ended_is_laid_out_whole() -> None:
    wrong = []
    for game in live_games():
        spec = load_game(game).spec
        for known in {
            one.kind: one for one in spec.irregularities if one.effect in ("void_seat", "lose_seat")
        }.values():
            file = dealt(game)
            told = {"kind": known.kind, "seat": 0, **({"of": known.of} if known.of else {}), "count": known.at_least}
            if "betting" in file:
                continue  # a pot is played as it was acted in
            seat = {"wagers": file["seats"][0]["wagers"]}
            whole = {**file, "seats": [seat, *file["seats"][1:]], "irregularity": told}
            try:
                due = nets(whole)
            except RuleError:
                continue  # a record that needs that seat's cards
            try:
                laid = lay_out(from_file(whole))
            except RuleError as error:
                wrong.append(f"{game}: {known.kind}: {error}: {json.dumps(whole)}")
                continue
            if not laid.live.over or nets(laid.file(told)) != due:
                wrong.append(f"{game}: {known.kind}")
    assert not wrong, "\n".join(wrong)
