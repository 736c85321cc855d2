"""The pot games of one Californian cardroom are printed alike, each in a document of its own: each cites its own."""

from scripts.rulemap import by_files

# The schedules of fees are printed once for five games.
SHARED = {"CA GEGR-001822", "common practice"}
OWN = {
    "gegr-001820-ca-seven-card-stud-high-low-split": "GEGR-001820",
    "gegr-001828-ca-omaha-high-low-split": "GEGR-001828",
    "gegr-001829-ca-omaha": "GEGR-001829",
    "gegr-001830-ca-texas-holdem": "GEGR-001830",
    "gegr-001831-ca-seven-card-stud": "GEGR-001831",
    "gegr-001973-out-pops-the-devil": "GEGR-001973",
    "gegr-001974-out-pops-the-devil-split": "GEGR-001974",
    "ca-short-deck-holdem": "Short Deck Hold'em",
    "ca-double-flop-holdem": "Double Flop Hold'em",
    "ca-glory-hole-texas-holdem": "Glory Hole Texas Hold'em",
}


def test_every_paragraph_cited_is_of_the_games_own_document() -> None:
    wrong, games = [], set()
    for paragraph, place, _ in by_files():
        folder, _, rest = place.partition("/")
        file = rest.partition(".toml")[0]
        if folder == "california" and file in OWN:
            games.add(file)
            if paragraph not in SHARED and not paragraph.startswith(f"CA {OWN[file]}"):
                wrong.append(f"{place}: {paragraph}")
    assert not wrong, "\n".join(wrong)
    assert games == set(OWN)
