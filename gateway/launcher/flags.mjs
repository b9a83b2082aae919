// The one table of start flags. Help, parsing, environment and docs/configuration.md derive from it.

/**
 * @typedef {'text' | 'port' | 'count' | 'switch' | 'path' | 'url' | 'level' | 'duration'} FlagKind
 * @typedef {object} Flag
 * @property {string} name without the dashes
 * @property {FlagKind} kind
 * @property {string} [value] what stands for the value in the help
 * @property {string} [file] key of gateway.yaml that says the same
 * @property {string} [fallback] the default, in words
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
    help: 'port to listen on; 0 takes a free one',
  },
  host: {
    name: 'host',
    kind: 'text',
    value: 'HOST',
    file: 'listen.host',
    fallback: '127.0.0.1',
    help: 'address to listen on; beyond loopback it needs TLS or --trust-proxy',
  },
  dataDir: {
    name: 'data-dir',
    kind: 'path',
    value: 'DIR',
    fallback: 'data beside the project',
    help: 'where database, recordings and gateway.yaml live',
  },
  config: {
    name: 'config',
    kind: 'path',
    value: 'FILE',
    fallback: 'gateway.yaml in the data directory, if there',
    help: 'configuration file',
  },
  cluster: {
    name: 'cluster',
    kind: 'url',
    value: 'URL',
    help: 'put the console before an existing cluster: address of its proxy',
  },
  insecure: { name: 'insecure', kind: 'switch', help: "with --cluster: accept the proxy's certificate unchecked" },
  proxyProtocol: {
    name: 'proxy-protocol',
    kind: 'switch',
    help: "with --cluster: tell the cluster each client's address; its proxy has to read the PROXY protocol",
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
    help: 'a reverse proxy in front ends TLS and sets X-Forwarded-For, -Proto and -Host',
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
  nodes: { name: 'nodes', kind: 'count', value: 'N', fallback: '1000', help: 'servers to have in the inventory' },
  users: { name: 'users', kind: 'count', value: 'N', fallback: '0', help: 'users to have beside the real ones' },
  roles: { name: 'roles', kind: 'count', value: 'N', fallback: '0', help: 'roles to have beside the real ones' },
  apps: { name: 'apps', kind: 'count', value: 'N', fallback: '0', help: 'applications to have in the inventory' },
  databases: { name: 'databases', kind: 'count', value: 'N', fallback: '0', help: 'databases to have in it' },
  kubernetes: {
    name: 'kubernetes',
    kind: 'count',
    value: 'N',
    fallback: '0',
    help: 'Kubernetes clusters to have in it',
  },
  desktops: { name: 'desktops', kind: 'count', value: 'N', fallback: '0', help: 'desktops to have in it' },
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
  user: { name: 'user', kind: 'text', value: 'NAME', help: 'whom to sign in as; needed' },
  out: {
    name: 'out',
    kind: 'path',
    value: 'DIR',
    fallback: '~/.postern/HOST/NAME',
    help: 'where key and certificates are written',
  },
  ttl: {
    name: 'ttl',
    kind: 'duration',
    value: 'TIME',
    fallback: '12h',
    help: 'how long the certificates are good, like 30m or 1h30m; the server and roles may say less',
  },
  insecure: { name: 'insecure', kind: 'switch', help: "accept the server's TLS certificate unchecked" },
});

/**
 * @typedef {{ text: string, port: number, count: number, switch: boolean, path: string, url: URL, level: typeof LOG_LEVELS[number], duration: number }} ValueOf
 * `duration` is in milliseconds.
 */
/**
 * What was given, by flag or by environment; absent where nothing was.
 * @template {Record<string, Flag>} F
 * @typedef {{ -readonly [K in keyof F]?: ValueOf[F[K]['kind']] }} Options
 */
/** @typedef {Options<typeof START_FLAGS>} StartOptions */
/** @typedef {Options<typeof SEED_FLAGS>} SeedOptions */

/** @param {Flag} flag */
export const envName = (flag) => `POSTERN_${flag.name.toUpperCase().replaceAll('-', '_')}`;
