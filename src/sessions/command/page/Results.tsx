import { useDeferredValue, useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { askAssist, hasAssist, offerContext, readOffer, type OfferedContext } from '../../../api/assistRequests.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { saveText } from '../../../ui/plain/saveFile.ts';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { CommandHistory } from '../run/CommandHistory.ts';
import { totalLabel, reportText } from '../run/commandMessages.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { type Entry, filtered, type EntryFilter } from '../run/entries.ts';
import { tally, wentWrong } from '../run/nodeState.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { ResultList } from './ResultList.tsx';
import styles from './Results.module.css';
import { useEntries, useFolding } from './useEntries.ts';
import { useStates } from './usePaced.ts';

type Props = {
  run: CommandRun;
  history: CommandHistory;
  hostOf: (id: string) => string;
  scroller: RefObject<HTMLDivElement | null>;
};

/** The progress of the command, and the output of the servers. */
export function Results({ run, history, hostOf, scroller }: Props) {
  const counts = tally(useStates(run).values());
  const view = useStore(history.view);
  const [which, setWhich] = useState<EntryFilter>('all');
  const [text, setText] = useState('');
  const needle = useDeferredValue(text);
  const { all, hold, sort } = useEntries(run, view, hostOf);
  const shownEntries = filtered(all, { which, text: needle }, hostOf, (id) => run.output(id));
  const folding = useFolding(run, all);
  const report = (entries: readonly Entry[]) => reportText(run, entries, hostOf, Date.now());
  const save = (entries: readonly Entry[]) =>
    saveText(report(entries), `command-${new Date(run.startedMs).toISOString()}`);
  const failures = all.filter((entry) => entry.kind !== 'waiting' && wentWrong(entry.state));
  const failed: OfferedContext = {
    kind: 'output',
    title: `${run.task.command.slice(0, 60)}, failed on ${plural(counts.wrong, 'server')}`,
    read: () => report(failures.slice(0, FAILURES_MAX)),
  };
  const isOffered = counts.wrong > 0 && hasAssist();
  const offer = useEffectEvent(() => offerContext(failed));
  useEffect(() => (isOffered ? offer() : undefined), [isOffered, failed.title]);
  const copyAll = () => copyWithToast(report(all), 'All outputs');
  return (
    <section className={styles.results} aria-label="Results">
      <div className={styles.tools}>
        <Segmented
          label="Results shown"
          value={view}
          segments={{ grouped: 'Grouped', each: 'Individual' }}
          onChange={(next) => history.show(next)}
        />
        <Segmented
          label="Servers shown"
          value={which}
          segments={{
            all: `All ${formatCount(counts.total)}`,
            wrong: `Failed ${formatCount(counts.wrong)}`,
            open: `Unfinished ${formatCount(counts.total - counts.over)}`,
          }}
          onChange={setWhich}
        />
        <input
          type="search"
          className={styles.search}
          aria-label="Find in names and outputs"
          placeholder="Find in names and outputs"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className={styles.progress}>
          <Progress
            label="Servers that have finished"
            done={counts.over - counts.wrong}
            failed={counts.wrong}
            total={counts.total}
          />
          <span className="num t2 small">{totalLabel(counts)}</span>
        </span>
        <div className={styles.actions}>
          {sort && (
            <Button kind="quiet" onClick={sort}>
              Show differences first
            </Button>
          )}
          {isOffered && (
            <Button icon="sparkles" onClick={() => askAssist('Explain why this failed.', readOffer(failed))}>
              Explain failures
            </Button>
          )}
          <Button kind="quiet" onClick={() => folding.foldAll(!folding.isAllFolded)}>
            {folding.isAllFolded ? 'Expand all' : 'Collapse all'}
          </Button>
          <Button icon="copy" onClick={() => void copyAll()}>
            Copy all
          </Button>
          <Button icon="download" onClick={() => save(all)}>
            Save all as text
          </Button>
        </div>
      </div>
      {shownEntries.length === 0 ? (
        <p className={styles.none}>{noneMessage(which, needle)}</p>
      ) : (
        <ResultList
          run={run}
          entries={shownEntries}
          hostOf={hostOf}
          isOpen={folding.isOpen}
          onToggle={folding.toggle}
          onSave={(entry) => save([entry])}
          onUse={hold}
          scroller={scroller}
        />
      )}
    </section>
  );
}

/** The number of failures that Assist explains at once. The size limit of a context cuts off more. */
const FAILURES_MAX = 20;

function noneMessage(which: EntryFilter, text: string): string {
  if (text.trim() !== '') return `No server name or stored output here contains “${text.trim()}”`;
  return which === 'wrong' ? 'No server has failed' : 'The command has finished on every server';
}
