import type { QueryTarget } from './databases.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';

const addressOf = ({ clusterId, databaseName, user, database }: QueryTarget): SocketAddress => ({
  template: 'postern/sites/:clusterId/databases/:databaseName/query',
  path: { clusterId, databaseName },
  query: { user, database },
});

/** The socket of the query console (streams §11). */
export const openQuerySocket = (target: QueryTarget): WebSocket => openSocket(addressOf(target));

/** The reason why it could not be opened. */
export const explainQuery = (target: QueryTarget, signal: AbortSignal): Promise<SocketProblem> =>
  explainSocket(addressOf(target), signal);
