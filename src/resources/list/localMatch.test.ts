import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { toNode } from '../../api/nodes.ts';
import { toRecording } from '../../api/recordings.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { matchLocally } from './localMatch.ts';

const nodes = resourceNamed('nodes');
const rows = [
  toNode({ id: 'u-1', hostname: 'web-1', addr: '10.0.0.1:22', tags: [{ name: 'env', value: 'prod' }] }),
  toNode({ id: 'u-2', hostname: 'web-2', tunnel: true, tags: [{ name: 'env', value: 'dev' }] }),
  toNode({ id: 'u-3', hostname: 'db-1', addr: '10.0.0.3:22', tags: null }),
];
const names = (request: { search?: string; query?: string }) =>
  matchLocally(nodes, rows, request)?.map((row) => row.hostname);

test.each([
  ['WEB', ['web-1', 'web-2']],
  ['web prod', ['web-1']],
  ['10.0.0.3', ['db-1']],
  ['tunnel', ['web-2']],
  ['u-3', ['db-1']],
  ['env', ['web-1', 'web-2']],
  ['nothing', []],
])('finds %s as the server does', (search, found) => expect(names({ search })).toEqual(found));

test('finds a recording by its displayed times, local and in UTC', () => {
  const recordings = resourceNamed('recordings');
  const start = '2026-11-20T09:00:07Z';
  const row = toRecording({ sid: 's-1', time: '2026-11-20T10:00:08Z', session_start: start });
  const found = (search: string) => matchLocally(recordings, [row], { search })?.length;
  for (const shown of ['2026-11-20 09:00:07', '10:00:08', formatDateTime(new Date(start), 'local')])
    expect(found(shown), shown).toBe(1);
});

test('evaluates queries on names and labels', () => {
  expect(names({ query: 'labels["env"] != "prod"' })).toEqual(['web-2', 'db-1']);
  expect(names({ query: 'name == "web-1" || search("db")' })).toEqual(['web-1', 'db-1']);
});

test('leaves conditions on other fields and invalid queries to the server', () => {
  expect(names({ query: 'resource.spec.addr == "x"' })).toBeUndefined();
  expect(names({ query: 'name == "a" || !(resource.kind == "node")' })).toBeUndefined();
  expect(names({ query: 'name ==' })).toBeUndefined();
});
