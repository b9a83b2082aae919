// Schema migrations (migrations.ts) for the connections to resources.

export const REVERSE_TUNNELS = `
  ALTER TABLE joined_hosts ADD COLUMN tunnel_key TEXT NOT NULL DEFAULT '';     -- public key of its reverse tunnel
  ALTER TABLE joined_hosts ADD COLUMN tunnel_ms INTEGER NOT NULL DEFAULT 0;    -- when the tunnel was last lost
  -- Which servers joined with which token: kept when the token or the server is gone.
  CREATE TABLE token_uses (
    token TEXT NOT NULL,              -- masked, as it may be shown
    node TEXT NOT NULL,
    hostname TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    PRIMARY KEY (token, node)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX token_uses_time ON token_uses (time_ms);
  INSERT INTO token_uses SELECT token, node, '', joined_ms FROM joined_hosts;
`;

export const CONNECT_SETTINGS = `
  -- How resources that were created in the console are reached, with the secrets for it.
  CREATE TABLE connect_settings (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    connect TEXT NOT NULL,           -- JSON
    through TEXT NOT NULL,           -- ID of the server in between, or empty
    aim TEXT NOT NULL,               -- hash of what the secrets were given for
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;
`;

export const CONNECT_REVISIONS = `
  ALTER TABLE connect_settings ADD COLUMN revision TEXT NOT NULL DEFAULT '0';  -- another text after every write
`;

export const JOINED_HOST_KEYS = `
  -- Every host key that a server joined with: a server that was removed may still trust the gateway.
  CREATE TABLE joined_host_keys (
    host_key TEXT NOT NULL,
    node TEXT NOT NULL,
    labels TEXT NOT NULL DEFAULT '',         -- JSON, of a server that was removed
    removed_ms INTEGER NOT NULL DEFAULT 0,   -- 0: the server is there
    PRIMARY KEY (host_key, node)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX joined_host_keys_node ON joined_host_keys (node);
  CREATE INDEX joined_host_keys_removed ON joined_host_keys (removed_ms) WHERE removed_ms > 0;
  INSERT INTO joined_host_keys (host_key, node)
    SELECT DISTINCT value, node FROM joined_hosts, json_each('["' || replace(host_keys, char(10), '","') || '"]');
`;
