// Groups of people at an identity provider (http-resources §8).
import type { UserGroupJson } from '../../src/wire/inventoryJson.ts';
import type { Gateway } from '../gateway.ts';
import { toLabelsJson } from '../inventory/labels.ts';
import type { Api } from './api.ts';
import { inventoryListRoute } from './inventoryList.ts';

export function userGroupRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'audit'>): void {
  inventoryListRoute<UserGroupJson>(api, gateway, {
    path: 'user-groups',
    kind: 'user_group',
    rule: 'user_group',
    resource: 'user_group',
    columns: { name: 'name', description: 'description' },
    toItem: ({ key, document: { metadata }, labels }) => ({
      name: key,
      description: metadata.description ?? '',
      labels: toLabelsJson(labels),
    }),
  });
}
