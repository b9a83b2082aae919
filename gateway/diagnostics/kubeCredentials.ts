// Address and credentials of a Kubernetes cluster from a kubeconfig: of gateway.yaml, or in the document.
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { at, textAt } from '../../src/lib/json.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import { reason } from '../config/files.ts';
import type { Connect, KubernetesConnect } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import { TargetError } from '../terminal/target.ts';

export type KubeCredentials = {
  server: URL;
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
  token: string | undefined;
  isChecked: boolean;
  serverName: string | undefined;
};

const KUBECONFIG_MAX_CHARS = 500_000;

/**
 * Rejects with a TargetError whose message names no file. A kubeconfig in a document, which people write in the console,
 * may not name files of the gateway; programs that get credentials are never run.
 */
export async function kubeCredentials({ connect, document: { spec } }: Entry): Promise<KubeCredentials> {
  const own: KubernetesConnect = isKubernetes(connect) ? connect : {};
  if (own.kubeconfig !== undefined) {
    const file = own.kubeconfig;
    return toCredentials(await read(file), own.context, (name) =>
      read(isAbsolute(name) ? name : join(dirname(file), name)),
    );
  }
  const encoded = textAt(spec, 'kubeconfig');
  if (encoded === '')
    throw new TargetError(
      'the gateway has no credentials for the cluster: neither connect.kubeconfig nor a kubeconfig in its document',
    );
  return toCredentials(Buffer.from(encoded, 'base64').toString('utf8'), undefined, () => {
    throw new TargetError('the kubeconfig in the document names files. Put their content into it');
  });
}

const isKubernetes = (connect: Connect): connect is { via: 'kubernetes' } & KubernetesConnect =>
  connect.via === 'kubernetes';

type ReadFile = (name: string) => Promise<string>;

async function toCredentials(text: string, wanted: string | undefined, readNamed: ReadFile): Promise<KubeCredentials> {
  const parsed = text.length > KUBECONFIG_MAX_CHARS ? undefined : parseYaml(text);
  if (!parsed?.ok) throw new TargetError('the kubeconfig cannot be read: it is not YAML');
  const named = (list: string, name: string): unknown => {
    const items = at(parsed.value, list);
    return Array.isArray(items) ? items.find((item) => name === '' || textAt(item, 'name') === name) : undefined;
  };
  const context = named('contexts', wanted ?? textAt(parsed.value, 'current-context'));
  const cluster = at(named('clusters', textAt(context, 'context', 'cluster')), 'cluster');
  const user = at(named('users', textAt(context, 'context', 'user')), 'user');
  const server = textAt(cluster, 'server');
  if (!URL.canParse(server) || !server.startsWith('https://'))
    throw new TargetError('the kubeconfig names no cluster with an https address in its context');
  if (at(user, 'exec') !== undefined || at(user, 'auth-provider') !== undefined)
    throw new TargetError('the kubeconfig gets credentials from a program, which the gateway does not run');
  const pem = async (of: unknown, key: string): Promise<string | undefined> => {
    const data = textAt(of, `${key}-data`);
    if (data !== '') return Buffer.from(data, 'base64').toString('utf8');
    const file = textAt(of, key);
    return file === '' ? undefined : readNamed(file);
  };
  const tokenFile = textAt(user, 'tokenFile');
  return {
    server: new URL(server),
    ca: await pem(cluster, 'certificate-authority'),
    cert: await pem(user, 'client-certificate'),
    key: await pem(user, 'client-key'),
    token: tokenFile === '' ? textAt(user, 'token') || undefined : (await readNamed(tokenFile)).trim(),
    isChecked: at(cluster, 'insecure-skip-tls-verify') !== true,
    serverName: textAt(cluster, 'tls-server-name') || undefined,
  };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new TargetError(
      'the gateway cannot read the kubeconfig or a file that it names',
      `${file}: ${reason(error)}`,
    );
  }
}
