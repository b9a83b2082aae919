// Types of MySQL and MariaDB in a result: a number, a character set and flags.
import type { FieldPacket } from 'mysql2';
import type { Cell, Column, ColumnKind } from '../../../src/wire/query/messages.ts';
import { toBinaryCell, toName, toTextCell } from '../cells.ts';

const BINARY_CHARSET = 63;
const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;

type Named = readonly [name: string, kind: ColumnKind];
const NUMBERED: ReadonlyMap<number, Named> = new Map<number, Named>([
  [0x00, ['decimal', 'number']],
  [0x01, ['tinyint', 'number']],
  [0x02, ['smallint', 'number']],
  [0x03, ['int', 'number']],
  [0x04, ['float', 'number']],
  [0x05, ['double', 'number']],
  [0x06, ['null', 'text']],
  [0x07, ['timestamp', 'time']],
  [0x08, ['bigint', 'number']],
  [0x09, ['mediumint', 'number']],
  [0x0a, ['date', 'time']],
  [0x0b, ['time', 'time']],
  [0x0c, ['datetime', 'time']],
  [0x0d, ['year', 'number']],
  [0x10, ['bit', 'binary']],
  [0xf2, ['vector', 'binary']],
  [0xf5, ['json', 'json']],
  [0xf6, ['decimal', 'number']],
  [0xff, ['geometry', 'binary']],
]);
/** Text and binary types have the same numbers. The character set distinguishes them. */
const TEXTS: ReadonlyMap<number, readonly [text: string, binary: string]> = new Map([
  [0x0f, ['varchar', 'varbinary']],
  [0xf9, ['tinytext', 'tinyblob']],
  [0xfa, ['mediumtext', 'mediumblob']],
  [0xfb, ['longtext', 'longblob']],
  [0xfc, ['text', 'blob']],
  [0xfd, ['varchar', 'varbinary']],
  [0xfe, ['char', 'binary']],
]);

export function toColumn({ name: whole, columnType = -1, characterSet, flags }: FieldPacket): Column {
  const name = toName(whole);
  const bits = typeof flags === 'number' ? flags : 0;
  const texts = TEXTS.get(columnType);
  if (texts) {
    const isBinary = characterSet === BINARY_CHARSET;
    const word = bits & ENUM ? 'enum' : bits & SET ? 'set' : texts[isBinary ? 1 : 0];
    return { name, type: word, kind: isBinary ? 'binary' : 'text' };
  }
  const [type, kind] = NUMBERED.get(columnType) ?? [`type ${columnType}`, 'text'];
  return { name, type: kind === 'number' && bits & UNSIGNED ? `${type} unsigned` : type, kind };
}

export function toCell(value: unknown, kind: ColumnKind, charsMax: number): Cell {
  if (!Buffer.isBuffer(value)) return null;
  return kind === 'binary' ? toBinaryCell(value, value.length, charsMax) : toTextCell(value.toString('utf8'), charsMax);
}
