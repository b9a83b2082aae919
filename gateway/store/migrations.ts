// The schema, step by step. Never edit a released step: add a new one.
import { CONVERSATIONS } from './conversationSchema.ts';
import type { Database } from './database.ts';
import { CONNECT_REVISIONS, CONNECT_SETTINGS, JOINED_HOST_KEYS, REVERSE_TUNNELS } from './reachSchema.ts';
import { StoreError } from './storeError.ts';

export const STEPS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE users (
    name TEXT PRIMARY KEY,
    roles TEXT NOT NULL,             -- JSON: names
    traits TEXT NOT NULL,            -- JSON: trait name -> values
    auth_type TEXT NOT NULL,
    password_hash TEXT,              -- argon2id; NULL until an invitation has been completed
    created_by TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE roles (
    name TEXT PRIMARY KEY,
    content TEXT NOT NULL,           -- YAML as its author wrote it
    document TEXT NOT NULL,          -- the same as JSON
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,              -- totp
    secret TEXT NOT NULL,            -- base32; checking a code needs it as it is
    last_step INTEGER NOT NULL,      -- newest period a code was accepted for
    added_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL,
    UNIQUE (user, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE user_tokens (
    id_hash TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    kind TEXT NOT NULL,
    totp_secret TEXT,                -- of the device that is being added
    expires_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX user_tokens_user ON user_tokens (user);

  CREATE TABLE web_sessions (
    sid_hash TEXT PRIMARY KEY,
    login_id TEXT NOT NULL,          -- the same for a session and all its renewals
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    login_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    bearer_hash TEXT NOT NULL UNIQUE,
    bearer_expires_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX web_sessions_login ON web_sessions (login_id);
  CREATE INDEX web_sessions_user ON web_sessions (user);
  CREATE INDEX web_sessions_expires ON web_sessions (expires_ms);

  CREATE TABLE lockouts (
    user TEXT PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    failures INTEGER NOT NULL,
    last_failure_ms INTEGER NOT NULL,
    locked_until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    time_ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_time ON events (time_ms, id);
  CREATE INDEX events_event ON events (event, time_ms, id);

  -- Labels are kept once per distinct set: access is decided per set, and queries look at the set's rows.
  CREATE TABLE label_sets (id INTEGER PRIMARY KEY AUTOINCREMENT, labels TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE label_values (
    label_set INTEGER NOT NULL REFERENCES label_sets ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (label_set, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE inventory (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,               -- pagination key, unique per kind
    name TEXT NOT NULL,              -- what the predicate language calls the name: a node's hostname
    address TEXT NOT NULL,
    description TEXT NOT NULL,
    public_address TEXT NOT NULL,
    type TEXT NOT NULL,
    origin TEXT NOT NULL,            -- config-file, dynamic, self
    label_set INTEGER NOT NULL REFERENCES label_sets,
    search TEXT NOT NULL,            -- lower-case search values
    document TEXT NOT NULL,          -- JSON of the resource
    connect TEXT NOT NULL,           -- JSON: how the gateway reaches it
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX inventory_name ON inventory (kind, name, key);
  CREATE INDEX inventory_label_set ON inventory (label_set);

  CREATE TABLE alerts (
    name TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    expires_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Lists by name, with labels: neither counting nor skipping rows reads a document.
  DROP INDEX inventory_name;
  CREATE INDEX inventory_name ON inventory (kind, name, key, label_set);
  CREATE INDEX label_values_value ON label_values (name, value);
  `,
  `
  -- Second factors of two kinds; what only one of them has is NULL for the other.
  CREATE TABLE new_devices (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,              -- totp, webauthn
    secret TEXT,                     -- totp: base32; checking a code needs it as it is
    last_step INTEGER,               -- totp: newest period a code was accepted for
    credential_id TEXT UNIQUE,       -- webauthn: base64url
    public_key TEXT,                 -- webauthn: base64url of the COSE key
    sign_count INTEGER,              -- webauthn: the authenticator's own counter
    passkey INTEGER,                 -- webauthn: 1 where it signs in without a password
    added_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL,
    UNIQUE (user, name)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_devices (id, user, name, kind, secret, last_step, added_ms, used_ms)
    SELECT id, user, name, kind, secret, last_step, added_ms, used_ms FROM devices;
  DROP TABLE devices;
  ALTER TABLE new_devices RENAME TO devices;

  -- Counted for every name that is given, also where there is no such user. Locks end with this step.
  DROP TABLE lockouts;
  CREATE TABLE lockouts (
    user_hash TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_failure_ms INTEGER NOT NULL,
    locked_until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lockouts_last_failure ON lockouts (last_failure_ms);

  ALTER TABLE users ADD COLUMN handle TEXT;       -- what passkeys know the user by; NULL until the first key
  ALTER TABLE users ADD COLUMN identity TEXT;     -- JSON of who an identity provider says the user is; NULL for local ones
  ALTER TABLE users ADD COLUMN expires_ms INTEGER;
  CREATE UNIQUE INDEX users_handle ON users (handle);

  -- Single-use codes that open an account whose password or second factor is lost.
  CREATE TABLE recovery_codes (
    code_hash TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    created_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recovery_codes_user ON recovery_codes (user);

  CREATE TABLE connectors (
    kind TEXT NOT NULL,              -- github, oidc
    name TEXT NOT NULL,
    content TEXT NOT NULL,           -- YAML as its author wrote it
    document TEXT NOT NULL,          -- the same as JSON
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;

  -- What the console reports of its use.
  CREATE TABLE usage_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time_ms INTEGER NOT NULL,
    user TEXT NOT NULL,
    event TEXT NOT NULL,
    document TEXT NOT NULL           -- JSON: what came with it
  ) STRICT;
  `,
  `
  -- Everything that is edited as text.
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,           -- YAML as its author wrote it
    document TEXT NOT NULL,          -- the same as JSON
    revision INTEGER NOT NULL,       -- of the write that made it so
    created_by TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;

  -- Every write of a document that can be edited as text.
  CREATE TABLE revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    author TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    content TEXT                     -- NULL: removed
  ) STRICT;
  CREATE INDEX revisions_document ON revisions (kind, name, id);

  -- The second factor or passkey of the sign-in, for locks; of earlier sign-ins it is not known.
  ALTER TABLE web_sessions ADD COLUMN mfa_device TEXT;

  -- What the tables before knew of a document is its first revision; who wrote it, they did not know.
  CREATE TABLE moved (kind TEXT, name TEXT, content TEXT, document TEXT, created_ms INTEGER, updated_ms INTEGER) STRICT;
  INSERT INTO moved SELECT 'role', name, content, document, created_ms, updated_ms FROM roles;
  INSERT INTO moved SELECT kind, name, content, document, created_ms, updated_ms FROM connectors;
  INSERT INTO revisions (kind, name, author, time_ms, content)
    SELECT kind, name, 'system', updated_ms, content FROM moved ORDER BY updated_ms;
  INSERT INTO documents
    SELECT m.kind, m.name, m.content, m.document, r.id, 'system', m.created_ms, m.updated_ms, NULL
    FROM moved m JOIN revisions r ON r.kind = m.kind AND r.name = m.name;
  DROP TABLE moved;
  DROP TABLE roles;
  DROP TABLE connectors;
  `,
  `
  -- Which document ends next is asked after every write.
  CREATE INDEX documents_expires ON documents (expires_ms) WHERE expires_ms IS NOT NULL;
  `,
  `
  -- One TLS authority signed for people and was what databases were told to trust. It stays the databases' own; people
  -- and hosts get new ones at their first use, so that no certificate of a person is good for a database any more.
  UPDATE settings SET name = 'authority_tls_db' WHERE name = 'authority_tls';
  `,
  `
  -- What the list of somebody's web sessions shows; of sessions before this step it is not known.
  ALTER TABLE web_sessions ADD COLUMN issued_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE web_sessions ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;  -- last activity, as of the issue
  ALTER TABLE web_sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
  ALTER TABLE web_sessions ADD COLUMN client TEXT NOT NULL DEFAULT '';     -- 'Firefox on Linux'
  ALTER TABLE web_sessions ADD COLUMN method TEXT NOT NULL DEFAULT '';
  UPDATE web_sessions SET issued_ms = login_ms, seen_ms = login_ms;
  `,
  `
  -- What people noted about recordings.
  CREATE TABLE recording_reviews (
    sid TEXT PRIMARY KEY,
    reviewed INTEGER NOT NULL,
    note TEXT NOT NULL,
    author TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    event_uid TEXT NOT NULL          -- of the event that ends the session and lists the recording
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recording_reviews_ended ON recording_reviews (ended_ms);
  `,
  `
  -- What audit events are told apart by, as src/wire/audit reads it out of their document; empty where it says nothing.
  ALTER TABLE events ADD COLUMN code TEXT NOT NULL DEFAULT '';
  ALTER TABLE events ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE events ADD COLUMN actor TEXT NOT NULL DEFAULT '';
  ALTER TABLE events ADD COLUMN resource TEXT NOT NULL DEFAULT '';
  ALTER TABLE events ADD COLUMN address TEXT NOT NULL DEFAULT '';
  ALTER TABLE events ADD COLUMN session TEXT NOT NULL DEFAULT '';
  UPDATE events SET
    code = coalesce(json_extract(document, '$.code'), ''),
    failed = coalesce(json_extract(document, '$.code'), '') GLOB '*[WE]',
    actor = coalesce(
      nullif(json_extract(document, '$.user'), ''), nullif(json_extract(document, '$.updated_by'), ''),
      json_extract(document, '$.identity.user'), ''
    ),
    resource = coalesce(
      nullif(json_extract(document, '$.server_hostname'), ''), nullif(json_extract(document, '$.db_service'), ''),
      nullif(json_extract(document, '$.server_addr'), ''), nullif(json_extract(document, '$."addr.local"'), ''),
      json_extract(document, '$.server_id'), ''
    ),
    address = coalesce(json_extract(document, '$."addr.remote"'), ''),
    session = coalesce(json_extract(document, '$.sid'), '');
  UPDATE events SET address = rtrim(rtrim(address, '0123456789'), ':') WHERE address GLOB '*:[0-9]*';
  UPDATE events SET address = trim(address, '[]') WHERE address GLOB '*]';
  -- All of them in one index: filters and counts over a span of time never read the documents.
  DROP INDEX events_time;
  CREATE INDEX events_time ON events (time_ms, id, code, failed, actor, resource, address, session);
  `,
  `
  CREATE TABLE joined_hosts (
    node TEXT PRIMARY KEY,
    host_keys TEXT NOT NULL,
    token TEXT NOT NULL,
    joined_ms INTEGER NOT NULL,
    contact_ms INTEGER NOT NULL
  ) STRICT;
  `,
  REVERSE_TUNNELS,
  CONNECT_SETTINGS,
  CONVERSATIONS,
  `
  CREATE TABLE integration_uses (
    name TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    region TEXT NOT NULL,
    error TEXT NOT NULL              -- empty where it succeeded
  ) STRICT, WITHOUT ROWID;
  `,
  CONNECT_REVISIONS,
  JOINED_HOST_KEYS,
];

/** Migrates a database to the newest schema, one transaction per step. A database of a newer gateway is not changed. */
export function migrate(db: Database, steps: readonly string[] = STEPS): void {
  const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > steps.length) {
    throw new StoreError(
      `the database was written by a newer version of this program (schema ${version}, known up to ${steps.length}). Start that version, or choose another data directory`,
    );
  }
  steps.slice(version).forEach((step, i) => {
    db.transaction(() => {
      db.exec(step);
      db.exec(`PRAGMA user_version = ${version + i + 1}`);
    });
  });
}
