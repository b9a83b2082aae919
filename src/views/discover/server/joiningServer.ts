import type { JoinReport } from '../../../api/joinTokens.ts';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList, type Node } from '../../../api/nodes.ts';
import type { LabelValues } from '../parts/labels.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

/** The fields of a server that the flow stores. */
export type NodeItem = Pick<Node, 'id' | 'hostname' | 'addr' | 'tunnel' | 'logins'>;

/** `labels`: the labels that the server will have. */
export type ServerValues = JoinValues &
  LabelValues & {
    /** The gateway cannot reach it. */
    isBehindNat: boolean;
    /** Set once it has joined. */
    node?: NodeItem | undefined;
    /** Why the gateway does not reach it, if known. */
    unreached?: string | undefined;
  };

/** The first server that a search finds. */
export async function findNode(clusterId: string, search: string, signal?: AbortSignal): Promise<NodeItem | undefined> {
  const [node] = (await fetchRows(nodeList, { clusterId }, { limit: 1, search }, signal)).rows;
  if (!node) return undefined;
  const { id, hostname, addr, tunnel, logins } = node;
  return { id, hostname, addr, tunnel, logins };
}

const VERDICTS = new Set(['reach', 'tunnel']);

/** The last report on reaching a server. Only a report of the gateway, without host name, proves a working tunnel. */
export const reachReport = (reports: readonly JoinReport[], hostname: string): JoinReport | undefined =>
  reports.findLast(
    ({ step, ok, hostname: of }) =>
      VERDICTS.has(step) && (of === '' || (of === hostname && !(ok && step === 'tunnel'))),
  );

/** Checks for a server that does not appear. */
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
