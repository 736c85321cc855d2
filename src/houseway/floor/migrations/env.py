"""Runs the migrations on the connection that the store hands over."""

from alembic import context

from houseway.floor.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
