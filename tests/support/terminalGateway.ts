// A gateway with a shell and a signed-in user who may open it.
import { userInfo } from 'node:os';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { WebClient } from './webClient.ts';

/** The account that runs the tests: every gateway may open shells as it. */
export const LOGIN = userInfo().username;
export const SIZE = { w: 80, h: 24 };

export const TERMINAL_CONFIG = `
cluster_name: example.test
auth: { second_factor: 'off' }
admin: { name: admin, logins: ['${LOGIN}', 'no-such-user', 'nobody'] }
node: { name: node-1, labels: { env: dev, team: core } }
inventory:
  - { kind: node, version: v2, sub_kind: openssh, metadata: { name: 00000000-0000-4000-8000-000000000002, labels: { env: prod } }, spec: { addr: '192.0.2.1:22', hostname: far-away } }
`;

export type TerminalGateway = Gateway & {
  admin: WebClient;
  /** Id of this machine's node. */
  nodeId: string;
  /** `params` that open a shell on this machine. */
  shell: { login: string; server_id: string; term: typeof SIZE };
};

export async function startTerminalGateway(options: GatewayOptions = {}): Promise<TerminalGateway> {
  const gateway = await startGateway({ config: TERMINAL_CONFIG, ...options });
  const admin = await WebClient.ofFirstInvite(gateway);
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=100');
  const nodeId = String(items.find(({ hostname }: { hostname: string }) => hostname === 'node-1').id);
  return { ...gateway, admin, nodeId, shell: { login: LOGIN, server_id: nodeId, term: SIZE } };
}
