import { encodeExecuteParams, type ExecuteParams } from '../wire/command/executeParams.ts';
import { quote } from '../wire/predicate/literals.ts';
import { fetchRows } from './lists.ts';
import { nodeList, type Node } from './nodes.ts';
import { addressBytes, explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';

const commandOf = (clusterId: string, params: ExecuteParams): SocketAddress => ({
  template: 'command/:clusterId/execute',
  path: { clusterId },
  params: encodeExecuteParams(params),
});

/** A command on several nodes over one socket (streams §8). */
export const openCommandSocket = (clusterId: string, params: ExecuteParams): WebSocket =>
  openSocket(commandOf(clusterId, params));

export const explainCommand = (
  clusterId: string,
  params: ExecuteParams,
  signal?: AbortSignal,
): Promise<SocketProblem> => explainSocket(commandOf(clusterId, params), signal);

/** How long the address would be that begins it; servers and what stands before them take no address of any length. */
export const commandAddressBytes = (clusterId: string, params: ExecuteParams): number =>
  addressBytes(commandOf(clusterId, params));

/** The nodes with these ids. `name` would be their host name, which several may share (http-resources §1.5). */
export const queryOfIds = (ids: readonly string[]): string =>
  ids.map((id) => `resource.metadata.name == ${quote(id)}`).join(' || ');

/** Ids per request: their query is part of an address. */
const IDS_PER_REQUEST = 50;

/** In the order of the ids; those that do not exist, or that the caller's roles hide, are missing. */
export async function fetchNodesById(
  clusterId: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Node[]> {
  const parts: string[][] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) parts.push(ids.slice(at, at + IDS_PER_REQUEST));
  const answers = await Promise.all(
    parts.map((part) =>
      fetchRows(
        nodeList,
        { clusterId },
        { limit: part.length, query: queryOfIds(part), sort: { field: 'hostname', descending: false } },
        signal,
      ),
    ),
  );
  const byId = new Map(answers.flatMap(({ rows }) => rows).map((node) => [node.id, node]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
