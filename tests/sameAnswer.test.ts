// The comparison of the contract tests must find every difference that breaks a client.
import { expect, test } from 'vitest';
import type { Answer } from './support/ApiClient.ts';
import type { Recorded } from './support/recorded.ts';
import { answerFaults } from './support/sameAnswer.ts';
import { shapeFaults } from './support/sameShape.ts';

test('a missing key, an additional key, and a key of another type are reported', () => {
  expect(shapeFaults({ a: 1, b: { c: 'x' } }, { a: 2, b: { c: 'y' } })).toEqual([]);
  expect(shapeFaults({ a: 1 }, {})).toEqual(['$.a is missing']);
  expect(shapeFaults({}, { a: 1 })).toEqual(['$.a is not expected']);
  expect(shapeFaults({ b: { c: 'x' } }, { b: { c: null } })).toEqual(['$.b.c is null, expected string']);
  expect(shapeFaults({ a: [] }, { a: null })).toEqual(['$.a is null, expected a list']);
});

test('lists are compared by the merged keys of their elements', () => {
  expect(shapeFaults([{ a: 1 }, { a: null, b: 2 }], [{ a: 3, b: null }])).toEqual([]);
  expect(shapeFaults([{ a: 1, b: 2 }], [{ a: 3 }, { a: 4 }])).toEqual(['$[].b is missing']);
  expect(shapeFaults([{ a: ['x'] }], [{ a: [1] }])).toEqual(['$[].a[] is number, expected string']);
  expect(shapeFaults([{ a: 1 }], [])).toEqual([]);
});

const record: Recorded = {
  id: 'x.refused',
  note: '',
  request: { method: 'GET', path: '/', as: 'admin' },
  response: {
    status: 403,
    headerSet: 'api',
    format: 'json, indented by 4',
    body: { error: { message: 'access denied' } },
  },
};
const answer: Answer = {
  status: 403,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store, must-revalidate',
    pragma: 'no-cache',
    expires: '0',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  },
  text: JSON.stringify({ error: { message: 'access denied' } }, null, 4),
  json: { error: { message: 'access denied' } },
};

test.each<[string, Partial<Answer>, string]>([
  ['another status', { status: 401 }, 'status 401, expected 403'],
  ['compact instead of indented JSON', { text: JSON.stringify(answer.json) }, 'format json, compact'],
  ['another message', { json: { error: { message: 'no' } } }, 'message "no", expected "access denied"'],
  ['a missing header', { headers: { ...answer.headers, 'x-frame-options': undefined } }, 'x-frame-options is missing'],
  ['another header', { headers: { ...answer.headers, 'cache-control': 'no-cache' } }, 'cache-control: no-cache'],
  ['a cookie', { headers: { ...answer.headers, 'set-cookie': ['__Host-session=; Path=/'] } }, 'set-cookie: '],
])('a difference is reported: %s', (_what, change, fault) => {
  expect(answerFaults(record, answer)).toEqual([]);
  expect(answerFaults(record, { ...answer, ...change }).join()).toContain(fault);
});
