import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { plural, formatCount } from '../../../lib/numbers.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { MenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { saveFile } from '../../../ui/plain/saveFile.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { toasts } from '../../../ui/toasts.ts';
import type { QueryRun, ResultSet } from '../session/queryState.ts';
import { CellPanel } from './CellPanel.tsx';
import { MessageList, workTime } from './MessageList.tsx';
import { ResultGrid, type CellPosition } from './ResultGrid.tsx';
import styles from './Results.module.css';
import { shownOrder, type ResultSort } from './sortRows.ts';

type Props = {
  run: QueryRun | undefined;
  isRunning: boolean;
  /** Why more rows cannot be requested now. */
  off: string | undefined;
  rowLimit: number;
  /** The name of exported files. */
  fileName: string;
  onMore: (set: number) => void;
  onCloseSet: (set: number) => void;
};

type Tab = number | 'messages';

/** Result sets of the last run as tabs, and the messages of the server. */
export function ResultsArea({ run, isRunning, ...rest }: Props) {
  if (!run)
    return (
      <EmptyText icon="rows-3" title="No results yet">
        Write a statement and run it. Its rows appear here.
      </EmptyText>
    );
  return <RunTabs key={run.id} run={run} isRunning={isRunning} {...rest} />;
}

const setsWithRows = (run: QueryRun): readonly ResultSet[] => run.sets.filter(({ columns }) => columns.length > 0);

function RunTabs({ run, isRunning, onCloseSet, ...rest }: Props & { run: QueryRun }) {
  const [chosen, setChosen] = useState<Tab>();
  const [sorts, setSorts] = useState<Readonly<Record<number, ResultSort | undefined>>>({});
  const id = useId();
  const sets = setsWithRows(run);
  const hasProblem = run.failure !== undefined || run.isCancelled || run.isCut;
  const start: Tab = hasProblem || sets.length === 0 ? 'messages' : (sets[0]?.set ?? 'messages');
  const isThere = chosen === 'messages' || sets.some(({ set }) => set === chosen);
  const tab = chosen !== undefined && isThere ? chosen : start;
  const tabs: readonly Tab[] = [...sets.map(({ set }) => set), 'messages'];
  const shown = sets.find(({ set }) => set === tab);
  const close = (set: number) => {
    const at = tabs.indexOf(set);
    setChosen(tabs[at + 1] === 'messages' ? (tabs[at - 1] ?? 'messages') : tabs[at + 1]);
    onCloseSet(set);
  };
  // The focused button may be gone: Close, or Load after the last rows.
  const hasMore = shown?.hasMore;
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(`${id}-${tab}`)?.focus();
  }, [id, tab, sets.length, hasMore]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <section className={styles.area} aria-label="Results">
      <div className={styles.strip}>
        <div role="tablist" aria-label="Result sets" className={styles.tabs}>
          {tabs.map((tabKey) => (
            <button
              key={tabKey}
              id={`${id}-${tabKey}`}
              type="button"
              role="tab"
              aria-selected={tabKey === tab}
              aria-controls={`${id}-panel`}
              tabIndex={tabKey === tab ? 0 : -1}
              className={styles.tab}
              onClick={() => setChosen(tabKey)}
              onKeyDown={onKeyDown}
            >
              {tabKey === 'messages' ? `Messages${hasProblem ? ' !' : ''}` : resultName(tabKey, sets)}
            </button>
          ))}
        </div>
        {shown && <SetTools key={shown.set} {...rest} result={shown} sort={sorts[shown.set]} onCloseSet={close} />}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className="stack fill rel clip">
        {shown ? (
          <SetView
            key={shown.set}
            result={shown}
            sort={sorts[shown.set]}
            onSort={(sort) => setSorts({ ...sorts, [shown.set]: sort })}
          />
        ) : isRunning && !hasProblem && run.sets.length === 0 && run.notices.length === 0 ? (
          <Waiting>Waiting for the database</Waiting>
        ) : (
          <MessageList run={run} />
        )}
      </div>
    </section>
  );
}

const resultName = (set: number, sets: readonly ResultSet[]): string => {
  const number = sets.find((other) => other.set === set)?.number ?? 1;
  return sets.length === 1 && number === 1 ? 'Result' : `Result ${number}`;
};

type SortedSet = { result: ResultSet; sort: ResultSort | undefined };

type SetToolsProps = Omit<Props, 'run' | 'isRunning'> & SortedSet;

function SetTools({ result, sort, off, rowLimit, fileName, onMore, onCloseSet }: SetToolsProps) {
  const { set, rowCount, count = 0, hasMore, stopped, command, ms } = result;
  const isCut = result.isCut || count > rowCount;
  const whole = count > rowCount ? ` of ${formatCount(count)}` : '';
  const facts = [
    isCut
      ? `first ${plural(rowCount, 'row')}${whole}`
      : `${plural(rowCount, 'row')}${hasMore ? ', more on the server' : ''}`,
    command,
    ms === undefined ? '' : workTime(ms),
    stopped === undefined ? '' : visibleLine(stopped),
  ];
  const save = async (format: 'csv' | 'json') => {
    const { cutCount, resultCsv, resultJson } = await import('./resultExport.ts');
    const order = shownOrder(result, sort);
    const text = format === 'csv' ? resultCsv(result, order) : resultJson(result, order);
    saveFile(`${fileName}-${result.number}.${format}`, new Blob([text]));
    const cut = cutCount(result);
    const warning = `${plural(cut, 'value')} of the file ${cut === 1 ? 'is' : 'are'} cut, and marked in it`;
    if (cut > 0) toasts.show({ text: warning, isWarning: true });
  };
  const items = (): readonly MenuItem[] => [
    { kind: 'head', label: `Export ${plural(rowCount, 'loaded row')}` },
    { kind: 'item', id: 'csv', label: 'CSV', run: () => void save('csv') },
    { kind: 'item', id: 'json', label: 'JSON', run: () => void save('json') },
  ];
  return (
    <div className={styles.tools}>
      <span className={styles.facts} role="status">
        {facts.filter(Boolean).join(' · ')}
      </span>
      {hasMore && (
        <Button size="inline" off={off} onClick={() => onMore(set)}>
          Load {formatCount(rowLimit)} more
        </Button>
      )}
      <MenuButton
        kind="quiet"
        size="inline"
        icon="download"
        label="Export rows"
        align="right"
        items={items}
        foot={hasMore || isCut ? 'Only the loaded rows' : undefined}
      >
        Export
      </MenuButton>
      <IconButton size="inline" icon="x" label="Close result set" onClick={() => onCloseSet(set)} />
    </div>
  );
}

/** One set: its rows, and the opened value. */
function SetView({ result, sort, onSort }: SortedSet & { onSort: (sort: ResultSort | undefined) => void }) {
  const [opened, setOpened] = useState<CellPosition>();
  const column = opened && result.columns[opened.column];
  const cell = opened && result.rows[opened.row]?.[opened.column];
  if (result.rowCount === 0 && result.ms !== undefined)
    return <p className={styles.none}>The statement returned no rows.</p>;
  return (
    <>
      <ResultGrid
        label="Rows of the result"
        result={result}
        sort={sort}
        onSort={onSort}
        opened={opened}
        onOpen={setOpened}
        onCursor={(position) => opened && setOpened(position)}
      />
      {opened && column && cell !== undefined && (
        <CellPanel column={column} cell={cell} row={opened.row} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
