"""How alembic runs our migrations: on the connection it is given, inside the transaction that is already open."""

from alembic import context

from bolicho.store.tables import VERSION_TABLE, metadata

# alembic lends `context` a config while it runs this file; whoever else imports it (a doctest collector) finds none
if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        version_table=VERSION_TABLE,
    )
    context.run_migrations()
