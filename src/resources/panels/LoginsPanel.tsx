import { useMemo, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FIELD_LABELS, shownName } from '../../access/explain/names.ts';
import { inputsOfKind, joinInputs, withoutTraits, type Inputs } from '../../access/explain/unseenInputs.ts';
import { givesAdministration } from '../../access/review/ruleChanges.ts';
import type { Role } from '../../access/role.ts';
import type { LoginLine } from '../../access/explainLogins.ts';
import { allOf } from '../../lib/sentence.ts';
import { config } from '../../api/config.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { at } from '../../lib/json.ts';
import { formatCount, plural } from '../../lib/numbers.ts';
import { fillPath } from '../../api/urls.ts';
import { writeAccessView } from '../access/accessAddress.ts';
import { CountingLine } from '../access/CountingLine.tsx';
import { baseOf, countedOver } from '../access/accessCountLabels.ts';
import { knownTraits, ROLES, useRoles } from '../access/subjects.ts';
import { reachables, useTargets, type RowTarget, type Targets } from '../access/useTargets.ts';
import { useWork } from '../access/useWork.ts';
import { pluralName } from '../resourceMessages.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { SheetSection } from '../forms/SheetSection.tsx';
import styles from './LoginsPanel.module.css';
import { PersonWork, type ReadTargets } from './PersonWork.ts';
import type { PanelProps } from '../forms/form.ts';

/**
 * The logins that these roles and traits allow, and other resources that they grant, as far as the console can
 * calculate it.
 */
export default function LoginsPanel({ id: user = '', values, before, isReadOnly }: PanelProps) {
  const seen = useRoles();
  const { targets, hasMore, loadAll } = useTargets(config.proxyCluster);
  const names = asKind('chips', values['roles']) ?? [];
  const savedNames = asKind('chips', at(before, 'roles')) ?? names;
  const shelf = seen.state === 'read' ? seen.value : undefined;
  const traits = asKind('traits', values['traits']);
  // Values and answers are new objects in each render. Their content decides whether the count starts again.
  const inputKey = JSON.stringify([
    names,
    traits,
    targets.map((group) => (group.state === 'read' ? group.readAtMs : group.state)),
  ]);
  const work = useMemo(
    () => shelf && new PersonWork(names, shelf.role, traits ?? {}, targets),
    // oxlint-disable-next-line react/exhaustive-deps -- `inputKey` changes with the content
    [shelf, inputKey],
  );
  const unseen = useMemo(() => {
    const roles = names.flatMap((name) => shelf?.role(name) ?? []);
    // A new user has only the entered traits.
    const isKnown = user === '' ? () => true : knownTraits(at(before, 'authType'), traits ?? {});
    return joinInputs(reachables.map(({ access }) => withoutTraits(inputsOfKind(roles, access.kind), isKnown)));
    // oxlint-disable-next-line react/exhaustive-deps -- `inputKey` changes with the content
  }, [shelf, inputKey, user]);
  const counted = useWork(work);
  if (seen.state === 'unread')
    return (
      <Section isReadOnly={isReadOnly}>
        <p className="t3">{`Cannot determine what these roles grant. ${seen.why}`}</p>
      </Section>
    );
  const missing = shelf ? names.filter((name) => shelf.text(name) === undefined) : [];
  if (missing.length > 0)
    return (
      <Section isReadOnly={isReadOnly}>
        <p className="t3">{`None: ${allOf(missing)} ${missing.length === 1 ? 'does' : 'do'} not exist, and the server refuses every action of a user with a missing role.`}</p>
      </Section>
    );
  if (!counted.value) return null;
  const { lines, others, unread } = counted.value;
  // A new user is created without a review, so this panel shows the warning.
  const administrative = user === '' ? names.filter((name) => isAdministrative(shelf?.role(name))) : [];
  const servers = targets.find((group): group is ReadTargets => group.state === 'read' && group.kind === 'node');
  const unlisted = targets.filter((group) => group.state === 'unread');
  const isReading = targets.some(({ state }) => state === 'reading');
  return (
    <>
      {administrative.length > 0 && (
        <SheetSection title="Administration">
          <Note kind="warn" title={`Full administration by ${allOf(administrative)}.`}>
            The user can grant themselves any permission.
          </Note>
        </SheetSection>
      )}
      <Section isReadOnly={isReadOnly}>
        {lines.length === 0 && counted.state === 'done' && (
          <p className="t3">These roles grant no login on any server.</p>
        )}
        {lines.length > 0 && (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <Line key={line.login} line={line} savedNames={savedNames} user={user} servers={servers} />
            ))}
          </ul>
        )}
        <CountingLine counted={counted} />
        <p className="t3 small">
          {servers && `Counted over ${baseOf(servers)} you can see. `}
          {isReading && 'The rest is still loading. '}
          {unseenSentence(unseen)}
          {unread.length > 0 && `Not loaded: ${unread.join(', ')}. `}
          {unlisted.length > 0 && `Not counted: ${allOf(unlisted.map(({ resource }) => pluralName(resource)))}. `}
          Not checked: locks, device trust. <CheckLink user={user} kind="node" />
          {hasMore && (
            <Button size="inline" kind="quiet" onClick={loadAll}>
              Load all
            </Button>
          )}
        </p>
      </Section>
      {others.length > 0 && (
        <SheetSection title="Access to other resources">
          <ul className={styles.lines}>
            {others.map(({ group, reached, names: grantedNames }) => (
              <li key={group.name} className={styles.other}>
                <span>{group.resource.label[1]}</span>
                {grantedNames.length > 0 && (
                  <span className={cx('t3', styles.accounts)}>
                    {grantedNames
                      .map(
                        ({ field, values: some, except }) =>
                          `${FIELD_LABELS[field].noun} ${some.map((name) => shownName(field, name, except)).join(', ')}`,
                      )
                      .join(' · ')}
                  </span>
                )}
                <Reached
                  user={user}
                  kind={group.kind}
                  targets={reached}
                  words={countedOver(reached.length, { ...group, loaded: group.targets.length })}
                />
              </li>
            ))}
          </ul>
        </SheetSection>
      )}
    </>
  );
}

const isAdministrative = (role: Role | undefined): boolean => role !== undefined && givesAdministration(role);

/** The inputs of the roles that the console cannot read. */
function unseenSentence({ traits, labels }: Inputs): string {
  const names = [
    ...(traits.length > 0 ? [`traits that the server does not send (${traits.join(', ')})`] : []),
    ...(labels.length > 0 ? [`labels that lists leave out (${labels.join(', ')})`] : []),
  ];
  return names.length > 0 ? `The access may be different: it depends on ${allOf(names)}. ` : '';
}

const Section = ({ isReadOnly, children }: Pick<PanelProps, 'isReadOnly'> & { children: ReactNode }) => (
  <SheetSection title="Logins on servers" end={!isReadOnly && <span className="t3">as entered above</span>}>
    {children}
  </SheetSection>
);

const RoleLink = ({ name }: { name: string }) => (
  <Link className={cx('link', styles.inText)} to={fillPath(`/${ROLES}/:id`, { id: name })}>
    {name}
  </Link>
);

type CheckProps = { user: string; kind: Targets['kind']; id?: string; as?: string; children?: ReactNode };

/** Opens the access check over the page. It checks the saved user, so a new user has no link. */
function CheckLink({ user, kind, id = '', as, children = 'Check access' }: CheckProps) {
  const { pathname, search } = useLocation();
  if (user === '') return null;
  const ask = { user, kind, id, as: as === undefined ? [] : [as] };
  return (
    <Link className="link" to={{ pathname, search: writeAccessView(search, { show: 'check', ask }) }}>
      {children}
    </Link>
  );
}

const SHOWN = 20;

type ReachedProps = { user: string; kind: Targets['kind']; targets: readonly RowTarget[]; as?: string; words: string };

/** How many, and on demand which. Each links to the access check. */
function Reached({ user, kind, targets, as, words }: ReachedProps) {
  const [open, setOpen] = useState(false);
  if (targets.length === 0) return <span className="num t3">{words}</span>;
  return (
    <>
      <button type="button" className="link num" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words}
      </button>
      {open && (
        <ul className={styles.things}>
          {targets.slice(0, SHOWN).map(({ row, name }) => (
            <li key={row.id}>
              <CheckLink user={user} kind={kind} id={row.id} {...(as !== undefined && { as })}>
                {name}
              </CheckLink>
            </li>
          ))}
          {targets.length > SHOWN && <li className="t3">{`and ${formatCount(targets.length - SHOWN)} more`}</li>}
        </ul>
      )}
    </>
  );
}

type LineProps = {
  line: LoginLine<RowTarget>;
  savedNames: readonly string[];
  user: string;
  servers: ReadTargets | undefined;
};

/** If only some servers are loaded, the count is shown with its base, because other pages may have none. */
const reachedLabel = (count: number, servers: ReadTargets | undefined): string =>
  servers && servers.total > servers.targets.length
    ? `${formatCount(count)} of ${formatCount(servers.targets.length)}`
    : plural(count, 'server');

function Line({ line: { login, from, deniedBy, reached }, savedNames, user, servers }: LineProps) {
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
        {from.every(({ role }) => !savedNames.includes(role)) && ', new'}
      </span>
      <Reached user={user} kind="node" targets={reached} as={login} words={reachedLabel(reached.length, servers)} />
    </li>
  );
}
