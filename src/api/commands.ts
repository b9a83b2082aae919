import { encodeExecuteParams } from '../wire/command/executeParams.ts';
import { quote } from '../wire/predicate/literals.ts';
import { fetchRows } from './lists.ts';
import { nodeList, type Node } from './nodes.ts';
import { clusterSocket } from './sockets.ts';

/**
 * A command on several nodes over one socket (streams §8). `commandAddressBytes`: the length of the address, since
 * servers and proxies limit it.
 */
export const {
  open: openCommandSocket,
  explain: explainCommand,
  addressBytes: commandAddressBytes,
} = clusterSocket('command/:clusterId/execute', encodeExecuteParams);

/**
 * The query for the nodes with these ids. `name` would be their host name, which is not unique (http-resources §1.5).
 */
export const queryOfIds = (ids: readonly string[]): string =>
  ids.map((id) => `resource.metadata.name == ${quote(id)}`).join(' || ');

const ID_TERM = /^resource\.metadata\.name == "([^"\\]+)"$/;

/** The distinct ids in a query of `queryOfIds`. Undefined for every other query. */
export function idsOfQuery(query: string): readonly string[] | undefined {
  const ids = query.split(' || ').map((term) => ID_TERM.exec(term)?.[1]);
  return ids.includes(undefined) ? undefined : [...new Set(ids.filter((id) => id !== undefined))];
}

/** Ids per request, since the query is part of an address. */
const IDS_PER_REQUEST = 50;

/** In the order of the ids, without ids that do not exist or that the caller's roles hide. */
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
