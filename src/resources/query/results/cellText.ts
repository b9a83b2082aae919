import { formatBytes, plural } from '../../../lib/numbers.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import type { Cell } from '../../../wire/query/messages.ts';

/** The most characters of a value that a row draws. */
const SHOWN_CHARS = 300;

/** The first bytes of a binary value: `89 50 4e 47`. */
export const hexOf = (base64: string): string =>
  Array.from(bytesOf(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');

/** A text that is not base64 has no bytes. */
function bytesOf(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

export type CellView = {
  /** `word`: the console's own word for a value without text. */
  look: 'text' | 'word' | 'binary';
  text: string;
  /** The size, shown behind the text. */
  more?: string;
};

const withoutEnd = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);

/** A value on one line. NULL, an empty text, bytes and a cut text all look different. */
export function cellView(cell: Cell | undefined): CellView {
  if (cell === undefined) return { look: 'text', text: '' };
  if (cell === null) return { look: 'word', text: 'NULL' };
  if (typeof cell === 'string') {
    return cell === '' ? { look: 'word', text: 'empty' } : { look: 'text', text: visibleLine(withoutEnd(cell)) };
  }
  if ('binary' in cell) {
    return {
      look: 'binary',
      text: withoutEnd(`0x${hexOf(cell.binary.slice(0, 64)).replaceAll(' ', '')}`),
      more: formatBytes(cell.bytes),
    };
  }
  return { look: 'text', text: visibleLine(withoutEnd(cell.cut)), more: plural(cell.chars, 'character') };
}

/** Only the start of the value was loaded. */
export const isCut = (cell: Cell | undefined): boolean => cutSize(cell) !== undefined;

/** The full length of a cut value: `90000 characters`. */
export function cutSize(cell: Cell | undefined): string | undefined {
  if (typeof cell !== 'object' || cell === null) return undefined;
  if ('cut' in cell) return `${cell.chars} characters`;
  const byteCount = Math.floor((cell.binary.replace(/={1,2}$/, '').length * 3) / 4);
  return byteCount < cell.bytes ? `${cell.bytes} bytes` : undefined;
}

/** The subject of the message about copying. */
export const copiedName = (cell: Cell | undefined): string =>
  isCut(cell) ? 'Only the beginning of the value was' : 'Value';

/** A value for the clipboard. NULL is `NULL`, bytes are hexadecimal digits. */
export function copiedText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell === null) return 'NULL';
  if (typeof cell === 'string') return cell;
  return 'binary' in cell ? hexOf(cell.binary).replaceAll(' ', '') : cell.cut;
}
