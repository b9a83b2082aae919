import { useState } from 'react';
import type { AwsDatabase } from '../../../api/newDatabases.ts';
import { LabelChip } from '../../../ui/Chips.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { StateMark, type MarkKind } from '../../../ui/StateMark.tsx';
import databaseStyles from './database.module.css';

export type FoundDatabase = AwsDatabase & { isEnrolled: boolean };

type Props = {
  rows: readonly FoundDatabase[];
  /** Id of the chosen database. */
  chosen: string | undefined;
  onChoose: (row: AwsDatabase) => void;
  /** Loads more pages from AWS. */
  more: { isLoading: boolean; load: () => void } | undefined;
};

const PAGE = 10;
const ENROLLED = 'This database is enrolled already';
const MARKS: Readonly<Record<string, MarkKind>> = { available: 'ok', failed: 'danger', deleting: 'danger' };

const wordsOf = ({ name, engine, status, labels }: FoundDatabase): string =>
  [name, engine, status, ...labels.map((label) => `${label.name}: ${label.value}`)].join('\n').toLowerCase();

/** Databases of AWS, of which the user can choose one. */
export function FoundTable({ rows, chosen, onChoose, more }: Props) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const matching = rows.filter((row) => wordsOf(row).includes(search.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(matching.length / PAGE));
  const index = Math.min(page, pages - 1);
  return (
    <>
      <TextField
        label="Search"
        help="Name, engine, status, or a label as “key: value”"
        type="search"
        value={search}
        onChange={setSearch}
      />
      <div className={databaseStyles.found} tabIndex={0} role="region" aria-label="Databases of AWS">
        <table className={databaseStyles.table} aria-label="Databases">
          <thead>
            <tr>
              {['Name', 'Engine', 'Labels', 'Status'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matching.slice(index * PAGE, (index + 1) * PAGE).map((row) => (
              <tr
                key={row.resourceId || row.name}
                className={row.isEnrolled ? databaseStyles.enrolled : undefined}
                {...(row.isEnrolled && tip(ENROLLED))}
              >
                <td>
                  <label className="row g8">
                    <input
                      type="radio"
                      name="database"
                      disabled={row.isEnrolled}
                      checked={row.resourceId === chosen}
                      onChange={() => onChoose(row)}
                    />
                    <span>
                      {row.name}
                      {row.isEnrolled && <span className="t3 small"> enrolled already</span>}
                    </span>
                  </label>
                </td>
                <td>{row.engine}</td>
                <td>
                  <span className="row g6 wrap">
                    {row.labels.map(({ name, value }) => (
                      <LabelChip key={name} name={name} value={value} colon />
                    ))}
                  </span>
                </td>
                <td>
                  <StateMark kind={MARKS[row.status] ?? 'unknown'}>{row.status}</StateMark>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row g8 wrap">
        <span className="t2 small" role="status">
          {countText(rows.length, matching.length, more !== undefined)}
        </span>
        {pages > 1 && (
          <>
            <Button off={index === 0 ? 'This is the first page' : undefined} onClick={() => setPage(index - 1)}>
              Previous page
            </Button>
            <Button off={index === pages - 1 ? 'This is the last page' : undefined} onClick={() => setPage(index + 1)}>
              Next page
            </Button>
          </>
        )}
        {more && (
          <Button busy={more.isLoading ? 'Loading' : undefined} onClick={more.load}>
            Fetch more
          </Button>
        )}
      </div>
    </>
  );
}

function countText(all: number, matching: number, hasMore: boolean): string {
  if (all === 0) return hasMore ? 'No usable databases so far' : 'No databases of this kind in the region';
  return matching === all ? `${all} databases` : `${matching} of ${all} databases`;
}
