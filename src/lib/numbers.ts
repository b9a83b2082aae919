// Amounts of data as text. 1 kB is 1000 bytes.
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** The largest unit that leaves at least one. */
function unitOf(bytes: number): number {
  let unit = 0;
  for (let rest = bytes; rest >= 999.5 && unit < UNITS.length - 1; rest /= 1000) unit++;
  return unit;
}

/** One decimal below ten, except for bytes. */
function inUnit(bytes: number, unit: number): string {
  const n = bytes / 1000 ** unit;
  return unit > 0 && n > 0 && n < 9.95 ? n.toFixed(1) : String(Math.round(n));
}

/** `6.1 kB`, `812 MB`. */
export function formatBytes(bytes: number): string {
  const unit = unitOf(bytes);
  return `${inUnit(bytes, unit)} ${UNITS[unit]}`;
}

/** `58 of 96 MB`: both in the unit of the whole. */
export function formatBytesOf(done: number, total: number): string {
  const unit = unitOf(total);
  return `${inUnit(done, unit)} of ${inUnit(total, unit)} ${UNITS[unit]}`;
}

const NARROW_NO_BREAK_SPACE = '\u202f';

/** Groups thousands with a narrow no-break space: `12 408`. */
export const formatCount = (n: number): string =>
  String(Math.trunc(n)).replace(/\B(?=(?:\d{3}){1,7}$)/g, NARROW_NO_BREAK_SPACE);

/** `1 server`, `2 servers`. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;
