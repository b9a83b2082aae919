import type { SecondFactor } from '../../src/wire/config.ts';
import type { InventoryKind } from './settings.ts';

/** The content of `gateway.yaml`. `gateway.schema.json` describes the same for the validator. */
export type FileConfig = {
  cluster_name?: string;
  public_url?: string;
  listen?: { host?: string; port?: number; tls?: { cert: string; key: string }; trust_proxy?: boolean };
  auth?: {
    second_factor?: SecondFactor;
    passwordless?: boolean;
    motd?: string;
    local?: boolean;
    connector?: string;
    idle_timeout?: string;
    recovery_codes?: boolean;
    certificate_ttl?: string;
    password_min?: number;
  };
  alerts?: { name: string; message: string; severity?: 'low' | 'medium' | 'high'; link?: string; expires?: string }[];
  admin?: { name?: string; logins?: string[] };
  node?: false | FileNode;
  inventory?: FileInventoryItem[];
  ssh?: FileSsh & {
    any_host?: boolean;
    source_addresses?: readonly string[];
    tunnel_listen?: string;
    tunnel_public_addr?: string;
  };
  recordings?: { retention?: string; search?: { size?: string; retention?: string } };
  audit?: { retention?: string };
  ui?: { scrollback_lines?: number };
  integrations?: { aws?: { sts_endpoint?: string; rds_endpoint?: string } };
  assist?: {
    enabled?: boolean;
    base_url?: string;
    model?: string;
    api_key_file?: string;
    timeout?: string;
    max_output_tokens?: number;
    messages_per_minute?: number;
    messages_per_day?: number;
    tokens_per_day?: number;
    retention?: string;
  };
};

export type FileNode = {
  name?: string;
  labels?: Record<string, string>;
  commands?: Record<string, { command: string[]; period?: string }>;
  own_account?: boolean;
};

export type FileInventoryItem = {
  kind: InventoryKind;
  version?: string;
  sub_kind?: string;
  metadata?: { name?: string; description?: string; labels?: Record<string, string>; expires?: string };
  spec?: Record<string, unknown>;
  connect?: FileSsh & {
    vnc?: { password_file?: string; user?: string; tls_authority_file?: string };
    rdp?: { user: string; password_file: string; domain?: string; fingerprint?: string };
    dump_headers?: boolean;
  } & FileVia &
    FileDatabase & { kubeconfig?: string; context?: string };
};

/** A jump server of the inventory. */
export type FileVia = { via?: string; via_login?: string };

export type FileDatabase = {
  user_map?: Record<string, FileDatabaseAccount>;
  password_file?: string;
  tls?: {
    mode?: 'disable' | 'insecure' | 'verify-ca' | 'verify-full';
    ca_file?: string;
    cert_file?: string;
    key_file?: string;
    server_name?: string;
  };
};

type FileDatabaseAccount = { user?: string; password_file?: string; cert_file?: string; key_file?: string };

export type FileSshTrust = {
  identity_file?: string;
  passphrase_file?: string;
  passphrase_env?: string;
  agent?: boolean;
  known_hosts?: string;
  check_host_key?: boolean;
};

export type FileSsh = FileSshTrust & {
  connect_timeout?: string;
  keepalive?: { interval?: string; count?: number };
  jump?: (FileSshTrust & { host: string; user?: string })[];
};
