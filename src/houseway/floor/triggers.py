"""What the database itself enforces: balances follow the lines, and what is written once is never changed."""

_BALANCE = """
UPDATE accounts SET balance = balance - NEW.cents WHERE id = NEW.source;
UPDATE accounts SET balance = balance + NEW.cents WHERE id = NEW.target;
"""


def append_only(dialect: str, table: str) -> list[str]:
    """The statements that make a table one to which rows are only added."""
    if dialect != "sqlite":
        return [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        ]
    return [
        f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for act in ("UPDATE", "DELETE")
    ]


def balance_trigger(dialect: str) -> tuple[list[str], list[str]]:
    """The statements that stop balances from following the lines, and that have them follow again."""
    if dialect == "sqlite":
        made = f"CREATE TRIGGER lines_balance AFTER INSERT ON lines BEGIN {_BALANCE} END"
        return ["DROP TRIGGER lines_balance"], [made]
    return ["ALTER TABLE lines DISABLE TRIGGER lines_balance"], ["ALTER TABLE lines ENABLE TRIGGER lines_balance"]


def triggers(dialect: str, tables: tuple[str, ...]) -> list[str]:
    """The statements that create all triggers of the first version."""
    if dialect == "sqlite":
        made = [f"CREATE TRIGGER lines_balance AFTER INSERT ON lines BEGIN {_BALANCE} END"]
    else:
        made = [
            "CREATE FUNCTION follow_line() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {_BALANCE} RETURN NULL; END $$",
            "CREATE TRIGGER lines_balance AFTER INSERT ON lines FOR EACH ROW EXECUTE FUNCTION follow_line()",
            "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ' is append-only'; END $$",
        ]
    return made + [statement for table in tables for statement in append_only(dialect, table)]


def one_unit(dialect: str) -> list[str]:
    """The statements that keep tournament chips and money apart: no line leads from the one to the other."""
    told = "tournament chips are not money"
    mixed = "(SELECT points FROM accounts WHERE id = NEW.source) <> (SELECT points FROM accounts WHERE id = NEW.target)"
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER lines_one_unit BEFORE INSERT ON lines WHEN {mixed} "
            f"BEGIN SELECT RAISE(ABORT, '{told}'); END"
        ]
    return [
        "CREATE FUNCTION one_unit() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {mixed} THEN RAISE EXCEPTION USING MESSAGE = '{told}'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER lines_one_unit BEFORE INSERT ON lines FOR EACH ROW EXECUTE FUNCTION one_unit()",
    ]
