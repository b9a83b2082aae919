/** A step of the schema (migrations.ts). */
export const CONVERSATIONS = `
  -- Conversations with Assist: each belongs to one user and goes with the account.
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    title TEXT NOT NULL DEFAULT '',
    created_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL,
    messages INTEGER NOT NULL DEFAULT 0,
    chars INTEGER NOT NULL DEFAULT 0   -- of all payloads and contexts
  ) STRICT;
  CREATE INDEX conversations_user ON conversations (user, created_ms);
  CREATE INDEX conversations_changed ON conversations (changed_ms);
  CREATE TABLE conversation_messages (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    type TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    payload TEXT NOT NULL,
    context TEXT                       -- JSON of what the user attached; NULL: nothing
  ) STRICT;
  CREATE INDEX conversation_messages_conversation ON conversation_messages (conversation, id);
  -- What each user has had of the model on one day (UTC).
  CREATE TABLE assist_usage (
    user TEXT PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    day TEXT NOT NULL,
    messages INTEGER NOT NULL,
    tokens INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
