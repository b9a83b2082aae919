import { at, parseJson } from '../../lib/json.ts';
import { TERM_SIZE_MAX, TERM_SIZE_MIN } from '../constants.ts';
import { WireError } from '../envelope.ts';

export type TermSize = { cols: number; rows: number };

export const isTermSize = ({ cols, rows }: TermSize): boolean => [cols, rows].every(isTermLength);

const isTermLength = (n: number): boolean => Number.isInteger(n) && n >= TERM_SIZE_MIN && n <= TERM_SIZE_MAX;

/** `80:25`, columns first: the format of resize messages and events (streams §3.6). */
export const formatTermSize = ({ cols, rows }: TermSize): string => `${cols}:${rows}`;

export function parseTermSize(text: unknown): TermSize {
  const [, cols, rows] = (typeof text === 'string' && /^(\d{1,4}):(\d{1,4})$/.exec(text)) || [];
  const size = { cols: Number(cols), rows: Number(rows) };
  if (!isTermSize(size)) throw new WireError('resize: the size is not columns:rows within bounds');
  return size;
}

/** Payload of a `w` frame. */
export const encodeResize = (size: TermSize): string =>
  JSON.stringify({ event: 'resize', width: size.cols, height: size.rows, size: formatTermSize(size) });

/** Reads only `size`, as the reference does. Its errors are input errors of the session (streams §3.9). */
export const decodeResize = (payload: string): TermSize => parseTermSize(at(parseJson(payload), 'size'));
