"""The people of the house: accounts disabled, passwords reset, cash at the cage, approvals by a second person."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from sqlalchemy import Connection, select

from houseway.floor import control, logins
from houseway.floor.roles import DeniedError, Person, record
from houseway.floor.schema import accounts, users
from houseway.play.core.money import dollars
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import cents
from houseway.web.context import CallerDep, CurrentUser, FloorDep
from houseway.web.forms import Chips
from houseway.web.lanes import LaneRouter
from houseway.web.models.floor import ApprovalLine, ApprovalWord, Disabled, Password, PersonLine, Waiting
from houseway.web.models.sessions import Ended

router = LaneRouter(prefix="/api/floor", tags=["people"], responses=PROBLEMS)

PersonId = Annotated[int, Path(ge=1, le=2**53, description="The account.")]
ApprovalId = Annotated[int, Path(ge=1, le=2**53, description="Its number.")]


@router.get("/people", response_model=list[PersonLine])
def people(
    floor: FloorDep,
    person: CurrentUser,
    search: Annotated[str, Query(max_length=64)] = "",
    after: Annotated[int, Query(ge=0, le=2**53, description="Accounts with a larger number.")] = 0,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Accounts, by number or by a part of the name."""
    person.need("people")

    def read(db: Connection) -> list[dict[str, Any]]:
        query = (
            select(users, accounts.c.balance)
            .join(accounts, (accounts.c.user_id == users.c.id) & (accounts.c.kind == "player"))
            .where(users.c.password.is_not(None), users.c.id > after)
            .order_by(users.c.id)
            .limit(most)
        )
        if search:
            query = query.where(users.c.name.icontains(search, autoescape=True))
        return [
            {
                "id": row.id,
                "name": row.name,
                "role": row.role,
                "disabled": row.disabled,
                "codes": bool(row.totp and row.totp["on"]),
                "wallet": dollars(row.balance),
            }
            for row in db.execute(query)
        ]

    return reply(floor.read(read))


@router.post("/people/{user}/{act}", response_model=Password | Ended | Disabled)
def account(
    floor: FloorDep, asks: CallerDep, user: PersonId, act: Literal["disable", "enable", "reset", "end-sessions"]
) -> Response:
    """Put an account out of use or back, give it a password that must be changed, or end its sessions."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        if act == "reset":
            return {"password": logins.reset_password(db, person, user)}
        if act == "end-sessions":
            ended = logins.end_sessions(db, logins.find_person(db, user).id)
            record(db, person.id, "sessions ended", logins.find_person(db, user).name, ended=ended)
            return {"ended": ended}
        row = logins.find_person(db, user)
        if act == "enable" and row.role == "supervisor" and row.disabled:  # appointed again, by two
            waits, _ = control.ask(db, person, "appoint", None, {"person": user, "name": row.name})
            return {"disabled": True, "waiting": waits}
        logins.set_disabled(db, person, user, act == "disable")
        return {"disabled": act == "disable", "waiting": None}

    return floor.change(asks, "people", work)


@router.post("/people/{user}/cage/{kind}", response_model=Waiting)
def cage(
    floor: FloorDep, asks: CallerDep, user: PersonId, kind: Literal["deposit", "withdrawal"], form: Chips
) -> Response:
    """Cash over the counter, into an account or out of it; above a limit with a second person."""
    asked = {"person": user, "kind": kind, "amount": cents(form.amount)}

    def work(db: Connection, person: Person) -> dict[str, Any]:
        if user == person.id:
            raise DeniedError("nobody may serve himself at the cage", "person")
        waits, _ = control.ask(db, person, "cage", None, asked, floor.settings.alone)
        return {"waiting": waits}

    return floor.change(asks, "cage", work)


@router.get("/approvals", response_model=list[ApprovalLine])
def approvals(floor: FloorDep, person: CurrentUser) -> Response:
    """What waits for the approval of a second person."""
    person.need("fill")
    return reply(floor.read(control.waiting))


@router.post("/approvals/{approval}/{word}", response_model=ApprovalWord)
def decide(floor: FloorDep, asks: CallerDep, approval: ApprovalId, word: Literal["approve", "refuse"]) -> Response:
    """The second person's approval: the act is carried out, or it is not done. Who asked may withdraw it."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        if word == "approve":
            person.need("approve")
            control.approve(db, person, approval)
        else:
            control.refuse(db, person, approval)
        return {"id": approval, "word": word}

    answer = floor.change(asks, "", work)
    floor.watch.nudge()
    return answer
