// The gateway's credentials for the API server, and the trusted certificates. Files are read again each time: a changed
// file takes effect with the next call.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { parseJson, textAt } from '../../src/lib/json.ts';
import { reason } from '../config/files.ts';
import type { Entry } from '../inventory/entry.ts';
import type { TextSource, ThroughServer } from '../config/settings.ts';
import { readSource, SourceError } from '../config/textSource.ts';
import { untilAborted } from '../http/timeLimit.ts';
import { parseKubeconfig, requireSendable, type ExecPlugin, type Kubeconfig } from './kubeconfig.ts';
import { KubernetesFault } from './KubernetesFault.ts';

/** The login data for calls to a cluster. */
export type KubeLogin = {
  server: URL;
  tls: ConnectionOptions;
  headers: Readonly<Record<string, string>>;
  through?: ThroughServer;
  /** Call this if the cluster refuses the credentials of a program. */
  expire?: () => void;
};

/** The parts of an inventory entry that decide the sign-in. */
export type KubeTarget = Pick<Entry, 'document' | 'connect' | 'origin'>;

type Credential = { token: string; cert?: string; key?: string; expiresMs: number };
/** A run of a credential program. Calls share the running program, and its result until `untilMs`. */
type PluginRun = { credential: Promise<Credential>; untilMs: number; waiting: number; stop: AbortController };

const PLUGIN_MAX_MS = 15_000;
const PLUGIN_MAX_BYTES = 1_000_000;
const TEXT_OF_FILE = 'Ask the administrator of the gateway to check connect.kubeconfig';
const pluginRuns = new Map<string, PluginRun>();

/** Rejects with a KubernetesFault. `signal` ends the wait for a credential program. */
export async function loginOf({ document, connect, origin }: KubeTarget, signal?: AbortSignal): Promise<KubeLogin> {
  const { kubeconfig: source, context, through } = connect.via === 'kubernetes' ? connect : {};
  const file = source && 'file' in source ? source.file : undefined;
  const written = textAt(document.spec, 'kubeconfig');
  if (source === undefined && written === '')
    throw new KubernetesFault(
      'connect',
      `${document.metadata.name} has no kubeconfig. Add one to its connection settings or to its document.`,
    );
  const text = source ? await textOf(source) : Buffer.from(written, 'base64').toString('utf8');
  const isTrusted = file !== undefined || (source === undefined && origin === 'config-file');
  const config = parseKubeconfig(text, context, isTrusted);
  const read = (name: string) => readNamed(resolve(dirname(file ?? '/'), name));
  const pem = async (of: Kubeconfig['ca']) => (of === undefined ? undefined : 'data' in of ? of.data : read(of.file));
  const plugin = config.exec && (await pluginCredential(config.exec, file, signal));
  const [ca, cert, key] = await Promise.all([pem(config.ca), pem(config.cert), pem(config.key)]);
  const ownCert = plugin?.cert ?? cert;
  const ownKey = plugin?.key ?? key;
  const token =
    plugin?.token || config.token || (config.tokenFile && (await read(config.tokenFile)).toString('utf8').trim());
  requireSendable(token ?? '');
  const authorization = token
    ? `Bearer ${token}`
    : config.basic && `Basic ${Buffer.from(config.basic).toString('base64')}`;
  return {
    server: config.server,
    tls: {
      rejectUnauthorized: config.checksCertificate,
      ...(ca && { ca }),
      ...(ownCert && { cert: ownCert }),
      ...(ownKey && { key: ownKey }),
      ...(config.serverName && { servername: config.serverName }),
    },
    headers: authorization ? { authorization } : {},
    ...(plugin && { expire: plugin.expire }),
    ...(through && { through }),
  };
}

async function textOf(source: TextSource): Promise<string> {
  if ('file' in source) return (await readNamed(source.file)).toString('utf8');
  try {
    return await readSource(source, 'kubeconfig');
  } catch (error) {
    throw error instanceof SourceError ? new KubernetesFault('connect', error.message) : error;
  }
}

/** The error does not contain the path, which the user must not see. */
async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new KubernetesFault('connect', `The gateway cannot read a file of the kubeconfig. ${TEXT_OF_FILE}.`, code);
  }
}

/** `expire`: the next call runs the program again. The program is killed when no call waits for it. */
async function pluginCredential(plugin: ExecPlugin, file: string | undefined, signal: AbortSignal | undefined) {
  const key = JSON.stringify([plugin, file]);
  const lastRun = pluginRuns.get(key);
  const run = lastRun && lastRun.untilMs > Date.now() ? lastRun : beginPlugin(plugin, file);
  pluginRuns.set(key, run);
  run.waiting += 1;
  const expire = () => void (run.untilMs = 0);
  try {
    return { ...(await (signal ? untilAborted(run.credential, signal) : run.credential)), expire };
  } catch (error) {
    throw error instanceof KubernetesFault ? error : pluginFault(NOT_IN_TIME);
  } finally {
    run.waiting -= 1;
    if (run.waiting === 0 && run.untilMs === Infinity) {
      expire();
      run.stop.abort();
    }
    // Credentials are not stored beyond their expiry.
    if (run.untilMs <= Date.now() && pluginRuns.get(key) === run) pluginRuns.delete(key);
  }
}

function beginPlugin(plugin: ExecPlugin, file: string | undefined): PluginRun {
  const stop = new AbortController();
  const credential = runPlugin(plugin, file, stop.signal);
  const run = { credential, untilMs: Infinity, waiting: 0, stop };
  const end = (credential?: Credential) => void (run.untilMs = credential?.expiresMs ?? 0);
  credential.then(end, () => end());
  return run;
}

const NOT_IN_TIME = 'it did not end in time';
const pluginFault = (cause: string) =>
  new KubernetesFault('connect', `The credential program of the kubeconfig failed. ${TEXT_OF_FILE}.`, cause);

/** The program prints an ExecCredential. */
async function runPlugin(
  { command, args, env, apiVersion }: ExecPlugin,
  file: string | undefined,
  stop: AbortSignal,
): Promise<Credential> {
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
  // Like kubectl: a name with a slash is a path relative to the kubeconfig.
  const program = command.includes('/') && file !== undefined ? resolve(dirname(file), command) : command;
  let printed: string;
  try {
    const running = promisify(execFile)(program, [...args], {
      env: { ...process.env, ...env, KUBERNETES_EXEC_INFO: info },
      timeout: PLUGIN_MAX_MS,
      killSignal: 'SIGKILL',
      maxBuffer: PLUGIN_MAX_BYTES,
    });
    stop.addEventListener('abort', () => running.child.kill('SIGKILL'));
    printed = (await running).stdout;
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') throw pluginFault(NOT_IN_TIME);
    throw pluginFault(error instanceof Error && 'code' in error ? String(error.code) : reason(error).slice(0, 100));
  }
  const credential = parseJson(printed);
  const token = textAt(credential, 'status', 'token');
  const cert = textAt(credential, 'status', 'clientCertificateData');
  const key = textAt(credential, 'status', 'clientKeyData');
  if (token === '' && cert === '') throw pluginFault('it gave neither a token nor a certificate');
  const expiresMs = Date.parse(textAt(credential, 'status', 'expirationTimestamp')) || 0;
  return { token, ...(cert && { cert }), ...(key && { key }), expiresMs };
}
