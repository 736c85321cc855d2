"""Play money for a guest whose purse runs low: brought back to what a newcomer is given."""

from fastapi import Response
from sqlalchemy import Connection

from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.roles import WELCOME, Person, wallet
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS
from houseway.web.context import CallerDep, FloorDep
from houseway.web.lanes import LaneRouter
from houseway.web.models.sessions import Wallet

router = LaneRouter(prefix="/api", tags=["session"], responses=PROBLEMS)


@router.post("/purse", response_model=Wallet)
def refill(floor: FloorDep, asks: CallerDep) -> Response:
    """Fill a guest's purse; with accounts there is no free money."""

    def work(db: Connection, person: Person) -> dict[str, object]:
        if person.role != "guest":
            raise RuleError("only a guest's play money is filled up", "role")
        own = wallet(db, person.id)
        held = balance(db, own)
        if held < WELCOME:
            cause = Cause("play money", user=person.id)
            post(db, cause, [Move(account(db, "promotional"), own, WELCOME - held, "play money")])
        return {"wallet": dollars(max(held, WELCOME))}

    return floor.change(asks, "", work)
