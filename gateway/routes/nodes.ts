// Servers (http-resources §3).
import { textAt } from '../../src/lib/json.ts';
import type { NodeJson } from '../../src/wire/http.ts';
import type { Gateway } from '../gateway.ts';
import { toLabelsJson } from '../inventory/labels.ts';
import type { Api } from './api.ts';
import { inventoryListRoute, orNull } from './inventoryList.ts';

export function nodeRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'audit' | 'config'>): void {
  inventoryListRoute<NodeJson>(api, gateway, {
    path: 'nodes',
    kind: 'node',
    rule: 'node',
    resource: 'node',
    columns: { hostname: 'name', address: 'address', name: 'key' },
    toItem: ({ key, document, labels }, { access }) => {
      const tunnel = document.spec['use_tunnel'] === true;
      return {
        tunnel,
        id: key,
        siteId: gateway.config.get().clusterName,
        hostname: textAt(document.spec, 'hostname'),
        addr: tunnel ? '' : textAt(document.spec, 'addr'),
        tags: toLabelsJson(labels),
        sshLogins: orNull(access.logins(labels)),
      };
    },
  });
}
