import { useMemo, type ReactNode } from 'react';
import { FIELD_LABELS, KIND_LABELS, shownName, spokenNames, requestedNames } from '../../access/explain/names.ts';
import { config } from '../../api/config.ts';
import { allOf, anyOf } from '../../lib/sentence.ts';
import type { Answer, Entitlement } from '../../access/explain/answer.ts';
import type { Inputs } from '../../access/explain/unseenInputs.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { verdictOf } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { plural } from '../../lib/numbers.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Time } from '../../ui/Time.tsx';
import { useActionContext } from '../actions/useActionContext.ts';
import { useUser } from '../useUser.ts';
import styles from './Access.module.css';
import type { AccessCheck } from './accessAddress.ts';
import { AskFields } from './AskFields.tsx';
import { ChangesList } from './ChangesList.tsx';
import { RoleParts, type StandTexts } from './RoleParts.tsx';
import { usePerson, useRoles, type Person, type RoleSet } from './subjects.ts';
import { asWhom, fieldsOf, useAnswer } from './useAnswer.ts';
import { reachableOf, useTarget } from './useTarget.ts';

const WIDTH_PX = 640;

type Props = { ask: AccessCheck; clusterId: string; onAsk: (ask: AccessCheck) => void; onClose: () => void };

const NO_NAMES: readonly (readonly string[])[] = [];

/** Whether a user may use something, which lines of which roles decide, and what would change the answer. */
export default function AccessSheet({ ask, clusterId, onAsk, onClose }: Props) {
  // A leaf maps the roles of the root to its own (resource-specs §6), and this console cannot read the mapping.
  const unreadable =
    ask.kind === 'rule' || clusterId === config.proxyCluster
      ? undefined
      : `In ${clusterId} the roles of that cluster decide, and this console cannot read them`;
  const person = usePerson(unreadable === undefined ? ask.user : '');
  const roles = useRoles(unreadable === undefined);
  const personSeen = person.state === 'read' ? person.value : undefined;
  const shelf = roles.state === 'read' ? roles.value : undefined;
  const target = useTarget(ask.kind, ask.id, clusterId);
  const resource = ask.kind === 'rule' ? undefined : reachableOf(ask.kind);
  const subject = useMemo(
    () => (personSeen && shelf && unreadable === undefined ? { person: personSeen, shelf } : undefined),
    [personSeen, shelf, unreadable],
  );
  const row = target.state === 'read' ? target.value : undefined;
  const title = row && resource ? rowTitle(resource, row) : ask.id;
  const fields = useMemo(() => fieldsOf(ask.kind, row), [ask.kind, row]);
  const names = useMemo(() => {
    if (!subject) return NO_NAMES;
    const heldRoles = subject.person.roles.flatMap((name) => subject.shelf.role(name) ?? []);
    return fields.map((field) => spokenNames(heldRoles, subject.person.traits, field));
  }, [subject, fields]);
  const isAsked = ask.user !== '' && ask.id !== '' && (ask.kind !== 'rule' || ask.as.length > 0);

  const body = (): ReactNode => {
    if (!isAsked) return <p className={styles.note}>Choose a user and what they want to use.</p>;
    const unread = [roles, person].find((candidate) => candidate.state === 'unread');
    const why = unreadable ?? (unread?.state === 'unread' ? unread.why : undefined);
    if (why !== undefined) return <Unreadable ask={ask} why={why} row={row} clusterId={clusterId} />;
    if (ask.kind !== 'rule' && target.state === 'unread')
      return (
        <div className={styles.note}>
          <Note kind="warn" title={`Could not load ${title}.`}>
            {`${target.why}. You can check only what you can see yourself.`}
          </Note>
        </div>
      );
    if (!subject || (ask.kind !== 'rule' && !row)) return <Waiting>Loading roles</Waiting>;
    return <Explained ask={ask} {...subject} row={row} />;
  };
  return (
    <Sheet
      title="Check access"
      width={WIDTH_PX}
      tools={
        <CopyButton kind="quiet" size="toolbar" text={location.href}>
          Copy link
        </CopyButton>
      }
      onClose={onClose}
      footer={subject && isAsked && <Foot {...subject} ask={ask} />}
    >
      <AskFields {...{ ask, clusterId, title, fields, names, onAsk }} />
      {body()}
    </Sheet>
  );
}

function standTexts(ask: AccessCheck, row: Row | undefined, verdict: Answer['verdict']): StandTexts {
  if (ask.kind === 'rule') {
    const reaches = 'has a rule for it that does not allow this';
    return {
      denies: 'denies it (a denial always wins)',
      allows: 'allows it',
      reaches,
      conditional: verdict === 'depends' ? 'allows it only where its condition matches' : reaches,
      apart: (isOne) => (isOne ? 'has no rule for it' : 'have no rule for it'),
      silent: 'no rule for it',
    };
  }
  const noun = KIND_LABELS[ask.kind];
  const names = requestedNames(ask.kind, asWhom(ask, row)).map(({ field }) => FIELD_LABELS[field].noun);
  return {
    denies: 'denies it (a denial always wins)',
    allows: names.length > 0 ? `allows the ${noun} and the ${names.join(' and ')}` : `allows the ${noun}`,
    reaches: `allows the ${noun}, but not the ${anyOf(names)}`,
    conditional: '',
    apart: (isOne) => `${isOne ? 'does' : 'do'} not match the labels of this ${noun}`,
    silent: `does not mention any ${noun}`,
  };
}

const VERDICT_ICONS: Readonly<Record<Answer['verdict'], { name: IconName; className: string | undefined }>> = {
  yes: { name: 'check', className: styles.yes },
  no: { name: 'ban', className: styles.no },
  depends: { name: 'list-filter', className: undefined },
};

type ExplainedProps = { ask: AccessCheck; person: Person; shelf: RoleSet; row: Row | undefined };

function Explained({ ask, person, shelf, row }: ExplainedProps) {
  const { answer, parts, can, suggestedFixes, unread, unseen } = useAnswer(ask, person, shelf, row);
  const verdict = verdictOf(useUser().acl, [['roles', 'edit']]);
  return (
    <>
      <div className={styles.verdict} role="status">
        <Icon {...VERDICT_ICONS[answer.verdict]} size={20} />
        <div>
          <h3>{answer.title}</h3>
          <p>{answer.why}</p>
        </div>
      </div>
      <div className={styles.why}>
        {unread.length > 0 && (
          <Note kind="warn" title="The answer may be different.">
            {`${person.name} also has ${unread.join(', ')}, which could not be loaded.`}
          </Note>
        )}
        <UnseenNote person={person} unseen={unseen} />
        <h4>Deciding roles</h4>
        {parts.length === 0 && <p className="t2">{`${person.name} has no role that applies here.`}</p>}
        <RoleParts parts={parts} textOf={shelf.text} words={standTexts(ask, row, answer.verdict)} />
        {can && (
          <>
            <h4>{`What ${person.name} can do here`}</h4>
            <p className="t2">
              {can.reaches ? <Can kind={ask.kind} can={can} /> : 'Nothing. It is not in their list.'}
            </p>
          </>
        )}
        {answer.verdict !== 'depends' && (
          <>
            <h4>What would change the answer</h4>
            <ChangesList
              suggestedFixes={suggestedFixes}
              textOf={shelf.text}
              user={person.name}
              off={verdict.ok ? undefined : verdict.why}
            />
          </>
        )}
      </div>
    </>
  );
}

/** The inputs of the roles that the console cannot read. */
function UnseenNote({ person, unseen: { traits, labels } }: { person: Person; unseen: Inputs }) {
  const sentences = [
    traits.length > 0 && `The server does not send the ${nounFor(traits, 'trait')} ${allOf(traits)} of ${person.name}.`,
    labels.length > 0 && `Lists leave out the ${nounFor(labels, 'label')} ${allOf(labels)}.`,
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <Note kind="warn" title="The answer may be different.">
      {`${sentences.join(' ')} The roles of ${person.name} depend on this.`}
    </Note>
  );
}

const nounFor = (names: readonly string[], noun: string): string => (names.length === 1 ? noun : `${noun}s`);

type CanProps = { kind: AccessCheck['kind']; can: Entitlement };

/** `Log in as deploy or priya, with MFA for each session, at most 8 h.` */
function Can({ kind, can: { names, terms } }: CanProps) {
  const namedFields = names.filter(({ values }) => values.length > 0);
  // A web application is opened without a login name.
  const isOpened = kind === 'app' && namedFields.length === 0;
  return (
    <>
      {isOpened && 'Open it'}
      {namedFields.length === 0 && !isOpened && 'View it'}
      {namedFields.map(({ field, values, except }, i) => {
        const [before = ''] = FIELD_LABELS[field].use('\n').split('\n');
        return (
          <span key={field}>
            {i > 0 && ', '}
            {i === 0 ? before.charAt(0).toUpperCase() + before.slice(1) : before}
            {values.map((value, at) => (
              <span key={value}>
                {at > 0 && (at === values.length - 1 ? ' or ' : ', ')}
                <code>{shownName(field, value, except)}</code>
              </span>
            ))}
          </span>
        );
      })}
      {(namedFields.length > 0 || isOpened ? terms : []).map((term) => `, ${term}`).join('')}.
    </>
  );
}

const nothing = (): void => undefined;

type UnreadableProps = { ask: AccessCheck; why: string; row: Row | undefined; clusterId: string };

/** Without the roles the console knows only what the server offers to the signed-in user. */
function Unreadable({ ask, why, row, clusterId }: UnreadableProps) {
  const self = useUser().username;
  const context = useActionContext(clusterId, nothing, nothing);
  const resource = ask.kind === 'rule' ? undefined : reachableOf(ask.kind);
  const [action] = resource?.rowActions ?? [];
  const offered = row && action && 'menu' in action ? action.menu(row, context).entries.map(({ label }) => label) : [];
  return (
    <>
      {ask.user === self && row && (
        <div className={styles.verdict} role="status">
          <Icon name="check" size={20} className={styles.yes} />
          <div>
            <h3>Yes, you have access</h3>
            <p>
              {offered.length > 0
                ? `The server offers you ${anyOf(offered)}.`
                : 'The server lists it for you but offers no account to use it with.'}
            </p>
          </div>
        </div>
      )}
      <div className={styles.note}>
        <Note kind="warn" title={ask.user === self ? 'Cannot determine which role grants it.' : 'Cannot check this.'}>
          {`${why}. The console knows only what the server offers you.`}
        </Note>
      </div>
    </>
  );
}

function Foot({ ask, person, shelf }: { ask: AccessCheck; person: Person; shelf: RoleSet }) {
  const limits = ask.kind === 'node' ? ['limits set on the server'] : [];
  const ignored = allOf(['Locks', 'device trust', 'temporary roles', 'settings of the cluster', ...limits]);
  return (
    <p className="t3 small">
      {`Calculated in this browser from ${plural(person.roles.length, 'role')} and the traits of ${person.name}, read `}
      <Time date={new Date(shelf.readAtMs)} show="time" />
      {`. ${ignored} are not considered.`}
    </p>
  );
}
