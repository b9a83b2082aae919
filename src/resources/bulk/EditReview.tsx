import type { ReactNode, ComponentType } from 'react';
import type { Field } from '../../descriptors/model/fieldModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource, Restricted } from '../../descriptors/restrict.ts';
import { formatTime } from '../../lib/dates.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { formatCount } from '../../lib/numbers.ts';
import { code, gain, loss, phrase, type Sentence } from '../../lib/sentence.ts';
import { cx } from '../../ui/plain/cx.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { countOf, pluralName, singularName } from '../resourceMessages.ts';
import { Sentences } from '../review/Sentences.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkLabels, PlannedLine } from './bulkMessages.ts';
import {
  countMoves,
  planMessage,
  valueMoves,
  type BulkEdit,
  type ChangingLine,
  type EditLine,
  type ValueMove,
} from './editPlan.ts';
import type { BulkEditJob, EffectsProps } from './BulkEditJob.ts';
import styles from './Bulk.module.css';

/** Panels that show what values grant to their holders, by the names in bulk actions of descriptors. */
const bulkEffects: Readonly<Record<string, ComponentType<EffectsProps>>> = {
  logins: lazyComponent(() => import('./effects/LoginEffects.tsx'), { name: 'Effective access', waiting: 'Reading' })
    .Part,
};

type Props = NamedResource & {
  edit: BulkEdit;
  field: Field;
  work: BulkEditJob;
  onBack: () => void;
  onClose: () => void;
  onWritten: () => void;
  /** Called with the rows that were not changed, when the user returns to the list. */
  onLeft: (rows: readonly Row[]) => void;
};

/** The change of each row before any is written, and then the results in the same dialog. */
export function EditReview({ resource, name, edit, field, work, onBack, onClose, onWritten, onLeft }: Props) {
  const { lines, changing } = work;
  const shownZone = useStore(zone);
  const label = field.label.toLowerCase();
  const Extra = edit.effects === undefined ? undefined : bulkEffects[edit.effects];
  const lineOf = new Map(changing.map((line) => [line.row.id, line]));
  const called: BulkLabels = {
    asking: `Review: change ${label} of ${countOf(resource, lines.length)}`,
    running: `Changing ${label} of ${countOf(resource, changing.length)}`,
    over: `${field.label} changed`,
    act: 'Change',
    inProgress: 'saving',
    done: 'saved',
    skipped: 'unchanged',
    known: 'changed',
    again: 'Retry loads the current copy and changes it.',
    check: 'If the result is unknown, Check loads the current copy and shows whether it was saved.',
    undo: 'Each change is in the audit log. Use the same dialog to reverse it.',
    column: field.label,
  };
  return (
    <BulkDialog
      resource={resource}
      name={name}
      work={work}
      words={called}
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
          {`Compared with the server’s copies loaded ${formatTime(new Date(work.readAtMs), shownZone)}`}
        </>
      }
      back={{ label: 'Back', run: onBack }}
      act={{ kind: 'primary', off: changing.length === 0 ? 'Nothing would change' : undefined }}
      eventCode={edit.eventCode}
      onClose={onClose}
      onDone={onWritten}
      onLeft={onLeft}
    />
  );
}

type EditPlannedProps = {
  resource: Restricted;
  lines: readonly EditLine[];
  /** When it takes effect. */
  effects: string | undefined;
  /** What the values grant, in place of a list of them. */
  children: ReactNode;
};

const moveSentence = (resource: Restricted, { value, isGain, count }: ValueMove): Sentence => {
  const who = countOf(resource, count);
  if (isGain) return gain(phrase`${who} ${count === 1 ? 'gets' : 'get'} ${code(value)}`);
  return loss(phrase`${who} ${count === 1 ? 'loses' : 'lose'} ${code(value)}`);
};

/** Shown before anything is written. */
function EditPlanned({ resource, lines, effects, children }: EditPlannedProps) {
  const changing = lines.filter((line) => line.kind === 'changes');
  const passing = changing.filter((line) => line.passing !== undefined).length;
  const rest = lines.length - changing.length;
  return (
    <>
      <h3>What this does</h3>
      {children ?? <Sentences sentences={valueMoves(changing).map((move) => moveSentence(resource, move))} />}
      <h3>Who is affected</h3>
      <p>
        {`${formatCount(changing.length)} of ${countOf(resource, lines.length)} change`}
        {rest > 0 && `, ${formatCount(rest)} ${rest === 1 ? 'stays as it is' : 'stay as they are'}`}.
        {passing > 0 &&
          ` ${formatCount(passing)} ${passing === 1 ? `${singularName(resource)} does` : `${pluralName(resource)} do`} not keep it. The reason is shown beside them.`}
      </p>
      <h3>When</h3>
      <p>Saved one after the other. {effects}</p>
      <h3>If one fails</h3>
      <p>The others continue. Failed ones stay selected in the list for a retry.</p>
    </>
  );
}

/** How many unchanged values are named. */
const STAYING_MAX = 2;

function Values({ line }: { line: ChangingLine }) {
  const staying = line.after.filter((value) => !line.added.includes(value));
  return (
    <span className="row wrap g4">
      {staying.slice(0, STAYING_MAX).map((value) => (
        <span key={value} className={cx(styles.value, 'cut')}>
          {value}
        </span>
      ))}
      {staying.length > STAYING_MAX && (
        <span className="t3" title={staying.slice(STAYING_MAX).join(', ')}>{`+${staying.length - STAYING_MAX}`}</span>
      )}
      {line.added.map((value) => (
        <ins key={value} className={cx(styles.value, styles.added, 'cut')}>
          {value}
        </ins>
      ))}
      {line.removed.map((value) => (
        <del key={value} className={cx(styles.value, styles.taken, 'cut')}>
          {value}
        </del>
      ))}
      {line.passing !== undefined && <span className={styles.passing}>{line.passing}</span>}
    </span>
  );
}

/** The future values of one row. Added and removed ones are marked. */
function plannedValues(line: ChangingLine): PlannedLine {
  const parts = [
    line.added.length > 0 && `added: ${line.added.join(' ')}`,
    line.removed.length > 0 && `removed: ${line.removed.join(' ')}`,
    line.passing,
  ];
  return {
    icon: line.passing !== undefined ? 'triangle-alert' : line.added.length > 0 ? 'plus' : 'minus',
    words: <Values line={line} />,
    text: parts.filter(Boolean).join('; '),
    end: countMoves(line),
  };
}
