import { hostname, networkInterfaces } from 'node:os';
import { describe, expect, test, vi } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { canonicalHost, serversAt } from './hostNames.ts';

test.each([
  ['Web-1.Example.test.', 'web-1.example.test'],
  ['web_1', 'web_1'],
  ['10.0.0.7', '10.0.0.7'],
  ['10.0.0.7.', '10.0.0.7'],
  ['10.7', '10.0.0.7'],
  ['0xa.0.0.7', '10.0.0.7'],
  ['167772167', '10.0.0.7'],
  ['012.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['[::FFFF:a00:7]', '10.0.0.7'],
  ['0:0:0:0:0:ffff:0a00:0007', '10.0.0.7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['[fe80::7%eth0]', 'fe80::7'],
  ['127.0.0.1', 'localhost'],
  ['127.9', 'localhost'],
  ['0', 'localhost'],
  ['::1', 'localhost'],
  ['[::]', 'localhost'],
  ['::ffff:127.0.0.1', 'localhost'],
  ['LOCALHOST.', 'localhost'],
  ['db.localhost', 'localhost'],
  ['not a/host', 'not a/host'],
  ['evil@10.0.0.7', 'evil@10.0.0.7'],
  ['', ''],
])('the canonical form of %j is %j', (text, expected) => expect(canonicalHost(text)).toBe(expected));

test('a text that is too long for a host is read in little time', () => {
  const spentMs = cpuClock();
  canonicalHost(`${'.'.repeat(500_000)}x`);
  expect(spentMs()).toBeLessThan(100);
});

describe('servers of the inventory are found', () => {
  const { db, inventory: store } = memoryStores();
  const put = (key: string, spec: Record<string, unknown>) =>
    store.put({
      ...{ kind: 'node', key, origin: 'dynamic', connect: { via: 'default' }, labels: {} },
      document: { kind: 'node', version: 'v2', metadata: { name: key }, spec },
    });
  put('a', { hostname: 'web-1', addr: '10.0.0.7:2222' });
  put('b', { hostname: 'web-2', addr: 'Web-2.example.test', public_addrs: ['203.0.113.7:22'] });
  put('c', { hostname: 'here', addr: '127.0.0.1:3080' });
  const keysAt = (host: string) => serversAt(store, host).map(({ key, port }) => `${key}:${port}`);

  test.each([
    ['WEB-1', ['a:2222']],
    ['::ffff:10.0.0.7', ['a:2222']],
    ['web-2.example.test.', ['b:22']],
    ['203.0.113.7', ['b:22']],
    ['localhost', ['c:3080']],
    [hostname(), ['c:3080']],
    ['10.0.0.8', []],
  ])('by %s', (host, keys) => expect(keysAt(host)).toEqual(keys));

  test('after a change, without reading the labels of all servers', () => {
    const labelSets = vi.spyOn(store, 'labelSets');
    put('d', { hostname: 'web-4', addr: '10.0.9.9' });
    expect(keysAt('10.0.9.9')).toEqual(['d:22']);
    expect(labelSets).not.toHaveBeenCalled();
  });

  test('by every address of this machine', () => {
    const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
    for (const address of addresses) expect([address, keysAt(address)]).toEqual([address, ['c:3080']]);
  });

  test('after a server is added', () => {
    expect(keysAt('10.0.0.9')).toEqual([]);
    put('d', { hostname: 'late', addr: '10.0.0.9:22' });
    expect(keysAt('10.0.0.9')).toEqual(['d:22']);
  });

  test('after changes and a rollback, reading only the changed servers', () => {
    expect(keysAt('web-1')).toEqual(['a:2222']);
    const addresses = vi.spyOn(store, 'addresses');
    put('e', { hostname: 'web-5', addr: '10.0.0.5:22' });
    put('a', { hostname: 'web-5', addr: '10.0.0.7:23' });
    expect(keysAt('web-5').sort()).toEqual(['a:23', 'e:22']);
    expect([keysAt('web-1'), keysAt('10.0.0.7')]).toEqual([[], ['a:23']]);
    store.remove('node', ['e']);
    expect([keysAt('web-5'), keysAt('10.0.0.5')]).toEqual([['a:23'], []]);
    expect(addresses.mock.calls).toEqual([
      ['node', ['e', 'a']],
      ['node', ['e']],
    ]);
    expect(() =>
      db.transaction(() => {
        store.remove('node', ['a']);
        expect(keysAt('web-5')).toEqual([]);
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    expect(keysAt('web-5')).toEqual(['a:23']);
    store.replace('dynamic', []);
    expect(keysAt('web-5')).toEqual([]);
  });
});
