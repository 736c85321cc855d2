"""The grammar of games without cards: a wheel of sections, and keno's numbers and tickets."""

from houseway.rules.words import Head, Price, Word


class Spot(Word, frozen=True, kw_only=True):
    """A wager on one symbol of the wheel."""

    symbol: str
    pays: Price
    rule: str
    limit: tuple[float, float] | None = None


class Wheel(Head, frozen=True, kw_only=True, tag_field="family", tag="wheel"):
    """A wheel spun until its clapper rests in a section."""

    sections: tuple[str, ...]  # clockwise
    revolutions: int  # fewer are no valid spin
    wagers: dict[str, Spot]


class Ticket(Word, frozen=True, kw_only=True):
    """A kind of keno ticket: what it asks of the groups of numbers marked on it."""

    groups: int = 0  # least number of groups; 0: numbers without groups
    equal: bool = False  # groups of equal size
    disjoint: bool = False  # no number in two groups
    combined: bool = False  # groups are combined into ways, all listed on the ticket
    kings: bool = False  # at least one group is a single number
    group: str = ""  # the wager is on this group alone
    games: bool = False  # for several games in a row
    rule: str


class Keno(Head, frozen=True, kw_only=True, tag_field="family", tag="keno"):
    """Twenty of eighty numbers are drawn; a ticket is paid by how many of its numbers were."""

    numbers: int
    take: int
    wagers: dict[str, Ticket]
    rate_card: str  # the option that holds total paid per dollar, by numbers marked and caught
    most_paid: str  # the option that holds the most paid in one game
    most_edge: float  # the largest house advantage a rate may have
    edge_rule: str
    most_rule: str
