// How the gateway reaches applications, databases and Kubernetes clusters, with the paths of the file resolved.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { FileConfig, FileDatabase, FileInventoryItem, FileVia } from './fileConfig.ts';
import { resolvePath } from './files.ts';
import { readable, type Path } from './problem.ts';
import type { DatabaseConnect, KubernetesConnect, ThroughServer } from './settings.ts';

type FileConnect = NonNullable<FileInventoryItem['connect']>;

/** Empty where nothing is in between. */
export const toThrough = ({ via, via_login }: FileVia): { through?: ThroughServer } =>
  via === undefined ? {} : { through: { server: via, login: via_login ?? userInfo().username } };

export function toDatabaseConnect(file: FileConnect, directory: string): DatabaseConnect {
  const { user_map, password_file, tls } = file;
  const path = (key: 'passwordFile' | 'certFile' | 'keyFile' | 'caFile', name: string | undefined) =>
    name === undefined ? {} : { [key]: resolvePath(directory, name) };
  return {
    ...(user_map && {
      userMap: Object.fromEntries(
        Object.entries(user_map).map(([name, account]) => [
          name,
          {
            user: account.user ?? name,
            ...path('passwordFile', account.password_file),
            ...path('certFile', account.cert_file),
            ...path('keyFile', account.key_file),
          },
        ]),
      ),
    }),
    ...path('passwordFile', password_file),
    ...(tls && {
      tls: {
        ...(tls.mode !== undefined && { mode: tls.mode }),
        ...path('caFile', tls.ca_file),
        ...path('certFile', tls.cert_file),
        ...path('keyFile', tls.key_file),
        ...(tls.server_name !== undefined && { serverName: tls.server_name }),
      },
    }),
    ...toThrough(file),
  };
}

export const toKubernetesConnect = (file: FileConnect, directory: string): KubernetesConnect => ({
  ...(file.kubeconfig !== undefined && { kubeconfig: resolvePath(directory, file.kubeconfig) }),
  ...(file.context !== undefined && { context: file.context }),
  ...toThrough(file),
});

/** Files of databases and clusters that are named and not there (yet): a warning, as for files of SSH. */
export const missingServiceFiles = ({ inventory = [] }: FileConfig, directory: string): string[] =>
  inventory.flatMap(({ connect = {} }, i) =>
    [...databaseFiles(connect), [['kubeconfig'], connect.kubeconfig] as const].flatMap(([key, name]) => {
      const file = name === undefined ? undefined : resolvePath(directory, name);
      return file === undefined || existsSync(file)
        ? []
        : [`${readable(['inventory', i, 'connect', ...key])}: the file ${file} does not exist`];
    }),
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
