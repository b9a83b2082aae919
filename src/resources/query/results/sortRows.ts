import type { Cell, ColumnKind } from '../../../wire/query/messages.ts';
import type { ResultRow, ResultSet } from '../session/queryState.ts';

export type ResultSort = { column: number; order: 'ASC' | 'DESC' };

const texts = new Intl.Collator(undefined, { numeric: true });

const textOf = (cell: Cell | undefined): string | undefined => {
  if (cell === null || cell === undefined) return undefined;
  if (typeof cell === 'string') return cell;
  return 'binary' in cell ? cell.binary : cell.cut;
};

/** Decimal texts of any length: a number type of the database may have more digits than JavaScript's. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  if (left !== right && !Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  const isWhole = /^-?\d+$/;
  if (isWhole.test(a) && isWhole.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return texts.compare(a, b);
}

/** The places of the rows in the order of a column; NULL comes last either way. Rows that are equal keep their order. */
export function sortedIndices(
  rows: readonly ResultRow[],
  count: number,
  kind: ColumnKind,
  { column, order }: ResultSort,
): Uint32Array {
  const keys = Array.from({ length: count }, (_, index) => textOf(rows[index]?.[column]));
  const sign = order === 'ASC' ? 1 : -1;
  const compare = kind === 'number' ? compareNumbers : texts.compare;
  return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || a - b;
    return sign * compare(left, right) || a - b;
  });
}

/** The places of the rows as they are shown; undefined in the order of the server. */
export function shownOrder(
  { columns, rows, rowCount }: Pick<ResultSet, 'columns' | 'rows' | 'rowCount'>,
  sort: ResultSort | undefined,
): Uint32Array | undefined {
  const kind = sort && columns[sort.column]?.kind;
  return sort && kind ? sortedIndices(rows, rowCount, kind, sort) : undefined;
}
