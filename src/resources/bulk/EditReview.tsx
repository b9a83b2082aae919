import type { Field } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { formatTime } from '../../lib/dates.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { countOf } from '../resourceMessages.ts';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkWords } from './bulkMessages.ts';
import { EditPlanned } from './EditPlanned.tsx';
import { planMessage, type BulkEdit } from './editPlan.ts';
import type { BulkEditJob } from './BulkEditJob.ts';
import { bulkEffects } from './effects/bulkEffects.ts';
import { plannedValues } from './PlannedValues.tsx';

type Props = {
  resource: Restricted;
  /** The name react-admin knows the resource by. */
  name: string;
  edit: BulkEdit;
  field: Field;
  work: BulkEditJob;
  onBack: () => void;
  onClose: () => void;
  onWritten: () => void;
  /** Those that were not changed, once somebody goes back to the list. */
  onLeft: (rows: readonly Row[]) => void;
};

/** The change of each row before any is written, and in the same frame what came of it. */
export function EditReview({ resource, name, edit, field, work, onBack, onClose, onWritten, onLeft }: Props) {
  const { lines, changing } = work;
  const shownZone = useStore(zone);
  const label = field.label.toLowerCase();
  const Extra = edit.effects === undefined ? undefined : bulkEffects[edit.effects];
  const lineOf = new Map(changing.map((line) => [line.row.id, line]));
  const words: BulkWords = {
    asking: `Review: change ${label} of ${countOf(resource, lines.length)}`,
    running: `Changing ${label} of ${countOf(resource, changing.length)}`,
    over: `${field.label} changed`,
    act: 'Change',
    doing: 'being written',
    done: 'written',
    skipped: 'unchanged',
    known: 'changed',
    again: 'Retry reads the present copy and changes that.',
    check: 'Where the answer is missing, Check reads it and says whether it was written.',
    undo: 'Each write is in the audit log. The same dialog takes away again what it added.',
    column: field.label,
  };
  return (
    <BulkDialog
      resource={resource}
      name={name}
      work={work}
      words={words}
      planned={({ id }) => {
        const line = lineOf.get(id);
        return line ? plannedValues(line) : { icon: 'minus', words: '', text: '' };
      }}
      counts={planMessage(lines, label.replace(/s$/, ''))}
      effects={
        <EditPlanned resource={resource} lines={lines} effects={field.input?.help}>
          {Extra && <Extra resource={resource} work={work} />}
        </EditPlanned>
      }
      note={
        <>
          <Icon name="check" size={14} />
          {`Compared with the server’s copies read ${formatTime(new Date(work.readAtMs), shownZone)}`}
        </>
      }
      back={{ label: 'Back', run: onBack }}
      act={{ kind: 'primary', off: changing.length === 0 ? 'Nothing would change' : undefined }}
      eventCode={resource.eventCodes?.updated}
      onClose={onClose}
      onDone={onWritten}
      onLeft={onLeft}
    />
  );
}
