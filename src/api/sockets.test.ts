// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectParams } from '../wire/terminal/connectParams.ts';
import { session } from './session.ts';
import { explainConnect, openTerminalSocket } from './sockets.ts';

const params: ConnectParams = { kind: 'new', serverId: 'a+b c&d', login: 'root', size: { cols: 80, rows: 24 } };
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.clear();
  session.store({ type: 'Bearer', token: 't+0/k=', expires_in: 600, sessionExpires: '', sessionInactiveTimeout: 0 });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test('opens the socket on the same origin with encoded values', () => {
  const opened: URL[] = [];
  vi.stubGlobal(
    'WebSocket',
    class {
      binaryType = 'blob';
      constructor(url: URL) {
        opened.push(url);
      }
    },
  );
  const socket = openTerminalSocket('east.example.test', params);
  expect(socket.binaryType).toBe('arraybuffer');
  expect(opened[0]?.href).toContain(`ws://${location.host}/v1/webapi/sites/east.example.test/connect?`);
  expect(opened[0]?.searchParams.get('access_token')).toBe('t+0/k=');
  expect(JSON.parse(opened[0]?.searchParams.get('params') ?? '')).toEqual({
    login: 'root',
    server_id: 'a+b c&d',
    term: { h: 24, w: 80 },
  });
});

test.each([
  [404, '{"error":{"message":"not found"}}', { kind: 'refused', status: 404, why: 'not found' }],
  [400, '{"error":{"message":"sid: invalid session id"}}', { kind: 'refused', status: 400 }],
  [400, 'Bad Request', { kind: 'blocked' }],
  [502, '<html>', { kind: 'unreachable' }],
])('status %i with %j explains a failed socket', async (status, body, problem) => {
  fetched.mockResolvedValue(new Response(body, { status }));
  expect(await explainConnect('east', params)).toMatchObject(problem);
});

test('reports an unreachable server when the request gets no answer', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await explainConnect('east', params)).toEqual({ kind: 'unreachable' });
});

test('sends the token in a header, not in the address', async () => {
  fetched.mockResolvedValue(new Response('Bad Request', { status: 400 }));
  await explainConnect('east', params);
  const [path, init] = fetched.mock.lastCall ?? [];
  expect(path).not.toContain('access_token');
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer t+0/k=');
});
