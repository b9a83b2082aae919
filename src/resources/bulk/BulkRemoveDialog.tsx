import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { keptBecause } from '../../descriptors/restrict.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Tag } from '../../ui/Chips.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useStore } from '../../ui/useStore.ts';
import { Effects } from '../dialogs/Effects.tsx';
import { BesideEffects } from '../review/BesideEffects.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import { useUser } from '../useUser.ts';
import { countOf, removalWords } from '../words.ts';
import styles from './Bulk.module.css';
import { BulkItems } from './BulkItems.tsx';
import { BulkRun, tally } from './BulkRun.ts';
import type { ItemState } from './BulkRun.ts';

type Props = {
  resource: Restricted;
  /** The name react-admin knows the resource by. */
  name: string;
  rows: readonly Row[];
  onClose: () => void;
  /** These rows are still there: they stay chosen. */
  onLeft: (rows: readonly Row[]) => void;
};

type Phase = 'asking' | 'running' | 'over';
const NONE: ReadonlyMap<string, ItemState> = new Map();
const isLeft = (state: ItemState | undefined): boolean => state?.kind !== 'done';

/** What one item came to, for the clipboard. */
const resultText = (title: string, state: ItemState | undefined, kept: string | undefined): string =>
  [title, state?.kind ?? 'left out', state && 'why' in state ? state.why : (kept ?? '')].join('\t');

/** Removes several rows: says before what will go, shows how far it is, and tells of each row what came of it. */
export default function BulkRemoveDialog({ resource, name, rows, onClose, onLeft }: Props) {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const { username } = useUser();
  const [phase, setPhase] = useState<Phase>('asking');
  // What goes is settled when the dialog opens: a list that is read anew must not change it.
  const [{ going, why, run }] = useState(() => {
    const reasons = new Map(rows.map((row) => [row.id, keptBecause(resource, row, username)]));
    const removable = rows.filter((row) => reasons.get(row.id) === undefined);
    const byId = new Map(removable.map((row) => [row.id, row]));
    return {
      going: removable,
      why: reasons,
      run: new BulkRun({
        ids: removable.map(({ id }) => id),
        act: (id) => writes.removeOneOfMany(byId.get(id) ?? { id }),
        check: async (id) =>
          (await dataProvider.getMany<Row>(name, { ids: [id], meta: { fresh: true } })).data.length === 0,
        explain: (error) => ({ why: describeFailure(error).why, isAnswered: !isApiError(error, 0) }),
      }),
    };
  });
  const states = useStore(run.states);
  const { done, failed, unknown, waits, busy } = tally(states);
  const total = countOf(resource, going.length);
  const { act, acting, done: past } = removalWords(resource);
  const wrong = failed + unknown;
  const left = going.filter((row) => isLeft(states.get(row.id)));

  const start = async () => {
    setPhase('running');
    await run.run();
    setPhase('over');
    void client.invalidateQueries();
  };
  const close = () => {
    if (phase === 'over') onLeft(left);
    onClose();
  };
  const again = (id: string, how: 'retry' | 'check') => void run[how](id).then(() => client.invalidateQueries());

  const title = {
    asking: `${act} ${countOf(resource, rows.length)}?`,
    running: `${acting} ${total}`,
    over: `${past.charAt(0).toUpperCase()}${past.slice(1)}: ${done} of ${total}`,
  }[phase];
  return (
    <Dialog
      title={title}
      aside={phase === 'over' && wrong > 0 && <Tag danger>{`${wrong} failed`}</Tag>}
      size="review"
      onClose={close}
      hold={phase === 'running' ? 'working' : undefined}
      footer={
        phase === 'asking' ? (
          <>
            <Button size="form" autoFocus onClick={close}>
              {`Keep ${countOf(resource, rows.length)}`}
            </Button>
            <Button
              size="form"
              kind="destroy"
              off={going.length === 0 ? `None of them can be ${past}` : undefined}
              onClick={() => void start()}
            >
              {`${act} ${total}`}
            </Button>
          </>
        ) : phase === 'running' ? (
          <>
            <span className={styles.progress}>
              <Progress label={`${acting} ${total}`} done={done} failed={wrong} total={going.length} />
              <span className="num" role="status">{`${done + wrong} of ${going.length}`}</span>
            </span>
            <Button size="form" onClick={run.stop}>
              Stop after this one
            </Button>
          </>
        ) : (
          <>
            <CopyButton
              size="form"
              text={rows
                .map((row) => resultText(rowTitle(resource, row), states.get(row.id), why.get(row.id)))
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
            <>
              <h3>Result</h3>
              {wrong > 0 ? (
                <Note kind="danger" title={`${wrong} of ${total} not known to be ${past}.`}>
                  {`The reason stands beside each. ${done === 0 ? `Nothing was ${past}.` : `The ${done} others are gone.`}`}
                </Note>
              ) : (
                <p>{`${countOf(resource, done)} ${past}${waits + busy > 0 ? `, ${waits} left as you stopped` : ''}.`}</p>
              )}
              {left.length > 0 && (
                <>
                  <h3>What now</h3>
                  <p>They stay selected in the list, to be tried again.</p>
                </>
              )}
            </>
          ) : (
            <>
              <h3>What this does</h3>
              <Effects of={resource.removalOfMany ?? []} />
              <h3>Who is affected</h3>
              <p>{`${going.length} of ${countOf(resource, rows.length)} will be ${past}${
                going.length < rows.length ? '; the others stay, for the reason beside them' : ''
              }.`}</p>
              <h3>If one fails</h3>
              <p>They are {past} one after the other. The others go on; what failed stays selected in the list.</p>
            </>
          )
        }
      >
        <BulkItems
          resource={resource}
          rows={rows}
          kept={why}
          states={phase === 'asking' ? NONE : states}
          onRetry={phase === 'over' ? (id) => again(id, 'retry') : undefined}
          onCheck={phase === 'over' ? (id) => again(id, 'check') : undefined}
        />
      </BesideEffects>
    </Dialog>
  );
}
