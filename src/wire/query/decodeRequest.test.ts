import { expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.ts';
import { WireError } from '../envelope.ts';
import { decodeRequest } from './decodeRequest.ts';
import { ROW_LIMIT_MAX, type QueryRequest } from './messages.ts';

const REQUESTS: readonly QueryRequest[] = [
  { type: 'run', id: 1, sql: 'select 1', rowLimit: 1000, explain: false },
  { type: 'run', id: 1, sql: '', rowLimit: ROW_LIMIT_MAX, explain: true },
  { type: 'more', id: 2, set: 0, rows: 1 },
  { type: 'close', id: 3, set: 0 },
  { type: 'cancel', id: 1 },
  { type: 'catalog', id: 4 },
  { type: 'factor', answer: { id: 'a' } },
];

test.each(REQUESTS)('decodes $type', (request) => {
  expect(decodeRequest(JSON.stringify({ ...request, later: 1 }))).toEqual(request);
});

test('explain is optional and false by default', () => {
  expect(decodeRequest('{"type":"run","id":1,"sql":"x","rowLimit":1}')).toMatchObject({ explain: false });
});

/** The answer to a challenge is checked where it is used. */
const isChecked = (key: string) => key !== 'answer';

test.each(
  REQUESTS.flatMap((request) =>
    Object.keys(request)
      .filter(isChecked)
      .map((key) => [request, key] as const),
  ),
)('refuses a field of a wrong type: %o %s', (request, key) => {
  for (const value of [[1], { no: 1 }, null, -1, 1.5, 'text', 2 ** 60]) {
    if (key === 'sql' && value === 'text') continue;
    if (key === 'explain' && value === null) continue;
    expect(() => decodeRequest(JSON.stringify({ ...request, [key]: value }))).toThrow(WireError);
  }
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"__proto__":{"type":"cancel","id":1}}',
  '{"type":"toString"}',
  '{"type":"run","id":1,"sql":"x","rowLimit":0}',
  `{"type":"run","id":1,"sql":"x","rowLimit":${ROW_LIMIT_MAX + 1}}`,
  '{"type":"more","id":1,"set":0,"rows":1e999}',
])('refuses %s', (frame) => expect(() => decodeRequest(frame)).toThrow(WireError));

test('a random frame is decoded or throws WireError', () => {
  const bytes = '{}[]":,0123456789.-eEntrufalsypidqlwRmoc \\"\n';
  const numbers = new Random(1);
  const types = REQUESTS.map(({ type }) => type);
  const outcome = (frame: string): string => {
    try {
      return decodeRequest(frame).type;
    } catch (error) {
      return error instanceof WireError ? 'WireError' : String(error);
    }
  };
  const random = (max: number) => numbers.below(max);
  for (let round = 0; round < 20_000; round++) {
    const base = JSON.stringify(REQUESTS[random(REQUESTS.length)]);
    let frame = base;
    for (let edits = 0; edits <= random(4); edits++) {
      const position = random(frame.length + 1);
      frame = frame.slice(0, position) + bytes.charAt(random(bytes.length)) + frame.slice(position + random(3));
    }
    expect([...types, 'WireError'], frame).toContain(outcome(frame));
  }
});
