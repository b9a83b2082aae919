// Servers (http-resources §3).
import { textAt } from '../../../src/lib/json.ts';
import type { NodeJson } from '../../../src/wire/http.ts';
import { toLabelsJson } from '../labels.ts';
import { orNull, type InventoryList } from './inventoryList.ts';

export const NODE_LIST: InventoryList<NodeJson> = {
  path: 'nodes',
  kind: 'node',
  rule: 'node',
  listedUnread: true,
  resource: 'node',
  columns: { hostname: 'name', address: 'address', name: 'key' },
  toItem: ({ key, document, connect, labels }, { access, clusterName }) => {
    const tunnel = document.spec['use_tunnel'] === true;
    return {
      tunnel,
      id: key,
      siteId: clusterName,
      hostname: textAt(document.spec, 'hostname'),
      addr: tunnel ? '' : textAt(document.spec, 'addr'),
      tags: toLabelsJson(labels),
      sshLogins: orNull(access.logins(labels)),
      ...(connect.via === 'ssh' && connect.joined && { joined: true }),
    };
  },
};
