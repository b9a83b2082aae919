import { createTwoFilesPatch } from 'diff';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { DiffLines } from './DiffLines.tsx';
import { countChanges, diffTexts } from './diffTexts.ts';
import styles from './Review.module.css';

type Props = {
  before: string;
  after: string;
  name: string;
  /** Shown if no line differs. */
  same?: string;
};

const COLUMNS = { one: 'One column', two: 'Two columns' };

/** Two long texts without a common line have no useful patch. */
const PATCH_MS = 500;

/** The changed lines of a text, with buttons to copy or download a patch. */
export function ChangedLines({ before, after, name, same = 'No changes compared with the server’s copy' }: Props) {
  const lines = useMemo(() => diffTexts(before, after), [before, after]);
  const [columns, setColumns] = useState<keyof typeof COLUMNS>('one');
  const patch = () => createTwoFilesPatch(name, name, before, after, '', '', { timeout: PATCH_MS }) ?? '';
  const { added, removed } = countChanges(lines);
  const title = before === '' ? 'New document' : 'Changed lines';
  return (
    <div className={styles.lines}>
      <div className={styles.linesHead}>
        <span className="strong">{title}</span>
        <span className={styles.added}>{`+${formatCount(added)}`}</span>
        <span className={styles.removed}>{`−${formatCount(removed)}`}</span>
        <span className="grow" />
        <span className={styles.columns}>
          <Segmented label="Columns" size="inline" value={columns} segments={COLUMNS} onChange={setColumns} />
        </span>
        <CopyButton kind="quiet" text={patch}>
          Copy as patch
        </CopyButton>
      </div>
      <div className="fill scroll inset" role="region" aria-label={title} tabIndex={0}>
        {added + removed === 0 && <p className={styles.hunk}>{same}</p>}
        <DiffLines lines={lines} columns={columns === 'one' ? 1 : 2} />
      </div>
    </div>
  );
}
