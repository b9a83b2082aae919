// How the gateway connects to applications, databases and Kubernetes clusters: `connect` of gateway.yaml or of the
// console.
import { userInfo } from 'node:os';
import type { FileConfig, FileDatabase, FileInventoryItem, FileVia } from './fileConfig.ts';
import { missingFile } from './files.ts';
import type { Path } from './problem.ts';
import type { DatabaseConnect, KubernetesConnect, ThroughServer } from './settings.ts';
import type { ToSource } from './textSource.ts';

type FileConnect = NonNullable<FileInventoryItem['connect']>;

/** Empty without a jump server. */
export const toThrough = ({ via, via_login }: FileVia): { through?: ThroughServer } =>
  via === undefined ? {} : { through: { server: via, login: via_login ?? userInfo().username } };

export function toDatabaseConnect(file: FileConnect, source: ToSource): DatabaseConnect {
  const { user_map, password_file, tls } = file;
  const text = (key: 'password' | 'cert' | 'key' | 'ca', value: string | undefined) =>
    value === undefined ? {} : { [key]: source(value) };
  return {
    ...(user_map && {
      userMap: Object.fromEntries(
        Object.entries(user_map).map(([name, account]) => [
          name,
          {
            user: account.user ?? name,
            ...text('password', account.password_file),
            ...text('cert', account.cert_file),
            ...text('key', account.key_file),
          },
        ]),
      ),
    }),
    ...text('password', password_file),
    ...(tls && {
      tls: {
        ...(tls.mode !== undefined && { mode: tls.mode }),
        ...text('ca', tls.ca_file),
        ...text('cert', tls.cert_file),
        ...text('key', tls.key_file),
        ...(tls.server_name !== undefined && { serverName: tls.server_name }),
      },
    }),
    ...toThrough(file),
  };
}

export const toKubernetesConnect = (file: FileConnect, source: ToSource): KubernetesConnect => ({
  ...(file.kubeconfig !== undefined && { kubeconfig: source(file.kubeconfig) }),
  ...(file.context !== undefined && { context: file.context }),
  ...toThrough(file),
});

/** Warnings about missing files of databases and clusters, as for SSH files. */
export const missingServiceFiles = ({ inventory = [] }: FileConfig, directory: string): string[] =>
  inventory.flatMap(({ connect = {} }, i) =>
    [...databaseFiles(connect), [['kubeconfig'], connect.kubeconfig] as const].flatMap(([key, name]) =>
      missingFile(['inventory', i, 'connect', ...key], name, directory),
    ),
  );

const databaseFiles = ({
  user_map = {},
  password_file,
  tls = {},
}: FileDatabase): (readonly [Path, string | undefined])[] => [
  [['password_file'], password_file],
  ...(['ca_file', 'cert_file', 'key_file'] as const).map((key) => [['tls', key], tls[key]] as const),
  ...Object.entries(user_map).flatMap(([name, account]) =>
    (['password_file', 'cert_file', 'key_file'] as const).map(
      (key) => [['user_map', name, key], account[key]] as const,
    ),
  ),
];
