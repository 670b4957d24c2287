"""What Alembic runs for every command: the steps go over the connection that it is given."""

from alembic import context

from sidecar.store.metadata import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,  # SQLite's own default is not, though it can
)
with context.begin_transaction():
    context.run_migrations()
