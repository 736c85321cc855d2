"""The base of all answers: their bodies, one model a route, which the OpenAPI document promises and the page's types
are made from.

Amounts are dollars, moments are milliseconds since 1970, seats are numbered from 0. A field that may be absent has a
default; every other one is always there.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Amount = float


Moment = Annotated[int, Field(description="Milliseconds since 1970.")]


House = Annotated[dict[str, Any], Field(description="The house's choices, by their names in the game file.")]


Rule = Annotated[str, Field(description="The paragraph it rests on.")]


class Model(BaseModel):
    """An answer; a field that is not described here is a fault."""

    model_config = ConfigDict(extra="forbid")
