import { expect, test } from 'vitest';
import { consolePath } from '../sessions/terminal/console/consolePath.ts';
import { frontDoor } from './frontDoor.ts';
import { href, paths } from './paths.ts';

const TERMINAL_ON_WEB_1 = {
  page: 'terminal',
  address: { kind: 'node', clusterId: 'a', serverId: 'web-1', login: 'root' },
};

test.each([
  ['/web/login', { page: 'login' }],
  ['/web/login/', { page: 'login' }],
  ['/web/invite/0a1b', { page: 'invite', kind: 'invite', tokenId: '0a1b' }],
  ['/web/invite/0a1b/continue', { page: 'invite', kind: 'invite', tokenId: '0a1b' }],
  ['/web/reset/0a%201b/continue/', { page: 'invite', kind: 'reset', tokenId: '0a 1b' }],
  ['/web/reset/100%', { page: 'invite', kind: 'reset', tokenId: '100%' }],
  ['/web/msg/error/login', { page: 'message', message: 'loginError' }],
  ['/web/msg/error/login_failed', { page: 'message', message: 'loginError' }],
  ['/web/msg/error/login/callback', { page: 'message', message: 'loginCallback' }],
  ['/web/msg/error/login/auth', { page: 'message', message: 'loginDenied' }],
  ['/web/msg/info/login_success', { page: 'message', message: 'loginSuccess' }],
  ['/web', { page: 'console' }],
  ['/web/cluster/a/console/node/web-1/root', TERMINAL_ON_WEB_1],
  ['/web/cluster/a%20b/session/eeb6', { page: 'player', clusterId: 'a b', sid: 'eeb6', isTerminal: false }],
  ['/web/cluster/a/session/eeb6/more', { page: 'console' }],
  ['/web/cluster/a/nodes', { page: 'console' }],
  ['/web/users', { page: 'console' }],
  ['/web/msg/error/other', { page: 'console' }],
  ['/web/invite', { page: 'console' }],
  ['/web/invite/a/b', { page: 'console' }],
])('%s: %j', (path, door) => expect(frontDoor(path)).toEqual(door));

test.each([
  ['?recordingType=ssh', true],
  ['?recordingType=k8s&x=1', true],
  ['?recordingType=db', true],
  ['?recordingType=desktop', false],
  ['', false],
])('the player of %s is a terminal player: %s', (search, isTerminal) => {
  const address = { clusterId: 'a', sid: 'eeb6' };
  expect(frontDoor('/web/cluster/a/session/eeb6', search)).toEqual({ page: 'player', ...address, isTerminal });
});

test('terminal and router build the same addresses', () => {
  const params = { clusterId: 'a b', serverId: 'web-1:22', login: 'root', sid: 'eeb6' };
  expect(consolePath({ kind: 'node', ...params })).toBe(href(paths.consoleNode(params)));
  expect(consolePath({ kind: 'session', ...params })).toBe(href(paths.consoleSession(params)));
  expect(consolePath({ kind: 'nodes', ...params })).toBe(href(paths.consoleNodes(params)));
  expect(consolePath({ kind: 'blank', ...params })).toBe(href(paths.console(params)));
});
