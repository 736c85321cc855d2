"""The floor's first tables and the triggers that guard them."""

from alembic import op

from houseway.floor.schema import APPEND_ONLY, metadata
from houseway.floor.triggers import triggers

revision = "0001"
down_revision = None


def upgrade() -> None:
    bind = op.get_bind()
    metadata.create_all(bind)
    # Accounts that every process uses exist from the start, so that no two open them at once.
    for kind in ("house", "promotional"):
        bind.execute(metadata.tables["accounts"].insert().values(kind=kind, name=kind, overdraft=True))
    for statement in triggers(bind.dialect.name, APPEND_ONLY):
        bind.exec_driver_sql(statement)
