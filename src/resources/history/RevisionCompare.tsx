import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { describeFailure } from '../../api/errors.ts';
import { readRevision, type Revision } from '../../api/history.ts';
import { rowSegment } from '../../descriptors/resourceName.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { ChangedLines } from '../review/ChangedLines.tsx';
import { singularName } from '../resourceMessages.ts';
import styles from './History.module.css';
import type { ChosenRevision } from './useChosen.ts';

type Props = {
  resource: Restricted;
  /** React-admin's resource name. */
  path: string;
  rowId: string;
  document: { kind: string; name: string };
  /** Its display name. */
  called: string;
  revisions: readonly Revision[];
  chosen: ChosenRevision;
};

/** Compares one revision with another, and offers to restore it. */
export function RevisionCompare({ resource, path, rowId, document, called, revisions, chosen }: Props) {
  const navigate = useNavigate();
  const shownZone = useStore(zone);
  const at = revisions.findIndex(({ id }) => id === chosen.id);
  const after = useText(document, revisions[at]);
  // For a removal, the previous revision is restored.
  const source = revisions[revisions[at]?.change === 'removed' ? at + 1 : at];
  const restored = useText(document, source);
  const before = useText(
    document,
    revisions.find(({ id }) => id === chosen.with),
  );
  const noun = singularName(resource);
  const isGone = revisions[0]?.change === 'removed';
  const error = after.error ?? before.error;

  const offReason = () => {
    if (!restored.data) return 'There is no text to restore';
    if (at === 0 && !isGone) return 'This is what the server has now';
    const may = isGone ? resource.may.create : resource.may.update;
    return may.ok ? undefined : may.why;
  };
  const restore = () => {
    if (!source) return;
    // The name of a token may be a secret, so the address has the id of the row.
    const revision = new URLSearchParams({ revision: source.id, ...(isGone && { of: rowId, kind: document.kind }) });
    void navigate(`/${path}/${isGone ? 'new' : rowSegment(rowId)}?${revision.toString()}`);
  };
  const others = revisions.filter(({ id }) => id !== chosen.id);
  return (
    <section className={styles.compare} aria-label="What changed">
      <div className={styles.tools}>
        {others.length > 0 && (
          <SelectField
            label="Compared with"
            size="toolbar"
            value={chosen.with ?? ''}
            options={[
              ...(chosen.with === undefined ? [{ value: '', label: 'nothing (first revision)' }] : []),
              ...others.map(({ id, time, author }) => ({
                value: id,
                label: `${formatDateTime(time, shownZone)} by ${author}${id === revisions[at + 1]?.id ? ', previous' : ''}`,
              })),
            ]}
            onChange={chosen.compare}
          />
        )}
        <span className="grow" />
        <Button icon="rotate-ccw" off={offReason()} onClick={restore}>
          {isGone ? `Restore ${noun}` : 'Restore this text'}
        </Button>
      </div>
      {error ? (
        <div className={styles.notes}>
          <ErrorNote
            what="Could not load the text"
            why={describeFailure(error).why}
            details={describeFailure(error).details}
          />
        </div>
      ) : after.data === undefined || before.data === undefined ? (
        <Waiting>Loading the text</Waiting>
      ) : (
        <>
          {revisions[at]?.change === 'removed' && (
            <div className={styles.notes}>
              <Note kind="warn" title={`${resource.label[0]} ${called} was removed here.`}>
                You can restore its last text.
              </Note>
            </div>
          )}
          <ChangedLines
            before={before.data}
            after={after.data}
            name={`${called}.yaml`}
            same="Both revisions are identical"
          />
        </>
      )}
    </section>
  );
}

/** A removal has no text, and neither has the time before the first write. */
function useText({ kind, name }: Props['document'], revision: Revision | undefined) {
  const id = revision && revision.change !== 'removed' ? revision.id : '';
  return useQuery({
    queryKey: ['revision', kind, name, id],
    queryFn: ({ signal }) => (id === '' ? '' : readRevision(kind, name, id, signal)),
    staleTime: Infinity,
  });
}
