"""What the database itself enforces: balances follow the lines, and what is written once is never changed."""

_BALANCE = """
UPDATE accounts SET balance = balance - NEW.cents WHERE id = NEW.source;
UPDATE accounts SET balance = balance + NEW.cents WHERE id = NEW.target;
"""


def sqlite_triggers(append_only: tuple[str, ...]) -> list[str]:
    """The triggers in SQLite's words."""
    made = [f"CREATE TRIGGER lines_balance AFTER INSERT ON lines BEGIN {_BALANCE} END"]
    for table in append_only:
        for act in ("UPDATE", "DELETE"):
            made.append(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
    return made


def postgresql_triggers(append_only: tuple[str, ...]) -> list[str]:
    """The triggers in PostgreSQL's words."""
    made = [
        f"CREATE FUNCTION follow_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {_BALANCE} RETURN NULL; END $$",
        "CREATE TRIGGER lines_balance AFTER INSERT ON lines FOR EACH ROW EXECUTE FUNCTION follow_line()",
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ' is append-only'; END $$",
    ]
    for table in append_only:
        made.append(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    return made


def triggers(dialect: str, append_only: tuple[str, ...]) -> list[str]:
    """The statements that create all triggers."""
    return sqlite_triggers(append_only) if dialect == "sqlite" else postgresql_triggers(append_only)
