import { useState } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Time } from '../../ui/Time.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useStore } from '../../ui/useStore.ts';
import type { QueryHistory } from './QueryHistory.ts';
import { FilterField } from './SchemaPanel.tsx';
import styles from './QueryPanels.module.css';

type Props = { history: QueryHistory; onInsert: (sql: string) => void; onClose: () => void };

/** Queries that this user ran on this database in this browser. */
export function HistoryPanel({ history, onInsert, onClose }: Props) {
  const past = useStore(history.past);
  const [filter, setFilter] = useState('');
  const needle = filter.trim().toLowerCase();
  const found = past.filter(({ sql }) => sql.toLowerCase().includes(needle));
  return (
    <Sheet
      title="Query history"
      onClose={onClose}
      footer={
        <>
          <span className="t3 small">Kept in this browser only, without results</span>
          <span className="grow" />
          <Button
            size="form"
            icon="trash-2"
            off={past.length === 0 ? 'There is nothing to clear' : undefined}
            onClick={() => toasts.show({ text: 'Query history cleared', undo: history.clear() })}
          >
            Clear history
          </Button>
        </>
      }
    >
      <div className={styles.inSheet}>
        <FilterField label="Search the history" value={filter} onChange={setFilter} />
        {found.length === 0 && (
          <p className={styles.none}>{past.length === 0 ? 'No queries yet' : 'No queries match'}</p>
        )}
        <ul className={styles.past}>
          {found.map(({ sql, atMs }) => (
            <li key={sql}>
              <button type="button" className={styles.query} title="Insert into the text" onClick={() => onInsert(sql)}>
                <code className={styles.sql}>{sql}</code>
                <span className="t3 small">
                  <Time date={new Date(atMs)} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
