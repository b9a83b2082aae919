import { expect, test } from 'vitest';
import type { HeadlessJson } from '../wire/headless.ts';
import { toHeadlessRequest } from './headless.ts';

const NOW_MS = Date.parse('2030-01-01T08:00:00Z');
const json = (expires: string, parts: Partial<HeadlessJson> = {}): HeadlessJson => ({
  header: { kind: 'headless_authentication', version: 'v1', metadata: { name: 'h1', expires } },
  user: 'alice',
  public_key: 'c3No',
  state: 1,
  client_ip_address: '192.0.2.7:50514',
  ...parts,
});

test('reads a headless request of the server', () => {
  expect(toHeadlessRequest(json('2030-01-01T08:02:30.123456789Z'), NOW_MS)).toEqual({
    id: 'h1',
    user: 'alice',
    address: '192.0.2.7:50514',
    state: 'pending',
    endsAtMs: NOW_MS + 150_123,
  });
});

test.each([
  ['ahead', '2030-01-01T07:00:00Z'],
  ['behind', '2030-01-01T09:00:00Z'],
  ['unknown', ''],
])('a clock that is far %s does not expire a request', (_where, expires) => {
  expect(toHeadlessRequest(json(expires), NOW_MS).endsAtMs).toBe(NOW_MS + 180_000);
});

test('reads the state of a decided request', () => {
  const stateOf = (state: 1 | 2 | 3) => toHeadlessRequest(json('', { state }), NOW_MS).state;
  expect([1, 2, 3].map((state) => stateOf(state as 1 | 2 | 3))).toEqual(['pending', 'denied', 'approved']);
});
