import type { SecondFactor } from '../../src/wire/config.ts';
import type { HostAddress } from './hostAddress.ts';

/**
 * What the process was told, resolved from flags, environment, `gateway.yaml` and defaults.
 * Everything but `config` holds for the life of the process; `config` is replaced as a whole on SIGHUP.
 */
export type Settings = {
  /** Absolute; exists, is writable and locked for this process when the application is created. */
  dataDir: string;
  listen: Listen;
  /** Origin that browsers are told, without a trailing slash: `http://localhost:3080`. */
  publicUrl: string;
  logLevel: LogLevel;
  mode: Mode;
  config: GatewayConfig;
};

type Mode = { kind: 'embedded' } | ClusterMode;
/**
 * Relays to the proxy of an existing cluster. `insecure`: its certificate is not checked. `proxyProtocol`: connections to
 * it begin with the client's address.
 */
export type ClusterMode = { kind: 'cluster'; url: URL; insecure: boolean; proxyProtocol?: boolean };

export type Listen = {
  host: string;
  /** Never 0: a free port has been chosen by then. */
  port: number;
  /** PEM texts. Absent: plain HTTP. */
  tls?: { cert: string; key: string };
  /** Client address, scheme and host are taken from the X-Forwarded-* headers. */
  trustProxy: boolean;
};

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** The part of `gateway.yaml` that a running gateway takes over on SIGHUP. */
export type GatewayConfig = {
  clusterName: string;
  auth: AuthConfig;
  /** Keys of `auth` that the file gives; the others may be set in the console. */
  authInFile: readonly AuthKey[];
  sessions: SessionConfig;
  /** Messages of the cluster to whoever signs in. */
  alerts: readonly AlertConfig[];
  /** User of the first invite link. */
  admin: { name: string; logins: readonly string[] };
  /** This machine as a server; absent when the file says `node: false`. */
  node?: ThisNode;
  inventory: readonly InventoryItem[];
  /** Settings of all servers that are reached over SSH, where its own `connect` says nothing else. */
  ssh: SshDefaults;
  /** The SSH endpoint for reverse tunnels; absent: there is none. `publicAddress`: absent, the host of the public URL. */
  tunnels?: { listen: HostAddress; publicAddress?: HostAddress };
  /** Absent `retentionMs`: recordings are kept for ever, and the text of each as long as the recording. */
  recordings: { retentionMs?: number; search: { maxChars: number; retentionMs?: number } };
  /** Absent: audit events are kept for ever. */
  audit: { retentionMs?: number };
  /** Where AWS is asked instead of at its own addresses: origins. */
  integrations: { aws: { sts?: string; rds?: string } };
  assist: AssistConfig;
};

export type AssistConfig = {
  enabled: boolean;
  /** Absent: the built-in planner answers. */
  model?: ModelConfig;
  /** Messages of one user. */
  messagesPerMinute: number;
  /** Of one user, answered by the model, in one day (UTC). */
  messagesPerDay: number;
  tokensPerDay: number;
  /** Absent: conversations are kept for ever. */
  retentionMs?: number;
};

/** An OpenAI-compatible API. `timeoutMs`: how long it may send nothing. */
export type ModelConfig = {
  baseUrl: string;
  model: string;
  apiKey?: string;
  timeoutMs: number;
  maxOutputTokens: number;
};

/** Keys of `auth` in gateway.yaml that win over what the console sets. */
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

/** What holds for every session, beside what roles say. */
export type SessionConfig = {
  recorded: boolean;
  /** A terminal without a key for this long ends; 0: only where a role says so. */
  idleTimeoutMs: number;
  /** Said in a terminal that ends for it; '': the gateway's own words. */
  idleMessage: string;
  /** Terminals end when their sign-in ends. */
  endWithSignIn: boolean;
  /** A second factor is asked for each session. */
  factorEach: boolean;
};

export type AuthConfig = {
  secondFactor: SecondFactor;
  passwordless: boolean;
  /** Command lines without a key of their own may ask for approval in the browser. */
  headless: boolean;
  motd: string;
  /** Passwords and passkeys; without them only identity providers let anybody in. */
  local: boolean;
  /** What the login page offers first: `local`, `passwordless`, or the name of a connector. */
  connector: string;
  /** A web session without activity ends after this long; 0: never. */
  idleTimeoutMs: number;
  /** Whether whoever sets up an account with a second factor gets recovery codes. */
  recoveryCodes: boolean;
  /** The longest that a certificate for a command line lives; roles may say less. */
  certificateTtlMs: number;
  /** Characters of a new password. */
  passwordMin: number;
};

/** `severity` in the wire's numbers: 0 low, 5 medium, 10 high (http-auth §11.3). */
export type AlertConfig = { name: string; message: string; severity: number; link?: string; expires?: string };

export type ThisNode = {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** Labels whose values a command prints, run anew every period. */
  commands: Readonly<Record<string, { command: readonly string[]; periodMs: number }>>;
  /** Whether people may log in as the account that the gateway runs as. */
  ownAccount: boolean;
};

/** Kinds of resource documents that the inventory may hold. */
export type InventoryKind =
  'node' | 'app' | 'db' | 'kube_cluster' | 'windows_desktop' | 'db_service' | 'windows_desktop_service' | 'user_group';

/** A resource document (resource-specs §0.2), checked against its kind's rules. */
export type ResourceDocument = {
  kind: InventoryKind;
  version: string;
  sub_kind?: string;
  metadata: { name: string; description?: string; labels?: Record<string, string>; expires?: string };
  spec: Record<string, unknown>;
};

export type InventoryItem = { document: ResourceDocument; connect: Connect };

/** How the gateway reaches the thing. Paths are absolute (`~` and the file's directory are resolved). */
export type Connect =
  | { via: 'default' }
  | ({ via: 'ssh' } & SshConnect)
  | ({ via: 'vnc' } & VncConnect)
  | ({ via: 'rdp' } & RdpConnect)
  | { via: 'app'; through?: ThroughServer }
  | ({ via: 'database' } & DatabaseConnect)
  | ({ via: 'kubernetes' } & KubernetesConnect)
  /** No server behind it: the gateway answers with the request that it would forward. */
  | { via: 'dump-headers' };

/**
 * A text that gateway.yaml has as a file (absolute path) and the console as a value. `elsewhere`: a secret of the console
 * that was given for another address and must not be used (gateway/config/textSource.ts reads all three).
 */
export type TextSource = { file: string } | { text: string } | { elsewhere: true };

/**
 * How the gateway gets into a VNC server. `user`: its account there, where the server asks for one. Without
 * `tlsAuthority` (PEM) the certificate of the server is not checked.
 */
type VncConnect = { password?: TextSource; user?: string; tlsAuthority?: TextSource; through?: ThroughServer };

/**
 * How the gateway signs in over RDP. `domain`: absent, that of the document. `fingerprint`: SHA-256 of the server's
 * certificate, lower-case hex; absent, the system has to trust it.
 */
type RdpConnect = {
  user: string;
  password: TextSource;
  domain?: string;
  fingerprint?: string;
  through?: ThroughServer;
};

/**
 * A server of the inventory in between: its hostname or ID. `login`: the gateway's account there. `elsewhere`: it was set
 * in the console for another address, so nothing is dialled through it.
 */
export type ThroughServer = { server: string; login: string; elsewhere?: true };

/** How the gateway signs in at a database. Without `userMap` the database user of the roles is the account. */
export type DatabaseConnect = {
  userMap?: Readonly<Record<string, DatabaseAccount>>;
  /** For accounts that `userMap` does not name. */
  password?: TextSource;
  tls?: DatabaseTls;
  through?: ThroughServer;
};

/** `user`: the account at the server. */
export type DatabaseAccount = { user: string; password?: TextSource; cert?: TextSource; key?: TextSource };

/** What is absent comes from the document. */
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

/** How the gateway gets into an SSH server. What is absent is looked for among the defaults (gateway/ssh/route.ts). */
export type SshConnect = SshTrust & {
  /** Time for everything up to the open connection, for each host on the way. */
  connectTimeoutMs?: number;
  keepalive?: SshKeepalive;
  /** Jump hosts, in order. */
  jump?: readonly SshJump[];
  /**
   * The host joined with a token: it trusts certificates, and these are its keys. Nothing else is tried there. `tunnel`: it
   * is reached through its reverse tunnel alone.
   */
  joined?: { node: string; hostKeys: readonly string[]; tunnel?: true };
};

/** Whom the gateway shows itself as, and whom it believes. */
export type SshTrust = {
  identity?: SshIdentity;
  /** Whether the agent at SSH_AUTH_SOCK is asked. */
  agent?: boolean;
  knownHosts?: string;
  /** False: any host key is taken. */
  checkHostKey?: boolean;
};

/** A private key. `passphrase`: where it is, a file with it or the name of an environment variable. */
export type SshIdentity = { file: string; passphrase?: { file: string } | { env: string } };

/** A host that does not answer `count` questions in a row is gone. */
export type SshKeepalive = { intervalMs: number; count: number };

/** `user`: absent, the login that the person chose. */
type SshJump = SshTrust & { host: string; port: number; user?: string };

/** `anyHost`: hosts that no server of the inventory has may be asked for by name (streams §3.1). */
export type SshDefaults = SshConnect & {
  anyHost: boolean;
  /** From where hosts see the gateway (CIDR); absent: from its own address. Empty: certificates are not bound to one. */
  sourceAddresses?: readonly string[];
};
