import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { explainLogins } from '../../access/explainLogins.ts';
import type { LoginLine } from '../../access/explainLogins.ts';
import { can } from '../../api/can.ts';
import { describeFailure } from '../../api/errors.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { at } from '../../lib/json.ts';
import { formatCount, plural } from '../../lib/numbers.ts';
import { fillPath } from '../../api/urls.ts';
import { SheetSection } from '../forms/SheetSection.tsx';
import { useUser } from '../useUser.ts';
import styles from './LoginsPanel.module.css';
import type { PanelProps } from './panelProps.ts';
import { useSeen } from './useSeen.ts';

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
