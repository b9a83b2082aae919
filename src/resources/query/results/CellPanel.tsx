import { parseJson } from '../../../lib/json.ts';
import { formatBytes, plural } from '../../../lib/numbers.ts';
import { visibleLine, visibleText } from '../../../lib/visibleText.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import type { Cell, Column } from '../../../wire/query/messages.ts';
import { copiedName, copiedText, hexOf, isCut } from './cellText.ts';
import styles from './Results.module.css';

type Props = { column: Column; cell: Cell; row: number; onClose: () => void };

/** The whole value of one cell. */
export function CellPanel({ column, cell, row, onClose }: Props) {
  const note = noteOf(cell);
  return (
    <Sheet
      title={<bdi>{visibleLine(column.name)}</bdi>}
      aside={`${visibleLine(column.type)} · row ${row + 1}`}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" icon="copy" onClick={() => void copyWithToast(copiedText(cell), copiedName(cell))}>
            Copy value
          </Button>
        </>
      }
    >
      <div className={styles.inSheet}>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        <ValueText cell={cell} kind={column.kind} />
      </div>
    </Sheet>
  );
}

function noteOf(cell: Cell): string | undefined {
  if (cell === null || typeof cell === 'string') return undefined;
  if ('cut' in cell) return `The value has ${plural(cell.chars, 'character')}. Only its beginning was loaded.`;
  return `Binary value of ${formatBytes(cell.bytes)}. ${isCut(cell) ? 'Its first bytes, as' : 'As'} hexadecimal numbers:`;
}

function ValueText({ cell, kind }: { cell: Cell; kind: Column['kind'] }) {
  if (cell === null) return <p className="t2">NULL: there is no value.</p>;
  if (cell === '') return <p className="t2">The text is empty.</p>;
  return (
    // It scrolls, so it takes the focus.
    <pre className={styles.value} tabIndex={0} aria-label="Value">
      <bdi>{fullText(cell, kind)}</bdi>
    </pre>
  );
}

function fullText(cell: Exclude<Cell, null>, kind: Column['kind']): string {
  if (typeof cell !== 'string') return 'binary' in cell ? hexOf(cell.binary) : visibleText(cell.cut);
  return visibleText(kind === 'json' ? indentJson(cell) : cell);
}

/** Indented JSON. A text that is not JSON, or has numbers that would change, stays as it is. */
function indentJson(text: string): string {
  const value = parseJson(text);
  const withoutBlanks = (json = '') => json.replaceAll(/\s/g, '');
  return value !== undefined && withoutBlanks(JSON.stringify(value)) === withoutBlanks(text)
    ? JSON.stringify(value, null, 2)
    : text;
}
