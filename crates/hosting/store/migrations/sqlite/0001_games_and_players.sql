-- A game in short. `summary` holds, as JSON, what changes rarely; the rest is told by the last record.
CREATE TABLE games (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game    TEXT    NOT NULL UNIQUE,
    is_live INTEGER NOT NULL,
    summary TEXT    NOT NULL
);

-- The lobby looks only at these, however many games have ended.
CREATE INDEX live_games ON games (number) WHERE is_live = 1;

-- What happened, in the order in which it was stored, whichever game it belongs to: new records of many
-- games lie next to each other, so that a commit writes few pages. A record knows the one before it in
-- its game, and `heads` knows the last one.
CREATE TABLE records (
    id        INTEGER PRIMARY KEY,
    before    INTEGER,
    seq       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    n_actions INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    hash      BLOB    NOT NULL
);

-- Apart from `games`, because it changes with every record and its rows are small.
CREATE TABLE heads (
    number INTEGER PRIMARY KEY,
    last   INTEGER NOT NULL
);

-- Whose games are whose, newest last.
CREATE TABLE seats (
    player TEXT    NOT NULL,
    number INTEGER NOT NULL,
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
