"""Certificates: of a price, to download in every form, and recomputed where one is uploaded."""

from typing import Annotated

from fastapi import Query, Response

from houseway.odds.certificate import read_text
from houseway.odds.contrast import values_of
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import AsOf, GameQuery, House, allow, house_of
from houseway.web.api.odds import Wait, checked, pricing, told
from houseway.web.context import FloorDep, OptionalUser, opened
from houseway.web.forms import Recompute
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.odds import CertificateView, Computing, Recomputed, SweepValues, Unpriced

router = LaneRouter(changes=COMPUTE, prefix="/api", tags=["games"], responses=PROBLEMS)


@router.get(
    "/certificate",
    dependencies=[opened("odds")],
    response_model=CertificateView | Unpriced,
    responses={202: {"model": Computing}},
)
async def certificate(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
    wait: Wait = 2.0,
) -> Response:
    """The certificate of a game's price: plain data with its digest, a page for print, CSV, and XLSX in base 64."""
    choices = await COMPUTE.run(checked, floor, person, id, house, as_of)
    return told(await pricing.certificate(id, choices).within(wait))


@router.post(
    "/certify",
    dependencies=[opened("odds")],
    response_model=Recomputed | Unpriced,
    responses={202: {"model": Computing}},
)
async def certify(floor: FloorDep, person: OptionalUser, form: Recompute) -> Response:
    """A certificate recomputed by single rounds: what was confirmed, and what was not; asked again until it is done."""
    found = read_text(form.certificate)

    def read() -> None:
        load_game(allow(floor, person, found["game"]), found["house"])

    try:
        await COMPUTE.run(read)
    except RuleError as error:
        raise RuleError(f"the certificate's game cannot be read: {error.message}", "certificate.game") from None
    return told(await pricing.recompute(found, found["game"], form.seconds).within(form.wait))


@router.get("/sweep", dependencies=[opened("odds")], response_model=SweepValues)
def sweep(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    option: Annotated[str, Query(max_length=100, description="An option, or a pay table.")],
    house: House = "",
) -> Response:
    """The values that a sweep of an option goes through, or the ids of a pay table; each is then asked of `odds`."""
    game = load_game(allow(floor, person, id), house_of(house))
    if option in game.spec.pay_tables:
        ids = [one for block in game.spec.pay_tables[option] for one in block.ids]
        paid = [name for name, words in game.spec.wagers.items() if getattr(words, "pay_table", "") == option]
        return reply({"pay_table": True, "values": ids, "wagers": paid})
    return reply({"pay_table": False, "values": values_of(game, option)})
