// Texts of documents may have a megabyte: parsing a part of a text takes time in proportion to its length.
import { expect, test } from 'vitest';
import { githubServers, toConnector } from '../../gateway/identity/sso/connector.ts';
import { hostOf } from '../../gateway/inventory/databaseAddress.ts';

const CHARS = 200_000;
/** Linear time is a few milliseconds. Quadratic time would be half a minute. */
const TIME_MAX_MS = 1000;

function expectFast(work: () => unknown): void {
  const startMs = performance.now();
  work();
  expect(performance.now() - startMs).toBeLessThan(TIME_MAX_MS);
}

test.each([
  ['slashes', '/'.repeat(CHARS)],
  ['commas', ','.repeat(CHARS)],
  ['colons', ':'.repeat(CHARS)],
  ['at signs', '@'.repeat(CHARS)],
])('the host of a database address with many %s is found in linear time', (_what, row) => {
  expectFast(() => hostOf(`${row}\nx`));
  expectFast(() => hostOf(`postgres://${row}x`));
});

test.each([
  ['db.example.com:5432', 'db.example.com'],
  ['postgres://ann:s@cret@db.example.com:5432/main?x=@y', 'db.example.com'],
  ['mongodb://a.example.com:1,b.example.com:2/?x', 'a.example.com'],
  ['[2001:db8::1]:5432', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['db.example.com:', 'db.example.com'],
  ['', ''],
])('the host of %s is found', (uri, host) => {
  expect(hostOf(uri)).toBe(host);
});

test('the servers of a connector whose addresses have many slashes are found in linear time', () => {
  const connectorAt = (endpoint_url: string) => {
    const connector = toConnector({ kind: 'github', name: 'gh', document: { spec: { endpoint_url } } });
    if (connector.kind !== 'github') throw new Error('not a GitHub connector');
    return connector;
  };
  expectFast(() => githubServers(connectorAt(`https://git.example.com${'/'.repeat(CHARS)}x`)));
  expect(githubServers(connectorAt('https://git.example.com//'))).toEqual({
    site: 'https://git.example.com',
    api: 'https://git.example.com/api/v3',
  });
});
