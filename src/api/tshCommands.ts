// Commands of the cluster's command-line client, as connect dialogs give them (screens §5.4, §5.5), and what they reach.
import { serverBehaviour } from './serverBehaviour.ts';
import { userContext, type UserContext } from './userContext.ts';

/**
 * Where other machines reach the server, for commands that run there. Our gateway is where this page came from; a
 * cluster has its public address, as this console may stand before it on somebody's own machine.
 */
export function serverAddress(
  { isGateway }: Pick<typeof serverBehaviour, 'isGateway'> = serverBehaviour,
  { publicURL }: { publicURL: string } = userContext().cluster,
  page: Pick<Location, 'origin' | 'hostname' | 'port'> = location,
): { origin: string; proxy: string } {
  const { origin, hostname, port } = isGateway || publicURL === '' ? page : new URL(`https://${publicURL}`);
  return { origin, proxy: `${hostname}:${port || '443'}` };
}

/** A word that a shell takes apart stands in quotes. */
const shellWord = (word: string): string =>
  /^[A-Za-z0-9_/:=.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

type Login = Pick<UserContext, 'username' | 'authType' | 'accessRequestId'> & {
  clusterId: string;
  /** Host and port of the server. */
  proxy: string;
};

/** Signs the command line in. Who came through an identity provider is asked there, so neither way nor name are given. */
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

/** Without a user or a database the client asks, or takes its own. */
export const databaseCommand = (verb: 'login' | 'connect', { name, user, database }: DatabaseTarget): string =>
  [
    `tsh db ${verb}`,
    ...(user ? [`--db-user=${shellWord(user)}`] : []),
    ...(database ? [`--db-name=${shellWord(database)}`] : []),
    shellWord(name),
  ].join(' ');
