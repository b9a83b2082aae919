// The table of all start flags. Help, parsing, environment and docs/configuration.md derive from it.

/**
 * @typedef {'text' | 'port' | 'count' | 'switch' | 'path' | 'url' | 'level' | 'duration'} FlagKind
 * @typedef {object} Flag
 * @property {string} name without the dashes
 * @property {FlagKind} kind
 * @property {string} [value] placeholder of the value in the help
 * @property {string} [file] the equivalent key of gateway.yaml
 * @property {string} [fallback] the default as text
 * @property {string} help
 */

export const LOG_LEVELS = /** @type {const} */ (['silent', 'error', 'warn', 'info', 'debug']);

/** @satisfies {Record<string, Flag>} */
export const START_FLAGS = /** @type {const} */ ({
  port: {
    name: 'port',
    kind: 'port',
    value: 'PORT',
    file: 'listen.port',
    fallback: '3080',
    help: 'port to listen on (0: any free port)',
  },
  host: {
    name: 'host',
    kind: 'text',
    value: 'HOST',
    file: 'listen.host',
    fallback: '127.0.0.1',
    help: 'address to listen on (TLS or --trust-proxy required unless loopback)',
  },
  dataDir: {
    name: 'data-dir',
    kind: 'path',
    value: 'DIR',
    fallback: 'data in the project directory',
    help: 'directory of the database, recordings and gateway.yaml',
  },
  config: {
    name: 'config',
    kind: 'path',
    value: 'FILE',
    fallback: 'gateway.yaml in the data directory, if it exists',
    help: 'configuration file',
  },
  cluster: {
    name: 'cluster',
    kind: 'url',
    value: 'URL',
    help: 'serve the console for an existing cluster: address of its proxy',
  },
  insecure: {
    name: 'insecure',
    kind: 'switch',
    help: "with --cluster: accept the proxy's certificate without verification",
  },
  proxyProtocol: {
    name: 'proxy-protocol',
    kind: 'switch',
    help: "with --cluster: send each client's address to the cluster (its proxy must read the PROXY protocol)",
  },
  tlsCert: {
    name: 'tls-cert',
    kind: 'path',
    value: 'FILE',
    file: 'listen.tls.cert',
    help: 'certificate chain (PEM) to serve HTTPS with',
  },
  tlsKey: { name: 'tls-key', kind: 'path', value: 'FILE', file: 'listen.tls.key', help: 'its private key (PEM)' },
  trustProxy: {
    name: 'trust-proxy',
    kind: 'switch',
    file: 'listen.trust_proxy',
    help: 'a reverse proxy in front terminates TLS and sets X-Forwarded-For, -Proto and -Host',
  },
  logLevel: {
    name: 'log-level',
    kind: 'level',
    value: 'LEVEL',
    fallback: 'warn on a terminal, else info',
    help: `one of ${LOG_LEVELS.join(', ')}`,
  },
  dev: { name: 'dev', kind: 'switch', help: 'develop: serve the sources, reload on every edit' },
});

/** @satisfies {Record<string, Flag>} */
export const SEED_FLAGS = /** @type {const} */ ({
  nodes: { name: 'nodes', kind: 'count', value: 'N', fallback: '1000', help: 'number of servers in the inventory' },
  users: { name: 'users', kind: 'count', value: 'N', fallback: '0', help: 'number of generated users' },
  roles: { name: 'roles', kind: 'count', value: 'N', fallback: '0', help: 'number of generated roles' },
  events: { name: 'events', kind: 'count', value: 'N', fallback: '0', help: 'number of generated audit events' },
  apps: { name: 'apps', kind: 'count', value: 'N', fallback: '0', help: 'number of applications' },
  databases: { name: 'databases', kind: 'count', value: 'N', fallback: '0', help: 'number of databases' },
  kubernetes: {
    name: 'kubernetes',
    kind: 'count',
    value: 'N',
    fallback: '0',
    help: 'number of Kubernetes clusters',
  },
  desktops: { name: 'desktops', kind: 'count', value: 'N', fallback: '0', help: 'number of desktops' },
  dataDir: START_FLAGS.dataDir,
});

/** @satisfies {Record<string, Flag>} */
export const HEADLESS_LOGIN_FLAGS = /** @type {const} */ ({
  url: {
    name: 'url',
    kind: 'url',
    value: 'URL',
    fallback: 'http://localhost:3080',
    help: 'address of the gateway or of a cluster',
  },
  user: { name: 'user', kind: 'text', value: 'NAME', help: 'user to sign in as (required)' },
  out: {
    name: 'out',
    kind: 'path',
    value: 'DIR',
    fallback: '~/.postern/HOST/NAME',
    help: 'directory for the key and certificates',
  },
  ttl: {
    name: 'ttl',
    kind: 'duration',
    value: 'TIME',
    fallback: '12h',
    help: 'lifetime of the certificates, such as 30m or 1h30m (the server and roles may limit it)',
  },
  insecure: { name: 'insecure', kind: 'switch', help: "accept the server's TLS certificate without verification" },
});

/**
 * @typedef {{ text: string, port: number, count: number, switch: boolean, path: string, url: URL, level: typeof LOG_LEVELS[number], duration: number }} ValueOf
 * `duration` is in milliseconds.
 */
/**
 * The given values, from flags or the environment. Missing ones are absent.
 * @template {Record<string, Flag>} F
 * @typedef {{ -readonly [K in keyof F]?: ValueOf[F[K]['kind']] }} Options
 */
/** @typedef {Options<typeof START_FLAGS>} StartOptions */
/** @typedef {Options<typeof SEED_FLAGS>} SeedOptions */

/** @param {Flag} flag */
export const envName = (flag) => `POSTERN_${flag.name.toUpperCase().replaceAll('-', '_')}`;
