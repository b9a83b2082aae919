import type { SecondFactor } from '../../src/wire/config.ts';
import type { HostAddress } from './hostAddress.ts';

/**
 * The settings of the process, resolved from flags, environment, `gateway.yaml` and defaults. All except `config` are
 * fixed for the life of the process. `config` is replaced as a whole on SIGHUP.
 */
export type Settings = {
  /** Absolute. Exists, is writable and locked for this process when the application is created. */
  dataDir: string;
  listen: Listen;
  /** The public origin for browsers, without a trailing slash: `http://localhost:3080`. */
  publicUrl: string;
  logLevel: LogLevel;
  mode: Mode;
  config: GatewayConfig;
};

type Mode = { kind: 'embedded' } | ClusterMode;
/**
 * Relays to the proxy of an existing cluster. `insecure`: its certificate is not checked. `proxyProtocol`: connections
 * to it begin with the client's address.
 */
export type ClusterMode = { kind: 'cluster'; url: URL; insecure: boolean; proxyProtocol?: boolean };

export type Listen = {
  host: string;
  /** Never 0: a free port has already been chosen. */
  port: number;
  /** PEM texts. Absent: plain HTTP. */
  tls?: { cert: string; key: string };
  /** Client address, scheme and host come from the X-Forwarded-* headers. */
  trustProxy: boolean;
};

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** The part of `gateway.yaml` that a running gateway reloads on SIGHUP. */
export type GatewayConfig = {
  clusterName: string;
  auth: AuthConfig;
  /** Keys of `auth` that the file sets. The others can be set in the console. */
  authInFile: readonly AuthKey[];
  sessions: SessionConfig;
  /** Messages of the cluster to users who sign in. */
  alerts: readonly AlertConfig[];
  /** User of the first invite link. */
  admin: { name: string; logins: readonly string[] };
  /** This machine as a server. Absent if the file has `node: false`. */
  node?: ThisNode;
  inventory: readonly InventoryItem[];
  /** Default settings of all servers that use SSH. A server's own `connect` has priority. */
  ssh: SshDefaults;
  /** The SSH endpoint for reverse tunnels. Absent: none. `publicAddress`: the default is the host of the public URL. */
  tunnels?: { listen: HostAddress; publicAddress?: HostAddress };
  /** Without `retentionMs`, recordings are kept forever, and the text of each as long as the recording. */
  recordings: { retentionMs?: number; search: { maxChars: number; retentionMs?: number } };
  /** Without `retentionMs`, audit events are kept forever. */
  audit: { retentionMs?: number };
  /** Lines of output that a terminal keeps above its screen. Absent: the console's default. */
  scrollbackLines?: number;
  /** Origins that replace the default AWS addresses. */
  integrations: { aws: { sts?: string; rds?: string } };
  assist: AssistConfig;
};

export type AssistConfig = {
  enabled: boolean;
  /** Absent: the built-in planner answers. */
  model?: ModelConfig;
  /** Limit of messages of one user. */
  messagesPerMinute: number;
  /** Limits of one user for answers of the model, in one day (UTC). */
  messagesPerDay: number;
  tokensPerDay: number;
  /** Absent: conversations are kept forever. */
  retentionMs?: number;
};

/** An OpenAI-compatible API. `timeoutMs`: the longest silence. */
export type ModelConfig = {
  baseUrl: string;
  model: string;
  apiKey?: string;
  timeoutMs: number;
  maxOutputTokens: number;
};

/** Keys of `auth` in gateway.yaml that have priority over the console's settings. */
export const AUTH_KEYS = [
  'second_factor',
  'passwordless',
  'motd',
  'local',
  'connector',
  'idle_timeout',
  'recovery_codes',
  'password_min',
] as const;
export type AuthKey = (typeof AUTH_KEYS)[number];

/** Settings of all sessions, besides those of roles. */
export type SessionConfig = {
  recorded: boolean;
  /** A terminal without input ends after this time; 0: only if a role sets a limit. */
  idleTimeoutMs: number;
  /** The message in a terminal that ends for this reason; '': the gateway's default. */
  idleMessage: string;
  /** Terminals end when their sign-in ends. */
  endWithSignIn: boolean;
  /** Each session requires a second factor. */
  factorEach: boolean;
};

export type AuthConfig = {
  secondFactor: SecondFactor;
  passwordless: boolean;
  /** Command lines without a certificate may ask for approval in the browser. */
  headless: boolean;
  motd: string;
  /** Allows passwords and passkeys. Without them users can sign in only through identity providers. */
  local: boolean;
  /** The first choice on the login page: `local`, `passwordless`, or the name of a connector. */
  connector: string;
  /** A web session ends after this time without activity; 0: never. */
  idleTimeoutMs: number;
  /** Whether a user who sets up an account with a second factor gets recovery codes. */
  recoveryCodes: boolean;
  /** The longest lifetime of a command line's certificate. Roles can shorten it. */
  certificateTtlMs: number;
  /** Minimum length of a new password. */
  passwordMin: number;
};

/** `severity` is a number of the wire: 0 low, 5 medium, 10 high (http-auth §11.3). */
export type AlertConfig = { name: string; message: string; severity: number; link?: string; expires?: string };

export type ThisNode = {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** Labels whose values are the output of a command, which runs again every period. */
  commands: Readonly<Record<string, { command: readonly string[]; periodMs: number }>>;
  /** Whether users may log in as the account that the gateway runs as. */
  ownAccount: boolean;
};

/** Kinds of resource documents in the inventory. */
export type InventoryKind =
  'node' | 'app' | 'db' | 'kube_cluster' | 'windows_desktop' | 'db_service' | 'windows_desktop_service' | 'user_group';

/** A resource document (resource-specs §0.2), validated by the rules of its kind. */
export type ResourceDocument = {
  kind: InventoryKind;
  version: string;
  sub_kind?: string;
  metadata: { name: string; description?: string; labels?: Record<string, string>; expires?: string };
  spec: Record<string, unknown>;
};

export type InventoryItem = { document: ResourceDocument; connect: Connect };

/** How the gateway connects to the resource. Paths are absolute (`~` and the file's directory are resolved). */
export type Connect =
  | { via: 'default' }
  | ({ via: 'ssh' } & SshConnect)
  | ({ via: 'vnc' } & VncConnect)
  | ({ via: 'rdp' } & RdpConnect)
  | { via: 'app'; through?: ThroughServer }
  | ({ via: 'database' } & DatabaseConnect)
  | ({ via: 'kubernetes' } & KubernetesConnect)
  /** No server: the gateway answers with the request that it would forward. */
  | { via: 'dump-headers' };

/**
 * A text that is a file (absolute path) in gateway.yaml and a value in the console. `elsewhere`: a secret that was
 * entered in the console for another address and must not be used (gateway/config/textSource.ts reads all three).
 */
export type TextSource = { file: string } | { text: string } | { elsewhere: true };

/**
 * How the gateway signs in to a VNC server. `user`: its account there, if the server requires one. Without
 * `tlsAuthority` (PEM) the certificate of the server is not checked.
 */
type VncConnect = { password?: TextSource; user?: string; tlsAuthority?: TextSource; through?: ThroughServer };

/**
 * How the gateway signs in over RDP. `domain`: the default is that of the document. `fingerprint`: SHA-256 of the
 * server's certificate, lower-case hex. Without it, the system has to trust the certificate.
 */
type RdpConnect = {
  user: string;
  password: TextSource;
  domain?: string;
  fingerprint?: string;
  through?: ThroughServer;
};

/**
 * A jump server of the inventory: its hostname or id. `login`: the gateway's account there. `elsewhere`: it was set in
 * the console for another address, so it is not used.
 */
export type ThroughServer = { server: string; login: string; elsewhere?: true };

/** How the gateway signs in to a database. Without `userMap` the database user of the roles is the account. */
export type DatabaseConnect = {
  userMap?: Readonly<Record<string, DatabaseAccount>>;
  /** For accounts that are not in `userMap`. */
  password?: TextSource;
  tls?: DatabaseTls;
  through?: ThroughServer;
};

/** `user`: the account on the server. */
export type DatabaseAccount = { user: string; password?: TextSource; cert?: TextSource; key?: TextSource };

/** Missing values come from the document. */
type DatabaseTls = {
  mode?: DatabaseTlsMode;
  ca?: TextSource;
  cert?: TextSource;
  key?: TextSource;
  serverName?: string;
};
export type DatabaseTlsMode = 'disable' | 'insecure' | 'verify-ca' | 'verify-full';

/** Without `kubeconfig` the document has the credentials. */
export type KubernetesConnect = { kubeconfig?: TextSource; context?: string; through?: ThroughServer };

/** How the gateway signs in to an SSH server. Missing values come from the defaults (gateway/ssh/route.ts). */
export type SshConnect = SshTrust & {
  /** Time limit until the connection is open, for each host of the route. */
  connectTimeoutMs?: number;
  keepalive?: SshKeepalive;
  /** Jump hosts, in order. */
  jump?: readonly SshJump[];
  /**
   * The host joined with a token: it trusts certificates, and these are its keys. No other sign-in is tried. `tunnel`:
   * it is reached only through its reverse tunnel.
   */
  joined?: { node: string; hostKeys: readonly string[]; tunnel?: true };
};

/** The gateway's identity, and the host keys that it trusts. */
export type SshTrust = {
  identity?: SshIdentity;
  /** Whether the agent at SSH_AUTH_SOCK is used. */
  agent?: boolean;
  knownHosts?: string;
  /** False: any host key is accepted. */
  checkHostKey?: boolean;
};

/** A private key. `passphrase`: a file that contains it, or the name of an environment variable. */
export type SshIdentity = { file: string; passphrase?: { file: string } | { env: string } };

/** A host that does not answer `count` keepalives in a row counts as lost. */
export type SshKeepalive = { intervalMs: number; count: number };

/** Without `user`, the login that the user chose. */
type SshJump = SshTrust & { host: string; port: number; user?: string };

/** `anyHost`: users may connect by name to hosts outside the inventory (streams §3.1). */
export type SshDefaults = SshConnect & {
  anyHost: boolean;
  /**
   * The addresses from which hosts see the gateway (CIDR). Absent: its own address. Empty: certificates are not bound
   * to one.
   */
  sourceAddresses?: readonly string[];
};
