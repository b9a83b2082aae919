import { formatCount, plural } from '../../lib/numbers.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button, onFirstClick } from '../../ui/plain/Button.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { offText } from './QueryCover.tsx';
import styles from './QueryPage.module.css';
import { workTime } from './results/MessageList.tsx';
import type { QuerySession } from './session/QuerySession.ts';

const ROW_LIMITS = [100, 1000, 5000, 10_000] as const;
export type RowLimit = (typeof ROW_LIMITS)[number];

const CLOCK_MS = 500;

type Props = {
  session: QuerySession;
  rowLimit: RowLimit;
  onRowLimit: (limit: RowLimit) => void;
  onRun: (scope: 'statement' | 'all' | 'plan') => void;
  onHistory: () => void;
  /** Undefined if there is no room for the tables. */
  onTables: (() => void) | undefined;
  showsTables: boolean;
};

/** The buttons above the text. */
export function QueryTools({ session, rowLimit, onRowLimit, onRun, onHistory, onTables, showsTables }: Props) {
  const state = useStore(session.state);
  const rows = useStore(session.results.run)?.sets.reduce((sum, set) => sum + set.rowCount, 0) ?? 0;
  const isRunning = state.kind === 'running';
  const off = offText(state);
  const limits = (): readonly MenuItem[] => [
    { kind: 'head', label: 'Rows of each result' },
    ...ROW_LIMITS.map((limit): MenuItem => ({
      kind: 'item',
      id: String(limit),
      label: formatCount(limit),
      chosen: limit === rowLimit,
      run: () => onRowLimit(limit),
    })),
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label="Query">
      {/* Each button has a fixed place: a second click must not do the opposite of the first. */}
      <span className={styles.work}>
        <Button kind="primary" icon="play" off={off} onClick={onFirstClick(() => onRun('statement'))}>
          Run
        </Button>
        <Button
          icon="circle-x"
          keys="Esc"
          off={isRunning ? undefined : 'No statement is running'}
          busy={isRunning && state.work.isCancelling ? 'Stopping' : undefined}
          onClick={() => session.cancel()}
        >
          Cancel
        </Button>
      </span>
      <Button off={off} onClick={onFirstClick(() => onRun('all'))}>
        Run all
      </Button>
      <Button off={off} onClick={onFirstClick(() => onRun('plan'))}>
        Explain
      </Button>
      <MenuButton kind="quiet" label="Rows of each result" items={limits}>
        {`${formatCount(rowLimit)} rows`}
      </MenuButton>
      <span className="grow" />
      {isRunning && <Progress sinceMs={state.work.sinceMs} rows={rows} />}
      <Button kind="quiet" icon="history" onClick={onHistory}>
        History
      </Button>
      {onTables && (
        <Button kind="quiet" icon="database" aria-pressed={showsTables} onClick={onTables}>
          {showsTables ? 'Hide tables' : 'Show tables'}
        </Button>
      )}
    </div>
  );
}

function Progress({ sinceMs, rows }: { sinceMs: number; rows: number }) {
  const nowMs = useNow(CLOCK_MS);
  return (
    <span className="row-in g6 t2 small num">
      <Ring size={12} /> {workTime(Math.max(0, nowMs - sinceMs))}
      {rows > 0 && ` · ${plural(rows, 'row')}`}
    </span>
  );
}
