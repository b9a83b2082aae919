import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { useStore } from '../../ui/useStore.ts';
import type { QueryProtocol } from '../../wire/query/messages.ts';
import { quoteName } from './editor/completion.ts';
import styles from './QueryPanels.module.css';
import type { QuerySession } from './session/QuerySession.ts';

/** How many matching tables are shown. A filter finds the others. */
const SHOWN_MAX = 300;

type Props = { session: QuerySession; protocol: QueryProtocol; onInsert: (text: string) => void };

type FilterProps = { label: string; value: string; onChange: (text: string) => void };

export const FilterField = ({ label, value, onChange }: FilterProps) => (
  <input
    className={styles.filter}
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    spellCheck={false}
  />
);

/** Schemas, tables and columns of the database. A click writes the name into the text. */
export function SchemaPanel({ session, protocol, onInsert }: Props) {
  const tables = useStore(session.tables);
  const failure = useStore(session.tablesFailure);
  const database = useStore(session.database);
  /** The schema whose tables need no schema name in a query. */
  const home = protocol === 'postgres' ? 'public' : (database ?? '');
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const needle = filter.trim().toLowerCase();
  const found = useMemo(
    () =>
      needle === ''
        ? tables
        : tables.filter(({ schema, name, columns }) =>
            [`${schema}.${name}`, ...columns.map((column) => column.name)].some((text) =>
              text.toLowerCase().includes(needle),
            ),
          ),
    [tables, needle],
  );
  const shown = found.slice(0, SHOWN_MAX);
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const quote = (name: string) => quoteName(name, { protocol });
  return (
    <aside className={styles.schema} aria-label="Tables of the database">
      <div className={styles.head}>
        <FilterField label="Filter tables and columns" value={filter} onChange={setFilter} />
        <IconButton icon="refresh-cw" label="Reload the names" onClick={() => session.readCatalog()} />
      </div>
      <ul className={styles.tree}>
        {shown.map(({ schema, name, kind, columns }, index) => {
          const key = `${schema}.${name}`;
          const isOpen = open.has(key);
          return (
            <li key={key}>
              {schema !== shown[index - 1]?.schema && <h2 className={styles.schemaName}>{visibleLine(schema)}</h2>}
              <div className={styles.table}>
                <IconButton
                  size="inline"
                  icon={isOpen ? 'chevron-down' : 'chevron-right'}
                  iconSize={14}
                  aria-expanded={isOpen}
                  label={`Columns of ${visibleLine(name)}`}
                  onClick={() => toggle(key)}
                />
                <button
                  type="button"
                  className={styles.name}
                  title={`Insert ${visibleLine(key)}`}
                  onClick={() => onInsert(schema === home ? quote(name) : `${quote(schema)}.${quote(name)}`)}
                >
                  <Icon name={kind === 'view' ? 'eye' : 'rows-3'} size={14} />
                  <bdi className="cut">{visibleLine(name)}</bdi>
                </button>
              </div>
              {isOpen && (
                <ul>
                  {columns.map((column) => (
                    <li key={column.name}>
                      <button type="button" className={styles.column} onClick={() => onInsert(quote(column.name))}>
                        <bdi className="cut">{visibleLine(column.name)}</bdi>
                        <span className={styles.type}>{visibleLine(column.type)}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      {failure !== undefined && (
        <p className={styles.none}>
          The names could not be read: {visibleLine(failure)}{' '}
          <Button size="inline" onClick={() => session.readCatalog()}>
            Reload
          </Button>
        </p>
      )}
      {found.length === 0 && (failure === undefined || tables.length > 0) && (
        <p className={styles.none}>{tables.length === 0 ? 'No tables that this user may read' : 'No tables match'}</p>
      )}
      {found.length > SHOWN_MAX && (
        <p className={styles.none}>{formatCount(found.length - SHOWN_MAX)} more. Use the filter to find them.</p>
      )}
    </aside>
  );
}
