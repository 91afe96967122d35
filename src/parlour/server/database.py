"""The database file: its schema and migrations, its lock, and its errors under stable codes."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.errors import ConflictError, StoreError

if TYPE_CHECKING:
    from pathlib import Path

BUSY_MS: Final = 5_000

MIGRATIONS: Final = (
    """
    CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
    CREATE TABLE token (
        hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX token_person ON token (person);
    CREATE TABLE play_table (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        opening TEXT NOT NULL,
        digest TEXT NOT NULL,
        over INTEGER NOT NULL DEFAULT 0,
        opened TEXT NOT NULL
    );
    CREATE TABLE sitting (
        person INTEGER NOT NULL, play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        PRIMARY KEY (person, play_table)
    ) WITHOUT ROWID;
    CREATE INDEX sitting_table ON sitting (play_table);
    CREATE TABLE entry (
        play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        command TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (play_table, seq)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_command ON entry (play_table, command) WHERE command IS NOT NULL;
    """,
    """
    ALTER TABLE person ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX person_leaving ON person (id) WHERE leaving;
    ALTER TABLE play_table ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
    UPDATE play_table SET begun = EXISTS (
        SELECT 1 FROM entry WHERE entry.play_table = play_table.id AND body LIKE '{"e":"promise"%'
    );
    CREATE INDEX play_table_unbegun ON play_table (opened) WHERE NOT begun;
    ALTER TABLE sitting ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    UPDATE sitting SET over = (SELECT over FROM play_table WHERE id = sitting.play_table);
    CREATE INDEX sitting_list ON sitting (person, over, play_table);
    CREATE TABLE link (
        hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, expires REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX link_person ON link (person);
    """,
    """
    CREATE TABLE subscription (
        endpoint TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, body TEXT NOT NULL
    );
    CREATE INDEX subscription_person ON subscription (person);
    """,
    """
    CREATE TABLE review (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        judge TEXT NOT NULL,
        events INTEGER NOT NULL,
        asked REAL NOT NULL,
        figures TEXT,
        link TEXT UNIQUE,
        UNIQUE (play_table, person)
    );
    CREATE INDEX review_person ON review (person, asked);
    CREATE INDEX review_unfinished ON review (id) WHERE figures IS NULL;
    CREATE TABLE verdict (
        review INTEGER NOT NULL REFERENCES review ON DELETE CASCADE,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (review, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE clock (
        play_table INTEGER PRIMARY KEY REFERENCES play_table ON DELETE CASCADE, body TEXT NOT NULL
    );
    CREATE TABLE service (one INTEGER PRIMARY KEY CHECK (one), seconds REAL NOT NULL, seen REAL NOT NULL);
    """,
    """
    ALTER TABLE person ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE person ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE token ADD COLUMN device TEXT NOT NULL DEFAULT '';
    ALTER TABLE token ADD COLUMN since TEXT NOT NULL DEFAULT '';
    ALTER TABLE token ADD COLUMN seen TEXT NOT NULL DEFAULT '';
    CREATE TABLE passkey (
        credential TEXT PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        public_key TEXT NOT NULL,
        uses INTEGER NOT NULL,
        device TEXT NOT NULL,
        since TEXT NOT NULL,
        seen TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkey_person ON passkey (person);
    CREATE TABLE challenge (
        hash TEXT PRIMARY KEY, person INTEGER REFERENCES person ON DELETE CASCADE, expires REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX challenge_person ON challenge (person, expires);
    CREATE INDEX challenge_expires ON challenge (expires);
    CREATE TABLE recovery (
        person INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE, hash TEXT NOT NULL UNIQUE, since TEXT NOT NULL
    );
    CREATE TABLE mute (
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        muted INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        PRIMARY KEY (person, muted)
    ) WITHOUT ROWID;
    CREATE INDEX mute_muted ON mute (muted);
    CREATE TABLE report (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        reporter INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        reason TEXT NOT NULL,
        place TEXT NOT NULL,
        day TEXT NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (reporter, person, day)
    );
    CREATE INDEX report_person ON report (person);
    CREATE INDEX report_open ON report (id) WHERE NOT closed;
    CREATE TABLE audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        operator TEXT NOT NULL,
        action TEXT NOT NULL,
        person INTEGER,
        detail TEXT NOT NULL
    );
    CREATE TABLE ladder (
        game TEXT PRIMARY KEY, fit TEXT NOT NULL, last INTEGER NOT NULL, day INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE rated_match (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL UNIQUE,
        body TEXT NOT NULL,
        unrated TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE rating (
        person INTEGER NOT NULL,
        game TEXT NOT NULL,
        mu REAL NOT NULL,
        phi REAL NOT NULL,
        sigma REAL NOT NULL,
        matches INTEGER NOT NULL,
        period INTEGER NOT NULL,
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID;
    CREATE INDEX rating_order ON rating (game, mu);
    CREATE TABLE rating_step (
        person INTEGER NOT NULL,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        day INTEGER NOT NULL,
        before REAL NOT NULL,
        mu REAL NOT NULL,
        phi REAL NOT NULL,
        PRIMARY KEY (person, game, number)
    ) WITHOUT ROWID;
    CREATE INDEX rating_step_match ON rating_step (game, number);
    CREATE TABLE unsettled (play_table INTEGER PRIMARY KEY REFERENCES play_table ON DELETE CASCADE);
    CREATE INDEX play_table_listed ON play_table (id) WHERE NOT over AND instr(opening, '"listed":true') > 0;
    CREATE TABLE seek (
        person INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE,
        body TEXT NOT NULL,
        since REAL NOT NULL,
        seen REAL NOT NULL,
        play_table INTEGER REFERENCES play_table ON DELETE CASCADE
    );
    CREATE TABLE friend (
        id INTEGER PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        friend INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        UNIQUE (person, friend)
    );
    CREATE INDEX friend_friend ON friend (friend);
    CREATE TABLE friend_link (
        hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, expires REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX friend_link_person ON friend_link (person);
    CREATE TABLE invitation (
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        host INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        PRIMARY KEY (person, play_table)
    ) WITHOUT ROWID;
    CREATE INDEX invitation_table ON invitation (play_table);
    CREATE INDEX invitation_host ON invitation (host);
    CREATE TABLE tournament (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        owner INTEGER NOT NULL,
        stage TEXT NOT NULL,
        digest TEXT NOT NULL,
        opened TEXT NOT NULL
    );
    CREATE INDEX tournament_current ON tournament (id) WHERE NOT (stage = 'over');
    CREATE INDEX tournament_running ON tournament (id) WHERE stage = 'running';
    CREATE INDEX tournament_over ON tournament (id) WHERE (stage = 'over');
    CREATE INDEX tournament_owner ON tournament (owner) WHERE NOT (stage = 'over');
    CREATE TABLE tournament_entry (
        tournament INTEGER NOT NULL REFERENCES tournament ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (tournament, seq)
    ) WITHOUT ROWID;
    CREATE TABLE tournament_player (
        tournament INTEGER NOT NULL REFERENCES tournament ON DELETE CASCADE,
        person INTEGER NOT NULL,
        PRIMARY KEY (tournament, person)
    ) WITHOUT ROWID;
    CREATE INDEX tournament_player_person ON tournament_player (person);
    """,
)
"""Each migrates a database to the next version; a released one never changes."""


def lock_folder(path: Path) -> sqlite3.Connection:
    """Lock a folder for this process; the system releases the lock when the process ends, however it ends."""
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.2)
    try:
        lock.execute("PRAGMA locking_mode = EXCLUSIVE")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        raise StoreError(
            "store/busy", f"another server uses {path.parent}", parameters={"folder": str(path.parent)}
        ) from error
    return lock


def open_database(path: Path) -> sqlite3.Connection:
    """Open a database and run the migrations that it lacks."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        connection.close()
        raise StoreError(
            "store/version",
            f"{path} was written by a newer parlour (version {version})",
            parameters={"path": str(path), "version": version},
        )
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {migration} PRAGMA user_version = {number}; COMMIT;")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what was deleted before a crash is gone from the log too
    return connection


def store_error(error: Exception) -> StoreError:
    """An error of the database under a stable code."""
    text = str(error)
    match error:
        case StoreError():
            return error
        case sqlite3.IntegrityError():
            return ConflictError("store/conflict", text)
        case sqlite3.OperationalError() if "full" in text:
            return StoreError("store/full", "the disk is full")
        case sqlite3.OperationalError() if "locked" in text or "busy" in text:
            return StoreError("store/busy", "the database is locked by another process")
        case msgspec.MsgspecError() | sqlite3.DatabaseError() if not isinstance(error, sqlite3.OperationalError):
            return StoreError("store/corrupt", f"the database is damaged: {text}", parameters={"error": text})
        case _:
            return StoreError("store/broken", text)
