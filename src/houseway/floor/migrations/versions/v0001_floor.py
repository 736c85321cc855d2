"""The floor's first tables and the triggers that guard them."""

from alembic import op

from houseway.floor.schema import APPEND_ONLY, metadata
from houseway.floor.triggers import triggers

revision = "0001"
down_revision = None


def upgrade() -> None:
    bind = op.get_bind()
    metadata.create_all(bind)
    for statement in triggers(bind.dialect.name, APPEND_ONLY):
        bind.exec_driver_sql(statement)
