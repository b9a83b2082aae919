import { expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { fromHex, toHex } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { ANSWER } from './directoryMessages.ts';
import { decodeDesktop, encodeDesktop, type DesktopMessage } from './messages.ts';
import { scancodeOf } from './scancodes.ts';

type Vector = { name: string; type: number; hex: string; fields: Record<string, unknown> };

/** Field names of the vectors and of this code. The entries of lists are renamed recursively. */
const NAMES: Record<string, string> = {
  button: 'button',
  completionId: 'request',
  client: 'browserMs',
  data: 'data',
  directoryId: 'directory',
  discard: 'unused',
  endOfFile: 'size',
  errCode: 'answer',
  fso: 'entry',
  fsoList: 'entries',
  keyboardLayout: 'layout',
  lastModified: 'modifiedMs',
  message: 'text',
  mfaType: 'factorKind',
  originalPath: 'path',
  readData: 'data',
  screenHeight: 'height',
  screenWidth: 'width',
  server: 'desktopMs',
  state: 'isDown',
  username: 'name',
  writeData: 'data',
};
const BIG = ['lastModified', 'offset'];
const LEFT_OUT = ['code', 'pixelsRGBA', 'pngLength', 'readDataLength'];
const FLAGS = /^(state|\w+LockState)$/;

function expected(fields: Record<string, unknown>, type: number): Record<string, unknown> {
  const wanted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (LEFT_OUT.includes(name)) continue;
    let key = NAMES[name] ?? name.replace(/LockState$/, 'Lock');
    let as = value;
    if (type === 6 && name === 'data') key = 'text';
    if (BIG.includes(name) || (name === 'size' && typeof value === 'string')) as = BigInt(value as string);
    if (FLAGS.test(name)) as = value === 1;
    if (name === 'uuid') as = (value as string).replaceAll('-', '');
    if (name === 'pngHex') key = 'png';
    if (name === 'fso') as = expected(value as Record<string, unknown>, type);
    if (name === 'fsoList') as = (value as Record<string, unknown>[]).map((entry) => expected(entry, type));
    wanted[key] = as;
  }
  return wanted;
}

/** Converts bytes to text and flattens the nested fields of picture messages. */
const flat = ({ kind: _, ...message }: Record<string, unknown>): Record<string, unknown> => {
  const { area, placed, ...rest } = message as { area?: object; placed?: object };
  const all: Record<string, unknown> = { ...rest, ...area, ...(placed && flat({ kind: '', ...placed })) };
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, value instanceof Uint8Array ? toHex(value) : value]),
  );
};

const tdp = vectors.tdp as unknown as Vector[];

test.each(tdp.map((vector) => [`${vector.type} ${vector.name}`, vector] as const))(
  'decodes and encodes %s',
  (_, vector) => {
    const bytes = fromHex(vector.hex) as Uint8Array;
    const message = decodeDesktop(bytes);
    expect(flat(message)).toEqual(expected(vector.fields, vector.type));
    expect(toHex(encodeDesktop(message))).toBe(vector.hex);
  },
);

test('the vectors contain every message type of the contract', () => {
  expect(new Set(tdp.map(({ type }) => type)).size).toBe(37);
});

const invalid = vectors.invalid.filter(
  ({ protocol, expect: text }) => protocol === 'tdp' && !text.startsWith('server:'),
);
test.each(invalid.map(({ name, hex }) => [name, hex] as const))('refuses an invalid frame: %s', (_, hex) => {
  expect(() => decodeDesktop(fromHex(hex) as Uint8Array)).toThrow(WireError);
});

const EXTENSIONS: DesktopMessage[] = [
  { kind: 'pointerShape', spotX: 3, spotY: 1, png: Uint8Array.of(1, 2) },
  { kind: 'keySymbol', symbol: 0x0100_20ac, scancode: 18, isDown: true },
  { kind: 'fence', id: 2 ** 32 - 1 },
];
test.each(EXTENSIONS.map((message) => [message.kind, message] as const))(
  'decodes the encoded extension %s',
  (_, message) => {
    expect(decodeDesktop(encodeDesktop(message))).toEqual(message);
  },
);

test('refuses bytes after a message', () => {
  expect(() => decodeDesktop(Uint8Array.of(...encodeDesktop({ kind: 'fence', id: 1 }), 0))).toThrow(WireError);
});

test('the scancodes equal the contract', () => {
  const { map } = vectors.scancodes;
  expect(Object.fromEntries(Object.keys(map).map((code) => [code, scancodeOf(code)]))).toEqual(map);
  expect(scancodeOf('Fn')).toBeUndefined();
});

test('the answer codes of a shared folder equal the contract', () => {
  expect(ANSWER).toEqual({ ok: 0, failed: 1, missing: 2, exists: 3 });
});
