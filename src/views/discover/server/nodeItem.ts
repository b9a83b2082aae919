import { joinedSearch } from '../../../api/joinTokens.ts';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList, type Node } from '../../../api/nodes.ts';

/** What the flow remembers of a server. */
export type NodeItem = Pick<Node, 'id' | 'hostname' | 'addr' | 'tunnel' | 'logins'>;

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
