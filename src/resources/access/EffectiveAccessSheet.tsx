import { useState } from 'react';
import { Link } from 'react-router-dom';
import { selectionQuery } from '../../access/explain/selectionQuery.ts';
import { allOf, anyOf } from '../../lib/sentence.ts';
import { pathSteps } from '../../lib/json.ts';
import { LineLink } from './RoleParts.tsx';
import type { RowTarget } from './useTargets.ts';
import { pluralName } from '../resourceMessages.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { locateKey } from '../../wire/yaml.ts';
import styles from './Access.module.css';
import { CountingLine } from './CountingLine.tsx';
import { countedOver, changesLabel } from './accessCountLabels.ts';
import { useStore } from '../../ui/useStore.ts';
import { useRoles } from './subjects.ts';
import { useRoleReach, type Reach, type ResourceReach, editedRole } from './useRoleReach.ts';

type Props = { role: string; onClose: () => void };

/** What one role grants and denies among the loaded rows, with the line that decides. */
export default function EffectiveAccessSheet({ role, onClose }: Props) {
  const roles = useRoles();
  const edited = useStore(editedRole);
  const isEdited = edited?.id === role;
  const text = isEdited ? edited.text : roles.state === 'read' ? roles.value.text(role) : undefined;
  return (
    <Sheet
      title={role}
      aside={
        isEdited && edited.text !== edited.saved ? 'effective access of the text in the editor' : 'effective access'
      }
      width={640}
      onClose={onClose}
      footer={
        <p className="t3 small">
          This role alone. Other roles may grant more or deny access. Locks, device trust and limits set on the servers
          are not considered.
        </p>
      }
    >
      {roles.state === 'unread' && !isEdited && (
        <div className={styles.note}>
          <Note kind="warn" title="Cannot load roles.">{`${roles.why}.`}</Note>
        </div>
      )}
      {roles.state === 'reading' && !isEdited && <Waiting>Loading roles</Waiting>}
      {roles.state === 'read' && text === undefined && (
        <div className={styles.note}>
          <Note kind="warn" title={`There is no role ${role}.`}>
            It may have been deleted in the meantime.
          </Note>
        </div>
      )}
      {text !== undefined && <Reaches role={role} text={text} saved={isEdited ? edited.saved : undefined} />}
    </Sheet>
  );
}

type ReachesProps = { role: string; text: string; saved: string | undefined };

function Reaches({ role, text, saved }: ReachesProps) {
  const { reach, counted, isReading, hasMore, loadAll } = useRoleReach(text, saved);
  if (!reach) return <Waiting>Loading resources</Waiting>;
  const moves = saved === undefined ? undefined : changesLabel(reach);
  const here = reach.kinds.filter(({ total }) => total > 0);
  const none = reach.kinds.filter(({ total }) => total === 0);
  return (
    <div className={styles.why}>
      {moves !== undefined && moves !== '' && (
        <Note kind="info" title="Compared with the server’s copy:">
          {moves}
        </Note>
      )}
      {here.map((kind) => (
        <Kind key={kind.name} kind={kind} reach={reach} role={role} text={text} />
      ))}
      {none.length > 0 && (
        <p className="t3">{`There are no ${anyOf(none.map(({ resource }) => pluralName(resource)))} here.`}</p>
      )}
      {reach.unread.map(({ resource, why }) => (
        <p key={resource.name} className="t3">{`${resource.label[1]} are not counted. ${why}.`}</p>
      ))}
      <CountingLine counted={counted} />
      {isReading && <p className="t3">Loading the rest</p>}
      {hasMore && (
        <Button kind="quiet" onClick={loadAll}>
          Load all
        </Button>
      )}
    </div>
  );
}

const SHOWN = 50;

function Kind({ kind, reach, role, text }: { kind: ResourceReach; reach: Reach; role: string; text: string }) {
  const [open, setOpen] = useState<'grants' | 'denies'>();
  const { resource, name, grants, denies, faulty, needsTraits, hiddenLabels } = kind;
  const query = selectionQuery(reach.role, resource.access.kind);
  const toggle = (side: 'grants' | 'denies') => setOpen(open === side ? undefined : side);
  const targets = open === undefined ? [] : kind[open];
  const lineFor = (target: RowTarget): number | undefined => {
    const stand = reach.standing.stand(resource.access.kind, target);
    return stand.kind === 'apart' ? undefined : locateKey(text, pathSteps(stand.path))?.line;
  };
  return (
    <section aria-label={resource.label[1]}>
      <div className={styles.reach}>
        <span>
          <span className="strong">{`Grants ${countedOver(grants.length, kind)}`}</span>
          {needsTraits && <span className="t3">, and more through the traits of its users</span>}
          {hiddenLabels.length > 0 && (
            <span className="t3">{`. This may be different: lists leave out ${allOf(hiddenLabels)}`}</span>
          )}
          {faulty.length > 0 && <span className={styles.no}> An error in its labels makes every check fail.</span>}
        </span>
        {denies.length > 0 ? (
          <button type="button" className="link" aria-expanded={open === 'denies'} onClick={() => toggle('denies')}>
            {`Denies ${denies.length}`}
          </button>
        ) : (
          <span />
        )}
        {grants.length > 0 ? (
          <button type="button" className="link" aria-expanded={open === 'grants'} onClick={() => toggle('grants')}>
            {open === 'grants' ? 'Hide' : 'Show'}
          </button>
        ) : (
          <span />
        )}
      </div>
      {open && (
        <ul className={styles.things}>
          {targets.slice(0, SHOWN).map((target) => (
            <li key={target.row.id}>
              <Icon
                name={open === 'grants' ? 'check' : 'ban'}
                size={14}
                className={open === 'grants' ? styles.yes : styles.no}
              />
              <span className="cut">{target.name}</span>
              <LineLink role={role} line={lineFor(target)} />
            </li>
          ))}
          {targets.length > SHOWN && <li className="t3">{`${targets.length - SHOWN} more`}</li>}
          {open === 'grants' && query !== undefined && (
            <li>
              <Icon name="list-filter" size={14} />
              <Link className="link" to={`/${name}?query=${encodeURIComponent(query)}`}>
                {`Show in the list of ${pluralName(resource)}`}
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
