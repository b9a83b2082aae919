import { joinedSearch } from '../../../api/joinTokens.ts';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList, type Node } from '../../../api/nodes.ts';
import type { Labels } from '../parts/labels.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

/** What the flow remembers of a server. */
export type NodeItem = Pick<Node, 'id' | 'hostname' | 'addr' | 'tunnel' | 'logins'>;

export type ServerValues = JoinValues & {
  /** What the server will carry. */
  labels: Labels;
  /** The gateway cannot reach it. */
  isBehindNat: boolean;
  /** Once it has joined. */
  node?: NodeItem | undefined;
};

/** The server that joined with one of these tokens; undefined: none yet. */
export async function findJoinedNode(
  clusterId: string,
  resourceIds: readonly string[],
  signal?: AbortSignal,
): Promise<NodeItem | undefined> {
  for (const resourceId of resourceIds) {
    const request = { limit: 1, search: joinedSearch(resourceId) };
    const { rows } = await fetchRows(nodeList, { clusterId }, request, signal);
    const [node] = rows;
    if (node) {
      const { id, hostname, addr, tunnel, logins } = node;
      return { id, hostname, addr, tunnel, logins };
    }
  }
  return undefined;
}
