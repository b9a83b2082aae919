import { expect, test } from 'vitest';
import { parseConsoleAddress, type ConsoleAddress } from './consoleAddress.ts';
import { consolePath } from './consolePath.ts';

const parse = (address: string) =>
  parseConsoleAddress(new URL(address, 'http://localhost') satisfies { pathname: string; search: string });

test.each<[ConsoleAddress, string]>([
  [{ kind: 'blank', clusterId: 'east' }, '/web/cluster/east/console'],
  [{ kind: 'nodes', clusterId: 'east' }, '/web/cluster/east/console/nodes'],
  [
    { kind: 'node', clusterId: 'east', serverId: 'web-1:22', login: 'root' },
    '/web/cluster/east/console/node/web-1:22/root',
  ],
  [
    { kind: 'node', clusterId: 'a/b', serverId: '50% off', login: 'ключ' },
    '/web/cluster/a%2Fb/console/node/50%25%20off/%D0%BA%D0%BB%D1%8E%D1%87',
  ],
  [{ kind: 'session', clusterId: 'east', sid: 'eeb6' }, '/web/cluster/east/console/session/eeb6'],
  [
    { kind: 'session', clusterId: 'east', sid: 'eeb6', mode: 'observer' },
    '/web/cluster/east/console/session/eeb6?mode=observer',
  ],
])('converts %j to %s and back', (address, path) => {
  expect(consolePath(address)).toBe(path);
  expect(parse(path)).toEqual(address);
});

test('accepts a trailing slash and an unescaped percent sign', () => {
  expect(parse('/web/cluster/east/console/')).toEqual({ kind: 'blank', clusterId: 'east' });
  expect(parse('/web/cluster/east/console/node/50%/root')).toMatchObject({ serverId: '50%' });
});

test.each(['/web/cluster/east/nodes', '/web/cluster/east/console/node/x', '/web/cluster//console', '/web/login'])(
  'rejects %s',
  (path) => {
    expect(parse(path)).toBeUndefined();
  },
);
