import type { Cell, ColumnKind } from '../../../wire/query/messages.ts';
import type { ResultRow, ResultSet } from '../session/queryState.ts';

export type ResultSort = { column: number; order: 'ASC' | 'DESC' };

type Key = string | number | bigint;

const DAY_MS = 86_400_000;
const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;
/** As PostgreSQL and MySQL write them. */
const TIME =
  /^(?:(?<year>\d+)-(?<month>\d\d)-(?<day>\d\d) ?)?(?:(?<sign>-?)(?<clock>\d+:\d\d:\d\d)(?:\.(?<part>\d{1,6}))?(?<zone>[+-]\d\d(?::\d\d)*)?)?(?<era> BC)?$/;

const texts = new Intl.Collator(undefined, { numeric: true });

const textOf = (cell: Cell | undefined): string | undefined => {
  if (cell === null || cell === undefined) return undefined;
  if (typeof cell === 'string') return cell;
  return 'binary' in cell ? cell.binary : cell.cut;
};

/** Decimal texts of any length, because numbers of the database may have more digits than JavaScript's. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  if (left !== right && !Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  const [, wholeA, partA = ''] = DECIMAL.exec(a) ?? [];
  const [, wholeB, partB = ''] = DECIMAL.exec(b) ?? [];
  if (wholeA === undefined || wholeB === undefined) return texts.compare(a, b);
  const digits = Math.max(partA.length, partB.length);
  return compareKeys(BigInt(wholeA + partA.padEnd(digits, '0')), BigInt(wholeB + partB.padEnd(digits, '0')));
}

const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** Money of PostgreSQL has the same number of decimals in all rows: `-$1,000.00`, `20,00 €`. */
const isMoney = (text: string | undefined): boolean => Number.isNaN(Number(text ?? 0)) && /\d/.test(text ?? '');
const moneyKey = (text: string): bigint => BigInt(text.replaceAll(/\D/g, '')) * (/^\(|-/.test(text) ? -1n : 1n);

/** Microseconds of a date, a time or both in ISO style, in UTC. Undefined for any other text. */
function timeKey(text: string): number | bigint | undefined {
  if (/^-?infinity$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const found = TIME.exec(text)?.groups;
  if (!found) return undefined;
  const { year, month = '1', day = '1', sign, clock = '0', part = '', zone = '+0', era } = found;
  const years = era === undefined ? Number(year ?? 0) : 1 - Number(year);
  const cycles = Math.floor(years / 400); // `Date` supports no year of five digits, and reads 44 as 1944
  const days = Date.UTC(2000 + years - 400 * cycles, Number(month) - 1, Number(day)) / DAY_MS + 146_097 * cycles;
  const micros = secondsOf(clock) * 1e6 + Number(part.padEnd(6, '0'));
  const shift = secondsOf(zone.slice(1)) * (zone.startsWith('-') ? -1 : 1);
  return BigInt(days * 86_400 - shift) * 1_000_000n + BigInt(sign === '-' ? -micros : micros);
}

/** For `12:30:00`, or for `12` hours. */
const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part, index) => sum + Number(part) * (3600 / 60 ** index), 0);

/** The sort keys of a column's values. If one of them is not of the column's kind, all are compared as text. */
function keysOf(values: readonly (string | undefined)[], kind: ColumnKind): readonly (Key | undefined)[] {
  const toKey = kind === 'time' ? timeKey : kind === 'number' && values.some(isMoney) ? moneyKey : undefined;
  const keys = values.map((value) => value && toKey?.(value));
  return keys.some((key, index) => key === undefined && values[index] !== undefined) ? values : keys;
}

/**
 * The indices of the rows in the order of a column. NULL comes last in both directions. Equal rows keep their order.
 */
export function sortedIndices(
  rows: readonly ResultRow[],
  count: number,
  kind: ColumnKind,
  { column, order }: ResultSort,
): Uint32Array {
  const values = Array.from({ length: count }, (_, index) => textOf(rows[index]?.[column]));
  const keys = keysOf(values, kind);
  const sign = order === 'ASC' ? 1 : -1;
  const compareTexts = kind === 'number' ? compareNumbers : texts.compare;
  return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || a - b;
    const areTexts = typeof left === 'string' && typeof right === 'string';
    return sign * (areTexts ? compareTexts(left, right) : compareKeys(left, right)) || a - b;
  });
}

/** The indices of the rows in the order on the screen. Undefined in the order of the server. */
export function shownOrder(
  { columns, rows, rowCount }: Pick<ResultSet, 'columns' | 'rows' | 'rowCount'>,
  sort: ResultSort | undefined,
): Uint32Array | undefined {
  const kind = sort && columns[sort.column]?.kind;
  return sort && kind ? sortedIndices(rows, rowCount, kind, sort) : undefined;
}
