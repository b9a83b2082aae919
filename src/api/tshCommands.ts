// Commands of the cluster's command-line client for connect dialogs (screens §5.4, §5.5), and their server address.
import { serverBehaviour } from './serverBehaviour.ts';
import { userContext, type UserContext } from './userContext.ts';

/**
 * The server's address for commands on other machines. For our gateway it is the origin of this page. A cluster has its
 * public address, since this console can run in front of it on a user's own machine.
 */
export function serverAddress(
  { isGateway }: Pick<typeof serverBehaviour, 'isGateway'> = serverBehaviour,
  { publicURL }: { publicURL: string } = userContext().cluster,
  page: Pick<Location, 'origin' | 'hostname' | 'port'> = location,
): { origin: string; proxy: string } {
  const { origin, hostname, port } = isGateway || publicURL === '' ? page : new URL(`https://${publicURL}`);
  return { origin, proxy: `${hostname}:${port || '443'}` };
}

/** Quotes a word that a shell would split. */
const shellWord = (word: string): string =>
  /^[A-Za-z0-9_/:=.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

type Login = Pick<UserContext, 'username' | 'authType' | 'accessRequestId'> & {
  clusterId: string;
  /** Host and port of the server. */
  proxy: string;
};

/**
 * The command that signs in. Users of an identity provider sign in there, so the command has no method and no user
 * name.
 */
export function loginCommand({ username, authType, accessRequestId, clusterId, proxy }: Login): string {
  return [
    'tsh login',
    `--proxy=${proxy}`,
    ...(authType === 'sso' ? [] : [`--auth=${authType}`, `--user=${shellWord(username)}`]),
    shellWord(clusterId),
    ...(accessRequestId ? [`--request-id=${shellWord(accessRequestId)}`] : []),
  ].join(' ');
}

export const KUBECONFIG_COMMAND = 'export KUBECONFIG=${HOME?}/teleport-kubeconfig.yaml';
export const DROP_COMMAND = 'tsh request drop';

export const kubeLoginCommand = (name: string): string => `tsh kube login ${shellWord(name)}`;

type DatabaseTarget = { name: string; user: string; database: string };

/** Without a user or a database, the client asks or uses its default. */
export const databaseCommand = (verb: 'login' | 'connect', { name, user, database }: DatabaseTarget): string =>
  [
    `tsh db ${verb}`,
    ...(user ? [`--db-user=${shellWord(user)}`] : []),
    ...(database ? [`--db-name=${shellWord(database)}`] : []),
    shellWord(name),
  ].join(' ');
