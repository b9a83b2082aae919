import { useEffect, useState, type ReactNode } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { leaving } from '../../lib/leaving.ts';
import { formatCount } from '../../lib/numbers.ts';
import { Tag } from '../../ui/Chips.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { Button, onFirstClick } from '../../ui/plain/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { download, exportName } from '../export/exportRows.ts';
import { SidePanelEffects } from '../dialogs/Effects.tsx';
import { countOf } from '../resourceMessages.ts';
import styles from './Bulk.module.css';
import { BulkLines, BulkOutcome } from './BulkLines.tsx';
import { resultsFile, resultsText } from './bulkResults.ts';
import type { BulkLabels, PlannedLine } from './bulkMessages.ts';
import { type BulkJob, tally } from './BulkJob.ts';
import { useEventsAddress } from './useEventsAddress.ts';

type Props = NamedResource<Resource> & {
  work: BulkJob;
  words: BulkLabels;
  planned: (row: Row) => PlannedLine;
  /** The number of rows, shown before the start. */
  counts: string;
  /** The effects, shown before the start. */
  effects: ReactNode;
  /** Beside the buttons, before the start: what was compared. */
  note?: ReactNode;
  /** The button that leaves the dialog before the start. */
  back: { label: string; run: () => void };
  act: { kind: 'primary' | 'destroy'; off: string | undefined };
  /** The code of its events in the audit log. */
  eventCode: string | undefined;
  onClose: () => void;
  /** Called after each run, and after each retry. */
  onDone: () => void;
  /** The user returns to the list. These rows are not known to be done and stay selected. */
  onLeft: (rows: readonly Row[]) => void;
};

/** Short runs are shown to a tenth of a second. */
const secondsOf = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms));

/**
 * Applies one action to several rows. Shows the effect on each row before the start, then the progress and the results.
 */
export function BulkDialog(props: Props) {
  const { resource, name, work, words, planned, counts, effects, note, back, act, onClose, onDone, onLeft } = props;
  const { run, rows, included } = work;
  const states = useStore(run.states);
  const shownZone = useStore(zone);
  const [phase, setPhase] = useState<'asking' | 'running' | 'over'>(work.endedMs > 0 ? 'over' : 'asking');
  const { done, failed, unknown, waits } = tally(states);
  const wrong = failed + unknown;
  const remaining = included.length - done;
  const events = useEventsAddress(name, props.eventCode, work);

  useEffect(() => (phase === 'running' ? askBeforeUnload(() => true) : undefined), [phase]);
  // A user who leaves the page or is signed out could no longer stop it.
  useEffect(() => {
    const offLeaving = leaving.subscribe(run.stop);
    return () => {
      offLeaving();
      run.stop();
    };
  }, [run]);

  const start = async () => {
    setPhase('running');
    await work.go();
    setPhase('over');
    onDone();
  };
  const close = () => {
    if (phase === 'over') onLeft(work.remaining());
    onClose();
  };
  const again = (id: string, how: 'retry' | 'check') => void run[how](id).then(onDone);
  const of = { resource, work, words, planned };
  // oxlint-disable-next-line react/purity -- it runs on a click
  const save = (format: 'csv' | 'json') => download(exportName(resource, new Date()), format, resultsFile(of, format));
  const footers = {
    asking: () => (
      <>
        <span className={styles.read}>{note}</span>
        <Button size="form" autoFocus onClick={back.run}>
          {back.label}
        </Button>
        <Button size="form" kind={act.kind} off={act.off} onClick={() => void start()}>
          {`${words.act} ${countOf(resource, included.length)}`}
        </Button>
      </>
    ),
    running: () => (
      <>
        <span className={styles.progress}>
          <Progress label={words.running} done={done} failed={wrong} total={included.length} />
          <span className="num" role="status">{`${formatCount(done + wrong)} of ${formatCount(included.length)}`}</span>
        </span>
        <Button size="form" onClick={onFirstClick(run.stop)}>
          Stop after this one
        </Button>
      </>
    ),
    over: () => (
      <>
        <span className={styles.read}>
          {`Done in ${secondsOf(work.tookMs)}, ${formatTime(new Date(work.endedMs), shownZone)}`}
        </span>
        {waits > 0 && (
          <Button size="form" onClick={() => void start()}>
            {`Continue with ${countOf(resource, waits)}`}
          </Button>
        )}
        <CopyButton size="form" text={resultsText(of)}>
          Copy results
        </CopyButton>
        <Button size="form" autoFocus onClick={onFirstClick(close)}>
          {remaining > 0 ? `Back to the list, ${formatCount(remaining)} selected` : 'Back to the list'}
        </Button>
      </>
    ),
  };
  const tags = {
    asking: <Tag>Dry run</Tag>,
    running: null,
    over: wrong > 0 && <Tag danger>{`${formatCount(wrong)} failed`}</Tag>,
  };
  const titles = {
    asking: words.asking,
    running: words.running,
    over: `${words.over}: ${formatCount(done)} of ${countOf(resource, included.length)}`,
  };
  const became = [
    `${formatCount(done)} ${words.done}`,
    work.skipped.size > 0 && `${formatCount(work.skipped.size)} ${words.skipped}`,
    wrong > 0 && `${formatCount(wrong)} failed`,
  ];
  return (
    <Dialog
      title={titles[phase]}
      aside={tags[phase]}
      size="review"
      onClose={close}
      dismissGuard={phase === 'running' ? 'working' : undefined}
      footer={footers[phase]()}
    >
      <SidePanelEffects
        width={340}
        effects={
          phase === 'over' ? (
            <BulkOutcome
              resource={resource}
              words={words}
              counts={tally(states)}
              total={included.length}
              events={done > 0 ? events : undefined}
            />
          ) : (
            effects
          )
        }
      >
        <div className={styles.items}>
          <h3 className={styles.itemsHead}>
            {countOf(resource, rows.length)}
            <span className={styles.counts}>{phase === 'over' ? became.filter(Boolean).join(', ') : counts}</span>
            <span className="grow" />
            <MenuButton
              kind="quiet"
              size="toolbar"
              opens={false}
              icon="download"
              label="Export results"
              align="right"
              items={() => [
                { kind: 'item', id: 'csv', label: 'CSV', run: () => save('csv') },
                { kind: 'item', id: 'json', label: 'JSON', run: () => save('json') },
              ]}
            >
              Export
            </MenuButton>
          </h3>
          <BulkLines
            {...of}
            states={phase === 'asking' ? undefined : states}
            onAgain={phase === 'over' ? again : undefined}
          />
        </div>
      </SidePanelEffects>
    </Dialog>
  );
}
