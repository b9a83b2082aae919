import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { explainLogins } from '../../access/explainLogins.ts';
import type { LoginLine } from '../../access/explainLogins.ts';
import { toRole } from '../../access/role.ts';
import type { Role } from '../../access/role.ts';
import { can } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { asKind } from '../../descriptors/kinds.ts';
import type { Row } from '../../descriptors/defineResource.ts';
import { at, textAt } from '../../lib/json.ts';
import { formatCount, plural } from '../../lib/numbers.ts';
import { fillPath } from '../../api/urls.ts';
import { LIST_LIMIT_MAX } from '../../wire/constants.ts';
import { parseYaml } from '../../wire/yaml.ts';
import { SheetSection } from '../forms/SheetSection.tsx';
import { useUser } from '../useUser.ts';
import styles from './LoginsPanel.module.css';
import type { PanelProps } from './panelProps.ts';

const STALE_MS = 60_000;

type Seen = { roles: ReadonlyMap<string, Role>; servers: readonly Record<string, string>[]; total: number };

const roleOf = (row: Row): readonly [string, Role][] => {
  const parsed = parseYaml(textAt(row, 'content'));
  return parsed.ok ? [[row.id, toRole(parsed.value)]] : [];
};
const labelsOf = (row: Row): Record<string, string> =>
  Object.fromEntries((asKind('labels', row['labels']) ?? []).map(({ name, value }) => [name, value]));

/** Roles and the first servers as this console may see them; servers that it may not see count as none. */
function useSeen() {
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

/** As whom somebody with these roles and traits may log in, as far as it can be seen from here. */
export default function LoginsPanel({ values, before }: PanelProps) {
  const { data, error } = useSeen();
  const verdict = can(useUser().acl, 'roles', 'list');
  const names = asKind('chips', values['roles']) ?? [];
  const held = asKind('chips', at(before, 'roles')) ?? names;
  const unknownSince = verdict.ok ? error && describeFailure(error).why : verdict.why;
  if (unknownSince)
    return (
      <Section>
        <p className="t3">{`What these roles give is not known here. ${unknownSince}`}</p>
      </Section>
    );
  if (!data) return null;
  const known = names.flatMap((name) => data.roles.get(name) ?? []);
  const unread = names.filter((name) => !data.roles.has(name));
  const lines = explainLogins(known, asKind('traits', values['traits']) ?? {}, data.servers);
  return (
    <Section>
      {lines.length === 0 && <p className="t3">These roles give no login on a server.</p>}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.login} line={line} held={held} />
          ))}
        </ul>
      )}
      <p className={styles.foot}>
        {`Counted over ${data.total > data.servers.length ? `the ${formatCount(data.servers.length)} of ` : ''}${plural(data.total, 'server')} you can see. `}
        {unread.length > 0 && `Not readable: ${unread.join(', ')}. `}
        Not checked: locks, device trust.
      </p>
    </Section>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <SheetSection title="Logins on servers" end={<span className="t3">with what stands in this form</span>}>
    {children}
  </SheetSection>
);

const RoleLink = ({ name }: { name: string }) => (
  <Link className="link" to={fillPath('/roles/:id', { id: name })}>
    {name}
  </Link>
);

function Line({ line: { login, from, deniedBy, servers }, held }: { line: LoginLine; held: readonly string[] }) {
  if (deniedBy !== undefined)
    return (
      <li>
        <del className="mono cut">{login}</del>
        <span>
          denied by role <RoleLink name={deniedBy} />
        </span>
        <span className="t3">nowhere</span>
      </li>
    );
  const [first, ...more] = from;
  if (!first) return null;
  return (
    <li>
      <code className="cut" title={login}>
        {login}
      </code>
      <span>
        from role <RoleLink name={first.role} />
        {first.trait !== undefined && (
          <>
            , trait <code>{first.trait}</code>
          </>
        )}
        {more.length > 0 && ` and ${more.length} more`}
        {from.every(({ role }) => !held.includes(role)) && ', new'}
      </span>
      <span className="num t3">{plural(servers, 'server')}</span>
    </li>
  );
}
