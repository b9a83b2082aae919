// Parses one context of a kubeconfig. The client library is not used: it takes half a second of the event loop to load,
// and would read any file and run any program that a kubeconfig names.
import { at, isObject, textAt, wordOf } from '../../src/lib/json.ts';
import { parseYaml, type ParsedYaml } from '../../src/wire/yaml.ts';
import { KubernetesFault } from './KubernetesFault.ts';

/** PEM texts, or the file that contains them. */
type Pem = { data: Buffer } | { file: string };
export type ExecPlugin = {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  apiVersion: string;
};

export type Kubeconfig = {
  server: URL;
  ca?: Pem;
  cert?: Pem;
  key?: Pem;
  /** False: any certificate is accepted. */
  checksCertificate: boolean;
  /** The name in the certificate, if it differs from the host. */
  serverName?: string;
  token?: string;
  tokenFile?: string;
  basic?: string;
  exec?: ExecPlugin;
};

/** Kubeconfigs are small; long ones, and those of many values or with aliases, would only cost time with each call. */
const MAX_CHARS = 500_000;
const UNTRUSTED = { maxChars: 100_000, maxMarks: 2_000, mark: /[\n,:[{]/, alias: /[\s,[{]\*/ };

/**
 * Throws a KubernetesFault. `isTrusted`: its author may also read files and run programs of the gateway, as for a file
 * that gateway.yaml names. Other kubeconfigs may name neither.
 */
export function parseKubeconfig(text: string, context: string | undefined, isTrusted: boolean): Kubeconfig {
  const { maxChars, maxMarks, mark, alias } = UNTRUSTED;
  const hasMany = !isTrusted && (alias.test(text) || text.split(mark, maxMarks + 1).length > maxMarks);
  if (hasMany || text.length > (isTrusted ? MAX_CHARS : maxChars)) throw unfit('it is too long');
  return toKubeconfig(choose(parseYaml(text), context), isTrusted);
}

type ChosenContext = { cluster: unknown; user: unknown };

function choose(parsed: ParsedYaml, context: string | undefined): ChosenContext {
  if (!parsed.ok) throw unfit(`line ${parsed.line}: ${parsed.message}`);
  const contextName = (context ?? textAt(parsed.value, 'current-context')) || firstName(at(parsed.value, 'contexts'));
  const chosen = named(parsed.value, 'contexts', 'context', contextName);
  const cluster = named(parsed.value, 'clusters', 'cluster', textAt(chosen, 'cluster'));
  const userName = textAt(chosen, 'user');
  return { cluster, user: userName === '' ? {} : named(parsed.value, 'users', 'user', userName) };
}

const CLUSTER_KEYS = ['server', 'certificate-authority-data', 'insecure-skip-tls-verify', 'tls-server-name'];
const USER_KEYS = ['token', 'username', 'password', 'client-certificate-data', 'client-key-data'];

/**
 * Extracts one context of a kubeconfig as a small kubeconfig, which is fast to parse. Throws a KubernetesFault for
 * invalid ones, and for files and programs. It takes the `parsed` text, because parsing a long one would block the
 * event loop.
 */
export function onlyContext(parsed: ParsedYaml, context: string | undefined): string {
  const { cluster, user } = choose(parsed, context);
  toKubeconfig({ cluster, user }, false);
  const some = (of: unknown, keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (wordOf(at(of, key)) === undefined ? [] : [[key, at(of, key)]])));
  const name = context ?? 'default';
  return JSON.stringify({
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: some(cluster, CLUSTER_KEYS) }],
    users: [{ name, user: some(user, USER_KEYS) }],
  });
}

function toKubeconfig({ cluster, user }: ChosenContext, isTrusted: boolean): Kubeconfig {
  if (!isTrusted) refusePrograms(cluster, user);
  if (isObject(at(user, 'auth-provider')))
    throw unfit('auth-provider is not supported. Use exec, a token or a client certificate');
  if (textAt(cluster, 'proxy-url') !== '') throw unfit('proxy-url is not supported. Use connect.via');
  const [ca, cert, key] = [
    pemOf(cluster, 'certificate-authority'),
    pemOf(user, 'client-certificate'),
    pemOf(user, 'client-key'),
  ];
  const [serverName, token, tokenFile] = [
    textAt(cluster, 'tls-server-name'),
    textAt(user, 'token'),
    textAt(user, 'tokenFile'),
  ];
  const [username, password] = [textAt(user, 'username'), textAt(user, 'password')];
  requireSendable(token);
  const exec = at(user, 'exec');
  return {
    server: serverOf(cluster),
    checksCertificate: at(cluster, 'insecure-skip-tls-verify') !== true,
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(serverName && { serverName }),
    ...(token && { token }),
    ...(tokenFile && { tokenFile }),
    ...(username && { basic: `${username}:${password}` }),
    ...(isObject(exec) && { exec: execOf(exec) }),
  };
}

/** Throws a KubernetesFault for a token that cannot be sent in a header, such as one that was pasted with its line break. */
export function requireSendable(token: string): void {
  if (/[^\x20-\x7e]/.test(token)) throw unfit('the token has a line break or a character that no token has');
}

const unfit = (why: string) => new KubernetesFault('connect', `The kubeconfig cannot be used: ${why}.`);

/** Users who may write documents in the console must not use files and programs of the gateway. */
function refusePrograms(cluster: unknown, user: unknown): void {
  const files = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];
  const file = files.find((key) => textAt(key === 'certificate-authority' ? cluster : user, key) !== '');
  if (file !== undefined) throw unfit(`${file} names a file of the gateway. Put the data itself into the kubeconfig`);
  for (const key of ['exec', 'auth-provider'])
    if ((at(user, key) ?? undefined) !== undefined)
      throw unfit(`${key} runs a program on the gateway. Only a kubeconfig file that gateway.yaml names can have it`);
}

function serverOf(cluster: unknown): URL {
  const text = textAt(cluster, 'server');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw unfit('server is not an https address');
  return url;
}

function named(config: unknown, list: string, key: string, name: string): unknown {
  const items = at(config, list);
  const found = (Array.isArray(items) ? (items as unknown[]) : []).find((item) => textAt(item, 'name') === name);
  if (found === undefined) throw unfit(`${list} has no ${JSON.stringify(name)}`);
  return at(found, key) ?? {};
}

const firstName = (items: unknown): string => (Array.isArray(items) ? textAt(items[0], 'name') : '');

function pemOf(of: unknown, key: string): Pem | undefined {
  const data = textAt(of, `${key}-data`);
  if (data !== '') return { data: Buffer.from(data, 'base64') };
  const file = textAt(of, key);
  return file === '' ? undefined : { file };
}

function execOf(exec: unknown): ExecPlugin {
  const list = (key: string): unknown[] => {
    const items = at(exec, key);
    return Array.isArray(items) ? items : [];
  };
  const env = list('env').map((entry) => [textAt(entry, 'name'), textAt(entry, 'value')] as const);
  return {
    command: textAt(exec, 'command'),
    args: list('args').map(String),
    env: Object.fromEntries(env),
    apiVersion: textAt(exec, 'apiVersion') || 'client.authentication.k8s.io/v1',
  };
}
