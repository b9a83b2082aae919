import { useGetList } from 'ra-core';
import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { plural } from '../../lib/numbers.ts';
import { Person } from '../../ui/Person.tsx';
import type { DocumentKind } from '../yaml/kinds/kind.ts';
import styles from './Review.module.css';

type Props = { heldBy: NonNullable<DocumentKind['heldBy']>; id: string; what: string };

/** Enough to see whether one means these people. */
const SHOWN = 5;
const ALL = { page: 1, perPage: 100_000 };

/** Who notices a change; says so where that cannot be seen. */
export function Holders({ heldBy: { resource, field }, id, what }: Props) {
  const [all, setAll] = useState(false);
  const { data, error } = useGetList<Row>(resource, { pagination: ALL });
  if (error) return <p>{`Who holds this ${what} cannot be seen here. ${describeFailure(error).why}`}</p>;
  if (!data) return <p className="t3">Reading who holds it</p>;
  const holders = data.filter((row) => [row[field]].flat().includes(id));
  const shown = all ? holders : holders.slice(0, SHOWN);
  return (
    <>
      <p>
        {holders.length === 0 ? (
          `Nobody holds this ${what} yet.`
        ) : (
          <>
            <b className="strong num">{plural(holders.length, 'user')}</b>
            {` ${holders.length === 1 ? 'holds' : 'hold'} this ${what}.`}
          </>
        )}
      </p>
      {holders.length > 0 && (
        <div className={styles.people}>
          {shown.map((row) => (
            <Person key={row.id} name={row.id} />
          ))}
          {holders.length > shown.length && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {`${holders.length - shown.length} more`}
            </button>
          )}
        </div>
      )}
    </>
  );
}
