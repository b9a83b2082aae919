import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { toRole } from '../../access/role.ts';
import type { Role } from '../../access/role.ts';
import { can } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import { fillPath } from '../../api/urls.ts';
import { asKind } from '../../descriptors/kinds.ts';
import type { Row } from '../../descriptors/defineResource.ts';
import { textAt } from '../../lib/json.ts';
import { LIST_LIMIT_MAX } from '../../wire/constants.ts';
import { parseYaml } from '../../wire/yaml.ts';
import { useUser } from '../useUser.ts';

const STALE_MS = 60_000;

type Seen = { roles: ReadonlyMap<string, Role>; servers: readonly Record<string, string>[]; total: number };

const roleOf = (row: Row): readonly [string, Role][] => {
  const parsed = parseYaml(textAt(row, 'content'));
  return parsed.ok ? [[row.id, toRole(parsed.value)]] : [];
};
const labelsOf = (row: Row): Record<string, string> =>
  Object.fromEntries((asKind('labels', row['labels']) ?? []).map(({ name, value }) => [name, value]));

/** Roles and the first servers as this console may see them; servers that it may not see count as none. */
export function useSeen() {
  const dataProvider = useDataProvider();
  const { acl } = useUser();
  const seesServers = can(acl, 'nodes', 'list').ok;
  return useQuery({
    queryKey: ['panel', 'logins', seesServers],
    enabled: can(acl, 'roles', 'list').ok,
    staleTime: STALE_MS,
    queryFn: async (): Promise<Seen> => {
      const pagination = { page: 1, perPage: LIST_LIMIT_MAX };
      const nodes = fillPath('cluster/:clusterId/nodes', { clusterId: config.proxyCluster });
      const [roles, servers] = await Promise.all([
        dataProvider.getList<Row>('roles', { pagination }),
        seesServers ? dataProvider.getList<Row>(nodes, { pagination }) : { data: [], total: 0 },
      ]);
      return {
        roles: new Map(roles.data.flatMap(roleOf)),
        servers: servers.data.map(labelsOf),
        total: servers.total ?? servers.data.length,
      };
    },
  });
}
