-- A game in short. `summary` holds, as JSON, what changes rarely; what changes with every record has a
-- column of its own.
CREATE TABLE games (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    game       TEXT    NOT NULL UNIQUE,
    is_live    INTEGER NOT NULL,
    n_records  INTEGER NOT NULL,
    n_actions  INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    head       BLOB    NOT NULL,
    summary    TEXT    NOT NULL
);

-- The lobby looks only at these, however many games have ended.
CREATE INDEX live_games ON games (number) WHERE is_live = 1;

-- What happened in a game. The key is what makes a second writer of the same record lose.
CREATE TABLE records (
    number INTEGER NOT NULL REFERENCES games (number),
    seq    INTEGER NOT NULL,
    text   TEXT    NOT NULL,
    hash   BLOB    NOT NULL,
    PRIMARY KEY (number, seq)
) WITHOUT ROWID;

-- Whose games are whose, newest last.
CREATE TABLE seats (
    player TEXT    NOT NULL,
    number INTEGER NOT NULL REFERENCES games (number),
    PRIMARY KEY (player, number)
) WITHOUT ROWID;

-- Counting rows takes longer the more there are, so numbers that are asked for often are kept.
CREATE TABLE counters (
    name  TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO counters (name, value) VALUES ('finished_games', 0);

-- `folded_name` is the name in small letters.
CREATE TABLE players (
    player        TEXT    PRIMARY KEY,
    created_at    INTEGER NOT NULL,
    name          TEXT,
    folded_name   TEXT    UNIQUE,
    password_hash TEXT
) WITHOUT ROWID;

CREATE TABLE entries (
    space   TEXT NOT NULL,
    key     TEXT NOT NULL,
    value   TEXT NOT NULL,
    expires INTEGER,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;

CREATE INDEX expiring_entries ON entries (expires) WHERE expires IS NOT NULL;
