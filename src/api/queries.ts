import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';
import { fillPath } from './urls.ts';

/** A database of a server, and the user that queries run as. */
export type QueryTarget = { clusterId: string; databaseName: string; user: string; database: string };

const addressOf = ({ clusterId, databaseName, user, database }: QueryTarget): SocketAddress => ({
  template: 'postern/sites/:clusterId/databases/:databaseName/query',
  path: { clusterId, databaseName },
  query: { user, database },
});

/** The socket of the query console (streams §11). */
export const openQuerySocket = (target: QueryTarget): WebSocket => openSocket(addressOf(target));

/** Why it could not be opened. */
export const explainQuery = (target: QueryTarget, signal: AbortSignal): Promise<SocketProblem> =>
  explainSocket(addressOf(target), signal);

/** Databases whose protocol the query console speaks. */
export const canQuery = (protocol: string): boolean => protocol === 'postgres' || protocol === 'mysql';

/** The page of the query console, below `/web`. */
export const queryPath = ({ clusterId, databaseName, user, database }: QueryTarget): string => {
  const at = fillPath('/cluster/:clusterId/databases/:databaseName/query', { clusterId, databaseName });
  return `${at}?${new URLSearchParams({ user, database }).toString()}`;
};
