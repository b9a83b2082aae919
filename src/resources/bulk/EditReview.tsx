import { useState } from 'react';
import type { Field } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { Tag } from '../../ui/Chips.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { BesideEffects } from '../review/BesideEffects.tsx';
import { countOf } from '../words.ts';
import styles from './Bulk.module.css';
import { tally } from './BulkRun.ts';
import type { ItemState } from './BulkRun.ts';
import { EditLines } from './EditLines.tsx';
import { EditPlanned, EditResult } from './EditWords.tsx';
import { planWords } from './editPlan.ts';
import type { BulkEdit, EditLine } from './editPlan.ts';
import type { EditWork } from './EditWork.ts';
import { bulkEffects } from './effects/bulkEffects.ts';

type Props = {
  resource: Restricted;
  edit: BulkEdit;
  field: Field;
  work: EditWork;
  onBack: () => void;
  onClose: () => void;
  onWritten: () => void;
  /** Those that were not changed, once somebody goes back to the list. */
  onLeft: (rows: readonly Row[]) => void;
};

/** Quick work is told to a tenth. */
const secondsOf = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms));

type Phase = 'asking' | 'running' | 'over';
const NONE: ReadonlyMap<string, ItemState> = new Map();

/** What one row came to, for the clipboard. */
const resultText = (title: string, line: EditLine, state: ItemState | undefined): string =>
  [title, line.kind === 'changes' ? (state?.kind ?? 'waits') : 'unchanged', state && 'why' in state ? state.why : '']
    .join('\t')
    .trimEnd();

/** The change of each row before any is written, and in the same frame what came of it. */
export function EditReview({ resource, edit, field, work, onBack, onClose, onWritten, onLeft }: Props) {
  const { lines, changing, run } = work;
  const states = useStore(run.states);
  const shownZone = useStore(zone);
  const [phase, setPhase] = useState<Phase>(work.endedMs > 0 ? 'over' : 'asking');
  const counts = tally(states);
  const wrong = counts.failed + counts.unknown;
  const total = countOf(resource, changing.length);
  const words = field.label.toLowerCase();
  const left = changing.flatMap(({ row }) => (states.get(row.id)?.kind === 'done' ? [] : [row]));
  const Extra = edit.effects === undefined ? undefined : bulkEffects[edit.effects];

  const start = async () => {
    setPhase('running');
    await work.go();
    setPhase('over');
    onWritten();
  };
  const close = () => {
    if (phase === 'over') onLeft(left);
    onClose();
  };
  const again = (id: string, how: 'retry' | 'check') => void run[how](id).then(onWritten);
  const all = countOf(resource, lines.length);
  const title = {
    asking: `Review: change ${words} of ${all}`,
    running: `Changing ${words} of ${total}`,
    over: `${field.label} changed: ${counts.done} of ${total}`,
  }[phase];
  const read = formatTime(new Date(work.readAtMs), shownZone);
  const tags =
    phase === 'over' ? wrong > 0 && <Tag danger>{`${wrong} failed`}</Tag> : phase === 'asking' && <Tag>Dry run</Tag>;

  return (
    <Dialog
      title={title}
      aside={tags}
      size="review"
      onClose={close}
      hold={phase === 'running' ? 'working' : undefined}
      footer={
        phase === 'asking' ? (
          <>
            <span className={styles.read}>
              <Icon name="check" size={14} />
              {`Compared with the server’s copies read ${read}`}
            </span>
            <Button size="form" autoFocus onClick={onBack}>
              Back
            </Button>
            <Button
              size="form"
              kind="primary"
              off={changing.length === 0 ? 'Nothing would change' : undefined}
              onClick={() => void start()}
            >
              {`Change ${total}`}
            </Button>
          </>
        ) : phase === 'running' ? (
          <>
            <span className={styles.progress}>
              <Progress label={title} done={counts.done} failed={wrong} total={changing.length} />
              <span className="num" role="status">{`${counts.done + wrong} of ${changing.length}`}</span>
            </span>
            <Button size="form" onClick={run.stop}>
              Stop after this one
            </Button>
          </>
        ) : (
          <>
            <span className={styles.read}>
              {`Done in ${secondsOf(work.endedMs - work.startedMs)}, ${formatTime(new Date(work.endedMs), shownZone)}`}
            </span>
            {counts.waits > 0 && (
              <Button size="form" onClick={() => void start()}>
                {`Go on with ${countOf(resource, counts.waits)}`}
              </Button>
            )}
            <CopyButton
              size="form"
              text={lines
                .map((line) => resultText(rowTitle(resource, line.row), line, states.get(line.row.id)))
                .join('\n')}
            >
              Copy results
            </CopyButton>
            <Button size="form" autoFocus onClick={close}>
              {left.length > 0 ? `Back to the list, ${left.length} selected` : 'Back to the list'}
            </Button>
          </>
        )
      }
    >
      <BesideEffects
        width={340}
        effects={
          phase === 'over' ? (
            <EditResult resource={resource} counts={counts} total={total} left={left.length} />
          ) : (
            <EditPlanned resource={resource} lines={lines} effects={field.input?.help}>
              {Extra && <Extra work={work} />}
            </EditPlanned>
          )
        }
      >
        <div className={styles.items}>
          <h3 className={styles.itemsHead}>
            {all}
            <span className={styles.counts}>
              {phase === 'over'
                ? `${counts.done} written, ${lines.length - changing.length} unchanged, ${wrong} failed`
                : planWords(lines, words.replace(/s$/, ''))}
            </span>
          </h3>
          <EditLines
            resource={resource}
            lines={lines}
            states={phase === 'asking' ? NONE : states}
            onRetry={phase === 'over' ? (id) => again(id, 'retry') : undefined}
            onCheck={phase === 'over' ? (id) => again(id, 'check') : undefined}
          />
        </div>
      </BesideEffects>
    </Dialog>
  );
}
