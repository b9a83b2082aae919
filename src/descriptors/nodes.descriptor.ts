import { byLogin, nodeList, toQuickTarget, type Node } from '../api/nodes.ts';
import { fillPath } from '../api/urls.ts';
import { plural } from '../lib/numbers.ts';
import { connectAs, adding, testConnection } from './reachableActions.ts';
import { defineResource } from './defineResource.ts';
import { inventoryList, inventoryPage } from './inventory.ts';

/** The terminal on a server, below `/web`. `serverId` can also be a host name with a port. */
const terminal = (clusterId: string, serverId: string, login: string): string =>
  fillPath('/cluster/:clusterId/console/node/:serverId/:login', { clusterId, serverId, login });

/** The page that runs a command on servers. Their ids are in the address, so that a link leads to the same ones. */
const command = (clusterId: string, nodes: readonly Node[]): string =>
  `${fillPath('/cluster/:clusterId/nodes/command', { clusterId })}?servers=${nodes.map(({ id }) => encodeURIComponent(id)).join(',')}`;

/**
 * Each login with the selected servers that allow it. Those that all allow come first, then as in the menu of one
 * server.
 */
function loginsOf(nodes: readonly Node[]): readonly { login: string; nodes: readonly Node[] }[] {
  const allowing = new Map<string, Node[]>();
  for (const node of nodes)
    for (const login of node.logins) allowing.set(login, [...(allowing.get(login) ?? []), node]);
  return [...allowing]
    .map(([login, some]) => ({ login, nodes: some }))
    .toSorted((a, b) => b.nodes.length - a.nodes.length || byLogin(a.login, b.login));
}

export default defineResource<Node>({
  ...inventoryPage('nodes', { icon: 'server', acl: 'nodes', flag: 'nodes', weight: 1 }),
  label: ['Server', 'Servers'],
  wire: { list: nodeList },
  fields: [
    { source: 'hostname', kind: 'text', label: 'Hostname', sort: true, list: { width: [150, 256] } },
    {
      source: 'addr',
      kind: 'endpoint',
      label: 'Address',
      sort: 'address',
      list: { width: 136 },
      value: (node) => ({ address: node.addr, tunnel: node.tunnel }),
    },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'id', kind: 'mono', label: 'Node ID', sort: 'name', list: { hidden: true, width: 272 } },
    { source: 'logins', kind: 'chips', label: 'Allowed logins', list: { hidden: true, width: 200 } },
  ],
  list: {
    ...inventoryList('hostname', 'servers'),
    adds: adding('server', 'Add server', 'node'),
    quick: {
      label: 'Connect to a host by name',
      placeholder: 'login@host[:port]',
      help: 'Enter a login, @ and a host, for example root@web-1:22',
      to(text, { clusterId }) {
        const target = toQuickTarget(text);
        return target && terminal(clusterId, target.host, target.login);
      },
    },
  },
  predicate: {
    name: (node) => node.hostname,
    labels: (node) => node.labels,
    values: (node) => [node.id, node.hostname, node.addr, node.tunnel ? 'tunnel' : ''],
    paths: [
      'kind',
      'sub_kind',
      'version',
      'metadata.name',
      'spec.addr',
      'spec.hostname',
      'spec.version',
      'spec.public_addr',
    ],
  },
  access: { kind: 'node' },
  lockTarget: ({ id, hostname }) => ({ kind: 'server_id', value: id, label: hostname }),
  assist: {
    kind: 'servers',
    title: (nodes) => (nodes.length === 1 ? (nodes[0]?.hostname ?? '') : plural(nodes.length, 'server')),
    text: (nodes) =>
      nodes
        .map(({ hostname, labels }) => [hostname, ...labels.map(({ name, value }) => `${name}=${value}`)].join(' '))
        .join('\n'),
  },
  rowActions: [
    connectAs<Node>('node', (clusterId, { id }, login) => terminal(clusterId, id, login)),
    testConnection('node'),
    {
      id: 'removeServer',
      label: 'Remove server',
      icon: 'trash-2',
      needs: [['tokens', 'remove']],
      danger: true,
      suits: ({ joined }) => joined,
      run: (node, context) => context.dialog('removeServer', node),
    },
  ],
  details: { lines: ['addr', 'labels', 'id'], panels: ['serverReach'] },
  bulk: {
    actions: [
      {
        id: 'terminals',
        label: (count) => (count === 1 ? 'Open a terminal' : `Open ${plural(count, 'terminal')}`),
        icon: 'terminal',
        max: 20,
        tabs: (nodes, { clusterId }) => ({
          entries: loginsOf(nodes).map(({ login, nodes: some }) => ({
            label: login,
            hint: some.length < nodes.length ? `on ${some.length} of ${nodes.length}` : undefined,
            tabs: some.map(({ id, hostname }) => ({ title: hostname, to: terminal(clusterId, id, login) })),
          })),
          none: 'Your roles do not allow any login on them',
          head: 'Log in as',
          foot: 'Each opens in its own tab',
          mono: true,
        }),
      },
      {
        id: 'command',
        label: () => 'Run a command',
        icon: 'play',
        // Each id takes 37 characters in the address, and proxies limit it to 8 KiB.
        max: 200,
        run: (nodes, context) => context.go(command(context.clusterId, nodes)),
      },
    ],
  },
});
