"""What the database of a run tells: the logs of all tables, and who owned a table when an entry was written.

Triggers number every change of a lease and every entry as they happen. An owner that is checked holds a lock on its
lease until it has committed, so the numbers are in the order in which things happened.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from parlour.server.store import EVENT_DECODER
from tests.chaos.history import Audited, Entry
from tests.server.postgres_server import execute

INSTALL: Final = (
    "CREATE TABLE audited (number bigserial, play_table bigint, kind text, epoch bigint, seq integer)",
    "CREATE INDEX audit_leases ON audited (number) WHERE kind = 'lease'",
    """
    CREATE FUNCTION audit_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO parlour.audited (play_table, kind, epoch, seq) VALUES (NEW.play_table, 'lease', NEW.epoch, 0);
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO parlour.audited (play_table, kind, epoch, seq) VALUES (NEW.play_table, 'entry', NEW.epoch, NEW.seq);
        RETURN NULL;
    END $$
    """,
    "CREATE TRIGGER audit_lease AFTER INSERT OR UPDATE OF epoch ON lease FOR EACH ROW EXECUTE FUNCTION audit_lease()",
    "CREATE TRIGGER audit_entry AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION audit_entry()",
)
TABLES: Final = "SELECT id, name, opening FROM play_table WHERE id "
ENTRIES: Final = "SELECT play_table, seq, command, body, epoch FROM entry WHERE play_table"
AUDIT: Final = "SELECT play_table, kind, epoch, seq FROM audited WHERE play_table"
Stored = dict[str, tuple[str, list[Entry], list[Audited]]]


def install_audit(database: str) -> None:
    """Let the database of a run keep who owned what when."""
    execute(database, *INSTALL)


def read_tables(database: str, names: Collection[str]) -> Stored:
    """Of some tables the opening, the log and the audit."""
    named = ", ".join(f"'{name}'" for name in names)
    these = f"IN (SELECT id FROM play_table WHERE name IN ({named}))"  # noqa: S608 - the server made the names up
    tables, entries, audit = execute(
        database,
        TABLES + these,
        f"{ENTRIES} {these} ORDER BY play_table, seq",
        f"{AUDIT} {these} ORDER BY number",
    )
    stored: dict[int, tuple[str, str, list[Entry], list[Audited]]] = {
        number: (name, opening, [], []) for number, name, opening in tables
    }
    for table, seq, key, body, epoch in entries:
        stored[table][2].append(Entry(seq, key or "", EVENT_DECODER.decode(body), epoch))
    for table, kind, epoch, seq in audit:
        stored[table][3].append(Audited(kind, epoch, seq))
    return {name: (opening, log, owners) for name, opening, log, owners in stored.values()}
