import { expect, test } from 'vitest';
import { QUERY_READY } from '../../../tests/support/wireSamples.ts';
import { WireError } from '../envelope.ts';
import { decodeAnswer } from './decodeAnswer.ts';
import type { QueryAnswer } from './messages.ts';

const ANSWERS: readonly QueryAnswer[] = [
  { type: 'challenge', challenge: { webauthn_challenge: null } },
  { ...QUERY_READY, readOnly: 'Your roles allow reading only' },
  { type: 'columns', id: 1, set: 0, columns: [{ name: 'id', type: 'int8', kind: 'number' }] },
  { type: 'rows', id: 1, set: 0, rows: [['1', null, { binary: 'AA==', bytes: 1 }, { cut: 'abc', chars: 90_000 }]] },
  { type: 'set', id: 1, set: 0, command: 'SELECT', count: 1, hasMore: false, ms: 3.5 },
  { type: 'set', id: 1, set: 1, command: 'BEGIN', hasMore: false, ms: 0 },
  { type: 'set', id: 1, set: 0, command: 'UPDATE', count: 2500, hasMore: false, isCut: true, ms: 1 },
  { type: 'failed', id: 1, message: 'no', code: '42601', position: 7, detail: 'd', hint: 'h' },
  { type: 'failed', id: 1, message: 'no' },
  { type: 'cancelled', id: 1 },
  { type: 'done', id: 1, ms: 4 },
  { type: 'notice', severity: 'NOTICE', message: 'hello' },
  { type: 'transaction', state: 'open' },
  {
    type: 'catalog',
    id: 2,
    tables: [{ schema: 'public', name: 'orders', kind: 'table', columns: [{ name: 'id', type: 'bigint' }] }],
    last: true,
  },
  { type: 'alive' },
  { type: 'ended', reason: 'The database closed the connection' },
];

test.each(ANSWERS)('decodes $type', (answer) => {
  expect(decodeAnswer(JSON.stringify({ ...answer, later: 1 }))).toEqual(answer);
});

/** A challenge is checked where it is used. */
const isChecked = (key: string) => key !== 'challenge';

test.each(
  ANSWERS.flatMap((answer) =>
    Object.keys(answer)
      .filter(isChecked)
      .map((key) => [answer, key] as const),
  ),
)('refuses a field of a wrong type: %o %s', (answer, key) => {
  expect(() => decodeAnswer(JSON.stringify({ ...answer, [key]: [{ no: 1 }] }))).toThrow(WireError);
  expect(() => decodeAnswer(JSON.stringify({ ...answer, [key]: null }))).toThrow(WireError);
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"type":1}',
  '{"type":"rows","id":-1,"set":0,"rows":[]}',
  '{"type":"rows","id":1,"set":0,"rows":[[1]]}',
  '{"type":"rows","id":1,"set":0,"rows":[[["x"]]]}',
  '{"type":"columns","id":1,"set":0,"columns":[{"name":"a","type":"b","kind":"constructor"}]}',
  '{"__proto__":{"type":"done","id":1,"ms":1}}',
])('refuses %s', (frame) => expect(() => decodeAnswer(frame)).toThrow(WireError));

test('ignores an unknown type', () => {
  expect(decodeAnswer('{"type":"progress","rows":12}')).toBeUndefined();
});
