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

/** The server that a search finds first. */
export async function findNode(clusterId: string, search: string, signal?: AbortSignal): Promise<NodeItem | undefined> {
  const [node] = (await fetchRows(nodeList, { clusterId }, { limit: 1, search }, signal)).rows;
  if (!node) return undefined;
  const { id, hostname, addr, tunnel, logins } = node;
  return { id, hostname, addr, tunnel, logins };
}
