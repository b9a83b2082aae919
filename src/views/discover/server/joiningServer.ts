import type { JoinReport } from '../../../api/joinTokens.ts';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList, type Node } from '../../../api/nodes.ts';
import type { LabelValues } from '../parts/labels.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

/** What the flow remembers of a server. */
export type NodeItem = Pick<Node, 'id' | 'hostname' | 'addr' | 'tunnel' | 'logins'>;

/** `labels`: what the server will carry. */
export type ServerValues = JoinValues &
  LabelValues & {
    /** The gateway cannot reach it. */
    isBehindNat: boolean;
    /** Once it has joined. */
    node?: NodeItem | undefined;
    /** Why the gateway does not reach it, as far as that is known. */
    unreached?: string | undefined;
  };

/** The server that a search finds first. */
export async function findNode(clusterId: string, search: string, signal?: AbortSignal): Promise<NodeItem | undefined> {
  const [node] = (await fetchRows(nodeList, { clusterId }, { limit: 1, search }, signal)).rows;
  if (!node) return undefined;
  const { id, hostname, addr, tunnel, logins } = node;
  return { id, hostname, addr, tunnel, logins };
}

const VERDICTS = new Set(['reach', 'tunnel']);

/** The last report about the way to a server. Only the gateway, which sends no host name, knows that a tunnel is connected. */
export const reachReport = (reports: readonly JoinReport[], hostname: string): JoinReport | undefined =>
  reports.findLast(
    ({ step, ok, hostname: of }) =>
      VERDICTS.has(step) && (of === '' || (of === hostname && !(ok && step === 'tunnel'))),
  );

/** What to look at on a server that does not appear. */
export const serverHints = (origin: string, isEmbedded: boolean) => [
  ...(isEmbedded
    ? [
        { command: 'sudo sshd -t', meaning: 'does sshd accept its configuration' },
        { command: 'systemctl status ssh', meaning: 'is sshd running' },
      ]
    : [
        { command: 'systemctl status teleport', meaning: 'is the agent running' },
        { command: 'journalctl -u teleport -n 30', meaning: 'what the agent reports' },
      ]),
  { command: `curl -I ${origin}`, meaning: 'can the server reach this address' },
];
