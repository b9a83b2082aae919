import { useState } from 'react';
import type { RefObject } from 'react';
import { formatCount } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { saveText } from '../../terminal/console/saveText.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { isOver, tally, wentWrong } from '../run/nodeState.ts';
import type { NodeState } from '../run/nodeState.ts';
import { reportText, totalWords } from '../run/words.ts';
import { ResultList } from './ResultList.tsx';
import styles from './Results.module.css';

type Props = { run: CommandRun; hostOf: (id: string) => string; scroller: RefObject<HTMLDivElement | null> };

type Filter = 'all' | 'wrong' | 'open';

const FILTERS: Readonly<Record<Filter, (state: NodeState) => boolean>> = {
  all: () => true,
  wrong: wentWrong,
  open: (state) => !isOver(state),
};

/** More outputs than this are folded at first: the heads then fit one screen. */
const OPEN_AT_FIRST = 12;

/** How far the command is, and what each server said. */
export function Results({ run, hostOf, scroller }: Props) {
  const states = useStore(run.states);
  const [filter, setFilter] = useState<Filter>('all');
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(run.ids.length > OPEN_AT_FIRST ? run.ids : []),
  );
  const counts = tally(states.values());
  const shown = run.ids.filter((id) => FILTERS[filter](states.get(id) ?? { kind: 'waiting' }));
  const fold = (id: string) => setFolded((before) => (before.has(id) ? without(before, id) : new Set([...before, id])));
  const isAllFolded = run.ids.every((id) => folded.has(id));
  const save = () => saveText(reportText(run, hostOf, Date.now()), `command-${new Date(run.startedMs).toISOString()}`);
  return (
    <section className={styles.results} aria-label="Results">
      <div className={styles.tools}>
        <Segmented
          label="Servers shown"
          value={filter}
          segments={[
            { value: 'all', label: `All ${formatCount(counts.total)}` },
            { value: 'wrong', label: `Failed ${formatCount(counts.wrong)}` },
            { value: 'open', label: `Open ${formatCount(counts.total - counts.over)}` },
          ]}
          onChange={setFilter}
        />
        <span className={styles.progress}>
          <Progress
            label="Servers that have finished"
            done={counts.over - counts.wrong}
            failed={counts.wrong}
            total={counts.total}
          />
          <span className="num t2 small">{totalWords(counts)}</span>
        </span>
        <span className="grow" />
        <Button kind="quiet" onClick={() => setFolded(new Set(isAllFolded ? [] : run.ids))}>
          {isAllFolded ? 'Unfold all' : 'Fold all'}
        </Button>
        <Button icon="download" onClick={save}>
          Save all as text
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>
          {filter === 'wrong' ? 'No server has failed' : 'The command is over on every server'}
        </p>
      ) : (
        <ResultList
          run={run}
          states={states}
          ids={shown}
          hostOf={hostOf}
          folded={folded}
          onFold={fold}
          scroller={scroller}
        />
      )}
    </section>
  );
}

const without = (all: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...all].filter((other) => other !== id));
